"""Why a move is refused: every rule against it, found by lifting one hindrance at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hexbench.atlas.arcs import POINT
from hexbench.atlas.reach import Ground, Reach, Walk, reach, walk
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.games.iron_tide import first_turns, movement

if TYPE_CHECKING:
    from hexbench.games.iron_tide.hands import ItSeat
    from hexbench.games.iron_tide.movement import Movement, Mover

_FAR = 60 * POINT
"""A budget that reaches across the map for the price of a question asked once."""


def points(cost: int) -> str:
    """Twelfths as players write movement points: 18 -> "1 1/2"."""
    whole, rest = divmod(cost, POINT)
    part = {0: "", 2: "1/6", 3: "1/4", 4: "1/3", 6: "1/2", 8: "2/3", 9: "3/4", 10: "5/6"}.get(
        rest, f"{rest}/12"
    )
    return " ".join(x for x in (str(whole) if whole or not part else "", part) if x)


def unfit(seat: ItSeat, step: Movement | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """What speaks against moving these units at all, wherever to."""
    s, rules = seat.s, seat.rules
    if not subject:
        yield Reason("5.0b", say("Name the unit or the units that move."))
        return
    unknown = [u for u in subject if u not in s.units]
    if unknown:
        yield rules.missing(f"unit {unknown[0]}")
        return
    if len(set(subject)) != len(subject):
        yield Reason("5.0c", say("A unit is named twice."))
    side = step.who if step is not None else s.units[subject[0]].side
    for uid in subject:
        unit, printed = s.units[uid], s.roster[uid]
        if not unit.on_map:
            yield Reason("5.0b", say("{unit} is not on the map.", unit=printed.name))
        if unit.side != side:
            yield Reason("4.1b", say("{unit} belongs to the other player.", unit=printed.name))
        if unit.moved:
            yield Reason("5.0a", say("{unit} has moved in this phase.", unit=printed.name), (unit.at,))
        if unit.frozen:
            yield Reason(
                "5.0e", say("{unit} took a replacement and may not move.", unit=printed.name), (unit.at,)
            )
        yield from first_turns.bars(s, uid, unit, printed)
    yield from first_turns.bars_stack(s, subject)
    if len({s.units[u].at for u in subject}) > 1:
        yield Reason(
            "5.0c", say("Units move together only from one hex."), tuple({s.units[u].at: 0 for u in subject})
        )


def why_not(seat: ItSeat, step: Movement | None, action: Action) -> Iterator[Reason]:
    """All reasons against a move."""
    bad = list(unfit(seat, step, action.subject))
    yield from bad
    if action.how not in ("", movement.TACTICAL):
        yield Reason("5.1a", say("Movement of the kind {how} is not possible here.", how=action.how))
        return
    index = seat.board.atlas.index
    if action.object not in index:
        yield Reason("5.0b", say("{hex} is not a hex of this map.", hex=action.object or "-"))
        return
    units = [u for u in action.subject if u in seat.s.units and seat.s.units[u].on_map]
    if not units or len({seat.s.units[u].at for u in units}) > 1:
        return
    at = seat.s.units[units[0]].at
    if action.object == at:
        yield Reason("5.0b", say("The units stand there already."), (at,))
        return
    side = seat.s.units[units[0]].side
    commando = all(seat.s.roster[u].commando for u in units)
    if seat.board.enemy_in(side, action.object) and not commando:
        yield Reason("8.1b", say("Enemy units stand in {hex}.", hex=action.object), (action.object,))
        return
    if action.via:
        yield from _route(seat, units, action)
        return
    i = index[action.object]
    if i not in movement.joint_reach(seat, tuple(units)):
        found: list[Reason] = []
        for uid in units:
            for reason in _out_of_reach(seat, uid, i):
                if reason not in found:
                    found.append(reason)
        yield from found or [_no_common_way(seat, units, action.object)]


def _no_common_way(seat: ItSeat, units: Sequence[str], at: str) -> Reason:
    names = ", ".join(seat.s.roster[u].name for u in units)
    return Reason(
        "5.0c",
        say("No one route takes {units} there together within their movement factors.", units=names),
        (at,),
    )


def _search(one: Mover, budget: int, ground: Ground) -> Reach:
    return reach(one.arcs, ground, one.moods, one.start, budget, first=one.first)


def _out_of_reach(seat: ItSeat, uid: str, goal: int) -> Iterator[Reason]:
    """Why one unit cannot get to a hex that holds no enemy: too far, zones of control, terrain."""
    printed, unit = seat.s.roster[uid], seat.s.units[uid]
    now = movement.mover(seat, uid)
    if goal in _search(now, now.budget, now.ground):
        return
    if unit.supply == "isolated":
        yield Reason(
            "12.3c", say("{unit} is isolated and moves one hex only.", unit=printed.name), (unit.at,)
        )
        return
    bare = movement.mover(seat, uid, movement.without_zones(seat, now.ground))
    far = _search(now, _FAR, now.ground)
    open_way = _search(bare, bare.budget, bare.ground)
    if goal in far:
        yield _too_dear(seat, uid, now, far, goal)
    if goal in open_way:
        yield _zones(seat, uid, now, open_way.path(goal), goal)
    if goal not in far and goal not in open_way:
        any_way = _search(bare, _FAR, bare.ground)
        if goal in any_way:
            yield _too_dear(seat, uid, now, any_way, goal)
            yield _zones(seat, uid, now, any_way.path(goal), goal)
        else:
            yield _closed(seat, uid, now, goal)


def _too_dear(seat: ItSeat, uid: str, now: Mover, way: Reach, goal: int) -> Reason:
    printed, unit = seat.s.roster[uid], seat.s.units[uid]
    labels = seat.board.atlas.labels
    route = tuple(labels[k] for k in way.path(goal))
    cost, have = points(way.costs[goal]), points(now.budget)
    if unit.supply == "out" and printed.mobility != "N":
        return Reason(
            "12.2c",
            say(
                "The way costs {cost}; out of supply {unit} has {have}.",
                cost=cost,
                unit=printed.name,
                have=have,
            ),
            route,
        )
    return Reason(
        "5.0b",
        say("The way costs {cost}; {unit} has {have}.", cost=cost, unit=printed.name, have=have),
        route,
    )


def _zones(seat: ItSeat, uid: str, now: Mover, path: tuple[int, ...], goal: int) -> Reason:
    """Which ZOC rule stands in the way of the route that would be open without zones."""
    labels, zones = seat.board.atlas.labels, now.ground.zones
    name = seat.s.roster[uid].name
    hexes = tuple(labels[k] for k in path if zones[k])
    if zones[now.start]:
        if zones[path[0]] and len(path) == 1:
            text = say("{unit} may not move from one enemy zone of control straight into another.", unit=name)
            return Reason("7.3a", text, (labels[now.start], labels[goal]))
        if zones[path[0]]:
            text = say(
                "{unit} leaves an enemy zone of control: its first hex must be outside all of them.",
                unit=name,
            )
            return Reason("7.3a", text, hexes)
        return Reason(
            "7.3b",
            say("{unit} has left an enemy zone of control and may enter no other in this phase.", unit=name),
            hexes,
        )
    return Reason(
        "7.1a", say("{unit} must stop in the first enemy zone of control it enters.", unit=name), hexes
    )


def _closed(seat: ItSeat, uid: str, now: Mover, goal: int) -> Reason:
    """Terrain: the hex, or every way to it, is closed to this class."""
    atlas, prices = seat.board.atlas, seat.rules.prices
    printed = seat.s.roster[uid]
    at = atlas.labels[goal]
    if now.start in atlas.around[goal]:
        link = prices.link(now.start, atlas.around[now.start].index(goal))
        if "lake" in link.kinds:
            return Reason("5.1g", say("A lake lies between."), (at,))
        if prices.wide_river(link, seat.s.bridges):
            return Reason("5.1e", say("{unit} may not cross an unbridged river.", unit=printed.name), (at,))
    cell = atlas.cells[goal]
    if seat.rules.tables.tec.hex_cost(cell.terrain, cell.features, printed.mobility) is None:
        text = say(
            "{terrain} is closed to {unit} except along a road.",
            terrain=_terrain(cell.terrain),
            unit=printed.name,
        )
        return Reason("5.1g", text, (at,))
    return Reason(
        "5.1e",
        say(
            "No way leads there for {unit}: unbridged rivers, prohibited terrain or enemies close it.",
            unit=printed.name,
        ),
        (at,),
    )


def _terrain(kind: str) -> Say:
    return {
        "heavy_woods": say("Heavy woods"),
        "marsh": say("Marsh"),
        "woods": say("Woods"),
        "rough": say("Rough ground"),
    }.get(kind, say("Clear ground"))


def _route(seat: ItSeat, units: Sequence[str], action: Action) -> Iterator[Reason]:
    """Judge a route the player plotted."""
    index = seat.board.atlas.index
    unknown = [h for h in action.via if h not in index]
    if unknown:
        yield Reason("5.0b", say("{hex} is not a hex of this map.", hex=unknown[0]))
        return
    if action.via[-1] != action.object:
        yield Reason(
            "5.0b",
            say("The route ends in {end}, not in {hex}.", end=action.via[-1], hex=action.object),
            (action.via[-1],),
        )
        return
    route = [index[h] for h in action.via]
    for uid in units:
        one = movement.mover(seat, uid)
        followed = walk(one.arcs, one.ground, one.moods, one.start, route, one.budget, first=one.first)
        if followed.halt is not None:
            yield _halted(seat, uid, one, followed, route)


def _halted(seat: ItSeat, uid: str, one: Mover, followed: Walk, route: Sequence[int]) -> Reason:
    labels = seat.board.atlas.labels
    printed = seat.s.roster[uid]
    done = len(followed.steps)
    here = followed.steps[-1].index if followed.steps else one.start
    there = route[done]
    at = labels[there]
    if followed.halt == "apart":
        return Reason("5.0b", say("{a} and {b} are not adjacent.", a=labels[here], b=at), (labels[here], at))
    if followed.halt == "closed":
        return Reason("8.1b", say("Enemy units stand in {hex}.", hex=at), (at,))
    if followed.halt == "budget":
        have, short = points(one.budget), points(followed.short)
        rule = "12.3c" if seat.s.units[uid].supply == "isolated" else "5.0b"
        return Reason(
            rule,
            say(
                "{unit} has {have}; for {hex} it lacks {short}.",
                unit=printed.name,
                have=have,
                hex=at,
                short=short,
            ),
            (at,),
        )
    if followed.halt == "mood":
        if seat.s.units[uid].supply == "isolated" and done:
            return Reason(
                "12.3c", say("{unit} is isolated and moves one hex only.", unit=printed.name), (at,)
            )
        return _zones(seat, uid, one, (*(p.index for p in followed.steps), there), there)
    link = seat.rules.prices.link(here, seat.board.atlas.around[here].index(there))
    if seat.rules.prices.wide_river(link, seat.s.bridges):
        if printed.mobility != "M":
            return Reason(
                "5.1d",
                say(
                    "An unbridged river takes the whole movement factor: only the first hex of a move may cross it."
                ),
                (labels[here], at),
            )
        return Reason(
            "5.1e", say("{unit} may not cross an unbridged river.", unit=printed.name), (labels[here], at)
        )
    return _closed(seat, uid, one._replace(start=here), there)
