"""Tables go to a spreadsheet and come back, fields are read as they are shown, and levers change positions."""

from __future__ import annotations

import csv
import io

import pytest

from hexbench.engine.documents.editing import Field
from hexbench.engine.values import say
from hexbench.session.editor.listing import parsed, paste_csv, shown, write_csv
from hexbench.session.editor.starting import open_scenario
from hexbench.session.library import Library
from hexbench.study.playout import Chance, Done, make_opponents, play_out
from tests.session.editor.small import SMALL


@pytest.mark.parametrize("game", SMALL)
def test_a_table_that_was_only_copied_changes_nothing(games: Library, game: str) -> None:
    for info in games.scenarios(game):
        draft = open_scenario(games, info.path)
        for roll in draft.rolls:
            report = paste_csv(draft, roll, write_csv(draft, roll))
            assert (report.added, report.changed, report.problems) == ((), (), ()), (info.name, roll.key)
        assert not draft.history.can_undo


def test_rows_are_changed_and_added_in_one_edit_and_what_does_not_fit_is_told(games: Library) -> None:
    draft = SMALL["iron_tide"](games)
    text = (
        "id;Name;side;Movement;hex;colour\n"
        "G-1;Guard;german;6;3047;red\n"
        "A-9;New;allied;4;3040;\n"
        "A-9;Twice;allied;4;3040;\n"
        "X-1;Nobody;;4;3040;\n"
        "A-1;424;allied;far;3041;\n"
    )
    before = len(draft.history.nodes)
    report = paste_csv(draft, draft.counters, text)
    assert len(draft.history.nodes) == before + 1
    assert report.added == ("A-9",)
    assert report.changed == ("G-1",)
    assert [str(one) for one in report.problems] == [
        "The column colour does not belong to this table and was skipped.",
        "Row 4: the id A-9 is used twice.",
        "Row 5: Side must not be empty.",
        "Row 6: Movement must be a whole number, not 'far'.",
    ]
    assert draft.entry("G-1")["movement"] == 6
    assert draft.entry("A-9")["size"] == "regiment"
    with pytest.raises(ValueError, match="must name the columns"):
        paste_csv(draft, draft.counters, "a,b\n1,2\n")
    with pytest.raises(ValueError, match="no table to paste"):
        paste_csv(draft, draft.counters, "")


def test_what_a_choice_may_be_is_told_by_the_names_of_the_choices() -> None:
    choices = (("", say("nobody")), ("major_river", say("major river")), ("odd", say("")))
    field = Field(name=say("Kind"), kind="choice", path=("kind",), choices=choices)
    with pytest.raises(ValueError, match=r"Kind must be one of nobody, major river, nothing\."):
        parsed(field, "lake")


def test_a_whole_order_of_battle_goes_from_one_scenario_to_another(games: Library) -> None:
    old = open_scenario(games, games.scenario_path("tigers", "campaign"))
    new = SMALL["tigers"](games)
    new.remove(tuple(new.entries()))
    text = write_csv(old, old.counters).replace(",", "\t")
    report = paste_csv(new, new.counters, text)
    assert report.problems == ()
    assert len(report.added) == len(old.entries())
    assert {uid: new.place_of(uid) for uid in new.entries()} == {
        uid: old.place_of(uid) for uid in old.entries()
    }
    rows = list(csv.DictReader(io.StringIO(write_csv(new, new.counters))))
    assert rows[0]["side"] in ("german", "allied")


def test_values_are_read_as_they_are_shown() -> None:
    name = say("Thing")
    cases = [
        (Field(path=("a",), name=name, kind="number", blank=0), 7, "7"),
        (Field(path=("a",), name=name, kind="flag", blank=False), True, "yes"),
        (Field(path=("a",), name=name, kind="words", blank=()), ["x", "y"], "x y"),
        (Field(path=("a",), name=name, kind="data", blank=None), {"b": 1}, '{"b": 1}'),
        (Field(path=("a",), name=name, kind="choice", choices=(("N", say("none")),), blank=""), "N", "N"),
    ]
    for field, value, text in cases:
        assert shown(field, value) == text
        assert parsed(field, text) == value
        assert parsed(field, "") == field.blank
    for field, text in ((cases[0][0], "120"), (cases[1][0], "maybe"), (cases[3][0], "{"), (cases[4][0], "Q")):
        with pytest.raises(ValueError, match=r"\.$"):
            parsed(field, text)


def test_levers_of_a_position_change_its_document_and_are_undone(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("iron_tide", "17_december"))
    keys = [one.key for one in draft.editable("unit", "A-106-422")]
    assert "supply" in keys
    draft.pull("supply", ["A-106-422"], "out")
    assert draft.state.units["A-106-422"].supply == "out"
    assert draft.get("position", "units", "A-106-422")["supply"] == "out"
    draft.pull("entrenchment", ["3041"], "allied")
    assert draft.state.entrenchments["3041"] == "allied"
    while draft.undo():
        pass
    assert not draft.dirty
    setup = open_scenario(games, games.scenario_path("iron_tide", "campaign"))
    assert setup.editable("unit", "A-106-422") == ()
    with pytest.raises(ValueError, match="set only in positions"):
        setup.pull("supply", ["A-106-422"], "out")


def test_a_counter_as_it_would_be_drawn_is_not_recorded(games: Library) -> None:
    draft = SMALL["trumpets"](games)
    uid = next(iter(draft.entries()))
    face = draft.face_with(uid, {**draft.entry(uid), "name": "Other"})
    assert face is not None
    assert "Other" in str(face.title)
    assert draft.entry(uid)["name"] != "Other"
    with pytest.raises(Exception, match="type"):
        draft.face_with(uid, {**draft.entry(uid), "type": 3})


def test_counters_are_moved_together_copied_and_renamed(games: Library) -> None:
    draft = SMALL["blitzkrieg"](games)
    a, b = (
        uid for uid in draft.entries() if draft.place_of(uid).isdigit() and draft.side_of(uid) == "german"
    )
    draft.move({a: "2028", b: "2030"})
    assert [draft.place_of(uid) for uid in (a, b)] == ["2028", "2030"]
    (copy,) = draft.copy({a: "2029"})
    assert {**draft.entry(copy), "at": ""} == {**draft.entry(a), "at": ""}
    draft.rename(copy, "Reserve")
    assert draft.place_of("Reserve") == "2029"
    with pytest.raises(ValueError, match="already"):
        draft.rename(a, "Reserve")
    with pytest.raises(ValueError, match="neither a hex nor a box"):
        draft.rename(a, "2029")
    with pytest.raises(ValueError, match="No unit can start"):
        draft.place([a], "#eliminated")
    draft.remove([a, "Reserve"])
    assert set(draft.entries()) & {a, "Reserve"} == set()


def test_of_a_shared_order_of_battle_units_are_changed_and_left_out(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("tigers", "campaign"))
    draft.place(["1ID"], "1108")
    assert list(draft.get("scenario", "units")) == ["1ID"]
    draft.remove(["1ID", "2ID"])
    assert draft.get("scenario", "without") == ["1ID", "2ID"]
    assert set(draft.entries()) & {"1ID", "2ID"} == set()
    assert set(draft.state.units) & {"1ID", "2ID"} == set()
    position = open_scenario(games, games.scenario_path("tigers", "19_december"))
    gone = next(uid for uid in position.unnamed)
    position.remove([gone])
    assert gone not in position.entries()
    assert position.fault is None


def test_weather_air_and_replacements_of_the_turn_record_are_changed_and_played_by(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("iron_tide", "campaign"))
    weather, air, given = draft.tracks
    assert (draft.track_value(weather, "16AM"), draft.track_value(air, "17AM", "german")) == ("overcast", 2)
    draft.set_track(weather, "16AM", "clear")
    draft.set_track(air, "16AM", 5, "allied")
    draft.set_track(given, "19AM", 3, "german")
    draft.set_track(air, "17AM", 0, "german")
    assert draft.get("scenario", "air_points") == {"16AM": {"allied": 5}, "17AM": {"german": 0}}
    rules, state = draft.rules, draft.state
    line = rules.turn(1, state)
    assert (line.weather, line.allied_air, rules.turn(7, state).german_replacements) == ("clear", 5, 3)
    assert rules.turn(3, state).german_air == 0
    assert rules.turn(3).german_air == 2
    draft.set_track(air, "16AM", 0, "allied")
    assert draft.get("scenario", "air_points") == {"17AM": {"german": 0}}
    draft.set_track(weather, "nonsense", "clear")
    assert "there is no game turn nonsense" in draft.complaints[0]
    while draft.undo():
        pass
    assert not draft.dirty


@pytest.mark.parametrize(("game", "turn"), [("tigers", "3"), ("blitzkrieg", "3")])
def test_weather_that_is_fixed_is_not_rolled_for(games: Library, game: str, turn: str) -> None:
    draft = SMALL[game](games)
    (track,) = draft.tracks
    value = {"tigers": "Clear", "blitzkrieg": "clear"}[game]
    draft.set_track(track, turn, value)
    assert draft.state.skies == {turn: value}
    loaded = draft.begin_play()
    seen: list[object] = []

    def watch(done: Done) -> None:
        state = done.out.state
        if str(state.turn) == turn:
            seen.append(state.weather if game == "tigers" else state.clear)

    for seed in range(4):
        play_out(
            loaded.rules,
            loaded.begin(seed),
            make_opponents(loaded.game, ("default",)),
            Chance(1),
            watch=watch,
        )
    assert seen[-1] in ("Clear", True)
    content = draft.editing.position(loaded.rules, draft.state)
    assert content["skies"] == {turn: value}


def test_markers_are_rows_of_hexes_and_hexsides(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("iron_tide", "campaign"))
    digging = draft.roll("entrenchments")
    assert (digging.plain, digging.at) == (True, "hex")
    assert draft.entry("1941", digging) == {"value": "allied"}
    draft.add_entry(digging, {"value": "german"}, "3047")
    assert draft.state.entrenchments["3047"] == "german"
    draft.set_field(digging, ["3047"], digging.fields[0], "allied")
    assert draft.get("scenario", "entrenchments", "3047") == "allied"
    report = paste_csv(draft, digging, "id,value\n3047,german\n3048,allied\n3050,german\n")
    assert (report.added, report.changed) == (("3050",), ("3047",))
    draft.remove_entries(digging, ["3047", "3050"])
    assert "3047" not in draft.state.entrenchments
    for game, key, name, facts in (
        ("blitzkrieg", "blown", "1929/2029", {"value": ["1929"]}),
        ("trumpets", "works", "1313", {"main": "IP6"}),
        ("tide_of_iron", "works", "K5", {"pillbox": 1}),
    ):
        small = SMALL[game](games)
        before = small.document
        small.add_entry(small.roll(key), facts, name)
        assert small.fault is None
        if not small.complaints:
            assert name in getattr(small.state, key)
        small.undo()
        assert small.document == before


def test_a_force_of_tide_of_iron_is_set_number_by_number_and_builds_its_squads(games: Library) -> None:
    draft = SMALL["tide_of_iron"](games)
    form = next(one for one in draft.forms if one.key == "force.american")
    fields = {field.key.removeprefix("mission.forces.american."): field for field in form.fields}
    for key, n in (("bases", 2), ("pool.regular", 7), ("pool.officer", 1), ("vehicles.m4a1_sherman", 1)):
        draft.set_form(fields[key], n)
    (zones,) = draft.zones
    draft.set_zone(zones, "american_deploy", ["H6", "H7", "I5"])
    draft.add_entry(draft.roll("squads.american"), {"name": "Third"})
    assert draft.complaints == ()
    assert [unit.type for unit in draft.state.units.values() if unit.at == "#tray/american"] == [
        "squad",
        "squad",
        "m4a1_sherman",
    ]
    loaded = draft.begin_play()
    minds = make_opponents(loaded.game, ("default",))
    assert play_out(loaded.rules, loaded.begin(1), minds, Chance(1)).ended


def test_chits_lie_under_regiments_of_a_position(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("iron_tide", "17_december"))
    field = next(one for one in draft.counters.fields if one.key == "chit")
    draft.set_field(draft.counters, ["A-106-422"], field, 0)
    assert draft.state.chits == {"A-106-422": 0}
    assert draft.state.units["A-106-422"].drawn
    assert draft.entry("A-106-422")["chit"] == 0
    draft.pull("cadre", ["A-106-422"], "yes")
    assert draft.state.units["A-106-422"].cadre
    assert draft.state.chits == {}, "a cadre has none (11.78g)"
    while draft.undo():
        pass
    assert not draft.dirty
