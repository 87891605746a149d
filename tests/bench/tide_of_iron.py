"""Random legal play of Tide of Iron."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench import _random

GAMES = 12
"""Of each scenario; the first ones work out the lines of sight of the map that the later ones find."""


def measure() -> Iterator[dict[str, object]]:
    """Actions a second of processor time: over all games of all scenarios, and of each scenario the median game."""
    return _random.measure("tide_of_iron", GAMES)
