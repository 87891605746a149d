"""Who plays which side of a new game: people, or the computer at one of the game's levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QWidget

from hexbench.engine.opponent import BALANCED
from hexbench.session.automaton import levels, manners
from hexbench.ui.docks.names import side_title
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.widgets.parts import PlainLabel

if TYPE_CHECKING:
    from hexbench.engine.rules import GameDef

PERSON = mark("A person")
MANNERS = {
    "cautious": (mark("Cautious"), mark("It minds losses more and takes fewer risks")),
    "balanced": (mark("Balanced"), mark("It weighs what may be won and lost as they come")),
    "bold": (mark("Bold"), mark("It minds losses less and goes for what may be won")),
}
"""manner -> what it is called, and what it is."""


def manner_title(manner: str) -> str:
    """What a manner is called."""
    return tr(MANNERS[manner][0]) if manner in MANNERS else tell(manner)


class PlayersChoice(QWidget):
    """One box for each side, and one for how daring the computer is there. It hides itself for a game without an opponent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QComboBox] = {}
        self.manner_boxes: dict[str, QComboBox] = {}
        self._rows = QFormLayout(self)
        self._rows.setContentsMargins(0, 10, 0, 0)
        self._game = ""
        self.hide()

    def show_game(self, game: GameDef) -> None:
        """Show the sides of a game; what was chosen for this game stays."""
        if game.key == self._game:
            return
        self._game = game.key
        while self._rows.rowCount():
            self._rows.removeRow(0)
        self.boxes, self.manner_boxes = {}, {}
        found = levels(game)
        if found:
            head = PlainLabel(tr("Players"))
            font = head.font()
            font.setBold(True)
            head.setFont(font)
            self._rows.addRow(head)
        for side in game.sides if found else ():
            box = QComboBox()
            box.setObjectName(f"new.player.{side}")
            box.addItem(tr(PERSON), "")
            for level in found:
                box.addItem(tr("The computer, {level}", level=tell(level)), level)
            box.setAccessibleName(tr("Who plays {side_title}", side_title=side_title(side)))
            box.setToolTip(tr("Who decides for this side; it can be changed later, in the bar over the map"))
            label = PlainLabel(side_title(side))
            label.setBuddy(box)
            row = QHBoxLayout()
            row.addWidget(box, 1)
            if manners(game):
                row.addWidget(self._manner_box(game, side))
            self._rows.addRow(label, row)
            self.boxes[side] = box
            box.currentIndexChanged.connect(self._refresh)
        self._refresh()
        self.setVisible(bool(self.boxes))

    def _manner_box(self, game: GameDef, side: str) -> QComboBox:
        box = self.manner_boxes[side] = QComboBox()
        box.setObjectName(f"new.manner.{side}")
        for manner in manners(game):
            box.addItem(manner_title(manner), manner)
            if manner in MANNERS:
                box.setItemData(
                    box.count() - 1, as_it_is(tr(MANNERS[manner][1])), Qt.ItemDataRole.ToolTipRole
                )
        box.setCurrentIndex(max(0, box.findData(BALANCED)))
        box.setAccessibleName(tr("How the computer plays {side_title}", side_title=side_title(side)))
        box.setToolTip(tr("How daring the computer is on this side"))
        return box

    def _refresh(self) -> None:
        """A person needs to be told nothing."""
        for side, box in self.manner_boxes.items():
            box.setEnabled(bool(self.boxes[side].currentData()))

    @property
    def players(self) -> dict[str, str]:
        """side -> level, of the computer's sides."""
        return {side: str(box.currentData()) for side, box in self.boxes.items() if box.currentData()}

    @property
    def manners(self) -> dict[str, str]:
        """side -> manner, of the computer's sides."""
        return {
            side: str(self.manner_boxes[side].currentData())
            for side in self.players
            if side in self.manner_boxes
        }

    def choose(self, players: dict[str, str]) -> None:
        """Choose levels by side; the other sides are people's."""
        for side, box in self.boxes.items():
            box.setCurrentIndex(max(0, box.findData(players.get(side, ""))))
