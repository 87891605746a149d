"""Changes to units and bridges, reported as events: disruption, recovery, entrenchment, removal. Used by all
other modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.events import FactChanged, MarkerChanged, UnitChanged, UnitRemoved
from hexbench.engine.values import Say
from hexbench.games.tigers.pieces import ALLIED, ELIMINATED

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Bridge
    from hexbench.games.tigers.seat import TgPlay


_MARKER_OUT: Final = 4
"""Turns for which a destroyed German bridge marker is out (TG-RFT-02)."""


def disrupt(play: TgPlay, uid: str, *, by_air: bool = False) -> None:
    """Disrupt a unit, which loses its entrenchment (TG-DIS-02). ``by_air``: it will not recover in this pass
    (AMB-102).
    """
    unit = play.units[uid]
    if by_air and not unit.bombed:
        play.put(uid, bombed=True)
    if unit.entrenched:
        leave_works(play, uid)
    if not unit.disrupted:
        play.put(uid, disrupted=True)
        play.tell(UnitChanged(uid, "disrupted", "yes"))


def recover(play: TgPlay, uid: str) -> None:
    """End a unit's disruption (TG-DIS)."""
    if play.units[uid].disrupted:
        play.put(uid, disrupted=False)
        play.tell(UnitChanged(uid, "disrupted", ""))


def entrench(play: TgPlay, uid: str) -> None:
    """Entrench a unit (TG-TER-01)."""
    if not play.units[uid].entrenched:
        play.put(uid, entrenched=True)
        play.tell(UnitChanged(uid, "entrenched", "yes"))


def leave_works(play: TgPlay, uid: str) -> None:
    """Remove a unit's entrenchment (TG-TER-03, TG-TER-04)."""
    if play.units[uid].entrenched:
        play.put(uid, entrenched=False)
        play.tell(UnitChanged(uid, "entrenched", ""))


def remove(play: TgPlay, uid: str, box: str = ELIMINATED) -> None:
    """Move a unit off the map to a box; eliminated units never return (TG-RFT-01)."""
    leave_works(play, uid)
    play.put(uid, at=box)
    play.tell(UnitRemoved(uid, box))


def set_bridge(play: TgPlay, side: str, now: Bridge | None) -> None:
    """Set the bridge at a river hexside; None removes it."""
    bridges = play.edit("bridges")
    if now is None:
        bridges.pop(side, None)
    else:
        bridges[side] = now
    text = (
        ""
        if now is None
        else f"{now.owner} {'engineer bridge' if now.marker else 'bridge'}{'' if now.intact else ', blown'}"
    )
    play.tell(MarkerChanged("bridge", side, text))


def blow_bridge(play: TgPlay, side: str) -> None:
    """Destroy a bridge; an Allied marker returns at once, a German one in four turns (TG-BRG-14, TG-RFT-02,
    TG-RFT-03).
    """
    old = play.bridges[side]
    if old.marker and old.pool == ALLIED:
        play.edit("markers")[ALLIED] += 1
    elif old.marker:
        play.set(returning=(*play.returning, play.turn + _MARKER_OUT))
    built_over = side in play.rules.road_sides  # the road's own bridge was down already (TG-BRG-02)
    now = replace(old, marker=False, intact=False, maker=None) if built_over or not old.marker else None
    set_bridge(play, side, now)


def set_fact(play: TgPlay, name: str, now: str, text: Say) -> None:
    """Report a change of a public fact; the caller changes the field itself."""
    play.tell(FactChanged(name, now, text))
