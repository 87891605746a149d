"""The value of attacks to the computer, computed exactly over all 36 pairs of dice (TT-REC-18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from hexbench.games.trumpets import declare, resolution
from hexbench.games.trumpets.battlefield import (
    FLAGGED,
    Backing,
    Plan,
    base_of,
    built_at,
    day_of,
    in_squall,
    turn_name,
)
from hexbench.games.trumpets.fight import Fight
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.odds_report import rolled
from hexbench.games.trumpets.pieces import GERMAN

if TYPE_CHECKING:
    from hexbench.games.trumpets.fight import Gun
    from hexbench.games.trumpets.opponent_field import Field

GUN: Final = 0.07
"""The cost of letting a gun fire, since it cannot fire again in the turn."""
AIR: Final = 0.20
SPARE: Final = 0.08
"""What a unit that could attack elsewhere must add to an attack to stay in it."""
LEAST: Final = 0.12
"""The least value for which an attack is made."""
_YIELD: Final = 0.12
"""The value of one hex of retreat, in points."""
_OPENED: Final = 0.45
"""The value of taking a hex that scores nothing but opens the way."""


class Deal(NamedTuple):
    """An attack and what it is worth in points."""

    worth: float
    plan: Plan
    one: resolution.Chances | None = None


NOTHING: Final = Deal(0.0, Plan())


class Odds:
    """The attacks of one side in one position, with cached reckonings."""

    def __init__(self, field: Field, prize: Mapping[int, float], *, plain: bool = False) -> None:
        """``plain`` rules out aircraft and blitz attacks, as in a counterattack (TT-CA-03)."""
        self.field = field
        self._plain = plain
        self._prize = prize
        self._kept: dict[tuple[object, ...], Deal] = {}
        self._fled: dict[tuple[int, frozenset[int]], tuple[float, ...]] = {}

    # ---- one attack
    def best(self, target: int, places: Mapping[str, int], spent: frozenset[str] = frozenset()) -> Deal:
        """The best attack that units in given places can make on a hex, with artillery not in ``spent``;
        cached.
        """
        units = self.field.board.in_order(places)
        guns = self._in_range(target, spent)
        key = (target, units, tuple(places[u] for u in units), guns)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._best(target, units, places, guns)
        return found

    def _in_range(self, target: int, spent: frozenset[str]) -> tuple[str, ...]:
        field = self.field
        found = [
            (-gun.factor, uid)
            for uid, (i, reach, gun) in field.guns.items()
            if uid not in spent and field.s.units[uid].side == field.side and field.far(i, target) <= reach
        ]
        return tuple(uid for _, uid in sorted(found))

    def _best(
        self, target: int, units: tuple[str, ...], places: Mapping[str, int], guns: tuple[str, ...]
    ) -> Deal:
        field = self.field
        if not units or not any(field.strength[u][0] for u in units):
            return NOTHING
        ground = sum(field.strength[u][0] for u in units)
        best = self._backed(target, units, places, guns[:0])
        total = 0
        for n in range(1, len(guns) + 1):
            if total >= ground:  # artillery limited to ground factors (TT-REC-09)
                break
            total += field.guns[guns[n - 1]][2].factor
            now = self._backed(target, units, places, guns[:n])
            if now.worth > best.worth:
                best = now
        if self._plain:
            return best
        best = max(best, self._air(target, places, best), key=lambda deal: deal.worth)
        for kind in declare.KINDS[1:]:
            blitz = replace(best.plan, kind=kind)
            if self._may_blitz(blitz, places):
                best = max(best, self._value(target, places, blitz), key=lambda deal: deal.worth)
        return best

    def _backed(
        self, target: int, units: tuple[str, ...], places: Mapping[str, int], guns: tuple[str, ...]
    ) -> Deal:
        field = self.field
        roster, day = field.s.mission.units, day_of(field.s)
        flagged = [u for u in guns if field.rules.fires_tot(roster[u])]
        tots = tuple(u for u in flagged if len(flagged) > FLAGGED and field.s.units[u].tot_day != day)
        plan = Plan(hex=field.labels[target], units=units, backing=Backing(guns=guns, tots=tots))
        return self._value(target, places, plan)

    def _air(self, target: int, places: Mapping[str, int], best: Deal) -> Deal:
        left = self.field.s.air_left.get(self.field.side, 0)
        out = best
        for n in range(1, left + 1):
            plan = replace(best.plan, backing=replace(best.plan.backing, air=n))
            out = max(out, self._value(target, places, plan), key=lambda deal: deal.worth)
        return out

    def _may_blitz(self, plan: Plan, places: Mapping[str, int]) -> bool:
        """TT-BLZ-17, with the units in the places they would attack from."""
        field = self.field
        if not any(
            {"front_line", "afv"} <= field.tags(u) and field.rules.road_at(field.labels[places[u]])
            for u in plan.units
        ):
            return False
        against = declare.why_not_kind(field.rules, field.s, field.side, plan)
        text_only = [r for r in against if r.rule != "TT-BLZ-17" or "starts on a road" not in str(r.text)]
        return not text_only

    def fight(
        self,
        target: int,
        plan: Plan,
        places: Mapping[str, int],
        guns: tuple[Gun, ...],
        defending: tuple[Gun, ...] = (),
    ) -> Fight:
        """The Fight a plan would lead to."""
        field = self.field
        at = field.labels[target]
        return Fight(
            kind=plan.kind,
            attackers=tuple(field.fighter(u, places[u], target) for u in plan.units),
            defenders=tuple(field.fighter(u, target, -1) for u in field.enemies[target]),
            attacking_guns=guns,
            defending_guns=defending,
            attacking_aircraft=plan.backing.air,
            base=base_of(field.rules, at),
            built=built_at(field.rules, at),
            works=field.s.works.get(at, Works()).serving(field.foe),
            turn=turn_name(field.s),
            weather=field.s.weather,
            squall=in_squall(field.s, at),
        )

    def _value(self, target: int, places: Mapping[str, int], plan: Plan) -> Deal:
        field = self.field
        back = plan.backing
        guns = tuple(
            replace(gun, tot=gun.factor) if u in back.tots else gun
            for u in back.guns
            for gun in (field.guns[u][2],)
        )
        fight = self.fight(target, plan, places, guns)
        found, ordinary = rolled(fight, field.rules.tables, field.rules.options)
        if plan.kind != "normal" and ordinary:
            return NOTHING
        one = resolution.look(field.rules, found, ordinary=ordinary)
        ours = sum(field.steps(u) for u in plan.units)
        theirs = sum(field.steps(u) for u in field.enemies[target])
        flight = self._flight(target, frozenset(places[u] for u in plan.units))
        gain, price = resolution.steps(one, ours, theirs, flight)
        prize = self._prize.get(target, 0.0)
        total = gain - price + (one.taken + 0.6 * one.counter) * prize
        total -= _YIELD * sum(n * p for n, p in enumerate(one.away)) * min(3, len(plan.units))
        total -= 0.15 * one.counter + 0.1 * one.engaged
        total -= GUN * len(back.guns) + AIR * back.air
        if field.side == GERMAN:
            total += sum(n * p for n, p in enumerate(one.past)) * 0.35
        return Deal(total, plan, one)

    def _flight(self, target: int, sources: frozenset[int]) -> tuple[float, ...]:
        """A rough cost of a retreat of n hexes to the defenders: trapped units lose a step per hex
        (TT-RET-03, TT-RET-04).
        """
        key = (target, sources)
        found = self._fled.get(key)
        if found is None:
            found = self._fled[key] = self._flee(target, sources)
        return found

    def _flee(self, target: int, sources: frozenset[int]) -> tuple[float, ...]:
        field = self.field
        held = {field.at(u) for u in field.mine} | sources
        zones = {j for i in held for j in field.around[i]}
        units = len(field.enemies[target])
        open_ = [i for i in field.around[target] if i not in held and i not in field.enemies]
        friends = [i for i in field.around[target] if i in field.enemies]
        free = [i for i in open_ if i not in zones] + friends
        if free:
            return resolution.NO_COST
        if open_:
            return (0.0, units, units, 1.3 * units, 1.6 * units)
        return tuple(float(units * n) for n in range(5))

    # ---- all attacks that follow from where units stand
    def solve(self, stacks: Mapping[int, Iterable[str]], spent: frozenset[str] = frozenset()) -> list[Deal]:
        """The attacks a side would make from its hexes, best first, using no unit and no gun twice."""
        field = self.field
        sets: dict[int, dict[str, int]] = {}
        attacked = field.s.attacked
        for i, units in stacks.items():
            for e in field.touching.get(i, ()):
                for uid in units:
                    if uid in field.fighters and self.may(uid, e):
                        sets.setdefault(e, {})[uid] = i
        sets = {e: found for e, found in sets.items() if field.labels[e] not in attacked}
        out: list[Deal] = []
        used: set[str] = set()
        while sets:
            deals = [(self.best(e, found, spent), e) for e, found in sets.items() if found]
            top, e = max(deals, key=lambda one: (one[0].worth, -one[1]), default=(NOTHING, -1))
            if top.worth < LEAST:
                break
            top = self._spared(top, e, sets, spent)
            out.append(top)
            used.update(top.plan.units)
            spent |= frozenset(top.plan.backing.guns)
            del sets[e]
            sets = {e: {u: i for u, i in found.items() if u not in used} for e, found in sets.items()}
        return out

    def _spared(
        self, deal: Deal, target: int, sets: Mapping[int, Mapping[str, int]], spent: frozenset[str]
    ) -> Deal:
        """The same attack without units it hardly needs that could attack elsewhere."""
        places = sets[target]
        elsewhere = {u for e, found in sets.items() if e != target for u in found}
        best = deal
        for uid in sorted(deal.plan.units, key=lambda u: (-self.field.strength[u][0], u)):
            if uid in elsewhere and len(best.plan.units) > 1:
                rest = {u: places[u] for u in best.plan.units if u != uid}
                now = self.best(target, rest, spent)
                if now.plan.units and now.worth > best.worth - SPARE:
                    best = now
        return best

    def may(self, uid: str, target: int) -> bool:
        """Whether a unit could attack a hex: once per segment, and if engaged only enemies it is engaged
        with.
        """
        unit = self.field.s.units[uid]
        if unit.attacked:
            return False
        return not unit.engaged or bool(set(unit.engaged) & set(self.field.enemies[target]))

    def trimmed(self, deal: Deal, places: Mapping[str, int], spent: frozenset[str] = frozenset()) -> Deal:
        """The same attack without units that harm it, such as one out of supply, which costs a column
        (TT-WPN-18, TT-WPN-19).
        """
        target = self.field.index[deal.plan.hex]
        best = deal
        for uid in deal.plan.units:
            rest = {u: places[u] for u in best.plan.units if u != uid}
            now = self.best(target, rest, spent)
            if now.worth > best.worth + 0.02:
                best = now
        return best
