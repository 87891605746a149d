"""The moves of a turn found together, on the sums of a position: no action is applied.

Units that go one by one to where each is worth most leave to the last what the first should have done. Here every unit that
may still move is given its end, and then each is asked again with all the others at theirs, until nobody would go elsewhere.
Where that leads hangs on who is asked first, so it is done from the first to the last and from the last to the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from hexbench.staff.value import Field

SWEEPS: Final = 4
"""How often every unit is asked, at most."""
_SAME: Final = 1e-6
"""Worth below which two ends are alike: nobody goes elsewhere for it."""


class Ends(NamedTuple):
    """Where a unit may go."""

    to: Sequence[int]
    """Hexes, each once."""
    less: Sequence[float]
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
        """``ends``: of every unit that may still move, in the order in which they go. ``room``: whether a hex would hold a unit beside
        those others that are to come there.
        """
        self.field, self.ends, self.room = field, ends, room
        self.sign = field.scales.sign(side)
        self.now = field
        """The sums with everybody at his end."""
        self.places: dict[str, int] = {}
        """Unit -> the hex it is to go to, of those that go."""
        self.settled = False
        """Nobody would go elsewhere."""

    def settle(self, fixed: Mapping[str, int]) -> None:
        """Give everybody his end, the better of two ways to ask them. ``fixed``: ends that stand fast, by hex."""
        free = [uid for uid in self.ends if uid not in fixed]
        found = []
        for order in (free, free[::-1]):
            self._ascend(fixed, order)
            found.append((self._total(), self.now, self.places, self.settled))
        _, self.now, self.places, self.settled = max(found, key=lambda one: one[0])

    def gain(self, uid: str) -> float:
        """What a unit's end is worth more than staying where it is, with everybody else at his."""
        to = self.places.get(uid)
        if to is None:
            return 0.0
        stays = self.now.put(uid, self.field.where(uid))
        return (self.now.value - stays.value) * self.sign - self._less(uid, to)

    def _ascend(self, fixed: Mapping[str, int], order: Iterable[str]) -> None:
        self.now, self.places, self.settled = self.field, {}, False
        for uid, to in fixed.items():
            self._go(uid, to)
        for _ in range(SWEEPS):
            self.settled = sum(self._asked(uid) for uid in order) == 0
            if self.settled:
                break

    def _total(self) -> float:
        return self.now.value * self.sign - sum(self._less(uid, to) for uid, to in self.places.items())

    def _asked(self, uid: str) -> bool:
        """Send a unit where it is worth most now; whether it goes elsewhere than before."""
        begun, here = self.field.where(uid), self.now.where(uid)
        worth = self._worths(uid)
        stays = self.now if here == begun else self.now.put(uid, begun)
        worth[begun] = stays.value * self.sign
        best = max(worth, key=lambda to: (worth[to], -to))
        if best == here or worth[best] <= worth.get(here, float("-inf")) + _SAME:
            return False
        self._go(uid, best)
        return True

    def _worths(self, uid: str) -> dict[int, float]:
        """Hex -> what the position is worth with a unit there and everybody else at his end, of those with room for it."""
        ends = self.ends[uid]
        open_ = [j for j, to in enumerate(ends.to) if self._room(uid, to)]
        if not open_:
            return {}
        found = self.now.moved(uid, [ends.to[j] for j in open_])
        return {ends.to[j]: float(worth) - ends.less[j] for j, worth in zip(open_, found, strict=True)}

    def _room(self, uid: str, to: int) -> bool:
        return self.room(uid, to, [one for one, at in self.places.items() if at == to and one != uid])

    def _less(self, uid: str, at: int) -> float:
        ends = self.ends.get(uid)
        return ends.less[ends.to.index(at)] if ends is not None and at in ends.to else 0.0

    def _go(self, uid: str, to: int) -> None:
        self.now = self.now.put(uid, to)
        if to == self.field.where(uid):
            self.places.pop(uid, None)
        else:
            self.places[uid] = to
