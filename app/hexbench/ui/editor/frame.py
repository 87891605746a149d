"""What the windows of all editors have in common: title, status bar, saving and closing."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeVar

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QFileDialog,
    QMainWindow,
    QMessageBox,
    QWidget,
)
from shiboken6 import Shiboken

from hexbench.session.editor.draft import Draft, Edited
from hexbench.store.strict import BadFile, CannotWrite
from hexbench.ui.editor.acts import EditActs
from hexbench.ui.editor.desk import EditPanel
from hexbench.ui.look.language import tell, tr, why
from hexbench.ui.look.palette import Palette
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.docks import Docks, first_focus
from hexbench.ui.widgets.focus_ring import FocusRing
from hexbench.ui.widgets.parts import keep_until_gone
from hexbench.ui.widgets.writing import may_replace, where_to_write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hexbench.ui.canvas.view import MapView
    from hexbench.ui.widgets.screen_reader import Words

_TOLD_MS = 8000
"""How long a message stays in the status bar, in milliseconds."""
MIDDLE = 340
"""Minimum width of the map in pixels: narrow windows take the space from the docks first."""
_ZOOM = 2**0.5
"""The factor of one zoom step."""


class Files(NamedTuple):
    """The files of one kind of document: titles and filters of the file dialogs, and the file name ending."""

    open: str
    save: str
    filter: str
    ending: str = ".json"


class Dressed(Protocol):
    """What a window needs of its desk."""

    @property
    def palette(self) -> Palette:
        """The current colours."""

    @property
    def changed(self) -> SignalInstance:
        """Signals every edit."""

    @property
    def dressed(self) -> SignalInstance:
        """Signals that the colours have changed."""


class EditFrame(QMainWindow):
    """One open document. ``open_asked(path)``, ``pass_asked(path, window)``, ``saved(path)`` and
    ``closed(window)`` are signals for the owner of the window.
    """

    open_asked = Signal(str)
    pass_asked = Signal(str, object)
    saved = Signal(str)
    closed = Signal(object)

    name: ClassVar[str] = ""
    """The object name of the window."""
    files: ClassVar[Files]
    draft: Draft
    desk: Dressed
    acts: EditActs
    docks: EditDocks

    def __init__(self, journal: Any, parent: QWidget | None) -> None:
        """``journal`` keeps every edit on disk until it is saved."""
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName(self.name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.journal = journal
        if journal is not None:
            journal.told = self._on_not_kept
        self.ask_first = True
        """Whether to ask before unsaved changes are lost."""
        self._refused = False
        """Something has been refused since the fields were last committed."""
        self._opening = once(self, self._on_opened)
        self.ring = FocusRing(self)
        self._heard: Words = "usual"

    # ---- a window fills these in
    def _on_opened(self) -> None:
        """Called once the window is shown."""

    def _words(self) -> tuple[str, str, str]:
        """(document name, rest of the window title, editor name)."""
        raise TypeError("every editor has a title")

    def _put_away(self) -> None:
        """Stop all background work: the window is closing."""

    @property
    def view(self) -> MapView | None:
        """The map view; None if there is none yet."""
        raise TypeError("every editor has a map")

    @property
    def _home(self) -> Path:
        """The folder in which documents of this kind are opened and new ones saved."""
        raise TypeError("every editor has a folder")

    def _file_name(self) -> str:
        """The proposed file name of a new document, without its ending."""
        raise TypeError("every editor names its files")

    def _wire(self, slots: Mapping[str, Callable[..., object]]) -> None:
        """Connect these actions, and those common to all editors."""
        common = {
            "open": self._on_open,
            "save": self.save,
            "save_as": self.save_as,
            "close": self.close,
            "undo": self._on_undo,
            "redo": self._on_redo,
            "zoom_in": self._on_zoom_in,
            "zoom_out": self._on_zoom_out,
            "fit": self._on_fit,
            "next_pane": self._on_next_pane,
            "last_pane": self._on_last_pane,
        }
        for name, slot in {**common, **slots}.items():
            self.acts[name].triggered.connect(slot)
        for action in self.docks.actions.values():
            self.acts.menus["view"].addAction(action)
        self.desk.changed.connect(self._on_edited)
        self.desk.dressed.connect(self._on_dressed)
        self._on_dressed()

    def _on_dressed(self) -> None:
        palette = self.desk.palette
        self.ring.dress(palette.chrome.focus, palette.bold)
        self.docks.tidy()  # the icons on their titles have the colour of the text

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's name
        """Tab moves the focus only to visible widgets."""
        return self.docks.pass_by(partial(super().focusNextPrevChild, next))

    # ---- history and map
    def _on_undo(self) -> None:
        what = tell(self.draft.undo_text)
        if self.draft.undo():
            self.announce(tr("Undone: {what}", what=what))

    def _on_redo(self) -> None:
        what = tell(self.draft.redo_text)
        if self.draft.redo():
            self.announce(tr("Redone: {what}", what=what))

    def _on_edited(self, edited: Edited) -> None:
        self.announce(tell(edited.what))

    def _zoom(self, factor: float) -> None:
        if self.view is not None:
            self.view.set_zoom(self.view.zoom * factor)

    def _on_zoom_in(self) -> None:
        self._zoom(_ZOOM)

    def _on_zoom_out(self) -> None:
        self._zoom(1 / _ZOOM)

    def _on_fit(self) -> None:
        if self.view is not None:
            self.view.fit_map()

    def _on_next_pane(self) -> None:
        self.docks.go_round(self._middle(), 1)

    def _on_last_pane(self) -> None:
        self.docks.go_round(self._middle(), -1)

    def _middle(self) -> list[QWidget]:
        return [] if self.view is None else [self.view]

    # ---- what it says of itself
    def retitle(self) -> None:
        """Set the title, marked while unsaved, and the texts of undo and redo."""
        title, behind, _ = self._words()
        self.setWindowTitle(f"{title}[*] – {behind}")
        self.setWindowModified(self.draft.dirty or self.draft.path is None)
        undo, redo = tell(self.draft.undo_text), tell(self.draft.redo_text)
        for name, what, word in (("undo", undo, tr("&Undo")), ("redo", redo, tr("&Redo"))):
            self.acts[name].setEnabled(bool(what))
            # An ampersand in a name would be taken for a key of the menu.
            self.acts[name].setText(f"{word}: {what.replace('&', '&&')}" if what else word)

    def tell(self, text: str) -> None:
        """Show a message in the status bar and announce it to screen readers."""
        self.statusBar().setStyleSheet("")
        self.statusBar().showMessage(text, _TOLD_MS)
        self.announce(text)

    def fail(self, text: str) -> None:
        """Report in the status bar why something is impossible."""
        self._refused = True
        self._warn(text)

    def _on_not_kept(self, fault: CannotWrite) -> None:
        """The edit was made, but could not be written to the journal."""
        folder = Path(fault.file).parent
        self._warn(
            tr(
                "Save often: edits cannot be backed up in {folder}, so after a crash only "
                "saved work is left.",
                folder=folder,
            )
        )

    def _warn(self, text: str) -> None:
        chrome = self.desk.palette.chrome
        self.statusBar().setStyleSheet(f"QStatusBar {{ color: {chrome.bad}; font-weight: 600; }}")
        self.statusBar().showMessage(text, _TOLD_MS)
        self.announce(text)

    def announce(self, text: str, topic: str = "") -> None:
        """Announce a message to screen readers; it replaces an earlier one of the same topic."""
        if self.view is not None:
            self.view.screen_reader.words = self._heard
            self.view.announce(text, topic)

    def hear(self, words: Words) -> None:
        """How much screen readers are told from now on."""
        self._heard = words
        if self.view is not None:
            self.view.screen_reader.words = words

    # ---- opening, saving and closing
    def settle_fields(self) -> bool:
        """Commit text being typed in a field. False if it was refused, with the reason in the status bar."""
        self._refused = False
        field = QApplication.focusWidget()
        if field is None or not self._holds(field):
            return True
        back = _cells_of(field) or field  # the editor line of the cell closes
        field.clearFocus()
        if Shiboken.isValid(back) and back.isVisible():
            back.setFocus(Qt.FocusReason.OtherFocusReason)
        return not self._refused

    def _holds(self, part: QWidget) -> bool:
        """Whether a widget is in this window or in one of its floating docks."""
        above: QWidget | None = part
        while above is not None and above is not self:
            above = None if isinstance(above, QMainWindow) else above.parentWidget()
        return above is self

    def _on_open(self) -> None:
        files = self.files
        path, _ = QFileDialog.getOpenFileName(self, tr(files.open), str(self._home_made()), tr(files.filter))
        if path:
            self.open_asked.emit(path)

    def save(self) -> bool:
        """Save the file; a document without one, or one supplied with the program, asks for a name first."""
        if not self.settle_fields():
            return False
        path = self.draft.path
        if path is None or self.draft_ships(path):
            return self.save_as()
        return self._is_as_left(path) and self.save_to(path)

    def save_as(self) -> bool:
        """Ask for a name and save there."""
        if not self.settle_fields():
            return False
        files = self.files
        start = self._home_made() / f"{self._file_name()}{files.ending}"
        path = where_to_write(self, tr(files.save), str(start), tr(files.filter), files.ending)
        return path is not None and self.save_to(path)

    def _home_made(self) -> Path:
        """The folder of such documents, created if missing: a file dialog that cannot start there would start
        anywhere.
        """
        with contextlib.suppress(OSError):
            self._home.mkdir(parents=True, exist_ok=True)
        return self._home

    def save_to(self, path: Path) -> bool:
        """Save to a file and continue with it; False if that fails or another editor has it open."""
        if self._is_taken(path):
            self.fail(tr("{name} is open in another editor: save it under another name.", name=path.name))
            return False
        try:
            self.draft.save(path)
        except (BadFile, OSError) as fault:
            self.fail(why(fault))
            return False
        self.retitle()
        self.tell(tr("Saved as {path}.", path=path))
        self.saved.emit(str(path))
        return True

    def _is_taken(self, path: Path) -> bool:
        """Whether another editor has the file open."""
        others = (other for other in QApplication.topLevelWidgets() if isinstance(other, EditFrame))
        return any(other is not self and other.isVisible() and other.is_on(path) for other in others)

    def _is_as_left(self, path: Path) -> bool:
        """Whether the file is unchanged since it was opened or saved here, or the user agrees to overwrite
        it.
        """
        changed = tr("{name} has been changed elsewhere since it was opened or saved here.", name=path.name)
        return not self.draft.overtaken or may_replace(self, changed)

    def is_on(self, path: Path) -> bool:
        """Whether this is the file of the document."""
        mine = self.draft.path
        if mine is None:
            return False
        try:
            return mine.samefile(path)
        except OSError:  # one of them does not exist
            return mine.absolute() == path.absolute()

    def come_forward(self) -> None:
        """Bring the window to the front with the keyboard focus."""
        self.raise_()
        self.activateWindow()

    def pass_on(self) -> None:
        """Save the document, then pass it on as one file."""
        if not self.settle_fields():
            return
        path = self.draft.path
        kept = path is not None and not self.draft.dirty and not self.draft_ships(path)
        if kept or self.save():
            self.pass_asked.emit(str(self.draft.path), self)

    def draft_ships(self, path: Path) -> bool:
        """Whether the document is supplied with the program, so that a copy has to be saved."""
        return False

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes; the journal keeps them until then."""
        if self.ask_first and not self._may_close():
            event.ignore()
            return
        try:
            self._put_away()
            if self.journal is not None:
                self.journal.close()
            super().closeEvent(event)
            keep_until_gone(self)
        finally:  # whatever goes wrong, nothing may keep a reference to a closed window
            self.closed.emit(self)

    def _may_close(self) -> bool:
        """Whether closing loses nothing, or the user agrees."""
        if not self.settle_fields():
            return False
        if not self.draft.dirty:
            return True
        answer = self.ask()
        kinds = QMessageBox.StandardButton
        return answer == kinds.Discard or (answer == kinds.Save and self.save())

    def ask(self) -> Any:
        """Ask whether to save, discard or stay."""
        title, _, editor = self._words()
        box = QMessageBox(self)
        box.setObjectName("edit.ask")
        box.setIcon(QMessageBox.Icon.Question)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(editor)
        box.setText(tr("“{title}” has unsaved changes.", title=title))
        kinds = QMessageBox.StandardButton
        box.setStandardButtons(kinds.Save | kinds.Discard | kinds.Cancel)
        box.button(kinds.Save).setToolTip(tr("Save the file, then close"))
        box.button(kinds.Discard).setToolTip(tr("Close without saving the changes"))
        box.button(kinds.Cancel).setToolTip(tr("Stay in the editor"))
        answer = box.exec()
        box.deleteLater()
        return answer


def _cells_of(field: QWidget) -> QAbstractItemView | None:
    """The table or list that a cell editor belongs to; None for any other field."""
    port = field.parentWidget()
    view = port.parentWidget() if port is not None else None
    return view if isinstance(view, QAbstractItemView) and view.viewport() is port else None


# The docks of an editor: arranging, remembering and reaching them by key.

VERSION = 1
"""Version of the arrangement: a remembered one of another version is ignored."""
RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


P = TypeVar("P", bound=EditPanel[Any])


class EditDocks(Docks):
    """The docks of one editor by key."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window, ("edit.dock.", "edit.go."), VERSION)

    def add(
        self, key: str, title: str, help_: str, widget: QWidget, area: Qt.DockWidgetArea, with_: str = ""
    ) -> QDockWidget:
        """Give a panel a dock, tabbed with the dock ``with_``, or below all others of its area."""
        dock = self.make(key, title, help_, widget)
        self.window.addDockWidget(area, dock)
        if with_:
            self.window.tabifyDockWidget(self.docks[with_], dock)
            self.put_old_rows_away()
        if len(self.docks) < 10:
            self.actions[key].setShortcut(QKeySequence(f"Alt+{len(self.docks)}"))
        return dock

    def put(self, key: str, panel: P, area: Qt.DockWidgetArea, with_: str = "") -> P:
        """The same for a panel that has its own title and help; returns the panel."""
        dock = self.add(key, tr(panel.title), tr(panel.help), panel, area, with_)
        dock.visibilityChanged.connect(panel.come_up)
        return panel

    def front(self, key: str) -> None:
        """Show a dock and bring it to the front."""
        self.docks[key].show()
        self.docks[key].raise_()

    def at(self, spot: QPoint) -> str:
        """The dock at a point of the screen; empty if none."""
        for key, dock in self.docks.items():
            inside = dock.rect().contains(dock.mapFromGlobal(spot))
            if inside and dock.isVisible() and not dock.visibleRegion().isEmpty():
                return key
        return ""

    def reach(self, key: str) -> None:
        """Focus a dock; if it has the focus, hide it."""
        dock = self.docks[key]
        if dock.isVisible() and any(w.hasFocus() for w in dock.findChildren(QWidget)):
            dock.hide()
            return
        self.front(key)
        first_focus(dock).setFocus(Qt.FocusReason.ShortcutFocusReason)


def file_name(title: str) -> str:
    """A title turned into a file name: lower-case letters, digits and underscores."""
    words = "".join(c if c.isalnum() else " " for c in title.casefold()).split()
    return "_".join(words) or "scenario"
