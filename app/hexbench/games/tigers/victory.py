"""Victory (TG-VIC). Exits can end the game at once; everything else is judged after the last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.board import remembered
from hexbench.engine.events import GameEnded
from hexbench.engine.values import Verdict
from hexbench.games.tigers import casualties, supply
from hexbench.games.tigers.ground import holder
from hexbench.games.tigers.pieces import ALLIED, EXITED, GERMAN, PARENT, Printed, Side

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgPlay


ENOUGH: Final = 8
"""The winning exit score in quarters of a division: two divisions by the north-west edge (TG-VIC-01)."""
POINTS: Final = {"Strategic Victory": 2, "Historic Victory": 1}


def worth(rules: TgRules, uid: str, printed: Printed, at: str) -> int:
    """The score of a unit that leaves from a hex in supply, in quarters of a division (TG-VIC-01..05,
    AMB-85).
    """
    far = at in rules.zones["exit_nw"]
    if printed.size in ("bde", "kg") or uid == PARENT:
        return 2 if far else 1
    if printed.size == "div":
        return 4 if far else 2
    return 0


def score(rules: TgRules, s: Position) -> int:
    """Quarters of a division that have left in supply."""
    return sum(worth(rules, uid, s.roster[uid], at) for uid, at in s.exited.items())


def standing(rules: TgRules, s: Position) -> tuple[Side, str]:
    """Who would win if the game ended now, and how (TG-VIC-01, TG-VIC-06..08)."""
    if score(rules, s) >= ENOUGH:
        return GERMAN, "Strategic Victory"
    goals = rules.zones["german_objectives"]
    if goals and all(holder(rules, s, at) == GERMAN for at in goals):
        return GERMAN, "Historic Victory"
    if all(holder(rules, s, at) == ALLIED for at in rules.zones["allied_objectives"]):
        return ALLIED, "Strategic Victory"
    return ALLIED, "Historic Victory"


def checkpoint(play: TgPlay) -> bool:
    """End the game if the exit score wins (TG-VIC-01, AMB-88); returns whether the game is over."""
    if play.stack and score(play.rules, play) >= ENOUGH:
        finish(play)
    return not play.stack


def finish(play: TgPlay) -> None:
    """End the game."""
    play.stack.clear()
    play.tell(GameEnded(*standing(play.rules, play)))


def verdict(rules: TgRules, s: Position) -> Verdict:
    """The winner and points once the game is over; before that, what the points would be now (TG-VIC)."""
    side, level = standing(rules, s)
    points = tuple((name, POINTS[level] if name == side else 0) for name in rules.sides)
    return Verdict(False, None, "", points) if s.stack else Verdict(True, side, level, points)


# German units leaving the map by its exit hexes (AMB-84); for their score see :func:`worth`.

EXIT: Final = "exit"
"""The ``how`` of a move that leaves the map from its last hex."""
COST: Final = 3
"""Thirds of a movement factor to leave the map (AMB-84)."""
COST_BY_ROAD: Final = 1


def exit_hexes(rules: TgRules) -> frozenset[str]:
    """The hexes German units may leave from."""
    return rules.zones["exit_nw"] | rules.zones["exit_w_north"]


def road_out(rules: TgRules, at: str) -> bool:
    """Whether a road leads off the map from a hex, so that leaving is at road rate."""
    return at in _roads_out(rules)


@remembered
def _roads_out(rules: TgRules) -> frozenset[str]:
    pairs = (side.split("/") for side in rules.road_sides)
    return frozenset(a for a, b in pairs if not b.isdigit())


def leave(play: TgPlay, uid: str) -> None:
    """A unit leaves the map from its hex; it scores if it is in supply there (TG-VIC-04).

    This may end the game, leaving the stack empty.
    """
    at = play.units[uid].at
    if supply.supplied(play.rules, play, play.board, uid):
        play.edit("exited")[uid] = at
    casualties.remove(play, uid, EXITED)
    checkpoint(play)
