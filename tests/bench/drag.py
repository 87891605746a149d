"""One press and eight moves of a drag, in calls: a count, the same on every machine, of Python's functions and of C's."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from hexbench import bootstrap
from tests.bench._timing import record

if TYPE_CHECKING:
    from tests.ui.yard.driver import Player

POSITION = "iron_tide/17_december"
UNITS = 8
FAR = 6
"""Hexes that a counter is dragged."""


def measure() -> Iterator[dict[str, object]]:
    """The most expensive and the median of some counters that go farthest, each after an action, when nothing is cached yet."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HEXBENCH_HOME"] = str(Path(folder) / "home")
        from tests.ui.yard.driver import player_at

        with player_at(bootstrap.catalogue(), (1600, 1000), painted=True) as player:
            found = counted(player, UNITS)
    note = f"{POSITION}: one press and eight moves, Python and C, {len(found)} counters that go far, each after an action"
    yield record("drag_calls", statistics.median(found), "calls", f"{note}; median")
    yield record("drag_calls_worst", max(found), "calls", f"{note}; the dearest")


def counted(player: Player, units: int) -> list[int]:
    """Calls of a drag for each of the counters that go farthest, on a new seat."""
    player.window.open_reference(POSITION)
    player.settle()
    table, desk = player.window.table, player.window.desk
    hand = table.acting.hand
    assert hand is not None, "a game is open"
    atlas = hand.seat.rules.atlas
    ready = [u for u in hand.ready if desk.at(u) in atlas.index]
    ready.sort(key=lambda u: len(hand.ways((u,))), reverse=True)
    others = iter(ready[units:])
    out: list[int] = []
    for unit in ready[:units]:
        other = next(others)
        now = table.acting.hand
        assert now is not None, "the game goes on"
        table.acting.do(next(iter(now.ways((other,)).values()))[0].action)
        player.view.show_hex(desk.at(unit))
        player.settle()
        away = max(at for at in atlas.labels if atlas.distance(desk.at(unit), at) == FAR)
        out.append(_calls(player, unit, away))
        player.view_hands_off()
        player.settle()
    return out


def _calls(player: Player, unit: str, to: str) -> int:
    count = 0

    def called(frame: FrameType, event: str, what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        player.drag(unit, to, drop=False)
    finally:
        sys.setprofile(None)
    return count
