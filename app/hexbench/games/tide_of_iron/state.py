"""The position of Tide of Iron: units, markers, cards, tokens, the round, and the stack of steps; and what a scenario fixes
for a whole game: rounds, objectives, zones, forces, reinforcements, decks, victory.
"""

from __future__ import annotations

from typing import Literal

from hexbench.engine.state import State
from hexbench.engine.values import Value
from hexbench.games.tide_of_iron.decks import InPlay
from hexbench.games.tide_of_iron.effects import Effect
from hexbench.games.tide_of_iron.pieces import Side, Unit, Works
from hexbench.games.tide_of_iron.sequence import AnyStep


class TideOfIron(State, frozen=True, kw_only=True):
    """A position. Everything in it is public, except concealed squads under the option that hides them."""

    stack: tuple[AnyStep, ...] = ()
    units: dict[str, Unit] = {}
    mission: Mission
    round: int = 1
    initiative: Side = "american"
    """Who holds the initiative token (TI-SEQ-02)."""
    pools: dict[str, int] = {}
    """Command on the Initiative cards (TI-CMD-19)."""
    command: dict[str, int] = {}
    vp: dict[str, int] = {}
    control: dict[str, Side] = {}
    """objective -> the side whose control marker is there (TI-CMD-03)."""
    works: dict[str, Works] = {}
    """hex -> its markers; a hex without any is not in it."""
    markers_left: dict[str, dict[str, int]] = {}
    """side -> scenario markers not yet placed (set-up only)."""
    pool: dict[str, dict[str, int]] = {}
    """side -> figures and specialization tokens not yet on a base (set-up only)."""
    decks: dict[str, dict[str, int]] = {}
    """"side/deck" -> card -> copies left in it. Drawing at random from what is left is equivalent to shuffling."""
    hands: dict[str, tuple[str, ...]] = {}
    """side -> face-up cards (TI-SET-05)."""
    in_play: dict[str, tuple[InPlay, ...]] = {}
    """side -> its play area."""
    effects: tuple[Effect, ...] = ()
    """Modifications by cards, as long as they last."""
    sight_limit: int = 0
    """Visibility in hexes in this round, from an operations card; 0: no limit."""
    handles: dict[str, str] = {}
    """handle -> the concealed squad it stands for; in the other side's view an empty string (option ``concealment``)."""


class CommandIncome(Value, frozen=True, kw_only=True):
    """A command objective: the side it belongs to and its yield (TI-CMD-06, TI-CMD-10)."""

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
    """The composition of a squad: figures by kind, and its specialization token."""

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
