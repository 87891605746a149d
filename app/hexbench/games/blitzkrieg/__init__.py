"""Blitzkrieg at the Ardennes: half-day turns, engagements resolved on one table, and an opponent that plays either side."""

from hexbench.games.blitzkrieg.game import GAME

__all__ = ["GAME"]
