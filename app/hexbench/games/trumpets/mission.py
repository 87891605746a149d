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
    block_owner: Literal["", "german", "allied"] = ""
    """Whose the road block is where it is not the owner's: one that has not been opened stays the enemy's beside a position
    that is built there (TT-REC-16)."""

    @property
    def bare(self) -> bool:
        """Whether there is nothing here."""
        return not self.main and not self.road_block

    @property
    def blocker(self) -> Literal["", "german", "allied"]:
        """Whose the road block is."""
        return self.block_owner or self.owner

    def serving(self, side: str) -> Works:
        """What of it helps defenders of a side: all of their own, of the enemy's nothing but a fort (TT-DEF-28)."""
        mine = self.owner in ("", side)
        if mine and not self.block_owner:
            return self
        return Works(
            main=self.main if mine or self.main == "FT" else "",
            road_block=self.road_block and self.blocker in ("", side),
        )

    def built(self, kind: Kind, side: Side) -> Works:
        """With a position that a side has built; what else is there keeps its owner (TT-DEF-21)."""
        if kind == "RB":
            owner = self.owner if self.main else side
            return replace(self, road_block=True, owner=owner, block_owner="" if owner == side else side)
        block = self.blocker if self.road_block else ""
        return replace(self, main=kind, owner=side, block_owner="" if block == side else block)

    def opened(self) -> Works:
        """Without its road block (TT-REC-16)."""
        return replace(self, road_block=False, block_owner="")

    def entered(self, side: Side) -> Works:
        """What is left when units of a side come in: what has no owner becomes theirs, an empty position of the enemy is
        destroyed, and his forts and road blocks stay (TT-DEF-28, TT-AMB-39).
        """
        if not self.owner:
            return replace(self, owner=side, block_owner="" if self.block_owner == side else self.block_owner)
        if self.owner == side or self.main in ("", "FT"):
            return self
        return Works(road_block=self.road_block, owner=self.blocker)


class Building(Value, frozen=True, kw_only=True):
    """A position being built (TT-DEF-20, TT-REC-15)."""

    kind: Kind
    builder: str
    since: int
    """The player turn in which it was begun."""
    clears: bool = False
    """It is the enemy's road block being opened (TT-REC-16)."""
    beside: Building | None = None
    """What another unit began there later: a road block beside a position, or a position beside a road block (TT-DEF-21)."""

    @property
    def on_road(self) -> bool:
        """Whether it is a road block, built or opened."""
        return self.kind == "RB"

    @property
    def works(self) -> tuple[Building, ...]:
        """It, and what is built beside it."""
        return (self,) if self.beside is None else (self, self.beside)


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
