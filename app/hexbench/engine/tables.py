"""Odds, ladders and column shifts: the arithmetic of a results table, apart from what any game prints in it."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence


def odds(attack: int, defence: int) -> tuple[int, int]:
    """The ratio rounded in the defender's favour: (n, 1) when the attack is at least as strong, else (1, n).

    25 to 12 is (2, 1); 12 to 25 is (1, 3). A defence of nothing counts as the greatest ratio there is (99, 1), an
    attack of nothing as the least (1, 99), nothing against nothing as (1, 1).
    """
    if attack <= 0 and defence <= 0:
        return 1, 1
    if defence <= 0:
        return 99, 1
    if attack <= 0:
        return 1, 99
    return (attack // defence, 1) if attack >= defence else (1, -(-defence // attack))


def rung(ratio: tuple[int, int]) -> int:
    """The place of a ratio on the open ladder ... 1-3, 1-2, 1-1, 2-1, 3-1 ...: 1-1 is 0, 2-1 is 1, 1-2 is -1."""
    a, d = ratio
    return a - 1 if d == 1 else 1 - d


def ratio_name(place: int) -> str:
    """The name of a place on the open ladder: 0 is "1-1", 2 is "3-1", -1 is "1-2"."""
    return f"{place + 1}-1" if place >= 0 else f"1-{1 - place}"


def clamp(place: int, first: int, last: int) -> tuple[int, bool]:
    """A place within the ends of a row, and whether it had to be brought in."""
    inside = max(first, min(last, place))
    return inside, inside != place


def ways(dice: int, faces: int = 6) -> tuple[tuple[int, int], ...]:
    """(sum, number of ways) for the sum of some dice, in order: two dice give 2..12 out of 36."""
    found = Counter(sum(roll) for roll in itertools.product(range(1, faces + 1), repeat=dice))
    return tuple(sorted(found.items()))


def result_ways(results: Sequence[tuple[int, str]], dice: int, faces: int = 6) -> tuple[tuple[str, int], ...]:
    """(result, number of ways) for one column given as (sum, result) pairs, in the order results first occur."""
    count = dict(ways(dice, faces))
    out: dict[str, int] = {}
    for total, result in results:
        out[result] = out.get(result, 0) + count.get(total, 0)
    return tuple(out.items())
