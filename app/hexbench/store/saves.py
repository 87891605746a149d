"""Saved games: one SQLite file each (``.hexgame``), written action by action, so that nothing confirmed is ever lost.

``meta`` holds the header and where the game stands, ``records`` one row for each action (the tree of history:
``parent``), ``snapshots`` whole positions, ``latest`` where redo leads if that is not the newest branch, ``names``
the names of branches, ``notes`` bookmarks and comments, ``sketches`` what players drew on the map (both created with
the first of them). One action is one transaction; the journal is SQLite's own (DELETE, synchronous FULL). The file is
locked while it is open, and the system releases the lock if the process dies.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, Self

import msgspec

from hexbench.engine.events import Broadcast
from hexbench.engine.history import Record
from hexbench.engine.values import Say, say
from hexbench.store import customs
from hexbench.store.customs import SUFFIX
from hexbench.store.database import (
    APPLICATION,
    MAGIC,
    REMARKS,
    SCHEMA,
    SKETCHES,
    VERSION,
    Damaged,
    ReadOnly,
    check_database,
    check_is_save,
    connect,
    is_save,
    limited,
    reading,
    why_not,
)
from hexbench.store.strict import BadFile, CannotWrite, convert, parse_json
from hexbench.store.words import Lock, Seal, lock_of

# Whether the file of an open save is still the one that was opened: the same on the disk, under its name, as we left it.
#
# A program that synchronises folders may replace it; a person may move it; a disk may be removed. SQLite goes on
# writing into what it has open and reports nothing. So before and after every transaction the file under the name is
# compared with the one that was opened: device, inode, links, size and its first hundred bytes, in which SQLite
# counts the changes.

_HEAD = 100
"""Bytes of SQLite's header of a file."""


_SPECIAL = frozenset('\\/:*?"<>|')
"""Characters with a special meaning in a path, on this or another system."""
_LONGEST_NAME = 200
"""The most bytes of a name; no disk allows more than 255, and endings and numbers are added."""


class Lost(CannotWrite):
    """The file of an open game no longer exists, or is another one. ``say`` is the sentence that can be translated."""

    def __init__(self, text: Say, path: Path) -> None:
        self.say = text
        super().__init__(str(text), str(path))


Mark = tuple[int, int, int, bytes]
"""Device, inode, size and first bytes of a file."""


class _Keeper:
    """Watches one file until it is closed.

    It reads through a descriptor of its own, which it keeps: to open the file anew and close it again would release
    SQLite's lock on it, because POSIX drops a process's locks on a file as soon as it closes any descriptor of it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._gone: Lost | None = None
        self._handle = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
        self._known = self._mark()
        if self._known is not None:
            customs.HELD.setdefault(self._known[:2], self._handle)

    def close(self) -> None:
        """Close the descriptor, after SQLite has closed the file."""
        handle, self._handle = self._handle, -1
        if handle < 0:
            return
        for key in [key for key, held in customs.HELD.items() if held == handle]:
            del customs.HELD[key]
        os.close(handle)

    def __del__(self) -> None:
        if getattr(self, "_handle", -1) >= 0:
            self.close()

    def _mark(self) -> Mark | None:
        """What tells the file from any other and from an earlier or later state of itself; None: there is none of that name."""
        try:
            found = self.path.stat()
            if not stat.S_ISREG(found.st_mode) or not found.st_nlink:
                return None
            os.lseek(self._handle, 0, os.SEEK_SET)
            return found.st_dev, found.st_ino, found.st_size, os.read(self._handle, _HEAD)
        except OSError:
            return None

    def look(self) -> Lost | None:
        """Why nothing can be confirmed any more; None: the file is as it was left."""
        if self._gone is not None:
            return self._gone
        now, was = self._mark(), self._known
        if now == was and now is not None:
            return None
        return Lost(self._why(now, was), self.path)

    def _why(self, now: Mark | None, was: Mark | None) -> Say:
        if now is None or was is None:
            if self.path.parent.is_dir():
                return say("The file of this game is gone: it was removed, renamed or moved away.")
            return say("The folder of this game is gone: it was removed, or its disk was disconnected.")
        if now[:2] != was[:2]:
            return say(
                "This game was replaced by another file: a program that synchronises folders "
                "may have done that."
            )
        if now[2] < was[2]:
            return say("The file of this game was cut short by another program.")
        return say("The file of this game was changed by another program.")

    def check(self) -> None:
        """Check before a transaction. Raises Lost."""
        found = self.look()
        if found is not None:
            raise found

    def confirm(self) -> None:
        """Check after a transaction that the same file exists and contains what was written. Raises Lost, and from then on always."""
        now, was = self._mark(), self._known
        if now is None or was is None or now[:2] != was[:2] or not _ours(now[3]):
            self._gone = Lost(self._why(now, was), self.path)
            raise self._gone
        self._known = now


def _ours(head: bytes) -> bool:
    """Whether the first bytes of a file are those of a save: SQLite's mark, and our number at byte 68."""
    return head.startswith(MAGIC) and head[68:72] == APPLICATION.to_bytes(4, "big")


@contextlib.contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Make sure that a file may be put in a place, and meanwhile keep others from opening what is there.

    Raises CannotWrite if the game there is open in another window, and for anything that is not one of our saves.
    """
    try:
        taken = path.exists() and (not path.is_file() or path.stat().st_size > 0)
    except (OSError, ValueError) as fault:
        raise CannotWrite(why_not(fault), str(path)) from None
    if not taken:
        yield
        return
    try:
        ours = _ours(customs.head(path, _HEAD))
    except BadFile as fault:
        raise CannotWrite(fault.because, str(path)) from None
    if not ours:
        raise CannotWrite(
            say("there is already a file with this name that is not a saved game. It was left unchanged."),
            str(path),
        )
    db = sqlite3.connect(path, timeout=0.2, isolation_level=None)
    try:
        try:
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as fault:
            raise CannotWrite(why_not(fault), str(path)) from None
        yield
    finally:
        db.close()


__all__ = [
    "SUFFIX",
    "Contents",
    "Damaged",
    "Drawn",
    "Lost",
    "Note",
    "ReadOnly",
    "Row",
    "SaveFile",
    "SaveHeader",
    "Sketch",
    "Watch",
    "check_is_save",
    "free_name",
    "plain_name",
    "is_save",
]


class SaveHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What is needed to open a saved game again, besides its positions.

    ``sheet`` is the whole map if it is not a shipped one, ``own`` the player's tables it is played with. ``program``
    is the version of Hexbench that began the game. ``dice`` says where numbers come from: the seed, players who type
    them, or two players by mail; ``salt`` and ``commitment`` bind a seeded game to its seed (session/dice.py).
    ``amended``: the umpire's hand has changed a position in it.
    """

    game: str
    scenario: str
    title: str
    rules_version: int
    map: str
    sheet: dict[str, Any] | None = None
    map_digest: str
    tables_digest: str
    own: dict[str, Any] | None = None
    options: dict[str, Any] = {}
    players: dict[str, str] = {}
    """side -> the level at which the computer plays it; people play the others."""
    manners: dict[str, str] = {}
    """side the computer plays -> how daring it is told to be; sides that are not named play in a balanced way."""
    study: bool = False
    first_turn: str = ""
    program: str = ""
    dice: Literal["seeded", "typed", "mail"] = "seeded"
    salt: str = ""
    commitment: str = ""
    amended: bool = False
    pledged: str = ""
    """The seed as it was before the players typed their letters into it."""
    letters: dict[str, str] = {}
    """side -> the letters it typed into the seed."""
    lesson: str = ""
    """The lesson that this game is: its dice may be prepared, and undo goes back past them. Empty: it is none."""
    sealed: Seal | None = None
    """The sides whose passwords lock what is played, and the key; None: anybody can read everything."""


class Row(msgspec.Struct, frozen=True):
    """One action in the tree; ``auto``: the session answered for the player."""

    node: int
    parent: int
    record: Record
    auto: bool = False


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player has attached to a position: a bookmark, a comment, or both."""

    text: str = ""
    mark: bool = False


Notes = Mapping[tuple[int, str], Note]
"""(node, whose: a side, empty for the umpire, ``*`` for everybody) -> bookmark and comment."""


class Sketch(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something a player has drawn on the map: a pin or a note in a hex, or an arrow from the first hex to the last."""

    kind: Literal["pin", "note", "arrow"]
    hexes: tuple[str, ...]
    text: str = ""
    colour: str = "red"


Drawn = tuple[str, Sketch]
"""(the side that drew it, empty: the umpire; what was drawn)."""


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in a save except its positions, which are fetched when needed."""

    header: SaveHeader
    opening: tuple[Broadcast, ...]
    rows: tuple[Row, ...]
    here: int
    latest: Mapping[int, int] = {}
    names: Mapping[int, str] = {}
    notes: Notes = {}
    sketches: Mapping[int, Drawn] = {}
    snapshots: tuple[int, ...] = ()


Watch = Callable[[int, int], None]
"""Called with (actions read, actions in all); it may raise to stop."""
WATCHED = 250
"""Actions between two calls of the watcher."""

_Told = tuple[Broadcast, ...]
_decoder = cache(msgspec.json.Decoder)  # made when something is read: a new game is on the table before

_BROKEN = (msgspec.MsgspecError, ValueError, KeyError, TypeError, OverflowError, RecursionError, MemoryError)
"""What reading something that we never wrote may raise."""


class SaveFile:
    """An open save. Every method that writes is one transaction and raises CannotWrite, in which case nothing is changed.

    Before and after each, the file is checked to be still the one that was opened (:mod:`hexbench.store.saves`): an
    action is confirmed only when it is on the disk under the name the player knows.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Lock | None = None) -> None:
        self.path = path
        self._db = connection
        self.lock = lock
        """What locks its contents; None: they are written as they are."""
        try:
            self._keeper = _Keeper(path)
        except OSError as fault:
            connection.close()
            raise CannotWrite(why_not(fault), str(path)) from None

    # ---- opening and closing
    @classmethod
    def create(cls, path: Path, contents: Contents, states: Mapping[int, bytes]) -> Self:
        """Create a save. ``states`` are packed positions by node, including that of node 0.

        Raises CannotWrite, also if there is a file of that name that is not empty.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            taken = not path.is_file() or path.stat().st_size > 0
        except (OSError, ValueError) as fault:
            raise CannotWrite(why_not(fault), str(path)) from None
        if taken:
            raise CannotWrite(say("there is already a file with this name."), str(path))
        save = cls(path, connect(path), lock_of(contents.header.sealed, str(path)))
        try:
            save._fill(contents, states)
        except CannotWrite:
            save.close()
            raise
        return save

    def _fill(self, contents: Contents, states: Mapping[int, bytes]) -> None:
        with self._transaction() as db:
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {VERSION}")
            for line in SCHEMA:
                db.execute(line)
            self._head(contents.header)
            if contents.header.sealed is not None:
                self._set("pledged", self._shut("pledged", contents.header.pledged))
            self._set("opening", self._shut("opening", msgspec.json.encode(contents.opening).decode()))
            self._set("here", str(contents.here))
            for row in contents.rows:
                self._put(row)
            for node, state in states.items():
                self._snap(node, contents.header.rules_version, state)
            for node, name in contents.names.items():
                db.execute("INSERT INTO names VALUES (?, ?)", (node, self._shut(f"name {node}", name)))
            for (node, owner), note in contents.notes.items():
                self._note(db, node, owner, note)
            for n, drawn in contents.sketches.items():
                self._sketch(db, n, drawn)
            db.executemany("INSERT INTO latest VALUES (?, ?)", contents.latest.items())

    @classmethod
    def open(cls, path: Path, lock: Lock | None = None) -> Self:
        """Open a save to continue it, with its ``lock`` or the one unlocked in this process. Raises BadFile, and
        Locked if its passwords have not been given; that never changes the file.
        """
        check_is_save(path)
        db = connect(path)
        try:
            check_database(db, path)
            lock = lock or lock_of(_sealed_by(db), str(path))
        except sqlite3.DatabaseError as fault:
            db.close()
            raise reading(path, fault) from None
        except UnicodeDecodeError:
            db.close()
            raise Damaged(path) from None
        except BadFile:
            db.close()
            raise
        return cls(path, db, lock)

    @property
    def lost(self) -> Lost | None:
        """Why nothing can be written any more: the file is not what it was. None: all is well."""
        return self._keeper.look()

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):
            self._db.close()
        self._keeper.close()

    # ---- reading
    def read(self, watch: Watch | None = None) -> Contents:
        """Everything except the positions. Raises BadFile, and whatever ``watch`` raises to stop it."""
        try:
            with limited(self._db):
                rows = self._rows(watch)
                contents = Contents(
                    header=self.header(),
                    opening=_decoder(_Told).decode(self._plain("opening", self._get("opening"))),
                    rows=rows,
                    here=int(self._get("here")),
                    latest=self._pairs("SELECT node, child FROM latest", int),
                    names=self._names(),
                    notes=self._notes(),
                    sketches=self._sketches(),
                    snapshots=self.snapshots(),
                )
        except sqlite3.Error as fault:
            raise reading(self.path, fault) from None
        except _BROKEN:
            raise Damaged(self.path) from None
        good = all(row.node == i and 0 <= row.parent < i for i, row in enumerate(rows, 1))
        if not good or not 0 <= contents.here <= len(rows) or self.state(0) is None:
            raise Damaged(self.path)
        return contents

    def _pairs(self, query: str, kind: type[Any]) -> dict[int, Any]:
        """node -> the value stored for it. Raises ValueError for values of another kind."""
        found = dict(self._db.execute(query).fetchall())
        if any(type(node) is not int or type(value) is not kind for node, value in found.items()):
            raise ValueError(query)
        return found

    def _names(self) -> dict[int, str]:
        found = self._pairs("SELECT node, name FROM names", str if self.lock is None else bytes)
        return {node: self._plain(f"name {node}", name) for node, name in found.items()}

    def _rows(self, watch: Watch | None) -> tuple[Row, ...]:
        (total,) = self._db.execute("SELECT count(*) FROM records").fetchone()
        rows: list[Row] = []
        read = _decoder(Record).decode
        for node, parent, record, auto in self._db.execute(
            "SELECT node, parent, record, auto FROM records ORDER BY node"
        ):
            rows.append(Row(node, parent, read(self._plain(f"record {node}", record)), bool(auto)))
            if watch is not None and len(rows) % WATCHED == 0:
                watch(len(rows), total)
        return tuple(rows)

    def _notes(self) -> dict[tuple[int, str], Note]:
        """The notes; games of the first version had one note for a position, which belonged to everybody."""
        found: list[Any] = []
        if self._has("notes"):
            found += self._db.execute("SELECT node, '*', mark, text FROM notes")
        if self._has("remarks"):
            found += self._db.execute("SELECT node, owner, mark, text FROM remarks ORDER BY node, owner")
        if any(type(node) is not int or type(owner) is not str for node, owner, _, _ in found):
            raise ValueError("a remark that none of ours could be")
        return {
            (node, owner): Note(self._plain(f"remark {node} {owner}", text), bool(mark))
            for node, owner, mark, text in found
        }

    def _has(self, table: str) -> bool:
        row = self._db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        return row is not None

    def _sketches(self) -> dict[int, Drawn]:
        found = (
            self._db.execute("SELECT n, owner, sketch FROM sketches ORDER BY n")
            if self._has("sketches")
            else ()
        )
        read = _decoder(Sketch).decode
        return {n: (owner, read(self._plain(f"sketch {n} {owner}", text))) for n, owner, text in found}

    def snapshots(self) -> tuple[int, ...]:
        """The nodes that have one."""
        return tuple(n for (n,) in self._db.execute("SELECT node FROM snapshots ORDER BY node"))

    def header(self) -> SaveHeader:
        """The header alone. Raises BadFile, KeyError, ValueError, sqlite3.DatabaseError."""
        found: SaveHeader = convert(
            parse_json(str(self._get("header")), str(self.path)), SaveHeader, str(self.path)
        )
        if found.sealed is None:
            return found
        return msgspec.structs.replace(found, pledged=self._plain("pledged", self._get("pledged")))

    def state(self, node: int) -> tuple[int, bytes] | None:
        """(rules version, packed position) of a node that has a snapshot. Raises Damaged."""
        try:
            row = self._db.execute(
                "SELECT rules_version, state FROM snapshots WHERE node = ?", (node,)
            ).fetchone()
            if row is None:
                return None
            if type(row[0]) is not int:
                raise Damaged(self.path)
            return row[0], customs.inflate(unsealed(self.lock, f"state {node}", row[1]))
        except (sqlite3.Error, zlib.error, UnicodeDecodeError, ValueError):
            raise Damaged(self.path) from None

    def _get(self, key: str) -> str | bytes:
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise KeyError(key)
        return row[0] if isinstance(row[0], bytes) else str(row[0])

    # ---- the seal
    def _shut(self, place: str, text: str) -> str | bytes:
        """A text as it is written at a place in the file."""
        return text if self.lock is None else self.lock.shut(place, text.encode())

    def _plain(self, place: str, found: object) -> str:
        """A text as it was read at a place. Raises ValueError for one that was never written there."""
        return plain(self.lock, place, found)

    # ---- writing
    def append(self, row: Row, snapshot: tuple[int, bytes] | None = None) -> None:
        """Write one action, and with it (rules version, packed position) if this node gets a snapshot."""
        with self._transaction() as db:
            self._put(row)
            self._set("here", str(row.node))
            db.execute("DELETE FROM latest WHERE node = ?", (row.parent,))
            if snapshot is not None:
                self._snap(row.node, *snapshot)

    def stand(self, here: int, latest: Mapping[int, int]) -> None:
        """Write where the game stands after undo, redo or a jump, and where redo leads now."""
        with self._transaction() as db:
            self._set("here", str(here))
            db.executemany("INSERT OR REPLACE INTO latest VALUES (?, ?)", latest.items())

    def snapshot(self, node: int, rules_version: int, state: bytes) -> None:
        """Store a position permanently."""
        with self._transaction():
            self._snap(node, rules_version, state)

    def name(self, node: int, name: str) -> None:
        """Name a branch, or take its name away (empty)."""
        with self._transaction() as db:
            if name:
                sealed = self._shut(f"name {node}", name)
                db.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (node, sealed))
            else:
                db.execute("DELETE FROM names WHERE node = ?", (node,))

    def note(self, node: int, owner: str, note: Note) -> None:
        """Attach one seat's bookmark or comment to a position, or remove both (an empty Note)."""
        with self._transaction() as db:
            self._note(db, node, owner, note)

    def sketch(self, n: int, drawn: Drawn | None) -> None:
        """Store the n-th drawing of a game, or remove it (None)."""
        with self._transaction() as db:
            self._sketch(db, n, drawn)

    def _sketch(self, db: sqlite3.Connection, n: int, drawn: Drawn | None) -> None:
        db.execute(SKETCHES.replace("TABLE", "TABLE IF NOT EXISTS"))
        if drawn is None:
            db.execute("DELETE FROM sketches WHERE n = ?", (n,))
        else:
            text = self._shut(f"sketch {n} {drawn[0]}", msgspec.json.encode(drawn[1]).decode())
            db.execute("INSERT OR REPLACE INTO sketches VALUES (?, ?, ?)", (n, drawn[0], text))

    def _note(self, db: sqlite3.Connection, node: int, owner: str, note: Note) -> None:
        if note == Note():
            if self._has("notes"):
                db.execute("DELETE FROM notes WHERE node = ?", (node,))
            if self._has("remarks"):
                db.execute("DELETE FROM remarks WHERE node = ? AND owner = ?", (node, owner))
        else:
            db.execute(REMARKS.replace("TABLE", "TABLE IF NOT EXISTS"))
            row = (node, owner, int(note.mark), self._shut(f"remark {node} {owner}", note.text))
            db.execute("INSERT OR REPLACE INTO remarks VALUES (?, ?, ?, ?)", row)

    def set_header(self, header: SaveHeader) -> None:
        """Change the header: title, study mode, rules version."""
        with self._transaction():
            self._head(header)

    def copy_to(self, path: Path) -> None:
        """Write a whole copy to another file, as a whole or not at all. Raises CannotWrite."""
        part = path.with_name(f".{path.name}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            with claimed(path):
                copy = sqlite3.connect(part, isolation_level=None)
                try:
                    copy.execute("PRAGMA synchronous = FULL")
                    self._db.backup(copy)
                finally:
                    copy.close()
                # a journal left there would be rolled back into the copy
                path.with_name(path.name + "-journal").unlink(missing_ok=True)
                part.replace(path)
        except (OSError, ValueError, sqlite3.Error) as fault:
            with contextlib.suppress(OSError, ValueError):
                part.unlink(missing_ok=True)
            raise CannotWrite(why_not(fault), str(path)) from None

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._keeper.check()
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield self._db
            self._db.execute("COMMIT")
        except (sqlite3.Error, OSError) as fault:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            self._keeper.check()
            raise CannotWrite(why_not(fault), str(self.path)) from None
        self._keeper.confirm()

    def _head(self, header: SaveHeader) -> None:
        """Write the header, which anybody may read: if there is a seal, the seed from before the letters is left out of it."""
        if header.sealed is not None:
            header = msgspec.structs.replace(header, pledged="")
        self._set("header", msgspec.json.encode(header).decode())

    def _set(self, key: str, value: str | bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def _put(self, row: Row) -> None:
        record = self._shut(f"record {row.node}", msgspec.json.encode(row.record).decode())
        self._db.execute(
            "INSERT INTO records VALUES (?, ?, ?, ?)", (row.node, row.parent, record, int(row.auto))
        )

    def _snap(self, node: int, rules_version: int, state: bytes) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)",
            (node, rules_version, sealed(self.lock, f"state {node}", zlib.compress(state, 1))),
        )


def sealed(lock: Lock | None, place: str, data: bytes) -> bytes:
    """Bytes as they are written at a place in a save."""
    return data if lock is None else lock.shut(place, data)


def unsealed(lock: Lock | None, place: str, data: Any) -> Any:
    """The reverse of :func:`sealed`. Raises ValueError for what cannot be unlocked."""
    return data if lock is None else lock.open(place, data)


def plain(lock: Lock | None, place: str, found: object) -> str:
    """A text as it was read at a place in a save. Raises ValueError for what was never written there."""
    if lock is not None:
        return lock.open(place, found).decode()
    if not isinstance(found, str):
        raise ValueError(f"{place} is no text")
    return found


def _sealed_by(db: sqlite3.Connection) -> Seal | None:
    """What the header says about passwords; None also if it cannot be read, which others report."""
    row = db.execute("SELECT value FROM meta WHERE key = 'header'").fetchone()
    try:
        found = parse_json(row[0]).get("sealed") if row and isinstance(row[0], str) else None
        return None if found is None else convert(found, Seal)
    except (BadFile, AttributeError):
        return None


def plain_name(text: str) -> str:
    """A text as the name of a file that every system accepts, within its folder: titles and names may come from anybody."""
    plain = "".join("_" if c in _SPECIAL or not c.isprintable() else c for c in text)
    return plain.encode()[:_LONGEST_NAME].decode(errors="ignore").strip(" .") or "_"


def free_name(folder: Path, stem: str) -> Path:
    """A name for a save that no file has yet: stem, stem-2, stem-3 ..., always in this folder, whatever stem is.

    Raises CannotWrite if the disk reports a fault.
    """
    stem = plain_name(stem)
    path = folder / f"{stem}{SUFFIX}"
    count = 1
    try:
        while path.exists():
            count += 1
            path = folder / f"{stem}-{count}{SUFFIX}"
    except (OSError, ValueError) as fault:
        raise CannotWrite(why_not(fault), str(path)) from None
    return path
