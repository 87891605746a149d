"""Iron Tide: the Ardennes offensive at regimental scale, 1.5 miles a hex, half a day a turn."""

from hexbench.games.iron_tide.game import GAME

__all__ = ["GAME"]
