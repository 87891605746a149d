"""What can be wrong with a stack of steps that was written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Problem, Say, say
from hexbench.games.iron_tide.march import Moving
from hexbench.games.iron_tide.pieces import SIDES
from hexbench.games.iron_tide.sequence import Campaign
from hexbench.games.iron_tide.setup import start_hex
from hexbench.games.iron_tide.stacking import Overstack, friends_at

if TYPE_CHECKING:
    from hexbench.engine.state import Step
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide


def stack_problems(rules: ItRules, s: IronTide) -> Iterator[Problem]:
    """Every step that speaks of what is not there."""
    for i, step in enumerate(s.stack):
        for text in _step(rules, s, step):
            yield Problem("position", say("Step {n} of the stack: {what}", n=i, what=text), ("stack",))


def _step(rules: ItRules, s: IronTide, step: Step) -> Iterator[Say]:
    if isinstance(step, Ask) and step.who not in SIDES:
        yield say("{side} is no side.", side=step.who)
    elif isinstance(step, Script) and not 0 <= step.at <= len(type(step).stages):
        yield say("it has the stages 0 to {n}.", n=len(type(step).stages))
    if isinstance(step, Campaign) and step.at == 0:
        for uid, printed in s.roster.items():
            if (
                printed.arrives == "16AM"
                and not printed.free
                and start_hex(rules, printed) not in rules.atlas.index
            ):
                yield say("{unit} is to be set up, but it has no starting hex on this map.", unit=uid)
    if isinstance(step, Moving):
        hexes = (*step.walked, *step.path)
        if not step.walked or any(at not in rules.atlas.index for at in hexes):
            yield say("a move goes over hexes of this map.")
        elif any(u not in s.units or s.units[u].at != step.walked[-1] for u in step.units):
            # nobody may be left of those who began to move: the last was led astray (B41)
            yield say("the units under way must stand in {hex}.", hex=step.walked[-1])
    if isinstance(step, Overstack) and step.who in SIDES:
        here = friends_at(s, rules.board(s), step.who, step.hex)
        # a hex that was cured by what was decided in the meantime is passed over, so only an empty one is a mistake
        if step.hex not in rules.atlas.index or not here:
            yield say("{hex} is not overstacked.", hex=step.hex)
