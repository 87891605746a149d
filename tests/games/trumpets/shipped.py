"""The tables and the map that ship with the game, read once for the tests."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.games.trumpets.game import GAME
from hexbench.games.trumpets.rules import TtRules
from hexbench.games.trumpets.state import Scenario
from hexbench.games.trumpets.tables import Tables

ROOT = Path(__file__).resolve().parents[3]
RESOURCES = ROOT / "resources"
FILE = RESOURCES / "games/trumpets/tables.toml"
RAW: dict[str, Any] = {
    key: value
    for key, value in tomllib.loads(FILE.read_text(encoding="utf-8")).items()
    if key not in ("format", "version", "game")
}


def decode(raw: dict[str, Any]) -> Tables:
    """Decode as strictly as the store does."""
    return msgspec.convert(raw, Tables, strict=True)


TABLES = decode(RAW)
SHEET = msgspec.json.decode((RESOURCES / "maps/trumpets.json").read_bytes(), type=MapSheet)


@cache
def losheim_gap(**options: Any) -> TtRules:
    """The game on its own map, with options that differ from the defaults."""
    return GAME.open(Atlas(SHEET), TABLES, GAME.Options(**options))


@cache
def scenario(name: str) -> Scenario:
    """A scenario that ships with the game: losheim or rocherath."""
    raw = msgspec.json.decode((ROOT / f"scenarios/trumpets/{name}.json").read_bytes())
    return msgspec.convert(raw["scenario"], Scenario, strict=True)
