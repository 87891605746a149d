"""What can be wrong with a stack of steps that was written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Problem, Say, say
from hexbench.games.trumpets.pieces import SIDES

if TYPE_CHECKING:
    from hexbench.engine.state import Step
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets


def stack_problems(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    """Every step that speaks of what is not there."""
    for i, step in enumerate(s.stack):
        for text in _step(rules, s, step):
            yield Problem("position", say("Step {n} of the stack: {what}", n=i, what=text), ("stack",))


def _step(rules: TtRules, s: Trumpets, step: Step) -> Iterator[Say]:
    if isinstance(step, Ask) and step.who not in SIDES:
        yield say("{side} is no side.", side=step.who)
    elif isinstance(step, Script) and not 0 <= step.at <= len(type(step).stages):
        yield say("it has the stages 0 to {n}.", n=len(type(step).stages))
    for name in ("units", "attackers", "defenders", "guns", "attacking_guns", "defending_guns"):
        named = getattr(step, name, ())
        for uid in named if isinstance(named, tuple) else ():
            if isinstance(uid, str) and uid not in s.units:
                yield say("there is no unit {unit}.", unit=uid)
    for name in ("hex", "target"):
        at = getattr(step, name, "")
        if isinstance(at, str) and at and at not in rules.atlas.index:
            yield say("{hex} is not a hex of this map.", hex=at)
