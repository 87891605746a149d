"""The combat dock: every combat in hand with its steps, its factors and shifts by clause, its odds, and what may be said.

While attacks are drafted it shows each of them, and each enemy hex that could be attacked, with the units that could
join; afterwards the combat that is being fought, step by step, and those that wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hexbench.engine.display import Account, Choice, Clause, Combat, CombatBoard, Factor, Spread, Stage
from hexbench.engine.forecast import Forecast
from hexbench.engine.values import Action, Say, say
from hexbench.games.iron_tide.advance import Advance
from hexbench.games.iron_tide.battle import Battle, NameDefenders
from hexbench.games.iron_tide.charts import read_result
from hexbench.games.iron_tide.combat import Choose, ChooseResult, Combats, Engagement
from hexbench.games.iron_tide.combat_declare import Declare, plan_on, unmet
from hexbench.games.iron_tide.combat_support import Commit
from hexbench.games.iron_tide.combatants import Fight, Plan, still_attacking
from hexbench.games.iron_tide.losses import TakeLosses
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.odds_report import (
    cast_spread,
    foreseen,
    lit_by,
    odds,
    shifts,
    spreads,
    strengths,
    thought_of,
    told,
)
from hexbench.games.iron_tide.pieces import FOE
from hexbench.games.iron_tide.post_combat import Aftermath, Fought, PressOn
from hexbench.games.iron_tide.retreat import Retreat, Rout

if TYPE_CHECKING:
    from hexbench.engine.values import Target
    from hexbench.games.iron_tide.seat import ItSeat


# The steps of the combat at hand (11.7-11.9): which are over and what was decided in them, which is asked,
# which follow.

State = Literal["done", "now", "ahead"]


class Point(NamedTuple):
    """One step of every combat: its title, who has a say (0 the attacker, 1 the defender, -1 nobody) and the rule."""

    say: Say
    who: int
    rule: str


POINTS: Final = (
    Point(say("Defenders"), 1, "11.1e"),
    Point(say("Attacker's support"), 0, "11.71a"),
    Point(say("Defender's support"), 1, "11.71a"),
    Point(say("Air dice"), -1, "11.71b"),
    Point(say("Chits and odds"), -1, "11.72a"),
    Point(say("Dice"), -1, "11.77a"),
    Point(say("Defender's losses"), 1, "11.78c"),
    Point(say("Defender's retreat"), 1, "11.8a"),
    Point(say("Attacker's losses"), 0, "11.78e"),
    Point(say("Attacker's retreat"), 0, "11.8a"),
    Point(say("Advance"), -1, "11.9a"),
)
DEFENDERS, GUNS, FOE_GUNS, AIR, REVEAL, DICE, LOSS, BACK, OWN_LOSS, OWN_BACK, ADVANCE = range(len(POINTS))


def in_progress(seat: ItSeat) -> Battle | Fought | None:
    """The combat being fought or applied now; with several results waiting, the last one whose dice were cast."""
    for step in reversed(seat.s.stack):
        if isinstance(step, Battle):
            return step
        if isinstance(step, Aftermath):
            return step.fought
        if isinstance(step, Engagement) and step.fought:
            return step.fought[-1]
    return None


def stages(seat: ItSeat, found: Battle | Fought) -> Iterator[Stage]:
    """The steps that this combat has or may still have."""
    now = at_hand(seat.s.stack, found.fight)
    hit = read_result(found.result).hit if isinstance(found, Fought) else "B"
    for n, point in enumerate(POINTS):
        if (n in (LOSS, BACK) and hit == "A") or (n in (OWN_LOSS, OWN_BACK) and hit == "D"):
            continue
        state: State = "done" if n < now else "now" if n == now else "ahead"
        text = _found(seat, found, n) if n <= now else Say("")
        if n == AIR and n < now and not any(found.fight.air_dice):
            continue
        yield Stage(say=point.say, state=state, side=_who(seat, found.fight, n), found=text, rule=point.rule)


def at_hand(stack: Sequence[object], fight: Fight) -> int:
    """The number of the step that is asked now."""
    top = stack[-1] if stack else None
    if isinstance(top, NameDefenders):
        return DEFENDERS
    if isinstance(top, Commit):
        return GUNS if top.who == fight.side else FOE_GUNS
    retreats = [step for step in stack if isinstance(step, Retreat)]
    if retreats:
        return BACK if retreats[-1].group == "defence" else OWN_BACK
    if isinstance(top, TakeLosses):
        return LOSS if top.who != fight.side else OWN_LOSS
    if isinstance(top, PressOn):
        return OWN_BACK
    return ADVANCE if isinstance(top, Advance) else DICE


def _who(seat: ItSeat, fight: Fight, n: int) -> str:
    if n == ADVANCE and isinstance(seat.step, Advance):
        return seat.step.who
    who = POINTS[n].who
    return "" if who < 0 else (fight.side, FOE[fight.side])[who]


def _found(seat: ItSeat, found: Battle | Fought, n: int) -> Say:
    """What was decided in a step, as far as it is over."""
    fight = found.fight
    if n == DEFENDERS:
        return _list([called(seat.s.roster[u]) for one in fight.stands for u in one.units])
    if n in (GUNS, FOE_GUNS):
        return _support(seat, fight, n - GUNS)
    if n == AIR:
        dice = [
            say("{side} {die}: arrives", side=seat.rules.side_name(side), die=fight.air_dice[i])
            if fight.air[i]
            else say("{side} {die}: does not arrive", side=seat.rules.side_name(side), die=fight.air_dice[i])
            for i, side in enumerate((fight.side, FOE[fight.side]))
            if fight.air_dice[i]
        ]
        return _list(dice)
    if not isinstance(found, Fought):
        return Say("")
    if n == REVEAL:
        line = found.line
        return say("{a} to {d}: {ratio}, then {column}", a=line.attack, d=line.defence, ratio=line.ratio,
                   column=line.column)  # fmt: skip
    if n == DICE:
        return say("{dice}: {result}", dice=found.dice, result=found.result)
    return _after(seat, n)


def _support(seat: ItSeat, fight: Fight, i: int) -> Say:
    step = seat.step
    side = (fight.side, FOE[fight.side])[i]
    guns, air = fight.guns[i], fight.air[i] or bool(fight.air_dice[i])
    if isinstance(step, Commit) and step.who == side:
        guns, air = step.guns, step.air
        if not guns and not air:
            return Say("")
    parts = [called(seat.s.roster[u]) for u in guns]
    if air:
        parts.append(say("an air point"))
    return _list(parts) if parts else say("none")


def _after(seat: ItSeat, n: int) -> Say:
    step = next((s for s in reversed(seat.s.stack) if isinstance(s, Aftermath)), None)
    if step is None:
        return Say("")
    result = step.result
    if n in (LOSS, OWN_LOSS):
        return (
            say("1 step")
            if result.losses == 1
            else say("{n} steps", n=result.losses)
            if result.losses
            else say("none")
        )
    if n in (BACK, OWN_BACK):
        routs = step.defence if n == BACK and step.defence else step.routs
        return _list([_rout(rout) for rout in routs]) if routs else Say("")
    return Say("")


def _rout(rout: Rout) -> Say:
    if not rout.path:
        return (
            say("{hex}: {n} steps instead", hex=rout.hex, n=rout.paid)
            if rout.paid
            else say("{hex}: nobody left", hex=rout.hex)
        )
    return Say(" → ".join((rout.hex, *rout.path)))


def _list(parts: Sequence[Say]) -> Say:
    return Say(
        ", ".join(f"{{p{i}}}" for i in range(len(parts))), tuple((f"p{i}", p) for i, p in enumerate(parts))
    )


MOST_ANSWERS: Final = 16
"""Buttons for the answers to one question; where there are more the map is the better place to choose."""
_ANSWERS: Final = (
    "name",
    "support",
    "fly",
    "commit",
    "lose",
    "retreat",
    "pay",
    "press",
    "decline",
    "advance",
    "stay",
)


def board(seat: ItSeat) -> CombatBoard:
    """The dock as this seat may see it."""
    step = seat.step
    combats: list[Combat] = []
    choices: tuple[Choice, ...] = ()
    if isinstance(step, Declare) and seat.decides:
        combats = list(_drafted(seat, step))
        choices = _closing(step)
    else:
        found = in_progress(seat)
        if found is not None and not isinstance(step, ChooseResult):
            combats.append(_fought(seat, found))
        combats += _waiting(seat)
    nothing = say("No combat is declared.")
    if isinstance(step, Declare):
        nothing = say(
            "No attack is declared. Click an enemy hex to see who could attack it, or drag units onto it."
        )
    return CombatBoard(
        key="combat", title=say("Combat"), combats=tuple(combats), choices=choices, nothing=nothing
    )


# ---- drafting (4.25a, 11.0) ------------------------------------------------------------------------------------------
def _closing(step: Declare) -> tuple[Choice, ...]:
    """The buttons about the whole draft. Declaring may be tried at any time: a duty unmet is then named and lit."""
    if not step.plans:
        return (
            Choice(
                say("No attack"), Action("declare"), say("The Combat Phase ends without an attack."), True
            ),
        )
    n = len(step.plans)
    text = say("Declare the attack") if n == 1 else say("Declare {n} attacks", n=n)
    return (
        Choice(text, Action("declare"), say("The attacks are binding from now on."), True),
        Choice(say("Clear all"), Action("clear"), say("Take back all attacks."), False, True),
    )


def _drafted(seat: ItSeat, step: Declare) -> Iterator[Combat]:
    duties = {hexes: text for text, hexes in _duties(seat, step)}
    could = _could_attack(seat)
    for plan in reversed(step.plans):
        yield _draft(seat, plan, could, duties)
    owed = {hexes[0]: text for hexes, text in duties.items()}
    for at in dict.fromkeys((*owed, *could)):
        if plan_on(step.plans, at) is None:
            yield _undeclared(seat, step, at, could.get(at, ()), owed.get(at))


def _undeclared(seat: ItSeat, step: Declare, at: str, able: tuple[str, ...], owed: Say | None) -> Combat:
    """An enemy hex that nobody attacks: who defends it, who could attack it, and the duty there may be (11.0e)."""
    near = seat.board.atlas.near[at]
    beside = able[:1] or tuple(u for p in step.plans for u in p.attackers if seat.s.units[u].at in near)[:1]
    fight = thought_of(seat, beside, (at,))
    defence = strengths(seat, fight, ((), ()))[1:] if fight is not None else ()
    lines = tuple(_candidate(seat, uid, at) for uid in able)
    return Combat(
        key=f"on/{at}",
        say=say("{hex}: must be attacked", hex=at) if owed else say("{hex}: not attacked", hex=at),
        hexes=(at,),
        status="possible",
        note=owed or Say(""),
        accounts=(*defence, Account(say=say("Could attack"), lines=lines, side=step.who)),
        choices=tuple(
            Choice(
                say("Attack it together with {hexes}", hexes=", ".join(plan.hexes)),
                Action("widen", (plan.hexes[0],), at),
                say("One combat against the sum of the defenders (11.1d)."),
            )
            for plan in step.plans
            if any(target.object == at for target in _wider(seat, plan))
        ),
        verb="attack",
        lights=lit_by(seat, None),
    )


def _duties(seat: ItSeat, step: Declare) -> Iterator[tuple[Say, tuple[str, ...]]]:
    for reason in unmet(seat, step):
        yield reason.text, reason.hexes


def _could_attack(seat: ItSeat) -> dict[str, tuple[str, ...]]:
    """Enemy hex -> the units that could join the attack on it, as far as each goes alone."""
    offer = next((o for o in seat.prompt.offers if o.verb == "attack"), None)
    out: dict[str, list[str]] = {}
    for uid in offer.subjects if offer is not None else ():
        for target in seat.targets("attack", (uid,)):
            out.setdefault(target.object, []).append(uid)
    return {at: tuple(out[at]) for at in sorted(out)}


def _candidate(seat: ItSeat, uid: str, at: str) -> Factor:
    unit = seat.s.units[uid]
    return Factor(
        say=say("{unit} in {hex}", unit=called(seat.s.roster[uid]), hex=unit.at),
        unit=uid,
        hexes=(unit.at,),
        choices=(Choice(say("Add"), Action("attack", (uid,), at)),),
    )


def _draft(
    seat: ItSeat,
    plan: Plan,
    could: dict[str, tuple[str, ...]],
    duties: dict[tuple[str, ...], Say],
) -> Combat:
    s = seat.s
    fight = thought_of(seat, plan.attackers, plan.hexes)
    homes = {s.units[u].at for u in plan.attackers}
    accounts: list[Account] = []
    found: Forecast | None = None
    joining = tuple(u for u in could.get(plan.hexes[0], ()) if u not in plan.attackers)
    lines = tuple(_candidate(seat, uid, plan.hexes[0]) for uid in joining)
    if fight is not None:
        attack, defence = strengths(seat, fight, ((), ()), removable=True)
        found = foreseen(seat, fight)
        join = (Account(say=say("Could join"), lines=lines, side=attack.side),) if lines else ()
        accounts += (attack, *join, defence, *shifts(seat, fight, None), *odds(seat, found, fight))
    owed = tuple(
        Factor(say=text, clauses=(Clause(Say(""), "11.0e"),), hexes=hexes)
        for hexes, text in duties.items()
        if hexes[1] in homes
    )
    if owed:
        accounts.insert(0, Account(say=say("Duty to attack"), lines=owed))
    choices = tuple(
        Choice(
            say("Attack {hex} together with it", hex=target.object),
            Action("widen", (plan.hexes[0],), target.object),
            say("One combat against the sum of the defenders (11.1d)."),
        )
        for target in _wider(seat, plan)
    )
    back = Choice(
        say("Do not attack"), Action("back", plan.attackers), say("Take this attack back."), False, True
    )
    return Combat(
        key=f"on/{plan.hexes[0]}",
        say=say("Attack on {hexes}", hexes=", ".join(plan.hexes)),
        hexes=plan.hexes,
        status="draft",
        note=say("Against the likeliest defenders, before artillery and air."),
        accounts=tuple(accounts),
        spreads=spreads(seat, found) if found is not None else (),
        choices=(*choices, back),
        verb="attack",
        lights=lit_by(seat, found),
    )


def _wider(seat: ItSeat, plan: Plan) -> tuple[Target, ...]:
    offer = next((o for o in seat.prompt.offers if o.verb == "widen"), None)
    if offer is None or plan.hexes[0] not in offer.subjects:
        return ()
    return seat.targets("widen", (plan.hexes[0],))


# ---- declared and waiting (11.0b, 11.78k) ----------------------------------------------------------------------------
def plans_waiting(seat: ItSeat) -> tuple[Plan, ...]:
    """The combats declared and not begun, as far as the viewer knows of them."""
    kinds = Declare | Combats | Engagement
    return tuple(plan for step in seat.s.stack if isinstance(step, kinds) for plan in step.plans)


def _waiting(seat: ItSeat) -> Iterator[Combat]:
    step = seat.step
    results = isinstance(step, ChooseResult)
    for below in seat.s.stack:
        if isinstance(below, Engagement) and (results or len(below.fought) > 1):
            yield from (_result_waits(seat, one, results) for one in below.fought)
    for plan in plans_waiting(seat):
        hexes = plan.hexes
        fight = thought_of(seat, still_attacking(seat.s, plan), hexes)
        found = foreseen(seat, fight) if fight is not None else None
        choices: tuple[Choice, ...] = ()
        if isinstance(step, Choose) and seat.decides:
            main = hexes[0] == step.waiting(seat.s.stack[-2])[0]
            choices = (
                Choice(
                    say("Resolve {hexes} next", hexes=", ".join(hexes)),
                    Action("resolve", hexes[:1]),
                    Say(""),
                    main,
                ),
            )
        yield Combat(
            key=f"on/{hexes[0]}",
            say=say("Attack on {hexes}", hexes=", ".join(hexes)),
            hexes=hexes,
            status="waiting",
            note=say("Declared and waiting (B10)."),
            accounts=(
                (*strengths(seat, fight, ((), ())), *shifts(seat, fight, None), *odds(seat, found, fight))
                if fight is not None
                else ()
            ),
            spreads=spreads(seat, found) if found is not None else (),
            choices=choices,
            lights=lit_by(seat, found),
        )


def _result_waits(seat: ItSeat, fought: Fought, asked: bool) -> Combat:
    hexes = fought.fight.hexes
    choices: tuple[Choice, ...] = ()
    if asked and seat.decides:
        choices = (Choice(say("Apply this result next"), Action("resolve", hexes[:1])),)
    return Combat(
        key=f"on/{hexes[0]}",
        say=say("{result} on {hexes}", result=fought.result, hexes=", ".join(hexes)),
        result=told(fought.result),
        hexes=hexes,
        status="waiting",
        note=say("The dice are cast; the result waits (11.78k)."),
        accounts=_whole(seat, fought.fight, fought),
        spreads=(cast_spread(fought),),
        choices=choices,
        lights=lit_by(seat, None, fought),
    )


# ---- being fought ----------------------------------------------------------------------------------------------------
def _fought(seat: ItSeat, found: Battle | Fought) -> Combat:
    step = seat.step
    hexes = found.hexes if isinstance(found, Battle) else found.fight.hexes
    fight: Fight | None = found.fight
    if isinstance(step, Commit):
        fight = step.fight(seat.s, step.guns, step.air)
    elif isinstance(found, Battle) and isinstance(step, NameDefenders):
        fight = thought_of(seat, found.fight.attackers, hexes)
    accounts: tuple[Account, ...] = ()
    bars: tuple[Spread, ...] = ()
    ahead: Forecast | None = None
    if isinstance(found, Fought):
        accounts, bars = _whole(seat, found.fight, found), (cast_spread(found),)
    elif fight is not None:
        ahead = foreseen(seat, fight)
        accounts = (
            *strengths(seat, fight, ((), ())),
            *shifts(seat, fight, None),
            *odds(seat, ahead, fight),
        )
        bars = spreads(seat, ahead)
    note = Say("")
    if isinstance(step, NameDefenders):
        note = say("Against the likeliest defenders, before artillery and air.")
    return Combat(
        key=f"on/{hexes[0]}",
        say=say("Combat on {hexes}", hexes=", ".join(hexes)),
        hexes=hexes,
        status="now",
        note=note,
        stages=tuple(stages(seat, found)),
        accounts=accounts,
        spreads=bars,
        choices=answers(seat),
        lights=lit_by(seat, ahead, found if isinstance(found, Fought) else None),
        result=told(found.result) if isinstance(found, Fought) else Say(""),
    )


def _whole(seat: ItSeat, fight: Fight, found: Fought) -> tuple[Account, ...]:
    ahead = Forecast(((1, found.line),))
    return (
        *strengths(seat, fight, found.counted),
        *shifts(seat, fight, found.line),
        *odds(seat, ahead, fight),
    )


def answers(seat: ItSeat) -> tuple[Choice, ...]:
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
                main = (
                    default is not None
                    and (default.verb, default.object) == (offer.verb, target.object)
                    and (not subject or subject[0] in default.subject)
                )
                out.append(Choice(_answer(seat, action), action, _help(target), main))
    return tuple(out) if len(out) <= MOST_ANSWERS else ()


def _answer(seat: ItSeat, action: Action) -> Say:
    unit = called(seat.s.roster[action.subject[0]]) if action.subject else Say("")
    at = action.object
    match action.verb:
        case "name":
            return say("{unit} defends", unit=unit)
        case "support":
            return say("{unit} fires in support", unit=unit)
        case "lose":
            return say("{unit} loses a step", unit=unit)
        case "pay":
            return say("{unit} loses a step instead", unit=unit)
        case "press":
            return say("{unit} loses a step, then advance", unit=unit)
        case "retreat":
            return say("Retreat to {hex}", hex=at)
        case "advance":
            return say("{unit} to {hex}", unit=unit, hex=at)
        case "stay":
            return say("Nobody else advances")
        case _:
            return seat.rules.verbs[action.verb].label


def _help(target: Target) -> Say:
    return target.says[0] if target.says else Say("")
