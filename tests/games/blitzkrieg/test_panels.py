"""The docks: calendar, raster, dumps, victory, tables, order of battle."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from hexbench.engine.display import Box, Facts, Panel, Roster, Table, Track
from hexbench.games.blitzkrieg.pieces import ALLIED
from hexbench.games.blitzkrieg.seat import BkSeat
from hexbench.games.blitzkrieg.state import Scenario
from tests.games.blitzkrieg.field import Situation, country, dump, inf, position, tank
from tests.games.blitzkrieg.shipped import TABLES, ardennes

P = TypeVar("P", bound=Panel)


def panel(now: Situation, kind: type[P], key: str) -> P:
    return _panel(now.seat, kind, key)


def _panel(seat: BkSeat, kind: type[P], key: str) -> P:
    for found in seat.panels():
        if isinstance(found, kind) and key in (getattr(found, "key", ""), str(getattr(found, "title", ""))):
            return found
    raise AssertionError(f"there is no panel {key}")


def campaign(**options: Any) -> BkSeat:
    rules = ardennes(**options)
    seat = rules.seat(rules.new(Scenario(deployed=True), 1).state, "german")
    assert isinstance(seat, BkSeat)
    return seat


def boxes(seat: BkSeat) -> dict[str, Box]:
    return {box.key: box for box in _panel(seat, Track, "calendar").boxes}


# ---- the calendar -------------------------------------------------------------------------------------------------
def test_the_calendar_has_every_half_day_to_the_last() -> None:
    assert list(boxes(campaign()))[:3] == ["16AM", "16PM", "17AM"]
    assert list(boxes(campaign()))[-1] == "31PM"
    assert list(boxes(campaign(last_day=20)))[-1] == "20PM"


@pytest.mark.rule("blitzkrieg", "BK-REC-04")
def test_the_calendar_tells_the_weather_of_now_and_the_roll_of_each_day_to_come() -> None:
    found = boxes(campaign())
    skies = {
        key: str(box.items[0].text) for key, box in found.items() if key in ("16AM", "18AM", "19AM", "23AM")
    }
    assert skies == {"16AM": "bad", "18AM": "bad", "19AM": "6+", "23AM": "2+"}
    assert all(item.sign not in ("sun", "cloud", "die") for item in found["23PM"].items), "once a day"
    clear = boxes(campaign(weather="always_clear"))
    assert [str(clear[key].items[0].text) for key in ("16AM", "20AM")] == ["clear", "clear"]


@pytest.mark.rule("blitzkrieg", "BK-REC-03")
def test_the_calendar_shows_who_comes_when_and_where() -> None:
    seat = campaign()
    box = boxes(seat)["18PM"]
    names = {seat.s.roster[u].formation for u in box.units}
    assert names == {"9 SS Pz", "82 AB", "101 AB", "3 USA"}
    points = [str(i.say) for i in box.items if i.sign == "arrow" and i.side == ALLIED]
    assert points == ["Allied reinforcements: 11 units, 85 strength points."]
    told = {str(f.label): str(f.value) for f in box.facts}
    assert told["CCA/3 / 3 USA"] == "arrives at Verviers, 1917"
    late = boxes(campaign(allied_delay=2))
    assert {seat.s.roster[u].formation for u in late["19PM"].units} == {"82 AB", "101 AB", "3 USA", "3 PzG"}


@pytest.mark.rule("blitzkrieg", "BK-VIC-07")
def test_the_calendar_marks_the_round_in_which_a_level_was_reached_and_no_other() -> None:
    seat = campaign()
    state = replace(seat.s, level=2, level_turn=3)
    later = seat.rules.seat(state, "german")
    stars = {key: [str(i.text) for i in box.items if i.sign == "star"] for key, box in boxes(later).items()}
    assert {key: found for key, found in stars.items() if found} == {"17AM": ["level 2"]}


# ---- raster, dumps, victory ---------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-UI-25")
def test_the_raster_shows_the_unit_in_hand_first_and_next_turns_it_over() -> None:
    now = position({"a": tank("1412"), "b": inf("1512"), "c": inf("1612"), "x": inf("2018", ALLIED)})
    now = now.act("collect", "a").act("collect", "b").act("collect", "c")
    hand, rest = panel(now, Track, "raster").boxes
    assert (hand.units, rest.units) == (("c",), ("b", "a"))
    assert rest.title == "Raster, 3 of 27"
    hand, rest = panel(now.act("next"), Track, "raster").boxes
    assert (hand.units, rest.units) == (("b",), ("a", "c"))


@pytest.mark.rule("blitzkrieg", "BK-SUP-10")
def test_the_dumps_are_listed_with_their_number_and_whom_they_supply() -> None:
    dumps = {"liege": dump("1412", number=3), "antwerp": dump("1018"), "bastogne": dump("2020", number=0)}
    units = {"a": tank("1412"), "i": inf("1616", isolated=1, base=4), "x": inf("2012", ALLIED)}
    page = panel(position(units, dumps=dumps), Facts, "Fuel dumps")
    told = {str(f.label): (str(f.value), f.hexes) for f in page.facts}
    assert told["Liège"] == ("3 hexes from its roads, German, taken", ("1412",))
    assert told["Antwerp"] == ("4 hexes from its roads, Allied", ("1018",))
    assert told["Bastogne"] == ("permanently destroyed", ("2020",))
    assert told["German units isolated"] == ("1", ("1616",))
    one = panel(position(units, dumps={"antwerp": dump("1018", number=1)}), Facts, "Fuel dumps")
    assert str(one.facts[0].value) == "1 hex from its roads, Allied"


@pytest.mark.rule("blitzkrieg", "BK-VIC-05")
def test_the_victory_page_tells_what_is_taken_and_what_is_held() -> None:
    rules = country(liege="1412 1413", major=(("huy", "1612"), ("namur", "1812")))
    units = {"a": tank("1412"), "b": tank("1612"), "x": inf("2018", ALLIED)}
    told = {
        str(f.label): str(f.value)
        for f in panel(position(units, rules, holding=("huy",)), Facts, "Victory").facts
    }
    assert told["Liège"] == "in part"
    assert told["Huy"] == "held"
    assert told["Namur"] == "not taken"
    assert told["Rating now"] == "German 12, Allied 88"
    assert told["German level reached"] == "none yet"


# ---- tables, order of battle --------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-TAB-01")
def test_table_1_is_shown_as_it_is_used() -> None:
    table = _panel(campaign(), Table, "table_1")
    assert table.columns == ("1-2", "1-1", "2-1", "3-1")
    assert [row for row, _ in table.rows] == ["1", "2", "3", "4", "5", "6"]
    assert table.rows[5][1] == ("1/6", "1/3", "1/2", "1/2")


def test_tables_3_to_6_are_read_by_one_die() -> None:
    table = _panel(campaign(), Table, "tables_3_6")
    row = dict(zip(table.columns, table.rows[3][1], strict=True))
    assert row == {
        "3: 1-2": "-", "3: 3+": "-", "4: bombs": "-", "5: OK": "blown", "5: infiltrator": "-",
        "5: enemy adj.": "-", "5: both": "blown", "6: OK": "built", "6: enemy adj.": "-",
    }  # fmt: skip
    assert [cells[2] for _, cells in table.rows] == ["1/4", "1/4", "1/3", "-", "1/4", "1/3"]


@pytest.mark.rule("blitzkrieg", "BK-AMB-18")
def test_table_7_shows_the_line_that_artillery_uses() -> None:
    plain = dict(_panel(campaign(), Table, "table_7").rows)
    assert plain["Artillery"] == plain["Motorised infantry"] == ("1/4 - 1/4", "1/3 - 1/2", "1/2 - 1/2")
    foot = dict(_panel(campaign(artillery_isolated_as="infantry"), Table, "table_7").rows)
    assert foot["Artillery"] == foot["Infantry"] == ("nr - nr", "1/4 - nr", "1/2 - nr")


def test_tables_8_and_9_show_every_class_and_terrain() -> None:
    seat = campaign()
    defence, movement = _panel(seat, Table, "table_8"), _panel(seat, Table, "table_9")
    assert dict(defence.rows)["Infantry"] == ("x1", "x3", "x2", "x2", "x3")
    assert dict(movement.rows)["Armor"] == ("½", "1", "5", "3", "1", "1")
    assert movement.source == "reconstruction"


def test_the_order_of_battle_lists_every_unit_and_how_it_is() -> None:
    seat = campaign()
    entries = {e.unit: e for e in _panel(seat, Roster, "order_of_battle").entries}
    assert set(entries) >= set(TABLES.units)
    states = {str(e.status) for e in entries.values()}
    assert {"full strength", "due 17AM", "ready to fly", "in the raster", "rockets"} <= states
    now = position({"a": tank("1412", strength=12, now=9), "b": inf("1512", isolated=1, base=4, now=3)})
    found = {e.unit: str(e.status) for e in panel(now, Roster, "order_of_battle").entries}
    assert found == {"a": "9 of 12", "b": "isolated, 3 of 4"}
