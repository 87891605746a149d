"""5.3 and 14.0k-n: leaving the map, and what it denies to the Allies."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import UnitMoved, UnitRemoved
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    battalion,
    commando,
    country,
    foot,
    guns,
    near,
    position,
    tanks,
)

WEST = country(
    roads=(f"3440/W {along('3440', '3459')}", f"3640/W {along('3640', '3645')}"),
    rough="3740 3840",
    heavy_woods="3940",
    exits=(("X4", "3440"),),
    zones=(("entry.D", "3440"), ("entry.C", "4142"), ("entry.E", "3640")),
)


def due(turn: str, letter: str, make: Any = foot, **printed: Any) -> dict[str, Any]:
    """An Allied reinforcement."""
    return dict(make(f"#due/{turn}", ALLIED, printed={"arrives": turn, "entry": letter, **printed}))


@pytest.mark.rule("iron_tide", "5.3a")
def test_only_germans_leave_the_map() -> None:
    now = position({"a": foot("3440", ALLIED)}, WEST, phasing=ALLIED)
    assert now.offered("exit") == ()
    assert now.refused("a", "3440", verb="exit") == ["5.3a"]
    german = position({"g": foot("3440")}, WEST).act("exit", "g", "3440")
    assert german["g"].at == "#exited"
    assert UnitRemoved("g", "#exited") in german.events


@pytest.mark.rule("iron_tide", "5.3a")
def test_units_leave_only_in_movement_and_reserve_phases() -> None:
    units = {"g": foot("3440"), "x": foot("3444", ALLIED)}
    combat = position(units, WEST, phase="combat")
    assert "5.3a" in combat.refused("g", "3440", verb="exit")
    reserve = position({"g": foot("3440", reserve=True)}, WEST, phase="reserve")
    assert reserve.act("exit", "g", "3440")["g"].at == "#exited"


@pytest.mark.rule("iron_tide", "16.4i", "5.3a")
def test_commandos_do_not_leave_the_map() -> None:
    now = position({"c": commando("3440")}, WEST)
    assert now.refused("c", "3440", verb="exit") == ["16.4i"]


@pytest.mark.rule("iron_tide", "B57")
def test_leaving_costs_one_more_road_hex() -> None:
    now = position({"g": foot("3443", mf=4)}, WEST)
    assert now.reach("g", verb="exit")["3440"] == 4
    assert now.reach("g", verb="exit", how="strategic")["3440"] == 2
    out = now.act("exit", "g", "3440")
    assert out.events[:2] == [
        UnitMoved("g", ("3443", "3442", "3441", "3440")),
        UnitRemoved("g", "#exited"),
    ]
    assert position({"g": foot("3444", mf=4)}, WEST).refused("g", "3440", verb="exit") == ["B57"]
    far = position({"g": foot("3445", mf=4)}, WEST)
    assert far.refused("g", "3440", verb="exit") == ["5.0b"]


@pytest.mark.rule("iron_tide", "B57")
def test_without_a_road_leaving_costs_what_the_edge_hex_costs() -> None:
    now = position({"g": foot("3741", mf=4), "h": tanks("3840", mf=9), "n": tanks("3940")}, WEST)
    assert now.reach("g", verb="exit")["3740"] == 4  # rough: two to enter, two to leave
    assert now.reach("h", verb="exit")["3840"] == 3
    assert "3940" not in now.reach("n", verb="exit")  # closed to tanks, and no road leads off
    assert "3740" not in position({"g": foot("3741", mf=3)}, WEST).reach("g", verb="exit")


@pytest.mark.rule("iron_tide", "B57", "5.0b")
def test_a_plotted_way_off_the_map_is_paid_to_its_end() -> None:
    now = position({"g": foot("3442", mf=4)}, WEST)
    assert now.reasons("exit", "g", "3440", "3441 3440") == ()
    assert now.refused("g", "3440", "3543 3542 3441 3440", verb="exit") == ["B57"]
    assert now.refused("g", "3440", "3441", verb="exit") == ["5.0b"]
    assert now.refused("g", "3441", verb="exit") == ["B57"]


@pytest.mark.rule("iron_tide", "7.1a", "7.2a")
def test_zones_of_control_hold_on_the_map_edge_too() -> None:
    came = position({"g": tanks("3442"), "x": foot("3540", ALLIED)}, WEST)
    assert came.refused("g", "3440", verb="exit") == ["7.1a"]
    began = position({"g": tanks("3440"), "x": foot("3540", ALLIED)}, WEST)
    assert began.reach("g", verb="exit")["3440"] == 4  # one for the road, three for the disengagement
    poor = position({"g": tanks("3440", mf=2), "x": foot("3540", ALLIED)}, WEST)
    assert poor.reach("g", verb="exit")["3440"] == 2  # the first hex of a move is always possible


@pytest.mark.rule("iron_tide", "5.0c", "5.3a")
def test_a_stack_leaves_together_if_all_can_pay() -> None:
    now = position({"g": foot("3442", mf=3), "h": tanks("3442", mf=2)}, WEST)
    assert now.refused("g h", "3440", verb="exit") == ["B57"]
    rich = position({"g": foot("3442", mf=3), "h": tanks("3442", mf=3)}, WEST)
    assert {rich.act("exit", "g h", "3440")[u].at for u in "gh"} == {"#exited"}


@pytest.mark.rule("iron_tide", "5.3c", "B47")
def test_units_that_left_are_remembered_with_their_hex() -> None:
    now = position({"g": foot("3440"), "h": foot("3640")}, WEST)
    out = now.act("exit", "g", "3440").act("exit", "h", "3640")
    assert out.state.exited == {"g": "3440", "h": "3640"}


@pytest.mark.rule("iron_tide", "B57", "14.0n")
def test_only_victory_point_exits_are_closed_behind_them() -> None:
    plain = position({"h": foot("3640"), "x": due("20AM", "E")}, WEST).act("exit", "h", "3640")
    assert (plain.state.closed_exits, plain.state.meuse_crossed) == ((), 0)
    assert plain.step == (GERMAN, "movement")  # nobody is withheld
    exited = position({"g": foot("3440")}, WEST).act("exit", "g", "3440")
    assert exited.state.closed_exits == ("X4",)


@pytest.mark.rule("iron_tide", "B64", "17.12b")
def test_leaving_by_a_victory_point_exit_crosses_the_meuse() -> None:
    assert position({"g": foot("3440")}, WEST).act("exit", "g", "3440").state.meuse_crossed == 5


def withheld(now: Situation) -> tuple[str, ...]:
    """The units the Allied player may choose from; he is asked."""
    assert now.step == (ALLIED, "withholding")
    return now.offered("withhold")


@pytest.mark.rule("iron_tide", "14.0k", "B58", "SEQ.MOVE.withhold")
def test_an_arrival_of_equal_size_on_that_edge_is_withheld() -> None:
    units = {
        "g": foot("3440"),
        "next": due("19AM", "D"),
        "too": due("19AM", "E"),
        "later": due("20AM", "D"),
        "small": due("18PM", "D", battalion),
        "north": due("18PM", "C"),
    }
    asked = position(units, WEST).act("exit", "g", "3440")
    assert withheld(asked) == ("next", "too")  # regiments, the next due, on the west edge
    for wrong in ("later", "small", "north", "g"):
        assert asked.refused(wrong, verb="withhold") == ["B58"]
    done = asked.act("withhold", "too")
    assert done["too"].at == "#withheld"
    assert done.step == (GERMAN, "movement")


@pytest.mark.rule("iron_tide", "B58")
@pytest.mark.parametrize("make", [battalion, guns, tanks])
def test_for_a_small_unit_a_small_unit_is_withheld(make: Any) -> None:
    units = {"g": make("3440"), "big": due("18PM", "D"), "guns": due("19AM", "D", guns)}
    assert withheld(position(units, WEST).act("exit", "g", "3440")) == ("guns",)
    cadre = position({**units, "g": foot("3440", cadre=True)}, WEST).act("exit", "g", "3440")
    assert withheld(cadre) == ("guns",)


@pytest.mark.rule("iron_tide", "14.0k", "B58")
def test_one_is_withheld_for_each_unit_that_left() -> None:
    units = {
        "g": foot("3440"),
        "h": foot("3440"),
        "b": tanks("3440"),
        "r1": due("19AM", "D"),
        "r2": due("20AM", "D"),
        "s": due("21AM", "D", battalion),
    }
    now = position(units, WEST).act("exit", "g h b", "3440")
    assert withheld(now) == ("r1",)
    now = now.act("withhold", "r1")
    assert withheld(now) == ("r2",)
    now = now.act("withhold", "r2")
    assert withheld(now) == ("s",)
    assert now.act("withhold", "s").step == (GERMAN, "movement")


@pytest.mark.rule("iron_tide", "14.0l")
def test_a_shortfall_comes_from_the_next_arrivals_anywhere() -> None:
    units = {
        "g": foot("3440"),
        "late": due("21AM", "C"),
        "north": due("20AM", "C"),
        "s": due("19AM", "D", guns),
    }
    assert withheld(position(units, WEST).act("exit", "g", "3440")) == ("north",)


@pytest.mark.rule("iron_tide", "14.0k", "14.0l", "B58")
def test_the_next_arrivals_are_those_of_the_boxes_they_wait_in() -> None:
    """Whatever the counter says: the umpire or a position may put a unit into another box."""
    units = {
        "g": foot("3440"),
        "h": foot("3440"),
        "i": foot("3440"),
        "third": {**due("19AM", "D"), "at": "#due/23AM"},
        "first": due("21AM", "D"),
        "last": {**due("COND", "E"), "at": "#due/COND"},
        "second": {**due("24AM", "E"), "at": "#due/22AM"},
    }
    now = position(units, WEST).act("exit", "g h i", "3440")
    for uid in ("first", "second", "third"):
        assert withheld(now) == (uid,)
        now = now.act("withhold", uid)
    assert now.step == (GERMAN, "movement")
    alone = {"g": units["g"], "last": units["last"]}
    assert withheld(position(alone, WEST).act("exit", "g", "3440")) == ("last",)


@pytest.mark.rule("iron_tide", "SEQ.MOVE.withhold", "14.0l")
def test_when_none_is_left_nobody_is_asked() -> None:
    now = position({"g": foot("3440"), "s": due("19AM", "D", guns)}, WEST).act("exit", "g", "3440")
    assert now.step == (GERMAN, "movement")
    assert now["s"].at == "#due/19AM"


@pytest.mark.rule("iron_tide", "14.0m")
def test_units_that_left_or_were_withheld_never_come_back() -> None:
    units = {
        "g": foot("3440", printed={"arrives": "17AM", "entry": "east"}),
        "r": due("18AM", "D"),
    }
    now = position(units, WEST).act("exit", "g", "3440").act("withhold", "r").until(ALLIED, "movement")
    assert now["r"].at == "#withheld"
    assert now.offered("enter") == ()
    assert now.refused("r", "3440", verb="enter") == ["14.0m"]
    later = now.until(GERMAN, "movement")
    assert later.refused("g", "3459", verb="enter") == ["14.0m"]


@pytest.mark.rule("iron_tide", "14.0n", "14.0g")
def test_a_road_by_which_germans_left_is_blocked_for_reinforcements() -> None:
    units = {"r": due("18AM", "D"), "e": due("18AM", "E")}
    free = position(units, WEST, phasing=ALLIED)
    assert free.offered("enter") == ("r", "e")
    shut = position(units, WEST, phasing=ALLIED, closed_exits=["X4"])
    assert shut.offered("enter") == ("e",)
    assert shut.refused("r", "3440", verb="enter") == ["14.0n"]
    assert shut["r"].delayed == 5


@pytest.mark.rule("iron_tide", "12.1g", "5.3c")
def test_a_road_by_which_germans_left_supplies_no_allies() -> None:
    units = {"a": foot("3446", ALLIED), "g": foot("3840")}
    rules = country(
        roads=(f"3440/W {along('3440', '3459')}",),
        exits=(("X4", "3440"),),
        allied_edge="3440",
        german_edge="3859",
    )
    open_ = position(units, rules)
    assert open_.seat.supply(ALLIED).traces("3446")
    assert not position(units, rules, closed_exits=["X4"]).seat.supply(ALLIED).traces("3446")


@pytest.mark.rule("iron_tide", "5.3b", "11.8h")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_no_retreat_leaves_the_map(side: str) -> None:
    foe = ALLIED if side == GERMAN else GERMAN
    ring = {f"x{n}": battalion(at, foe) for n, at in enumerate(near("3440"))}
    stack = [
        {"step": "campaign", "at": 5},
        {"step": "player_turn", "side": foe, "at": 7},
        {"step": "retreat", "who": side, "start": "3440", "units": ["a"], "left": 1, "group": "defence"},
    ]
    now = position({"a": foot("3440", side), **ring}, WEST, phasing=foe, stack=stack)
    assert now.step == (side, "retreat")
    assert now.offered("retreat") == ()
    assert not now.targets("retreat")
    assert now.offered("pay") == ("a",)  # a step is lost instead
