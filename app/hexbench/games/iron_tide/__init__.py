"""Iron Tide: the Ardennes offensive at regimental scale, 1.5 miles a hex, half a day a turn."""

from typing import Final

from hexbench.engine.opponent import MANNERS
from hexbench.engine.outline import Outline, OutlinedGame

OUTLINE: Final = Outline(
    key="iron_tide",
    title="Iron Tide",
    contract=1,
    sides=("german", "allied"),
    rules_version=1,
    levels=("random", "default", "quick", "middle", "strong"),
    manners=MANNERS,
)
GAME: Final = OutlinedGame(OUTLINE, "hexbench.games.iron_tide.game")
