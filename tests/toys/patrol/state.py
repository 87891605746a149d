"""Positions, scenarios, options and tables of Patrol as data."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.state import State
from hexbench.engine.values import Value
from tests.toys.patrol.fire import Window
from tests.toys.patrol.moving import Moving
from tests.toys.patrol.pieces import Squad
from tests.toys.patrol.sequence import Activation, Rounds


class PatrolState(State, frozen=True, kw_only=True):
    """A position. ``lost`` is men lost by side."""

    round: int
    lost: dict[str, int]
    units: dict[str, Squad]
    stack: tuple[Rounds | Activation | Moving | Window, ...]


class Entry(Value, frozen=True, kw_only=True):
    """One squad of a scenario."""

    id: str
    side: Literal["red", "blue"]
    name: str
    at: str
    hidden: bool = False


class PatrolScenario(Value, frozen=True, kw_only=True):
    """How a game begins."""

    format: Literal["patrol-scenario"]
    version: Literal[1]
    title: str
    squads: tuple[Entry, ...]


class PatrolOptions(Value, frozen=True, kw_only=True):
    """What players may agree on."""

    rounds: int = 5


class PatrolTables(Value, frozen=True, kw_only=True):
    """The tables: what two dice must reach by terrain, and how much more at two hexes."""

    source: Literal["rules", "reconstruction"]
    provenance: str
    far: int
    crossroads: int
    needed: dict[str, int]
