"""The worth of being in a hex: the plan of each side in numbers (BK-AI-05, BK-AI-06, BK-AI-09).

Every unit is assigned a place to head for. The Germans head for victory cities and dumps and leave a garrison
in those they hold. The Allies hold them, with more strength the nearer the enemy is; a line is worth the time
it costs the enemy to get past it to a valuable place. The unit of worth is one strength point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.atlas import OFF
from hexbench.engine.board import remembered
from hexbench.games.blitzkrieg import supply, victory
from hexbench.games.blitzkrieg.opponent_clash import Taste
from hexbench.games.blitzkrieg.opponent_map import FAR, QUARTERS, quarters_of, ways
from hexbench.games.blitzkrieg.pieces import GERMAN, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.opponent_map import Field
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import Position


MP: Final = 12
PULL: Final = {"german": 0.075, "allied": 0.06}
"""The worth of being one movement point nearer to its place, for each point of a unit's strength."""
_PRIZE: Final = {
    "german": {"liege": 18.0, "major": 12.0, "antwerp": 8.0, "dump": 5.0},
    "allied": {"liege": 40.0, "major": 8.0, "antwerp": 20.0, "dump": 4.0},
}
"""The worth of holding one hex of it. Without Liège the Germans need all six of the others (BK-VIC-02,
BK-VIC-03).
"""
_CARE: Final = 0.7
"""The weight of possible losses in the enemy's next turn for the Allies; for the Germans it depends on the
level.
"""
TASTE: Final = {
    "german": Taste(killed=1.05, lost=0.9, pushed=0.45),
    "allied": Taste(killed=1.0, lost=1.05, pushed=0.25),
}


class Weights(NamedTuple):
    """Factors by which a level weighs things differently from normal."""

    pull: float = 1.0
    """Being nearer to the assigned place."""
    prize: float = 1.0
    """Holding a city, a dump or a goal."""
    pushed: float = 1.0
    """Driving the enemy back."""
    care: float = 1.0
    """What the enemy may take next turn."""

    def taste(self, side: Side) -> Taste:
        """How much points are worth to an attacking side."""
        usual = TASTE[side]
        return usual._replace(pushed=usual.pushed * self.pushed)


USUAL: Final = Weights()
"""The normal weights: every factor is 1."""
_REST: Final = 0.2
"""The share that the other hexes of a city count for the Allies, who need only one."""
_DOOR: Final = 0.08
_DOORS: Final = 6.0
"""The worth of an entry for each point that is still to arrive there, and its maximum."""
GUNS: Final = 0.15
"""The worth of a gun in range of the enemy, for each point of its strength."""
_SECOND: Final = 2
_LAST: Final = 2.0
_DONE: Final = 0.25
"""Once Liège and three cities have been held, only Antwerp is left to win or lose."""
_URGENT: Final = 40.0
"""The worth of driving the Germans out of a city just before they win by it."""
KEY: Final = 12.0
_FORTRESS: Final = 17
_SOON: Final = 3 * 6 * MP
"""The strength wanted in any case at such a valuable place when the enemy is three turns away."""
_KEEP: Final = 8
"""The distance in hexes within which the enemy endangers a place."""


class Post(NamedTuple):
    """A place worth holding."""

    name: str
    hex: int
    prize: float
    need: int
    """The strength wanted there."""
    held: bool
    """Whether a unit of ours is there."""


class Worth:
    """The worth of hexes for the ground units of one side."""

    def __init__(self, field: Field, care: float, nerve: float = 1.0, weights: Weights = USUAL) -> None:
        """``care``: the weight of possible German losses in the enemy's next turn. ``nerve``: by how much
        that weight is lowered.
        """
        self._field, self._weights = field, weights
        self._care = (care if field.side == GERMAN else _CARE) * weights.care / nerve
        self._side = field.side
        self._coming: list[int] | None = None
        self._way: Line | None = None
        self.posts = self._posts()
        self.post_of: dict[str, Post] = {}
        """The place each unit heads for."""
        self._prize = {post.hex: post.prize for post in self.posts}
        self._assign()
        self._line: dict[str, list[float]] = {}
        self._fires: frozenset[int] | None = None
        self._stacks: dict[tuple[int, tuple[str, ...]], float] = {}

    # ---- places
    def _named(self) -> Iterator[tuple[str, int, float]]:
        rules, s = self._field.rules, self._field.s
        cities, prize = rules.tables.cities, _PRIZE[self._side]
        prize = {what: worth * self._weights.prize for what, worth in prize.items()}
        index = self._field.index
        major = prize["major"] * self._pressed()
        for name in cities.liege:
            yield (
                "Liège",
                index[name],
                prize["liege"] * self._wanted("liege") * self._share(cities.liege, name),
            )
        for key, hexes in cities.major.items():
            for name in hexes:
                yield key.title(), index[name], major * self._wanted(key) * self._share(hexes, name)
        for name in cities.antwerp:
            share = self._share(cities.antwerp, name)
            yield "Antwerp", index[name], prize["antwerp"] * self._wanted("antwerp") * share
        for at in s.goal:
            if at in index:
                yield at, index[at], major * self._wanted(at)
        for dump in s.dumps.values():
            if dump.number:
                yield supply.place(rules, dump.hex), index[dump.hex], prize["dump"]

    def _share(self, hexes: Sequence[str], name: str) -> float:
        """The share of a city's hexes. A city is lost only with its last hex, so the Allies hold the hex with
        the most river around it (BK-VIC-09, BK-ODD-05).
        """
        if self._side == GERMAN or len(hexes) == 1:
            return 1.0
        field, index = self._field, self._field.index

        def wet(at: str) -> tuple[int, str]:
            return sum(field.rivers(index[at], n) for n in field.around[index[at]]), at

        return 1.0 if name == max(hexes, key=wet) else _REST

    def _pressed(self) -> float:
        """How much more a major city counts for the Allies when few are left or Liège is lost (BK-VIC-02,
        BK-VIC-03).
        """
        if self._side == GERMAN:
            return 1.0
        field, cities = self._field, self._field.rules.tables.cities

        def gone(hexes: Sequence[str]) -> bool:
            return bool(hexes) and all(field.index[at] in field.enemies for at in hexes)

        free = sum(not gone(hexes) for hexes in cities.major.values())
        if free <= 2 or (free <= 4 and gone(cities.liege)):
            return 2.0
        return 1.0

    def _wanted(self, city: str) -> float:
        """How much more or less a city counts in a short game (BK-REC-11) and after a level has been reached
        (BK-VIC-07).
        """
        s = self._field.s
        if s.goal:
            return 2.0 if city in s.goal else 0.3
        if s.level == _SECOND:
            return _LAST if city == victory.ANTWERP else _DONE
        return 1.0

    def _urgent(self) -> frozenset[str]:
        """The cities that Germans hold now and must have lost one of when their next turn begins; otherwise
        they reach a level (BK-VIC-04, BK-VIC-05).
        """
        field = self._field
        rules, s = field.rules, field.s
        if self._side == GERMAN:
            return frozenset()
        held = victory.taken(rules, s, field.board)
        level = victory.level_of(rules, held, s.goal)
        if not level or (s.level and s.level <= level):
            return frozenset()
        return frozenset(
            city
            for city in held
            if victory.level_of(rules, tuple(c for c in held if c != city), s.goal) not in range(1, level + 1)
        )

    def _posts(self) -> list[Post]:
        known: dict[int, tuple[str, float]] = {}
        for name, at, prize in self._named():
            old = known.get(at)
            known[at] = (old[0], old[1] + prize) if old else (name, prize)
        self._keys = {at: prize for at, (_, prize) in known.items()}
        field = self._field
        mine = {field.at(uid) for uid in field.mine}
        found = [
            Post(name, at, prize, self._need(at, at in mine), at in mine)
            for at, (name, prize) in known.items()
        ]
        # on a map without any of these, head for the enemy; without an enemy, stay
        return (
            found
            or [
                Post(f"the enemy in {field.labels[at]}", at, 0.0, self._need(at, False), False)
                for at in field.enemies
            ]
            or [Post(field.labels[at], at, 0.0, 0, True) for at in sorted(mine)]
        )

    def _need(self, at: int, held: bool) -> int:
        """How much strength a place needs."""
        field = self._field
        label, labels = field.labels[at], field.labels
        distance = field.rules.atlas.distance
        strong = 0.0
        for i, units in field.enemies.items():
            far = distance(label, labels[i])
            if far <= _KEEP:
                points = sum(field.s.units[u].strength for u in units)
                if self._side == GERMAN:
                    strong += field.guard[i] / QUARTERS if far <= 1 else points * (1.2 - far / 10)
                else:
                    strong += points * (1.2 - far / 12)
        if self._side == GERMAN:
            return int(12 + 1.6 * strong) if not held or strong else 1
        need = 6 + 0.8 * strong
        return int(
            max(need, _FORTRESS) if self._keys.get(at, 0.0) >= KEY and self._came()[at] < _SOON else need
        )

    def _assign(self) -> None:
        """Assign every unit to a place that is near and still needs it; units already holding a place stay."""
        field = self._field
        left = {post.hex: float(post.need) for post in self.posts}
        units = list(field.mine)
        for post in self.posts:
            here = [u for u in units if field.at(u) == post.hex]
            # the slowest unit stays
            keep = sorted(here, key=lambda u: (field.s.roster[u].mp, field.s.units[u].strength))
            for uid in keep[:1] if self._side == GERMAN else keep:
                if self._side != GERMAN and field.s.roster[uid].type == "artillery" and uid is not keep[0]:
                    continue
                if left[post.hex] > 0 or uid is keep[0]:
                    self.post_of[uid] = post
                    left[post.hex] -= field.s.units[uid].strength
        pairs = [
            (self._distance(uid, post) - 6 * post.prize, uid, post)
            for uid in units
            if uid not in self.post_of
            for post in self.posts
        ]
        pairs.sort(key=lambda one: one[0])
        guns = () if self._side == GERMAN else ("artillery",)
        for _, uid, post in pairs:
            if uid not in self.post_of and left[post.hex] > 0 and field.s.roster[uid].type not in guns:
                self.post_of[uid] = post
                left[post.hex] -= field.s.units[uid].strength
        for _, uid, post in pairs:
            self.post_of.setdefault(uid, post)

    def _distance(self, uid: str, post: Post) -> int:
        field = self._field
        kind = field.s.roster[uid].type
        line = ways(field.rules).to(field.side, kind, post.hex, field.s.blown)
        return line[field.at(uid)]

    # ---- the line
    def line(self) -> Line:
        """The routes of the enemy to what we hold and to where our reinforcements arrive (BK-AI-06)."""
        if self._way is None:
            places = dict(self._keys)
            for i, strength in self._doors():
                places[i] = places.get(i, 0.0) + min(_DOOR * strength, _DOORS)
            self._way = Line(self._field, places)
        return self._way

    def _doors(self) -> Iterator[tuple[int, int]]:
        """The hexes in which our units are to arrive, with their strength (BK-REC-06)."""
        field = self._field
        s, entries = field.s, field.rules.tables.entries
        due: dict[str, int] = {}
        for uid, unit in s.units.items():
            if unit.side == self._side and unit.at.startswith("#due/"):
                due[s.roster[uid].at] = due.get(s.roster[uid].at, 0) + s.roster[uid].strength
        for name, strength in due.items():
            if entries.get(name, "") in field.index:
                yield field.index[entries[name]], strength

    # ---- worth
    def at(self, uid: str, i: int) -> float:
        """The worth of a unit being in a hex."""
        line = self._line.get(uid)
        if line is None:
            line = self._line[uid] = self._make(uid)
        return line[i]

    def _make(self, uid: str) -> list[float]:
        field = self._field
        unit, kind = field.s.units[uid], field.s.roster[uid].type
        post = self.post_of[uid]
        costs = ways(field.rules).to(field.side, kind, post.hex, field.s.blown)
        pull = self._weights.pull * PULL[self._side] * unit.strength / MP
        if kind == "artillery":
            gain = GUNS * unit.strength
            # Allied guns are kept behind the line; German guns may be needed in it
            close = 0.0 if self._side == GERMAN else -4 * gain
            return [
                (gain if i in self._firing() else close if i in field.touching else 0.0)
                - pull * max(cost - 3 * MP, 0)
                for i, cost in enumerate(costs)
            ]
        if self._side == GERMAN:
            return [-pull * cost for cost in costs]
        # being near is enough for most: a line is held in front of a city, not in it
        near = 4 * MP
        return [-pull * max(cost - near, 0) if cost < FAR else -pull * FAR for cost in costs]

    def _firing(self) -> frozenset[int]:
        """Hexes from which a gun could fire: in range of an enemy and not next to any (BK-ART-01, BK-ENG-19)."""
        if self._fires is None:
            field = self._field
            near = {i for e in field.enemies for i in field.within_two(e)}
            near |= {n for i in near for n in field.around[i]}
            self._fires = frozenset(near - set(field.touching) - set(field.enemies))
        return self._fires

    def prize(self, i: int) -> float:
        """The worth of holding a hex."""
        return self._prize.get(i, 0.0)

    def stack(self, i: int, uids: Sequence[str]) -> float:
        """The worth of these units being in a hex together: its prize as far as they can hold it, less their
        risk.
        """
        if not uids:
            return 0.0
        key = (i, tuple(sorted(uids)))
        found = self._stacks.get(key)
        if found is None:
            found = self._stacks[key] = self._stack(i, uids)
        return found

    def _stack(self, i: int, uids: Sequence[str]) -> float:
        field = self._field
        prize, threat = self.prize(i), field.threat()[i]
        if not threat:
            return prize
        rules, s = field.rules, field.s
        guard = (
            self._behind_river(i) * sum(quarters_of(rules, s, u, field.labels[i]) for u in uids) / QUARTERS
        )
        odds = threat / max(guard, 0.5)
        holds = max(0.1, min(1.0, 1.1 - 0.2 * odds))
        dies = max(0.0, min(0.6, 0.13 * (odds - 0.8)))
        return prize * holds - self._care * dies * sum(s.units[u].strength for u in uids)

    def _behind_river(self, i: int) -> float:
        """The effect of rivers on a defence there: doubled if every side the enemy comes from is a river
        (BK-ODD-05).
        """
        if self._side == GERMAN:
            return 1.0
        field, coming = self._field, self._came()
        open_to = [n for n in field.around[i] if coming[n] <= coming[i]]
        wet = sum(1 for n in open_to if field.rivers(i, n))
        if not wet:
            return 1.0
        return 2.0 if wet == len(open_to) else 1.0 + 0.4 * wet / len(open_to)

    def _came(self) -> list[int]:
        if self._coming is None:
            self._coming = self._field.near_enemy()
        return self._coming

    def ground(self) -> dict[int, float]:
        """enemy hex -> the worth of driving the enemy from it."""
        field = self._field
        base = 1.5 if self._side == GERMAN else 1.0
        known = victory.sought(field.rules, field.s)
        urgent = {field.index[at] for city in self._urgent() for at in known[city]}
        return {
            i: base + 0.7 * self._prize.get(i, 0.0) + (_URGENT if i in urgent else 0.0) for i in field.enemies
        }

    def threat(self) -> list[int]:
        """hex -> the strength with which the enemy could attack it."""
        return self._field.threat()


_HORIZON: Final = 84
"""How far ahead enemy routes are searched, in half movement points: about seven turns of armor."""
_TURN: Final = 12
"""Half movement points of armor in one turn."""
_FADE: Final = 2.2 * _TURN
"""The delay that reduces the danger to a place to a third."""
_STOP: Final = 4
"""The enemy's cost of stopping next to a stack, however weak, in half points."""
_MOST: Final = 12
"""The maximum of that cost."""
_STRONG: Final = 3
"""Points of defence for each further half point."""
_THROUGH: Final = 8
"""The enemy's additional cost of passing through the stack itself."""
_WADE: Final = 16
"""The enemy's cost of crossing a river without a bridge; armor cannot cross it at all (BK-MOV-12, BK-MOV-14)."""
_SLOW: Final = 8
"""How much later units on foot arrive."""
_QUICK: Final = ("armor", "motor_inf")

_WORTH: Final = tuple(1.0 - exp(-cost / _FADE) for cost in range(_HORIZON + 1))
"""delay -> safety of a place, 0 to 1."""
_PRESSING: Final = tuple(exp(-cost / _FADE) / _FADE for cost in range(_HORIZON + 1))
"""delay -> worth of half a point more of it."""


class _Delay(NamedTuple):
    """The enemy's delay by a given line."""

    worth: float
    """The worth of the places, weighted by their safety."""
    press: Mapping[int, float]
    """hex -> worth of half a movement point of delay there; only on the enemy's best routes."""


class Span(NamedTuple):
    """A bridge by which the enemy can come: the end on the enemy's side, the end on ours, and the worth of
    destroying it.
    """

    far: int
    near: int
    worth: float


class Line:
    """The enemy's routes in one position; many possible lines are judged against it."""

    def __init__(self, field: Field, places: Mapping[int, float]) -> None:
        """``places``: hex -> the worth of keeping the enemy away from it."""
        self._field = field
        self._out = _steps(field.rules, field.s)
        self._places = [
            (i, worth) for i, worth in sorted(places.items()) if worth > 0 and i not in field.enemies
        ]
        self._sources = [
            (i, 0 if any(field.s.roster[u].type in _QUICK for u in units) else _SLOW)
            for i, units in sorted(field.enemies.items())
        ]
        self._known: dict[tuple[tuple[int, int], ...], float] = {}
        self._stops: dict[tuple[int, tuple[str, ...]], int] = {}

    def stop(self, i: int, units: Sequence[str]) -> int:
        """The enemy's cost of stopping next to a stack."""
        key = (i, tuple(units))
        found = self._stops.get(key)
        if found is None:
            field = self._field
            guard = sum(quarters_of(field.rules, field.s, u, field.labels[i]) for u in units) / QUARTERS
            found = self._stops[key] = min(_MOST, _STOP + int(guard) // _STRONG)
        return found

    def spans(self) -> list[Span]:
        """The intact bridges by which the enemy can come, and the worth of destroying each (BK-AI-06).

        One bridge is worth little if others cross the same river: the worth of the delay when all of them are
        gone is shared among them.
        """
        rules, s = self._field.rules, self._field.s
        index, now = self._field.index, self._judge(self._search(())[0])
        rivers: dict[str, list[tuple[int, int]]] = {}
        for name, river in _bridges(rules):
            if not s.blown.get(name):
                a, _, b = name.partition("/")
                rivers.setdefault(river, []).append((index[a], index[b]))
        out = []
        for whole in rivers.values():
            costs = self._search((), whole)[0]
            gain = (self._judge(costs) - now) / len(whole)
            if gain > 0:
                # without the bridges, the enemy's bank is the one it reaches sooner
                out += [Span(a, b, gain) if costs[a] <= costs[b] else Span(b, a, gain) for a, b in whole]
        return out

    def worth(self, stacks: Mapping[int, Sequence[str]]) -> float:
        """The worth of a line."""
        held = tuple(sorted((i, self.stop(i, units)) for i, units in stacks.items() if units))
        found = self._known.get(held)
        if found is None:
            costs, _ = self._search(held)
            found = self._known[held] = self._judge(costs)
        return found

    def delay(self, stacks: Mapping[int, Sequence[str]]) -> _Delay:
        """The worth of a line, and where more delay would help."""
        held = tuple(sorted((i, self.stop(i, units)) for i, units in stacks.items() if units))
        costs, before = self._search(held)
        self._known[held] = worth = self._judge(costs)
        press: dict[int, float] = {}
        for i, prize in self._places:
            cost = costs[i]
            if cost > _HORIZON:
                continue
            gain = prize * _PRESSING[cost]
            here = i
            while here >= 0:
                press[here] = press.get(here, 0.0) + gain
                here = before[here]
        return _Delay(worth, press)

    def _judge(self, costs: Sequence[int]) -> float:
        return sum(prize * (_WORTH[costs[i]] if costs[i] <= _HORIZON else 1.0) for i, prize in self._places)

    def _search(
        self, held: Sequence[tuple[int, int]], gone: Sequence[tuple[int, int]] = ()
    ) -> tuple[list[int], list[int]]:
        """hex -> half points until the first enemy arrives, with some bridges ``gone``; and the hex it comes
        from.
        """
        out, around = self._out, self._field.around
        if gone:
            out = list(out)
            for a, b in (*gone, *(pair[::-1] for pair in gone)):
                out[a] = tuple((price + _WADE if j == b else price, j) for price, j in out[a])
        size = len(out)
        extra = [0] * size
        for i, stop in held:
            for j in around[i]:
                extra[j] = max(extra[j], stop)
        for i, stop in held:
            extra[i] = stop + _THROUGH
        best = [_HORIZON + 1] * size
        before = [OFF] * size
        buckets: list[list[int]] = [[] for _ in range(_HORIZON + 1)]
        for i, cost in self._sources:
            best[i] = cost
            buckets[cost].append(i)
        for cost, bucket in enumerate(buckets):
            for here in bucket:
                if best[here] != cost:
                    continue
                for price, j in out[here]:
                    total = cost + price + extra[j]
                    if total < best[j]:
                        best[j] = total
                        before[j] = here
                        buckets[total].append(j)
        return best, before


@remembered
def _bridges(rules: BkRules) -> tuple[tuple[str, str], ...]:
    """Every bridge with the name of its river."""
    return tuple((h.side, h.name) for h in rules.atlas.sheet.hexsides if h.side in rules.bridges)


def _steps(rules: BkRules, s: Position) -> list[tuple[tuple[int, int], ...]]:
    """hex -> (half points, adjacent hex) for the quickest class, with the bridges as they are."""
    kept: tuple[dict[str, tuple[str, ...]], list[tuple[tuple[int, int], ...]]] | None = rules.memo.get(
        "line steps"
    )
    if kept is not None and kept[0] == s.blown:
        return kept[1]
    atlas, table = rules.atlas, rules.tables.movement
    fields = table["armor"], table["motor_inf"]
    out = []
    for i in range(len(atlas.labels)):
        row = []
        for direction, j in enumerate(atlas.around[i]):
            if j == OFF:
                continue
            link = atlas.link(i, direction)
            name = atlas.side_of(i, direction)
            dry = "river" not in link.kinds or (name in rules.bridges and not s.blown.get(name))
            if dry and link.road:
                price = min(costs["road"] for costs in fields)
            else:
                price = min(costs[link.enters.terrain] for costs in fields) + (0 if dry else _WADE)
            row.append((price, j))
        out.append(tuple(row))
    rules.memo["line steps"] = (dict(s.blown), out)
    return out
