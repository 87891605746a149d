from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from hexbench.session.checking import check_file, replay_file
from hexbench.session.library import Library
from hexbench.store import canon
from hexbench.store.strict import BadFile
from tests.session import toybox
from tests.toys.ridge.movement import MoveUnits


@pytest.fixture
def save(library: Library) -> Path:
    session = toybox.open_ridge(library, turns=40)
    session.set_study(True, session.rules.sides)
    toybox.play(session, 90)
    session.go(20)
    toybox.play(session, 10)
    assert session.path is not None
    session.close()
    return session.path


def test_each_kind_of_file_is_told_by_what_it_says(library: Library, data: Path, save: Path) -> None:
    folder = data / "scenarios" / "ridge"
    part = {"format": "hexbench-part", "version": 1, "turn": 2}
    canon.write(folder / "oob.json", part)
    scenario = toybox.scenario("meeting")
    del scenario["scenario"]["turn"]
    canon.write(folder / "late.json", {**scenario, "name": "late", "include": ["oob.json"]})
    tables = data / "resources" / "games" / "ridge" / "tables.toml"
    headed = 'format = "hexbench-tables"\nversion = 1\n' + tables.read_text(encoding="utf-8")
    tables.write_text(headed, encoding="utf-8")
    found = {
        path.name: check_file(library, path)
        for path in (
            folder / "meeting.json",
            folder / "oob.json",
            data / "resources" / "maps" / "ridge.json",
            tables,
            tables.with_name("rules.md"),
            save,
        )
    }
    assert found.pop("rules.md").startswith("the rules of Ridge, ")
    assert found == {
        "meeting.json": "a scenario of Ridge, Meeting on the ridge",
        "oob.json": "a part of late",
        "ridge.json": "a map, The ridge, 49 hexes",
        "tables.toml": "the tables of Ridge",
        save.name: "a saved game of Ridge, Meeting on the ridge, 100 actions",
    }


def test_a_file_that_says_nothing(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BadFile, match=r"a\.json, format: there is no such key"):
        check_file(library, path)
    path.write_text('{"format": "hexbench-part", "version": 1}', encoding="utf-8")
    with pytest.raises(BadFile, match="no scenario in this folder includes this part"):
        check_file(library, path)


def test_tables_may_be_judged_by_their_game(
    library: Library, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = data / "resources" / "games" / "ridge" / "tables.toml"
    headed = 'format = "hexbench-tables"\nversion = 1\n' + tables.read_text(encoding="utf-8")
    tables.write_text(headed, encoding="utf-8")
    game = type(library.games["ridge"])
    monkeypatch.setattr(
        game, "check_tables", lambda self, found: ["The hill is worth too much."], raising=False
    )
    with pytest.raises(BadFile, match="The hill is worth too much"):
        check_file(library, tables)


def test_every_action_of_every_branch_is_replayed(library: Library, save: Path) -> None:
    before = save.read_bytes()
    assert replay_file(library, save) == "100 actions on 2 branches and 4 positions agree"
    assert save.read_bytes() == before


def test_a_save_in_use_can_be_looked_at(library: Library) -> None:
    session = toybox.open_ridge(library)
    toybox.play(session, 5)
    assert session.path is not None
    assert replay_file(library, session.path).startswith("5 actions")


def test_a_replay_names_the_action_that_went_elsewhere(
    library: Library, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = MoveUnits.do

    def slower(self: MoveUnits, play: object, step: object, action: object) -> None:
        first(self, play, step, action)  # type: ignore[arg-type]
        play.put(action.subject[0], mf=1)  # type: ignore[attr-defined]

    monkeypatch.setattr(MoveUnits, "do", slower)
    with pytest.raises(BadFile, match=r"action \d+ no longer has the same result"):
        replay_file(library, save)


def test_a_position_that_is_not_what_play_leads_to(library: Library, save: Path) -> None:
    db = sqlite3.connect(save)
    db.execute("UPDATE snapshots SET state = (SELECT state FROM snapshots WHERE node = 0) WHERE node = 64")
    db.commit()
    db.close()
    with pytest.raises(BadFile, match="the position kept after action 64 is not the one that play leads to"):
        replay_file(library, save)


def test_damaged_saves_are_told_of_under_their_own_name(library: Library, save: Path) -> None:
    save.write_bytes(save.read_bytes()[:9000])
    for look in (check_file, replay_file):
        with pytest.raises(BadFile) as caught:
            look(library, save)
        assert str(caught.value) == f"{save}: this saved game is damaged. It was left unchanged."
    with pytest.raises(BadFile, match="there is no such file"):
        replay_file(library, save.with_name("gone.hexgame"))
