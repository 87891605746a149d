"""Everything that could be read from a window or heard of it: every word of every widget, list, menu and title, every
hex as it is read out, and what is drawn of the map.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QRectF,
    Qt,
)
from PySide6.QtGui import QAction, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QWidget

from hexbench.ui.shell.finder import entries
from hexbench.ui.shell.window import Window
from tests.ui.yard.parts import every_part

WORDS = (
    *(
        "text",
        "title",
        "toPlainText",
        "placeholderText",
        "windowTitle",
        "accessibleName",
        "accessibleDescription",
    ),
    *("toolTip", "statusTip", "whatsThis", "currentText"),
)
"""Every attribute of a widget or an action that is text."""
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.StatusTipRole,
)
SCALE = 0.35
"""The scale of the picture of the map: counters show everything they have."""


def words_of(thing: object) -> Iterator[str]:
    """What one widget or action says."""
    for name in WORDS:
        found = getattr(thing, name, None)
        said = found() if callable(found) else None
        if isinstance(said, str) and said:
            yield f"{name}: {said}"


def rows_of(model: QAbstractItemModel, above: QModelIndex) -> Iterator[str]:
    """What a list or a tree says, branch by branch."""
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
    flat = isinstance(model, QAbstractListModel | QAbstractTableModel)
    for row in range(model.rowCount(above)):
        first = model.index(row, 0, above)
        for column in range(columns):
            index = model.index(row, column, above) if column else first
            yield from (
                f"row: {said}" for role in ROLES if isinstance(said := index.data(role), str) and said
            )
        if not flat:  # no row of these has rows of its own, and to ask each costs as much as to read it
            yield from rows_of(model, first)


def rows_of_all(widget: QWidget) -> Iterator[str]:
    """What the list or tree of a widget says, if it is one."""
    model: Any = getattr(widget, "model", None)
    found = model() if callable(model) else None
    if isinstance(found, QAbstractItemModel):
        yield from rows_of(found, QModelIndex())


def everything(window: Window) -> list[str]:
    """Every word that can be read from the window, visible or not, with the pictures as fingerprints."""
    out = [f"picture of {name}: {print_}" for name, print_ in pictures(window)]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # deleted widgets are not read
    for widget in every_part(window):
        name = f"{type(widget).__name__} {widget.objectName()}"
        out += [f"{name}: {words}" for words in words_of(widget)]
        out += [f"{name}: {row}" for row in rows_of_all(widget)]
    actions = [*window.findChildren(QAction), *window.table.docking.actions.values()]
    out += [f"action {action.objectName()}: {words}" for action in actions for words in words_of(action)]
    out += [f"found: {entry.line}" for entry in entries(window)]
    view, speaking = window.table.view, window.speaking
    if view is not None:
        out += [f"read out: {speaking.hex_words(at, full=True)}" for at in view.map.atlas.labels]
    out.append(f"read out: {speaking.prompt_words(full=True)}")
    out.append(f"clipboard: {QGuiApplication.clipboard().text()}")
    return out


def pictures(window: Window) -> Iterator[tuple[str, str]]:
    """Fingerprints of what is drawn: the whole map with everything on it, drawn from its lines, and the minimap."""
    view = window.table.view
    assert view is not None
    source = view.map.sceneRect()
    image = QImage(int(source.width() * SCALE), int(source.height() * SCALE), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    view.map.render(painter, QRectF(image.rect()), source)
    painter.end()
    yield "the map", fingerprint(image)
    yield "the minimap", fingerprint(window.table.minimap.list.grab().toImage())


def fingerprint(image: QImage) -> str:
    """A short word that differs for every different picture."""
    # ARGB32, because the fourth byte of RGB32 is whatever was in memory, and because its rows have no padding; kept
    # in a variable, because the bits do not keep their image alive.
    whole = image.convertToFormat(QImage.Format.Format_ARGB32)
    return hashlib.sha256(bytes(whole.constBits())).hexdigest()[:16]
