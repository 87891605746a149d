"""BK-MOV-12..16: rivers in movement, with bridges and without."""

from __future__ import annotations

import pytest

from tests.games.blitzkrieg.field import ALLIED, GERMAN, cost, country, guns, inf, motor, position, spy, tank

WIDE = " ".join(
    f"{a}/{b}"
    for row in range(10, 22)
    for a, b in (
        [(f"14{row}", f"15{row}"), (f"15{row}", f"14{row - 1}"), (f"15{row}", f"14{row + 1}")]
        if row % 2 == 0
        else [(f"14{row}", f"15{row}")]
    )
    if f"{int(b[2:]):02d}" not in ("09", "22") and f"{int(a[2:]):02d}" not in ("09", "22")
)
"""A river between columns 14 and 15, from the top of the map to its bottom."""


@pytest.mark.rule("blitzkrieg", "BK-MAP-04")
@pytest.mark.rule("blitzkrieg", "BK-MOV-12")
def test_only_a_unit_that_began_on_the_bank_crosses_without_a_bridge() -> None:
    rules = country(river=WIDE)
    bank = position({"a": inf("1414", mp=3)}, rules)
    assert bank.reach("a")["1514"] == 1
    behind = position({"a": inf("1314", mp=3)}, rules)
    assert "1414" in behind.reach("a")
    assert behind.refused("a", "1514") == ["BK-MOV-12"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-12")
def test_the_hexside_crossed_must_touch_the_hex_it_began_in() -> None:
    # 1417 lies on the bank too, and so it may be crossed from there, but not by a unit that began in 1414
    now = position({"a": inf("1414", mp=8)}, country(river=WIDE))
    over = [t.via for at, t in now.targets("move", "a").items() if int(at[:2]) > 14]
    assert over
    assert {via[0] for via in over} == {"1514"}


@pytest.mark.rule("blitzkrieg", "BK-MOV-12")
def test_who_stops_on_the_bank_crosses_next_turn() -> None:
    rules = country(river=WIDE)
    now = position({"a": inf("1314", mp=3), "d": inf("2420", ALLIED)}, rules).move("a", "1414")
    assert now.refused("a", "1514", verb="move_again") == ["BK-MOV-12"]
    later = now.until(ALLIED, "movement").until(GERMAN, "movement")
    assert later.reach("a")["1514"] == 1


@pytest.mark.rule("blitzkrieg", "BK-MOV-13")
@pytest.mark.rule("blitzkrieg", "BK-MAP-05")
def test_a_bridge_is_crossed_without_delay_at_the_road_cost() -> None:
    rules = country(river=WIDE, roads=("1314 1414 1514 1614",))
    assert cost(tank("1314"), "1614", rules) == 1.5
    assert cost(inf("1314"), "1614", rules) == 3
    # a road to the bank is no bridge
    bank = country(river=WIDE, roads=("1314 1414",))
    assert cost(tank("1314"), "1514", bank) is None


@pytest.mark.rule("blitzkrieg", "BK-MAP-06")
@pytest.mark.parametrize("ends", [("1414",), ("1514",), ("1414", "1514")])
def test_a_bridge_with_a_destroyed_end_is_none(ends: tuple[str, ...]) -> None:
    rules = country(river=WIDE, roads=("1314 1414 1514 1614",))
    now = position({"a": motor("1314"), "t": tank("1414")}, rules, blown={"1414/1514": ends})
    assert now.refused("a", "1514") == ["BK-MOV-12"]
    assert now.refused("t", "1514") == ["BK-MOV-14"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-14")
def test_armor_never_crosses_without_a_bridge() -> None:
    rules = country(river=WIDE)
    now = position(
        {"t": tank("1414"), "g": guns("1414"), "m": motor("1414"), "i": spy("1414")}, rules, sound=False
    )
    assert now.refused("t", "1514") == ["BK-MOV-14"]
    for other in ("g", "m", "i"):
        assert "1514" in now.targets("move", other)


@pytest.mark.rule("blitzkrieg", "BK-MOV-16")
def test_after_crossing_the_unit_goes_on_and_pays_nothing_for_the_river() -> None:
    rules = country(river=WIDE, forest="1514")
    now = position({"a": inf("1414", mp=4)}, rules)
    assert now.reach("a")["1514"] == 2
    assert now.reach("a")["1614"] == 3


@pytest.mark.rule("blitzkrieg", "BK-INF-19")
def test_infiltrators_cross_from_the_bank_only() -> None:
    rules = country(river=WIDE)
    assert cost(spy("1414"), "1514", rules) == 1
    assert cost(spy("1314"), "1514", rules) is None
