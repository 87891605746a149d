"""The opponent in battle: which engagement next, what is given up, where to retreat and to advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.phases import END
from hexbench.engine.values import Action, Say, action_of, say
from hexbench.games.blitzkrieg import odds
from hexbench.games.blitzkrieg.after import FALL_BACK, GIVE_UP, PRESS
from hexbench.games.blitzkrieg.battles import FIGHT

if TYPE_CHECKING:
    from hexbench.engine.opponent import Think
    from hexbench.games.blitzkrieg.hands import BkSeat
    from hexbench.games.blitzkrieg.opponent import Commander
    from hexbench.games.blitzkrieg.opponent_worth import Worth

Answer = tuple[Action, Say] | None
_GAIN = 0.4
"""What an advance has to be worth to be made."""


def fight(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """The surest engagement first: who advances from it shuts in those still to be fought (BK-RES-03, BK-RES-23)."""
    s = seat.s
    best = max(
        s.engagements,
        key=lambda e: (odds.of(seat.rules, s, seat.board, e).column, -e.number),
        default=None,
    )
    if best is None:
        return None
    now = odds.of(seat.rules, s, seat.board, best)
    column = seat.rules.tables.combat.columns[now.column]
    why = say("The surest engagement comes first: {odds}.", odds=column)
    return Action(FIGHT.name, (best.attackers[0],)), why


def give_up(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """The weakest unit (BK-RES-34)."""
    s = seat.s
    able = [u for u in seat.step.units if s.units[u].on_map]
    if not able:
        return None
    uid = min(able, key=lambda u: (s.units[u].strength, s.roster[u].mp))
    return Action(GIVE_UP.name, (uid,)), say("It is the weakest.")


def fall_back(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Where the unit is worth most; the strongest chooses first (BK-RES-14)."""
    worth = commander.worth(seat)
    uid = max(seat.step.units, key=lambda u: seat.s.units[u].strength)
    found = max(
        seat.targets(FALL_BACK.name, (uid,)),
        key=lambda t: (_alone(seat, worth, uid, t.object), t.object),
        default=None,
    )
    if found is None:
        return None
    name = seat.rules.title(seat.s.roster[uid])
    why = (
        say("{unit} is best placed there.", unit=name)
        if found.object[0] != "#"
        else say("No way back is left.")
    )
    return action_of(FALL_BACK.name, (uid,), found), why


def advance(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Every unit that gains by it, the one that gains most first (BK-RES-15)."""
    worth = commander.worth(seat)
    best: tuple[float, str, Action] | None = None
    for uid in seat.step.units:
        stay = _alone(seat, worth, uid, seat.s.units[uid].at)
        for target in seat.targets(PRESS.name, (uid,)):
            gain = _alone(seat, worth, uid, target.object) - stay
            if gain > _GAIN and (best is None or (gain, uid) > best[:2]):
                best = (gain, uid, action_of(PRESS.name, (uid,), target))
    if best is not None:
        name = seat.rules.title(seat.s.roster[best[1]])
        return best[2], say("{unit} makes use of the gap.", unit=name)
    end = Action(END.name)
    return None if seat.refuse(end) else (end, say("Nobody gains by advancing."))


def _alone(seat: BkSeat, worth: Worth, uid: str, at: str) -> float:
    """What a unit is worth in a hex, as others stand now."""
    if at[0] == "#":
        return -1000.0
    i = seat.rules.atlas.index[at]
    others = [
        u for u in seat.board.at.get(at, ()) if u != uid and u in worth.post_of and seat.s.units[u].strength
    ]
    if uid not in worth.post_of:
        return 0.0
    return worth.at(uid, i) + worth.stack(i, [*others, uid]) - worth.stack(i, others)
