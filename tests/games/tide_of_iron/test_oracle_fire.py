"""Dice, bands and results of fire, held against a second version of the rules on random positions."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

from hexbench.games.tide_of_iron import results
from hexbench.games.tide_of_iron.decks import Mode
from hexbench.games.tide_of_iron.strength import Aim, Kind, Part, Role, scene, weapons
from hexbench.games.tide_of_iron.volley import volley
from tests.games.tide_of_iron import random_fields
from tests.games.tide_of_iron import rules_reference as reference

POSITIONS = 60


def part_of(sc: Any, uid: str, aim: Aim) -> Part:
    """A unit with everything that can fire at that."""
    unit = sc.s.units[uid]
    guns = weapons(sc, uid, aim)
    return Part(unit=uid, figures={k: n for k, n in unit.figures.items() if k in guns})


@pytest.mark.rule(
    "tide_of_iron", "TI-RNG-03", "TI-RNG-04", "TI-RNG-05", "TI-RNG-06", "TI-RNG-07", "TI-RNG-09"
)
@pytest.mark.rule(
    "tide_of_iron", "TI-ATK-04", "TI-ATK-05", "TI-ATK-06", "B-FPR-1", "B-FPR-2", "B-FPR-3", "B-ATK-3"
)
@pytest.mark.rule(
    "tide_of_iron", "TI-SMK-02", "TI-SMK-03", "TI-FORT-11", "TI-FORT-23", "TI-ACT-10", "B-ATK-5"
)
@pytest.mark.parametrize("part", range(4))
def test_the_second_version_of_the_rules_throws_the_same_dice(part: int) -> None:
    chance = random.Random(100 + part)
    compared = 0
    for _ in range(POSITIONS // 4):
        now, world = random_fields.position(chance)
        sc = scene(now.seat)
        for leader in world["units"]:
            target = chance.choice(random_fields.enemies(world, leader))
            friends = [x for x in random_fields.enemies(world, target) if x != leader]
            for kind in get_args(Kind):
                mode = chance.choice(get_args(Mode))
                aim = Aim(kind=kind, target=target, hex=world["units"][target]["at"], mode=mode)
                helpers = [] if kind == "fire_move" else chance.sample(friends, min(len(friends), 2))
                parts = [part_of(sc, uid, aim) for uid in (leader, *helpers)]
                if any(not weapons(sc, x.unit, aim) for x in parts):
                    continue
                found = volley(sc, aim, parts)
                ours = [reference.fire(world, leader, target, kind, "lead")]
                ours += [reference.fire(world, x, target, kind, "support") for x in helpers]
                order = ("close", "normal", "long", "out")
                where = f"{kind} {mode} {leader} {helpers} at {target} in {world}"
                assert found.strength.total == sum(n for n, _ in ours), where
                assert found.band == max((band for _, band in ours), key=order.index), where
                for facing in found.facing:
                    assert facing.red.dice == reference.defence(world, target, mode, leader), where
                assert bool(found.facing) == (mode == "normal" or reference.is_squad(world["units"][target]))
                compared += 1
    assert compared > 400, "the positions say something"


@pytest.mark.rule(
    "tide_of_iron", "TI-ATK-15", "TI-ATK-17", "TI-ATK-18", "TI-ATK-19", "TI-ATK-20", "TI-ATK-21"
)
@pytest.mark.rule(
    "tide_of_iron", "TI-ATK-22", "TI-SUP-01", "TI-SUP-02", "TI-SUP-03", "TI-SUP-04", "TI-SUP-05"
)
@pytest.mark.rule("tide_of_iron", "TI-SUP-06", "TI-SUP-07", "TI-ABL-17")
def test_the_second_version_of_the_tables_finds_the_same() -> None:
    chance = random.Random(7)
    for _ in range(12):
        now, world = random_fields.position(chance)
        for uid, unit in world["units"].items():
            for hits in range(7):
                for mode in ("normal", "suppressive"):
                    found = results.result(now.rules, now[uid], mode, hits).name
                    assert found == reference.outcome(unit, mode, hits), (unit, mode, hits)


def test_the_roles_are_those_that_are_compared() -> None:
    assert get_args(Role) == ("lead", "support")
