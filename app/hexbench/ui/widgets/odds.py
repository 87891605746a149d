"""Forecasts in words."""

from __future__ import annotations

from hexbench.engine.forecast import Forecast
from hexbench.ui.widgets.bars import per_cent

TOP = 3
"""Results of a forecast that are put in words."""


def forecast_words(forecast: Forecast | None) -> str:
    """A forecast in one line: the odds if they are sure, and the likeliest results."""
    if forecast is None or not forecast.lines:
        return ""
    columns = {line.column for _, line in forecast.lines}
    chances = sorted(forecast.chances(), key=lambda one: -one[1])[:TOP]
    words = ", ".join(f"{name} {per_cent(share)}" for name, share in chances)
    return f"{next(iter(columns))}: {words}" if len(columns) == 1 and "" not in columns else words
