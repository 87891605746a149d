"""What happens to units, bridges and dumps is told: nobody has to compare two positions to learn of it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import pytest

from hexbench.engine.events import (
    MarkerChanged,
    StepLost,
    StepRegained,
    UnitChanged,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
)
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.rules import Outcome
from hexbench.games.blitzkrieg.state import Blitzkrieg, Scenario
from tests.games.blitzkrieg.shipped import RESOURCES, ardennes
from tests.laws.walk import Chance


def untold(old: Blitzkrieg, outcome: Outcome) -> Iterator[str]:
    """What is otherwise afterwards, and of which no event speaks to anybody. Who is out of the game loses the rest untold."""
    new = outcome.state
    events = [event for told in outcome.told for event in (told.all, *(one for _, one in told.only)) if event]
    moved = {e.unit for e in events if isinstance(e, UnitMoved | UnitPlaced | UnitRemoved)}
    stepped = {e.unit for e in events if isinstance(e, StepLost | StepRegained | UnitChanged)}
    marked = {e.at for e in events if isinstance(e, MarkerChanged)}
    for uid, unit in new.units.items():
        was = old.units.get(uid)
        if was is None:
            continue
        if unit.at != was.at and uid not in moved:
            yield f"{uid} is in {unit.at}, and was in {was.at}"
        if unit.strength != was.strength and uid not in stepped and uid not in moved:
            yield f"{uid} has {unit.strength}, and had {was.strength}"
    for side in {*old.blown, *new.blown}:
        if old.blown.get(side) != new.blown.get(side) and side not in marked:
            yield f"the bridge at {side} is blown: {new.blown.get(side)}"


@pytest.mark.parametrize("seed", [1, 2])
def test_no_change_in_a_random_game_is_left_to_be_found_out(seed: int) -> None:
    rules, chance, player = ardennes(), Chance(seed), RandomOpponent()
    file = RESOURCES.parent / "scenarios/blitzkrieg/campaign.json"
    scenario = msgspec.convert(json.loads(file.read_text(encoding="utf-8"))["scenario"], Scenario)
    state = rules.new(scenario, seed).state
    verbs: set[str] = set()
    for _ in range(800):
        side = rules.decider(state)
        if side is None:
            break
        action, _ = player.choose(rules.seat(state, side), chance)
        if action.verb == "quit":
            continue
        outcome = rules.apply(state, action, None)
        assert list(untold(state, outcome)) == [], action
        verbs.add(action.verb)
        state = outcome.state
    assert {"fight", "give_up", "fall_back", "advance", "join", "demolish"} <= verbs
    assert state.turn > 10
