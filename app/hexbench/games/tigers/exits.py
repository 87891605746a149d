"""German units that leave the map by its exit hexes (AMB-84); what they are worth is a matter of :mod:`victory`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.games.tigers import harm, supply, victory
from hexbench.games.tigers.pieces import EXITED

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay
    from hexbench.games.tigers.rules import TgRules

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
    found: frozenset[str] | None = rules.kept.get("roads out")
    if found is None:
        pairs = (side.split("/") for side in rules.roads)
        found = rules.kept["roads out"] = frozenset(a for a, b in pairs if not b.isdigit())
    return at in found


def leave(play: TgPlay, uid: str) -> None:
    """A unit leaves the map from the hex where it stands; it counts when it is in supply there (TG-VIC-04).

    The game may be over then: nothing is left on the stack.
    """
    at = play.units[uid].at
    if supply.supplied(play.rules, play, play.board, uid):
        play.edit("exited")[uid] = at
    harm.remove(play, uid, EXITED)
    victory.checkpoint(play)
