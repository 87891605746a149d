"""Plans of one turn: bringing units up to an attack, and places sought for all units of a side.

Which hexes are worth an attack this turn, by whom from next to them and by whom who could come up?

A unit by itself gains little by standing next to an enemy; four of them together gain what is behind him. So before anybody
moves the attacks in thought are asked for with everybody who could still join, and whoever is needed goes there. Nothing of it is
remembered: the next question finds the same plans again, with one unit less on the way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from hexbench.engine.what_if import Supposed, WhatIf

if TYPE_CHECKING:
    from hexbench.staff.value import Field

_ASKED = 3
"""Hexes that are asked for who could come, for each that is planned for: most are out of everybody's reach."""
_SIZES = (0, 1, 2, 3, 5, 8, 12)
"""Numbers of units coming up that are weighed."""

Judge = Callable[[Any, Supposed], float]
"""What an attack in thought promises, in the coin of the score."""


class Plan(NamedTuple):
    """An attack that is worth coming up for."""

    gain: float
    aim: str
    places: Mapping[str, str]
    """Attacker -> where he is to stand, also of those who stand there already."""


class Plans:
    """The attacks of one side that its units that may still move can be brought up for."""

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
        """The hexes with an enemy that it would be worth most to have, the best of them first."""
        seat, index = self.seat, self.field.scales.index
        looks = self.field.scales.looks
        lead = max(free, key=lambda uid: (looks(seat.s, uid).power, uid), default=None)
        if lead is None:
            return []
        every = [at for at in self.what.targets(seat, seat.side) if at in index]
        worth = {at: self.field.taken(at, lead) for at in every}
        return sorted(every, key=lambda at: (-worth[at], at))

    def _aims(self, free: Collection[str]) -> Iterator[str]:
        """The hexes with an enemy that it would be worth most to have, of those that somebody can attack."""
        left = self.most
        for at in self._worthy(free)[: _ASKED * self.most]:
            if any(uid in free for uid, _ in self._able(at)):
                yield at
                left -= 1
                if not left:
                    return

    def _able(self, aim: str) -> list[tuple[str, str]]:
        """(unit, where it would stand) of those who can come this turn."""
        key = ("able", aim)
        found: list[tuple[str, str]] | None = self.seat.memo.get(key)
        if found is None:
            found = list(self.what.able(self.seat, self.seat.side, aim, far=True))
            self.seat.memo[key] = found
        return found

    def _plan(self, aim: str, free: Collection[str], taken: Collection[str]) -> Plan | None:
        """The best attack on a hex by those who are not taken; None: none is worth anything, or nobody need come for it."""
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
        """Enemy hexes an attack on which is tried."""

    @property
    def rounds(self) -> int:
        """How often all of it is gone through again."""

    @property
    def places(self) -> int:
        """Places tried for each unit in a round; 0: units are not tried one by one."""


class Worths(Protocol):
    """What it is worth to stand where."""

    def at(self, uid: str, i: int) -> float:
        """That a unit is in a hex, others left out."""

    def stack(self, i: int, units: Sequence[str], /) -> float:
        """That these are in a hex together, beyond what each is by itself."""


W = TypeVar("W", bound=Worths)
Moves = list[tuple[str, int]]
"""(unit, hex it goes to)"""


class Search(ABC, Generic[W]):
    """Where the units of a side go in one turn, by trying: everybody is placed, then attacks on single enemy hexes are tried
    and single units elsewhere, and what makes the whole worth more is kept. A game says what is tried and what the whole is worth.
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

    # ---- a game fills these in
    @abstractmethod
    def settle(self) -> None:
        """Place everybody where it is best to begin with."""

    @abstractmethod
    def total(self) -> float:
        """What all places are worth together, with the attacks that follow."""

    @abstractmethod
    def try_attacks(self) -> None:
        """Try what units do together."""

    @abstractmethod
    def reached(self, uid: str) -> Collection[int]:
        """The hexes a unit may go to, its own among them."""

    @abstractmethod
    def fits(self, uid: str, i: int) -> bool:
        """Whether one unit more has room in a hex."""

    @abstractmethod
    def full(self, i: int) -> bool:
        """Whether more units are in a hex than have room."""

    @abstractmethod
    def lure(self, uid: str) -> float:
        """How much sooner than it is worth a hex next to an enemy is tried."""

    @abstractmethod
    def gather(self, enemy: int, units: list[str]) -> Moves:
        """Who would attack an enemy hex from where, of those who can come next to it."""

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
        """A unit goes to a hex."""
        old = self.place.get(uid)
        if old is not None:
            self.stacks[old].remove(uid)
        self.place[uid] = i
        self.stacks.setdefault(i, []).append(uid)

    def alone(self, uid: str, i: int) -> float:
        """What a unit gains in a hex, as the others stand."""
        others = [u for u in self.stacks.get(i, ()) if u != uid]
        worth = self.worth
        return worth.at(uid, i) + worth.stack(i, (*others, uid)) - worth.stack(i, others)

    def keep_if_better(self, moves: Iterable[tuple[str, int]]) -> bool:
        """Try some moves together; they are taken back unless the whole is worth more."""
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
        """Attacks on single hexes, the most promising first. ``near``: enemy hex -> who can come next to it."""
        for enemy in order[: self._effort.attacks]:
            if self._cancelled():
                return
            moves = self.gather(enemy, near[enemy])
            while moves and not self.keep_if_better(moves):
                moves = moves[:-1] if len(moves) > 1 and self._effort.places else []

    def _one_by_one(self) -> None:
        """Every unit is tried in its best places, and next to enemies."""
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
