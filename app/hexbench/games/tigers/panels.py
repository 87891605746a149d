"""The docks of Tigers in the Ardennes: calendar, standing, air forces, bridges, the attack, the tables, the order of battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.games.tigers import air_panel, calendar_panel, charts, combat_display, standing

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.games.tigers.hands import TgSeat


def panels(seat: TgSeat) -> tuple[Panel, ...]:
    """Every panel, in the order the docks are listed."""
    return (
        *combat_display.panels(seat),
        calendar_panel.panel(seat),
        standing.panel(seat),
        air_panel.panel(seat),
        air_panel.bridges(seat),
        charts.weather_table(seat),
        charts.air_table(seat),
        charts.movement_table(seat),
        charts.order_of_battle(seat),
    )
