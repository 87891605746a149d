"""Who holds a hex: the side that last had a ground unit there, at the beginning that of the front it lies on (AMB-86)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexbench.engine.events import FactChanged
from hexbench.engine.values import say
from hexbench.games.tigers.pieces import GERMAN, VDH, Side

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import Position, TgPlay
    from hexbench.games.tigers.rules import TgRules


def holder(rules: TgRules, s: Position, at: str) -> Side:
    """The side that holds a hex of the map."""
    return s.held.get(at) or rules.home(at)


def occupy(play: TgPlay, uid: str, hexes: Iterable[str]) -> None:
    """A unit is in these hexes one after the other, or was on its way; von der Heydte holds nothing.

    A unit that is put into a hex (``play.put``) holds it already; only hexes passed through are told here.
    """
    if uid == VDH:
        return
    side = play.units[uid].side
    for at in hexes:
        if side == GERMAN and not play.meuse and at in play.rules.zones["meuse"]:
            play.set(meuse=True)
            text = say("Germans have reached the Meuse: the 9th Panzer and 15th Panzer Grenadiers may come.")
            play.tell(FactChanged("meuse", "yes", text))
        if holder(play.rules, play, at) != side:
            held = play.edit("held")
            if play.rules.home(at) == side:
                del held[at]
            else:
                held[at] = side
