"""Bridging rolls of attacks over unbridged rivers (P_BRIDGE_ROLL; TG-BRG-04..06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.events import Noted
from hexbench.engine.values import say
from hexbench.games.tigers import allocate, casualties, ground, tables
from hexbench.games.tigers.fighters import gaps
from hexbench.games.tigers.pieces import Bridge

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgPlay

CHANCE = 3
"""The highest row that bridges the river: one half (TG-BRG-05)."""


def roll_bridges(play: TgPlay) -> None:
    """One roll for each hexside that mechanized attackers need bridged (AMB-59); then what no longer holds is called off.

    A success puts a marker there that stays; where it fails those attackers do not attack in this pass.
    """
    side = play.phasing
    wanted = {
        name: None
        for attack in play.attacks
        for name in gaps(play.rules, play, attack.attackers, attack.targets)
    }
    if not wanted:
        return
    for name in wanted:
        built = play.markers.get(side, 0) > 0 and tables.success(
            play, say("Engineer bridge at {side}", side=name), "TG-BRG-05", CHANCE
        )
        if built:
            play.edit("markers")[side] -= 1
            casualties.set_bridge(play, name, Bridge(owner=side, marker=True))
            text = say("The engineers bridge the river at {side}.", side=name)
        else:
            text = say("The river at {side} is not bridged.", side=name)
        play.tell(Noted("TG-BRG-05", text, tuple(name.split("/"))))
    after = []
    for attack in play.attacks:
        starts = {play.units[u].at for u in attack.attackers}
        own = tuple(
            name
            for name in wanted
            if ground.whole(play.rules, play) >= {name} and _of(name, starts, attack.targets)
        )
        after.append(replace(attack, bridged=(*attack.bridged, *own)))
    play.set(attacks=tuple(after))
    allocate.settle(play, side)


def _of(name: str, starts: set[str], targets: tuple[str, ...]) -> bool:
    """Whether a hexside lies between the hexes of an attack."""
    a, _, b = name.partition("/")
    return (a in starts and b in targets) or (b in starts and a in targets)
