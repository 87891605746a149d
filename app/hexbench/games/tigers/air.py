"""Air attacks of the phasing player (P_AIR; TG-AIR-02)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.games.tigers.ending import END, Phase


class AirStrikes(Phase, frozen=True, kw_only=True):
    """Air attacks of the phasing player (P_AIR; TG-AIR-02)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "air"
