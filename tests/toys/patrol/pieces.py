"""The squads of Patrol and the words for its sides and boxes."""

from __future__ import annotations

from hexbench.engine.state import Piece

RED, BLUE = "red", "blue"
SIDES = (RED, BLUE)
OUT = "#out"
UNSEEN = "#unseen"
"""Where a view puts the squads it may not see [2.1]."""


def foe(side: str) -> str:
    """The other side."""
    return BLUE if side == RED else RED


class Squad(Piece, frozen=True, kw_only=True):
    """One squad. ``tired``: it has acted; ``watch``: it waits for a target."""

    name: str
    men: int = 3
    tired: bool = False
    watch: bool = False
    hidden: bool = False

    @property
    def fresh(self) -> bool:
        """Whether it may still act this round [1.4]."""
        return self.on_map and not self.tired and not self.watch
