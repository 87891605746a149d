"""What is drawn over the map: WHERE, HOME HEX, ZONES, reach, routes, supply, threats, the front (BK-UI-22..24)."""

from __future__ import annotations

import pytest

from hexbench.engine.display import Overlay
from hexbench.games.blitzkrieg.state import Scenario
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    HEXES,
    Situation,
    along,
    country,
    dump,
    guns,
    inf,
    motor,
    near,
    plane,
    position,
    spy,
    tank,
)
from tests.games.blitzkrieg.shipped import ardennes

ROADS = country(roads=(along("1014", "2414"),))
FUEL = {"g": dump("1014", GERMAN), "a": dump("2414", ALLIED)}


def drawn(now: Situation, kind: str, subject: str = "") -> Overlay:
    """An overlay that must be there."""
    found = now.seat.overlay(kind, subject)
    assert found is not None
    return found


def shaded(overlay: Overlay, tone: str) -> dict[str, str]:
    """The hexes of a tone -> their texts."""
    return {shade.hex: shade.text for shade in overlay.shades if shade.tone == tone}


def facts(overlay: Overlay) -> dict[str, str]:
    """The facts beside it."""
    return {str(fact.label): str(fact.value) for fact in overlay.facts}


def test_every_kind_is_drawn_or_politely_not() -> None:
    now = position({"a": inf("1414"), "d": inf("1614", ALLIED)}, ROADS, dumps=FUEL)
    subjects = {"": "", "unit": "a", "hex": "1514", "way": "a 1513"}
    for kind in now.seat.overlays():
        foe = "d" if kind.kind.startswith("foe_") else ""  # asked about an enemy alone
        found = now.seat.overlay(kind.kind, foe or subjects[kind.subject])
        assert found is not None, kind.kind
        tones = {s.tone for s in found.shades} | {t.tone for t in found.trails} | {t for _, t in found.sides}
        assert tones <= {line.tone for line in found.legend}, kind.kind
        for bad in ("nobody", "9999", "nobody 9999"):
            if kind.subject:
                assert now.seat.overlay(kind.kind, bad) is None
    assert now.seat.overlay("no such thing") is None


# ---- WHERE and HOME HEX ----------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-UI-23")
def test_where_shows_the_destinations_of_the_unit_in_hand_and_where_it_began() -> None:
    now = (
        position({"a": inf("1414", mp=1), "b": tank("1414")}, dumps=FUEL)
        .act("collect", "b")
        .act("collect", "a")
    )
    found = drawn(now, "where")
    assert set(shaded(found, "where")) == set(near("1414"))
    assert shaded(found, "home") == {"1414": ""}
    assert facts(found)["In hand"] == "a"
    turned = drawn(now.act("next"), "where")
    assert facts(turned)["In hand"] == "b"
    assert set(near("1414", 6)) <= {*shaded(turned, "where"), "0"} | set(shaded(turned, "home"))


@pytest.mark.rule("blitzkrieg", "BK-UI-24")
def test_home_hex_leads_to_the_destinations() -> None:
    now = position({"a": inf("1414", mp=1)}, dumps=FUEL).act("collect", "a")
    fact = drawn(now, "where").facts[0]
    assert str(fact.label) == "Home hex"
    assert set(fact.hexes) == {*near("1414"), "1414"}


@pytest.mark.rule("blitzkrieg", "BK-UI-23")
@pytest.mark.rule("blitzkrieg", "BK-RES-22")
def test_where_shows_the_way_out_of_a_unit_that_retreats() -> None:
    now = position({"a": tank("1414", strength=12), "d": inf("1514", ALLIED)}, dumps=FUEL)
    now = now.act("engage", "a", "1514").act("resolve")
    now = now.act("fight", "a", numbers=[2])
    assert now.step == (ALLIED, "retreat")
    found = drawn(now, "where")
    assert facts(found)["In hand"] == "d"
    assert set(shaded(found, "where")) == set(now.targets("fall_back", "d"))
    assert shaded(found, "where")


def test_where_is_empty_without_a_unit_in_hand() -> None:
    found = drawn(position({"a": inf("1414")}, dumps=FUEL), "where")
    assert found.shades == ()
    assert found.facts[0].rules == ("BK-UI-23",)


def test_where_of_a_unit_on_the_map_shows_its_moves() -> None:
    now = position({"a": inf("1414", mp=1), "d": inf("1514", ALLIED)}, dumps=FUEL)
    found = drawn(now, "where_unit", "a")
    assert set(shaded(found, "where")) == set(near("1414")) - {"1514"}


@pytest.mark.rule("blitzkrieg", "BK-BEG-02")
def test_where_shows_the_starting_zone_of_a_unit_in_hand() -> None:
    rules = ardennes()
    now = Situation(rules, rules.resume(rules.begin(Scenario(), 1)))
    assert now.step == (GERMAN, "deploy")
    hand = now.state.raster[-1]
    found = drawn(now, "where")
    assert shaded(found, "home") == {}
    assert set(shaded(found, "where")) == set(now.targets("place", hand))
    assert shaded(found, "where")


# ---- ZONES -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-UI-22")
@pytest.mark.rule("blitzkrieg", "BK-INF-15")
def test_zones_are_red_blue_and_yellow_and_infiltrators_have_none() -> None:
    now = position({"a": inf("1414"), "d": inf("1614", ALLIED), "i": spy("2020"), "p": plane()})
    found = drawn(now, "zones")
    german, allied = set(near("1414")), set(near("1614"))
    assert set(shaded(found, "zone_german")) == german - allied
    assert set(shaded(found, "zone_allied")) == allied - german
    assert set(shaded(found, "zone_both")) == german & allied == {"1514"}


# ---- movement --------------------------------------------------------------------------------------------------------
def test_reach_shows_three_turns() -> None:
    now = position({"a": inf("1014", mp=2)})
    found = drawn(now, "reach", "a")
    assert shaded(found, "reach")["1214"] == "2"
    assert "1414" in shaded(found, "reach_far")
    assert "1614" in shaded(found, "reach_third")
    assert "1714" not in {s.hex for s in found.shades}


@pytest.mark.rule("blitzkrieg", "BK-MOV-08")
def test_reach_and_risk_leave_hexes_out_that_have_no_room() -> None:
    full = {name: inf("1214") for name in "bcd"}
    now = position(
        {"a": inf("1014", mp=4), **full, "e": inf("1114"), "f": inf("1114"), "x": inf("2020", ALLIED)}
    )
    found = shaded(drawn(now, "reach", "a"), "reach")
    assert "1214" not in found
    assert {"1114", "1314"} <= set(found), "two leave room for a third, and three are passed"
    assert {shade.hex for shade in drawn(now, "risk", "a").shades} - {"1014"} == set(found)


def test_reach_of_the_other_side_begins_where_it_stands() -> None:
    now = position({"a": inf("1014"), "d": inf("2014", ALLIED, mp=2, start="2020")}, sound=False)
    assert shaded(drawn(now, "reach", "d"), "reach")["1814"] == "2"


def test_a_river_holds_reach_up_for_a_turn() -> None:
    wide = " ".join(f"14{row}/15{row}" for row in range(10, 22))
    wide += "".join(f" 14{row - 1}/15{row} 14{row + 1}/15{row}" for row in range(12, 21, 2)) + " 1411/1510"
    now = position({"a": inf("1314", mp=3)}, country(river=wide))
    found = drawn(now, "reach", "a")
    assert "1514" in shaded(found, "reach_far")
    route = drawn(now, "route", "a 1514")
    assert [str(f.value) for f in route.facts] == ["a must stop at the river and cross in its next turn."]


def test_a_route_tells_what_each_step_costs() -> None:
    rules = country(forest="1614", roads=("1414 1514",))
    now = position({"a": tank("1414", mp=6), "d": inf("1714", ALLIED)}, rules)
    found = drawn(now, "route", "a 1614")
    assert found.trails[0].tone == "route"
    assert found.trails[0].hexes == ("1414", "1514", "1614")
    assert found.trails[0].texts == ("", "1/2", "5 1/2")
    assert [f.rules for f in found.facts] == [("BK-MOV-03",), ("BK-MOV-02", "BK-MOV-04")]
    far = drawn(position({"a": tank("1414", mp=5)}, rules), "route", "a 1614")
    assert far.trails[0].tone == "route_bad"
    assert far.facts[-1].rules == ("BK-MOV-02",)


def test_a_route_tells_of_infiltrators_on_the_only_way() -> None:
    now = position({"i": spy("1514"), "d": inf("1414", ALLIED)}, phasing=ALLIED)
    found = drawn(now, "route", "d 1514")
    assert found.facts[-1].rules == ("BK-INF-10",)


@pytest.mark.rule("blitzkrieg", "BK-INF-11")
def test_reach_tells_the_price_of_the_way_round_infiltrators() -> None:
    rules = country(roads=("1414 1514 1614",))
    units = {"i": spy("1514"), "d": motor("1414", ALLIED)}
    by_road = drawn(position({"d": units["d"]}, rules, phasing=ALLIED), "reach", "d")
    assert shaded(by_road, "reach")["1614"] == "1"
    now = position(units, rules, phasing=ALLIED)
    reach = shaded(drawn(now, "reach", "d"), "reach")
    for goal in ("1614", "1514"):  # round it, and into its own hex, where nothing is to be gone round
        assert reach[goal] == drawn(now, "route", f"d {goal}").trails[0].texts[-1]
    assert (reach["1614"], reach["1514"]) == ("3", "1/2")


# ---- supply, threat, front ---------------------------------------------------------------------------------------------
def test_supply_shows_the_line_or_what_cuts_it() -> None:
    units = {"a": inf("1816"), "b": inf("1114"), "d": inf("1514", ALLIED), "s": spy("1010")}
    now = position(units, ROADS, dumps=FUEL)
    whole = drawn(now, "supply_unit", "b")
    assert whole.trails[0].tone == "supply"
    assert whole.trails[0].hexes[-1] == "1014"
    cut = drawn(now, "supply_unit", "a")
    assert cut.trails[0].tone == "cut"
    assert cut.trails[0].broken in [*near("1514"), "1514"]
    assert now.seat.overlay("supply_unit", "s") is None
    everybody = drawn(now, "supply")
    assert set(shaded(everybody, "cut")) == {"1816"}
    assert set(shaded(everybody, "supplied")) == {"1114", "1514"}
    assert facts(everybody)["Cut off now"] == "1 unit"


def test_supply_net_shows_the_hexes_to_the_road() -> None:
    found = drawn(position({"b": inf("1114")}, ROADS, dumps=FUEL), "supply_net")
    assert shaded(found, "supply")["2014"] == ""
    assert shaded(found, "supplied")["2016"] == "2"
    assert "2019" not in {s.hex for s in found.shades}


@pytest.mark.rule("blitzkrieg", "BK-SUP-08", "BK-SUP-10")
def test_supply_net_shows_where_a_line_may_end_though_none_may_pass() -> None:
    """Next to the enemy, and on a dump of his in which nobody stands; but not under his units."""
    fuel = {**FUEL, "d": dump("1020", ALLIED), "e": dump("1216", ALLIED)}
    units = {"b": inf("1114"), "d": inf("1216", ALLIED)}
    found = drawn(position(units, ROADS, dumps=fuel), "supply_net")
    assert shaded(found, "supplied")["1215"] == "1"
    assert shaded(found, "supply")["1020"] == ""
    assert "1216" not in {s.hex for s in found.shades}


@pytest.mark.rule("blitzkrieg", "BK-OPT-03", "BK-SUP-01")
def test_who_needs_no_fuel_by_the_option_is_shown_in_supply_everywhere() -> None:
    units = {"a": inf("1816"), "b": inf("1114"), "d": inf("1514", ALLIED), "e": inf("1021", ALLIED)}
    now = position(units, country(roads=(along("1014", "2414"),), german_fuel="ignored"), dumps=FUEL)
    everybody = drawn(now, "supply")
    assert set(shaded(everybody, "cut")) == {"1021"}
    assert facts(drawn(now, "supply_unit", "a"))["Supply now"] == "needs none (option)"
    assert shaded(drawn(now, "supply_unit", "b"), "supplied") == {"1114": ""}
    reached = {s.hex for s in drawn(now, "supply_net").shades}
    assert reached == set(HEXES) - {"1514", "1021"}
    assert now.rules.supplies(now.state, GERMAN).fed() == {"a": True, "b": True}
    page = now.seat.facts("1816")
    assert page is not None
    assert {str(f.label): str(f.value) for f in page.facts}["German supply"] == "none needed (option)"


def test_threat_adds_up_who_could_come() -> None:
    units = {
        "d": inf("1414", ALLIED),
        "a": tank("1614", strength=9),
        "b": inf("2214"),
        "g": guns("1313", strength=5),
    }
    found = drawn(position(units), "threat", "1414")
    assert shaded(found, "threat") == {"1614": "9", "1313": "5"}
    assert shaded(found, "target") == {"1414": "14"}


def test_the_front_runs_between_the_units() -> None:
    found = drawn(position({"a": inf("1414"), "d": inf("1614", ALLIED), "i": spy("2020")}), "front")
    assert found.sides
    assert all(tone == "front" for _, tone in found.sides)
