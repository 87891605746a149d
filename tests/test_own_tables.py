"""A player's own tables, from the file to the saved game: what they replace, what is said of bad ones, what a save keeps."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins as builtins

from hexbench import bootstrap, cli
from hexbench.engine.display import Table
from hexbench.session import wire
from hexbench.session.checking import check_file, replay_file
from hexbench.session.editor.starting import from_position
from hexbench.session.library import Library
from hexbench.session.opening import open_file, open_new
from hexbench.store.strict import BadFile
from hexbench.store.tables import read_own

DOCS = Path(__file__).parents[1] / "docs"
SHIPPED: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "resources/games/iron_tide/tables.toml").read_text(encoding="utf-8")
)
HEAD = {"format": "hexbench-own-tables", "version": 1, "game": "iron_tide", "title": "My card"}
DEMOLITION = {
    "engineer": {"destroyed": [1, 2, 3, 4], "no_effect": [5, 6]},
    "other": {"destroyed": [1, 2], "no_effect": [3, 4, 5, 6]},
}


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path / "home"))
    return bootstrap.catalogue()


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(name: str = "card.json", **content: Any) -> Path:
        path = tmp_path / name
        path.write_text(json.dumps({**HEAD, **content}), encoding="utf-8")
        return path

    return written


def without_source(name: str, **changes: Any) -> dict[str, Any]:
    """A shipped table as a player would write it down."""
    return {
        **{k: v for k, v in SHIPPED[name].items() if k not in ("source", "provenance")},
        **changes,
    }


# ---- what they replace ------------------------------------------------------------------------------------------------
def test_a_table_is_replaced_and_marked_as_the_players(library: Library, write: Any) -> None:
    own = read_own(write(tables={"demolition": DEMOLITION}))
    mine = library.with_own(own).load_scenario("iron_tide", "ten_turn").rules.tables
    theirs = library.load_scenario("iron_tide", "ten_turn").rules.tables
    assert [mine.demolition.result(n, engineer=True) for n in (3, 4, 5)] == [
        "destroyed",
        "destroyed",
        "no_effect",
    ]
    assert theirs.demolition.result(4, engineer=True) == "no_effect"
    assert (mine.demolition.source, mine.demolition.provenance) == ("own", "My card.")
    assert theirs.demolition.source == "reconstruction"
    assert mine.crt == theirs.crt


def test_every_reconstructed_table_can_be_replaced(library: Library, write: Any) -> None:
    names = [name for name, table in SHIPPED.items() if isinstance(table, dict)]
    assert {"crt", "tec", "demolition", "fuel_shortage", "commando_disruption", "chits", "turn_record"} <= {
        *names
    }
    path = write(tables={name: without_source(name) for name in names})
    assert check_file(library, path).startswith("own tables for Iron Tide, My card: ")
    loaded = library.with_own(read_own(path)).load_scenario("iron_tide", "campaign")
    assert {getattr(loaded.rules.tables, name).source for name in names} == {"own"}


def test_the_panels_say_whose_table_it_is(library: Library, write: Any) -> None:
    tec = without_source("tec", provenance="The map sheet.")
    own = read_own(write(tables={"tec": tec}))
    rules = library.with_own(own).load_scenario("iron_tide", "ten_turn")
    seat = rules.rules.seat(rules.begin().state, None)
    found = {p.key: (p.source, p.provenance) for p in seat.panels() if isinstance(p, Table)}
    assert found["terrain"] == ("own", "The map sheet.")
    assert found["crt"][0] == "reconstruction"


def test_a_results_table_may_have_as_many_columns_as_the_card(library: Library, write: Any) -> None:
    crt = without_source("crt")
    crt["odds"] = {row: odds[2:10] for row, odds in crt["odds"].items()}
    crt["results"] = {total: cells[2:10] for total, cells in crt["results"].items()}
    own = read_own(write(tables={"crt": crt}))
    table = library.with_own(own).load_scenario("iron_tide", "ten_turn").rules.tables.crt
    assert table.column("clear", 40) == (7, True)
    assert table.result(0, 2).name == "D1-(1)"


def test_units_are_changed_added_and_left_out(library: Library, write: Any) -> None:
    new = {
        "side": "german", "name": "999 Pz", "nationality": "german", "type": "armor", "size": "battalion",
        "mobility": "M", "movement": 9, "factor": 2, "arrives": "18AM", "entry": "east",
    }  # fmt: skip
    units = {"G-2Pz-PG2": {"movement": 10}, "G-999": new, "G-506": False}
    own = read_own(write(scenario={"units": units}))
    mine = library.with_own(own).load_scenario("iron_tide", "campaign").scenario
    theirs = library.load_scenario("iron_tide", "campaign").scenario
    assert mine.units["G-2Pz-PG2"].movement == 10
    assert mine.units["G-2Pz-PG2"].letter == theirs.units["G-2Pz-PG2"].letter
    assert mine.units["G-999"].factor == 2
    assert "G-506" not in mine.units
    assert len(mine.units) == len(theirs.units)
    whole = read_own(write(scenario={"units": {"G-999": new}}, whole=["units"]))
    assert list(library.with_own(whole).load_scenario("iron_tide", "campaign").scenario.units) == ["G-999"]


def test_tables_of_another_game_are_refused_where_one_is_named(library: Library, write: Any) -> None:
    path = write(tables={"demolition": DEMOLITION})
    with pytest.raises(
        BadFile, match="these are tables for Iron Tide, but the game to be played is Tigers in the Ardennes"
    ):
        library.with_own(read_own(path), "tigers")
    assert library.with_own(read_own(path), "iron_tide").own is not None
    assert cli.main(["play-out", "tigers/24_december", "--tables", str(path)]) == 1


def test_numbers_that_no_table_can_mean_are_refused(library: Library, write: Any) -> None:
    path = write(game="trumpets", tables={"supply_reach": 10**9})
    with pytest.raises(BadFile, match=r"tables\.supply_reach: a number in tables may be at most 10000"):
        check_file(library, path)


def test_hexes_that_cost_nothing_and_streams_without_a_price_are_told(library: Library, write: Any) -> None:
    terrain = builtins(library.load_scenario("tide_of_iron", "noville").rules.tables.terrain)
    terrain["stream_shallow"]["vehicle"] = 0
    with pytest.raises(BadFile, match=r"terrain\.stream_shallow\.vehicle: a hex costs at least 1 MP"):
        check_file(library, write(game="tide_of_iron", tables={"terrain": terrain}))
    with pytest.raises(BadFile, match="the cost of a stream for wheeled units is missing"):
        check_file(library, write(game="trumpets", tables={"stream": {"foot": 1, "tracked": 2}}))


def test_allies_of_the_start_without_a_hex_and_divisors_of_nothing_are_told(
    library: Library, write: Any
) -> None:
    tables = library.load_scenario("blitzkrieg", "campaign").rules.tables
    units = builtins(tables.units)
    units["Gds_UK:32_Gds"]["turn"] = 1
    with pytest.raises(
        BadFile, match="an Allied unit that starts on the map must be in a hex, and 'leuven' is not one"
    ):
        check_file(library, write(game="blitzkrieg", tables={"units": units}))
    divisor = {**builtins(tables.divisor), "artillery": 0}
    with pytest.raises(BadFile, match=r"divisor\.artillery: this must be 1 or more"):
        check_file(library, write(game="blitzkrieg", tables={"divisor": divisor}))


def test_another_game_is_left_alone(library: Library, write: Any) -> None:
    own = read_own(write(tables={"demolition": DEMOLITION}))
    assert library.with_own(own).own_of("ridge") is None
    assert library.own is None


def test_the_example_of_the_page_is_good(library: Library, tmp_path: Path) -> None:
    text = re.findall(
        r"^```toml\n(.*?)^```$", (DOCS / "own-tables.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )[0]
    path = tmp_path / "card.toml"
    path.write_text(text, encoding="utf-8")
    assert check_file(library, path) == (
        "own tables for Iron Tide, The printed combat card: demolition, commando_disruption, the scenarios' units"
    )
    loaded = library.with_own(read_own(path)).load_scenario("iron_tide", "campaign")
    assert loaded.scenario.units["G-506"].arrives == "17PM"
    assert loaded.rules.tables.demolition.provenance == "Combat card, second printing."


# ---- what is wrong ----------------------------------------------------------------------------------------------------
ROWS = SHIPPED["crt"]["results"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({}, "this file replaces nothing"),
        ({"tables": {"crtt": {}}}, r'tables\.crtt: this game has no such table\. Did you mean "crt"\?'),
        ({"tables": {"version": 2}}, r"tables\.version: this game has no such table"),
        ({"tables": {"demolition": {}}}, r"tables\.demolition\.engineer: this key is missing"),
        ({"tables": {"demolition": 7}}, r"tables\.demolition: this value must be a set of keys and values"),
        (
            {"tables": {"demolition": {**DEMOLITION, "engineer": {"destroyed": [1], "no_effect": [2, 3]}}}},
            r"demolition\.engineer: each roll of 1 to 6 must give exactly one result",
        ),
        (
            {"tables": {"demolition": {**DEMOLITION, "other": {"boom": [1, 2, 3], "no_effect": [4, 5, 6]}}}},
            "demolition.other: the results must be destroyed, no_effect",
        ),
        ({"tables": {"crt": without_source("crt", odds={"clear": ["1-1"]})}}, "defence_rank must name each odds row"),
        (
            {"tables": {"crt": without_source("crt", results={**ROWS, "7": ROWS["7"][:4]})}},
            "the row for roll 7 must have 13 results, but has 4",
        ),
        (
            {"tables": {"crt": without_source("crt", results={**ROWS, "7": ["X1", *ROWS["7"][1:]]})}},
            r"tables\.crt\.results\[?",
        ),
        (
            {"tables": {"tec": without_source("tec", hex={"clear": SHIPPED["tec"]["hex"]["clear"]})}},
            r"there is no terrain",
        ),
        (
            {"tables": {"fuel_shortage": without_source("fuel_shortage", rolls=SHIPPED["fuel_shortage"]["rolls"][1:])}},
            "fuel_shortage: the rolls 0 to 6 must each have one row",
        ),
        ({"tables": {"chits": without_source("chits", red=[[6, 12, 7, 8, 5, 6, 3]])}}, "there must be more red chits"),
        (
            {"tables": {"turn_record": {"turns": SHIPPED["turn_record"]["turns"][:10]}}},
            "turn_record: the turns must be the 36",
        ),
        (
            {"tables": {"depots": without_source("depots", groups=[
                {**group, "places": [{**place, "hex": "9999"} for place in group["places"]]}
                for group in SHIPPED["depots"]["groups"]
            ])}},
            "depots: 9999 .* is not a hex of this map",
        ),
        ({"scenario": {"unit": {}}}, r'scenario\.unit: scenarios have no such key\. Did you mean "units"\?'),
        ({"scenario": {"units": []}}, r"scenario\.units: this must be a set of ids"),
        ({"scenario": {"units": {"G-5066": False}}}, r'there is no unit of this name to leave out\. Did you mean "G-506"'),
        ({"scenario": {"units": {"G-506": {"movement": "fast"}}}}, r'units\["G-506"\]\.movement: this value must be a whole'),
        ({"scenario": {"units": {"G-506": {"type": "tank"}}}}, r'units\["G-506"\]\.type: "tank" is not one of the values'),
        ({"scenario": {"units": {"G-506": {"arrives": "32AM"}}}}, r'arrives: "32AM" is not one of the values'),
        ({"scenario": {"units": {"G-506": {"cup": "red"}}}}, r"only regiments have strength chits \(2\.33a\)"),
        ({"scenario": {"units": {"G-2Pz-PG2": {"cup": "green"}}}}, r'cup: "green" is not one of the values allowed here'),
        ({"scenario": {"units": {"G-2Pz-PG2": {"cup": ""}}}}, "a regiment must draw its chit from the red or the blue cup"),
        ({"scenario": {"units": {"G-2Pz-PG2": {"letter": ""}}}}, "a regiment must have the letter A, B or C"),
        ({"scenario": {"units": {"G-2Pz-PG2": {"letter": "D"}}}}, 'letter: "D" is not one of the values'),
        ({"scenario": {"units": {"A-2-9": {"hex": "9999"}}}}, "9999 is not a hex of this map"),
        ({"scenario": {"units": {"A-5-2": {"entry": "Z"}}}}, r"must have one of the entry roads A, B"),
        (
            {"scenario": {"units": {u: {"hex": "3041"} for u in ("A-2-9", "A-99-393", "A-99-394", "A-106-422")}}},
            r"4 units of one side start in 3041, which holds only 3",
        ),
        ({"scenario": {"units": {u: {"hex": "3041"} for u in ("A-2-9", "G-12VG-89")}}}, "units of both sides start in 3041"),
        ({"scenario": {"last_turn": "32PM"}}, "last_turn: there is no game turn 32PM"),
        ({"scenario": {"bridges_destroyed": ["3041/3042"]}}, "bridges_destroyed: there is no printed bridge at 3041/3042"),
        ({"scenario": {"entrenchments": {"9999": "allied"}}}, "entrenchments: 9999 is not a hex of this map"),
        ({"scenario": {"units": {"3041": {"side": "german"}}}}, r'units\["3041"\]\.name: this key is missing'),
        ({"whole": ["units"], "tables": {"demolition": DEMOLITION}}, r"there is no scenario\.units in this file"),
        ({"game": "chess", "tables": {"demolition": DEMOLITION}}, 'there is no game "chess" in this Hexbench'),
        ({"version": 2, "tables": {"demolition": DEMOLITION}}, "written by a newer version"),
        ({"colour": "red", "tables": {"demolition": DEMOLITION}}, "colour: there is no such key"),
    ],
    ids=str,
)  # fmt: skip
def test_a_bad_file_is_told_in_one_clear_sentence(
    library: Library, write: Any, content: dict[str, Any], sentence: str
) -> None:
    path = write(**content)
    with pytest.raises(BadFile, match=sentence) as caught:
        check_file(library, path)
    assert str(path) in str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_several_faults_are_told_together(library: Library, write: Any) -> None:
    bad = {"destroyed": [1], "no_effect": [2]}
    path = write(tables={"demolition": {"engineer": bad, "other": bad}})
    with pytest.raises(BadFile, match=r"demolition\.engineer: .*demolition\.other: "):
        check_file(library, path)


def test_the_shipped_tables_are_judged_by_check_too(library: Library, tmp_path: Path) -> None:
    shipped = library.resources("iron_tide") / "tables.toml"
    assert check_file(library, shipped) == "the tables of Iron Tide"
    copied = tmp_path / "tables.toml"
    text = shipped.read_text(encoding="utf-8")
    text = 'game = "iron_tide"\n' + text if "\ngame = " not in text else text
    copied.write_text(text.replace("most = 3", "most = 2"), encoding="utf-8")
    with pytest.raises(BadFile, match="no multiplier may be greater"):
        check_file(library, copied)


def test_scenarios_are_judged_by_check_too(library: Library, tmp_path: Path) -> None:
    folder = library.places.scenarios / "iron_tide"
    for path in sorted(folder.glob("*.json")):
        check_file(library, path)
    raw = json.loads((folder / "campaign.json").read_text(encoding="utf-8"))
    book = json.loads((folder / "order_of_battle.json").read_text(encoding="utf-8"))
    book["units"] = (
        book["units"] if isinstance(book["units"], dict) else {u.pop("id"): u for u in book["units"]}
    )
    book["units"]["A-2-9"]["hex"] = "9999"
    (tmp_path / "campaign.json").write_text(json.dumps(raw), encoding="utf-8")
    (tmp_path / "order_of_battle.json").write_text(json.dumps(book), encoding="utf-8")
    with pytest.raises(BadFile, match=r'units\["A-2-9"\]\.hex: 9999 is not a hex of this map'):
        check_file(library, tmp_path / "campaign.json")


def test_a_position_says_that_it_holds_no_tables(library: Library, write: Any, tmp_path: Path) -> None:
    path = write(game="trumpets", tables={"stack_front": 3})
    session = open_new(
        library.with_own(read_own(path)), "trumpets", "losheim", where=tmp_path / "own.hexgame"
    )
    told = from_position(library, session).get("provenance")
    session.close()
    assert '"My card", which a position does not include' in told
    plain = open_new(library, "trumpets", "losheim", where=tmp_path / "plain.hexgame")
    assert "a position does not include" not in from_position(library, plain).get("provenance")
    plain.close()


# ---- what a save keeps ------------------------------------------------------------------------------------------------
def test_a_save_keeps_the_tables_it_was_played_with(library: Library, write: Any, tmp_path: Path) -> None:
    path = write(tables={"demolition": DEMOLITION}, scenario={"units": {"G-506": False}})
    where = tmp_path / "war.hexgame"
    session = open_new(library.with_own(read_own(path)), "iron_tide", "ten_turn", seed=4, where=where)
    for _ in range(12):
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    digest, tables = session.rules.digest(session.state), session.header.tables_digest
    session.close()
    path.unlink()  # the file is gone: its content is in the save
    assert replay_file(library, where).startswith("12 actions")
    again, notices = open_file(library, where)
    assert again.rules.tables.demolition.source == "own"
    assert "G-506" not in again.state.units
    assert again.rules.digest(again.state) == digest
    assert (again.header.tables_digest, notices) == (tables, ())
    again.close()
    plain = open_new(library, "iron_tide", "ten_turn", seed=4)
    assert plain.header.tables_digest != tables
    assert plain.header.own is None
    plain.close()


# ---- every door -------------------------------------------------------------------------------------------------------
def test_the_engine_takes_them(library: Library, write: Any) -> None:
    engine = wire.Engine(library)

    def ask(**request: Any) -> dict[str, Any]:
        return engine.answer(json.dumps(request).encode())

    path = str(write(tables={"demolition": DEMOLITION}))
    assert ask(do="new", game="iron_tide", scenario="ten_turn", tables=path)["ok"]
    assert ask(do="describe", game="iron_tide")["tables"]["demolition"]["source"] == "own"
    units = {"x": {"at": "3041", "printed": {"side": "german", "type": "infantry", "size": "battalion",
                                             "mobility": "N", "movement": 4}}}  # fmt: skip
    position = {"turn": "20AM", "units": units}
    assert ask(do="load", game="iron_tide", base="ten_turn", position=position, tables=path)["ok"]
    assert ask(do="describe", game="iron_tide")["tables"]["demolition"]["source"] == "own"
    bad = ask(do="new", game="iron_tide", scenario="ten_turn", tables="missing.toml")
    assert (bad["ok"], bad["code"]) == (False, "data")
    assert "no such file" in bad["sentence"]
    assert ask(do="new", game="iron_tide", scenario="ten_turn")["ok"]
    assert ask(do="describe", game="iron_tide")["tables"]["demolition"]["source"] == "reconstruction"
    engine.close()


def test_the_command_line_takes_them(
    library: Library, write: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(write(tables={"demolition": DEMOLITION}))
    assert cli.main(["check", path]) == 0
    assert "own tables for Iron Tide, My card: demolition" in capsys.readouterr().out
    command = ["play-out", "iron_tide/ten_turn", "--opponents", "default", "--tables", path]
    assert cli.main(command) == 0
    opened: list[tuple[str, ...]] = []

    def desktop(words: tuple[str, ...]) -> int:
        opened.append(tuple(words))
        return 0

    monkeypatch.setattr(bootstrap, "desktop", desktop)
    assert cli.main(["play", "iron_tide/campaign", "--tables", path]) == 0
    assert opened == [("iron_tide/campaign", path)]
    capsys.readouterr()
    assert cli.main(["play", "iron_tide/campaign", "--tables", "nowhere.toml"]) == 1
    assert "there is no such file" in capsys.readouterr().err
    assert cli.main(["play", "old.hexgame", "--tables", path]) == 1
    assert "a saved game already contains its tables" in capsys.readouterr().err
