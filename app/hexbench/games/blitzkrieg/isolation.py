"""Supply lines and what isolation does (BK-SUP)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay


def judge(play: BkPlay, side: str) -> None:
    """Supply of the side that plays next, Table 7 (BK-SUP-02, BK-SUP-15)."""
