"""Bringing units up: which hexes are worth an attack this turn, by whom from next to them and by whom who could come up.

A unit by itself gains little by standing next to an enemy; four of them together gain what is behind him. So before anybody
moves the attacks in thought are asked for with everybody who could still join, and whoever is needed goes there. Nothing of it is
remembered: the next question finds the same plans again, with one unit less on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from hexbench.engine.what_if import Supposed, WhatIf
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
