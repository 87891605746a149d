"""6.0: reserves."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import UnitChanged
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    battalion,
    commando,
    country,
    foot,
    position,
    tanks,
)

ROAD = country(roads=(along("3440", "3459"),))
FAR = "2840"
"""A hex far from everybody, for an enemy that does nothing."""


def in_reserve(*uids: str, **units: Any) -> Situation:
    """A German Movement Phase in which units were put in reserve, then its Reserve Phase."""
    now = position({**units, "x": foot(FAR, ALLIED)}, ROAD)
    for uid in uids:
        now = now.act("reserve", uid)
    return now.until(GERMAN, "reserve")


@pytest.mark.rule("iron_tide", "6.0a")
def test_five_markers_each_on_a_unit_or_a_stack() -> None:
    units = {f"g{n}": foot(f"34{44 + n}") for n in range(7)}
    now = position({**units, "s": tanks("3444"), "t": tanks("3444"), "x": foot(FAR, ALLIED)}, ROAD)
    now = now.act("reserve", "g0 s")  # one marker for a stack
    for n in range(1, 5):
        now = now.act("reserve", f"g{n}")
    assert now.events == [UnitChanged("g4", "reserve", "reserve")]
    assert now.refused("g5", verb="reserve") == ["6.0a"]
    assert now.offered("reserve") == ("t",)  # his hex has its marker
    assert now.act("reserve", "t")["t"].reserve
    assert now.refused("g0", verb="reserve")[0] == "6.0a"  # he is marked


@pytest.mark.rule("iron_tide", "6.0a")
def test_a_marker_covers_units_of_one_hex() -> None:
    now = position({"a": foot("3444"), "b": foot("3445")}, ROAD)
    assert now.refused("a b", verb="reserve") == ["6.0a"]
    assert now.refused("a a", verb="reserve") == ["6.0a"]
    assert now.refused("", verb="reserve") == ["6.0a"]


@pytest.mark.rule("iron_tide", "6.0a")
def test_each_player_has_markers_in_his_own_movement_phase_only() -> None:
    now = position({"a": foot("3444"), "x": foot(FAR, ALLIED)}, ROAD)
    assert now.refused("x", verb="reserve") == ["4.1b"]
    assert now.act("reserve", "a").until(ALLIED, "movement").act("reserve", "x")["x"].reserve
    combat = position({"a": foot("3444"), "x": foot("3445", ALLIED)}, ROAD, phase="combat")
    assert "4.1c" in combat.refused("a", verb="reserve")


@pytest.mark.rule("iron_tide", "6.0b")
def test_a_unit_in_reserve_does_not_move_in_the_movement_phase() -> None:
    now = position({"a": foot("3444"), "b": foot("3444"), "x": foot(FAR, ALLIED)}, ROAD).act("reserve", "a")
    assert now.refused("a", "3445") == ["6.0b"]
    assert now.refused("a b", "3445") == ["6.0b"]
    assert now.offered("move") == ("b",)
    assert now.refused("a", "3440", verb="exit")[0] == "6.0b"


@pytest.mark.rule("iron_tide", "6.0c")
def test_who_has_moved_does_not_go_into_reserve() -> None:
    now = position({"a": foot("3444")}, ROAD)
    assert now.move("a", "3445").refused("a", verb="reserve") == ["6.0c"]


@pytest.mark.rule("iron_tide", "6.0c")
def test_who_is_next_to_an_enemy_does_not_go_into_reserve() -> None:
    near = position({"a": foot("3444"), "x": battalion("3445", ALLIED)}, ROAD)
    assert near.refused("a", verb="reserve") == ["6.0c"]
    assert (
        position({"a": foot("3444"), "x": battalion("3446", ALLIED)}, ROAD).act("reserve", "a")["a"].reserve
    )
    assert position({"a": foot("3444"), "x": battalion("3446", ALLIED)}, ROAD).offered("reserve") == ("a",)


@pytest.mark.rule("iron_tide", "6.0c", "B36")
def test_a_commando_next_to_it_keeps_nobody_from_the_reserve() -> None:
    now = position({"a": foot("3444", ALLIED), "c": commando("3445")}, ROAD, phasing=ALLIED)
    assert now.act("reserve", "a")["a"].reserve


@pytest.mark.rule("iron_tide", "6.0c", "B04")
@pytest.mark.parametrize("supply", ["out", "isolated"])
def test_who_is_out_of_supply_does_not_go_into_reserve(supply: str) -> None:
    now = position({"a": foot("3444", supply=supply)}, ROAD)
    assert now.refused("a", verb="reserve") == ["6.0c"]


@pytest.mark.rule("iron_tide", "6.0d")
def test_units_in_reserve_neither_attack_nor_support() -> None:
    units = {
        "a": foot("3444", reserve=True),
        "b": foot("3444"),
        "x": foot("3445", ALLIED),
    }
    now = position(units, ROAD, phase="combat")
    assert "a" not in now.offered("attack")
    assert "b" in now.offered("attack")


@pytest.mark.rule("iron_tide", "6.0e", "4.26a", "SEQ.P.RESERVE")
def test_only_units_in_reserve_move_in_the_reserve_phase() -> None:
    now = in_reserve("a", a=foot("3444"), b=foot("3445"))
    assert now.offered("move") == ("a",)
    assert now.refused("b", "3446") == ["4.26a"]
    moved = now.move("a", "3447")
    assert moved["a"].at == "3447"
    assert moved.refused("a", "3448") == ["5.0a"]


@pytest.mark.rule("iron_tide", "6.0e")
def test_one_stack_finishes_before_the_next_begins() -> None:
    now = in_reserve("a", "b", a=foot("3444"), a2=foot("3444"), b=foot("3446"))
    both = position(
        {"a": foot("3444", reserve=True), "a2": foot("3444", reserve=True), "b": foot("3446", reserve=True)},
        ROAD,
        phase="reserve",
    )
    one = both.move("a", "3445")
    assert one.offered("move") == ("a2", "b")  # the stack goes on, or the next begins
    other = one.move("b", "3447")
    assert other.offered("move") == ()
    assert other.refused("a2", "3445") == ["6.0e"]
    assert now.offered("move") == ("a", "b")


@pytest.mark.rule("iron_tide", "B08", "6.0e")
def test_reserves_move_tactically_or_strategically() -> None:
    now = position({"a": foot("3444", reserve=True)}, ROAD, phase="reserve")
    assert now.act("move", "a", "3450", how="strategic")["a"].at == "3450"
    clear = position({"a": foot("3444", reserve=True)}, ROAD, phase="reserve", turn="23AM")
    assert clear.refused("a", "3450", how="strategic") == ["5.24a"]
    units = {"a": foot("3444", reserve=True), "x": foot("3447", ALLIED)}
    zone = position(units, ROAD, phase="reserve")
    assert zone.refused("a", "3446", how="strategic") == ["5.2a"]
    assert zone.move("a", "3446")["a"].at == "3446"  # into an enemy zone of control, where it stops
    assert zone.refused("a", "3547", "3445 3446 3547") == ["7.1a"]


@pytest.mark.rule("iron_tide", "5.24a")
def test_the_clear_morning_grounds_reserves_too() -> None:
    clear = position({"a": foot("3444", reserve=True)}, ROAD, phase="reserve", turn="25AM")
    assert clear.refused("a", "3450", how="strategic") == ["5.24a"]
    night = position({"a": foot("3444", reserve=True)}, ROAD, phase="reserve", turn="25PM")
    assert night.reasons("move", "a", "3450", how="strategic") == ()


@pytest.mark.rule("iron_tide", "6.0f", "8.1c")
def test_stacking_is_checked_after_reserve_movement() -> None:
    units = {"a": foot("3444", reserve=True), **{f"b{n}": foot("3445") for n in range(3)}}
    now = position(units, ROAD, phase="reserve").move("a", "3445")
    assert now.step == (GERMAN, "reserve")  # in passing nobody minds
    assert now.end().step == (GERMAN, "overstack")


@pytest.mark.rule("iron_tide", "6.1a")
def test_no_combat_follows_reserve_movement() -> None:
    units = {"a": foot("3444", reserve=True), "x": foot("3446", ALLIED)}
    now = position(units, ROAD, phase="reserve").move("a", "3445").end()
    assert now.step == (GERMAN, "engineering")


@pytest.mark.rule("iron_tide", "6.1b", "18.0f")
def test_there_are_no_reserves_on_16am() -> None:
    now = position({"a": foot("3444"), "x": foot(FAR, ALLIED)}, ROAD, turn="16AM")
    assert now.offered("reserve") == ()
    assert now.refused("a", verb="reserve") == ["6.1b"]
    allied = now.until(ALLIED, "movement")
    assert allied.refused("x", verb="reserve") == ["6.1b"]
    assert allied.until(ALLIED, "engineering").state.turn == 1


@pytest.mark.rule("iron_tide", "6.0a", "SEQ.P.RESERVE")
def test_the_markers_come_off_when_the_phase_is_over() -> None:
    now = in_reserve("a", a=foot("3444")).end()
    assert not now["a"].reserve
    assert UnitChanged("a", "reserve", "") in now.events


@pytest.mark.rule("iron_tide", "4.24a", "SEQ.P.MOVE")
def test_everything_of_the_movement_phase_is_offered_in_any_order() -> None:
    rules = country(roads=(f"{along('3440', '3459')} 3459/E",), zones=(("entry.german", "3459"),))
    units = {
        "a": foot("3444"),
        "b": foot("3446"),
        "c": foot("3440"),
        "r": foot("#due/18AM", printed={"arrives": "18AM", "entry": "east"}),
    }
    now = position(units, rules)
    assert [o.verb for o in now.seat.prompt.offers] == ["move", "enter", "exit", "reserve", "end"]
    now = now.act("reserve", "a").act("enter", "r", "3459").act("exit", "c", "3440").move("b", "3447")
    assert (now["a"].reserve, now["r"].at, now["c"].at, now["b"].at) == (True, "3459", "#exited", "3447")


@pytest.mark.rule("iron_tide", "SEQ.P.MOVE.end")
def test_what_happens_when_movement_ends() -> None:
    units = {**{f"g{n}": battalion("3444") for n in range(3)}, "a": foot("3445"), "x": foot(FAR, ALLIED)}
    dug_in = {"3445": GERMAN, "3444": GERMAN}
    now = position(units, ROAD, entrenchments=dug_in).move("a", "3444").end()
    assert now.step == (GERMAN, "overstack")
    ended = now.act("eliminate", "g1")
    assert ended.step == (GERMAN, "combat")
    assert ended.state.entrenchments == {"3444": GERMAN}
