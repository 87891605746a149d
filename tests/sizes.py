"""How much of what a test could look at it looks at: a sample in ``make test``, all of it where HEXBENCH_FULL is set (``make fuzz``)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

FULL = os.environ.get("HEXBENCH_FULL", "") not in {"", "0"}
"""Whether everything is looked at."""


def sized(sample: T, full: T) -> T:
    """A number of games, positions or steps: the sample's, or the full one."""
    return full if FULL else sample


def some_of(cases: Sequence[T], most: int) -> list[T]:
    """A sample of cases in their order, the first and the last among them, the others evenly between; all in full size."""
    if FULL or len(cases) <= most:
        return list(cases)
    if most == 1:
        return [cases[0]]
    return [cases[round(n * (len(cases) - 1) / (most - 1))] for n in range(most)]
