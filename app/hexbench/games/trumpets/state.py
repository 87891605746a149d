"""The position of A Time for Trumpets: units, defensive positions, turn and stack. Nothing but the dice is
hidden.
"""

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
    """Maps hexes to the works in progress there."""
    air_left: dict[str, int] = {}
    """Air points left this turn, by side."""
    attacked: tuple[str, ...] = ()
    """Hexes attacked in this segment (TT-REC-06)."""
    held: dict[str, Side] = {}
    """Maps the hexes of objectives that have been entered to the side that was last there (TT-REC-19)."""
    steps_lost: dict[str, int] = {}
    """Steps eliminated, by side (TT-REC-19)."""
    last: tuple[Combat, ...] = ()
    """The last combat fought in this player turn, after its counterattack if any; the dock still shows it."""


# How a game begins: the position a scenario describes.


class Scenario(Value, frozen=True, kw_only=True):
    """The scenario of a file."""

    mission: Mission


def begin(rules: TtRules, scenario: Scenario, seed: int) -> Trumpets:
    """The position before the first decision. The caller fills in the stack."""
    mission = scenario.mission
    first = {printed.at: printed.side for printed in mission.units.values() if not printed.turn}
    return Trumpets(
        mission=mission,
        units={
            uid: Unit(side=printed.side, at=due(printed.turn) if printed.turn else printed.at)
            for uid, printed in mission.units.items()
            if printed.turn or printed.at  # units without a place are not in the game
        },
        phasing=mission.first,
        works={
            at: replace(works, owner=works.owner or first.get(at, "")) for at, works in mission.works.items()
        },
        held={goal.hex: first[goal.hex] for goal in mission.objectives if goal.hex in first},
        steps_lost={"german": 0, "allied": 0},
        dice=Dice(seed),
    )
