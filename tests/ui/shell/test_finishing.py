"""Finish for me at the window: the preview, doing it, stopping it, undo as one, and the cover that follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.session.finishing import Goal
from hexbench.ui.shell.finishing import FinishDialog
from tests.ui.yard.driver import Player, player_at


def opened(player: Player) -> FinishDialog:
    """The dialog, its plan worked out."""
    player.act("game.finish")
    dialog = player.window.finishing.dialog
    assert dialog is not None
    waited(player, dialog)
    return dialog


def waited(player: Player, dialog: FinishDialog) -> None:
    """Until its timer rests."""
    for _ in range(2000):
        if not dialog._timer.isActive():
            return
        player.settle()
    raise AssertionError("it never ends")


def test_the_preview_is_done_and_one_undo_takes_it_back(player: Player) -> None:
    player.begin(study=True)
    session = player.window.bridge.session
    assert session is not None
    dialog = opened(player)
    assert [dialog.list.item(n).text() for n in range(dialog.list.count())] == ["End phase"]
    assert "next phase begins" in dialog.stop.text()
    assert dialog.do.text() == "Do it: 1 action"
    assert session.node == 0
    player.keys("Return", to=dialog.do)
    for _ in range(2000):
        if player.window.finishing.dialog is None:
            break
        player.settle()
    assert session.decider == "blue"
    assert player.window.finishing.dialog is None
    player.act("edit.undo")
    assert session.node == 0


def test_another_goal_is_foreseen_at_once_and_cancel_does_nothing(player: Player) -> None:
    player.begin("muster")
    session = player.window.bridge.session
    assert session is not None
    dialog = opened(player)
    goals: tuple[Goal, ...] = ("turn", "choice", "phase")
    for goal in goals:
        dialog.goals[goal].click()
        waited(player, dialog)
        assert dialog.stop.text()
        assert dialog.list.count() == len(dialog.plan.steps) > 0
    player.keys("Esc", to=dialog)
    assert session.node == 0
    assert player.window.finishing.dialog is None


def test_who_does_not_decide_is_told_so(player: Player) -> None:
    player.begin()
    session = player.window.bridge.session
    assert session is not None
    player.window.bridge.look("blue")
    player.act("game.finish")
    assert player.window.finishing.dialog is None
    table = player.window.table
    assert table.over is not None
    assert "decides now" in table.over.news.text.text()


@pytest.fixture
def real(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """A window on the real games."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as found:
        yield found


def test_a_player_turn_is_finished_with_a_bar_and_can_be_stopped_midway(real: Player) -> None:
    real.window.begin("tide_of_iron", "noville", {}, True)
    real.settle()
    session = real.window.bridge.session
    assert session is not None
    for _ in range(4):
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    real.settle()
    start = session.node
    dialog = opened(real)
    dialog.goals["turn"].click()
    waited(real, dialog)
    planned = len(dialog.plan.steps)
    assert planned > 2
    assert dialog.bar.maximum() == planned
    assert dialog.list.count() == planned
    dialog._on_do()
    dialog._timer.stop()
    assert dialog.work is not None
    assert dialog.work.go_on()
    assert dialog.work.go_on()
    assert dialog.cancel.text() == "Stop here"
    dialog.cancel.click()
    real.settle()
    assert session.node == start + 2
    table = real.window.table
    assert table.over is not None
    assert "2 actions; undo once to reverse this" in table.over.news.text.text()
    real.act("edit.undo")
    assert session.node == start


def test_finishing_a_hotseat_turn_ends_under_the_cover_with_nothing_over_it(real: Player) -> None:
    real.window.begin("iron_tide", "17_december", {}, False)
    real.settle()
    real.window.prefs.change("play.cover_between_players", "always")
    dialog = opened(real)
    dialog.goals["turn"].click()
    dialog.careful.click()
    waited(real, dialog)
    side = real.window.bridge.viewer
    dialog.do.click()
    for _ in range(3000):
        if real.window.finishing.dialog is None:
            break
        real.settle()
    session = real.window.bridge.session
    assert session is not None
    assert session.decider != side
    assert real.window.bridge.covered
    assert real.window.pages.currentWidget() is real.window.cover
