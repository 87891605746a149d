"""Random legal play of A Time for Trumpets, whole games of both scenarios to the end: a view, a prompt and a choice at every step."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench import _random

GAMES = 60
"""Games of each scenario; the first ones price the steps of the map for the later ones."""


def measure() -> Iterator[dict[str, object]]:
    """Actions per second of processor time: over all games of both scenarios, and the median game of each."""
    return _random.measure("trumpets", GAMES)
