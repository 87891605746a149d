"""The yard as files: a whole installation with one small game in it, made in a folder of the test's own."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec

from hexbench.engine.rules import GameDef
from hexbench.session.library import Library
from hexbench.store.paths import Places
from tests.ui.yard.game import Yard, men
from tests.ui.yard.pieces import yard_atlas

ROOT = Path(__file__).resolve().parents[3]
RULES = """# The Yard

A small game for the tests of the desktop.

## Y0 Sequence
- **Y0.1** Phases are played in their order.

## Y1 Units
- **Y1.1** Only units that are there can act.
- **Y1.2** A side acts with its own units.
- **Y1.3** A unit acts once in a phase [Y0.1].
- **Y1.4** Units beside the map are placed, not moved [Y4.1].
- **Y1.5** A unit without a movement factor stays where it is.

## Y2 Movement
- **Y2.1** A unit spends movement points on the hexes it enters.
- **Y2.2** No unit enters a hex that holds an enemy.
  > Not even to pass through.

## Y3 Stacking
- **Y3.1** Two units at most stand in one hex.

## Y4 Set-up
- **Y4.1** Units of the tray are placed within three columns of the west rim.

## Y5 Bridges
- **Y5.1** One bridge a turn. _inferred_

## Y6 Luck
- **Y6.1** A die is added to a side's luck.

## Y7 Plans
- **Y7.1** A side may choose a plan in secret.

## Y8 Digging in
- **Y8.1** A unit that digs in is harder to hit. _not testable: nobody is hit in the yard_

## Y9 Score
- **Y9.1** Units are counted.
"""
PALETTE = """
[side.red]
ground = "#8c2f2b"
ink = "#ffffff"
frame = "cut"
emblem = "star"

[side.blue]
ground = "#2b4f8c"
ink = "#ffffff"
frame = "round"
emblem = "cross"

[counter.red]
ground = "#d98f84"
ink = "#26100d"
field = "#f6dcd7"

[counter.blue]
ground = "#93aede"
ink = "#0d1526"
field = "#dde7f8"
"""


def make_house(folder: Path) -> Places:
    """Write the installation; the player's own folders are beside it."""
    resources, scenarios = folder / "resources", folder / "scenarios"
    for name, text in _files().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text)
    for name in ("fonts", "palettes"):
        (resources / name).symlink_to(ROOT / "resources" / name)
    return Places(resources, scenarios, folder / "home", folder / "home")


@cache
def _files() -> dict[str, bytes]:
    """The files of the installation, made once for all tests: name -> what is in it."""
    head = {
        "version": 1,
        "game": "yard",
        "map": "yard",
        "blurb": "Red comes from the west, Blue holds the mill.",
    }
    out = {
        "resources/maps/yard.json": _json(msgspec.to_builtins(yard_atlas().sheet)),
        "resources/games/yard/rules.md": RULES.encode(),
        "resources/games/yard/palette.toml": PALETTE.encode(),
        "resources/games/yard/tables.toml": b'format = "hexbench-tables"\nversion = 1\ngame = "yard"\n',
    }
    for order, (name, title, tray, source) in enumerate(
        (("meeting", "Meeting at the gate", False, "rules"), ("muster", "The muster", True, "reconstruction"))
    ):
        scenario = {
            "units": [{"id": uid, **msgspec.to_builtins(man)} for uid, man in men(tray).items()],
            "phase": "place" if tray else "move",
        }
        out[f"scenarios/yard/{name}.json"] = _json(
            {
                "format": "hexbench-scenario", "name": name, "title": title, "source": source, "order": order,
                "first_turn": "Turn 1", "last_turn": "Turn 4", "scenario": scenario, **head,
                **({"provenance": "drawn for the tests"} if tray else {}),
            }
        )  # fmt: skip
    units = {uid: msgspec.to_builtins(man) for uid, man in men().items()}
    out["scenarios/yard/second_turn.json"] = _json(
        {
            "format": "hexbench-position", "name": "second_turn", "title": "The second turn", "source": "rules",
            "order": 9, "first_turn": "Turn 2", "position": {"units": units, "turn": 2, "phase": "move"}, **head,
        }
    )  # fmt: skip
    return out


def make_catalogue(folder: Path) -> Library:
    """The yard's catalogue over such an installation."""
    return Library([cast("GameDef", Yard())], make_house(folder))


def _json(value: Any) -> bytes:
    return json.dumps(value, indent=1).encode()
