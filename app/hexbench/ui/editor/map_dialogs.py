"""Dialogs about a whole map: a new one, its grid and numbering, its title and sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.values import say
from hexbench.hexes.grid import GridSpec
from hexbench.hexes.numbering import NUMBERINGS
from hexbench.session.editor import map_ops
from hexbench.session.editor.map_doc import MapDraft, free_key, new_key, new_map
from hexbench.store.maps import read_map
from hexbench.store.strict import BadFile
from hexbench.ui.editor.desk import (
    MapDesk,
    base_ground,
    capital,
    count_hexes,
    count_places,
    count_roads,
    count_sides,
)
from hexbench.ui.look.language import as_it_is, tell, tr, why
from hexbench.ui.widgets.choices import DropDown, FractionBox, NumberBox
from hexbench.ui.widgets.parts import PlainLabel, laid, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.session.game import Catalogue

USUAL = GridSpec(
    orientation="flat",
    columns=(1, 20),
    rows=(1, 15),
    rows_from="north",
    pushed="even",
    push="south",
    numbering="CCRR",
)


class AskDialog(QDialog):
    """A form with a line for what is wrong with it."""

    def __init__(
        self, name: str, title: str, parent: QWidget | None, *, done: str = "", undone: str = ""
    ) -> None:
        """``done``, ``undone``: tooltips of OK and Cancel, where the usual ones are not enough."""
        super().__init__(parent)
        self.setObjectName(f"edit.{name}")
        self.setWindowTitle(title)
        self.form = QFormLayout()
        self.fault = named(wrapped_label(), f"edit.{name}_fault", role="bad")
        box = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(box.Ok | box.Cancel)
        self.buttons.button(box.Ok).setToolTip(as_it_is(done or tr("Do it")))
        self.buttons.button(box.Cancel).setToolTip(as_it_is(undone or tr("Leave everything as it is")))
        self.buttons.accepted.connect(self._on_ok)
        self.buttons.rejected.connect(self.reject)
        self.column = laid(QVBoxLayout(self), self.form, self.fault, self.buttons)

    def row(self, name: str, text: str, widget: QWidget, help_: str) -> None:
        """Add a row to the form."""
        widget.setObjectName(f"edit.{name}")
        widget.setToolTip(as_it_is(help_))
        self.form.addRow(text, widget)

    def make(self) -> None:
        """What OK does. Raises ValueError (one sentence) if it is impossible."""

    def _on_ok(self) -> None:
        try:
            self.make()
        except (BadFile, ValueError) as fault:
            self.fault.setText(why(fault))
            return
        self.accept()


def number(low: int, high: int, value: int) -> QSpinBox:
    """A box for a number."""
    box = NumberBox()
    box.setRange(low, high)
    box.setValue(value)
    return box


def kilometres(value: float) -> QDoubleSpinBox:
    """A box for the size of a hex."""
    box = FractionBox()
    box.setRange(0.001, 999)
    box.setDecimals(3)
    box.setValue(value)
    return box


def choice(rows: tuple[tuple[str, str], ...], chosen: str) -> QComboBox:
    """A box for a choice of (value, words)."""
    box = DropDown()
    for value, words in rows:
        box.addItem(words, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


class _GridFields:
    """The fields of a grid, in a form."""

    def __init__(self, dialog: AskDialog, spec: GridSpec) -> None:
        (c0, c1), (r0, r1) = spec.columns, spec.rows
        self.columns, self.first_column = number(1, 400, c1 - c0 + 1), number(0, 99, c0)
        self.rows, self.first_row = number(1, 400, r1 - r0 + 1), number(0, 99, r0)
        self.orientation = choice(
            (("flat", tr("Flat top: columns of hexes")), ("pointy", tr("Pointed top: rows of hexes"))),
            spec.orientation,
        )
        self.rows_from = choice(
            (("north", tr("Row 1 in the north")), ("south", tr("Row 1 in the south"))), spec.rows_from
        )
        self.pushed = choice((("odd", tr("Odd lines")), ("even", tr("Even lines"))), spec.pushed)
        self.push = DropDown()
        self.numbering = choice(
            tuple(
                (key, tr("{key}, such as {example}", key=key, example=_EXAMPLES[key])) for key in NUMBERINGS
            ),
            spec.numbering,
        )
        self.orientation.currentIndexChanged.connect(self._on_orientation)
        self._on_orientation()
        self.push.setCurrentIndex(max(0, self.push.findData(spec.push)))
        for name, text, widget, help_ in (
            ("grid_orientation", tr("&Hexes"), self.orientation, tr("How the hexes are oriented")),
            ("grid_columns", tr("&Columns"), self.columns, tr("How many columns of hexes there are")),
            ("grid_rows", tr("&Rows"), self.rows, tr("How many rows of hexes there are")),
            (
                "grid_first_column",
                tr("F&irst column"),
                self.first_column,
                tr("The number of the westernmost column"),
            ),
            ("grid_first_row", tr("Firs&t row"), self.first_row, tr("The number of the first row")),
            ("grid_rows_from", tr("Rows &begin"), self.rows_from, tr("Where the rows are counted from")),
            (
                "grid_pushed",
                tr("H&alf-hex offset"),
                self.pushed,
                tr("Which lines of hexes are offset by half a hex"),
            ),
            ("grid_push", tr("To&wards"), self.push, tr("The direction they are offset in")),
            ("grid_numbering", tr("&Numbers"), self.numbering, tr("How the hexes are numbered")),
        ):
            dialog.row(name, text, widget, help_)

    def _on_orientation(self) -> None:
        flat = self.orientation.currentData() == "flat"
        self.push.clear()
        words = {"north": tr("north"), "south": tr("south"), "east": tr("east"), "west": tr("west")}
        for way in ("south", "north") if flat else ("east", "west"):
            self.push.addItem(words[way], way)

    def show(self, spec: GridSpec) -> None:
        """Show another grid."""
        (c0, c1), (r0, r1) = spec.columns, spec.rows
        for box, value in (
            (self.columns, c1 - c0 + 1),
            (self.rows, r1 - r0 + 1),
            (self.first_column, c0),
            (self.first_row, r0),
        ):
            box.setValue(value)
        for combo, word in (
            (self.orientation, spec.orientation),
            (self.rows_from, spec.rows_from),
            (self.pushed, spec.pushed),
            (self.push, spec.push),
            (self.numbering, spec.numbering),
        ):
            combo.setCurrentIndex(combo.findData(word))

    @property
    def spec(self) -> GridSpec:
        """The grid described by the fields."""
        c0, r0 = self.first_column.value(), self.first_row.value()
        return GridSpec(
            orientation=self.orientation.currentData(),
            columns=(c0, c0 + self.columns.value() - 1),
            rows=(r0, r0 + self.rows.value() - 1),
            rows_from=self.rows_from.currentData(),
            pushed=self.pushed.currentData(),
            push=self.push.currentData(),
            numbering=self.numbering.currentData(),
        )


_EXAMPLES = {"RRCC": "0312", "CCRR": "1203", "CRR": "1203", "A1": "L3"}


def usual_map(catalogue: Catalogue, game: str) -> MapSheet | None:
    """A supplied map of a game, whose grid a new one may adopt; None if it has none."""
    maps = catalogue.places.resources / "maps"
    for path in sorted(maps.glob(f"{game}*.json")):
        try:
            return read_map(path)
        except BadFile:
            continue
    return None


class AskNewMap(AskDialog):
    """What is asked about every new map: its game, title, key and scale."""

    def ask_head(self, name: str, catalogue: Catalogue, game: str, key: str) -> None:
        """Add the fields; ``name`` is the prefix of their object names, ``key`` the one proposed."""
        self.game = choice(tuple((key, found.title) for key, found in catalogue.games.items()), game)
        self.title = QLineEdit()
        self.key = QLineEdit(free_key(catalogue, key))
        self.kilometres = kilometres(1.0)
        for part, text, widget, help_ in (
            ("game", tr("&Game"), self.game, tr("The game whose terrain, hexsides and zones the map may contain")),
            ("title", tr("Tit&le"), self.title, tr("What the map is called")),
            ("key", tr("&Key"), self.key, tr("Its short name and that of its file: lower-case letters, digits and _")),
            ("km", tr("Kilo&metres per hex"), self.kilometres, tr("From the centre of one hex to the centre of the next")),
        ):  # fmt: skip
            self.row(f"{name}_{part}", text, widget, help_)


class NewMapDialog(AskNewMap):
    """A new map."""

    def __init__(self, catalogue: Catalogue, game: str, parent: QWidget | None = None) -> None:
        super().__init__("new_map", tr("New map"), parent)
        self.catalogue = catalogue
        self.draft: MapDraft | None = None
        self.ask_head("new_map", catalogue, game, "my_map")
        self.title.setText(tr("My map"))
        self.grid = _GridFields(self, USUAL)
        self.game.currentIndexChanged.connect(self._on_game)
        self._on_game()

    def _on_game(self) -> None:
        found = usual_map(self.catalogue, self.game.currentData())
        if found is not None:
            self.grid.show(replace(found.grid, absent=()))
            self.kilometres.setValue(found.kilometres_per_hex)

    def make(self) -> None:
        """Create the map. Raises ValueError."""
        key = new_key(self.catalogue, self.key.text())
        game = self.game.currentData()
        ground = base_ground(self.catalogue, game, usual_map(self.catalogue, game))
        self.draft = new_map(
            key,
            self.title.text().strip() or key,
            self.grid.spec,
            ground,
            game=game,
            kilometres=round(self.kilometres.value(), 3),
        )
        self.draft.path = None


class GridDialog(AskDialog):
    """Add or remove rows and columns; change how hexes are oriented and numbered."""

    def __init__(self, desk: MapDesk, parent: QWidget | None = None) -> None:
        super().__init__("grid_dialog", tr("Size and numbers"), parent)
        self.desk = desk
        self.edges = {way: number(-200, 200, 0) for way in ("north", "south", "west", "east")}
        words = {"north": tr("north"), "south": tr("south"), "west": tr("west"), "east": tr("east")}
        group = QGroupBox(tr("Grow (negative numbers shrink)"))
        inner = QGridLayout(group)  # two per line, so that the dialog fits a low screen with large text
        for n, (way, box) in enumerate(self.edges.items()):
            box.setObjectName(f"edit.grow_{way}")
            box.setToolTip(
                tr("How many rows or columns to add on this edge; what is on the map stays in place")
            )
            box.valueChanged.connect(self._on_change)
            label = PlainLabel(tr("In the {way}", way=words[way]))
            label.setBuddy(box)
            inner.addWidget(label, n // 2, n % 2 * 2)
            inner.addWidget(box, n // 2, n % 2 * 2 + 1)
        self.terrain = DropDown()
        for key, name in desk.ground.terrains:
            self.terrain.addItem(capital(tell(name)), key)
        self.terrain.setObjectName("edit.grow_terrain")
        self.terrain.setToolTip(tr("The terrain of new hexes"))
        bare = PlainLabel(tr("New hexes are"))
        bare.setBuddy(self.terrain)
        inner.addWidget(bare, 2, 0)
        inner.addWidget(self.terrain, 2, 1, 1, 3)
        inner.setColumnStretch(1, 1)
        inner.setColumnStretch(3, 1)
        self.column.insertWidget(0, group)
        spec = desk.draft.sheet.grid
        self.grid = _GridFields(self, spec)
        for box in (self.grid.columns, self.grid.rows):
            box.setEnabled(False)
        self.note = named(wrapped_label(), "edit.grid_note")
        self.column.insertWidget(2, self.note)
        self._first = self._first_line()
        for widget in (self.grid.first_column, self.grid.first_row):
            widget.valueChanged.connect(self._on_first)
            widget.valueChanged.connect(self._on_change)
        for combo in (
            self.grid.orientation,
            self.grid.rows_from,
            self.grid.pushed,
            self.grid.push,
            self.grid.numbering,
        ):
            combo.currentIndexChanged.connect(self._on_change)
        self.grid.orientation.currentIndexChanged.connect(self._on_turned)
        self._on_change()

    def _first_line(self) -> int:
        """The number of the first of the lines of which every other one is offset by half a hex."""
        flat = self.grid.orientation.currentData() == "flat"
        return (self.grid.first_column if flat else self.grid.first_row).value()

    def _on_turned(self) -> None:
        """Rows have taken the place of columns, or vice versa."""
        self._first = self._first_line()

    def _on_first(self) -> None:
        """Keep the offset of each line when its number changes."""
        before, self._first = self._first, self._first_line()
        if (self._first - before) % 2:
            self.grid.pushed.setCurrentIndex(1 - self.grid.pushed.currentIndex())

    def result_of(self) -> tuple[MapSheet, map_ops.Lost]:
        """The resulting map, and what would have no room on it. Raises ValueError (one sentence)."""
        sheet, terrain = self.desk.draft.sheet, cast("str", self.terrain.currentData())
        grow = {way: box.value() for way, box in self.edges.items()}
        lost = map_ops.Lost(0, (), 0, 0)
        old = sheet.grid
        asked = self.grid.spec
        # What was typed applies to the grid as it is; growing comes first and keeps everything in place.
        same = {
            "orientation": asked.orientation,
            "rows_from": asked.rows_from,
            "numbering": asked.numbering,
            "push": asked.push,
        }
        renumbered = replace(
            old,
            columns=(asked.columns[0], asked.columns[0] + old.columns[1] - old.columns[0]),
            rows=(asked.rows[0], asked.rows[0] + old.rows[1] - old.rows[0]),
            pushed=asked.pushed,
            **same,
        )
        if renumbered != old:
            by = (asked.columns[0] - old.columns[0], asked.rows[0] - old.rows[0])
            sheet, lost = map_ops.regrid(sheet, replace(renumbered, absent=()), terrain, by=by)
        if any(grow.values()):
            if len(range(*sheet.grid.columns)) + 1 + grow["west"] + grow["east"] < 1:
                raise ValueError(tr("Nothing would be left of the map."))
            sheet, more = map_ops.grown(sheet, terrain, **grow)
            lost = map_ops.Lost(
                lost.hexes + more.hexes,
                (*lost.places, *more.places),
                lost.hexsides + more.hexsides,
                lost.roads + more.roads,
            )
        return sheet, lost

    def _on_change(self) -> None:
        try:
            sheet, lost = self.result_of()
        except ValueError as fault:
            self.note.setText(why(fault))
            return
        n = len(sheet.cells)
        text = tr("The map will have 1 hex." if n == 1 else "The map will have {n} hexes.", n=n)
        if not lost.nothing:
            text += " " + tr(
                "Lost: {hexes}, {sides}, {roads}, {places}.",
                hexes=count_hexes(lost.hexes),
                sides=count_sides(lost.hexsides),
                roads=count_roads(lost.roads),
                places=count_places(len(lost.places)),
            )
        self.note.setText(text)

    def make(self) -> None:
        """Apply it. Raises ValueError."""
        sheet, _ = self.result_of()
        self.desk.draft.change(say("Size and numbers"), sheet)


class AboutMapDialog(AskDialog):
    """Title, scale, where it comes from."""

    def __init__(self, desk: MapDesk, parent: QWidget | None = None) -> None:
        super().__init__("map_dialog", tr("About the map"), parent)
        self.desk = desk
        sheet = desk.draft.sheet
        self.title = QLineEdit(sheet.title)
        self.key = QLineEdit(sheet.key)
        self.kilometres = kilometres(sheet.kilometres_per_hex)
        self.source = choice(
            (("reconstruction", tr("A reconstruction")), ("rules", tr("As given by the rules"))), sheet.source
        )
        self.provenance = QPlainTextEdit(sheet.provenance)
        self.provenance.setTabChangesFocus(True)
        self.credits = QPlainTextEdit("\n".join(sheet.credits))
        self.credits.setTabChangesFocus(True)
        for box in (self.provenance, self.credits):
            box.setFixedHeight(84)
        self.row("map_title", tr("Tit&le"), self.title, tr("What the map is called"))
        own = desk.draft.among_own(desk.draft.path)
        self.key.setEnabled(not own)
        of_file = tr("Its short name, the same as its file's: save it under another name to change it")
        said = of_file if own else tr("Its short name, by which scenarios refer to it")
        self.row("map_key", tr("&Key"), self.key, said)
        self.row(
            "map_km",
            tr("Kilo&metres per hex"),
            self.kilometres,
            tr("From the centre of one hex to the centre of the next"),
        )
        self.row(
            "map_source",
            tr("It &is"),
            self.source,
            tr("Whether the rules give this map or it had to be reconstructed"),
        )
        self.row(
            "map_provenance", tr("Made &from"), self.provenance, tr("What the map was made from, and how")
        )
        self.row("map_credits", tr("C&redits"), self.credits, tr("Who to credit, one per line"))

    def make(self) -> None:
        """Apply it. Raises ValueError."""
        sheet = self.desk.draft.sheet
        key = self.key.text().strip()
        if key != sheet.key:
            key = new_key(self.desk.catalogue, key)
        self.desk.draft.edit(
            say("About the map"),
            lambda s: map_ops.head(
                s,
                title=self.title.text().strip() or key,
                key=key,
                kilometres_per_hex=round(self.kilometres.value(), 3),
                source=self.source.currentData(),
                provenance=self.provenance.toPlainText().strip(),
                credits=tuple(row.strip() for row in self.credits.toPlainText().splitlines() if row.strip()),
            ),
        )
