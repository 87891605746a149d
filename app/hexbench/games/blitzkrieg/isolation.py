"""What isolation does to units, by Table 7, and how they recover from it (BK-SUP-14..21)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hexbench.engine.events import StepLost, StepRegained, UnitChanged
from hexbench.games.blitzkrieg import harm
from hexbench.games.blitzkrieg.pieces import GERMAN, Side
from hexbench.games.blitzkrieg.supply import Supply, needs

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay, Position
    from hexbench.games.blitzkrieg.rules import BkRules


def judge(play: BkPlay, side: Side) -> None:
    """Supply of the side that plays next, judged when the other's turn is complete (BK-SUP-02, BK-SUP-21)."""
    rules = play.rules
    all_served = side == GERMAN and rules.options.german_fuel == "ignored"
    supply = None if all_served else Supply(rules, play, play.board, side)
    found = {
        uid: supply is None or supply.steps(unit.at) is not None
        for uid, unit in play.units.items()
        if unit.side == side and needs(play, uid)
    }
    # all are judged before any is eliminated
    for uid, served in found.items():
        if not served:
            isolate(play, uid)
        elif play.units[uid].isolated:
            restore(play, uid)


def isolate(play: BkPlay, uid: str) -> None:
    """One more turn of isolation: Table 7 of the strength it had when it was cut off, not compounded (BK-SUP-15, BK-SUP-16)."""
    unit = play.units[uid]
    base, turns = unit.defence, unit.isolated + 1
    left = weakened(play.rules, play, uid, base, turns)
    play.put(uid, strength=left, base=base, isolated=turns)
    play.tell(UnitChanged(uid, "isolated", str(turns)))
    if left != unit.strength:
        play.tell(StepLost(uid, left))
    if left < 1:
        harm.eliminate(play, uid)  # BK-SUP-18


def weakened(rules: BkRules, s: Position, uid: str, base: int, turns: int) -> int:
    """The attack strength of a unit of ``base`` points that has been isolated for some turns (Table 7)."""
    if not turns:
        return base
    return base - harm.part(base, rules.isolation(s.roster[uid]).strength[min(turns, 3) - 1])


def restore(play: BkPlay, uid: str) -> None:
    """In supply again: the strength it had when isolated, less the damage since (BK-SUP-19)."""
    unit = play.units[uid]
    play.put(uid, strength=unit.defence, base=0, isolated=0)
    play.tell(UnitChanged(uid, "isolated", "0"))
    if unit.defence != unit.strength:
        play.tell(StepRegained(uid, unit.defence))


def movement(rules: BkRules, s: Position, uid: str) -> int:
    """Movement points in halves after Table 7, rounded down to the half point (BK-SUP-17, BK-SUP-25)."""
    unit, printed = s.units[uid], s.roster[uid]
    whole = 2 * printed.mp
    if not unit.isolated:
        return whole
    lost = rules.isolation(printed).movement[min(unit.isolated, 3) - 1]
    if lost in ("nr", "all"):
        return whole if lost == "nr" else 0
    return int(whole * (1 - Fraction(lost)))
