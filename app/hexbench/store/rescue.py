"""Opening saves that are not as they should be: damaged ones as far as they go, read-only ones as a copy.

The file itself is never written to.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import zlib
from pathlib import Path
from typing import Any

import msgspec

from hexbench.engine.events import Told
from hexbench.engine.history import Record
from hexbench.engine.values import Say, say
from hexbench.store.saves import (
    Contents,
    Damaged,
    ReadOnly,
    Row,
    SaveFile,
    SaveHeader,
    Watch,
    check_is_save,
    free_name,
)
from hexbench.store.strict import BadFile, CannotWrite, convert, parse_json

Opened = tuple[SaveFile, Contents, tuple[Say, ...]]


def open_save(path: Path, refuge: Path, watch: Watch | None = None) -> Opened:
    """Open a save and read all of it but the positions; the notices are for the player. ``refuge`` is the folder for copies.

    Raises BadFile, and whatever ``watch`` raises to stop it: then the file is let go of.
    """
    check_is_save(path)
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return _copy(path, refuge)
    try:
        save = SaveFile.open(path)
    except ReadOnly:
        return _copy(path, refuge)
    except Damaged:
        return rescue(path, refuge)
    try:
        return save, save.read(watch), ()
    except Damaged:
        save.close()
        return rescue(path, refuge)
    except BaseException:
        save.close()
        raise


def _copy(path: Path, refuge: Path) -> Opened:
    copy = free_name(refuge, path.stem)
    _bring(path, copy)
    save, contents, notices = open_save(copy, refuge)
    text = say(
        "{file} is read-only; the game goes on in a copy, {copy}.", file=str(path), copy=str(save.path)
    )
    return save, contents, (text, *notices)


def _bring(path: Path, copy: Path) -> None:
    """Copy a save, and the journal a killed process may have left beside it."""
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        journal = path.with_name(path.name + "-journal")
        if journal.exists():
            shutil.copyfile(journal, copy.with_name(copy.name + "-journal"))
        shutil.copyfile(path, copy)
    except OSError as fault:
        raise CannotWrite(f"a copy of {path} could not be made here ({fault.strerror}).", str(copy)) from None


def rescue(path: Path, refuge: Path) -> Opened:
    """A new save with every action of a damaged one up to the first that cannot be read. Raises BadFile: nothing can."""
    with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
        copy = Path(folder) / path.name
        _bring(path, copy)
        db = sqlite3.connect(copy, isolation_level=None)
        db.execute(
            "PRAGMA writable_schema = ON"
        )  # else SQLite will not look into a file shorter than it should be
        try:
            found = _gather(db, path)
        finally:
            db.close()
    save = SaveFile.create(free_name(refuge, f"{path.stem}-rescued"), *found)
    text = say(
        "{file} is damaged. It was left as it is; the first {n} actions of the game could be read and were brought over "
        "into {copy}.",
        file=str(path),
        n=len(found[0].rows),
        copy=str(save.path),
    )
    return save, save.read(), (text,)


def _gather(db: sqlite3.Connection, path: Path) -> tuple[Contents, dict[int, bytes]]:
    """What can be read of a damaged save, piece by piece, and its packed positions by node."""
    nothing = BadFile(
        "this saved game is damaged, and nothing in it can be read. It was left as it is.", str(path)
    )
    header = _header(db)
    start = _one(db, "SELECT state FROM snapshots WHERE node = 0")
    if header is None or start is None:
        raise nothing
    try:
        snapshots = {0: zlib.decompress(start)}
    except zlib.error:
        raise nothing from None
    rows: list[Row] = []
    while (row := _row(db, len(rows) + 1)) is not None:
        rows.append(row)
    for node in range(1, len(rows) + 1):
        state = _one(
            db, "SELECT state FROM snapshots WHERE node = ? AND rules_version = ?", node, header.rules_version
        )
        if state is not None:
            try:
                snapshots[node] = zlib.decompress(state)
            except zlib.error:
                continue
    told = _one(db, "SELECT value FROM meta WHERE key = 'opening'")
    try:
        opening = msgspec.json.decode(told or "[]", type=tuple[Told, ...])
    except msgspec.MsgspecError:
        opening = ()
    here = _one(db, "SELECT value FROM meta WHERE key = 'here'")
    stand = int(here) if isinstance(here, str) and here.isdecimal() else len(rows)
    contents = Contents(header=header, opening=opening, rows=tuple(rows), here=min(stand, len(rows)))
    return contents, snapshots


def _one(db: sqlite3.Connection, query: str, *values: Any) -> Any:
    """The first value of a query, or None when there is none or it cannot be read."""
    try:
        row = db.execute(query, values).fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    return row[0] if row else None


def _header(db: sqlite3.Connection) -> SaveHeader | None:
    text = _one(db, "SELECT value FROM meta WHERE key = 'header'")
    if not isinstance(text, str):
        return None
    try:
        found: SaveHeader = convert(parse_json(text), SaveHeader)
    except BadFile:
        return None
    return found


def _row(db: sqlite3.Connection, node: int) -> Row | None:
    try:
        found = db.execute("SELECT parent, record, auto FROM records WHERE node = ?", (node,)).fetchone()
        if found is None:
            return None
        parent, record, auto = found
        row = Row(node, parent, msgspec.json.decode(record, type=Record), bool(auto))
    except (sqlite3.Error, msgspec.MsgspecError, UnicodeDecodeError, TypeError):
        return None
    return row if type(parent) is int and 0 <= parent < node else None
