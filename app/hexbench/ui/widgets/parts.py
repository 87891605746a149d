"""Small parts that panels are put together from."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLayout, QVBoxLayout


def text_label(name: str) -> QLabel:
    """A label for text of several lines."""
    label = QLabel()
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
