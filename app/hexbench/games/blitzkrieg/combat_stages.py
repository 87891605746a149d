"""The engagement that is being fought: its steps, and who of it still has to be handled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hexbench.engine.display import Stage
from hexbench.engine.values import Say, say
from hexbench.games.blitzkrieg.after import Advance, Exchange, Retreat
from hexbench.games.blitzkrieg.battle import Battle, outcome
from hexbench.games.blitzkrieg.defining import draft
from hexbench.games.blitzkrieg.odds import defenders, defending
from hexbench.games.blitzkrieg.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.results import Outcome
    from hexbench.games.blitzkrieg.seat import BkSeat
    from hexbench.games.blitzkrieg.works import Engagement


class Point(NamedTuple):
    """One step of a battle and its clause."""

    say: Say
    rule: str


POINTS: Final = (
    Point(say("Odds and die"), "BK-RES-04"),
    Point(say("Losses"), "BK-RES-10"),
    Point(say("Exchange"), "BK-RES-17"),
    Point(say("Retreat"), "BK-RES-14"),
    Point(say("Advance"), "BK-RES-15"),
)
DIE, LOSSES, EXCHANGE, RETREAT, ADVANCE = range(len(POINTS))


def in_progress(seat: BkSeat) -> Battle | None:
    """The engagement being fought."""
    return next((step for step in reversed(seat.s.stack) if isinstance(step, Battle)), None)


def bordered(seat: BkSeat) -> tuple[tuple[Engagement, tuple[str, ...]], ...]:
    """Every engagement with the units that show its border: also the one being defined, and the one being fought with those
    of its units that have not been handled (BK-ENG-11, BK-RES-20).
    """
    s = seat.s
    out = [(e, (*e.attackers, *defending(s, seat.board, e))) for e in s.engagements]
    new = draft(s)
    if new is not None:
        out.append((new, (*new.attackers, *defenders(s, seat.board, new.hexes, FOE[s.phasing]))))
    battle = in_progress(seat)
    if battle is not None:
        out.append((battle.engagement, tuple(_unhandled(seat, battle))))
    return tuple(out)


def _unhandled(seat: BkSeat, battle: Battle) -> Iterator[str]:
    """The units of a battle that an open question is about, and those that a later one will be about."""
    step, found = seat.step, battle.outcome(seat.rules)
    asked = step.units if isinstance(step, Exchange | Retreat | Advance) else ()
    for side, units in (("attacker", battle.attackers), ("defender", battle.defenders)):
        later = isinstance(step, Exchange) or (isinstance(step, Retreat) and found.ahead[0] == side)
        for uid in units:
            if seat.s.units[uid].on_map and (uid in asked or later):
                yield uid


def stages(seat: BkSeat, battle: Battle) -> Iterator[Stage]:
    """The steps that this battle has."""
    found = outcome(seat.rules, battle.roll, battle.column)
    now = _at_hand(seat)
    for n, point in enumerate(POINTS):
        if not _has(found, n):
            continue
        state: Literal["done", "now", "ahead"] = "done" if n < now else "now" if n == now else "ahead"
        text = _found(seat, battle, found, n) if n <= now else Say("")
        yield Stage(say=point.say, state=state, side=_who(battle, found, n), found=text, rule=point.rule)


def _at_hand(seat: BkSeat) -> int:
    step = seat.step
    if isinstance(step, Exchange):
        return EXCHANGE
    return RETREAT if isinstance(step, Retreat) else ADVANCE


def _has(found: Outcome, n: int) -> bool:
    match n:
        case 1:
            return bool(found.gone) or {found.attackers_lose, found.defenders_lose} != {"nr"}
        case 2:
            return found.exchange
        case 3:
            return bool(found.back[1])
        case 4:
            return bool(found.ahead[1]) or found.exchange
        case _:
            return True


def _who(battle: Battle, found: Outcome, n: int) -> str:
    if n == RETREAT:
        side = found.back[0]
    elif n == ADVANCE:
        side = "attacker" if found.exchange else found.ahead[0]
    else:
        return ""
    return battle.who if side == "attacker" else FOE[battle.who]


def _found(seat: BkSeat, battle: Battle, found: Outcome, n: int) -> Say:
    match n:
        case 0:
            column = seat.rules.tables.combat.columns[battle.column]
            return say("{odds} at {column}, die {n}", odds=battle.odds, column=column, n=battle.roll)
        case 1:
            return _losses(found)
        case 2:
            return say("both sides lose one unit")
        case 3:
            return say("1 hex") if found.back[1] == 1 else say("{n} hexes", n=found.back[1])
        case _:
            points = found.ahead[1]
            if not points:
                return say("into the vacated hex")
            return say("1 movement point") if points == 1 else say("{n} movement points", n=points)


def _losses(found: Outcome) -> Say:
    if found.gone:
        who = say("attackers") if found.gone == "attacker" else say("defenders")
        return say("all {who} eliminated", who=who)
    if found.attackers_lose == found.defenders_lose:
        return say("both sides {part}", part=found.attackers_lose)
    if found.attackers_lose != "nr":
        return say("attackers {part}", part=found.attackers_lose)
    return say("defenders {part}", part=found.defenders_lose)
