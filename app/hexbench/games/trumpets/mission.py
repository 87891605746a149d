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
    """The positions of one hex: at most one of four kinds, and possibly a road block (TT-DEF-21). Never
    stored empty.
    """

    main: Literal["", "IP5", "IP6", "SP", "FT"] = ""
    road_block: bool = False
    owner: Literal["", "german", "allied"] = ""
    """Their owner; empty: the first side to enter the hex. A fort serves whichever side holds it
    (TT-DEF-28).
    """
    block_owner: Literal["", "german", "allied"] = ""
    """Owner of the road block if it differs from ``owner``: until cleared, an enemy road block remains beside
    a position built there (TT-REC-16).
    """

    @property
    def bare(self) -> bool:
        """Whether there is nothing here."""
        return not self.main and not self.road_block

    @property
    def blocker(self) -> Literal["", "german", "allied"]:
        """The owner of the road block."""
        return self.block_owner or self.owner

    def serving(self, side: str) -> Works:
        """The part that helps defenders of a side: all of their own; of an enemy's, only a fort
        (TT-DEF-28).
        """
        mine = self.owner in ("", side)
        if mine and not self.block_owner:
            return self
        return Works(
            main=self.main if mine or self.main == "FT" else "",
            road_block=self.road_block and self.blocker in ("", side),
        )

    def built(self, kind: Kind, side: Side) -> Works:
        """The works with a newly built position added; anything else there keeps its owner (TT-DEF-21)."""
        if kind == "RB":
            owner = self.owner if self.main else side
            return replace(self, road_block=True, owner=owner, block_owner="" if owner == side else side)
        block = self.blocker if self.road_block else ""
        return replace(self, main=kind, owner=side, block_owner="" if block == side else block)

    def opened(self) -> Works:
        """The works without the road block (TT-REC-16)."""
        return replace(self, road_block=False, block_owner="")

    def entered(self, side: Side) -> Works:
        """What remains when units of a side enter: they take over what has no owner and destroy an empty
        enemy position, but enemy forts and road blocks remain (TT-DEF-28, TT-AMB-39).
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
    """The work is the clearing of an enemy road block (TT-REC-16)."""
    beside: Building | None = None
    """What another unit began there later: a road block beside a position, or a position beside a road block (TT-DEF-21)."""

    @property
    def on_road(self) -> bool:
        """Whether it is the building or clearing of a road block."""
        return self.kind == "RB"

    @property
    def works(self) -> tuple[Building, ...]:
        """The work itself and the one built beside it, if any."""
        return (self,) if self.beside is None else (self, self.beside)


Weather = Literal["Clear", "Overcast", "Fog", "DenseFog", "Snow"]
"""Overcast: clear, but no aircraft fly (TT-REC-14)."""


class Objective(Value, frozen=True, kw_only=True):
    """A place that scores for the Germans if they were the last to occupy it (TT-REC-19)."""

    name: str
    hex: str
    points: int


class Levels(Value, frozen=True, kw_only=True):
    """The difference (German minus Allied points) needed for each level; below ``draw`` the Allies win."""

    german_major: int
    german_minor: int
    draw: int


class Mission(Value, frozen=True, kw_only=True):
    """The fixed facts of a scenario. They never change during a game."""

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
