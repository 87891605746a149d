"""The Allied player assigns defensive artillery support (SUPPORT_ASSIGN; BK-ART-14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.phases import END, Phase
from hexbench.engine.values import Check, Say, say
from hexbench.games.blitzkrieg import checklist
from hexbench.games.blitzkrieg.aim import ASSIGN, WITHDRAW

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat


class Support(Phase, frozen=True, kw_only=True):
    """After the Allied battles, before the supply of the Germans is judged."""

    verbs: ClassVar = (ASSIGN, WITHDRAW, END)
    phase: ClassVar[str] = "support"

    def unfinished(self, seat: BkSeat) -> Iterable[Check]:
        """Artillery that protects nobody."""
        return checklist.support_left(seat)

    def say(self, seat: BkSeat) -> Say:
        return say("Defensive support: give artillery a friendly unit within its range to protect.")
