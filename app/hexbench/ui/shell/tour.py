"""The tour: six steps over the open game, each highlighting the widget it explains. The game is not changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from hexbench.ui.canvas.geometry import COUNTER
from hexbench.ui.look.language import mark, tr
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.shell.floats import Float
from hexbench.ui.widgets.parts import PlainLabel, heading, laid, named, push, text_label

if TYPE_CHECKING:
    from hexbench.ui.bridge import Shift
    from hexbench.ui.shell.window import Window

WIDE = 400
"""Width of the card, in pixels."""
_OFFERED = "tour/offered"
"""What is remembered once the tour has been offered."""


class Stop(NamedTuple):
    """One step. ``{name}`` in the text becomes that action's key; ``light`` prepares the window and returns
    what to light.
    """

    title: str
    text: str
    light: Callable[[Window], QRect]


def _box(window: Window, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def _prompt(window: Window) -> QRect:
    return _box(window, window.table.prompt)


def _counter(window: Window) -> QRect:
    """A unit that can act now, in the middle of the map and selected; the whole map where none can."""
    table, view = window.table, window.table.view
    assert view is not None, "the tour goes over an open game"
    on_map = [u for u in (table.acting.hand.able if table.acting.hand else ()) if view.map.where(u)]
    if not on_map:
        return _box(window, view)
    unit = window.desk.units[0] if window.desk.units and window.desk.units[0] in on_map else on_map[0]
    window.desk.choose((unit,))
    at = window.desk.at(unit)
    view.map.bring_up(unit)
    window.desk.study(at)
    view.centre_on(at)
    middle = view.viewport().mapTo(window, view.mapFromScene(view.map.geometry.centre(at)))
    half = max(26, round(COUNTER * view.zoom * 0.8))
    return QRect(middle - QPoint(half, half), middle + QPoint(half, half))


def _hex(window: Window) -> QRect:
    return _dock(window, "hex")


def _layers(window: Window) -> QRect:
    return _dock(window, "layers")


def _history(window: Window) -> QRect:
    prompt = window.table.prompt
    window.table.docking.front("history")
    return _box(window, prompt.undo).united(_box(window, prompt.redo)).adjusted(-4, -4, 4, 4)


def _menus(window: Window) -> QRect:
    bar = window.menuBar()
    last = bar.actionGeometry(window.acts.menus["Help"].menuAction())
    return QRect(bar.mapTo(window, QPoint(0, 0)), last.bottomRight())


def _dock(window: Window, key: str) -> QRect:
    window.table.docking.front(key)
    return _box(window, window.table.docking.docks[key])


STOPS = (
    Stop(
        mark("Whose decision it is"),
        mark(
            "This bar says who decides, where you are in the sequence of play, and what you "
            "have to decide. Its buttons are all the possible answers; the framed one is the "
            "plainest, and {game.default} presses it. If that would leave something undone, "
            "no button is framed and the key lists it first. A die, an eye or an arrow on a "
            "button warns that the step cannot be undone."
        ),
        _prompt,
    ),
    Stop(
        mark("Move a counter"),
        mark(
            "Press the mouse on this counter and drag: everything it can reach is shaded "
            "with its cost, and the route and its cost so far follow your hand. By keyboard: "
            "{game.next} goes to the next unit that can act, the arrows move the cursor, "
            "Enter picks up and drops. A right click, or the Menu key, lists what else it "
            "can do."
        ),
        _counter,
    ),
    Stop(
        mark("Ask why not"),
        mark(
            "Nothing is refused without reasons. Drop a counter where it may not go, or "
            "point at a hex and press {game.why}: every rule against it is listed with its "
            "number, the hexes at fault are lit, and the nearest legal alternative is "
            "offered. The Hex dock keeps the answer; click a number to open the rule."
        ),
        _hex,
    ),
    Stop(
        mark("See what the rules see"),
        mark(
            "Layers draw reach, zones of control, supply, threats and more over the map, "
            "each with its legend. Tick one and select a unit. {view.overlays_off} clears "
            "them all; hold down H to see the ground without its counters."
        ),
        _layers,
    ),
    Stop(
        mark("Undo it"),
        mark(
            "{edit.undo} undoes, as far back as the last die roll, test or hand-over; "
            "{edit.redo} redoes. Every action is on disk before you see it happen. The "
            "History dock goes back to any position, and in study mode you can play on from "
            "there."
        ),
        _history,
    ),
    Stop(
        mark("Find anything"),
        mark(
            "{edit.find} finds actions, units, towns, hexes and rules by a few letters. "
            "Every action is in these menus with its key, and every key can be changed. "
            "{help.manual} opens the manual, {help.keys} shows all keys on one page; this "
            "tour is under Help."
        ),
        _menus,
    ),
)


class _Veil(QWidget):
    """Darkens the window except for one area. Mouse events pass through, so what is shown can be tried at
    once.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.setObjectName("tour.veil")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hole = QRect()
        self.rim = window.desk.palette.chrome.warn

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole, hole = QPainterPath(), QPainterPath()
        whole.addRect(QRectF(self.rect()))
        hole.addRoundedRect(QRectF(self.hole), 7, 7)
        painter.fillPath(whole.subtracted(hole), colour("#000000", 96))
        painter.setPen(QPen(colour(self.rim), 3))
        painter.drawPath(hole)
        painter.end()


class Tour(Float):
    """The card with text and buttons, and its highlight. ``ended()``: skipped or completed."""

    ended = Signal()

    def __init__(self, window: Window) -> None:
        super().__init__(window, window.desk)
        self.window_ = window
        self.setFixedWidth(WIDE)
        self.setAccessibleName(tr("Tour"))
        self.n = 0
        self.veil = _Veil(window)
        self.head = heading("")
        self.head.setWordWrap(False)
        self.words = text_label("tour.words")
        self.count = named(PlainLabel(), role="muted")
        self.skip = push("tour.skip", tr("Skip"), tr("End the tour; it stays under Help (Esc)"), self.end)
        self.back = push("tour.back", tr("Back"), tr("Previous step (Left)"), self._on_back)
        self.next = push("tour.next", tr("Next"), tr("Next step (Right or Enter)"), self._on_next)
        self.next.setDefault(True)
        row = laid(QHBoxLayout(), (self.count, 1))
        for button in (self.skip, self.back, self.next):
            row.addWidget(button)
            button.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        laid(column, self.head, (self.words, 1), row)
        window.installEventFilter(self)
        window.desk.refreshed.connect(self._on_refreshed)

    def rim(self, palette: Palette) -> str:
        return palette.chrome.warn

    def show_stop(self, n: int) -> None:
        """Show a step, counted from 0."""
        self.n = max(0, min(n, len(STOPS) - 1))
        stop, acts = STOPS[self.n], self.window_.acts
        keys = {f"{{{name}}}": acts.key_text(name) or acts.title(name) for name in acts.by_name}
        text = tr(stop.text)
        for name, key in keys.items():
            text = text.replace(name, key)
        self.head.setText(tr(stop.title))
        self.words.setText(text)
        self.setAccessibleDescription(f"{tr(stop.title)}. {text}")
        self.count.setText(tr("{n} of {total}", n=self.n + 1, total=len(STOPS)))
        self.back.setEnabled(self.n > 0)
        self.next.setText(tr("Done") if self.n == len(STOPS) - 1 else tr("Next"))
        self._lay()
        self.next.setFocus()

    @property
    def lit(self) -> QRect:
        """What is lit, in the window."""
        return self.veil.hole

    def _lay(self) -> None:
        window = self.window_
        light = STOPS[self.n].light(window)
        window.table.docking.tidy()
        self.veil.setGeometry(window.rect())
        self.veil.hole = light.intersected(window.rect()).adjusted(2, 2, -2, -2)
        self.veil.show()
        self.veil.raise_()
        self.veil.update()
        self.show()
        self.words.setMinimumHeight(self.words.heightForWidth(WIDE - 32))
        self.put_near(self.veil.hole.center(), (self.veil.hole,))
        self.raise_()

    def _on_next(self) -> None:
        if self.n == len(STOPS) - 1:
            self.end()
        else:
            self.show_stop(self.n + 1)

    def _on_back(self) -> None:
        self.show_stop(self.n - 1)

    def end(self) -> None:
        """Take the tour away; the keyboard goes to the map."""
        self.window_.removeEventFilter(self)
        self.hide()
        self.veil.hide()
        self.veil.deleteLater()
        self.deleteLater()
        table = self.window_.table
        if table.view is not None and table.isVisible():
            table.view.setFocus()
        self.ended.emit()

    def _on_refreshed(self, shift: Shift) -> None:
        if self.window_.bridge.seat is None and not self.isHidden():
            self.end()  # the game was closed, or the screen is covered

    def _key(self, event: QKeyEvent) -> bool:
        """Esc, arrows; Enter presses the button that has the keyboard."""
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() == Qt.Key.Key_Right:
            self._on_next()
        elif event.key() == Qt.Key.Key_Left:
            self._on_back()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focus = self.focusWidget()
            if isinstance(focus, QPushButton):
                focus.click()
        else:
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.window_:
            if event.type() == QEvent.Type.Resize and not self.isHidden():
                self._lay()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)  # before the button, which would take the arrows to go to another
        return False


class Offer(Float):
    """Offers the tour at the first start. It never takes the keyboard focus and disappears with the first
    action.
    """

    def __init__(self, window: Window, tours: Tours) -> None:
        super().__init__(window, window.desk)
        self.tours = tours
        self.setAccessibleName(tr("New here?"))
        words = text_label("tour.offer")
        words.setText(tr("New here? Six steps show you where everything is."))
        words.setWordWrap(False)
        take = push(
            "tour.take", tr("Show me"), tr("Six steps over this game; the game is not changed"), tours.start
        )
        leave = push("tour.leave", tr("Not now"), tr("The tour stays under Help"), self.leave)
        take.setDefault(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        laid(row, words, take, leave)
        window.desk.refreshed.connect(self._on_refreshed)

    def appear(self) -> None:
        """Lie at the head of the map."""
        view = self.tours.window.table.view
        assert view is not None, "it is offered over an open game"
        self.adjustSize()
        box = _box(self.tours.window, view)
        self.move(box.center().x() - self.width() // 2, box.top() + 12)
        self.show()
        self.raise_()

    def leave(self) -> None:
        """Go away."""
        self.hide()
        self.deleteLater()
        self.tours.offer = None

    def _on_refreshed(self, shift: Shift) -> None:
        if not self.isHidden() and shift.kind != "opened":
            self.leave()


class Tours(QObject):
    """Starts the tour, and offers it once."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.tour: Tour | None = None
        self.offer: Offer | None = None

    def start(self) -> None:
        """Begin the tour; without a game on the table, with the first practice position."""
        window = self.window
        if window.bridge.session is None:
            window.open_practice()
        if self.offer is not None:
            self.offer.leave()
        if self.tour is not None or window.bridge.seat is None:
            return
        self.tour = Tour(window)
        self.tour.ended.connect(self._on_ended)
        self.tour.show_stop(0)

    def offer_once(self) -> None:
        """Ask whether the tour is wanted, at the first start only."""
        window = self.window
        if window.memory.flag(_OFFERED, False) or window.table.view is None or window.bridge.seat is None:
            return
        window.memory.keep(_OFFERED, True)
        self.offer = Offer(window, self)
        self.offer.appear()

    def _on_ended(self) -> None:
        self.tour = None
