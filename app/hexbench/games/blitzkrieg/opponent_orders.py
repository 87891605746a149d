"""A plan carried out order by order: moves with room at their end, then the engagements (BK-AI-05..07)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Action, Say, counted, say
from hexbench.games.blitzkrieg.engage import ENGAGE, UNDO_ENGAGE, engagement_at, engagement_of
from hexbench.games.blitzkrieg.moving import COLLECT, DEPOSIT, MOVE, MOVE_AGAIN
from hexbench.games.blitzkrieg.opponent_clash import Clashes, Group, reckoner
from hexbench.games.blitzkrieg.opponent_fire import Works
from hexbench.games.blitzkrieg.opponent_map import Field
from hexbench.games.blitzkrieg.opponent_plan import Budget, Planner
from hexbench.games.blitzkrieg.opponent_worth import TASTE, Worth
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat

Answer = tuple[Action, Say] | None
_UNDONE = 60
"""Engagements dissolved in one phase, after which the default sees to the rest."""


class Orders:
    """What is to be done in one movement phase. It is made anew for every phase, and for a position it does not know."""

    def __init__(self) -> None:
        self._for: tuple[object, ...] = ()
        self._planner: Planner | None = None
        self._works: Works | None = None
        self._budget: Budget | None = None
        self._cancelled: Callable[[], bool] | None = None
        self._goes: dict[str, str] = {}
        """unit -> the hex it is to go to."""
        self._given_up: set[str] = set()
        self._taken_up: set[str] = set()
        self._undone = 0
        self._groups: tuple[Group, ...] = ()
        self._groups_for: object = None

    def look(self, seat: BkSeat, budget: Budget, cancelled: Callable[[], bool]) -> None:
        """Make the plan, unless this is a phase it has been made for."""
        s = seat.s
        key = (s.turn, s.phasing, seat.step.who, seat.rules)
        if key == self._for:
            return
        self._for = key
        self._planner = None
        self._budget, self._cancelled = budget, cancelled
        field = Field(seat.rules, s, seat.board, seat.step.who)
        self._works = Works(field, Worth(field, budget.care, budget.nerve))
        self._given_up, self._taken_up, self._undone = set(), set(), 0
        self._groups_for = None

    def _plan(self, seat: BkSeat) -> None:
        """Where everybody goes, once nothing is left to be done before that."""
        assert self._budget is not None, "look comes first"
        assert self._cancelled is not None, "look comes first"
        field = Field(seat.rules, seat.s, seat.board, seat.step.who)
        planner = self._planner = Planner(field, self._budget, self._cancelled)
        planner.plan()
        self._goes = {uid: field.labels[i] for uid, i in planner.place.items()}
        self._goes |= self._infiltrate(field, seat)

    def next_work(self, seat: BkSeat) -> Answer:
        """What is done before anybody moves; None: nothing is left."""
        found = self._works.next(seat) if self._works is not None else None
        if found is None:
            self._works = None
            if self._planner is None:
                self._plan(seat)
        return found

    # ---- moves
    def next_move(self, seat: BkSeat) -> Answer:
        """The next move that has room at its end; one of those that wait for each other is taken up when all do."""
        s = seat.s
        waiting: dict[tuple[str, str], list[str]] = {}
        for uid, to in self._goes.items():
            unit = s.units[uid]
            if uid in self._given_up or unit.at == to or unit.fixed:
                continue
            if unit.on_map and unit.start:
                waiting.setdefault((unit.at, to), []).append(uid)
            elif (
                uid in s.raster
                and self._room(seat, to) > 0
                and not seat.refuse(Action(DEPOSIT.name, (uid,), to))
            ):
                return Action(DEPOSIT.name, (uid,), to), self._why(seat, uid, to)
        for (_, to), units in waiting.items():
            room = self._room(seat, to)
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
                    return Action(COLLECT.name, (uid,)), say("It makes room.")
                self._given_up.add(uid)
        return None

    def _room(self, seat: BkSeat, to: str) -> int:
        return LIMIT - len(seat.board.at.get(to, ()))

    def _why(self, seat: BkSeat, uid: str, to: str) -> Say:
        planner = self._planner
        name = seat.rules.title(seat.s.roster[uid])
        if planner is None or uid not in planner.place:
            return say("{unit} slips behind the enemy.", unit=name)
        i = planner.place[uid]
        if i in planner.field.touching:
            return say("{unit} closes with the enemy at {hex}.", unit=name, hex=to)
        if planner.field.index[seat.s.units[uid].start or to] in planner.field.touching:
            return say("{unit} breaks away from the enemy.", unit=name)
        return say("{unit} makes for {place}.", unit=name, place=planner.worth.post_of[uid].name)

    def _infiltrate(self, field: Field, seat: BkSeat) -> dict[str, str]:
        """Infiltrators go among the enemies they trouble most, one to a hex (BK-AI-09, BK-INF-06)."""
        s = seat.s
        out: dict[str, str] = {}
        taken = {unit.at for uid, unit in s.units.items() if s.roster[uid].type == "infiltrator"}
        for uid, unit in s.units.items():
            if (
                unit.side != field.side
                or s.roster[uid].type != "infiltrator"
                or not unit.on_map
                or unit.fixed
            ):
                continue
            if field.at(uid) in field.enemies or not unit.start:
                continue
            best, most = "", 0.0
            for i in field.reach(uid):
                at = field.labels[i]
                enemies = field.enemies.get(i, ())
                if at in taken or not enemies or self._room(seat, at) < 1:
                    continue
                worth = sum(s.units[u].strength for u in enemies) + 2.0 * len(enemies)
                if worth > most:
                    best, most = at, worth
            if best:
                out[uid] = best
                taken.add(best)
        return out

    # ---- engagements
    def next_engagement(self, seat: BkSeat) -> Answer:
        """What brings the engagements nearer to the best cover of all contacts; None when they are all made."""
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
                return action, say("The units that touch the enemy have changed.")
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
            name = seat.rules.title(seat.s.roster[group.units[0]])
            return say("{unit} attacks {hex} at {odds}.", unit=name, hex=at, odds=column)
        return counted(
            len(group.units),
            say("One unit attacks {hex} at {odds}.", hex=at, odds=column),
            say("{n} units attack {hex} at {odds}.", n=len(group.units), hex=at, odds=column),
        )

    def _wanted(self, seat: BkSeat) -> tuple[Group, ...]:
        """The best engagements of the units as they stand."""
        s = seat.s
        field = Field(seat.rules, s, seat.board, seat.step.who)
        key = tuple(
            (u, s.units[u].at, s.units[u].strength) for u in field.mine if field.at(u) in field.touching
        )
        if key != self._groups_for:
            worth = self._planner.worth if self._planner is not None else None
            ground = worth.ground() if worth is not None else {}
            clashes = Clashes(field, reckoner(seat.rules, TASTE[field.side]), ground)
            stacks: dict[int, list[str]] = {}
            for uid in field.mine:
                stacks.setdefault(field.at(uid), []).append(uid)
            self._groups = tuple(g for found in clashes.solve(stacks) for g in found.groups)
            self._groups_for = key
        return self._groups

    @property
    def planner(self) -> Planner | None:
        """The plan that is being carried out."""
        return self._planner
