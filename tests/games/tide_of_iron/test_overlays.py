"""What the inspectors say and what can be drawn over the map: reach, sight, fields of fire."""

from __future__ import annotations

import pytest

from hexbench.engine.display import Facts
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle

HIDDEN = field.spotted({"C8": "w0", "D8": "w0"}, concealment="hidden")


def lines(found: Facts | None) -> dict[str, tuple[str, tuple[str, ...]]]:
    """label -> (value, rules) of a page."""
    assert found is not None
    return {str(f.label): (str(f.value), f.rules) for f in found.facts}


def test_a_hex_tells_its_ground_its_costs_and_its_markers() -> None:
    rules = field.spotted({"C5": "w1", "C4": ".2", "D4": ".1"}, ("C5 C6",))
    mission = {"objectives": [{"id": "wood", "hex": "C5", "title": "The wood"}]}
    works = {"C5": {"entrenchment": 2, "smoke": True}}
    now = field.position(
        {"a1": squad("C5"), "g9": squad("N12", "german")}, rules, works=works, mission=mission
    )
    page = now.seat.facts("C5")
    assert page is not None
    texts = [f"{f.label}: {f.value}" for f in page.facts]
    assert texts[:6] == [
        "Terrain: Woods",
        "Level: 1",
        "Squad cost: 2 MP",
        "Vehicle cost: 3 MP",
        "Cover: 2",
        "Line of sight: blocked",
    ]
    assert "Road to: C6" in texts
    assert "Marker: 2 x entrenchment" in texts
    assert "Marker: smoke" in texts
    assert "Objective: The wood, held by nobody" in texts
    assert lines(page)["Terrain"][1] == ("TI-TER-03",)
    cliff = field.position({"a1": squad("A1"), "g9": squad("N12", "german")}, field.spotted({"C5": ".2"}))
    assert lines(cliff.seat.facts("C5"))["Cliff to"][1] == ("TI-TER-15",)
    pond = field.position({"a1": squad("A1"), "g9": squad("N12", "german")}, field.spotted({"C5": "p0"}))
    assert lines(pond.seat.facts("C5"))["Squad cost"] == ("cannot enter", ("TI-TER-11",))


@pytest.mark.rule("tide_of_iron", "TI-TRN-06", "TI-ABL-05")
def test_a_unit_tells_what_it_is_and_how_it_is() -> None:
    now = field.position(
        {
            "a1": squad(
                "C5", figures={"regular": 2, "officer": 1}, specialization="engineer", condition="pinned"
            ),
            "a2": squad("D5", token="op_fire", shelter="pillbox"),
            "a3": squad("#aboard/av1", figures={"officer": 1}),
            "av1": vehicle("E5", "m3a1_halftrack", "american", damage="light"),
            "av2": vehicle("F5", "m4a1_sherman", "american", damage="heavy", token="fatigued"),
            "g9": squad("N12", "german"),
        },
        works={"D5": {"pillbox": 1}},
    )
    one = lines(now.seat.facts("a1"))
    assert one["Figures"][0] == "2 regulars, 1 officer"
    assert one["Specialization"][0] == "engineers"
    assert one["Movement"] == ("5 MP", ("TI-MOV-01", "TI-ABL-05"))
    assert one["Condition"][1] == ("TI-CON-01", "TI-CON-02")
    two = lines(now.seat.facts("a2"))
    assert two["Token"] == ("in op fire mode", ("TI-OPF-01",))
    assert two["Inside"] == ("pillbox", ("TI-FORT-01", "TI-FORT-08"))
    inside = lines(now.seat.facts("a3"))
    assert inside["Place"][0].startswith("in ")
    assert inside["Movement"] == ("4 MP", ("TI-MOV-01",)), "its officer speeds it up on foot only"
    track = lines(now.seat.facts("av1"))
    assert track["Squads inside"] == ("1 of 1", ("TI-TRN-01",))
    assert track["Movement"][0] == "6 MP"
    assert track["Armour"][0] == "0"
    tank = lines(now.seat.facts("av2"))
    assert tank["Against vehicles"][0] == "range 6, FPR 8"
    assert tank["Damage"][1] == ("TI-ATK-24",)
    assert tank["Token"][1] == ("TI-SEQ-08",)
    assert now.seat.facts("nobody") is None


def test_a_handle_tells_nothing_but_where_it_is() -> None:
    now = field.position(
        {"a1": squad("C5"), "g1": squad("C8", "german", concealed=True), "g9": squad("N12", "german")},
        HIDDEN,
        handles={"gh1": "g1"},
    )
    seat = now.of("american")
    handle, squad_ = seat.facts("gh1"), seat.facts("g1")
    assert handle is not None
    assert str(handle.title) == "A concealed squad"
    assert set(lines(handle)) == {"Place", "Concealed"}
    assert lines(squad_)["Place"][0] == "concealed, place unknown"
    assert lines(now.of("german").facts("g1"))["Concealed"][0] == "yes, in cover"
    assert seat.overlay("reach", "gh1") is None
    assert seat.overlay("fire", "gh1") is None


def test_reach_is_that_of_an_advance_and_on_the_move_what_is_left() -> None:
    now = field.position({"a1": squad("C5"), "g9": squad("N12", "german")})
    drawn = now.seat.overlay("reach", "a1")
    assert drawn is not None
    assert {s.hex: s.text for s in drawn.shades}["C9"] == "4"
    assert {s.hex for s in drawn.shades} == set(now.targets("advance", "a1"))
    there = now.act("advance", "a1", "C7").seat.overlay("reach", "a1")
    assert there is not None
    assert {s.hex: s.text for s in there.shades}["C9"] == "2"
    assert now.seat.overlay("reach", "nobody") is None


def test_sight_from_a_hex_and_along_a_line() -> None:
    now = field.position(
        {"a1": squad("C5"), "g9": squad("N12", "german")}, field.spotted({"C5": ".1", "C7": "w0"})
    )
    drawn = now.seat.overlay("sight", "C5")
    assert drawn is not None
    dark = {s.hex for s in drawn.shades}
    assert {"C8", "C9"} <= dark
    assert not {"C5", "C6", "C7", "C10"} & dark
    line = now.seat.overlay("sightline", "C5 C9")
    assert line is not None
    assert line.trails[0].tone == "route_bad"
    assert {(s.hex, s.tone) for s in line.shades} == {("C7", "bad"), ("C8", "cut"), ("C9", "cut")}
    clear = now.seat.overlay("sightline", "C5 C10")
    assert clear is not None
    assert clear.trails[0].tone == "route"
    assert now.seat.overlay("sightline", "C5") is None
    assert now.seat.overlay("sight", "Z9") is None


def test_fields_of_fire_and_the_ground_under_op_fire() -> None:
    now = field.position(
        {
            "a1": squad("C5"),
            "g1": squad("C9", "german", token="op_fire"),
            "g2": squad("D9", "german"),
            "gv1": vehicle("N12", "opel_blitz"),
        },
        field.spotted({"C6": "w0"}),
    )
    drawn = now.seat.overlay("fire", "g1")
    assert drawn is not None
    tones = {s.hex: s.tone for s in drawn.shades}
    assert (tones["C8"], tones["C7"], tones["B4"]) == ("bad", "threat", "note")
    assert "C5" not in tones, "behind the woods"
    covered = now.of("american").overlay("op_fire")
    assert covered is not None
    assert {s.hex for s in covered.shades} == set(tones), "by those in op fire mode alone"
    assert now.seat.overlay("fire", "gv1") is None
    assert [kind.kind for kind in now.seat.overlays()] == [
        "reach",
        "sight",
        "fire",
        "route",
        "threat",
        "front",
        "op_fire",
        "sightline",
        "risk",
        "foe_reach",
    ]


def test_the_way_tells_each_step_with_its_clause() -> None:
    now = field.position(
        {"a1": squad("C5"), "g9": squad("N12", "german")},
        field.spotted({"C6": "w0", "C7": ".1"}),
    )
    drawn = now.seat.overlay("route", "a1 C6")
    assert drawn is not None
    assert drawn.trails[0].hexes == ("C5", "C6")
    assert drawn.trails[0].texts == ("", "2")
    assert [(str(f.label), str(f.value), f.rules) for f in drawn.facts] == [
        ("to C6", "2 in all: Woods 2", ("TI-TER-03",))
    ]
    hill = now.seat.overlay("route", "a1 C7")
    assert hill is not None
    assert ("uphill 2" in str(hill.facts[-1].value), hill.facts[-1].rules) == (True, ("TI-TER-14",))
    assert str(hill.facts[-1].value).startswith(hill.trails[0].texts[-1])
    far = now.seat.overlay("route", "a1 N1")
    assert far is not None
    assert not far.trails
    assert now.seat.overlay("route", "a1 C5") is None


def test_threat_is_who_can_fire_there_or_come_to_assault() -> None:
    now = field.position(
        {"a1": squad("C5"), "g1": squad("C8", "german"), "g2": squad("N12", "german")},
    )
    drawn = now.of("american").overlay("threat", "C5")
    assert drawn is not None
    shown = {s.hex: s.text for s in drawn.shades}
    assert set(shown) == {"C8", "C5"}
    assert int(shown["C8"]) > 0
    assert shown["C5"] == shown["C8"]
    told = [str(f.value) for f in drawn.facts]
    assert told[0] == f"total FPR {shown['C8']}"
    assert any(line.startswith("fires: FPR") for line in told)
    assert "could move adjacent and assault" in told
    assert drawn.trails[0].hexes[0] == "C8"
    theirs = now.of("american").overlay("threat", "C8")
    assert theirs is not None
    assert {s.hex for s in theirs.shades} == {"C5", "C8"}


def test_a_handle_threatens_nobody() -> None:
    now = field.position(
        {"a1": squad("C5"), "g1": squad("C8", "german", concealed=True), "g9": squad("N12", "german")},
        HIDDEN,
        handles={"gh1": "g1"},
    )
    drawn = now.of("american").overlay("threat", "C5")
    assert drawn is not None
    assert {s.hex for s in drawn.shades} == {"C5"}
    assert now.of("american").overlay("route", "gh1 C7") is None


def test_the_front_runs_between_the_sides() -> None:
    now = field.position({"a1": squad("C5"), "g1": squad("C6", "german")})
    drawn = now.seat.overlay("front")
    assert drawn is not None
    assert ("C5/C6", "front") in drawn.sides
