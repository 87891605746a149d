"""Overlays about both sides: who could attack a hex in the next turn and with how much, and the front line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.arcs import POINT
from hexbench.atlas.front import front
from hexbench.engine.display import Fact, Legend, Overlay, Shade, Trail
from hexbench.engine.values import counted, say
from hexbench.games.iron_tide import combat_display, movement, names
from hexbench.games.iron_tide.movers import halved, points, trips
from hexbench.games.iron_tide.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat

NEAR: Final = 4
"""The front is drawn where somebody stands so near."""


class Attacker(NamedTuple):
    """One unit that could attack a hex in its next turn: by way of which hexes, at what price, with what factor."""

    unit: str
    via: tuple[str, ...]
    cost: int
    factor: str
    """As the viewer may know it; empty or "?" for a chit not drawn or not seen."""


def attackers(seat: ItSeat, at: str, side: str) -> tuple[Attacker, ...]:
    """Every unit of ``side`` that stands next to a hex or can get next to it in one turn of tactical movement."""
    key = ("attackers", at, side)
    found: tuple[Attacker, ...] | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = tuple(_attackers(seat, at, side))
    return found


def _attackers(seat: ItSeat, at: str, side: str) -> list[Attacker]:
    s, atlas, board = seat.s, seat.board.atlas, seat.board
    goals = {h: atlas.index[h] for h in atlas.near[at] if "lake" not in atlas.kinds(h, at)}
    out: list[Attacker] = []
    for uid in board.present[side]:
        unit, printed = s.units[uid], s.roster[uid]
        if printed.commando:
            continue
        factor = combat_display.factor(seat, uid, unit, printed)
        if unit.at in goals:
            out.append(Attacker(uid, (), 0, factor))
            continue
        budget = halved(printed.movement, unit, printed) * POINT
        cheapest = seat.rules.tables.tec.road_cost()
        if (atlas.distance(unit.at, at) - 1) * cheapest > budget:
            continue
        way = trips(seat, [movement.mover(seat, uid, budget=budget)])
        paid = [(pays[0], h) for h, i in goals.items() if (pays := way.pays(i)) is not None]
        if paid:
            cost, end = min(paid)
            out.append(Attacker(uid, way[atlas.index[end]].via, cost, factor))
    return out


def threat(seat: ItSeat, at: str, own: str) -> Overlay | None:
    """The enemies of whoever stands in a hex (of the viewer, when nobody does) that could attack it next turn."""
    if at not in seat.board.atlas.index:
        return None
    here = [seat.s.units[u].side for u in seat.board.units_at(at)]
    foe = FOE[here[0] if here else own]
    found = attackers(seat, at, foe)
    starts: dict[str, list[Attacker]] = {}
    for one in found:
        starts.setdefault(seat.s.units[one.unit].at, []).append(one)
    shades = tuple(Shade(h, "threat", _sum([x.factor for x in ones])) for h, ones in starts.items())
    # of several with one way only one arrow is drawn
    ways = {(h, *one.via): None for h, ones in starts.items() for one in ones if one.via}
    total = _sum([one.factor for one in found])
    text = counted(
        len(found),
        say("one unit, {strength}", strength=total or "0"),
        say("{n} units, {strength} in all", n=len(found), strength=total or "0"),
    )
    facts = [Fact(say("Threat to {hex}", hex=at), text, ("11.0a",), tuple(starts))]
    for one in sorted(found, key=lambda x: (x.cost, x.unit)):
        where = say("adjacent") if not one.via else say("for {cost} MP", cost=points(one.cost))
        words = say("{factor}, {where}", factor=one.factor or "chit", where=where)
        facts.append(Fact(names.called(seat.s.roster[one.unit]), words, (), (seat.s.units[one.unit].at,)))
    legend = (
        Legend("threat", say("could attack {hex} next turn, with its factors", hex=at)),
        Legend("target", say("the hex")),
    )
    trails = tuple(Trail((*way, at), "attack") for way in ways)
    return Overlay(
        "threat",
        say("Threat to {hex}", hex=at),
        (*shades, Shade(at, "target", total)),
        trails,
        legend=legend,
        facts=tuple(facts),
    )


def _sum(factors: list[str]) -> str:
    """What is known and how many are not: "12 + 2?"."""
    known = sum(int(f) for f in factors if f.isdigit())
    hidden = sum(not f.isdigit() for f in factors)
    parts = [str(known)] if known or not hidden else []
    return " + ".join([*parts, f"{hidden}?"] if hidden else parts) if factors else ""


def front_line(seat: ItSeat, own: str) -> Overlay:
    """The line between the hexes nearer to one side's units and those nearer to the other's."""
    board = seat.board
    sides = front(board.atlas, board.hexes_held(own), board.hexes_held(FOE[own]), NEAR)
    legend = (Legend("front", say("half way between the units of both sides")),)
    facts = (
        Fact(say("Front line"), counted(len(sides), say("one hexside"), say("{n} hexsides", n=len(sides)))),
    )
    return Overlay(
        "front", say("Front line"), sides=tuple((name, "front") for name in sides), legend=legend, facts=facts
    )
