"""Tigers in the Ardennes: one day a turn, divisions, and zones of control of three strengths. One file per chapter of the rules."""

from hexbench.games.tigers.game import GAME

__all__ = ["GAME"]
