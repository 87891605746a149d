"""11.4: combined arms in attack and defence."""

from __future__ import annotations

import pytest

from tests.games.iron_tide.battlefield import NE, NW, SE, D, E, W, bn, combat, reg, shifts, tanks
from tests.games.iron_tide.field import ALLIED, country


@pytest.mark.rule("iron_tide", "11.41a")
@pytest.mark.rule("iron_tide", "B15")
@pytest.mark.parametrize(
    ("other", "by"),
    [
        ("infantry", 1),
        ("mech_infantry", 1),
        ("engineer", 1),
        ("cavalry", 0),
        ("recon", 0),
        ("security", 0),
        ("antitank", 0),
        ("armor", 0),
    ],
)
def test_an_attacking_stack_needs_armor_and_infantry_or_engineers(other: str, by: int) -> None:
    units = {"t": tanks(E), "x": bn(E, type=other), "d": bn(D, ALLIED, 2, type="security")}
    assert shifts(combat(units).line("t x")).get("11.41b", 0) == by


@pytest.mark.rule("iron_tide", "11.41a")
@pytest.mark.rule("iron_tide", "B15")
def test_both_parts_must_attack_out_of_one_hex() -> None:
    units = {"t": tanks(E), "x": bn(E), "y": bn(SE), "d": bn(D, ALLIED, 2)}
    assert shifts(combat(units).line("t")) == {}
    assert shifts(combat(units).line("t y")) == {}
    assert shifts(combat(units).line("t x y")) == {"11.41b": 1}


@pytest.mark.rule("iron_tide", "11.41b")
@pytest.mark.rule("iron_tide", "11.41c")
def test_each_stack_is_one_shift_and_six_hexes_are_six() -> None:
    ring = (E, NE, SE, W, NW, "3345")
    units: dict[str, object] = {"d": bn(D, ALLIED, 9)}
    for i, at in enumerate(ring):
        units |= {f"t{i}": tanks(at), f"x{i}": bn(at)}
    now = combat(units)
    for n in range(1, 7):
        attackers = " ".join(f"t{i} x{i}" for i in range(n))
        assert shifts(now.line(attackers)) == {"11.41b": n}


@pytest.mark.rule("iron_tide", "11.42a")
@pytest.mark.rule("iron_tide", "11.42b")
@pytest.mark.parametrize("other", ["armor", "antitank"])
@pytest.mark.parametrize("foot", ["infantry", "mech_infantry", "engineer"])
def test_combined_arms_in_the_defence_cancel_those_of_the_attack(foot: str, other: str) -> None:
    units = {
        "t": tanks(E),
        "x": bn(E),
        "d": bn(D, ALLIED, 2, type=foot, nation="british"),
        "o": bn(D, ALLIED, 1, type=other, nation="british"),
    }
    assert shifts(combat(units).line("t x")) == {"11.42a": 0}


@pytest.mark.rule("iron_tide", "11.42a")
@pytest.mark.rule("iron_tide", "B15")
def test_one_defending_hex_with_combined_arms_is_enough() -> None:
    units = {
        "t": tanks(E),
        "x": bn(E),
        "d": bn(D, ALLIED, 2),
        "e": bn(NE, ALLIED, 1),
        "o": tanks(NE, ALLIED),
    }
    assert shifts(combat(units).attack("t x").forecast(D, NE, "widen").lines[0][1]) == {"11.42a": 0}


@pytest.mark.rule("iron_tide", "11.42b")
def test_cavalry_with_armor_is_no_combined_arms_defence() -> None:
    units = {"t": tanks(E), "x": bn(E), "d": bn(D, ALLIED, 2, type="cavalry"), "o": tanks(D, ALLIED)}
    assert shifts(combat(units).line("t x")) == {"11.41b": 1}


@pytest.mark.rule("iron_tide", "11.42c")
def test_armor_in_a_combined_arms_defence_is_a_column_against_attackers_without_any() -> None:
    with_armor = {"x": bn(E), "d": bn(D, ALLIED, 2), "o": tanks(D, ALLIED)}
    assert shifts(combat(with_armor).line("x")) == {"11.42c": -1}
    assert shifts(combat({**with_armor, "p": bn(SE, type="antitank")}).line("x p")) == {}
    assert shifts(combat({**with_armor, "t": tanks(SE)}).line("x t")) == {}
    anti = {"x": bn(E), "d": bn(D, ALLIED, 2), "o": bn(D, ALLIED, 1, type="antitank")}
    assert shifts(combat(anti).line("x")) == {}


@pytest.mark.rule("iron_tide", "11.43a")
def test_armor_gives_combined_arms_over_an_unbridged_river() -> None:
    units = {"t": tanks(E), "x": bn(E), "d": bn(D, ALLIED, 2)}
    assert shifts(combat(units, country(river=f"{D}/{E}")).line("t x")) == {"11.41b": 1}


@pytest.mark.rule("iron_tide", "11.45a")
@pytest.mark.rule("iron_tide", "B15")
def test_american_mechanized_infantry_has_combined_arms_by_itself() -> None:
    attack = {"m": bn(E, ALLIED, 2, type="mech_infantry"), "d": bn(D)}
    assert shifts(combat(attack, phasing=ALLIED).line("m")) == {"11.41b": 1}
    british = {"m": bn(E, ALLIED, 2, type="mech_infantry", nation="british"), "d": bn(D)}
    assert shifts(combat(british, phasing=ALLIED).line("m")) == {}
    defence = {"t": tanks(E), "x": bn(E), "m": bn(D, ALLIED, 2, type="mech_infantry")}
    assert shifts(combat(defence).line("t x")) == {"11.42a": 0}
    assert shifts(combat(defence).line("x")) == {}


@pytest.mark.rule("iron_tide", "11.45b")
def test_it_keeps_them_as_a_cadre() -> None:
    cadre = reg(E, ALLIED, type="mech_infantry", mobility="MI", cadre=True)
    assert shifts(combat({"m": cadre, "d": bn(D)}, phasing=ALLIED).line("m")) == {"11.41b": 1}


@pytest.mark.rule("iron_tide", "11.45c")
def test_with_plain_infantry_it_is_still_one_shift() -> None:
    units = {
        "m": bn(E, ALLIED, 2, type="mech_infantry"),
        "x": bn(E, ALLIED),
        "t": tanks(E, ALLIED),
        "d": bn(D),
    }
    assert shifts(combat(units, phasing=ALLIED).line("m x")) == {"11.41b": 1}
    assert shifts(combat(units, phasing=ALLIED).line("m x t")) == {"11.41b": 1}
