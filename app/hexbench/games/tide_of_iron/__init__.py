"""Tide of Iron: squads built from figures, vehicles, alternating actions, opportunity fire, cards."""

from typing import Final

from hexbench.engine.opponent import MANNERS
from hexbench.engine.outline import Outline, OutlinedGame

OUTLINE: Final = Outline(
    key="tide_of_iron",
    title="Tide of Iron",
    contract=1,
    sides=("american", "german"),
    rules_version=1,
    levels=("random", "default", "quick", "middle", "strong"),
    manners=MANNERS,
)
GAME: Final = OutlinedGame(OUTLINE, "hexbench.games.tide_of_iron.game")
