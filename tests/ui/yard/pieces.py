"""The yard's units, its terrain and its position."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Cell, Hexside, Line, MapSheet, Place, Road
from hexbench.engine.state import Ask, Piece, State
from hexbench.engine.values import Say, Value, say
from hexbench.hexes.grid import GridSpec

FOE = {"red": "blue", "blue": "red"}
COLUMNS, ROWS = 14, 10
WOODS = ("0304", "0405", "0504", "0903", "1003", "0904", "0807", "0708", "1107", "1206")
HILLS = ("0602", "0702", "0603", "0506")
TOWNS = {"0505": "Gate", "1004": "Mill", "0203": "Barn", "1308": "Pond"}
RIVER = ("0701/0801", "0702/0801", "0702/0802", "0703/0802", "0703/0803", "0704/0803")
ROAD = ("0203", "0303", "0403", "0404", "0505", "0605", "0704", "0803", "0902", "1002", "1003", "1004")


class Man(Piece, frozen=True, kw_only=True):
    """A unit: its factor, how far it moves, whether it has acted or dug in."""

    name: str
    kind: Literal["infantry", "armor", "artillery", "leader"] = "infantry"
    strength: int = 3
    moves: int = 4
    group: str = ""
    acted: bool = False
    dug: bool = False


class Options(Value, frozen=True):
    """What may be chosen before a game of the yard."""

    fog: Annotated[bool, msgspec.Meta(title="Fog", description="Each side's plan is its own secret.")] = False
    weather: Annotated[Literal["fair", "rain"], msgspec.Meta(title="Weather")] = "fair"
    turns: Annotated[int, msgspec.Meta(title="Game turns", ge=1, le=9)] = 4


class Tables(Value, frozen=True):
    """The yard has no tables."""


class Scenario(Value, frozen=True, kw_only=True):
    """The places of all units."""

    units: dict[str, Man]
    phase: Literal["place", "move"] = "place"


class YardState(State, frozen=True, kw_only=True):
    """A position of the yard."""

    units: dict[str, Man] = {}
    turn: int = 1
    turns: int = 4
    phasing: str = "red"
    luck: dict[str, int] = msgspec.field(default_factory=lambda: {"red": 2, "blue": 2})
    plans: dict[str, str] = {}
    spans: tuple[str, ...] = ()
    stack: tuple[Muster | Move | Pick, ...] = ()


class Muster(Ask, frozen=True, kw_only=True, tag="place"):
    """Red sets up the units in its tray."""

    phase = "place"

    def say(self, seat: object) -> Say:
        """The prompt."""
        return say("Set up the units of your tray within three columns of the west rim.")


class Move(Ask, frozen=True, kw_only=True):
    """A side moves."""

    phase = "move"

    def say(self, seat: object) -> Say:
        """The prompt."""
        return say("Move any of your units, then end the phase.")


class Pick(Ask, frozen=True, kw_only=True):
    """A side picks its plan."""

    phase = "plan"

    def say(self, seat: object) -> Say:
        """The prompt."""
        return say("Choose the plan of this turn.")


def _grid() -> GridSpec:
    return GridSpec(
        orientation="pointy",
        columns=(1, COLUMNS),
        rows=(1, ROWS),
        rows_from="north",
        pushed="even",
        push="east",
        numbering="CCRR",
    )


def yard_atlas() -> Atlas:
    """The map: a road from the barn to the mill, woods, hills, towns, and a river down the middle."""
    labels = [f"{c:02}{r:02}" for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
    cells = {
        name: Cell(
            "forest" if name in WOODS else "rough" if name in HILLS else "clear",
            ("town",) if name in TOWNS else (),
        )
        for name in labels
    }
    bare = Atlas(MapSheet(**_sheet(cells)))  # type: ignore[arg-type]
    river = tuple(Hexside(s, ("river",), "Run") for s in RIVER if _there(bare, s))
    roads = tuple(Road(side_name(a, b)) for a, b in pairwise(ROAD) if bare.direction(a, b) is not None)
    return Atlas(
        MapSheet(
            **_sheet(cells),  # type: ignore[arg-type]
            hexsides=river,
            roads=roads,
            places=tuple(Place(name, "town", (at,), 1) for at, name in TOWNS.items()),
            lines=(Line("Start line", "front", RIVER[:1]),) if _there(bare, RIVER[0]) else (),
        )
    )


def _sheet(cells: dict[str, Cell]) -> dict[str, object]:
    return {
        "format": "hexbench-map",
        "version": 1,
        "key": "yard",
        "title": "The Yard",
        "source": "reconstruction",
        "provenance": "drawn for the tests",
        "kilometres_per_hex": 1.0,
        "grid": _grid(),
        "cells": cells,
    }


def _there(atlas: Atlas, side: str) -> bool:
    try:
        return bool(atlas.side_keys(side))
    except ValueError:
        return False
