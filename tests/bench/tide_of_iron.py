"""Random legal play of Tide of Iron."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench import _random

GAMES = 12
"""Games of each scenario; the first ones work out the lines of sight of the map for the later ones."""


def measure() -> Iterator[dict[str, object]]:
    """Actions per second of processor time: over all games of all scenarios, and the median game of each scenario."""
    return _random.measure("tide_of_iron", GAMES)
