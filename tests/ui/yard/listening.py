"""All that anybody could read off a window or hear of it: every word of every widget, list, menu and title, every hex as it
is read out, and what is drawn of the map."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
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
"""Everything a widget or an action may be asked for that is text."""
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.StatusTipRole,
)
SCALE = 0.35
"""Of the picture of the map: counters show all they have."""


def words_of(thing: object) -> Iterator[str]:
    """What one widget or action says."""
    for name in WORDS:
        found = getattr(thing, name, None)
        said = found() if callable(found) else None
        if isinstance(said, str) and said:
            yield f"{name}: {said}"


def rows_of(model: QAbstractItemModel, above: QModelIndex) -> Iterator[str]:
    """What a list or a tree says, branch by branch."""
    for row in range(model.rowCount(above)):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
        cells = [model.index(row, column, above) for column in range(columns)]
        for index in cells:
            for role in ROLES:
                said = index.data(role)
                if isinstance(said, str) and said:
                    yield f"row: {said}"
        if cells:
            yield from rows_of(model, cells[0])


def rows_of_all(widget: QWidget) -> Iterator[str]:
    """What the list or tree of a widget says, if it is one."""
    model: Any = getattr(widget, "model", None)
    found = model() if callable(model) else None
    if isinstance(found, QAbstractItemModel):
        yield from rows_of(found, QModelIndex())


def everything(window: Window) -> list[str]:
    """Every word that can be read off the window, seen or unseen, with the pictures as fingerprints."""
    out = [f"picture of {name}: {print_}" for name, print_ in pictures(window)]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # what is gone is not read
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
    """Fingerprints of what is drawn: the whole map with all that lies on it, drawn from its lines, and the minimap."""
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
    """A short word that is another for every other picture."""
    # ARGB32, since the fourth byte of RGB32 is whatever was in memory, and since its rows have no padding; held by a name,
    # since the bits do not keep their image alive.
    whole = image.convertToFormat(QImage.Format.Format_ARGB32)
    return hashlib.sha256(bytes(whole.constBits())).hexdigest()[:16]
