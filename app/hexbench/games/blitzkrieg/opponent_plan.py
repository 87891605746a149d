"""Where the units of a side move in one turn: a search over places, judged with the engagements that follow
(BK-AI-05..07).

Every unit is first sent to its best place away from the enemy. Then attacks on single enemy hexes are tried,
the most promising first, and kept if they increase the total worth; then single units are tried elsewhere.
The budget counts positions judged, not seconds, so that the same position always produces the same plan
(BK-AI-08).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.games.blitzkrieg.opponent_clash import Clashes, Solution, column, reckoner
from hexbench.games.blitzkrieg.opponent_worth import KEY, USUAL, Weights, Worth
from hexbench.games.blitzkrieg.pieces import ALLIED, GERMAN
from hexbench.games.blitzkrieg.refusals import LIMIT
from hexbench.staff.plans import Moves, Search

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.opponent_clash import Reckoner
    from hexbench.games.blitzkrieg.opponent_map import Field
    from hexbench.games.blitzkrieg.pieces import Side
    from hexbench.games.blitzkrieg.rules import BkRules


class Budget(NamedTuple):
    """How much a level computes, and its weights."""

    attacks: int
    """How many enemy hexes are tried as targets of an attack."""
    rounds: int
    """How often the whole search is repeated."""
    places: int
    """How many places are tried for each unit in a round; 0: units are not tried one by one."""
    care: float
    """The weight the Germans give to losses in the enemy's next turn; their time is short, so the lower the
    better.
    """
    nerve: float = 1.0
    """By how much that weight is lowered further."""
    german: Weights = USUAL
    """Its weights when it plays the Germans."""
    allied: Weights = USUAL
    """Its weights when it plays the Allies."""

    def weights(self, side: Side) -> Weights:
        """The weights of the level for a side."""
        return self.german if side == GERMAN else self.allied

    def reckoner(self, rules: BkRules, side: Side) -> Reckoner:
        """The values of engagement results for the level and a side."""
        return reckoner(rules, self.weights(side).taste(side))

    def worth(self, field: Field) -> Worth:
        """The worth of places for the level and a side."""
        return Worth(field, self.care, self.nerve, self.weights(field.side))


_MIDDLE: Final = Budget(attacks=120, rounds=4, places=12, care=0.05)
LEVELS: Final = {
    "quick": Budget(attacks=24, rounds=1, places=0, care=0.35),
    "middle": _MIDDLE,
    # computes as much as middle; its weights come from games that were played (docs/adr/0043)
    "strong": _MIDDLE._replace(
        german=Weights(pull=2.2, prize=2.0, pushed=2.5), allied=Weights(pull=3.0, pushed=2.5, care=0.4)
    ),
}


_ZONE: Final = 2.0
"""How often the enemy has to stop on the way past a unit."""
_LEAST: Final = 0.3
"""The least worth for which a place in a line is taken."""


class Planner(Search[Worth]):
    """One plan for one position."""

    def __init__(self, field: Field, budget: Budget, cancelled: Callable[[], bool]) -> None:
        super().__init__(budget.worth(field), field.mine, field.touching, budget, cancelled)
        self.field = field
        self.clashes = Clashes(field, budget.reckoner(field.rules, field.side), self.worth.ground())
        self._others = self._room_taken()
        self._reach = {uid: field.reach(uid) for uid in field.mine}
        self._calms: dict[str, float] = {}

    def _room_taken(self) -> dict[int, int]:
        """hex -> units in it that this plan does not move, including infiltrators of either side (BK-MOV-08)."""
        field = self.field
        out: dict[int, int] = {}
        ground = set(field.mine)
        for uid, unit in field.s.units.items():
            if unit.on_map and uid not in ground and field.s.roster[uid].type == "infiltrator":
                i = field.index[unit.at]
                out[i] = out.get(i, 0) + 1
        return out

    # ---- the plan
    def plan(self) -> list[Solution]:
        """Fill in :attr:`place`; returns the engagements that follow."""
        self.seek()
        return self.clashes.solve(self.stacks)

    def reached(self, uid: str) -> Collection[int]:
        return self._reach[uid]

    def fits(self, uid: str, i: int) -> bool:
        return self._room(i) > 0

    def full(self, i: int) -> bool:
        return self._room(i) < 0

    def lure(self, uid: str) -> float:
        return 1.5

    def try_attacks(self) -> None:
        """Try attacks, then reconsider units that are next to an enemy to little effect."""
        self._attacks()
        self._withdraw()

    def _room(self, i: int) -> int:
        return LIMIT - self._others.get(i, 0) - len(self.stacks.get(i, ()))

    def settle(self) -> None:
        """Send every unit to its best place away from the enemy; units that cannot get away stay."""
        field, worth = self.field, self.worth
        kind = field.s.roster

        def turn(uid: str) -> tuple[bool, bool, bool, str]:
            # units that cannot move first, then those with a clear best place; guns choose after the others
            there = worth.post_of[uid].hex == field.at(uid)
            return len(self._reach[uid]) > 1, not there, kind[uid].type == "artillery", uid

        waiting = sorted(field.mine, key=turn)
        if field.side == ALLIED:
            waiting = self._bar(waiting)
        for uid in waiting:
            self.put(uid, self._calm(uid))

    def _calm(self, uid: str) -> int:
        """The best place for a unit away from the enemy; if there is none, any place."""
        field, here = self.field, self.field.at(uid)
        free = [i for i in self._reach[uid] if i not in field.touching and self._room(i) > 0]
        if not free:
            free = [here] if self._room(here) > 0 or len(self._reach[uid]) == 1 else []
        if not free:
            free = [i for i in self._reach[uid] if self._room(i) > 0] or [here]
        return max(free, key=lambda i: (self.alone(uid, i), i == here, -i))

    def _bar(self, waiting: list[str]) -> list[str]:
        """Block the enemy's best routes one after another as long as units are available and it helps;
        returns the units left over.
        """
        field, worth, line = self.field, self.worth, self.worth.line()
        left = []
        for uid in waiting:
            post = worth.post_of[uid]
            here = field.at(uid)
            stays = post.hex == here and (post.prize >= KEY or (post.prize and here not in field.touching))
            if len(self._reach[uid]) == 1 or stays:
                self.put(uid, here)
            else:
                left.append(uid)
        able = [uid for uid in left if field.s.roster[uid].type != "artillery"]
        while able and not self._cancelled():
            press = line.delay(self.stacks).press
            best: tuple[float, str, int] | None = None
            spots: dict[int, float] = {}
            for j, gain in press.items():
                for i in (j, *field.around[j]):
                    if i not in field.touching and i not in field.enemies:
                        spots[i] = max(spots.get(i, 0.0), gain)
            for uid in able:
                stop = line.stop(field.at(uid), (uid,)) * _ZONE
                ways, base = self._reach[uid], self._calm_worth(uid)
                for i, gain in spots.items():
                    if i in ways and self._room(i) > 0:
                        found = gain * stop + self.alone(uid, i) - base
                        if best is None or found > best[0]:
                            best = found, uid, i
            if best is None or best[0] < _LEAST:
                break
            self.put(best[1], best[2])
            able.remove(best[1])
        return [uid for uid in left if uid not in self.place]

    def _calm_worth(self, uid: str) -> float:
        """The worth of a unit at its best place away from the enemy, with no other units there."""
        found = self._calms.get(uid)
        if found is None:
            worth, touching = self.worth, self.field.touching
            found = self._calms[uid] = max(
                (worth.at(uid, i) + worth.stack(i, (uid,)) for i in self._reach[uid] if i not in touching),
                default=-5.0,
            )
        return found

    def total(self) -> float:
        worth = self.worth
        total = self.clashes.worth(self.stacks)
        for uid, i in self.place.items():
            total += worth.at(uid, i)
        for i, here in self.stacks.items():
            total += worth.stack(i, here)
        return total if self.field.side == GERMAN else total + worth.line().worth(self.stacks)

    # ---- attacks
    def _attacks(self) -> None:
        """Try attacks on single hexes, the most promising first."""
        field = self.field
        near: dict[int, list[str]] = {}
        for uid, reach in self._reach.items():
            slots = {e for i in reach if i in field.touching for e in field.touching[i]}
            for e in slots:
                near.setdefault(e, []).append(uid)
        strength = {
            e: sum(sorted((field.s.units[u].strength for u in units), reverse=True)[:9])
            for e, units in near.items()
        }
        prize = self.worth.prize
        order = sorted(near, key=lambda e: (-4 * strength[e] / max(field.guard[e], 1) - prize(e) / 3, e))
        self.attack_in_order(order, near)

    def gather(self, enemy: int, units: list[str]) -> Moves:
        """Which units would attack an enemy hex from where, including those already there: each choice adds
        the most for what it gives up.
        """
        field = self.field
        there = [
            u
            for i in field.around[enemy]
            for u in self.stacks.get(i, ())
            if enemy in field.touching.get(i, ())
        ]
        places = {u: self.place[u] for u in there}
        room = {i: self._room(i) for i in field.around[enemy] if i not in field.enemies}
        free = [u for u in units if u not in places and self.place[u] not in field.touching]
        offers = self._offers(enemy, free, room)
        shut = frozenset((enemy,)) if self.clashes.shut_in(enemy, self.stacks) else frozenset[int]()
        chosen: Moves = []
        best: Moves = []
        best_worth, cost = 0.0, 0.0
        for price, uid, i in offers:
            if uid in places or room[i] < 1:
                continue
            places[uid] = i
            room[i] -= 1
            chosen.append((uid, i))
            cost += price
            now = self.clashes.value(list(places), places, (enemy,), shut) - cost
            if not best or now > best_worth:
                best, best_worth = list(chosen), now
            attack = sum(field.s.units[u].strength for u in places)
            if column(attack, field.guard[enemy]) == 8 or len(chosen) > 11:
                break
        return best

    def _offers(self, enemy: int, free: list[str], room: dict[int, int]) -> list[tuple[float, str, int]]:
        """(what it gives up, unit, hex next to the enemy), the cheapest for its strength first."""
        field = self.field
        out = []
        for uid in free:
            strength = field.s.units[uid].strength
            now = self.alone(uid, self.place[uid])
            slots = [i for i in room if i in self._reach[uid] and room[i] > 0]
            if not slots or not strength:
                continue

            # in a place next to other enemies it has to fight them too (BK-ENG-02)
            def price(i: int, uid: str = uid, now: float = now) -> float:
                wet = 1.5 if field.rivers(i, enemy) else 0.0
                others = sum(1 for e in field.touching[i] if e != enemy)
                return now - self.alone(uid, i) + wet + 0.8 * others

            i = min(slots, key=lambda i: (price(i), i))
            out.append((price(i), uid, i))
        return sorted(out, key=lambda one: (one[0] - 0.3 * field.s.units[one[1]].strength, one[1]))

    # ---- single units
    def _withdraw(self) -> None:
        """Units next to an enemy to little effect try to move elsewhere: first all of a hex together, then
        one by one.
        """
        field = self.field
        for i in sorted(h for h, units in self.stacks.items() if units and h in field.touching):
            moves = [(uid, self._refuge(uid)) for uid in self.stacks[i]]
            if all(to != i for _, to in moves) and not self.keep_if_better(moves):
                for uid, to in moves:
                    if self._cancelled():
                        return
                    self.keep_if_better([(uid, to)])

    def _refuge(self, uid: str) -> int:
        """The best place for a unit away from all enemies; its present place if there is none."""
        free = [i for i in self._reach[uid] if i not in self.field.touching and self._room(i) > 0]
        return max(free, key=lambda i: (self.alone(uid, i), -i), default=self.place[uid])
