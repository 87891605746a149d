"""Positions of the real game for the tests of docks, and the hands that work its boxes."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from hexbench.session.opening import begin
from tests.ui.yard.driver import Player

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier
SEED = 1944


def open_scenario(player: Player, name: str, *, study: bool = True) -> None:
    """Begin a shipped scenario or position."""
    loaded = player.window.catalogue.load_scenario("iron_tide", name)
    player.window.show_session(begin(loaded, SEED, study=study))
    player.settle()


def open_position(player: Player, *, morning: bool = False, **facts: Any) -> None:
    """Begin a position: the campaign's set-up, or that of 17 December, with these facts changed."""
    position = facts
    if morning:
        places = player.window.catalogue.places
        text = (places.scenarios / "iron_tide" / "17_december.json").read_text(encoding="utf-8")
        position = {**json.loads(text)["position"], **facts}
    loaded = player.window.catalogue.load_position("iron_tide", position, base="campaign")
    player.window.show_session(begin(loaded, SEED))
    player.settle()


def until(player: Player, side: str, step: str, turn: int, most: int = 3000) -> None:
    """Follow the defaults until a side is asked in a step of a game turn."""
    session = player.window.bridge.session
    assert session is not None
    for _ in range(most):
        prompt = session.seat(session.decider).prompt
        if (prompt.side, prompt.step) == (side, step) and session.state.turn >= turn:
            break
        assert prompt.default is not None
        session.do(prompt.default)
    player.window.bridge.look(session.viewer)
    player.settle()


def drag(
    widget: QWidget, start: QPoint, end: QPoint, mods: Qt.KeyboardModifier = PLAIN, *, drop: bool = True
) -> None:
    """Press, move in steps, let go; ``end`` may lie outside the widget."""

    def send(kind: QEvent.Type, at: QPoint, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        event = QMouseEvent(kind, QPointF(at), QPointF(widget.mapToGlobal(at)), button, held, mods)
        QApplication.sendEvent(widget, event)

    send(QEvent.Type.MouseButtonPress, start, LEFT, LEFT)
    for k in range(1, 6):
        send(QEvent.Type.MouseMove, start + (end - start) * k / 5, NONE, LEFT)
    if drop:
        send(QEvent.Type.MouseButtonRelease, end, LEFT, NONE)
    for _ in range(3):
        QApplication.processEvents()
