"""Hands at the map editor: real mouse and key events, sent to the widgets that would get them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableWidget, QWidget

from hexbench.session.editor.map_doc import MapDraft
from hexbench.session.game import Catalogue
from hexbench.ui.editor.map_window import MapEditor, map_palette
from hexbench.ui.look.fonts import load_fonts
from hexbench.ui.shell.app import make_app
from tests.ui.yard.driver import eyes, unseen
from tests.ui.yard.kept_maps import kept_maps

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class MapHand:
    """One map editor and what can be done at it."""

    def __init__(self, window: MapEditor) -> None:
        self.window = window
        self.desk = window.desk
        self.draft = window.draft

    def settle(self) -> None:
        """Let everything happen that is due; it is drawn where somebody looks (:meth:`look`)."""
        for _ in range(3):
            QApplication.processEvents()
        self.desk.later.finish()
        if self.window.updatesEnabled():
            self.window.canvas.finish()
        else:  # drawing the tiles after every stroke was a sixth of what these tests cost
            self.window.canvas.catch_up()
            self.window.canvas.stroke.clear()
        QApplication.processEvents()

    def look(self) -> None:
        """Have the window painted from now on: for whoever grabs it."""
        self.window.setUpdatesEnabled(True)
        self.settle()

    def spot(self, name: str) -> QPoint:
        """The point of the map's window where a hex (its middle) or a hexside (its middle) is."""
        view = self.window.canvas.view
        return view.mapFromScene(view.map.geometry.place(name))

    def corner(self, side: str, end: int) -> QPoint:
        """The point where one end of a hexside is."""
        view = self.window.canvas.view
        vertices = self.window.canvas.vertices
        return view.mapFromScene(QPointF(*view.map.geometry.layout.corner_point(vertices.ends(side)[end])))

    def _send(
        self,
        kind: QEvent.Type,
        at: QPoint,
        button: Qt.MouseButton,
        held: Qt.MouseButton,
        mods: Qt.KeyboardModifier,
    ) -> None:
        port = self.window.canvas.view.viewport()
        event = QMouseEvent(kind, QPointF(at), QPointF(port.mapToGlobal(at)), button, held, mods)
        QApplication.sendEvent(port, event)

    def drag(self, *over: str | QPoint, mods: Qt.KeyboardModifier = PLAIN) -> None:
        """Press at the first hex, hexside or point, go over the others, let go over the last."""
        path = [self.spot(at) if isinstance(at, str) else at for at in over]
        self._send(QEvent.Type.MouseButtonPress, path[0], LEFT, LEFT, mods)
        for a, b in itertools.pairwise(path):
            for k in range(1, 5):
                self._send(QEvent.Type.MouseMove, a + (b - a) * k / 4, NONE, LEFT, mods)
        self._send(QEvent.Type.MouseButtonRelease, path[-1], LEFT, NONE, mods)
        self.settle()

    def press_and_lose(self, start: str, over: str, after: str) -> None:
        """Press, go to a hex, and let go where the map hears nothing of it; then the pointer comes to another hex."""
        self._send(QEvent.Type.MouseButtonPress, self.spot(start), LEFT, LEFT, PLAIN)
        self._send(QEvent.Type.MouseMove, self.spot(over), NONE, LEFT, PLAIN)
        self._send(QEvent.Type.MouseMove, self.spot(after), NONE, NONE, PLAIN)
        self.settle()

    def click(self, at: str | QPoint, mods: Qt.KeyboardModifier = PLAIN) -> None:
        """Click a hex, a hexside or a point."""
        self.drag(at, mods=mods)

    def keys(self, *names: str, to: QWidget | None = None) -> None:
        """Press keys; each goes to the map or to the widget named."""
        for name in names:
            QTest.keySequence(to or self.window.canvas.view, QKeySequence(name))
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

    def near(self, at: str, zoom: float = 0.8) -> None:
        """Bring a hex into the middle, with the cursor on it."""
        view = self.window.canvas.view
        view.set_zoom(zoom)
        self.window.canvas.go(at)
        view.centre_on(at)
        self.settle()


@contextmanager
def map_editor_on(
    draft: MapDraft, catalogue: Catalogue, size: tuple[int, int] = (1400, 900), look: str = "day"
) -> Iterator[MapHand]:
    """A shown map editor; closed without questions at the end. What the draft changes of its map is drawn from its own lines."""
    with kept_maps(), eyes(), _map_editor_on(draft, catalogue, size, look) as hand:
        yield hand


@contextmanager
def _map_editor_on(
    draft: MapDraft, catalogue: Catalogue, size: tuple[int, int], look: str
) -> Iterator[MapHand]:
    make_app()
    load_fonts(catalogue.places.resources / "fonts")
    window = MapEditor(draft, catalogue, map_palette(catalogue, draft.game, look))
    unseen(window)
    window.resize(*size)
    window.show()
    hand = MapHand(window)
    hand.settle()
    try:
        yield hand
    finally:
        window.ask_first = False
        window.close()
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def text_at(table: QTableWidget, row: int, column: int) -> str:
    """What stands in a cell of a table."""
    item = table.item(row, column)
    assert item is not None
    return item.text()


def write_at(table: QTableWidget, row: int, column: int, text: str) -> None:
    """Write into a cell of a table."""
    item = table.item(row, column)
    assert item is not None
    item.setText(text)
