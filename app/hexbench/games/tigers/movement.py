"""Operational movement of one pass (P_MOVE; TG-MOV)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.games.tigers.ending import END, Phase


class Moving(Phase, frozen=True, kw_only=True):
    """Operational movement of one pass (P_MOVE; TG-MOV)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "movement"
