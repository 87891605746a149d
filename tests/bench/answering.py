"""How long the window does not respond: each gesture on the campaign, and jumps in a game of two thousand actions.

A figure is the longest stretch between two events while what the gesture asks for is done and drawn, including hidden
panels: nothing should block the window for over 50 ms, and a jump in a replay should show the map within 100 ms.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexbench import bootstrap
from tests.bench._timing import record
from tests.bench.saves import _play

if TYPE_CHECKING:
    from tests.ui.yard.driver import Player

RUNS = 7
JUMPS = 30
QUIET = 30
"""Rounds of events without work after which a gesture is over."""


def measure() -> Iterator[dict[str, object]]:
    """Every figure."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HEXBENCH_HOME"] = str(Path(folder) / "home")
        long = Path(folder) / "long.hexgame"
        _play(long)
        from tests.ui.yard.driver import player_at

        with player_at(bootstrap.catalogue(), (1600, 1000), painted=True) as player:
            player.window.open_reference("iron_tide/campaign")
            player.settle()
            yield from _gestures(player)
            yield from _long_game(player, long)


def _stretch(work: Callable[[], object]) -> tuple[float, float]:
    """(longest stretch, all of it) in milliseconds of processor time."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    begun = at = time.process_time()
    work()
    longest, idle = time.process_time() - at, 0
    until = time.monotonic() + 3
    while idle < QUIET and time.monotonic() < until:
        at = time.process_time()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)
        spent = time.process_time() - at
        longest = max(longest, spent)
        idle = idle + 1 if spent < 0.0005 else 0
        if idle:
            time.sleep(0.004)
    return longest * 1000, (time.process_time() - begun) * 1000


def _record(name: str, note: str, work: Callable[[int], Callable[[], object]]) -> dict[str, object]:
    found = [_stretch(work(n)) for n in range(RUNS)][1:]
    longest, whole = (statistics.median(one[k] for one in found) for k in (0, 1))
    text = f"campaign: {note}; longest stretch, median of {RUNS - 1}; {whole:.0f} ms in all"
    return record(f"answer_{name}_ms", longest, "ms", text)


def _gestures(player: Player) -> Iterator[dict[str, object]]:
    window = player.window
    table, desk, bridge = window.table, window.desk, window.bridge
    session: Any = bridge.session
    places = [at for _, at in bridge.counters.values() if not at.startswith("#")]
    yield _record("study", "a hex is studied", lambda n: lambda: desk.study(places[n * 7]))
    hand = table.acting.hand
    assert hand is not None
    ready = [u for u in hand.ready if hand.ways((u,))]

    def move(n: int) -> Callable[[], object]:
        ways = table.acting.hand.ways((ready[n],))  # type: ignore[union-attr]
        far = max(ways, key=lambda at: (ways[at][0].target.cost or 0, at))
        return lambda: table.acting.do(ways[far][0].action)

    yield _record("move", "a move is done", move)
    yield _record("undo", "it is taken back", lambda n: bridge.undo)
    yield _record("redo", "and done again", lambda n: bridge.redo)
    yield _record("next", "the next unit is shown", lambda n: lambda: table.next_unit(1))
    other = list(session.rules.sides)
    yield _record("viewer", "another side looks", lambda n: lambda: bridge.look(other[n % 2]))
    bridge.look(session.decider)
    for key in ("reach", "both_zoc", "supply", "supply_net", "front", "threat"):
        yield _switching(player, key)
    yield _record("attacks", "the attacks are ranked", lambda n: lambda: _attacks(player, n))
    yield _record("suppose", "an attack is thought of", lambda n: lambda: _suppose(player, n))
    yield from _finding(player)


def _switching(player: Player, key: str) -> dict[str, object]:
    """An overlay switched on; off again in between."""
    overlays = player.window.table.overlays

    def turn_on(n: int) -> Callable[[], object]:
        overlays.switch(key, False)
        player.settle()
        return lambda: overlays.switch(key, True)

    found = _record(f"overlay_{key}", f"the overlay {key} is switched on", turn_on)
    overlays.switch(key, False)
    return found


def _attacks(player: Player, n: int) -> None:
    panel = player.window.studying.attacks
    player.window.table.docking.go("attacks")
    panel.side.setCurrentIndex(n % 2)


def _suppose(player: Player, n: int) -> None:
    desk = player.window.desk
    desk.thought.think(None)
    seat = desk.seat
    assert seat is not None
    aims = seat.aims(seat.rules.sides[0])
    desk.thought.begin(aims[n % len(aims)])


def _finding(player: Player) -> Iterator[dict[str, object]]:
    words = ("b", "ba", "bas", "bast", "basto", "7.1", "pan")
    player.act("edit.find")
    finder: Any = player.window.findChild(object, "finder")
    if finder is None:
        return
    yield _record(
        "find", "a letter is typed into the finder", lambda n: lambda: finder.words.setText(words[n])
    )
    finder.close()


def _long_game(player: Player, path: Path) -> Iterator[dict[str, object]]:
    window = player.window
    longest, whole = _stretch(lambda: window.open_path(str(path)))
    note = f"2000 actions of the campaign, the same map before; longest stretch; {whole:.0f} ms in all"
    yield record("answer_open_ms", longest, "ms", note)
    session: Any = window.bridge.session
    session.set_study(True, session.rules.sides)
    bar = window.table.replay
    longest, whole = _stretch(window.historian.replay_all)
    note = f"longest stretch; {whole:.0f} ms in all"
    yield record("answer_replay_ms", longest, "ms", f"the replay of a game of 2000 actions begins; {note}")
    times = []
    for n in range(JUMPS):
        place = (n * 997 + 31) % len(bar.pictures)
        begun = time.process_time()
        bar.show_picture(place)
        window.repaint()
        times.append((time.process_time() - begun) * 1000)
    note = f"to any picture of {len(bar.pictures)}, the window drawn; median of {JUMPS}, the dearest {max(times):.0f}"
    yield record("replay_jump_ms", statistics.median(times), "ms", note)
    bar.end()
    history = window.table.history
    window.table.docking.go("history")
    player.settle()
    history._choose(session.history.line()[200].number)
    longest, whole = _stretch(history.compared.click)
    note = f"two positions are compared; longest stretch; {whole:.0f} ms in all"
    yield record("answer_compare_ms", longest, "ms", note)
