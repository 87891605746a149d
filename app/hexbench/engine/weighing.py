"""What lights up in a game's tables while an action is weighed: where its dice would be read, and what its steps cost.

Where dice are read comes with the forecast (:class:`~hexbench.engine.forecast.Forecast`); a game whose movement is read
in a table says for each step which of its cells count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from hexbench.atlas.arcs import Link, link_of
from hexbench.engine.display import Light
from hexbench.engine.values import Action

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat

Cells = Callable[[Link], Iterable[tuple[int, int]]]
"""The (row, column) cells of a table that a step is read in."""


def read_in(seat: Seat, action: Action) -> dict[str, tuple[Light, ...]]:
    """Key of a table -> where the dice of an action would be read in it; empty where there is no forecast."""
    found = seat.forecast(action)
    return {} if found is None else {key: lights for key, lights in found.lights if lights}


def route(seat: Seat, action: Action, start: str = "") -> tuple[str, ...]:
    """The hexes an action goes by, the one it begins in first: settled where the hand named no way, and empty where it goes
    nowhere on the map. ``start``: where it begins, if that is not where its first unit stands.
    """
    if not action.subject or not action.object:
        return ()
    at = start or (unit.at if (unit := seat.s.units.get(action.subject[0])) is not None else "")
    via: Sequence[str] = action.via
    if not via:
        verb = seat.rules.verbs.get(action.verb)
        via = () if verb is None or seat.step is None else verb.settle(seat, seat.step, action).via
    hexes = (at, *via)
    index = seat.rules.atlas.index
    return hexes if via and all(label in index for label in hexes) else ()


def steps(seat: Seat, hexes: Sequence[str]) -> Iterator[Link]:
    """The steps from hex to hex."""
    atlas = seat.rules.atlas
    for here, there in pairwise(hexes):
        direction = atlas.direction(here, there)
        if direction is not None:
            yield link_of(atlas, atlas.index[here], direction)


def lit_steps(seat: Seat, hexes: Sequence[str], cells: Cells) -> tuple[Light, ...]:
    """The cells that the steps of a way are read in, each once."""
    found = dict.fromkeys(cell for link in steps(seat, hexes) for cell in cells(link))
    return tuple(Light(row, column, "to") for row, column in found)


def joined(
    lights: Mapping[str, tuple[Light, ...]], key: str, more: tuple[Light, ...]
) -> Mapping[str, tuple[Light, ...]]:
    """Lights with those of one more table."""
    return {**lights, key: (*lights.get(key, ()), *more)} if more else lights
