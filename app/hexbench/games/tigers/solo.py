"""The search of :mod:`paths` for units that all move alike, which is nearly every one: whole numbers in place of lists of them.

The two give the same answers; a test holds them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.games.tigers.cells import HARD, PASSING, SOFT, Effect
from hexbench.games.tigers.movers import price_off

if TYPE_CHECKING:
    from hexbench.games.tigers.paths import Walker
    from hexbench.games.tigers.rules import TgRules

MARK = 32
"""One engineer bridge marker is in use on the way; the bits from here on count them."""
MARKS = 3 * MARK
USED = 128
"""Units on foot have been carried."""
_DISRUPTED, _BONUS = 1 << 12, 1 << 11
Note = tuple[int, int, int, bool, bool]
"""How bad a way is, the node before its last hex, what it costs, whether it disrupts, whether road rate is used."""


class Found:
    """The best ways by hex and end, and the hexes of every way that was followed."""

    __slots__ = ("full", "nodes", "off", "road")

    def __init__(self, starts: tuple[str, ...]) -> None:
        self.full: dict[str, Note] = {}
        self.road: dict[str, Note] = {}
        self.off: dict[str, Note] = {}
        self.nodes: list[tuple[str, int]] = [(start, -1) for start in starts]

    def via(self, node: int, last: tuple[str, ...]) -> tuple[str, ...]:
        """The hexes of a way, the start left out."""
        out = list(last)
        name, before = self.nodes[node]
        while before >= 0:
            out.append(name)
            name, before = self.nodes[before]
        if last:
            return (*reversed(out[1:]), out[0])
        return tuple(reversed(out))


def _note(
    where: dict[str, Note], at: str, cost: int, bonus: bool, disrupted: bool, node: int, used: bool
) -> None:
    bad = cost + (_DISRUPTED if disrupted else 0) + (_BONUS if bonus else 0)
    old = where.get(at)
    if old is None or bad < old[0]:
        where[at] = (bad, node, cost, disrupted, used)


def search(rules: TgRules, walker: Walker, starts: tuple[str, ...], exits: frozenset[str]) -> Found:
    """Everywhere units that move alike can go from any of ``starts``."""
    party, mover = walker.party, walker.party.movers[0]
    found = Found(starts)
    top = mover.basic + mover.bonus
    if top < 1:
        return found
    _nodes, begun = found.nodes, len(starts)
    buckets: list[list[tuple[str, int, int]]] = [[] for _ in range(top + 1)]
    buckets[0] = [(start, party.mood & 15, n) for n, start in enumerate(starts)]
    seen: set[tuple[str, int]] = set()
    for cost, bucket in enumerate(buckets):
        for here, mood, node in bucket:
            if (here, mood) in seen:
                continue
            seen.add((here, mood))
            if here in exits:
                fare = cost + price_off(rules, here, mover.road)
                if fare <= (mover.basic if mood & (HARD | PASSING) else top):
                    _note(found.off, here, fare, fare > mover.basic, False, node, bool(mood & USED))
            _leave(walker, found, buckets, (here, mood, node, cost), node < begun)
    for start in starts:
        found.full.pop(start, None)
        found.road.pop(start, None)
    return found


def _leave(
    walker: Walker,
    found: Found,
    buckets: list[list[tuple[str, int, int]]],
    now: tuple[str, int, int, int],
    first: bool,
) -> None:
    """Every step out of a hex."""
    here, mood, node, cost = now
    party = walker.party
    basic, top = party.movers[0].basic, len(buckets) - 1
    carried = USED if party.movers[0].kind == "foot" else 0
    kept = mood & (MARKS | USED)
    for to, full, road, marker, bits in walker.ways_out(here):
        stop = whole = shaken = False
        after = mood & 7
        if bits or mood & PASSING:
            effect = walker.effect(here, to, mood & 15, first)
            if not isinstance(effect, Effect) or (effect.whole and not first):
                continue
            after, stop, shaken, whole, _ = effect
        marks = kept
        if marker:
            marks += MARK
            if (marks & MARKS) // MARK > party.markers or (kept & MARKS) == MARKS:
                continue
        cap = basic if after & HARD else top
        paid = cost + full
        if paid <= cap:
            bonus = paid > basic
            _note(
                found.full, to, paid, bonus, shaken or bool(bonus and after & SOFT), node, bool(mood & USED)
            )
        if road and not stop:
            paid = cost + road
            if paid <= cap:
                _note(found.road, to, paid, paid > basic, True, node, True)
            marks |= carried
        if not (stop or whole or paid > cap):
            found.nodes.append((to, node))
            buckets[paid].append((to, after & 15 | marks, len(found.nodes) - 1))
