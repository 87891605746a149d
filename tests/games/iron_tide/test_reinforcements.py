"""14.0: reinforcements."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import UnitMoved, UnitPlaced
from hexbench.games.iron_tide.reinforcements import arrivals, edge_hexes, entries, roads_of
from hexbench.games.iron_tide.rules import ItRules
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    battalion,
    commando,
    country,
    foot,
    grenadiers,
    position,
    tanks,
)

MAP = country(
    roads=(
        f"{along('3440', '3459')} 3459/E",
        f"{along('3050', '3059')} 3059/E",
        "4145/NE 4145 4045 3945 3845",
        "3440/W 3440",
    ),
    heavy_woods="4143",
    rough="4142 3540",
    zones=(
        ("entry.german", "3459 3059"),
        ("entry.C", "4145"),
        ("entry.D", "3440"),
    ),
)


def due(turn: str, entry: str, side: str = ALLIED, make: Any = foot, **facts: Any) -> dict[str, Any]:
    """A unit that is still to come."""
    printed = {"arrives": turn, "entry": entry, **facts.pop("printed", {})}
    return dict(make(f"#due/{turn}", side, printed=printed, **facts))


def german(turn: str = "18AM", **facts: Any) -> dict[str, Any]:
    """A German unit that is still to come."""
    return due(turn, "east", GERMAN, **facts)


def allied(units: dict[str, Any], turn: str = "18AM", rules: ItRules = MAP, **state: Any) -> Situation:
    """An Allied Movement Phase."""
    return position(units, rules, turn=turn, phasing=ALLIED, **state)


@pytest.mark.rule("iron_tide", "14.0a")
def test_reinforcements_enter_in_the_movement_phase_of_their_turn() -> None:
    units = {"r": due("18AM", "C"), "l": due("18PM", "C"), "a": foot("3444", ALLIED)}
    now = allied(units)
    assert now.offered("enter") == ("r",)
    assert now.refused("l", "4145", verb="enter") == ["14.0a"]
    assert now.refused("a", "4145", verb="enter") == ["14.0a"]
    late = now.move("a", "3445")  # at any moment of the phase
    entered = late.act("enter", "r", "4145")
    assert entered["r"].at == "4145"
    assert entered.events == [UnitPlaced("r", "4145")]
    assert entered.refused("r", "4045") == ["5.0a"]
    assert entered.refused("r", "4145", verb="enter") == ["14.0a"]


@pytest.mark.rule("iron_tide", "14.0a")
def test_a_unit_arrives_on_the_turn_of_the_box_it_waits_in() -> None:
    now = allied({"r": {**due("16AM", "C"), "at": "#due/23AM"}})
    assert now.refused("r", "4145", verb="enter") == ["14.0a"]
    assert now.sentence("r", "4145", verb="enter").endswith(" arrives on 23AM.")


@pytest.mark.rule("iron_tide", "14.0a", "4.24a")
def test_nobody_enters_in_another_phase_or_another_player_turn() -> None:
    units = {"r": due("18AM", "C"), "x": foot("3444"), "y": foot("3445", ALLIED)}
    assert "4.1c" in allied(units, phase="combat").refused("r", "4145", verb="enter")
    assert position(units, MAP).refused("r", "4145", verb="enter") == ["4.1b"]


@pytest.mark.rule("iron_tide", "14.0b", "B67")
def test_germans_enter_by_any_road_hex_of_their_edges() -> None:
    now = position({"r": german(mf=1), "s": german(mf=1)}, MAP)
    assert set(now.targets("enter", "r")) == {"3459", "3059"}
    both = now.act("enter", "r", "3459").act("enter", "s", "3059")
    assert (both["r"].at, both["s"].at) == ("3459", "3059")
    assert now.refused("r", "3559", "3559", verb="enter") == ["14.0b"]


@pytest.mark.rule("iron_tide", "14.0b", "14.0e", "B37")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_an_entry_hex_costs_a_road_hex_though_its_road_ends_at_the_edge(side: str) -> None:
    """On the printed map ten of the German entry hexes have a road that does not run off the map."""
    at, entry = {GERMAN: ("3459", "east"), ALLIED: ("3440", "D")}[side]
    inland = along(at, "3457" if side == GERMAN else "3442")
    rules = country(roads=(inland,), woods=at, zones=(("entry.german", "3459"), ("entry.D", "3440")))
    units = {f"r{n}": due("18AM", entry, side, tanks) for n in range(4)}
    now = position(units, rules, phasing=side)
    first, second = inland.split()[:2]
    assert now.reach("r0", verb="enter")[first] == 1
    assert now.reach("r0", verb="enter", how="strategic")[first] == Fraction(1, 3)
    then = now.act("enter", "r0 r1 r2", second)
    assert then.reach("r3", verb="enter")[first] == 2
    assert then.reach("r3", verb="enter", how="strategic")[second] == 1


@pytest.mark.rule("iron_tide", "14.0c")
def test_allies_enter_by_the_road_of_their_letter() -> None:
    units = {"c": due("18AM", "C", mf=1), "d": due("18AM", "D", mf=1), "f": due("18AM", "F")}
    now = allied(units, sound=False)
    assert [problem.rule for problem in now.rules.audit(now.state)] == ["14.0b"]
    assert set(now.targets("enter", "c")) == {"4145"}
    assert set(now.targets("enter", "d")) == {"3440"}
    assert now.refused("c", "3440", "3440", verb="enter") == ["14.0c"]
    assert now.refused("f", "3440", verb="enter") == ["14.0c"]  # no such road on this map
    assert now.refused("c d", "4145", verb="enter") == ["14.0e"]


@pytest.mark.rule("iron_tide", "14.0c")
def test_the_shipped_map_has_a_road_for_every_reinforcement(ardennes: ItRules) -> None:
    zones = ardennes.atlas.sheet.zones
    for letter in "ABCDEFGH":
        (at,) = zones[f"entry.{letter}"]
        edge = next(r.edge for r in ardennes.tables.entry_roads.roads if r.letter == letter)
        assert at in edge_hexes(ardennes, edge), letter
        assert any((ardennes.atlas.index[at], d) in ardennes.atlas.roads for d in range(6))
    assert set(zones["entry.german"]) <= set(zones["edge.german"])


@pytest.mark.rule("iron_tide", "14.0d")
def test_units_enter_tactically_or_strategically() -> None:
    now = allied({"r": due("18AM", "C", mf=2)})
    assert now.reach("r", verb="enter")["4145"] == 1
    assert now.reach("r", verb="enter")["4045"] == 2
    assert "3945" not in now.reach("r", verb="enter")
    reached = now.reach("r", verb="enter", how="strategic")
    assert reached["3845"] == Fraction(4, 6)
    moved = now.act("enter", "r", "3845", how="strategic")
    assert moved["r"].at == "3845"
    assert moved.events == [
        UnitPlaced("r", "4145"),
        UnitMoved("r", ("4145", "4045", "3945", "3845"), "strategic"),
    ]


@pytest.mark.rule("iron_tide", "14.0d", "5.2a", "5.24a")
def test_strategic_entry_keeps_the_rules_of_strategic_movement() -> None:
    near = allied({"r": due("18AM", "C"), "x": foot("3945")})
    assert not near.reach("r", verb="enter", how="strategic")
    assert near.refused("r", "4145", verb="enter", how="strategic") == ["5.2a"]
    assert "4145" in near.reach("r", verb="enter")
    clear = position({"r": german("23AM")}, MAP, turn="23AM")
    assert clear.refused("r", "3459", verb="enter", how="strategic") == ["5.24a"]
    assert clear.reach("r", verb="enter")
    assert position({"r": german("23PM")}, MAP, turn="23PM").reach("r", verb="enter", how="strategic")


@pytest.mark.rule("iron_tide", "14.0e", "B37")
def test_the_queue_on_the_road_costs_a_road_hex_for_each_stack() -> None:
    units = {f"r{n}": due("18AM", "C", mf=4) for n in range(8)}
    now = allied(units)
    assert now.reach("r0", "r1", "r2", verb="enter")["4145"] == 1
    now = now.act("enter", "r0 r1 r2", "4045")
    assert now.reach("r3", verb="enter")["4145"] == 2  # the second stack
    now = now.act("enter", "r3", "4045").act("enter", "r4 r5", "4045")  # three in all
    third = now.reach("r6", verb="enter")
    assert [third["4145"], third["4045"]] == [Fraction(3), Fraction(4)]
    assert "3945" not in third
    assert now.reach("r6", verb="enter", how="strategic")["4145"] == Fraction(3, 6)
    assert now.until(GERMAN, "movement").until(ALLIED, "movement").reach("r7", verb="enter")["4145"] == 1


@pytest.mark.rule("iron_tide", "14.0e", "B37")
def test_a_stack_that_does_not_fit_into_the_last_place_makes_a_new_one() -> None:
    units = {f"r{n}": due("18AM", "C") for n in range(5)}
    now = allied(units).act("enter", "r0 r1", "4045")
    assert now.reach("r2", verb="enter")["4145"] == 1  # the third of the first stack
    assert now.reach("r2", "r3", verb="enter")["4145"] == 2
    assert allied(units).refused("r0 r1 r2 r3", "4145", verb="enter") == ["14.0e"]
    assert allied(units).refused("r0 r0", "4145", verb="enter") == ["14.0e"]


@pytest.mark.rule("iron_tide", "B67", "B37")
def test_each_german_road_hex_has_a_queue_of_its_own() -> None:
    units = {f"r{n}": german(mf=4) for n in range(5)}
    now = position(units, MAP).act("enter", "r0 r1 r2", "3457")
    reached = now.reach("r3", verb="enter")
    assert [reached["3459"], reached["3059"]] == [Fraction(2), Fraction(1)]


@pytest.mark.rule("iron_tide", "14.0e", "14.0d")
def test_a_queue_longer_than_the_movement_factor_keeps_units_off_the_map() -> None:
    units = {f"r{n}": due("18AM", "C", mf=1) for n in range(4)}
    now = allied(units).act("enter", "r0 r1 r2", "4145")
    assert now.refused("r3", "4145", verb="enter") == ["5.0b"]
    assert "4145" in now.reach("r3", verb="enter", how="strategic")


@pytest.mark.rule("iron_tide", "5.0c", "14.0e")
def test_units_that_enter_together_pay_each_their_own_price() -> None:
    now = allied({"f": due("18AM", "C", mf=4), "t": due("18AM", "C", make=tanks, mf=2)})
    assert "3945" in now.reach("f", verb="enter")
    assert set(now.reach("f", "t", verb="enter")) >= {"4145", "4045"}
    assert "3945" not in now.reach("f", "t", verb="enter")
    assert now.refused("f t", "3945", verb="enter") == ["5.0b"]


@pytest.mark.rule("iron_tide", "14.0f", "8.1c")
def test_who_does_not_enter_for_want_of_room_may_come_next_turn() -> None:
    units = {
        "r": due("18AM", "C", mf=1),
        **{f"a{n}": foot("4145", ALLIED, supply="isolated") for n in range(3)},
    }
    now = allied(units)
    assert now.targets("enter", "r")["4145"].rules == ("8.1c",)  # he would be one too many
    waiting = now.end()
    assert waiting["r"].at == "#due/18AM"
    later = waiting.until(GERMAN, "movement").until(ALLIED, "movement")
    assert later.state.turn == 6
    assert later.offered("enter") == ("r",)


@pytest.mark.rule("iron_tide", "14.0g")
def test_an_enemy_unit_blocks_the_road_and_a_zone_does_not() -> None:
    blocked = allied({"r": due("18AM", "C"), "x": battalion("4145")})
    assert blocked.offered("enter") == ()
    assert blocked.refused("r", "4144", verb="enter") == ["14.0g"]
    assert blocked["r"].delayed == 5
    zone = allied({"r": due("18AM", "C"), "x": foot("4144")})
    assert set(zone.targets("enter", "r")) == {"4145"}  # and stops there
    assert zone.refused("r", "4045", verb="enter") == ["7.1a"]


@pytest.mark.rule("iron_tide", "14.0g", "B36")
def test_a_commando_blocks_no_road() -> None:
    now = allied({"r": due("18AM", "C"), "c": commando("4145")})
    assert "4145" in now.targets("enter", "r")


@pytest.mark.rule("iron_tide", "14.0g", "14.0h")
def test_the_delay_is_one_turn_even_if_other_hexes_are_free() -> None:
    now = allied({"r": due("18AM", "C"), "x": battalion("4145")})
    assert not now.targets("enter", "r")
    later = now.until(GERMAN, "movement").until(ALLIED, "movement")
    assert later.state.turn == 6
    assert later.targets("enter", "r")


@pytest.mark.rule("iron_tide", "14.0h")
def test_after_the_delay_units_of_a_north_road_enter_farther_west() -> None:
    units = {"r": due("17PM", "C", delayed=4, mf=2), "x": battalion("4145"), "y": battalion("4141")}
    now = allied(units)
    hexes = set(now.targets("enter", "r"))
    assert {"4144", "4143", "4142", "4140"} >= {at for at in hexes if at.startswith("41")}
    assert {"4144", "4143", "4142", "4140"} <= hexes  # an enemy stands in 4141
    vehicles = allied({**units, "r": due("17PM", "C", make=tanks, delayed=4)})
    assert "4143" not in {t.via[0] for t in vehicles.seat.targets("enter", ("r",))}  # heavy woods
    assert not any(int(at[2:]) > 45 for at in hexes if at.startswith("41"))
    assert now.reach("r", verb="enter")["4142"] == 2  # rough ground and no road: the terrain is paid
    freed = allied({"r": due("17PM", "C", delayed=4, mf=1)})
    assert set(freed.targets("enter", "r")) == {"4145"}  # the road is open again


@pytest.mark.rule("iron_tide", "14.0i")
def test_after_the_delay_units_of_a_west_road_enter_farther_north_or_south() -> None:
    units = {"r": due("17PM", "D", delayed=4, mf=1), "x": battalion("3440"), "y": battalion("3640")}
    hexes = set(allied(units).targets("enter", "r"))
    assert {"3340", "3540", "2840", "4140"} <= hexes
    assert not {"3440", "3640"} & hexes
    assert all(at.endswith("40") for at in hexes)


@pytest.mark.rule("iron_tide", "14.0i", "14.0b")
def test_after_the_delay_germans_enter_by_any_hex_of_their_edge() -> None:
    shut = {"x": battalion("3459", ALLIED), "y": battalion("3059", ALLIED)}
    first = position({"r": german(mf=1), **shut}, MAP)
    assert first.offered("enter") == ()
    assert first["r"].delayed == 5
    half = position({"r": german(mf=1), "x": shut["x"]}, MAP)
    assert set(half.targets("enter", "r")) == {"3059"}
    later = position({"r": german("17PM", delayed=4, mf=1), **shut}, MAP)
    hexes = set(later.targets("enter", "r"))
    assert "3559" in hexes
    assert not {"3459", "3059"} & hexes


@pytest.mark.rule("iron_tide", "14.0j", "17.1d")
def test_restricted_units_are_checked_before_they_enter() -> None:
    units = {"r": due("18AM", "C", printed={"restriction": ["17.1:type2"]})}
    now = allied(units)
    assert now.offered("enter") == ()
    assert now.refused("r", "4145", verb="enter") == ["17.1d"]


@pytest.mark.rule("iron_tide", "14.0d", "5.1f")
def test_one_hex_can_always_be_entered() -> None:
    units = {"r": due("17PM", "C", make=grenadiers, delayed=4, mf=1), "x": battalion("4145")}
    assert allied(units).reach("r", verb="enter")["4142"] == 1  # rough ground would cost three


@pytest.mark.rule("iron_tide", "14.0a")
def test_the_east_edge_of_the_shipped_map(ardennes: ItRules) -> None:
    printed = position(
        {"c": commando("#due/17AM", printed={"arrives": "17AM", "entry": "east"})}, MAP
    ).state.roster["c"]
    roads = roads_of(ardennes, printed)
    assert roads
    assert all(at.endswith("54") for at in roads)


@pytest.mark.rule("iron_tide", "14.0b", "SEQ.P.MOVE.step")
def test_entering_units_take_what_their_hexes_bring() -> None:
    now = position({"r": german()}, MAP, depots={"3458": "stocked"}).act("enter", "r", "3457")
    assert now.state.depots == {"3458": "captured"}


@pytest.mark.rule("iron_tide", "14.0g")
def test_blocked_roads_are_judged_for_each_unit() -> None:
    now = allied({"c": due("18AM", "C"), "d": due("18AM", "D"), "x": battalion("4145")})
    assert now.offered("enter") == ("d",)
    board = now.seat.board
    assert entries(now.rules, now.state, board, "c") == ()
    assert entries(now.rules, now.state, board, "d") == ("3440",)


@pytest.mark.rule("iron_tide", "14.0a")
def test_who_is_put_off_to_a_later_turn_is_no_longer_among_those_who_may_come() -> None:
    now = allied({"r": due("18AM", "C"), "a": foot("3444", ALLIED)})
    board, unit = now.seat.board, now.state.units["r"]
    assert arrivals(now.rules, now.state, board, ALLIED) == ["r"]
    later, then = replace(unit, at="#due/18PM"), board.copy()
    then.patch("r", unit, later)
    state = replace(now.state, units={**now.state.units, "r": later})
    assert arrivals(now.rules, state, then, ALLIED) == []
    assert arrivals(now.rules, now.state, board, ALLIED) == ["r"]
