"""Zones and named lines of a map: shown, selected for drawing, added, renamed and deleted."""

from __future__ import annotations

from typing import ClassVar, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QListWidget, QListWidgetItem

from hexbench.atlas.sheet import Line
from hexbench.engine.values import say
from hexbench.session.editor import map_ops
from hexbench.ui.editor.board import zone_ink
from hexbench.ui.editor.desk import EditPanel, Ink, MapDesk, capital, count_sides
from hexbench.ui.look.language import as_it_is, mark, tell, tr, word
from hexbench.ui.widgets.choices import ChoiceBox
from hexbench.ui.widgets.parts import laid, named, push

INK = Qt.ItemDataRole.UserRole + 1
SWATCH: Final = 14


class MapZonesPanel(EditPanel[MapDesk]):
    """The list: a tick shows a zone on the map, the selected row is drawn."""

    key: ClassVar[str] = "map_zones"
    title: ClassVar[str] = mark("Zones")
    help: ClassVar[str] = mark(
        "Named sets of hexes and named lines: tick a zone to show it, select a row to draw it"
    )

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.filling = False

    def lay_out(self) -> None:
        self.list = named(
            QListWidget(),
            "edit.map_zones",
            tr("Zones and lines"),
            tr("Tick a zone to show it; select a row to draw it; press Enter to go there"),
        )
        self.list.setIconSize(QSize(SWATCH, SWATCH))
        self.list.itemChanged.connect(self._on_tick)
        self.list.itemClicked.connect(self._on_row)
        self.list.itemActivated.connect(self._on_go)
        self.new = push(
            "edit.zone_new",
            tr("New zone…"),
            tr("Add a zone; it starts empty, ready to be painted"),
            self._on_new,
        )
        self.line = push(
            "edit.line_new",
            tr("New line…"),
            tr("Add a named line, to be drawn along hexsides"),
            self._on_line,
        )
        self.rename = push(
            "edit.zone_rename",
            tr("Rename…"),
            tr("Give the selected zone or line another name"),
            self._on_rename,
        )
        self.drop = push(
            "edit.zone_drop", tr("Delete"), tr("Remove the selected zone or line from the map"), self._on_drop
        )
        self.kind = named(
            ChoiceBox(),
            "edit.line_kind",
            tr("Kind of line"),
            tr("How the selected line is drawn and what it means to the game"),
        )
        self.kind.activated.connect(self._on_kind)
        laid(
            self.box,
            laid(QHBoxLayout(), self.new, self.line, None),
            laid(QHBoxLayout(), self.rename, self.drop, self.kind, None),
            (self.list, 1),
        )
        self.desk.hand_changed.connect(self._show_hand)
        self.desk.zones_shown.connect(self._on_shown)

    def refresh(self) -> None:
        """List zones and lines."""
        self.filling = True
        sheet, chosen = self.desk.draft.sheet, self.chosen
        self.list.clear()
        titles = {name: tell(title) for name, title in self.desk.base.zones.names}
        for place, name in enumerate(sorted(sheet.zones)):
            n = len(sheet.zones[name])
            words = titles.get(name, "")
            text = f"{name} – {words}" if words and words.lower() != name.lower() else name
            item = self._row(Ink("zone", name), f"{text}  ({n})", zone_ink(place))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            shown = name in self.desk.shown_zones
            item.setCheckState(Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked)
        for line in sheet.lines:
            ink = self.desk.palette.line(line.kind).colour
            sides = count_sides(len(line.sides))
            text = tr("{name}: {kind}, {sides}", name=line.name, kind=word(line.kind), sides=sides)
            self._row(Ink("line", line.name), text, ink)
        self.kind.clear()
        for key, title in self.desk.ground.lines:
            self.kind.addItem(capital(tell(title)), key)
        for n in range(self.list.count()):
            if Ink(*self.list.item(n).data(INK)) == chosen:
                self.list.setCurrentRow(n)
        self.filling = False
        self._show_hand()

    def _row(self, ink: Ink, text: str, colour_: str) -> QListWidgetItem:
        picture = QPixmap(SWATCH, SWATCH)
        picture.fill(QColor(colour_))
        item = QListWidgetItem(QIcon(picture), text)
        item.setData(INK, ink)
        self.list.addItem(item)
        return item

    @property
    def chosen(self) -> Ink | None:
        """The current row of the list."""
        row = self.list.currentRow()
        return Ink(*self.list.item(row).data(INK)) if row >= 0 else None

    def _show_hand(self) -> None:
        chosen = self.chosen
        lines = bool(self.desk.ground.lines)
        self.line.setEnabled(lines)
        self.kind.setVisible(chosen is not None and chosen.part == "line" and lines)
        if chosen is not None and chosen.part == "line":
            line = next((row for row in self.desk.draft.sheet.lines if row.name == chosen.key), None)
            if line is not None:
                self.kind.setCurrentIndex(self.kind.findData(line.kind))
        self.rename.setEnabled(chosen is not None)
        self.drop.setEnabled(chosen is not None)

    # ---- looking
    def _on_shown(self) -> None:
        """Tick the zones that are shown."""
        self.filling = True
        for n in range(self.list.count()):
            item = self.list.item(n)
            ink = Ink(*item.data(INK))
            if ink.part == "zone":
                shown = ink.key in self.desk.shown_zones
                item.setCheckState(Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked)
        self.filling = False

    def _on_tick(self, item: QListWidgetItem) -> None:
        if self.filling:
            return
        shown = {
            Ink(*row.data(INK)).key: None
            for n in range(self.list.count())
            if (row := self.list.item(n)).checkState() == Qt.CheckState.Checked
            and Ink(*row.data(INK)).part == "zone"
        }
        self.desk.show_zones(shown)

    def _on_row(self, item: QListWidgetItem) -> None:
        ink = Ink(*item.data(INK))
        if ink.part == "zone" and ink.key not in self.desk.shown_zones:
            self.desk.show_zones({**self.desk.shown_zones, ink.key: None})
        self.desk.take(ink)
        self.desk.zones_shown.emit()
        self._show_hand()

    def _on_go(self, item: QListWidgetItem) -> None:
        ink = Ink(*item.data(INK))
        self._on_row(item)
        sheet = self.desk.draft.sheet
        hexes = sheet.zones.get(ink.key, ()) if ink.part == "zone" else ()
        if ink.part == "line":
            sides = next((row.sides for row in sheet.lines if row.name == ink.key), ())
            hexes = tuple(side.partition("/")[0] for side in sides)
        self.desk.hexes_lit.emit(hexes)
        if hexes:
            self.desk.place_asked.emit(hexes[0])

    # ---- changing
    def _ask(self, title: str, text: str, old: str = "") -> str:
        name, ok = QInputDialog.getText(self, title, as_it_is(text), text=old)
        return name.strip() if ok else ""

    def _on_new(self) -> None:
        zones = self.desk.base.zones
        known = [name for name, _ in zones.names if name not in self.desk.draft.sheet.zones]
        hint = ", ".join([*known[:6], *(f"{family}…" for family, _ in zones.families)])
        text = tr("Name of the zone; the game knows: {known}", known=hint) if hint else tr("Name of the zone")
        self.add_zone(self._ask(tr("New zone"), text, known[0] if known else ""))

    def add_zone(self, name: str) -> None:
        """Add a zone of that name and draw with it; nothing for an empty name."""
        if name and self.desk.attempt(
            lambda: self.desk.draft.edit(say("New zone {name}", name=name), lambda s: map_ops.zone(s, name))
        ):
            self.desk.show_zones({**self.desk.shown_zones, name: None})
            self.desk.take(Ink("zone", name), erasing=False)

    def _on_line(self) -> None:
        self.add_line(self._ask(tr("New line"), tr("Name of the line, such as Front")))

    def add_line(self, name: str) -> None:
        """Draw with a line of that name; it is added to the map with its first hexside."""
        if name:
            self.desk.take(Ink("line", name), erasing=False)
            self.desk.told.emit(tr("Draw the line {name} on the map: a drag runs along hexsides.", name=name))

    def _on_rename(self) -> None:
        chosen = self.chosen
        if chosen is not None:
            self.rename_to(chosen, self._ask(tr("Rename"), tr("New name"), chosen.key))

    def rename_to(self, ink: Ink, name: str) -> None:
        """Rename a zone or line."""
        if not name or name == ink.key:
            return
        what = say("Rename {old} to {new}", old=ink.key, new=name)
        if ink.part == "zone":
            self.desk.attempt(
                lambda: self.desk.draft.edit(what, lambda s: map_ops.rename_zone(s, ink.key, name))
            )
        else:
            self.desk.attempt(lambda: self._change_line(ink.key, what, name=name))

    def _change_line(self, old: str, what: object, **fields: str) -> None:
        line = next(row for row in self.desk.draft.sheet.lines if row.name == old)
        if "name" in fields and any(row.name == fields["name"] for row in self.desk.draft.sheet.lines):
            raise ValueError(tr("There is already a line named {name}.", name=fields["name"]))
        new = Line(fields.get("name", line.name), fields.get("kind", line.kind), line.sides)
        self.desk.draft.edit(
            what,  # type: ignore[arg-type]
            lambda s: map_ops.put_line(s, Line(line.name, line.kind, ())) if new.name != old else s,
            lambda s: map_ops.put_line(s, new),
        )

    def _on_kind(self, row: int) -> None:
        chosen = self.chosen
        if chosen is not None and chosen.part == "line" and not self.filling:
            kind = self.kind.itemData(row)
            title = dict(self.desk.ground.lines)[kind]
            what = say("Kind of line {name}: {kind}", name=chosen.key, kind=title)
            self.desk.attempt(lambda: self._change_line(chosen.key, what, kind=kind))

    def _on_drop(self) -> None:
        chosen = self.chosen
        if chosen is None:
            return
        what = say("Delete {name}", name=chosen.key)
        if chosen.part == "zone":
            self.desk.attempt(lambda: self.desk.draft.edit(what, lambda s: map_ops.drop_zone(s, chosen.key)))
        else:
            gone = Line(chosen.key, "", ())
            self.desk.attempt(lambda: self.desk.draft.edit(what, lambda s: map_ops.put_line(s, gone)))
        if self.desk.ink == chosen:
            self.desk.take(Ink())
