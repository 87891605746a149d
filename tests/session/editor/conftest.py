"""The games that ship, and a home of their own to edit in."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.session.library import Library
from tests.saves.make import player_home


@pytest.fixture
def games(tmp_path: Path) -> Library:
    """The catalogue with a player's folder of its own."""
    return player_home(tmp_path / "home")
