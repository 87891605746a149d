"""The database under a saved game: is it one, can it be opened, and what to say when SQLite cannot read or write."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from hexbench.store.strict import BadFile

VERSION = 1
APPLICATION = 0x48584247
"""SQLite's application id: "HXBG"."""
MAGIC = b"SQLite format 3\0"


class Damaged(BadFile):
    """A save in which something cannot be read."""

    def __init__(self, path: Path) -> None:
        super().__init__("this saved game is damaged. It was left as it is.", str(path))


def is_save(path: Path) -> bool:
    """Whether a file begins as a save does. Raises BadFile when it cannot be read."""
    return _head(path) == MAGIC


def check_is_save(path: Path) -> None:
    """Raises BadFile unless a file begins as a save does."""
    head = _head(path)
    if not head:
        raise BadFile("this file is empty: there is no game in it.", str(path))
    if not MAGIC.startswith(head):
        raise BadFile("this is not a saved game of Hexbench. It was left as it is.", str(path))


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC))
    except FileNotFoundError:
        raise BadFile("there is no such file.", str(path)) from None
    except IsADirectoryError:
        raise BadFile("this is a folder, not a file.", str(path)) from None
    except PermissionError:
        raise BadFile("this file may not be read.", str(path)) from None
    except OSError as fault:
        raise BadFile(f"this file could not be read ({fault.strerror}).", str(path)) from None


def check_database(db: sqlite3.Connection, path: Path) -> None:
    """Take the lock and see that this is a sound save of a version we know. Raises BadFile, sqlite3.DatabaseError."""
    db.execute("BEGIN EXCLUSIVE")  # takes the lock, and rolls back what a killed process left half done
    db.execute("COMMIT")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise BadFile("this is a database, but not a saved game of Hexbench.", str(path))
    if version > VERSION:
        raise BadFile(
            f"this game was saved by a newer version of Hexbench (format {version}; this one reads up to {VERSION}). "
            "It was left as it is.",
            str(path),
        )
    if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise Damaged(path)


def connect(path: Path) -> sqlite3.Connection:
    """Open a database for this process alone. Raises BadFile."""
    try:
        db = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
    except sqlite3.Error as fault:
        raise reading(path, fault) from None
    return db


def reading(path: Path, fault: sqlite3.Error) -> BadFile:
    """What to say when SQLite cannot read."""
    if fault.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BadFile("this game is open in another window. Close it there first.", str(path))
    if fault.sqlite_errorcode & 0xFF in (
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
    ):
        return ReadOnly(path)
    if fault.sqlite_errorcode & 0xFF == sqlite3.SQLITE_IOERR:
        return BadFile("the disk gives a fault when this file is read. It was left as it is.", str(path))
    return Damaged(path)


class ReadOnly(BadFile):
    """A save where nothing may be written."""

    def __init__(self, path: Path) -> None:
        super().__init__("this file or its folder is read-only.", str(path))


def why_not(fault: Exception) -> str:
    """What to say when something could not be written."""
    end = "Nothing was lost; save the game in another place."
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    number = getattr(fault, "errno", 0)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or number in (
        1,
        13,
        30,
    ):
        return f"this could not be written: the file or its folder is read-only. {end}"
    if isinstance(fault, FileExistsError | NotADirectoryError):
        return f"this could not be written: a file is in the way where a folder is needed. {end}"
    if code == sqlite3.SQLITE_FULL or number == 28:
        return f"this could not be written: the disk is full. {end}"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"this could not be written: the game is open in another window. {end}"
    reason = fault.strerror if isinstance(fault, OSError) else fault
    return f"this could not be written ({reason}). {end}"
