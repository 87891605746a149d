"""Von der Heydte's parachutists after their drop: how they are rounded up. What they block is in :mod:`supply`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.events import Noted
from hexbench.engine.values import say
from hexbench.games.tigers import harm
from hexbench.games.tigers.pieces import ALLIED, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay


def stopped(play: TgPlay, uid: str) -> None:
    """A unit has stopped in its hex: Allied ones round up the parachutists there (TG-VDH-08)."""
    unit, men = play.units[uid], play.units.get(VDH)
    if unit.side == ALLIED and unit.on_map and men is not None and men.at == unit.at:
        play.tell(
            Noted("TG-VDH-08", say("Von der Heydte's men in {hex} are rounded up.", hex=men.at), (men.at,))
        )
        harm.remove(play, VDH)
