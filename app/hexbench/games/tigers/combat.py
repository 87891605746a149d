"""Resolution of ground attacks in the order the phasing player likes (P_RESOLVE; TG-SEQ-05)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.games.tigers.ending import END, Phase


class Resolve(Phase, frozen=True, kw_only=True):
    """Resolution of ground attacks in the order the phasing player likes (P_RESOLVE; TG-SEQ-05)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "combat"
