"""More to be played under the laws than what ships: the scenarios with concealed squads, seen by the other side or not."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.games.tide_of_iron import GAME
from hexbench.games.tide_of_iron.setup import Scenario
from tests.laws.case import Case

CONCEALED = 4
"""Squads of each side that may be placed concealed."""


def names() -> tuple[str, ...]:
    """``tide_of_iron/<scenario>+<concealment>`` for two of the scenarios and both options."""
    return (
        "tide_of_iron/lanzerath+text",
        "tide_of_iron/lanzerath+hidden",
        "tide_of_iron/noville+hidden",
        "tide_of_iron/stoumont+hidden",
    )


def load(name: str) -> Case:
    """The case of a name."""
    key, _, option = name.partition("+")
    game, _, scenario = key.partition("/")
    loaded = bootstrap.catalogue().load_scenario(game, scenario, {"concealment": option})
    ids = frozenset(clause.id for clause in loaded.ledger) if loaded.ledger else None
    return Case(name, loaded.rules, partial(loaded.rules.new, veiled(loaded.scenario)), ids, GAME.phases)


def veiled(scenario: Scenario) -> Scenario:
    """The scenario, with squads of both sides concealed at the start."""
    mission = scenario.mission
    forces = {side: replace(force, concealed=CONCEALED) for side, force in mission.forces.items()}
    return replace(scenario, mission=replace(mission, forces=forces))
