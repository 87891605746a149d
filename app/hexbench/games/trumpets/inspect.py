"""The inspector's facts about a hex or a unit, each with the clause behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.board import remembered
from hexbench.engine.display import Fact, Facts
from hexbench.engine.values import Say, counted, say
from hexbench.games.trumpets import display, passage, supply
from hexbench.games.trumpets.pieces import ELIMINATED, EXITED, SIDES, scaled
from hexbench.games.trumpets.strength import ROWS

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.seat import TtSeat

CATEGORIES: Final = {
    "front_line": say("front line"),
    "combat_support": say("combat support"),
    "artillery": say("artillery"),
    "hq": say("headquarters"),
}
MOVES: Final = {"foot": say("foot"), "wheeled": say("wheeled"), "tracked": say("tracked")}
_BUILT: Final = ("village", "town", "city")


def facts(seat: TtSeat, ref: str) -> Facts | None:
    """The facts about a hex or a unit; None for anything else."""
    return seat.page(ref, _hex, _unit)


def halves(n: int) -> str:
    """Halves of a movement factor as printed: "2", "1/2", "1 1/2"."""
    whole, rest = divmod(n, 2)
    return f"{whole} 1/2" if rest and whole else "1/2" if rest else str(whole)


def box_name(box: str) -> Say:
    """Where a unit off the map is."""
    if box.startswith("#due/"):
        return say("due on {turn}", turn=box.removeprefix("#due/"))
    return {ELIMINATED: say("eliminated"), EXITED: say("left the map")}.get(box, Say(box))


# ---- a hex ------------------------------------------------------------------------------------------------------------
def _hex(seat: TtSeat, at: str) -> Iterator[Fact]:
    rules, atlas = seat.rules, seat.rules.atlas
    cell = atlas.cell(at)
    built = next((one for one in cell.features if one in _BUILT), "")
    terrain = rules.tables.terrain
    base = Say(terrain[cell.terrain].name)
    if built:
        text = say("{base} with a {built}", base=base, built=Say(terrain[built].name.lower()))
        yield Fact(say("Terrain"), text, ("TT-TER-35", ROWS[built][0], *_rule_of(cell.terrain, built)))
    else:
        yield Fact(say("Terrain"), base, ("TT-TER-35", ROWS[cell.terrain][0]))
    yield Fact(say("Cost to enter"), _costs(seat, built or cell.terrain), ("TT-REC-03",))
    yield from _edges(seat, at)
    yield from seat.markers_at(at)
    if at in _squalls(seat):
        yield Fact(say("Weather"), say("Snow Squall area"), ("TT-GEN-08", "TT-CAN-01"))
    if seat.s.mission.area and at not in seat.s.mission.area:
        yield Fact(say("Area"), say("not in play in this scenario"), ("TT-RET-02",))
    for side in SIDES:
        yield from _side_facts(seat, at, side)


def _rule_of(base: str, built: str) -> tuple[str, ...]:
    """Towns and cities replace the base terrain, a village adds to it (TT-TER-35)."""
    return (ROWS[base][0],) if built == "village" else ()


def _costs(seat: TtSeat, key: str) -> Say:
    cost = seat.rules.tables.costs[key]
    parts = {move: getattr(cost, move) for move in MOVES}
    template = ", ".join(f"{{{move}}} {{{move}_n}}" for move in MOVES)
    args: list[tuple[str, str | int | Say]] = []
    for move, n in parts.items():
        args += [(move, MOVES[move]), (f"{move}_n", say("only by road") if n is None else Say(halves(n)))]
    return Say(template, tuple(args))


def _listed(tags: Sequence[str]) -> Say:
    """A list of tags, each of which is translated separately."""
    keys = [f"tag{n}" for n in range(len(tags))]
    words = (Say(tag.replace("_", " ")) for tag in tags)
    return Say(", ".join(f"{{{key}}}" for key in keys), tuple(zip(keys, words, strict=True)))


def _squalls(seat: TtSeat) -> tuple[str, ...]:
    s = seat.s
    return s.mission.squalls.get(s.mission.turns[s.turn - 1], ())


def _edges(seat: TtSeat, at: str) -> Iterator[Fact]:
    """Roads, streams and rivers by direction."""
    atlas = seat.rules.atlas
    i = atlas.index[at]
    roads: list[str] = []
    waters: dict[str, list[str]] = {}
    for direction, compass in enumerate(atlas.grid.directions):
        if (i, direction) in atlas.roads:
            roads.append(compass)
        kinds = atlas.side_kinds.get((i, direction), ())
        for kind in ("stream", "river"):
            if kind in kinds:
                waters.setdefault(kind, []).append(f"{compass} (bridge)" if "bridge" in kinds else compass)
    if roads:
        yield Fact(say("Road"), Say(" ".join(roads)), ("TT-REC-03",))
    for kind, where in waters.items():
        name = say("Stream") if kind == "stream" else say("River")
        rules = (ROWS[kind][0], "TT-REC-03" if kind == "stream" else "TT-REC-17")
        yield Fact(name, Say(", ".join(where)), rules)


def _side_facts(seat: TtSeat, at: str, side: Side) -> Iterator[Fact]:
    s, rules, board = seat.s, seat.rules, seat.board
    name = Say(rules.side_name(side))
    here = tuple(u for u in board.units_at(at) if s.units[u].side == side)
    if here:
        front, others = passage.counted(rules, s, here)
        text = say(
            "{front} of {most} front line, {others} of {more} others",
            front=front,
            most=rules.tables.stack_front,
            others=others,
            more=rules.tables.stack_other,
        )
        yield Fact(say("{side} stacking", side=name), text, ("TT-REC-02",))
    if at in zones(seat, side):
        yield Fact(say("Zone of control"), name, ("TT-REC-05",))
    far = reached(seat, side).get(at)
    if far is None:
        text = say("none: no road to a source within {n} unblocked hexes", n=rules.tables.supply_reach)
    elif far:
        text = counted(
            far,
            say("in supply, 1 hex from a supply road"),
            say("in supply, {n} hexes from a supply road", n=far),
        )
    else:
        text = say("in supply, on a supply road")
    yield Fact(say("{side} supply", side=name), text, ("TT-REC-12",))


@remembered
def zones(seat: TtSeat, side: Side) -> frozenset[str]:
    """The hexes in zones of control of a side."""
    return passage.zoned(seat.rules, seat.s, seat.board, side)


@remembered
def reached(seat: TtSeat, side: Side) -> dict[str, int]:
    """Maps every hex in which a unit of a side would be in supply to its distance from the nearest supply
    road.
    """
    return supply.supplied_hexes(seat.rules, seat.s, seat.board, side)


# ---- a unit -----------------------------------------------------------------------------------------------------------
def _unit(seat: TtSeat, uid: str) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    unit, printed = s.units[uid], s.mission.units[uid]
    template = rules.template(printed)
    if unit.on_map:
        yield Fact(say("Place"), seat.hex_title(unit.at), (), (unit.at,))
    else:
        yield Fact(say("Place"), box_name(unit.at))
        if unit.at.startswith("#due/"):
            yield Fact(say("Enters by"), seat.hex_title(printed.at), ("TT-REC-02",), (printed.at,))
    yield Fact(say("Category"), CATEGORIES[template.category], ("TT-GEN-03",))
    yield Fact(say("Division"), Say(printed.division or "-"), ("TT-REC-13",))
    left = max(template.steps - unit.lost, 0)
    yield Fact(say("Steps"), say("{n} of {full}", n=left, full=template.steps), ("TT-LOSS-03",))
    af, df = (scaled(n, left, template.steps) for n in (template.af, template.df))
    yield Fact(say("Attack and defence"), say("{af} and {df}", af=af, df=df), ("TT-REC-11",))
    yield Fact(say("Efficiency rating"), say("{er}", er=printed.er), ("TT-GEN-05", "TT-WPN-14"))
    if template.fa or template.nw:
        kind = say("field artillery") if template.fa else say("Nebelwerfer")
        factor = template.fa or template.nw
        text = say("{kind} {n}, range {range}", kind=kind, n=factor, range=template.range)
        yield Fact(say("Fires"), text, ("TT-REC-08", "TT-REC-09"))
    if rules.fires_tot(printed):
        day = int(s.mission.turns[s.turn - 1][:-2])
        text = say("used today") if unit.tot_day == day else say("once a day, with three others")
        yield Fact(say("Time on target"), text, ("TT-REC-08",))
    tags = sorted(rules.tags(printed) - {template.category})
    if tags:
        yield Fact(say("Tags"), _listed(tags), ("TT-GEN-02",))
    yield from _going(seat, uid)
    if unit.on_map:
        for mark in display.marks(seat, uid, unit):
            yield Fact(
                say("Status"), mark.say, (mark.rule,), _spots(seat, uid) if mark.key == "engaged" else ()
            )


def _spots(seat: TtSeat, uid: str) -> tuple[str, ...]:
    """The hexes of the enemies a unit is engaged with."""
    units = seat.s.units
    return tuple(dict.fromkeys(units[foe].at for foe in units[uid].engaged if units[foe].on_map))


def _going(seat: TtSeat, uid: str) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    unit, template = s.units[uid], rules.template(s.mission.units[uid])
    text = say("MF {mf}, {how}", mf=template.mf, how=MOVES[template.move])
    yield Fact(say("Movement"), text, ("TT-REC-03",))
    if not unit.on_map:
        return
    have = passage.allowance(rules, s, uid)
    if have.halves != 2 * template.mf or unit.spent:
        left = max(have.halves - unit.spent, 0)
        text = say("{left} of {mf} left", left=halves(left), mf=halves(have.halves))
        rule = ("TT-REC-07",) if passage.night(s) else () if unit.supplied else ("TT-REC-12",)
        yield Fact(say("Movement now"), text, rule or ("TT-REC-03",))
    if have.by_road > have.halves:
        yield Fact(say("On roads at night"), say("MF {mf}", mf=halves(have.by_road)), ("TT-REC-07",))
