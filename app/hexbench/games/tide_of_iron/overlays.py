"""What can be drawn over the map: reach, lines of sight, the ground covered by op fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine import risk
from hexbench.engine.display import Legend, Overlay, OverlayKind, Shade, Trail
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import (
    firing,
    movement,
    overlay_ways,
    passage,
    routing,
    sight,
    sightline,
    strength,
)
from hexbench.games.tide_of_iron.acting import present
from hexbench.games.tide_of_iron.pieces import HANDLE, SIDES, Side

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiSeat

KINDS: Final = (
    OverlayKind(
        "reach",
        say("Reach of a unit"),
        "unit",
        help=say("Every hex the selected unit can come to with one action, with its cost"),
    ),
    OverlayKind(
        "sight",
        say("What is seen from a hex"),
        "hex",
        help=say("Every hex that is seen from the hex you look at"),
    ),
    OverlayKind(
        "fire",
        say("Field of fire of a unit"),
        "unit",
        help=say("Every hex the selected unit can fire at, by range"),
    ),
    OverlayKind(
        "route",
        say("Way to the hex pointed at"),
        "way",
        help=say("The cheapest way of the selected unit to the pointer, with the reason of each cost"),
    ),
    OverlayKind(
        "threat", say("Threat to a hex"), "hex", help=say("Which enemies can fire at the hex you look at")
    ),
    OverlayKind("front", say("Front line"), help=say("Where the two sides stand against each other")),
    OverlayKind(
        "op_fire",
        say("Ground under enemy op fire"),
        help=say("Hexes that enemies in op fire mode watch: whoever enters may be fired at"),
    ),
    OverlayKind(
        "sightline", say("Line of sight"), "pair", help=say("A line from hex to hex, with what hinders it")
    ),
    risk.RISK,
    risk.FOE_REACH,
)


def overlay(seat: TiSeat, kind: str, subject: str = "") -> Overlay | None:
    """One overlay; None when its subject is not on the map or the kind is unknown.

    ``sightline`` takes two hexes, "C7 F9", and draws the line between them.
    """
    if kind in risk.KEYS:
        return risk.overlay(seat, kind, subject)
    if kind == "reach":
        return _reach(seat, subject)
    if kind == "sight":
        return _sight(seat, subject)
    if kind == "sightline":
        return _line(seat, subject)
    if kind == "fire":
        return _fire(seat, subject)
    if kind == "route":
        return overlay_ways.route(seat, subject)
    if kind == "threat":
        return overlay_ways.threat(seat, subject, _own(seat), bands)
    if kind == "front":
        return overlay_ways.front_line(seat, _own(seat))
    if kind == "op_fire":
        return _op_fire(seat)
    return None


def _reach(seat: TiSeat, uid: str) -> Overlay | None:
    """Where an Advance can take a unit (of a handle nobody knows), or the rest of its move."""
    unit = seat.s.units.get(uid)
    if unit is None or unit.type == HANDLE or not present(seat.s, unit):
        return None
    start, extra = overlay_ways.start(seat, uid), movement.leaving(unit)
    found = routing.routes(seat, uid, start)
    shades = tuple(Shade(at, "reach", passage.points(cost + extra)) for at, (_, cost) in found.items())
    title = say("Reach of {unit}", unit=seat.rules.title(unit))
    legend = (Legend("reach", say("within {n} MP", n=passage.points(max(0, start.left + extra)))),)
    return Overlay("reach", title, shades, legend=legend)


def _sight(seat: TiSeat, at: str) -> Overlay | None:
    """What is not seen is shaded, so that the ground that is seen can be read."""
    if at not in seat.rules.atlas.index:
        return None
    seen = set(sight.field(seat.rules, seat.s, at))
    shades = tuple(Shade(h, "cut") for h in seat.rules.atlas.labels if h not in seen)
    legend = (Legend("cut", say("not seen from there")),)
    return Overlay("sight", say("Seen from {hex}", hex=at), shades, legend=legend)


def _line(seat: TiSeat, subject: str) -> Overlay | None:
    ends = subject.split()
    if len(ends) != 2 or any(h not in seat.rules.atlas.index for h in ends):
        return None
    found = sightline.explain(seat, *ends)
    trail = Trail((ends[0], ends[1]), "route" if found.clear else "route_bad")
    shades = (
        *(Shade(h, "bad") for h in found.blocking),
        *(Shade(h, "cut") for h in found.blind),
    )
    legend = (
        *((Legend("bad", say("stands in the way: {rule}", rule=found.rules[0])),) if found.blocking else ()),
        *((Legend("cut", say("blind: TI-LOS-13")),) if found.blind else ()),
    )
    return Overlay(
        "sightline",
        found.facts.title,
        shades,
        (trail,),
        legend=legend,
        facts=found.facts.facts,
        profile=found.profile,
    )


# ---- fields of fire
def bands(seat: TiSeat, unit: Unit) -> dict[str, str]:
    """hex -> the band in which a unit would fire at squads there, as printed: close, normal or long; sight included."""
    reach = firing.ranges(seat.rules, unit)[0]
    out: dict[str, str] = {}
    if not reach or not unit.on_map:
        return out
    atlas = seat.rules.atlas
    height = atlas.cell(unit.at).elevation
    for at in sight.field(seat.rules, seat.s, unit.at):
        far = atlas.distance(unit.at, at)
        high = height > atlas.cell(at).elevation
        range_ = reach + high
        if far <= 1:
            out[at] = "close"
        elif far <= strength.farthest(seat.rules, range_, high=high):
            out[at] = "normal" if far <= range_ else "long"
    return out


_TONES: Final = {"close": "bad", "normal": "threat", "long": "note"}


def _fire(seat: TiSeat, uid: str) -> Overlay | None:
    unit = seat.s.units.get(uid)
    if unit is None or unit.type == HANDLE or not unit.on_map:
        return None
    found = bands(seat, unit)
    if not found:
        return None
    shades = tuple(Shade(at, _TONES[band]) for at, band in found.items())
    legend = (
        Legend("bad", say("close range")),
        Legend("threat", say("normal range")),
        Legend("note", say("long range")),
    )
    return Overlay("fire", say("Field of fire of {unit}", unit=seat.rules.title(unit)), shades, legend=legend)


def _op_fire(seat: TiSeat) -> Overlay | None:
    """The hexes in which an enemy in op fire mode that is known could fire at a squad, and by how many."""
    own = _own(seat)
    counts: dict[str, int] = {}
    for unit in seat.s.units.values():
        if unit.side != own and unit.token == "op_fire" and unit.on_map and unit.type != HANDLE:
            for at in bands(seat, unit):
                counts[at] = counts.get(at, 0) + 1
    shades = tuple(Shade(at, "threat", str(n)) for at, n in sorted(counts.items()))
    legend = (Legend("threat", say("enemies that could fire there")),)
    return Overlay("op_fire", say("Ground under op fire"), shades, legend=legend)


def _own(seat: TiSeat) -> Side:
    """The side the viewer speaks for: his own, or the one that decides in the umpire's seat."""
    return next((side for side in SIDES if side == seat.side), seat.s.initiative)
