"""Reinforcements: who comes when, by which hexes, and what entering costs (TG-RFT)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.values import Action
from hexbench.games.tigers.pieces import TRAYS, due
from tests.games.tigers import shipped
from tests.games.tigers.field import ALLIED, ARDENNES, GERMAN, MF, Situation, country, inf, position, pz

ZONES = ARDENNES.zones


def arriving(units: dict[str, Any], rules: Any = ARDENNES, **state: Any) -> Situation:
    """At the reinforcements of a player turn; units of the order of battle wait in the box of their turn."""
    return position(units, rules, phase="reinforcements", **state)


def allied(turn: int, *units: str, rules: Any = ARDENNES, **state: Any) -> Situation:
    """At the Allied reinforcements of a turn, for these units of the order of battle."""
    waiting = {uid: due(ARDENNES.tables.units[uid].turn) for uid in units}
    more = state.pop("units", {})
    return arriving({**waiting, **more}, rules, turn=turn, phasing=ALLIED, **state)


@pytest.mark.rule("tigers", "TG-RFT-06")
def test_reinforcements_come_in_their_turn() -> None:
    now = allied(4, "3ArmDiv", "84ID")
    assert now.offered("enter") == ("3ArmDiv",)
    assert now["3ArmDiv"].at == TRAYS[ALLIED]
    assert now.refused("enter", "84ID", "1010") == ["TG-RFT-06"]
    assert now["84ID"].at == due(5)


@pytest.mark.rule("tigers", "TG-RFT-06")
def test_a_unit_comes_in_on_the_day_of_its_box_whatever_its_counter_says() -> None:
    """An umpire or a position may have put it there; it lay there for ever."""
    now = arriving({"79VG": due(3), "2SSPz": due(4)}, turn=3)
    assert now.offered("enter") == ("79VG",)
    assert now["2SSPz"].at == due(4)
    assert "arrives in turn 4" in str(now.seat.refuse(Action("enter", ("2SSPz",), "1511"))[0].text)


@pytest.mark.rule("tigers", "TG-RFT-06")
def test_who_is_no_arrival_is_told_when_he_comes_or_that_he_does_not() -> None:
    """One whose day is to come, one who has come already, one who is lost."""
    now = arriving({"79VG": due(3), "2SSPz": due(4), "12VG": "1308", "18VG": "#eliminated"}, turn=3)
    told = {uid: now.reasons("enter", uid, "1510")[0] for uid in ("2SSPz", "12VG", "18VG")}
    assert {uid: str(reason.text).partition(" arrives ")[2] for uid, reason in told.items()} == {
        "2SSPz": "in turn 4.",
        "12VG": "",
        "18VG": "",
    }
    assert [str(told[uid].text).rpartition(" is ")[2] for uid in ("12VG", "18VG")] == [
        "not a reinforcement of this turn.",
        "not a reinforcement of this turn.",
    ]
    assert [told[uid].hexes for uid in ("12VG", "18VG")] == [("1308",), ()]


@pytest.mark.rule("tigers", "TG-RFT-07")
def test_germans_come_in_east_of_the_front() -> None:
    now = arriving({"3PzGr": due(2)}, turn=2)
    assert set(now.targets("enter", "3PzGr")) == ZONES["german_side"]
    assert now.refused("enter", "3PzGr", "1308") == ["TG-RFT-07"]


@pytest.mark.rule("tigers", "TG-RFT-08")
def test_the_british_come_in_over_the_western_half_of_the_north_edge() -> None:
    now = allied(7, "BrGdsArmDiv")
    assert set(now.targets("enter", "BrGdsArmDiv")) == ZONES["british_entry"]
    assert now.refused("enter", "BrGdsArmDiv", "1010") == ["TG-RFT-08"]


@pytest.mark.rule("tigers", "TG-RFT-09", "AMB-68")
@pytest.mark.parametrize(
    ("turn", "unit", "edge"), [(2, "30ID", "edge_n"), (3, "10ArmDiv", "edge_s"), (3, "82Abn", "edge_w")]
)
def test_americans_come_in_over_their_edge_behind_allied_lines(turn: int, unit: str, edge: str) -> None:
    now = allied(turn, unit)
    assert set(now.targets("enter", unit)) == ZONES[edge] - ZONES["german_side"]
    assert now.refused("enter", unit, "905") == ["TG-RFT-09"]
    for at in ZONES[edge] & ZONES["german_side"]:
        assert now.refused("enter", unit, at) == ["TG-RFT-09"]


@pytest.mark.rule("tigers", "TG-RFT-10")
def test_who_is_held_back_a_turn_may_come_by_any_edge() -> None:
    now = allied(3, "10ArmDiv", "82Abn", units={"BrX": inf("610", ALLIED, nation="british")})
    now = now.act("enter", "82Abn", "107").end()
    assert now["10ArmDiv"].late
    assert not now["82Abn"].late
    later = allied(4, units={"10ArmDiv": {"at": TRAYS[ALLIED], "late": True}})
    edges = ZONES["edge_n"] | ZONES["edge_s"] | ZONES["edge_w"]
    assert set(later.targets("enter", "10ArmDiv")) == edges - ZONES["german_side"]
    assert later.refused("enter", "10ArmDiv", "905") == ["TG-RFT-10"]
    assert later.refused("enter", "10ArmDiv", "1511") == ["TG-RFT-10"]
    assert not later.act("enter", "10ArmDiv", "1010")["10ArmDiv"].late


@pytest.mark.rule("tigers", "TG-RFT-10", "TG-RFT-08")
def test_the_british_wait_for_their_own_edge() -> None:
    now = allied(7, "BrGdsArmDiv").end()
    assert now["BrGdsArmDiv"].at == TRAYS[ALLIED]
    assert not now["BrGdsArmDiv"].late


@pytest.mark.rule("tigers", "TG-RFT-11")
def test_nobody_comes_in_on_an_enemy() -> None:
    foe = {"x": inf("1010", GERMAN, disrupted=True, size="bde")}
    now = allied(2, "30ID", units=foe)
    assert now.refused("enter", "30ID", "1010") == ["TG-RFT-11"]
    assert "911" in now.targets("enter", "30ID")


@pytest.mark.rule("tigers", "TG-RFT-12")
@pytest.mark.parametrize(
    ("facts", "open_"),
    [
        ({}, False),
        ({"disrupted": True}, False),
        ({"size": "bde"}, False),
        ({"size": "bde", "disrupted": True}, True),
    ],
)
def test_nobody_comes_in_in_an_enemy_zone_of_any_strength(facts: dict[str, Any], *, open_: bool) -> None:
    now = allied(2, "30ID", units={"x": inf("1009", GERMAN, **facts)})
    if open_:
        assert "1010" in now.targets("enter", "30ID")
    else:
        assert now.refused("enter", "30ID", "1010") == ["TG-RFT-12"]


@pytest.mark.rule("tigers", "TG-RFT-12")
def test_a_friend_opens_an_enemy_zone() -> None:
    now = allied(2, "30ID", units={"x": inf("1009", GERMAN), "a": inf("1010", ALLIED, disrupted=True)})
    assert "1010" in now.targets("enter", "30ID")


@pytest.mark.rule("tigers", "TG-RFT-12", "TG-RFT-07")
def test_germans_too_keep_out_of_enemy_zones() -> None:
    now = arriving({"3PzGr": due(2), "a": inf("1308", ALLIED)}, turn=2)
    assert now.refused("enter", "3PzGr", "1407") == ["TG-RFT-12"]


@pytest.mark.rule("tigers", "AMB-68")
def test_who_cannot_come_in_waits() -> None:
    wall = {f"x{n}": inf(at, GERMAN) for n, at in enumerate(sorted(ZONES["british_entry"]))}
    now = allied(7, "BrGdsArmDiv", units=wall)
    assert now.offered("enter") == ()
    assert now.end()["BrGdsArmDiv"].at == TRAYS[ALLIED]


# ---- what it costs --------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-RFT-13", "AMB-67")
def test_the_hex_of_entry_is_paid_for() -> None:
    """1010 has a road over the edge, 711 has none."""
    now = allied(2, "30ID", "7ArmDiv")
    assert now.targets("enter", "7ArmDiv")["1010"].cost == MF // 3
    assert now.targets("enter", "7ArmDiv")["711"].cost == MF
    assert now.targets("enter", "30ID")["1010"].cost == MF
    assert now.act("enter", "7ArmDiv", "1010")["7ArmDiv"].spent == 1
    assert now.act("enter", "30ID", "1010")["30ID"].spent == 3


@pytest.mark.rule("tigers", "TG-RFT-13", "AMB-67")
def test_forest_and_venn_cost_the_mechanized_more() -> None:
    rules = country(forest="1010 1401", venn="711 1402", roads=("1009 1010", "1401 1402"))
    now = allied(2, "30ID", "7ArmDiv", rules=rules)
    assert now.targets("enter", "7ArmDiv")["1010"].cost == 2 * MF
    assert now.targets("enter", "7ArmDiv")["711"].cost == 3 * MF
    assert now.targets("enter", "30ID")["711"].cost == MF
    german = arriving({"2SSPz": due(3)}, rules, turn=3)
    assert german.targets("enter", "2SSPz")["1401"].cost == MF // 3  # up a road


@pytest.mark.rule("tigers", "TG-RFT-13", "AMB-67")
def test_what_entry_costs_is_missing_from_the_move() -> None:
    now = allied(3, "10ArmDiv", rules=country())
    now = now.act("enter", "10ArmDiv", "902").end()
    assert now.step == (ALLIED, "movement")
    assert max(t.cost or 0 for t in now.targets("move", "10ArmDiv", how="").values()) == 5 * MF


@pytest.mark.rule("tigers", "TG-DIS-17")
def test_arrivals_are_undisrupted_and_have_not_moved() -> None:
    unit = allied(2, "7ArmDiv").act("enter", "7ArmDiv", "1010")["7ArmDiv"]
    assert not unit.disrupted
    assert not unit.moved
    assert not unit.road_mode


# ---- early ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-RFT-14", "AMB-69")
def test_the_meuse_brings_two_divisions_early() -> None:
    boxes = {"9Pz": due(9), "15PzGr": due(8), "167VG": due(9)}
    assert arriving({**boxes, "p": pz("1407")}, turn=5).offered("enter") == ()
    now = arriving({**boxes, "p": pz("1407")}, turn=5, meuse=True)
    assert set(now.offered("enter")) == {"9Pz", "15PzGr"}


@pytest.mark.rule("tigers", "AMB-69", "TG-RFT-14")
@pytest.mark.parametrize(
    ("uid", "at", "reached"),
    [("2Pz", "307", True), ("2Pz", "406", False), ("2Pz", "208", True), ("vdH", "307", False)],
)
def test_the_meuse_is_reached_at_its_bank_or_beyond(uid: str, at: str, *, reached: bool) -> None:
    now = position({uid: "405", "x": inf("1407")}, ARDENNES, turn=5)
    assert now.do(lambda play: play.put(uid, at=at)).s.meuse is reached


@pytest.mark.rule("tigers", "AMB-69")
def test_allies_at_the_meuse_bring_nobody() -> None:
    now = position({"1ID": "405", "x": inf("1407")}, ARDENNES, turn=5)
    assert not now.do(lambda play: play.put("1ID", at="307")).s.meuse


@pytest.mark.rule("tigers", "TG-RFT-15")
def test_ss_in_the_south_bring_the_west_and_south_forward() -> None:
    units = ("10ArmDiv", "82Abn", "3ArmDiv", "Br29ArmBde")
    assert allied(2, *units).offered("enter") == ()
    assert set(allied(2, *units, early_edges=True).offered("enter")) == {"10ArmDiv", "82Abn"}
    assert allied(3, "3ArmDiv", early_edges=True).offered("enter") == ()
    assert allied(5, "Br29ArmBde", early_edges=True).offered("enter") == ()


@pytest.mark.rule("tigers", "TG-RFT-15", "TG-RFT-10")
def test_who_comes_early_is_not_late_in_his_own_turn() -> None:
    now = allied(2, "10ArmDiv", "30ID", early_edges=True).end()
    assert not now["10ArmDiv"].late
    assert now["30ID"].late


@pytest.mark.rule("tigers", "TG-RFT-01")
def test_the_eliminated_never_return() -> None:
    now = arriving({"3PzGr": "#eliminated", "FuhBegBde": due(3)}, turn=3)
    assert now.offered("enter") == ("FuhBegBde",)
    assert now.refused("enter", "3PzGr", "1511") == ["TG-RFT-06"]


def test_the_default_brings_each_arrival_on_near_the_enemy() -> None:
    now = allied(4, "3ArmDiv", units={"x": inf("1207")})
    default = now.seat.prompt.default
    assert default is not None
    assert (default.verb, default.subject, default.object) == ("enter", ("3ArmDiv",), "1210")
    assert now.default().seat.prompt.default == Action("end")


@pytest.mark.rule("tigers", "AMB-124", "TG-RFT-10", "TG-RFT-15")
@pytest.mark.parametrize(("option", "late"), [("own_turn", False), ("early_turn", True)])
def test_from_when_on_one_who_was_called_early_is_held_back(option: str, late: bool) -> None:
    now = allied(2, "10ArmDiv", rules=shipped.rules(early_held_back=option), early_edges=True).end()
    assert now["10ArmDiv"].late == late


@pytest.mark.rule("tigers", "TG-RFT-07", "TG-RFT-08", "TG-RFT-09", "TG-RFT-10")
@pytest.mark.parametrize(
    ("uid", "late", "rule", "words"),
    [
        ("3PzGr", False, "TG-RFT-07", "German reinforcements must enter east of the starting front."),
        (
            "BrGdsArmDiv",
            False,
            "TG-RFT-08",
            "British reinforcements must enter over the western half of the north edge.",
        ),
        ("3ArmDiv", False, "TG-RFT-09", "It must enter over the north edge, behind Allied lines."),
        ("82Abn", False, "TG-RFT-09", "It must enter over the west edge, behind Allied lines."),
        ("10ArmDiv", False, "TG-RFT-09", "It must enter over the south edge, behind Allied lines."),
        ("10ArmDiv", True, "TG-RFT-10", "It must enter over an edge behind Allied lines."),
    ],
)
def test_a_refused_edge_names_the_right_one(uid: str, late: bool, rule: str, words: str) -> None:
    side = ARDENNES.tables.units[uid].side
    now = arriving({uid: {"at": TRAYS[side], "late": late}}, phasing=side, turn=9)
    assert now.refused("enter", uid, "805") == [rule]
    assert now.sentence("enter", uid, "805") == words
