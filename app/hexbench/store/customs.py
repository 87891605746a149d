"""The customs post: everything from outside passes here, and nothing larger, deeper or longer than our own files can be.

A file is read only if it is a regular file, and never past its limit, whatever its size says; packed data are
unpacked and copies made only up to a limit. Everything that does not pass is reported in one sentence, and no
sentence repeats more than eighty characters of what was given, or a line break, or a character that a terminal or a
label would interpret.
"""

from __future__ import annotations

import contextlib
import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from hexbench.engine.values import Say, say

SUFFIX = ".hexgame"
"""The ending of saved games, here so that it is known without loading what reads them."""
LARGEST = 64 * 2**20
"""The most bytes of a file that is read as a whole."""
LARGEST_SAVE = 512 * 2**20
"""The most bytes of a saved game: a thousand times the longest one played."""
LARGEST_TOML = 2**20
"""The most bytes of TOML; its reader is slow, and none of our tables has a tenth of this."""
LARGEST_STATE = 16 * 2**20
"""The most bytes of one position after unpacking."""
DEEPEST = 60
"""The deepest nesting of lists and objects."""
MOST = 1_000_000
"""The most values in one text: forty times those of the largest map that ships."""
_ECHO = 80
"""The most characters of what was given that a sentence repeats."""
LONGEST_SENTENCE = 1000
LONGEST_NAME = 300
"""The most characters of a file's name that a sentence repeats: names are the player's own and may be long."""

HELD: dict[tuple[int, int], int] = {}
"""(device, inode) of a saved game that this process has open -> a descriptor of it. POSIX drops a process's locks on
a file as soon as it closes any descriptor of that file: so such a file is read through this one and never opened a
second time.
"""

Keys = tuple[str | int, ...]
"""The path to a value: names of keys and indices in lists, from the outside in."""


class BadFile(Exception):
    """A file, or something read from one, that cannot be used. ``str()`` is one sentence for a person to read.

    ``file`` is its name, ``where`` the path to the key (``units["G-1"].at``), ``keys`` the same as data, ``reason``
    the sentence without either; ``because`` is the same sentence as it was given: one that can be translated, or
    plain text.
    """

    def __init__(self, reason: Say | str, file: str = "", where: str = "", keys: Keys = ()) -> None:
        self.reason = brief(str(reason), LONGEST_SENTENCE)
        self.because: Say | str = reason if isinstance(reason, Say) else self.reason
        self.file = file
        self.where = brief(where, LONGEST_NAME)
        self.keys = keys
        super().__init__(self.told(self.reason))

    def told(self, reason: str) -> str:
        """The whole sentence with its place, for ``reason`` in whatever language."""
        place = ", ".join(part for part in (brief(self.file, LONGEST_NAME), self.where) if part)
        return f"{place}: {reason}" if place else reason[:1].upper() + reason[1:]


class CannotWrite(BadFile):
    """A file that could not be written. What was there before is still there."""


# ---- words
def brief(text: str, most: int = _ECHO) -> str:
    """Given text as a sentence may repeat it: on one line, of printable characters, and not too long."""
    if len(text) > most:
        text = text[: most - 3] + "..."
    if text.isprintable():
        return text
    text = text.encode(errors="backslashreplace").decode()  # unpaired surrogates, which cannot be printed
    return "".join(c if c.isprintable() else " " for c in text)


# ---- files
def head(path: Path, length: int) -> bytes:
    """The first bytes of a regular file. Raises BadFile."""
    return _read(path, length)


def take(path: Path, most: int = LARGEST) -> bytes:
    """All of a regular file, which may have up to ``most`` bytes. Raises BadFile."""
    data = _read(path, most + 1)
    if len(data) > most:
        raise BadFile(say("this file is too large to be a Hexbench file."), str(path))
    return data


def bring(path: Path, copy: Path, most: int = LARGEST_SAVE) -> None:
    """Copy a regular file to another place, or copy nothing. Raises BadFile; for a fault in writing OSError."""
    left = most
    with _source(path) as source, copy.open("wb") as target:
        while left >= 0 and (piece := source.read(1 << 20)):
            left -= len(piece)
            target.write(piece)
    if left < 0:
        copy.unlink(missing_ok=True)
        raise BadFile(say("this file is too large to be a Hexbench file."), str(path))


def _read(path: Path, length: int) -> bytes:
    with _source(path) as file:
        try:
            return file.read(length)
        except OSError as fault:
            raise _unreadable(path, fault) from None


@contextlib.contextmanager
def _source(path: Path) -> Iterator[BinaryIO]:
    """A regular file from its beginning; one that this process holds stays open."""
    handle, held = _open(path)
    with os.fdopen(handle, "rb", closefd=not held) as file:
        if held:
            file.seek(0)
        yield file


def _open(path: Path) -> tuple[int, bool]:
    """A descriptor of a regular file, and whether this process holds it. A pipe is not waited for, and no device is touched."""
    file = str(path)
    try:
        found = path.stat()
        kind = found.st_mode
        if stat.S_ISDIR(kind):
            raise BadFile(say("this is a folder, not a file."), file)
        if not stat.S_ISREG(kind):
            raise BadFile(say("this is a device or a pipe, not a file."), file)
        if (found.st_dev, found.st_ino) in HELD:
            return HELD[found.st_dev, found.st_ino], True
        flags = os.O_RDONLY
        for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
            flags |= getattr(os, name, 0)
        handle = os.open(path, flags)
    except OSError as fault:
        raise _unreadable(path, fault) from None
    except ValueError:  # a NUL in its name
        raise BadFile(say("this is not a valid file name."), file) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):  # replaced since it was checked
        with contextlib.suppress(OSError):
            os.close(handle)
        raise BadFile(say("this is a device or a pipe, not a file."), file)
    return handle, False


def _unreadable(path: Path, fault: OSError) -> BadFile:
    file = str(path)
    if isinstance(fault, FileNotFoundError | NotADirectoryError):
        return BadFile(say("there is no such file."), file)
    if isinstance(fault, IsADirectoryError):
        return BadFile(say("this is a folder, not a file."), file)
    if isinstance(fault, PermissionError):
        return BadFile(say("there is no permission to read this file."), file)
    return BadFile(say("this file could not be read ({why}).", why=str(fault.strerror)), file)


# ---- contents
def inflate(data: bytes, most: int = LARGEST_STATE) -> bytes:
    """What zlib compressed, up to ``most`` bytes. Raises zlib.error, also for more than that and for data that end too early."""
    if not isinstance(data, bytes):
        raise zlib.error("these are no bytes")
    work = zlib.decompressobj()
    out = work.decompress(data, most)
    if work.unconsumed_tail or not work.eof:
        raise zlib.error("too much, or not all of it")
    return out


def count(text: str, file: str = "") -> None:
    """Raise BadFile for text that could hold more values than any of our files; they are counted before any of them is made."""
    if text.count(",") + text.count("[") + text.count("{") > MOST:
        raise BadFile(say("this contains more than any Hexbench file does."), file)


def measure(raw: Any, file: str = "") -> None:
    """Raise BadFile for plain values that are nested too deeply or too many."""
    todo: list[tuple[int, Any]] = [(1, raw)]
    seen = 0
    while todo:
        deep, value = todo.pop()
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        seen += len(inner)
        if deep > DEEPEST:
            raise BadFile(say("this is nested too deeply to be a Hexbench file."), file)
        if seen > MOST:
            raise BadFile(say("this contains more than any Hexbench file does."), file)
        todo += [(deep + 1, one) for one in inner if isinstance(one, dict | list)]
