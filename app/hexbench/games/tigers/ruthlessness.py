"""Waffen-SS Ruthlessness, asked once a German player turn (B0; TG-SPC-07)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.games.tigers.ending import END, Phase


class Ruthless(Phase, frozen=True, kw_only=True):
    """Waffen-SS Ruthlessness, asked once a German player turn (B0; TG-SPC-07)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "ruthlessness"
