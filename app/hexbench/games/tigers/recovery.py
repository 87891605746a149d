"""Recovery of the other side's units in the first pass (P_RECOVER; TG-SEQ-04, TG-DIS)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.games.tigers import casualties, supply
from hexbench.games.tigers.pieces import VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgPlay


def recover_all(play: TgPlay, side: str) -> None:
    """Every disrupted unit of ``side`` recovers that is in supply and not under attack, on the ground (TG-DIS-07) or from
    the air (AMB-102).

    Units in a hex under ground attack are marked instead: they may still recover by surviving it (TG-DIS-09, AMB-07).
    Out of supply nobody recovers (TG-DIS-08, TG-SUP-10).
    """
    targets = {at for attack in play.attacks for at in attack.targets}
    ours = [
        uid
        for uid, unit in play.units.items()
        if unit.side == side and unit.disrupted and unit.on_map and uid != VDH
    ]
    ready = [
        uid for uid in ours if supply.supplied(play.rules, play, play.board, uid)
    ]  # before anybody is up
    for uid in ready:
        unit = play.units[uid]
        if unit.at in targets:
            play.put(uid, skipped=True)
        elif not unit.bombed:
            casualties.recover(play, uid)
