"""An attack that is only thought of: how it would stand, and its exact odds by the code that rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.supposed import Supposed
from hexbench.engine.values import Action, Say, say
from hexbench.engine.what_if import seat_of
from hexbench.games.tide_of_iron import firing
from hexbench.games.tide_of_iron.assault_strength import (
    clash,
    defenders,
)
from hexbench.games.tide_of_iron.assault_strength import foresee as foresee_assault
from hexbench.games.tide_of_iron.strength import Aim, Kind, Part, Scene, scene, weapons
from hexbench.games.tide_of_iron.volley import best_figures, foresee, volley

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.tide_of_iron.decks import Mode
    from hexbench.games.tide_of_iron.seat import TiSeat

REST: Final = "rest"
"""The switch by which everybody of the side is thought to be fresh, and squads may come up to assault."""
ASSAULT: Final = "assault"
FIRE: Final[dict[str, tuple[Kind, Say]]] = {
    "concentrated": ("concentrated", say("Concentrated Fire")),
    "op_fire": ("op_fire", say("Opportunity fire")),
    "fire_move": ("fire_move", say("Fire and Movement")),
}


def kind_of(what: Supposed) -> str:
    """The kind of attack: a key of :data:`FIRE`, or an assault."""
    return what.switched("kind", "concentrated")


def real(seat: TiSeat, what: Supposed) -> Action | None:
    """The action that begins such an attack; supporters are added when it is put together."""
    if not what.units or (REST in what.switches and any(seat.s.units[u].at != at for u, at in what.units)):
        return None
    leader = what.units[0][0]
    if kind_of(what) != "concentrated":
        return None
    return Action("fire" if what.target else "bombard", (leader,), what.target or what.hexes[0])


def may_begin(seat: TiSeat, what: Supposed) -> bool:
    """Whether such an attack may be begun now."""
    action = real(seat, what)
    return action is not None and seat.decides and not seat.refuse(action)


def standing(seat: TiSeat, what: Supposed) -> TiSeat:
    """The seat with squads where they are thought to be, and rested when that is thought, too."""
    units = seat.s.units
    after = {
        u: replace(units[u], at=at, shelter="")
        for u, at in what.units
        if u in units and at and units[u].at != at and (units[u].on_map or units[u].inside)
    }
    if REST in what.switches:
        for uid, unit in units.items():
            if unit.side == what.side and unit.token:
                after[uid] = replace(after.get(uid, unit), token="")
    if not after:
        return seat
    key = ("standing", what.side, REST in what.switches, what.units if _moved(seat, what) else ())
    found: TiSeat | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = seat_of(seat, replace(seat.s, units={**units, **after}))
    return found


def _moved(seat: TiSeat, what: Supposed) -> bool:
    return any(u in seat.s.units and seat.s.units[u].at != at for u, at in what.units)


def aim_of(there: TiSeat, what: Supposed) -> Aim:
    """What the fire goes for; a pinned leader's is a rally (TI-ABL-03)."""
    kind = FIRE.get(kind_of(what), FIRE["concentrated"])[0]
    leader = there.s.units.get(what.units[0][0]) if what.units else None
    if leader is not None:
        kind = firing.kind_of(leader, kind)
    mode: Mode = "suppressive" if what.switched("mode") == "suppressive" else "normal"
    return Aim(kind=kind, target=what.target, hex=what.hexes[0], mode=mode)


def foes(sc: Scene, what: Supposed) -> tuple[str, ...]:
    """Those who would defend the hex against an assault."""
    return defenders(sc, what.hexes[0], what.side)


def parts_of(sc: Scene, aim: Aim, names: Sequence[str]) -> tuple[Part, ...]:
    """Those who have anything to fire with at that, with the figures that help most."""
    parts: tuple[Part, ...] = ()
    for uid in names:
        if weapons(sc, uid, aim):
            parts = (*parts, Part(unit=uid, figures=best_figures(sc, aim, parts, uid)))
    return parts


def forecast(there: TiSeat, what: Supposed) -> Forecast | None:
    """The exact odds; None when nobody is there to attack or to be attacked."""
    sc, names = scene(there), tuple(u for u in what.names if u in there.s.units)
    if not names or not what.hexes or any(not sc.s.units[u].on_map for u in names):
        return None
    if kind_of(what) == ASSAULT:
        squads = tuple(u for u in names if sc.s.units[u].squad)
        if not squads or not foes(sc, what):
            return None
        return foresee_assault(clash(sc, what.hexes[0], squads[0], squads[1:]))
    aim = aim_of(there, what)
    target = sc.s.units.get(aim.target)
    if aim.target and (target is None or firing.hidden(target) or not target.on_map):
        return None
    if aim.mode == "suppressive" and target is not None and not target.squad:
        aim = replace(aim, mode="normal")
    parts = parts_of(sc, aim, names)
    return foresee(sc, volley(sc, aim, parts)) if parts else None
