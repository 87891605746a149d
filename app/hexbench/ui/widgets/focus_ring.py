"""A ring round the focused widget, in every light: styled and painted widgets show no focus themselves."""

from __future__ import annotations

from typing import Final

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.background import once

OUT: Final = 2
"""How far outside the widget the ring begins, in pixels."""
THICK: Final = 3
POINTED: Final = "pointed"
"""Property of what shows itself where one is: whether it was come to with the pointer. A map would be framed for as long as somebody
plays with the mouse; in high contrast it is.
"""
MOVES: Final = frozenset(
    (
        QEvent.Type.Move,
        QEvent.Type.Resize,
        QEvent.Type.Show,
        QEvent.Type.Hide,
        QEvent.Type.LayoutRequest,
        QEvent.Type.DynamicPropertyChange,
    )
)


class Ring(QWidget):
    """The ring itself: it lies over its window and passes all events through."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("focus.ring")
        self.tone, self.thick = "#000000", 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(self.tone))
        painter.end()

    def lie_round(self, box: QRect, thick: int) -> None:
        """Go round a rectangle of the window."""
        if (box, thick) != (self.geometry(), self.thick):
            self.thick = thick
            self.setGeometry(box)
            whole = QRect(QPoint(), box.size())
            self.setMask(QRegion(whole) - QRegion(whole.adjusted(thick, thick, -thick, -thick)))
        self.show()
        self.raise_()


class FocusRing(QObject):
    """Follows the keyboard focus through one window and its dialogs."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.window_ = window
        self.tone, self.bold = "#000000", 1.0
        self._ring: Ring | None = None
        self._arrived = False
        """The focus has just moved here; later scrolling away is allowed."""
        self._later = once(self, self.follow)
        app = QApplication.instance()
        assert isinstance(app, QApplication), "widgets need an application"
        app.focusChanged.connect(self._on_focus)

    @property
    def ring(self) -> Ring | None:
        """The ring while it is to be seen."""
        ring = self._ring
        return ring if ring is not None and shiboken6.isValid(ring) and not ring.isHidden() else None

    @property
    def target(self) -> QWidget | None:
        """What has the keyboard, in this window or in a dialog of it."""
        now = above = QApplication.focusWidget()
        while above is not None and above is not self.window_:
            above = above.parentWidget()
        return now if above is not None else None

    def dress(self, tone: str, bold: float) -> None:
        """Have this colour and so many times the usual thickness."""
        self.tone, self.bold = tone, bold
        self.follow()

    def follow(self) -> None:
        """Lie where the keyboard is now."""
        target = self.target
        if target is None or not target.isVisible():
            if self.ring is not None:
                self.ring.hide()
            return
        top = target.window()
        ring = self._ring
        if ring is None or not shiboken6.isValid(ring) or ring.parent() is not top:
            if ring is not None and shiboken6.isValid(ring):
                ring.hide()
                ring.deleteLater()
            ring = self._ring = Ring(top)
        ring.tone = self.tone
        arrived, self._arrived = self._arrived, False
        spot = _in_view(target, top)
        if spot.isEmpty() and arrived:
            _bring_up(target)
            spot = _in_view(target, top)
        if spot.isEmpty() or (target.property(POINTED) and self.bold <= 1):
            ring.hide()
            return
        box = spot.adjusted(-OUT, -OUT, OUT, OUT).intersected(top.rect())
        ring.lie_round(box, round(THICK * self.bold))
        ring.update()

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        self._arrived = True
        # Whoever once had the keyboard stays watched, and nothing is held: a widget must be able to go.
        above = now
        while above is not None:
            above.installEventFilter(self)
            above = above.parentWidget()
        self._later.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()  # asked once: all that happens to what the keyboard is in passes here
        if kind == QEvent.Type.Hide and self.ring is not None:
            target = self.target
            if target is None or not target.isVisible():
                self.ring.hide()  # at once: what takes that place may be painted long before the timer fires
        if kind in MOVES and watched is not self._ring:
            self._later.start()
        return False


def _in_view(part: QWidget, top: QWidget) -> QRect:
    """Where some of a widget is to be seen in its window. Its visible region says less: that is empty where a child covers all
    of it, as the map does its view.
    """
    box = QRect(part.mapTo(top, QPoint()), part.size())
    above = part.parentWidget()
    while above is not None:
        box &= QRect(above.mapTo(top, QPoint()), above.size())
        above = above.parentWidget() if above is not top else None
    return box


def _bring_up(part: QWidget) -> None:
    """Scroll to a widget. Qt does so for focus changes within a scroll area, but not from outside."""
    above = part.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(part)
        above = above.parentWidget()
