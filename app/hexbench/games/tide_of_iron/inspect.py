"""What the inspectors say about a hex or a unit: every line with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import points
from hexbench.engine.display import Fact, Facts
from hexbench.engine.values import Say, say
from hexbench.games.tide_of_iron import concealment, ground, names, passage, volley
from hexbench.games.tide_of_iron.pieces import HANDLE, NONE, UNSEEN
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiSeat
    from hexbench.games.tide_of_iron.tables import Weapon

TERRAIN_RULES: Final = {
    "clear": "TI-TER-01",
    "rough": "TI-TER-02",
    "woods": "TI-TER-03",
    "stream_shallow": "TI-TER-08",
    "stream_deep": "TI-TER-09",
    "stream_flooded": "TI-TER-10",
    "pond": "TI-TER-11",
    "bridge": "TI-TER-12",
    "building": "TI-TER-17",
}
_WORKS_RULES: Final = {
    "entrenchment": "TI-FORT-07",
    "pillbox": "TI-FORT-08",
    "razor_wire": "TI-FORT-09",
    "tank_trap": "TI-FORT-15",
    "minefield": "TI-FORT-19",
    "smoke": "TI-SMK-01",
}


def facts(seat: TiSeat, ref: str) -> Facts | None:
    """A page about a hex or a unit; None for anything else."""
    if ref in seat.rules.atlas.index:
        return Facts(seat.hex_title(ref), tuple(_hex(seat, ref)))
    unit = seat.s.units.get(ref)
    if unit is None:
        return None
    if unit.type == HANDLE:
        return Facts(say("A concealed squad"), tuple(_handle(seat, unit)))
    return Facts(seat.rules.title(unit), tuple(_unit(seat, ref, unit)))


# ---- a hex
def _hex(seat: TiSeat, at: str) -> Iterator[Fact]:
    rules, s = seat.rules, seat.s
    key = rules.atlas.cell(at).terrain
    kind = ground.terrain(rules, s, at)
    rule = TERRAIN_RULES.get(key, "TI-TER-01")
    yield Fact(say("Terrain"), say("{title}", title=kind.title), (rule,))
    yield Fact(say("Level"), say("{n}", n=ground.level(rules, at)), ("TI-LOS-08",))
    yield Fact(say("Squad cost"), _price(kind.squad), (rule,))
    yield Fact(say("Vehicle cost"), _price(kind.vehicle), (rule,))
    yield Fact(say("Cover"), say("{n}", n=kind.cover), (rule,))
    if kind.blocks:
        yield Fact(say("Line of sight"), say("blocked"), ("TI-LOS-03",))
    links = tuple(h for h in rules.atlas.near[at] if rules.atlas.road(at, h))
    if links:
        yield Fact(say("Road to"), say("{hexes}", hexes=", ".join(links)), ("TI-TER-05",), links)
    cliffs = tuple(h for h in rules.atlas.near[at] if ground.cliff(rules, at, h))
    if cliffs:
        yield Fact(say("Cliff to"), say("{hexes}", hexes=", ".join(cliffs)), ("TI-TER-15",), cliffs)
    yield from _works(seat, at)
    for objective in s.mission.objectives:
        if objective.hex == at:
            holder = s.control.get(objective.id)
            who = say("{side}", side=rules.side_name(holder)) if holder else say("nobody")
            title = objective.title or objective.id
            yield Fact(say("Objective"), say("{title}, held by {who}", title=title, who=who), ("TI-CMD-01",))


def _price(points: int | None) -> Say:
    return say("cannot enter") if points is None else say("{n} MP", n=points)


def _works(seat: TiSeat, at: str) -> Iterator[Fact]:
    works = seat.s.works.get(at, NONE)
    for kind, rule in _WORKS_RULES.items():
        count = int(getattr(works, kind))
        if count:
            text = (
                say("{n} x {marker}", n=count, marker=names.marker(kind)) if count > 1 else names.marker(kind)
            )
            yield Fact(say("Marker"), text, (rule,))


# ---- a unit
def _handle(seat: TiSeat, unit: Unit) -> Iterator[Fact]:
    yield Fact(say("Place"), say("{at}", at=unit.at), hexes=(unit.at,))
    yield Fact(say("Concealed"), say("cannot be fired at"), ("TI-CNC-02",))
    yield from _state(seat, unit)


def _unit(seat: TiSeat, uid: str, unit: Unit) -> Iterator[Fact]:
    rules, sc = seat.rules, scene(seat)
    yield Fact(say("Side"), say("{side}", side=rules.side_name(unit.side)))
    yield _place(seat, unit)
    if unit.squad:
        yield Fact(say("Figures"), names.figures(unit.figures), ("M-01",))
        if unit.specialization:
            yield Fact(say("Specialization"), names.special(unit.specialization), ("TI-SPC-01",))
    else:
        printed = rules.vehicle(unit)
        yield Fact(say("Type"), say("{name}", name=printed.name), ("TI-UNIT-14",))
        yield Fact(
            say("Armour"), say("{n}", n=max(0, printed.av - bool(unit.damage))), ("TI-ATK-06", "B-ATK-6")
        )
        yield Fact(say("Against squads"), _gun(printed.inf), ("TI-UNIT-01",))
        yield Fact(say("Against vehicles"), _gun(printed.veh), ("TI-UNIT-01",))
        if printed.transport:
            inside = [rules.title(seat.s.units[x]) for x in seat.board.passengers(uid)]
            text = say("{n} of {room}", n=len(inside), room=printed.transport)
            yield Fact(say("Squads inside"), text, ("TI-TRN-01",))
            for name in inside:
                yield Fact(say("Inside"), name, ("TI-TRN-14",))
    if unit.on_map or unit.inside:
        moves = points(passage.allowance(rules, sc, uid))
        faster = unit.has("officer") and unit.on_map  # abilities are of no use in a vehicle (TI-TRN-06)
        rule = ("TI-MOV-01", "TI-ABL-05") if faster else ("TI-MOV-01",)
        yield Fact(say("Movement"), say("{n} MP", n=moves), rule)
    if unit.on_map:
        for term in volley.cover(sc, uid, "normal"):
            yield Fact(say("Cover: {what}", what=term.say), say("{n}", n=term.amount), _rules(term))
    yield from _state(seat, unit)


def _rules(term: object) -> tuple[str, ...]:
    return tuple(clause.rule for clause in getattr(term, "clauses", ()))


def _gun(gun: Weapon) -> Say:
    return say("range {range}, FPR {fpr}", range=gun.range, fpr=gun.fpr) if gun.fpr else say("nothing")


def _place(seat: TiSeat, unit: Unit) -> Fact:
    if unit.at == UNSEEN:
        return Fact(say("Place"), say("concealed, place unknown"), ("TI-CNC-01",))
    if unit.inside:
        vehicle = seat.s.units[unit.inside]
        return Fact(
            say("Place"),
            say("in {vehicle}", vehicle=seat.rules.title(vehicle)),
            ("TI-TRN-04",),
            (vehicle.at,),
        )
    if unit.on_map:
        return Fact(say("Place"), say("{at}", at=unit.at), (), (unit.at,))
    return Fact(say("Place"), say("not on the map"))


def _state(seat: TiSeat, unit: Unit) -> Iterator[Fact]:
    """Tokens and conditions, in words."""
    if unit.token == "fatigued":
        yield Fact(say("Token"), say("fatigued: has already acted"), ("TI-SEQ-08",))
    elif unit.token:
        yield Fact(say("Token"), say("in op fire mode"), ("TI-OPF-01",))
    if unit.condition == "pinned":
        yield Fact(
            say("Condition"), say("pinned: cannot move; can fire only if rallied"), ("TI-CON-01", "TI-CON-02")
        )
    elif unit.condition:
        yield Fact(say("Condition"), say("disrupted: cannot move or fire"), ("TI-CON-05",))
    if unit.damage == "light":
        yield Fact(say("Damage"), say("light: 1 MP and 1 armour less"), ("TI-ATK-23",))
    elif unit.damage:
        yield Fact(say("Damage"), say("heavy: cannot move, fires at half firepower"), ("TI-ATK-24",))
    if unit.shelter:
        rule = _WORKS_RULES[unit.shelter]
        yield Fact(say("Inside"), names.marker(unit.shelter), ("TI-FORT-01", rule))
    if unit.concealed and unit.type != HANDLE and unit.on_map:
        safe = concealment.in_cover(seat.rules, seat.s, unit)
        text = say("yes, in cover") if safe else say("yes, until an enemy sees it")
        yield Fact(say("Concealed"), text, ("TI-CNC-02", "TI-CNC-07"))
