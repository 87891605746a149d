"""V2 rockets against Liège or Antwerp in German turns (V2; BK-V2)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Launch(Phase, frozen=True, kw_only=True):
    """V2 rockets against Liège or Antwerp in German turns (V2; BK-V2)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "rockets"
