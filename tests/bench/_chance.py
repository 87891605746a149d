"""Random numbers for opponents that cost almost nothing."""

from __future__ import annotations

import random


class QuickChance:
    """Numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def number(self, n: int) -> int:
        """A number from 1 to n."""
        return 1 + int(self._random() * n)

    def cancelled(self) -> bool:
        """Always False."""
        return False
