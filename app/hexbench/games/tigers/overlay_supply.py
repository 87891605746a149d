"""Overlays of supply: the line of a unit to its edge, where it is cut and by whom, and how far supply reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Fact, Legend, Overlay, Shade, Trail
from hexbench.engine.values import Say, say
from hexbench.games.tigers import ground, supply, zoc
from hexbench.games.tigers.pieces import FOE, SIDES, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat

_LEGEND: Final = (Legend("supply", say("line of supply")), Legend("cut", say("line cut by the enemy")))


def trail(seat: TgSeat, side: str, at: str) -> Trail | None:
    """The line of a hex, or the one it would have, broken where the enemy cuts it; None when there is no road in reach."""
    rules, s, board = seat.rules, seat.s, seat.board
    found = supply.trace(rules, s, board, side, at)
    if found.path:
        return Trail(found.path, "supply")
    path, broken = supply.cut(rules, s, board, side, at)
    return Trail(path, "cut", (), broken) if path else None


def one_unit(seat: TgSeat, uid: str) -> Overlay | None:
    """The line of one unit."""
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map or uid == VDH:
        return None
    line = trail(seat, unit.side, unit.at)
    good = supply.supplied(seat.rules, seat.s, seat.board, uid)
    legend: tuple[Legend, ...] = _LEGEND
    if line is None:
        legend = (Legend("cut", say("no road to an edge within four hexes")),)
    return Overlay(
        "supply_unit",
        say("Supply of {unit}", unit=seat.rules.title(seat.s.roster[uid])),
        (Shade(unit.at, "supplied" if good else "cut"),),
        () if line is None else (line,),
        legend=legend,
        facts=tuple(facts(seat, unit.side, unit.at, seat.rules.title(seat.s.roster[uid]))),
    )


def facts(seat: TgSeat, side: str, at: str, name: Say) -> Iterator[Fact]:
    """How the units of a hex are supplied, or what cuts them off."""
    rules, s, board = seat.rules, seat.s, seat.board
    if s.airlifted.get(at) == side:
        yield Fact(name, say("supplied from the air"), ("AMB-51",), (at,))
        return
    found = supply.trace(rules, s, board, side, at)
    if found.path:
        yield Fact(name, say("in supply, {n} from the road", n=found.far), ("TG-SUP-01",), found.path)
        return
    yield Fact(name, say("out of supply"), ("TG-SUP-01",), (at,))
    path, broken = supply.cut(rules, s, board, side, at)
    if broken:
        yield Fact(say("Cut at {hex}", hex=broken), cutter(seat, side, broken), ("AMB-45",), (broken,))
    elif not path:
        yield Fact(say("Line"), say("no road to an edge within four hexes"), ("AMB-46",))


def cutter(seat: TgSeat, side: str, at: str) -> Say:
    """Who closes a hex to the lines of a side."""
    s, board = seat.s, seat.board
    foe = FOE[side]
    there = [u for u in board.units_at(at) if s.units[u].side == foe]
    if there:
        return say("held by {units}", units=_names(seat, there))
    for projector, strength in zoc.zones(seat.rules, s, board, foe).get(at, ()):
        if strength == zoc.STRONG or not ground.river(seat.rules, at, projector):
            units = zoc.stands(s, board, foe)[projector]
            kind = say("strong zone") if strength == zoc.STRONG else say("weak zone")
            return say("in the {kind} of {units}", kind=kind, units=_names(seat, list(units)))
    return say("held by the enemy")


def _names(seat: TgSeat, uids: list[str]) -> Say:
    titles = [seat.rules.title(seat.s.roster[u]) for u in uids]
    keys = [f"u{i}" for i in range(len(titles))]
    return Say(", ".join(f"{{{key}}}" for key in keys), tuple(zip(keys, titles, strict=True)))


def everybody(seat: TgSeat) -> Overlay:
    """Every hex with units by its supply; the lines of those that have none."""
    rules, s, board = seat.rules, seat.s, seat.board
    shades: list[Shade] = []
    trails: list[Trail] = []
    lines: list[Fact] = []
    order = rules.atlas.index
    for side in SIDES:
        for at, uids in sorted(zoc.stands(s, board, side).items(), key=lambda one: order[one[0]]):
            if supply.supplied_at(rules, s, board, side, at):
                shades.append(Shade(at, "supplied"))
                continue
            shades.append(Shade(at, "cut"))
            line = trail(seat, side, at)
            if line is not None:
                trails.append(line)
            lines += facts(seat, side, at, _names(seat, list(uids)))
    legend = (
        Legend("supplied", say("in supply")),
        Legend("cut", say("out of supply, with the line that is cut")),
    )
    return Overlay(
        "supply", say("Supply of all units"), tuple(shades), tuple(trails), legend=legend, facts=tuple(lines)
    )


def reached(seat: TgSeat, side: str) -> Overlay:
    """The supply roads of a side, the hexes that have a line and what it counts, and where the enemy blocks the road."""
    rules, s, board = seat.rules, seat.s, seat.board
    found = supply.net(rules, s, board, side)
    shades: list[Shade] = []
    for at in rules.atlas.labels:
        if at in found.onward:
            shades.append(Shade(at, "supply"))
        elif at not in found.blocked:
            line = supply.trace(rules, s, board, side, at)
            if line.path:
                shades.append(Shade(at, "supplied", str(line.far)))
        elif ground.on_road(rules, at):
            shades.append(Shade(at, "cut"))
    legend = (
        Legend("supply", say("road that leads to an edge")),
        Legend("supplied", say("hexes to such a road")),
        Legend("cut", say("road hex blocked by the enemy")),
    )
    return Overlay(
        "supply_net",
        say("Where {side} supply reaches", side=rules.side_name(side)),
        tuple(shades),
        legend=legend,
    )
