"""The docks of Blitzkrieg at the Ardennes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.display import Panel

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat


def panels(seat: BkSeat) -> tuple[Panel, ...]:
    """Every panel, in the order the docks are listed."""
    return ()
