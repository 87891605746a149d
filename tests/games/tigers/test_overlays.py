"""What is drawn over the map and what the inspector says (reach, routes, zones, supply, threat, front)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.display import Overlay
from hexbench.games.tigers import overlays
from tests.games.tigers.field import (
    ALLIED,
    ARDENNES,
    GERMAN,
    Situation,
    campaign,
    cc,
    country,
    inf,
    position,
    pz,
    pzgren,
    ring,
    tiger,
)

ROAD = country(roads=("801 802 803 804 805 806",), river="808/809")


def drawn(now: Situation, kind: str, subject: str = "", side: str | None = None) -> Overlay:
    seat = now.seat if side is None else now.of(side)
    found = seat.overlay(kind, subject)
    assert found is not None
    return found


def shades(overlay: Overlay) -> dict[str, tuple[str, str]]:
    return {shade.hex: (shade.tone, shade.text) for shade in overlay.shades}


def told(overlay: Overlay) -> str:
    return " / ".join(f"{fact.label}: {fact.value}" for fact in overlay.facts)


# ---- reach -----------------------------------------------------------------------------------------------------------
def test_reach_gives_what_is_paid_now_and_the_next_two_turns() -> None:
    now = position({"a": inf("805")}, country())
    found = shades(drawn(now, "reach", "a"))
    assert found["806"] == ("reach", "1")
    assert found["809"] == ("reach", "4")
    assert found["810"] == ("reach_far", "")
    assert "805" not in found
    assert {tone for tone, _ in found.values()} == {"reach", "reach_far", "reach_third"}


def test_reach_of_the_enemy_and_of_those_who_have_moved_is_shown_too() -> None:
    now = position({"a": inf("805", moved=True), "x": inf("1405", ALLIED)}, country())
    assert shades(drawn(now, "reach", "x"))["1406"] == ("reach", "1")
    own = drawn(now, "reach", "a")
    assert shades(own)["806"][0] == "reach"
    assert "has already moved this turn" in told(own)


def test_later_turns_begin_where_the_first_ends() -> None:
    now = position({"a": inf("805"), "x": inf("808", ALLIED)}, country())
    found = shades(drawn(now, "reach", "a"))
    assert found["807"][0] == "reach"  # it stops there
    assert "808" not in found
    assert found["706"][0] == "reach"


def test_nothing_is_drawn_for_nobody() -> None:
    now = position({"a": inf("805"), "b": inf("#eliminated")}, country(), sound=False)
    assert now.seat.overlay("reach", "b") is None
    assert now.seat.overlay("reach", "zz") is None
    assert now.seat.overlay("no such kind") is None
    assert position({"vdH": "1008", "2Pz": "1405"}, ARDENNES).seat.overlay("reach", "vdH") is None


# ---- routes ----------------------------------------------------------------------------------------------------------
def test_a_route_tells_the_price_of_each_step_and_its_clause() -> None:
    now = position({"a": pzgren("803")}, ROAD)
    found = drawn(now, "route", "a 807")
    assert found.trails[0].hexes == ("803", "804", "805", "806", "807")
    assert found.trails[0].texts == ("", "1/3", "2/3", "1", "2")
    assert found.trails[0].tone == "route"
    assert [fact.rules for fact in found.facts] == [("TG-MOV-11",)] * 3 + [("TG-MOV-04",)]
    wall = country(river=" ".join(f"{a}/{b}" for a, b in _around("809")))
    river = drawn(position({"a": inf("808")}, wall), "route", "a 809")
    assert "TG-RIV-02" in river.facts[-1].rules


def test_a_route_tells_what_zones_do() -> None:
    now = position({"a": pz("804"), "x": inf("807", ALLIED)}, ROAD)
    found = drawn(now, "route", "a 806")
    assert {"TG-MOV-12", "TG-ZOC-20"} <= set(found.facts[-1].rules)
    assert "stop" in told(found)


def test_a_route_out_of_reach_is_drawn_with_what_is_against_it() -> None:
    now = position({"a": inf("805")}, country())
    found = drawn(now, "route", "a 810")
    assert found.trails[0].tone == "route_bad"
    assert "Not allowed" in told(found)
    assert any("TG-MOV-05" in fact.rules for fact in found.facts)
    closed = position({"a": pz("805")}, country(river=" ".join(f"{a}/{b}" for a, b in _around("805"))))
    assert "there is no route" in told(drawn(closed, "route", "a 809"))


def _around(at: str) -> list[tuple[str, str]]:
    return [(min(at, n), max(at, n)) for n in ring(at)]


# ---- zones -----------------------------------------------------------------------------------------------------------
def test_zones_show_how_strong_they_are() -> None:
    now = position({"a": pz("805"), "x": cc("1005")}, country(forest="806"))
    own = shades(drawn(now, "own_zoc"))
    assert own["806"] == ("own_zoc", "W")
    assert own["804"] == ("own_zoc", "S")
    enemy = shades(drawn(now, "enemy_zoc"))
    assert set(enemy) == set(ring("1005"))
    assert {text for _, text in enemy.values()} == {"W"}
    both = shades(drawn(now, "both_zoc"))
    assert both["905"] == ("both_zoc", "S/W")
    assert shades(drawn(now, "own_zoc", side=ALLIED)) == dict.fromkeys(enemy, ("own_zoc", "W"))


# ---- supply ----------------------------------------------------------------------------------------------------------
def test_supply_of_a_unit_shows_its_line_or_where_it_is_cut_and_by_whom() -> None:
    now = position(
        {"a": inf("805", ALLIED), "b": inf("809", ALLIED), "x": tiger("803")}, ROAD, phasing=ALLIED
    )
    good = drawn(now, "supply_unit", "a")
    assert good.trails[0].tone == "supply"
    assert shades(good)["805"][0] == "supplied"
    bad = drawn(now, "supply_unit", "b")
    assert bad.trails[0].tone == "cut"
    assert bad.trails[0].broken == "803"
    assert "Cut at 803" in told(bad)
    zone = position({"a": inf("805", ALLIED), "x": inf("703")}, ROAD, phasing=ALLIED)
    assert "strong zone" in told(drawn(zone, "supply_unit", "a"))
    far = position({"a": inf("1309", ALLIED)}, ROAD, phasing=ALLIED)
    assert drawn(far, "supply_unit", "a").trails == ()


def test_supply_of_all_and_the_net() -> None:
    now = position(
        {"a": inf("805", ALLIED), "b": inf("809", ALLIED), "x": tiger("803")}, ROAD, phasing=ALLIED
    )
    everybody = shades(drawn(now, "supply"))
    assert everybody["805"][0] == "supplied"
    assert everybody["809"][0] == everybody["803"][0] == "cut"
    net = shades(drawn(now, "supply_net"))
    assert net["802"] == ("supply", "")
    assert net["902"] == ("supplied", "1")
    assert net["803"] == ("cut", "")
    lifted = position(
        {"b": inf("809", ALLIED), "x": tiger("803")}, ROAD, phasing=ALLIED, airlifted={"809": "allied"}
    )
    assert "by air" in told(drawn(lifted, "supply_unit", "b"))


# ---- threat and front ------------------------------------------------------------------------------------------------
def test_threat_counts_who_is_next_to_a_hex_or_can_come_there_fit_to_attack() -> None:
    now = position({"a": inf("805"), "b": pz("803"), "c": inf("1405"), "x": inf("806", ALLIED)}, country())
    found = drawn(now, "threat", "806")
    assert shades(found)["805"] == ("threat", "3")
    assert shades(found)["803"] == ("threat", "4")
    assert "1405" not in shades(found)
    assert shades(found)["806"] == ("target", "7")
    assert now.seat.overlay("threat", "9999") is None


def test_the_next_turn_of_an_enemy_begins_with_the_first_pass() -> None:
    units = {"b": pz("803"), "x": inf("806", ALLIED)}
    first, second = (position(units, country(), phasing=ALLIED, round=n) for n in (1, 2))
    for kind, subject in (("threat", "806"), ("foe_reach", "b"), ("foe_free", "b")):
        assert drawn(second, kind, subject) == drawn(first, kind, subject)


def test_the_front_lies_between_the_sides_and_the_siegfried_line_where_it_was() -> None:
    now = position({"a": inf("805"), "x": inf("807", ALLIED)}, country())
    assert drawn(now, "front").sides
    old = drawn(campaign(), "start_front")
    assert len(old.sides) == 23
    assert sum(tone == "own_zoc" for _, tone in old.sides) == 18


@pytest.mark.parametrize("side", [GERMAN, ALLIED, None])
def test_every_kind_can_be_drawn_in_the_campaign(side: str | None) -> None:
    now = campaign().until(GERMAN, "movement")
    seat = now.of(side)
    subjects = {"": "", "unit": "28ID", "hex": "1105", "way": "2Pz 1306"}
    for kind in overlays.KINDS:
        foe = "62VG" if side == ALLIED and kind.kind.startswith("foe_") else ""  # asked about an enemy alone
        found = seat.overlay(kind.kind, foe or subjects[kind.subject])
        assert found is not None, kind.kind
        assert str(found.title)


# ---- the inspector ---------------------------------------------------------------------------------------------------
def page(now: Situation, ref: str) -> dict[str, str]:
    found = now.seat.facts(ref)
    assert found is not None
    return {str(fact.label): str(fact.value) for fact in found.facts}


def test_a_hex_tells_its_ground_its_rivers_its_zones_and_its_supply() -> None:
    now = campaign()
    lines = page(now, "1105")
    assert lines["Terrain"] == "Clear, town"
    assert "bridge blown" in lines["River SE"]
    assert lines["Held by"] == "Allied"
    assert "strong" in lines["German zone"]
    assert "in supply" in lines["Allied supply"]
    assert "unless flanked" in page(now, "1204")["Siegfried Line NW"]
    forest = page(now, "1307")
    assert forest["Cost to enter"] == "on foot 1, mechanized 2, by road 1/3"


@pytest.mark.parametrize(
    ("facts", "label"),
    [
        ({"disrupted": True}, "Disrupted"),
        ({"entrenched": True}, "Entrenched"),
        ({"bonus": True, "moved": True}, "Bonus"),
        ({"lifted": True}, "Carried"),
        ({"spent": 4, "moved": True}, "Spent"),
        ({"attacks": 1}, "Attacks"),
        ({"mood": 16, "moved": True}, "Interrupted"),
        ({"pips": 3}, "Breakdown die"),
    ],
)
def test_a_unit_tells_how_it_stands(facts: dict[str, Any], label: str) -> None:
    now = position({"a": {**inf("805", ALLIED), **facts}}, ROAD, phasing=ALLIED, sound=False)
    assert label in page(now, "a")


def test_a_unit_tells_its_factors_as_they_are_now_and_where_it_waits() -> None:
    now = position({"a": pz("1405"), "b": pz("#eliminated")}, ARDENNES, turn=7, round=2, sound=False)
    assert page(now, "a")["Movement now"] == "1"
    assert page(now, "b")["Place"] == "eliminated"
    start = campaign()
    assert page(start, "30ID")["Place"] == "due in turn 2"
    assert "blocks Allied supply" in page(start, "vdH")["Effect"]
    assert start.seat.facts("nothing") is None
