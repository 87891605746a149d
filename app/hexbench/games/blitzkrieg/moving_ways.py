"""Where units can be placed, by which route, and how they get there (BK-MOV-07..12, BK-INF-06..11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from hexbench.engine.board import remembered
from hexbench.engine.events import UnitMoved, UnitPlaced
from hexbench.engine.values import Say, Target, say
from hexbench.games.blitzkrieg import casualties, infiltrators, passage
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GROUND
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.atlas.reach import Reach
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, BkSeat, Position


# The routes of one unit from where it began the turn: around infiltrators wherever there is a way around
# (BK-INF-10, BK-INF-11).


class Route(NamedTuple):
    """A route to a hex: the hexes entered, the cost in twelfths, and the hexes with infiltrators that it
    cannot avoid.
    """

    via: tuple[str, ...]
    cost: int
    past: tuple[str, ...]


class Routes:
    """Where a unit can go, and by which routes."""

    def __init__(self, rules: BkRules, s: Position, board: BkBoard, uid: str, start: str = "") -> None:
        """``start``: begin in another hex than its own."""
        self._ask = rules, s, board, uid
        self.start = start or s.units[uid].start
        self.reach: Reach = passage.reach_of(rules, s, board, uid, self.start)
        """Every hex its points reach, whether or not past infiltrators."""
        self._watched: dict[int, int] = {}
        if s.units[uid].side == ALLIED:
            index = rules.atlas.index
            here = sorted((index[at], n) for at, n in board.spies.items() if at != self.start)
            self._watched = {i: n for i, n in here if i in self.reach}

    @cached_property
    def _clear(self) -> Reach:
        """The routes that pass no infiltrator."""
        rules, s, board, uid = self._ask
        return passage.reach_of(rules, s, board, uid, self.start, shut=self._watched)

    @cached_property
    def _past(self) -> Reach:
        """The routes past infiltrators, distinguished by their number."""
        rules, s, board, uid = self._ask
        return passage.reach_past(rules, s, board, uid, self.start, self._watched)

    def to(self, i: int) -> Route:
        """The route to a hex in reach that passes the fewest infiltrators, then the cheapest (BK-AMB-39).
        Raises KeyError if the hex is out of reach.
        """
        labels = self._ask[0].atlas.labels
        if i in self._clear:
            path, cost = self._clear.path(i), self._clear.costs[i]
        else:
            past = self._past
            mood, cost = min(past.moods_at(i).items(), default=(-1, 0))  # a mood in which no route ends
            path = past.path(i, mood)
        watched = tuple(labels[j] for j in path if j in self._watched)
        return Route(tuple(labels[j] for j in path), cost, watched)

    def costs(self) -> Mapping[int, int]:
        """Hex in reach -> cost of its route in twelfths; more than the cheapest if the cheapest leads past
        infiltrators.
        """
        if not self._watched:
            return self.reach.costs
        clear = self._clear.costs
        return {i: clear[i] if i in clear else self.to(i).cost for i in self.reach.costs}


@remembered
def routes(seat: BkSeat, uid: str) -> Routes:
    """The routes of a unit from the hex in which it began its turn."""
    return Routes(seat.rules, seat.s, seat.board, uid)


def reach_now(seat: BkSeat, uid: str) -> Reach:
    """Where a unit can go from the hex in which it began its turn."""
    return routes(seat, uid).reach


def places(seat: BkSeat, subject: tuple[str, ...]) -> list[int]:
    """The hexes in which all of the units can be placed, in order of the first unit's cost (BK-MOV-08,
    BK-MOV-09).
    """
    if not subject:
        return []
    reaches = [reach_now(seat, uid) for uid in subject]
    index = seat.rules.atlas.index
    here = {index[seat.s.units[uid].at] for uid in subject if seat.s.units[uid].on_map}
    closed = here if len(here) == 1 else set()
    closed |= crowded(seat, subject) | taken(seat, subject)
    first, *others = (reach.costs for reach in reaches)
    if others:
        return [i for i in first if i not in closed and all(i in other for other in others)]
    return [i for i in first if i not in closed]


def taken(seat: BkSeat, subject: Sequence[str]) -> set[int]:
    """The hexes in which units began the turn and which enemies have entered since by the umpire's hand
    (BK-MOV-10).
    """
    s, index = seat.s, seat.rules.atlas.index
    return {
        index[s.units[uid].start]
        for uid in subject
        if s.roster[uid].type in GROUND
        and index[s.units[uid].start] in seat.board.stand[FOE[s.units[uid].side]]
    }


def crowded(seat: BkSeat, subject: tuple[str, ...]) -> set[int]:
    """The hexes without room for these units in addition to those already there (BK-MOV-08)."""
    index, room = seat.rules.atlas.index, LIMIT - len(subject)
    return {
        index[at]
        for at, there in seat.board.at.items()
        if len(there) > room and at in index and sum(u not in subject for u in there) > room
    }


def target(seat: BkSeat, subject: tuple[str, ...], i: int) -> Target:
    """One hex in which they can be placed, with a warning of infiltrators on the only route or in the hex
    they leave (BK-INF-06, BK-INF-10).
    """
    label = seat.rules.atlas.labels[i]
    ways = [routes(seat, uid).to(i) for uid in subject]
    via = ways[0].via if len(subject) == 1 else ()
    said = warnings(seat, subject, label, ways)
    return Target(
        label,
        "",
        via,
        max(way.cost for way in ways),
        tuple(text for text, _ in said),
        tuple(dict.fromkeys(rule for _, rule in said)),
    )


def warnings(seat: BkSeat, subject: tuple[str, ...], to: str, ways: list[Route]) -> list[tuple[Say, str]]:
    """The dice a move will call for, with their clauses."""
    s, board = seat.s, seat.board
    side = s.units[subject[0]].side
    if side == ALLIED:
        left = s.units[subject[0]].at
        past = dict.fromkeys(at for way in ways for at in way.past)
        return [
            *_recognition(seat, left, "BK-INF-06"),
            *(w for at in past for w in _recognition(seat, at, "BK-INF-10")),
        ]
    if any(s.roster[u].type == "infiltrator" for u in subject) and infiltrators.among_allies(s, board, to):
        n = infiltrators.chances(seat.rules, 1)
        return [
            (say("Allied units are in {hex}: they recognise it on {n} of 6 rolls.", hex=to, n=n), "BK-INF-03")
        ]
    return []


def _recognition(seat: BkSeat, at: str, rule: str) -> Iterator[tuple[Say, str]]:
    """The infiltrators of a hex, each with its chance of being recognised."""
    for spy in infiltrators.spies_at(seat.s, seat.board, at):
        n = infiltrators.chances(seat.rules, infiltrators.turns_among(seat.s, seat.board, spy))
        text = say("Infiltrators in {hex}, recognised on {n} of 6 rolls, may lead it astray.", hex=at, n=n)
        yield text, rule


def take_up(play: BkPlay, uid: str) -> bool:
    """A unit leaves its engagement and its target (BK-MOV-21). Returns False if an infiltrator in its hex
    leads it astray (BK-INF-06).
    """
    at = play.units[uid].at
    casualties.drop_from_engagements(play, uid)
    return infiltrators.gets_past(play, uid, at, "BK-INF-06")


def get_past(play: BkPlay, uid: str, via: tuple[str, ...]) -> bool:
    """A unit passes the infiltrators on a route. Returns False if one leads it astray (BK-INF-10)."""
    start = play.units[uid].start
    past = [at for at in via if at != start and at in play.board.spies]
    return all(infiltrators.gets_past(play, uid, at, "BK-INF-10") for at in past)


def go(play: BkPlay, uid: str, to: str, via: tuple[str, ...]) -> bool:
    """A unit that was picked up moves to a hex in its reach. Returns False if an infiltrator on its route
    leads it astray (BK-INF-10).
    """
    unit = play.units[uid]
    if not via:  # units of a stack each go their own way
        via = Routes(play.rules, play, play.board, uid).to(play.rules.atlas.index[to]).via
    if unit.side == ALLIED and play.board.spies and not get_past(play, uid, via):
        return False
    path = (unit.start, *via) if via else (unit.at if unit.on_map else unit.start, to)
    play.put(uid, at=to)
    # a unit placed where it was picked up has not moved
    play.tell(UnitMoved(uid, path) if path[0] != path[-1] else UnitPlaced(uid, to))
    if play.roster[uid].type == "infiltrator":
        infiltrators.entered(play, uid)
    return True
