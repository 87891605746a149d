"""Peiper goes on after a combat (K_CONTINUE; TG-KGP-03)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.games.tigers.ending import END, Phase


class Continue(Phase, frozen=True, kw_only=True):
    """Peiper goes on after a combat (K_CONTINUE; TG-KGP-03)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "combat"
