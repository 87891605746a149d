"""What sides are called: by their game where it says so, else by their key."""

from __future__ import annotations

from typing import Any

from hexbench.ui.look.language import tell, tr


def side_title(side: str | None, seat: Any = None) -> str:
    """A side's name as a player reads it; None is the umpire. ``seat``: anybody's at the open game."""
    if side is None:
        return tr("Umpire")
    if seat is not None and side in seat.rules.sides:
        return tell(seat.rules.side_name(side))
    return tell(side.replace("_", " ").title())
