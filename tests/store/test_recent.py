from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from hexbench.store.recent import RecentGames


def note(recent: RecentGames, path: Path, turn: str = "1") -> None:
    path.touch()
    now = datetime(2024, 12, 16, 5, 30, tzinfo=UTC)
    recent.note(path, title="A game", game="ridge", scenario="meeting", turn=turn, now=now)


def test_the_last_comes_first_and_once(tmp_path: Path) -> None:
    recent = RecentGames(tmp_path / "recent.json")
    assert recent.games() == ()
    note(recent, tmp_path / "a.hexgame")
    note(recent, tmp_path / "b.hexgame")
    note(recent, tmp_path / "a.hexgame", turn="3")
    assert [Path(game.path).name for game in recent.games()] == ["a.hexgame", "b.hexgame"]
    assert recent.last is not None
    assert (recent.last.turn, recent.last.when) == ("3", "2024-12-16T05:30:00+00:00")


def test_a_file_that_is_gone_is_not_shown(tmp_path: Path) -> None:
    recent = RecentGames(tmp_path / "recent.json")
    note(recent, tmp_path / "a.hexgame")
    note(recent, tmp_path / "b.hexgame")
    (tmp_path / "b.hexgame").unlink()
    assert [Path(game.path).name for game in recent.games()] == ["a.hexgame"]
    recent.forget(tmp_path / "a.hexgame")
    assert recent.games() == ()


def test_the_list_has_an_end(tmp_path: Path) -> None:
    recent = RecentGames(tmp_path / "recent.json", most=2)
    for name in "abc":
        note(recent, tmp_path / name)
    assert [Path(game.path).name for game in recent.games()] == ["c", "b"]


def test_a_damaged_list_is_an_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "recent.json"
    path.write_text('[{"path": 1}]', encoding="utf-8")
    recent = RecentGames(path)
    assert recent.games() == ()
    note(recent, tmp_path / "a")
    assert len(recent.games()) == 1


def test_a_list_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    recent = RecentGames(tmp_path / "file" / "recent.json")
    note(recent, tmp_path / "a")
    assert recent.games() == ()
