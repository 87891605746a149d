"""The dice of assaults, held against a second version of the rules on random positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hexbench.games.tide_of_iron.assault_strength import clash
from hexbench.games.tide_of_iron.strength import scene
from tests.games.tide_of_iron import field, random_fields
from tests.games.tide_of_iron import rules_reference as reference

POSITIONS = 200
AT, AROUND = "D4", ("D3", "E4", "E5", "D5", "C5", "C4")


def melee(chance: random.Random) -> tuple[field.Situation, dict[str, Any]]:
    """Americans around a hex that Germans hold: squads and light vehicles."""
    while True:
        rules, cells, links = random_fields.ground(chance)
        letter = cells[AT][0]
        if letter in "fpd":
            continue
        laid = {h: w for h in (AT, *AROUND) if (w := random_fields.works(chance, cells[h][0]))}
        units: dict[str, Any] = {}
        for n in range(chance.randint(1, 3)):
            on_foot = chance.random() < 0.75
            unit = (
                random_fields.squad(chance, "german", AT)
                if on_foot
                else field.vehicle(AT, chance.choice(("opel_blitz", "sdkfz_251")))
            )
            if on_foot:
                for fort in ("entrenchment", "pillbox"):
                    taken = sum(u.get("shelter") == fort for u in units.values())
                    if laid.get(AT, {}).get(fort, 0) > taken and chance.random() < 0.6:
                        unit["shelter"] = fort
                        break
            elif unit["type"] == "sdkfz_251":
                unit["damage"] = chance.choice(("", "light", "heavy"))
            units[f"g{n}"] = unit
        if sum("type" in u for u in units.values()) > 2:
            continue
        places = [h for h in AROUND if cells[h][0] not in "fp"]
        if len(places) < 3:
            continue
        for n, at in enumerate(chance.sample(places, 3)):
            unit = random_fields.squad(chance, "american", at, heavy=False)
            unit.pop("condition", None)
            units[f"a{n}"] = unit
        now = field.position(units, rules, works=laid, initiative="american", sound=False)
        return now, {"units": units, "works": laid, "cells": cells, "roads": links}


@pytest.mark.rule(
    "tide_of_iron", "TI-ASL-10", "TI-ASL-11", "TI-ASL-12", "TI-ASL-13", "TI-ASL-14", "TI-ASL-15"
)
@pytest.mark.rule(
    "tide_of_iron", "TI-ASL-16", "TI-SMK-04", "TI-SMK-05", "TI-SMK-06", "B-ATK-4", "B-ATK-8", "B-FPR-3"
)
@pytest.mark.parametrize("part", range(4))
def test_the_second_version_of_the_rules_throws_the_same_dice(part: int) -> None:
    chance = random.Random(200 + part)
    for _ in range(POSITIONS // 4):
        now, world = melee(chance)
        helpers = chance.sample(["a1", "a2"], chance.randint(0, 2))
        one = clash(scene(now.seat), AT, "a0", helpers)
        found = (one.black.dice, one.red.dice, one.back.dice)
        assert found == reference.assault(world, "a0", helpers, AT), f"{helpers} in {world}"
