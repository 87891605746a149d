"""The stacking limit, tested at the end of operational movement (TG-STK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay


def check_all(play: TgPlay, side: str) -> None:
    """Ask the owner which units to remove where a hex holds too many (TG-STK-05)."""
