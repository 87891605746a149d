"""Tables of actions: what a row is, and how menus and actions are made from rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from hexbench.ui.look.language import tr


class Act(NamedTuple):
    """One action. ``keys`` are separated by blanks; ``at`` says when it can be used: always or with a game."""

    name: str
    menu: str
    text: str
    keys: str = ""
    at: str = "game"
    check: bool = False
    help: str = ""


def menus_of(window: QMainWindow, titles: Mapping[str, str], prefix: str) -> dict[str, QMenu]:
    """Menus in the bar of a window by their names; each is called ``prefix`` and its name."""
    found: dict[str, QMenu] = {}
    for name, title in titles.items():
        menu = window.menuBar().addMenu(tr(title))
        menu.setObjectName(f"{prefix}{name.lower()}")
        menu.setToolTipsVisible(True)
        found[name] = menu
    return found


def acts_of(
    window: QMainWindow, menus: Mapping[str, QMenu], rows: Sequence[Act | str], prefix: str = ""
) -> Iterator[tuple[Act, QAction]]:
    """The actions of a table, each in its menu as it is made; a bare name is a line in that menu. They have no keys yet."""
    for row in rows:
        if isinstance(row, str):
            menus[row].addSeparator()
            continue
        action = QAction(tr(row.text), window)
        action.setObjectName(f"{prefix}{row.name}")
        action.setCheckable(row.check)
        menus[row.menu].addAction(action)
        yield row, action


def keys_of(words: str) -> list[QKeySequence]:
    """Keys written with blanks between them."""
    return [QKeySequence(key) for key in words.split(" ") if key]


def first_key(action: QAction) -> str:
    """The first key of an action as this system writes it; empty: it has none."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
