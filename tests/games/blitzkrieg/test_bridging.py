"""BK-BRG and BK-SUP-22: demolition of bridges and dumps, building of bridges."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled
from hexbench.games.blitzkrieg.bridging import chances
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    country,
    dump,
    guns,
    inf,
    motor,
    near,
    para,
    plane,
    position,
    spy,
    tank,
    werfer,
)

BRIDGE = "1414/1514"
RULES = country(river=BRIDGE, roads=(along("1014", "2014"),))
TABLE_5 = {
    "ok": (1, 0, 1, 1, 1, 1),
    "infiltrator": (1, 0, 1, 0, 1, 0),
    "enemy": (1, 0, 1, 0, 1, 1),
    "both": (0, 0, 1, 1, 1, 0),
}
TABLE_6 = {"ok": (1, 0, 1, 1, 1, 1), "enemy": (1, 0, 1, 0, 1, 1)}


def allied(units: dict[str, Any], **facts: Any) -> Situation:
    """The Allies move."""
    return position(units, facts.pop("rules", RULES), phasing=ALLIED, **facts)


# ---- demolition ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-BRG-01")
@pytest.mark.rule("blitzkrieg", "BK-MAP-05")
def test_the_end_in_the_hex_of_the_unit_is_destroyed_and_the_other_stands() -> None:
    now = allied({"d": inf("1414", ALLIED)})
    assert set(now.targets("demolish", "d")) == {"1514"}
    after = now.act("demolish", "d", "1514", numbers=[1])
    assert after.state.blown == {BRIDGE: ("1414",)}
    assert "demolish" not in allied({"d": inf("1314", ALLIED)}).verbs


@pytest.mark.rule("blitzkrieg", "BK-BRG-06")
@pytest.mark.rule("blitzkrieg", "BK-INF-16")
@pytest.mark.rule("blitzkrieg", "BK-BRG-12")
@pytest.mark.rule("blitzkrieg", "BK-TAB-05")
@pytest.mark.parametrize("case", TABLE_5)
@pytest.mark.parametrize("roll", range(1, 7))
def test_table_five_by_enemies_next_to_the_hex_and_infiltrators_in_it(case: str, roll: int) -> None:
    units = {"d": inf("1414", ALLIED), "j": spy("1413")}  # one beside the hex counts for nothing
    if case in ("enemy", "both"):
        units["g"] = inf("1314")
    if case in ("infiltrator", "both"):
        units["i"] = spy("1414")
    after = allied(units).act("demolish", "d", "1514", numbers=[roll])
    assert bool(after.state.blown) == bool(TABLE_5[case][roll - 1])


@pytest.mark.rule("blitzkrieg", "BK-BRG-07")
@pytest.mark.parametrize("roll", range(1, 7))
def test_germans_use_two_columns_only(roll: int) -> None:
    now = position({"a": inf("1414"), "i": spy("1414")}, RULES)
    assert bool(now.act("demolish", "a", "1514", numbers=[roll]).state.blown) == bool(TABLE_5["ok"][roll - 1])
    now = position({"a": inf("1414"), "i": spy("1414"), "d": inf("1314", ALLIED)}, RULES)
    assert bool(now.act("demolish", "a", "1514", numbers=[roll]).state.blown) == bool(
        TABLE_5["enemy"][roll - 1]
    )


@pytest.mark.rule("blitzkrieg", "BK-BRG-02")
def test_the_unit_must_have_begun_the_turn_there() -> None:
    now = allied({"d": inf("1314", ALLIED)}).move("d", "1414")
    assert now.refused("d", "1514", verb="demolish") == ["BK-BRG-02"]


@pytest.mark.rule("blitzkrieg", "BK-BRG-14")
def test_a_unit_that_was_moved_and_brought_back_still_may() -> None:
    now = allied({"d": inf("1414", ALLIED)}).move("d", "1314").act("move_again", "d", "1414")
    after = now.act("demolish", "d", "1514", numbers=[2])
    assert "BK-MOV-17" in after.refused("d", "1314")


@pytest.mark.rule("blitzkrieg", "BK-BRG-04")
def test_one_attempt_per_hex_and_turn_whichever_unit_makes_it() -> None:
    now = allied({"d": inf("1414", ALLIED), "e": inf("1414", ALLIED), "f": inf("1514", ALLIED)})
    after = now.act("demolish", "d", "1514", numbers=[2])
    assert after.refused("e", "1514", verb="demolish") == ["BK-BRG-04"]
    # the other end is another hex
    assert after.act("demolish", "f", "1414", numbers=[1]).state.blown == {BRIDGE: ("1514",)}


@pytest.mark.rule("blitzkrieg", "BK-BRG-04")
@pytest.mark.rule("blitzkrieg", "BK-BRG-08")
def test_demolition_and_building_are_tried_each_once() -> None:
    rules = country(river="1414/1514 1313/1414", roads=("1313 1414 1514",))
    units = {f"d{n}": inf("1414", ALLIED) for n in range(3)}
    now = allied(units, rules=rules, blown={"1313/1414": ("1414",)})
    first = now.act("demolish", "d0", "1514", numbers=[2])
    both = first.act("bridge", "d1", "1313", numbers=[2])
    assert (both.state.tried, both.state.built) == (("1414",), ("1414",))
    assert both.refused("d2", "1514", verb="demolish") == ["BK-BRG-04"]
    assert both.refused("d2", "1313", verb="bridge") == ["BK-BRG-08"]
    other = now.act("bridge", "d1", "1313", numbers=[1]).act("demolish", "d0", "1514", numbers=[1])
    assert other.state.blown == {"1414/1514": ("1414",)}


@pytest.mark.rule("blitzkrieg", "BK-BRG-04")
def test_the_next_turn_it_may_be_tried_again() -> None:
    now = allied(
        {"d": inf("1414", ALLIED), "g": inf("2420")}, dumps={"a": dump("1414", ALLIED, 0)}, blown={}
    ).act("demolish", "d", "1514", numbers=[2])
    now = now.until(GERMAN, "movement").until(ALLIED, "movement")
    assert "1514" in now.targets("demolish", "d")


@pytest.mark.rule("blitzkrieg", "BK-BRG-05")
@pytest.mark.rule("blitzkrieg", "BK-MOV-17")
@pytest.mark.parametrize("roll", [1, 2])
def test_the_unit_is_immobilised_success_or_not(roll: int) -> None:
    after = allied({"d": inf("1414", ALLIED)}).act("demolish", "d", "1514", numbers=[roll])
    assert after["d"].fixed
    assert "d" not in (*after.offered("move"), *after.offered("collect"))


@pytest.mark.rule("blitzkrieg", "BK-AMB-31")
def test_a_unit_that_demolished_may_be_engaged() -> None:
    now = allied({"d": inf("1414", ALLIED), "g": inf("1314")}).act("demolish", "d", "1514", numbers=[1])
    assert "1314" in now.targets("engage", "d")


@pytest.mark.rule("blitzkrieg", "BK-BRG-13")
def test_any_ground_unit_may_and_nobody_else() -> None:
    for kind in (inf, tank, motor, guns, para):
        assert position({"a": kind("1414")}, RULES).offered("demolish") == ("a",)
    assert position({"a": werfer("1414")}, RULES).offered("demolish") == ("a",)
    now = position({"i": spy("1414"), "p": plane()}, RULES)
    assert now.refused("i", "1514", verb="demolish") == ["BK-BRG-13"]
    assert now.refused("p", "1514", verb="demolish") == ["BK-BRG-01"]


def test_units_of_the_other_side_and_hexes_without_a_bridge() -> None:
    now = allied({"d": inf("1314", ALLIED), "g": inf("1514")})
    assert now.refused("g", "1414", verb="demolish") == ["BK-BRG-01"]
    assert now.refused("d", "1414", verb="demolish") == ["BK-BRG-01"]
    assert now.refused("", "1414", verb="demolish") == ["BK-BRG-01"]
    ends = country(river="1414/1514 1314/1414", roads=(along("1014", "2014"),))
    bridges = allied({"d": inf("1414", ALLIED)}, rules=ends)
    assert bridges.refused("d", verb="demolish") == ["BK-BRG-01"]
    assert bridges.sentence("d", verb="demolish") == "Name the hex on the other bank."
    end = allied({"d": inf("1414", ALLIED)})
    assert end.refused("d", "1314", verb="demolish") == ["BK-BRG-01"]
    gone = allied({"d": inf("1414", ALLIED)}, blown={BRIDGE: ("1414",)})
    assert gone.refused("d", "1514", verb="demolish") == ["BK-BRG-01"]


def test_of_several_bridges_one_is_chosen() -> None:
    rules = country(river="1414/1514 1313/1414", roads=("1313 1414 1514",))
    now = allied({"d": inf("1414", ALLIED)}, rules=rules)
    assert set(now.targets("demolish", "d")) == {"1514", "1313"}
    assert now.act("demolish", "d", "1313", numbers=[1]).state.blown == {"1313/1414": ("1414",)}


# ---- dumps -----------------------------------------------------------------------------------------------------------
FUEL = {"a": dump("1414", ALLIED), "g": dump("2020", GERMAN)}


@pytest.mark.rule("blitzkrieg", "BK-BRG-03")
@pytest.mark.rule("blitzkrieg", "BK-MAP-07")
def test_a_dump_is_the_object_where_there_is_a_bridge_too() -> None:
    now = allied({"d": inf("1414", ALLIED)}, dumps=FUEL)
    assert set(now.targets("demolish", "d")) == {"1414"}
    assert now.refused("d", "1514", verb="demolish") == ["BK-BRG-03"]
    after = now.act("demolish", "d", "1414", numbers=[1])
    assert after.state.dumps["a"].number == 0
    assert after.state.blown == {}


@pytest.mark.rule("blitzkrieg", "BK-SUP-23")
@pytest.mark.rule("blitzkrieg", "BK-BRG-11")
def test_a_destroyed_dump_is_gone_and_cannot_be_rebuilt() -> None:
    gone = {**FUEL, "a": dump("1414", ALLIED, 0)}
    now = allied({"d": inf("1414", ALLIED)}, dumps=gone)
    assert set(now.targets("demolish", "d")) == {"1514"}  # the bridge is what is left
    assert "BK-BRG-11" in now.refused("d", "1414", verb="bridge")
    elsewhere = allied({"d": inf("1613", ALLIED)}, dumps=gone)
    assert "BK-BRG-11" not in elsewhere.refused("d", "1613", verb="bridge"), "the dump lay in another hex"


@pytest.mark.rule("blitzkrieg", "BK-AMB-22")
@pytest.mark.rule("blitzkrieg", "BK-SUP-22")
@pytest.mark.rule("blitzkrieg", "BK-BRG-06")
@pytest.mark.parametrize("roll", range(1, 7))
def test_dumps_go_by_table_five(roll: int) -> None:
    now = allied({"d": inf("1414", ALLIED)}, dumps=FUEL)
    gone = not now.act("demolish", "d", "1414", numbers=[roll]).state.dumps["a"].number
    assert gone == bool(TABLE_5["ok"][roll - 1])
    spied = allied({"d": inf("1414", ALLIED), "i": spy("1414")}, dumps=FUEL)
    gone = not spied.act("demolish", "d", "1414", numbers=[roll]).state.dumps["a"].number
    assert gone == bool(TABLE_5["infiltrator"][roll - 1])


@pytest.mark.rule("blitzkrieg", "BK-SUP-22")
@pytest.mark.parametrize("far", [1, 2, 3, 4])
def test_a_dump_is_destroyed_only_with_every_enemy_four_hexes_away(far: int) -> None:
    at = next(h for h in near("1414", far) if h not in near("1414", far - 1) and h != "1414")
    now = allied({"d": inf("1414", ALLIED), "g": inf(at)}, dumps=FUEL)
    if far < 4:
        assert now.refused("d", "1414", verb="demolish") == ["BK-SUP-22"]
    else:
        assert "1414" in now.targets("demolish", "d")
    spied = allied({"d": inf("1414", ALLIED), "i": spy(at)}, dumps=FUEL)
    assert "1414" in spied.targets("demolish", "d")


@pytest.mark.rule("blitzkrieg", "BK-SUP-22")
def test_the_occupier_may_destroy_a_dump_of_the_enemy_after_a_turn_there() -> None:
    now = position({"a": inf("1414")}, RULES, dumps=FUEL)
    assert set(now.targets("demolish", "a")) == {"1414"}
    fresh = position({"a": inf("1314")}, RULES, dumps=FUEL).move("a", "1414")
    assert fresh.refused("a", "1414", verb="demolish") == ["BK-BRG-02"]


# ---- building --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-BRG-08")
@pytest.mark.rule("blitzkrieg", "BK-BRG-09")
@pytest.mark.rule("blitzkrieg", "BK-TAB-06")
@pytest.mark.parametrize("case", TABLE_6)
@pytest.mark.parametrize("roll", range(1, 7))
def test_table_six_rebuilds_the_end_in_the_hex(case: str, roll: int) -> None:
    units = {"a": inf("1414"), "i": spy("1414")}
    if case == "enemy":
        units["d"] = inf("1314", ALLIED)
    after = position(units, RULES, blown={BRIDGE: ("1414",)}).act("bridge", "a", "1514", numbers=[roll])
    assert after.state.blown == ({} if TABLE_6[case][roll - 1] else {BRIDGE: ("1414",)})
    assert after["a"].fixed


@pytest.mark.rule("blitzkrieg", "BK-BRG-09")
def test_an_infiltrator_does_not_hinder_builders() -> None:
    now = allied({"d": inf("1414", ALLIED), "i": spy("1414")}, blown={BRIDGE: ("1414",)})
    assert now.act("bridge", "d", "1514", numbers=[4]).state.blown == {}


@pytest.mark.rule("blitzkrieg", "BK-BRG-10")
def test_both_ends_are_rebuilt_separately() -> None:
    now = position({"a": inf("1414"), "b": inf("1514")}, RULES, blown={BRIDGE: ("1414", "1514")})
    one = now.act("bridge", "a", "1514", numbers=[1])
    assert one.state.blown == {BRIDGE: ("1514",)}
    assert one.refused("a", "1514", verb="bridge")[0] == "BK-BRG-08"
    assert one.act("bridge", "b", "1414", numbers=[1]).state.blown == {}


@pytest.mark.rule("blitzkrieg", "BK-BRG-08")
def test_builders_obey_the_same_rules() -> None:
    now = position({"a": inf("1314"), "b": inf("1414"), "c": inf("1514")}, RULES, blown={BRIDGE: ("1414",)})
    assert now.refused("c", "1414", verb="bridge") == ["BK-BRG-08"]
    moved = now.move("a", "1414")
    assert moved.refused("a", "1514", verb="bridge") == ["BK-BRG-08"]
    after = now.act("bridge", "b", "1514", numbers=[2])
    assert "BK-MOV-17" in after.refused("b", "1314")
    assert next(e for e in after.events if isinstance(e, DiceRolled)).rule == "BK-BRG-09"


@pytest.mark.rule("blitzkrieg", "BK-MAP-06")
def test_a_rebuilt_bridge_carries_at_once() -> None:
    now = position({"a": inf("1414"), "t": tank("1314")}, RULES, blown={BRIDGE: ("1414",)})
    assert now.reach("t")["1614"] > 1.5
    assert now.act("bridge", "a", "1514", numbers=[1]).reach("t")["1614"] == 1.5


def test_the_chances_are_told_beforehand() -> None:
    now = allied({"d": inf("1414", ALLIED), "i": spy("1414")})
    assert str(now.targets("demolish", "d")["1514"].says[0]).endswith("succeeds on 3 of 6 rolls.")
    assert [chances(RULES, column, build=False) for column in RULES.tables.demolition.columns] == [5, 3, 4, 3]
    assert [chances(RULES, column, build=True) for column in RULES.tables.construction.columns] == [5, 4]
