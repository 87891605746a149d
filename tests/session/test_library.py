from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.session.game import BadPosition
from hexbench.session.library import Library, Shelf
from hexbench.store import canon
from hexbench.store.strict import BadFile
from hexbench.store.tables import read_own
from tests.session import toybox

UNITS = {
    "r2": {"side": "red", "at": "0303", "name": "2nd Line", "mf": 4},
    "b2": {"side": "blue", "at": "0505", "name": "II. Linie", "mf": 4},
}
POSITION: dict[str, Any] = {
    "phase": "red.movement",
    "turn": 1,
    "cup": [2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 8, 9],
    "support": {"red": 1, "blue": 1},
    "lost": {"red": 0, "blue": 0},
    "units": UNITS,
}


def frame(**changes: Any) -> dict[str, Any]:
    return {
        "format": "hexbench-position",
        "version": 1,
        "game": "ridge",
        "name": "duel",
        "title": "A duel",
        "source": "rules",
        "map": "ridge",
        "position": POSITION,
        **changes,
    }


def test_scenarios_are_listed_with_the_players_own_behind(library: Library, data: Path) -> None:
    canon.write(
        library.places.data / "scenarios" / "ridge" / "mine.json",
        {**toybox.scenario("meeting"), "name": "mine"},
    )
    canon.write(library.places.data / "scenarios" / "ridge" / "contact.json", toybox.scenario("meeting"))
    assert [info.name for info in library.scenarios("ridge")] == ["contact", "meeting", "mine"]
    assert [fault.where for fault in library.faults] == ["name"]
    assert library.load_scenario("ridge", "mine").info.title == "Meeting on the ridge"
    assert library.load_scenario("ridge", "contact").info.title == "Already in contact"


@pytest.mark.parametrize("name", ["", "nothing", "../ridge/meeting", ".meeting", "x" * 5000, "\udc80"])
def test_a_scenario_that_is_not_there(library: Library, name: str) -> None:
    with pytest.raises(BadFile, match=r"[Rr]idge has no scenario .*; it has contact, meeting\."):
        library.load_scenario("ridge", name)


def test_a_game_that_is_not_there(library: Library) -> None:
    with pytest.raises(BadFile, match='There is no game "chess" in this Hexbench; it has ridge'):
        library.scenarios("chess")


def test_a_loaded_scenario_knows_all_that_is_needed_to_play(library: Library) -> None:
    loaded = library.load_scenario("ridge", "meeting", {"turns": 3})
    assert loaded.game.key == "ridge"
    assert loaded.rules.options.turns == 3
    assert loaded.atlas.sheet.title == "The ridge"
    assert loaded.palette == {"counters": {"red": "#aa0000"}}
    assert loaded.ledger is not None
    assert loaded.ledger.title == "Ridge"
    assert loaded.begin(seed=3).state.dice.seed == 3
    assert library.load_scenario("ridge", "meeting").atlas is loaded.atlas


def test_a_position_is_composed_and_stands_in_its_phase(library: Library) -> None:
    loaded = library.load_position("ridge", POSITION, map_="ridge")
    out = loaded.begin(seed=None)
    assert loaded.rules.decider(out.state) == "red"
    assert list(out.state.units) == ["r2", "b2"]


def test_a_seed_may_stand_in_the_position(library: Library) -> None:
    loaded = library.load_position("ridge", {**POSITION, "seed": 11}, map_="ridge")
    assert loaded.begin(seed=None).state.dice.seed == 11
    assert loaded.begin(seed=5).state.dice.seed == 5


@pytest.mark.parametrize(
    ("changes", "where", "words"),
    [
        ({"phase": "tea"}, "position.phase", "no phase"),
        ({"phase": 3}, "position.phase", "must be text"),
        ({"seed": "x"}, "position.seed", "must be a whole number"),
        ({"tern": 1}, "position.tern", 'Did you mean "turn"'),
        ({"units": {"r-2": {**UNITS["r2"], "movment": 1}}}, 'position.units["r-2"].movment', "no such key"),
    ],
)
def test_a_position_with_a_fault_names_the_key(
    library: Library, changes: dict[str, Any], where: str, words: str
) -> None:
    with pytest.raises(BadFile, match=words) as caught:
        library.load_position("ridge", {**POSITION, **changes}, map_="ridge")
    assert caught.value.where == where


def test_a_unit_off_the_map_and_enemies_in_one_hex_are_found(library: Library) -> None:
    units = {
        "r2": {**UNITS["r2"], "at": "9901"},
        "r1": {**UNITS["r2"], "at": "0505"},
        "b2": UNITS["b2"],
    }
    with pytest.raises(BadPosition) as caught:
        library.load_position("ridge", {**POSITION, "units": units}, map_="ridge")
    sentence = str(caught.value)
    assert sentence.startswith("This position is not possible. [")
    assert "9901" in sentence
    assert "Units of both sides are in 0505." in sentence
    assert len(caught.value.problems) == 2


def test_positions_in_files(library: Library, data: Path) -> None:
    folder = data / "scenarios" / "ridge"
    canon.write(folder / "duel.json", frame())
    assert library.load_scenario("ridge", "duel").info.is_position
    canon.write(folder / "duel.json", frame(map="", base="meeting"))
    assert library.load_scenario("ridge", "duel").scenario is not None
    canon.write(folder / "duel.json", frame(map=""))
    with pytest.raises(
        BadFile, match=r"duel\.json, map: a position without a base scenario must name its map"
    ):
        library.load_scenario("ridge", "duel")
    canon.write(folder / "duel.json", frame(base="duel"))
    with pytest.raises(BadFile, match='"duel" is itself a position'):
        library.load_scenario("ridge", "duel")


def test_options_that_are_wrong_in_a_file_are_the_files_fault(library: Library, data: Path) -> None:
    path = data / "scenarios" / "ridge" / "meeting.json"
    canon.write(path, {**toybox.scenario("meeting"), "options": {"turn": 3}})
    with pytest.raises(BadFile) as caught:
        library.load_scenario("ridge", "meeting")
    assert str(caught.value) == f'{path}, options.turn: there is no such key. Did you mean "turns"?'


def test_a_game_may_compose_its_own_positions(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object, rules: Any, position: dict[str, Any], base: Any) -> Any:
        raise ValueError(position["say"])

    monkeypatch.setattr(type(library.games["ridge"]), "compose", refuse, raising=False)
    for text, where, reason in (
        ('position.units["a"]: give a hex.', 'position.units["a"]', "give a hex."),
        ("There is no turn 99.", "position", "There is no turn 99."),
    ):
        with pytest.raises(BadFile) as caught:
            library.load_position("ridge", {"say": text}, map_="ridge")
        assert (caught.value.where, caught.value.reason) == (where, reason)


def test_rules_and_palettes_of_games(library: Library) -> None:
    assert library.rules_text("ridge").title == "Ridge"
    with pytest.raises(BadFile, match="no game"):
        library.palette("chess")
    colours = library.resources("ridge") / "palette.toml"
    assert library.palette("ridge")["counters"]
    colours.write_text("[counters", encoding="utf-8")
    assert library.palette("ridge") == {}  # it is played all the same
    colours.unlink()
    assert library.palette("ridge") == {}


@pytest.mark.parametrize("key", ["x" * 5000, "ä" * 150, "../ridge", "a\0b", "", ".", "\udc80"])
def test_a_map_whose_name_no_disk_takes_is_one_sentence(library: Library, key: str) -> None:
    for ask in (lambda: library.bind("ridge", key, {}), lambda: library.map_path(key)):
        with pytest.raises(BadFile, match=r"[Tt]here is no map"):
            ask()


# ---- what is kept of what ships --------------------------------------------------------------------------------------
def on(folder: Path, shelf: Shelf) -> Library:
    """Another catalogue over the same folder."""
    return Library((toybox.RIDGE,), toybox.places(folder), shelf=shelf)


def test_the_same_scenario_is_bound_once_and_anew_when_a_file_it_is_made_of_has_changed(data: Path) -> None:
    shelf = Shelf()
    library = on(data, shelf)
    first = library.load_scenario("ridge", "meeting").bound
    assert library.load_scenario("ridge", "contact").bound.rules is first.rules
    assert on(data, shelf).load_scenario("ridge", "meeting").bound.rules is first.rules
    assert on(data, Shelf()).load_scenario("ridge", "meeting").bound.rules is not first.rules
    for path in (
        library.resources("ridge") / "tables.toml",
        library.places.resources / "maps" / "ridge.json",
    ):
        before = library.load_scenario("ridge", "meeting").bound
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        after = library.load_scenario("ridge", "meeting").bound
        assert after.rules is not before.rules
        assert (after.map_digest, after.tables_digest) == (before.map_digest, before.tables_digest)
    shelf.clear()
    assert library.load_scenario("ridge", "meeting").bound.rules is not after.rules


def test_other_options_and_own_tables_are_bound_by_themselves(data: Path, tmp_path: Path) -> None:
    library = on(data, Shelf())
    plain = library.load_scenario("ridge", "meeting").bound
    other = library.load_scenario("ridge", "meeting", {"turns": 9}).bound
    assert other.rules is not plain.rules
    assert other.options != plain.options
    own = {"format": "hexbench-own-tables", "version": 1, "game": "ridge", "title": "Mine"}
    canon.write(tmp_path / "own.json", {**own, "tables": {"hill": plain.rules.tables.hill + 1}})
    mine = library.with_own(read_own(tmp_path / "own.json"))
    assert mine.load_scenario("ridge", "meeting").bound.own is not None
    assert library.load_scenario("ridge", "meeting").bound is plain


def test_a_library_goes_to_another_process_whatever_was_loaded_before() -> None:
    catalogue = bootstrap.catalogue()
    loaded = catalogue.load_scenario("tigers", "24_december")
    there: Library = pickle.loads(pickle.dumps(catalogue.at_home(catalogue.places.data)))
    assert there.load_scenario("tigers", "24_december").bound is not loaded.bound
    assert there.games.keys() == catalogue.games.keys()
