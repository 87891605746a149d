"""How a game begins: the position a scenario describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.state import Dice
from hexbench.engine.values import Value
from hexbench.games.trumpets.mission import Mission
from hexbench.games.trumpets.pieces import Unit, due
from hexbench.games.trumpets.state import Trumpets

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules


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
