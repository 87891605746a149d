"""Von der Heydte's parachutists (TG-VDH): the drop, and how they are rounded up. They block supply (:mod:`supply`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.atlas.atlas import OFF
from hexbench.engine.events import Noted, UnitPlaced
from hexbench.engine.values import Say, say
from hexbench.games.tigers import dice, harm
from hexbench.games.tigers.pieces import ALLIED, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay

ON_TARGET: Final = 2
SCATTERED: Final = 4
"""TG-VDH-02..04: rows up to the first land on the target, up to the second near it, the others nowhere."""
NEAR: Final = 3
"""AMB-81: pips up to this are one hex off, the others two."""


def drop(play: TgPlay, target: str) -> None:
    """They jump over a hex behind the Allied lines (TG-VDH-01..05, AMB-81)."""
    row = dice.row(play, say("von der Heydte's drop on {hex}", hex=target), "TG-VDH-02")
    at = target
    if row > SCATTERED:
        _lost(play, say("Von der Heydte's men are scattered out of existence."), "TG-VDH-03")
        return
    if row > ON_TARGET:
        way = dice.pips(play, say("the way they drift, 1 is north"), "TG-VDH-04")
        far = 1 if dice.pips(play, say("how far they drift"), "TG-VDH-05") <= NEAR else 2
        at = drifted(play, target, way, far)
    if not at or any(play.units[u].side == ALLIED for u in play.board.units_at(at)):
        _lost(play, say("Von der Heydte's men come down where they cannot hold out."), "AMB-81")
        return
    play.put(VDH, at=at)
    play.tell(UnitPlaced(VDH, at))


def drifted(play: TgPlay, target: str, way: int, far: int) -> str:
    """The hex so far from the target in a direction, 1 north and on clockwise; empty off the map."""
    atlas = play.rules.atlas
    clockwise = atlas.grid.directions
    north = clockwise.index("N")
    here = atlas.index[target]
    for _ in range(far):
        here = atlas.around[here][(north + way - 1) % len(clockwise)]
        if here == OFF:
            return ""
    return atlas.labels[here]


def _lost(play: TgPlay, text: Say, rule: str) -> None:
    play.tell(Noted(rule, text))
    harm.remove(play, VDH)


def stopped(play: TgPlay, uid: str) -> None:
    """A unit has stopped in its hex: Allied ones round up the parachutists there (TG-VDH-08)."""
    unit, men = play.units[uid], play.units.get(VDH)
    if unit.side == ALLIED and unit.on_map and men is not None and men.at == unit.at:
        play.tell(Noted("TG-VDH-08", say("Von der Heydte's men in {hex} are rounded up.", hex=men.at), (men.at,)))
        harm.remove(play, VDH)
