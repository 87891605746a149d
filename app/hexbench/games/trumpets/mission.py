"""A scenario as a file holds it: turns, weather, units, positions, objectives, levels (13.2, 13.3)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from hexbench.engine.values import Value
from hexbench.games.trumpets.pieces import Printed, Side

# Defensive positions (TT-DEF).

Kind = Literal["IP5", "IP6", "RB", "SP", "FT"]
KINDS: Final = ("IP5", "IP6", "RB", "SP", "FT")


class Works(Value, frozen=True, kw_only=True):
    """The positions of one hex: one of the four, and perhaps a road block (TT-DEF-21). Empty ones are not kept."""

    main: Literal["", "IP5", "IP6", "SP", "FT"] = ""
    road_block: bool = False
    owner: Literal["", "german", "allied"] = ""
    """Whose they are; empty: of whoever is in the hex first. A fort serves whoever holds it (TT-DEF-28)."""

    @property
    def bare(self) -> bool:
        """Whether there is nothing here."""
        return not self.main and not self.road_block

    def serving(self, side: str) -> Works:
        """What of it helps defenders of a side: all of their own, of the enemy's nothing but a fort (TT-DEF-28)."""
        if self.owner in ("", side):
            return self
        return Works(main="FT") if self.main == "FT" else Works()

    def entered(self, side: Side) -> Works:
        """What is left when units of a side come in: what has no owner becomes theirs, an empty position of the enemy is
        destroyed, and his forts and road blocks stay (TT-DEF-28, TT-AMB-39).
        """
        if not self.owner:
            return replace(self, owner=side)
        return replace(self, main="") if self.owner != side and self.main not in ("", "FT") else self


class Building(Value, frozen=True, kw_only=True):
    """A position being built (TT-DEF-20, TT-REC-15)."""

    kind: Kind
    builder: str
    since: int
    """The player turn in which it was begun."""
    clears: bool = False
    """It is the enemy's road block being opened (TT-REC-16)."""


Weather = Literal["Clear", "Overcast", "Fog", "DenseFog", "Snow"]
"""Overcast: clear, but nothing flies (TT-REC-14)."""


class Objective(Value, frozen=True, kw_only=True):
    """A place that counts for the Germans if they were the last in it (TT-REC-19)."""

    name: str
    hex: str
    points: int


class Levels(Value, frozen=True, kw_only=True):
    """German minus Allied points for each level; below ``draw`` the Allies win."""

    german_major: int
    german_minor: int
    draw: int


class Mission(Value, frozen=True, kw_only=True):
    """Everything that makes one scenario. It never changes in a game."""

    turns: tuple[str, ...]
    weather: dict[str, Weather | Literal["roll"]]
    squalls: dict[str, tuple[str, ...]] = {}
    """turn -> hexes in a Snow Squall area (TT-GEN-08)."""
    air: dict[str, dict[Side, int]] = {}
    """turn -> side -> air points (TT-REC-10)."""
    first: Side = "german"
    area: tuple[str, ...] = ()
    """The hexes in play; empty: the whole map."""
    supply: dict[Side, tuple[str, ...]]
    units: dict[str, Printed]
    works: dict[str, Works] = {}
    objectives: tuple[Objective, ...]
    levels: Levels
    exit_west: int | None = None
    """American front line units that end the game in supply on or west of this column count a point (13.3)."""
