"""What the inspectors show about a hex or a unit, each line with the rule behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import points
from hexbench.engine.display import Fact, Facts
from hexbench.engine.values import Say, counted, listed, say
from hexbench.games.iron_tide import combat_display, display, movement, names
from hexbench.games.iron_tide.stacking import LIMIT, friends_at

if TYPE_CHECKING:
    from hexbench.games.iron_tide.pieces import Printed
    from hexbench.games.iron_tide.seat import ItSeat

TERRAIN: Final = {
    "clear": say("Clear"),
    "rough": say("Rough"),
    "woods": say("Woods"),
    "heavy_woods": say("Heavy woods"),
    "marsh": say("Marsh"),
}
FEATURES: Final = {"town": say("town"), "city": say("city"), "westwall": say("Westwall")}
SIDES: Final = {"german": say("German"), "allied": say("Allied")}
_CLASSES: Final = (("N", say("foot")), ("MI", say("mechanized infantry")), ("M", say("other mechanized")))
_STATES: Final = {"supplied": say("Supplied"), "out": say("Out of supply"), "isolated": say("Isolated")}


def facts(seat: ItSeat, ref: str) -> Facts | None:
    """The facts about a hex or a unit; None for anything else."""
    if ref in seat.board.atlas.index:
        return Facts(seat.hex_title(ref), tuple(_hex(seat, ref)))
    if ref in seat.s.units:
        return Facts(names.full_name(seat.s.roster[ref], seat.s.units[ref]), tuple(_unit(seat, ref)))
    return None


def _hex(seat: ItSeat, at: str) -> Iterator[Fact]:
    atlas, tec = seat.board.atlas, seat.rules.tables.tec
    cell = atlas.cell(at)
    features = [FEATURES.get(f, Say(f)) for f in cell.features]
    yield Fact(say("Terrain"), listed([TERRAIN.get(cell.terrain, Say(cell.terrain)), *features]), ("2.1a",))
    costs: list[Say] = []
    for mobility, name in _CLASSES:
        cost = tec.hex_cost(cell.terrain, cell.features, mobility)  # type: ignore[arg-type]
        text = say("closed") if cost is None else Say(points(cost))
        costs.append(say("{who} {cost}", who=name, cost=text))
    yield Fact(say("Cost to enter"), listed(costs), ("5.1a",))
    yield from _sides(seat, at)
    for side, name in SIDES.items():
        if seat.board.zones[side].holds(atlas.index[at]):
            yield Fact(say("Zone of control"), name, ("7.0a",))
    for side, name in SIDES.items():
        n = len(friends_at(seat.s, seat.board, side, at))
        if n:
            rules = ("8.1a",) if n <= LIMIT else ("8.1a", "8.1c")
            yield Fact(say("Units"), say("{n} {side}, of {limit}", n=n, side=name, limit=LIMIT), rules)
    yield from seat.markers_at(at)
    for side, name in SIDES.items():
        supply = seat.supply(side)
        if supply.traces(at):
            path = supply.path(at)
            off_road = supply.distance(at) or 0
            yield Fact(
                say("{side} supply", side=name),
                counted(
                    off_road,
                    say("traced, one hex to a supply road or edge"),
                    say("traced, {n} hexes to a supply road or edge", n=off_road),
                ),
                ("12.1a",),
                path,
            )
        else:
            path, cut = supply.cut(at)
            text = say("cut at {hex}", hex=cut) if cut else say("no road or edge within five hexes")
            yield Fact(say("{side} supply", side=name), text, ("12.2a",), (cut,) if cut else ())


def _sides(seat: ItSeat, at: str) -> Iterator[Fact]:
    """Rivers, bridges and roads, by direction."""
    atlas = seat.board.atlas
    i = atlas.index[at]
    yield from seat.roads_at(at, "5.1b")
    for direction in range(6):
        kinds = atlas.side_kinds.get((i, direction), ())
        if "river" not in kinds and "lake" not in kinds:
            continue
        name = atlas.side_names.get((i, direction), "")
        compass = atlas.grid.directions[direction]
        if "lake" in kinds:
            what, rule = say("lake"), "5.1g"
        elif "ford" in kinds:
            what, rule = say("ford"), "11.9j"
        elif atlas.around[i][direction] >= 0 and seat.rules.prices.unbridged(
            seat.rules.prices.link(i, direction), seat.s.bridges
        ):
            destroyed = seat.s.bridges.get(atlas.side_of(i, direction)) == "destroyed"
            what, rule = (say("bridge destroyed"), "13.1e") if destroyed else (say("no bridge"), "5.1d")
        else:
            what, rule = say("bridge"), "5.1b"
        yield Fact(
            say("River {way}", way=compass), say("{name}: {what}", name=name or "-", what=what), (rule,)
        )


def _unit(seat: ItSeat, uid: str) -> Iterator[Fact]:
    s = seat.s
    unit, printed = s.units[uid], s.roster[uid]
    if unit.on_map:
        yield Fact(say("Place"), seat.hex_title(unit.at), (), (unit.at,))
    else:
        yield Fact(say("Place"), box_name(unit.at))
    if printed.army:
        yield Fact(say("Army"), display.ARMIES.get(printed.army, Say(printed.army)), ("17.4b",))
    if printed.division:
        yield Fact(say("Division"), Say(names.division_name(printed.division)), ("2.31d",))
    yield Fact(say("Combat"), _strength(printed, unit.cadre), ("2.31i",))
    chit = combat_display.chit_fact(seat, uid, unit, printed)
    if chit is not None:
        yield chit
    yield Fact(
        say("Movement"),
        say("{mf} MP, {kind}", mf=printed.movement, kind=dict(_CLASSES)[printed.mobility]),
        ("2.31h",),
    )
    if not unit.on_map:
        return
    now = movement.allowance(seat, unit, printed)
    if now != printed.movement:
        yield Fact(say("Movement now"), Say(str(now)), ("12.2c",) if unit.supply == "out" else ("16.3b",))
    yield Fact(say("Supply at last check"), _STATES[unit.supply], ("12.2a",))
    supply = seat.supply(unit.side)
    if supply.traces(unit.at):
        path = supply.path(unit.at)
        yield Fact(say("Supply now"), say("traced to {hex}", hex=path[-1]), ("12.1a",), path)
    else:
        path, cut = supply.cut(unit.at)
        if cut:
            yield Fact(say("Supply now"), say("cut at {hex}", hex=cut), ("12.2a",), path)
        else:
            yield Fact(say("Supply now"), say("no supply road or edge within five hexes"), ("12.2a",))
    if printed.temporary_zoc:
        text = say("while it stays in its starting hex") if unit.zoc else say("lost: it has moved")
        yield Fact(say("Temporary zone of control"), text, ("7.4b", "7.4c"))


def _strength(printed: Printed, cadre: bool) -> Say:
    if printed.size != "regiment":
        return say("factor {n}", n=printed.factor)
    if cadre:
        return say("cadre, factor {n}", n=printed.cadre_factor)
    if not printed.cup:
        return say("no chit")
    return say("{cup} chit, line {letter}", cup=printed.cup, letter=printed.letter)


def box_name(box: str) -> Say:
    """The place of a unit that is not on the map, in words."""
    if box.startswith("#due/COND"):
        return say("held back until the Meuse is crossed")
    if box.startswith("#due/"):
        return say("due on {turn}", turn=box.removeprefix("#due/"))
    if box.startswith("#tray"):
        return say("still to be placed")
    return {
        "#eliminated": say("eliminated"),
        "#eliminated/isolated": say("eliminated while isolated: cannot be rebuilt"),
        "#exited": say("left the map"),
    }.get(box, Say(box))
