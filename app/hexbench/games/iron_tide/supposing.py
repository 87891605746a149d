"""Hypothetical attacks in any phase: how they are evaluated in the terms of the Combat Phase, and what they are worth.

The interface is that of :mod:`hexbench.engine.what_if`; all calculation is done by the code of the Combat Phase.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.atlas.arcs import POINT, points
from hexbench.atlas.hexset import bits_of
from hexbench.engine.board import remembered
from hexbench.engine.display import Account, Clause, Spread
from hexbench.engine.results import signed
from hexbench.engine.risk import BESIDE, RisksBeside
from hexbench.engine.values import Reason, say
from hexbench.engine.what_if import Supposed, WhatIf, Worth, guns_and_air
from hexbench.games.iron_tide import movement
from hexbench.games.iron_tide.charts import read_result
from hexbench.games.iron_tide.combat import one_command, out_of_touch, regiments_out, unfit
from hexbench.games.iron_tide.combat_support import able_guns
from hexbench.games.iron_tide.combatants import (
    MOST,
    Fight,
    command,
    is_regiment,
    most_guns,
    printed_factor,
    targets_in,
    troops,
)
from hexbench.games.iron_tide.movement import mover
from hexbench.games.iron_tide.movers import halved, trips
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.odds_report import (
    foresee,
    lit_by,
    odds,
    shifts,
    spreads,
    strengths,
    thought_of,
)
from hexbench.games.iron_tide.pieces import FOE

if TYPE_CHECKING:
    from hexbench.engine.display import Light
    from hexbench.engine.forecast import Forecast
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItSeat


_LOOKS: Final = {"A": 8, "B": 6, "C": 4}
"""How strong a regiment with an unseen chit looks; used only for sorting."""


class _ItWhatIf(WhatIf["ItSeat", Fight]):
    """Hypothetical attacks of Iron Tide; worth is in steps, and a hex of retreat counts half a step."""

    note = say("A hypothetical attack, against the likeliest defenders; nothing is declared.")
    start_help = say("Declare it: these units attack in this Combat Phase.")
    coming = say("Could move up and join, by tactical movement")
    coming_help = say("Also list the units that could move adjacent to the hex by tactical movement.")
    together_help = say("One combat against the combined strength of the defenders (11.1d).")

    # ---- who and where
    def fighters(self, seat: ItSeat, side: str) -> Sequence[str]:
        """All units except commandos and units in reserve, by how strong they look."""
        s = seat.s
        fit = [u for u in seat.board.present[side] if not s.roster[u].commando and not s.units[u].reserve]
        return sorted(fit, key=lambda u: -self._looks(seat, u))

    def _looks(self, seat: ItSeat, uid: str) -> int:
        unit, printed = seat.s.units[uid], seat.s.roster[uid]
        if not is_regiment(unit, printed):
            return printed_factor(seat.s, uid)
        return _LOOKS.get(printed.letter, 5) // (2 if unit.reduced else 1)

    def targets(self, seat: ItSeat, side: str) -> Sequence[str]:
        """The hexes with troops of the enemy."""
        s, board, foe = seat.s, seat.board, FOE[side]
        held = dict.fromkeys(s.units[uid].at for uid in board.present[foe])
        return [at for at in sorted(held) if troops(s, board, foe, at)]

    def goals(self, seat: ItSeat, side: str, aim: str) -> Sequence[str]:
        """The adjacent hexes, except across a lake."""
        atlas = seat.board.atlas
        return [h for h in atlas.near[aim] if "lake" not in atlas.kinds(h, aim)]

    def ends(self, seat: ItSeat, uid: str, goals: Sequence[str]) -> Iterator[tuple[int, str]]:
        """By one turn of tactical movement."""
        if not self.near(seat, (uid,), goals):
            return
        index, costs = seat.board.atlas.index, _coming(seat, uid)
        for h in goals:
            paid = costs.get(index[h])
            if paid is not None:
                yield paid, h

    def near(self, seat: ItSeat, units: Sequence[str], goals: Sequence[str]) -> Sequence[str]:
        """The units that could get there if the whole route were road."""
        rules, index = seat.rules, seat.board.atlas.index
        circles: dict[str, int] = seat.memo.setdefault("circles", {})
        for uid in units:
            if uid not in circles:
                steps = _budget(seat, uid) // rules.tables.tec.road_cost()
                circles[uid] = _circle(rules, seat.s.units[uid].at, steps)
        wanted = bits_of(index[h] for h in goals)
        return [uid for uid in units if circles[uid] & wanted]

    def fits(self, seat: ItSeat, here: Sequence[str], uid: str) -> bool:
        """Whether a unit may join the attackers from a hex: the limit of units, only one of them a regiment (8.3a, 11.1f)."""
        s = seat.s
        big = [u for u in (*here, uid) if is_regiment(s.units[u], s.roster[u])]
        mine = [u for u in here if not s.roster[u].commando]
        return len(mine) < MOST and not (uid in big and len(big) > 1)

    # ---- what it comes to
    def drafts(self, seat: ItSeat, side: str, aim: str, places: Mapping[str, str]) -> Iterator[Supposed]:
        """One draft for each command that may not attack with the others (17.4a), up to the limit of units per hex."""
        army_rule = seat.rules.options.army_rule
        groups: dict[str, dict[str, list[str]]] = {}
        for uid, at in places.items():
            here = groups.setdefault(command(army_rule, seat.s.roster[uid]), {}).setdefault(at, [])
            if self.fits(seat, here, uid):
                here.append(uid)
        for hexes in groups.values():
            chosen = {uid: at for at, here in hexes.items() for uid in here}
            units = tuple((uid, at) for uid, at in places.items() if uid in chosen)
            yield Supposed(side=side, hexes=(aim,), units=units)

    def plan(self, there: ItSeat, what: Supposed) -> Fight | None:
        """The fight, with the support that is switched on."""
        names = tuple(u for u in what.names if u in there.s.units)
        fight = thought_of(there, names, what.hexes)
        if fight is None or fight.side != what.side:
            return None
        on = set(what.switches)
        guns = (_switched_on(there, fight, fight.side, on), _switched_on(there, fight, FOE[fight.side], on))
        return replace(fight, guns=guns, air=("air/attack" in on, "air/defence" in on))

    def weigh(self, there: ItSeat, what: Supposed, plan: Fight) -> Worth:
        """The mean of the results: steps lost, and half for each hex of retreat."""
        found = self._foreseen(there, plan)
        favour, total = 0.0, 0.0
        for name, chance in found.chances():
            result = read_result(name)
            weight = result.losses + result.retreat / 2
            total += chance * {"D": weight, "A": -weight, "B": 0.0}[result.hit]
            favour += chance if result.hit == "D" else 0.0
        _, line = max(found.lines, key=lambda one: one[0])
        return Worth(
            worth=total,
            chance=favour,
            odds=f"{line.ratio} → {line.column}"
            if len(found.lines) == 1
            else f"~{line.ratio} → {line.column}",
            net=signed(sum(shift.by for shift in line.shifts)),
            shifts=tuple(
                Clause(say("{what} {by}", what=shift.say, by=signed(shift.by)), shift.rule)
                for shift in line.shifts
            ),
        )

    def _foreseen(self, there: ItSeat, plan: Fight) -> Forecast:
        """The odds over all unseen chits; slow, so calculated only once for each fight."""
        found: Forecast | None = there.memo.get(("foreseen", plan))
        if found is None:
            found = there.memo["foreseen", plan] = foresee(there, plan)
        return found

    def against(self, there: ItSeat, what: Supposed) -> Iterator[Reason]:
        """11.0, 11.1."""
        for uid in what.names:
            yield from unfit(there, None, uid)
        yield from out_of_touch(there, what.names, what.hexes)
        yield from regiments_out(there, (), what.names)
        yield from one_command(there, what.names)

    def joint(self, there: ItSeat, what: Supposed, at: str) -> bool:
        """What may be named as a target."""
        return bool(targets_in(there.s, there.board, FOE[what.side], at))

    def accounts(self, there: ItSeat, what: Supposed, plan: Fight) -> Sequence[Account]:
        attack, defence = strengths(there, plan, ((), ()))
        return (attack, defence, *shifts(there, plan, None), *odds(there, self._foreseen(there, plan), plan))

    def spreads(self, there: ItSeat, what: Supposed, plan: Fight) -> tuple[Spread, ...]:
        """The chances of the results."""
        return spreads(there, self._foreseen(there, plan))

    def lights(self, there: ItSeat, plan: Fight | None) -> tuple[tuple[str, tuple[Light, ...]], ...]:
        """Its row and columns, of the likeliest odds."""
        return lit_by(there, self._foreseen(there, plan) if plan is not None else None)

    def support(self, there: ItSeat, what: Supposed, plan: Fight) -> Iterable[Account]:
        """11.5, 11.6: artillery and air of both sides, to be tried out; no more guns where as many fire as may (11.5e-g)."""
        s = there.s
        for side, firing, rule in zip(
            (plan.side, FOE[plan.side]), plan.guns, ("11.5b", "11.5e"), strict=True
        ):
            ready = able_guns(there.rules, s, there.board, plan, side)
            if len(firing) >= most_guns(s.turn, side, attacking=side == plan.side):
                ready = firing
            guns = ((uid, s.units[uid].at, called(s.roster[uid])) for uid in ready)
            yield guns_and_air(what, side, guns, rule, "11.6a")


def _switched_on(there: ItSeat, fight: Fight, side: str, on: Collection[str]) -> tuple[str, ...]:
    """The artillery switched on to support a supposed combat, up to the limit."""
    able = able_guns(there.rules, there.s, there.board, fight, side)
    most = most_guns(there.s.turn, side, attacking=side == fight.side)
    return tuple(uid for uid in able if f"gun/{uid}" in on)[:most]


def _budget(seat: ItSeat, uid: str) -> int:
    """Twelfths of one turn of tactical movement."""
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    return halved(printed.movement, unit, printed) * POINT


def _coming(seat: ItSeat, uid: str) -> dict[int, int]:
    """Hex -> twelfths, for every hex a unit gets to by one turn of tactical movement.

    Cached while the unit and its obstacles are unchanged: an opponent that moves one unit asks about all the others again.
    """

    def make() -> dict[int, int]:
        way = trips(seat, [mover(seat, uid, ground, _budget(seat, uid))])
        return {i: paid[0] for i in way if (paid := way.pays(i)) is not None}

    s, ground = seat.s, movement.way_of(seat, uid)
    return seat.rules.facts.get(("coming", uid), (s.units[uid], s.roster, s.bridges, ground), make)


@remembered
def _circle(rules: ItRules, at: str, steps: int) -> int:
    """The hexes within so many steps of one, as a set."""
    if steps:
        return rules.atlas.steps.grown(_circle(rules, at, steps - 1))
    return bits_of((rules.atlas.index[at],))


WHAT_IF: Final = _ItWhatIf()


# The risk a unit runs of being attacked next turn, and the reach of an enemy: see `hexbench.engine.risk`.


class _ItRisks(RisksBeside["ItSeat"]):
    """Combats against a hex from adjacent hexes, by units that can get there by tactical movement (5.0a, 11.0)."""

    notes = (
        BESIDE,
        say("the likeliest strength for chits you have not seen; no artillery or air support"),
    )

    def ends(self, seat: ItSeat, uid: str) -> Iterable[str]:
        labels = seat.board.atlas.labels
        return [labels[i] for i in movement.joint_reach(seat, (uid,))]

    def coming(self, seat: ItSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """By one turn of tactical movement."""
        unit, printed, labels = seat.s.units[uid], seat.s.roster[uid], seat.board.atlas.labels
        ground = movement.way_of(seat, uid)
        if not zones:
            ground = movement.without_zones(seat, ground)
        budget = halved(printed.movement, unit, printed) * POINT
        way = trips(seat, [movement.mover(seat, uid, ground, budget)])
        return {labels[i]: points(paid[0]) for i in way if (paid := way.pays(i)) is not None}


RISKS: Final = _ItRisks()
