"""Who wins: victory points, and the initiative when they are level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.values import Verdict
from hexbench.games.tide_of_iron.pieces import FOE, SIDES

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import Position
    from hexbench.games.tide_of_iron.rules import TiRules


def winner(s: Position) -> str:
    """TI-WIN-02: more victory points; TI-WIN-03: when they are level, whoever holds the initiative."""
    mine, theirs = (s.vp.get(side, 0) for side in (s.initiative, FOE[s.initiative]))
    return s.initiative if mine >= theirs else FOE[s.initiative]


def level(s: Position) -> str:
    """What decided: points, or the initiative."""
    return "initiative" if s.vp.get(SIDES[0], 0) == s.vp.get(SIDES[1], 0) else "points"


def verdict(rules: TiRules, s: Position) -> Verdict:
    """How it stands, or who has won when the stack is empty."""
    score = tuple((side, s.vp.get(side, 0)) for side in SIDES)
    if s.stack:
        return Verdict(False, score=score)
    return Verdict(True, winner(s), level(s), score)
