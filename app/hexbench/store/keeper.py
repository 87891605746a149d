"""Whether an open save still is the file that was opened: the same one on the disk, under its name, as we left it.

A program that synchronises folders puts another file in its place; a person moves it away; a disk is pulled out. SQLite goes on
writing into what it has open and tells nobody. So before and after every transaction the file under the name is held against
the one that was opened: device, number, links, size and its first hundred bytes, in which SQLite counts the changes.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

from hexbench.engine.values import Say, say
from hexbench.store import customs
from hexbench.store.database import APPLICATION, MAGIC, why_not
from hexbench.store.strict import BadFile, CannotWrite

_HEAD = 100
"""Bytes of SQLite's own head of a file."""


class Lost(CannotWrite):
    """The file of an open game is not there any more, or is another. ``say`` is the sentence that can be translated."""

    def __init__(self, text: Say, path: Path) -> None:
        self.say = text
        super().__init__(str(text), str(path))


Mark = tuple[int, int, int, bytes]
"""Device, number, size and head of a file."""


class Keeper:
    """Watches one file from when it is made, until it is let go of.

    It reads through a descriptor of its own, which it keeps: to open a file anew and close it again would drop SQLite's lock on
    it, for POSIX drops the locks of a process with the first descriptor that is closed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._gone: Lost | None = None
        self._handle = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
        self._known = self._mark()
        if self._known is not None:
            customs.HELD.setdefault(self._known[:2], self._handle)

    def close(self) -> None:
        """Let go. After SQLite has."""
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
        """What tells the file from any other and from an earlier or later self; None: there is none of that name."""
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
            return say("The folder of this game is gone: it was removed, or its disk was taken away.")
        if now[:2] != was[:2]:
            return say(
                "Another file was put in the place of this game: a program that synchronises folders may do that."
            )
        if now[2] < was[2]:
            return say("The file of this game was cut off by another program.")
        return say("The file of this game was changed by another program.")

    def check(self) -> None:
        """Before a transaction. Raises Lost."""
        found = self.look()
        if found is not None:
            raise found

    def confirm(self) -> None:
        """After a transaction: the same file must be there, and hold what was written. Raises Lost, from then on for good."""
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
    """Make sure that a file may be put in a place, and keep others from opening what stands there meanwhile.

    Raises CannotWrite when a game is open there in another window, and for anything that is no saved game of ours.
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
        raise CannotWrite(fault.reason, str(path)) from None
    if not ours:
        raise CannotWrite(
            "there is a file of this name that is no saved game. It was left as it is.", str(path)
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
