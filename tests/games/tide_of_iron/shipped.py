"""The tables, maps and scenarios that ship with the game, read once for the tests."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.games.tide_of_iron.game import GAME
from hexbench.games.tide_of_iron.rules import TiRules
from hexbench.games.tide_of_iron.setup import Scenario
from hexbench.games.tide_of_iron.tables import Tables

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "resources/games/tide_of_iron/tables.toml"
RAW: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
SCENARIOS = ("lanzerath", "stoumont", "noville")


def decode(raw: dict[str, Any]) -> Tables:
    """Decode as strictly as the store does, the header left out."""
    body = {key: value for key, value in raw.items() if key not in ("format", "version", "game")}
    return msgspec.convert(body, Tables, strict=True)


TABLES = decode(RAW)


@cache
def sheet(name: str) -> MapSheet:
    """The map of a scenario."""
    raw = (ROOT / f"resources/maps/tide_of_iron_{name}.json").read_bytes()
    return msgspec.json.decode(raw, type=MapSheet, strict=True)


@cache
def rules(name: str, **options: Any) -> TiRules:
    """The game on the map of a scenario."""
    return GAME.open(Atlas(sheet(name)), TABLES, GAME.Options(**options))


@cache
def scenario(name: str) -> Scenario:
    """A scenario as its file gives it."""
    raw = json.loads((ROOT / f"scenarios/tide_of_iron/{name}.json").read_text(encoding="utf-8"))
    return msgspec.convert(raw["scenario"], Scenario, strict=True)
