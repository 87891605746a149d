"""Tracing a line back to a source: from which nodes a source can be reached, by which path, and what cuts the line.

A node is any small int: the hexes of a map, or several layers of them (hexes off the road, then hexes on it), so that
"at most five hexes, then any length of road" is one search. A way is one step between nodes and costs 0 or more of
the limit.

Ways lead *towards* a source (from the unit): ``ways[node]`` holds (next node, steps). The flood starts from the
sources and goes against them, which is why it takes the ways reversed; :func:`reversed_ways` makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from hexbench.atlas.atlas import Atlas, Link

NOWHERE: Final = -1
"""The steps of a node that no source serves."""
_BEYOND: Final = 1 << 60
"""More than any number of steps."""

Ways: TypeAlias = Sequence[Sequence[tuple[int, int]]]
"""node -> (next node, steps of the limit), in the order that settles ties."""


def ways(atlas: Atlas, steps: Callable[[Link], int | None]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The ways of a map, hex by hex: ``steps(link)`` is what a link counts towards the limit, None if it cannot be used."""
    out: list[list[tuple[int, int]]] = [[] for _ in atlas.labels]
    for link in atlas.links:
        count = steps(link)
        if count is not None:
            if count < 0:
                raise ValueError(f"A way counts at least no steps, not {count}.")
            out[link.start].append((link.end, count))
    return tuple(tuple(row) for row in out)


def reversed_ways(towards: Ways) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The same ways in the opposite direction."""
    out: list[list[tuple[int, int]]] = [[] for _ in towards]
    for node, row in enumerate(towards):
        for end, count in row:
            out[end].append((node, count))
    return tuple(tuple(row) for row in out)


class Flood:
    """Which nodes the sources serve. Steps are counted from a node to its source."""

    __slots__ = ("_next", "steps")

    def __init__(self, steps: list[int], following: list[int]) -> None:
        self.steps = steps
        """node -> fewest steps to a source, NOWHERE if none serves it."""
        self._next = following

    def __contains__(self, node: object) -> bool:
        return isinstance(node, int) and 0 <= node < len(self.steps) and self.steps[node] != NOWHERE

    def path(self, node: int) -> tuple[int, ...]:
        """From a node to its source, including both ends. Empty if no source serves it."""
        if self.steps[node] == NOWHERE:
            return ()
        out = [node]
        while self._next[node] != NOWHERE:
            node = self._next[node]
            out.append(node)
        return tuple(out)

    def source(self, node: int) -> int | None:
        """The source that serves a node, or None."""
        path = self.path(node)
        return path[-1] if path else None


def flood(
    back: Ways, sources: Iterable[int], *, closed: Collection[int] = frozenset(), limit: int | None = None
) -> Flood:
    """Every node that a line of at most ``limit`` steps connects to a source without passing a closed node.

    ``back`` are the ways reversed. A closed node is neither served nor passed, and a closed source serves nothing.
    Ties: fewest steps; then whichever was found first, sources in the order given, ways in their own order.
    """
    size = len(back)
    beyond = _BEYOND if limit is None else limit + 1
    steps = [beyond] * size
    for node in closed:
        steps[node] = NOWHERE  # less than any path to it
    following = [NOWHERE] * size
    buckets: dict[int, list[int]] = {0: []}
    for source in sources:
        if steps[source] == beyond:
            steps[source] = 0
            buckets[0].append(source)
    now = 0
    while buckets:
        bucket = buckets.pop(now, None)
        if bucket is not None:
            for node in bucket:  # grows while it is read: a way may cost no step at all
                if steps[node] != now:
                    continue
                for end, count in back[node]:
                    total = now + count
                    if total < steps[end]:
                        steps[end] = total
                        following[end] = node
                        if count:
                            buckets.setdefault(total, []).append(end)
                        else:
                            bucket.append(end)
        now += 1
    return Flood([NOWHERE if count == beyond else count for count in steps], following)


class Cut(NamedTuple):
    """Why a node is not served: the line it would have, and where that line is closed."""

    path: tuple[int, ...]
    """From the node to a source, including both ends, as if nothing were closed."""
    closed: tuple[int, ...]
    """The closed nodes on it, the nearest first. Never empty, and as few as possible for any line within the limit."""


def cut(
    towards: Ways, sources: Collection[int], node: int, *, closed: Collection[int], limit: int | None = None
) -> Cut | None:
    """What cuts a node off: the line within the limit that meets the fewest closed nodes, and those nodes.

    ``towards`` are the ways from the node on (not reversed). None if there is nothing to name: the node is served, or
    it would be out of reach even if nothing were closed.
    """
    goals = frozenset(sources)
    start = (1 if node in closed else 0, 0, 0)
    # A label is (closed nodes met, steps, number); fewer steps may justify more closed nodes if there is a limit, so
    # a node keeps every label that no other beats in both.
    heap: list[tuple[int, int, int]] = [start]
    at: list[int] = [node]
    before: list[int] = [NOWHERE]
    least: dict[int, int] = {}
    while heap:
        met, count, number = heappop(heap)
        here = at[number]
        if here in least and least[here] <= count:
            continue
        least[here] = count
        if here in goals:
            return _cut(at, before, number, closed) if met else None
        for end, more in towards[here]:
            total = count + more
            if (limit is None or total <= limit) and (end not in least or total < least[end]):
                at.append(end)
                before.append(number)
                heappush(heap, (met + (end in closed), total, len(at) - 1))
    return None


def _cut(at: list[int], before: list[int], number: int, closed: Collection[int]) -> Cut:
    path: list[int] = []
    while number != NOWHERE:
        path.append(at[number])
        number = before[number]
    path.reverse()
    return Cut(tuple(path), tuple(n for n in path if n in closed))
