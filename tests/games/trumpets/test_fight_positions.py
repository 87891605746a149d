"""Positions and strengths in a combat (TT-DEF, TT-ODD, TT-REC)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.trumpets.mission import Works
from tests.games.trumpets.combats import cannon, fight, foe, line, one, position_of, reckoned, sums


# ---- positions (TT-DEF) ------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "trumpets",
    "TT-DEF-CRT-IP5",
    "TT-DEF-CRT-IP6",
    "TT-DEF-CRT-SP",
    "TT-DEF-CRT-FT",
)
@pytest.mark.parametrize(("key", "shift"), [("IP5", 0), ("IP6", 0), ("RB", 0), ("SP", -1), ("FT", -2)])
def test_the_shift_of_a_position(key: str, shift: int) -> None:
    assert line(fight(one("inf_bn"), works=position_of(key)), f"TT-DEF-CRT-{key}") == (shift, 0)


@pytest.mark.rule(
    "trumpets",
    "TT-DEF-FLANK-IP5",
    "TT-DEF-FLANK-IP6",
    "TT-DEF-FLANK-RB",
    "TT-DEF-FLANK-SP",
    "TT-DEF-FLANK-FT",
)
@pytest.mark.parametrize("key", ["IP5", "IP6", "RB", "SP", "FT"])
def test_defenders_in_a_position_can_be_flanked(key: str) -> None:
    sides = tuple(one("inf_bn", at=at) for at in "ABC")
    assert line(fight(sides, works=position_of(key)), "TT-WPN-10") == (0, -1)


@pytest.mark.rule(
    "trumpets",
    "TT-DEF-FA-IP5",
    "TT-DEF-FA-IP6",
    "TT-DEF-FA-RB",
    "TT-DEF-FA-SP",
    "TT-DEF-FA-FT",
    "TT-DEF-NW-IP5",
    "TT-DEF-NW-IP6",
    "TT-DEF-NW-RB",
    "TT-DEF-NW-SP",
    "TT-DEF-NW-FT",
    "TT-DEF-TOT-IP5",
    "TT-DEF-TOT-IP6",
    "TT-DEF-TOT-RB",
    "TT-DEF-TOT-SP",
    "TT-DEF-TOT-FT",
)
@pytest.mark.parametrize(
    ("key", "field", "werfer", "target"),
    [("IP5", 8, 8, 8), ("IP6", 8, 8, 8), ("RB", 8, 8, 8), ("SP", 4, 2, 4), ("FT", 4, 2, 4)],
)
def test_what_a_position_leaves_of_each_kind_of_fire(key: str, field: int, werfer: int, target: int) -> None:
    def left(*guns: Any) -> int:
        return reckoned(fight(one("inf_bn", af=90), works=position_of(key), attacking_guns=guns)).attack - 90

    assert left(cannon(8)) == field
    assert left(cannon(8, "nw")) == werfer
    assert left(cannon(8, tot=8)) - left(cannon(8)) == target


@pytest.mark.rule("trumpets", "TT-AMB-17")
@pytest.mark.rule("trumpets", "TT-DEF-22")
@pytest.mark.parametrize(
    ("key", "guns", "counted"),
    [
        ("IP5", (cannon(3), cannon(6, "nw")), 9),
        ("IP6", (cannon(3, tot=3),), 6),
        ("RB", (cannon(3),), 3),
        ("SP", (cannon(3),), 1),
        ("SP", (cannon(3), cannon(3)), 3),
        ("SP", (cannon(6, "nw"),), 1),
        ("SP", (cannon(3), cannon(6, "nw")), 3),
        ("FT", (cannon(4, tot=4),), 4),
        ("FT", (cannon(5, "nw"), cannon(3, tot=3)), 4),
    ],
)
def test_positions_reduce_the_attackers_artillery(key: str, guns: tuple[Any, ...], counted: int) -> None:
    f = fight(one("inf_bn", af=20), works=position_of(key), attacking_guns=guns)
    assert reckoned(f).attack == 20 + counted
    assert reckoned(
        fight(one("inf_bn"), foe(df=20), works=position_of(key), defending_guns=guns)
    ).defence == 20 + sum(g.factor + g.tot for g in guns)


@pytest.mark.rule("trumpets", "TT-DEF-23", "TT-DEF-CRT-RB")
@pytest.mark.rule("trumpets", "TT-DEF-27")
@pytest.mark.rule("trumpets", "TT-AMB-16")
def test_a_manned_road_block_is_hit_from_five_to_one() -> None:
    block = {"works": Works(road_block=True)}
    assert reckoned(fight(one("inf_bn", af=25), **block)).extra_hit
    assert not reckoned(fight(one("inf_bn", af=20), **block)).extra_hit
    assert reckoned(fight(one("inf_bn", af=20, er=6), **block)).extra_hit
    assert not reckoned(fight(one("inf_bn", af=25))).extra_hit
    assert reckoned(fight(one("inf_bn", af=90), foe("eng_co"), **block)).extra_hit
    assert not reckoned(fight(one("inf_bn", af=90), foe("flak_lt"), **block)).extra_hit
    assert not reckoned(fight(one("tank_co", af=90), kind="ardennes_44", **block)).extra_hit


@pytest.mark.rule("trumpets", "TT-DEF-21")
def test_a_road_block_stands_beside_another_position() -> None:
    both = Works(main="SP", road_block=True)
    f = fight(one("inf_bn", af=60), foe(df=5), works=both)
    assert f.positions == ("SP", "RB")
    assert line(f, "TT-DEF-CRT-SP") == (-1, 0)
    assert reckoned(f).extra_hit


# ---- strengths (TT-ODD-01, TT-ODD-02, TT-REC-09, TT-REC-10) ---------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-ODD-01")
@pytest.mark.rule("trumpets", "TT-REC-10")
def test_the_attack_is_units_artillery_and_aircraft() -> None:
    f = fight((one("inf_bn"), one("tank_co")), attacking_guns=(cannon(3, tot=3),), attacking_aircraft=2)
    assert reckoned(f).attack == 4 + 3 + 6 + 6


@pytest.mark.rule("trumpets", "TT-ODD-02")
@pytest.mark.parametrize(("built", "times"), [("", 1), ("village", 1), ("town", 2), ("city", 3)])
def test_towns_multiply_units_and_not_artillery(built: str, times: int) -> None:
    f = fight(one("inf_bn"), foe(df=5), built=built, defending_guns=(cannon(4),), defending_aircraft=1)
    assert reckoned(f).defence == 5 * times + 4 + 3


@pytest.mark.rule("trumpets", "TT-REC-09")
def test_artillery_counts_no_more_than_units() -> None:
    guns = (cannon(4), cannon(4))
    assert reckoned(fight(one("inf_bn", af=3), attacking_guns=guns)).attack == 6
    assert reckoned(fight(one("inf_bn"), foe(df=5), defending_guns=guns)).defence == 10
    assert reckoned(fight(one("inf_bn", af=9), attacking_guns=guns)).attack == 17


@pytest.mark.rule("trumpets", "TT-AMB-44", "TT-REC-09", "TT-ODD-02")
def test_a_town_lets_no_more_artillery_defend() -> None:
    f = fight(one("inf_bn"), foe(df=5), built="town", defending_guns=(cannon(4), cannon(4)))
    assert reckoned(f).defence == 10 + 5


@pytest.mark.rule("trumpets", "TT-TER-36")
@pytest.mark.parametrize("base", ["forest", "broken", "marsh", "woods"])
def test_terrain_does_not_reduce_artillery(base: str) -> None:
    assert reckoned(fight(one("inf_bn"), base=base, attacking_guns=(cannon(3),))).attack == 7


@pytest.mark.rule("trumpets", "TT-ODD-09")
def test_the_best_column_is_open_in_any_terrain() -> None:
    f = fight(one("inf_bn", af=90, water="river"), base="forest", works=Works(main="FT"), turn="19EV")
    assert reckoned(f).column == 10


@pytest.mark.rule("trumpets", "TT-BLZ-03")
@pytest.mark.rule("trumpets", "TT-AMB-15")
def test_tigers_in_the_mist_shift_once() -> None:
    f = fight(one("tank_co", af=10), foe("tank_co"), kind="tigers_in_the_mist", weather="Fog")
    assert sums(f)[0] == 1


@pytest.mark.rule("trumpets", "TT-BLZ-04")
def test_all_charts_apply_to_a_blitz_attack() -> None:
    f = fight(
        (one("tank_co"), one("spw_bn")),
        foe("eng_co"),
        kind="ardennes_44",
        base="forest",
        built="village",
        works=Works(main="SP"),
    )
    assert sums(f) == (
        -1 - 1 + 1 - 1,
        1 + 1 - 1,
    )  # forest, strong point, no front line, ER 6; village, engineer, armored
