"""What a button warns of beforehand is what comes: a verb that declares a barrier never leaves a way back."""

from __future__ import annotations

import pytest

from hexbench.engine.opponent import RandomOpponent
from tests.laws.case import load_case
from tests.laws.walk import Chance

ACTIONS = 600


@pytest.mark.parametrize("name", ["iron_tide/17_december", "tide_of_iron/noville", "tigers/campaign"])
def test_a_declared_barrier_always_comes(name: str) -> None:
    case = load_case(name)
    state = case.begin(3).state
    player, chance = RandomOpponent(), Chance(3)
    met: set[str] = set()
    for _ in range(ACTIONS):
        side = case.rules.decider(state)
        if side is None:
            break
        seat = case.rules.seat(state, side)
        action = player.choose(seat, chance)[0]
        verb = case.rules.verbs[action.verb]
        barrier, certain = verb.undo_barrier(seat, seat.step)
        out = case.rules.apply(state, action)
        if certain:
            assert out.barrier in (barrier, "dice"), f"{action.verb} promised {barrier}: {out.barrier!r}"
            met.add(action.verb)
        state = out.state
    assert met, "no verb with a certain barrier was used"
