"""The weather of a game turn (A_WEATHER; TG-WEA)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay
    from hexbench.games.tigers.sequence import Campaign


def weather_phase(play: TgPlay, step: Campaign) -> None:
    """TG-WEA-01, TG-WEA-02: automatic, or a question about the prayer and a roll."""
    found = play.rules.tables.weather.automatic.get(str(play.turn))
    if found is not None:
        play.set(weather=found)
