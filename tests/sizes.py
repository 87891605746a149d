"""How much of what a test could look at it looks at: a sample in ``make test``, all of it where HEXBENCH_FULL is set (``make fuzz``)."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

FULL = os.environ.get("HEXBENCH_FULL", "") not in {"", "0"}
"""Whether everything is looked at."""


def sized(sample: T, full: T) -> T:
    """A number of games, positions or steps: the sample's, or the full one."""
    return full if FULL else sample
