"""Letters that each side types into the dice, after the commitment to the rest of the seed has been shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from hexbench.session.dice import FEWEST, MOST, Pledge
from hexbench.ui.docks.names import side_title
from hexbench.ui.look.language import tr
from hexbench.ui.widgets.parts import PlainLabel


class LettersDialog(QDialog):
    """Asks every side for a few letters; accepted: ``letters`` has them all."""

    def __init__(self, pledged: Pledge, sides: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("letters")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Letters for the dice"))
        self.pledged = pledged
        words = PlainLabel(
            tr(
                "The program has chosen its part of the seed and is bound to it by the commitment below: write it down. Now each side types a few letters of its own. The dice follow from all of them, so nobody can have chosen them."
            )
        )
        words.setWordWrap(True)
        code = " ".join(pledged.commitment[i : i + 8] for i in range(0, 64, 8))
        self.code = PlainLabel(code)
        self.code.setObjectName("letters.commitment")
        self.code.setWordWrap(True)
        self.code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.fields: dict[str, QLineEdit] = {}
        form = QFormLayout()
        for side in sides:
            field = QLineEdit()
            field.setObjectName(f"letters.{side}")
            field.setMaxLength(MOST)
            field.setPlaceholderText(tr("{n} letters at least", n=FEWEST))
            field.textChanged.connect(self._on_typed)
            self.fields[side] = field
            form.addRow(side_title(side), field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.start = buttons.addButton(tr("Begin"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.start.setObjectName("letters.begin")
        self.start.setToolTip(tr("Mix the letters into the seed and begin"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addWidget(self.code)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(buttons)
        self._on_typed()
        self.resize(520, 280)

    @property
    def letters(self) -> dict[str, str]:
        """side -> what it typed."""
        return {side: field.text().strip() for side, field in self.fields.items()}

    def _on_typed(self) -> None:
        self.start.setEnabled(all(len(text) >= FEWEST for text in self.letters.values()))
