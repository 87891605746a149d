"""Scenarios and maps passed on as one file: what goes along, what comes in, and what is never replaced in silence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.session import packing
from hexbench.session.editor.map_trace import Trace, read_trace, write_trace
from hexbench.session.editor.starting import open_scenario
from hexbench.session.library import Library
from hexbench.store import canon, packs, tables
from hexbench.store.strict import BadFile, read_raw
from tests.saves.make import player_home

GAMES = [game.key for game in bootstrap.GAMES]
WORDS = {"title": "Four days", "author": "M. Muster", "licence": "CC BY 4.0", "text": "Name the author."}


def own_tables(library: Library, game: str, folder: Path) -> Path:
    """A file that replaces the last table of a game: by the same one, as the player's own."""
    raw = read_raw(library.resources(game) / "tables.toml")
    name = [key for key, table in raw.items() if isinstance(table, dict)][-1]
    table = {key: value for key, value in raw[name].items() if key not in ("source", "provenance")}
    path = folder / "tables" / f"{game}_card.json"
    content = {"format": "hexbench-own-tables", "version": 1, "game": game, "title": "My card"}
    canon.write(path, {**content, "tables": {name: table}})
    return path


def copied(library: Library, game: str, name: str) -> Path:
    """A shipped scenario as a player's own copy, on a copy of its map, with all that it needs under names of his own."""
    shipped = library.scenario_path(game, name)
    raw = dict(read_raw(shipped))
    folder = library.places.data / "scenarios" / game
    for part in raw.get("include", ()):
        canon.write(folder / part, read_raw(shipped.with_name(part)))
    if raw.get("base"):
        raw["base"] = copied(library, game, raw["base"]).stem
    map_ = raw.get("map")
    if isinstance(map_, str) and map_:
        raw["map"] = f"my_{map_}"
        sheet = library.places.maps / f"{raw['map']}.json"
        if not sheet.is_file():  # the scenarios of a game share it
            named = {"key": raw["map"], "credits": ["Drawn after the printed map."]}
            canon.write(sheet, {**read_raw(library.map_path(map_)), **named})
    raw["name"] = f"my_{name}"
    path = folder / f"{raw['name']}.json"
    canon.write(path, raw)
    return path


@pytest.fixture
def mine(tmp_path: Path) -> Library:
    return player_home(tmp_path / "mine")


@pytest.fixture
def yours(tmp_path: Path) -> Library:
    return player_home(tmp_path / "yours")


@pytest.fixture
def pack(mine: Library, tmp_path: Path) -> Path:
    """The Losheim gap as somebody's own, on his own map."""
    out = tmp_path / "losheim.hexpack"
    packing.pass_on(mine, packing.gather(mine, [copied(mine, "trumpets", "losheim")]), out, **WORDS)
    return out


def states(found: packing.Look) -> dict[str, str]:
    return {row.path: row.state for row in found.rows}


def changed(path: Path, **keys: Any) -> None:
    """The same document with other values."""
    canon.write(path, {**read_raw(path), **keys})


# ---- there and back --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_goes_there_with_its_map_and_tables_and_plays_as_it_did(
    game: str, mine: Library, yours: Library, tmp_path: Path
) -> None:
    names = [info.name for info in mine.scenarios(game)]
    chosen = [copied(mine, game, name) for name in names]
    card = own_tables(mine, game, tmp_path)
    gathered = packing.gather(mine, [*chosen, card])
    assert gathered.credits == ["Drawn after the printed map."]
    out = tmp_path / "all.hexpack"
    packing.pass_on(mine, gathered, out, **WORDS)
    packing.pass_on(mine, packing.gather(mine, [card, *reversed(chosen)]), tmp_path / "b", **WORDS)
    assert (tmp_path / "b").read_bytes() == out.read_bytes()

    found = packing.look(yours, out)
    assert {row.state for row in found.rows} == {"new"}, packing.contents(found)
    assert found.notes == ()
    assert found.pack.manifest.games[game].title == mine.game(game).title
    assert "Name the author." in found.pack.licence_text
    assert not (tmp_path / "yours").exists()  # nothing is kept by looking
    written = packing.take_in(found)
    assert len(written) == len(found.rows)
    again = player_home(tmp_path / "yours")
    for name in names:
        here, there = mine.load_scenario(game, name), again.load_scenario(game, f"my_{name}")
        assert there.begin(7).state == here.begin(7).state
        assert there.bound.sheet is not None or here.bound.sheet is not None or here.info.is_position
    mine_there = tables.read_own(again.places.data / "tables" / card.name)
    again.with_own(mine_there).load_scenario(game, f"my_{names[0]}")
    second = packing.look(again, out)
    assert set(states(second).values()) == {"same"}
    assert not second.takes


def test_what_ships_is_not_passed_on(mine: Library) -> None:
    for path in (mine.scenario_path("tigers", "campaign"), mine.map_path("tigers")):
        with pytest.raises(BadFile, match="everyone has it"):
            packing.gather(mine, [path])


def test_only_sound_things_are_passed_on(mine: Library) -> None:
    path = copied(mine, "trumpets", "losheim")
    raw = read_raw(path)
    raw["scenario"]["mission"]["units"] = {"X": {"side": "nobody"}}
    canon.write(path, raw)
    with pytest.raises(BadFile, match="units"):
        packing.gather(mine, [path])


def test_a_name_that_is_not_possible_everywhere_is_told_before_anything_is_written(mine: Library) -> None:
    path = copied(mine, "trumpets", "losheim")
    changed(path, name="con")
    with pytest.raises(BadFile, match="Windows reserves this name"):
        packing.gather(mine, [path])


def test_a_scenario_that_needs_own_tables_goes_with_them(
    mine: Library, yours: Library, tmp_path: Path
) -> None:
    """A unit type that the game's own table has not."""
    path = copied(mine, "trumpets", "losheim")
    raw = read_raw(path)
    uid, unit = next(iter(raw["scenario"]["mission"]["units"].items()))
    shipped = read_raw(mine.resources("trumpets") / "tables.toml")
    templates = {**shipped["templates"], "cyclists": shipped["templates"][unit["type"]]}
    raw["scenario"]["mission"]["units"][uid] = {**unit, "type": "cyclists"}
    canon.write(path, raw)
    with pytest.raises(BadFile):
        packing.gather(mine, [path])
    card = tmp_path / "cyclists.json"
    canon.write(
        card,
        {"format": "hexbench-own-tables", "version": 1, "game": "trumpets", "title": "Cyclists", "tables": {"templates": templates}},
    )  # fmt: skip
    out = tmp_path / "x.hexpack"
    packing.pass_on(mine, packing.gather(mine, [path, card]), out, **WORDS)
    found = packing.look(yours, out)
    assert [row.plays_with for row in found.rows if row.kind == "scenario"] == ["Cyclists"]


# ---- what is there already -------------------------------------------------------------------------------------------
def test_what_would_be_replaced_is_told_and_taken_in_under_another_name(yours: Library, pack: Path) -> None:
    packing.take_in(packing.look(yours, pack))
    home = yours.places.data
    sheet, scenario = home / "maps" / "my_trumpets.json", home / "scenarios" / "trumpets" / "my_losheim.json"
    changed(sheet, title="Mine now")
    before = sheet.read_bytes()
    found = packing.look(yours, pack)
    assert states(found) == {
        "maps/my_trumpets.json": "differs",
        "scenarios/trumpets/my_losheim.json": "differs",  # for the map it lies on is not the one it names here
    }
    packing.take_in(found)
    assert sheet.read_bytes() == before
    other = read_raw(scenario.with_name("my_losheim_2.json"))
    assert (other["name"], other["map"]) == ("my_losheim_2", "my_trumpets_2")
    assert other["title"].endswith(" (2)")
    assert yours.load_scenario("trumpets", "my_losheim_2").bound.map == "my_trumpets_2"
    again = packing.look(yours, pack)  # they are there by now
    assert set(states(again).values()) == {"same"}
    assert packing.take_in(again) == ()


def test_it_is_replaced_when_that_is_what_was_chosen_and_stays_beside_it(yours: Library, pack: Path) -> None:
    packing.take_in(packing.look(yours, pack))
    sheet = yours.places.maps / "my_trumpets.json"
    whole = sheet.read_bytes()
    changed(sheet, title="Mine now")
    changed_bytes = sheet.read_bytes()
    found = packing.look(yours, pack)
    assert found.clashes
    assert packing.take_in(found, "replace") == (sheet,)
    assert sheet.read_bytes() == whole
    assert sheet.with_name("my_trumpets.json.before").read_bytes() == changed_bytes


def test_what_was_replaced_once_stays_when_it_is_replaced_again(yours: Library, pack: Path) -> None:
    packing.take_in(packing.look(yours, pack))
    sheet = yours.places.maps / "my_trumpets.json"
    mine = []
    for title in ("First", "Second"):
        changed(sheet, title=title)
        mine.append(sheet.read_bytes())
        packing.take_in(packing.look(yours, pack), "replace")
    beside = [sheet.with_name(f"my_trumpets.json.before{n}").read_bytes() for n in ("", 2)]
    assert beside == mine


def test_names_of_what_ships_are_never_taken(mine: Library, yours: Library, tmp_path: Path) -> None:
    path = copied(mine, "trumpets", "losheim")
    changed(path, name="losheim")
    path = path.replace(path.with_name("losheim.json"))
    out = tmp_path / "x.hexpack"
    packing.pass_on(mine, packing.gather(mine, [path]), out, **WORDS)
    found = packing.look(yours, out)
    row = next(row for row in found.rows if row.kind == "scenario")
    assert (row.state, row.other) == ("ships", "losheim_2")
    packing.take_in(found, "replace")
    with pytest.raises(BadFile, match="since the pack was checked"):
        packing.take_in(found)
    assert [one.stem for one in (yours.places.data / "scenarios" / "trumpets").iterdir()] == ["losheim_2"]


def test_a_name_that_differs_in_capitals_counts_as_the_same(yours: Library, pack: Path) -> None:
    there = yours.places.maps / "My_Trumpets.json"
    canon.write(there, {"format": "hexbench-map"})
    found = packing.look(yours, pack)
    assert states(found)["maps/my_trumpets.json"] == "differs"
    packing.take_in(found)
    assert read_raw(there) == {"format": "hexbench-map"}


def test_all_of_it_is_kept_or_nothing(yours: Library, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packing.take_in(packing.look(yours, pack))
    sheet = yours.places.maps / "my_trumpets.json"
    scenario = yours.places.data / "scenarios" / "trumpets" / "my_losheim.json"
    for path in (sheet, scenario):
        changed(path, title="Mine now")
    before = {path: path.read_bytes() for path in (sheet, scenario)}
    found = packing.look(yours, pack)
    write, calls = canon.write_bytes, iter((False, True))

    def failing(path: Path, data: bytes) -> None:
        if next(calls):
            raise OSError(28, "No space left on device", str(path))
        write(path, data)

    monkeypatch.setattr(canon, "write_bytes", failing)
    with pytest.raises(BadFile, match="No space left"):
        packing.take_in(found, "replace")
    assert {path: path.read_bytes() for path in before} == before
    assert not list(yours.places.data.rglob("*.before"))


# ---- what is refused -------------------------------------------------------------------------------------------------
def altered(pack: Path, **files: bytes | None) -> None:
    """The pack with other contents, its checksums right again: what somebody could make by hand."""
    found = packs.read_pack(pack)
    names = {path.rpartition("/")[2].partition(".")[0]: path for path in found.files}
    new = dict(found.files)
    for name, data in files.items():
        path = names.get(name, name.replace("__", "/"))
        if data is None:
            del new[path]
        else:
            new[path] = data
    packs.write_pack(pack, found.manifest, new)


def test_a_scenario_whose_map_is_not_in_it_is_refused_with_the_reason(yours: Library, pack: Path) -> None:
    altered(pack, my_trumpets=None)
    found = packing.look(yours, pack)
    assert states(found) == {"scenarios/trumpets/my_losheim.json": "refused"}
    assert str(found.rows[0].why) == 'map: there is no map "my_trumpets".'
    assert not found.takes
    assert packing.take_in(found) == ()


def test_a_map_that_is_none_takes_its_scenario_with_it(yours: Library, pack: Path) -> None:
    altered(pack, my_trumpets=b'{"format": "hexbench-map", "version": 1}')
    found = packing.look(yours, pack)
    assert set(states(found).values()) == {"refused"}


def test_a_game_that_is_not_here_is_told(mine: Library, tmp_path: Path, pack: Path) -> None:
    other = Library([game for game in bootstrap.GAMES if game.key != "trumpets"], mine.places)
    other = other.at_home(tmp_path / "other")
    found = packing.look(other, pack)
    assert {row.state for row in found.rows if row.kind == "scenario"} == {"refused"}
    assert str(found.notes[0]) == "It is for the game A Time for Trumpets, which is missing here."


def test_other_rules_are_told(yours: Library, pack: Path) -> None:
    found = packs.read_pack(pack)
    games = {"trumpets": packs.MadeFor(title="x", rules_version=99)}
    packs.write_pack(pack, packs.Manifest(made_with="2", title="x", games=games), found.files)
    assert "version 99 of the rules of A Time for Trumpets" in str(packing.look(yours, pack).notes[0])


def test_a_part_that_nobody_includes_is_refused(yours: Library, pack: Path) -> None:
    part = b'{"format": "hexbench-part", "version": 1, "units": {}}'
    altered(pack, **{"scenarios__trumpets__loose.json": part})
    found = packing.look(yours, pack)
    assert states(found)["scenarios/trumpets/loose.json"] == "refused"
    assert states(found)["scenarios/trumpets/my_losheim.json"] == "new"


def test_a_document_in_the_place_of_another_kind_is_refused(yours: Library, pack: Path) -> None:
    scenario = packs.read_pack(pack).files["scenarios/trumpets/my_losheim.json"]
    altered(pack, **{"maps__x.json": scenario})
    why = {row.path: str(row.why) for row in packing.look(yours, pack).rows}["maps/x.json"]
    assert '"hexbench-map" is needed here' in why


# ---- pictures --------------------------------------------------------------------------------------------------------
def traced(mine: Library, tmp_path: Path) -> Path:
    """A scenario whose map is traced from a picture."""
    picture = tmp_path / "scan.png"
    picture.write_bytes(b"\x89PNG not really")
    path = copied(mine, "trumpets", "losheim")
    write_trace(mine.places.data, "my_trumpets", Trace(image=str(picture), opacity=0.25))
    return path


def test_pictures_go_along_only_when_asked_and_are_looked_at_on_both_sides(
    mine: Library, yours: Library, tmp_path: Path
) -> None:
    path = traced(mine, tmp_path)
    assert not [name for name in packing.gather(mine, [path]).files if "picture" in name]
    seen: list[str] = []
    gathered = packing.gather(mine, [path], pictures=True, painter=lambda p: seen.append(p.name))
    out = tmp_path / "x.hexpack"
    packing.pass_on(mine, gathered, out, **WORDS)
    packing.take_in(packing.look(yours, out, lambda p: seen.append(p.name)))
    assert seen == ["scan.png", "my_trumpets.png"]
    trace = read_trace(yours.places.data, "my_trumpets")
    assert trace is not None
    assert trace.opacity == 0.25
    assert Path(trace.image) == yours.places.data / "pictures" / "my_trumpets.png"
    assert Path(trace.image).read_bytes() == b"\x89PNG not really"


def test_a_picture_that_is_none_is_refused_and_the_rest_is_not(
    mine: Library, yours: Library, tmp_path: Path
) -> None:
    out = tmp_path / "x.hexpack"
    packing.pass_on(mine, packing.gather(mine, [traced(mine, tmp_path)], pictures=True), out, **WORDS)

    def painter(path: Path) -> None:
        raise BadFile("this is no picture.", str(path))

    found = packing.look(yours, out, painter)
    assert states(found) == {
        "maps/my_trumpets.json": "new",
        "scenarios/trumpets/my_losheim.json": "new",
        "traces/my_trumpets.json": "refused",
        "pictures/my_trumpets.png": "refused",
    }


# ---- the editor's documents ------------------------------------------------------------------------------------------
def test_what_the_editor_saved_under_another_name_brings_its_parts(
    mine: Library, yours: Library, tmp_path: Path
) -> None:
    draft = open_scenario(mine, mine.scenario_path("iron_tide", "ten_turn"))
    draft.set_header("name", "mine")
    path = draft.save(mine.places.data / "scenarios" / "iron_tide" / "mine.json")
    out = tmp_path / "x.hexpack"
    packing.pass_on(mine, packing.gather(mine, [path]), out, **WORDS)
    found = packing.look(yours, out)
    assert {row.kind for row in found.rows} == {"scenario", "part"}
    packing.take_in(found)
    assert yours.load_scenario("iron_tide", "mine").begin(1).state.units


def test_nothing_that_lies_in_a_pack_is_run(yours: Library, pack: Path, tmp_path: Path) -> None:
    """There is no place in it for anything but documents, pictures and text."""
    for name in ("maps/x.py", "x.py", "scenarios/trumpets/x.so", "tables/x.exe", "pictures/x.svg"):
        assert packs.kind_of(name) is None
    assert json.loads(packs.read_pack(pack).files["maps/my_trumpets.json"])["key"] == "my_trumpets"
