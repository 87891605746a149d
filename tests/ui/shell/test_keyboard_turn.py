"""A whole player turn of the campaign by keys alone, and by ear: every key goes to whatever has the keyboard, as on a real
desk, and what was done is told to screen readers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from hexbench import bootstrap
from tests.ui.yard.commander import Commander
from tests.ui.yard.driver import player_at

MOUSE = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseMove)


class NoMouse(QObject):
    """Notes every event of a mouse."""

    seen = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt names it
        self.seen += event.type() in MOUSE
        return False


class Typist:
    """Hands that never leave the keyboard."""

    def __init__(self, leader: Commander) -> None:
        self.leader = leader
        self.pressed: list[str] = []
        self.heard: list[str] = []
        """What a screen reader was told since it was last asked for."""
        leader.player.window.desk.screen_reader.heard.connect(self._on_heard)

    def _on_heard(self, text: str, _urgent: bool) -> None:
        self.heard.append(text)

    def hears(self, *words: str) -> None:
        """Each of these was told since the last time; what was told is forgotten."""
        told, self.heard = " | ".join(self.heard), []
        for word in words:
            assert word in told, f"{word!r} was not told: {told[-1500:]}"

    def press(self, *names: str) -> None:
        """Press keys; each goes to the widget that has the keyboard, and there must always be one on the screen."""
        for name in names:
            self.pressed.append(name)
            has = QApplication.focusWidget()
            assert has is not None, f"nothing has the keyboard after {self.pressed[-8:]}"
            assert has.isVisible(), f"what has the keyboard is not to be seen after {self.pressed[-8:]}"
            QTest.keySequence(has, QKeySequence(name))
            self.leader.player.settle()

    def to_map(self) -> None:
        """Go round the panes until the map has the keyboard."""
        for _ in range(30):
            if QApplication.focusWidget() is self.leader.player.view:
                return
            self.press("F6")
        raise AssertionError("the map is not in the ring of panes")

    def push(self, text: str) -> None:
        """Go to the combat dock, on to the button that says this, and press it."""
        dock = self.leader.dock
        for key in ("F6", "Tab"):
            for _ in range(120):
                has = QApplication.focusWidget()
                there = has is not None and (has is dock or dock.isAncestorOf(has))
                if there and (key == "F6" or (isinstance(has, QPushButton) and has.text() == text)):
                    break
                self.press(key)
            else:
                raise AssertionError(f"{key} does not lead to {text!r}")
        self.press("Space")

    def carry(self, unit: str, to: str) -> None:
        """Find the unit in its stack, pick it up at the cursor, type where it goes, and drop it."""
        self.to_map()
        at, view = self.leader.player.at(unit), self.leader.player.view
        self.press(*at)
        for _ in range(6):
            if view.map.stack(at)[-1] == unit:
                break
            self.press("]")
        assert view.map.stack(at)[-1] == unit
        self.press("Return", *to, "Return")

    def go_on(self) -> None:
        """The cover's button, or the default of the prompt; what is left undone stays so."""
        if self.leader.step == "cover":
            self.press("Return")
        else:
            self.press("Ctrl+Return")

    def go_on_to(self, *steps: str) -> None:
        """Until one of these is asked."""
        for _ in range(120):
            if self.leader.step in steps:
                return
            self.go_on()
        raise AssertionError(f"{self.leader.step}, not {steps}: {self.pressed[-8:]}")


@pytest.fixture
def typist(qapp: QApplication, hexbench_home: Path) -> Iterator[Typist]:
    """Somebody at the campaign, without a mouse."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        leader = Commander(player)
        leader.open("campaign")
        player.window.activateWindow()
        mouse = NoMouse()
        qapp.installEventFilter(mouse)
        yield Typist(leader)
        qapp.removeEventFilter(mouse)
        assert not mouse.seen


def _attack(typist: Typist, target: str, *attackers: str, too: str = "") -> None:
    """Name an attack (with the hex ``too``), declare it, and fight it to its end."""
    leader = typist.leader
    for attacker in attackers:
        typist.carry(attacker, target)
        assert not leader.refused()
    if too:
        typist.push(f"Include {too} in this attack")
        assert too in leader.hexes
    assert target in leader.hexes
    for _ in range(60):
        if leader.step not in ("combat", "choose", "commit", "take_losses", "retreat", "press_on", "advance"):
            break
        typist.go_on()
    session = leader.window.bridge.session
    assert session is not None
    fought = [str(line.text) for line in session.log(None) if line.kind == "Resolved"]
    assert any(target in line for line in fought)
    typist.hears("Selected: ", target, next(line for line in fought if target in line)[:40].split(". ")[0])


def test_a_player_turn_is_played_by_keyboard_alone(typist: Typist) -> None:
    leader, player = typist.leader, typist.leader.player
    assert leader.step == "setup"
    typist.go_on_to("combat")
    assert leader.window.bridge.viewer == "german"
    _attack(typist, "1742", "G-26VG-39F", "G-26VG-77")

    # the other player: one unit is found, picked up and taken to the hex beside it
    typist.go_on_to("movement")
    assert leader.window.bridge.viewer == "allied"
    typist.to_map()
    hand = leader.window.table.acting.hand
    assert hand is not None
    view, unit, near = player.view, "", ""
    for _ in range(80):
        typist.press("N")
        (unit,) = leader.window.desk.units
        ways, around = hand.ways((unit,)), view.map.atlas.near.get(player.at(unit), ())
        near = next((h for h in around if h in ways and not view.map.stack(h)), "")
        if near and unit != "A-78-310":
            break
    assert near, "nobody can move"
    typist.hears("Allied to decide", "Selected: ", "Ctrl+Return: ")
    start = player.at(unit)
    typist.carry(unit, near)
    assert player.at(unit) == near
    typist.hears(f"{near}, ", "costs ", f"moved from {start} to {near}")
    typist.press("Ctrl+Z")
    assert player.at(unit) != near
    typist.hears("Undone: ")
    typist.press("Ctrl+Y")
    assert player.at(unit) == near
    typist.hears("Redone: ")
    # an enemy's hex is refused, and the rule is told
    typist.carry(unit, "1742")
    typist.hears("Not possible: ", "Rule ")
    typist.press("Escape")

    typist.go_on_to("combat")
    assert leader.window.bridge.viewer == "allied"
    _attack(typist, "4648", "A-78-310", too="4848")
    for _ in range(60):
        if leader.turn == "16PM":
            break
        typist.go_on()
    assert leader.turn == "16PM"
