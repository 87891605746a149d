"""What an engagement is worth to the attacker, exactly over the six rolls of Table 2 (BK-AI-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexbench.games.blitzkrieg.battle import outcome
from hexbench.games.blitzkrieg.harm import part
from hexbench.games.blitzkrieg.odds import BEST, EVEN, WORST, defends_with, factor, terrain_factor
from hexbench.games.blitzkrieg.results import Outcome

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import Position
    from hexbench.games.blitzkrieg.rules import BkRules

QUARTERS = 4
"""Defence is counted in quarters of a point, so that every class factor is whole (BK-ODD-03)."""


class Taste(NamedTuple):
    """What points are worth to a side that attacks."""

    killed: float = 1.0
    lost: float = 1.0
    pushed: float = 0.35
    """A hex of retreat of one defending unit."""


class Clash(NamedTuple):
    """An engagement as far as its worth goes. Strengths are attack strengths, sorted."""

    column: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    shut_in: bool
    """The defenders have no way back: a retreat is their end (BK-RES-21)."""
    cut_off: int
    """Attackers who have no way back."""
    ground: float
    """What it is worth that the defenders are gone from where they stand."""


class Reckoner:
    """Values of engagements, kept; one for each map and its tables, and each taste."""

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


def quarters_of(rules: BkRules, s: Position, uid: str, at: str) -> int:
    """What a unit would defend with in a hex, in quarters of a point; no river (BK-ODD-02, BK-ODD-03)."""
    kind = s.roster[uid].type
    own = QUARTERS * defends_with(rules, s.units[uid]) * factor(rules, kind)
    return int(own * terrain_factor(rules, kind, at))


def reckoner(rules: BkRules, taste: Taste) -> Reckoner:
    """The one of a map, its tables and a taste."""
    found: Reckoner | None = rules.kept.get(("reckoner", taste))
    if found is None:
        found = rules.kept["reckoner", taste] = Reckoner(rules, taste)
    return found
