"""The tables that ship with the game, read once for the tests."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from hexbench.games.iron_tide.tables import Tables

FILE = Path(__file__).resolve().parents[3] / "resources/games/iron_tide/tables.toml"
RAW: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def decode(raw: dict[str, Any]) -> Tables:
    """Decode as strictly as the store does."""
    return msgspec.convert(raw, Tables, strict=True)


TABLES = decode(RAW)
