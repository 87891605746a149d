"""Tigers in the Ardennes: one day a turn, divisions, and zones of control of three strengths. One file per chapter of the rules."""

from typing import Final

from hexbench.engine.opponent import MANNERS
from hexbench.engine.outline import Outline, OutlinedGame

OUTLINE: Final = Outline(
    key="tigers",
    title="Tigers in the Ardennes",
    contract=1,
    sides=("german", "allied"),
    rules_version=2,
    levels=("random", "default", "quick", "middle", "strong"),
    manners=MANNERS,
)
"""Of ``rules_version`` 2: what changes nothing is asked no more (AMB-123), who comes upon the dump stops and attacks it (AMB-78),
and KG Peiper's moves between two combats are one (AMB-99). Positions are as they were: a game begun under 1 goes on, and only its
older actions are not repeated.
"""
GAME: Final = OutlinedGame(OUTLINE, "hexbench.games.tigers.game")
