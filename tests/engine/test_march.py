"""Why a march does not get there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexbench.engine.values import Action
from tests.laws.case import foreign


@pytest.mark.parametrize(
    ("mf", "sentence"),
    [
        (1, "It is too far away for 1 movement point."),
        (2, "It is too far away for 2 movement points."),
    ],
)
def test_too_far_says_for_how_many_movement_points(mf: int, sentence: str) -> None:
    loaded = foreign().load_scenario("crossroads", "village")
    units = {uid: replace(unit, mf=mf) for uid, unit in loaded.scenario.units.items()}
    state = loaded.rules.new(replace(loaded.scenario, units=units), 0).state
    seat = loaded.rules.seat(state, loaded.rules.decider(state))
    found = {str(r.text) for at in loaded.atlas.labels for r in seat.refuse(Action("move", ("G1",), at))}
    assert sentence in found
