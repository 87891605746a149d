"""A folder of data as the product has it, with the toy games in it, for tests of whoever opens files."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any, cast

import msgspec

from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.rules import GameDef
from hexbench.engine.values import Action, action_of
from hexbench.session.library import Library
from hexbench.session.opening import open_new
from hexbench.session.session import Session
from hexbench.store import canon
from hexbench.store.paths import Places, find_places
from hexbench.study.playout import Chance
from tests.toys.ridge import game as ridge
from tests.toys.ridge import ground as ridge_ground

RIDGE = cast("GameDef", ridge.RidgeGame())


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


def open_ridge(library: Library, scenario: str = "meeting", seed: int = 3, **options: Any) -> Session:
    """A new game of Ridge, saved as it is played."""
    return open_new(library, "ridge", scenario, options, seed)


def play(session: Session, actions: int, seed: int = 1) -> int:
    """Play at random, in study mode from the beginning again when a game is over; returns the actions done."""
    chance, opponent = Chance(seed), RandomOpponent()
    for _ in range(actions):
        side = session.decider
        if side is None:
            session.set_study(True, session.rules.sides)
            session.go(0)
            side = session.decider
        action, _ = opponent.choose(session.seat(side), chance)
        session.do(action)
    return actions


def move(session: Session) -> Action:
    """Some move of the side that decides, which carries no barrier in Ridge."""
    seat = session.seat(session.decider)
    offer = next(o for o in seat.prompt.offers if o.verb == "move")
    for unit in offer.subjects:
        targets = seat.targets("move", (unit,))
        if targets:
            return action_of("move", (unit,), targets[0])
    raise AssertionError("nobody can move")


END = Action("end_movement")
"""Ends the movement of a side in Ridge, without dice."""
