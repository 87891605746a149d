"""One key to the combat at hand: to the button that brings it on, and from there back to the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from hexbench.ui.docks.combat import CombatView
from hexbench.ui.look.language import tr

if TYPE_CHECKING:
    from hexbench.ui.shell.table import Table


def to_combat(table: Table) -> None:
    """Bring the game's combat dock to the front and give the keyboard to its main button; from inside it, to the map."""
    docking = table.docking
    key = docking.combat
    if not key:
        table.tell(tr("This game has no combat dock."))
        return
    dock, focus = docking.docks[key], QApplication.focusWidget()
    if isinstance(focus, QWidget) and dock.isAncestorOf(focus) and table.view is not None:
        table.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return
    docking.front(key)
    view = docking.game[key.removeprefix("game.")].view
    if not isinstance(view, CombatView) or not view.take_keyboard():
        docking.go(key)
