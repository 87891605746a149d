"""5.2: strategic movement, far from the enemy."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import FREE, First, reach
from hexbench.engine.values import Reason, Say, say
from hexbench.games.iron_tide.board import REAR
from hexbench.games.iron_tide.movers import FAR, Mover, halved, points
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import GERMAN

if TYPE_CHECKING:
    from hexbench.games.iron_tide.hands import ItSeat

APART: Final = 3
"""5.2a: hexes from every enemy unit, his own hex counted."""


def mover(
    seat: ItSeat, uid: str, *, shut: Collection[int] = (), first: tuple[First, ...] | None = None
) -> Mover:
    """How a unit moves strategically: no free first hex (5.2c), no unbridged river (B07), never near the enemy (5.2a).

    ``first`` are the hexes by which it may enter the map.
    """
    s, rules = seat.s, seat.rules
    unit, printed = s.units[uid], s.roster[uid]
    arcs = rules.prices.strategic(unit.side, printed.mobility, s.bridges)
    ground = rules.nothing if printed.commando else seat.board.ground(unit.side, REAR, shut)
    start = seat.board.atlas.index.get(unit.at, OFF)
    steps = first if first is not None else tuple(First(j, cost) for cost, j in arcs.out[start])
    return Mover(start, halved(printed.movement, unit, printed) * POINT, arcs, ground, FREE, steps)


def grounded(seat: ItSeat) -> bool:
    """5.24a: whether this is an AM turn with clear weather, on which no German unit moves strategically."""
    turn = seat.rules.turn(seat.s.turn, seat.s)
    return turn.morning and turn.weather == "clear"


def bars(seat: ItSeat, subject: Sequence[str]) -> Iterator[Reason]:
    """Why units may not move strategically at all, wherever to."""
    s = seat.s
    for uid in subject:
        unit, printed = s.units[uid], s.roster[uid]
        name = called(printed)
        if unit.side == GERMAN and grounded(seat):
            text = say("On an AM turn with clear weather {unit} may not move strategically.", unit=name)
            yield Reason("5.24a", text)
        if unit.supply == "isolated":
            yield Reason("12.3c", say("{unit} is isolated and moves one hex only.", unit=name), (unit.at,))
        if printed.commando or not unit.on_map:
            continue
        near = seat.board.enemy_near(unit.side, unit.at, APART - 1)
        if near is not None:
            yield too_near(seat, uid, unit.at)


def too_near(seat: ItSeat, uid: str, at: str) -> Reason:
    """5.2a: a hex in which a unit would be nearer than three hexes to an enemy."""
    side = seat.s.units[uid].side
    near = at if seat.board.enemy_in(side, at) else seat.board.enemy_near(side, at, APART - 1) or at
    text = say(
        "Strategic movement keeps three hexes away from every enemy: {hex} is too near to {near}.",
        hex=at,
        near=near,
    )
    return Reason("5.2a", text, (at, near))


def closed(at: str) -> Reason:
    """B07, 5.1g: a step that no strategic movement takes."""
    text = say("Strategic movement crosses no unbridged river, lake or prohibited terrain to {hex}.", hex=at)
    return Reason("B07", text, (at,))


def price(cost: str, have: str, unit: Say) -> tuple[str, Say]:
    """5.2c: the clause and the sentence of a way that costs too much."""
    text = say(
        "The way costs {cost} MP; in strategic movement {unit} has {have} and pays for every hex.",
        cost=cost,
        unit=unit,
        have=have,
    )
    return "5.2c", text


def out_of_reach(seat: ItSeat, uid: str, one: Mover, goal: int) -> Iterator[Reason]:
    """Why one unit cannot get to a hex strategically: the enemy is near it, or near every way, or the way is too dear."""
    labels, board = seat.board.atlas.labels, seat.board
    side = seat.s.units[uid].side
    if goal in reach(one.arcs, one.ground, one.moods, one.start, one.budget, first=one.first):
        return
    if not seat.s.roster[uid].commando and (
        board.enemy_in(side, labels[goal]) or board.enemy_near(side, labels[goal], APART - 1) is not None
    ):
        yield too_near(seat, uid, labels[goal])
        return
    far = reach(one.arcs, one.ground, one.moods, one.start, FAR, first=one.first)
    name = called(seat.s.roster[uid])
    if goal in far:
        route = tuple(labels[k] for k in far.path(goal))
        yield Reason(*price(points(far.costs[goal]), points(one.budget), name), route)
        return
    bare = seat.rules.nothing
    crossing = reach(one.arcs, bare, one.moods, one.start, FAR, first=one.first)
    if goal in crossing:
        path = crossing.path(goal)
        shut = tuple(labels[k] for k in path if one.ground.entry[k] < 0)
        yield Reason(
            "5.2a",
            say("Every way there for {unit} passes nearer than three hexes to the enemy.", unit=name),
            shut,
        )
        return
    yield closed(labels[goal])
