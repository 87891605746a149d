"""A drag of the hand costs no more calls than it may: a count, the same on every machine, and so no timing."""

from __future__ import annotations

import statistics

import pytest

from hexbench import bootstrap
from tests.bench.drag import counted
from tests.ui.yard.driver import player_at

MOST = 60_000
"""Calls of Python and of C of one press and eight moves; it was 320,000 once, and is 25,000."""


@pytest.mark.usefixtures("qapp")
def test_a_press_and_eight_moves_in_a_large_game_build_little() -> None:
    with player_at(bootstrap.catalogue(), (1600, 1000)) as player:
        found = counted(player, 4)
    assert len(found) == 4
    assert min(found) > 500, "the counter was lifted"
    assert statistics.median_low(found) < MOST
