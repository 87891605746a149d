"""Small parts that panels are put together from."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QLayout, QVBoxLayout, QWidget


class TextLabel(QLabel):
    """A label whose links take the colours of the desktop, when they change as well; Tab stops at it for its links only."""

    def setText(self, text: str) -> None:
        super().setText(text)
        if self.textInteractionFlags() & Qt.TextInteractionFlag.LinksAccessibleByKeyboard:
            policy = Qt.FocusPolicy.StrongFocus if "<a " in text else Qt.FocusPolicy.ClickFocus
            self.setFocusPolicy(policy)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        text = self.text()
        if event.type() == QEvent.Type.PaletteChange and "<a " in text:
            self.clear()  # the same text again would keep the colours it was read in
            self.setText(text)


def text_label(name: str) -> QLabel:
    """A label for text of several lines."""
    label = TextLabel()
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    return label


def heading(text: str) -> QLabel:
    """A label in bold."""
    label = QLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    label.setWordWrap(True)
    return label


def column_of(spacing: int) -> QVBoxLayout:
    """A column without margins."""
    column = QVBoxLayout()
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(spacing)
    return column


def empty(layout: QLayout) -> None:
    """Take everything out of a layout and away."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()


def stops(part: QWidget) -> list[QWidget]:
    """Where the Tab key stops in a part, in the order made; not in the lists that its boxes drop down."""
    found = part.findChildren(QWidget)
    return [w for w in found if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.window() is part.window()]
