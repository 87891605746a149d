"""The cover between two players: shows nothing of the game except whose seat it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QClipboard, QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QPushButton, QToolTip, QVBoxLayout, QWidget

from hexbench.engine.display import Combat
from hexbench.ui.canvas.view import MapView
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.layers import LayersPanel
from hexbench.ui.look.language import tr
from hexbench.ui.look.palette import colour
from hexbench.ui.look.shapes import emblem_path
from hexbench.ui.widgets.parts import PlainLabel, laid, named

if TYPE_CHECKING:
    from hexbench.ui.shell.pieces import TablePieces
    from hexbench.ui.shell.table import Table


# What a game is opened at, everybody in sight or as many as can still be read; and what is brought into view later.

READABLE = 0.42
"""The smallest scale a game is opened at: counters can still be read."""
EDGE = 90
"""How far from the edge of the map a combat must lie to be well in view, in pixels."""


def first_look(view: MapView, able: Sequence[str]) -> None:
    """Show all units; if that is too small, start at the middle of the units that are ``able`` to act."""
    hexes = view.map.stacks.hexes
    view.fit_hexes(hexes)
    if view.zoom < READABLE:
        # From there no counter could be read.
        there = [at for u in able if (at := view.map.where(u))]
        places = [view.map.geometry.centre(at) for at in there or hexes]
        view.set_zoom(READABLE)
        if places:
            middle = len(places) // 2
            xs, ys = sorted(p.x() for p in places), sorted(p.y() for p in places)
            view.centerOn(xs[middle], ys[middle])
    # Nothing beyond the sheet is shown where the sheet can fill the window; else it lies in the middle.
    seen, sheet = view.seen, view.map.geometry.bounds
    inside = QRectF(seen)
    inside.moveCenter(sheet.center())
    if seen.width() <= sheet.width():
        inside.moveLeft(max(sheet.left(), min(seen.left(), sheet.right() - seen.width())))
    if seen.height() <= sheet.height():
        inside.moveTop(max(sheet.top(), min(seen.top(), sheet.bottom() - seen.height())))
    view.centerOn(inside.center())


def well_in_view(view: MapView, hexes: Sequence[str]) -> Iterator[bool]:
    """For each hex whether it can be seen, not too near the rim of the window."""
    inner = view.viewport().rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
    for at in hexes:
        yield inner.contains(view.mapFromScene(view.map.geometry.centre(at)))


def bring_waiting(view: MapView, combats: Sequence[Combat]) -> None:
    """Where one of several combats is to be chosen and none is in view, bring the first of them there."""
    asked = [at for c in combats if c.status == "waiting" and c.choices for at in c.hexes]
    if asked and not any(well_in_view(view, asked)):
        view.centre_on(asked[0])


# The map is turned to another side: laid out again at the same scale about the same hex, with the same
# selection.


def turn_map(table: Table) -> None:
    """Lay the map of the table as the settings say, if it lies otherwise."""
    view = table.view
    if view is None or view.map.geometry.top == table.settings.get("map.top"):
        return
    zoom, middle, units = view.zoom, view.map.hex_at(view.seen.center()), table.desk.units
    cursor = view.cursor_hex
    table.lay(view.map.colours, again=True)
    table.show_all()
    turned = table.view
    if turned is None:
        return
    # it fits the whole map when it first gets its size
    table.column.activate()
    turned.show()
    turned.set_zoom(zoom)
    if cursor:
        turned.set_cursor(cursor)
    if middle:
        turned.centre_on(middle)
    table.desk.choose(units)
    table.laid_anew.emit()


# A look at the ground: while H is held down over the map, no counter is drawn.

ENDS = (QEvent.Type.FocusOut, QEvent.Type.Hide)


class Peek(QObject):
    """Listens at one view; when it ends, the counters are as the layers say."""

    def __init__(self, view: MapView, layers: LayersPanel) -> None:
        super().__init__(view)
        self.view, self.layers = view, layers
        self.on = False
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in ENDS:
            self._show()
        elif isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_H and not event.modifiers():
            if event.type() == QEvent.Type.KeyPress:
                if not self.on and not self.view.map.carried:
                    self.on = True
                    self.view.map.set_hidden(True)
                return True
            if event.type() == QEvent.Type.KeyRelease:
                if not event.isAutoRepeat():
                    self._show()
                return True
        return False

    def _show(self) -> None:
        if self.on:
            self.on = False
            self.view.map.set_hidden("counters" in self.layers.hidden)


class _Emblem(QWidget):
    """A side's emblem on a disc of its colour."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.side = ""
        self.setFixedSize(120, 120)

    def sizeHint(self) -> QSize:
        return QSize(120, 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.side:
            return
        look = self.desk.palette.side(self.side)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(look.ground))
        painter.drawEllipse(QPointF(60, 60), 58, 58)
        painter.setBrush(colour(look.ink))
        painter.translate(60, 60)
        painter.scale(32, 32)
        painter.drawPath(emblem_path(look.emblem))
        painter.end()


class Cover(QWidget):
    """``accepted()``: the player whose seat it is sits down."""

    accepted = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cover")
        self.emblem = _Emblem(desk)
        self.who = named(PlainLabel(), "cover.who", role="title")
        self.who.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words = named(
            PlainLabel(tr("The other player now looks away. Nothing of the game is on the screen.")),
            role="muted",
        )
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.ready = named(QPushButton(), "cover.ready")
        self.ready.setDefault(True)
        self.ready.setAutoDefault(True)
        self.ready.clicked.connect(self.accepted)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addStretch(2)
        laid(column, (self.emblem, 0, Qt.AlignmentFlag.AlignHCenter), self.who, self.words)
        column.addSpacing(8)
        column.addWidget(self.ready, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    @property
    def side(self) -> str:
        """Whose player it waits for."""
        return self.emblem.side

    def show_side(self, side: str, name: str) -> None:
        """Wait for this side's player; ``name`` is what the side is called."""
        self.emblem.side = side
        self.emblem.update()
        self.who.setText(tr("{name} to decide", name=name))
        self.ready.setText(tr("I am the {name} player", name=name))
        self.setAccessibleName(tr("{name} to decide", name=name))


# What a player leaves behind in the window when looking away, which the other must not see.

FILTERS = ("log.kinds", "roster.states", "history.kinds")
"""Lists that narrow what is shown."""


class Secrecy(QObject):
    """One per window: remembers what each side was looking at, and clears what it must not leave behind."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.table = at.window, at.table
        self._copied = ""
        """What was copied while the program was in front: other programs' text is not ours to forget."""
        QGuiApplication.clipboard().dataChanged.connect(self._on_copied)
        self._looks: dict[str | None, tuple[float, QPointF]] = {}
        """side -> scale and centre of the map as its player left them."""
        self._overlays: dict[str | None, tuple[str, ...]] = {}
        """side -> the overlays its player had switched on: what he was looking for is nobody else's business."""

    def leave(self, side: str | None) -> None:
        """The player of ``side`` looks away: save that player's view of the map, and clear what must not be
        seen.
        """
        view = self.table.view
        if view is not None:
            self._looks[side] = view.zoom, view.seen.center()
        self._overlays[side] = tuple(self.table.overlays.on)
        self.forget()

    def forget(self) -> None:
        """Forget whatever was copied, typed, looked up or opened."""
        window = self.window
        clipboard = QGuiApplication.clipboard()
        if clipboard.ownsClipboard() or (self._copied and clipboard.text() == self._copied):
            clipboard.clear()
        if clipboard.supportsSelection() and clipboard.ownsSelection():
            clipboard.clear(QClipboard.Mode.Selection)
        QToolTip.hideText()
        table = self.table
        for line in table.findChildren(QLineEdit):
            if line.parent() is not None and not line.isReadOnly() and line.text():
                line.clear()  # what was typed cannot be got back by undo either
                line.setText("")
        for name in FILTERS:
            for box in table.findChildren(QComboBox, name):
                box.setCurrentIndex(0)
        table.rules.forget()
        if "calculating" in vars(window):  # it exists already: it is never created just for this
            window.calculating.forget()
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible() and dialog.objectName() not in ("error", "manual"):
                dialog.close()

    def _on_copied(self) -> None:
        active = QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
        self._copied = QGuiApplication.clipboard().text() if active else ""

    def welcome(self, side: str | None) -> None:
        """The player of ``side`` is back: restore that player's view of the map; the first time, show the
        common one.
        """
        table = self.table
        table.overlays.put(self._overlays.get(side, table.overlays.at_first))
        view, look = table.view, self._looks.get(side)
        if view is None:
            return
        if look is None:
            hand = table.acting.hand
            first_look(view, hand.able if hand is not None else ())
        else:
            view.set_zoom(look[0])
            view.centerOn(look[1])

    def begin(self) -> None:
        """Another game: forget all views and overlays."""
        self._looks, self._overlays = {}, {}
