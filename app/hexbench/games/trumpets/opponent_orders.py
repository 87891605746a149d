"""A plan carried out order by order: moves with room at their end, then positions for those who stay (TT-REC-18)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hexbench.engine.values import Action, Say, say
from hexbench.games.trumpets.building import BUILD
from hexbench.games.trumpets.moving import MOVE
from hexbench.games.trumpets.opponent_field import Field
from hexbench.games.trumpets.opponent_plan import Budget, Planner

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat

Answer = tuple[Action, Say] | None


class Orders:
    """What is to be done in one movement segment. It is made anew for every one, and for a position it does not know."""

    def __init__(self) -> None:
        self._for: tuple[object, ...] = ()
        self._goes: dict[str, str] = {}
        """unit -> the hex it is to go to."""
        self._why: dict[str, Say] = {}
        self._fight: frozenset[str] = frozenset()
        """Units that are to attack, and so build nothing."""
        self._wary: frozenset[str] = frozenset()
        """Hexes the enemy could attack next."""
        self._given_up: set[str] = set()
        self._built: set[str] = set()

    def look(self, seat: TtSeat, budget: Budget, cancelled: Callable[[], bool]) -> None:
        """Make the plan, unless this is a segment it has been made for."""
        s = seat.s
        key = (s.player_turn, s.turn, s.phasing, seat.rules, tuple(u for u in s.units if s.units[u].on_map))
        if key == self._for:
            return
        self._for = key
        field = Field(seat, seat.step.who)
        planner = Planner(field, budget, cancelled)
        deals = planner.plan()
        self._fight = frozenset(u for deal in deals for u in deal.plan.units)
        self._goes = {uid: field.labels[i] for uid, i in planner.place.items()}
        self._wary = frozenset(field.labels[i] for i in field.threats) if field.their_turns else frozenset()
        self._why = {uid: _why(field, planner, uid, self._fight) for uid in self._goes}
        self._given_up, self._built = set(), set()

    # ---- moves
    def next_move(self, seat: TtSeat) -> Answer:
        """The next move that has room at its end, mates of a stack together; those that wait are looked at again."""
        s = seat.s
        waiting: dict[tuple[str, str], list[str]] = {}
        for uid, to in self._goes.items():
            if uid not in self._given_up and s.units[uid].at != to and s.units[uid].on_map:
                waiting.setdefault((s.units[uid].at, to), []).append(uid)
        for (_, to), units in waiting.items():
            for able in (tuple(units), *((u,) for u in units if len(units) > 1)):
                action = Action(MOVE.name, able, to)
                if not seat.refuse(action):
                    self._given_up.update(able)
                    return action, self._why[able[0]]
        return None

    # ---- positions
    def next_work(self, seat: TtSeat) -> Answer:
        """Who stays where the enemy may come digs in (TT-REC-15)."""
        s = seat.s
        offer = next((o for o in seat.prompt.offers if o.verb == BUILD.name), None)
        for uid in offer.subjects if offer is not None else ():
            unit = s.units[uid]
            if uid in self._fight or uid in self._built or unit.at not in self._wary or unit.at in s.building:
                continue
            self._built.add(uid)
            kinds = {t.object or t.how: t for t in seat.targets(BUILD.name, (uid,))}
            kind = next((k for k in ("SP", "IP6", "IP5") if k in kinds), None)
            if kind is None:
                continue
            target = kinds[kind]
            name = seat.rules.title(s.mission.units[uid])
            return Action(BUILD.name, (uid,), target.object, target.how), say(
                "{unit} stays in {hex} and digs in.", unit=name, hex=unit.at
            )
        return None


def _why(field: Field, planner: Planner, uid: str, fight: frozenset[str]) -> Say:
    name = field.rules.title(field.s.mission.units[uid])
    i = planner.place[uid]
    at = field.labels[i]
    goal = planner.worth.post.get(uid)
    if uid in fight and i in field.touching:
        return say("{unit} closes with the enemy at {hex} to attack.", unit=name, hex=at)
    mark = next((g for g in planner.worth.goals if g.hex == i), None)
    if mark is not None and not mark.ours:
        return say("{unit} takes {place}.", unit=name, place=mark.name)
    if mark is not None:
        return say("{unit} holds {place}.", unit=name, place=mark.name)
    if "artillery" in field.tags(uid):
        return say("{unit} comes into range.", unit=name)
    if goal is not None and field.turns(uid, i, goal.hex) < field.turns(uid, field.at(uid), goal.hex):
        return say("{unit} makes for {place}.", unit=name, place=goal.name)
    return say("{unit} stands better in {hex}.", unit=name, hex=at)
