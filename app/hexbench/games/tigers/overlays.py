"""What can be drawn over the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.display import Overlay, OverlayKind

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat

KINDS: tuple[OverlayKind, ...] = ()


def overlay(seat: TgSeat, kind: str, subject: str = "") -> Overlay | None:
    """One overlay."""
    return None
