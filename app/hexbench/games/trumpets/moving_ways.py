"""Where units can move, by which route and at what cost (TT-REC-02..07, TT-ENG-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from hexbench.engine.board import remembered
from hexbench.engine.events import UnitMoved
from hexbench.engine.values import Reason, Say, Target, say
from hexbench.games.trumpets import casualties, passage
from hexbench.games.trumpets.battlefield import enemies_at
from hexbench.games.trumpets.building import under_way

if TYPE_CHECKING:
    from hexbench.atlas.reach import Reach
    from hexbench.games.trumpets.passage import Lane, Stand
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import TtPlay, TtSeat


class Way(NamedTuple):
    """A route to a hex: the hexes entered, and its cost in twelfths of a movement factor."""

    via: tuple[str, ...]
    cost: int


class Ways:
    """The routes open to one unit from its hex."""

    def __init__(self, rules: TtRules, lanes: tuple[Lane, ...]) -> None:
        self._labels = rules.atlas.labels
        self.lanes = lanes

    @cached_property
    def reaches(self) -> tuple[Reach, ...]:
        """The reach of each lane; not needed to follow a known route."""
        return tuple(lane.reach() for lane in self.lanes)

    def __contains__(self, i: object) -> bool:
        """Whether a hex is in reach."""
        return any(i in r.costs for r in self.reaches)

    def cost(self, i: int) -> int | None:
        """The cost of the cheapest route; None if out of reach."""
        return min((r.costs[i] for r in self.reaches if i in r.costs), default=None)

    def to(self, i: int) -> Way:
        """The cheapest route, by road alone if that costs no more. Raises KeyError if the hex is out of
        reach.
        """
        best = min(
            (r for r in reversed(self.reaches) if i in r.costs), key=lambda r: r.costs[i], default=None
        )
        if best is None:
            raise KeyError(i)
        return Way(tuple(self._labels[j] for j in best.path(i)), best.costs[i])

    def along(self, route: Sequence[int]) -> int | None:
        """The cost of a route in twelfths; None if it cannot be followed to its end.

        If both lanes can follow it, they charge the same (:func:`passage.lanes`), so a move costs what
        :meth:`cost` and :meth:`to` have reported.
        """
        for lane in reversed(self.lanes):
            walked = lane.walk(route)
            if walked.halt is None and walked.steps:
                return walked.steps[-1].cost
        return None

    def hexes(self) -> Iterable[int]:
        """Every hex in reach except the start."""
        start = self.lanes[0].start
        return dict.fromkeys(i for r in self.reaches for i in r.costs if i != start)


@remembered
def standing(seat: TtSeat, side: str) -> Stand:
    """The obstacles to a side's movement in a seat's position."""
    return passage.stand(seat.rules, seat.s, seat.board, side)


@remembered
def _lanes_of(seat: TtSeat, uid: str) -> tuple[Lane, ...]:
    """The lanes of a unit on the map."""
    stand = standing(seat, seat.s.units[uid].side)
    return passage.lanes(seat.rules, seat.s, seat.board, uid, stand)


@remembered
def ways_of(seat: TtSeat, uid: str) -> Ways:
    """The routes of a unit on the map."""
    return Ways(seat.rules, _lanes_of(seat, uid))


def movable(seat: TtSeat, who: str) -> tuple[str, ...]:
    """Every unit of a side that can still move, in the order of battle."""
    found: tuple[str, ...] | None = seat.memo.get(("movable", who))
    if found is None:
        found = seat.memo["movable", who] = tuple(_movable(seat, who))
    return found


def any_movable(seat: TtSeat, who: str) -> bool:
    """Whether :func:`movable` finds any unit; cheaper than the list when that has not been computed."""
    found = seat.memo.get(("movable", who))
    return bool(found) if found is not None else any(True for _ in _movable(seat, who))


def _movable(seat: TtSeat, who: str) -> Iterator[str]:
    """Whether a unit can move: if it has not moved yet, any open hex will do (TT-REC-04); otherwise its
    lanes decide. It must also find room where it stops (TT-REC-02).
    """
    rules, s = seat.rules, seat.s
    builders = {begun.builder for _, begun in under_way(s)}
    stand = standing(seat, who)
    entry, index, roster = stand.ground.entry, rules.atlas.index, s.mission.units
    labels, held = rules.atlas.labels, seat.board.at
    room = min(rules.tables.stack_front, rules.tables.stack_other) > 0  # a player's own tables may say none
    outs: dict[str, list[tuple[tuple[int, int], ...]]] = {}
    for uid, unit in s.units.items():
        if unit.side != who or unit.at[:1] == "#" or uid in builders:
            continue
        ends: Iterable[int]
        if unit.spent or unit.engaged:
            ends = chain.from_iterable(lane.begins() for lane in _lanes_of(seat, uid))
        else:
            move = rules.template(roster[uid]).move
            out = outs.get(move)
            if out is None:
                out = outs[move] = passage.arcs(rules, move, stand.blocked).out
            ends = (j for _, j in out[index[unit.at]] if entry[j] >= 0)
        crowded = False
        for j in ends:
            if room and labels[j] not in held:  # as nearly always: an empty hex takes any unit
                yield uid
                break
            crowded = True
        else:
            if crowded and places(seat, (uid,)):
                yield uid


def places(seat: TtSeat, subject: tuple[str, ...]) -> list[int]:
    """The hexes all of the units can move to and stack in together (TT-REC-02)."""
    ways = [ways_of(seat, uid) for uid in subject]
    hexes = ways[0].hexes()
    for one in ways[1:]:
        hexes = [i for i in hexes if i in one]
    return passage.roomy(seat.rules, seat.s, seat.board, subject, hexes)


def target(seat: TtSeat, subject: tuple[str, ...], i: int) -> Target:
    """Whether the units can move to a hex."""
    ways = [ways_of(seat, uid).to(i) for uid in subject]
    said = list(warnings(seat, subject, i))
    return Target(
        seat.rules.atlas.labels[i],
        "",
        ways[0].via if len(subject) == 1 else (),
        max(way.cost for way in ways),
        tuple(text for text, _ in said),
        tuple(dict.fromkeys(rule for _, rule in said)),
    )


def warnings(seat: TtSeat, subject: tuple[str, ...], i: int) -> Iterable[tuple[Say, str]]:
    """What a hex does to units that enter it, with the clause."""
    lane = _lanes_of(seat, subject[0])[0]
    kind = lane.ground.entry[i]
    at = seat.rules.atlas.labels[i]
    if kind == passage.ZONE:
        yield say("Enemy zone of control: the move ends in {hex}.", hex=at), "TT-REC-05"
    elif kind == passage.BLOCK:
        yield say("Road block: the move ends in {hex}.", hex=at), "TT-REC-16"
    if any(passage.is_engaged(seat.rules, seat.s, seat.board, uid) for uid in subject):
        yield say("A withdrawal costs the whole MF."), "TT-ENG-02"


def go(play: TtPlay, uid: str, to: str, via: tuple[str, ...]) -> None:
    """Move a unit along a route, or by its cheapest one, and charge its cost."""
    rules, unit = play.rules, play.units[uid]
    stand = passage.stand(rules, play, play.board, unit.side)
    ways = Ways(rules, passage.lanes(rules, play, play.board, uid, stand))
    index = rules.atlas.index
    via = via or ways.to(index[to]).via
    cost = ways.along([index[at] for at in via])
    if cost is None:
        raise ValueError(f"{uid} cannot move to {to}.")
    start = unit.at
    path = (start, *via)
    have = passage.allowance(rules, play, uid)
    stops = stand.ground.entry[index[to]] != passage.OPEN or cost >= max(one.left for one in ways.lanes)
    by_road = all(passage.road_step(rules, a, b, stand.blocked) for a, b in zip(path, via, strict=False))
    halves = have.by_road if stops else unit.spent + -(-cost // passage.HALF)
    play.put(uid, at=to, spent=halves, strayed=unit.strayed or not by_road)
    play.tell(UnitMoved(uid, path, cost=cost))
    for at in via:
        casualties.passed(play, unit.side, at)


# Why units may not move, and why not to a hex: every reason with its clause.

FAR = 200
"""Halves of a movement factor that are enough to reach any hex."""


def why_not_move(seat: TtSeat, who: str, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Why units may not move at all."""
    s, rules = seat.s, seat.rules
    if not subject:
        yield Reason("TT-SEQ-02", say("Name the units that move."))
    if len(set(subject)) < len(subject):
        yield Reason("TT-SEQ-02", say("A unit is named twice."))
    if len({s.units[u].at for u in subject if u in s.units}) > 1:
        yield Reason("TT-SEQ-02", say("Only units in the same hex can move together."))
    for uid in subject:
        unit = s.units.get(uid)
        if unit is None:
            yield rules.missing(f"unit {uid}")
            continue
        name = rules.title(s.mission.units[uid])
        if unit.side != who:
            yield Reason("TT-SEQ-02", say("{unit} is not yours.", unit=name), unit.spot)
        if not unit.on_map:
            yield Reason("TT-SEQ-02", say("{unit} is not on the map.", unit=name))
            continue
        for _, begun in under_way(s):
            if begun.builder == uid:
                text = say("{unit} is building and may not move; stop building first.", unit=name)
                yield Reason(f"TT-DEF-MOB-{begun.kind}", text, unit.spot)
        if unit.side == who and unit.spent >= passage.allowance(rules, s, uid).by_road:
            yield Reason("TT-REC-03", say("{unit} has no MF left.", unit=name), unit.spot)


def why_not_there(
    seat: TtSeat, who: str, subject: tuple[str, ...], at: str, via: tuple[str, ...]
) -> Iterator[Reason]:
    """Why units may not move to a hex."""
    s, rules = seat.s, seat.rules
    units = tuple(u for u in dict.fromkeys(subject) if u in s.units and s.units[u].on_map)
    if not at:
        yield Reason("TT-SEQ-02", say("Name the hex to move to."))
        return
    if at not in rules.atlas.index:
        yield Reason("TT-SEQ-02", say("{hex} is not a hex of this map.", hex=at))
        return
    if s.mission.area and at not in s.mission.area:
        yield Reason("TT-SEQ-02", say("{hex} is outside the area in play.", hex=at), (at,))
        return
    if any(s.units[u].at == at for u in units):
        yield Reason("TT-SEQ-02", say("It is already there."), (at,))
        return
    here = seat.board.units_at(at)
    if here and s.units[here[0]].side != who:
        text = say("{hex} is occupied by the enemy: attack it instead, as there is no overrun.", hex=at)
        yield Reason("TT-DEF-29", text, (at,))
        return
    if not passage.room(rules, s, seat.board, units, at):
        text = say(
            "The stacking limit of {hex} is {front} front line units and {others} others.",
            hex=at,
            front=rules.tables.stack_front,
            others=rules.tables.stack_other,
        )
        yield Reason("TT-REC-02", text, (at,))
    if len({s.units[u].at for u in units}) > 1:
        return
    for uid in units:
        yield from _off_route(seat, uid, at, via) if via else _unreached(seat, uid, at)


def _unreached(seat: TtSeat, uid: str, at: str) -> Iterator[Reason]:
    s, rules, board = seat.s, seat.rules, seat.board
    i = rules.atlas.index[at]
    if ways_of(seat, uid).cost(i) is not None:
        return
    name = rules.title(s.mission.units[uid])
    if passage.is_engaged(rules, s, board, uid):
        text = say(
            "{unit} is engaged: it may only withdraw one hex, to a hex with no enemy adjacent.", unit=name
        )
        yield Reason("TT-ENG-02", text, s.units[uid].spot)
        return
    stand = standing(seat, s.units[uid].side)
    if (
        s.units[uid].spent
        and {at, s.units[uid].at} <= stand.zones
        and at in rules.atlas.near[s.units[uid].at]
    ):
        yield _zone_to_zone(seat, uid, at)
        return
    have = passage.allowance(rules, s, uid)
    left = max(have.halves - s.units[uid].spent, 0)
    far = passage.lanes(rules, s, board, uid, stand, budget=FAR)[0].reach()
    if i in far.costs:
        text = say(
            "The route costs {cost} MF; {unit} has {left} left.",
            cost=factors(-(-far.costs[i] // passage.HALF)),
            unit=name,
            left=factors(left),
        )
        yield Reason(_too_dear(seat, uid, far.costs[i]), text, (at,))
        return
    free = passage.lanes(rules, s, board, uid, stand, budget=FAR, zones=False)[0].reach()
    if i in free.costs:
        labels = rules.atlas.labels
        path = [labels[j] for j in free.path(i)]
        blocks = tuple(h for h in path if h in stand.blocked and h not in stand.zones)
        zones = tuple(h for h in path if h in stand.zones)
        if zones or not blocks:
            text = say("{unit} must stop in the first enemy zone of control it enters.", unit=name)
            yield Reason("TT-REC-05", text, zones)
        if blocks:
            yield Reason("TT-REC-16", say("{unit} must stop at the road block.", unit=name), blocks)
        return
    if bar := _bar(seat, uid, at):
        yield _roadless(seat, uid, bar)
        return
    yield from closed(seat, uid, at)


def _zone_to_zone(seat: TtSeat, uid: str, at: str) -> Reason:
    name = seat.called(uid)
    text = say(
        "{unit} may move directly from one enemy zone of control to another only as "
        "the first hex of its move.",
        unit=name,
    )
    return Reason("TT-REC-05", text, (at,))


def _too_dear(seat: TtSeat, uid: str, cost: int) -> str:
    """The clause that leaves a unit too little MF for a route: night, lack of supply, or plain movement
    costs.
    """
    s = seat.s
    unit = s.units[uid]
    mf = seat.rules.template(s.mission.units[uid]).mf
    if cost + unit.spent * passage.HALF <= 2 * mf * passage.HALF:
        if passage.night(s):
            return "TT-REC-07"
        if not unit.supplied:
            return "TT-REC-12"
    return "TT-REC-03"


def closed(seat: TtSeat, uid: str, at: str) -> Iterator[Reason]:
    """Why no amount of MF would be enough: terrain, a river or surrounding enemies."""
    s, rules = seat.s, seat.rules
    name = rules.title(s.mission.units[uid])
    move = rules.template(s.mission.units[uid]).move
    blocked = standing(seat, s.units[uid].side).blocked
    dry = [n for n in rules.atlas.near[at] if n in passage.around(rules, at)]
    if not dry:
        yield Reason("TT-REC-17", say("Rivers can be crossed only by bridge."), (at,))
    elif all(passage.prohibited(rules, move, n, at) for n in dry):
        text = say("{unit} can enter {hex} only along a road.", unit=name, hex=at)
        yield Reason("TT-REC-03", text, (at,))
    elif all(passage.prohibited(rules, move, n, at, blocked) for n in dry):
        yield _roadless(seat, uid, at)
    elif any("river" in side.kinds for side in rules.atlas.sheet.hexsides):
        text = say("{unit} has no route to {hex}: rivers can be crossed only by bridge.", unit=name, hex=at)
        yield Reason("TT-REC-17", text, (at,))
    else:
        yield Reason("TT-REC-03", say("{unit} has no route to {hex}.", unit=name, hex=at), (at,))


def _bar(seat: TtSeat, uid: str, at: str) -> str:
    """The hex of the one road block that keeps a unit from a hex by any route; empty if there is none."""
    s, rules = seat.s, seat.rules
    stand = standing(seat, s.units[uid].side)
    opened = stand._replace(blocked=frozenset())
    way = passage.lanes(rules, s, seat.board, uid, opened, budget=FAR, zones=False)[0].reach()
    i = rules.atlas.index[at]
    if i not in way.costs:
        return ""
    move = rules.template(s.mission.units[uid]).move
    path = (s.units[uid].at, *(rules.atlas.labels[j] for j in way.path(i)))
    return next((b for a, b in pairwise(path) if passage.prohibited(rules, move, a, b, stand.blocked)), "")


def _roadless(seat: TtSeat, uid: str, at: str) -> Reason:
    name = seat.called(uid)
    text = say("{unit} can enter {hex} only along a road, and a road block is in the way.", unit=name, hex=at)
    return Reason("TT-REC-16", text, (at,))


def barred(seat: TtSeat, uid: str, start: str, at: str) -> Iterator[Reason]:
    """Why a unit may never take a step between adjacent hexes, enemy units aside; nothing if it may."""
    s, rules = seat.s, seat.rules
    name = rules.title(s.mission.units[uid])
    move = rules.template(s.mission.units[uid]).move
    if s.mission.area and at not in s.mission.area:
        yield Reason("TT-SEQ-02", say("{hex} is outside the area in play.", hex=at), (at,))
    elif at not in passage.around(rules, start):
        yield Reason("TT-REC-17", say("Rivers can be crossed only by bridge."), (at,))
    elif passage.prohibited(rules, move, start, at):
        text = say("{unit} can enter {hex} only along a road.", unit=name, hex=at)
        yield Reason("TT-REC-03", text, (at,))
    elif passage.prohibited(rules, move, start, at, standing(seat, s.units[uid].side).blocked):
        yield _roadless(seat, uid, at)


def _off_route(seat: TtSeat, uid: str, at: str, via: tuple[str, ...]) -> Iterator[Reason]:
    """Why a route given by hand fails at its first impossible step."""
    rules = seat.rules
    name = rules.title(seat.s.mission.units[uid])
    index = rules.atlas.index
    hexes = (seat.s.units[uid].at, *via)
    if any(h not in index for h in via) or via[-1] != at:
        yield Reason("TT-SEQ-02", say("The route must lead hex by hex to {hex}.", hex=at), (at,))
        return
    route = [index[h] for h in via]
    ways = ways_of(seat, uid)
    if ways.along(route) is not None:
        return
    lane = max(ways.lanes, key=lambda one: len(one.walk(route).steps))
    walked = lane.walk(route)
    assert walked.refused is not None  # no lane can be followed to its end
    last, here = hexes[len(walked.steps)], rules.atlas.labels[walked.refused]
    spot = (here,)
    zones = standing(seat, seat.s.units[uid].side).zones
    if passage.is_engaged(rules, seat.s, seat.board, uid):
        text = say("{unit} is engaged: it may only withdraw one hex.", unit=name)
        yield Reason("TT-ENG-02", text, spot)
    elif here not in rules.atlas.near[last]:
        yield Reason("TT-SEQ-02", say("The route must lead hex by hex to {hex}.", hex=at), (at,))
    elif enemies_at(seat.s, seat.board, seat.s.units[uid].side, here):
        text = say("{hex} is occupied by the enemy: attack it instead, as there is no overrun.", hex=here)
        yield Reason("TT-DEF-29", text, spot)
    elif reasons := tuple(barred(seat, uid, last, here)):
        yield from reasons
    elif walked.halt == "mood":
        rule = "TT-REC-05" if last in zones else "TT-REC-16"
        yield Reason(rule, say("{unit} must stop before {hex}.", unit=name, hex=here), spot)
    elif walked.halt == "price" and not walked.steps:
        yield _zone_to_zone(seat, uid, here)
    else:
        text = say("{unit} does not have enough MF left to enter {hex}.", unit=name, hex=here)
        # a unit farther along by road than its night MF allows elsewhere has none left off roads (TT-AMB-34)
        rule = _too_dear(seat, uid, lane.left + walked.short) if walked.halt == "budget" else "TT-REC-07"
        yield Reason(rule, text, spot)


def factors(halves: int) -> str:
    """Halves of a movement factor in the form shown to players."""
    whole, half = divmod(halves, 2)
    return f"{whole} 1/2".removeprefix("0 ") if half else str(whole)
