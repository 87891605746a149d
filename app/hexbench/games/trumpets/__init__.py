"""A Time for Trumpets: the combat segment of its two charts, with the minimum of rules that makes it
playable.
"""

from typing import Final

from hexbench.engine.opponent import MANNERS
from hexbench.engine.outline import Outline, OutlinedGame

OUTLINE: Final = Outline(
    key="trumpets",
    title="A Time for Trumpets",
    contract=1,
    sides=("german", "allied"),
    rules_version=1,
    levels=("random", "default", "quick", "middle"),
    manners=MANNERS,
    calculator=True,
)
GAME: Final = OutlinedGame(OUTLINE, "hexbench.games.trumpets.game")
