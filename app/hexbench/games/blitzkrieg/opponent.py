"""The computer opponent: it answers every question of the game from its seat, as a player would (BK-AI-01, BK-AI-02)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexbench.engine.opponent import DARING
from hexbench.engine.values import Action, Say, say
from hexbench.games.blitzkrieg import opponent_after, opponent_fire, opponent_orders
from hexbench.games.blitzkrieg.after import Advance, Exchange, Retreat
from hexbench.games.blitzkrieg.air import Bombing
from hexbench.games.blitzkrieg.battles import Battles
from hexbench.games.blitzkrieg.engage import RESOLVE
from hexbench.games.blitzkrieg.moving import Moving
from hexbench.games.blitzkrieg.opponent_map import Field
from hexbench.games.blitzkrieg.opponent_plan import LEVELS, Budget
from hexbench.games.blitzkrieg.opponent_worth import Worth
from hexbench.games.blitzkrieg.rockets import Launch
from hexbench.games.blitzkrieg.support import Support

if TYPE_CHECKING:
    from hexbench.engine.opponent import Think
    from hexbench.engine.seat import Seat
    from hexbench.games.blitzkrieg.hands import BkSeat

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
            Battles: opponent_after.fight,
            Exchange: opponent_after.give_up,
            Retreat: opponent_after.fall_back,
            Advance: opponent_after.advance,
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
