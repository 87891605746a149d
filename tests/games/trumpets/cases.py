"""More to be played under the laws than what ships: every ruling turned the other way, aircraft, squalls, weather by the die."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.games.trumpets import GAME
from hexbench.games.trumpets.state import Scenario
from tests.laws.case import Case

TURNED: Final[dict[str, Any]] = {
    "clamp_before_shift": True,
    "night_shift_once": False,
    "advance_stops_in_zoc": False,
    "afv_combat": True,
    "blitz_a": "loss",
}
"""Every option at what is not its default."""
KINDS: Final[dict[str, dict[str, Any]]] = {"turned": TURNED, "sky": {}}


def names() -> tuple[str, ...]:
    """``trumpets/<scenario>+<kind>``."""
    return tuple(f"trumpets/{scenario}+{kind}" for scenario in ("losheim", "rocherath") for kind in KINDS)


def load(name: str) -> Case:
    """The case of a name."""
    key, _, kind = name.partition("+")
    game, _, scenario = key.partition("/")
    loaded = bootstrap.catalogue().load_scenario(game, scenario, KINDS[kind])
    ids = frozenset(clause.id for clause in loaded.ledger) if loaded.ledger else None
    found = stormy(loaded.scenario) if kind == "sky" else loaded.scenario
    return Case(name, loaded.rules, partial(loaded.rules.new, found), ids, GAME.phases)


def stormy(scenario: Scenario) -> Scenario:
    """The scenario with weather by the die, air points for both sides, and squalls where both begin."""
    mission = scenario.mission
    spots = tuple(dict.fromkeys(unit.at for unit in mission.units.values()))
    return replace(
        scenario,
        mission=replace(
            mission,
            weather=dict.fromkeys(mission.turns, "roll"),
            air={turn: {"german": 2, "allied": 3} for turn in mission.turns},
            squalls=dict.fromkeys(mission.turns[::2], spots),
        ),
    )
