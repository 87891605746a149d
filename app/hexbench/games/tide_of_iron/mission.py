"""What a scenario fixes for a whole game: rounds, objectives, zones, forces, reinforcements, decks, victory."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.values import Value
from hexbench.games.tide_of_iron.pieces import Side


class CommandIncome(Value, frozen=True, kw_only=True):
    """A command objective: whose it is and what it yields (TI-CMD-06, TI-CMD-10)."""

    side: Literal["american", "german", "neutral"]
    amount: int


class Objective(Value, frozen=True, kw_only=True):
    """A hex with a command or victory objective marker (TI-CMD-01)."""

    id: str
    hex: str
    title: str = ""
    vp_per_round: dict[str, int] = {}
    command: CommandIncome | None = None
    control_start: Side | None = None


class Build(Value, frozen=True, kw_only=True):
    """A squad as it is put together: figures by kind, and its specialization token."""

    name: str = ""
    figures: dict[str, int]
    specialization: str = ""


class Force(Value, frozen=True, kw_only=True):
    """What one side starts with (M-02)."""

    bases: int = 0
    pool: dict[str, int] = {}
    specializations: dict[str, int] = {}
    vehicles: dict[str, int] = {}
    markers: dict[str, int] = {}
    marker_zones: dict[str, str | tuple[str, ...]] = {}
    """marker -> a named zone or hexes."""
    decks: dict[str, int] = {}
    """deck -> opening cards drawn from it (TI-SET-05)."""
    operations: tuple[str, ...] = ()
    default_build: tuple[Build, ...] = ()
    concealed: int = 0
    """Squads that may be placed concealed."""


class Reinforcement(Value, frozen=True, kw_only=True):
    """Units that arrive in Status step 5 of ``round`` (TI-RIF-01)."""

    side: Side
    round: int
    zone: str
    squads: tuple[Build, ...] = ()
    vehicles: dict[str, int] = {}


class Victory(Value, frozen=True, kw_only=True):
    """How the game is won (TI-WIN-01)."""

    type: Literal["vp"] = "vp"
    elimination_vp: dict[str, dict[str, int]] = {}
    """side that loses a unit of a class -> VP to its opponent."""
    note: str = ""


class Mission(Value, frozen=True, kw_only=True):
    """The frame of one scenario."""

    rounds: int
    actions_per_turn: dict[str, int]
    initiative_start: Side
    initiative_pool_start: dict[str, int] = {}
    command_start: dict[str, int] = {}
    setup_order: tuple[Side, ...] = ()
    objectives: tuple[Objective, ...] = ()
    zones: dict[str, tuple[str, ...]] = {}
    """american_deploy, german_deploy, american_reinforce, german_reinforce (hexes marked R), and any other."""
    forces: dict[str, Force] = {}
    reinforcements: tuple[Reinforcement, ...] = ()
    victory: Victory = Victory()
