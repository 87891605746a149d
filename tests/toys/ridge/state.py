"""Positions, scenarios, options and tables of Ridge as data."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.state import State
from hexbench.engine.values import Value
from tests.toys.ridge.advance import Advance
from tests.toys.ridge.combat import Battle, Commit
from tests.toys.ridge.declaring import Choose, Declare
from tests.toys.ridge.losses import TakeLoss
from tests.toys.ridge.movement import Movement
from tests.toys.ridge.pieces import Unit
from tests.toys.ridge.retreat import Retreat
from tests.toys.ridge.sequence import GameTurn, PlayerTurn, SetUp

AnyStep = (
    SetUp
    | GameTurn
    | PlayerTurn
    | Movement
    | Declare
    | Choose
    | Battle
    | Commit
    | TakeLoss
    | Retreat
    | Advance
)


class RidgeState(State, frozen=True, kw_only=True):
    """A position. ``cup`` is the chits not under units, in order; ``lost`` steps by side; ``hill`` the side that holds it."""

    turn: int
    cup: tuple[int, ...]
    support: dict[str, int]
    lost: dict[str, int]
    hill: str = ""
    units: dict[str, Unit]
    stack: tuple[AnyStep, ...]


class Entry(Value, frozen=True, kw_only=True):
    """One unit of a scenario."""

    id: str
    side: Literal["red", "blue"]
    name: str
    at: str
    mf: int
    guard: bool = False
    steps: int = 2


class RidgeScenario(Value, frozen=True, kw_only=True):
    """How a game begins."""

    format: Literal["ridge-scenario"]
    version: Literal[1]
    title: str
    turn: int
    support: dict[str, int]
    units: tuple[Entry, ...]


class RidgeOptions(Value, frozen=True, kw_only=True):
    """What players may agree on: how many turns."""

    turns: int = 6


class Column(Value, frozen=True):
    """One column of the combat table: its name, and a result for each face of the die."""

    name: str
    results: tuple[str, ...]


class RidgeTables(Value, frozen=True, kw_only=True):
    """The tables."""

    source: Literal["rules", "reconstruction"]
    provenance: str
    cup: tuple[int, ...]
    hill: int
    columns: tuple[Column, ...]

    @property
    def first(self) -> int:
        """The rung of the first column."""
        return -[c.name for c in self.columns].index("1-1")
