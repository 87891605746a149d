"""Hypothetical engagements, in any phase: their form according to the rules of engagements, and their worth.

The form is that of :mod:`hexbench.engine.what_if`; everything is calculated by the code that resolves real
engagements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import points
from hexbench.engine.display import Account, Clause, Light, Spread
from hexbench.engine.risk import BESIDE, RisksBeside
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.what_if import Supposed, WhatIf, Worth
from hexbench.games.blitzkrieg import engage, odds, passage
from hexbench.games.blitzkrieg.battle import outcome
from hexbench.games.blitzkrieg.combat_board import accounts, lit_by, loss, spread
from hexbench.games.blitzkrieg.moving_ways import crowded
from hexbench.games.blitzkrieg.odds import FACES, Odds, thought_of
from hexbench.games.blitzkrieg.overlays import first_turn
from hexbench.games.blitzkrieg.pieces import FOE, GROUND, SIDES
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat


class _BkWhatIf(WhatIf["BkSeat", Odds]):
    """Hypothetical engagements of Blitzkrieg at the Ardennes; their worth is in strength points."""

    note = say("Hypothetical: nothing is engaged. Guns and rockets that fire first are left out.")
    start = say("Make this engagement")
    start_help = say("Engage: these units attack it when the movement phase ends.")
    coming = say("Could move up and join in one turn")
    coming_help = say("Also list the units that could move next to the hex in one turn.")
    together_help = say("One engagement against the sum of the defenders (BK-ENG-09).")

    def title(self, hexes: str) -> Say:
        return say("Hypothetical engagement on {hexes}", hexes=hexes)

    # ---- who and where
    def fighters(self, seat: BkSeat, side: str) -> Sequence[str]:
        """The units that can take part in engagements (BK-ENG-18), the strongest first."""
        s = seat.s
        fit = [
            uid
            for uid, unit in s.units.items()
            if unit.side == side and unit.on_map and s.roster[uid].type in GROUND
        ]
        return sorted(fit, key=lambda uid: -s.units[uid].strength)

    def targets(self, seat: BkSeat, side: str) -> Sequence[str]:
        """The hexes that contain enemy units."""
        labels = seat.rules.atlas.labels
        return [labels[i] for own in SIDES if own == side for i in sorted(seat.board.stand[FOE[own]])]

    def ends(self, seat: BkSeat, uid: str, goals: Sequence[str]) -> Iterator[tuple[int, str]]:
        """The hexes reachable in a turn, from where the unit began this one (BK-MOV-07)."""
        rules, s = seat.rules, seat.s
        unit = s.units[uid]
        if unit.fixed:
            return
        start = unit.start if unit.side == s.phasing and unit.start else unit.at
        far = passage.points(rules, s, uid)
        near = [at for at in goals if rules.atlas.distance(start, at) <= far]
        costs = passage.reach_of(rules, s, seat.board, uid, start).costs if near else {}
        for at in near:
            if rules.atlas.index[at] in costs:
                yield costs[rules.atlas.index[at]], at

    def fits(self, seat: BkSeat, here: Sequence[str], uid: str) -> bool:
        """Whether the stacking limit allows it (BK-MOV-08)."""
        return len(here) < LIMIT

    def present(self, seat: BkSeat, at: str, side: str) -> list[str]:
        """The units in the hex, enemy infiltrators included (BK-INF-13)."""
        return list(seat.board.units_at(at))

    def amount(self, seat: BkSeat, uid: str) -> str:
        return str(seat.s.units[uid].strength)

    # ---- what it comes to
    def plan(self, there: BkSeat, what: Supposed) -> Odds | None:
        """The odds of the engagement."""
        return thought_of(there, what.names, what.hexes)

    def weigh(self, there: BkSeat, what: Supposed, plan: Odds) -> Worth:
        """The mean of the points lost, over the faces of the die."""
        rules = there.rules
        sides = {
            of: tuple(dict.fromkeys(x.unit for x in plan.lines if x.of == of)) for of in ("attack", "defence")
        }
        points = {
            of: sum(loss(rules, there, units, of, n, plan.column) for n in FACES)
            for of, units in sides.items()
        }
        good = 0
        for n in FACES:
            found = outcome(rules, n, plan.column)
            good += found.defenders_lose != "nr" or found.gone == "defender" or found.back[0] == "defender"
        return Worth(
            worth=(points["defence"] - points["attack"]) / len(FACES),
            chance=good / len(FACES),
            odds=rules.tables.combat.columns[plan.column],
            net=f"{plan.attack} : {odds.amount(plan.defence)}",
            shifts=tuple(self._clauses(there, plan)),
        )

    def _clauses(self, there: BkSeat, plan: Odds) -> Iterator[Clause]:
        """The clauses that change the defence from its strength, each once."""
        seen: dict[str, Clause] = {}
        for account in accounts(there, plan):
            for line in account.lines:
                for clause in line.clauses:
                    if clause.rule and str(clause.say):
                        seen.setdefault(clause.rule, clause)
        yield from seen.values()

    def action(self, what: Supposed) -> Action:
        return Action(engage.ENGAGE.name, what.names, what.hexes[0])

    def now(self, seat: BkSeat, what: Supposed) -> bool:
        """It cannot be engaged now if an engagement has already been formed."""
        return super().now(seat, what) and not engage.engagement_at(seat.s, what.hexes[0])

    def against(self, there: BkSeat, what: Supposed) -> Iterator[Reason]:
        """Checks of the units, their hexes, the form and the room."""
        s, rules = there.s, there.rules
        for uid in what.names:
            unit, name = s.units[uid], rules.title(s.roster[uid])
            if s.roster[uid].type not in GROUND:
                yield Reason(
                    "BK-ENG-18", say("{unit} cannot take part in engagements.", unit=name), unit.spot
                )
            for at in what.hexes:
                if unit.at not in rules.atlas.near[at]:
                    text = say("{unit} is not adjacent to {hex}.", unit=name, hex=at)
                    yield Reason("BK-ENG-01", text, (unit.at, at))
        if not engage.star(rules, s, what.names, what.hexes):
            text = say("An engagement has one central hex: several hexes cannot attack several hexes.")
            yield Reason("BK-ENG-08", text, what.hexes)
        for at in dict.fromkeys(at for _, at in what.units):
            if len(there.board.at.get(at, ())) > LIMIT:
                text = say("{hex} would be over the stacking limit of {n} units.", n=LIMIT, hex=at)
                yield Reason("BK-MOV-08", text, (at,))

    def accounts(self, there: BkSeat, what: Supposed, plan: Odds) -> Sequence[Account]:
        """The same accounts as for an engagement."""
        return accounts(there, plan)

    def spreads(self, there: BkSeat, what: Supposed, plan: Odds) -> tuple[Spread, ...]:
        """The results over the faces of the die."""
        return (spread(there, plan.column),)

    def lights(self, there: BkSeat, plan: Odds | None) -> tuple[tuple[str, tuple[Light, ...]], ...]:
        return lit_by(there, plan)


WHAT_IF: Final = _BkWhatIf()


# A unit's risk of being engaged next turn, and the reach of an enemy: see `hexbench.engine.risk`.


class _BkRisks(RisksBeside["BkSeat"]):
    """Engagements from next to a hex, by any unit that gets there in one turn (BK-ENG-01, BK-MOV-07)."""

    notes = (
        BESIDE,
        say("guns, rockets and aircraft that fire first are not counted"),
    )

    def ends(self, seat: BkSeat, uid: str) -> Iterable[str]:
        """Where it may be placed this turn, or in a turn begun where it is, and has room (BK-MOV-08)."""
        labels, full = seat.rules.atlas.labels, crowded(seat, (uid,))
        return [labels[i] for i in first_turn(seat, uid).reach.costs if i not in full]

    def coming(self, seat: BkSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """With all its movement points, from where it is."""
        rules, s, board = seat.rules, seat.s, seat.board
        unit, labels = s.units[uid], rules.atlas.labels
        stand = None
        if not zones:
            stand = passage.Stand(bytes(len(labels)), frozenset(board.stand[FOE[unit.side]]))
        found = passage.reach_of(rules, s, board, uid, unit.at, shared=stand)
        return {labels[i]: points(cost) for i, cost in found.costs.items()}


RISKS: Final = _BkRisks()
