"""Tigers in the Ardennes: one day per turn, divisions, and zones of control of three strengths. One file per
rules chapter.
"""

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
"""Changes in ``rules_version`` 2: questions whose answer changes nothing are no longer asked (AMB-123), a
unit that finds the dump stops and attacks it (AMB-78), KG Peiper's moves between two combats count as one
(AMB-99), and no retreat leaves the map where a route on it is as long (AMB-13). The format of positions is
unchanged: a game begun under version 1 can be continued, but its older actions are not replayed.
"""
GAME: Final = OutlinedGame(OUTLINE, "hexbench.games.tigers.game")
