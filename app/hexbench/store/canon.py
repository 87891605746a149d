"""Canonical output: the same value always gives the same bytes, one unit or hex per line, so that versions compare well.

Keys are sorted. A list of plain values is on one line, and so is an object if it is short or a record of plain values
of several types; a list of objects and any other object give each item its own line. Files are replaced as a whole or
not at all.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from hexbench.engine.values import Say, say
from hexbench.store.strict import CannotWrite

_SHORT = 100


def dumps(value: Any) -> str:
    """Canonical JSON text of plain values or msgspec structs, ending in a line break."""
    return _text(msgspec.to_builtins(value, str_keys=True), 0, True) + "\n"


def _text(value: Any, depth: int, open_up: bool = False) -> str:
    if isinstance(value, dict) and value:
        if not open_up and (line := _record(value, depth)) is not None:
            return line
        inner = [f"{_plain(str(key))}: {_text(value[key], depth + 1)}" for key in sorted(value)]
        return _lines("{", inner, "}", depth)
    if isinstance(value, list | tuple) and any(isinstance(item, dict | list | tuple) for item in value):
        return _lines("[", [_text(item, depth + 1) for item in value], "]", depth)
    return _plain(value)


def _record(value: dict[str, Any], depth: int) -> str | None:
    """An object on one line if something in it is plain, nothing in it is deep, and it is short or a unit. Otherwise None."""
    inner = list(value.values())
    deep = [x for x in inner if isinstance(x, dict | list | tuple)]
    if len(deep) == len(inner) or any(_height(x) > 2 for x in deep):
        return None
    line = _plain(value)
    unit = depth > 1 and not any(isinstance(x, dict) for x in deep) and len({type(x) for x in inner}) > 1
    return line if unit or len(line) <= _SHORT else None


def _height(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_height, value.values()), default=0)
    if isinstance(value, list | tuple):
        return 1 + max(map(_height, value), default=0)
    return 0


def _lines(opening: str, inner: list[str], closing: str, depth: int) -> str:
    pad = "  " * (depth + 1)
    return opening + "\n" + ",\n".join(pad + line for line in inner) + "\n" + "  " * depth + closing


_plain = json.JSONEncoder(ensure_ascii=False, sort_keys=True, allow_nan=False).encode
"""One encoder for all: :func:`json.dumps` would make a new one for each of the thousands of lines of a map."""


def write(path: Path, value: Any) -> None:
    """Write canonical JSON to a file, as a whole or not at all. Raises CannotWrite, and then leaves the old file untouched."""
    write_text(path, dumps(value))


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text to a file, as a whole or not at all. Raises CannotWrite, and then leaves the old file untouched."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write bytes to a file, as a whole or not at all: to a temporary file beside it, synced, which then replaces it."""
    temporary = ""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise CannotWrite(
                say("there is a device or pipe with this name. It was left unchanged."), str(path)
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # A temporary file belongs to its owner alone; the new file keeps the permissions of the old one.
        Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        Path(temporary).replace(path)
        _sync_folder(path.parent)
    except (OSError, ValueError) as fault:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink(missing_ok=True)
        raise cannot_write(path, fault if isinstance(fault, OSError) else OSError(36, "")) from None


def cannot_write(path: Path, fault: OSError) -> CannotWrite:
    """The sentence for a file that the system did not let us write."""
    why: Say | str
    if isinstance(fault, PermissionError) or fault.errno == 30:  # EROFS: the whole disk is read-only
        why = say("this folder is read-only")
    elif isinstance(fault, FileExistsError | NotADirectoryError):
        why = say("a file is in the way where a folder is needed")
    elif isinstance(fault, IsADirectoryError):
        why = say("a folder with this name is in the way")
    elif fault.errno == 36:  # ENAMETOOLONG, and names containing a NUL
        why = say("this is not a valid file name")
    elif fault.errno == 28:  # ENOSPC
        why = say("the disk is full")
    else:
        why = fault.strerror or str(fault)
    return CannotWrite(
        say("this could not be written: {why}. Nothing was lost; save it somewhere else.", why=why),
        str(path),
    )


def _sync_folder(folder: Path) -> None:
    """Make the new name itself survive a power cut, if the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
