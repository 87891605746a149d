"""Saves of every version are opened, shown as they were left, played on, and survive a rule that was mended since."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexbench.games.iron_tide.charts import ResultsTable
from hexbench.games.tide_of_iron import resolve
from hexbench.session.checking import check_file, replay_file
from hexbench.session.library import Library, Shelf
from hexbench.session.opening import open_file
from hexbench.session.session import Session
from hexbench.store.strict import BadFile
from tests.saves.make import HERE, LIST, player_home

KEPT: dict[str, dict[str, Any]] = json.loads((HERE / LIST).read_text(encoding="utf-8"))
IRON, TIDE = "0.1/iron_tide-ten_turn.hexgame", "0.1/tide_of_iron-stoumont.hexgame"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return player_home(tmp_path_factory.mktemp("home"), Shelf())


@pytest.fixture
def opened(library: Library, tmp_path: Path) -> Iterator[Callable[[Path], tuple[Session, str]]]:
    """Opens a file; what the player is told comes with the game. All are closed at the end."""
    sessions: list[Session] = []

    def opening(path: Path) -> tuple[Session, str]:
        session, notices = open_file(library, path)
        sessions.append(session)
        return session, " ".join(map(str, notices))

    yield opening
    for session in sessions:
        session.close()


def copy(name: str, folder: Path) -> Path:
    path = folder / Path(name).name
    shutil.copyfile(HERE / name, path)
    return path


def test_every_kept_file_is_listed_and_every_game_has_some(library: Library) -> None:
    there = {path.relative_to(HERE).as_posix() for path in HERE.glob("*/*.hexgame")}
    assert there == set(KEPT)
    assert {one["game"] for one in KEPT.values()} >= {"iron_tide", "tide_of_iron", "tigers", "blitzkrieg"}
    assert all((HERE / name).read_bytes().startswith(b"SQLite format 3") for name in KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_game_stands_where_it_was_left_and_is_played_on(
    name: str, library: Library, tmp_path: Path, opened: Callable[[Path], tuple[Session, str]]
) -> None:
    kept, path = KEPT[name], copy(name, tmp_path)
    assert check_file(library, path).endswith(f"{kept['actions']} actions")
    session, told = opened(path)
    if kept["rules_version"] == session.game.rules_version:
        assert "agree" in replay_file(library, path)
    else:  # rules were mended since: what no longer happens is kept and not repeated
        with pytest.raises(BadFile, match="The rules have changed since this was played"):
            replay_file(library, path)
    assert told == ""
    assert (session.node, session.turn) == (kept["node"], kept["turn"])
    assert session.rules.digest(session.state) == kept["digest"]
    assert {str(node): note.text for node, note in session.notes.items()} == kept["notes"]
    over = session.decider is None
    for _ in range(12):
        if session.decider is None:
            break
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    node, digest = session.node, session.rules.digest(session.state)
    assert over or node > kept["node"]
    session.close()
    again, told = opened(path)
    assert (again.node, again.rules.digest(again.state), told) == (node, digest, "")
    if kept["rules_version"] == session.game.rules_version:
        again.set_study(True, again.rules.sides)
        again.go(0)
        again.go(kept["node"])
        assert again.rules.digest(again.state) == kept["digest"]


def _crt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The results table reads three pips lower than it used to."""
    first = ResultsTable.result
    monkeypatch.setattr(
        ResultsTable, "result", lambda self, column, dice: first(self, column, max(2, dice - 3))
    )


def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fire has four successes more than it used to."""
    first = resolve.throw
    monkeypatch.setattr(resolve, "throw", lambda *args: first(*args) + 4 * (args[3] == "TI-ATK-09"))


@pytest.mark.parametrize(("name", "mend"), [(IRON, _crt), (TIDE, _dice)])
def test_a_rule_changed_since_leaves_all_in_the_file_and_stops_at_the_last_good_position(
    name: str,
    mend: Callable[[pytest.MonkeyPatch], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    opened: Callable[[Path], tuple[Session, str]],
) -> None:
    kept, path = KEPT[name], copy(name, tmp_path)
    last = _without_its_last_positions(path)
    with monkeypatch.context() as patch:
        mend(patch)
        session, told = opened(path)
        at = session.node
        assert last <= at < kept["node"]
        assert told == (
            f"The rules have changed since this game was saved: action {at + 1} no longer has the same result. The game is now "
            "at the position before it; everything after that is kept in the file."
        )
        assert len(session.history.nodes) - 1 == kept["actions"]
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
        assert session.node == kept["actions"] + 1, "what is played now is a branch"
        session.close()
        with sqlite3.connect(path) as db:
            assert db.execute("SELECT count(*) FROM records").fetchone()[0] == kept["actions"] + 1
        db.close()
    session, told = opened(path)
    session.set_study(True, session.rules.sides)
    session.go(kept["node"])
    assert session.rules.digest(session.state) == kept["digest"], "with the old rule all of it is there again"


def _without_its_last_positions(path: Path) -> int:
    """As if the program had been killed: only every other position is in the file. Returns the node of the last left."""
    db = sqlite3.connect(path)
    nodes = [node for (node,) in db.execute("SELECT node FROM snapshots ORDER BY node")]
    left = max(node for node in nodes if node < 100 and node < nodes[-1])
    db.execute("DELETE FROM snapshots WHERE node > ?", (left,))
    db.commit()
    db.close()
    return int(left)
