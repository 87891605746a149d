"""Which versions of what this is, for `hexbench --version`, About and the details of a fault."""

from __future__ import annotations

import platform
from importlib import metadata
from typing import Final

from hexbench import __version__
from hexbench.store import database

SAVES: Final = database.VERSION
"""The format of saved games."""
LIBRARIES: Final = (
    "PySide6-Essentials",
    "numpy",
    "msgspec",
    "cryptography",
    "platformdirs",
    "networkx",
    "shapely",
)
"""What a fault may come from; the last two are installed for maps only."""


def versions() -> tuple[tuple[str, str], ...]:
    """(name, version) of the program, Python, the format of saved games, and each library that is installed."""
    return (
        ("Hexbench", __version__),
        ("Python", platform.python_version()),
        ("Saved games", f"format {SAVES}"),
        *libraries(),
    )


def libraries() -> tuple[tuple[str, str], ...]:
    """(name, version) of each library that is installed."""
    found = []
    for name in LIBRARIES:
        try:
            found.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:  # not there, or a system's package that carries no metadata
            continue
    return tuple(found)
