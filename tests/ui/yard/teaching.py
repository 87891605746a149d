"""What every control says about itself: found by walking through a window, for the test that it is more than its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QKeySequenceEdit,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)

from tests.ui.yard.parts import every_part

CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox)
QTS_OWN = ("qt_", "ScrollLeftButton", "ScrollRightButton")
"""Parts that Qt puts into its own widgets."""


def said(text: str) -> str:
    """Only the words, to compare a name with what is said about it."""
    return re.sub(r"[\W_]+", " ", re.sub(r"<[^>]+>", " ", text.replace("&", ""))).casefold().strip()


def silent_controls(root: QWidget) -> Iterator[str]:
    """Every control below ``root`` whose tooltip is missing or only repeats its name."""
    for widget in every_part(root)[1:]:
        if not isinstance(widget, CONTROLS) or _of_qt(widget):
            continue
        text = (
            getattr(widget, "text", str)() if isinstance(widget, QAbstractButton) else widget.accessibleName()
        )
        if said(widget.toolTip()) in ("", said(text)):
            yield f"{type(widget).__name__} {widget.objectName()!r} {text!r} in {_home(widget)}"


def silent_actions(menu: QMenu) -> Iterator[str]:
    """Every entry of a menu whose tooltip is missing or only repeats its name."""
    for action in menu.actions():
        if action.isSeparator() or action.menu() is not None or not action.isEnabled():
            continue
        if said(_tip(action)) in ("", said(action.text())):
            yield f"{menu.title() or menu.objectName()} → {action.text()}"


def silent_tabs(root: QWidget) -> Iterator[str]:
    """Every tab whose tooltip is missing or only repeats its name."""
    for tabs in root.findChildren(QTabBar):
        for n in range(tabs.count()):
            if said(tabs.tabToolTip(n)) in ("", said(tabs.tabText(n))):
                yield f"tab {tabs.tabText(n)!r}"


def _tip(action: QAction) -> str:
    """Without the key, which is in a line of its own."""
    keys = {key.toString() for key in action.shortcuts()}
    return "\n".join(line for line in action.toolTip().split("\n") if line not in keys)


def _of_qt(widget: QWidget) -> bool:
    if widget.objectName().startswith(QTS_OWN):
        return True
    above = widget.parent()
    if isinstance(above, QComboBox | QAbstractSpinBox | QLineEdit | QDialogButtonBox | QKeySequenceEdit):
        return not widget.objectName() or widget.objectName().startswith(QTS_OWN)
    if widget.metaObject().className() == "QDockWidgetTitleButton":
        return True
    return isinstance(above, QAbstractItemView) and type(widget).__name__ != "QPushButton"


def _home(widget: QWidget) -> str:
    """The nearest ancestor that has a name."""
    above = widget.parent()
    while isinstance(above, QWidget) and not above.objectName() and not isinstance(above, QDialog):
        above = above.parent()
    return above.objectName() if above is not None else ""
