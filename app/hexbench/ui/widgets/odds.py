"""Forecasts in words."""

from __future__ import annotations

from hexbench.engine.display import Bar
from hexbench.engine.forecast import Forecast
from hexbench.engine.results import first_words, of_forecast
from hexbench.engine.seat import Seat
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.bars import per_cent

TOP = 3
"""Results of a forecast that are put in words."""


def forecast_words(forecast: Forecast | None, seat: Seat | None = None) -> str:
    """A forecast in one line: the odds if they are sure, the likeliest results, and with a ``seat`` to ask what the first of
    them means.
    """
    if forecast is None or not forecast.lines:
        return ""
    columns = {line.column for _, line in forecast.lines}
    chances = _likeliest(forecast)
    words = ", ".join(f"{name} {per_cent(share)}" for name, share in chances)
    odds = f"{next(iter(columns))}: {words}" if len(columns) == 1 and "" not in columns else words
    meant = {} if seat is None else dict(of_forecast(seat, forecast))
    first = tell(meant[chances[0][0]]) if chances and chances[0][0] in meant else ""
    return tr("{odds}. Likeliest: {words}", odds=odds, words=first) if first else odds


def forecast_lines(forecast: Forecast | None, seat: Seat) -> str:
    """A forecast with a line for each of its likeliest results: how likely, what it means, its code."""
    if forecast is None or not forecast.lines:
        return ""
    meant = dict(of_forecast(seat, forecast))
    if not meant:
        return forecast_words(forecast)
    columns = {line.column for _, line in forecast.lines}
    lines = [next(iter(columns))] if len(columns) == 1 and "" not in columns else []
    for name, share in _likeliest(forecast):
        words = tell(first_words(meant[name], name)) if name in meant else name
        lines.append(f"{per_cent(share)}: {words}")
    return "\n".join(lines)


def bar_label(bar: Bar) -> str:
    """What stands beside a bar: an outcome in words, and its code after them."""
    return tell(first_words(bar.words, str(bar.say))) if bar.words.template else tell(bar.say)


def _likeliest(forecast: Forecast) -> list[tuple[str, float]]:
    return sorted(forecast.chances(), key=lambda one: -one[1])[:TOP]
