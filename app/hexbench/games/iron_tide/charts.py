"""The Terrain Effects Chart (5.1a) and the Combat Results Table (11.75a): their data and how they are looked up.

Costs are returned in whole twelfths of a movement point, so that 1/2, 1/3 and 1/6 are exact (5.2b).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import msgspec

from hexbench.engine import results as ladder
from hexbench.engine.display import Light
from hexbench.engine.results import joined, lit_steps, read_in, route
from hexbench.engine.values import TWELFTHS, Action, Value
from hexbench.games.iron_tide.movers import STRATEGIC
from hexbench.games.iron_tide.pieces import Mobility, Side

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Link
    from hexbench.games.iron_tide.seat import ItSeat


WHOLE: Final = "ALL"
"""The price of an unbridged river: the unit's whole movement factor, whatever that is (5.1d)."""
PROHIBITED: Final = "P"
"""The price of what may not be entered at all (5.1g)."""

Points: TypeAlias = (
    Annotated[int, msgspec.Meta(ge=0)] | Annotated[str, msgspec.Meta(pattern=r"^(P|ALL|1/(2|3|4|6))$")]
)
"""A price as the file writes it: whole movement points, a fraction such as "1/6", "P" or "ALL"."""
Odds: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^([1-9][0-9]*-1|1-[1-9][0-9]*)$")]
_ResultName: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[ABD][1-9](-\([1-9]\))?$")]

_RESULT = re.compile(r"(?P<hit>[ABD])(?P<retreat>[1-9])(?:-\((?P<losses>[1-9])\))?")


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything with named fields in tables.toml."""


class Sourced(Record, frozen=True, kw_only=True):
    """A table that states the source of its values; "own" is a file of the player's. ``provenance`` is for display."""

    source: Literal["rules", "reconstruction", "own"]
    provenance: Annotated[str, msgspec.Meta(min_length=1)]


class Prices(Record, frozen=True, kw_only=True):
    """A price for each mobility."""

    N: Points
    MI: Points
    M: Points

    def of(self, mobility: Mobility) -> Points:
        """The price as written."""
        return {"N": self.N, "MI": self.MI, "M": self.M}[mobility]


class HexRow(Prices, frozen=True, kw_only=True):
    """A terrain: what entering it costs, and which odds row a defender in it uses (11.23a)."""

    crt: str


class OverlayRow(Prices, frozen=True, kw_only=True):
    """Town or city: the price that takes the place of the hex's, and the columns it gives a defender (11.21b)."""

    shift_left: int


class WestwallRow(Record, frozen=True, kw_only=True):
    """What the Westwall adds to the price of its hex."""

    allied_mechanized: Points


class StrategicRow(Record, frozen=True, kw_only=True):
    """The price of a road hex in strategic movement (5.21a, 5.22a, 5.23a)."""

    german_foot: Points
    allied_foot: Points
    mechanized: Points


class RoadRows(Record, frozen=True, kw_only=True):
    """The price of a road hex in both modes of movement (5.1b, 5.2b)."""

    tactical: Points
    strategic: StrategicRow


class HexsideRows(Record, frozen=True, kw_only=True):
    """What crossing a hexside adds to the price of the hex beyond it (5.1d, 5.1e)."""

    river: Prices
    bridge: Prices
    ford: Prices
    lake: Prices


class TerrainChart(Sourced, frozen=True, kw_only=True):
    """The Terrain Effects Chart. All methods answer in twelfths of a movement point; None is prohibited."""

    hex: dict[str, HexRow]
    overlay: dict[Literal["town", "city"], OverlayRow]
    westwall: WestwallRow
    road: RoadRows
    hexside: HexsideRows
    disengage: Prices

    def hex_cost(self, terrain: str, features: Container[str], mobility: Mobility) -> int | None:
        """Entering a hex of this terrain off the road; a town or city in it takes the place of the terrain."""
        for feature, overlay in self.overlay.items():
            if feature in features:
                return twelfths(overlay.of(mobility))
        return twelfths(self.hex[terrain].of(mobility))

    def westwall_cost(self) -> int:
        """The extra cost of a Westwall hex for Allied mechanized units."""
        return _open(self.westwall.allied_mechanized)

    def road_cost(self) -> int:
        """From road hex to road hex in tactical movement, whatever the terrain (5.1b, 5.1c)."""
        return _open(self.road.tactical)

    def strategic_road_cost(self, side: Side, mobility: Mobility) -> int:
        """From road hex to road hex in strategic movement (5.21a, 5.22a, 5.23a)."""
        row = self.road.strategic
        if mobility != "N":
            return _open(row.mechanized)
        return _open(row.german_foot if side == "german" else row.allied_foot)

    def river_cost(self, mobility: Mobility) -> Literal["ALL"] | None:
        """An unbridged river hexside: the whole movement factor, or prohibited (5.1d, 5.1e)."""
        return WHOLE if self.hexside.river.of(mobility) == WHOLE else None

    def ford_cost(self, mobility: Mobility) -> int:
        """What a ford adds to the price of the hex beyond it."""
        return _open(self.hexside.ford.of(mobility))

    def disengage_cost(self, mobility: Mobility) -> int:
        """What leaving an enemy zone of control adds (7.2a)."""
        return _open(self.disengage.of(mobility))

    def crt_row(self, terrain: str) -> str:
        """The odds row of a defender in this terrain (11.23a)."""
        return self.hex[terrain].crt

    def shift_left(self, features: Container[str]) -> int:
        """The columns to the left for a defender in a town or city: city and town alike, never both (11.21b)."""
        return max(
            (row.shift_left for feature, row in self.overlay.items() if feature in features), default=0
        )


class DefenceMultipliers(Sourced, frozen=True, kw_only=True):
    """What terrain multiplies a defender's strength by (11.21a, 11.22a, 11.22b, 11.22e)."""

    river: int
    entrenchment: int
    entrenchment_behind_river: int
    westwall_german: int
    most: int


class CombatResult(Value, frozen=True):
    """What a cell of the Combat Results Table says (11.78a, 11.78b, 11.78c).

    ``hit`` is "A", "D" or "B" for attacker, defender or both; ``retreat`` counts hexes, ``losses`` mandatory steps.
    """

    name: str
    hit: Literal["A", "D", "B"]
    retreat: int
    losses: int


class ResultsTable(Sourced, frozen=True, kw_only=True):
    """The Combat Results Table. Columns are counted from 0.

    ``odds`` gives each terrain row the odds of its columns, ``results`` each sum of two dice the results of the same
    columns, ``defence_rank`` the rows from worst to best for the defender (11.23b).
    """

    defence_rank: tuple[str, ...]
    odds: dict[str, tuple[Odds, ...]]
    results: dict[str, tuple[_ResultName, ...]]

    def best_row(self, rows: Container[str]) -> str:
        """Of these terrain rows the one best for the defender (11.23b); at least one of them must exist."""
        return next(row for row in reversed(self.defence_rank) if row in rows)

    def column(self, row: str, place: int) -> tuple[int, bool]:
        """The column of a place on the open ladder of odds (``engine.results.rung``) in a terrain row.

        The second value is true when the place lies beyond an end and the column at that end is used (11.76c).
        """
        headers = self.odds[row]
        first = rung(headers[0])
        inside, clamped = ladder.clamp(place, first, first + len(headers) - 1)
        return inside - first, clamped

    def result(self, column: int, total: int) -> CombatResult:
        """The result where a sum of 2 to 12 meets a column (11.77a)."""
        return read_result(self.results[str(total)][column])


def rung(odds: str) -> int:
    """The place of printed odds on the open ladder: "1-1" is 0, "4-1" is 3, "1-3" is -2."""
    attack, defence = odds.split("-")
    return ladder.rung((int(attack), int(defence)))


def read_result(name: str) -> CombatResult:
    """What a cell such as "D1-(1)", "A2" or "B1-(1)" means. ValueError if it is no result."""
    match = _RESULT.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is not a combat result.")
    hit: Literal["A", "D", "B"] = "A" if match["hit"] == "A" else "D" if match["hit"] == "D" else "B"
    return CombatResult(name, hit, int(match["retreat"]), int(match["losses"] or 0))


@cache
def twelfths(points: Points) -> int | None:
    """A written price in twelfths of a movement point; None is prohibited. ValueError for the whole factor."""
    if points == PROHIBITED:
        return None
    exact = Fraction(points) * TWELFTHS
    if exact.denominator != 1:
        raise ValueError(f"{points} movement points are not a whole number of twelfths.")
    return exact.numerator


def _open(points: Points) -> int:
    """A price that can only be a number (``tables_check.check`` says so when it is not)."""
    price = twelfths(points)
    if price is None:
        raise ValueError("This price may not be prohibited.")
    return price


# What is highlighted in the terrain chart and the results table while a move or an attack is considered
# (5.1, 11.75).

_MOBILITIES: Final[tuple[Mobility, ...]] = ("N", "MI", "M")
"""The columns of the chart."""


def weighed(seat: ItSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The cells to highlight for a legal action; none for strategic movement, whose costs are not in the chart."""
    lights = read_in(seat, action)
    if action.verb != "move" or action.how == STRATEGIC:
        return lights
    printed = seat.s.roster[action.subject[0]]
    column = _MOBILITIES.index(printed.mobility)
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
