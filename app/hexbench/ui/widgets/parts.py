"""Small parts from which panels are built."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    SignalInstance,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QToolButton,
    QWidget,
)
from shiboken6 import Shiboken

from hexbench.ui.look.language import as_it_is

if TYPE_CHECKING:  # of Qt's classes a class has one above it: what several of them share is of none
    _Button = QAbstractButton
else:
    _Button = object
W = TypeVar("W", bound=QWidget)
B = TypeVar("B", bound=QBoxLayout)
Part: TypeAlias = (
    QWidget | QLayout | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag] | None
)
"""What stands in a row or column, as :func:`laid` has it."""
Role: TypeAlias = QDialogButtonBox.ButtonRole
Index: TypeAlias = QModelIndex | QPersistentModelIndex
"""What Qt asks a model about."""
NOWHERE: Final = QModelIndex()
"""What is above all rows of a model."""
LEAST: Final = 90
"""Pixels that a button of many words may be made narrow to."""
EDGES = 30
SIGN = 24
"""What its edges and its icon take of it."""


SPARE = 6
"""And what a box to tick leaves free behind its words."""


FRAME: Final = QSize(16, 48)
"""What the system puts round a window, at most, in pixels."""


def resize_within(window: QWidget, wide: int, high: int) -> None:
    """Resize a window, but not beyond its screen: else its lowest buttons would be off the edge."""
    room = window.screen().availableSize() - FRAME
    window.resize(QSize(wide, high).boundedTo(room))


def scrolled(inner: QWidget) -> QScrollArea:
    """A place without a frame in which a widget is scrolled where it has no room, and is as large as the place where it has."""
    area = QScrollArea()
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it takes the keyboard
    area.setWidget(inner)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    return area


class PlainLabel(QLabel):
    """A label that shows its text literally.

    Left to itself a label guesses whether its text is HTML, and names, titles and notes come from anybody's files:
    ``<!--`` in one would hide what follows. No other part of the desktop makes a QLabel.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)


class MarkupLabel(QLabel):
    """A label of HTML, whose author escapes every name.

    Its links take the colours of the desktop, when they change as well; Tab stops at it for its links only.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heights: dict[int, int] = {}
        """Width -> height of what it says. Layouts ask some fifteen times after an action of which two widths are different,
        and for each answer Qt lays all the words out, twice.
        """
        self.setTextFormat(Qt.TextFormat.RichText)

    def setText(self, text: str) -> None:
        self._heights.clear()
        super().setText(text)
        if self.textInteractionFlags() & Qt.TextInteractionFlag.LinksAccessibleByKeyboard:
            policy = Qt.FocusPolicy.StrongFocus if "<a " in text else Qt.FocusPolicy.ClickFocus
            self.setFocusPolicy(policy)

    def clear(self) -> None:
        self._heights.clear()
        super().clear()

    def heightForWidth(self, width: int) -> int:
        width = max(width, self.minimumWidth())
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]

    def changeEvent(self, event: QEvent) -> None:
        self._heights.clear()  # of another font, above all
        super().changeEvent(event)
        text = self.text()
        if event.type() == QEvent.Type.PaletteChange and "<a " in text:
            self.clear()  # the same text again would keep the colours it was read in
            self.setText(text)


class HintLabel(PlainLabel):
    """A few lines below what they explain, as high as the text needs at its width.

    A form asks a wrapping label for its height before its width is known, and would cut off the rest.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setMinimumHeight(self.heightForWidth(event.size().width()))


class ShortLabel(PlainLabel):
    """A line that ends in dots if it does not fit; the tooltip and screen readers have the whole text."""

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(as_it_is(text))

    def clear(self) -> None:
        self.setText("")  # Qt's own would leave the tip, under a cover too

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        role = self.foregroundRole()
        self.style().drawItemText(
            painter, self.rect(), self.alignment(), self.palette(), self.isEnabled(), text, role
        )
        painter.end()


class NoteLabel(PlainLabel):
    """A few lines that end in dots where there is no room for all of them; the tooltip has the whole, and so has a screen
    reader. For notes in docks: with large text a low dock has no room for a note beside what the dock is for.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._tip()

    def clear(self) -> None:
        self.setText("")  # as in a ShortLabel

    def hasHeightForWidth(self) -> bool:
        """No: a layout would take the height of all lines for the least that is needed, and squeeze the buttons beside instead."""
        return False

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.fontMetrics().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        self._tip()

    @property
    def cut(self) -> bool:
        """Whether there is less room than the text needs."""
        return self.heightForWidth(self.width()) > self.height() + 1

    def _tip(self) -> None:
        self.setToolTip(as_it_is(self.text()) if self.cut else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.cut:
            super().paintEvent(event)
            return
        painter, metrics, room = QPainter(self), self.fontMetrics(), self.contentsRect()
        shown = "\n".join(
            few_lines(self.text(), metrics, room.width(), max(1, room.height() // metrics.lineSpacing()))
        )
        self.style().drawItemText(
            painter, room, self.alignment(), self.palette(), self.isEnabled(), shown, self.foregroundRole()
        )
        painter.end()


def few_lines(text: str, metrics: QFontMetrics, room: int, most: int) -> list[str]:
    """At most so many lines of so many pixels; the last ends in dots where there is more to say."""
    lines = [line for part in text.split("\n") for line in (broken(part, metrics, room).split("\n"))]
    if len(lines) <= most:
        return lines
    rest = " ".join(lines[most - 1 :])
    return [*lines[: most - 1], metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)]


def broken(words: str, metrics: QFontMetrics, room: int) -> str:
    """Words in lines of at most so many pixels, but for a single word that is longer."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)


class _Wordy(_Button):
    """A button or check box that wraps its text if it does not fit; ``text()`` still returns all of it."""

    def __init__(self, words: str = "") -> None:
        super().__init__()
        self.words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setText(words)

    def text(self) -> str:
        return self.words

    def setText(self, text: str) -> None:
        self.words = text
        self.setAccessibleName(text)
        self._break()

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._break()

    def _lines(self) -> str:
        """Its text in lines, for the present width."""
        raise TypeError("each has room of its own")

    def _break(self) -> None:
        shown = self._lines()
        if shown != super().text():
            super().setText(shown)


class WordyButton(_Wordy, QPushButton):
    """A button that wraps its text."""

    def wide(self, lines: int) -> int:
        """The smallest width, in pixels, at which its text fits into so many lines."""
        advance, words = self._bold().horizontalAdvance, self.words.split()
        if lines == 1:  # asked of every button of the prompt whenever they change
            return max(LEAST, advance(" ".join(words)) + self._edges())
        runs = [" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)]
        least = max(map(advance, words), default=0)
        widths = sorted({max(least, advance(run)) for run in runs})  # a line is one of these runs
        fits = (width for width in widths if broken(self.words, self._bold(), width).count("\n") < lines)
        return max(LEAST, next(fits, 0) + self._edges())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._break()

    def _bold(self) -> QFontMetrics:
        font = self.font()
        font.setBold(True)  # as that of a default is
        return QFontMetrics(font)

    def _edges(self) -> int:
        return EDGES if self.icon().isNull() else EDGES + SIGN

    def _lines(self) -> str:
        if not self.isVisible():
            return self.words
        metrics, room = self._bold(), max(LEAST, self.width()) - self._edges()
        return "\n".join(broken(line, metrics, room) for line in self.words.split("\n"))


class WordyBox(_Wordy, QCheckBox):
    """A check box that wraps its text."""

    def _lines(self) -> str:
        from PySide6.QtWidgets import (
            QStyle,  # as expensive as all the other imports of this module, and not needed before
        )

        style = self.style()
        sign = style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, self)
        sign += style.pixelMetric(QStyle.PixelMetric.PM_CheckBoxLabelSpacing, None, self)
        return broken(self.words, self.fontMetrics(), max(LEAST, self.width() - sign - SPARE))


class Across(QWidget):
    """Buttons or fields in columns, as many as the width allows: a dock is narrow, and text may be large."""

    def __init__(self, parts: Sequence[QWidget], most: int = 3) -> None:
        """``most``: so many in a row where there is room."""
        super().__init__()
        self.parts, self.most = tuple(parts), most
        self.across = 0
        """How many are in a row now."""
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(4)
        self._lay(most)

    def _lay(self, across: int) -> None:
        if across != self.across:
            self.across = across
            for n, part in enumerate(self.parts):
                self.grid.addWidget(part, n // across, n % across)

    def _need(self, across: int) -> int:
        """The pixels that so many columns take."""
        wide = [part.sizeHint().width() for part in self.parts]
        return sum(max(wide[n::across]) for n in range(across)) + (across - 1) * self.grid.horizontalSpacing()

    def _fit(self) -> None:
        columns = range(min(self.most, len(self.parts)), 1, -1)
        self._lay(next((across for across in columns if self._need(across) <= self.width()), 1))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._need(1), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()


class WrappedRow(QWidget):
    """Widgets of any kind side by side, in as many lines as they need at the width there is. ``wide`` takes what is left of its
    line: a field to type in, or a few words.
    """

    SPACE = 6
    """Pixels between two, and between two lines."""

    def __init__(self, parts: Sequence[QWidget], wide: QWidget | None = None) -> None:
        super().__init__()
        self.parts, self.wide = tuple(parts), wide
        for part in self.parts:
            part.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _need(self, part: QWidget) -> int:
        """The pixels that one takes."""
        least = part.minimumSizeHint().width() if part is self.wide else part.sizeHint().width()
        return max(least, LEAST if part is self.wide else 0, part.minimumWidth())

    def _lines(self, room: int) -> list[list[QWidget]]:
        """The distribution over lines at this width."""
        lines: list[list[QWidget]] = []
        left = 0
        for part in self.parts:
            if part.isHidden():
                continue
            need = self._need(part)
            if not lines or need > left:
                lines.append([])
                left = room
            lines[-1].append(part)
            left -= need + self.SPACE
        return lines

    def _high(self, line: Sequence[QWidget], room: int) -> int:
        """The height of a line; words that break take as many as they need."""
        spare = room - sum(self._need(one) + self.SPACE for one in line) + self.SPACE
        heights = [
            part.heightForWidth(self._need(part) + max(0, spare))
            if part is self.wide and part.hasHeightForWidth()
            else part.sizeHint().height()
            for part in line
        ]
        return max(heights, default=0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, room: int) -> int:
        heights = [self._high(line, room) for line in self._lines(room)]
        return sum(heights) + self.SPACE * max(0, len(heights) - 1)

    def sizeHint(self) -> QSize:
        room = sum(self._need(part) + self.SPACE for part in self.parts if not part.isHidden())
        return QSize(room, self.heightForWidth(max(room, self.width())))

    def minimumSizeHint(self) -> QSize:
        parts = [part for part in self.parts if not part.isHidden()]
        wide = [max(part.minimumSizeHint().width(), part.minimumWidth()) for part in parts]
        return QSize(max(wide, default=0), self.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        self._lay()

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.LayoutRequest
        ):  # the text of one of them changed, or one was shown or hidden
            self.updateGeometry()
            self._lay()
        return super().event(event)

    def _lay(self) -> None:
        top = 0
        for line in self._lines(self.width()):
            high = self._high(line, self.width())
            spare = self.width() - sum(self._need(one) + self.SPACE for one in line) + self.SPACE
            at = 0
            for part in line:
                broad = self._need(part) + (max(0, spare) if part is self.wide else 0)
                tall = high if part is self.wide else min(high, part.sizeHint().height())
                part.setGeometry(at, top + (high - tall) // 2, min(broad, self.width()), tall)
                at += broad + self.SPACE
            top += high + self.SPACE


def side_by_side(*parts: QWidget) -> QWidget:
    """Widgets that stay together, such as a field and what it is called."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        row.addWidget(part)
    return holder


LONG_WORD: Final = 24
"""Letters from which on a word may be broken anywhere."""


def breakable(text: str) -> str:
    """Text whose very long words may be broken between any two letters: none makes a window wider."""
    return " ".join("\u200b".join(word) if len(word) > LONG_WORD else word for word in text.split(" "))


def text_label(name: str) -> QLabel:
    """A label for text of several lines."""
    return _of_lines(NoteLabel(), name)


def markup_label(name: str) -> QLabel:
    """A label for HTML of several lines, whose author escapes every name."""
    return _of_lines(MarkupLabel(), name)


def _of_lines(label: QLabel, name: str) -> QLabel:
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    return label


def heading(text: str, *, wraps: bool = True) -> QLabel:
    """A label in bold."""
    label = PlainLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    label.setWordWrap(wraps)
    return label


def flush(layout: B, spacing: int | None = None) -> B:
    """A row or column without margins, with so many pixels between two parts; None: as many as the style leaves."""
    layout.setContentsMargins(0, 0, 0, 0)
    if spacing is not None:
        layout.setSpacing(spacing)
    return layout


def laid(layout: B, *parts: Part) -> B:
    """A row or column with parts put at its end one after the other.

    A part is a widget or another layout, such a one with its stretch (and a widget with where it stands in its room), or None for a
    stretch of room.
    """
    for part in parts:
        if part is None:
            layout.addStretch(1)
            continue
        what, stretch, *where = part if isinstance(part, tuple) else (part, 0)
        if isinstance(what, QLayout):
            nest(layout, what, stretch)
        else:
            layout.addWidget(what, stretch, *where)
    return layout


def panes(way: Qt.Orientation, *parts: QWidget) -> QSplitter:
    """Parts beside or below one another, whose shares of the room can be changed; none can be pushed out of sight."""
    split = QSplitter(way)
    for part in parts:
        split.addWidget(part)
    split.setChildrenCollapsible(False)
    return split


def empty(layout: QLayout) -> None:
    """Take everything out of a layout and away."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()


_GOING: Final[dict[int, QWidget]] = {}
"""Windows that Qt is about to delete, by id."""


def keep_until_gone(window: QWidget) -> None:
    """Hold a window without a parent until Qt has deleted it, when the event loop comes round to that.

    Python would take one that nobody holds apart before: at any time, and its parts in any order. The items of a table then tell
    whoever listens that they go, and who listens speaks to parts that are gone: the program crashed.
    """
    key = id(window)
    _GOING[key] = window
    window.destroyed.connect(lambda: _GOING.pop(key, None))


def nest(outer: QBoxLayout, inner: QLayout, stretch: int = 0, *, at: int = -1) -> None:
    """Put a layout into another: at the end, or at a place. No other part of the desktop calls ``addLayout``.

    For every widget that stands in ``inner`` already, ``addLayout`` leaves a wrapper of its ``QWidgetItem`` behind, and nobody tells
    it when C++ deletes that item. shiboken 6.11 keeps several wrappers of one address: when a list's item came to lie where such a
    one had lain, the next ``clear()``, or the end of the window, read freed memory (``BindingManager::releaseWrapper``) and the
    program crashed, about once in two thousand windows. So these wrappers are let go at once.
    """
    outer.insertLayout(at, inner, stretch)
    _let_go(inner)


def inside(layout: QLayout) -> list[QWidget]:
    """The widgets that stand in a layout, in order. Its items are let go of, as :func:`nest` says."""
    items = [layout.itemAt(n) for n in range(layout.count())]
    found = [w for item in items if item is not None and (w := item.widget()) is not None]
    _let_go(layout)
    return found


def _let_go(layout: QLayout) -> None:
    """Have shiboken forget the items of a layout, and of those within it, which C++ deletes without a word."""
    for n in range(layout.count()):
        item = layout.itemAt(n)
        if isinstance(item, QLayout):
            _let_go(item)
        elif item is not None:
            Shiboken.invalidate(item)


def in_sight(part: QWidget) -> bool:
    """Whether some of a widget lies within its window: it is shown, not folded away, and not a dock behind a tab, which Qt lays
    far outside. (Its visible region says less: that is empty where a child covers all of it.)
    """
    window = part.window()
    spot = QRect(part.mapTo(window, QPoint()), part.size())
    return part.isVisible() and spot.intersects(window.rect())


def stops(part: QWidget) -> list[QWidget]:
    """Where the Tab key stops in a part, in the order made; not in the lists that its boxes drop down."""
    found = part.findChildren(QWidget)
    return [w for w in found if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.window() is part.window()]


def named(widget: W, key: str = "", title: str = "", tip: str = "", *, role: str = "") -> W:
    """A widget with ``key`` for styles and tests, ``title`` for screen readers, ``tip`` for the pointer; ``role`` colours it."""
    if key:
        widget.setObjectName(key)
    if title:
        widget.setAccessibleName(title)
    if tip:
        widget.setToolTip(as_it_is(tip))
    if role:
        widget.setProperty("role", role)
    return widget


def wrapped_label(text: str = "") -> PlainLabel:
    """A label that breaks its lines."""
    label = PlainLabel(text)
    label.setWordWrap(True)
    return label


def push(
    key: str,
    text: str,
    tip: str = "",
    slot: Callable[..., object] | SignalInstance | None = None,
    *,
    title: str = "",
) -> QPushButton:
    """A button with a tooltip, which Enter elsewhere in a dialog does not press."""
    button = named(QPushButton(text), key, title, tip)
    button.setAutoDefault(False)
    if slot is not None:
        button.clicked.connect(slot)
    return button


def tool(
    key: str,
    text: str,
    tip: str,
    slot: Callable[..., object] | SignalInstance | None = None,
    *,
    check: bool = False,
) -> QToolButton:
    """A small button with a tooltip; Tab reaches it."""
    button = named(QToolButton(), key, text, tip)
    button.setText(text)
    button.setCheckable(check)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if slot is not None:
        (button.toggled if check else button.clicked).connect(slot)
    return button


def search_line(
    key: str, title: str, slot: Callable[..., object], *, tip: str = "", shown: str = ""
) -> QLineEdit:
    """A line for words that are looked for, with a button that empties it; ``slot`` is told of every change. While it is empty it shows
    what ``shown`` says, or else its title.
    """
    line = named(QLineEdit(), key, title, tip)
    line.setPlaceholderText(shown or title)
    line.setClearButtonEnabled(True)
    line.textChanged.connect(slot)
    return line


def answers(dialog: QDialog, undone: str, *buttons: tuple[QPushButton, Role]) -> QDialogButtonBox:
    """The buttons that a dialog ends in, and Cancel, whose tip says what is left undone; Enter presses none but the default."""
    box = QDialogButtonBox()
    for button, role in buttons:
        box.addButton(button, role)
    cancel = named(box.addButton(QDialogButtonBox.StandardButton.Cancel), tip=undone)
    cancel.setAutoDefault(False)
    box.rejected.connect(dialog.reject)
    return box
