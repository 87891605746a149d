"""What is shown: counters, markers, inspectors, overlays, panels. Every clause they cite is in the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.display import CombatBoard, Facts, Table, Track
from hexbench.engine.ledger import parse
from hexbench.engine.values import say
from hexbench.games.trumpets import charts
from hexbench.games.trumpets.overlays import KINDS
from hexbench.games.trumpets.pieces import ALLIED
from tests.games.trumpets import field
from tests.games.trumpets.field import Situation, country, engineer, guns, hq, inf, position, tank
from tests.games.trumpets.shipped import RESOURCES, TABLES, losheim_gap, scenario

CLAUSES = frozenset(
    clause.id for clause in parse((RESOURCES / "games/trumpets/rules.md").read_text(encoding="utf-8"))
)


def face(now: Situation, uid: str) -> Any:
    found = now.seat.face(uid)
    assert found is not None
    return found


def told(now: Situation, ref: str) -> dict[str, str]:
    """label -> value of an inspector's page."""
    page = now.seat.facts(ref)
    assert page is not None
    return {str(fact.label): str(fact.value) for fact in page.facts}


def shades(now: Situation, kind: str, subject: str = "") -> dict[str, tuple[str, str]]:
    """hex -> (tone, text) of an overlay."""
    found = now.seat.overlay(kind, subject)
    assert found is not None
    return {shade.hex: (shade.tone, shade.text) for shade in found.shades}


@pytest.mark.rule("trumpets", "TT-REC-14")
@pytest.mark.parametrize(
    ("turn", "weather", "text"),
    [
        ("16MO", "Fog", "16 December 1944, morning, fog"),
        ("18PD", "Snow", "18 December 1944, before dawn, snow"),
        ("17AF", "Overcast", "17 December 1944, afternoon, clear but overcast"),
        ("19EV", "DenseFog", "19 December 1944, evening, dense fog"),
        ("18MO", "Clear", "18 December 1944, morning, clear weather"),
    ],
)
def test_the_top_line_tells_date_part_of_the_day_and_weather(turn: str, weather: str, text: str) -> None:
    now = position({"a": inf("1412")}, turn=turn, weather=weather)
    assert str(now.seat.headline()) == text


def test_the_days_of_the_top_line_go_on_into_january() -> None:
    now = position({"a": inf("1412")}, turn="32MO", turns=("31EV", "32MO"), weather="Fog")
    assert str(now.seat.headline()) == "1 January 1945, morning, fog"


@pytest.mark.parametrize("name", ["losheim", "rocherath"])
def test_all_that_is_shown_of_a_scenario_cites_the_ledger(name: str) -> None:
    rules = losheim_gap()
    state = rules.new(scenario(name), 1).state
    for side in (None, *rules.sides):
        seat = rules.seat(state, side)
        cited: set[str] = set()
        for ref in (*state.units, *rules.atlas.labels):
            page = seat.facts(ref)
            assert page is not None
            cited |= {rule for fact in page.facts for rule in fact.rules}
        for uid in state.units:
            found = seat.face(uid)
            assert found is not None
            assert found.symbol
            assert found.letter
            cited |= {mark.rule for mark in found.marks}
        cited |= {chip.rule for chip in seat.chips()}
        for panel in seat.panels():
            if isinstance(panel, Facts):
                cited |= {rule for fact in panel.facts for rule in fact.rules}
            elif isinstance(panel, Table):
                cited.add(panel.rule)
            elif isinstance(panel, Track):
                cited |= {item.rule for box in panel.boxes for item in box.items}
        subjects = {
            "": [""],
            "unit": [u for u, unit in state.units.items() if unit.on_map][::4],
            "hex": list(rules.atlas.labels)[::37],
            "way": [f"{u} 1012" for u, unit in state.units.items() if unit.on_map][::7],
        }
        for kind in seat.overlays():
            for subject in subjects[kind.subject]:
                drawn = seat.overlay(kind.kind, subject)
                if kind.kind.startswith("foe_") and state.units[subject].side == seat.side:
                    assert drawn is None, "asked about an enemy alone"
                    continue
                assert drawn is not None, (kind.kind, subject)
                cited |= {rule for fact in drawn.facts for rule in fact.rules}
        assert cited - {""} <= CLAUSES


def test_every_overlay_says_more_than_its_name() -> None:
    for kind in KINDS:
        assert len(str(kind.help)) > len(str(kind.title)) + 10


def test_every_verb_says_more_than_its_name() -> None:
    for verb in field.PLAIN.all_verbs:
        assert len(str(verb.help)) > len(str(verb.label)) + 10, verb.name


@pytest.mark.rule("trumpets", "TT-REC-11")
def test_a_counter_shows_the_factors_of_the_steps_it_has_left() -> None:
    now = position({"a": inf("1412", lost=1), "g": guns("1413"), "t": tank("1415", division="1SS", er=7)})
    assert (face(now, "a").left, face(now, "a").steps, face(now, "a").back) == ("3-4", (2, 3), True)
    assert (face(now, "g").left, face(now, "g").symbol) == ("3/8", "artillery")
    tiger = face(now, "t")
    assert (tiger.left, tiger.right, tiger.letter, tiger.colour) == ("9-8", "8", "7", "german.ss")


def test_marks_tell_what_holds_a_unit_back() -> None:
    now = position(
        {
            "a": inf("1412", supplied=False, linked=False, engaged=("d",), engaged_turn=1),
            "d": inf("1512", ALLIED),
            "g": guns("1413", fired=True),
        },
        phase="movement",
    )
    assert {mark.letter for mark in face(now, "a").marks} == {"E", "S", "C"}
    assert [mark.letter for mark in face(now, "g").marks] == ["F"]


def test_a_hex_tells_its_terrain_its_costs_and_who_is_in_it() -> None:
    now = position({"a": inf("1412"), "d": inf("1512", ALLIED)}, country(forest="1412"))
    page = told(now, "1412")
    assert page["Terrain"] == "Forest"
    assert page["Cost to enter"] == "foot 3, wheeled only by road, tracked only by road"
    assert page["German stacking"] == "1 of 3 front line, 0 of 4 others"
    assert page["Zone of control"] == "Allied"
    assert "Area" not in page
    inside = position({"a": inf("1412"), "d": inf("1512", ALLIED)}, area=("1412", "1512"))
    assert told(inside, "1612")["Area"] == "not in play in this scenario"


def test_an_objective_says_who_holds_it_in_words_that_can_be_translated() -> None:
    now = position({"a": inf("1412")}, objectives=[{"hex": "1512", "points": 2, "name": "The mill"}])
    (chip,) = now.seat.chips()
    assert str(chip.say) == "The mill: 2 points, held by nobody."
    assert dict(chip.say.args)["who"] == say("nobody")


def test_positions_and_what_is_built_are_markers() -> None:
    now = position(
        {"e": engineer("1412")}, works={"1412": {"main": "IP6", "owner": "german"}}, phase="movement"
    )
    built = now.act("build", "e", "SP")
    chips = {(chip.key, chip.at, chip.text) for chip in built.seat.chips()}
    assert ("entrenchment", "1412", "6") in chips
    assert ("building_entrenchment", "1412", "SP") in chips
    assert "B" in {mark.letter for mark in face(built, "e").marks}


@pytest.mark.rule("trumpets", "TT-REC-05")
def test_zones_are_drawn_round_the_front_line_alone() -> None:
    now = position({"a": inf("1412"), "g": guns("1812")})
    assert set(shades(now, "own_zoc")) == set(field.near("1412"))
    assert shades(now, "enemy_zoc") == {}


@pytest.mark.rule("trumpets", "TT-REC-03")
def test_reach_is_what_a_move_may_do() -> None:
    now = position({"a": inf("1412")})
    assert set(shades(now, "reach", "a")) == set(now.reach("a"))
    way = now.seat.overlay("route", "a 1612")
    assert way is not None
    assert way.trails[0].texts == ("", "1", "2")


@pytest.mark.rule("trumpets", "TT-REC-02")
def test_reach_leaves_hexes_out_that_have_no_room() -> None:
    now = position({"a": inf("1412"), **{name: inf("1512") for name in "bcd"}})
    found = shades(now, "reach", "a")
    assert "1512" not in found
    assert {"1312", "1612"} <= set(found)
    assert set(found) == {target.object for target in now.seat.targets("move", ("a",))}


@pytest.mark.rule("trumpets", "TT-REC-13")
def test_communication_is_drawn_from_the_headquarters() -> None:
    now = position({"a": inf("1412", division="12VG"), "q": hq("2012", division="12VG")})
    found = shades(now, "comm", "a")
    assert found["2012"] == ("supply", "HQ")
    assert found["1412"] == ("supply", "")
    assert "1312" not in found


@pytest.mark.rule("trumpets", "TT-REC-08")
def test_artillery_in_range_of_a_hex() -> None:
    now = position({"g": guns("1412"), "far": guns("2412")})
    assert set(shades(now, "guns", "1512")) == {"1412", "1512"}


def test_a_threat_counts_who_could_come_next_turn() -> None:
    now = position({"a": inf("1412"), "near": inf("1512", ALLIED), "far": inf("1816", ALLIED, lost=2)})
    found = now.seat.overlay("threat", "1412")
    assert found is not None
    assert {shade.hex: shade.text for shade in found.shades}["1512"] == "4"


def test_charts_show_every_cell_and_what_is_doubtful() -> None:
    shown = {table.key: table for table in charts.tables(TABLES)}
    assert set(shown) == {"crt", "blitz", "weapons", "terrain", "positions", "advance"}
    assert sum(len(cells) for _, cells in shown["crt"].rows) == 154
    assert sum(len(cells) for _, cells in shown["blitz"].rows) == 48
    assert len(shown["weapons"].rows) == len(TABLES.weapons)
    doubtful = " ".join(str(table.provenance) for table in shown.values())
    for note in TABLES.notes:
        if note.cell.startswith(("crt", "blitz", "WPN", "terrain", "positions", "tiger")):
            assert note.text in doubtful
    rows = dict(shown["terrain"].rows)
    assert rows["Town"][:2] == ("DF x2", "DF x2, 1L")
    assert rows["River"][:4] == ("2L", "3L", "1L", "4L")


@pytest.mark.rule("trumpets", "TT-DEF-21", "TT-ADV-01", "TT-WPN-30")
def test_every_cell_of_positions_advance_and_weapons_says_what_the_table_holds() -> None:
    shown = {table.key: table for table in charts.tables(TABLES)}
    spots = TABLES.positions.values()
    assert shown["positions"].columns == tuple(spot.name for spot in spots)
    rows = dict(shown["positions"].rows)
    for title, key in (
        ("Combined arms", "combined_arms"),
        ("Flank attack", "flank_attack"),
        ("Inf-StuG assault", "stg_assault"),
        ("Overrun", "overrun"),
        ("Ignore CA", "ignores_counterattack"),
    ):
        assert rows[title] == tuple({True: "yes", False: "no"}[getattr(spot, key)] for spot in spots)
    assert rows["ER"] == ("5", "6", "-", "6", "6")
    assert rows["FA"] == rows["Time on target"] == ("-", "-", "-", "half", "half")
    assert rows["NW"] == ("-", "-", "-", "quarter", "quarter")
    assert rows["CRT"] == ("-", "-", "hit from 5-1", "1L", "2L")
    assert rows["Advance"] == ("-", "-", "stop", "basic", "basic")
    assert rows["Built by"] == ("front line", "engineer", "engineer", "engineer", "never")
    assert rows["Where"] == ("any", "any", "road", "has IP6", "at start only")
    words = {"Eliminated by DE": "DE", "Eliminated by 1 or 1*": "STEP"}
    for title, cells in shown["advance"].rows:
        assert tuple(int(cell) for cell in cells) == TABLES.advance.rows[words.get(title, title)]
    for row, (key, (attacker, defender, effect)) in zip(TABLES.weapons, shown["weapons"].rows, strict=True):
        assert (key, f"{attacker} / {defender}") == (row.id, row.text)
        shift = f"{row.shift}R" if row.shift > 0 else f"{-row.shift}L"
        assert effect == ("by ER" if row.by_er else shift if row.shift else f"{row.drm:+d} drm")


def test_the_results_table_is_lit_while_a_combat_is_prepared() -> None:
    now = position({"a": inf("1412"), "d": inf("1512", ALLIED)}, phase="combat").act("attack", "a", "1512")
    crt = next(p for p in now.seat.panels() if isinstance(p, Table) and p.key == "crt")
    assert [light.tone for light in crt.lights if light.column >= 0]
    board = next(p for p in now.seat.panels() if isinstance(p, CombatBoard))
    assert board.combats


def test_the_turn_record_tells_weather_night_and_arrivals() -> None:
    now = position({"a": inf("1412"), "r": inf("2412", turn="16EV")}, weather={"16MO": "Fog", "16EV": "roll"})
    record = next(p for p in now.seat.panels() if isinstance(p, Track))
    boxes = {box.key: box for box in record.boxes}
    assert boxes["16EV"].units == ("r",)
    assert {item.sign for item in boxes["16EV"].items} == {"die", "star"}
    assert record.now == 0
