"""The combat dock: attacks being put together with their duties, those that wait, and the one being fought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Account, Choice, Clause, Combat, CombatBoard, Factor
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.games.tigers import duty
from hexbench.games.tigers.allocate import Allocate, open_duties, plan_on
from hexbench.games.tigers.combat import Resolve
from hexbench.games.tigers.combat_accounts import accounts, defence, lit_by, spread, take_back, told
from hexbench.games.tigers.combat_forecast import cornered, thought_of
from hexbench.games.tigers.combat_stages import in_progress, stages
from hexbench.games.tigers.fighters import gaps
from hexbench.games.tigers.works import Attack

if TYPE_CHECKING:
    from hexbench.engine.values import Target
    from hexbench.games.tigers.battle import Battle
    from hexbench.games.tigers.hands import TgSeat

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
    duties = open_duties(seat, step)
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
    bound = duty.bound(seat.rules, seat.s, seat.board, seat.s.phasing, attack)
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
