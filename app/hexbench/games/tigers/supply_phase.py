"""Supply status, aerial resupply, bridges and entrenchment (SSDP; TG-SEQ-08)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.games.tigers.ending import END, Phase
from hexbench.games.tigers.resupply import RESUPPLY


class SupplyPhase(Phase, frozen=True, kw_only=True):
    """Supply status, aerial resupply, bridges and entrenchment (SSDP; TG-SEQ-08)."""

    verbs: ClassVar = (RESUPPLY, END)
    phase: ClassVar[str] = "supply"
