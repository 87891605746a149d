"""The combat dock: contacts not engaged, engagements as they stand, the one being defined, and the one being fought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Account, Choice, Clause, Combat, CombatBoard, Factor
from hexbench.engine.values import Action, Say, say
from hexbench.games.blitzkrieg import engage, odds
from hexbench.games.blitzkrieg.battle import Battle
from hexbench.games.blitzkrieg.battles import Battles
from hexbench.games.blitzkrieg.combat_accounts import TABLE, accounts, defence, lights, lit_by, spread, told
from hexbench.games.blitzkrieg.combat_forecast import cell, thought_of
from hexbench.games.blitzkrieg.combat_stages import in_progress, stages
from hexbench.games.blitzkrieg.defining import Defining, draft

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.odds import Odds
    from hexbench.games.blitzkrieg.seat import BkSeat
    from hexbench.games.blitzkrieg.works import Engagement

MOST_ANSWERS: Final = 16
"""Buttons for the answers to one question; where there are more the map is the better place to choose."""
_ANSWERS: Final = ("give_up", "fall_back", "advance", "stay", "fire_at", "end")


def board(seat: BkSeat) -> CombatBoard:
    """The dock as this seat sees it."""
    combats: list[Combat] = []
    choices: tuple[Choice, ...] = ()
    battle = in_progress(seat)
    if battle is not None:
        combats.append(_fought(seat, battle))
    new = draft(seat.s)
    if new is not None:
        combats.append(_defined(seat, new))
    offered = {offer.verb for offer in seat.prompt.offers} if seat.decides else set()
    moving = _moving(seat)
    combats += [_standing(seat, e, draft=moving) for e in seat.s.engagements]
    if moving:
        combats += list(_contacts(seat))
        choices = tuple(_onward(seat))
    nothing = say("No engagement.")
    if "engage" in offered:
        nothing = say("Drag units onto the enemies next to them to engage them.")
    return CombatBoard(
        key="combat", title=say("Engagements"), combats=tuple(combats), choices=choices, nothing=nothing
    )


def _onward(seat: BkSeat) -> Iterator[Choice]:
    """What brings the phase to its end: the duty to engage comes first, then RESOLVE (BK-ENG-02, BK-SEQ-08).

    RESOLVE may be tried at any time: a contact that is not engaged is then named and lit (BK-ENG-03).
    """
    who = seat.s.phasing
    left = engage.next_of_cover(seat, who)
    if left is not None:
        n = len(tuple(engage.owed(seat, who)))
        text = say("Units and enemies next to each other that are not engaged yet: {n}.", n=n)
        yield Choice(say("Engage the next"), left, text, True)
    label = say("Resolve") if not seat.s.engagements else say("Resolve {n}", n=len(seat.s.engagements))
    yield Choice(label, Action("resolve"), engage.RESOLVE.help, left is None)


def _moving(seat: BkSeat) -> bool:
    step = seat.step
    return seat.decides and step is not None and engage.ENGAGE in step.verbs


def _title(e: Engagement) -> Say:
    return say("Engagement {n} on {hexes}", n=e.number + 1, hexes=", ".join(e.hexes))


def _line(column: str, now: Odds) -> Say:
    return say("{column}: {a} to {d}", column=column, a=now.attack, d=odds.amount(now.defence))


# ---- as they stand ---------------------------------------------------------------------------------------------------
def _standing(seat: BkSeat, e: Engagement, *, draft: bool) -> Combat:
    """An engagement that has been formed; in the movement phase others may join it, later it waits for its turn."""
    now = odds.of(seat.rules, seat.s, seat.board, e)
    parts: list[Account] = []
    choices: list[Choice] = []
    if draft:
        joining = tuple(_candidate(seat, uid, e.hexes[0]) for uid in _could(seat).get(e.hexes[0], ()))
        if joining:
            side = seat.s.phasing
            parts.append(Account(say=say("Could join"), lines=joining, side=side))
        text = say("Dissolve this engagement.")
        choices.append(Choice(say("Undo engage"), Action("undo_engage", e.attackers[:1]), text, back=True))
    elif isinstance(seat.step, Battles) and seat.decides:
        first = seat.s.engagements[0] == e
        text = say("Roll the die on Table 2.")
        choices.append(Choice(say("Fight"), Action("fight", e.attackers[:1]), text, first))
    attack, *rest = accounts(seat, now)
    return Combat(
        key=f"engagement/{e.number}",
        say=_title(e),
        hexes=e.hexes,
        status="draft" if draft else "waiting",
        note=_line(seat.rules.tables.combat.columns[now.column], now),
        accounts=(attack, *parts, *rest),
        spreads=(spread(seat, now.column),),
        choices=tuple(choices),
        verb="engage" if draft else "",
        lights=lit_by(seat, now),
    )


def _defined(seat: BkSeat, e: Engagement) -> Combat:
    """The one being defined: its odds as soon as it has both sides (BK-ENG-16)."""
    now = thought_of(seat, e.attackers, e.hexes)
    choices = (Choice(say("Close the definition"), Action("close_definition"), Say(""), True),)
    step = seat.step
    return Combat(
        key="defining",
        say=say("Being defined, centre {hex}", hex=e.centre),
        hexes=tuple(dict.fromkeys((e.centre, *e.hexes))),
        status="now",
        note=step.say(seat) if isinstance(step, Defining) else Say(""),
        accounts=accounts(seat, now) if now is not None else (),
        spreads=(spread(seat, now.column),) if now is not None else (),
        choices=choices if seat.decides else (),
        lights=lit_by(seat, now),
    )


# ---- contacts --------------------------------------------------------------------------------------------------------
def _could(seat: BkSeat) -> dict[str, tuple[str, ...]]:
    """Enemy hex -> the units that could engage it, as far as each goes alone."""
    found: dict[str, tuple[str, ...]] | None = seat.memo.get("could engage")
    if found is None:
        out: dict[str, list[str]] = {}
        offer = next((o for o in seat.prompt.offers if o.verb == "engage"), None)
        for uid in offer.subjects if offer is not None else ():
            for target in seat.targets("engage", (uid,)):
                out.setdefault(target.object, []).append(uid)
        found = seat.memo["could engage"] = {at: tuple(out[at]) for at in sorted(out)}
    return found


def _candidate(seat: BkSeat, uid: str, at: str) -> Factor:
    unit = seat.s.units[uid]
    return Factor(
        say=say("{unit} in {hex}", unit=seat.rules.title(seat.s.roster[uid]), hex=unit.at),
        amount=str(unit.strength),
        unit=uid,
        hexes=(unit.at,),
        choices=(Choice(say("Add"), Action("engage", (uid,), at)),),
    )


def _contacts(seat: BkSeat) -> Iterator[Combat]:
    """Enemies that must be engaged and are not: who could do it, at what odds together (BK-ENG-02, BK-ENG-03)."""
    who = seat.s.phasing
    found = engage.touching(seat, who)
    owed = {reason.hexes[0]: reason for reason in engage.owed(seat, who) if reason.hexes}
    free = sorted(
        {at for hexes in found.values() for at in hexes if engage.engagement_at(seat.s, at) is None}
    )
    for at in free:
        able = _could(seat).get(at, ())
        now = thought_of(seat, able, (at,))
        idle = [uid for uid in found if at in found[uid] and engage.engagement_of(seat.s, uid) is None]
        parts: list[Account] = []
        if now is not None:
            parts.append(defence(seat, now))
        lines = tuple(_candidate(seat, uid, at) for uid in able)
        together = _together(seat, idle, at)
        total = seat.rules.tables.combat.columns[now.column] if now is not None else ""
        parts.append(Account(say=say("Could engage it"), lines=lines, total=total, side=who))
        yield Combat(
            key=f"on/{at}",
            say=say("{hex}: must be engaged", hex=at),
            hexes=(at,),
            status="possible",
            note=owed[at].text if at in owed else Say(""),
            accounts=tuple(parts),
            spreads=(spread(seat, now.column),) if now is not None else (),
            choices=together,
            verb="engage",
            lights=lit_by(seat, now),
        )
    stuck = [
        uid for uid in found if engage.engagement_of(seat.s, uid) is None and not set(found[uid]) & set(free)
    ]
    for uid in stuck:
        yield _stuck(seat, uid, found[uid])


def _together(seat: BkSeat, units: Sequence[str], at: str) -> tuple[Choice, ...]:
    """All that are free and next to it at once."""
    action = Action("engage", tuple(units), at)
    if len(units) < 2 or seat.refuse(action):
        return ()
    now = thought_of(seat, units, (at,))
    text = Say("") if now is None else odds.words(seat.rules, now)
    return (Choice(say("Engage with all {n}", n=len(units)), action, text),)


def _stuck(seat: BkSeat, uid: str, hexes: Sequence[str]) -> Combat:
    """A unit next to enemies that are all engaged already: it must join one of the engagements (BK-ENG-02)."""
    unit = seat.s.units[uid]
    name = seat.rules.title(seat.s.roster[uid])
    actions = (Action("engage", (uid,), at) for at in hexes)
    joins = tuple(Choice(say("Join against {hex}", hex=a.object), a) for a in actions if not seat.refuse(a))
    line = Factor(say=name, clauses=(Clause(say("not engaged"), "BK-ENG-02"),), unit=uid, hexes=unit.spot)
    return Combat(
        key=f"unit/{uid}",
        say=say("{unit}: must be engaged", unit=name),
        hexes=(unit.at,),
        status="possible",
        note=say("It is next to enemies that are engaged: let it join, or move it away."),
        accounts=(Account(say=say("Before RESOLVE"), lines=(line,)),),
        choices=joins,
    )


# ---- being fought ----------------------------------------------------------------------------------------------------
def _fought(seat: BkSeat, battle: Battle) -> Combat:
    e = battle.engagement
    s = seat.s

    def left(title: Say, units: Sequence[str], side: str) -> Account:
        lines = tuple(
            Factor(
                say=seat.rules.title(s.roster[u]),
                amount=str(s.units[u].strength) if s.units[u].on_map else "-",
                clauses=() if s.units[u].on_map else (Clause(say("eliminated"), "BK-RES-12"),),
                unit=u,
                hexes=s.units[u].spot,
            )
            for u in units
        )
        return Account(say=title, lines=lines, side=side)

    foe = s.units[battle.defenders[0]].side if battle.defenders else ""
    return Combat(
        key=f"engagement/{e.number}",
        say=_title(e),
        hexes=e.hexes,
        status="now",
        stages=tuple(stages(seat, battle)),
        accounts=(
            left(say("Attackers"), battle.attackers, battle.who),
            left(say("Defenders"), battle.defenders, foe),
        ),
        spreads=(spread(seat, battle.column, battle.roll),),
        choices=answers(seat),
        lights=((TABLE, lights(seat, battle.column, battle.odds, battle.roll)),),
        result=told(seat, cell(seat.rules, battle.roll, battle.column)) if battle.roll else Say(""),
    )


def answers(seat: BkSeat) -> tuple[Choice, ...]:
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
                out.append(Choice(_answer(seat, action), action, Say(""), action == default))
        if len(out) > MOST_ANSWERS:
            return tuple(c for c in out if c.action.verb in ("stay", "end"))[:MOST_ANSWERS]
    return tuple(out)


def _answer(seat: BkSeat, action: Action) -> Say:
    unit = seat.rules.title(seat.s.roster[action.subject[0]]) if action.subject else Say("")
    at = action.object
    match action.verb:
        case "give_up":
            return say("Lose {unit}", unit=unit)
        case "fall_back":
            if at.startswith("#"):
                return say("{unit} cannot retreat: eliminated", unit=unit)
            return say("{unit} to {hex}", unit=unit, hex=at)
        case "advance":
            return say("{unit} to {hex}", unit=unit, hex=at)
        case "stay":
            return say("{unit} stays", unit=unit)
        case "fire_at":
            return say("Fire at {unit}", unit=unit)
        case _:
            return say("No more advances")
