"""Crossroads: a village, four battalions a side, six turns. The template of docs/new-game.md: copy it and begin."""

from tests.toys.crossroads.game import GAME

__all__ = ["GAME"]
