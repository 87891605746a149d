"""Allocation of ground attacks (P_ALLOC; TG-ATK)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.games.tigers.ending import END, Phase


class Allocate(Phase, frozen=True, kw_only=True):
    """Allocation of ground attacks (P_ALLOC; TG-ATK)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "combat"
