"""Deployment of the German units in their zones, in the first German turn (GERMAN_DEPLOY; BK-BEG)."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.phases import END, Phase


class Deploy(Phase, frozen=True, kw_only=True):
    """Deployment of the German units in their zones, in the first German turn (GERMAN_DEPLOY; BK-BEG)."""

    verbs: ClassVar = (END,)
    phase: ClassVar[str] = "deploy"
