"""CR-CMB, CR-RET, CR-ADV: attacks are declared together and fought one by one, with the retreats and advances they cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from hexbench.engine import results
from hexbench.engine.events import Resolved
from hexbench.engine.forecast import Forecast, OddsLine, Shift
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Reason, Say, Target, Value, say
from hexbench.engine.verbs.kinds import Choose, Pick, Press
from hexbench.engine.verbs.planning import Planner, Planning
from tests.toys.crossroads.pieces import ELIMINATED, LIMIT


class Clash(Value, frozen=True):
    """One declared attack."""

    hexes: tuple[str, ...]
    attackers: tuple[str, ...]


def odds_line(rules: Any, s: Any, board: Any, attackers: Iterable[str], hexes: Sequence[str]) -> OddsLine:
    """CR-CMB-03, CR-CMB-04: strengths, column and results of one attack."""
    crt = rules.tables
    attack = sum(s.units[u].factor for u in attackers)
    defence = sum(s.units[u].factor for at in hexes for u in board.units_at(at))
    cover = any(rules.atlas.cell(at).terrain == "woods" or at == crt.village for at in hexes)
    shifts = (Shift("CR-CMB-04", say("Woods or village"), -1),) if cover else ()
    ratio, first = results.rung(results.odds(attack, defence)), -crt.columns.index("1-1")
    place, clamped = results.clamp(ratio - len(shifts), first, first + len(crt.columns) - 1)
    column, cells = crt.columns[place - first], crt.results[place - first]
    return OddsLine(
        attack=attack,
        defence=defence,
        ratio=results.ratio_name(ratio),
        shifts=shifts,
        column=column,
        clamped=clamped,
        results=results.result_ways(tuple(enumerate(cells, start=1)), 1),
        ways=6,
    )


class CrPlanner(Planner):
    """The planning of attacks."""

    plan = Clash
    attack_rule, once_rule, wide_rule, back_rule = "CR-CMB-01", "CR-CMB-02", "CR-CMB-01", "CR-CMB-06"
    done = ("declare", say("Declare the attacks"), say("They are fought one by one."), "CR-CMB-06")

    def able(self, seat: Any, side: str) -> Iterable[str]:
        """The units adjacent to an enemy."""
        near, units = seat.rules.atlas.near, seat.s.units.items()
        mine = ((uid, u.at) for uid, u in units if u.side == side and u.on_map)
        return (uid for uid, at in mine if any(self.enemy(seat, side, to) for to in near[at]))

    def enemy(self, seat: Any, side: str, at: str) -> bool:
        """Whether there are enemies of ``side`` in a hex."""
        return any(seat.s.units[u].side != side for u in seat.board.units_at(at))

    def unfit(self, seat: Any, step: Any, uid: str) -> Iterator[Reason]:
        """A unit may not attack if it is gone, has attacked or belongs to the other side."""
        unit = seat.s.units[uid]
        if not unit.on_map or (step is not None and unit.side != step.who):
            yield Reason("CR-CMB-01", say("{unit} is no unit of yours on the map.", unit=unit.name))
        if step is not None and self.plan_with(step.plans, uid) is not None:
            yield Reason("CR-CMB-02", say("{unit} is already attacking.", unit=unit.name))

    def against(
        self, seat: Any, step: Any, side: str, units: Sequence[str], plan: Any, at: str
    ) -> Iterator[Reason]:
        """All units must be adjacent to every hex, and there must be an enemy in each."""
        if not self.enemy(seat, side, at):
            yield Reason("CR-CMB-01", say("There is no enemy in {hex}.", hex=at), (at,))
        for uid in plan.attackers:
            unit = seat.s.units[uid]
            if unit.on_map and any(to not in seat.rules.atlas.near[unit.at] for to in plan.hexes):
                yield Reason(
                    "CR-CMB-01", say("{unit} is not adjacent to all of it.", unit=unit.name), plan.hexes
                )

    def foresee(self, seat: Any, attackers: tuple[str, ...], hexes: tuple[str, ...]) -> Forecast | None:
        """The exact chances."""
        if any(u not in seat.s.units for u in attackers):
            return None
        return Forecast(((1, odds_line(seat.rules, seat.s, seat.board, attackers, hexes)),))

    def bind(self, play: Any, step: Any) -> None:
        """The attacks are fought one after the other."""
        play.pop()
        play.push(*(Battle(side=step.who, plan=plan) for plan in step.plans))


class Declare(Planning, frozen=True, kw_only=True):
    """The attacks of a player turn."""

    plans: tuple[Clash, ...] = ()
    verbs: ClassVar = CrPlanner().verbs()
    phase: ClassVar = "combat"

    def say(self, seat: Any) -> Say:
        """The prompt."""
        return say("Declare your attacks, or none.")


def roll(play: Any, step: Battle) -> None:
    """CR-CMB-05."""
    units = tuple(u for u in step.plan.attackers if play.units[u].on_map)
    hexes = tuple(at for at in step.plan.hexes if play.board.units_at(at))
    if not units or not hexes:
        play.pop()
        return
    line, crt = odds_line(play.rules, play, play.board, units, hexes), play.rules.tables
    where = ", ".join(hexes)
    die = play.roll(say("Combat in {hex}", hex=where), rule="CR-CMB-05")
    result = crt.results[crt.columns.index(line.column)][die - 1]
    play.tell(Resolved(f"{line.attack} to {line.defence}", where, f"{line.column}: {result}", "CR-CMB-05"))
    play.swap(plan=Clash(hexes, units), result=result)


def harm(play: Any, step: Battle) -> None:
    """CR-CMB-05, CR-RET-01."""
    attackers = step.plan.attackers
    defenders = tuple(u for at in step.plan.hexes for u in play.board.units_at(at))
    gone = {"AE": attackers, "DE": defenders, "EX": (*attackers, *defenders)}.get(step.result, ())
    for uid in gone:
        play.go(uid, ELIMINATED, "")
    back = {"AR": attackers, "DR": defenders}.get(step.result, ())
    play.push(*(Retreat(who=play.units[uid].side, unit=uid) for uid in back))


def follow(play: Any, step: Battle) -> None:
    """CR-ADV-01."""
    units = tuple(u for u in step.plan.attackers if play.units[u].on_map)
    empty = next((at for at in step.plan.hexes if not play.board.units_at(at)), "")
    if units and empty and step.result in ("DR", "DE"):
        play.push(Advance(who=step.side, units=units, hex=empty))


class Battle(Script, frozen=True, kw_only=True):
    """One attack."""

    side: str
    plan: Clash
    result: str = ""
    stages: ClassVar = (roll, harm, follow)


class FallBack(Choose[Any, "Retreat", Any]):
    """Retreat one hex (CR-RET-01); a unit that cannot is eliminated (CR-RET-02)."""

    name, label, rule = "retreat", say("Retreat"), "CR-RET-01"
    object = "hex"
    other = say("An adjacent hex with room, without enemies and outside of their zones.")

    def choices(self, seat: Any, step: Retreat) -> Sequence[Target]:
        """The hexes it may retreat to."""
        atlas, board, side = seat.rules.atlas, seat.board, seat.s.units[step.unit].side
        found = [
            Target(at, rules=("CR-RET-01",))
            for at in atlas.near[seat.s.units[step.unit].at]
            if not board.in_enemy_zone(side, atlas.index[at])
            and len(here := board.units_at(at)) < LIMIT
            and all(seat.s.units[u].side == side for u in here)
        ]
        return found or [Target(ELIMINATED, rules=("CR-RET-02",))]

    def do(self, play: Any, step: Retreat, action: Action) -> None:
        """It retreats, or is eliminated."""
        play.pop()
        play.go(step.unit, action.object, "retreat")


class Retreat(Ask, frozen=True, kw_only=True):
    """Where a beaten unit retreats."""

    unit: str
    verbs: ClassVar = (FallBack(),)

    def say(self, seat: Any) -> Say:
        """The prompt."""
        return say("{unit} retreats: where to?", unit=seat.s.units[self.unit].name)


class GoIn(Pick[Any, "Advance", Any]):
    """Advance one victor (CR-ADV-01)."""

    name, label, rule = "advance", say("Advance"), "CR-ADV-01"

    def among(self, seat: Any, step: Advance) -> Sequence[str]:
        """The victors."""
        return step.units

    def do(self, play: Any, step: Advance, action: Action) -> None:
        """It takes the hex."""
        play.pop()
        play.go(action.subject[0], step.hex, "advance")


class Stay(Press[Any, "Advance", Any]):
    """Nobody advances (CR-ADV-02)."""

    name, label, rule = "stay", say("Stay"), "CR-ADV-02"
    ends = True

    def do(self, play: Any, step: Advance, action: Action) -> None:
        """The advance is over."""
        play.pop()


class Advance(Ask, frozen=True, kw_only=True):
    """Which unit advances into the vacated hex."""

    units: tuple[str, ...]
    hex: str
    verbs: ClassVar = (GoIn(), Stay())

    def say(self, seat: Any) -> Say:
        """The prompt."""
        return say("Advance into {hex}?", hex=self.hex)
