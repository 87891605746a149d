"""Supply: what those are worth who are cut off, of both sides, and what a move changes of it.

The game itself says who is in supply (:meth:`hexbench.engine.rules.Rules.supplies`), as if it were judged now.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hexbench.staff.value import Scales


class Supply:
    """The supply of one position, asked about moves of a side's units."""

    def __init__(self, scales: Scales, s: Any, side: str) -> None:
        self.scales, self.s, self.side = scales, s, side
        self._now: float | None = None

    @property
    def now(self) -> float:
        """What the position is worth to the side by it: the enemy who is cut off less those of its own."""
        if self._now is None:
            self._now = self._worth(self.s)
        return self._now

    def moved(self, uid: str, at: str) -> float:
        """What the side gains by it when a unit goes to a hex."""
        units = self.s.units
        return self._worth(replace(self.s, units={**units, uid: replace(units[uid], at=at)})) - self.now

    def _worth(self, s: Any) -> float:
        scales, rules = self.scales, self.scales.rules
        aims, total = scales.aims, 0.0
        for side in rules.sides:
            supplies = rules.supplies(s, side)
            if supplies is not None:
                cut = [uid for uid, fed in supplies.fed().items() if not fed]
                bulk = sum(scales.looks(self.s, uid).bulk for uid in cut)
                total += bulk * (-1.0 if side == self.side else 1.0)
        return aims.cut * aims.bulk_worth * total
