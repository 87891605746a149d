"""What can be drawn over the map: reach, lines of sight, the ground covered by op fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT
from hexbench.atlas.front import front
from hexbench.atlas.hexset import bits_of
from hexbench.engine import risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade, Trail
from hexbench.engine.values import Say, counted, say
from hexbench.games.tide_of_iron import active, firing, ground, movement, passage, sight, sightline, strength
from hexbench.games.tide_of_iron.acting import present
from hexbench.games.tide_of_iron.inspect import TERRAIN_RULES
from hexbench.games.tide_of_iron.pieces import HANDLE, SIDES, Side
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from hexbench.games.tide_of_iron.passage import Start
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiSeat


# Overlays about what may come: the way of a unit and its costs, who could fire at a hex or storm it, and
# the front.

NEAR: Final = 4
"""The front is drawn where somebody stands so near."""


def where_from(seat: TiSeat, uid: str) -> Start:
    """Where a unit stands in its move, or would begin an Advance."""
    step = seat.step
    if isinstance(step, movement.Move) and step.unit == uid:
        return movement.start_of(scene(seat), step)
    return active.start_for(seat, "advance", uid)


# ---- the way to a hex
def route(seat: TiSeat, subject: str) -> Overlay | None:
    """The way of a unit to a hex, "uid hex": what has been paid at each hex and why each step costs what it does."""
    uid, _, goal = subject.rpartition(" ")
    unit = seat.s.units.get(uid)
    if unit is None or unit.type == HANDLE or not present(seat.s, unit) or goal not in seat.rules.atlas.index:
        return None
    begun = where_from(seat, uid)
    if goal == begun.at:
        return None
    title = say("Way of {unit} to {hex}", unit=seat.rules.title(unit), hex=goal)
    found = passage.routes(seat, uid, begun).get(goal)
    if found is None:
        return Overlay("route", title, facts=(Fact(Say(goal), say("out of reach now"), (), (goal,)),))
    paid, at = movement.leaving(unit), begun.at
    texts, facts = [passage.points(paid) if paid else ""], []
    if paid:
        facts.append(Fact(say("out"), say("{n} MP to come out", n=passage.points(paid)), ("TI-FORT-03",)))
    for hex_ in found[0]:
        whys = list(price(seat, unit, at, hex_))
        paid += passage.price(scene(seat), unit, at, hex_) or 0
        texts.append(passage.points(paid))
        keys = [f"why{i}" for i in range(len(whys))]
        line = Say(
            "{total} in all: " + ", ".join("{" + key + "}" for key in keys),
            (("total", passage.points(paid)), *zip(keys, [text for text, _ in whys], strict=True)),
        )
        rules = tuple(dict.fromkeys(rule for _, rule in whys))
        facts.append(Fact(say("to {hex}", hex=hex_), line, rules, (hex_,)))
        at = hex_
    trail = Trail((begun.at, *found[0]), "route", tuple(texts))
    return Overlay(
        "route", title, trails=(trail,), legend=(Legend("route", say("by an Advance")),), facts=tuple(facts)
    )


def price(seat: TiSeat, unit: Unit, at: str, to: str) -> Iterator[tuple[Say, str]]:
    """The parts of the price of one step, each with its clause (TI-TER, B-MOV-1, TI-ABL-17, TI-ABL-18)."""
    sc, atlas = scene(seat), seat.rules.atlas
    cost = ground.cost_twelfths(seat.rules, seat.s, unit, at, to) or 0
    shown = passage.points(cost)
    terrain = ground.terrain(seat.rules, seat.s, to)
    rise = ground.level(seat.rules, to) - ground.level(seat.rules, at)
    plain = (terrain.squad if unit.squad else terrain.vehicle) or 0
    if atlas.road(at, to) and terrain.road_discount:
        rule = "TI-ABL-17" if cost == ground.TRUCK_ROAD else "TI-TER-05"
        yield say("road {n}", n=shown), rule
    elif rise > 0 and cost > plain * POINT:
        yield say("uphill {n}", n=shown), "TI-TER-14"
    else:
        rule = TERRAIN_RULES.get(atlas.cell(to).terrain, "TI-MOV-03")
        yield say("{terrain} {n}", terrain=terrain.title, n=shown), rule
    foes = len(passage.enemies(sc, unit.side, to))
    if foes:
        yield (
            say("rolling over {n}: +{cost}", n=foes, cost=passage.points(foes * passage.OVERRUN)),
            "TI-ABL-18",
        )
    ends = passage.ends_in(sc, unit, to)
    if ends:
        yield say("the move ends here"), ends


# ---- threat
def threat(
    seat: TiSeat, at: str, own: str, bands: Callable[[TiSeat, Unit], dict[str, str]]
) -> Overlay | None:
    """The known enemies of whoever stands in a hex (of the viewer, when nobody does) that could fire at squads there from
    where they stand, with their printed FPR, or get next to it by an Advance to assault it.
    """
    atlas, units = seat.rules.atlas, seat.s.units
    if at not in atlas.index:
        return None
    here = [units[u].side for u in seat.board.units_at(at)]
    side = here[0] if here else own
    shades: dict[str, int] = {}
    facts: list[Fact] = []
    trails: list[Trail] = []
    for uid, unit in units.items():
        if unit.side == side or unit.type == HANDLE or not unit.on_map:
            continue
        band = bands(seat, unit).get(at)
        title = seat.rules.title(unit)
        if band is not None:
            power = fpr(seat, unit)
            shades[unit.at] = shades.get(unit.at, 0) + power
            text = say("fires: FPR {n}, {band} range", n=power, band=band)
            facts.append(Fact(title, text, ("TI-ATK-05",), (unit.at,)))
        near = storming(seat, uid, unit, at)
        if near is not None:
            shades.setdefault(unit.at, 0)
            facts.append(Fact(title, say("could come next to it and assault"), ("TI-ACT-01",), (unit.at,)))
            if near:
                trails.append(Trail((unit.at, *near, at), "attack"))
    total = sum(shades.values())
    head = Fact(say("Threat to {hex}", hex=at), say("FPR {n} in all", n=total), ("TI-ATK-05",), tuple(shades))
    legend = (Legend("threat", say("could fire or assault, with FPR")), Legend("target", say("the hex")))
    shaded = tuple(Shade(h, "threat", str(n) if n else "") for h, n in shades.items())
    return Overlay(
        "threat",
        say("Threat to {hex}", hex=at),
        (*shaded, Shade(at, "target", str(total))),
        tuple(trails),
        legend=legend,
        facts=(head, *facts),
    )


def fpr(seat: TiSeat, unit: Unit) -> int:
    """The printed FPR of a unit against squads (TI-UNIT-01); mortars, which are aimed otherwise, left out."""
    nation = seat.rules.tables.nations[unit.side]
    holders = (
        [nation.figures[kind] for kind in unit.figures for _ in range(unit.figures[kind])]
        if unit.squad
        else [nation.vehicles[unit.type]]
    )
    return sum(h.inf.fpr for h in holders if h.inf is not None)


def storming(seat: TiSeat, uid: str, unit: Unit, at: str) -> tuple[str, ...] | None:
    """How a squad gets next to a hex by an Advance (nothing: it is there already); None when it cannot."""
    atlas = seat.rules.atlas
    if not unit.squad or unit.condition:
        return None
    if atlas.distance(unit.at, at) <= 1:
        return ()
    begun = active.start_for(seat, "advance", uid)
    if atlas.distance(unit.at, at) - 1 > max(0, begun.left) // POINT:
        return None
    found = passage.routes(seat, uid, begun)
    ways = [(found[h][1], found[h][0]) for h in atlas.near[at] if h in found]
    return min(ways)[1] if ways else None


def front_line(seat: TiSeat, own: str) -> Overlay:
    """The line between the hexes nearer to one side's units and those nearer to the other's, as far as they are known."""
    index = seat.rules.atlas.index
    shown = [u for u in seat.s.units.values() if u.on_map and u.at in index]
    ours = bits_of({index[u.at] for u in shown if u.side == own})
    theirs = bits_of({index[u.at] for u in shown if u.side != own})
    sides = front(seat.rules.atlas, ours, theirs, NEAR)
    legend = (Legend("front", say("half way between the units of both sides")),)
    facts = (
        Fact(say("Front line"), counted(len(sides), say("1 hexside"), say("{n} hexsides", n=len(sides)))),
    )
    return Overlay(
        "front", say("Front line"), sides=tuple((name, "front") for name in sides), legend=legend, facts=facts
    )


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
        return route(seat, subject)
    if kind == "threat":
        return threat(seat, subject, _own(seat), bands)
    if kind == "front":
        return front_line(seat, _own(seat))
    if kind == "op_fire":
        return _op_fire(seat)
    return None


def _reach(seat: TiSeat, uid: str) -> Overlay | None:
    """Where an Advance can take a unit (of a handle nobody knows), or the rest of its move."""
    unit = seat.s.units.get(uid)
    if unit is None or unit.type == HANDLE or not present(seat.s, unit):
        return None
    start, extra = where_from(seat, uid), movement.leaving(unit)
    found = passage.routes(seat, uid, start)
    shades = tuple(Shade(at, "reach", passage.points(cost + extra)) for at, cost in found.costs.items())
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
