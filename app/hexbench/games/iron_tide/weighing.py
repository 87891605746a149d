"""What lights up in the tables while a move or an attack is weighed: the terrain chart and the results table (5.1, 11.75)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Light
from hexbench.engine.values import Action
from hexbench.engine.weighing import joined, lit_steps, read_in, route
from hexbench.games.iron_tide.movers import STRATEGIC

if TYPE_CHECKING:
    from hexbench.atlas.arcs import Link
    from hexbench.games.iron_tide.pieces import Mobility
    from hexbench.games.iron_tide.seat import ItSeat

MOBILITIES: Final[tuple[Mobility, ...]] = ("N", "MI", "M")
"""The columns of the chart."""


def weighed(seat: ItSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The lit cells for a legal action. The chart has no price of strategic movement: nothing lights up for that."""
    lights = read_in(seat, action)
    if action.verb != "move" or action.how == STRATEGIC:
        return lights
    printed = seat.s.roster[action.subject[0]]
    column = MOBILITIES.index(printed.mobility)
    tec, prices = seat.rules.tables.tec, seat.rules.prices
    features: list[str] = list(tec.overlay)
    below = len(tec.hex) + len(features)
    road, river, ford, wall = range(below, below + 4)

    def cells(link: Link) -> Iterator[tuple[int, int]]:
        wide = prices.wide_river(link, seat.s.bridges)
        if wide:
            yield river, column
        if "ford" in link.kinds and prices.unbridged(link, seat.s.bridges):
            yield ford, column
        if link.road and not wide:
            yield road, column
            return
        built = next((name for name in features if name in link.enters.features), "")
        terrain = len(tec.hex) + features.index(built) if built else list(tec.hex).index(link.enters.terrain)
        yield terrain, column
        if printed.side == "allied" and printed.mobility != "N" and "westwall" in link.enters.features:
            yield wall, column

    return joined(lights, "terrain", lit_steps(seat, route(seat, action), cells))
