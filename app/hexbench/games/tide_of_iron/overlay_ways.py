"""Overlays about what may come: the way of a unit and its costs, who could fire at a hex or storm it, and the front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT
from hexbench.atlas.bits import bits_of
from hexbench.atlas.front import front
from hexbench.engine.display import Fact, Legend, Overlay, Shade, Trail
from hexbench.engine.values import Say, counted, say
from hexbench.games.tide_of_iron import active, ground, movement, passage, routing
from hexbench.games.tide_of_iron.acting import present
from hexbench.games.tide_of_iron.inspect import TERRAIN_RULES
from hexbench.games.tide_of_iron.pieces import HANDLE
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from hexbench.games.tide_of_iron.passage import Start
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiSeat

NEAR: Final = 4
"""The front is drawn where somebody stands so near."""


def start(seat: TiSeat, uid: str) -> Start:
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
    begun = start(seat, uid)
    if goal == begun.at:
        return None
    title = say("Way of {unit} to {hex}", unit=seat.rules.title(unit), hex=goal)
    found = routing.routes(seat, uid, begun).get(goal)
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
    found = routing.routes(seat, uid, begun)
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
