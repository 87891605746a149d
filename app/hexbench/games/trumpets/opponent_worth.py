"""The value of places to the computer: objectives to take or hold, routes to them, and enemy threats
(TT-REC-18).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.games.trumpets import resolution
from hexbench.games.trumpets.battlefield import base_of, built_at
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.pieces import GERMAN
from hexbench.games.trumpets.strength import COLUMNS, Reckoning, column_of

if TYPE_CHECKING:
    from hexbench.games.trumpets.opponent_field import Field

LATER: Final = 0.8
"""The share of a value that is left one turn's move away."""
PULL: Final = {"front_line": 0.28, "combat_support": 0.13, "artillery": 0.0, "hq": 0.02}
"""The share of an objective's value that attracts a unit."""
_GUARD: Final = (0.60, 0.28, 0.14)
"""The share of the value at risk saved by the first, second and third front line unit in an objective."""
_MULTIPLIER: Final = {"town": 2, "city": 3}
SHUT: Final = {"broken": -1, "forest": -1}
"""Columns the defender gains from terrain."""
_BEST_ER: Final = 6


class Goal(NamedTuple):
    """An objective as one side sees it."""

    hex: int
    name: str
    points: int
    ours: bool
    """Whether the planning side holds it: the Germans held it last, or they did not."""
    danger: float
    """How likely the enemy is to go for it, 0..1."""


class Worth:
    """The values of places for one side in one position."""

    def __init__(self, field: Field, care: float, nerve: float = 1.0) -> None:
        self.field = field
        self.care = care / nerve
        self._single: dict[tuple[str, int], float] = {}
        self._risks: dict[tuple[object, ...], float] = {}
        self.post: dict[str, Goal] = self._posts()

    # ---- objectives
    @cached_property
    def goals(self) -> tuple[Goal, ...]:
        """Every objective."""
        field, held = self.field, self.field.s.held
        out = []
        for goal in field.s.mission.objectives:
            i = field.index[goal.hex]
            ours = (held.get(goal.hex) == GERMAN) == (field.side == GERMAN)
            danger = 0.0
            if ours and field.their_turns:
                near = field.quickest(field.foe, i)
                danger = (
                    max(0.12, 1.0 - 0.3 * max(0.0, near - 0.7)) if near <= field.their_turns + 0.5 else 0.05
                )
            out.append(Goal(i, goal.name, goal.points, ours, danger))
        return tuple(out)

    @cached_property
    def prize(self) -> dict[int, float]:
        """Maps enemy hexes to the value of driving out the units that hold them."""
        field = self.field
        out = dict.fromkeys(field.enemies, 0.45 if field.side == GERMAN else 0.1)
        for goal in self.goals:
            if goal.hex in out and not goal.ours:
                out[goal.hex] += 0.85 * goal.points
        if field.side == GERMAN:
            for e in out:
                out[e] += 0.06 * sum(
                    g.points for g in self.goals if not g.ours and g.hex != e and field.far(e, g.hex) <= 3
                )
        else:
            for e in out:
                out[e] += 0.08 * sum(g.points for g in self.goals if g.ours and field.far(e, g.hex) <= 2)
        return out

    def _posts(self) -> dict[str, Goal]:
        """Assign each unit an objective that is valuable, near, and not yet assigned to too many units."""
        field = self.field
        load: dict[int, float] = {}
        out: dict[str, Goal] = {}
        ahead = field.own_turns + 1

        def way(uid: str, goal: Goal) -> float:
            return field.turns(uid, field.at(uid), goal.hex)

        wanted = [g for g in self.goals if not g.ours or g.danger > 0.04] or list(self.goals)
        if not wanted:
            return out
        need = {
            g.hex: 6.0 + sum(field.strength[u][1] for u in field.enemies.get(g.hex, ())) * 1.5 for g in wanted
        }

        def value(uid: str, goal: Goal) -> float:
            t = way(uid, goal)
            stake = goal.points * (goal.danger if goal.ours else 0.9)
            late = 0.25 if t > ahead else 1.0
            crowd = 1.0 + load.get(goal.hex, 0.0) / need[goal.hex]
            return stake * float(LATER**t) * late / crowd

        order = sorted(field.mine, key=lambda u: (min(way(u, g) for g in wanted), u))
        for uid in order:
            goal = max(wanted, key=lambda g: (value(uid, g), -g.hex))
            out[uid] = goal
            load[goal.hex] = load.get(goal.hex, 0.0) + max(field.strength[uid])
        return out

    # ---- one unit in one hex
    def at(self, uid: str, i: int) -> float:
        """The value of a unit being in a hex, disregarding other units."""
        key = (uid, i)
        found = self._single.get(key)
        if found is None:
            found = self._single[key] = self._at(uid, i)
        return found

    def _at(self, uid: str, i: int) -> float:
        field = self.field
        kind = field.rules.template(field.s.mission.units[uid]).category
        total = self._pull(uid, i, PULL[kind])
        if kind == "front_line":
            total += self._west(uid, i)
        elif kind == "artillery":
            total += self._battery(uid, i)
        elif kind == "hq":
            total += self._quarters(uid, i)
        if kind in ("artillery", "hq") and i in field.touching:
            total -= 0.6
        return total

    def _pull(self, uid: str, i: int, share: float) -> float:
        """The value of progress towards the unit's objective."""
        goal = self.post.get(uid)
        if goal is None or not share:
            return 0.0
        stake = goal.points * (goal.danger if goal.ours else 1.0)
        return share * stake * float(LATER ** self.field.turns(uid, i, goal.hex))

    def _west(self, uid: str, i: int) -> float:
        """American front line units that end the game in the west count (TT-REC-19)."""
        field = self.field
        west = field.s.mission.exit_west
        if west is None or field.s.mission.units[uid].nation != "american":
            return 0.0
        off = max(0, int(field.labels[i][:2]) - west)
        left = field.own_turns
        if not off:
            return 0.9 if not left else 0.55 if left == 1 else 0.3
        late = 0.5 if left <= 1 else 0.3 if left == 2 else 0.12
        return late * float(LATER ** (off / 2))

    def _battery(self, uid: str, i: int) -> float:
        """The value of a hex for artillery: enemies and objectives in range, but not close."""
        field = self.field
        reach = field.rules.template(field.s.mission.units[uid]).range
        seen = sum(1 for e in field.enemies if field.far(i, e) <= reach)
        marks = sum(g.points for g in self.goals if field.far(i, g.hex) <= reach - 1)
        near = min((field.far(i, e) for e in field.enemies), default=9)
        shy = 0.25 * max(0, 4 - near)
        return 0.06 * min(seen, 8) + 0.04 * marks - shy

    def _quarters(self, uid: str, i: int) -> float:
        """The value of a hex for a headquarters: units within communication range (TT-REC-13)."""
        field = self.field
        roster = field.s.mission.units
        tables = field.rules.tables
        mates = [u for u in field.mine if u != uid and roster[u].division == roster[uid].division]
        near = sum(
            1 for u in mates if field.far(i, field.at(u)) <= min(tables.comm_day, tables.comm_night) + 1
        )
        close = min((field.far(i, e) for e in field.enemies), default=9)
        return 0.12 * near - 0.3 * max(0, 3 - close)

    # ---- all units of a hex
    def stack(self, i: int, units: Iterable[str]) -> float:
        """The value of the units of a hex together: objectives taken or guarded, less what the enemy may
        do.
        """
        here = tuple(units)
        if not here:
            return 0.0
        key = (i, frozenset(here))
        found = self._risks.get(key)
        if found is None:
            found = self._risks[key] = self._hold(i, here) - self.risk(i, here)
        return found

    def _hold(self, i: int, units: tuple[str, ...]) -> float:
        field = self.field
        goal = next((g for g in self.goals if g.hex == i), None)
        if goal is None:
            return 0.0
        front = sum(field.front(u) for u in units)
        if not goal.ours:
            safe = 1.0 if not field.their_turns else 0.75 if front else 0.45
            return safe * goal.points
        guard = sum(_GUARD[: min(front, 3)])
        return goal.points * goal.danger * (guard if front else 0.2 if i not in field.comes else 0.08)

    def risk(self, i: int, units: tuple[str, ...]) -> float:
        """An estimate of the points lost to an attack in the enemy's next player turn."""
        field = self.field
        foes = field.threats.get(i, ())
        if not foes or not field.their_turns or not self.care:
            return 0.0
        attack = self._attack_on(i, foes)
        defence = float(sum(field.strength[u][1] for u in units))
        built = built_at(field.rules, field.labels[i])
        defence *= _MULTIPLIER.get(built, 1)
        guns = sum(
            gun.factor
            for uid, (at, reach, gun) in field.guns.items()
            if field.s.units[uid].side == field.side and field.far(at, i) <= reach
        )
        defence += min(guns, 6) / 2
        rating = max((field.s.mission.units[u].er for u in units if field.front(u)), default=3)
        works = field.s.works.get(field.labels[i], Works()).serving(field.side)
        rating = max(rating, 5 if works.main == "IP5" else 6 if works.main else 0)
        theirs = max((field.s.mission.units[u].er for u in foes[:3]), default=5)
        shift = min(3, max(-3, theirs - rating)) + SHUT.get(base_of(field.rules, field.labels[i]), 0)
        if not any(field.front(u) for u in units):
            shift += 1
        column = column_of(int(attack), max(1, int(defence))) + shift
        one = _look(field, min(max(column, 0), len(COLUMNS) - 1), drm=int(built == "village"))
        steps = sum(field.steps(u) for u in units)
        gain, price = resolution.steps(one, 9, steps)
        goal = next((g for g in self.goals if g.hex == i), None)
        ground = 0.2 if goal is None else 0.8 * goal.points * max(goal.danger, 0.3)
        return self.care * max(0.0, gain - price + one.taken * ground)

    def _attack_on(self, i: int, foes: tuple[str, ...]) -> float:
        """The factors the enemy would attack with: a share of all units in reach, three front line units
        per hex.
        """
        field = self.field
        room = 3 * sum(1 for j in field.around[i] if j not in self.kept_hexes)
        ground = sum(field.strength[u][0] for u in foes[: max(room, 3)])
        guns = sum(
            gun.factor
            for uid, (at, reach, gun) in field.guns.items()
            if field.s.units[uid].side == field.foe and field.far(at, i) <= reach + 2
        )
        part = 0.6 * min(ground, 24)
        return part + min(part, guns * 0.4)

    @cached_property
    def kept_hexes(self) -> frozenset[int]:
        """Hexes of this side now."""
        return frozenset(self.field.at(u) for u in self.field.mine)


def _look(field: Field, column: int, drm: int) -> resolution.Chances:
    """The chances of a column."""
    found = Reckoning((), 0, 0, column, 0, drm, column, column, None, False, "")
    return resolution.look(field.rules, found, ordinary=True)
