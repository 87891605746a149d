"""The game of Patrol: its rules bound to a map, and its definition."""

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
from tests.toys.patrol import fire, moving, sequence
from tests.toys.patrol.audit import COVER, problems
from tests.toys.patrol.ground import price
from tests.toys.patrol.kit import LIMIT, PatrolPlay, PatrolSeat
from tests.toys.patrol.moving import Moving
from tests.toys.patrol.pieces import OUT, SIDES, UNSEEN, Squad
from tests.toys.patrol.sequence import Rounds
from tests.toys.patrol.state import PatrolOptions, PatrolScenario, PatrolState, PatrolTables
from tests.toys.patrol.victory import verdict

HERE = Path(__file__).parent


class PatrolRules(Rules[PatrolState, PatrolOptions, PatrolTables]):
    """Patrol on one map."""

    key = "patrol"
    sides = SIDES
    state_type = PatrolState
    play_type = PatrolPlay
    seat_type = PatrolSeat
    sequence_rule = "1.1"
    fights = ("activation",)
    without = WITHOUT
    all_verbs = (moving.ADVANCE, fire.FIRE, fire.WATCH, sequence.PASS, fire.SHOOT, fire.HOLD)

    def gone(self, state: PatrolState, uid: str) -> bool:
        """Its box has a name of its own."""
        return state.units[uid].at == OUT

    def __init__(self, atlas: Atlas, tables: PatrolTables, options: PatrolOptions) -> None:
        super().__init__(atlas, tables, options)
        self.arcs = compile_arcs(atlas, price)
        self.cover = tuple(h for h in atlas.labels if atlas.cell(h).terrain in COVER)

    def begin(self, scenario: PatrolScenario, seed: int) -> PatrolState:
        """The scenario's squads on the map."""
        units = {e.id: Squad(side=e.side, name=e.name, at=e.at, hidden=e.hidden) for e in scenario.squads}
        return PatrolState(
            round=1, lost=dict.fromkeys(SIDES, 0), units=units, stack=(Rounds(),), dice=Dice(seed)
        )

    def enter(self, state: PatrolState, phase: str) -> PatrolState:
        """The next activation is that of the side named."""
        if phase not in SIDES:
            raise ValueError(f"Patrol has no phase {phase!r}.")
        return replace(state, stack=(Rounds(next=phase),))

    def hide(self, state: PatrolState, side: str) -> PatrolState:
        """Hidden squads of the other side are somewhere unknown [2.1]."""
        units: dict[str, Squad] = {}
        for uid, unit in state.units.items():
            secret = unit.hidden and unit.side != side
            units[uid] = replace(unit, at=UNSEEN, watch=False, tired=False) if secret else unit
        return replace(state, units=units)

    def imagine(self, view: PatrolState, side: str, number: Callable[[int], int]) -> PatrolState:
        """Put the other side's hidden squads anywhere they could be, on watch or not."""
        units = dict(view.units)
        for uid, unit in units.items():
            if unit.at == UNSEEN:
                free = self._hideouts(units, side)
                at = free[number(len(free)) - 1]
                units[uid] = replace(unit, at=at, watch=number(2) == 1)
        stack = list(view.stack)
        for i, step in enumerate(stack):
            if isinstance(step, Moving) and step.who != side:
                ways = [
                    (),
                    *((h,) for h in self.atlas.near[units[step.unit].at] if self._open(units, step.who, h)),
                ]
                stack[i] = replace(step, path=ways[number(len(ways)) - 1])
        return replace(view, units=units, stack=tuple(stack), dice=Dice(number(2**31)))

    def _open(self, units: dict[str, Squad], side: str, hex_: str) -> bool:
        """Whether a squad of ``side`` might be entering a hex [3.2]."""
        here = [u for u in units.values() if u.at == hex_]
        mine = sum(u.side == side for u in here)
        return mine < LIMIT and all(u.side == side or u.hidden for u in here)

    def _hideouts(self, units: dict[str, Squad], seeker: str) -> list[str]:
        mine = {u.at for u in units.values() if u.side == seeker}
        out = []
        for hex_ in self.cover:
            seen = self.atlas.cell(hex_).terrain == "grass" and any(n in mine for n in self.atlas.near[hex_])
            if hex_ not in mine and not seen and sum(u.at == hex_ for u in units.values()) < LIMIT:
                out.append(hex_)
        return out

    def audit(self, state: PatrolState) -> tuple[Problem, ...]:
        """What is wrong with a position."""
        return tuple(problems(self, state))

    def verdict(self, state: PatrolState) -> Verdict:
        """Who has won, or the current standing [6.2]."""
        return verdict(state, self.tables)


class PatrolGame:
    """What a catalogue lists."""

    key = "patrol"
    title = "Patrol"
    contract = 1
    sides = SIDES
    rules_version = 1
    Scenario = PatrolScenario
    Options = PatrolOptions
    Tables = PatrolTables
    State = PatrolState
    phases = SIDES
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    opponents: Mapping[str, Callable[[], Any]] = {"random": RandomOpponent, "default": DefaultOpponent}

    def open(self, atlas: Atlas, tables: PatrolTables, options: PatrolOptions) -> PatrolRules:
        """Bind it to a map."""
        return PatrolRules(atlas, tables, options)


def load_tables() -> PatrolTables:
    """The tables from their file."""
    return msgspec.toml.decode((HERE / "tables.toml").read_bytes(), type=PatrolTables)


def load_scenarios() -> dict[str, PatrolScenario]:
    """name -> scenario, from the files beside this module."""
    return {
        path.stem: msgspec.toml.decode(path.read_bytes(), type=PatrolScenario)
        for path in sorted((HERE / "scenarios").glob("*.toml"))
    }


def ledger_text() -> str:
    """The rules, clause by clause."""
    return (HERE / "rules.md").read_text(encoding="utf-8")
