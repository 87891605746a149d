"""The tables that ship with the game, read once for the tests."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.games.iron_tide.game import GAME
from hexbench.games.iron_tide.rules import ItRules, Options
from hexbench.games.iron_tide.tables import Tables

FILE = Path(__file__).resolve().parents[3] / "resources/games/iron_tide/tables.toml"
RAW: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def decode(raw: dict[str, Any]) -> Tables:
    """Decode as strictly as the store does."""
    return msgspec.convert(raw, Tables, strict=True)


TABLES = decode(RAW)


def whole_map() -> ItRules:
    """The game on its own map."""
    path = FILE.parents[2] / "maps/iron_tide.json"
    return GAME.open(Atlas(msgspec.json.decode(path.read_bytes(), type=MapSheet)), TABLES, Options())
