"""The computer opponent: it answers every question of the game from its seat, as a player would (BK-AI-01, BK-AI-02)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexbench.engine.opponent import DARING
from hexbench.engine.phases import END
from hexbench.engine.values import Action, Say, action_of, say
from hexbench.games.blitzkrieg import odds, opponent_fire, opponent_orders
from hexbench.games.blitzkrieg.advance import PRESS, Advance
from hexbench.games.blitzkrieg.air import Bombing
from hexbench.games.blitzkrieg.battle import FIGHT, GIVE_UP, Battles, Exchange
from hexbench.games.blitzkrieg.engage import RESOLVE
from hexbench.games.blitzkrieg.moving import Moving
from hexbench.games.blitzkrieg.opponent_map import Field
from hexbench.games.blitzkrieg.opponent_plan import LEVELS, Budget
from hexbench.games.blitzkrieg.opponent_worth import Worth
from hexbench.games.blitzkrieg.retreat import FALL_BACK, Retreat
from hexbench.games.blitzkrieg.rockets import Launch
from hexbench.games.blitzkrieg.support import Support

if TYPE_CHECKING:
    from hexbench.engine.opponent import Think
    from hexbench.engine.seat import Seat
    from hexbench.games.blitzkrieg.seat import BkSeat


# The opponent in battle: which engagement next, what is given up, where to retreat and to advance.

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


Answer = tuple[Action, Say] | None


class Commander:
    """Plays one side at one level. What it keeps between questions it can do without: it may be asked about any position."""

    def __init__(self, level: str) -> None:
        self.budget: Budget = LEVELS[level]
        self.orders = opponent_orders.Orders()
        self._worth: tuple[tuple[object, ...], Worth] | None = None
        self.answers: dict[type[Any], Callable[[Commander, BkSeat, Think], Answer]] = {
            Moving: _moving,
            Bombing: opponent_fire.bomb,
            Launch: opponent_fire.launch,
            Support: opponent_fire.support,
            Battles: fight,
            Exchange: give_up,
            Retreat: fall_back,
            Advance: advance,
        }

    def choose(self, seat: Seat, think: Think) -> tuple[Action, Say]:
        """A legal action and why; where it has no idea of its own, the default."""
        answer = self.answers.get(type(seat.step))
        found = None if answer is None else answer(self, seat, think)  # type: ignore[arg-type]
        if found is not None:
            return found
        default = seat.prompt.default
        if default is None:
            raise RuntimeError(f"{seat.prompt.step} has no default")
        return default, say("There is nothing better to do.")

    def be(self, manner: str) -> None:
        """More careful of what the enemy may do next than usual, or less."""
        self.budget = self.budget._replace(nerve=DARING[manner])

    def rests(self, action: Action) -> bool:
        """Whether a player should be let look before this is done: the engagements, before they are fought (BK-AI-03)."""
        return action.verb == RESOLVE.name

    def worth(self, seat: BkSeat) -> Worth:
        """What places are worth to the side that is asked; kept for a player turn."""
        s, side = seat.s, seat.step.who
        key = (s.turn, s.phasing, side, seat.rules, tuple(u for u in s.units if s.units[u].on_map))
        if self._worth is None or self._worth[0] != key:
            self._worth = (
                key,
                Worth(Field(seat.rules, s, seat.board, side), self.budget.care, self.budget.nerve),
            )
        return self._worth[1]


def _moving(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Move, engage, aim, and resolve."""
    orders = commander.orders
    orders.look(seat, commander.budget, think.cancelled)
    found = (
        orders.next_work(seat)
        or orders.next_move(seat)
        or orders.next_engagement(seat)
        or opponent_fire.aim(commander, seat, think)
    )
    if found is None and not any(seat.step.duties(seat)):
        return Action(RESOLVE.name), say("Every contact is engaged and every gun has its target.")
    return found


def quick() -> Commander:
    """About a third of a second a player turn."""
    return Commander("quick")


def middle() -> Commander:
    """A few seconds a player turn: it looks at what may happen to it next, and tries units one by one."""
    return Commander("middle")


def strong() -> Commander:
    """It tries many more places for each unit."""
    return Commander("strong")
