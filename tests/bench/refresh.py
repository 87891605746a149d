"""What the window does after an action of the campaign: a hundred random actions in a row, with all docks as they open.

The refresh is everything after the rules' own work, from the notification that something was done until nothing is
left to draw, including docks behind tabs. The time of the rules is reported beside it and not counted.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from hexbench.session.opening import begin
from tests.bench._chance import QuickChance
from tests.bench._timing import record

if TYPE_CHECKING:
    from tests.ui.yard.driver import Player

FIRST = 40
"""Actions before the first that is measured."""
ACTIONS = 100
"""Actions measured in each stretch of the game."""
FAR = 700
"""Actions before the second stretch."""


def measure() -> Iterator[dict[str, object]]:
    """Every figure."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HEXBENCH_HOME"] = str(Path(folder) / "home")
        from tests.ui.yard.driver import player_at

        catalogue = bootstrap.catalogue()
        with player_at(catalogue, (1600, 1000), painted=True) as player:
            for name, before, title in (("", FIRST, "the first day"), ("late_", FAR, "days later")):
                path = Path(folder) / f"{before}.hexgame"
                session = begin(catalogue.load_scenario("iron_tide", "campaign"), 1, where=path, study=True)
                chance = QuickChance(1)
                for _ in range(before):
                    session.do(_chosen(session, chance))
                session.close()
                player.window.open_path(str(path))
                player.settle()
                yield from _stretch(player, chance, name, title)


def _chosen(session: Any, chance: QuickChance) -> Any:
    return RandomOpponent().choose(session.seat(session.decider), chance)[0]


def _stretch(player: Player, chance: QuickChance, name: str, title: str) -> Iterator[dict[str, object]]:
    bridge = player.window.bridge
    session: Any = bridge.session
    found: list[float] = []
    stood: list[float] = []
    told: list[float] = []
    rules: list[float] = []
    heard = bridge._on_change
    news: list[float] = []

    def timed(change: Any) -> None:
        begun = time.process_time()
        heard(change)
        news.append(time.process_time() - begun)

    assert bridge._unsubscribe is not None, "a game is open"
    bridge._unsubscribe()
    bridge._unsubscribe = session.subscribe(timed)
    while len(found) < ACTIONS and session.decider is not None:
        if bridge.covered or bridge.viewer != session.decider:
            bridge.look(session.decider)
            player.settle()
        player.view.finish()
        while player.view._imagine():
            pass  # images for the next change of scale are made when there is nothing else to do
        action = _chosen(session, chance)
        news.clear()
        begun = time.process_time()
        session.do(action)
        rules.append((time.process_time() - begun - sum(news)) * 1000)
        after, longest = _quiet()
        told.append(sum(news) * 1000)
        found.append(sum(news) * 1000 + after)
        stood.append(max(sum(news) * 1000, longest))
    note = f"campaign, {title}: painted and with the docks behind tabs, {len(found)} random actions, median; the rules took {statistics.median(rules):.1f} ms"
    title = f"campaign, {title}"
    yield record(
        f"{name}refresh_news_ms",
        statistics.median(told),
        "ms",
        f"{title}: map, prompt and the docks in front made right, and nothing painted yet, median",
    )
    yield record(f"{name}refresh_news_worst_ms", max(told), "ms", f"{title}: the dearest of those")
    yield record(f"{name}refresh_ms", statistics.median(found), "ms", note)
    yield record(f"{name}refresh_worst_ms", max(found), "ms", f"{title}: the dearest of them")
    yield record(f"{name}refresh_stretch_ms", max(stood), "ms", f"{title}: the longest without an answer")


def _quiet() -> tuple[float, float]:
    """Process everything that is due: milliseconds of all of it, and of the longest stretch."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    from hexbench.ui.widgets.background import REST_MS

    spent = longest = 0.0
    until = time.monotonic() + REST_MS / 1000 + 0.03
    while time.monotonic() < until:
        begun = time.process_time()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)
        took = time.process_time() - begun
        if took > 0.0004:
            spent, longest = spent + took, max(longest, took)
            until = max(until, time.monotonic() + REST_MS / 1000 + 0.03)
        time.sleep(0.002)
    return spent * 1000, longest * 1000
