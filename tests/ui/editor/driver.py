"""Hands at the scenario editor: real mouse and key events, sent to the widgets that would get them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.game import Catalogue
from hexbench.ui.docks.units import MIME
from hexbench.ui.editor.frame import EditFrame
from hexbench.ui.editor.window import EditorWindow
from hexbench.ui.look.fonts import load_fonts
from hexbench.ui.look.palette import Palette
from hexbench.ui.shell.app import make_app
from tests.ui.yard.driver import eyes, unseen
from tests.ui.yard.kept_maps import kept_maps

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PLAIN, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


class Hand:
    """One editor and what can be done at it."""

    def __init__(self, window: EditorWindow) -> None:
        self.window = window
        self.desk = window.desk
        self.draft = window.draft

    def settle(self) -> None:
        """Let everything happen that is due."""
        for _ in range(3):
            QApplication.processEvents()
        self.desk.later.finish()
        QApplication.processEvents()

    def spot(self, name: str) -> QPoint:
        """The point of the map's window where a hex or a counter is."""
        view = self.window.board.view
        assert view is not None
        scene = view.map
        point = scene.geometry.centre(name) if name in scene.atlas.index else scene.item(name).pos()
        return view.mapFromScene(point)

    def _send(
        self,
        kind: QEvent.Type,
        at: QPoint,
        button: Qt.MouseButton,
        held: Qt.MouseButton,
        mods: Qt.KeyboardModifier,
    ) -> None:
        view = self.window.board.view
        assert view is not None
        port = view.viewport()
        QApplication.sendEvent(
            port, QMouseEvent(kind, QPointF(at), QPointF(port.mapToGlobal(at)), button, held, mods)
        )

    def drag(self, start: str, *over: str, mods: Qt.KeyboardModifier = PLAIN) -> None:
        """Press on a counter or hex, go over hexes, let go over the last."""
        path = [self.spot(start), *(self.spot(at) for at in over)]
        self._send(QEvent.Type.MouseButtonPress, path[0], LEFT, LEFT, mods)
        for a, b in itertools.pairwise(path):
            for k in range(1, 5):
                self._send(QEvent.Type.MouseMove, a + (b - a) * k / 4, NONE, LEFT, mods)
        self._send(QEvent.Type.MouseButtonRelease, path[-1], LEFT, NONE, mods)
        self.settle()

    def press_and_lose(self, start: str, over: str, after: str) -> None:
        """Press, go over a hex, and let go where the map hears nothing of it; then the pointer comes to another hex."""
        self._send(QEvent.Type.MouseButtonPress, self.spot(start), LEFT, LEFT, PLAIN)
        self._send(QEvent.Type.MouseMove, self.spot(over), NONE, LEFT, PLAIN)
        self._send(QEvent.Type.MouseMove, self.spot(after), NONE, NONE, PLAIN)
        self.settle()

    def drag_out(self, unit: str, to: QWidget, at: QPoint) -> None:
        """Press on a counter of the map and let go over another widget."""
        view = self.window.board.view
        assert view is not None
        start = self.spot(unit)
        end = view.viewport().mapFromGlobal(to.mapToGlobal(at))
        self._send(QEvent.Type.MouseButtonPress, start, LEFT, LEFT, PLAIN)
        for k in range(1, 5):
            self._send(QEvent.Type.MouseMove, start + (end - start) * k / 4, NONE, LEFT, PLAIN)
        self._send(QEvent.Type.MouseButtonRelease, end, LEFT, NONE, PLAIN)
        self.settle()

    def click(self, name: str, mods: Qt.KeyboardModifier = PLAIN) -> None:
        """Click a hex or a counter."""
        at = self.spot(name)
        self._send(QEvent.Type.MouseButtonPress, at, LEFT, LEFT, mods)
        self._send(QEvent.Type.MouseButtonRelease, at, LEFT, NONE, mods)
        self.settle()

    def drop(
        self, units: tuple[str, ...], on: QWidget, at: QPoint, mods: Qt.KeyboardModifier = PLAIN
    ) -> None:
        """Let go of counters from a list over a widget, as the desktop's drag and drop does."""
        data = QMimeData()
        data.setData(MIME, "\n".join(units).encode())
        action = Qt.DropAction.MoveAction
        QApplication.sendEvent(on, QDragEnterEvent(at, action, data, LEFT, mods))
        QApplication.sendEvent(on, QDropEvent(QPointF(at), action, data, LEFT, mods))
        self.settle()

    def keys(self, *names: str, to: QWidget | None = None) -> None:
        """Press keys; each goes to the map or to the widget named."""
        for name in names:
            widget = to or self.window.board.view
            assert widget is not None
            QTest.keySequence(widget, QKeySequence(name))
            self.settle()

    def act(self, name: str) -> None:
        """Trigger an action of the menus."""
        action = self.window.acts[name]
        assert action.isEnabled(), name
        action.trigger()
        self.settle()

    def front(self, key: str) -> None:
        """Bring a dock to the front."""
        self.window.docks.front(key)
        self.settle()

    def near(self, at: str) -> None:
        """Bring a hex into the middle, at a size where counters can be gripped."""
        view = self.window.board.view
        assert view is not None
        view.set_zoom(0.6)
        view.centre_on(at)
        self.settle()


def palette_for(catalogue: Catalogue, game: str) -> Palette:
    """The day colours of a game."""
    return Palette.load(catalogue.places.resources / "palettes" / "day.toml", catalogue.palette(game))


@contextmanager
def unseen_editors() -> Iterator[None]:
    """Editors that are opened from the window of games are not painted either, until somebody looks or grabs."""
    make = EditFrame.__init__

    def unpainted(self: EditFrame, journal: Any, parent: QWidget | None) -> None:
        make(self, journal, parent)
        unseen(self)

    with patch.object(EditFrame, "__init__", unpainted):
        yield


@contextmanager
def editor_on(draft: ScenarioDraft, folder: Path, size: tuple[int, int] = (1400, 900)) -> Iterator[Hand]:
    """A shown editor; closed without questions at the end."""
    with kept_maps(), eyes(), _editor_on(draft, folder, size) as hand:
        yield hand


@contextmanager
def _editor_on(draft: ScenarioDraft, folder: Path, size: tuple[int, int]) -> Iterator[Hand]:
    make_app()
    catalogue = draft.catalogue
    load_fonts(catalogue.places.resources / "fonts")
    window = EditorWindow(draft, palette_for(catalogue, draft.game.key), folder)
    unseen(window)
    window.resize(*size)
    window.show()
    hand = Hand(window)
    hand.settle()
    view = window.board.view
    if view is not None:
        view.map.reduce_motion = True
    try:
        yield hand
    finally:
        window.ask_first = False
        window.close()
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
