"""The Allied player assigns defensive artillery support (SUPPORT_ASSIGN; BK-ART-14)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase
from hexbench.games.blitzkrieg.aim import ASSIGN, WITHDRAW


class Support(Phase, frozen=True, kw_only=True):
    """After the Allied battles, before the supply of the Germans is judged."""

    verbs: ClassVar = (ASSIGN, WITHDRAW, END)
    phase: ClassVar[str] = "support"
