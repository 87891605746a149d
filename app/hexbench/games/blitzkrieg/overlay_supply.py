"""Overlays of supply: the line of a unit and what cuts it, who is cut off, and where lines reach (BK-SUP-03, BK-SUP-07)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Fact, Legend, Overlay, Shade, Trail
from hexbench.engine.values import Say, counted, say
from hexbench.games.blitzkrieg import dumps
from hexbench.games.blitzkrieg.pieces import FOE, GROUND, Side
from hexbench.games.blitzkrieg.supply import Line, Supply, needs

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat

_LEGEND: Final = (
    Legend("supply", say("supply line")),
    Legend("cut", say("line the enemy cuts")),
)


def supply(seat: BkSeat, side: Side) -> Supply:
    """The supply of a side in the position of a seat."""
    found: Supply | None = seat.memo.get(("supply", side))
    if found is None:
        found = seat.memo["supply", side] = Supply(seat.rules, seat.s, seat.board, side)
    return found


def told(seat: BkSeat, line: Line) -> Say:
    """A supply line in words."""
    place = dumps.place(seat.rules, seat.s.dumps[line.dump].hex)
    if not line.off_road:
        return say("on a road to the dump of {place}", place=place)
    return say("hexes from a road to the dump of {place}: {n}", place=place, n=line.off_road)


def standing(seat: BkSeat, uid: str) -> Iterator[Fact]:
    """How a unit is supplied now, and how it was judged last."""
    s, rules = seat.s, seat.rules
    unit = s.units[uid]
    if unit.isolated:
        text = say("isolated, {n} turns", n=unit.isolated) if unit.isolated > 1 else say("isolated, 1 turn")
        yield Fact(say("When last judged"), text, ("BK-SUP-15", "BK-SUP-21"))
        yield Fact(say("In supply again"), say("strength {n}", n=unit.base), ("BK-SUP-19",))
    if not needs(s, uid):
        return
    lines = supply(seat, unit.side)
    line = lines.line(unit.at)
    if line is not None:
        yield Fact(say("Supply now"), told(seat, line), ("BK-SUP-03",), line.path)
        return
    ban = lines.ban(unit.at)
    if ban is None:
        text = say("no road to a dump within its number of hexes")
        yield Fact(say("Supply now"), text, ("BK-SUP-03",), unit.spot)
        return
    yield Fact(
        say("Supply now"),
        say("the line to {dump} is cut", dump=dumps.place(rules, s.dumps[ban.dump].hex)),
        ("BK-SUP-07",),
        ban.path,
    )
    at = ban.at[0]
    yield Fact(say("Cut at {hex}", hex=at), _cutter(seat, at, FOE[unit.side]), ("BK-SUP-07",), (at,))
    if rules.options.friends_negate:
        yield Fact(say("Friends"), say("a friend in the hex would open it"), ("BK-SUP-08",))


def _cutter(seat: BkSeat, at: str, foe: Side) -> Say:
    """Who cuts a line in a hex."""
    s, rules = seat.s, seat.rules
    for where, text in ((at, say("held by")), *((n, say("next to")) for n in rules.atlas.near[at])):
        for u in seat.board.at.get(where, ()):
            if s.units[u].side == foe and s.roster[u].type in GROUND:
                return say("{how} {unit}", how=text, unit=rules.title(s.roster[u]))
    return say("closed")


def _trail(seat: BkSeat, uid: str) -> Trail | None:
    unit = seat.s.units[uid]
    lines = supply(seat, unit.side)
    line = lines.line(unit.at)
    if line is not None:
        return Trail(line.path, "supply") if len(line.path) > 1 else None
    ban = lines.ban(unit.at)
    return Trail(ban.path, "cut", (), ban.at[0]) if ban is not None else None


def one_unit(seat: BkSeat, uid: str) -> Overlay | None:
    """The line of one unit, or what cuts it."""
    unit = seat.s.units.get(uid)
    if unit is None or not needs(seat.s, uid):
        return None
    served = supply(seat, unit.side).steps(unit.at) is not None
    trail = _trail(seat, uid)
    title = say("Supply of {unit}", unit=seat.rules.title(seat.s.roster[uid]))
    shade = Shade(unit.at, "supplied" if served else "cut", str(unit.isolated or ""))
    return Overlay(
        "supply_unit",
        title,
        (shade,),
        (trail,) if trail is not None else (),
        legend=(Legend("supplied", say("in supply")), *_LEGEND),
        facts=tuple(standing(seat, uid)),
    )


def everybody(seat: BkSeat) -> Overlay:
    """Units by their supply if it were judged now, with the turns they have been isolated; the lines of those cut off."""
    s = seat.s
    shades: dict[str, Shade] = {}
    trails: list[Trail] = []
    facts: list[Fact] = [_dump(seat, key) for key in s.dumps]
    cut = 0
    for uid, unit in s.units.items():
        if not needs(s, uid):
            continue
        if supply(seat, unit.side).steps(unit.at) is not None:
            shades.setdefault(unit.at, Shade(unit.at, "supplied", str(unit.isolated or "")))
            continue
        cut += 1
        if unit.at not in shades or shades[unit.at].tone != "cut":
            shades[unit.at] = Shade(unit.at, "cut", str(unit.isolated or "0"))
            trail = _trail(seat, uid)
            if trail is not None:
                trails.append(trail)
    facts.append(
        Fact(say("Cut off now"), counted(cut, say("1 unit"), say("{n} units", n=cut)), ("BK-SUP-02",))
    )
    legend = (
        Legend("supplied", say("in supply")),
        *_LEGEND,
        Legend("cut", say("cut off, with the turns it has been isolated")),
    )
    title = say("Supply of all units")
    return Overlay("supply", title, tuple(shades.values()), tuple(trails), legend=legend, facts=tuple(facts))


def _dump(seat: BkSeat, key: str) -> Fact:
    dump = seat.s.dumps[key]
    name = say("Dump of {place}", place=dumps.place(seat.rules, dump.hex))
    if not dump.number:
        return Fact(name, say("destroyed"), ("BK-SUP-06",), (dump.hex,))
    side = Say(seat.rules.side_name(dumps.supplies(seat.s, seat.board, key)))
    text = counted(
        dump.number,
        say("supplies {side}, 1 hex from its roads", side=side),
        say("supplies {side}, {n} hexes from its roads", side=side, n=dump.number),
    )
    return Fact(name, text, ("BK-SUP-03", "BK-SUP-10"), (dump.hex,))


def reached(seat: BkSeat, side: Side) -> Overlay:
    """Every hex that lines of a side reach, with the hexes off the road."""
    found = supply(seat, side).served()
    shades = tuple(
        Shade(at, "supplied" if far else "supply", str(far) if far else "") for at, far in found.items()
    )
    legend = (
        Legend("supply", say("supply road")),
        Legend("supplied", say("in supply, with the hexes to the road")),
    )
    title = say("Where {side} supply reaches", side=Say(seat.rules.side_name(side)))
    facts = tuple(_dump(seat, key) for key in seat.s.dumps if dumps.supplies(seat.s, seat.board, key) == side)
    return Overlay("supply_net", title, shades, legend=legend, facts=facts)
