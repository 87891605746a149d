"""Fixtures of the Iron Tide tests: the shipped map and order of battle, opened once."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.games.iron_tide.game import GAME
from hexbench.games.iron_tide.rules import ItRules
from tests.games.iron_tide.shipped import TABLES

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def ardennes() -> ItRules:
    """The game on its shipped map."""
    raw = (ROOT / "resources/maps/iron_tide.json").read_bytes()
    return GAME.open(Atlas(msgspec.json.decode(raw, type=MapSheet, strict=True)), TABLES, GAME.Options())
