"""What the inspectors show about a hex or a unit: every line with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import points
from hexbench.engine.display import Fact, Facts
from hexbench.engine.values import Say, counted, listed, say
from hexbench.games.blitzkrieg import bridging, infiltrators, odds, passage, supply
from hexbench.games.blitzkrieg.engage import engagement_at, engagement_of
from hexbench.games.blitzkrieg.overlays import standing, supply_line, told
from hexbench.games.blitzkrieg.pieces import BATTERY, ELIMINATED, GROUND, MERGED, RASTER, SIDES, SKY
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.pieces import Printed, Unit
    from hexbench.games.blitzkrieg.seat import BkSeat

TERRAIN: Final = {
    "plain": say("Plain"),
    "forest": say("Forest"),
    "mountain": say("Mountain"),
    "city": say("City"),
    "siegfried": say("Siegfried line"),
}
CLASSES: Final = {
    "armor": say("Armor"),
    "motor_inf": say("Motorised infantry"),
    "artillery": say("Artillery"),
    "infantry": say("Infantry"),
    "volkswerfer": say("Volkswerfer"),
    "paratrooper": say("Paratroopers"),
    "infiltrator": say("Infiltrators"),
    "air": say("Air unit"),
    "v2": say("V2"),
}
_PRICES: Final = (
    ("armor", say("armor")),
    ("motor_inf", say("motorised")),
    ("infantry", say("foot")),
    ("volkswerfer", say("Volkswerfer")),
)
"""Artillery and infiltrators pay the costs of motorised infantry, paratroopers those of infantry (Table 9)."""


def facts(seat: BkSeat, ref: str) -> Facts | None:
    """A page about a hex or a unit; None for anything else."""
    return seat.page(ref, _hex, _unit)


# ---- a hex -------------------------------------------------------------------------------------------------------------
def _hex(seat: BkSeat, at: str) -> Iterator[Fact]:
    rules, s, board = seat.rules, seat.s, seat.board
    terrain = rules.terrain(at)
    yield Fact(say("Terrain"), TERRAIN[terrain], ("BK-MAP-02",))
    costs = [
        say("{who} {cost}", who=name, cost=points(passage.HALF * rules.tables.movement[kind][terrain]))
        for kind, name in _PRICES
    ]
    yield Fact(say("Movement points"), listed(costs), ("BK-MOV-02",))
    if terrain == "siegfried":
        yield Fact(say("Allied units"), say("never enter"), ("BK-MOV-11",))
    times = [
        say("{who} x{n}", who=name, n=rules.tables.defence[kind][terrain])
        for kind, name in _PRICES
        if rules.tables.defence[kind][terrain] != 1
    ]
    if times:
        yield Fact(say("Defence"), listed(times), ("BK-ODD-02",))
    yield from _sides(seat, at)
    yield from _dump(seat, at)
    here = board.at.get(at, ())
    if here:
        yield Fact(say("Units"), say("{n} of {limit}", n=len(here), limit=LIMIT), ("BK-MOV-08",))
    for side in SIDES:
        if board.zones[side].counts[rules.atlas.index[at]]:
            text = say("{side} units", side=Say(rules.side_name(side)))
            yield Fact(say("Next to"), text, ("BK-MOV-04", "BK-UI-22"))
    e = engagement_at(s, at)
    if e is not None:
        spots = tuple(dict.fromkeys(s.units[u].at for u in e.attackers))
        yield Fact(
            say("Engaged"),
            counted(len(e.attackers), say("by one unit"), say("by {n} units", n=len(e.attackers))),
            ("BK-ENG-05",),
            (*e.hexes, *spots),
        )
    if at in s.tried:
        yield Fact(say("Works"), say("demolition already tried this turn"), ("BK-BRG-04",), (at,))
    if at in s.built:
        yield Fact(say("Works"), say("building already tried this turn"), ("BK-BRG-08",), (at,))
    for side in SIDES:
        lines = supply_line(seat, side)
        line = lines.line(at)
        name = say("{side} supply", side=Say(rules.side_name(side)))
        if line is None and lines.endless:
            yield Fact(name, say("none needed (option)"), ("BK-OPT-03",))
        elif line is None:
            yield Fact(name, say("none"), ("BK-SUP-03",))
        else:
            yield Fact(name, told(seat, line), ("BK-SUP-03",), line.path)


def _sides(seat: BkSeat, at: str) -> Iterator[Fact]:
    """Roads, rivers and bridges, by direction."""
    rules, s, atlas = seat.rules, seat.s, seat.rules.atlas
    i = atlas.index[at]
    yield from seat.roads_at(at, "BK-MOV-03")
    for direction in range(6):
        if "river" not in atlas.side_kinds.get((i, direction), ()):
            continue
        side = atlas.side_of(i, direction)
        blown = s.blown.get(side, ())
        if side not in rules.bridges:
            what, rule = say("no bridge"), "BK-MOV-12"
        elif blown:
            what, rule = say("bridge destroyed in {ends}", ends=" and ".join(blown)), "BK-MAP-06"
        else:
            what, rule = say("bridge"), "BK-MOV-13"
        name = atlas.side_names.get((i, direction), "")
        words = say("{name}: {what}", name=name, what=what) if name else what
        yield Fact(say("River {way}", way=atlas.grid.directions[direction]), words, (rule,))


def _dump(seat: BkSeat, at: str) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    for key, dump in s.dumps.items():
        if dump.hex != at:
            continue
        if not dump.number:
            yield Fact(say("Fuel dump"), say("destroyed"), ("BK-SUP-23",))
            continue
        side = Say(rules.side_name(supply.supplies(s, seat.board, key)))
        text = counted(
            dump.number,
            say("supplies {side} units up to 1 hex from its roads", side=side),
            say("supplies {side} units up to {n} hexes from its roads", side=side, n=dump.number),
        )
        yield Fact(say("Fuel dump"), text, ("BK-SUP-03", "BK-SUP-04", "BK-SUP-10"))


# ---- a unit ------------------------------------------------------------------------------------------------------------
def _unit(seat: BkSeat, uid: str) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    unit, printed = s.units[uid], s.roster[uid]
    if unit.on_map:
        yield Fact(say("Place"), seat.hex_title(unit.at), (), (unit.at,))
    else:
        yield Fact(say("Place"), box_name(seat, unit.at))
    yield Fact(say("Class"), CLASSES[printed.type])
    if printed.formation:
        yield Fact(say("Formation"), Say(printed.formation))
    if printed.type in GROUND:
        yield from _strength(seat, unit, printed)
    if printed.mp:
        yield Fact(
            say("Movement"),
            counted(printed.mp, say("1 point"), say("{n} points", n=printed.mp)),
            ("BK-MOV-01",),
        )
        now = passage.points(rules, s, uid) * passage.HALF
        if now != 2 * printed.mp * passage.HALF:
            yield Fact(say("Movement now"), say("{n} points", n=points(now)), ("BK-MOV-18", "BK-SUP-25"))
    if not unit.on_map:
        return
    if unit.start and unit.start != unit.at:
        yield Fact(say("Began the turn in"), Say(unit.start), ("BK-MOV-07",), (unit.start,))
    if unit.fixed:
        yield Fact(say("This turn"), say("can no longer be picked up"), ("BK-MOV-17",))
    yield from standing(seat, uid)
    yield from _engaged(seat, uid)
    if printed.type == "infiltrator":
        yield from _spy(seat, unit)
    elif printed.type in GROUND:
        yield from _works(seat, uid)


def _strength(seat: BkSeat, unit: Unit, printed: Printed) -> Iterator[Fact]:
    if unit.at in (ELIMINATED, MERGED):
        return
    text = say("{n} of {whole}", n=unit.strength, whole=printed.strength)
    yield Fact(say("Attack strength"), text, ("BK-ODD-01",))
    divisor = {
        "artillery": seat.rules.tables.divisor.artillery,
        "volkswerfer": seat.rules.tables.divisor.volkswerfer,
    }.get(printed.type, 1)
    whole, rest = divmod(odds.defends_with(seat.rules, unit), divisor)
    number = str(whole) if not rest else f"{whole} {rest}/{divisor}".removeprefix("0 ")
    yield Fact(say("Defence before terrain"), Say(number), ("BK-ODD-03", "BK-SUP-14"))


def _engaged(seat: BkSeat, uid: str) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    e = engagement_of(s, uid)
    if e is not None:
        yield Fact(say("Engages"), Say(", ".join(e.hexes)), ("BK-ENG-01",), e.hexes)
    for gun, goal in (*s.fire.items(), *s.support.items()):
        if gun == uid:
            spot = s.units[goal].spot
            yield Fact(say("Artillery target"), rules.title(s.roster[goal]), ("BK-ART-02",), spot)
        elif goal == uid:
            yield Fact(say("Artillery on it"), rules.title(s.roster[gun]), ("BK-ART-03",), s.units[gun].spot)


def _spy(seat: BkSeat, unit: Unit) -> Iterator[Fact]:
    """How long it has been among Allied units, and how likely it is to be recognised next."""
    n = infiltrators.chances(seat.rules, unit.within + 1)
    if unit.within:
        yield Fact(say("Turns among Allied units"), Say(str(unit.within)), ("BK-INF-18",))
    if infiltrators.among_allies(seat.s, seat.board, unit.at):
        yield Fact(say("Next recognition"), say("on {n} of 6 rolls", n=n), ("BK-INF-04", "BK-INF-05"))


def _works(seat: BkSeat, uid: str) -> Iterator[Fact]:
    """What it could demolish or rebuild in its hex, with the chance of success."""
    s, rules = seat.s, seat.rules
    unit = s.units[uid]
    for build, title, rule in (
        (False, say("Could demolish"), "BK-BRG-06"),
        (True, say("Could rebuild"), "BK-BRG-09"),
    ):
        found = bridging.objects(rules, s, unit.at, build=build)
        if not found:
            continue
        dump = found == (unit.at,)
        near = tuple(dict.fromkeys(bridging.too_near(rules, s, unit.at, unit.side))) if dump else ()
        if near:
            text = say("not the dump: an enemy is within {n} hexes", n=bridging.SAFE)
            yield Fact(title, text, ("BK-SUP-22",), near)
            continue
        where = bridging.column(rules, s, seat.board, unit.at, unit.side, build=build)
        n = bridging.chances(rules, where, build=build)
        what = say("the dump") if dump else say("the bridge to {hexes}", hexes=", ".join(found))
        yield Fact(title, say("{what}, on {n} of 6 rolls", what=what, n=n), (rule,), found)


def box_name(seat: BkSeat, box: str) -> Say:
    """The place of a unit that is not on the map."""
    if box.startswith("#due/"):
        from hexbench.games.blitzkrieg import weather

        return say("due on {turn}", turn=weather.name(int(box.removeprefix("#due/"))))
    if box in RASTER.values():
        return say("in the raster")
    if box in SKY.values():
        return say("at its airfield")
    return {
        ELIMINATED: say("eliminated"),
        MERGED: say("merged into another unit"),
        BATTERY: say("at its battery"),
    }.get(box, Say(box))
