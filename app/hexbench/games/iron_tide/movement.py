"""5.0-5.1 and 7.1-7.5: movement of units and stacks under enemy zones of control.

Strategic movement and moves in progress are in :mod:`movers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT, Arcs, points
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import First, Moods, Obstacles, Reach, Walk, reach, walk
from hexbench.engine.state import Ask, Step
from hexbench.engine.values import Action, Barrier, Offer, Reason, Say, Target, counted, say
from hexbench.engine.verb import LazyTargets, TargetGroups, Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.iron_tide import movers, restricted, special, terrain
from hexbench.games.iron_tide.board import NEAR, PLAIN, SHUT, ZONES
from hexbench.games.iron_tide.movers import (
    FAR,
    FARTHER,
    MODES,
    STRATEGIC,
    TACTICAL,
    Mover,
    Moving,
    Trip,
    Trips,
    closed_step,
    closed_steps,
    end_move,
    halved,
    rested,
    trips,
)
from hexbench.games.iron_tide.names import called, listed
from hexbench.games.iron_tide.passage import leave
from hexbench.games.iron_tide.pieces import Printed, Unit
from hexbench.games.iron_tide.stacking import LIMIT, friends_at

if TYPE_CHECKING:
    from collections.abc import Collection

    from hexbench.games.iron_tide.phases import Movement, Reserve
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


def allowance(seat: ItSeat, unit: Unit, printed: Printed) -> int:
    """Tactical movement points now: doubled on 17AM for some (16.3b), halved out of supply (12.2c)."""
    return halved(restricted.movement_factor(seat.s, printed, unit.at), unit, printed)


def mover(
    seat: ItSeat,
    uid: str,
    ground: Obstacles | None = None,
    budget: int | None = None,
    *,
    shut: Collection[int] = (),
    infiltrating: bool = False,
) -> Mover:
    """How a unit moves tactically. ``ground`` and ``budget`` (twelfths) replace its own when a refusal is explained;
    ``shut`` are hexes closed to it; ``infiltrating``: the 150th Panzer Brigade continues through enemy zones (16.1).
    """
    s, rules = seat.s, seat.rules
    unit, printed = s.units[uid], s.roster[uid]
    prices = rules.prices
    start = seat.board.atlas.index.get(unit.at, OFF)
    if budget is None:
        budget = allowance(seat, unit, printed) * POINT
    arcs = prices.tactical(unit.side, printed.mobility, s.bridges)
    moods = prices.infiltration[printed.mobility] if infiltrating else prices.moods[printed.mobility]
    if unit.supply == "isolated":
        moods = rules.one_hex
    elif shut and ground is None:
        ground = seat.board.freeing(unit.side, shut)
        moods = prices.restricted[printed.mobility] if ground is not None else moods
    if ground is None:
        ground = way_of(seat, uid, shut)
    first = () if start == OFF else first_steps(seat, unit, printed, start, budget, arcs, ground, moods)
    return Mover(start, budget, arcs, ground, moods, first)


def way_of(seat: ItSeat, uid: str, shut: Collection[int] = ()) -> Obstacles:
    """The obstacles to a unit: none for commandos (16.4b), no zones of control for 1st SS on 17AM (16.3a)."""
    printed = seat.s.roster[uid]
    if printed.commando:
        return seat.rules.nothing
    kind = PLAIN if restricted.first_ss_free(seat.s, printed) else ZONES
    return seat.board.ground(printed.side, kind, shut)


def without_zones(seat: ItSeat, ground: Obstacles) -> Obstacles:
    """The same obstacles, without zones of control."""
    found = seat.memo.get("no zones")
    if found is None or found[0] is not ground:
        closed = [i for i, entry in enumerate(ground.entry) if entry < 0]
        found = seat.memo["no zones"] = (ground, Obstacles(bytes(len(ground.entry)), closed))
    plain: Obstacles = found[1]
    return plain


def first_steps(
    seat: ItSeat,
    unit: Unit,
    printed: Printed,
    start: int,
    budget: int,
    arcs: Arcs,
    ground: Obstacles,
    moods: Moods,
) -> tuple[First, ...]:
    """The steps out of the start hex: a unit may always move one hex (5.1f), and only here may it cross an unbridged river,
    for its whole movement factor (5.1d, B07).
    """
    atlas, prices = seat.board.atlas, seat.rules.prices
    single = unit.supply == "isolated"
    out: list[First] = []
    for direction, j in enumerate(atlas.around[start]):
        if j == OFF:
            continue
        price = arcs.cost(start, direction)
        if price is None:
            if prices.crossing(prices.link(start, direction), unit.side, printed.mobility, seat.s.bridges):
                out.append(First(j, budget, True))
            continue
        shift = moods.shift(terrain.FREE, ground.zones[start], ground.entry[j])
        extra = shift[0] if shift else 0
        out.append(First(j, budget, True) if single or price + extra > budget else First(j, price))
    return tuple(out)


def members(seat: ItSeat, subject: tuple[str, ...], how: str = TACTICAL) -> list[Mover]:
    """How the units of one hex move together."""
    shut = restricted.shut(seat.rules, seat.s, subject)
    if how == STRATEGIC:
        return [movers.mover(seat, uid, shut=shut) for uid in subject]
    through = special.infiltrating(seat.s, subject)
    return [mover(seat, uid, shut=shut, infiltrating=through) for uid in subject]


def joint_reach(seat: ItSeat, subject: tuple[str, ...], how: str = TACTICAL) -> Trips:
    """Where the units of one hex can go together (5.0c, B05); for a single unit, where it can go."""
    key = ("reach", how, tuple(sorted(subject)))
    found: Trips | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = trips(seat, members(seat, subject, how))
    return found


_CLOSING: Final = ("engineering",)
"""The last phase of a player turn: ending it hands over, unless nobody else has anything to decide (4.27)."""


class Phase(Ask, frozen=True, kw_only=True):
    """A phase that its player may end at any time, once nothing mandatory is left."""

    def duties(self, seat: ItSeat) -> Iterator[Reason]:
        """What has to be done before the phase may end."""
        return iter(())


def movable(seat: ItSeat, step: Movement | Reserve) -> tuple[str, ...]:
    """The units that may still move in a phase, in the order of battle."""
    found: tuple[str, ...] | None = seat.memo.get("movable")
    if found is None:
        found = seat.memo["movable"] = tuple(step.able(seat))
    return found


class Move(Verb["ItSeat", "Movement | Reserve", "ItPlay"]):
    """Move a unit, or units of one hex together, by tactical or by strategic movement."""

    name = "move"
    label = say("Move")
    help = say(
        "Drag units from one hex along a route; each unit pays for every hex from its own movement factor."
    )
    subject = "unit"
    object = "hex"
    hows = MODES

    def offer(self, seat: ItSeat, step: Movement | Reserve) -> Offer | None:
        """Every unit that may still move."""
        able = movable(seat, step)
        return Offer(self.name, able, joins="stack") if able else None

    def targets(self, seat: ItSeat, step: Movement | Reserve, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within reach of all of them, by each mode."""
        if any(unfit(seat, step, subject)):
            return ()
        through = special.infiltrating(seat.s, subject)
        return ways(seat, subject, joint_reach, through)

    def reasons(self, seat: ItSeat, step: Movement | Reserve | None, action: Action) -> Iterator[Reason]:
        """Every rule that forbids this move."""
        return why_not(seat, step, action)

    def settle(self, seat: ItSeat, step: Movement | Reserve, action: Action) -> Action:
        """Fill in the mode, and the cheapest route when none was given."""
        how, via = action.how or TACTICAL, action.via
        if not via:
            via = joint_reach(seat, action.subject, how)[seat.board.atlas.index[action.object]].via
        subject = seat.board.in_order(action.subject)
        return Action(self.name, subject, action.object, how, via)

    def do(self, play: ItPlay, step: Movement | Reserve, action: Action) -> None:
        """Put the route on the stack; the engine walks it."""
        if restricted.surprise(play.turn) and not play.first_mover:
            chosen = [u for u in action.subject if not play.units[u].attacked]
            if chosen and step.who == "allied":
                play.set(first_mover=chosen[0])
        start = play.units[action.subject[0]].at
        step.begin(play, start)
        play.push(Moving(units=action.subject, path=action.via, walked=(start,), how=action.how))


def target(
    seat: ItSeat, subject: tuple[str, ...], at: str, how: str, trip: Trip, through: bool = False
) -> Target:
    """One hex the units can move to, with its warnings."""
    says: list[Say] = []
    rules: list[str] = []
    if at in seat.board.at:
        side = seat.s.units[subject[0]].side
        here = friends_at(seat.s, seat.board, side, at)
        crowd = len(here) + len(subject)
        if crowd > LIMIT:
            says.append(
                say(
                    "{n} units would be stacked here: no more than three may be at the end of the phase.",
                    n=crowd,
                )
            )
            rules.append("8.1c")
        if restricted.mixed(seat.rules, seat.s, (*here, *subject)):
            says.append(restricted.warning(seat.rules))
            rules.append(restricted.mixing_rule(seat.rules))
    if through and (n := special.zones_on(seat, trip.via[:-1])):
        says.append(
            counted(
                n,
                say("One enemy zone of control on the route: a roll of 1 or 2 is needed."),
                say("{n} enemy zones of control on the route: a roll of 1 or 2 is needed for each.", n=n),
            )
        )
        rules.append("16.1b")
    return Target(at, how, trip.via, max(trip.costs), tuple(says), tuple(rules))


def ways(
    seat: ItSeat,
    subject: tuple[str, ...],
    reach_by: Callable[[ItSeat, tuple[str, ...], str], Trips],
    through: bool = False,
) -> TargetGroups:
    """Every hex the units can go to, by each mode they may use; ``reach_by`` says where one mode takes them."""
    return TargetGroups([partial(by_mode, seat, subject, how, reach_by, through) for how in MODES])


def by_mode(
    seat: ItSeat,
    subject: tuple[str, ...],
    how: str,
    reach_by: Callable[[ItSeat, tuple[str, ...], str], Trips],
    through: bool,
) -> Sequence[Target]:
    """The same by one mode; nothing when they may not use it."""
    if how == STRATEGIC and any(movers.bars(seat, subject)):
        return ()
    labels, found = seat.board.atlas.labels, reach_by(seat, subject, how)
    return LazyTargets(
        found.hexes,
        lambda i: target(seat, subject, labels[i], how, found[i], through),
        labels,
        lambda i: (labels[i], how),
    )


class EndPhase(Press["ItSeat", Step, "ItPlay"]):
    """End the phase."""

    name = "end"
    label = say("End the phase")
    ends = True
    help = say("End this phase and go on to the next; you cannot return to it.")
    rule = "4.1c"

    def against(self, seat: ItSeat, step: Step | None) -> Iterable[Reason]:
        """Some phases have duties."""
        return step.duties(seat) if isinstance(step, Phase) else ()

    def undo_barrier(self, seat: ItSeat, step: Step) -> tuple[Barrier, bool]:
        """The end of a player turn hands over."""
        return ("handover", False) if step.phase in _CLOSING else ("", False)

    def do(self, play: ItPlay, step: Step, action: Action) -> None:
        """Take the phase off the stack."""
        play.pop()


MOVE = Move()
END = EndPhase()


__all__ = [
    "END",
    "MOVE",
    "TACTICAL",
    "EndPhase",
    "Move",
    "Mover",
    "Moving",
    "Phase",
    "end_move",
    "joint_reach",
    "leave",
    "mover",
    "rested",
]


# ---- why not ---------------------------------------------------------------------------------------------------------
def unfit(seat: ItSeat, step: Movement | Reserve | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Reasons why these units may not move at all, whatever the destination."""
    s, rules = seat.s, seat.rules
    if not subject:
        yield Reason("5.0b", say("Choose the unit or units to move."))
        return
    unknown = [u for u in subject if u not in s.units]
    if unknown:
        yield rules.missing(f"unit {unknown[0]}")
        return
    side = step.who if step is not None else s.units[subject[0]].side
    for uid in dict.fromkeys(subject):
        unit, printed = s.units[uid], s.roster[uid]
        name = called(printed)
        if subject.count(uid) > 1:
            yield Reason("5.0c", say("{unit} is named twice.", unit=name))
        if not unit.on_map:
            yield Reason("5.0b", say("{unit} is not on the map.", unit=name))
        if unit.side != side:
            yield Reason("4.1b", say("{unit} belongs to the other player.", unit=name))
        if unit.moved:
            yield Reason("5.0a", say("{unit} has already moved this phase.", unit=name), unit.spot)
        if unit.frozen and not (
            rules.options.replaced_in_reserve and step is not None and step.phase == "reserve"
        ):
            yield Reason("5.0e", say("{unit} took a replacement and may not move.", unit=name), unit.spot)
        if step is not None:
            yield from step.bars(seat, uid, unit, printed)
        yield from restricted.bars(s, uid, unit, printed)
    yield from restricted.bars_stack(s, subject)
    places = tuple(dict.fromkeys(s.units[u].at for u in subject))
    if len(places) > 1:
        yield Reason("5.0c", say("Units may move together only if they start in the same hex."), places)


def why_not(seat: ItSeat, step: Movement | Reserve | None, action: Action) -> Iterator[Reason]:
    """All reasons against a move."""
    yield from unfit(seat, step, action.subject)
    how = action.how or TACTICAL
    if how not in MODES:
        yield Reason("5.1a", say("There is no {how} movement.", how=how))
        return
    s, index = seat.s, seat.board.atlas.index
    if not action.object:
        yield Reason("5.0b", say("Name the hex to move to."))
        return
    if action.object not in index:
        yield Reason("5.0b", say("{hex} is not a hex of this map.", hex=action.object))
        return
    units = [u for u in dict.fromkeys(action.subject) if u in s.units and s.units[u].at in index]
    if not units or len({s.units[u].at for u in units}) > 1:
        return
    at, side = s.units[units[0]].at, s.units[units[0]].side
    if action.object == at:
        yield Reason("5.0b", say("{hex} is the starting hex of the move.", hex=at), (at,))
        return
    if seat.board.enemy_in(side, action.object) and not all(s.roster[u].commando for u in units):
        yield Reason("8.1b", say("Enemy units are in {hex}.", hex=action.object), (action.object,))
        return
    if how == STRATEGIC:
        barred = list(movers.bars(seat, units))
        yield from barred
        if barred:
            return
    if index[action.object] in restricted.shut(seat.rules, s, units) and index[
        action.object
    ] not in joint_reach(seat, tuple(units), how):
        yield from river_line(seat, units, action.object)
        return
    if action.via:
        yield from route(seat, units, members(seat, tuple(units), how), action, how)
        return
    i = index[action.object]
    if i not in joint_reach(seat, tuple(units), how):
        found = dict.fromkeys(reason for uid in units for reason in _out_of_reach(seat, units, uid, i, how))
        yield from found or [no_common_way(seat, units, action.object)]


def river_line(seat: ItSeat, units: Sequence[str], at: str) -> Iterator[Reason]:
    """17.1b: the restricted ones among units that would have to cross the Meuse."""
    for uid in units:
        if restricted.bound(seat.rules, seat.s, uid):
            text = say(
                "{unit} may not cross the Meuse: {hex} is east of it.",
                unit=seat.called(uid),
                hex=at,
            )
            yield Reason("17.1b", text, (at,))


def no_common_way(seat: ItSeat, units: Sequence[str], at: str) -> Reason:
    """5.0c: each of several units can get to a hex, but not together."""
    text = say(
        "Each of these units can reach {hex}, but no single route takes them all there: {units}.",
        hex=at,
        units=listed([seat.s.roster[u] for u in units]),
    )
    return Reason("5.0c", text, (at,))


def _search(one: Mover) -> Reach:
    return reach(one.arcs, one.ground, one.moods, one.start, one.budget, first=one.first)


def _out_of_reach(seat: ItSeat, units: Sequence[str], uid: str, goal: int, how: str) -> Iterator[Reason]:
    """Why one unit of a stack cannot get to a hex that holds no enemy: too far, zones of control, terrain."""
    unit, atlas = seat.s.units[uid], seat.board.atlas
    shut = restricted.shut(seat.rules, seat.s, units)
    if how == STRATEGIC:
        yield from movers.out_of_reach(seat, uid, movers.mover(seat, uid, shut=shut), goal)
        return
    lifting = partial(mover, seat, uid, shut=shut, infiltrating=special.infiltrating(seat.s, tuple(units)))
    now = lifting()
    if goal in _search(now):
        return
    if unit.supply == "isolated" and goal not in atlas.around[now.start]:
        yield _one_hex_only(seat, uid)
        return
    plain = without_zones(seat, now.ground)
    far = _search(lifting(budget=FAR))
    if goal in far:
        yield _too_dear(seat, uid, now, far, goal)
    unzoned = _search(lifting(plain))
    if goal in unzoned:
        zones = now.ground.zones
        straight = goal in atlas.around[now.start] and zones[now.start] % 2 and zones[goal] % 2
        yield _zones(seat, uid, now, (goal,) if straight else unzoned.path(goal))
    if goal not in far and goal not in unzoned:
        any_way = _search(lifting(plain, FAR))
        if goal in any_way:
            yield _too_dear(seat, uid, now, any_way, goal)
            yield _zones(seat, uid, now, any_way.path(goal))
        elif unit.supply == "isolated":
            yield closed_step(seat, uid, now.start, goal)
        else:
            yield from _closed(seat, uid, now, plain, goal)


def _one_hex_only(seat: ItSeat, uid: str) -> Reason:
    name = seat.called(uid)
    return Reason(
        "12.3c", say("{unit} is isolated and may move only one hex.", unit=name), seat.s.units[uid].spot
    )


def _too_dear(seat: ItSeat, uid: str, now: Mover, way: Reach, goal: int) -> Reason:
    labels = seat.board.atlas.labels
    route = tuple(labels[k] for k in way.path(goal))
    return Reason(*price(seat, uid, points(way.costs[goal]), points(now.budget)), route)


def price(seat: ItSeat, uid: str, cost: str, have: str, how: str = TACTICAL) -> tuple[str, Say]:
    """The clause and the sentence for a route that costs too much."""
    printed = seat.s.roster[uid]
    name = called(printed)
    if how == STRATEGIC:
        return movers.price(cost, have, name)
    if seat.s.units[uid].supply == "out" and printed.mobility != "N":
        text = say(
            "The route costs {cost} MP; {unit} is out of supply and has {have}.",
            cost=cost,
            unit=name,
            have=have,
        )
        return "12.2c", text
    return "5.0b", say("The route costs {cost} MP; {unit} has {have}.", cost=cost, unit=name, have=have)


def _zones(seat: ItSeat, uid: str, now: Mover, path: Sequence[int]) -> Reason:
    """The clause of 7.0 that forbids a route which would be open without zones of control."""
    labels, zones = seat.board.atlas.labels, now.ground.zones
    name = seat.called(uid)
    hexes = tuple(labels[k] for k in path if zones[k] % 2)
    if now.start == OFF or not zones[now.start] % 2:
        text = say("{unit} must stop in the first enemy zone of control it enters.", unit=name)
        return Reason("7.1a", text, hexes)
    if zones[path[0]] % 2:
        text = say("{unit} may not move directly from one enemy zone of control to another.", unit=name)
        return Reason("7.3a", text, (labels[now.start], labels[path[0]]))
    text = say("{unit} is leaving an enemy zone of control and may not enter another this phase.", unit=name)
    return Reason("7.3b", text, hexes)


def _closed(seat: ItSeat, uid: str, now: Mover, plain: Obstacles, goal: int) -> Iterator[Reason]:
    """Rivers, lakes and prohibited terrain on the route with the fewest of them; or enemies that block every route."""
    s, prices = seat.s, seat.rules.prices
    printed = s.roster[uid]
    arcs = prices.lifted(printed.side, printed.mobility, s.bridges)
    way = reach(arcs, plain, seat.rules.prices.moods[printed.mobility], now.start, FARTHER)
    if goal not in way:
        at = seat.board.atlas.labels[goal]
        yield Reason("8.1b", say("Enemy units block every route to {hex}.", hex=at), (at,))
        return
    yield from closed_steps(seat, uid, now, way.path(goal))


def route(
    seat: ItSeat, units: Sequence[str], ones: Sequence[Mover], action: Action, how: str
) -> Iterator[Reason]:
    """Judge a route the player plotted for units that move as ``ones``."""
    index = seat.board.atlas.index
    unknown = [h for h in action.via if h not in index]
    if unknown:
        yield Reason("5.0b", say("{hex} is not a hex of this map.", hex=unknown[0]))
        return
    if action.via[-1] != action.object:
        end = action.via[-1]
        yield Reason(
            "5.0b", say("The route ends in {end}, not in {hex}.", end=end, hex=action.object), (end,)
        )
        return
    way = [index[h] for h in action.via]
    found: dict[Reason, None] = {}
    for uid, one in zip(units, ones, strict=True):
        followed = walk(one.arcs, one.ground, one.moods, one.start, way, one.budget, first=one.first)
        if followed.halt is not None:
            found[_halted(seat, units, uid, one, followed, way, how)] = None
    yield from found


def _halted(
    seat: ItSeat, units: Sequence[str], uid: str, one: Mover, followed: Walk, way: Sequence[int], how: str
) -> Reason:
    labels = seat.board.atlas.labels
    done = len(followed.steps)
    here = followed.steps[-1].index if followed.steps else one.start
    there = way[done]
    a, b = labels[here] if here != OFF else "", labels[there]
    if followed.halt == "apart":
        return Reason("5.0b", say("{a} and {b} are not adjacent.", a=a, b=b), (a, b))
    if followed.halt == "closed":
        if there in restricted.shut(seat.rules, seat.s, units):
            return next(river_line(seat, units, b))
        if how == STRATEGIC:
            return movers.too_near(seat, uid, b)
        return Reason("8.1b", say("Enemy units are in {hex}.", hex=b), (b,))
    if followed.halt == "price":
        return closed_step(seat, uid, here, there, how)
    if seat.s.units[uid].supply == "isolated" and done:
        return _one_hex_only(seat, uid)
    if followed.halt == "mood":
        if one.ground.zones[there] >= SHUT and not any(
            NEAR <= one.ground.zones[k] < SHUT for k in way[:done]
        ):
            return next(river_line(seat, units, b))
        return _zones(seat, uid, one, way[: done + 1])
    if done and one.start != OFF and one.arcs.between(one.start, way[0]) is None:
        return closed_step(seat, uid, one.start, way[0])  # a river took the whole movement factor
    path = tuple(labels[k] for k in way[: done + 1])
    return Reason(*price(seat, uid, points(one.budget + followed.short), points(one.budget), how), path)
