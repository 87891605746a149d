"""A Time for Trumpets: its combat segment on two charts, and the smallest surroundings that make it playable."""

from hexbench.games.trumpets.game import GAME

__all__ = ["GAME"]
