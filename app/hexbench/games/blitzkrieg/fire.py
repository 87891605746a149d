"""Artillery fire when RESOLVE begins: Allied support first, then offensive fire (BK-ART-08, BK-ART-15, BK-ART-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay


def defensive_fire(play: BkPlay) -> None:
    """German turns: the shots the Allied player assigned in his last turn."""


def offensive_fire(play: BkPlay) -> None:
    """Table 1 for every target of the phasing side."""
