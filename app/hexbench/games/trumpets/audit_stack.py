"""What can be wrong with a stack of steps that was written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Problem, Say, say
from hexbench.games.trumpets.advance import Advance
from hexbench.games.trumpets.arrivals import Arrive
from hexbench.games.trumpets.battlefield import Backing, Plan
from hexbench.games.trumpets.combat import Combat
from hexbench.games.trumpets.counter import Counter
from hexbench.games.trumpets.declare import Declare
from hexbench.games.trumpets.losses import Loss
from hexbench.games.trumpets.moving import Moving
from hexbench.games.trumpets.pieces import SIDES
from hexbench.games.trumpets.retreat import Retreat
from hexbench.games.trumpets.sequence import Campaign, PlayerTurn
from hexbench.games.trumpets.supporting import Defence

if TYPE_CHECKING:
    from hexbench.engine.state import Step
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets

_BELOW: Final[dict[type, tuple[type, ...]]] = {
    Campaign: (),
    PlayerTurn: (Campaign,),
    Arrive: (PlayerTurn,),
    Moving: (PlayerTurn,),
    Declare: (PlayerTurn,),
    Combat: (Declare, Combat),
    Defence: (Combat,),
    Loss: (Combat,),
    Counter: (Combat,),
    Retreat: (Combat,),
    Advance: (Combat,),
}
"""What each step stands on; nothing: it is the first."""


def stack_problems(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    """Every step that stands on the wrong one, or speaks of what is not there."""
    below: type | None = None
    for i, step in enumerate(s.stack):
        fit = _BELOW[type(step)]
        if (below is None) != (not fit) or (below is not None and below not in fit):
            text = say("Step {n} of the stack has no place there.", n=i)
            yield Problem("TT-SEQ-02", text, ("stack",))
        below = type(step)
        for text in _step(rules, s, step):
            yield Problem("position", say("Step {n} of the stack: {what}", n=i, what=text), ("stack",))


def _step(rules: TtRules, s: Trumpets, step: Step) -> Iterator[Say]:
    if isinstance(step, Ask) and step.who not in SIDES:
        yield say("{side} is no side.", side=step.who)
    elif isinstance(step, Script) and not 0 <= step.at <= len(type(step).stages):
        yield say("it has the stages 0 to {n}.", n=len(type(step).stages))
    if isinstance(step, Advance) and step.row not in rules.tables.advance.rows:
        yield say("the advance chart has no row {row}.", row=step.row)
    if isinstance(step, Retreat) and step.n < 1:
        yield say("nobody retreats {n} hexes.", n=step.n)
    units, hexes = _named(step)
    for uid in dict.fromkeys(units):
        if uid not in s.units:
            yield say("there is no unit {unit}.", unit=uid)
    for at in dict.fromkeys(hexes):
        if at not in rules.atlas.index:
            yield say("{hex} is not a hex of this map.", hex=at or "?")


def _named(step: Step) -> tuple[list[str], list[str]]:
    """The units and the hexes a step speaks of."""
    units: list[str] = [*getattr(step, "units", ()), *getattr(step, "done", ())]
    hexes: list[str] = [*getattr(step, "origins", ())]
    for part in (getattr(step, "plan", None), getattr(step, "backing", None), getattr(step, "defence", None)):
        if isinstance(part, Plan):
            units += (*part.units, *part.backing.guns, *part.backing.tots)
            hexes += (part.hex,) if part.hex or isinstance(step, Combat) else ()
        elif isinstance(part, Backing):
            units += (*part.guns, *part.tots)
    if isinstance(step, Defence | Advance):
        hexes.append(step.hex)
    if isinstance(step, Combat) and step.fight is not None:
        units += (one.unit for one in (*step.fight.attackers, *step.fight.defenders))
    return units, hexes
