"""The passwords that seal a saved game: asked for before a game begins, and again when it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from hexbench.store.customs import brief
from hexbench.store.words import FEWEST, MOST, Locked, Seal, unlock
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import as_it_is, tr
from hexbench.ui.widgets.parts import PlainLabel, laid, named, wrapped_label


class _Words(QDialog):
    """A hidden field for each side's password; once accepted, :attr:`words` has what was typed."""

    def __init__(
        self, title: str, text: str, sides: Sequence[str], do: str, tip: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("words")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        said = PlainLabel(text)
        said.setWordWrap(True)
        self.fields: dict[str, QLineEdit] = {}
        self.form = QFormLayout()
        for side in sides:
            self.fields[side] = self.field(f"words.{side}")
            name = PlainLabel(side_title(brief(side)))
            name.setBuddy(self.fields[side])
            self.form.addRow(name, self.fields[side])
        self.wrong = named(wrapped_label(), "words.wrong", role="warn")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = buttons.addButton(do, QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setObjectName("words.go")
        self.go.setToolTip(as_it_is(tip))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        laid(QVBoxLayout(self), said, self.form, self.wrong, None, buttons)
        self.resize(520, 120 + 70 * len(sides))

    def field(self, name: str) -> QLineEdit:
        """A field that hides what is typed."""
        found = named(QLineEdit(), name)
        found.setMaxLength(MOST)
        found.setEchoMode(QLineEdit.EchoMode.Password)
        found.textChanged.connect(lambda _: self.look())
        return found

    @property
    def words(self) -> dict[str, str]:
        """side -> its password, for each side that typed one."""
        return {side: text for side, field in self.fields.items() if (text := field.text().strip())}

    def look(self) -> None:
        """Something was typed."""


class NewWords(_Words):
    """Asks each side for a password, twice; a side may leave it empty."""

    def __init__(self, sides: Sequence[str], parent: QWidget) -> None:
        self.again: dict[str, QLineEdit] = {}
        super().__init__(
            tr("Seal the saved game"),
            tr(
                "Each side types its own password while the other looks away. What is "
                "hidden, every move and the dice to come are locked in the file with all the "
                "passwords together: it opens only when every one is entered again. There is "
                "no other way in: if a password is forgotten, the game is lost. A side may "
                "go without a password."
            ),
            sides,
            tr("Begin"),
            tr("Seal the game with these passwords and start"),
            parent,
        )
        for side, field in self.fields.items():
            field.setPlaceholderText(tr("Characters: {n} or more", n=FEWEST))
            self.again[side] = self.field(f"words.again.{side}")
            self.again[side].setPlaceholderText(tr("repeat it"))
            below = 2 * len(self.again) - 1  # under the field it repeats
            self.form.insertRow(below, "", self.again[side])
        self.look()

    def look(self) -> None:
        words = self.words
        short = any(len(word) < FEWEST for word in words.values())
        apart = any(
            field.text() != self.again[side].text()
            for side, field in self.fields.items()
            if side in self.again
        )
        self.go.setEnabled(bool(words) and not short and not apart)
        self.wrong.setText(tr("A password and its repetition differ.") if apart and not short else "")


class SavedWords(_Words):
    """Asks for the passwords of a sealed game; once accepted, it is unlocked."""

    def __init__(self, seal: Seal, path: Path, parent: QWidget) -> None:
        self.seal, self.path = seal, path
        super().__init__(
            tr("A sealed game"),
            tr(
                "This game opens with the passwords its sides chose at the start, each typed by its own side."
            ),
            seal.sides,
            tr("&Open"),
            tr("Open the game with these passwords"),
            parent,
        )
        self.look()

    def look(self) -> None:
        self.go.setEnabled(len(self.words) == len(self.seal.sides))
        self.wrong.setText("")

    def accept(self) -> None:
        try:
            unlock(self.seal, self.words, str(self.path))
        except Locked:
            self.wrong.setText(
                tr(
                    "Wrong password: the passwords open the game only together, each exactly "
                    "as it was chosen."
                )
            )
            return
        super().accept()
