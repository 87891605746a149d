"""The versions and licences of the program and its parts, for `hexbench --version`, About and the details of a fault."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench import __version__
from hexbench.store import database

if TYPE_CHECKING:
    from importlib.metadata import Distribution

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
"""The libraries a fault may come from; the last two are only needed for maps."""
_CALLED = {"PySide6-Essentials": ("PySide6",)}
"""Other names of a package: Debian has all of it in one."""
_INSIDE = ("cffi",)
"""What one of them brings along: irrelevant to a fault, but with a licence of its own."""
_BEHIND = "licences"
"""The folder beside a frozen program with the texts for everything it contains, a folder for each (packaging/bill.py)."""


class Part(NamedTuple):
    """A part of the program, and its licence."""

    name: str
    version: str
    licence: str
    text: str
    """The text of the licence, or several texts one after another; empty: it came without one."""


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
    found = ((name, _distribution(name)) for name in LIBRARIES)
    return tuple((name, dist.version) for name, dist in found if dist is not None)


def _distribution(name: str) -> Distribution | None:
    """The package of a library, by the name it has on this system; None: it is not installed, or has no metadata."""
    from importlib import metadata  # it imports the standard library's e-mail package, which no start needs

    for called in (name, *_CALLED.get(name, ())):
        try:
            return metadata.distribution(called)
        except metadata.PackageNotFoundError:
            continue
    return None


def licences(resources: Path) -> tuple[Part, ...]:
    """All parts with their licences: ours first, then Qt and the fonts, the libraries, and what a frozen program contains."""
    qt = dict(libraries()).get("PySide6-Essentials", "")
    texts = _joined(resources / "licences", "LGPL*", "GPL*", "Qt*")
    found = [
        Part("Hexbench", __version__, "MIT", _ours(resources)),
        Part("Qt, Qt for Python (PySide6, Shiboken6)", qt, "LGPL-3.0-only", texts),
        Part("IBM Plex Sans Condensed", "", "OFL-1.1", _joined(resources / "fonts", "*LICENSE*")),
    ]
    for name in (*LIBRARIES[1:], *_INSIDE):
        dist = _distribution(name)
        if dist is None:
            continue
        head = dist.metadata
        said = [head[key] for key in ("License-Expression", "License") if key in head]
        licence = next((text.strip().split("\n")[0] for text in said if text.strip()), "")
        files = head.get_all("License-File") or ()
        found.append(
            Part(name, dist.version, licence, _one_after_another(_text(dist, file) for file in files))
        )
    return (*found, *_frozen(tuple(part.name.casefold() for part in found)))


def _ours(resources: Path) -> str:
    """Our licence and the notices, from the package or from a checkout."""
    root, names = resources.parent, ("LICENSE", "NOTICE.md")
    if (root / "pyproject.toml").is_file():
        return _joined(root, *names)
    dist = _distribution("hexbench")
    return "" if dist is None else _one_after_another(_text(dist, name) for name in names)


def _text(dist: Distribution, file: str) -> str:
    """The text of a licence: newer packages keep them in a folder of their own."""
    return dist.read_text(f"licenses/{file}") or dist.read_text(file) or ""


def _joined(folder: Path, *patterns: str) -> str:
    files = [file for pattern in patterns for file in sorted(folder.glob(pattern)) if file.is_file()]
    return _one_after_another(file.read_text(encoding="utf-8") for file in files)


def _one_after_another(texts: Iterable[str]) -> str:
    return f"\n\n{'=' * 72}\n\n".join(text.strip("\n") for text in texts if text.strip())


def _frozen(told: tuple[str, ...]) -> tuple[Part, ...]:
    """What a frozen program contains besides: Python, and libraries of the system it was made on."""
    folder = Path(sys.executable).parent / _BEHIND
    if not getattr(sys, "frozen", False) or not folder.is_dir():
        return ()
    return tuple(
        Part(place.name, "", "", _joined(place, "*"))
        for place in sorted(folder.iterdir())
        if place.is_dir() and place.name != "Qt" and place.name.casefold() not in told
    )
