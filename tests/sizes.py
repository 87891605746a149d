"""How much of what it could examine a test does examine: a sample in ``make test``, everything if HEXBENCH_FULL is set (``make fuzz``)."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

FULL = os.environ.get("HEXBENCH_FULL", "") not in {"", "0"}
"""Whether everything is examined."""


def sized(sample: T, full: T) -> T:
    """A number of games, positions or steps: that of the sample, or the full one."""
    return full if FULL else sample
