"""Movement, engagements, artillery targets, works: freely interleaved until RESOLVE (MOVE; BK-MOV, BK-ENG)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Moving(Phase, frozen=True, kw_only=True):
    """Movement, engagements, artillery targets, works: freely interleaved until RESOLVE (MOVE; BK-MOV, BK-ENG)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "movement"
