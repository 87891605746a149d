"""11.0 and 11.1: attacks are put together, taken back, and made binding once every duty is met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.engine.forecast import Forecast
from hexbench.engine.values import Reason, Say, say
from hexbench.engine.verbs.planning import Planner, Planning
from hexbench.games.iron_tide.combatants import MOST, Plan, by_hex, commands, is_regiment, targets_in
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.odds_report import thought_of, weighed
from hexbench.games.iron_tide.pieces import FOE, GERMAN

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.seat import ItSeat


# 11.0e-g, B09: the duty of those who attack to attack every enemy next to them.


def exempt(s: Any, board: ItBoard, at: str, side: str) -> bool:
    """11.0f-g: units in a city, town or entrenchment, and Germans in the Westwall, choose their directions."""
    features = board.atlas.cell(at).features
    if "city" in features or "town" in features or s.entrenchments.get(at) == side:
        return True
    return side == GERMAN and "westwall" in features


def unmet(seat: ItSeat, step: Declare) -> Iterator[Reason]:
    """Every enemy hex that must still be attacked, each once."""
    s, board = seat.s, seat.board
    attacked = {at for plan in step.plans for at in plan.hexes}
    told: set[str] = set()
    for plan in step.plans:
        for uid in plan.attackers:
            unit = s.units[uid]
            if exempt(s, board, unit.at, step.who):
                continue
            for at in board.atlas.near[unit.at]:
                if at in attacked or at in told or not targets_in(s, board, FOE[step.who], at):
                    continue
                told.add(at)
                name = called(s.roster[uid])
                text = say(
                    "{unit} attacks and is also next to {hex}, which nobody attacks.", unit=name, hex=at
                )
                yield Reason("11.0e", text, (at, unit.at))


# ---- who may attack, and what ----------------------------------------------------------------------------------------
def unfit(seat: ItSeat, step: Declare | None, uid: str) -> Iterator[Reason]:
    """Why a unit may not attack at all."""
    s = seat.s
    unit, printed = s.units[uid], s.roster[uid]
    name = called(printed)
    if not unit.on_map:
        yield Reason("11.0a", say("{unit} is not on the map.", unit=name))
        return
    if printed.commando:
        yield Reason("16.4i", say("{unit} is a commando and does not attack.", unit=name), unit.spot)
    if unit.reserve:
        yield Reason("6.0d", say("{unit} is in reserve and does not attack.", unit=name), unit.spot)
    if seat.board.enemy_near(unit.side, unit.at) is None:
        yield Reason("11.0a", say("No enemy is next to {unit}.", unit=name), unit.spot)
    if step is None:
        return
    if unit.side != step.who:
        yield Reason("4.25a", say("{unit} belongs to the other player.", unit=name))
        return
    plan = PLANNER.plan_with(step.plans, uid)
    if plan is not None:
        yield Reason("11.0c", say("{unit} attacks already.", unit=name), plan.hexes)


def regiments_out(seat: ItSeat, plans: Sequence[Plan], units: Sequence[str]) -> Iterator[Reason]:
    """8.3a, 11.1b, 11.1f: at most one regiment and three units attack out of a hex, in all its combats."""
    s = seat.s
    everybody = dict.fromkeys((*(u for plan in plans for u in plan.attackers), *units))
    for at, out in by_hex(everybody, s).items():
        if not any(u in out for u in units):
            continue
        if sum(is_regiment(s.units[u], s.roster[u]) for u in out) > 1:
            yield Reason("8.3a", say("Only one regiment attacks out of {hex}.", hex=at), (at,))
        if len(out) > MOST:
            yield Reason("11.1f", say("More than three units attack out of {hex}.", hex=at), (at,))


def one_command(seat: ItSeat, units: Iterable[str]) -> Iterator[Reason]:
    """17.3a, 17.4a: units of different commands do not attack together."""
    army_rule = seat.rules.options.army_rule
    found = commands(army_rule, seat.s.roster, units)
    if len(found) > 1:
        if army_rule:
            yield Reason("17.4a", say("Units of different armies do not attack together."))
        else:
            yield Reason("17.3a", say("British and American units do not attack together."))


def out_of_touch(seat: ItSeat, units: Iterable[str], hexes: Iterable[str]) -> Iterator[Reason]:
    """11.1c: every attacker is next to every defending hex."""
    s, near = seat.s, seat.board.atlas.near
    for uid in units:
        unit = s.units[uid]
        if not unit.on_map:
            continue
        for at in hexes:
            if at not in near[unit.at]:
                name = called(s.roster[uid])
                text = say("{unit} is not next to {hex}.", unit=name, hex=at)
                yield Reason("11.1c", text, (unit.at, at))


def nobody_there(seat: ItSeat, side: str, at: str) -> Iterator[Reason]:
    """Why a hex is no target of ``side``."""
    if targets_in(seat.s, seat.board, FOE[side], at):
        return
    if seat.board.enemy_in(side, at):
        text = say("The units in {hex} were attacked in this phase.", hex=at)
        yield Reason("11.0d", text, (at,))
    else:
        yield Reason("11.0a", say("There is no enemy in {hex}.", hex=at), (at,))


class _ItPlanner(Planner):
    """See :class:`hexbench.engine.verbs.planning.Planner`."""

    plan = Plan
    what = "combat"
    once_rule = "11.1a"
    attack_rule, wide_rule, back_rule = "11.0a", "11.1d", "B10"
    done = (
        "declare",
        say("Declare the attacks"),
        say("The attacks are binding from now on. Without any the Combat Phase is over."),
        "11.0e",
    )

    def able(self, seat: ItSeat, side: str) -> Iterable[str]:
        """Whoever is next to an enemy."""
        s, board = seat.s, seat.board
        near, index = board.hexes_held(FOE[side], 1), board.atlas.index
        for uid in board.present[side]:
            unit = s.units[uid]
            if near >> index[unit.at] & 1 and not unit.reserve and not s.roster[uid].commando:
                yield uid

    def enemy(self, seat: ItSeat, side: str, at: str) -> bool:
        """Anybody, attacked before or not."""
        return bool(seat.board.enemy_in(side, at))

    def unfit(self, seat: ItSeat, step: Any, uid: str) -> Iterator[Reason]:
        """11.0."""
        return unfit(seat, step, uid)

    def against(
        self, seat: ItSeat, step: Any, side: str, units: Sequence[str], plan: Any, at: str
    ) -> Iterator[Reason]:
        """Every clause of 11.0 and 11.1."""
        yield from nobody_there(seat, side, at)
        yield from out_of_touch(seat, units or plan.attackers, plan.hexes)
        if units:
            yield from regiments_out(seat, step.plans if step is not None else (), units)
        yield from one_command(seat, plan.attackers)

    def unmet(self, seat: ItSeat, step: Any) -> Iterable[Reason]:
        """11.0e-g."""
        return unmet(seat, step)

    def foresee(self, seat: ItSeat, attackers: tuple[str, ...], hexes: tuple[str, ...]) -> Forecast | None:
        """Against the likeliest defenders, without support."""
        fight = thought_of(seat, attackers, hexes)
        return weighed(seat, fight) if fight is not None else None


PLANNER = _ItPlanner()
plan_on = PLANNER.plan_on
ATTACK, WIDEN, TAKE_BACK, CLEAR, DECLARE = PLANNER.verbs()


class Declare(Planning, frozen=True, kw_only=True):
    """4.25a: the attacks of a Combat Phase are put together."""

    plans: tuple[Plan, ...] = ()
    phase = "combat"
    verbs: ClassVar = (ATTACK, WIDEN, TAKE_BACK, CLEAR, DECLARE)

    def say(self, seat: ItSeat) -> Say:
        """Whose, and how many so far."""
        side = seat.rules.side_name(self.who)
        if not self.plans:
            return say("{side} Combat Phase: declare your attacks, or none.", side=side)
        if len(self.plans) == 1:
            return say("{side} Combat Phase: one attack so far.", side=side)
        return say("{side} Combat Phase: {n} attacks so far.", side=side, n=len(self.plans))
