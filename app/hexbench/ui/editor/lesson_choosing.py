"""Which lesson to edit: one not finished, one there is, or a new one on a scenario or on the position on the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hexbench.session.editor.journal import Left, unfinished
from hexbench.ui.look.language import spoken, tr
from hexbench.ui.widgets.parts import PlainLabel, named, push

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue

KIND = "lesson"
"""Of the journals of lessons."""
WHAT = Qt.ItemDataRole.UserRole + 1


class LessonChooser(QDialog):
    """``file_chosen(path)``, ``left_chosen(Left)``, ``scenario_chosen(game, name)``: a new one on it, ``position_chosen()``."""

    file_chosen = Signal(str)
    left_chosen = Signal(object)
    scenario_chosen = Signal(str, str)
    position_chosen = Signal()

    def __init__(
        self,
        catalogue: Catalogue,
        game: str,
        taken: frozenset[Path] = frozenset(),
        parent: QWidget | None = None,
        *,
        position: bool = False,
    ) -> None:
        """``game`` comes first; ``taken``: journals of lessons that are open; ``position``: a game is on the table."""
        super().__init__(parent)
        self.setObjectName("edit.lesson_chooser")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Lesson editor"))
        self.catalogue = catalogue
        head = PlainLabel(tr("Which lesson?"))
        head.setProperty("role", "title")
        self.list = named(
            QListWidget(),
            "edit.lesson_choices",
            tr("Lessons"),
            tr("Lessons of the program and of your own; those of the program are saved under another name"),
        )
        self.list.itemActivated.connect(self._on_go)
        self.scenarios = named(
            QComboBox(),
            "edit.lesson_scenario",
            tr("Scenario of a new lesson"),
            tr("The lesson begins with the position that this scenario begins with"),
        )
        self._fill(catalogue, game, taken)
        self.new = push(
            "edit.lesson_new",
            tr("&New on this scenario"),
            tr("A lesson from nothing, on the position the scenario begins with"),
            self._on_new,
        )
        self.here = push(
            "edit.lesson_here",
            tr("New on the &position on the table"),
            tr("A lesson from nothing, on the position that the game that is open stands at"),
            self._on_here,
        )
        self.here.setEnabled(position)
        row = QHBoxLayout()
        row.addWidget(self.scenarios, 1)
        row.addWidget(self.new)
        row.addWidget(self.here)
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Cancel)
        buttons.button(kinds.Cancel).setToolTip(tr("Edit no lesson"))
        self.edit = push("edit.lesson_edit", tr("&Edit"), tr("Open the chosen lesson"), self._on_open)
        self.edit.setDefault(True)
        self.file = push(
            "edit.lesson_file", tr("&From a file…"), tr("A lesson that lies anywhere"), self._on_file
        )
        for button in (self.edit, self.file):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(head)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        column.addWidget(buttons)
        self.resize(760, 480)

    def _fill(self, catalogue: Catalogue, game: str, taken: frozenset[Path]) -> None:
        language = spoken()
        for left in unfinished(catalogue.places):
            if left.kind == KIND and left.path not in taken:
                when = left.when.strftime("%d.%m.%Y %H:%M")
                self._add(
                    tr("Not finished: {title}, {when}", title=left.title or tr("Untitled"), when=when), left
                )
        wanted = -1
        for key in sorted(catalogue.games, key=lambda one: one != game):
            title = catalogue.games[key].title
            infos = catalogue.lessons(key)
            if infos:
                item = QListWidgetItem(title)
                item.setFlags(Qt.ItemFlag.NoItemFlags)
                self.list.addItem(item)
            for info in infos:
                name = info.title.get(language) or info.title["en"]
                if not catalogue.ships(info.path):
                    name = f"{name} ({tr('your own')})"
                wanted = self.list.count() if wanted < 0 else wanted
                self._add(f"    {name}", str(info.path))
            for one in catalogue.scenarios(key):
                self.scenarios.addItem(f"{title}: {one.title}", (key, one.name))
        first = self.list.item(0)
        if first is not None:
            self.list.setCurrentRow(0 if isinstance(first.data(WHAT), Left) else wanted)

    def _add(self, text: str, what: object) -> None:
        item = QListWidgetItem(text)
        item.setData(WHAT, what)
        self.list.addItem(item)

    def _on_open(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self._on_go(item)

    def _on_go(self, item: QListWidgetItem) -> None:
        what = item.data(WHAT)
        if what is None:
            return
        self.accept()
        if isinstance(what, Left):
            self.left_chosen.emit(what)
        else:
            self.file_chosen.emit(what)

    def _on_new(self) -> None:
        chosen = self.scenarios.currentData()
        if chosen is not None:
            self.accept()
            self.scenario_chosen.emit(*chosen)

    def _on_here(self) -> None:
        self.accept()
        self.position_chosen.emit()

    def _on_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, tr("Open a lesson"), str(self.catalogue.places.data / "scenarios"), tr("Lessons (*.toml)")
        )
        if path:
            self.accept()
            self.file_chosen.emit(path)
