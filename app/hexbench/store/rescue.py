"""Opening saves with faults: damaged ones as far as they can be read, read-only ones as a copy.

The file itself is never written to.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from hexbench.engine.events import Broadcast
from hexbench.engine.history import Record
from hexbench.engine.values import Say, say
from hexbench.store import customs
from hexbench.store.database import SCHEMA, check_schema, limited, tame
from hexbench.store.saves import (
    SUFFIX,
    Contents,
    Damaged,
    Drawn,
    Note,
    ReadOnly,
    Row,
    SaveFile,
    SaveHeader,
    Sketch,
    Watch,
    check_is_save,
    free_name,
    plain,
    unsealed,
)
from hexbench.store.strict import BadFile, CannotWrite, convert, parse_json
from hexbench.store.words import Lock, Locked, lock_of

_Opened = tuple[SaveFile, Contents, tuple[Say, ...]]
Found = tuple[Contents, dict[int, bytes]]
Sound = Callable[[SaveHeader, bytes], bool]
"""Whether a packed position of a game can be read."""


def open_save(path: Path, refuge: Path, watch: Watch | None = None, sound: Sound | None = None) -> _Opened:
    """Open a save and read everything except the positions; the notices are for the player. ``refuge`` is the folder for copies.

    Raises BadFile, and whatever ``watch`` raises to stop it; the file is then released.
    """
    check_is_save(path)
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return _copy(path, refuge, sound)
    try:
        save = SaveFile.open(path)
    except ReadOnly:
        return _copy(path, refuge, sound)
    except Damaged:
        return rescue(path, refuge, sound)
    try:
        return save, save.read(watch), ()
    except Damaged:
        save.close()
        return rescue(path, refuge, sound)
    except BaseException:
        save.close()
        raise


def _copy(path: Path, refuge: Path, sound: Sound | None) -> _Opened:
    copy = free_name(refuge, path.stem)
    _bring(path, copy)
    save, contents, notices = open_save(copy, refuge, sound=sound)
    text = say(
        "{file} is read-only; the game continues in a copy, {copy}.", file=str(path), copy=str(save.path)
    )
    return save, contents, (text, *notices)


def _bring(path: Path, copy: Path) -> None:
    """Copy a save, and the journal that a killed process may have left beside it. Raises BadFile."""
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        journal = path.with_name(path.name + "-journal")
        if journal.is_file():
            customs.bring(journal, copy.with_name(copy.name + "-journal"))
        customs.bring(path, copy)
    except OSError as fault:
        raise CannotWrite(
            say("a copy of {file} could not be made here ({why}).", file=str(path), why=str(fault.strerror)),
            str(copy),
        ) from None


def rescue(path: Path, refuge: Path, sound: Sound | None = None) -> _Opened:
    """A new save with every action of a damaged one up to the first that cannot be read. Raises BadFile if nothing can be read.

    ``sound`` says whether the game can read a packed position; the new save begins with the first one that it can.
    """
    with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
        copy = Path(folder) / f"damaged{SUFFIX}"
        _bring(path, copy)
        found = _looked_into(copy, path, sound)
    save = SaveFile.create(free_name(refuge, f"{path.stem}-rescued"), *found)
    text = say(
        "{file} is damaged. It was left unchanged; the first action of the game could be "
        "read and was copied to {copy}."
        if len(found[0].rows) == 1
        else "{file} is damaged. It was left unchanged; the first {n} actions of the game "
        "could be read and were copied to {copy}.",
        file=str(path),
        n=len(found[0].rows),
        copy=str(save.path),
    )
    return save, save.read(), (text,)


def _looked_into(copy: Path, path: Path, sound: Sound | None) -> Found:
    """What the copy of a damaged save contains; if its first page cannot be trusted, that is replaced by a sound one."""
    nothing = BadFile(
        say("this saved game is damaged, and nothing in it can be read. It was left unchanged."), str(path)
    )
    for whole in (_ours(copy), False):
        if whole is None:
            continue
        if not whole:
            _mend_first_page(copy)
        db = sqlite3.connect(copy, isolation_level=None)
        try:
            tame(db)
            # otherwise SQLite refuses a file shorter than it should be
            db.execute("PRAGMA writable_schema = ON")
            with limited(db):
                return _gather(db, nothing, sound)
        except Locked as fault:
            raise Locked(fault.seal, fault.because, str(path)) from None
        except (BadFile, sqlite3.Error, UnicodeDecodeError):
            continue
        finally:
            db.close()
    raise nothing


def _ours(copy: Path) -> Literal[True] | None:
    """Whether the tables of a file are ours, so that rows may be read as it is; None: only after repair."""
    db = sqlite3.connect(copy, isolation_level=None)
    try:
        tame(db)
        with limited(db):
            check_schema(db, copy)
    except (BadFile, sqlite3.Error, UnicodeDecodeError):
        return None
    finally:
        db.close()
    return True


def _mend_first_page(copy: Path) -> None:
    """Put a sound first page into a copy: our tables are always created in the same order, so they begin at the same pages.

    Remarks and drawings, which are created later, cannot be recovered that way.
    """
    data = bytearray(customs.take(copy, customs.LARGEST_SAVE))
    size = int.from_bytes(data[16:18], "big")
    size = size if size in (512, 1024, 2048, 4096, 8192, 16384, 32768) else 4096
    with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
        model = Path(folder) / "model"
        db = sqlite3.connect(model, isolation_level=None)
        db.execute(f"PRAGMA page_size = {size}")
        for line in SCHEMA:
            db.execute(line)
        db.close()
        page = bytearray(model.read_bytes()[:size])
    page[28:32] = (len(data) // size).to_bytes(4, "big")
    data[:size] = page
    copy.write_bytes(data)
    copy.with_name(copy.name + "-journal").unlink(missing_ok=True)


def _gather(db: sqlite3.Connection, nothing: BadFile, sound: Sound | None) -> Found:
    """What can be read of a damaged save, piece by piece, and its packed positions by node. Raises BadFile."""
    header = _header(db)
    if header is None:
        raise nothing
    lock = lock_of(header.sealed)
    with contextlib.suppress(ValueError):
        header = msgspec.structs.replace(
            header, pledged=_text(db, "pledged", lock) if lock else header.pledged
        )
    rows: list[Row] = []
    while (row := _row(db, len(rows) + 1, lock)) is not None:
        rows.append(row)
    snapshots: dict[int, bytes] = {}
    room = 16 * customs.LARGEST_STATE
    for node in range(len(rows) + 1):
        state = _one(
            db, "SELECT state FROM snapshots WHERE node = ? AND rules_version = ?", node, header.rules_version
        )
        with contextlib.suppress(zlib.error, ValueError):
            found = customs.inflate(unsealed(lock, f"state {node}", state)) if state is not None else b""
            if found and len(found) <= room and (sound is None or snapshots or sound(header, found)):
                snapshots[node] = found
                room -= len(found)
    if not snapshots:
        raise nothing
    root = min(snapshots)
    try:
        opening = msgspec.json.decode(_text(db, "opening", lock), type=tuple[Broadcast, ...])
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError):
        opening = ()
    here = _one(db, "SELECT value FROM meta WHERE key = 'here'")
    stand = int(here) if isinstance(here, str) and here.isdecimal() and len(here) < 10 else len(rows)
    contents = Contents(
        header=header,
        opening=opening,
        rows=tuple(rows),
        here=min(stand, len(rows)),
        latest=_pairs(db, "SELECT node, child FROM latest", int, len(rows)),
        names=_names(db, len(rows), lock),
        notes=_notes(db, len(rows), lock),
        sketches=_sketches(db, lock),
    )
    return (contents, snapshots) if root == 0 else _from(root, contents, snapshots)


def _from(root: int, old: Contents, snapshots: Mapping[int, bytes]) -> Found:
    """The part of a game that follows from one of its positions: the one it began with is lost."""
    place = {root: 0}
    rows: list[Row] = []
    for row in old.rows:
        if row.parent in place:
            place[row.node] = len(rows) + 1
            rows.append(Row(len(rows) + 1, place[row.parent], row.record, row.auto))
    contents = msgspec.structs.replace(
        old,
        opening=(),
        rows=tuple(rows),
        here=place.get(old.here, len(rows)),
        latest={place[n]: place[c] for n, c in old.latest.items() if n in place and c in place},
        names={place[n]: name for n, name in old.names.items() if n in place},
        notes={(place[n], who): note for (n, who), note in old.notes.items() if n in place},
    )
    return contents, {place[n]: state for n, state in snapshots.items() if n in place}


def _one(db: sqlite3.Connection, query: str, *values: Any) -> Any:
    """The first value of a query, or None if there is none or it cannot be read."""
    try:
        row = db.execute(query, values).fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return row[0] if row else None


def _each(db: sqlite3.Connection, query: str) -> list[Any]:
    """The rows of a query up to the first that cannot be read."""
    out: list[Any] = []
    with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
        out.extend(db.execute(query))  # what came before the fault is kept
    return out


def _pairs(db: sqlite3.Connection, query: str, kind: type[Any], last: int) -> dict[int, Any]:
    """node -> the value stored for it, of those that can be read."""
    return {
        node: value
        for node, value in _each(db, query)
        if type(node) is int and type(value) is kind and 0 <= node <= last
    }


def _text(db: sqlite3.Connection, key: str, lock: Lock | None) -> str:
    """A text from the table ``meta``. Raises ValueError if there is none that can be read."""
    return plain(lock, key, _one(db, "SELECT value FROM meta WHERE key = ?", key))


def _names(db: sqlite3.Connection, last: int, lock: Lock | None) -> dict[int, str]:
    out: dict[int, str] = {}
    kind = str if lock is None else bytes
    for node, name in _pairs(db, "SELECT node, name FROM names", kind, last).items():
        with contextlib.suppress(ValueError):
            out[node] = plain(lock, f"name {node}", name)
    return out


def _notes(db: sqlite3.Connection, last: int, lock: Lock | None) -> dict[tuple[int, str], Note]:
    found = _each(db, "SELECT node, '*', mark, text FROM notes")
    found += _each(db, "SELECT node, owner, mark, text FROM remarks ORDER BY node, owner")
    out: dict[tuple[int, str], Note] = {}
    for node, owner, mark, text in found:
        with contextlib.suppress(ValueError):
            if type(node) is int and 0 <= node <= last and type(owner) is str:
                out[node, owner] = Note(plain(lock, f"remark {node} {owner}", text), bool(mark))
    return out


def _sketches(db: sqlite3.Connection, lock: Lock | None) -> dict[int, Drawn]:
    out: dict[int, Drawn] = {}
    for n, owner, text in _each(db, "SELECT n, owner, sketch FROM sketches ORDER BY n"):
        with contextlib.suppress(msgspec.MsgspecError, TypeError, ValueError, RecursionError):
            if type(owner) is str:
                out[n] = owner, msgspec.json.decode(plain(lock, f"sketch {n} {owner}", text), type=Sketch)
    return out


def _header(db: sqlite3.Connection) -> SaveHeader | None:
    text = _one(db, "SELECT value FROM meta WHERE key = 'header'")
    if not isinstance(text, str):
        return None
    try:
        found: SaveHeader = convert(parse_json(text), SaveHeader)
    except BadFile:
        return None
    return found


def _row(db: sqlite3.Connection, node: int, lock: Lock | None) -> Row | None:
    try:
        found = db.execute("SELECT parent, record, auto FROM records WHERE node = ?", (node,)).fetchone()
        if found is None:
            return None
        parent, record, auto = found
        text = plain(lock, f"record {node}", record)
        row = Row(node, parent, msgspec.json.decode(text, type=Record), bool(auto))
    except (sqlite3.Error, msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return None
    return row if type(parent) is int and 0 <= parent < node else None
