"""A saved game that comes from elsewhere is first read from end to end by a worker, so that no trick in it reaches us."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec

from hexbench.store import customs, words, worker
from hexbench.store.database import check_is_save
from hexbench.store.strict import BadFile


def vet(path: Path) -> None:
    """Raises BadFile for a save that wants more time or memory than any game does; damaged ones are no business of this."""
    check_is_save(path)
    with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
        copy = Path(folder) / "foreign.hexgame"
        try:
            customs.bring(path, copy)
        except OSError as fault:
            raise BadFile(f"this file could not be read ({fault.strerror}).", str(path)) from None
        # Its words are said before it is looked into; a game that nobody could unlock holds nothing that reaches us.
        worker.ask(_read, str(copy), folder, words.lend(), file=str(path))


def _read(copy: str, refuge: str, keys: dict[str, bytes]) -> bytes:
    """In the worker: everything that opening will do, and every position as plain values besides."""
    from hexbench.store.rescue import open_save

    words.borrow(keys)
    try:
        save, contents, _ = open_save(Path(copy), Path(refuge))
    except BadFile:
        return b""  # whoever opens it says so in his own words
    try:
        for node in contents.snapshots:
            found = save.state(node)
            if found is not None:
                msgspec.msgpack.decode(found[1])
    except (BadFile, msgspec.MsgspecError, ValueError, RecursionError):
        return b""
    finally:
        save.close()
    return b"read"
