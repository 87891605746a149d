"""What may happen to the file of a game while it is open, and what the player is told of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path


def removed(path: Path) -> None:
    path.unlink()


def renamed(path: Path) -> None:
    path.rename(path.with_name("other.hexgame"))


def replaced(path: Path) -> None:
    """As a program does that synchronises folders: a copy beside it takes its name."""
    part = path.with_name("part")
    shutil.copyfile(path, part)
    part.replace(path)


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 4096)


def emptied(path: Path) -> None:
    os.truncate(path, 0)


def grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(bytes(4096))


def overwritten(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"something else altogether" * 4)


def moved_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def made_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DEEDS: dict[Callable[[Path], None], str] = {
    removed: "gone",
    renamed: "gone",
    replaced: "replaced by another file",
    truncated: "cut short",
    emptied: "cut short",
    grown: "changed by another",
    overwritten: "changed by another",
    moved_folder: "folder of this game is gone",
    made_a_folder: "gone",
}
"""What is done -> words of what is told."""
