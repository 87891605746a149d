"""Set-up of one side, in the order of TG-SET."""

from __future__ import annotations

from typing import ClassVar

from hexbench.games.tigers.ending import END, Phase


class SetUp(Phase, frozen=True, kw_only=True):
    """Set-up of one side, in the order of TG-SET."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "setup"
