"""Counters borrowed from a module of VASSAL: their names become new counters in the tray; their pictures are only shown."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QListWidget, QListWidgetItem, QWidget

from hexbench.engine.values import say
from hexbench.exchange.module_in import Counter, picture, read_module
from hexbench.store import customs
from hexbench.store.strict import BadFile
from hexbench.ui.editor.map_dialogs import AskDialog
from hexbench.ui.editor.map_module import LARGEST_MODULE
from hexbench.ui.look.language import tr
from hexbench.ui.look.pictures import foreign_picture
from hexbench.ui.widgets.parts import PlainLabel

if TYPE_CHECKING:
    from hexbench.ui.editor.desk import EditDesk

WHICH = Qt.ItemDataRole.UserRole + 1
THUMB = 96
"""Pixels of the picture shown."""
LONGEST_NAME = 40


class ModuleCountersDialog(AskDialog):
    """Which counters of a module, and for which side; accepted: they are in the document, placed nowhere. Raises BadFile."""

    def __init__(self, desk: EditDesk, path: Path, parent: QWidget | None = None) -> None:
        try:
            self._data = customs.take(path, LARGEST_MODULE)
            self.module = read_module(self._data)
        except BadFile as fault:
            raise BadFile(fault.reason, str(path)) from None
        if not self.module.counters:
            raise BadFile("the palettes of this module hold no counters.", str(path))
        super().__init__("module_counters", tr("Counters from a VASSAL module"), parent)
        self.desk = desk
        self.made: tuple[str, ...] = ()
        self.group = QComboBox()
        self.group.addItem(tr("All"), None)
        for name in dict.fromkeys(one.group for one in self.module.counters):
            self.group.addItem(name, name)
        self.side = QComboBox()
        for side in desk.sides:
            self.side.addItem(desk.side_name(side), side)
        self.row("module_group", tr("&Tab"), self.group, tr("The tabs of the module's palette"))
        self.row("module_side", tr("&Side"), self.side, tr("Whose counters the chosen ones become"))
        self.list = QListWidget()
        self.list.setObjectName("edit.module_list")
        self.list.setAccessibleName(tr("Counters of the module"))
        self.list.setToolTip(tr("Choose as many as you like, with Shift or Ctrl"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.shown = PlainLabel()
        self.shown.setObjectName("edit.module_picture")
        self.shown.setFixedHeight(THUMB)
        said = PlainLabel(
            tr(
                "Names come along; factors stand in the pictures alone and are written by hand. The pictures belong to whoever published {module}: they are shown here and not kept.",
                module=self.module.name or path.name,
            )
        )
        said.setObjectName("edit.module_whose")
        said.setWordWrap(True)
        self.column.insertWidget(1, self.list, 1)
        self.column.insertWidget(2, self.shown)
        self.column.insertWidget(3, said)
        self.resize(560, 620)
        self.group.currentIndexChanged.connect(self._fill)
        self.list.currentItemChanged.connect(self._on_current)
        self._fill()

    def _fill(self) -> None:
        wanted = self.group.currentData()
        self.list.clear()
        for n, one in enumerate(self.module.counters):
            if wanted in (None, one.group):
                item = QListWidgetItem(
                    f"{one.name} ({one.group})" if wanted is None and one.group else one.name
                )
                item.setData(WHICH, n)
                self.list.addItem(item)

    def _on_current(self, item: QListWidgetItem | None) -> None:
        self.shown.clear()
        one = self.module.counters[item.data(WHICH)] if item is not None else None
        if one is None or not one.images:
            return
        try:
            with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
                path = Path(folder) / "counter"
                path.write_bytes(picture(self._data, one.images[0]))
                self.shown.setPixmap(QPixmap.fromImage(foreign_picture(path, THUMB)))
        except BadFile as fault:
            self.shown.setText(fault.reason)

    def make(self) -> None:
        """New counters of the chosen ones, in one edit. Raises ValueError."""
        chosen = [self.module.counters[item.data(WHICH)] for item in self.list.selectedItems()]
        if not chosen:
            raise ValueError(tr("Choose counters first."))
        draft, side = self.desk.draft, str(self.side.currentData())
        name = next((f.key for f in draft.counters.fields if f.key.rpartition(".")[2] == "name"), "")
        entries: dict[str, dict[str, Any]] = {}
        for one in chosen:
            uid = self._id(one, side, entries)
            entries[uid] = draft.made(side, uid, "", {name: one.name[:LONGEST_NAME]} if name else {})
        n = len(entries)
        what = say("Borrow 1 counter" if n == 1 else "Borrow {n} counters", n=n)
        draft.set_entries(what, draft.counters, {}, entries)
        self.made = tuple(entries)

    def _id(self, one: Counter, side: str, also: dict[str, Any]) -> str:
        """A free id that looks like the counter's name."""
        stem = side[:1].upper() + "-" + (re.sub(r"[^A-Za-z0-9]+", "", one.name)[:16] or "unit")
        taken = self.desk.draft.entries()
        uid, n = stem, 1
        while uid in taken or uid in also:
            n += 1
            uid = f"{stem}.{n}"
        return uid
