"""Hypothetical attacks, in any phase: their odds as in the combat phase, and what they are worth.

They follow :mod:`hexbench.engine.what_if`; odds, results and retreats come from the code of the combat
phase, applied to a view with the attackers where they are supposed to be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.display import Account, Clause, Light, Spread
from hexbench.engine.results import signed
from hexbench.engine.risk import RisksBeside
from hexbench.engine.values import Reason, Value, say
from hexbench.engine.what_if import CAME_UP, Supposed, WhatIf, Worth, with_units
from hexbench.games.tigers import allocate, movement, retreat, stacking, walking
from hexbench.games.tigers.advance import DUMP_FALLS
from hexbench.games.tigers.allocate import against
from hexbench.games.tigers.fighters import gaps, markers_short, target
from hexbench.games.tigers.movement import trips
from hexbench.games.tigers.odds import DUMP, Reckoning, column, ratio
from hexbench.games.tigers.odds_report import (
    accounts,
    bridges,
    columns,
    cornered,
    fates,
    lit_by,
    spread,
    thought_of,
    too_weak,
)
from hexbench.games.tigers.overlays import fresh_party
from hexbench.games.tigers.paths import search
from hexbench.games.tigers.pieces import FOE, VDH, Attack
from hexbench.games.tigers.zoc import stands

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Unit
    from hexbench.games.tigers.seat import TgSeat


DISRUPTED: Final = 0.25
"""The worth of disrupting a unit, as a share of its factor: it neither moves nor attacks until it recovers."""
_GIVEN_UP: Final = 0.125
"""The worth of each hex it has to retreat, as a share of its factor."""


class Plan(Value, frozen=True, kw_only=True):
    """A hypothetical attack worked out as in the combat phase, assuming every bridge it needs is built
    (TG-BRG-05).
    """

    attack: Attack
    found: Reckoning
    stuck: tuple[str, ...]
    """The defenders without a way to retreat (TG-CRT-17)."""


class _TgWhatIf(WhatIf["TgSeat", Plan]):
    """Hypothetical attacks in Tigers in the Ardennes; worth is in combat factors."""

    start_help = say("Allocate it: these units attack in this pass.")
    coming_help = say("Also list the units that could move next to the hex in one move without the bonus.")
    together_help = say("One combat against the combined defense (AMB-92).")

    # ---- which units, and where
    def fighters(self, seat: TgSeat, side: str) -> Sequence[str]:
        """The undisrupted units, the strongest first (TG-ATK-04)."""
        s = seat.s
        found = [u for u, unit in s.units.items() if unit.side == side and unit.on_map and not unit.disrupted]
        return sorted((u for u in found if u != VDH), key=lambda u: -s.roster[u].factor)

    def targets(self, seat: TgSeat, side: str) -> Sequence[str]:
        """The enemy's hexes, and that of the fuel dump once it is known (TG-FUL-03)."""
        found = dict.fromkeys(stands(seat.s, seat.board, FOE[side]))
        if seat.s.dump and target(seat.s, seat.board, side, seat.s.dump):
            found[seat.s.dump] = None
        return sorted(found)

    def ends(self, seat: TgSeat, uid: str, goals: Sequence[str]) -> Iterable[tuple[int, str]]:
        """The goals a unit can reach in a first-pass move without the bonus and undisrupted, so that it may
        attack.
        """
        reach = trips(_rested(seat, seat.s.units[uid].side), (uid,), lift=False, bonus=False).full
        return [
            (max(trip.costs), at)
            for at in goals
            if (trip := reach.get(at)) is not None and not any(trip.disrupted)
        ]

    def fits(self, seat: TgSeat, here: Sequence[str], uid: str) -> bool:
        """TG-STK-01 to TG-STK-04."""
        return stacking.fits(seat.s, (*here, uid))

    def placed(self, seat: TgSeat, uid: str, at: str) -> Unit:
        """The unit at ``at``, marked as moved, so that it cannot attack across a river that must be bridged
        first (TG-BRG-04).
        """
        return replace(seat.s.units[uid], at=at, moved=True)

    def amount(self, seat: TgSeat, uid: str) -> str:
        return str(seat.s.roster[uid].factor)

    # ---- what it comes to
    def drafts(self, seat: TgSeat, side: str, aim: str, places: Mapping[str, str]) -> Iterator[Supposed]:
        """The attack by all units that need no bridge, and by all that may have one built, if those are more;
        never below 1:5.
        """
        every = Supposed(side=side, hexes=(aim,), units=tuple(places.items()))
        there = self.standing(seat, every)
        waiting = {u for found in gaps(there.rules, there.s, places, (aim,)).values() for u in found}
        late = {u for u in waiting if there.s.units[u].moved}
        for out in dict.fromkeys((frozenset(waiting), frozenset(late))):
            units = tuple((u, at) for u, at in places.items() if u not in out)
            found = thought_of(there, [u for u, _ in units], (aim,))
            if found is not None and found.lower >= 0:
                yield replace(every, units=units)

    def plan(self, there: TgSeat, what: Supposed) -> Plan | None:
        """The worked-out attack; None when there are no attackers or nothing to attack."""
        found = thought_of(there, what.names, what.hexes)
        if found is None:
            return None
        stuck = cornered(there, what.names, found, what.hexes)
        return Plan(attack=Attack(attackers=what.names, targets=what.hexes), found=found, stuck=stuck)

    def weigh(self, there: TgSeat, what: Supposed, plan: Plan) -> Worth:
        """The mean over the six rows, and over the rolls for bridges where there are any (TG-BRG-05, AMB-59)."""
        river = gaps(there.rules, there.s, what.names, what.hexes)
        worth = chance = 0.0
        for built in product((True, False), repeat=len(river)):
            out = {u for ok, units in zip(built, river.values(), strict=True) if not ok for u in units}
            part = replace(what, units=tuple(pair for pair in what.units if pair[0] not in out))
            one = plan if not out else self.plan(there, part)
            if one is not None and one.found.lower >= 0:  # below 1:5 it is called off (AMB-03)
                value, good = _mean(there, one)
                worth += value / 2 ** len(river)
                chance += good / 2 ** len(river)
        found = plan.found
        shifts = found.shifts if found.softer is None else (*found.shifts, found.softer)
        clauses = [
            Clause(say("{what} {by}", what=shift.say, by=signed(shift.by)), shift.rule) for shift in shifts
        ]
        if plan.stuck:
            clauses.append(Clause(say("cannot retreat"), "TG-CRT-17"))
        if river:
            clauses.append(Clause(say("needs a bridge: one chance in two"), "TG-BRG-05"))
        net = " / ".join(dict.fromkeys(signed(found.place(elite=e) - found.ladder) for e in found.classes))
        return Worth(
            worth=worth,
            chance=chance,
            odds=f"{ratio(found.ladder)} → {' / '.join(columns(there, found))}",
            net=net,
            shifts=tuple(clauses),
        )

    def against(self, there: TgSeat, what: Supposed) -> Iterator[Reason]:
        """The rules of TG-ATK, room, bridges in hand, odds below 1:5, and the duties the attack brings (TG-ATK-07)."""
        if what.side != there.s.phasing:  # its flags still describe its last turn
            there = _rested(there, what.side, there.memo.get(CAME_UP, ()))
        rules, s, board = there.rules, there.s, there.board
        yield from against(there, what.side, what.names, what.hexes)
        for at in dict.fromkeys(at for _, at in what.units):
            yield from stacking.faults(s, [u for u in board.units_at(at) if s.units[u].side == what.side], at)
        yield from markers_short(rules, s, what.side, gaps(rules, s, what.names, what.hexes))
        yield from too_weak(there, what.side, what.names, what.hexes)
        attack = Attack(attackers=what.names, targets=what.hexes)
        yield from allocate.unmet(rules, s, board, what.side, (attack, *s.attacks))

    def accounts(self, there: TgSeat, what: Supposed, plan: Plan) -> Sequence[Account]:
        """The same accounts as for a planned attack, with the bridges it needs."""
        attack, *rest = accounts(there, what.names, plan.found, plan.stuck)
        return (attack, *bridges(there, what.names, what.hexes), *rest)

    def spreads(self, there: TgSeat, what: Supposed, plan: Plan) -> tuple[Spread, ...]:
        return (spread(there, plan.found, plan.stuck),)

    def lights(self, there: TgSeat, plan: Plan | None) -> tuple[tuple[str, tuple[Light, ...]], ...]:
        return lit_by(there, plan.found if plan is not None else None)


def _rested(seat: TgSeat, side: str, but: Collection[str] = ()) -> TgSeat:
    """The seat at the start of a side's first pass: nothing spent and all flags cleared, except for the units
    in ``but``.
    """
    key = ("rested", side, tuple(but))
    found: TgSeat | None = seat.memo.get(key)
    if found is not None:
        return found
    s = seat.s
    after = {
        uid: replace(
            unit, moved=False, spent=0, road_mode=False, bonus=False, mood=0, acted=False, attacks=0, pips=0
        )
        for uid, unit in s.units.items()
        if unit.side == side
        and uid not in but
        and (unit.moved or unit.spent or unit.mood or unit.acted or unit.attacks or unit.pips)
    }
    # if there is nothing to clear it is the seat itself, which must not be cached in its own memo
    if not after and s.round == 1:
        return seat
    found = seat.memo[key] = with_units(seat, after, round=1)
    return found


def _mean(there: TgSeat, plan: Plan) -> tuple[float, float]:
    """(worth in factors, chance of a result for the attacker) over the six rows of the table."""
    found = plan.found
    table = there.rules.tables.results
    harmless = table.severity.index("-")
    worth, good = 0.0, 0
    for row in range(1, 7):
        mine = table.code(row, column(table, found.lower))
        hit = False
        for guard, fate in fates(there.rules, found, row, plan.stuck):
            hit = hit or table.severity.index(fate) < harmless
            if guard.unit == DUMP:
                worth += guard.base * (fate in DUMP_FALLS)
            else:
                worth += guard.base * _share(fate, disrupted=guard.disrupted)
        worth -= _cost(there, plan, mine)
        good += hit
    return worth / 6, good / 6


def _share(fate: str, *, disrupted: bool) -> float:
    """What a result costs a defender, as a share of its factor."""
    if fate == "DE":
        return 1.0
    if fate not in ("D", "D/AE", *retreat.NO_WAY):
        return 0.0
    hexes = int(fate[1:]) if fate in retreat.NO_WAY else 0
    return (0.0 if disrupted else DISRUPTED) + _GIVEN_UP * hexes


def _cost(there: TgSeat, plan: Plan, code: str) -> float:
    """What a result costs the attackers: the fewest factors that satisfy AE (AMB-05), and the disruption of
    the rest.
    """
    factors = [there.s.roster[uid].factor for uid in plan.attack.attackers]
    lost = _least(factors, plan.found.defence) if code in ("AE", "D/AE") else 0
    rest = sum(factors) - lost if code in ("AE", "D/AE", "AD") else 0
    return lost + DISRUPTED * rest


def _least(factors: Sequence[int], owed: int) -> int:
    """The smallest sum of some of the factors that reaches what is owed, or the sum of all if they do not
    reach it.
    """
    sums = {0}
    for one in factors:
        sums |= {one + before for before in sums}
    return min((found for found in sums if found >= owed), default=sum(factors))


WHAT_IF: Final = _TgWhatIf()


# The risk a unit runs of being attacked next turn, and the reach of an enemy: see `hexbench.engine.risk`.


class _TgRisks(RisksBeside["TgSeat"]):
    """Attacks on a hex by units next to it or able to get there in one move without the bonus (TG-ATK-13)."""

    notes = (
        say(
            "with all other units where they are, and each enemy unit recovered and coming "
            "up in one move, not hindered by the unit itself"
        ),
        say("without aircraft, and without the second pass"),
    )

    def ends(self, seat: TgSeat, uid: str) -> Iterable[str]:
        """The hexes a unit may end in: in this pass if it may move, otherwise in a turn of its own."""
        if uid == VDH:
            return ()
        rules, s, board = seat.rules, seat.s, seat.board
        may = not any(movement.unit_reasons(rules, s, s.units[uid].side, uid))
        group = walking.party(rules, s, board, (uid,)) if may else fresh_party(seat, uid)
        found = search(rules, s, board, group)
        return dict.fromkeys((*found.full, *found.road))

    def coming(self, seat: TgSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """The hexes an enemy unit can reach with all its movement, bonus included, with their cost."""
        if uid == VDH:
            return {}
        found = search(seat.rules, seat.s, seat.board, fresh_party(seat, uid), zones=zones)
        out: dict[str, int] = {}
        for ends in (found.road, found.full):
            for at, trip in ends.items():
                out[at] = min(out.get(at, trip.costs[0]), trip.costs[0])
        return {at: walking.factors(cost) for at, cost in out.items()}


RISKS: Final = _TgRisks()
