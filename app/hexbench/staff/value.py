"""What a position is worth to a side: its score, its strength on the map, how likely it is to hold each place at the
end, and which units are likely to be beaten where they are.

A place falls to the side with more strength near it: P = A² / (A² + B²), with A and B each side's strength times
:attr:`Aims.decay` for every turn of movement. All ends of a unit's move are valued in one product of arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import is_not
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexbench.atlas.atlas import Atlas
from hexbench.staff.aims import Aims
from hexbench.staff.ways import FAR, Floats, Shares, Ways, grounds, rings

_FARTHEST = 3
"""The greatest distance at which an enemy still counts against a stack, in games where enemies count beyond adjacent hexes."""
_NOBODY = 0.5
"""Strength given to both sides, so that no chance is ever 0 or 1."""
_DRIVEN = 0.6
"""Share of its influence that a stack loses when it is driven out of its hex: the rest remains nearby."""
_LATER = 0.4
"""What is left of walking in for the side whose turn it is: the enemy moves first."""
_HALF = 4.0
"""Square of the odds at which half of what is at stake counts as lost."""
_WEAKEST = 0.3
"""The least strength an attacked stack is given."""


class Looks(NamedTuple):
    """The figures of a unit that the sums need."""

    power: float
    bulk: float
    way: tuple[Any, float]


_NOTHING: Mapping[str, Any] = {}
_MOST_LOOKS = 4000
"""Units whose figures are kept: those of some ten positions."""


class Scales:
    """The values of one game on one map. It keeps the ways to all places, which no position changes."""

    def __init__(self, rules: Any, aims: Aims, *, through: bool = False) -> None:
        """``through``: attacks that are tried out are carried through (:attr:`Aims.through`)."""
        self.rules, self.aims = rules, aims
        self.reflexes = aims.reflexes + aims.through if through else aims.reflexes
        """Verbs that the deciding side uses at once in tries."""
        atlas: Atlas = rules.atlas
        self.index = atlas.index
        self.size = len(atlas.labels)
        self.rings = tuple(
            (aims.threat ** (far - 1), rings(atlas, far))
            for far in range(1, _FARTHEST + 1)
            if far == 1 or aims.threat
        )
        """For each distance at which an enemy counts: the factor, and [hex, n] -> the hexes at that distance; off the
        map: the number of hexes on it.
        """
        self.open, self.out = grounds(rules, aims, self.rings[0][1])
        """[hex, n] -> the share of the strength in an adjacent hex that counts against the units in the hex; and the
        share of the strength in the hex that counts against the adjacent hex.
        """
        self._ways = Ways(rules, aims)
        self._looks: dict[int, tuple[Any, str, Any, Looks]] = {}

    def near(self, hexes: tuple[str, ...], left: float = FAR) -> Shares:
        """Way of moving -> [place, hex] -> what is left of a unit's influence from there (:meth:`Ways.near`)."""
        return self._ways.near(hexes, left)

    def within(self, hexes: tuple[str, ...]) -> Shares:
        """Way of moving -> [place, hex] -> 1 if the place can be entered within a turn (:meth:`Ways.within`)."""
        return self._ways.within(hexes)

    def looks(self, s: Any, uid: str) -> Looks:
        """The figures of a unit, kept as long as the unit (and what is known of it) is unchanged."""
        unit, known = s.units[uid], getattr(s, "chits", _NOTHING).get(uid)
        # positions are told apart by turns, so what a unit was is kept beside what it is; it is held so that nothing
        # else gets its id
        kept = self._looks.get(id(unit))
        if kept is not None and kept[0] is unit and kept[1] == uid and kept[2] == known:
            return kept[3]
        aims, rules = self.aims, self.rules
        found = Looks(aims.power(rules, s, uid), aims.bulk(rules, s, uid), aims.kind(rules, s, uid))
        if len(self._looks) > _MOST_LOOKS:
            self._looks.clear()
        self._looks[id(unit)] = (unit, uid, known, found)
        return found

    def against(self, power: Floats, where: NDArray[np.int64]) -> Floats:
        """[hex of ``where``] -> the strength that can be brought against it, from strength by hex: all of it from
        adjacent hexes, a share from farther away.
        """
        (share, ring), *farther = self.rings
        total: Floats = share * np.add.reduce(power[ring[where]] * self.open[where], 1)
        for share, ring in farther:
            total += share * power[ring[where]].sum(1) * self.open[where].mean(1)
        return total

    def sign(self, side: str) -> float:
        """The factor by which a value for the first side is multiplied for this one."""
        return 1.0 if side == self.aims.first else -1.0

    def value(self, s: Any, side: str) -> float:
        """What a position is worth to a side."""
        return Field(self, s).value * self.sign(side)


def beaten(odds: Floats) -> Floats:
    """Share of what is at stake that counts as lost at these odds: 0.2 at 1:1, half at 2:1, 0.8 at 4:1."""
    square = odds * odds
    return square / (square + _HALF)


class _Army:
    """One side of a field: strength, worth and number of units by hex; and by place the strength near it, and how
    many units could enter it within a turn.
    """

    def __init__(self, power: Floats, bulk: Floats, there: Floats, pull: Floats, reach: Floats) -> None:
        self.power, self.bulk, self.there, self.pull, self.reach = power, bulk, there, pull, reach
        self.held = pull
        self.walk = 0.0
        """Share of a place that counts as the side's if no enemy keeps it from walking in."""

    def copy(self) -> _Army:
        """A copy of the sums, to be changed."""
        found = _Army(*(one.copy() for one in (self.power, self.bulk, self.there, self.pull, self.reach)))
        found.held, found.walk = self.held, self.walk
        return found


class Field:
    """The sums of one position, ready for judging moves."""

    def __init__(self, scales: Scales, s: Any, base: Field | None = None) -> None:
        """``base``: the sums of a similar position, from which only the differences are calculated."""
        self.scales, self.s = scales, s
        self.phasing: str = getattr(s, "phasing", "")
        rules, aims = scales.rules, scales.aims
        board = rules.board(s)
        self.left = aims.left(s)
        goals = [goal for goal in aims.goals(rules, s, board) if goal.hex in scales.index]
        self.hexes = tuple([goal.hex for goal in goals])
        self._near, self._within = scales.near(self.hexes, self.left), scales.within(self.hexes)
        self._at = np.array([scales.index[goal.hex] if goal.taken else -1 for goal in goals], dtype=np.int64)
        """[place] -> its hex, for those that are gained by entering."""
        self.worth = np.array([[goal.first, goal.second] for goal in goals]).reshape(-1, 2)
        if base is None or (base.left, base.hexes) != (self.left, self.hexes):
            self._sum()
        else:
            self._follow(base)
        self._taken = self._at >= 0
        for side, army in self.armies.items():
            army.held = np.array([float(goal.held == side) for goal in goals])
            army.walk = self._walk(side)
        self.rest = aims.score(rules, s, board) + aims.bulk_worth * self._alive
        self._add_up()

    def _sum(self) -> None:
        """Add up every unit from zero."""
        scales, s, size, places = self.scales, self.s, self.scales.size, len(self.hexes)
        self.armies = {
            side: _Army(*(np.zeros(n) for n in (size + 1, size + 1, size + 1, places, places)))
            for side in (scales.aims.first, scales.aims.second)
        }
        self._alive = 0.0
        going: dict[tuple[str, tuple[Any, float]], tuple[list[int], list[float], list[int]]] = {}
        for uid, unit in s.units.items():
            army = self.armies.get(unit.side)
            if army is None or unit.at[:1] in ("", "#"):
                continue
            looks, i = scales.looks(s, uid), scales.index.get(unit.at)
            self._alive += looks.bulk * scales.sign(unit.side)
            if i is None:  # still to come
                continue
            army.power[i] += looks.power
            army.bulk[i] += looks.bulk
            army.there[i] += 1.0
            if looks.power:
                where, powers, takers = going.setdefault((unit.side, looks.way), ([], [], []))
                where.append(i)
                powers.append(looks.power)
                if scales.aims.takes(s, uid):
                    takers.append(i)
        for (side, way), (where, powers, takers) in going.items():
            self.armies[side].pull += self._near[way][:, where] @ np.array(powers)
            self.armies[side].reach += self._within[way][:, takers].sum(1)

    def _follow(self, base: Field) -> None:
        """Take the sums of the base, with the units that differ taken out and put in again."""
        before, s = base.s, self.s
        self.armies = {side: army.copy() for side, army in base.armies.items()}
        self._alive = base._alive
        old, new = before.units, s.units
        changed = list(compress(new, map(is_not, new.values(), map(old.get, new))))
        was, now = getattr(before, "chits", _NOTHING), getattr(s, "chits", _NOTHING)
        if was is not now and (known := {uid for uid, _ in was.items() ^ now.items()}):
            known.update(changed)
            changed = [uid for uid in new if uid in known]
        changed += [uid for uid in old if uid not in new]
        # in the order of the position: a sum of floats depends on the order
        for uid in changed:
            if uid in old and uid in new and self._again(before, uid):
                continue
            if uid in old:
                self._count(before, uid, -1.0)
            if uid in new:
                self._count(s, uid, 1.0)

    def _again(self, before: Any, uid: str) -> bool:
        """Take out a unit with the same figures in the same hex and put it in again; returns whether it had them.

        This changes nothing but the rounding. It is done all the same, because nearly equal sums are told apart by
        it.
        """
        scales, was, unit = self.scales, before.units[uid], self.s.units[uid]
        army = self.armies.get(unit.side)
        if army is None or was.at != unit.at or was.side != unit.side:
            return False
        looks = scales.looks(self.s, uid)
        i = scales.index.get(unit.at)
        takes = scales.aims.takes
        if i is None or looks != scales.looks(before, uid) or takes(before, uid) != takes(self.s, uid):
            return False
        power, bulk, _ = looks
        worth = bulk * scales.sign(unit.side)
        self._alive = self._alive - worth + worth
        army.power[i] = army.power[i] - power + power
        army.bulk[i] = army.bulk[i] - bulk + bulk
        if power:
            pull = power * self._near[looks.way][:, i]
            army.pull -= pull
            army.pull += pull
        return True

    def _count(self, s: Any, uid: str, sign: float) -> None:
        """Add a unit of a position, or with -1 take it out."""
        scales, unit = self.scales, s.units[uid]
        army = self.armies.get(unit.side)
        if army is None or unit.at[:1] in ("", "#"):
            return
        looks, i = scales.looks(s, uid), scales.index.get(unit.at)
        self._alive += sign * looks.bulk * scales.sign(unit.side)
        if i is None:
            return
        army.power[i] += sign * looks.power
        army.bulk[i] += sign * looks.bulk
        army.there[i] += sign
        if looks.power:
            if scales.aims.takes(s, uid):
                army.reach += sign * self._within[looks.way][:, i]
            army.pull += sign * looks.power * self._near[looks.way][:, i]

    def army(self, side: str) -> tuple[_Army, _Army]:
        """A side and its enemy."""
        first, second = self.scales.aims.first, self.scales.aims.second
        return self.armies[side], self.armies[second if side == first else first]

    # ---- places
    def _walk(self, side: str) -> float:
        """Share of a place that counts as a side's if it can walk in: during its own turn less, since the other side
        moves before its next.
        """
        aims = self.scales.aims
        if side == self.phasing:
            return aims.walk * _LATER if self.left > 1 else 0.0
        return aims.walk

    def _held(self) -> float:
        found = []
        for side in self.armies:
            own, foe = self.army(side)
            there = own.there[self._at], foe.there[self._at]
            stand, _ = self._stands((own, foe), (own.held, foe.held), there, own.reach)
            found.append((own.pull + stand)[:, None])
        return float(self._hold(*found)[0])

    def _stands(
        self,
        armies: tuple[_Army, _Army],
        held: tuple[Floats, Floats],
        there: tuple[Floats, Floats],
        reach: Floats,
    ) -> tuple[Floats, Floats]:
        """The strength of holding for a side and its enemy, by place and try: a side holds a place less firmly if no
        unit is in it and the enemy can walk in, and the enemy then counts as partly there.

        ``reach``: units of the side that can walk in.
        """
        own, foe = armies
        standing = self.scales.aims.standing
        if not own.walk and not foe.walk:
            return _NOBODY + standing * held[0], _NOBODY + standing * held[1]
        taken = self._taken if held[0].ndim == 1 else self._taken[:, None]
        foes = foe.reach if held[0].ndim == 1 else foe.reach[:, None]
        comes = own.walk * (taken & (reach > 0) & (there[1] <= 0) & (held[0] <= 0))
        goes = foe.walk * (taken & (foes > 0) & (there[0] <= 0) & (held[1] <= 0))
        return (
            _NOBODY + standing * (held[0] * (1.0 - goes) + comes),
            _NOBODY + standing * (held[1] * (1.0 - comes) + goes),
        )

    def _hold(self, first: Floats, second: Floats) -> Floats:
        """[try] -> worth of the places, from the [place, try] strength of both sides."""
        a, b = first**2, second**2
        chance = a / (a + b)
        found: Floats = self.worth[:, 0] @ chance - self.worth[:, 1] @ (1 - chance)
        return found

    # ---- units likely to be beaten
    def _stake(self, side: str) -> float:
        """The factor for what the enemy may beat of a side, in the unit of the score: the side whose turn it is strikes first."""
        aims = self.scales.aims
        return aims.bulk_worth * (aims.caution if side == self.phasing else aims.boldness)

    def _peril(self) -> float:
        total = 0.0
        for side in self.armies:
            own, foe = self.army(side)
            where = (own.bulk > 1e-9).nonzero()[0]
            odds = self.scales.against(foe.power, where) / np.maximum(own.power[where], _WEAKEST)
            total -= self.scales.sign(side) * self._stake(side) * float(own.bulk[where] @ beaten(odds))
        return total

    # ---- a move
    def moved(self, uid: str, to: list[int]) -> Floats:
        """What the position would be worth to the unit's side with it in each of these hexes."""
        scales, unit = self.scales, self.s.units[uid]
        side = unit.side
        power, bulk, way = scales.looks(self.s, uid)
        near = self._near[way]
        here = scales.index.get(unit.at, scales.size)
        own, foe = self.army(side)
        pull = (own.pull - power * near[:, here])[:, None] + power * near[:, to]
        ends = np.array(to)[None, :]
        into = self._at[:, None] == ends
        have, had = (np.repeat(army.held[:, None], len(to), 1) for army in (own, foe))
        reach = own.reach[:, None]
        if scales.aims.takes(self.s, uid):
            # a unit that enters a place takes it: its holder loses what standing there was worth, and the unit's side wins it
            comes = into & (ends != here)
            have, had = np.where(comes, 1.0, have), np.where(comes, 0.0, had)
            if power:
                within = self._within[way]
                reach = reach - within[:, [here]] + within[:, to]
        there = own.there[self._at] - (self._at == here)
        stand, stood = self._stands(
            (own, foe), (have, had), (there[:, None] + into, foe.there[self._at][:, None]), reach
        )
        pull += stand
        still = foe.pull[:, None] + stood
        held = self._hold(pull, still) if side == scales.aims.first else self._hold(still, pull)
        gain = scales.sign(side) * (self.rest + held)
        return gain + self._perils(side, own, foe, power, bulk, here, np.array(to))

    def _perils(
        self, side: str, own: _Army, foe: _Army, power: float, bulk: float, here: int, to: NDArray[np.int64]
    ) -> Floats:
        """[try] -> what is at stake with a unit in another hex, for its side."""
        scales, size = self.scales, self.scales.size
        strength, worth = own.power.copy(), own.bulk.copy()
        strength[here] -= power
        worth[here] -= bulk
        strength[size] = worth[size] = 0.0
        where = (worth > 1e-9).nonzero()[0]
        fixed = worth[where] @ beaten(
            scales.against(foe.power, where) / np.maximum(strength[where], _WEAKEST)
        )
        against = scales.against(foe.power, to)
        before = worth[to] * beaten(against / np.maximum(strength[to], _WEAKEST))
        after = (worth[to] + bulk) * beaten(against / np.maximum(strength[to] + power, _WEAKEST))
        lost = fixed - before + after
        held = (foe.bulk > 1e-9).nonzero()[0]
        beside = scales.against(strength, held)
        guard = np.maximum(foe.power[held], _WEAKEST)
        prey = foe.bulk[held] * beaten(beside / guard)
        won = np.full(len(to), np.add.reduce(prey))
        (share, ring), *farther = scales.rings
        near = np.zeros((4, size + 1))  # by hex: worth, strength beside it, its guard, what counts as won
        near[2] = 1.0
        near[0, held], near[1, held], near[2, held], near[3, held] = foe.bulk[held], beside, guard, prey
        worths, strengths, guards, counted = near[:, ring[to]]
        added = share * power * scales.out[to]
        won += np.add.reduce(worths * beaten((strengths + added) / guards) - counted, 1)
        for share, ring in farther:
            more = np.zeros(size + 1)
            more[held] = (
                foe.bulk[held] * beaten((beside + share * power * scales.open[held].mean(1)) / guard) - prey
            )
            won += more[ring[to]].sum(1)
        enemy = next(one for one in self.armies if one != side)
        found: Floats = self._stake(enemy) * won - self._stake(side) * lost
        return found

    def _add_up(self) -> None:
        self._danger = self._peril()
        self.value = float(self.rest + self._held() + self._danger)

    # ---- a successful attack
    def taken(self, at: str, uid: str) -> float:
        """What the position would be worth to a unit's side with the enemy driven out of a hex and the unit in it."""
        scales, unit = self.scales, self.s.units[uid]
        side = unit.side
        own, foe = self.army(side)
        i, here = scales.index[at], scales.index.get(unit.at, scales.size)
        lost = np.zeros(len(self.hexes))
        for other in scales.rules.board(self.s).units_at(at):
            if self.s.units[other].side != side:
                looks = scales.looks(self.s, other)
                lost += looks.power * self._near[looks.way][:, i]
        looks = scales.looks(self.s, uid)
        near = self._near[looks.way]
        pull = (own.pull + looks.power * (near[:, i] - near[:, here]))[:, None]
        rest = np.maximum(foe.pull - lost * _DRIVEN, 0.0)[:, None]
        # a side no longer holds a place while it is fought for
        fought = np.array([where == at for where in self.hexes], dtype=bool)
        have, had = np.where(fought, 1.0, own.held), np.where(fought, 0.0, foe.held)
        there = np.where(fought, 1.0, own.there[self._at]), np.where(fought, 0.0, foe.there[self._at])
        stand, stood = self._stands((own, foe), (have, had), there, own.reach)
        pull, rest = pull + stand[:, None], rest + stood[:, None]
        held = self._hold(pull, rest) if side == scales.aims.first else self._hold(rest, pull)
        return float(scales.sign(side) * (self.rest + held[0] + self._danger))
