"""The games played last, newest first: what the start page shows. It contains nothing that a player may not know."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from hexbench.store import canon
from hexbench.store.strict import BadFile, CannotWrite, convert, parse_json, read_text


class RecentGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One entry of the list. ``when`` is UTC, ISO 8601."""

    path: str
    title: str
    game: str
    scenario: str
    turn: str
    when: str


class RecentGames:
    """The list, kept in one file. A damaged list counts as empty: every game is still in its own file."""

    def __init__(self, path: Path, most: int = 12) -> None:
        self.path = path
        self.most = most

    def games(self) -> tuple[RecentGame, ...]:
        """The games whose files still exist, newest first."""
        return tuple(game for game in self._read() if Path(game.path).is_file())[: self.most]

    @property
    def last(self) -> RecentGame | None:
        """The game to continue with."""
        return next(iter(self.games()), None)

    def note(
        self, path: Path, *, title: str, game: str, scenario: str, turn: str, now: datetime | None = None
    ) -> None:
        """Put a game at the head of the list. A list that cannot be written is no reason to stop a game."""
        when = (now or datetime.now(UTC)).isoformat(timespec="seconds")
        line = RecentGame(
            path=str(path.absolute()), title=title, game=game, scenario=scenario, turn=turn, when=when
        )
        self._write((line, *(old for old in self._read() if old.path != line.path)))

    def forget(self, path: Path) -> None:
        """Take a game off the list; its file stays."""
        self._write(tuple(old for old in self._read() if old.path != str(path.absolute())))

    def delete(self, path: Path) -> None:
        """Delete a game's file, and take it off the list. Raises CannotWrite if the file cannot be deleted."""
        try:
            path.unlink(missing_ok=True)
            for more in ("-journal", "-wal", "-shm"):
                path.with_name(path.name + more).unlink(missing_ok=True)
        except OSError as fault:
            raise CannotWrite(fault.strerror or str(fault), str(path)) from None
        self.forget(path)

    def _read(self) -> tuple[RecentGame, ...]:
        if not self.path.exists():
            return ()
        try:
            found: tuple[RecentGame, ...] = convert(
                parse_json(read_text(self.path), str(self.path)), tuple[RecentGame, ...], str(self.path)
            )
        except BadFile:
            return ()
        return found

    def _write(self, games: tuple[RecentGame, ...]) -> None:
        try:
            canon.write(self.path, list(games[: self.most]))
        except CannotWrite:
            return
