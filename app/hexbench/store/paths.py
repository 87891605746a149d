"""Where things are: what ships with the program, and what belongs to the player."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from hexbench.store.strict import BadFile

_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Places:
    """The folders of one run. ``resources`` and ``scenarios`` are read, ``config`` and ``data`` are the player's."""

    resources: Path
    scenarios: Path
    config: Path
    data: Path

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

    ``HEXBENCH_DATA`` names a folder that holds ``resources`` and ``scenarios``; else they are looked for in the
    checkout, in the installed package and beside a frozen program. ``HEXBENCH_HOME`` names the player's folder; else
    the desktop's usual places (XDG) are used. Raises BadFile when the program's own data are nowhere.
    """
    env = dict(os.environ) if environ is None else environ
    shipped = _shipped(env)
    home = env.get("HEXBENCH_HOME")
    if home:
        config = data = Path(home).expanduser()
    else:
        config = _xdg(env, "XDG_CONFIG_HOME", ".config") / "hexbench"
        data = _xdg(env, "XDG_DATA_HOME", ".local/share") / "hexbench"
    return Places(shipped / "resources", shipped / "scenarios", config, data)


def _shipped(env: dict[str, str]) -> Path:
    named = env.get("HEXBENCH_DATA")
    if named:
        found = Path(named).expanduser()
        if not (found / "resources").is_dir():
            raise BadFile(
                "HEXBENCH_DATA names this folder, and there is no folder resources in it.", str(found)
            )
        return found
    candidates = (
        _PACKAGE.parents[1],
        _PACKAGE / "data",
        Path(getattr(sys, "_MEIPASS", _PACKAGE)),
        Path(sys.prefix) / "share" / "hexbench",
    )
    for found in candidates:
        if (found / "resources").is_dir():
            return found
    raise BadFile("The program's own data (the folder resources) are missing; install Hexbench again.")


def _xdg(env: dict[str, str], name: str, fallback: str) -> Path:
    """An XDG base folder; a relative value is invalid and counts as unset, as that standard says."""
    value = env.get(name, "")
    if value and Path(value).is_absolute():
        return Path(value)
    return Path(env.get("HOME") or Path.home()) / fallback
