"""Chance for opponents that costs next to nothing."""

from __future__ import annotations

import random


class QuickChance:
    """Numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def number(self, n: int) -> int:
        """1..n."""
        return 1 + int(self._random() * n)

    def cancelled(self) -> bool:
        """Never."""
        return False
