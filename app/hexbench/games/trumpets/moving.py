"""Movement and building of one side (MOVE; TT-REC-03..07, TT-REC-15)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Moving(Phase, frozen=True, kw_only=True):
    """Movement and building of one side (MOVE; TT-REC-03..07, TT-REC-15)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "movement"
