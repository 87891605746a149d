"""A small scenario on PLAIN for the tests of set-up: Americans in the north, Germans in the south."""

from __future__ import annotations

from typing import Any

import msgspec

from hexbench.games.tide_of_iron.rules import TiRules
from hexbench.games.tide_of_iron.setup import Scenario
from hexbench.games.tide_of_iron.state import Mission
from tests.games.tide_of_iron import field

FORCES: dict[str, Any] = {
    "american": {
        "bases": 3,
        "pool": {"regular": 5, "elite": 1, "mg": 2, "officer": 1},
        "specializations": {"engineer": 1, "medic": 1},
        "default_build": [
            {"name": "First", "figures": {"regular": 3, "elite": 1}, "specialization": "engineer"},
            {"name": "Second", "figures": {"mg": 2}},
            {"name": "Third", "figures": {"regular": 2, "officer": 1}},
        ],
    },
    "german": {
        "bases": 1,
        "pool": {"regular": 4},
        "vehicles": {"panzer_iv": 1},
        "default_build": [{"name": "Erste", "figures": {"regular": 4}}],
    },
}
ZONES = {
    "american_deploy": ["A1", "B1", "C1", "D1"],
    "german_deploy": ["A10", "B10", "C10"],
    "american_reinforce": ["A1", "B1"],
    "german_reinforce": ["A12", "B12"],
}


def mission(
    german: dict[str, Any] | None = None, american: dict[str, Any] | None = None, **changes: Any
) -> Scenario:
    """The scenario with some keys of its mission, or of a force, changed."""
    raw: dict[str, Any] = {
        "rounds": 3,
        "actions_per_turn": {"american": 2, "german": 3},
        "initiative_start": "german",
        "zones": ZONES,
        "forces": {
            "american": {**FORCES["american"], **(american or {})},
            "german": {**FORCES["german"], **(german or {})},
        },
    }
    return Scenario(mission=msgspec.convert({**raw, **changes}, Mission))


def begin(scenario: Scenario | None = None, rules: TiRules = field.PLAIN) -> field.Situation:
    """The scenario at its first decision."""
    return field.Situation(rules, rules.new(scenario or mission(), 1))


def built(scenario: Scenario | None = None, rules: TiRules = field.PLAIN) -> field.Situation:
    """The scenario after both sides have built the suggested squads."""
    now = begin(scenario, rules)
    while now.step[1] == "build_squads":
        now = now.default()
    return now


def deployed(scenario: Scenario | None = None, rules: TiRules = field.PLAIN) -> field.Situation:
    """The scenario after everything but op fire."""
    now = built(scenario, rules)
    while now.step[1] in ("place_markers", "deploy"):
        now = now.default()
    return now
