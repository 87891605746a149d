"""Tide of Iron: squads built from figures, vehicles, alternating actions, opportunity fire, cards."""

from hexbench.games.tide_of_iron.game import GAME

__all__ = ["GAME"]
