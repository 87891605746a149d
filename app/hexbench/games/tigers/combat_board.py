"""The combat dock: attacks being planned with their duties, attacks awaiting resolution, and the combat in
progress.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.combat import dock
from hexbench.engine.combat.dock import Lights, PlannedDock, Point, Weighed, arrows
from hexbench.engine.display import (
    Account,
    Choice,
    Clause,
    Combat,
    Factor,
    Field,
    Form,
    Overlay,
    Stage,
    Table,
)
from hexbench.engine.results import lit_cells
from hexbench.engine.values import Action, Reason, Say, listed, say
from hexbench.games.tigers import allocate, results
from hexbench.games.tigers.advance import Advance
from hexbench.games.tigers.allocate import PLANNER, Allocate, open_duties
from hexbench.games.tigers.battle import FORCED, Battle, Farther, HowFar, Losses, NoRetreat
from hexbench.games.tigers.combat import Resolve
from hexbench.games.tigers.odds import Reckoning
from hexbench.games.tigers.odds_report import (
    CRT,
    accounts,
    bridges,
    cornered,
    defence,
    lights_of,
    lit_by,
    spread,
    take_back,
    thought_of,
    told,
)
from hexbench.games.tigers.pieces import FOE, Attack
from hexbench.games.tigers.retreat import Retreat

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.engine.values import Target
    from hexbench.games.tigers.seat import TgSeat


# The steps of the combat in progress.

POINTS: Final = (
    Point(say("No Retreat?"), 1, "TG-CRT-18"),
    Point(say("Odds and die"), -1, "TG-CRT-01"),
    Point(say("Attacker's losses"), 0, "TG-CRT-14"),
    Point(say("Length of the retreat"), 0, "TG-CRT-05"),
    Point(say("Retreat"), 1, "TG-CRT-06"),
    Point(say("Voluntary retreat"), 1, "TG-CRT-08"),
    Point(say("Advance"), 0, "TG-ADV-01"),
)
ORDER, DIE, LOSSES, LENGTH, RETREAT, FARTHER, ADVANCE = range(len(POINTS))


def in_progress(seat: TgSeat) -> Battle | None:
    """The combat being fought."""
    return next((step for step in reversed(seat.s.stack) if isinstance(step, Battle)), None)


def stages(seat: TgSeat, battle: Battle) -> Iterator[Stage]:
    """The stages that this combat has had or may still have."""
    return dock.stages(
        POINTS,
        _at_hand(seat, battle),
        sides=(battle.side, FOE[battle.side]),
        found=lambda n: _found(battle, n),
        has=lambda n: not battle.codes or _has(seat, battle, n),
    )


def _at_hand(seat: TgSeat, battle: Battle) -> int:
    step = seat.step
    if isinstance(step, NoRetreat):
        return ORDER
    if isinstance(step, Losses):
        return LOSSES
    if isinstance(step, HowFar):
        return LENGTH
    if isinstance(step, Farther):
        return FARTHER
    if isinstance(step, Retreat):
        return RETREAT if step.forced else FARTHER
    return ADVANCE if isinstance(step, Advance) else DIE


def _has(seat: TgSeat, battle: Battle, n: int) -> bool:
    fates = {fate for _, fate in battle.fates}
    if n == LOSSES:
        return battle.code in ("AE", "D/AE")
    if n in (LENGTH, RETREAT):
        return bool(fates & set(FORCED))
    if n == FARTHER:
        free = (battle.free(seat.rules, seat.s, elite, code) for elite, code in battle.codes)
        return any(free) and not battle.no_retreat
    if n == ADVANCE:
        return battle.code not in ("-", "AD", "AE", "D/AE")
    return True


def _found(battle: Battle, n: int) -> Say:
    """The outcome of a completed stage."""
    if n == ORDER:
        return say("No Retreat!") if battle.no_retreat else say("They may retreat.")
    if n == DIE:
        codes = " / ".join(code for _, code in battle.codes)
        return say("row {row}: {result}", row=battle.row, result=codes)
    if n == LENGTH and battle.forced:
        return listed([say("{n} hexes", n=k) if k != 1 else say("1 hex") for _, k in battle.forced])
    if n == FARTHER and battle.added:
        return listed([say("{n} more", n=k) for _, k in battle.added])
    return Say("")


# ---- the dock --------------------------------------------------------------------------------------------------------
class _TgDock(PlannedDock["TgSeat"]):
    """In Tigers in the Ardennes all attacks are allocated first; allocated attacks may be called off."""

    asks = ("order", "lose", "length", "retreat", "further", "advance", "stay")
    planner = PLANNER
    asleep = say("No attacks have been allocated.")
    none_help = say("There is no ground combat in this pass.")
    wide_help = say("One combat against the combined defense (AMB-92).")

    def drafting(self, seat: TgSeat) -> Allocate | None:
        return seat.step if isinstance(seat.step, Allocate) and seat.decides else None

    def amount(self, seat: TgSeat, uid: str) -> str:
        return str(seat.s.roster[uid].factor)

    def bind(self, n: int) -> Say:
        return say("Allocate the attack") if n == 1 else say("Allocate {n} attacks", n=n)

    def weigh(self, seat: TgSeat, plan: Attack, *, removable: bool = False) -> Weighed | None:
        found = thought_of(seat, plan.attackers, plan.targets)
        if found is None:
            return None
        held = cornered(seat, plan.attackers, found, plan.targets)
        sums = accounts(seat, plan.attackers, found, held, take_back if removable else None)
        return Weighed(sums, (spread(seat, found, held),), lit_by(seat, found))

    def guards(self, seat: TgSeat, beside: tuple[str, ...], at: str) -> Iterator[Account]:
        found = thought_of(seat, beside, (at,))
        if found is not None:
            yield defence(seat, beside, found, ())

    def lights(self, seat: TgSeat) -> Lights:
        return lit_by(seat, None)

    def duties(self, seat: TgSeat, step: Allocate) -> Iterable[Reason]:
        """TG-ATK-07, odds below 1:5, the fuel dump."""
        return open_duties(seat, step)

    def owed(self, duty: Reason) -> bool:
        """TG-ATK-07."""
        return duty.rule == "TG-ATK-07"

    def before(self, seat: TgSeat, plan: Attack, duties: Sequence[Reason]) -> Iterator[Account]:
        """The unmet duties of its attackers, and the hexsides that must be bridged for them to take part
        (TG-BRG-05).
        """
        homes = {seat.s.units[u].at for u in plan.attackers}
        owed = tuple(
            Factor(say=duty.text, clauses=(Clause(Say(""), duty.rule),), hexes=duty.hexes)
            for duty in duties
            if (self.owed(duty) and duty.hexes[1] in homes) or duty.hexes == plan.targets
        )
        if owed:
            yield Account(say=say("Before it can be allocated"), lines=owed)
        yield from bridges(seat, plan.attackers, plan.targets)

    def later(self, seat: TgSeat) -> Iterator[Combat]:
        """The combat in progress, then the attacks awaiting resolution."""
        battle = in_progress(seat)
        if battle is not None:
            yield _fought(seat, battle)
        for attack in seat.s.attacks:
            if battle is None or attack != battle.attack:
                yield _waiting(seat, attack)

    def note(self, seat: TgSeat, action: Action, target: Target) -> Say:
        """The note of an advance; the other buttons already say it in their label."""
        return super().note(seat, action, target) if action.verb == "advance" else Say("")

    def answer(self, seat: TgSeat, action: Action, target: Target) -> Say:
        """The label of an answer button, worded for its question."""
        unit = seat.called(action.subject[0]) if action.subject else Say("")
        at = action.object
        match action.verb:
            case "order" | "length" | "further":
                return target.says[0]
            case "lose":
                return say("Lose {unit}", unit=unit)
            case "retreat":
                return say("{unit} to {hex}", unit=unit, hex=at)
            case "advance":
                if action.how:
                    return say("{unit} aside to {hex}", unit=unit, hex=at)
                if len(action.via) > 1:
                    return say("{unit} through {via} to {hex}", unit=unit, via=action.via[0], hex=at)
                return say("{unit} into {hex}", unit=unit, hex=at)
            case _:
                return super().answer(seat, action, target)


DOCK: Final = _TgDock()
board = DOCK.board


def _waiting(seat: TgSeat, attack: Attack) -> Combat:
    """An allocated attack, with buttons to resolve it or call it off when its player decides."""
    why = next(allocate.binding(seat.rules, seat.s, seat.board, seat.s.phasing, attack), None)
    first = attack.targets[0]
    choices: list[Choice] = []
    offers = {offer.verb: offer.subjects for offer in seat.prompt.offers} if seat.decides else {}
    if first in offers.get("resolve", ()):
        main = isinstance(seat.step, Resolve) and seat.s.attacks[0] == attack
        choices.append(Choice(say("Resolve"), Action("resolve", (first,)), Say(""), main))
    if first in offers.get("call_off", ()):
        text = say("Attacks that require it are called off too.")
        choices.append(Choice(say("Call off"), Action("call_off", (first,)), text, False, True))
    return DOCK.waiting(seat, attack, _required(why), choices)


def _required(why: Reason | None) -> Say:
    """Why an allocated attack cannot be called off, in short."""
    if why is None:
        return Say("")
    return say("Required by an attack already resolved (TG-ATK-11).") if why.rule == "TG-ATK-11" else why.text


def _fought(seat: TgSeat, battle: Battle) -> Combat:
    attack = battle.attack
    found = battle.reckoning or thought_of(seat, attack.attackers, attack.targets)
    held = battle.held or (
        cornered(seat, attack.attackers, found, attack.targets) if found and not battle.row else ()
    )
    return Combat(
        key=f"on/{attack.targets[0]}",
        say=say("Combat on {hexes}", hexes=", ".join(attack.targets)),
        hexes=attack.targets,
        status="now",
        stages=tuple(stages(seat, battle)),
        accounts=accounts(seat, attack.attackers, found, held) if found is not None else (),
        spreads=(spread(seat, found, held, battle.row),) if found is not None else (),
        choices=DOCK.answers(seat),
        lights=lit_by(seat, found, battle.row),
        result=told(" / ".join(code for _, code in battle.codes)) if battle.row and battle.codes else Say(""),
    )


# What the docks and the map show about combat: the combat dock, the results table with its highlights, the
# effects of zones of control.


def panels(seat: TgSeat) -> tuple[Panel, ...]:
    """The docks of combat."""
    return board(seat), results_table(seat), _zones_table(seat), what_if()


def what_if() -> Form:
    """A form with two strengths and a net shift; ``forecast`` answers it."""
    fields = (
        Field("attack", say("Attack"), "6", (), 1, 99),
        Field("defence", say("Defense"), "3", (), 1, 99),
        Field("shift", say("Net shift"), "0", (), -6, 6),
    )
    return Form("what_if", say("Odds of an attack"), fields)


# ---- the results table -----------------------------------------------------------------------------------------------
def results_table(seat: TgSeat) -> Table:
    """The Combat Results Table by die roll. Highlights, for the combat in progress or the last attack
    planned, its column before and after the shifts, and the result once the die is rolled.
    """
    table = seat.rules.tables.results
    index_a = seat.rules.options.die_index == "A"
    rows = tuple((str(n), tuple(table.rows[str(n if index_a else 7 - n)])) for n in range(1, 7))
    found, row = focus(seat)
    lights = lights_of(seat, found, row) if found is not None else ()
    title = say("Combat results")
    return Table(
        CRT,
        title,
        table.columns,
        rows,
        lit_cells(lights),
        rule="TG-CRT-01",
        lights=lights,
        results=(results.ATTACK,),
    )


def focus(seat: TgSeat) -> tuple[Reckoning | None, int]:
    """(reckoning, row of the die or 0) of the combat in progress, else the last attack planned, else the first
    unresolved one.
    """
    battle = in_progress(seat)
    if battle is not None:
        attack = battle.attack
        return battle.reckoning or thought_of(seat, attack.attackers, attack.targets), battle.row
    step = seat.step
    if isinstance(step, Allocate) and step.plans and seat.decides:
        return thought_of(seat, step.plans[-1].attackers, step.plans[-1].targets), 0
    if seat.s.attacks:
        return thought_of(seat, seat.s.attacks[0].attackers, seat.s.attacks[0].targets), 0
    return None, 0


# ---- zones of control ------------------------------------------------------------------------------------------------
def _zones_table(seat: TgSeat) -> Table:
    """What each strength of a zone does to each kind of step (TG-ZOC-20..40)."""
    zones = seat.rules.tables.zones
    rows = (
        ("Enter", tuple(effects.enter for effects in zones.values())),
        ("Leave", tuple(effects.leave for effects in zones.values())),
        ("Zone to zone", tuple(effects.gap for effects in zones.values())),
        ("Within one", tuple(effects.slide for effects in zones.values())),
        ("Combat", tuple(effects.combat for effects in zones.values())),
        ("Supply", tuple(effects.supply for effects in zones.values())),
    )
    columns = tuple(str(name) for name in zones)
    return Table("zones", say("Zones of control"), columns, rows, rule="TG-ZOC-36")


# ---- the attacks on the map ------------------------------------------------------------------------------------------
def combats(seat: TgSeat) -> Overlay:
    """An arrow from every attacking hex to every hex it attacks, for all known unresolved attacks."""
    known: list[Attack] = list(seat.s.attacks)
    for step in seat.s.stack:
        if isinstance(step, Allocate):
            known += step.plans
    battle = in_progress(seat)
    if battle is not None:
        known.append(battle.attack)
    attacks = ((attack.attackers, attack.targets) for attack in known)
    return arrows(seat, "combats", say("Allocated attacks"), say("allocated attack"), attacks)
