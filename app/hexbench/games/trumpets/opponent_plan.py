"""Plan a side's movement segment: a search over destinations, judged together with the attacks that follow
(TT-REC-18).

Every unit is first put where it is best placed without attacking. Then attacks on single enemy hexes are
tried, the most promising first, and kept if that raises the total value; then single units are tried
elsewhere. The budget counts positions evaluated, not seconds, so that the same position always leads to the
same plan.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.engine.values import Action, Say, say
from hexbench.games.trumpets import passage
from hexbench.games.trumpets.building import BUILD
from hexbench.games.trumpets.moving import MOVE
from hexbench.games.trumpets.opponent_field import Field
from hexbench.games.trumpets.opponent_odds import NOTHING, Deal, Odds
from hexbench.games.trumpets.opponent_worth import Worth
from hexbench.staff.plans import Moves, Search

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat


class Budget(NamedTuple):
    """The search effort of a level."""

    attacks: int
    """How many enemy hexes are tried as targets."""
    rounds: int
    """How often the whole search is repeated."""
    places: int
    """Destinations tried per unit in each round; 0 if units are not tried one by one."""
    care: float
    """The weight of what the enemy may do next; 0 ignores it."""
    nerve: float = 1.0
    """By how much less than usual that weighs."""


LEVELS: Final = {
    "quick": Budget(attacks=8, rounds=1, places=0, care=0.15),
    "middle": Budget(attacks=20, rounds=3, places=8, care=0.5),
}


class Planner(Search[Worth]):
    """One plan for one position."""

    def __init__(self, field: Field, budget: Budget, cancelled: Callable[[], bool]) -> None:
        super().__init__(
            Worth(field, budget.care, budget.nerve), field.mine, field.touching, budget, cancelled
        )
        self.field = field
        self.odds = Odds(field, self.worth.prize)
        self._fits: dict[frozenset[str], bool] = {}

    def plan(self) -> list[Deal]:
        """Fill in :attr:`place`, and return the attacks that follow."""
        self.seek()
        return self.odds.solve(self.stacks)

    def reached(self, uid: str) -> Collection[int]:
        return self.field.reach(uid)

    def lure(self, uid: str) -> float:
        return 0.5 if uid in self.field.fighters else 0.0

    # ---- places
    def fits(self, uid: str, i: int) -> bool:
        """Whether one more unit fits into a hex (TT-REC-02)."""
        key = frozenset((*self.stacks.get(i, ()), uid))
        found = self._fits.get(key)
        if found is None:
            found = self._fits[key] = passage.fits(self.field.rules, self.field.s, key)
        return found

    def full(self, i: int) -> bool:
        return not passage.fits(self.field.rules, self.field.s, self.stacks.get(i, ()))

    def settle(self) -> None:
        """Put every unit where it is best placed now; a unit that cannot move stays."""
        field = self.field

        def order(uid: str) -> tuple[bool, bool, float, str]:
            # units that cannot move, then the front line, those nearest to their objective first
            goal = self.worth.post.get(uid)
            far = field.turns(uid, field.at(uid), goal.hex) if goal is not None else 0.0
            return len(field.reach(uid)) > 1, not field.front(uid), far, uid

        for uid in sorted(field.mine, key=order):
            here = field.at(uid)
            free = [i for i in field.reach(uid) if self.fits(uid, i)] or [here]
            self.put(uid, max(free, key=lambda i: (self.alone(uid, i), i == here, -i)))

    def total(self) -> float:
        worth = self.worth
        total = sum(deal.worth for deal in self.odds.solve(self.stacks))
        total += sum(worth.at(uid, i) for uid, i in self.place.items())
        return total + sum(worth.stack(i, here) for i, here in self.stacks.items())

    # ---- attacks
    def try_attacks(self) -> None:
        """Try attacks on single hexes, the most promising first."""
        field = self.field
        near: dict[int, list[str]] = {}
        for uid in field.mine:
            if uid not in field.fighters:
                continue
            struck = {e for i in field.reach(uid) if i in field.touching for e in field.touching[i]}
            for e in sorted(struck):
                near.setdefault(e, []).append(uid)
        guard = {e: sum(field.strength[u][1] for u in units) for e, units in field.enemies.items()}
        force = {e: sum(field.strength[u][0] for u in units) for e, units in near.items()}
        prize = self.worth.prize
        order = sorted(near, key=lambda e: (-min(4.0, force[e] / max(guard[e], 1)) - prize[e], e))
        self.attack_in_order(order, near)

    def gather(self, enemy: int, units: list[str]) -> Moves:
        """Which units would attack an enemy hex, and from where: in turn the one adding most for what it
        gives up.
        """
        field, odds = self.field, self.odds
        places = {
            u: i
            for i in field.around[enemy]
            if enemy in field.touching.get(i, ())
            for u in self.stacks.get(i, ())
            if u in field.fighters and odds.may(u, enemy)
        }
        offers = self._offers(enemy, [u for u in units if u not in places and odds.may(u, enemy)])
        chosen: Moves = []
        best: Moves = []
        top = odds.best(enemy, places) if places else NOTHING
        best_worth, cost = top.worth, 0.0
        guests: dict[int, list[str]] = {}
        for price, uid, slots in offers:
            i = next(
                (
                    i
                    for i in slots
                    if passage.fits(field.rules, field.s, (*self.stacks.get(i, ()), *guests.get(i, ()), uid))
                ),
                None,
            )
            if i is None:
                continue
            guests.setdefault(i, []).append(uid)
            places[uid] = i
            chosen.append((uid, i))
            cost += price
            now = odds.best(enemy, places).worth - cost
            if now > best_worth + 1e-6:
                best, best_worth = list(chosen), now
            if len(chosen) > 9:
                break
        return best

    def _offers(self, enemy: int, free: list[str]) -> list[tuple[float, str, list[int]]]:
        """Returns (what it gives up, unit, hexes next to the enemy, best first), cheapest for its strength
        first.
        """
        field = self.field
        out = []
        for uid in free:
            reach = field.reach(uid)
            slots = [i for i in field.around[enemy] if i in reach and i not in field.enemies]
            if not slots:
                continue
            now = self.alone(uid, self.place[uid])
            wet = {i: 0.4 * (field.fighter(uid, i, enemy).water != "") for i in slots}
            slots.sort(key=lambda i, uid=uid, wet=wet: (wet[i] - self.alone(uid, i), i))  # type: ignore[misc]
            price = max(0.0, now - self.alone(uid, slots[0]))
            out.append((price, uid, slots))
        return sorted(out, key=lambda one: (one[0] - 0.25 * field.strength[one[1]][0], one[1]))


# A plan carried out order by order: moves with room at their end, then positions for those who stay (TT-
# REC-18).

Answer = tuple[Action, Say] | None


class Orders:
    """What to do in one movement segment. Made afresh for every segment, and for any unfamiliar position."""

    def __init__(self) -> None:
        self._for: tuple[object, ...] = ()
        self._goes: dict[str, str] = {}
        """Maps units to their destinations."""
        self._why: dict[str, Say] = {}
        self._fight: frozenset[str] = frozenset()
        """Units that are to attack, and therefore do not build."""
        self._wary: frozenset[str] = frozenset()
        """Hexes the enemy could attack next."""
        self._given_up: set[str] = set()
        self._built: set[str] = set()

    def look(self, seat: TtSeat, budget: Budget, cancelled: Callable[[], bool]) -> None:
        """Make the plan, unless there already is one for this segment."""
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
        """The next move with room at its destination, units of one stack together; blocked moves are tried
        again later.
        """
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
        """Units that stay where the enemy may attack dig in (TT-REC-15)."""
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
        return say("{unit} moves up to {hex} to attack.", unit=name, hex=at)
    mark = next((g for g in planner.worth.goals if g.hex == i), None)
    if mark is not None and not mark.ours:
        return say("{unit} takes {place}.", unit=name, place=mark.name)
    if mark is not None:
        return say("{unit} holds {place}.", unit=name, place=mark.name)
    if "artillery" in field.tags(uid):
        return say("{unit} moves into range.", unit=name)
    if goal is not None and field.turns(uid, i, goal.hex) < field.turns(uid, field.at(uid), goal.hex):
        return say("{unit} heads for {place}.", unit=name, place=goal.name)
    return say("{unit} is better placed in {hex}.", unit=name, hex=at)
