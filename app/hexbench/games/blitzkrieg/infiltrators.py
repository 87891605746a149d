"""Infiltrators: recognition, and what Allied units suffer that do not recognise them (BK-INF)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay


def end_of_turn(play: BkPlay) -> None:
    """Rolls at the end of a German turn (BK-INF-04)."""
