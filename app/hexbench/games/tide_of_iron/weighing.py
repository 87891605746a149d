"""What lights up in the tables while a move or an attack is weighed: the terrain chart and the table of hits (TI-TER-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from hexbench.engine.display import Light
from hexbench.engine.values import Action
from hexbench.engine.weighing import joined, lit_steps, read_in, route
from hexbench.games.tide_of_iron.movement import spot
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.atlas.arcs import Link
    from hexbench.games.tide_of_iron.seat import TiSeat


def weighed(seat: TiSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The lit cells for a legal action: of a move the price of the ground it enters, in the column of its kind."""
    lights = read_in(seat, action)
    unit = seat.s.units.get(action.subject[0]) if action.subject else None
    if unit is None or action.object not in seat.rules.atlas.index:
        return lights
    grounds, column = list(seat.rules.tables.terrain), 0 if unit.squad else 1

    def cells(link: Link) -> Iterator[tuple[int, int]]:
        yield grounds.index(link.enters.terrain), column

    way = route(seat, action, spot(scene(seat), action.subject[0]))
    return joined(lights, "terrain", lit_steps(seat, way, cells))
