"""The game of Ridge: its rules bound to a map, and its definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hexbench.atlas.arcs import compile_arcs
from hexbench.atlas.atlas import Atlas
from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.engine.rules import Rules
from hexbench.engine.state import Dice
from hexbench.engine.values import Problem, Verdict
from tests.toys import WITHOUT
from tests.toys.ridge import advance, combat, declaring, losses, movement, retreat
from tests.toys.ridge.audit import problems
from tests.toys.ridge.combat import MOST, Battle
from tests.toys.ridge.ground import price
from tests.toys.ridge.kit import RidgeBoard, RidgePlay, RidgeSeat
from tests.toys.ridge.pieces import SIDES, Unit
from tests.toys.ridge.sequence import GameTurn, PlayerTurn, SetUp
from tests.toys.ridge.state import RidgeOptions, RidgeScenario, RidgeState, RidgeTables
from tests.toys.ridge.victory import verdict

HERE = Path(__file__).parent


class RidgeRules(Rules[RidgeState, RidgeOptions, RidgeTables]):
    """Ridge on one map."""

    key = "ridge"
    sides = SIDES
    state_type = RidgeState
    play_type = RidgePlay
    seat_type = RidgeSeat
    sequence_rule = "1.1"
    fights = ("declaration", "combat")
    without = {key: why for key, why in WITHOUT.items() if key not in ("what_if", "reach", "zones")}
    same_board = True  # chits have no place
    all_verbs = (
        movement.MOVE,
        movement.END_MOVEMENT,
        declaring.ATTACK,
        declaring.WITHDRAW,
        declaring.CLEAR,
        declaring.DONE,
        declaring.RESOLVE,
        combat.BID,
        losses.SUFFER,
        retreat.FALL_BACK,
        retreat.STAND,
        advance.GO_IN,
        advance.STAY,
    )

    def __init__(self, atlas: Atlas, tables: RidgeTables, options: RidgeOptions) -> None:
        super().__init__(atlas, tables, options)
        self.arcs = compile_arcs(atlas, price)

    def begin(self, scenario: RidgeScenario, seed: int) -> RidgeState:
        """The scenario's units on the map, with the guards' chits still in the cup."""
        units = {
            e.id: Unit(side=e.side, name=e.name, at=e.at, mf=e.mf, guard=e.guard, steps=e.steps)
            for e in scenario.units
        }
        return RidgeState(
            turn=scenario.turn,
            cup=self.tables.cup,
            support=scenario.support,
            lost=dict.fromkeys(SIDES, 0),
            units=units,
            stack=(GameTurn(), SetUp()),
            dice=Dice(seed),
        )

    def enter(self, state: RidgeState, phase: str) -> RidgeState:
        """The stack of a phase, such as ``red.movement``."""
        side, _, name = phase.partition(".")
        if phase not in RidgeGame.phases:
            raise ValueError(f"Ridge has no phase {phase!r}.")
        at = ("movement", "declaration").index(name)
        turn = GameTurn(at=2 + SIDES.index(side))
        return replace(state, stack=(turn, PlayerTurn(side=side, at=at)))

    def make_board(self, state: Any) -> RidgeBoard:
        """Stacks and zones of control."""
        return RidgeBoard(state.units, self.atlas)

    def hide(self, state: RidgeState, side: str) -> RidgeState:
        """The other side's chits are face down; what has not been seen is pooled with the cup [1.3, 6.3]."""
        unseen: list[int] = []
        units = state.units
        for uid, unit in state.units.items():
            if unit.chit is not None and unit.side != side:
                if units is state.units:
                    units = dict(units)
                unseen.append(unit.chit)
                units[uid] = replace(unit, chit=None)
        if not unseen:
            return state
        return replace(state, units=units, cup=tuple(sorted((*state.cup, *unseen))))

    def imagine(self, view: RidgeState, side: str, number: Callable[[int], int]) -> RidgeState:
        """Deal unseen chits to the other side's units, and a number where one lies face down."""
        cup, units = list(view.cup), dict(view.units)
        for uid, unit in units.items():
            if unit.drawn and unit.chit is None:
                units[uid] = replace(unit, chit=cup.pop(number(len(cup)) - 1))
        stack = list(view.stack)
        for i, step in enumerate(stack):
            if isinstance(step, Battle) and None in step.bids:
                stack[i] = replace(step, bids=(number(min(MOST, view.support[step.attacker]) + 1) - 1,))
        dice = Dice(number(2**31))
        return replace(view, units=units, cup=tuple(cup), stack=tuple(stack), dice=dice)

    def audit(self, state: RidgeState) -> tuple[Problem, ...]:
        """What is wrong with a position."""
        return tuple(problems(self, state))

    def verdict(self, state: RidgeState) -> Verdict:
        """Who has won, or the current standing [10.2]."""
        return verdict(state, self.tables)


class RidgeGame:
    """What a catalogue lists."""

    key = "ridge"
    title = "Ridge"
    contract = 1
    sides = SIDES
    rules_version = 1
    Scenario = RidgeScenario
    Options = RidgeOptions
    Tables = RidgeTables
    State = RidgeState
    phases = tuple(f"{side}.{name}" for side in SIDES for name in ("movement", "declaration"))
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    opponents: Mapping[str, Callable[[], Any]] = {"random": RandomOpponent, "default": DefaultOpponent}

    def open(self, atlas: Atlas, tables: RidgeTables, options: RidgeOptions) -> RidgeRules:
        """Bind it to a map."""
        return RidgeRules(atlas, tables, options)


def load_tables() -> RidgeTables:
    """The tables from their file."""
    return msgspec.toml.decode((HERE / "tables.toml").read_bytes(), type=RidgeTables)


def load_scenarios() -> dict[str, RidgeScenario]:
    """name -> scenario, from the files beside this module."""
    return {
        path.stem: msgspec.toml.decode(path.read_bytes(), type=RidgeScenario)
        for path in sorted((HERE / "scenarios").glob("*.toml"))
    }


def ledger_text() -> str:
    """The rules, clause by clause."""
    return (HERE / "rules.md").read_text(encoding="utf-8")
