"""Overlays of movement: how far a unit gets in three turns, and what each step of a way costs by which clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import First, reach
from hexbench.atlas.walk import walk
from hexbench.engine.display import Fact, Legend, Overlay, Shade, Trail
from hexbench.engine.values import Reason, Say, say
from hexbench.games.iron_tide import movement, names, terrain
from hexbench.games.iron_tide.movers import halved, points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hexbench.games.iron_tide.movers import Mover
    from hexbench.games.iron_tide.pieces import Printed, Unit
    from hexbench.games.iron_tide.seat import ItSeat

TURNS: Final = 3
TONES: Final = ("reach", "reach_far", "reach_third")
LEGENDS: Final = (
    Legend("reach", say("this turn, with its cost")),
    Legend("reach_far", say("next turn")),
    Legend("reach_third", say("third turn")),
)


def turns(seat: ItSeat, uid: str) -> dict[int, tuple[int, int]]:
    """hex index -> (turn from 1, cost in that turn in twelfths), for any unit on the map, if nobody else moves.

    The later turns begin in every hex the earlier ones end in, each with the whole movement factor.
    """
    found: dict[int, tuple[int, int]] | None = seat.memo.get(("turns", uid))
    if found is not None:
        return found
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    now = movement.mover(seat, uid)
    first = movement.joint_reach(seat, (uid,))
    out = {i: (1, (first.pays(i) or (0,))[0]) for i in first}
    out[now.start] = (1, 0)
    fresh = tuple(out)
    later = now._replace(budget=halved(printed.movement, unit, printed) * POINT)
    for turn in range(2, TURNS + 1):
        best = _onward(seat, unit, printed, later, fresh, out)
        out.update({i: (turn, cost) for i, cost in best.items()})
        fresh = tuple(best)
    seat.memo["turns", uid] = out
    return out


def _onward(
    seat: ItSeat,
    unit: Unit,
    printed: Printed,
    one: Mover,
    starts: Iterable[int],
    known: dict[int, object] | dict[int, tuple[int, int]],
) -> dict[int, int]:
    """What one more turn adds: hex index -> the lowest cost from any of the hexes a unit may begin it in."""
    around, zones = seat.board.atlas.around, one.ground.zones
    begun: dict[int, list[int]] = {}
    for i in starts:
        if any(j != OFF and j not in known for j in around[i]):
            begun.setdefault(zones[i], []).append(i)
    out: dict[int, int] = {}
    for group in begun.values():
        firsts: dict[tuple[int, bool], First] = {}
        for i in group:
            for step in movement.first_steps(
                seat, unit, printed, i, one.budget, one.arcs, one.ground, one.moods
            ):
                kept = firsts.get((step.end, step.absorbs))
                if kept is None or step.cost < kept.cost:
                    firsts[step.end, step.absorbs] = step
        way = reach(one.arcs, one.ground, one.moods, group[0], one.budget, first=tuple(firsts.values()))
        for i, cost in way.costs.items():
            if i not in known and (i not in out or cost < out[i]):
                out[i] = cost
    return out


def reach_overlay(seat: ItSeat, uid: str) -> Overlay | None:
    """Where any unit, own or enemy, can be in this turn and the next two."""
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map:
        return None
    labels, printed = seat.board.atlas.labels, seat.s.roster[uid]
    found = turns(seat, uid)
    shades = tuple(
        Shade(labels[i], TONES[turn - 1], points(cost) if turn == 1 else "")
        for i, (turn, cost) in found.items()
        if labels[i] != unit.at
    )
    title = say("Reach of {unit}", unit=names.full_name(printed, unit))
    shown = {turn for turn, _ in found.values()}
    legend = tuple(line for n, line in enumerate(LEGENDS, 1) if n in shown)
    facts = (
        Fact(say("Reach"), names.called(printed)),
        Fact(say("Movement"), say("{mf} MP", mf=movement.allowance(seat, unit, printed)), ("5.0b",)),
        *(Fact(say("Today"), reason.text, (reason.rule,), reason.hexes) for reason in _kept_back(seat, uid)),
        Fact(say("Later turns"), say("as if nobody else moved")),
    )
    return Overlay("reach", title, shades, legend=legend, facts=facts)


def _kept_back(seat: ItSeat, uid: str) -> Iterator[Reason]:
    """What keeps a unit from moving in this player turn, whoever asks."""
    return movement.unfit(seat, None, (uid,))


# ---- the way to a hex
def route_overlay(seat: ItSeat, subject: str) -> Overlay | None:
    """The way of a unit to a hex, "uid hex": what has been paid at each hex, and why each step costs what it does."""
    uid, _, goal = subject.rpartition(" ")
    unit, index = seat.s.units.get(uid), seat.board.atlas.index
    if unit is None or not unit.on_map or goal not in index or goal == unit.at:
        return None
    one = movement.mover(seat, uid)
    trips = movement.joint_reach(seat, (uid,))
    title = say("Way of {unit} to {hex}", unit=names.called(seat.s.roster[uid]), hex=goal)
    if index[goal] in trips:
        via, tone = trips[index[goal]].via, "route"
    else:
        far = _longer(seat, uid, one, index[goal])
        if not far:
            found = turns(seat, uid).get(index[goal])
            text = say("turn {n}", n=found[0]) if found is not None else say("not within three turns")
            return Overlay("route", title, facts=(Fact(Say(goal), text, (), (goal,)),))
        via, tone = far, "route_bad"
    steps = list(explain(seat, uid, via))
    texts = ("", *(points(step.total) for step in steps))
    facts = tuple(Fact(say("to {hex}", hex=step.hex), _line(step), step.rules, (step.hex,)) for step in steps)
    legend = (
        Legend(tone, say("within reach") if tone == "route" else say("farther than it gets this turn")),
    )
    return Overlay("route", title, trails=(Trail((unit.at, *via), tone, texts),), legend=legend, facts=facts)


def _longer(seat: ItSeat, uid: str, one: Mover, goal: int) -> tuple[str, ...]:
    """The way to a hex out of reach if it had three turns' movement at once; empty when zones or ground bar it."""
    way = movement.mover(seat, uid, budget=TURNS * one.budget)
    found = reach(way.arcs, way.ground, way.moods, way.start, way.budget, first=way.first)
    if goal not in found:
        return ()
    return tuple(seat.board.atlas.labels[i] for i in found.path(goal))


class Step:
    """One step of a way: what it costs, what has been paid then, and the words and clauses of it."""

    __slots__ = ("cost", "hex", "rules", "says", "total")

    def __init__(self, at: str, cost: int, total: int, whys: list[tuple[Say, str]]) -> None:
        self.hex, self.cost, self.total = at, cost, total
        self.says = tuple(text for text, _ in whys)
        self.rules = tuple(dict.fromkeys(rule for _, rule in whys))


def _line(step: Step) -> Say:
    """A step in words: "3 in all: road 1, leaving an enemy zone +1"."""
    keys = [f"why{i}" for i in range(len(step.says))]
    template = "{total} in all: " + ", ".join("{" + key + "}" for key in keys)
    return Say(template, (("total", points(step.total)), *zip(keys, step.says, strict=True)))


def explain(seat: ItSeat, uid: str, via: Iterable[str]) -> Iterator[Step]:
    """The steps of a way that a unit can go, with the clauses that make up each price (5.1, 7.1, 7.2, R04)."""
    index = seat.board.atlas.index
    one = movement.mover(seat, uid, budget=(TURNS + 1) * movement.mover(seat, uid).budget)
    whole = movement.mover(seat, uid)
    route = [index[h] for h in via]
    followed = walk(one.arcs, one.ground, one.moods, one.start, route, one.budget, first=whole.first)
    here, paid = one.start, 0
    for n, step in enumerate(followed.steps):
        cost = step.cost - paid
        whys = list(_price(seat, uid, one, here, step.index, cost, first=n == 0))
        if one.ground.zones[step.index] and not terrain_free(one, step.mood):
            whys.append((say("enemy zone: stop"), "7.1a"))
        yield Step(seat.board.atlas.labels[step.index], cost, step.cost, whys)
        here, paid = step.index, step.cost


def terrain_free(one: Mover, mood: int) -> bool:
    """Whether a move may go on in this mood, whatever it has met."""
    return any(row is not None for row in one.moods.rows[mood])


def _price(
    seat: ItSeat, uid: str, one: Mover, here: int, there: int, cost: int, *, first: bool
) -> Iterator[tuple[Say, str]]:
    """The parts of the price of one step, each with its clause."""
    s, prices, atlas = seat.s, seat.rules.prices, seat.board.atlas
    printed, unit = s.roster[uid], s.units[uid]
    tec = seat.rules.tables.tec
    link = prices.link(here, atlas.around[here].index(there))
    plain = one.arcs.between(here, there)
    if plain is None:
        yield say("river without a bridge: the whole movement factor, {n}", n=points(cost)), "5.1d"
        return
    extra = 0
    shift = one.moods.shift(terrain.FREE, one.ground.zones[here], one.ground.entry[there])
    if first and shift is not None:
        extra = shift[0]
    if first and cost < plain + extra:
        if unit.supply == "isolated":
            yield say("isolated: one hex, {n}", n=points(cost)), "12.3c"
        else:
            yield say("the first hex is always open: all it has, {n}", n=points(cost)), "5.1f"
        return
    wading = "ford" in link.kinds and prices.unbridged(link, s.bridges)
    ford = tec.ford_cost(printed.mobility) if wading else 0
    if link.road and not prices.wide_river(link, s.bridges):
        yield say("road {n}", n=points(tec.road_cost())), "5.1b"
    else:
        cell = link.enters
        ground = tec.hex_cost(cell.terrain, cell.features, printed.mobility) or 0
        built = next((f for f in ("city", "town") if f in cell.features), "")
        word = Say(built) if built else names.terrain(cell.terrain)
        yield say("{terrain} {n}", terrain=word, n=points(ground)), "5.1a"
        wall = plain - ford - ground
        if wall > 0:
            yield say("Westwall +{n}", n=points(wall)), "5.1a"
    if ford:
        yield say("ford +{n}", n=points(ford)), "R04"
    left = cost - plain
    if left > 0:
        yield say("leaving an enemy zone +{n}", n=points(left)), "7.2a"
