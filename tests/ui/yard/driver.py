"""A player's hands at the window: real mouse and key events, sent to the widgets that would receive them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QCursor, QKeySequence, QMouseEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from hexbench.session.game import Catalogue
from hexbench.store.settings import Settings
from hexbench.ui.canvas.view import MapView
from hexbench.ui.canvas.zoom import ZoomView
from hexbench.ui.shell.app import make_app, make_window
from hexbench.ui.shell.window import Window
from hexbench.ui.widgets.background import LatePanel
from tests.sizes import FULL
from tests.ui.yard.house import make_catalogue
from tests.ui.yard.kept_maps import kept_maps

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PLAIN = Qt.KeyboardModifier.NoModifier


class Player:
    """One window and what can be done in it."""

    def __init__(self, window: Window) -> None:
        self.window = window

    @property
    def view(self) -> MapView:
        """The map."""
        view = self.window.table.view
        assert view is not None
        return view

    def begin(self, name: str = "meeting", *, study: bool = False, **options: object) -> None:
        """Begin a game of the yard and let the window settle."""
        self.window.begin("yard", name, options, study)
        self.settle()

    def look(self) -> None:
        """Have the window painted from now on: for tests that grab it, or depend on what painting does."""
        vars(self.window.pictures).pop("keep", None)
        self.window.setUpdatesEnabled(True)
        self.settle()

    def settle(self) -> None:
        """Process everything that is due."""
        for _ in range(4):
            QApplication.processEvents()
        self._catch_up()
        self.window.desk.later.finish()
        self.window.desk.screen_reader.flush()
        QApplication.processEvents()

    def _catch_up(self) -> None:
        """Do what painting would do for docks in front, in a window that is not painted."""
        if self.window.updatesEnabled():
            return
        for dock in self.window.table.docking.docks.values():
            panel = dock.widget()
            if isinstance(panel, LatePanel) and panel.seen:
                panel.catch_up()

    def at(self, unit: str) -> str:
        """The place of a unit in the session, whatever the picture shows."""
        session = self.window.bridge.session
        assert session is not None
        return str(session.state.units[unit].at)

    def spot(self, name: str) -> QPoint:
        """The point of the viewport where a hex or a unit is."""
        scene = self.view.map
        point = scene.geometry.centre(name) if name in scene.atlas.index else scene.item(name).pos()
        return self.view.mapFromScene(point)

    def _send(
        self,
        kind: QEvent.Type,
        at: QPoint,
        button: Qt.MouseButton,
        held: Qt.MouseButton,
        mods: Qt.KeyboardModifier,
    ) -> None:
        port = self.view.viewport()
        event = QMouseEvent(kind, QPointF(at), QPointF(port.mapToGlobal(at)), button, held, mods)
        QApplication.sendEvent(port, event)

    def drag(self, unit: str, to: str, mods: Qt.KeyboardModifier = PLAIN, *, drop: bool = True) -> None:
        """Press on a counter, move in steps, and release over a hex."""
        start, end = self.spot(unit), self.spot(to)
        self._send(QEvent.Type.MouseButtonPress, start, LEFT, LEFT, mods)
        for k in range(1, 9):
            self._send(QEvent.Type.MouseMove, start + (end - start) * k / 8, NONE, LEFT, mods)
        if drop:
            self.drop(to, mods)

    def drop(self, to: str, mods: Qt.KeyboardModifier = PLAIN) -> None:
        """Release the button."""
        self._send(QEvent.Type.MouseButtonRelease, self.spot(to), LEFT, NONE, mods)
        self.settle()

    def view_hands_off(self) -> None:
        """Put back whatever is held."""
        hands = self.window.table.hands
        if hands is not None:
            hands.cancel()

    def click(self, name: str) -> None:
        """Click a hex or a unit."""
        at = self.spot(name)
        self._send(QEvent.Type.MouseMove, at, NONE, NONE, PLAIN)
        self._send(QEvent.Type.MouseButtonPress, at, LEFT, LEFT, PLAIN)
        self._send(QEvent.Type.MouseButtonRelease, at, LEFT, NONE, PLAIN)
        self.settle()

    def hover(self, name: str) -> None:
        """Point at a hex."""
        self._send(QEvent.Type.MouseMove, self.spot(name), NONE, NONE, PLAIN)

    def keys(self, *names: str, to: QWidget | None = None) -> None:
        """Press keys one after another; each goes to the widget with the focus (or to the map if there is none)."""
        for name in names:
            widget = to or QApplication.focusWidget() or self.view
            QTest.keySequence(widget, QKeySequence(name))
            self.settle()

    def act(self, name: str) -> None:
        """Trigger an action of the menus."""
        self.window.acts[name].trigger()
        self.settle()

    def end(self) -> None:
        """End the phase by its key, whatever is left undone."""
        self.act("game.default")
        ends = self.window.commands.phase_end
        if ends.list is not None and ends.list.isVisible():
            self.push("checklist.end")

    def push(self, name: str) -> None:
        """Press the button with that object name."""
        button = self.window.findChild(QWidget, name)
        assert button is not None, name
        assert button.isEnabled(), name
        QTest.mouseClick(button, LEFT)
        self.settle()


@contextmanager
def player_at(
    catalogue: Catalogue, size: tuple[int, int] = (1280, 800), *, painted: bool = False, start: bool = False
) -> Iterator[Player]:
    """A shown window that waits for a game; closed and deleted, and its style removed, at the end. ``painted``: it is
    painted from the first moment on. ``start``: it begins with the start page, which takes a third as long to make as
    everything else.
    """
    with kept_maps(), eyes(), _player_at(catalogue, size, painted, None if start else "") as player:
        yield player


@contextmanager
def _player_at(
    catalogue: Catalogue, size: tuple[int, int], painted: bool, awaited: str | None
) -> Iterator[Player]:
    app = make_app()
    sheet, palette, font = app.styleSheet(), app.palette(), app.font()
    QCursor.setPos(10, 10)  # the last test's pointer position must not affect this one
    stand_still(catalogue)
    window = make_window(catalogue, awaited)
    if not painted:
        unseen(window)
    if not (painted or awaited is None or FULL):  # the picture of a game that is closed is for the start page
        window.pictures.keep = lambda path, table: None  # type: ignore[method-assign]
    window.pictures.draws = False  # a process for every test that shows the start page would be too expensive
    window.lay_table()
    assert window.acts["view.reduce_motion"].isChecked()
    window.resize(*size)
    window.show()
    player = Player(window)
    player.settle()
    try:
        yield player
    finally:
        window.close()
        window.deleteLater()
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        app.processEvents()
        app.setStyleSheet(sheet)
        app.setPalette(palette)
        app.setFont(font)


def unseen(window: QWidget) -> None:
    """Leave a window unpainted until a test enables it (``setUpdatesEnabled(True)``) or grabs it; in full size all are painted.

    Layouts, keyboard and mouse work as usual. Painting was four tenths of the cost of the window tests, and most
    never look.
    """
    window.setUpdatesEnabled(FULL)


def _grab(widget: QWidget, *box: QRect) -> QPixmap:
    """What a widget looks like, even in a window that is not painted."""
    window = widget.window()
    seen = window.updatesEnabled()
    window.setUpdatesEnabled(True)
    try:
        return _look(widget, *box)
    finally:
        window.setUpdatesEnabled(seen)


_look = QWidget.grab


def _imagine(view: ZoomView) -> bool:
    """Images of counters for the next change of scale, if it will be seen."""
    return view.updatesEnabled() and _make_images(view)


_make_images = ZoomView._imagine


@contextmanager
def eyes() -> Iterator[None]:
    """Windows made within this context may be left unpainted, and are grabbed as if they were not."""
    with patch.object(QWidget, "grab", _grab), patch.object(ZoomView, "_imagine", _imagine):
        yield


def stand_still(catalogue: Catalogue) -> None:
    """Switch animation off in the player's settings, before there is a window that would have to react."""
    settings = Settings(catalogue.places.config / "settings.json")
    if not settings.get("look.reduce_motion"):
        settings.set("look.reduce_motion", True)


def yard_catalogue(folder: Path) -> Catalogue:
    """The yard's catalogue in a folder of the test's own."""
    return make_catalogue(folder / "house")


def turn_wheel(over: QWidget) -> None:
    """Turn the wheel one notch towards oneself, with the pointer over a widget."""
    window = over.window()
    spot = over.mapTo(window, over.rect().center())
    QTest.wheelEvent(window.windowHandle(), QPointF(spot), QPoint(0, -120))
