"""The docks of Tigers in the Ardennes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.games.tigers import calendar_panel

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.games.tigers.hands import TgSeat


def panels(seat: TgSeat) -> tuple[Panel, ...]:
    """Every panel, in the order the docks are listed."""
    return (calendar_panel.panel(seat),)
