"""Engagements are resolved in the order the attacker likes (SELECT_BATTLE; BK-RES)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Battles(Phase, frozen=True, kw_only=True):
    """Engagements are resolved in the order the attacker likes (SELECT_BATTLE; BK-RES)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "battles"
