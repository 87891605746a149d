"""Where things are: what ships with the program, and what belongs to the player."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import msgspec
from platformdirs import PlatformDirs

from hexbench.store.strict import BadFile

_PACKAGE = Path(__file__).resolve().parents[1]
DRAFT: Final = ".draft"
"""The ending of the journals of open documents."""


class Places(msgspec.Struct, frozen=True):
    """The folders of one run. ``resources`` and ``scenarios`` are only read, ``config`` and ``data`` are the player's."""

    resources: Path
    scenarios: Path
    config: Path
    data: Path
    cache: Path = Path()
    """What can be made again at any time; if not given, beside the player's data."""

    def __post_init__(self) -> None:
        if self.cache == Path():
            msgspec.structs.force_setattr(self, "cache", self.data / "cache")

    @property
    def games(self) -> Path:
        """Where games are saved as they are played."""
        return self.data / "games"

    @property
    def maps(self) -> Path:
        """The player's own maps."""
        return self.data / "maps"

    @property
    def drafts(self) -> Path:
        """What is being edited and not saved yet."""
        return self.data / "drafts"


def find_places(environ: dict[str, str] | None = None) -> Places:
    """The folders of this run.

    ``HEXBENCH_DATA`` names a folder that contains ``resources`` and ``scenarios``; otherwise they are looked for in
    the installed package, beside a frozen program and in the checkout. ``HEXBENCH_HOME`` names the player's folder;
    otherwise the system's usual places are used (XDG, %LOCALAPPDATA%, ~/Library). Raises BadFile if the program's own
    data cannot be found.
    """
    env = dict(os.environ) if environ is None else environ
    shipped = _shipped(env)
    home = env.get("HEXBENCH_HOME")
    if home:
        config = data = Path(home).expanduser()
        cache = data / "cache"
    else:
        # By default the name of an author is added as a folder on Windows.
        usual = PlatformDirs("hexbench", appauthor=False)
        config = _absolute(usual.user_config_path, ".config")
        data = _absolute(usual.user_data_path, ".local/share")
        cache = _absolute(usual.user_cache_path, ".cache")
    return Places(shipped / "resources", shipped / "scenarios", config, data, cache)


def _absolute(found: Path, fallback: str) -> Path:
    """A relative XDG folder is invalid and counts as unset, as that standard says; older platformdirs accept it."""
    return found if found.is_absolute() else Path.home() / fallback / "hexbench"


def _shipped(env: dict[str, str]) -> Path:
    named = env.get("HEXBENCH_DATA")
    if named:
        found = Path(named).expanduser()
        if not (found / "resources").is_dir():
            raise BadFile(
                "HEXBENCH_DATA names this folder, but it contains no folder called resources.", str(found)
            )
        return found
    # The package first: with `pip install --target` its parents may contain an unrelated folder `resources`. For the
    # same reason two folders up count only if they are our checkout.
    candidates = [_PACKAGE / "data", Path(getattr(sys, "_MEIPASS", _PACKAGE))]
    if _PACKAGE.parent.name == "app" and (_PACKAGE.parents[1] / "pyproject.toml").is_file():
        candidates.append(_PACKAGE.parents[1])
    for found in candidates:
        if (found / "resources" / "games").is_dir():
            return found
    raise BadFile("The program's own data (the folder resources) is missing; reinstall Hexbench.")
