"""The database under a saved game: whether a file is one, whether it can be opened, and what to say if SQLite cannot read or write.

A database from outside may contain anything that SQL allows. Ours contain tables and nothing else: one whose schema
differs by a letter is refused before a single row is read, and no query may take longer than :data:`SECONDS`.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from hexbench.engine.values import Say, say
from hexbench.store import customs
from hexbench.store.strict import BadFile

VERSION = 1
APPLICATION = 0x48584247
"""SQLite's application id: "HXBG"."""
MAGIC = b"SQLite format 3\0"
SECONDS = 20.0
"""How long a query may take; the longest game played is read in a hundredth of it."""
_UNTHINKABLE = 10_000
"""A version number that the format will never reach."""
_STEPS = 10_000
"""Steps of SQLite's virtual machine between two checks of the clock."""

SCHEMA = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE records (node INTEGER PRIMARY KEY, parent INTEGER NOT NULL, record TEXT NOT NULL, auto INTEGER NOT NULL)",
    "CREATE TABLE snapshots (node INTEGER PRIMARY KEY, rules_version INTEGER NOT NULL, state BLOB NOT NULL)",
    "CREATE TABLE latest (node INTEGER PRIMARY KEY, child INTEGER NOT NULL)",
    "CREATE TABLE names (node INTEGER PRIMARY KEY, name TEXT NOT NULL)",
)
"""What every save has, in the order in which it is created."""
SKETCHES = "CREATE TABLE sketches (n INTEGER PRIMARY KEY, owner TEXT NOT NULL, sketch TEXT NOT NULL)"
REMARKS = (
    "CREATE TABLE remarks (node INTEGER NOT NULL, owner TEXT NOT NULL, mark INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (node, owner)) WITHOUT ROWID"
)
_NOTES = "CREATE TABLE notes (node INTEGER PRIMARY KEY, mark INTEGER NOT NULL, text TEXT NOT NULL)"
"""The remarks of the first version."""


class Damaged(BadFile):
    """A save of which some part cannot be read."""

    def __init__(self, path: Path) -> None:
        super().__init__(say("this saved game is damaged. It was left unchanged."), str(path))


def is_save(path: Path) -> bool:
    """Whether a file begins like a save. Raises BadFile if it cannot be read."""
    return customs.head(path, len(MAGIC)) == MAGIC


def check_is_save(path: Path) -> None:
    """Raise BadFile unless a file begins like a save and is no larger than one can be."""
    head = customs.head(path, len(MAGIC))
    if not head:
        raise BadFile(say("this file is empty: there is no game in it."), str(path))
    if not MAGIC.startswith(head):
        raise BadFile(say("this is not a Hexbench saved game. It was left unchanged."), str(path))
    if path.stat().st_size > customs.LARGEST_SAVE:
        raise BadFile(say("this file is too large to be a Hexbench file."), str(path))


def check_database(db: sqlite3.Connection, path: Path) -> None:
    """Lock the database and check that it is a sound save of a known version. Raises BadFile, sqlite3.DatabaseError."""
    db.execute("BEGIN EXCLUSIVE")  # takes the lock, and rolls back what a killed process left half done
    db.execute("COMMIT")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        try:
            check_schema(db, path)
        except (BadFile, sqlite3.Error):
            raise BadFile(say("this is a database, but not a Hexbench saved game."), str(path)) from None
        raise Damaged(path)  # all our tables, and our mark damaged
    if not 0 <= version < _UNTHINKABLE:
        raise Damaged(path)
    if version > VERSION:
        raise BadFile(
            say(
                "this game was saved by a newer version of Hexbench (format {found}; this "
                "version reads up to {known}). It was left unchanged.",
                found=version,
                known=VERSION,
            ),
            str(path),
        )
    check_schema(db, path)
    with limited(db):
        if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise Damaged(path)


def check_schema(db: sqlite3.Connection, path: Path) -> None:
    """Check that there are our tables and nothing else: a view or a trigger in a file from outside would run when we use it."""
    try:
        with limited(db):
            found = [tuple(row) for row in db.execute("SELECT type, name, sql FROM sqlite_master LIMIT 100")]
    except UnicodeDecodeError:
        raise Damaged(path) from None
    tables = [sql for _, _, sql in found]
    if any(kind != "table" or sql not in {*SCHEMA, SKETCHES, REMARKS, _NOTES} for kind, _, sql in found):
        names = [str(name) for _, name, sql in found if sql not in {*SCHEMA, SKETCHES, REMARKS, _NOTES}]
        raise _Foreign(path, names[0] if names else "")
    if any(sql not in tables for sql in SCHEMA):
        raise Damaged(path)


class _Foreign(Damaged):
    """A save with something in it that we never put there."""

    def __init__(self, path: Path, name: str) -> None:
        BadFile.__init__(
            self,
            say(
                'this database contains something that no Hexbench saved game has, "{name}". '
                "It was left unchanged.",
                name=customs.brief(name),
            ),
            str(path),
        )


@contextlib.contextmanager
def limited(db: sqlite3.Connection, seconds: float = SECONDS) -> Iterator[None]:
    """Limit the time of all queries of a database within this context: after that they end with sqlite3.OperationalError."""
    end = time.monotonic() + seconds
    db.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
    try:
        yield
    finally:
        db.set_progress_handler(None, 0)


def tame(db: sqlite3.Connection) -> None:
    """Disable everything in a connection that a file from outside could misuse."""
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, customs.LARGEST)
    db.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)


def connect(path: Path) -> sqlite3.Connection:
    """Open a database for this process alone. Raises BadFile."""
    try:
        db = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA synchronous = FULL")
        tame(db)
    except sqlite3.Error as fault:
        raise reading(path, fault) from None
    except UnicodeDecodeError:  # SQLite's own words about a damaged schema, which are no longer text
        raise Damaged(path) from None
    return db


def reading(path: Path, fault: sqlite3.Error) -> BadFile:
    """What to say if SQLite cannot read."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF  # faults raised by Python itself have none
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BadFile(say("this game is open in another window. Close it there first."), str(path))
    if code in (
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
    ):
        return ReadOnly(path)
    if code == sqlite3.SQLITE_INTERRUPT:
        return BadFile(
            say("reading this file takes longer than any saved game should. It was left unchanged."),
            str(path),
        )
    if code == sqlite3.SQLITE_IOERR:
        return BadFile(
            say("the disk reported an error while reading this file. It was left unchanged."), str(path)
        )
    return Damaged(path)


class ReadOnly(BadFile):
    """A save to which nothing can be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(say("this file or its folder is read-only."), str(path))


def why_not(fault: Exception) -> Say:
    """What to say if something could not be written."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    number = getattr(fault, "errno", 0)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or number in (
        1,
        13,
        30,
    ):
        return _unwritten(say("the file or its folder is read-only"))
    if isinstance(fault, FileExistsError | NotADirectoryError):
        return _unwritten(say("a file is in the way where a folder is needed"))
    if code == sqlite3.SQLITE_FULL or number == 28:
        return _unwritten(say("the disk is full"))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _unwritten(say("the game is open in another window"))
    if number == 36 or isinstance(fault, ValueError):
        return _unwritten(say("this is not a valid file name"))
    reason = fault.strerror if isinstance(fault, OSError) else fault
    return _unwritten(str(reason))


def _unwritten(why: Say | str) -> Say:
    return say("this could not be written: {why}. Nothing was lost; save the game somewhere else.", why=why)
