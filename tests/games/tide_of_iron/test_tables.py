"""The values of units and terrain, line by line as the rules give them."""

from __future__ import annotations

import pytest

from tests.games.tide_of_iron.shipped import TABLES

BOTH = ("american", "german")


def figure(side: str, kind: str) -> tuple[object, ...]:
    """mv, then range and FPR against squads and against vehicles."""
    found = TABLES.nations[side].figures[kind]
    assert found.inf is not None
    assert found.veh is not None
    return found.mv, (found.inf.range, found.inf.fpr), (found.veh.range, found.veh.fpr)


def vehicle(side: str, kind: str) -> tuple[object, ...]:
    """mv, av, then range and FPR against squads and against vehicles."""
    found = TABLES.nations[side].vehicles[kind]
    return found.mv, found.av, (found.inf.range, found.inf.fpr), (found.veh.range, found.veh.fpr)


@pytest.mark.rule("tide_of_iron", "TI-UNIT-01", "TI-UNIT-02", "TI-UNIT-03", "TI-UNIT-04", "B-RNG-4")
@pytest.mark.parametrize("side", BOTH)
def test_riflemen_elite_and_officers_are_alike_in_both_nations(side: str) -> None:
    assert figure(side, "regular") == (4, (4, 1), (1, 1))
    assert figure(side, "elite") == (4, (4, 2), (1, 1))
    assert figure(side, "officer") == (4, (4, 1), (1, 1))


@pytest.mark.rule("tide_of_iron", "TI-UNIT-05", "TI-UNIT-06")
def test_the_german_machine_gun_is_the_stronger_one() -> None:
    assert figure("american", "mg") == (4, (5, 3), (3, 2))
    assert figure("german", "mg") == (4, (5, 4), (3, 2))


@pytest.mark.rule("tide_of_iron", "TI-UNIT-07", "B-RNG-4")
@pytest.mark.parametrize("side", BOTH)
def test_mortars_have_a_suppressive_and_a_normal_line(side: str) -> None:
    mortar = TABLES.nations[side].figures["mortar"]
    assert mortar.mv == 4
    assert mortar.inf is None
    assert mortar.veh is None
    assert mortar.suppressive is not None
    assert mortar.normal is not None
    assert (mortar.suppressive.range, mortar.suppressive.fpr) == (8, 4)
    assert (mortar.normal.range, mortar.normal.fpr) == (8, 2)


@pytest.mark.rule("tide_of_iron", "M-01", "TI-ACT-14")
@pytest.mark.parametrize("side", BOTH)
def test_crews_take_two_slots_and_are_heavy_weapons(side: str) -> None:
    figures = TABLES.nations[side].figures
    assert {k: f.slots for k, f in figures.items()} == {
        "regular": 1,
        "elite": 1,
        "officer": 1,
        "mg": 2,
        "mortar": 2,
    }
    assert [k for k, f in figures.items() if f.heavy_weapon] == ["mg", "mortar"]


@pytest.mark.rule("tide_of_iron", "TI-UNIT-08", "TI-TRN-01", "M-12")
@pytest.mark.parametrize(("side", "kind"), [("american", "gmc_cckw_353"), ("german", "opel_blitz")])
def test_trucks_carry_two_squads_and_have_no_weapons(side: str, kind: str) -> None:
    assert vehicle(side, kind) == (4, 0, (0, 0), (0, 0))
    assert TABLES.nations[side].vehicles[kind].transport == 2


@pytest.mark.rule("tide_of_iron", "TI-UNIT-09", "TI-TRN-01", "TI-ABL-25")
@pytest.mark.parametrize(("side", "kind"), [("american", "m3a1_halftrack"), ("german", "sdkfz_251")])
def test_half_tracks_carry_one_squad_and_have_no_other_ability(side: str, kind: str) -> None:
    assert vehicle(side, kind) == (7, 1, (5, 4), (3, 2))
    found = TABLES.nations[side].vehicles[kind]
    assert (found.transport, found.abilities, found.weight) == (1, (), "light")


@pytest.mark.rule("tide_of_iron", "TI-UNIT-10", "TI-UNIT-11", "TI-UNIT-12", "TI-UNIT-14")
def test_tanks_are_heavy_and_the_tiger_has_thick_armour() -> None:
    assert vehicle("american", "m4a1_sherman") == (6, 4, (5, 6), (6, 8))
    assert vehicle("german", "panzer_iv") == (6, 4, (5, 6), (8, 10))
    assert vehicle("german", "tiger_i") == (5, 6, (5, 6), (8, 13))
    for side in BOTH:
        for kind, found in TABLES.nations[side].vehicles.items():
            assert found.weight == ("heavy" if found.tank else "light"), kind
            assert ("thick_armor" in found.abilities) == (kind == "tiger_i")
