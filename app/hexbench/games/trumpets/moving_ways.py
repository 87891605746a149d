"""Where units can move to, by which way, at what cost, and how they get there (TT-REC-02..07, TT-ENG-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from hexbench.engine.events import UnitMoved
from hexbench.engine.values import Say, Target, say
from hexbench.games.trumpets import harm, passage, stacking

if TYPE_CHECKING:
    from hexbench.atlas.reach import Reach
    from hexbench.games.trumpets.hands import TtPlay, TtSeat
    from hexbench.games.trumpets.passage import Lane, Stand
    from hexbench.games.trumpets.rules import TtRules


class Way(NamedTuple):
    """A way to a hex: the hexes entered, and what it costs in twelfths of a movement factor."""

    via: tuple[str, ...]
    cost: int


class Ways:
    """The ways of one unit from where it stands."""

    def __init__(self, rules: TtRules, lanes: tuple[Lane, ...]) -> None:
        self._labels = rules.atlas.labels
        self.lanes = lanes

    @cached_property
    def reaches(self) -> tuple[Reach, ...]:
        """Of each lane; whoever follows a route that is known needs none."""
        return tuple(lane.reach() for lane in self.lanes)

    def cost(self, i: int) -> int | None:
        """What the cheapest way costs; None: out of reach."""
        return min((r.costs[i] for r in self.reaches if i in r.costs), default=None)

    def to(self, i: int) -> Way:
        """The cheapest way; by road alone when that costs no more. Raises KeyError out of reach."""
        best = min(
            (r for r in reversed(self.reaches) if i in r.costs), key=lambda r: r.costs[i], default=None
        )
        if best is None:
            raise KeyError(i)
        return Way(tuple(self._labels[j] for j in best.path(i)), best.costs[i])

    def along(self, route: Sequence[int]) -> int | None:
        """What a route costs in twelfths; None: it cannot be followed to its end."""
        for lane in reversed(self.lanes):
            walked = lane.walk(route)
            if walked.halt is None and walked.steps:
                return walked.steps[-1].cost
        return None

    def hexes(self) -> Iterable[int]:
        """Every hex in reach but the start."""
        start = self.lanes[0].start
        return dict.fromkeys(i for r in self.reaches for i in r.costs if i != start)


def standing(seat: TtSeat, side: str) -> Stand:
    """What stands in the way of a side in the position of a seat."""
    found: Stand | None = seat.memo.get(("stand", side))
    if found is None:
        found = seat.memo["stand", side] = passage.stand(seat.rules, seat.s, seat.board, side)
    return found


def lanes_of(seat: TtSeat, uid: str) -> tuple[Lane, ...]:
    """The lanes of a unit on the map."""
    found: tuple[Lane, ...] | None = seat.memo.get(("lanes", uid))
    if found is None:
        stand = standing(seat, seat.s.units[uid].side)
        found = seat.memo["lanes", uid] = passage.lanes(seat.rules, seat.s, seat.board, uid, stand)
    return found


def ways_of(seat: TtSeat, uid: str) -> Ways:
    """The ways of a unit on the map."""
    found: Ways | None = seat.memo.get(("ways", uid))
    if found is None:
        found = seat.memo["ways", uid] = Ways(seat.rules, lanes_of(seat, uid))
    return found


def movable(seat: TtSeat, who: str) -> tuple[str, ...]:
    """Every unit of a side that can still move, in the order of battle."""
    found: tuple[str, ...] | None = seat.memo.get(("movable", who))
    if found is None:
        found = seat.memo["movable", who] = tuple(_movable(seat, who))
    return found


def _movable(seat: TtSeat, who: str) -> Iterator[str]:
    """One that has not moved may always enter a hex that is open (TT-REC-04); for the others their lanes are asked."""
    rules, s = seat.rules, seat.s
    builders = {begun.builder for begun in s.building.values()}
    stand = standing(seat, who)
    entry, index, roster = stand.ground.entry, rules.atlas.index, s.mission.units
    outs: dict[str, list[tuple[tuple[int, int], ...]]] = {}
    for uid, unit in s.units.items():
        if unit.side != who or unit.at[:1] == "#" or uid in builders:
            continue
        if unit.spent or unit.engaged:
            if any(lane.leads for lane in lanes_of(seat, uid)):
                yield uid
            continue
        move = rules.template(roster[uid]).move
        out = outs.get(move)
        if out is None:
            out = outs[move] = passage.arcs(rules, move, stand.blocked).out
        for _, j in out[index[unit.at]]:
            if entry[j] >= 0:
                yield uid
                break


def places(seat: TtSeat, subject: tuple[str, ...]) -> list[int]:
    """The hexes all of them can move to and stand in together (TT-REC-02)."""
    labels = seat.rules.atlas.labels
    ways = [ways_of(seat, uid) for uid in subject]
    held = seat.board.at
    alone = stacking.fits(seat.rules, seat.s, subject)
    return [
        i
        for i in ways[0].hexes()
        if all(one.cost(i) is not None for one in ways[1:])
        and (
            stacking.room(seat.rules, seat.s, seat.board, subject, labels[i]) if labels[i] in held else alone
        )
    ]


def target(seat: TtSeat, subject: tuple[str, ...], i: int) -> Target:
    """One hex they can move to."""
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
    """What a hex does to whoever enters it, with the clause."""
    lane = lanes_of(seat, subject[0])[0]
    kind = lane.ground.entry[i]
    at = seat.rules.atlas.labels[i]
    if kind == passage.ZONE:
        yield say("An enemy zone of control: the move ends in {hex}.", hex=at), "TT-REC-05"
    elif kind == passage.BLOCK:
        yield say("A road block: the move ends in {hex}.", hex=at), "TT-REC-16"
    if any(passage.is_engaged(seat.rules, seat.s, seat.board, uid) for uid in subject):
        yield say("A withdrawal takes the whole MF."), "TT-ENG-02"


def go(play: TtPlay, uid: str, to: str, via: tuple[str, ...]) -> None:
    """A unit moves along a route, or by its cheapest way, and pays."""
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
        harm.passed(play, unit.side, at)
