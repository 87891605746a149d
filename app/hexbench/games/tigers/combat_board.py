"""The combat dock: attacks being put together with their duties, those that wait, and the one being fought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hexbench.engine.display import (
    Account,
    Choice,
    Clause,
    Combat,
    CombatBoard,
    Factor,
    Field,
    Form,
    Legend,
    Light,
    Overlay,
    Stage,
    Table,
    Trail,
)
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.games.tigers import allocate, results
from hexbench.games.tigers.advance import Advance
from hexbench.games.tigers.allocate import Allocate, open_duties, plan_on
from hexbench.games.tigers.battle import FORCED, Battle, Farther, HowFar, Losses, NoRetreat
from hexbench.games.tigers.combat import Resolve
from hexbench.games.tigers.fighters import gaps
from hexbench.games.tigers.odds import Reckoning
from hexbench.games.tigers.odds_report import (
    CRT,
    accounts,
    cornered,
    defence,
    lights_of,
    listed,
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


# The steps of the combat at hand: which are over and what was decided in them, which is asked, which
# follow.

State = Literal["done", "now", "ahead"]


class Point(NamedTuple):
    """One step of a combat: its title, who has a say (0 the attacker, 1 the defender, -1 nobody) and the rule."""

    say: Say
    who: int
    rule: str


POINTS: Final = (
    Point(say("No Retreat?"), 1, "TG-CRT-18"),
    Point(say("Odds and die"), -1, "TG-CRT-01"),
    Point(say("Attacker's losses"), 0, "TG-CRT-14"),
    Point(say("Length of the retreat"), 0, "TG-CRT-05"),
    Point(say("Retreat"), 1, "TG-CRT-06"),
    Point(say("Farther of their own will"), 1, "TG-CRT-08"),
    Point(say("Advance"), 0, "TG-ADV-01"),
)
ORDER, DIE, LOSSES, LENGTH, RETREAT, FARTHER, ADVANCE = range(len(POINTS))


def in_progress(seat: TgSeat) -> Battle | None:
    """The combat being fought."""
    return next((step for step in reversed(seat.s.stack) if isinstance(step, Battle)), None)


def stages(seat: TgSeat, battle: Battle) -> Iterator[Stage]:
    """The steps that this combat has or may still have."""
    now = _at_hand(seat, battle)
    for n, point in enumerate(POINTS):
        if battle.codes and not _has(seat, battle, n):
            continue
        state: State = "done" if n < now else "now" if n == now else "ahead"
        side = "" if point.who < 0 else (battle.side, FOE[battle.side])[point.who]
        text = _found(battle, n) if n < now else Say("")
        yield Stage(say=point.say, state=state, side=side, found=text, rule=point.rule)


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
    """What was decided in a step that is over."""
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


MOST_ANSWERS: Final = 16
"""Buttons for the answers to one question; where there are more the map is the better place to choose."""
_ANSWERS: Final = ("order", "lose", "length", "retreat", "further", "advance", "stay")


def board(seat: TgSeat) -> CombatBoard:
    """The dock as this seat may see it."""
    step = seat.step
    combats: list[Combat] = []
    choices: tuple[Choice, ...] = ()
    nothing = say("No attack is allocated.")
    if isinstance(step, Allocate) and seat.decides:
        combats = list(_drafted(seat, step))
        choices = _closing(step)
        nothing = say("No attack yet. Click an enemy hex to see who could attack it, or drag units onto it.")
    else:
        battle = in_progress(seat)
        if battle is not None:
            combats.append(_fought(seat, battle))
        combats += [
            _waiting(seat, attack) for attack in seat.s.attacks if battle is None or attack != battle.attack
        ]
    return CombatBoard(
        key="combat", title=say("Combat"), combats=tuple(combats), choices=choices, nothing=nothing
    )


# ---- being put together ----------------------------------------------------------------------------------------------
def _closing(step: Allocate) -> tuple[Choice, ...]:
    """The buttons about the whole draft. Allocating may be tried at any time: a duty unmet is then named and lit."""
    if not step.plans:
        text = say("This pass has no ground combat.")
        return (Choice(say("No attack"), Action("allocate"), text, True),)
    n = len(step.plans)
    label = say("Allocate the attack") if n == 1 else say("Allocate {n} attacks", n=n)
    return (
        Choice(label, Action("allocate"), say("The attacks are binding from now on."), True),
        Choice(say("Clear all"), Action("clear"), say("Take back all attacks."), False, True),
    )


def _drafted(seat: TgSeat, step: Allocate) -> Iterator[Combat]:
    duties = tuple(open_duties(seat, step))
    could = _could_attack(seat)
    for plan in reversed(step.plans):
        yield _draft(seat, plan, could, duties)
    owed = {reason.hexes[0]: reason for reason in duties if reason.rule == "TG-ATK-07"}
    for at in dict.fromkeys((*owed, *could)):
        if plan_on(step.plans, at) is None:
            yield _open(seat, step, at, could.get(at, ()), owed.get(at))


def _could_attack(seat: TgSeat) -> dict[str, tuple[str, ...]]:
    """Enemy hex -> the units that could join the attack on it, as far as each goes alone."""
    offer = next((o for o in seat.prompt.offers if o.verb == "attack"), None)
    out: dict[str, list[str]] = {}
    for uid in offer.subjects if offer is not None else ():
        for target in seat.targets("attack", (uid,)):
            out.setdefault(target.object, []).append(uid)
    return {at: tuple(out[at]) for at in sorted(out)}


def _candidate(seat: TgSeat, uid: str, at: str) -> Factor:
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    return Factor(
        say=say("{unit} in {hex}", unit=seat.rules.title(printed), hex=unit.at),
        amount=str(printed.factor),
        unit=uid,
        hexes=(unit.at,),
        choices=(Choice(say("Add"), Action("attack", (uid,), at)),),
    )


def _open(seat: TgSeat, step: Allocate, at: str, able: tuple[str, ...], owed: Reason | None) -> Combat:
    """An enemy hex that nobody attacks: who defends it, who could attack it, and the duty there may be (TG-ATK-07)."""
    near = seat.rules.atlas.near[at]
    beside = able[:1] or tuple(u for p in step.plans for u in p.attackers if seat.s.units[u].at in near)[:1]
    found = thought_of(seat, beside, (at,))
    guards = (defence(seat, beside, found, ()),) if found is not None else ()
    lines = tuple(_candidate(seat, uid, at) for uid in able)
    return Combat(
        key=f"on/{at}",
        say=say("{hex}: must be attacked", hex=at) if owed else say("{hex}: not attacked", hex=at),
        hexes=(at,),
        status="possible",
        note=owed.text if owed else Say(""),
        accounts=(*guards, Account(say=say("Could attack"), lines=lines, side=step.who)),
        choices=tuple(
            Choice(
                say("Attack it together with {hexes}", hexes=", ".join(plan.targets)),
                Action("widen", (plan.targets[0],), at),
                say("One combat against the sum of the defenders (AMB-92)."),
            )
            for plan in step.plans
            if any(target.object == at for target in _wider(seat, plan))
        ),
        lights=lit_by(seat, None),
        verb="attack",
    )


def _draft(seat: TgSeat, plan: Attack, could: dict[str, tuple[str, ...]], duties: Sequence[Reason]) -> Combat:
    found = thought_of(seat, plan.attackers, plan.targets)
    held = cornered(seat, plan.attackers, found, plan.targets) if found is not None else ()
    homes = {seat.s.units[u].at for u in plan.attackers}
    owed = tuple(
        Factor(say=reason.text, clauses=(Clause(Say(""), reason.rule),), hexes=reason.hexes)
        for reason in duties
        if (reason.rule == "TG-ATK-07" and reason.hexes[1] in homes) or reason.hexes == plan.targets
    )
    parts: list[Account] = [Account(say=say("Before it can be allocated"), lines=owed)] if owed else []
    bridges = tuple(_bridge(name) for name in gaps(seat.rules, seat.s, plan.attackers, plan.targets))
    if bridges:
        parts.append(Account(say=say("Engineer bridges to be rolled for"), lines=bridges))
    if found is not None:
        attack, *rest = accounts(seat, plan.attackers, found, held, take_back)
        joining = tuple(
            _candidate(seat, u, plan.targets[0])
            for u in could.get(plan.targets[0], ())
            if u not in plan.attackers
        )
        parts.append(attack)
        if joining:
            parts.append(Account(say=say("Could join"), lines=joining, side=attack.side))
        parts += rest
    choices = tuple(
        Choice(
            say("Attack {hex} together with it", hex=target.object),
            Action("widen", (plan.targets[0],), target.object),
            say("One combat against the sum of the defenders (AMB-92)."),
        )
        for target in _wider(seat, plan)
    )
    back = Choice(
        say("Do not attack"), Action("back", plan.attackers), say("Take this attack back."), False, True
    )
    return Combat(
        key=f"on/{plan.targets[0]}",
        say=say("Attack on {hexes}", hexes=", ".join(plan.targets)),
        hexes=plan.targets,
        status="draft",
        accounts=tuple(parts),
        spreads=(spread(seat, found, held),) if found is not None else (),
        choices=(*choices, back),
        lights=lit_by(seat, found),
        verb="attack",
    )


def _bridge(name: str) -> Factor:
    """A hexside that must be bridged first; where it fails those who need it stay out (TG-BRG-05)."""
    return Factor(
        say=say("River at {side}", side=name),
        amount="1/2",
        clauses=(Clause(Say(""), "TG-BRG-05"),),
        hexes=tuple(name.split("/")),
    )


def _wider(seat: TgSeat, plan: Attack) -> tuple[Target, ...]:
    offer = next((o for o in seat.prompt.offers if o.verb == "widen"), None)
    if offer is None or plan.targets[0] not in offer.subjects:
        return ()
    return seat.targets("widen", (plan.targets[0],))


# ---- waiting ---------------------------------------------------------------------------------------------------------
def _waiting(seat: TgSeat, attack: Attack) -> Combat:
    """An attack that is allocated; it can be resolved or called off when its player is asked."""
    found = thought_of(seat, attack.attackers, attack.targets)
    held = cornered(seat, attack.attackers, found, attack.targets) if found is not None else ()
    bound = allocate.bound(seat.rules, seat.s, seat.board, seat.s.phasing, attack)
    first = attack.targets[0]
    choices: list[Choice] = []
    offers = {offer.verb: offer.subjects for offer in seat.prompt.offers} if seat.decides else {}
    if first in offers.get("resolve", ()):
        main = isinstance(seat.step, Resolve) and seat.s.attacks[0] == attack
        choices.append(Choice(say("Resolve"), Action("resolve", (first,)), Say(""), main))
    if first in offers.get("call_off", ()):
        text = say("Attacks that needed it are called off with it.")
        choices.append(Choice(say("Call off"), Action("call_off", (first,)), text, False, True))
    return Combat(
        key=f"on/{first}",
        say=say("Attack on {hexes}", hexes=", ".join(attack.targets)),
        hexes=attack.targets,
        status="waiting",
        note=say("Required by an attack already resolved (TG-ATK-11).") if bound else Say(""),
        accounts=accounts(seat, attack.attackers, found, held) if found is not None else (),
        spreads=(spread(seat, found, held),) if found is not None else (),
        choices=tuple(choices),
        lights=lit_by(seat, found),
    )


# ---- being fought ----------------------------------------------------------------------------------------------------
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
        choices=answers(seat),
        lights=lit_by(seat, found, battle.row),
        result=told(" / ".join(code for _, code in battle.codes)) if battle.row and battle.codes else Say(""),
    )


def answers(seat: TgSeat) -> tuple[Choice, ...]:
    """Every answer to the question at hand as a button, the default marked."""
    if not seat.decides:
        return ()
    out: list[Choice] = []
    default = seat.prompt.default
    for offer in seat.prompt.offers:
        if offer.verb not in _ANSWERS:
            continue
        subjects: Sequence[tuple[str, ...]] = [(one,) for one in offer.subjects] or [()]
        for subject in subjects:
            for target in seat.targets(offer.verb, subject):
                action = Action(offer.verb, subject, target.object, target.how, target.via)
                note = target.says[0] if target.says and offer.verb == "advance" else Say("")
                out.append(Choice(_answer(seat, action, target), action, note, action == default))
    return tuple(out) if len(out) <= MOST_ANSWERS else ()


def _answer(seat: TgSeat, action: Action, target: Target) -> Say:
    unit = seat.rules.title(seat.s.roster[action.subject[0]]) if action.subject else Say("")
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
            return seat.rules.verbs[action.verb].label


# What the docks and the map show of combat: the combat dock, the results table with its lights, the zones'
# effects.


def panels(seat: TgSeat) -> tuple[Panel, ...]:
    """The docks of combat."""
    return board(seat), results_table(seat), zones_table(seat), what_if()


def what_if() -> Form:
    """Strengths and a net shift to try out; ``forecast`` answers it."""
    fields = (
        Field("attack", say("Attack"), "6", (), 1, 99),
        Field("defence", say("Defense"), "3", (), 1, 99),
        Field("shift", say("Net shift"), "0", (), -6, 6),
    )
    return Form("what_if", say("Odds of an attack"), fields)


# ---- the results table -----------------------------------------------------------------------------------------------
def results_table(seat: TgSeat) -> Table:
    """The Combat Results Table by the die as it falls. For the combat at hand, or the last attack drafted: its column
    before and after the shifts, and the cell once the die is cast.
    """
    table = seat.rules.tables.results
    index_a = seat.rules.options.die_index == "A"
    rows = tuple((str(n), tuple(table.rows[str(n if index_a else 7 - n)])) for n in range(1, 7))
    found, row = focus(seat)
    lights: tuple[Light, ...] = ()
    lit: tuple[tuple[int, int], ...] = ()
    if found is not None:
        lights = lights_of(seat, found, row)
        lit = tuple(
            dict.fromkeys((one.row, one.column) for one in lights if one.row >= 0 and one.column >= 0)
        )
    title = say("Combat results")
    return Table(
        CRT, title, table.columns, rows, lit, rule="TG-CRT-01", lights=lights, results=(results.ATTACK,)
    )


def focus(seat: TgSeat) -> tuple[Reckoning | None, int]:
    """(reckoning, row of the die or 0) of the combat at hand, or of the last attack drafted, or of the first that waits."""
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
def zones_table(seat: TgSeat) -> Table:
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
    """A line from every attacking hex to every hex it attacks, for all attacks known and not yet resolved."""
    known: list[Attack] = list(seat.s.attacks)
    for step in seat.s.stack:
        if isinstance(step, Allocate):
            known += step.plans
    battle = in_progress(seat)
    if battle is not None:
        known.append(battle.attack)
    lines = dict.fromkeys(
        (seat.s.units[u].at, at) for attack in known for u in attack.attackers for at in attack.targets
    )
    near = seat.rules.atlas.near
    trails = tuple(Trail(line, "attack", short=True) for line in lines if line[1] in near.get(line[0], ()))
    legend = (Legend("attack", say("allocated attack")),)
    return Overlay("combats", say("Allocated attacks"), (), trails, legend=legend)
