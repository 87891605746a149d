"""Chapter 6 of Patrol: points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.events import GameEnded
from hexbench.engine.values import Verdict
from tests.toys.patrol.ground import CROSSROADS
from tests.toys.patrol.pieces import SIDES, foe

if TYPE_CHECKING:
    from tests.toys.patrol.kit import PatrolPlay
    from tests.toys.patrol.state import PatrolState, PatrolTables


def score(s: PatrolState | PatrolPlay, tables: PatrolTables) -> dict[str, int]:
    """Points by side [6.1]. Nobody can hide on the crossroads, so this may be known."""
    held = {u.side for u in s.units.values() if u.at == CROSSROADS}
    return {side: s.lost[foe(side)] + (tables.crossroads if side in held else 0) for side in SIDES}


def verdict(s: PatrolState | PatrolPlay, tables: PatrolTables) -> Verdict:
    """Who has won, or the current standing [6.2]."""
    points = score(s, tables)
    red, blue = (points[side] for side in SIDES)
    ahead = SIDES[0] if red > blue else SIDES[1] if blue > red else None
    over = not s.stack
    level = "draw" if ahead is None else "victory"
    return Verdict(over, ahead if over else None, level if over else "", tuple(points.items()))


def end_game(play: PatrolPlay) -> None:
    """Nothing is left to decide [1.3]."""
    play.stack.clear()
    found = verdict(play, play.rules.tables)
    play.tell(GameEnded(found.winner, found.level))
