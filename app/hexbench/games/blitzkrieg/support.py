"""The Allied player assigns defensive artillery support (SUPPORT_ASSIGN; BK-ART-14)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Support(Phase, frozen=True, kw_only=True):
    """The Allied player assigns defensive artillery support (SUPPORT_ASSIGN; BK-ART-14)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "support"
