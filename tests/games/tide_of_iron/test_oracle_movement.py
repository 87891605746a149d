"""How far units get, held against a second version of the rules on random positions."""

from __future__ import annotations

import random

import pytest

from tests.games.tide_of_iron import random_fields
from tests.games.tide_of_iron import rules_reference as reference

POSITIONS = 60
FORT = 3
"""What coming out of a fortification costs, in thirds of an MP."""


@pytest.mark.rule("tide_of_iron", "TI-MOV-03", "TI-ACT-01", "TI-ACT-08", "TI-ACT-09", "TI-ACT-16", "B-MOV-1")
@pytest.mark.rule(
    "tide_of_iron", "TI-ABL-17", "TI-ABL-18", "TI-TER-05", "TI-TER-15", "TI-FORT-24", "B-MOV-11"
)
@pytest.mark.parametrize("part", range(4))
def test_the_second_version_of_the_rules_reaches_the_same_hexes_at_the_same_cost(part: int) -> None:
    chance = random.Random(part)
    compared = 0
    for _ in range(POSITIONS // 4):
        now, world = random_fields.position(chance)
        for verb in ("advance", "fire_move", "assault"):
            for uid in now.offered(verb):
                extra = FORT if world["units"][uid].get("shelter") else 0
                ours = {at: cost + extra for at, cost in reference.reach(world, uid, verb).items()}
                found = {
                    at: (t.cost or 0) // 4
                    for at, t in now.targets(verb, uid).items()
                    if at != world["units"][uid]["at"] and reference.stands(world, uid, at)
                }
                assert found == ours, f"{verb} {uid} {world['units'][uid]} in {world}"
                compared += len(ours)
    assert compared > 500, "the positions say something"
