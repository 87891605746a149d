"""What the computer aims at in Iron Tide: how long the game still is."""

from __future__ import annotations

from msgspec.structs import replace

from hexbench.games.iron_tide.game import ItAims
from tests.games.iron_tide.field import ALLIED, foot, position


def test_the_turn_that_is_played_is_one_of_those_that_are_left() -> None:
    now = position({"a": foot("3444"), "x": foot("2840", ALLIED)})
    for turn in (1, 5, 10):
        state = replace(now.state, turn=turn, last_turn=10)
        assert ItAims().left(state) == 11 - turn
