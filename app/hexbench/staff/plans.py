"""Plans for one turn: bringing units up to an attack, and finding places for all units of a side.

Which hexes are worth an attack this turn, by which units already adjacent and by which that could come up? A single
unit gains little by moving next to an enemy; four of them together gain what is behind it. So before any unit moves,
the game's hypothetical attacks are calculated with every unit that could still join, and those needed go there.
Nothing of this is remembered: the next question finds the same plans again, with one unit less on the way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from hexbench.engine.what_if import Supposed, WhatIf

if TYPE_CHECKING:
    from hexbench.staff.value import Field

_ASKED = 3
"""For each hex that is planned for, how many are checked for units that could come: most are out of reach of all units."""
_SIZES = (0, 1, 2, 3, 5, 8, 12)
"""Numbers of additional units that are compared."""

Judge = Callable[[Any, Supposed], float]
"""What a hypothetical attack promises, in the unit of the score."""


class Plan(NamedTuple):
    """An attack that is worth coming up for."""

    gain: float
    aim: str
    places: Mapping[str, str]
    """Attacker -> the hex it is to attack from, also for those that are there already."""


class Plans:
    """The attacks of one side for which units that may still move can be brought up."""

    def __init__(self, seat: Any, what: WhatIf[Any, Any], field: Field, judge: Judge, most: int) -> None:
        """``most``: hexes that are planned for."""
        self.seat, self.what, self.field, self.judge, self.most = seat, what, field, judge, most
        self.storms = field.scales.aims.storms
        self.value = field.value * field.scales.sign(seat.side)

    def made(self, free: Collection[str]) -> dict[str, Plan]:
        """Unit -> the plan it is part of. ``free``: the units that may still move."""
        aims = list(self._aims(free))
        found = sorted((plan for aim in aims if (plan := self._plan(aim, free, ()))), key=_order)
        out: dict[str, Plan] = {}
        for plan in found:
            kept: Plan | None = plan
            if not out.keys().isdisjoint(plan.places):
                kept = self._plan(plan.aim, free, out.keys())
            if kept is not None:
                out.update(dict.fromkeys(kept.places, kept))
        return out

    def _worthy(self, free: Collection[str]) -> list[str]:
        """The hexes with an enemy that it would be worth most to take, the best of them first."""
        seat, index = self.seat, self.field.scales.index
        looks = self.field.scales.looks
        lead = max(free, key=lambda uid: (looks(seat.s, uid).power, uid), default=None)
        if lead is None:
            return []
        every = [at for at in self.what.targets(seat, seat.side) if at in index]
        worth = {at: self.field.taken(at, lead) for at in every}
        return sorted(every, key=lambda at: (-worth[at], at))

    def _aims(self, free: Collection[str]) -> Iterator[str]:
        """The hexes with an enemy that it would be worth most to take, of those that some unit can attack."""
        left = self.most
        for at in self._worthy(free)[: _ASKED * self.most]:
            if any(uid in free for uid, _ in self._able(at)):
                yield at
                left -= 1
                if not left:
                    return

    def _able(self, aim: str) -> list[tuple[str, str]]:
        """(unit, where it would stand) for those that can come this turn."""
        key = ("able", aim)
        found: list[tuple[str, str]] | None = self.seat.memo.get(key)
        if found is None:
            found = list(self.what.able(self.seat, self.seat.side, aim, far=True))
            self.seat.memo[key] = found
        return found

    def _plan(self, aim: str, free: Collection[str], taken: Collection[str]) -> Plan | None:
        """The best attack on a hex by units that are not taken; None: no attack is worth making, or no unit need come up for it."""
        units, index = self.seat.s.units, self.field.scales.index
        pairs = [pair for pair in self._able(aim) if pair[0] not in taken]
        here = [(uid, at) for uid, at in pairs if units[uid].at == at]
        coming = [
            (uid, at)
            for uid, at in pairs
            if units[uid].at != at and uid in free and at in index and self.storms(self.seat.s, uid)
        ]
        best: Plan | None = None
        cost, done = 0.0, 0
        for size in _SIZES:
            if size > len(coming):
                break
            for uid, at in coming[done:size]:
                cost += self.value - float(self.field.moved(uid, [index[at]])[0])
            done = size
            chosen = (*here, *coming[:size])
            if not chosen:
                continue
            gain = self.judge(self.what, Supposed(side=self.seat.side, hexes=(aim,), units=chosen)) - cost
            if gain > 0 and (best is None or gain > best.gain):
                best = Plan(gain, aim, dict(chosen))
        return best


def _order(plan: Plan) -> tuple[float, str]:
    return -plan.gain, plan.aim


# ---- places for all units of a side ----------------------------------------------------------------------------------
class Effort(Protocol):
    """How much a search thinks. It counts positions judged, not seconds, so that the same position always has the same plan."""

    @property
    def attacks(self) -> int:
        """Enemy hexes on which an attack is tried."""

    @property
    def rounds(self) -> int:
        """How often everything is gone through again."""

    @property
    def places(self) -> int:
        """Places tried for each unit in a round; 0: units are not tried one by one."""


class Worths(Protocol):
    """What it is worth to be in which hex."""

    def at(self, uid: str, i: int) -> float:
        """The worth of a unit in a hex, without the other units."""

    def stack(self, i: int, units: Sequence[str], /) -> float:
        """The worth of these units in a hex together, beyond that of each by itself."""


W = TypeVar("W", bound=Worths)
Moves = list[tuple[str, int]]
"""(unit, hex it goes to)"""


class Search(ABC, Generic[W]):
    """Where the units of a side go in one turn, found by trying.

    Every unit is placed; then attacks on single enemy hexes and other places for single units are tried, and whatever
    increases the total is kept. A game defines what is tried and what the total is.
    """

    def __init__(
        self,
        worth: W,
        mine: Sequence[str],
        touching: Collection[int],
        effort: Effort,
        cancelled: Callable[[], bool],
    ) -> None:
        """``mine``: the units that may go elsewhere. ``touching``: the hexes next to an enemy."""
        self.worth, self._mine, self._touching = worth, mine, touching
        self._effort, self._cancelled = effort, cancelled
        self._best = 0.0
        self.place: dict[str, int] = {}
        self.stacks: dict[int, list[str]] = {}

    # ---- supplied by the game
    @abstractmethod
    def settle(self) -> None:
        """Place every unit where it is best to begin with."""

    @abstractmethod
    def total(self) -> float:
        """What all places are worth together, with the attacks that follow."""

    @abstractmethod
    def try_attacks(self) -> None:
        """Try what units do together."""

    @abstractmethod
    def reached(self, uid: str) -> Collection[int]:
        """The hexes a unit may go to, including its own."""

    @abstractmethod
    def fits(self, uid: str, i: int) -> bool:
        """Whether a hex has room for one more unit."""

    @abstractmethod
    def full(self, i: int) -> bool:
        """Whether a hex holds more units than it has room for."""

    @abstractmethod
    def lure(self, uid: str) -> float:
        """What is added to the worth of a hex next to an enemy when choosing what to try."""

    @abstractmethod
    def gather(self, enemy: int, units: list[str]) -> Moves:
        """Which of the units that can come next to an enemy hex would attack it, and from where."""

    # ---- the search
    def seek(self) -> None:
        """Fill in :attr:`place` and :attr:`stacks`."""
        self.settle()
        self._best = self.total()
        for _ in range(self._effort.rounds):
            if self._cancelled():
                break
            before = self._best
            self.try_attacks()
            if self._effort.places:
                self._one_by_one()
            if self._best <= before + 1e-6:
                break

    def put(self, uid: str, i: int) -> None:
        """Move a unit to a hex."""
        old = self.place.get(uid)
        if old is not None:
            self.stacks[old].remove(uid)
        self.place[uid] = i
        self.stacks.setdefault(i, []).append(uid)

    def alone(self, uid: str, i: int) -> float:
        """What a unit gains in a hex, with the others where they are."""
        others = [u for u in self.stacks.get(i, ()) if u != uid]
        worth = self.worth
        return worth.at(uid, i) + worth.stack(i, (*others, uid)) - worth.stack(i, others)

    def keep_if_better(self, moves: Iterable[tuple[str, int]]) -> bool:
        """Try some moves together; they are taken back unless the total increases."""
        moves = list(moves)
        back = [(uid, self.place[uid]) for uid, _ in moves]
        for uid, i in moves:
            self.put(uid, i)
        if not any(self.full(i) for _, i in moves):
            now = self.total()
            if now > self._best + 1e-6:
                self._best = now
                return True
        for uid, i in back:
            self.put(uid, i)
        return False

    def attack_in_order(self, order: Sequence[int], near: Mapping[int, list[str]]) -> None:
        """Try attacks on single hexes, the most promising first. ``near``: enemy hex -> the units that can come next to it."""
        for enemy in order[: self._effort.attacks]:
            if self._cancelled():
                return
            moves = self.gather(enemy, near[enemy])
            while moves and not self.keep_if_better(moves):
                moves = moves[:-1] if len(moves) > 1 and self._effort.places else []

    def _one_by_one(self) -> None:
        """Try every unit in its best places, and next to enemies."""
        for uid in self._mine:
            if self._cancelled():
                return
            reach = self.reached(uid)
            if len(reach) < 2:
                continue
            here, lure = self.place[uid], self.lure(uid)
            free = [i for i in reach if i != here and self.fits(uid, i)]
            gain = {i: self.alone(uid, i) + (lure if i in self._touching else 0.0) for i in free}
            for i in sorted(free, key=lambda i: (-gain[i], i))[: self._effort.places]:
                if self.keep_if_better([(uid, i)]):
                    break
