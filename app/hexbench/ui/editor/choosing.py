"""Choosing what to edit: a new, existing or unfinished document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.documents.editing import editing_of
from hexbench.session.editor.journal import Left, discard, unfinished
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import as_it_is, spoken, tell, tr
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import PlainLabel, Role, answers, laid, named, push, wrapped_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexbench.session.game import Catalogue


WHAT = Qt.ItemDataRole.UserRole + 1
NEW: Final = "new"
FILE: Final = "file"
LEFT: Final = "left"


class Chooser(QDialog):
    """``choice`` is the result: ("new", kind), ("file", path) or ("left", an unfinished draft)."""

    def __init__(
        self,
        catalogue: Catalogue,
        left: tuple[Left, ...] = (),
        game: str = "",
        parent: QWidget | None = None,
        map_: str = "",
    ) -> None:
        """``map_``: the map for a new document, which also selects the game."""
        super().__init__(parent)
        self.setObjectName("edit.chooser")
        self.setWindowTitle(tr("Scenario editor"))
        self.catalogue, self.left = catalogue, left
        self.choice: tuple[str, Any] | None = None
        self.games = named(
            DropDown(),
            "edit.chooser.game",
            tr("Game"),
            tr("The game whose scenarios are listed, and that a new one is for"),
        )
        for key, found in catalogue.games.items():
            if editing_of(found) is not None:
                self.games.addItem(found.title, key)
        self.map = map_
        if map_ and (game not in catalogue.games or map_ not in catalogue.maps(game)):
            game = next((key for key in catalogue.games if map_ in catalogue.maps(key)), game)
        self.games.setCurrentIndex(max(0, self.games.findData(game)))
        self.games.currentIndexChanged.connect(self._list)
        self.list = named(
            QListWidget(),
            "edit.chooser.list",
            tr("Documents"),
            tr("A new document, an existing one, or an unfinished one; Enter opens it"),
        )
        self.list.setSpacing(2)
        self.list.currentItemChanged.connect(self._on_row)
        self.list.itemActivated.connect(self._on_open)
        self.maps = named(
            DropDown(),
            "edit.chooser.map",
            tr("Map"),
            tr("The map for a new document: one of the game's, or one of your own from the map editor"),
        )
        self.title = named(
            QLineEdit(),
            "edit.chooser.title",
            tr("Title"),
            tr("The title of a new document; you can change it later"),
        )
        self.about = named(wrapped_label(), role="muted")
        self.about.setMinimumHeight(3 * self.fontMetrics().height())
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.asked = QWidget()
        form = QFormLayout(self.asked)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(tr("Map"), self.maps)
        form.addRow(tr("Title"), self.title)
        self.browse = push(
            "edit.chooser.browse",
            tr("From a file…"),
            tr("Open a scenario or position from any folder"),
            self._on_browse,
        )
        self.open_ = push(
            "edit.chooser.open",
            tr("Edit"),
            tr("Open the selected document in the scenario editor"),
            self._on_open,
        )
        self.forget = push(
            "edit.chooser.forget",
            tr("Discard it"),
            tr("Discard the unfinished document for good; its edits cannot be recovered"),
            self._on_forget,
        )
        laid(QVBoxLayout(self), self.games, (self.list, 1), self.about, self.asked, self._buttons())
        self.resize(560, 560)
        self._list()
        self.list.setFocus()

    def _buttons(self) -> QDialogButtonBox:
        buttons = answers(
            self,
            tr("Close without editing"),
            (self.forget, Role.ResetRole),
            (self.open_, Role.AcceptRole),
            (self.browse, Role.ActionRole),
        )
        self.open_.setDefault(True)
        return buttons

    @property
    def game(self) -> str:
        """The key of the game."""
        return str(self.games.currentData() or "")

    def _list(self) -> None:
        self.list.clear()
        game = self.game
        self.fill(game)
        self.maps.clear()
        for key in self.catalogue.maps(game) if game else ():
            self.maps.addItem(Path(key).stem.replace("_", " ").capitalize(), key)
        self.maps.setCurrentIndex(max(0, self.maps.findData(self.map)))
        new = (row for row in range(self.list.count()) if self.list.item(row).data(WHAT)[0] == NEW)
        self.list.setCurrentRow(next(new, 0) if self.map else 0)

    def fill(self, game: str) -> None:
        """List what can be edited of a game."""
        editing = editing_of(self.catalogue.games.get(game))
        self._unfinished()
        for kind in editing.formats if editing is not None else ():
            if kind == "scenario":
                self._row(
                    tr("New scenario"),
                    (NEW, kind),
                    tr(
                        "Start from scratch: a map, its turns and options, and no counters "
                        "yet. A game starts with its set-up."
                    ),
                )
            else:
                self._row(
                    tr("New position"),
                    (NEW, kind),
                    tr(
                        "Start from scratch: one moment of a game, with units wherever you "
                        "like; play continues from there."
                    ),
                )
        for info in self.catalogue.scenarios(game) if game else ():
            own = "" if info.path.is_relative_to(self.catalogue.places.scenarios) else tr(" (your own)")
            self._row(f"{tell(info.title)}{own}", (FILE, info.path), tell(info.blurb))

    def _unfinished(self) -> None:
        about = tr("Edits that had not been saved when the program ended; nothing has been lost")
        for one in self.left:
            then = QDateTime.fromSecsSinceEpoch(int(one.when.timestamp()))
            when = QLocale().toString(then, QLocale.FormatType.ShortFormat)
            self._row(tr("Unfinished: {title}, {when}", title=one.title, when=when), (LEFT, one), about)

    def _row(self, text: str, what: tuple[str, Any], about: str) -> None:
        item = QListWidgetItem(text)
        item.setData(WHAT, what)
        item.setData(WHAT + 1, about)
        self.list.addItem(item)

    def _on_row(self, item: QListWidgetItem | None) -> None:
        what = item.data(WHAT) if item is not None else ("", None)
        new = what[0] == NEW
        self.maps.setEnabled(new)
        self.title.setEnabled(new)
        self.about.setText(str(item.data(WHAT + 1)) if item is not None else "")
        self.open_.setEnabled(item is not None)
        self.forget.setVisible(what[0] == LEFT)

    def _on_open(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.choice = item.data(WHAT)
            self.accept()

    def _on_forget(self) -> None:
        item = self.list.currentItem()
        what, one = item.data(WHAT)
        if what == LEFT:
            discard(one)
            self.left = tuple(left for left in self.left if left != one)
            self._list()

    def _on_browse(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, tr("Open a scenario"), str(self.catalogue.places.data), tr("Scenarios (*.json)")
        )
        if path:
            self.choice = (FILE, Path(path))
            self.accept()


# Choosing a map or lesson: the base class of both dialogs.


class _FileChooser(QDialog):
    """A list of documents under one line of text, and a row of buttons. ``left_chosen(Left)``: an unfinished
    document; any other row calls :meth:`_take`.
    """

    left_chosen = Signal(object)

    def __init__(
        self, words: tuple[str, str, str, str], names: tuple[str, str], parent: QWidget | None
    ) -> None:
        """``words``: window title, line above the list, name and tooltip of the list; ``names``: object names
        of window and list.
        """
        super().__init__(parent)
        title, line, listed, tip = words
        self.setObjectName(f"edit.{names[0]}")
        self.setWindowTitle(title)
        self.list = named(QListWidget(), f"edit.{names[1]}", listed, tip)
        self.list.itemActivated.connect(self._on_go)
        self.column = laid(QVBoxLayout(self), named(PlainLabel(line), role="title"), (self.list, 1))

    def _add(self, text: str, what: object) -> None:
        item = QListWidgetItem(text)
        item.setData(WHAT, what)
        self.list.addItem(item)

    def _add_head(self, text: str) -> None:
        item = QListWidgetItem(text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(item)

    def _add_left(self, catalogue: Catalogue, kind: str, taken: frozenset[Path]) -> None:
        """Add unfinished documents of a kind, except those that are open, whose journals are in ``taken``."""
        for left in unfinished(catalogue.places):
            if left.kind.partition("-")[0] == kind and left.path not in taken:
                when = left.when.strftime("%d.%m.%Y %H:%M")
                title = left.title or tr("Untitled")
                self._add(tr("Unfinished: {title}, {when}", title=title, when=when), left)

    def _add_buttons(self, cancel: str, rows: Sequence[QPushButton]) -> QDialogButtonBox:
        """The button row: the actions, the first of them the default, and Cancel."""
        kinds = QDialogButtonBox.StandardButton
        box = QDialogButtonBox(kinds.Cancel)
        box.button(kinds.Cancel).setToolTip(as_it_is(cancel))
        for button in rows:
            box.addButton(button, Role.ActionRole)
        box.rejected.connect(self.reject)
        self.column.addWidget(box)
        rows[0].setDefault(True)  # only once it is in a dialog: otherwise Cancel would become the default
        return box

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
            self._take(what)

    def _take(self, what: Any) -> None:
        """A row was chosen and the dialog is closed."""
        raise TypeError("every chooser says what it does")

    def _ask_file(self, words: str, folder: str, kinds: str) -> str:
        """Ask for a file and close the dialog; empty if cancelled."""
        path, _ = QFileDialog.getOpenFileName(self, words, folder, kinds)
        if path:
            self.accept()
        return path


# Choosing a map: an unfinished one, one of the program's or the player's own, a file, or a new one.

KIND = "map"
"""The kind of journal that maps have."""


class MapChooser(_FileChooser):
    """``map_chosen(path, game)``, ``left_chosen(Left)``, ``new_chosen()``, ``module_chosen(path)``."""

    map_chosen = Signal(str, str)
    new_chosen = Signal()
    module_chosen = Signal(str)

    def __init__(
        self, catalogue: Catalogue, taken: frozenset[Path] = frozenset(), parent: QWidget | None = None
    ) -> None:
        """``taken``: journals of maps that are already open."""
        super().__init__(
            (
                tr("Map editor"),
                tr("Which map?"),
                tr("Maps"),
                tr("The program's maps and your own; the program's are saved under another name"),
            ),
            ("map_chooser", "map_choices"),
            parent,
        )
        self.catalogue = catalogue
        self._add_left(catalogue, KIND, taken)
        for key, game in catalogue.games.items():
            own = list(catalogue.maps(key))
            if own:
                self._add_head(game.title)
            for name in own:
                self._add(f"    {self._title(name)}", (name, key))
        self.edit = push("edit.map_edit", tr("Edit"), tr("Open the selected map"), self._on_open)
        self.new = push(
            "edit.map_new",
            tr("New map…"),
            tr("Start from scratch: choose a game and a grid, with bare ground"),
            self._on_new,
        )
        self.file = push("edit.map_file", tr("From a file…"), tr("Open a map from any folder"), self._on_file)
        self.module = push(
            "edit.map_module",
            tr("From a VASSAL module…"),
            tr("Start a new map with the grid of one of its boards, and with its picture to trace"),
            self._on_module,
        )
        self.buttons = self._add_buttons(
            tr("Close without opening a map"), (self.edit, self.new, self.file, self.module)
        )
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

    def _take(self, what: Any) -> None:
        self.map_chosen.emit(str(self.catalogue.map_path(what[0])), what[1])

    def _on_new(self) -> None:
        self.accept()
        self.new_chosen.emit()

    def _on_file(self) -> None:
        path = self._ask_file(tr("Open a map"), str(self.catalogue.places.maps), tr("Maps (*.json)"))
        if path:
            self.map_chosen.emit(path, "")

    def _on_module(self) -> None:
        path = self._ask_file(tr("VASSAL module"), "", tr("VASSAL modules (*.vmod *.mod)"))
        if path:
            self.module_chosen.emit(path)


# Choosing a lesson: an unfinished or existing one, or a new one on a scenario or on the position in play.

LESSON = "lesson"
"""The kind of journal that lessons have."""


class LessonChooser(_FileChooser):
    """``file_chosen(path)``, ``left_chosen(Left)``, ``scenario_chosen(game, name)``: a new one on it, ``position_chosen()``."""

    file_chosen = Signal(str)
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
        """``game`` is listed first; ``taken``: journals of lessons that are already open; ``position``:
        whether a game is open.
        """
        super().__init__(
            (
                tr("Lesson editor"),
                tr("Which lesson?"),
                tr("Lessons"),
                tr("The program's lessons and your own; the program's are saved under another name"),
            ),
            ("lesson_chooser", "lesson_choices"),
            parent,
        )
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.catalogue = catalogue
        self.scenarios = named(
            DropDown(),
            "edit.lesson_scenario",
            tr("Scenario for a new lesson"),
            tr("The lesson starts from the opening position of this scenario"),
        )
        self._fill(catalogue, game, taken)
        self.new = push(
            "edit.lesson_new",
            tr("&New on this scenario"),
            tr("Start a new lesson from the scenario's opening position"),
            self._on_new,
        )
        self.here = push(
            "edit.lesson_here",
            tr("New on the &position in play"),
            tr("Start a new lesson from the current position of the open game"),
            self._on_here,
        )
        self.here.setEnabled(position)
        laid(self.column, laid(QHBoxLayout(), (self.scenarios, 1), self.new, self.here))
        self.edit = push("edit.lesson_edit", tr("&Edit"), tr("Open the selected lesson"), self._on_open)
        self.file = push(
            "edit.lesson_file", tr("&From a file…"), tr("Open a lesson from any folder"), self._on_file
        )
        self._add_buttons(tr("Close without opening a lesson"), (self.edit, self.file))
        self.resize(760, 480)

    def _fill(self, catalogue: Catalogue, game: str, taken: frozenset[Path]) -> None:
        language = spoken()
        self._add_left(catalogue, LESSON, taken)
        wanted = -1
        for key in sorted(catalogue.games, key=lambda one: one != game):
            title = catalogue.games[key].title
            infos = catalogue.lessons(key)
            if infos:
                self._add_head(title)
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

    def _take(self, what: Any) -> None:
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
        folder = str(self.catalogue.places.data / "scenarios")
        path = self._ask_file(tr("Open a lesson"), folder, tr("Lessons (*.toml)"))
        if path:
            self.file_chosen.emit(path)
