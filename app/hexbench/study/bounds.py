"""How sure a figure is that was found by trying: bounds that hold the truth in 95 cases of 100."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

SURE = 1.959964
"""Standard deviations either way that hold 95 %."""


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The bounds of a chance of which ``hits`` of ``tries`` were seen (Wilson 1927): 0 to 1 before anything was tried."""
    if tries == 0:
        return 0.0, 1.0
    share, spare = hits / tries, SURE**2 / tries
    middle = (share + spare / 2) / (1 + spare)
    reach = SURE / (1 + spare) * sqrt(share * (1 - share) / tries + spare / (4 * tries))
    # at both ends the bound is the end itself, which reckoning with fractions of two misses by a hair
    return (max(0.0, middle - reach) if hits else 0.0), (min(1.0, middle + reach) if hits < tries else 1.0)


def mean_and_error(found: Sequence[float]) -> tuple[float, float | None]:
    """The mean, and its standard error: None with fewer than two figures, which say nothing of their spread."""
    if not found:
        return 0.0, None
    mean = sum(found) / len(found)
    if len(found) < 2:
        return mean, None
    spread = sum((one - mean) ** 2 for one in found) / (len(found) - 1)
    return mean, sqrt(spread / len(found))
