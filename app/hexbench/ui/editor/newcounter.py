"""The button that makes a counter, where counters are: a click makes one of the side in hand, its arrow asks which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton

from hexbench.ui.look.language import as_it_is, tr

if TYPE_CHECKING:
    from hexbench.ui.editor.desk import EditDesk

ARROW: Final = 18
"""Pixels of the arrow that asks for the side."""


def side_in_hand(desk: EditDesk) -> str:
    """The side of what is selected; else the first."""
    unit = next((u for u in desk.units if u in desk.entries), "")
    return (desk.side_of(unit) if unit else "") or desk.sides[0]


def add_counter(desk: EditDesk, side: str, at: str) -> str:
    """A new counter in a place, selected; its id, or nothing when none can be made."""
    made: list[str] = []
    if not desk.attempt(lambda: made.append(desk.draft.add(side, at))):
        return ""
    desk.choose(made)
    return made[0]


class CounterButton(QToolButton):
    """``place`` says where the counter goes; nothing: beside the map. ``done`` is called when it is there."""

    def __init__(
        self, desk: EditDesk, name: str, help_: str, place: Callable[[], str], done: Callable[[], object]
    ) -> None:
        super().__init__()
        self.desk, self.place, self.done = desk, place, done
        self.setObjectName(f"edit.{name}")
        self.setText(tr("New counter"))
        self.setAccessibleName(tr("New counter"))
        self.setToolTip(as_it_is(help_))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.clicked.connect(self._on_click)
        menu = QMenu(self)
        menu.setObjectName(f"edit.{name}.sides")
        menu.setToolTipsVisible(True)
        for side in desk.sides:
            action = QAction(desk.side_name(side), menu)
            action.setObjectName(f"edit.{name}.{side}")
            action.setData(side)
            action.setToolTip(tr("A new counter of this side"))
            menu.addAction(action)
        menu.triggered.connect(self._on_side)
        self.setMenu(menu)

    def sizeHint(self) -> QSize:
        """With room for the arrow beside the words."""
        return super().sizeHint() + QSize(ARROW, 0)

    def _on_click(self) -> None:
        self._add(side_in_hand(self.desk))

    def _on_side(self, action: QAction) -> None:
        self._add(str(action.data()))

    def _add(self, side: str) -> None:
        if add_counter(self.desk, side, self.place()):
            self.done()
