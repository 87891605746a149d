"""Blitzkrieg at the Ardennes: half-day turns, engagements resolved on one table, and an opponent that plays either side."""

from typing import Final

from hexbench.engine.opponent import MANNERS
from hexbench.engine.outline import Outline, OutlinedGame

OUTLINE: Final = Outline(
    key="blitzkrieg",
    title="Blitzkrieg at the Ardennes",
    contract=1,
    sides=("german", "allied"),
    rules_version=2,
    levels=("random", "default", "quick", "middle", "strong"),
    manners=MANNERS,
)
GAME: Final = OutlinedGame(OUTLINE, "hexbench.games.blitzkrieg.game")
