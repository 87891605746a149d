"""Who plays which side of a new game: people, or the computer at one of the game's levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from hexbench.session.automaton import levels
from hexbench.ui.docks.names import side_title
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.widgets.parts import PlainLabel

if TYPE_CHECKING:
    from hexbench.engine.rules import GameDef

PERSON = mark("A person")


class PlayersChoice(QWidget):
    """One box for each side. It hides itself for a game without a computer opponent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QComboBox] = {}
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
        self.boxes = {}
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
            self._rows.addRow(label, box)
            self.boxes[side] = box
        self.setVisible(bool(self.boxes))

    @property
    def players(self) -> dict[str, str]:
        """side -> level, of the computer's sides."""
        return {side: str(box.currentData()) for side, box in self.boxes.items() if box.currentData()}

    def choose(self, players: dict[str, str]) -> None:
        """Choose levels by side; the other sides are people's."""
        for side, box in self.boxes.items():
            box.setCurrentIndex(max(0, box.findData(players.get(side, ""))))
