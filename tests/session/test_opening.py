from __future__ import annotations

import os
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hexbench.engine.values import Action
from hexbench.session import opening
from hexbench.session.library import Library
from hexbench.session.opening import autosave_path, open_file, open_new
from hexbench.session.session import Session, Stopped
from hexbench.store import canon, saves
from hexbench.store.strict import BadFile
from tests.session import toybox
from tests.toys.ridge.game import RidgeGame, RidgeRules
from tests.toys.ridge.movement import Movement, MoveUnits


def digest(session: Session) -> str:
    return session.rules.digest(session.state)


@pytest.fixture
def save(library: Library) -> Path:
    """A closed save of 150 actions."""
    session = toybox.open_ridge(library, turns=60)
    session.set_study(True, session.rules.sides)
    toybox.play(session, 150)
    path = session.path
    assert path is not None
    session.close()
    return path


def test_a_game_is_gone_on_with_where_it_was_left(library: Library) -> None:
    session = toybox.open_ridge(library)
    session.set_study(True, session.rules.sides)
    toybox.play(session, 40)
    for _ in range(3):
        session.undo()
    session.name_branch(1, "first")
    path, here, state, log = session.path, session.node, digest(session), session.log(None)
    assert path is not None
    session.close()
    again, notices = open_file(library, path)
    assert notices == ()
    assert (again.node, digest(again), again.log(None)) == (here, state, log)
    assert (again.title, again.scenario, again.study) == ("Meeting on the ridge", "meeting", True)
    assert again.history.nodes[1].name == "first"
    for _ in range(3):
        again.redo()
    assert again.node == here + 3
    again.go(0)
    assert again.state.turn == 1


def test_redo_after_opening_leads_where_it_led(library: Library) -> None:
    session = toybox.open_ridge(library)
    session.do(toybox.move(session))
    session.undo()
    session.do(toybox.END)
    session.set_study(True, session.rules.sides)
    session.go(1)
    session.go(0)
    assert session.path is not None
    path = session.path
    session.close()
    again, _ = open_file(library, path)
    again.redo()
    assert again.node == 1


def test_answers_given_for_the_player_are_known_after_opening(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Movement, "auto", True, raising=False)
    session = toybox.open_ridge(library)
    before = 0
    while session.decider == "red" and session.prompt.step == "movement":
        before = session.node
        session.do(toybox.move(session))
    session.set_study(True, session.rules.sides)
    path = session.path
    assert path is not None
    session.close()
    again, _ = open_file(library, path)
    again.undo()
    assert again.node == before


def test_a_game_that_was_not_closed_is_all_there(library: Library, tmp_path: Path) -> None:
    session = toybox.open_ridge(library)
    toybox.play(session, 30)
    assert session.path is not None
    copy = tmp_path / "killed.hexgame"
    for suffix in ("", "-journal"):
        beside = session.path.with_name(session.path.name + suffix)
        if beside.exists():
            shutil.copyfile(beside, copy.with_name(copy.name + suffix))
    again, notices = open_file(library, copy)
    assert (again.node, digest(again), notices) == (30, digest(session), ())


def test_a_long_game_opens_from_its_last_kept_position(
    library: Library, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied = 0
    first = RidgeRules.apply

    def count(*args: Any, **more: Any) -> Any:
        nonlocal applied
        applied += 1
        return first(*args, **more)

    monkeypatch.setattr(RidgeRules, "apply", count)
    session, _ = open_file(library, save)
    assert applied == 0
    session.set_study(True, session.rules.sides)
    session.go(100)
    assert applied == 100 - 96


# ---- changed rules
def test_changed_rules_stop_at_the_last_position_that_holds(
    library: Library, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _forget_last_position(save)
    moved = [row.node for row in _rows(save) if row.node > 128 and row.record.action.verb == "move"]
    first = MoveUnits.do

    def slower(self: MoveUnits, play: Any, step: Any, action: Action) -> None:
        first(self, play, step, action)
        play.put(action.subject[0], mf=1)

    monkeypatch.setattr(MoveUnits, "do", slower)
    session, notices = open_file(library, save)
    assert session.node == moved[0] - 1
    assert str(notices[0]) == (
        f"The rules have changed since this game was saved: action {moved[0]} no longer has the same result. The game "
        "is now at the position before it; everything after that is kept in the file."
    )
    assert len(session.history.nodes) == 151
    before = session.node
    with pytest.raises(Stopped, match="cannot be shown"):
        session.redo()
    with pytest.raises(Stopped, match="cannot be shown"):
        session.go(150)
    assert session.node == before
    session.do(session.seat(session.decider).prompt.default or toybox.END)
    assert session.node == 151


def test_rules_that_trip_over_an_old_action_stop_there_too(
    library: Library, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _forget_last_position(save)

    def broken(self: MoveUnits, play: Any, step: Any, action: Action) -> None:
        raise KeyError("gone")

    monkeypatch.setattr(MoveUnits, "do", broken)
    session, notices = open_file(library, save)
    assert "no longer has the same result" in str(notices[0])
    assert 128 <= session.node < 150


def test_an_older_position_is_brought_up_to_date(
    library: Library, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def renamed(raw: dict[str, Any]) -> dict[str, Any]:
        return {**raw, "hill": "red"}

    game = library.games["ridge"]
    monkeypatch.setattr(type(game), "rules_version", 3)
    monkeypatch.setattr(type(game), "upgrades", {1: renamed})
    session, notices = open_file(library, save)
    assert session.state.hill == "red"
    assert notices == ()
    session.close()
    monkeypatch.undo()
    with pytest.raises(BadFile, match=r"played with newer rules of Ridge\. It was left unchanged"):
        open_file(library, save)


def test_a_changed_map_or_table_is_told(library: Library, save: Path, data: Path) -> None:
    tables = data / "resources" / "games" / "ridge" / "tables.toml"
    tables.write_text(tables.read_text(encoding="utf-8").replace("hill = 3", "hill = 4"), encoding="utf-8")
    sheet = data / "resources" / "maps" / "ridge.json"
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("The ridge", "A ridge"), encoding="utf-8")
    _, notices = open_file(toybox.library(data), save)
    assert [str(notice) for notice in notices] == [
        "The map has been changed since this game was begun.",
        "The tables have been changed since this game was begun.",
    ]


# ---- files that are not as they should be
def test_a_truncated_save_is_rescued_as_far_as_it_goes(library: Library, save: Path, tmp_path: Path) -> None:
    data = save.read_bytes()
    cut = tmp_path / "cut.hexgame"
    cut.write_bytes(data[: len(data) * 3 // 4])
    session, notices = open_file(library, cut)
    assert 0 < session.node < 150
    assert session.path == library.places.games / "cut-rescued.hexgame"
    assert str(notices[0]) == (
        f"{cut} is damaged. It was left unchanged; the first {session.node} actions of the game could be read and were "
        f"copied to {session.path}."
    )
    assert cut.read_bytes() == data[: len(data) * 3 // 4]
    whole, _ = open_file(library, save)
    whole.set_study(True, whole.rules.sides)
    whole.go(session.node)
    assert digest(session) == digest(whole)


def test_a_save_of_which_nothing_is_left(library: Library, save: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.hexgame"
    cut.write_bytes(save.read_bytes()[:3000])
    with pytest.raises(BadFile) as caught:
        open_file(library, cut)
    assert str(caught.value) == (
        f"{cut}: this saved game is damaged, and nothing in it can be read. It was left unchanged."
    )
    assert cut.stat().st_size == 3000


@pytest.mark.parametrize("where", [0.2, 0.4, 0.6, 0.8])
def test_a_save_with_a_hole_opens_as_far_as_it_goes(library: Library, save: Path, where: float) -> None:
    data = bytearray(save.read_bytes())
    start = int(len(data) * where)
    data[start : start + 512] = bytes(512)
    holed = save.with_name("holed.hexgame")
    holed.write_bytes(data)
    session, _ = open_file(library, holed)
    assert session.decider in ("red", "blue", None)
    assert len(session.history.nodes) <= 151


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "this file is empty: there is no game in it."),
        (b"hello", "this is not a Hexbench saved game. It was left unchanged."),
        (b"SQLite format 3\0" + b"x" * 500, "this saved game is damaged, and nothing in it can be read."),
    ],
)
def test_what_is_no_save(library: Library, tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "a.hexgame"
    path.write_bytes(content)
    with pytest.raises(BadFile, match=sentence.replace(".", r"\.")):
        open_file(library, path)
    assert path.read_bytes() == content


def test_what_is_not_there(library: Library, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="there is no such file"):
        open_file(library, tmp_path / "a.hexgame")
    with pytest.raises(BadFile, match="this is a folder"):
        open_file(library, tmp_path)


def test_a_database_of_somebody_else(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "music.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE songs (name TEXT)")
    db.commit()
    db.close()
    with pytest.raises(BadFile, match="a database, but not a Hexbench saved game"):
        open_file(library, path)


def test_a_save_of_a_newer_version_says_so(library: Library, save: Path) -> None:
    db = sqlite3.connect(save)
    db.execute("PRAGMA user_version = 9")
    db.close()
    before = save.read_bytes()
    with pytest.raises(BadFile) as caught:
        open_file(library, save)
    assert str(caught.value) == (
        f"{save}: this game was saved by a newer version of Hexbench (format 9; this version reads up to 1). It was left "
        "unchanged."
    )
    assert save.read_bytes() == before


def test_a_game_open_elsewhere_says_so(library: Library, save: Path) -> None:
    _held, _ = open_file(library, save)
    with pytest.raises(BadFile, match="open in another window"):
        open_file(library, save)


def test_a_game_we_do_not_have_says_so(library: Library, save: Path) -> None:
    empty = Library((), library.places)
    with pytest.raises(BadFile, match='a game of "ridge", which is not part of this Hexbench'):
        open_file(empty, save)


def test_a_read_only_save_is_gone_on_with_in_a_copy(
    library: Library, save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    closed = folder / "game.hexgame"
    shutil.copyfile(save, closed)
    closed.chmod(0o444)
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):  # root may write anywhere
        real = os.access
        monkeypatch.setattr(
            os, "access", lambda path, mode: Path(path) not in (folder, closed) and real(path, mode)
        )
    before = closed.read_bytes()
    session, notices = open_file(library, closed)
    assert session.path == library.places.games / "game.hexgame"
    assert str(notices[0]) == f"{closed} is read-only; the game continues in a copy, {session.path}."
    session.do(session.seat(session.decider).prompt.default or toybox.END)
    assert closed.read_bytes() == before
    folder.chmod(0o755)


# ---- beginning
def test_names_of_saves_never_collide(library: Library) -> None:
    now = datetime(2024, 12, 16, 5, 30, tzinfo=UTC)
    first = autosave_path(library, "ridge", "meeting", now)
    assert first.name == "ridge-meeting-2024-12-16-0530.hexgame"
    first.parent.mkdir(parents=True)
    first.touch()
    assert autosave_path(library, "ridge", "meeting", now).name == "ridge-meeting-2024-12-16-0530-2.hexgame"


def test_a_seed_nobody_gave_is_one_nobody_knows(library: Library) -> None:
    seeds = {open_new(library, "ridge", "meeting").state.dice.seed for _ in range(4)}
    assert len(seeds) == 4
    assert opening.new_seed() != opening.new_seed()


def test_options_go_before_the_scenarios_own(library: Library) -> None:
    session = open_new(library, "ridge", "meeting", {"turns": 2}, seed=1)
    assert session.rules.options.turns == 2
    with pytest.raises(BadFile) as caught:
        open_new(library, "ridge", "meeting", {"turn": 2})
    assert str(caught.value) == 'options.turn: there is no such key. Did you mean "turns"?'


def test_a_position_on_a_few_hexes_is_saved_with_its_map(library: Library, tmp_path: Path) -> None:
    whole = toybox.position(open_new(library, "ridge", "contact", seed=1).state)
    cells = dict.fromkeys(("0304", "0404", "0405", "0505", "0305"), "clear")
    loaded = library.load_position("ridge", whole, map_={"grid": "ridge", "cells": cells})
    session = opening.begin(loaded, None, where=tmp_path / "few.hexgame", catalogue=library)
    session.do(session.prompt.default or toybox.END)
    expected = digest(session)
    session.close()
    again, _ = open_file(library, tmp_path / "few.hexgame")
    assert digest(again) == expected
    assert len(again.rules.atlas.labels) == 5


def test_a_shipped_position_is_a_scenario_like_any_other(library: Library, data: Path) -> None:
    whole = toybox.position(open_new(library, "ridge", "contact", seed=1).state)
    frame = {
        "format": "hexbench-position",
        "version": 1,
        "game": "ridge",
        "name": "duel",
        "title": "A duel",
        "source": "rules",
        "base": "contact",
        "position": {
            **{k: v for k, v in whole.items() if k not in ("stack", "dice")},
            "phase": "blue.movement",
        },
    }
    canon.write(data / "scenarios" / "ridge" / "duel.json", frame)
    assert [info.name for info in library.scenarios("ridge") if info.is_position] == ["duel"]
    session = open_new(library, "ridge", "duel", seed=5)
    assert (session.decider, session.state.dice.seed) == ("blue", 5)


def _rows(path: Path) -> tuple[saves.Row, ...]:
    save = saves.SaveFile.open(path)
    rows = save.read().rows
    save.close()
    return rows


def _forget_last_position(path: Path) -> None:
    """As if the program had been killed: the position kept at closing is not there."""
    db = sqlite3.connect(path)
    db.execute("DELETE FROM snapshots WHERE node > 128")
    db.commit()
    db.close()


def test_the_toy_has_the_version_the_tests_count_on() -> None:
    assert RidgeGame.rules_version == 1


def test_two_games_begun_in_the_same_minute_are_kept_both(
    library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "ridge-meeting.hexgame"
    monkeypatch.setattr(opening, "autosave_path", lambda *_parts: place)
    first, second = toybox.open_ridge(library), toybox.open_ridge(library)
    first.do(toybox.move(first))
    second.do(toybox.move(second))
    second.do(toybox.END)
    assert first.path == place
    assert second.path == tmp_path / "ridge-meeting-2.hexgame"
    second.close()
    again, _ = open_file(library, tmp_path / "ridge-meeting-2.hexgame")
    assert again.node == 2
    named = open_new(library, "ridge", "meeting", where=place)
    with pytest.raises(BadFile, match="already a file with this name"):
        named.do(toybox.move(named))
