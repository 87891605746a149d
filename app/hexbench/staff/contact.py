"""The duty to fight: in some games every unit adjacent to an enemy must attack, and every enemy it is adjacent to must be attacked.

A move into contact is then an attack, and so is staying in contact. A unit's place is therefore also worth what its
side gains or loses by the attacks that follow from it, judged by the game's own hypothetical attacks. Which units
attack which together is left to the declaration: here each enemy hex is attacked by all units already adjacent to it,
with or without the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from hexbench.engine.what_if import Supposed
from hexbench.staff.value import Scales
from hexbench.staff.ways import Floats

_LOOKED_AT: Final = 6
"""Places in contact that are judged for a unit, those worth most first; the others are not considered."""
_NEVER: Final = -1e6

Units = tuple[tuple[str, str], ...]
"""Units and the hexes they would be in."""


class Contacts:
    """The effects of contact for the moving side in one position."""

    def __init__(self, seat: Any, scales: Scales, judge: Callable[[Supposed], float]) -> None:
        """``judge``: what a hypothetical attack is expected to gain, in the unit of the score."""
        self.seat, self.scales, self.judge = seat, scales, judge
        self._found: dict[tuple[str, frozenset[tuple[str, str]]], float] = {}

    def worths(self, uid: str, ends: Sequence[str], worth: Floats) -> Floats:
        """[end] -> what contact there adds to or takes from the worth for a unit; ``worth``: what the ends are worth without it."""
        found, looked = np.zeros(len(ends)), 0
        for j in np.argsort(-worth, kind="stable"):
            if self._foes(ends[j]):
                looked += 1
                found[j] = self.worth(uid, ends[j]) if looked <= _LOOKED_AT else _NEVER
        return found

    def worth(self, uid: str, at: str) -> float:
        """The effect of a unit's contact in a hex: of all adjacent enemies that nobody would have to fight without
        it, and of the one that it would best fight.
        """
        foes = self._foes(at)
        if not foes or not self.scales.aims.takes(self.seat.s, uid):
            return 0.0
        total, best, alone = 0.0, -np.inf, False
        for foe in foes:
            others = tuple((u, n) for n in self._around(foe) for u in self._who(n, own=True) if u != uid)
            gain = self._fought(foe, ((uid, at), *others))
            if others:
                gain -= self._fought(foe, others)
            else:
                alone = True
                total += min(0.0, gain)
            best = max(best, gain)
        return total + (max(0.0, best) if alone else best)

    def _fought(self, foe: str, units: Units) -> float:
        key = foe, frozenset(units)
        if key not in self._found:
            self._found[key] = self.judge(Supposed(side=self.seat.side, hexes=(foe,), units=units))
        return self._found[key]

    def _foes(self, at: str) -> list[str]:
        """The adjacent hexes with enemies that can be fought."""
        return [n for n in self._around(at) if any(self._who(n, own=False))]

    def _around(self, at: str) -> Sequence[str]:
        near: Mapping[str, Sequence[str]] = self.seat.rules.atlas.near
        return near.get(at, ())

    def _who(self, at: str, *, own: bool) -> list[str]:
        seat, takes = self.seat, self.scales.aims.takes
        units = seat.s.units
        return [
            u for u in seat.board.units_at(at) if (units[u].side == seat.side) is own and takes(seat.s, u)
        ]
