"""Air bombardment, the first phase of a turn with flying weather (AIR; BK-AIR)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Bombing(Phase, frozen=True, kw_only=True):
    """Air bombardment, the first phase of a turn with flying weather (AIR; BK-AIR)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "air"
