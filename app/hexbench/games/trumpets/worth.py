"""What a combat is worth before its dice: the exact mean of the steps both sides are to lose, and where it leads (TT-REC-18).

Both tables are read as they are when the dice fall; only what a retreat or a counterattack costs in steps depends on the
ground, and that the asker may say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from hexbench.games.trumpets.resolution import blitz_chances, chances, read

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.strength import Reckoning

NO_COST = (0.0, 0.0, 0.0, 0.0, 0.0)
"""Steps a retreat of 0 to 4 hexes costs where the way is free."""


class Chances(NamedTuple):
    """A combat in a few exact numbers; chances are 0..1."""

    worn: float
    """Steps the attacker loses in the mean, the whole elimination left out."""
    hit: float
    """Steps the defender loses in the mean, the whole elimination left out."""
    lost: float
    """The attackers are eliminated."""
    gone: float
    """The defenders are eliminated."""
    back: tuple[float, ...]
    """The defenders retreat n hexes, n from 0 (never) to 4."""
    away: tuple[float, ...]
    """The attackers retreat n hexes."""
    counter: float
    engaged: float
    past: tuple[float, ...]
    """A blitz attack advances n hexes past the defenders."""

    @property
    def taken(self) -> float:
        """The hex is left to the attacker by a retreat or an elimination."""
        return self.gone + sum(self.back)

    @property
    def favour(self) -> float:
        """Any result for the attacker."""
        return min(1.0, self.taken + sum(self.past) + self.counter)


def look(rules: TtRules, found: Reckoning, *, ordinary: bool) -> Chances:
    """The chances of a reckoning; kept, for they depend on column, modifier and cancelling dice alone."""
    key = (
        ("chances", found.column, found.drm, found.cancels)
        if ordinary
        else ("blitz chances", found.blitz_column, found.drm)
    )
    kept: Chances | None = rules.kept.get(key)
    if kept is None:
        kept = rules.kept[key] = _ordinary(rules, found) if ordinary else _blitz(rules, found)
    return kept._replace(hit=kept.hit + 1.0) if found.extra_hit and ordinary else kept


def _ordinary(rules: TtRules, found: Reckoning) -> Chances:
    worn = hit = lost = gone = counter = engaged = 0.0
    back, away = [0.0] * 5, [0.0] * 5
    for one, chance in chances(rules.tables, found).items():
        if one.cancelled:
            continue
        p = float(chance)
        what = read(one.result)
        worn += p * ((one.attrition != "") + (what.attacker_hit != ""))
        hit += p * (what.defender_hit != "")
        lost += p * (what.gone == "attacker")
        gone += p * (what.gone == "defender")
        back[what.defender_retreat] += p * (what.defender_retreat > 0)
        away[what.attacker_retreat] += p * (what.attacker_retreat > 0)
        counter += p * what.counterattack
        engaged += p * what.engaged
    return Chances(worn, hit, lost, gone, tuple(back), tuple(away), counter, engaged, (0.0,) * 5)


def _blitz(rules: TtRules, found: Reckoning) -> Chances:
    worn = engaged = 0.0
    past, away = [0.0] * 5, [0.0] * 5
    for code, chance in blitz_chances(rules.tables, found).items():
        p = float(chance)
        if code.startswith("Adv"):
            past[int(code[3])] += p
        elif code == "Eng":
            engaged += p
        elif code in ("A1", "A2"):
            if rules.options.blitz_a == "loss":
                worn += p * int(code[1])
            else:
                away[int(code[1])] += p
    return Chances(worn, 0.0, 0.0, 0.0, (0.0,) * 5, tuple(away), 0.0, engaged, tuple(past))


def steps(
    one: Chances, ours: int, theirs: int, flight: Sequence[float] = NO_COST, ways: float = 1.0
) -> tuple[float, float]:
    """(steps the defender is to lose, steps the attacker is to lose) in the mean.

    ``ours`` and ``theirs``: the steps that take part; ``flight``: what a retreat of n hexes costs the defenders altogether;
    ``ways``: of a counterattack counted as a retreat of one hex (TT-CA-02), how often it is one.
    """
    away = sum(p * n for n, p in zip(flight, one.back, strict=True)) + flight[1] * one.counter * ways
    hurt = min(float(theirs), one.hit) + one.gone * theirs + away
    return min(float(theirs), hurt), min(float(ours), one.worn) + one.lost * ours


HEX = 0.5
"""A hex of retreat, or of a breakthrough, in steps, where attacks are ranked for players."""


def balance(one: Chances, ours: int, theirs: int) -> float:
    """The worth of an attack: steps the enemy is to lose less steps the attacker is to lose, a hex of retreat counted half a
    step for either side, and a hex of a blitz attack's advance likewise.
    """
    gain, price = steps(one, ours, theirs)
    yielded = sum(n * (p + q) for n, (p, q) in enumerate(zip(one.back, one.past, strict=True))) + one.counter
    return gain - price + HEX * (yielded - sum(n * p for n, p in enumerate(one.away)))
