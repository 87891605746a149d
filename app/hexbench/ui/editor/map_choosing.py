"""Which map to edit: one that was left unfinished, one of the program or of one's own, a file, or a new one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.session.editor.journal import Left, unfinished
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import tr
from hexbench.ui.widgets.parts import PlainLabel

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue

WHAT = Qt.ItemDataRole.UserRole + 1
KIND = "map"
"""Of the journals of maps."""


class MapChooser(QDialog):
    """``map_chosen(path, game)``, ``left_chosen(Left)``, ``new_chosen()``, ``module_chosen(path)``."""

    map_chosen = Signal(str, str)
    left_chosen = Signal(object)
    new_chosen = Signal()
    module_chosen = Signal(str)

    def __init__(
        self, catalogue: Catalogue, taken: frozenset[Path] = frozenset(), parent: QWidget | None = None
    ) -> None:
        """``taken``: journals of maps that are open."""
        super().__init__(parent)
        self.setObjectName("edit.map_chooser")
        self.setWindowTitle(tr("Map editor"))
        self.catalogue = catalogue
        head = PlainLabel(tr("Which map?"))
        head.setProperty("role", "title")
        self.list = QListWidget()
        self.list.setObjectName("edit.map_choices")
        self.list.setAccessibleName(tr("Maps"))
        self.list.setToolTip(
            tr("Maps of the program and of your own; those of the program are saved under another name")
        )
        self.list.itemActivated.connect(self._on_go)
        for left in unfinished(catalogue.places):
            if left.kind.partition("-")[0] == KIND and left.path not in taken:
                when = left.when.strftime("%d.%m.%Y %H:%M")
                self._add(tr("Not finished: {title}, {when}", title=left.title, when=when), left)
        for key, game in catalogue.games.items():
            own = list(catalogue.maps(key))
            if own:
                item = QListWidgetItem(game.title)
                item.setFlags(Qt.ItemFlag.NoItemFlags)
                self.list.addItem(item)
            for name in own:
                self._add(f"    {self._title(name)}", (name, key))
        box = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(box.Cancel)
        self.buttons.button(box.Cancel).setToolTip(tr("Edit no map"))
        role = QDialogButtonBox.ButtonRole
        self.edit = QPushButton(tr("Edit"))
        self.edit.setObjectName("edit.map_edit")
        self.edit.setToolTip(tr("Open the chosen map"))
        self.edit.setDefault(True)
        self.new = QPushButton(tr("New map…"))
        self.new.setObjectName("edit.map_new")
        self.new.setToolTip(tr("From nothing: a game, a grid, and bare ground"))
        self.file = QPushButton(tr("From a file…"))
        self.file.setObjectName("edit.map_file")
        self.file.setToolTip(tr("A map that lies anywhere"))
        self.module = QPushButton(tr("From a VASSAL module…"))
        self.module.setObjectName("edit.map_module")
        self.module.setToolTip(
            tr("A new map under the grid of one of its boards, with the picture to be traced")
        )
        for button, slot in (
            (self.edit, self._on_open),
            (self.new, self._on_new),
            (self.file, self._on_file),
            (self.module, self._on_module),
        ):
            self.buttons.addButton(button, role.ActionRole)
            button.clicked.connect(slot)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(head)
        column.addWidget(self.list, 1)
        column.addWidget(self.buttons)
        self.resize(700, 460)
        for n in range(self.list.count()):
            if self.list.item(n).data(WHAT) is not None:
                self.list.setCurrentRow(n)
                break

    def _title(self, key: str) -> str:
        from hexbench.store.maps import read_map

        try:
            path = self.catalogue.map_path(key)
            mine = tr("your own") if path.is_relative_to(self.catalogue.places.maps) else ""
            title = read_map(path).title
        except BadFile:
            return key
        return f"{title} ({mine})" if mine else title

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
            self.map_chosen.emit(str(self.catalogue.map_path(what[0])), what[1])

    def _on_new(self) -> None:
        self.accept()
        self.new_chosen.emit()

    def _on_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, tr("Open a map"), str(self.catalogue.places.maps), tr("Maps (*.json)")
        )
        if path:
            self.accept()
            self.map_chosen.emit(path, "")

    def _on_module(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, tr("A module of VASSAL"), "", tr("VASSAL modules (*.vmod *.mod)")
        )
        if path:
            self.accept()
            self.module_chosen.emit(path)
