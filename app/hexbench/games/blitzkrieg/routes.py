"""The ways of one unit from where it began the turn: round infiltrators as long as there is a way round (BK-INF-10, BK-INF-11)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from hexbench.games.blitzkrieg import passage
from hexbench.games.blitzkrieg.pieces import ALLIED

if TYPE_CHECKING:
    from hexbench.atlas.reach import Reach
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.hands import Position
    from hexbench.games.blitzkrieg.rules import BkRules


class Route(NamedTuple):
    """A way to a hex: the hexes entered, the cost in twelfths, and those with infiltrators that it cannot avoid."""

    via: tuple[str, ...]
    cost: int
    past: tuple[str, ...]


class Routes:
    """Where a unit can go, and how."""

    def __init__(self, rules: BkRules, s: Position, board: BkBoard, uid: str, start: str = "") -> None:
        """``start``: another hex to begin in."""
        self._ask = rules, s, board, uid
        self.start = start or s.units[uid].start
        self.reach: Reach = passage.reach_of(rules, s, board, uid, self.start)
        """Every hex within its points, infiltrators or not."""
        self._watched: tuple[int, ...] = ()
        if s.units[uid].side == ALLIED:
            index = rules.atlas.index
            here = sorted(index[at] for at in board.spies if at != self.start)
            self._watched = tuple(i for i in here if i in self.reach)
        self._found: dict[tuple[int, ...], Reach] = {(): self.reach}

    def to(self, i: int) -> Route:
        """The way to a hex in reach, past as few infiltrators as can be, then the cheapest. Raises KeyError out of reach."""
        labels = self._ask[0].atlas.labels
        for reach in self._tries(i):
            if i in reach:
                path = reach.path(i)
                past = tuple(labels[j] for j in path if j in self._watched)
                return Route(tuple(labels[j] for j in path), reach.costs[i], past)
        raise KeyError(i)

    def _tries(self, i: int) -> Iterator[Reach]:
        watched = self._watched
        for n in range(len(watched) + 1):
            for open_ones in combinations(watched, n):
                if n and i in watched and i not in open_ones:
                    continue
                yield self._round(tuple(j for j in watched if j not in open_ones))

    def _round(self, shut: tuple[int, ...]) -> Reach:
        found = self._found.get(shut)
        if found is None:
            rules, s, board, uid = self._ask
            found = self._found[shut] = passage.reach_of(rules, s, board, uid, self.start, shut=shut)
        return found
