"""Reinforcements of a player turn (B1, C1; TG-RFT)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.games.tigers.ending import END, Phase


class Arrive(Phase, frozen=True, kw_only=True):
    """Reinforcements of a player turn (B1, C1; TG-RFT)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "reinforcements"
