"""A yard on the table, for whatever is put on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
from tests.ui.yard.driver import Player, player_at, yard_catalogue


@pytest.fixture
def player(qapp: object, tmp_path: Path) -> Iterator[Player]:
    """A player with the small game begun."""
    with player_at(yard_catalogue(tmp_path)) as found:
        found.begin()
        yield found


@pytest.fixture
def real(qapp: object) -> Iterator[Player]:
    """A player at the real installation."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as found:
        yield found
        found.view_hands_off()
