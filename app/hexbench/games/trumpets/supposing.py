"""Hypothetical attacks in any phase: what they are in terms of the combat segment, and what they are worth.

The form is that of :mod:`hexbench.engine.what_if`; all calculations are done by the code of the combat
segment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.atlas.arcs import POINT
from hexbench.engine.display import Account, Choice, Clause, Light, Spread
from hexbench.engine.results import joined, read_in
from hexbench.engine.risk import BESIDE, RisksBeside
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.what_if import SWITCH, Supposed, WhatIf, Worth, guns_and_air
from hexbench.games.trumpets import moving_ways, odds_report, passage, resolution, strength
from hexbench.games.trumpets.battlefield import Backing, Plan, attack_factor, enemies_at, fight_of, guns_for
from hexbench.games.trumpets.charts import columns
from hexbench.games.trumpets.declare import (
    KINDS,
    NAMES,
    Preparing,
    fights,
    why_not_fight,
    why_not_kind,
    why_not_together,
    why_not_unit,
    why_powerless,
)
from hexbench.games.trumpets.fight import Fight
from hexbench.games.trumpets.inspect import halves
from hexbench.games.trumpets.odds_report import rolled
from hexbench.games.trumpets.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat
    from hexbench.games.trumpets.strength import Reckoning
    from hexbench.games.trumpets.tables import Tables


class _TtWhatIf(WhatIf["TtSeat", Fight]):
    """Hypothetical attacks in A Time for Trumpets; worth is in steps."""

    note = say("Hypothetical only: nothing is declared. The defenders may still be supported.")
    start_help = say("Begin this attack; artillery and aircraft are then committed one by one.")
    coming_help = say("Also list the units that could move next to the hex in one movement segment.")

    # ---- who and where
    def fighters(self, seat: TtSeat, side: str) -> Sequence[str]:
        """All units that can attack, strongest first."""
        s, rules = seat.s, seat.rules
        fit = (u for u, unit in s.units.items() if unit.side == side and unit.on_map and fights(rules, s, u))
        return sorted(fit, key=lambda u: (-attack_factor(rules, s, u), u))

    def targets(self, seat: TtSeat, side: str) -> Sequence[str]:
        """The hexes occupied by the enemy."""
        held = {unit.at for unit in seat.s.units.values() if unit.side == FOE[side] and unit.on_map}
        return sorted(at for at in held if enemies_at(seat.s, seat.board, side, at))

    def ends(self, seat: TtSeat, uid: str, goals: Sequence[str]) -> Iterator[tuple[int, str]]:
        """With a whole movement factor."""
        ways, index = self._ways(seat, uid), seat.rules.atlas.index
        for at in goals:
            cost = ways.cost(index[at])
            if cost is not None and not enemies_at(seat.s, seat.board, seat.s.units[uid].side, at):
                yield cost, at

    def _ways(self, seat: TtSeat, uid: str) -> moving_ways.Ways:
        found: moving_ways.Ways | None = seat.memo.get(("fresh", uid))
        if found is None:
            stand = moving_ways.standing(seat, seat.s.units[uid].side)
            budget = passage.allowance(seat.rules, seat.s, uid).halves
            lanes = passage.lanes(seat.rules, seat.s, seat.board, uid, stand, budget=budget)
            found = seat.memo["fresh", uid] = moving_ways.Ways(seat.rules, lanes)
        return found

    def fits(self, seat: TtSeat, here: Sequence[str], uid: str) -> bool:
        """TT-REC-02."""
        return passage.fits(seat.rules, seat.s, (*here, uid))

    def who(self, seat: TtSeat, what: Supposed) -> Say:
        """With its artillery and its kind."""
        out = super().who(seat, what)
        guns, kind = sum(one.startswith("gun/") for one in what.switches), what.switched("kind", KINDS[0])
        if guns:
            out = say("{units}, artillery: {n}", units=out, n=guns)
        return say("{units} ({kind})", units=out, kind=NAMES[kind]) if kind in KINDS[1:] else out

    # ---- what it comes to
    def drafts(self, seat: TtSeat, side: str, aim: str, places: Mapping[str, str]) -> Iterator[Supposed]:
        """The attack without support, with all artillery in range, and as each other kind the rules allow."""
        (plain,) = super().drafts(seat, side, aim, places)
        there = self.standing(seat, plain)
        if any(why_powerless(there.rules, there.s, self._plan(there, plain))):
            return  # artillery adds nothing to units without factors
        guns = tuple(f"gun/{uid}" for uid in guns_for(seat.rules, seat.s, side, aim))
        yield plain
        if guns:
            yield replace(plain, switches=guns)
        for kind in KINDS[1:]:
            what = replace(plain, switches=(*guns, f"kind={kind}"))
            if not any(why_not_fight(there.rules, there.s, there.board, what.side, self._plan(there, what))):  # type: ignore[arg-type]
                yield what

    def _plan(self, there: TtSeat, what: Supposed) -> Plan:
        """The attack as a plan: the units next to the hex, with the guns switched on and in range."""
        s, at = there.s, what.hexes[0]
        near = there.rules.atlas.near[at]
        units = tuple(
            u
            for u in what.names
            if u in s.units
            and s.units[u].side == what.side
            and s.units[u].at in near
            and fights(there.rules, s, u)
        )
        guns = tuple(g for g in guns_for(there.rules, s, what.side, at) if f"gun/{g}" in what.switches)
        kind = what.switched("kind", KINDS[0])
        return Plan(
            hex=at,
            units=units,
            kind=kind if kind in KINDS else KINDS[0],  # type: ignore[arg-type]
            backing=Backing(guns=guns, air=int("air/attack" in what.switches)),
        )

    def plan(self, there: TtSeat, what: Supposed) -> Fight | None:
        """The Fight, with the support of both sides."""
        plan = self._plan(there, what)
        if not plan.units or not enemies_at(there.s, there.board, what.side, plan.hex):
            return None
        guns = guns_for(there.rules, there.s, FOE[what.side], what.hexes[0])
        on = tuple(g for g in guns if f"gun/{g}" in what.switches)
        defence = Backing(guns=on, air=int("air/defence" in what.switches))
        side = there.s.units[plan.units[0]].side
        return fight_of(there.rules, there.s, there.board, side, plan, defence)

    def weigh(self, there: TtSeat, what: Supposed, plan: Fight) -> Worth:
        """The mean number of steps lost, over both dice."""
        found, ordinary = self._rolled(there, plan)
        one = resolution.look(there.rules, found, ordinary=ordinary)
        ours, theirs = (
            self._steps(there, [f.unit for f in side]) for side in (plan.attackers, plan.defenders)
        )
        return Worth(
            worth=resolution.balance(one, ours, theirs),
            chance=one.favour,
            odds=f"{found.odds} → {odds_report.final(plan, found)}",
            net=", ".join(
                (*(columns(found.shift),) * bool(found.shift), *(f"{found.drm:+d}",) * bool(found.drm))
            ),
            shifts=tuple(
                Clause(say("{what} {by}", what=line.text, by=_signed(line.of, line.amount)), line.rule)
                for line in found.lines
                if line.of in ("shift", "drm")
            ),
        )

    def _rolled(self, there: TtSeat, plan: Fight) -> tuple[Reckoning, bool]:
        return rolled(plan, there.rules.tables, there.rules.options)

    def _steps(self, there: TtSeat, units: Iterable[str]) -> int:
        s = there.s
        return sum(there.rules.steps(s.mission.units[u]) - s.units[u].lost for u in units)

    def against(self, there: TtSeat, what: Supposed) -> Iterator[Reason]:
        """The reasons against each unit's part, its hex and the kind of attack."""
        rules, s, board = there.rules, there.s, there.board
        at = what.hexes[0]
        for uid in what.names:
            yield from why_not_unit(rules, s, board, what.side, uid)
            yield from why_not_together(rules, s, board, what.side, uid, at)
        for h in dict.fromkeys(h for _, h in what.units):
            if enemies_at(s, board, what.side, h):
                yield Reason("TT-REC-05", say("{hex} is occupied by the enemy.", hex=h), (h,))
            elif not passage.fits(rules, s, board.units_at(h)):
                yield Reason("TT-REC-02", say("{hex} would be over the stacking limit.", hex=h), (h,))
        plan = self._plan(there, what)
        if plan.units:
            yield from why_not_kind(rules, s, s.units[plan.units[0]].side, plan)
            yield from why_powerless(rules, s, plan)

    def accounts(self, there: TtSeat, what: Supposed, plan: Fight) -> Sequence[Account]:
        """As those of a combat."""
        return odds_report.accounts(plan, self._rolled(there, plan)[0])

    def spreads(self, there: TtSeat, what: Supposed, plan: Fight) -> tuple[Spread, ...]:
        return odds_report.spreads(plan, there.rules.tables, self._rolled(there, plan)[0])

    def lights(self, there: TtSeat, plan: Fight | None) -> tuple[tuple[str, tuple[Light, ...]], ...]:
        """The columns of the table used."""
        if plan is None:
            return odds_report.lit_by(None, there.rules.tables, None)
        found, ordinary = self._rolled(there, plan)
        return odds_report.lit_by(
            replace(plan, kind="normal") if ordinary else plan, there.rules.tables, found
        )

    def support(self, there: TtSeat, what: Supposed, plan: Fight) -> Iterator[Account]:
        """Artillery and air of both sides, to be tried out (TT-REC-08, TT-REC-10)."""
        s = there.s
        for side in (what.side, FOE[what.side]):
            ready = guns_for(there.rules, s, side, what.hexes[0])
            guns = ((uid, s.units[uid].at, there.called(uid)) for uid in ready)
            yield guns_and_air(what, side, guns, "TT-REC-08", "TT-REC-10")

    def kinds(self, there: TtSeat, what: Supposed, plan: Fight | None) -> Iterator[Choice]:
        """The other kinds of attack that the rules allow."""
        mine = self._plan(there, what)
        for kind in KINDS if mine.units else ():
            side = there.s.units[mine.units[0]].side
            if kind != mine.kind and not any(
                why_not_kind(there.rules, there.s, side, replace(mine, kind=kind))
            ):
                yield Choice(NAMES[kind], Action(SWITCH, (), f"kind={kind}"))


def _signed(of: str, amount: int) -> str:
    return (columns(amount) or "0") if of == "shift" else f"{amount:+d}"


WHAT_IF: Final = _TtWhatIf()


# The risk a unit runs of being attacked next turn, and the reach of an enemy: see `hexbench.engine.risk`.


class _TtRisks(RisksBeside["TtSeat"]):
    """Attacks on a hex by units that can get next to it in one turn (TT-REC-06)."""

    notes = (
        BESIDE,
        say("with the enemy's artillery in range, but without yours and without aircraft"),
    )

    def ends(self, seat: TtSeat, uid: str) -> Iterable[str]:
        """With what it has left in this turn."""
        labels = seat.rules.atlas.labels
        return [labels[i] for i in moving_ways.places(seat, (uid,))]

    def coming(self, seat: TtSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """The unit's whole MF off the roads."""
        rules, s, board = seat.rules, seat.s, seat.board
        stand = moving_ways.standing(seat, s.units[uid].side)
        budget = passage.allowance(rules, s, uid).halves
        ways = moving_ways.Ways(rules, passage.lanes(rules, s, board, uid, stand, budget=budget, zones=zones))
        costs = {i: ways.cost(i) or 0 for i in ways.hexes()}
        return {rules.atlas.labels[i]: halves(cost * 2 // POINT) for i, cost in costs.items()}


RISKS: Final = _TtRisks()


# What lights up in the charts while an attack is weighed: the results table, and the ground it goes against
# (TT-TER, TT-DEF).

DAY, NIGHT, ATTACK, DEFENCE, ARMS, ASSAULT = range(6)
"""Columns of the terrain chart."""


def weighed(seat: TtSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The cells to highlight for a legal action; moves use no chart in this game."""
    lights, step = read_in(seat, action), seat.step
    if action.verb != "attack" or not lights or not isinstance(step, Preparing):
        return lights
    plan = replace(step.plan, hex=action.object, units=(*step.plan.units, *action.subject))
    fight = fight_of(seat.rules, seat.s, seat.board, step.who, plan)
    tables = seat.rules.tables
    works = list(tables.positions)
    built = tuple(Light(-1, works.index(kind), "to") for kind in fight.positions)
    return joined(joined(lights, "terrain", _terrain(fight, tables)), "positions", built)


def _terrain(fight: Fight, tables: Tables) -> tuple[Light, ...]:
    column = DAY if not fight.night else NIGHT
    if strength.superior_attack(fight, tables):
        column = ATTACK
    elif strength.superior_defence(fight, tables):
        column = DEFENCE
    rows = list(tables.terrain)
    out = [Light(rows.index(key), column, "to") for key in strength.rows(fight)]
    for at, counts in (
        (ARMS, strength.combined_arms(fight, tables)),
        (ASSAULT, strength.assault(fight, tables)),
    ):
        if counts:
            out.append(Light(rows.index(fight.base), at, "to"))
    return tuple(out)
