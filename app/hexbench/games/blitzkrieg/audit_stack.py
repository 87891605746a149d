"""What can be wrong with a stack of steps that was written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Problem, Say, say
from hexbench.games.blitzkrieg.pieces import SIDES

if TYPE_CHECKING:
    from hexbench.engine.state import Step
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg


def stack_problems(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    """Every step that speaks of what is not there."""
    for i, step in enumerate(s.stack):
        for text in _step(s, step):
            yield Problem("position", say("Step {n} of the stack: {what}", n=i, what=text), ("stack",))


def _step(s: Blitzkrieg, step: Step) -> Iterator[Say]:
    if isinstance(step, Ask) and step.who not in SIDES:
        yield say("{side} is no side.", side=step.who)
    elif isinstance(step, Script) and not 0 <= step.at <= len(type(step).stages):
        yield say("it has the stages 0 to {n}.", n=len(type(step).stages))
    units = getattr(step, "units", ())
    if isinstance(units, tuple):
        for uid in units:
            if uid not in s.units:
                yield say("there is no unit {unit}.", unit=uid)
