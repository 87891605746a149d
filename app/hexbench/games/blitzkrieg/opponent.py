"""The computer opponent. It answers every question of the game from its seat, as a player would (BK-AI-01,
BK-AI-02), and carries out a plan order by order: moves to hexes with room, then the engagements
(BK-AI-05..07).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from hexbench.engine.opponent import DARING, StepByStep
from hexbench.engine.values import Action, Say, action_of, counted, say
from hexbench.engine.verbs.kinds import END
from hexbench.games.blitzkrieg import odds, opponent_fire
from hexbench.games.blitzkrieg.advance import PRESS, Advance
from hexbench.games.blitzkrieg.aim import Support
from hexbench.games.blitzkrieg.air import Bombing, Launch
from hexbench.games.blitzkrieg.battle import FIGHT, GIVE_UP, Battles, Exchange
from hexbench.games.blitzkrieg.engage import ENGAGE, RESOLVE, UNDO_ENGAGE, engagement_at, engagement_of
from hexbench.games.blitzkrieg.moving import COLLECT, DEPOSIT, MOVE, MOVE_AGAIN, Moving
from hexbench.games.blitzkrieg.opponent_clash import Clashes, Group
from hexbench.games.blitzkrieg.opponent_fire import Works
from hexbench.games.blitzkrieg.opponent_map import Field
from hexbench.games.blitzkrieg.opponent_plan import LEVELS, Budget, Planner
from hexbench.games.blitzkrieg.refusals import LIMIT
from hexbench.games.blitzkrieg.retreat import FALL_BACK, Retreat

if TYPE_CHECKING:
    from hexbench.engine.opponent import Think
    from hexbench.games.blitzkrieg.opponent_worth import Worth
    from hexbench.games.blitzkrieg.seat import BkSeat


# The opponent in battle: which engagement next, which unit to give up, where to retreat and to advance.

_GAIN = 0.4
"""The least gain for which an advance is made."""


def fight(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """The safest engagement first: units that advance after it may cut off the retreat of those still to be
    fought (BK-RES-03, BK-RES-23).
    """
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
    why = say("The safest engagement comes first: {odds}.", odds=column)
    return Action(FIGHT.name, (best.attackers[0],)), why


def give_up(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Give up the weakest unit (BK-RES-34)."""
    s = seat.s
    able = [u for u in seat.step.units if s.units[u].on_map]
    if not able:
        return None
    uid = min(able, key=lambda u: (s.units[u].strength, s.roster[u].mp))
    return Action(GIVE_UP.name, (uid,)), say("It is the weakest unit.")


def fall_back(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Retreat to where the unit is worth most; the strongest unit chooses first (BK-RES-14)."""
    worth = commander.worth(seat)
    uid = max(seat.step.units, key=lambda u: seat.s.units[u].strength)
    found = max(
        seat.targets(FALL_BACK.name, (uid,)),
        key=lambda t: (_alone(seat, worth, uid, t.object), t.object),
        default=None,
    )
    if found is None:
        return None
    name = seat.called(uid)
    why = (
        say("{unit} is best placed there.", unit=name)
        if found.object[0] != "#"
        else say("It has no way to retreat.")
    )
    return action_of(FALL_BACK.name, (uid,), found), why


def advance(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Advance every unit that gains by it, the one that gains most first (BK-RES-15)."""
    worth = commander.worth(seat)
    best: tuple[float, str, Action] | None = None
    for uid in seat.step.units:
        stay = _alone(seat, worth, uid, seat.s.units[uid].at)
        for target in seat.targets(PRESS.name, (uid,)):
            gain = _alone(seat, worth, uid, target.object) - stay
            if gain > _GAIN and (best is None or (gain, uid) > best[:2]):
                best = (gain, uid, action_of(PRESS.name, (uid,), target))
    if best is not None:
        name = seat.called(best[1])
        return best[2], say("{unit} exploits the gap.", unit=name)
    end = Action(END.name)
    return None if seat.refuse(end) else (end, say("No unit gains by advancing."))


def _alone(seat: BkSeat, worth: Worth, uid: str, at: str) -> float:
    """What a unit is worth in a hex, with the other units as they are now."""
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


class Commander(StepByStep):
    """Plays one side at one level. It may be asked about any position: what it remembers between questions is
    only a cache.
    """

    def __init__(self, level: str) -> None:
        self.budget: Budget = LEVELS[level]
        self.orders = Orders()
        self._worth: tuple[tuple[object, ...], Worth] | None = None
        self.answers = {
            Moving: _moving,
            Bombing: opponent_fire.bomb,
            Launch: opponent_fire.launch,
            Support: opponent_fire.support,
            Battles: fight,
            Exchange: give_up,
            Retreat: fall_back,
            Advance: advance,
        }

    def be(self, manner: str) -> None:
        """Become more, or less, careful than usual about the enemy's next turn."""
        self.budget = self.budget._replace(nerve=DARING[manner])

    def rests(self, action: Action) -> bool:
        """Whether to pause for the player before this action: at the engagements, before they are fought
        (BK-AI-03).
        """
        return action.verb == RESOLVE.name

    def worth(self, seat: BkSeat) -> Worth:
        """What places are worth to the side that is asked; cached for a player turn."""
        s, side = seat.s, seat.step.who
        key = (s.turn, s.phasing, side, seat.rules, tuple(u for u in s.units if s.units[u].on_map))
        if self._worth is None or self._worth[0] != key:
            self._worth = (
                key,
                self.budget.worth(Field(seat.rules, s, seat.board, side)),
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
        return Action(RESOLVE.name), say("Every contact is engaged and every gun has a target.")
    return found


def quick() -> Commander:
    """The quick level: about a third of a second per player turn."""
    return Commander("quick")


def middle() -> Commander:
    """The middle level: a few seconds per player turn. It considers the enemy's next turn and tries units one
    by one.
    """
    return Commander("middle")


def strong() -> Commander:
    """The strong level: it thinks as long as *middle* but weighs what decides the game more heavily: victory
    places, and driving the enemy back.
    """
    return Commander("strong")


_UNDONE = 60
"""How many engagements may be dissolved in one phase before the default takes over."""


class Orders:
    """The orders for one movement phase. They are made again for every phase, and for a position they do not
    fit.
    """

    def __init__(self) -> None:
        self._for: tuple[object, ...] = ()
        self._planner: Planner | None = None
        self._works: Works | None = None
        self._budget: Budget | None = None
        self._cancelled: Callable[[], bool] | None = None
        self._goes: dict[str, str] = {}
        """unit -> its destination hex."""
        self._given_up: set[str] = set()
        self._taken_up: set[str] = set()
        self._undone = 0
        self._groups: tuple[Group, ...] = ()
        self._groups_for: object = None

    def look(self, seat: BkSeat, budget: Budget, cancelled: Callable[[], bool]) -> None:
        """Make the plan, unless it has already been made for this phase."""
        s = seat.s
        key = (s.turn, s.phasing, seat.step.who, seat.rules)
        if key == self._for:
            return
        self._for = key
        self._planner = None
        self._budget, self._cancelled = budget, cancelled
        field = Field(seat.rules, s, seat.board, seat.step.who)
        self._works = Works(field, budget.worth(field))
        self._given_up, self._taken_up, self._undone = set(), set(), 0
        self._groups_for = None

    def _plan(self, seat: BkSeat) -> None:
        """Decide every unit's destination, once nothing is left to be done beforehand."""
        assert self._budget is not None, "look comes first"
        assert self._cancelled is not None, "look comes first"
        field = Field(seat.rules, seat.s, seat.board, seat.step.who)
        planner = self._planner = Planner(field, self._budget, self._cancelled)
        planner.plan()
        self._goes = {uid: field.labels[i] for uid, i in planner.place.items()}
        self._goes |= infiltrate(field, seat)

    def next_work(self, seat: BkSeat) -> Answer:
        """The next action to be taken before any unit moves; None: nothing is left."""
        found = self._works.next(seat) if self._works is not None else None
        if found is None:
            self._works = None
            if self._planner is None:
                self._plan(seat)
        return found

    # ---- moves
    def next_move(self, seat: BkSeat) -> Answer:
        """The next move to a hex with room. If all remaining moves wait for each other, one unit is picked
        up.
        """
        s = seat.s
        waiting: dict[tuple[str, str], list[str]] = {}
        for uid, to in self._goes.items():
            unit = s.units[uid]
            if uid in self._given_up or unit.at == to or unit.fixed:
                continue
            if unit.on_map and unit.start:
                waiting.setdefault((unit.at, to), []).append(uid)
            elif (
                uid in s.raster and _room(seat, to) > 0 and not seat.refuse(Action(DEPOSIT.name, (uid,), to))
            ):
                return Action(DEPOSIT.name, (uid,), to), self._why(seat, uid, to)
        for (_, to), units in waiting.items():
            room = _room(seat, to)
            for same in (True, False):
                able = [u for u in units if (s.units[u].at == s.units[u].start) is same][:room]
                verb = MOVE if same else MOVE_AGAIN
                action = Action(verb.name, tuple(able), to)
                if able and not seat.refuse(action):
                    return action, self._why(seat, able[0], to)
                if able:
                    self._given_up.update(able)
        for units in waiting.values():
            for uid in units:
                if uid in self._given_up:
                    continue
                if uid not in self._taken_up and not seat.refuse(Action(COLLECT.name, (uid,))):
                    self._taken_up.add(uid)
                    return Action(COLLECT.name, (uid,)), say("It makes room for others.")
                self._given_up.add(uid)
        return None

    def _why(self, seat: BkSeat, uid: str, to: str) -> Say:
        planner = self._planner
        name = seat.called(uid)
        if planner is None or uid not in planner.place:
            return say("{unit} slips behind the enemy.", unit=name)
        i = planner.place[uid]
        if i in planner.field.touching:
            return say("{unit} closes with the enemy at {hex}.", unit=name, hex=to)
        if planner.field.index[seat.s.units[uid].start or to] in planner.field.touching:
            return say("{unit} breaks away from the enemy.", unit=name)
        return say("{unit} heads for {place}.", unit=name, place=planner.worth.post_of[uid].name)

    # ---- engagements
    def next_engagement(self, seat: BkSeat) -> Answer:
        """The next step towards the best set of engagements that covers all contacts; None when they are all
        made.
        """
        s = seat.s
        groups = self._wanted(seat)
        for e in s.engagements:
            if not any(
                set(e.attackers) <= set(g.units) and set(e.hexes) <= set(self._names(seat, g)) for g in groups
            ):
                action = Action(UNDO_ENGAGE.name, (e.attackers[0],))
                self._undone += 1
                if self._undone > _UNDONE:
                    return None
                return action, say("The units next to the enemy have changed.")
        for group in groups:
            for action in self._missing(seat, group):
                if not seat.refuse(action):
                    return action, self._odds(seat, group, action.object)
        return None

    def _names(self, seat: BkSeat, group: Group) -> list[str]:
        return [seat.rules.atlas.labels[i] for i in group.hexes]

    def _missing(self, seat: BkSeat, group: Group) -> Iterator[Action]:
        s, order = seat.s, seat.board.rank
        units = tuple(sorted(group.units, key=order.__getitem__))
        hexes = self._names(seat, group)
        for n, at in enumerate(hexes):
            if engagement_at(s, at) is None:
                yield Action(ENGAGE.name, units if n == 0 else units[:1], at)
                return
        left = tuple(u for u in units if engagement_of(s, u) is None)
        if left:
            yield Action(ENGAGE.name, left, hexes[0])

    def _odds(self, seat: BkSeat, group: Group, at: str) -> Say:
        from hexbench.games.blitzkrieg import odds

        now = odds.odds(seat.rules, seat.s, seat.board, group.units, self._names(seat, group))
        column = seat.rules.tables.combat.columns[now.column]
        if len(group.units) == 1:
            name = seat.called(group.units[0])
            return say("{unit} attacks {hex} at {odds}.", unit=name, hex=at, odds=column)
        return counted(
            len(group.units),
            say("One unit attacks {hex} at {odds}.", hex=at, odds=column),
            say("{n} units attack {hex} at {odds}.", n=len(group.units), hex=at, odds=column),
        )

    def _wanted(self, seat: BkSeat) -> tuple[Group, ...]:
        """The best engagements of the units where they are now."""
        s = seat.s
        field = Field(seat.rules, s, seat.board, seat.step.who)
        key = tuple(
            (u, s.units[u].at, s.units[u].strength) for u in field.mine if field.at(u) in field.touching
        )
        if key != self._groups_for:
            worth = self._planner.worth if self._planner is not None else None
            ground = worth.ground() if worth is not None else {}
            assert self._budget is not None, "look comes first"
            clashes = Clashes(field, self._budget.reckoner(seat.rules, field.side), ground)
            stacks: dict[int, list[str]] = {}
            for uid in field.mine:
                stacks.setdefault(field.at(uid), []).append(uid)
            self._groups = tuple(g for found in clashes.solve(stacks) for g in found.groups)
            self._groups_for = key
        return self._groups

    @property
    def planner(self) -> Planner | None:
        """The plan being carried out."""
        return self._planner


def _room(seat: BkSeat, to: str) -> int:
    return LIMIT - len(seat.board.at.get(to, ()))


def infiltrate(field: Field, seat: BkSeat) -> dict[str, str]:
    """Send infiltrators to where they hinder the enemy most, one to a hex (BK-AI-09, BK-INF-06)."""
    s = seat.s
    out: dict[str, str] = {}
    taken = {unit.at for uid, unit in s.units.items() if s.roster[uid].type == "infiltrator"}
    for uid, unit in s.units.items():
        if unit.side != field.side or s.roster[uid].type != "infiltrator" or not unit.on_map or unit.fixed:
            continue
        if field.at(uid) in field.enemies or not unit.start:
            continue
        best, most = "", 0.0
        for i in field.reach(uid):
            at = field.labels[i]
            enemies = field.enemies.get(i, ())
            if at in taken or not enemies or _room(seat, at) < 1:
                continue
            worth = sum(s.units[u].strength for u in enemies) + 2.0 * len(enemies)
            if worth > most:
                best, most = at, worth
        if best:
            out[uid] = best
            taken.add(best)
    return out
