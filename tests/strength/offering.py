"""Which levels may be offered: those whose margin over the level below is above zero at the lower end of its interval.

The matches are kept with the tests; what follows from them is in the declaration of each game (``Aims.shown``), from
which the list of levels is made, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hexbench.bootstrap import catalogue
from hexbench.session.automaton import levels
from hexbench.staff.aims import Shown
from hexbench.staff.planner import Planner
from tests.strength import figures

STEPS: Final = (("middle", "quick"), ("strong", "middle"))
"""(level, the level below it)."""


def measured(lines: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Shown]]:
    """game -> level -> what the matches show, for each pairing by the last mind that played it."""
    pairs: dict[str, dict[str, list[float]]] = {}
    for (scenario, one, other), played in figures.by_mind(lines).items():
        if (one, other) in STEPS:
            newest = list(played)[-1]
            game = scenario.partition("/")[0]
            pairs.setdefault(game, {}).setdefault(one, []).extend(scaled(played[newest]))
    out: dict[str, dict[str, Shown]] = {}
    for game, above in sorted(pairs.items()):
        for level, found in sorted(above.items()):
            if len(found) > 1:
                mean, half = figures.spread(found)
                out.setdefault(game, {})[level] = Shown(round(mean, 2), round(mean - half, 2), len(found))
    return out


def scaled(lines: Iterable[Mapping[str, Any]]) -> list[float]:
    """The margins of the seeds played from both seats, in units of the spread of single games from the same seat, so
    that scenarios with twenty points and those with two count alike.
    """
    whole = list(figures.by_seat(lines).values())
    if len(whole) < 2:
        return []
    squares = []
    for side in whole[0]:
        mean = sum(two[side] for two in whole) / len(whole)
        squares += [(two[side] - mean) ** 2 for two in whole]
    unit = max((sum(squares) / (len(squares) - 2)) ** 0.5, 0.5)
    return [sum(two.values()) / 2 / unit for two in whole]


def wrong(lines: Iterable[Mapping[str, Any]]) -> list[str]:
    """A sentence for every declaration that differs from the matches, and for every level of a game's own opponent
    that they do not show to be stronger than the one below it.
    """
    found, out = measured(lines), []
    for key, game in catalogue().games.items():
        shown = found.get(key, {})
        player = game.opponents["quick"]()
        if isinstance(player, Planner):
            if dict(player.aims.shown) != shown:
                out.append(f"{key}: the declaration should say shown = {shown!r}.")
            continue
        out += [
            f"{key}: {level} is offered, and the matches show {shown.get(level)!r}."
            for level in levels(game)[1:]
            if level not in shown or shown[level].low <= 0
        ]
    return out
