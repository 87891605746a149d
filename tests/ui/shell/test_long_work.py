"""Work that takes its time: in slices, with progress, stopped by a button; unseen panels wait for the seen ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QProgressDialog

from hexbench.store import saves
from hexbench.ui.widgets.background import SHOWN_AFTER, BackgroundTask, TaskBar
from tests.ui.yard.driver import Player


def test_a_chore_is_done_in_slices_and_tells_when_it_is_done(qapp: object) -> None:
    done: list[int] = []
    ended: list[bool] = []
    task = BackgroundTask()
    task.ended.connect(ended.append)

    def work() -> Iterator[None]:
        for n in range(50):
            done.append(n)
            yield

    task.begin(work(), 50)
    assert (done, task.running) == ([], True)
    task.finish()
    assert (len(done), ended, task.running) == (50, [True], False)


def test_its_bar_is_shown_when_it_takes_long_and_stops_it(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexbench.ui.widgets.background.SLICE", 0.0)
    ended: list[bool] = []
    task = BackgroundTask()
    bar = TaskBar(task, "Working")
    task.ended.connect(ended.append)
    task.begin(iter(lambda: 1, 0), 10)
    task.slice()
    assert bar.isHidden()
    task.began -= 2 * SHOWN_AFTER
    monkeypatch.setattr("hexbench.ui.widgets.background.SLICE", 0.001)
    task.slice()
    assert not bar.isHidden()
    assert bar.bar.maximum() == 10
    bar.cancel.click()
    assert (ended, bar.isHidden(), task.running) == ([False], True, False)


def test_a_fault_in_a_chore_ends_it_and_is_told(qapp: object) -> None:
    def work() -> Iterator[int]:
        yield 1
        raise RuntimeError("no more")

    task = BackgroundTask()
    task.begin(work())
    with pytest.raises(RuntimeError, match="no more"):
        task.slice()
    assert not task.running


def _saved(player: Player) -> str:
    player.begin(study=True)
    player.drag("r3", "0405")
    player.drag("r2", "0304")
    session = player.window.bridge.session
    assert session is not None
    path = str(session.path)
    player.window.show_start()
    return path


def test_opening_a_long_game_tells_how_far_it_is(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _saved(player)
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(saves, "WATCHED", 1)
    monkeypatch.setattr(QProgressDialog, "setValue", lambda self, done: told.append((done, self.maximum())))
    player.window.open_path(path)
    player.settle()
    assert told == [(1, 2), (2, 2)]
    assert player.window.pages.currentWidget() is player.window.table


def test_opening_is_stopped_and_the_game_is_opened_another_time(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _saved(player)
    monkeypatch.setattr(saves, "WATCHED", 1)
    with monkeypatch.context() as now:
        now.setattr(QProgressDialog, "wasCanceled", lambda _: True)
        player.window.open_path(path)
    assert player.window.pages.currentWidget() is player.window.start
    player.window.open_path(path)
    player.settle()
    assert player.window.pages.currentWidget() is player.window.table
    assert player.at("r3") == "0405"


def test_a_panel_behind_a_tab_is_drawn_when_the_window_has_time_or_it_comes_to_the_front(
    player: Player,
) -> None:
    player.begin(study=True)
    docking, history = player.window.table.docking, player.window.table.history
    docking.front("log")
    player.settle()
    moves = len(history.rows.rows)
    player.window.bridge.look(None)
    table = player.window.table
    way = next(w for at, ways in table.acting.hand.ways(("r3",)).items() if at == "0405" for w in ways)  # type: ignore[union-attr]
    table.acting.do(way.action)
    assert len(history.rows.rows) == moves, "nobody sees it"
    assert history.stale
    player.window.desk.later.finish()
    assert len(history.rows.rows) > moves
    assert not history.stale
