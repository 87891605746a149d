"""Which units attack which when units are placed as planned: engagements that cover every contact, and their
worth (BK-AI-07).

The cover of :mod:`engage` is the starting point, because it always exists. Then single attackers are moved to
other engagements and other places as long as that increases the worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hexbench.engine.board import remembered
from hexbench.games.blitzkrieg.battle import outcome
from hexbench.games.blitzkrieg.casualties import part
from hexbench.games.blitzkrieg.engage import cover
from hexbench.games.blitzkrieg.odds import BEST, EVEN, WORST
from hexbench.games.blitzkrieg.opponent_map import QUARTERS
from hexbench.games.blitzkrieg.results import Outcome

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.opponent_map import Field
    from hexbench.games.blitzkrieg.rules import BkRules


# The exact worth of an engagement to the attacker over the six rolls of Table 2 (BK-AI-05).


class Taste(NamedTuple):
    """How much points are worth to an attacking side."""

    killed: float = 1.0
    lost: float = 1.0
    pushed: float = 0.35
    """The worth of each hex that one defending unit retreats."""


class Clash(NamedTuple):
    """An engagement as far as it matters for its worth. Strengths are attack strengths, sorted."""

    column: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    shut_in: bool
    """The defenders have no line of retreat: a retreat eliminates them (BK-RES-21)."""
    cut_off: int
    """Attackers that have no line of retreat."""
    ground: float
    """The worth of driving the defenders from their hexes."""


class Reckoner:
    """Cached values of engagements; one for each map with its tables and each taste."""

    def __init__(self, rules: BkRules, taste: Taste) -> None:
        columns = range(len(rules.tables.combat.columns))
        self.cells: tuple[tuple[Outcome, ...], ...] = tuple(
            tuple(outcome(rules, roll, column) for roll in range(1, 7)) for column in columns
        )
        """column -> the six outcomes."""
        self._taste = taste
        self._known: dict[Clash, float] = {}

    def worth(self, clash: Clash) -> float:
        """The expected gain of the attacker, in strength points."""
        found = self._known.get(clash)
        if found is None:
            found = sum(self._roll(clash, cell) for cell in self.cells[clash.column]) / 6
            if len(self._known) > 200_000:
                self._known.clear()
            self._known[clash] = found
        return found

    def _roll(self, clash: Clash, cell: Outcome) -> float:
        taste = self._taste
        ours = [n - part(n, cell.attackers_lose) for n in clash.attackers]
        theirs = [n - part(n, cell.defenders_lose) for n in clash.defenders]
        gone = False
        if cell.gone == "attacker":
            ours = []
        elif cell.gone == "defender":
            theirs, gone = [], True
        elif cell.exchange:
            ours = sorted(ours)[1:]
            theirs = sorted(theirs)[1:]
            gone = not theirs
        worth = 0.0
        side, n = cell.back
        if side == "defender":
            gone = True
            if clash.shut_in:
                theirs = []
            worth += taste.pushed * n * len(theirs)
        elif side == "attacker" and ours:
            ours = sorted(ours)[clash.cut_off :]
            worth -= taste.pushed * n * len(ours)
        worth += taste.killed * (sum(clash.defenders) - sum(theirs))
        worth -= taste.lost * (sum(clash.attackers) - sum(ours))
        return worth + (clash.ground if gone else 0.0)


def column(attack: int, quarters: int) -> int:
    """The column of Table 2 for a defence in quarters of a point (BK-ODD-10..12)."""
    if not quarters:
        return BEST
    points = QUARTERS * attack
    if points >= quarters:
        return EVEN + min(6, points // quarters) - 1
    return WORST if not points else EVEN + 1 - min(4, -(-quarters // points))


@remembered
def reckoner(rules: BkRules, taste: Taste) -> Reckoner:
    """The cached reckoner of a map, its tables and a taste."""
    return Reckoner(rules, taste)


Stacks = Mapping[int, Sequence[str]]
"""hex -> own ground units planned to be there."""


class Group(NamedTuple):
    """One planned engagement: attackers and the enemy hexes they attack, a star."""

    units: tuple[str, ...]
    hexes: tuple[int, ...]


class Solution(NamedTuple):
    """The engagements of a set of connected contacts, and their worth."""

    groups: tuple[Group, ...]
    worth: float


class Clashes:
    """Engagements of planned positions; results are cached."""

    def __init__(self, field: Field, reckoner: Reckoner, ground: Mapping[int, float]) -> None:
        self.field = field
        self._reckoner = reckoner
        self._ground = ground
        self._strength = {uid: field.s.units[uid].strength for uid in field.mine}
        self._theirs = {
            i: tuple(field.s.units[u].strength for u in units) for i, units in field.enemies.items()
        }
        self._solved: dict[object, Solution] = {}
        self._blocked = frozenset(field.enemies)
        self._hopeless: dict[int, bool] = {}

    # ---- the whole position
    def solve(self, stacks: Stacks) -> list[Solution]:
        """The solution of every set of connected contacts."""
        touching = self.field.touching
        contact = [h for h, units in stacks.items() if units and h in touching]
        seen: set[int] = set()
        facing: dict[int, list[int]] = {}
        for h in contact:
            for e in touching[h]:
                facing.setdefault(e, []).append(h)
        out = []
        for h in contact:
            if h in seen:
                continue
            part, queue = [], [h]
            foes: set[int] = set()
            seen.add(h)
            while queue:
                here = queue.pop()
                part.append(here)
                for e in touching[here]:
                    if e not in foes:
                        foes.add(e)
                        for other in facing[e]:
                            if other not in seen:
                                seen.add(other)
                                queue.append(other)
            out.append(self._component(sorted(part), sorted(foes), stacks))
        return out

    def worth(self, stacks: Stacks) -> float:
        """The worth of all engagements together."""
        return sum(found.worth for found in self.solve(stacks))

    def _component(self, own: Sequence[int], foes: Sequence[int], stacks: Stacks) -> Solution:
        shut = frozenset(e for e in foes if self.shut_in(e, stacks))
        key = (tuple((h, tuple(sorted(stacks[h]))) for h in own), shut)
        found = self._solved.get(key)
        if found is None:
            found = self._solved[key] = _Solver(self, own, stacks, shut).best()
        return found

    def shut_in(self, enemy: int, stacks: Stacks) -> bool:
        """Whether every hex around an enemy is occupied by us or next to us, so that the enemy cannot retreat
        (BK-RES-23).
        """
        around = self.field.around
        for n in around[enemy]:
            if stacks.get(n) or n in self._blocked:
                continue
            if not any(stacks.get(m) for m in around[n]):
                return False
        return True

    def cut_off(self, h: int) -> bool:
        """Whether a unit of ours in that hex has no line of retreat."""
        found = self._hopeless.get(h)
        if found is None:
            field = self.field
            found = self._hopeless[h] = all(
                n in field.touching or n in field.enemies for n in field.around[h]
            )
        return found

    # ---- one engagement
    def value(
        self,
        units: Sequence[str],
        places: Mapping[str, int],
        hexes: Sequence[int],
        shut: frozenset[int],
    ) -> float:
        """The worth of an engagement of some units, placed in ``places``, against some hexes."""
        if not units:
            return 0.0
        field = self.field
        wet = all(field.rivers(places[u], e) for u in units for e in hexes if e in field.touching[places[u]])
        guard = field.behind_river if wet else field.guard
        attack = [self._strength[u] for u in units]
        defend = [n for e in hexes for n in self._theirs[e]]
        clash = Clash(
            column(sum(attack), sum(guard[e] for e in hexes)),
            tuple(sorted(attack)),
            tuple(sorted(defend)),
            all(e in shut for e in hexes),
            sum(1 for u in units if self.cut_off(places[u])),
            sum(self._ground.get(e, 0.0) for e in hexes),
        )
        return self._reckoner.worth(clash)


class _Solver:
    """Finds the best engagements of a set of connected contacts."""

    def __init__(self, clashes: Clashes, own: Sequence[int], stacks: Stacks, shut: frozenset[int]) -> None:
        self._clashes = clashes
        self._shut = shut
        self._place = {uid: h for h in own for uid in sorted(stacks[h])}
        touching = clashes.field.touching
        self._facing = {uid: touching[h] for uid, h in self._place.items()}
        names = {uid: tuple(map(str, hexes)) for uid, hexes in self._facing.items()}
        found = cover(names)
        self._units = [list(units) for units, _ in found]
        self._hexes = [tuple(map(int, hexes)) for _, hexes in found]
        self._values = [self._value(units, hexes) for units, hexes in self._groups()]

    def _groups(self) -> zip[tuple[list[str], tuple[int, ...]]]:
        return zip(self._units, self._hexes, strict=True)

    def _value(self, units: Sequence[str], hexes: Sequence[int]) -> float:
        return self._clashes.value(units, self._place, hexes, self._shut)

    def best(self) -> Solution:
        """The best solution, after as many changes as increase the worth."""
        if len(self._units) > 1:
            for _ in range(4):
                if not (self._shift() | self._trade()):
                    break
        groups = tuple(Group(tuple(units), tuple(hexes)) for units, hexes in self._groups())
        return Solution(groups, sum(self._values))

    def _fits(self, uid: str, units: Sequence[str], hexes: Sequence[int], leaving: str = "") -> bool:
        """Whether a unit may attack those hexes together with those units: a star (BK-ENG-08)."""
        if not all(h in self._facing[uid] for h in hexes):
            return False
        own = {self._place[u] for u in units if u != leaving}
        return len(hexes) == 1 or own <= {self._place[uid]}

    def _try(self, changes: Mapping[int, list[str]]) -> bool:
        """Give groups other units if that increases the worth."""
        values = {g: self._value(units, self._hexes[g]) for g, units in changes.items()}
        if sum(values.values()) <= sum(self._values[g] for g in changes) + 1e-9:
            return False
        for g, units in changes.items():
            self._units[g] = units
            self._values[g] = values[g]
        return True

    def _shift(self) -> bool:
        """Move one attacker, or two at once, to another engagement."""
        changed = False
        for uid in self._place:
            a = self._of(uid)
            for b, (units, hexes) in enumerate(self._groups()):
                mine = self._units[a]
                if b == a or len(mine) < 2 or not self._fits(uid, units, hexes):
                    continue
                if self._try({a: [u for u in mine if u != uid], b: [*units, uid]}):
                    changed = True
                    break
                mate = next((u for u in mine if u != uid and self._fits(u, [*units, uid], hexes)), None)
                if mate is not None and len(mine) > 2:
                    left = [u for u in mine if u not in (uid, mate)]
                    if self._try({a: left, b: [*units, uid, mate]}):
                        changed = True
                        break
        return changed

    def _trade(self) -> bool:
        """Exchange two attackers of two engagements."""
        changed = False
        for uid in self._place:
            a = self._of(uid)
            for b, (units, hexes) in enumerate(self._groups()):
                if b == a or not self._fits(uid, units, hexes, units[0] if len(units) == 1 else ""):
                    continue
                mine, own = self._units[a], self._hexes[a]
                for other in units:
                    rest = [u for u in mine if u != uid]
                    if self._fits(other, rest, own) and self._try(
                        {a: [*rest, other], b: [*(u for u in units if u != other), uid]}
                    ):
                        changed = True
                        break
                else:
                    continue
                break
        return changed

    def _of(self, uid: str) -> int:
        return next(g for g, units in enumerate(self._units) if uid in units)
