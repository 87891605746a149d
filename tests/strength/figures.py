"""What follows from the lines: the mean margin of a pairing with its interval, who won from which seat, the cost of a turn."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

_T: Final = (
    *(12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13),
    *(2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04),
)
"""Student's t at 97.5 % by degrees of freedom from one on; beyond the table 2 is near enough."""

Key = tuple[str, str, str]
"""(scenario, one, other)."""


class Figure(NamedTuple):
    """One pairing as one mind played it."""

    seeds: int
    """Seeds played from both seats: only those count for the margin."""
    mean: float
    """The mean margin of ``one``, over both seats of each seed."""
    half: float
    """Half the width of its 95 % interval; infinite for a single seed."""
    wins: Mapping[str, tuple[int, int]]
    """side that ``one`` sat on -> (games won, games played)."""
    seconds: tuple[float, float]
    """Mean processor seconds of a player turn: of ``one``, of ``other``."""
    longest: tuple[float, float]
    applied: tuple[float, float]
    """Actions applied while thinking, per game."""

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half


def read(path: Path) -> list[dict[str, Any]]:
    """The lines of a file; one that was cut off when a run was stopped is ignored."""
    out = []
    if path.exists():
        for text in path.read_text(encoding="utf-8").splitlines():
            try:
                line = json.loads(text)
            except ValueError:
                continue
            if isinstance(line, dict):
                out.append(line)
    return out


def figure(lines: Iterable[Mapping[str, Any]]) -> Figure:
    """The figure for the lines of one pairing. Raises ValueError if there are none."""
    every = list({(line["seed"], line["side"]): line for line in lines}.values())
    if not every:
        raise ValueError("There are no games.")
    wins: dict[str, tuple[int, int]] = {}
    for line in every:
        won, played = wins.get(line["side"], (0, 0))
        wins[line["side"]] = (won + (line["won"] == "one"), played + 1)
    pairs = margins(every)
    mean, half = spread(list(pairs.values()))

    def both(name: str, of: Any = None) -> tuple[float, float]:
        first, second = ([float(line[name][i]) for line in every] for i in (0, 1))
        return (max(first), max(second)) if of is max else (sum(first) / len(every), sum(second) / len(every))

    return Figure(len(pairs), mean, half, wins, both("seconds"), both("longest", max), both("applied"))


def margins(lines: Iterable[Mapping[str, Any]]) -> dict[int, float]:
    """seed -> the mean of its two margins, for seeds played from both seats."""
    return {seed: sum(two.values()) / 2 for seed, two in by_seat(lines).items()}


def by_seat(lines: Iterable[Mapping[str, Any]]) -> dict[int, dict[str, float]]:
    """seed -> side -> margin, for seeds played from both seats: only those count."""
    by_seed: dict[int, dict[str, float]] = defaultdict(dict)
    for line in lines:
        by_seed[line["seed"]][line["side"]] = float(line["margin"])
    return {seed: two for seed, two in by_seed.items() if len(two) == 2}


def loss(new: Mapping[int, float], old: Mapping[int, float]) -> tuple[float, float]:
    """How much lower the mean of ``new`` is, and half the 95 % interval of that.

    Seeds that both have played are compared one by one if there are three or more; otherwise by Student's comparison
    of two samples with the same spread, because the spread of three games alone may be small by chance.
    """
    common = sorted(new.keys() & old.keys())
    if len(common) >= 3:
        return spread([old[seed] - new[seed] for seed in common])
    n, m = len(new), len(old)
    if n < 2 or m < 2:
        return 0.0, float("inf")
    here, there = sum(new.values()) / n, sum(old.values()) / m
    squares = sum((one - here) ** 2 for one in new.values()) + sum((one - there) ** 2 for one in old.values())
    return there - here, _student(n + m - 2) * sqrt(squares / (n + m - 2) * (1 / n + 1 / m))


def spread(found: Sequence[float]) -> tuple[float, float]:
    """Mean, and half the 95 % interval of it."""
    n = len(found)
    if n == 0:
        return 0.0, float("inf")
    mean = sum(found) / n
    if n == 1:
        return mean, float("inf")
    variance = sum((one - mean) ** 2 for one in found) / (n - 1)
    return mean, _student(n - 1) * sqrt(variance / n)


def _student(freedom: int) -> float:
    """What contains 95 % of the distribution with that many degrees of freedom."""
    return _T[freedom - 1] if freedom <= len(_T) else 2.0


def by_mind(lines: Iterable[Mapping[str, Any]]) -> dict[Key, dict[str, list[Mapping[str, Any]]]]:
    """pairing -> mind -> its lines, minds in the order in which they first played; games by other rules than the
    newest are ignored, because they are games of something else.
    """
    found: dict[Key, dict[str, list[Mapping[str, Any]]]] = {}
    newest: dict[str, str] = {}
    every = list(lines)
    for line in every:
        newest[line["scenario"]] = line["rules"]
    for line in every:
        if line["rules"] == newest[line["scenario"]]:
            key = (line["scenario"], line["one"], line["other"])
            found.setdefault(key, {}).setdefault(line["mind"], []).append(line)
    return found


def refused(lines: Iterable[Mapping[str, Any]], minds: Mapping[str, str]) -> list[str]:
    """A sentence for every earlier mind than which a mind is worse: the 95 % interval of the difference is below zero.

    A new interval below an old *mean* says less: the mean of five seeds is itself accurate only to ten points, and
    the same sources, played again over twenty seeds, were refused by it in 12 pairings of 47.

    ``minds``: game -> the mind of the present sources; pairings it has not played are ignored.
    """
    out = []
    for (scenario, one, other), played in by_mind(lines).items():
        now = minds.get(scenario.partition("/")[0], "")
        if now not in played:
            continue
        new, today = margins(played[now]), figure(played[now])
        for mind, found in played.items():
            if mind == now:
                continue
            lost, half = loss(new, margins(found))
            if lost > half:
                then = figure(found)
                out.append(
                    f"{scenario}: {one} against {other} is {today.mean:+.2f} ± {today.half:.2f} now and was "
                    f"{then.mean:+.2f} ± {then.half:.2f}."
                )
    return out
