"""Chapter 10 of Ridge: points, and who holds the hill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.events import FactChanged, GameEnded
from hexbench.engine.values import Verdict, say
from tests.toys.ridge.ground import HILL
from tests.toys.ridge.pieces import SIDES, foe

if TYPE_CHECKING:
    from tests.toys.ridge.kit import RidgePlay
    from tests.toys.ridge.state import RidgeState, RidgeTables


def take_hill(play: RidgePlay, at: str) -> None:
    """A unit entered a hex: if it is the hill, the unit's side now holds it [10.1]."""
    if at != HILL:
        return
    holder = play.units[play.board.units_at(at)[0]].side
    if holder != play.hill:
        play.set(hill=holder)
        play.tell(FactChanged("hill", holder, say("The hill is {side}.", side=holder)))


def score(s: RidgeState | RidgePlay, tables: RidgeTables) -> dict[str, int]:
    """Points by side [10.1]."""
    return {side: s.lost[foe(side)] + (tables.hill if s.hill == side else 0) for side in SIDES}


def verdict(s: RidgeState | RidgePlay, tables: RidgeTables) -> Verdict:
    """Who has won, or the current standing [10.2]."""
    points = score(s, tables)
    red, blue = (points[side] for side in SIDES)
    ahead = SIDES[0] if red > blue else SIDES[1] if blue > red else None
    over = not s.stack
    level = "draw" if ahead is None else "victory"
    return Verdict(over, ahead if over else None, level if over else "", tuple(points.items()))


def end_game(play: RidgePlay) -> None:
    """Nothing is left to decide."""
    play.stack.clear()
    found = verdict(play, play.rules.tables)
    play.tell(GameEnded(found.winner, found.level))
