"""Random legal play of A Time for Trumpets, whole games of both scenarios to the end: a view, a prompt and a choice at every step."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench import _random

GAMES = 60
"""Of each scenario; the first ones price the steps of the map that the later ones find."""


def measure() -> Iterator[dict[str, object]]:
    """Actions a second of processor time: over all games of both scenarios, and of each the median game."""
    return _random.measure("trumpets", GAMES)
