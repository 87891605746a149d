"""The tables, map and scenario that ship with the game, read once for the tests."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.games.tigers.game import GAME
from hexbench.games.tigers.rules import TgRules
from hexbench.games.tigers.setup import Scenario
from hexbench.games.tigers.tables import Tables

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "resources/games/tigers/tables.toml"
RAW: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def decode(raw: dict[str, Any]) -> Tables:
    """Decode as strictly as the store does, the header left out."""
    body = {key: value for key, value in raw.items() if key not in ("format", "version", "game")}
    return msgspec.convert(body, Tables, strict=True)


TABLES = decode(RAW)
SHEET = msgspec.json.decode((ROOT / "resources/maps/tigers.json").read_bytes(), type=MapSheet, strict=True)


@cache
def rules(**options: Any) -> TgRules:
    """The game on its own map."""
    return GAME.open(Atlas(SHEET), TABLES, GAME.Options(**options))


@cache
def scenario(name: str = "campaign") -> Scenario:
    """A scenario as its file gives it."""
    raw = json.loads((ROOT / f"scenarios/tigers/{name}.json").read_text(encoding="utf-8"))
    return msgspec.convert(raw["scenario"], Scenario, strict=True)
