"""What Crossroads is: its data, its rules bound to a map, and its entry in the list of games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any, ClassVar, Final, Literal

from msgspec.structs import replace

from hexbench.atlas.arcs import Arcs, compile_arcs
from hexbench.atlas.atlas import Atlas
from hexbench.engine.board import ZoneBoard
from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.engine.rules import Rules
from hexbench.engine.seat import Seat
from hexbench.engine.state import Dice, State
from hexbench.engine.values import Problem, Value, Verdict, say
from tests.toys.crossroads import battle, sequence
from tests.toys.crossroads.editing import EDITING
from tests.toys.crossroads.pieces import ELIMINATED, LIMIT, SIDES, Unit
from tests.toys.crossroads.play import CrPlay, price

WITHOUT: Final = {
    key: say("A small game has none of it.")
    for key in (
        "umpire",
        "what_if",
        "risks",
        "supply",
        "weighed",
        "headline",
        "results",
        "compose",
        "calculator",
        "opponent",
    )
}
"""What this game does not have."""


class Crossroads(State, frozen=True, kw_only=True):
    """A position. ``held`` is the side that was last in the village."""

    turn: int = 1
    last_turn: int = 6
    held: str = "american"
    units: dict[str, Unit] = {}
    stack: tuple[
        sequence.Game | sequence.Movement | battle.Declare | battle.Battle | battle.Retreat | battle.Advance,
        ...,
    ] = ()


class Scenario(Value, frozen=True, kw_only=True):
    """How a game begins."""

    units: dict[str, Unit]
    last_turn: int = 6


class Options(Value, frozen=True, kw_only=True):
    """There is nothing to choose."""


class Tables(Value, frozen=True, kw_only=True):
    """Costs in movement points by terrain, and the results table: for each column a result for each face of the die."""

    source: Literal["rules", "reconstruction"]
    provenance: str
    village: str
    costs: dict[str, int]
    columns: tuple[str, ...]
    results: tuple[tuple[str, ...], ...]


class CrSeat(Seat):
    """What one side may know and do: everything."""

    s: Crossroads
    made_in = {
        "face": "display.face",
        "facts": "display.facts",
        "panels": "display.panels",
        "overlays": "display.KINDS",
        "overlay": "display.overlay",
    }


class CrRules(Rules[Crossroads, Options, Tables]):
    """One per map and tables."""

    key: ClassVar = "crossroads"
    sides: ClassVar = SIDES
    state_type: ClassVar = Crossroads
    play_type: ClassVar = CrPlay
    seat_type: ClassVar = CrSeat
    sequence_rule: ClassVar = "CR-SEQ-01"
    fights: ClassVar = ("combat",)
    same_board: ClassVar = True
    without: ClassVar = WITHOUT
    all_verbs: ClassVar = tuple(
        verb
        for step in (sequence.Movement, battle.Declare, battle.Retreat, battle.Advance)
        for verb in step.verbs
    )

    @cached_property
    def arcs(self) -> Arcs:
        """What steps cost (CR-MOV-02)."""
        return compile_arcs(self.atlas, partial(price, self.tables.costs))

    def begin(self, scenario: Scenario, seed: int) -> Crossroads:
        """The units where the scenario puts them."""
        return Crossroads(
            units=dict(scenario.units),
            last_turn=scenario.last_turn,
            stack=(sequence.Game(),),
            dice=Dice(seed),
        )

    def enter(self, state: Crossroads, phase: str) -> Crossroads:
        """The stack of a phase, such as ``german.combat``."""
        side, _, name = phase.partition(".")
        step = battle.Declare(who=side) if name == "combat" else sequence.Movement(who=side)
        return replace(state, stack=(sequence.Game(at=2 + SIDES.index(side)), step))

    def make_board(self, state: Any) -> ZoneBoard:
        """Stacks and zones of control."""
        return ZoneBoard(state.units, self.atlas, SIDES)

    def audit(self, state: Crossroads) -> tuple[Problem, ...]:
        """What is wrong with a position."""
        return tuple(self._problems(state))

    def _problems(self, state: Crossroads) -> Iterator[Problem]:
        for at, here in self.board(state).at.items():
            if at != ELIMINATED and at not in self.atlas.index:
                yield Problem("position", say("There is no place {at}.", at=at), here)
            elif at != ELIMINATED and len(here) > LIMIT:
                yield Problem("CR-STK-01", say("Too many units stand in {at}.", at=at), here)
            elif at != ELIMINATED and len({state.units[u].side for u in here}) > 1:
                yield Problem("CR-STK-02", say("Units of both sides are in {at}.", at=at), here)

    def verdict(self, state: Crossroads) -> Verdict:
        """Who has won, or the current standing."""
        return sequence.verdict(state)


class CrossroadsGame:
    """Stateless; see :class:`hexbench.engine.rules.GameDef`."""

    key: Final = "crossroads"
    title: Final = "Crossroads"
    contract: Final = 1
    sides: Final = SIDES
    rules_version: Final = 1
    Scenario: Final = Scenario
    Options: Final = Options
    Tables: Final = Tables
    State: Final = Crossroads
    phases: Final = tuple(f"{side}.{name}" for side in SIDES for name in ("movement", "combat"))
    upgrades: Final[dict[int, Any]] = {}
    editing: Final = EDITING
    opponents: Final = {"random": RandomOpponent, "default": DefaultOpponent}

    def open(self, atlas: Atlas, tables: Any, options: Any) -> CrRules:
        """Bind the game to a map. ValueError: the village of the tables is not on it."""
        if tables.village not in atlas.index:
            raise ValueError(f"map.cells: there is no hex {tables.village}, the village of this game.")
        return CrRules(atlas, tables, options)


GAME: Final = CrossroadsGame()
