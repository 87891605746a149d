"""The effects of terrain: costs in twelfths of an MP, cover, levels (TI-TER, rulings B-MOV-1..4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hexbench.atlas.arcs import POINT, Arcs, compile_arcs
from hexbench.atlas.atlas import Link
from hexbench.games.tide_of_iron import effects

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position
    from hexbench.games.tide_of_iron.state import Mission
    from hexbench.games.tide_of_iron.tables import Ground

Mover = Literal["squad", "vehicle", "truck"]
_MOVERS: Final[tuple[Mover, ...]] = ("squad", "vehicle", "truck")
TRUCK_ROAD: Final = POINT // 3
"""What a truck pays from road hex to road hex (TI-ABL-17)."""
_UPHILL: Final = 2 * POINT
"""TI-TER-14."""
WATER: Final = frozenset({"stream_shallow", "stream_deep", "stream_flooded", "pond", "bridge"})
"""Terrain in which no entrenchment can be dug, besides buildings (TI-SPC-06, B-FORT-2)."""


class _Country(NamedTuple):
    """The terrain of a map as modified by the operations cards of a scenario."""

    grounds: dict[str, Ground]
    arcs: dict[Mover, Arcs]


def country(rules: TiRules, s: Position) -> _Country:
    """The terrain of a position; computed once per scenario and round."""
    known: tuple[Mission, int, _Country] | None = rules.memo.get("country")
    if known is not None and known[0] is s.mission and known[1] == s.round:
        return known[2]
    grounds = {key: effects.terrain(rules, s, key) for key in rules.tables.terrain}
    shared: dict[tuple[Ground, ...], _Country] = rules.memo.setdefault("countries", {})
    key = tuple(grounds.values())
    found = shared.get(key)
    if found is None:
        found = shared[key] = _Country(grounds, {mover: _arcs(rules, grounds, mover) for mover in _MOVERS})
    rules.memo["country"] = (s.mission, s.round, found)
    return found


def _arcs(rules: TiRules, grounds: dict[str, Ground], mover: Mover) -> Arcs:
    def price(link: Link) -> int | None:
        enters = grounds[link.enters.terrain]
        points = enters.squad if mover == "squad" else enters.vehicle
        rise = link.enters.elevation - link.leaves.elevation
        if points is None or abs(rise) > 1:  # a cliff
            return None
        if link.road and enters.road_discount:
            return TRUCK_ROAD if mover == "truck" else POINT
        if link.road:
            return points * POINT
        return max(points * POINT, _UPHILL) if rise > 0 else points * POINT

    return compile_arcs(rules.atlas, price)


def mover(rules: TiRules, unit: Unit) -> Mover:
    """Which costs apply to a unit."""
    if unit.squad:
        return "squad"
    return "truck" if "effective_road_movement" in rules.vehicle(unit).abilities else "vehicle"


def arcs(rules: TiRules, s: Position, unit: Unit) -> Arcs:
    """The movement costs of every step on the map for that unit."""
    return country(rules, s).arcs[mover(rules, unit)]


def cost_twelfths(rules: TiRules, s: Position, unit: Unit, start: str, end: str) -> int | None:
    """The terrain cost of a step between adjacent hexes for a unit; None if the step is impossible."""
    index = rules.atlas.index
    return arcs(rules, s, unit).between(index[start], index[end])


def terrain(rules: TiRules, s: Position, hex_: str) -> Ground:
    """The terrain of a hex, as modified by the operations cards."""
    return country(rules, s).grounds[rules.atlas.cell(hex_).terrain]


def cover(rules: TiRules, s: Position, hex_: str) -> int:
    """The cover the terrain of a hex gives; markers and abilities come on top."""
    return terrain(rules, s, hex_).cover


def level(rules: TiRules, hex_: str) -> int:
    """The elevation of a hex, 0 to 2 (TI-LOS-08)."""
    return rules.atlas.cell(hex_).elevation


def cliff(rules: TiRules, a: str, b: str) -> bool:
    """Whether there is a cliff between two adjacent hexes; only their levels matter (TI-TER-15)."""
    return abs(level(rules, a) - level(rules, b)) > 1


def enterable(rules: TiRules, s: Position, unit: Unit, start: str, end: str) -> bool:
    """Whether the terrain allows a unit to go from a hex to an adjacent one at any cost (B-ASL-2)."""
    return cost_twelfths(rules, s, unit, start, end) is not None
