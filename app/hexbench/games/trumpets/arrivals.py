"""Reinforcements that are due come in (TT-REC-02)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Arrive(Phase, frozen=True, kw_only=True):
    """Reinforcements that are due come in (TT-REC-02)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "arrivals"
