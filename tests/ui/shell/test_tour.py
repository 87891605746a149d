"""The tour: offered once, six steps over the real widgets of a real scenario, by mouse and by key, and nothing is done."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from hexbench import bootstrap
from hexbench.ui.shell.tour import STOPS, Tour
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def newcomer(qapp: object) -> Iterator[Player]:
    """Somebody who starts the program for the first time."""
    with player_at(bootstrap.catalogue()) as found:
        found.window.open_first()
        found.settle()
        assert found.window.commands.tours.offer is None  # nothing is offered before there is a game
        found.push("card.begin.iron_tide")
        yield found


def touring(player: Player) -> Tour:
    """The tour that is on."""
    tour = player.window.commands.tours.tour
    assert tour is not None
    return tour


def box(player: Player, widget: QWidget) -> QRect:
    """A widget's place in the window."""
    return QRect(widget.mapTo(player.window, QPoint(0, 0)), widget.size())


def test_it_is_offered_at_the_first_start_and_never_again(newcomer: Player) -> None:
    offer = newcomer.window.commands.tours.offer
    assert offer is not None
    assert offer.isVisible()
    assert not offer.isAncestorOf(newcomer.window.focusWidget())  # the keyboard stays with the map
    newcomer.push("tour.leave")
    newcomer.window.commands.tours.offer_once()
    assert newcomer.window.commands.tours.offer is None
    assert newcomer.window.commands.tours.tour is None


def test_six_steps_light_the_widgets_they_speak_of(newcomer: Player) -> None:
    window, table = newcomer.window, newcomer.window.table
    session = window.bridge.session
    assert session is not None
    before = session.state
    newcomer.push("tour.take")
    tour = touring(newcomer)
    assert len(STOPS) == 6
    wanted, there = [], []
    for n in range(6):
        newcomer.settle()
        assert tour.n == n
        assert tour.count.text() == f"{n + 1} of 6"
        assert tour.isVisible()
        assert window.rect().contains(tour.geometry()), STOPS[n].title
        assert not tour.geometry().intersects(tour.lit), STOPS[n].title
        assert "{" not in tour.words.text()
        wanted.append(tour.lit)
        panel: QWidget = {2: table.hexes, 3: table.layers}.get(n, table.prompt)
        there.append(box(newcomer, panel))
        if n < 5:
            newcomer.push("tour.next")
    assert wanted[0].intersects(box(newcomer, table.prompt))
    (unit,) = window.desk.units
    assert table.acting.hand is not None
    assert unit in table.acting.hand.able
    assert wanted[1].contains(table.view.viewport().mapTo(window, newcomer.spot(unit)))  # type: ignore[union-attr]
    assert wanted[2].intersects(there[2])
    assert wanted[3].intersects(there[3])
    assert wanted[4].contains(box(newcomer, table.prompt.undo).center())
    assert wanted[5].intersects(box(newcomer, window.menuBar()))
    newcomer.push("tour.next")
    assert window.commands.tours.tour is None
    assert session.state == before
    assert window.focusWidget() is table.view


def test_by_keyboard_forward_back_and_away(newcomer: Player) -> None:
    newcomer.act("help.tour")
    tour = touring(newcomer)
    assert newcomer.window.focusWidget() is tour.next
    QTest.keyClick(tour.next, Qt.Key.Key_Right)
    QTest.keyClick(tour.next, Qt.Key.Key_Return)
    assert tour.n == 2
    QTest.keyClick(tour.next, Qt.Key.Key_Left)
    assert tour.n == 1
    QTest.keyClick(tour.next, Qt.Key.Key_Escape)
    newcomer.settle()
    assert newcomer.window.commands.tours.tour is None
    assert not any(b.isVisible() for b in newcomer.window.findChildren(QPushButton, "tour.next"))
    assert newcomer.window.focusWidget() is newcomer.view


@pytest.mark.usefixtures("start_page")
def test_without_a_game_it_begins_with_a_practice_position(player: Player) -> None:
    assert player.window.pages.currentWidget() is player.window.start
    player.act("help.tour")
    assert player.window.pages.currentWidget() is player.window.table
    assert touring(player).n == 0
    player.act("file.close")
    assert player.window.commands.tours.tour is None


def test_it_follows_the_size_of_the_window_and_goes_with_the_cover(player: Player) -> None:
    player.begin(fog=True)
    player.act("help.tour")
    tour = touring(player)
    player.window.resize(1500, 900)
    player.settle()
    assert tour.veil.size() == player.window.size()
    player.window.hand_over("blue")
    player.settle()
    assert player.window.commands.tours.tour is None
