"""The computer opponent: it answers every question of the game from its seat, as a player would (TT-REC-18), those within a
combat among them: support in defence, losses, counterattacks, retreats, advances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.opponent import DARING, StepByStep
from hexbench.engine.values import Action, Say, say
from hexbench.engine.verbs.kinds import END
from hexbench.games.trumpets import resolution, supporting
from hexbench.games.trumpets.advance import GO_ON, Advance, ends
from hexbench.games.trumpets.battlefield import FLAGGED, Backing, day_of, fight_of
from hexbench.games.trumpets.combat import DECLINE, Combat, Counter
from hexbench.games.trumpets.declare import FIGHT, Declare
from hexbench.games.trumpets.losses import LOSE, Loss
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.moving import Moving
from hexbench.games.trumpets.odds_report import rolled
from hexbench.games.trumpets.opponent_field import Field
from hexbench.games.trumpets.opponent_odds import AIR, GUN, Deal, Odds
from hexbench.games.trumpets.opponent_plan import LEVELS, Budget, Orders
from hexbench.games.trumpets.opponent_worth import Worth
from hexbench.games.trumpets.pieces import FOE, scaled
from hexbench.games.trumpets.retreat import GO_BACK, Retreat, flights_of
from hexbench.games.trumpets.supporting import Defence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexbench.engine.opponent import Think
    from hexbench.games.trumpets.seat import TtSeat


Answer = tuple[Action, Say] | None


class Commander(StepByStep):
    """Plays one side at one level. It may be asked about any position: what it remembers between questions
    is optional.
    """

    def __init__(self, level: str) -> None:
        self.budget: Budget = LEVELS[level]
        self.orders = Orders()
        self.backing: dict[tuple[object, ...], Backing] = {}
        """The support decided on for the combat in progress."""
        self.deal: Deal | None = None
        """The attack being prepared."""
        self.shunned: set[tuple[int, str]] = set()
        """(player turn, hex): attacks that could not be carried out."""
        self.answers = {
            Moving: _moving,
            Declare: _attack,
            Defence: defend,
            Loss: lose,
            Counter: counter,
            Retreat: fall_back,
            Advance: advance,
        }

    def be(self, manner: str) -> None:
        """Make it fear the enemy's next player turn more or less than usual."""
        self.budget = self.budget._replace(nerve=DARING[manner])

    def rests(self, action: Action) -> bool:
        """Whether to pause for the player before an action: an attack about to be fought."""
        return action.verb == FIGHT.name


def _moving(commander: Commander, seat: TtSeat, think: Think) -> Answer:
    """Move, then build."""
    orders = commander.orders
    orders.look(seat, commander.budget, think.cancelled)
    return orders.next_move(seat) or orders.next_work(seat)


def _attack(commander: Commander, seat: TtSeat, think: Think) -> Answer:
    """Prepare the best attack step by step and fight it; then go on to the next."""
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
    found = commit(seat, plan.backing, wanted.backing)
    if found is not None:
        return found, say("It raises the odds of the attack on {hex}.", hex=plan.hex)
    if wanted.kind != plan.kind and not seat.refuse(Action("kind", (), wanted.kind)):
        return Action("kind", (), wanted.kind), say("A breakthrough past {hex} is worth more.", hex=plan.hex)
    commander.deal = None
    if seat.refuse(Action(FIGHT.name)):
        commander.shunned.add((s.player_turn, plan.hex))
        return Action("clear"), say("The attack on {hex} cannot be made as planned.", hex=plan.hex)
    if deal.one is None or not deal.one.taken:
        return Action(FIGHT.name), say("The attack on {hex} is worth the risk.", hex=plan.hex)
    chance = round(100 * deal.one.taken)
    return Action(FIGHT.name), say(
        "The chance that the enemy gives up {hex} is {n} in 100, before its support.", hex=plan.hex, n=chance
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
            "Of all attacks the one on {hex} is worth most: {n} points on average.",
            hex=deal.plan.hex,
            n=f"{deal.worth:.1f}",
        )
        return action, text
    return Action(END.name), say("No other attack is worth its likely cost.")


def quick() -> Commander:
    """About a tenth of a second per player turn."""
    return Commander("quick")


def middle() -> Commander:
    """Up to half a second per player turn: tries units one by one, and considers what may happen to them
    next.
    """
    return Commander("middle")


STAY: Final = 0.2
"""The value in points of holding a hex that scores nothing."""


def ground(one: Worth, i: int) -> float:
    """What losing a hex costs a side, in points."""
    goal = next((g for g in one.goals if g.hex == i), None)
    return STAY if goal is None or not goal.ours else STAY + 0.8 * goal.points


# ---- the defender's support ------------------------------------------------------------------------------------------
def defend(commander: Commander, seat: TtSeat, think: Think) -> Answer:
    """Commit artillery as long as it saves more than it is worth elsewhere."""
    step = seat.step
    below = seat.s.stack[-2]
    if not isinstance(below, Combat):
        return None
    wanted = commander.backing.get(("defence", step.hex, seat.s.player_turn))
    if wanted is None or any(u not in wanted.guns for u in step.backing.guns):
        wanted = _support(seat, below, step.backing)
        commander.backing = {("defence", step.hex, seat.s.player_turn): wanted}
    found = commit(seat, step.backing, wanted)
    if found is not None:
        return found, say("It helps to hold {hex}.", hex=step.hex)
    if any(supporting.COMMIT.reasons(seat, step, Action(supporting.COMMIT.name))):
        return None
    text = (
        say("{hex} has enough support.", hex=step.hex)
        if step.backing.guns or step.backing.air
        else say("Artillery would not save enough at {hex}.", hex=step.hex)
    )
    return Action(supporting.COMMIT.name), text


def _support(seat: TtSeat, below: Combat, had: Backing) -> Backing:
    rules, s = seat.rules, seat.s
    side = FOE[below.side]
    at = below.plan.hex
    field = Field(seat, side)
    stake = ground(Worth(field, 0.0), field.index[at])
    guns = sorted(
        (
            uid
            for uid, (i, reach, _) in field.guns.items()
            if s.units[uid].side == side and field.far(i, field.index[at]) <= reach
        ),
        key=lambda u: (-field.guns[u][2].factor, u),
    )
    theirs = sum(field.steps(u) for u in below.plan.units)
    ours = sum(field.steps(u) for u in seat.board.units_at(at))
    flight = _shut(field, field.index[at])

    def cost(back: Backing) -> float:
        fight = fight_of(rules, s, seat.board, below.side, below.plan, back)
        found, ordinary = rolled(fight, rules.tables, rules.options)
        one = resolution.look(rules, found, ordinary=ordinary)
        gain, price = resolution.steps(one, theirs, ours, flight, 0.6)
        lost = gain - price + (one.taken + 0.4 * one.counter) * stake + 0.3 * sum(one.past)
        return lost + GUN * 0.8 * len(back.guns) + AIR * back.air

    best, least = had, cost(had)
    flagged = [u for u in guns if rules.fires_tot(s.mission.units[u])]
    tots = tuple(u for u in flagged if s.units[u].tot_day != day_of(s)) if len(flagged) > FLAGGED else ()
    for n in range(len(guns) + 1):
        chosen = tuple(guns[:n])
        tried = [Backing(guns=chosen, air=had.air)]
        if n > FLAGGED and sum(u in chosen for u in flagged) > FLAGGED:
            tried.append(Backing(guns=chosen, tots=tuple(u for u in tots if u in chosen), air=had.air))
        for back in tried:
            if (now := cost(back)) < least - 1e-6:
                best, least = back, now
    air = s.air_left.get(side, 0) if s.weather == "Clear" and not below.counter else 0
    for n in range(1, air + 1):
        back = Backing(guns=best.guns, tots=best.tots, air=n)
        if (now := cost(back)) < least - 1e-6:
            best, least = back, now
    return best


def _shut(field: Field, i: int) -> tuple[float, ...]:
    """A rough cost of retreats to the side's own units in a hex."""
    zones = {j for e in field.enemies for j in field.around[e]}
    units = sum(1 for u in field.mine if field.at(u) == i)
    held = {field.at(u) for u in field.mine}
    free = [j for j in field.around[i] if j not in field.enemies and (j not in zones or j in held)]
    if free:
        return resolution.NO_COST
    return (0.0, units, units, 1.3 * units, 1.6 * units)


def commit(seat: TtSeat, now: Backing, wanted: Backing) -> Action | None:
    """The next action towards the wanted support; None if all of it, or all possible, is committed."""
    tries: Iterator[Action] = (
        *(Action("support", (u,)) for u in wanted.guns if u not in now.guns),
        *(Action("tot", (u,)) for u in wanted.tots if u not in now.tots),
        *((Action("fly"),) if wanted.air > now.air else ()),
    ).__iter__()
    return next((action for action in tries if not seat.refuse(action)), None)


# ---- losses ----------------------------------------------------------------------------------------------------------
def lose(commander: Commander, seat: TtSeat, think: Think) -> Answer:
    """The unit that is weakened least by the loss."""
    rules, s = seat.rules, seat.s
    among = seat.step.open(rules, s)

    def weaker(uid: str) -> float:
        template, unit = rules.template(s.mission.units[uid]), s.units[uid]
        left = template.steps - unit.lost

        def strength(n: int) -> float:
            return sum(scaled(f, n, template.steps) for f in (template.af, template.df))

        return strength(left) - strength(left - 1) + (1.5 if left == 1 else 0.0)

    best = min(among, key=lambda u: (weaker(u), u))
    name = rules.title(s.mission.units[best])
    return Action(LOSE.name, (best,)), say("{unit} can best spare a step.", unit=name)


# ---- counterattack ---------------------------------------------------------------------------------------------------
def counter(commander: Commander, seat: TtSeat, think: Think) -> Answer:
    """Counterattack where that is worth more than the hex that would be given up."""
    step: Counter = seat.step
    field = Field(seat, step.who)
    one = Worth(field, 0.0)
    odds = Odds(field, one.prize, plain=True)
    here = field.at(step.units[0])
    if step.plan.hex:
        places = {u: field.at(u) for u in step.plan.units}
        deal = odds.best(field.index[step.plan.hex], places)
        found = commit(seat, step.plan.backing, deal.plan.backing)
        if found is not None:
            return found, say("It strengthens the counterattack.")
        if not seat.refuse(Action("fight")):
            return Action("fight"), say(
                "Counterattacking is better than giving up {hex}.", hex=field.labels[here]
            )
        return Action(DECLINE.name), say("A counterattack is not possible.")
    deals = []
    for at in step.origins:
        units = {u: field.at(u) for u in step.units if not seat.refuse(Action("attack", (u,), at))}
        if units:
            deals.append(odds.best(field.index[at], units))
    best = max(deals, key=lambda deal: deal.worth, default=None)
    if best is not None and best.plan.units and best.worth > -0.8 * ground(one, here):
        action = Action("attack", best.plan.units, best.plan.hex)
        if not seat.refuse(action):
            text = say("Counterattacking is better than giving up {hex}.", hex=field.labels[here])
            return action, text
    return Action(DECLINE.name), say("A counterattack would cost more than it gains.")


# ---- retreats --------------------------------------------------------------------------------------------------------
def fall_back(commander: Commander, seat: TtSeat, think: Think) -> Answer:
    """Lose as few steps as possible, then go where the unit is of most use."""
    step = seat.step
    uid = step.left(seat.s)[0]
    ways = flights_of(seat, step, uid)
    field = Field(seat, step.who)
    one = Worth(field, 0.0)
    danger = {j for e in field.enemies for j in field.around[e]}

    def value(at: str) -> float:
        i = field.index[at]
        works = seat.s.works.get(at, Works()).serving(step.who)
        others = [u for u in seat.board.units_at(at) if u != uid]
        use = one.at(uid, i) + one.stack(i, (*others, uid)) - one.stack(i, others)
        return use - 1.2 * ways[at].steps + 0.2 * (works.main != "") - 0.25 * (i in danger)

    best = max(sorted(ways), key=value)
    name = seat.called(uid)
    return Action(GO_BACK.name, (uid,), best, "", ways[best].via), say(
        "{hex} is the best hex {unit} can retreat to.", hex=best, unit=name
    )


# ---- advances --------------------------------------------------------------------------------------------------------
def advance(commander: Commander, seat: TtSeat, think: Think) -> Answer:
    """Each unit advances where it gains most, or stays."""
    step = seat.step
    field = Field(seat, step.who)
    budget = commander.budget
    one = Worth(field, budget.care if budget.places else 0.0, budget.nerve)
    best: tuple[float, str, str, tuple[str, ...]] | None = None
    for uid in step.units:
        if not seat.s.units[uid].on_map:
            continue
        here = field.at(uid)
        others = [u for u in seat.board.units_at(field.labels[here]) if u != uid]
        now = one.at(uid, here) + one.stack(here, (*others, uid)) - one.stack(here, others)
        for at, way in ends(seat.rules, seat.s, seat.board, uid, step).items():
            i = field.index[at]
            there = seat.board.units_at(at)
            gain = one.at(uid, i) + one.stack(i, (*there, uid)) - one.stack(i, there) - now
            gain += sum(
                g.points for g in one.goals if not g.ours and g.hex != i and field.labels[g.hex] in way.via
            )
            if gain > 0.03 and (best is None or gain > best[0]):
                best = gain, uid, at, way.via
    if best is None:
        return None
    _, uid, at, via = best
    name = seat.called(uid)
    return Action(GO_ON.name, (uid,), at, "", via), say("{unit} occupies {hex}.", unit=name, hex=at)
