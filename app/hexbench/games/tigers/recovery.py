"""Recovery of the other side's units in the first pass (P_RECOVER; TG-SEQ-04, TG-DIS)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay


def recover_all(play: TgPlay, side: str) -> None:
    """Every disrupted unit of ``side`` recovers that is supplied and not under attack."""
