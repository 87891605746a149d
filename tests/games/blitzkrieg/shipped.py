"""The tables and the map that ship with the game, read once for the tests."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.games.blitzkrieg.game import GAME
from hexbench.games.blitzkrieg.rules import BkRules
from hexbench.games.blitzkrieg.tables import Tables

RESOURCES = Path(__file__).resolve().parents[3] / "resources"
FILE = RESOURCES / "games/blitzkrieg/tables.toml"
RAW: dict[str, Any] = {
    key: value
    for key, value in tomllib.loads(FILE.read_text(encoding="utf-8")).items()
    if key not in ("format", "version", "game")
}


def decode(raw: dict[str, Any]) -> Tables:
    """Decode as strictly as the store does."""
    return msgspec.convert(raw, Tables, strict=True)


TABLES = decode(RAW)
SHEET = msgspec.json.decode((RESOURCES / "maps/blitzkrieg.json").read_bytes(), type=MapSheet)


@cache
def ardennes(**options: Any) -> BkRules:
    """The game on its own map, with options that differ from the defaults."""
    return GAME.open(Atlas(SHEET), TABLES, GAME.Options(**options))
