"""Attacks are declared and fought one after another (DECLARE; TT-REC-06)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Declare(Phase, frozen=True, kw_only=True):
    """Attacks are declared and fought one after another (DECLARE; TT-REC-06)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "combat"
