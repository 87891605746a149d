"""What a screen reader finds in a window: names, roles, and where the Tab key leads; for the tests that nothing is missing."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from tests.ui.yard.parts import every_part
from tests.ui.yard.teaching import _of_qt as of_qt

SPOKEN = (
    *(QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QAbstractItemView, QAbstractSlider),
    *(QTextEdit, QProgressBar),
)
"""What a reader stops at."""
LINKS = 3000
"""More links than any page has."""
SILENT = frozenset({"focus.ring", "qt_scrollarea_viewport"})
"""Painted widgets that have nothing to say."""


def spoken_name(widget: QWidget) -> str:
    """The name that a screen reader gives a widget: its own, its text, or that of its buddy."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip()


def marked_up(root: QWidget) -> Iterator[str]:
    """Everything below ``root`` for which a reader would read out markup: a tooltip is used if there is no description."""
    for widget in every_part(root)[1:]:
        found = QAccessible.queryAccessibleInterface(widget)
        if widget.isVisible() and found.text(QAccessible.Text.Description).startswith("<"):
            yield f"{where(widget)} is described in markup"


def nameless(root: QWidget) -> Iterator[str]:
    """Everything below ``root`` that is visible, can be used or reached, and has no name for a reader."""
    for widget in every_part(root)[1:]:
        if isinstance(widget, QScrollBar) or part_of_qt(widget) or not widget.isVisible():
            continue
        reached = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and not isinstance(widget, QTabBar)
        if (isinstance(widget, SPOKEN) or reached or painted(widget)) and not spoken_name(widget):
            yield where(widget)


def part_of_qt(widget: QWidget) -> bool:
    """Parts that Qt puts into its own widgets: viewports, the lists of combo boxes, the buttons of titles."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QComboBox) or (
            isinstance(above, QAbstractScrollArea) and above.viewport() is widget
        ):
            return True
        above = above.parentWidget()
    return of_qt(widget) or widget.objectName() in SILENT


def painted(widget: QWidget) -> bool:
    """Whether it draws something that no widget inside it says. A label draws its text, and has it."""
    if isinstance(widget, QLabel):
        return False
    own = "paintEvent" in vars(type(widget)) and type(widget).__module__.startswith("hexbench")
    return own and not widget.findChildren(QWidget)


def roleless(root: QWidget) -> Iterator[str]:
    """Everything that takes the focus and that a reader would call a mere pane."""
    for widget in every_part(root)[1:]:
        found = QAccessible.queryAccessibleInterface(widget)
        if not widget.isVisible() or part_of_qt(widget) or not isinstance(widget, SPOKEN):
            continue
        if found.role() in (QAccessible.Role.NoRole, QAccessible.Role.Client):
            yield f"{where(widget)}: {found.role()}"


def nameless_actions(menu: QMenu) -> Iterator[str]:
    """Every entry of a menu without text or without a name for tests and keys."""
    for action in menu.actions():
        if not action.isSeparator() and action.menu() is None and not (action.text() and action.objectName()):
            yield f"{menu.title()} → {action.text() or action.objectName()!r}"


def nameless_docks(docks: dict[str, QDockWidget], actions: dict[str, QAction]) -> Iterator[str]:
    """Docks without a title, a name, or an action that leads there."""
    for key, dock in docks.items():
        if not (dock.windowTitle() and dock.objectName() and key in actions and spoken_name(dock.widget())):
            yield key


def where(widget: QWidget) -> str:
    """A widget in the words of a report."""
    names: list[str] = []
    above = widget.parentWidget()
    while above is not None and len(names) < 3:
        if above.objectName():
            names.append(above.objectName())
        above = above.parentWidget()
    return f"{type(widget).__name__} {widget.objectName()!r} in {' < '.join(names)}"


def steps(root: QWidget) -> list[tuple[QWidget, QWidget | None]]:
    """(where the Tab key stops below ``root``, where it goes from there), found by pressing it; None: it does not go on.

    Qt's own chain is not used: PySide makes whatever it returns a child of the object asked, and deletes both
    together.
    """
    found: list[tuple[QWidget, QWidget | None]] = []
    for widget in every_part(root)[1:]:
        if part_of_qt(widget) or not takes_tab(widget):
            continue
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if not widget.hasFocus():
            continue
        for _ in range(LINKS):  # a page of text goes from link to link first
            QTest.keyClick(widget, Qt.Key.Key_Tab)
            if not widget.hasFocus():
                found.append((widget, QApplication.focusWidget()))
                break
        else:
            found.append((widget, None))
    return found


def takes_tab(widget: QWidget) -> bool:
    """Whether the Tab key stops here now."""
    tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return tab and widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None


def out_of_order(root: QWidget, steps: list[tuple[QWidget, QWidget | None]]) -> list[str]:
    """Steps of the Tab key against reading order: to a line above, or back in the same line.

    What is beside a column may come before or after the whole column: only steps up that also go left, and steps to
    the left in one line, are wrong. Where Tab goes round within ``root``, one step must go back to the beginning.
    """
    inside = [(one, other) for one, other in steps if other is not None and root.isAncestorOf(other)]
    found = []
    for one, other in inside:
        a, b = (_box(w, root) for w in _side_by_side(one, other))
        same_line = a.top() < b.bottom() and b.top() < a.bottom()
        if (same_line and b.right() <= a.left()) or (
            not same_line and b.bottom() <= a.top() and b.left() <= a.left()
        ):
            found.append(f"{where(one)} → {where(other)}")
    return found[1:] if len(inside) == len(steps) else found


def traps(steps: list[tuple[QWidget, QWidget | None]]) -> Iterator[str]:
    """Where the Tab key does not lead out; a lone button leads nowhere and does not count."""
    yield from (where(widget) for widget, other in steps if other is None and len(steps) > 1)


def _side_by_side(one: QWidget, other: QWidget) -> tuple[QWidget, QWidget]:
    """Both widgets, with a scrolled area in place of one that is in an area of its own: what is scrolled away has no place."""
    areas = [_area(one), _area(other)]
    if areas[0] is areas[1]:
        return one, other
    a, b = areas[0] or one, areas[1] or other
    return (one, b) if a.isAncestorOf(other) else (a, other) if b.isAncestorOf(one) else (a, b)


def _area(widget: QWidget) -> QWidget | None:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above


def _box(widget: QWidget, root: QWidget) -> QRect:
    box = widget.rect()
    box.moveTopLeft(widget.mapTo(root, QPoint(0, 0)))
    return box
