"""The computer opponent: it answers every question of the game from its seat, as a player would (TT-REC-18)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexbench.engine.opponent import DARING
from hexbench.engine.phases import END
from hexbench.engine.values import Action, Say, say
from hexbench.games.trumpets import opponent_after
from hexbench.games.trumpets.advance import Advance
from hexbench.games.trumpets.combat import Counter
from hexbench.games.trumpets.declare import FIGHT, Declare
from hexbench.games.trumpets.losses import Loss
from hexbench.games.trumpets.moving import Moving
from hexbench.games.trumpets.opponent_field import Field
from hexbench.games.trumpets.opponent_odds import Deal, Odds
from hexbench.games.trumpets.opponent_plan import LEVELS, Budget, Orders
from hexbench.games.trumpets.opponent_worth import Worth
from hexbench.games.trumpets.retreat import Retreat
from hexbench.games.trumpets.supporting import Defence

if TYPE_CHECKING:
    from hexbench.engine.opponent import Think
    from hexbench.engine.seat import Seat
    from hexbench.games.trumpets.battlefield import Backing
    from hexbench.games.trumpets.seat import TtSeat

Answer = tuple[Action, Say] | None


class Commander:
    """Plays one side at one level. What it keeps between questions it can do without: it may be asked about any position."""

    def __init__(self, level: str) -> None:
        self.budget: Budget = LEVELS[level]
        self.orders = Orders()
        self.backing: dict[tuple[object, ...], Backing] = {}
        """What was made out for a combat that is being supported."""
        self.deal: Deal | None = None
        """The attack that is being put together."""
        self.shunned: set[tuple[int, str]] = set()
        """(player turn, hex): attacks that could not be carried out."""
        self.answers: dict[type[Any], Callable[[Commander, TtSeat, Think], Answer]] = {
            Moving: _moving,
            Declare: _attack,
            Defence: opponent_after.defend,
            Loss: opponent_after.lose,
            Counter: opponent_after.counter,
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
        """Whether a player should be let look before this is done: an attack, before it is fought."""
        return action.verb == FIGHT.name


def _moving(commander: Commander, seat: TtSeat, think: Think) -> Answer:
    """Move, then build."""
    orders = commander.orders
    orders.look(seat, commander.budget, think.cancelled)
    return orders.next_move(seat) or orders.next_work(seat)


def _attack(commander: Commander, seat: TtSeat, think: Think) -> Answer:
    """The best attack there is, put together piece by piece and fought; then the next."""
    step, s = seat.step, seat.s
    plan = step.plan
    if not plan.hex:
        return _begin(commander, seat)
    deal = commander.deal
    if deal is None or deal.plan.hex != plan.hex or not set(plan.units) <= set(deal.plan.units):
        field = Field(seat, step.who)
        odds = Odds(field, Worth(field, 0.0).prize)
        deal = commander.deal = odds.best(field.index[plan.hex], {u: field.at(u) for u in plan.units})
    wanted = deal.plan
    more = tuple(u for u in wanted.units if u not in plan.units)
    if more and not seat.refuse(Action("attack", more, plan.hex)):
        return Action("attack", more, plan.hex), say("Together they are strong enough.")
    found = opponent_after.commit(seat, plan.backing, wanted.backing)
    if found is not None:
        return found, say("It raises the odds of the attack on {hex}.", hex=plan.hex)
    if wanted.kind != plan.kind and not seat.refuse(Action("kind", (), wanted.kind)):
        return Action("kind", (), wanted.kind), say("A breakthrough past {hex} is worth more.", hex=plan.hex)
    commander.deal = None
    if seat.refuse(Action(FIGHT.name)):
        commander.shunned.add((s.player_turn, plan.hex))
        return Action("clear"), say("The attack on {hex} cannot be made as it was meant.", hex=plan.hex)
    if deal.one is None or not deal.one.taken:
        return Action(FIGHT.name), say("The attack on {hex} is worth its risk.", hex=plan.hex)
    chance = round(100 * deal.one.taken)
    return Action(FIGHT.name), say(
        "The enemy leaves {hex} in {n} cases of 100, before its support.", hex=plan.hex, n=chance
    )


def _begin(commander: Commander, seat: TtSeat) -> Answer:
    step, s = seat.step, seat.s
    field = Field(seat, step.who)
    odds = Odds(field, Worth(field, 0.0).prize)
    stacks: dict[int, list[str]] = {}
    for uid in field.mine:
        stacks.setdefault(field.at(uid), []).append(uid)
    for one in odds.solve(stacks):
        if (s.player_turn, one.plan.hex) in commander.shunned:
            continue
        deal = odds.trimmed(one, {u: field.at(u) for u in one.plan.units})
        action = Action("attack", deal.plan.units, deal.plan.hex)
        if seat.refuse(action):
            commander.shunned.add((s.player_turn, deal.plan.hex))
            continue
        commander.deal = deal
        text = say(
            "Of all attacks the one on {hex} is worth most: {n} points in the mean.",
            hex=deal.plan.hex,
            n=f"{deal.worth:.1f}",
        )
        return action, text
    return Action(END.name), say("No other attack is worth what it may cost.")


def quick() -> Commander:
    """About a tenth of a second a player turn."""
    return Commander("quick")


def middle() -> Commander:
    """Up to half a second a player turn: it tries units one by one, and looks at what may happen to them next."""
    return Commander("middle")


def strong() -> Commander:
    """Up to a second: it tries many more places for each unit."""
    return Commander("strong")
