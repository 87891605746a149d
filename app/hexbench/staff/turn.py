"""A whole turn of moves found together, and what the enemy could make of it, on the sums of a position: no action is applied.

Units that go one by one to where each is worth most leave to the last what the first should have done. Here every unit that
may still move is given its end, and then each is asked again with all the others at theirs, until nobody would go elsewhere.
The best ends of a unit are then held against the enemy's answer: those of his units that are near go to where they are worth
most to him, and what the position is worth after that is what tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from hexbench.staff.value import Field
from hexbench.staff.ways import Floats

SWEEPS: Final = 3
"""How often every unit is asked."""
ANSWERS: Final = 6
"""Enemies that answer: those nearest to where the unit stands and might go."""
ENDS: Final = 4
"""Ends of a unit that are held against the answer."""


class Ends(NamedTuple):
    """Where a unit may go."""

    to: Sequence[int]
    less: Floats
    """What going there costs beyond standing there."""


class Turn:
    """The ends of one side's units at one position."""

    def __init__(
        self,
        field: Field,
        side: str,
        ends: Mapping[str, Ends],
        room: Callable[[str, int, Sequence[str]], bool],
    ) -> None:
        """``ends``: of every unit that may still move, in the order in which they are asked. ``room``: whether a hex would hold a unit
        beside those others that have moved there in thought.
        """
        self.field, self.side, self.ends, self.room = field, side, ends, room
        self.sign = field.scales.sign(side)
        self.now = field
        """The sums with everybody at his end."""
        self.places: dict[str, int] = {}
        """Unit -> the hex it is to go to, of those that go."""
        self.settled = False
        """Nobody would go elsewhere."""

    def settle(self, fixed: Mapping[str, int]) -> None:
        """Give everybody his end. ``fixed``: ends that stand fast, by hex."""
        for uid, to in fixed.items():
            self._go(uid, to)
        for _ in range(SWEEPS):
            moved = [self._asked(uid) for uid in self.ends if uid not in fixed]
            if not any(moved):
                self.settled = True
                break

    def _asked(self, uid: str) -> bool:
        """Send a unit where it is worth most now; whether it goes elsewhere than before."""
        here = self.now.where(uid)
        worth = self.worths(uid)
        best = max(worth, key=lambda to: (worth[to], -to), default=here)
        if best == here or worth[best] <= self.now.value * self.sign - self.less(uid, here) + 1e-6:
            return False
        self._go(uid, best)
        return True

    def less(self, uid: str, at: int) -> float:
        """What it costs a unit to go to a hex."""
        ends = self.ends[uid]
        return min(
            (float(less) for to, less in zip(ends.to, ends.less, strict=True) if to == at), default=0.0
        )

    def worths(self, uid: str) -> dict[int, float]:
        """Hex -> what the position is worth with a unit there and everybody else at his end, of those with room for it."""
        ends = self.ends[uid]
        open_ = [j for j, to in enumerate(ends.to) if self._room(uid, to)]
        if not open_:
            return {}
        found = self.now.moved(uid, [ends.to[j] for j in open_]) - ends.less[open_]
        out: dict[int, float] = {}
        for j, worth in zip(open_, found, strict=True):
            out[ends.to[j]] = max(float(worth), out.get(ends.to[j], float("-inf")))
        return out

    def _room(self, uid: str, to: int) -> bool:
        return self.room(uid, to, [one for one, at in self.places.items() if at == to and one != uid])

    def _go(self, uid: str, to: int) -> None:
        self.now = self.now.put(uid, to)
        self.places[uid] = to

    # ---- the enemy's answer
    def answered(self, uid: str, share: float) -> tuple[int, float]:
        """(the best end of a unit with its own hex among them, what it is worth more than that), held against what the enemy can do.

        ``share``: how much of what his answer changes counts.
        """
        begun = self.field.where(uid)
        worth = self.worths(uid)
        worth[begun] = self._at(uid, begun).value * self.sign
        best = sorted(worth, key=lambda to: (-worth[to], to))[:ENDS]
        if begun not in best:
            best.append(begun)
        if share:
            enemies = self._enemies(best)
            for to in best:
                after = self._reply(self._at(uid, to).turned(), enemies)
                worth[to] += share * (after - self._at(uid, to).turned().value * self.sign)
        to = max(best, key=lambda to: (worth[to], to == begun, -to))
        return to, worth[to] - worth[begun]

    def _at(self, uid: str, to: int) -> Field:
        return self.now if self.now.where(uid) == to else self.now.put(uid, to)

    def _enemies(self, ends: Sequence[int]) -> list[str]:
        """Those who can come near any of these hexes in a turn, the nearest first."""
        scales, s, atlas = self.field.scales, self.field.s, self.field.scales.rules.atlas
        spots = [atlas.labels[to] for to in ends if to < scales.size]
        found: list[tuple[int, float, str]] = []
        for uid, unit in s.units.items():
            if unit.side == self.side or unit.at not in scales.index or unit.side not in self.field.armies:
                continue
            looks = scales.looks(s, uid)
            if not looks.power:
                continue
            far = min((atlas.distance(unit.at, at) for at in spots), default=0)
            found.append((far, -looks.power, uid))
        return [uid for _, _, uid in sorted(found)[:ANSWERS]]

    def _reply(self, field: Field, enemies: Sequence[str]) -> float:
        """What the position is worth to the side after these enemies have gone where they are worth most."""
        scales = field.scales
        own, _ = field.army(self.side)
        for uid in enemies:
            here = field.where(uid)
            ends = scales.ends(scales.looks(field.s, uid).way, here)
            open_ = ends[own.there[ends] <= 0]
            worth = field.moved(uid, open_.tolist())
            j = int(np.argmax(worth))
            if open_[j] != here and worth[j] > -self.sign * field.value + 1e-6:
                field = field.put(uid, int(open_[j]))
                own, _ = field.army(self.side)
        return field.value * self.sign
