"""A folder of data as the product has it, with the toy games in it, for tests of whoever opens files."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any, cast

import msgspec

from hexbench.engine.rules import GameDef
from hexbench.session.library import Library
from hexbench.store import canon
from hexbench.store.paths import Places, find_places
from tests.toys.ridge import game as ridge
from tests.toys.ridge import ground as ridge_ground

RIDGE = cast("GameDef", ridge.RidgeGame())
OPENING = {"seed": 7}


def write_data(folder: Path) -> Path:
    """Write ``resources`` and ``scenarios`` with Ridge in them below a folder."""
    home = folder / "resources" / "games" / "ridge"
    home.mkdir(parents=True)
    for name in ("tables.toml", "rules.md"):
        shutil.copyfile(ridge.HERE / name, home / name)
    (home / "palette.toml").write_text('[counters]\nred = "#aa0000"\n', encoding="utf-8")
    canon.write(folder / "resources" / "maps" / "ridge.json", ridge_ground.sheet())
    for path in sorted((ridge.HERE / "scenarios").glob("*.toml")):
        canon.write(folder / "scenarios" / "ridge" / f"{path.stem}.json", scenario(path.stem))
    return folder


def scenario(name: str) -> dict[str, Any]:
    """A scenario file of Ridge as data."""
    inner = tomllib.loads((ridge.HERE / "scenarios" / f"{name}.toml").read_text(encoding="utf-8"))
    return {
        "format": "hexbench-scenario",
        "version": 1,
        "game": "ridge",
        "name": name,
        "title": inner["title"],
        "map": "ridge",
        "source": "rules",
        "scenario": inner,
    }


def library(folder: Path) -> Library:
    """A catalogue over such a folder; the player's home is beside it."""
    return Library((RIDGE,), places(folder))


def places(folder: Path) -> Places:
    """The folders of a run."""
    return find_places({"HEXBENCH_DATA": str(folder), "HEXBENCH_HOME": str(folder / "home")})


def position(state: Any) -> dict[str, Any]:
    """A whole state as the data of a position."""
    found: dict[str, Any] = msgspec.to_builtins(state)
    return found
