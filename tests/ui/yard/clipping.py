"""What has less room than its words need: labels, buttons, titles, tabs, headers of tables and rows of lists, as they are on the screen.

What is shortened on purpose is allowed if a tooltip gives all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QAbstractListModel, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QTreeView,
    QWidget,
)

from hexbench.ui.widgets.background import LatePanel
from hexbench.ui.widgets.parts import NoteLabel
from tests.ui.yard.parts import every_part

SLACK = 2
"""Pixels that may be missing: advances are rounded up, and letters seldom fill them."""


def clipped(root: QWidget) -> Iterator[str]:
    """Every visible widget below ``root`` whose words do not fit, one sentence each."""
    if any(panel.bare and not _seen(panel).isEmpty() for panel in root.findChildren(LatePanel)):
        every_part(root)  # which has it get its widgets; what nobody can see may go without
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.isVisible() or _seen(widget).isEmpty():
            continue
        for what in _faults(widget):
            yield f"{_name(widget)}: {what}"


def _name(widget: QWidget) -> str:
    chain: list[str] = []
    at: QWidget | None = widget
    while at is not None and len(chain) < 3:
        chain.append(at.objectName() or type(at).__name__)
        at = at.parentWidget()
    return " < ".join(chain)


def _faults(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel):
        yield from _label(widget)
    elif isinstance(widget, QPushButton | QCheckBox | QRadioButton):
        yield from _button(widget)
    elif isinstance(widget, QToolButton):
        if widget.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly or widget.icon().isNull():
            yield from _button(widget)
    elif isinstance(widget, QTabBar):
        yield from _tabs(widget)
    elif isinstance(widget, QComboBox):
        yield from _combo(widget)
    elif isinstance(widget, QGroupBox):
        if widget.title() and _wide(widget, widget.title()) > widget.width() + SLACK:
            yield f"title {widget.title()!r} does not fit {widget.width()} px"
    elif isinstance(widget, QHeaderView):
        yield from _head(widget)
    elif isinstance(widget, QTreeView | QListView):
        yield from _rows(widget)
    elif isinstance(widget, QLineEdit) and widget.placeholderText() and not widget.text():
        room = widget.width() - 2 * 6
        if _wide(widget, widget.placeholderText()) > room + SLACK and not widget.toolTip():
            yield f"placeholder {widget.placeholderText()!r} does not fit {room} px"


def _wide(widget: QWidget, text: str) -> int:
    """Pixels a line of text takes; an ampersand marks a letter and takes none."""
    plain = re.sub(r"&(.)", r"\1", text)
    return max((widget.fontMetrics().horizontalAdvance(line) for line in plain.split("\n")), default=0)


def _seen(widget: QWidget) -> QRect:
    """The part of a widget that is within everything that contains it. If one of those scrolls, all of the widget can be shown,
    unless that lies behind a tab itself.
    """
    box = QRect(0, 0, widget.width(), widget.height())
    at = widget
    while (above := at.parentWidget()) is not None and not at.isWindow():
        if isinstance(scrolls := above.parentWidget(), QAbstractScrollArea):
            return QRect() if _seen(scrolls).isEmpty() else box
        box = box.translated(at.pos()).intersected(above.rect())
        at = above
    return QRect(0, 0, box.width(), box.height())


def _label(widget: QLabel) -> Iterator[str]:
    text = widget.text()
    if not text or not widget.pixmap().isNull():
        return
    seen = _seen(widget)
    if widget.wordWrap():
        need = widget.heightForWidth(widget.width())
        dotted = (
            isinstance(widget, NoteLabel)
            and widget.toolTip()
            and seen.height() >= widget.fontMetrics().height()
        )
        if need > seen.height() + SLACK + 1 and not dotted:
            yield f"{text[:80]!r} needs {need} px of height and has {seen.height()}"
        longest = max((_wide(widget, word) for word in re.sub(r"<[^>]*>", " ", text).split()), default=0)
        if longest > widget.contentsRect().width() + SLACK and not widget.toolTip():
            yield f"a word of {text[:80]!r} needs {longest} px and has {widget.contentsRect().width()}"
        return
    wide, high = widget.sizeHint().width(), widget.sizeHint().height()
    if wide > seen.width() + SLACK and not widget.toolTip():
        yield f"{text[:80]!r} needs {wide} px and has {seen.width()}"
    if high > seen.height() + SLACK + 1:
        yield f"{text[:80]!r} needs {high} px of height and has {seen.height()}"


def _button(widget: QAbstractButton) -> Iterator[str]:
    plain = next((kind for kind in (QPushButton, QCheckBox) if isinstance(widget, kind)), None)
    text = widget.text() if plain is None else plain.text(widget)  # broken into lines
    if not text or (widget.toolTip() and "…" in text):
        return
    seen = _seen(widget)
    if isinstance(widget, QPushButton):  # its words are cut off where its padding begins
        option = QStyleOptionButton()
        widget.initStyleOption(option)
        inner = widget.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, widget)
        seen.setWidth(seen.width() - (widget.width() - inner.width()))
    words = _wide(widget, text) + (widget.iconSize().width() if not widget.icon().isNull() else 0)
    if isinstance(widget, QCheckBox | QRadioButton):
        words += widget.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
    if words > seen.width() + SLACK:
        yield f"{text!r} needs {words} px and has {seen.width()}"
    if widget.fontMetrics().height() * (1 + text.count("\n")) > seen.height() + SLACK:
        yield f"{text!r} needs {widget.fontMetrics().height()} px of height and has {seen.height()}"


def _tabs(bar: QTabBar) -> Iterator[str]:
    for n in range(bar.count()):
        words, room = _wide(bar, bar.tabText(n)), bar.tabRect(n).width()
        if words > room + SLACK and not bar.tabToolTip(n):
            yield f"tab {bar.tabText(n)!r} needs {words} px and has {room}"


def _combo(box: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    words = _wide(box, box.currentText())
    if words > room.width() + SLACK and not box.toolTip() and not box.isEditable():
        yield f"{box.currentText()!r} needs {words} px and has {room.width()}"


def _head(head: QHeaderView) -> Iterator[str]:
    model: Any = head.model()
    if model is None or head.orientation() != Qt.Orientation.Horizontal:
        return
    for n in range(head.count()):
        if head.isSectionHidden(n):
            continue
        text = str(model.headerData(n, head.orientation(), Qt.ItemDataRole.DisplayRole) or "")
        tip = model.headerData(n, head.orientation(), Qt.ItemDataRole.ToolTipRole)
        words = _wide(head, text)
        if words > head.sectionSize(n) + SLACK and not tip:
            yield f"head {text!r} needs {words} px and has {head.sectionSize(n)}"


def _rows(view: QAbstractItemView) -> Iterator[str]:
    model: Any = view.model()
    if model is None or getattr(view, "wordWrap", lambda: False)():
        return
    delegate = view.itemDelegate()
    plain = type(delegate).__module__.startswith("PySide6")
    if not plain or (isinstance(view, QListView) and view.viewMode() == QListView.ViewMode.IconMode):
        return
    if view.horizontalScrollBar().maximum() > 0:
        return
    top = view.rootIndex()
    for row in range(min(model.rowCount(top), 60)):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(top)):
            index = model.index(row, column, top)
            box = view.visualRect(index)
            text = str(index.data() or "")
            if box.width() < 1 or not text:
                continue
            need = view.sizeHintForIndex(index).width()
            if min(need, _wide(view, text) + 4) > box.width() + SLACK and not index.data(
                Qt.ItemDataRole.ToolTipRole
            ):
                yield f"row {text[:60]!r} needs {need} px and has {box.width()}"
