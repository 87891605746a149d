"""The position of A Time for Trumpets: units, positions, the turn, and the stack of steps. Nothing is hidden but the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.state import Dice, State
from hexbench.engine.values import Value
from hexbench.games.trumpets.combat import Combat
from hexbench.games.trumpets.mission import Building, Mission, Weather, Works
from hexbench.games.trumpets.pieces import Side, Unit, due
from hexbench.games.trumpets.sequence import AnyStep

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules


class Trumpets(State, frozen=True, kw_only=True):
    """A position."""

    stack: tuple[AnyStep, ...] = ()
    units: dict[str, Unit] = {}
    mission: Mission
    turn: int = 1
    """Counts from 1; ``mission.turns`` has the names."""
    phasing: Side = "german"
    player_turn: int = 1
    """Player turns begun so far."""
    weather: Weather = "Clear"
    works: dict[str, Works] = {}
    building: dict[str, Building] = {}
    """hex -> what is being built there."""
    air_left: dict[str, int] = {}
    """side -> air points left in this turn."""
    attacked: tuple[str, ...] = ()
    """Hexes attacked in this segment (TT-REC-06)."""
    held: dict[str, Side] = {}
    """Hex of an objective -> the side that was last in it, once somebody was (TT-REC-19)."""
    steps_lost: dict[str, int] = {}
    """side -> steps eliminated (TT-REC-19)."""
    last: tuple[Combat, ...] = ()
    """The combat fought last in this player turn, after the counterattack it called for: what the dock still shows."""


# How a game begins: the position a scenario describes.


class Scenario(Value, frozen=True, kw_only=True):
    """The scenario of a file."""

    mission: Mission


def begin(rules: TtRules, scenario: Scenario, seed: int) -> Trumpets:
    """The position before the first decision. The stack is left to the caller."""
    mission = scenario.mission
    first = {printed.at: printed.side for printed in mission.units.values() if not printed.turn}
    return Trumpets(
        mission=mission,
        units={
            uid: Unit(side=printed.side, at=due(printed.turn) if printed.turn else printed.at)
            for uid, printed in mission.units.items()
            if printed.turn or printed.at  # who is nowhere yet is not in the game
        },
        phasing=mission.first,
        works={
            at: replace(works, owner=works.owner or first.get(at, "")) for at, works in mission.works.items()
        },
        held={goal.hex: first[goal.hex] for goal in mission.objectives if goal.hex in first},
        steps_lost={"german": 0, "allied": 0},
        dice=Dice(seed),
    )
