"""Sides that the computer plays, at the window."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QMenu, QPushButton

from hexbench.engine.opponent import MANNERS, DefaultOpponent, RandomOpponent
from hexbench.engine.values import Action
from hexbench.session.automaton import Automaton
from hexbench.session.session import Session
from hexbench.study.thinking import Here
from hexbench.ui.shell.machine import REST, MachineBar
from tests.ui.yard.driver import Player
from tests.ui.yard.game import Yard


class Resting(DefaultOpponent):
    """Lets everybody look before anything it does."""

    def rests(self, action: Action) -> bool:
        """Always."""
        return True


@pytest.fixture(autouse=True)
def _opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    # In the hands of the test, which may set them otherwise: a context of our own would end before that is taken back.
    known = {"random": RandomOpponent, "quick": DefaultOpponent, "resting": Resting}
    monkeypatch.setattr(Yard, "opponents", known)
    monkeypatch.setattr(MachineBar, "make", lambda self, session: Automaton(session, Here))


def session_of(player: Player) -> Session:
    session = player.window.bridge.session
    assert session is not None
    return session


def turn_to_scenarios(player: Player) -> None:
    """Players are chosen on the page of the game's scenarios."""
    if player.window.start.gallery.isVisible():
        player.push("card.more.yard")


def choose(player: Player, side: str, level: str) -> None:
    turn_to_scenarios(player)
    box = player.window.findChild(QComboBox, f"new.player.{side}")
    assert box is not None
    assert box.isVisible()
    box.setCurrentIndex(box.findData(level))


def wait_for_people(player: Player) -> None:
    machine = player.window.machine
    for _ in range(400):
        QTest.qWait(5)
        if machine.automaton is None or machine.automaton.mood != "thinking":
            return
    raise AssertionError("the computer never ends its turn")


def text(player: Player, name: str) -> str:
    label = player.window.findChild(QLabel, name)
    assert label is not None
    return label.text()


@pytest.mark.usefixtures("start_page")
def test_each_side_can_be_given_to_the_computer_before_the_game(player: Player) -> None:
    turn_to_scenarios(player)
    box = player.window.findChild(QComboBox, "new.player.red")
    assert box is not None
    assert [box.itemText(n) for n in range(box.count())] == [
        "A person",
        "The computer, quick",
        "The computer, resting",
    ]
    choose(player, "red", "quick")
    player.push("new.start")
    player.window.machine.speed.setCurrentIndex(2)
    assert session_of(player).header.players == {"red": "quick"}
    assert session_of(player).viewer == "blue"  # the person's seat, although red decides first
    wait_for_people(player)
    assert session_of(player).decider == "blue"
    assert session_of(player).viewer == "blue"
    assert player.window.pages.currentWidget() is player.window.table


@pytest.mark.usefixtures("start_page")
def test_each_side_of_the_computer_is_told_how_daring_to_be(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Yard, "manners", MANNERS, raising=False)
    players = player.window.start.new.details.players
    players._game = ""
    players.show_game(Yard())  # type: ignore[arg-type]
    QTest.qWait(1)
    box = player.window.findChild(QComboBox, "new.manner.red")
    assert box is not None
    assert (box.isEnabled(), box.currentText()) == (False, "Balanced")
    choose(player, "red", "quick")
    choose(player, "blue", "quick")
    assert box.isEnabled()
    box.setCurrentIndex(box.findData("bold"))
    player.push("new.start")
    session = session_of(player)
    assert session.header.manners == {"red": "bold"}
    menu = player.window.machine.seats.menu()
    assert menu is not None
    inner = [found for one in menu.actions() if isinstance(found := one.menu(), QMenu)]
    assert [[act.text() for act in one.actions() if act.isChecked()] for one in inner] == [
        ["Bold"],
        ["Balanced"],
    ]
    next(act for act in inner[1].actions() if act.text() == "Cautious").trigger()
    assert session.header.manners == {"red": "bold", "blue": "cautious"}
    session.set_players({"blue": "quick"})
    assert session.header.manners == {"blue": "cautious"}


def test_a_game_whose_opponents_know_no_manners_asks_for_none(player: Player) -> None:
    assert player.window.findChild(QComboBox, "new.manner.red") is None


@pytest.mark.usefixtures("start_page")
def test_a_game_of_people_has_no_bar_of_the_computer(player: Player) -> None:
    turn_to_scenarios(player)
    player.push("new.start")
    assert session_of(player).header.players == {}
    assert not player.window.machine.isVisible()


def test_a_game_without_opponents_offers_none(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Yard, "opponents", {"random": RandomOpponent})
    players = player.window.start.new.details.players
    players._game = ""
    players.show_game(Yard())  # type: ignore[arg-type]
    assert players.players == {}
    assert not players.isVisible()


@pytest.mark.usefixtures("start_page")
def test_it_waits_until_the_player_has_looked(player: Player) -> None:
    choose(player, "red", "resting")
    player.push("new.start")
    wait_for_people(player)
    session = session_of(player)
    assert session.node == 0
    assert text(player, "machine.why") == REST
    assert "waits" in text(player, "machine.who")
    player.push("machine.go_on")
    assert session.node == 1


@pytest.mark.usefixtures("start_page")
def test_pause_one_order_and_play_on(player: Player) -> None:
    choose(player, "red", "quick")
    choose(player, "blue", "quick")
    player.push("new.start")
    session = session_of(player)
    player.push("machine.pause")
    before = session.node
    QTest.qWait(60)
    assert session.node == before
    assert "is paused" in text(player, "machine.who")
    player.push("machine.once")
    QTest.qWait(60)
    assert session.node == before + 1
    player.window.machine.speed.setCurrentIndex(2)
    player.push("machine.pause")
    wait_for_people(player)
    assert session.decider is None


@pytest.mark.usefixtures("start_page")
def test_undo_stops_the_computer(player: Player) -> None:
    choose(player, "blue", "quick")
    player.push("new.start")
    session = session_of(player)
    session.set_study(True, session.rules.sides)
    player.window.machine.speed.setCurrentIndex(2)
    player.end()
    QTest.qWait(5)
    wait_for_people(player)
    assert session.decider == "red"
    while session.decider != "blue":
        session.undo()
    automaton = player.window.machine.automaton
    assert automaton is not None
    assert automaton.mood == "paused"


@pytest.mark.usefixtures("start_page")
def test_seats_can_be_changed_in_the_middle_of_a_game(player: Player) -> None:
    turn_to_scenarios(player)
    player.push("new.start")
    machine = player.window.machine
    machine.set_players({"red": "quick"})
    assert machine.isVisible()
    assert session_of(player).viewer == "blue"
    machine.speed.setCurrentIndex(2)
    wait_for_people(player)
    assert session_of(player).decider == "blue"
    menu = machine.seats.menu()
    assert menu is not None
    people = [act for act in menu.actions() if act.text() == "A person"]
    assert [act.isChecked() for act in people] == [False, True]
    people[0].trigger()
    assert session_of(player).header.players == {}
    assert not machine.isVisible()


@pytest.mark.usefixtures("start_page")
def test_the_buttons_fit_what_it_does(player: Player) -> None:
    choose(player, "red", "resting")
    player.push("new.start")
    wait_for_people(player)

    def shown(name: str) -> bool:
        button = player.window.findChild(QPushButton, f"machine.{name}")
        assert button is not None
        return button.isVisible()

    assert [shown(name) for name in ("go_on", "pause", "once")] == [True, False, False]
