"""Packs in the window: choosing what to pass on, and inspecting a received pack before anything is kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hexbench.store.packs import LONGEST_WORDS, SUFFIX
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import as_it_is, mark, tell, tr, why
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import PlainLabel, laid, named, push
from hexbench.ui.widgets.writing import where_to_write

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue
    from hexbench.session.packing import Look, Mine, Row
    from hexbench.ui.shell.pieces import Pieces

PATH = Qt.ItemDataRole.UserRole + 1
_AUTHOR = "pack/author"
"""Settings key that remembers the author."""
LARGEST = 4096
"""Longest side in pixels requested from the worker: enough to verify that it is a picture."""
FILTER = mark("Hexbench packs (*.hexpack)")
KINDS = {
    "scenario": mark("scenario"),
    "position": mark("position"),
    "part": mark("shared part"),
    "map": mark("map"),
    "tables": mark("own tables"),
    "trace": mark("picture placement"),
    "picture": mark("picture to trace"),
}
LICENCES = (
    (
        "CC0 1.0",
        mark("Anyone may do anything with it. https://creativecommons.org/publicdomain/zero/1.0/"),
    ),
    (
        "CC BY 4.0",
        mark(
            "Anyone who names the author may use and change it. https://creativecommons.org/licenses/by/4.0/"
        ),
    ),
    (
        "CC BY-SA 4.0",
        mark(
            "Anyone who names the author and passes it on under the same licence may use and "
            "change it. https://creativecommons.org/licenses/by-sa/4.0/"
        ),
    ),
    ("", mark("For playing only; ask the author before you change it or pass it on.")),
)
"""(name, what it says) of licences to choose from; any other may be written."""


def see_picture(path: Path) -> None:
    """Have the worker look at a picture. Raises BadFile."""
    from hexbench.ui.look.pictures import foreign_picture

    foreign_picture(path, LARGEST)


class Passing(QObject):
    """One per window: opens the dialogs for passing on and taking in packs."""

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue, self.memory = at.window, at.catalogue, at.memory
        self.say_wrong = at.say_wrong
        self.dialog: QDialog | None = None

    # ---- passing on
    def ask(self) -> None:
        """Ask what is to be passed on."""
        self.ask_for("", self.window)

    def ask_for(self, path: str, over: QWidget) -> None:
        """The same with one file chosen already, over the editor it is open in."""
        author = " ".join(self.memory.words(_AUTHOR))
        chosen = Path(path) if path else None
        dialog = PassOnDialog(self.catalogue, author, chosen, over)
        dialog.accepted.connect(self._on_written)
        self.dialog = dialog
        dialog.finished.connect(self._on_closed)
        dialog.open()

    def _on_written(self) -> None:
        if isinstance(self.dialog, PassOnDialog):
            self.memory.keep(_AUTHOR, self.dialog.author.text().split())

    def _on_closed(self) -> None:
        self.dialog = None

    # ---- taking in
    def look_at(self, path: Path) -> None:
        """Show what is in a pack."""
        from hexbench.session.packing import look

        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            found = look(self.catalogue, path, see_picture)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        finally:
            QApplication.restoreOverrideCursor()
        dialog = TakeInDialog(self.catalogue, found, path, self.window)
        dialog.accepted.connect(self._on_take_in)
        self.dialog = dialog
        dialog.finished.connect(self._on_closed)
        dialog.open()

    def _on_take_in(self) -> None:
        from hexbench.session.packing import take_in

        dialog = self.dialog
        if not isinstance(dialog, TakeInDialog):
            return
        try:
            written = take_in(dialog.found, "replace" if dialog.replace.isChecked() else "beside")
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        window = self.window
        if not window.at_start:
            text = (
                tr("1 file was taken in.")
                if len(written) == 1
                else tr("{n} files were taken in.", n=len(written))
            )
            window.table.tell(text)
            return
        start = window.start
        start.refresh()
        for row in dialog.found.rows:
            if row.kind in ("scenario", "position") and row.state not in ("refused", "same"):
                start.new.choose_game(row.game)
                start.new.choose_scenario(row.other or (row.target.stem if row.target else ""))
                break


class PassOnDialog(QDialog):
    """Chooses the player's own files, author and licence; once accepted, the pack is written."""

    def __init__(self, catalogue: Catalogue, author: str, chosen: Path | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.catalogue = catalogue
        self.setObjectName("pass_on")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Pass on"))
        self.list = named(
            QListWidget(),
            "pass_on.list",
            tr("Your own scenarios, maps and tables"),
            tr("What to pass on; whatever it needs is included automatically (Space ticks)"),
        )
        self.add = push(
            "pass_on.add", tr("&Add a file…"), tr("Own tables, or a scenario or map stored elsewhere")
        )
        self.title = _line("pass_on.title", tr("Title"), tr("Name of the pack"))
        self.author = _line("pass_on.author", tr("Author"), tr("Who made it: shown to whoever receives it"))
        self.author.setText(author)
        self.licence = named(DropDown(), "pass_on.licence", tr("Licence"), tr("What others may do with it"))
        for name, _ in LICENCES:
            self.licence.addItem(name or tr("For playing only"), name)
        self.terms = named(
            QPlainTextEdit(),
            "pass_on.terms",
            tr("Terms"),
            tr("The licence in words; credits required for a map are added"),
        )
        self.terms.setTabChangesFocus(True)
        self.terms.setFixedHeight(4 * self.fontMetrics().height() + 12)
        self.pictures = named(
            QCheckBox(tr("Include the pictures from which maps were traced")),
            "pass_on.pictures",
            tip=tr("Only if they are yours: a scan of a published map belongs to its publisher"),
        )
        self.along = _plain("")
        self.along.setObjectName("pass_on.along")
        self.along.setMinimumHeight(2 * self.fontMetrics().height() + 4)
        self.along.setAlignment(Qt.AlignmentFlag.AlignTop)
        form = QFormLayout()
        form.addRow(tr("&Title"), self.title)
        form.addRow(tr("A&uthor"), self.author)
        form.addRow(tr("&Licence"), self.licence)
        form.addRow(tr("T&erms"), self.terms)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setToolTip(
            tr("Close without passing anything on")
        )
        self.write = push(
            "pass_on.write", tr("&Write the pack…"), tr("Check everything and save it as one file to send")
        )
        buttons.addButton(self.write, QDialogButtonBox.ButtonRole.ActionRole)
        self.write.setDefault(True)
        buttons.rejected.connect(self.reject)
        laid(
            QVBoxLayout(self),
            (self.list, 1),
            (self.add, 0, Qt.AlignmentFlag.AlignLeft),
            self.along,
            form,
            self.pictures,
            buttons,
        )
        self.resize(600, 640)
        self._titled = ""
        self._fill(chosen)
        self.add.clicked.connect(self._on_add)
        self.write.clicked.connect(self._on_write)
        self.list.itemChanged.connect(self._on_changed)
        self.pictures.toggled.connect(self._on_changed)
        self.licence.currentIndexChanged.connect(self._on_licence)
        self.licence.setCurrentIndex(1)
        self._on_changed()

    # ---- what is chosen
    @property
    def chosen(self) -> list[Path]:
        """The files that are ticked."""
        rows = (self.list.item(n) for n in range(self.list.count()))
        return [item.data(PATH) for item in rows if item.checkState() == Qt.CheckState.Checked]

    def _fill(self, chosen: Path | None) -> None:
        from hexbench.session.packing import own_things

        for mine in own_things(self.catalogue):
            self._row(mine, mine.path == chosen)
        known = [self.list.item(n).data(PATH) for n in range(self.list.count())]
        if chosen is not None and chosen not in known:
            self._row_of(chosen)

    def _row(self, mine: Mine, ticked: bool) -> None:
        game = self.catalogue.games[mine.game].title if mine.game in self.catalogue.games else ""
        words = " · ".join(part for part in (game, tr(KINDS[mine.kind])) if part)
        item = QListWidgetItem(f"{mine.title}\n{words}")
        item.setData(PATH, mine.path)
        item.setToolTip(as_it_is(str(mine.path)))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        item.setSizeHint(QSize(100, 2 * self.fontMetrics().height() + 8))
        self.list.addItem(item)
        if ticked:
            self.list.setCurrentItem(item)

    def _row_of(self, path: Path) -> None:
        from hexbench.session.packing import mine_of

        try:
            self._row(mine_of(path), True)
        except BadFile as fault:
            self._say(why(fault), wrong=True)

    def _on_add(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, tr("Add a file"), str(self.catalogue.places.data), tr("Documents (*.json *.toml)")
        )
        if path:
            self._row_of(Path(path))
            self._on_changed()

    def _on_licence(self) -> None:
        self.terms.setPlainText(tr(LICENCES[self.licence.currentIndex()][1]))

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self.along.setText(text)
        self.along.setProperty("role", "bad" if wrong else "muted")
        self.along.style().polish(self.along)

    def _on_changed(self) -> None:
        """Show what will be included, and propose a title."""
        from hexbench.session.packing import gather, title_of

        chosen = self.chosen
        self.write.setEnabled(bool(chosen))
        if not chosen:
            none = tr("You have no scenarios or maps of your own yet: make them in the editors.")
            self._say(tr("Tick what to pass on.") if self.list.count() else none)
            return
        try:
            files = gather(self.catalogue, chosen, pictures=self.pictures.isChecked(), checked=False).files
            title = title_of(chosen[0])
        except BadFile as fault:
            self._say(why(fault), wrong=True)
            return
        self._say(tr("In the pack: {files}", files=", ".join(sorted(files))))
        if self.title.text() == self._titled:
            self.title.setText(title[:LONGEST_WORDS])
            self._titled = self.title.text()

    # ---- writing
    def _on_write(self) -> None:
        from hexbench.ui.editor.frame import file_name

        name = f"{file_name(self.title.text())}{SUFFIX}"
        path = where_to_write(self, tr("Write the pack"), name, tr(FILTER), SUFFIX)
        if path is not None:
            self.write_to(path)

    def write_to(self, path: Path) -> bool:
        """Write it there and close; False, and a sentence, when it cannot be."""
        from hexbench.session.packing import gather, pass_on

        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            gathered = gather(
                self.catalogue, self.chosen, pictures=self.pictures.isChecked(), painter=see_picture
            )
            pass_on(
                self.catalogue,
                gathered,
                path,
                title=self.title.text(),
                author=self.author.text(),
                licence=str(self.licence.currentData() or ""),
                text=self.terms.toPlainText(),
            )
        except BadFile as fault:
            self._say(why(fault), wrong=True)
            return False
        finally:
            QApplication.restoreOverrideCursor()
        self.accept()
        return True


class TakeInDialog(QDialog):
    """Shows what is in a pack and what would happen to each file; accepted: take it in."""

    def __init__(self, catalogue: Catalogue, found: Look, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.catalogue, self.found = catalogue, found
        self.setObjectName("take_in")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Take in {name}", name=path.name))
        made = found.pack.manifest
        head = _plain(made.title or path.name)
        head.setProperty("role", "title")
        column = laid(QVBoxLayout(self), head)
        form = QFormLayout()
        for word, text in (
            (tr("Made by"), made.author or tr("not stated")),
            (tr("Licence"), made.licence or tr("see the terms")),
            (tr("For"), ", ".join(tr("{game} (rules, version {n})", game=one.title, n=one.rules_version) for one in made.games.values())),
            (tr("Made with"), f"Hexbench {made.made_with}"),
        ):  # fmt: skip
            if text:
                form.addRow(word, _plain(text))
        laid(column, form)
        if found.pack.licence_text:
            terms = named(QPlainTextEdit(found.pack.licence_text), "take_in.terms", tr("Terms"))
            terms.setReadOnly(True)
            terms.setTabChangesFocus(True)
            terms.setFixedHeight(4 * self.fontMetrics().height() + 12)
            column.addWidget(terms)
        for note in found.notes:
            words = _plain(tell(note))
            words.setProperty("role", "warn")
            column.addWidget(words)
        self.table = self._table()
        column.addWidget(self.table, 1)
        self.beside = named(
            QRadioButton(tr("Keep mine; anything with the same name is taken in under another name")),
            "take_in.beside",
        )
        self.beside.setChecked(True)
        self.replace = named(
            QRadioButton(tr("Replace mine; the old one is kept beside it, with “.before” after its name")),
            "take_in.replace",
        )
        for choice in (self.beside, self.replace):
            choice.setVisible(found.clashes)
            choice.toggled.connect(self._on_choice)
            column.addWidget(choice)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setToolTip(tr("Take nothing in"))
        self.take = push("take_in.take", tr("&Take it in"), tr("Add it to your own scenarios and maps"))
        self.take.setEnabled(found.takes)
        buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        self.take.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.resize(760, 560)
        (self.take if self.take.isEnabled() else self.table).setFocus()

    def _table(self) -> QTableWidget:
        table = named(QTableWidget(len(self.found.rows), 3), "take_in.table", tr("What is in it"))
        table.setHorizontalHeaderLabels([tr("What"), tr("Title"), tr("What happens to it")])
        table.verticalHeader().hide()
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setWordWrap(True)
        head = table.horizontalHeader()
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self._show(table)
        return table

    def _show(self, table: QTableWidget) -> None:
        for n, row in enumerate(self.found.rows):
            game = self.catalogue.games[row.game].title if row.game in self.catalogue.games else row.game
            kind = tr(KINDS[row.kind])
            for column, text in enumerate((f"{game}: {kind}" if game else kind, row.title, self._fate(row))):
                item = QTableWidgetItem(text)
                item.setToolTip(as_it_is(row.path if column < 2 else text))
                table.setItem(n, column, item)
        table.resizeRowsToContents()

    def _fate(self, row: Row) -> str:
        """What happens to a file, in words."""
        if row.state == "refused":
            return tr("refused: {why}", why=tell(row.why))
        if row.state == "same":
            return tr("you already have it")
        words = tr("new")
        if row.state == "ships":
            words = tr("taken in as {name}: a supplied file has its name", name=row.other)
        elif row.state == "differs" and row.other and not self._replacing:
            words = tr("taken in as {name}: a file of yours has its name", name=row.other)
        elif row.state == "differs":
            words = tr("replaces yours of the same name")
        return (
            f"{words}; {tr('plays with the tables {title}', title=row.plays_with)}"
            if row.plays_with
            else words
        )

    @property
    def _replacing(self) -> bool:
        return hasattr(self, "replace") and self.replace.isChecked()

    def _on_choice(self) -> None:
        self._show(self.table)


def _plain(text: str) -> QLabel:
    """Text written by somebody else."""
    label = PlainLabel(text)
    label.setWordWrap(True)
    return label


def _line(name: str, text: str, help_: str) -> QLineEdit:
    line = named(QLineEdit(), name, text, help_)
    line.setMaxLength(LONGEST_WORDS)
    return line
