"""A window on the yard for every test that asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench.session.game import Catalogue
from tests.ui.yard.driver import Player, player_at, yard_catalogue


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """The yard's own installation."""
    return yard_catalogue(tmp_path)


@pytest.fixture
def player(qapp: object, catalogue: Catalogue) -> Iterator[Player]:
    """A player at a window that shows the start page."""
    with player_at(catalogue) as found:
        yield found
