"""The tables of Blitzkrieg at the Ardennes as values: the types that tables.toml decodes to. They are data
and may be replaced.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from hexbench.engine.values import Value
from hexbench.games.blitzkrieg.pieces import Printed, Side

Fraction = Annotated[str, msgspec.Meta(pattern=r"^([0-9]+/[0-9]+|nr|all)$")]
Ground = Literal["armor", "motor_inf", "artillery", "infantry", "volkswerfer", "paratrooper"]
Terrain = Literal["plain", "forest", "mountain", "city", "siegfried"]


class Grid(Value, frozen=True, kw_only=True):
    """A table with die rolls 1..6 as rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def cell(self, roll: int, column: int) -> str:
        """The entry for ``roll`` 1..6 and ``column``, counted from 0."""
        return self.rows[roll - 1][column]


class Checks(Value, frozen=True, kw_only=True):
    """A table of successes: the rows are rolls 1..6."""

    columns: tuple[str, ...]
    rows: tuple[tuple[bool, ...], ...]

    def cell(self, roll: int, column: str) -> bool:
        """Whether a roll succeeds in a named column."""
        return self.rows[roll - 1][self.columns.index(column)]


class Combat(Value, frozen=True, kw_only=True):
    """Table 2: losses and movement for each roll and column."""

    columns: tuple[str, ...]
    losses: tuple[tuple[str, ...], ...]
    moves: tuple[tuple[str, ...], ...]


class Isolation(Value, frozen=True, kw_only=True):
    """Table 7 for one class: strength and movement lost in the first, second and every later turn."""

    strength: tuple[Fraction, Fraction, Fraction]
    movement: tuple[Fraction, Fraction, Fraction]


class Defence(Value, frozen=True, kw_only=True):
    """The divisor of the defence of a class (BK-ODD-03)."""

    artillery: int
    volkswerfer: int


class DumpSpec(Value, frozen=True, kw_only=True):
    """A dump of the map."""

    hex: str
    owner: Side


class Cities(Value, frozen=True, kw_only=True):
    """The victory cities (BK-VIC-01..03): name -> hexes."""

    antwerp: tuple[str, ...]
    liege: tuple[str, ...]
    major: dict[str, tuple[str, ...]]


class Tables(Value, frozen=True, kw_only=True):
    """All tables. ``source``: parts of them are reconstructions, as described in ``provenance``."""

    source: Literal["rules", "reconstruction"]
    provenance: str
    artillery: Grid
    combat: Combat
    recognition: Checks
    bombardment: tuple[Fraction, ...]
    demolition: Checks
    construction: Checks
    isolation: dict[str, Isolation]
    defence: dict[str, dict[str, int]]
    divisor: Defence
    movement: dict[str, dict[str, int]]
    """Class -> terrain, including ``road`` -> cost in half points (BK-MOV-02, Table 9)."""
    gun_range: int
    weather: dict[str, int]
    """Day of December -> clear on this roll or higher; 7: never."""
    rocket_hits: tuple[int, ...]
    rocket_targets: tuple[str, ...]
    dumps: dict[str, DumpSpec]
    cities: Cities
    entries: dict[str, str]
    """Entry -> hex."""
    units: dict[str, Printed]
    """The order of battle, in listed order."""


def on_map(tables: Tables, hexes: Collection[str]) -> Tables:
    """The tables with only those victory cities that a map has; a player's own map may have none of them."""
    cities = tables.cities
    if all(
        at in hexes
        for at in (*cities.antwerp, *cities.liege, *(at for c in cities.major.values() for at in c))
    ):
        return tables
    major = {name: kept for name, all_ in cities.major.items() if (kept := _whole(all_, hexes))}
    found = Cities(antwerp=_whole(cities.antwerp, hexes), liege=_whole(cities.liege, hexes), major=major)
    return replace(tables, cities=found)


def _whole(city: tuple[str, ...], hexes: Collection[str]) -> tuple[str, ...]:
    return city if all(at in hexes for at in city) else ()
