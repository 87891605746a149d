"""Reinforcements come into the raster and are put down or held (REINFORCE; BK-UI-26)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Reinforce(Phase, frozen=True, kw_only=True):
    """Reinforcements come into the raster and are put down or held (REINFORCE; BK-UI-26)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "reinforcements"
