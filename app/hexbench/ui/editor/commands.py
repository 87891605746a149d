"""The scenario editor's menu commands for counters (cut, copy, paste, delete, add) and the context menu of
the map.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from hexbench.engine.values import say
from hexbench.session.editor.lending import MIME, lent, pack, taken, unpack
from hexbench.store.strict import BadFile
from hexbench.ui.editor.board import shifted
from hexbench.ui.editor.borrowing import BorrowDialog
from hexbench.ui.editor.designer import Designer, add_counter, side_in_hand
from hexbench.ui.editor.record import RecordView
from hexbench.ui.editor.sheet import SheetView
from hexbench.ui.look.language import tr, why

if TYPE_CHECKING:
    from hexbench.ui.editor.borrowing import ModuleCountersDialog
    from hexbench.ui.editor.window import EditorWindow


class Commands(QObject):
    """The commands of one window."""

    def __init__(self, window: EditorWindow) -> None:
        super().__init__(window)
        self.window = window
        self.desk, self.acts, self.board, self.docks = window.desk, window.acts, window.board, window.docks
        self.borrowing: BorrowDialog | None = None
        self.designer: Designer | None = None
        self.modules: ModuleCountersDialog | None = None
        self.menu: QMenu | None = None
        self._at = ""
        slots = {
            "cut": self._on_cut,
            "copy": self._on_copy,
            "paste": self._on_paste,
            "duplicate": self._on_duplicate,
            "delete": self._on_delete,
            "unplace": self._on_unplace,
            "stack": self._on_stack,
            "none": self._on_none,
            "add": self._on_add,
            "module_counters": self.borrow_from_module,
            "borrow": self.borrow,
            "design": self.design,
        }
        for name, slot in slots.items():
            window.acts[name].triggered.connect(slot)
        window.board.menu_asked.connect(self._on_menu)
        window.board.activated.connect(self._on_activated)
        self.sides = self._side_menu()

    def _side_menu(self) -> QMenu:
        menu = self.acts.menus["edit"].addMenu(tr("New counter of"))
        menu.setObjectName("edit.menu.sides")
        menu.setToolTipsVisible(True)
        for side in self.desk.sides:
            action = QAction(self.desk.side_name(side), menu)
            action.setObjectName(f"edit.add.{side}")
            action.setToolTip(tr("Add a counter of this side in the hex under the cursor"))
            action.triggered.connect(self._on_side)
            menu.addAction(action)
        return menu

    # ---- which part of the window is meant
    def sheet(self) -> SheetView | RecordView | None:
        """The table with the keyboard focus; None if the command is for counters."""
        focus = QApplication.focusWidget()
        return focus if isinstance(focus, SheetView | RecordView) else None

    # ---- the clipboard
    def _on_copy(self) -> None:
        sheet = self.sheet()
        if sheet is not None:
            sheet.copy_cells()
            return
        kept = tuple(u for u in self.desk.units if u in self.desk.entries)
        if kept:
            data = QMimeData()
            data.setText("\n".join(kept))
            data.setData(MIME, pack(self.desk.draft, lent(self.desk.draft, kept)))
            QGuiApplication.clipboard().setMimeData(data)
            self.desk.told.emit(
                tr(
                    "1 counter is on the clipboard; paste it into another hex."
                    if len(kept) == 1
                    else "{n} counters are on the clipboard; paste them into another hex.",
                    n=len(kept),
                )
            )

    def _on_cut(self) -> None:
        sheet = self.sheet()
        if sheet is not None:
            sheet.copy_cells()
            sheet.clear_cells()
            return
        self._on_copy()
        kept = tuple(u for u in self.desk.units if u in self.desk.entries)
        if kept:
            self.desk.attempt(lambda: self.desk.draft.remove(kept))

    def _on_paste(self) -> None:
        clipboard: Any = QGuiApplication.clipboard().mimeData()  # may be None, whatever the stub says
        ours = clipboard is not None and clipboard.hasFormat(MIME)
        sheet = self.sheet()
        if sheet is not None and not ours:
            text = QGuiApplication.clipboard().text()
            if not sheet.paste_cells(text):
                self.window.sheets.paste_table(text)
            return
        if not ours:
            self.desk.told.emit(tr("The clipboard holds no counters: select some and copy them first."))
            return
        at = self.desk.hex
        if not at:
            self.desk.told.emit(tr("Put the cursor on a hex first."))
            return
        self._paste(bytes(clipboard.data(MIME).data()), at)

    def _paste(self, data: bytes, at: str) -> None:
        """Paste counters of this or another window into a hex; those from several hexes keep their relative
        positions.
        """
        desk = self.desk
        draft = desk.draft
        made: list[str] = []

        def edit() -> None:
            counters = unpack(draft, data)
            places = shifted(draft.rules.atlas, {one.id: one.at for one in counters}, at)
            n = len(counters)
            what = say("Paste 1 counter" if n == 1 else "Paste {n} counters", n=n)
            made.extend(taken(draft, counters, places, what))

        if desk.attempt(edit):
            desk.choose(made)

    # ---- counters
    def _on_duplicate(self) -> None:
        units = tuple(u for u in self.desk.units if u in self.desk.entries)
        made: list[str] = []
        if units and self.desk.attempt(lambda: made.extend(self.desk.draft.copy(units))):
            self.desk.choose(made)

    def _on_delete(self) -> None:
        sheet = self.sheet()
        if sheet is not None:
            sheet.clear_cells()
            return
        units = self.desk.units
        if units:
            self.desk.attempt(lambda: self.desk.draft.remove(units))

    def _on_unplace(self) -> None:
        units = self.desk.units
        if units:
            self.desk.attempt(lambda: self.desk.draft.place(units, ""))

    def _on_stack(self) -> None:
        sheet = self.sheet()
        if sheet is not None:
            sheet.selectAll()
        else:
            self.desk.choose(self.desk.stacks.get(self.desk.hex, ()))

    def _on_none(self) -> None:
        self.desk.choose(())

    def _on_add(self) -> None:
        self.add(side_in_hand(self.desk), self.desk.hex)

    def _on_side(self) -> None:
        self.add(self.sender().objectName().removeprefix("edit.add."), self._at or self.desk.hex)

    def add(self, side: str, at: str) -> None:
        """Add a counter in a hex and select it."""
        add_counter(self.desk, side, at)

    def borrow(self) -> None:
        """Ask which counters to copy from another scenario or saved game."""
        self.borrowing = BorrowDialog(self.desk, self.window)
        self.borrowing.finished.connect(self._on_borrowed)
        self.borrowing.open()

    def _on_borrowed(self) -> None:
        self.borrowing = None

    def borrow_from_module(self) -> None:
        """Ask for a VASSAL module, and which of its counters to take."""
        from hexbench.ui.editor.borrowing import ModuleCountersDialog

        path, _ = QFileDialog.getOpenFileName(
            self.window, tr("VASSAL module"), "", tr("VASSAL modules (*.vmod *.mod)")
        )
        if not path:
            return
        try:
            asked = ModuleCountersDialog(self.desk, Path(path), self.window)
        except BadFile as fault:
            self.window.fail(why(fault))
            return
        asked.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asked.accepted.connect(lambda: self.desk.choose(asked.made))
        self.modules = asked
        asked.open()

    def design(self) -> None:
        """Open the counter designer for the selected counter."""
        units = self.desk.units
        if len(units) != 1:
            self.desk.told.emit(tr("Select one counter first, or make a new one."))
            return
        self.designer = Designer(self.desk, units[0], self.window)
        self.designer.finished.connect(self._on_designed)
        self.designer.open()

    def _on_designed(self) -> None:
        self.designer = None

    def _on_activated(self, unit: str) -> None:
        self.docks.front("inspector")

    # ---- the menu of the map
    def _on_menu(self, at: str, unit: str, point: QPoint) -> None:
        if unit and unit not in self.desk.units:
            self.desk.choose((unit,))
        view = self.board.view
        if at and view is not None:
            view.set_cursor(at)
        self._at = at
        acts = self.acts
        menu = QMenu(self.window)
        menu.setToolTipsVisible(True)
        # Not as a submenu: it would be deleted with this menu, although it is in the menu bar too.
        menu.addAction(self.sides.menuAction())
        menu.addAction(acts["borrow"])
        menu.addSeparator()
        names = ("design", "cut", "copy", "duplicate", "unplace", "delete") if self.desk.units else ()
        for name in (*names, "paste", "stack"):
            menu.addAction(acts[name])
        menu.aboutToHide.connect(self._on_menu_gone)
        self.menu = menu
        menu.popup(point)

    def _on_menu_gone(self) -> None:
        menu, self.menu = self.menu, None
        if menu is not None:
            menu.deleteLater()
