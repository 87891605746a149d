"""The hex under the cursor in the map editor, fully editable by keyboard: terrain, features, level, hexsides,
names, zones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFormLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.values import say
from hexbench.session.editor import map_ops
from hexbench.ui.editor.desk import EditPanel, MapDesk, capital
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.widgets.choices import ChoiceBox, NumberBox
from hexbench.ui.widgets.parts import PlainLabel, flush, laid, named

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas

WAY, RUNS, NAME, ROAD = range(4)
ROW, HEAD = 25, 34
"""Heights of the rows of hexsides and of the table's header."""


class HexPanel(EditPanel[MapDesk]):
    """Shows and changes one hex."""

    key: ClassVar[str] = "hex"
    title: ClassVar[str] = mark("Hex")
    help: ClassVar[str] = mark("The hex under the cursor: view and change everything in it and along it")

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.filling = False
        self.head = named(PlainLabel(), "edit.hex_head", role="title")
        self.terrain = named(ChoiceBox(), "edit.hex_terrain", tr("Terrain"), tr("What the hex is"))
        self.terrain.activated.connect(self._on_terrain)
        self.level = named(
            NumberBox(),
            "edit.hex_level",
            tr("Level"),
            tr("The level of the hex, within the game's range"),
        )
        self.level.valueChanged.connect(self._on_level)
        self.features = QWidget()
        self.features_box = flush(QVBoxLayout(self.features), 2)
        self.checks: dict[str, QCheckBox] = {}
        self.form = QFormLayout()
        self.form.addRow(tr("Terrain"), self.terrain)
        self.form.addRow(tr("In the hex"), self.features)
        self.form.addRow(tr("Level"), self.level)
        self.sides = named(
            QTableWidget(6, 4),
            "edit.hex_sides",
            tr("Hexsides"),
            tr("Its six hexsides: what runs there (separated by commas), its name, and the kind of road"),
        )
        self.sides.setHorizontalHeaderLabels([tr("To"), tr("Runs there"), tr("Name"), tr("Road")])
        self.sides.verticalHeader().hide()
        self.sides.setEditTriggers(QAbstractItemView.EditTrigger.AllEditTriggers)
        self.sides.setTabKeyNavigation(False)
        header = self.sides.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(RUNS, QHeaderView.ResizeMode.Stretch)
        self.sides.cellChanged.connect(self._on_side)
        self.more = PlainLabel()
        self.more.setWordWrap(True)
        self.more.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        laid(self.add_rows(), self.head, self.form, self.sides, self.more, None)
        self.sides.verticalHeader().setDefaultSectionSize(ROW)
        self.sides.setFixedHeight(6 * ROW + HEAD)
        desk.hex_changed.connect(self.renew)
        self.refresh()

    @property
    def _at(self) -> str:
        return self.desk.hex if self.desk.hex in self.desk.draft.atlas.index else ""

    def refresh(self) -> None:
        """Show the hex."""
        at, atlas, ground = self._at, self.desk.draft.atlas, self.desk.ground
        self.filling = True
        for widget in (self.terrain, self.features, self.level, self.sides):
            widget.setEnabled(bool(at))
        self.head.setText(tr("Hex {hex}", hex=at) if at else tr("No hex"))
        self._fill_features([key for key, _ in ground.features])
        self.terrain.clear()
        for key, name in ground.terrains:
            self.terrain.addItem(capital(tell(name)), key)
        low, high = ground.elevations
        self.level.setRange(low, high)
        self.level.setVisible(high > low)
        label = self.form.labelForField(self.level)
        if label is not None:
            label.setVisible(high > low)
        self.sides.setRowCount(6 if at else 0)
        if at:
            cell = atlas.cell(at)
            self.terrain.setCurrentIndex(self.terrain.findData(cell.terrain))
            self.level.setValue(cell.elevation)
            for key, check in self.checks.items():
                check.setChecked(key in cell.features)
            self._fill_sides(atlas, at)
            self.more.setText(self._rest(atlas, at))
        else:
            self.more.setText(tr("Put the cursor on a hex: click it, or go there with the arrow keys."))
        self.filling = False

    def _fill_features(self, keys: list[str]) -> None:
        label = self.form.labelForField(self.features)
        if label is not None:
            label.setVisible(bool(keys))
        self.features.setVisible(bool(keys))
        if list(self.checks) == keys:
            return
        for check in self.checks.values():
            self.features_box.removeWidget(check)
            check.deleteLater()
        self.checks = {}
        for key in keys:
            check = named(
                QCheckBox(self.desk.kind_name("feature", key)),
                f"edit.hex_{key}",
                tip=tr("Whether it is in this hex"),
            )
            check.toggled.connect(self._on_feature)
            self.features_box.addWidget(check)
            self.checks[key] = check

    def _fill_sides(self, atlas: Atlas, at: str) -> None:
        i = atlas.index[at]
        for direction in range(6):
            j = atlas.around[i][direction]
            to = atlas.labels[j] if j >= 0 else tr("edge")
            way = QTableWidgetItem(f"{atlas.grid.directions[direction]}  {to}")
            way.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            key = (i, direction)
            runs = ", ".join(self.desk.kind_word("side", kind) for kind in atlas.side_kinds.get(key, ()))
            self.sides.setItem(direction, WAY, way)
            self.sides.setItem(direction, RUNS, QTableWidgetItem(runs))
            self.sides.setItem(direction, NAME, QTableWidgetItem(atlas.side_names.get(key, "")))
            road = atlas.roads.get(key, "")
            word = self.desk.kind_word("road", road) if road else ""
            self.sides.setItem(direction, ROAD, QTableWidgetItem(word))

    def _rest(self, atlas: Atlas, at: str) -> str:
        rows = []
        places = atlas.places_at.get(at, ())
        if places:
            rows.append(tr("Names: {names}", names=", ".join(p.name for p in places)))
        zones = [name for name, hexes in atlas.sheet.zones.items() if at in hexes]
        if zones:
            rows.append(tr("Zones: {names}", names=", ".join(zones)))
        return "\n".join(rows)

    # ---- changing it
    def _on_terrain(self, row: int) -> None:
        at, key = self._at, self.terrain.itemData(row)
        if at and not self.filling and key:
            what = say("{kind}: hex {hex}", kind=self.desk.kind_name("terrain", key), hex=at)
            self.desk.attempt(lambda: self.desk.draft.edit(what, lambda s: map_ops.paint(s, [at], key)))

    def _on_level(self, level: int) -> None:
        at = self._at
        if at and not self.filling:
            what = say("Level {level}: hex {hex}", level=level, hex=at)
            self.desk.attempt(lambda: self.desk.draft.edit(what, lambda s: map_ops.level(s, [at], level)))

    def _on_feature(self, on: bool) -> None:
        at, key = self._at, self.sender().objectName().removeprefix("edit.hex_")
        if at and not self.filling:
            name = self.desk.kind_name("feature", key)
            what = (
                say("{kind}: hex {hex}", kind=name, hex=at)
                if on
                else say("Remove {kind}: hex {hex}", kind=name, hex=at)
            )
            self.desk.attempt(lambda: self.desk.draft.edit(what, lambda s: map_ops.feature(s, [at], key, on)))

    def _on_side(self, row: int, column: int) -> None:
        at = self._at
        if not at or self.filling:
            return
        atlas = self.desk.draft.atlas
        side = atlas.side_of(atlas.index[at], row)
        item = self.sides.item(row, column)
        text = item.text().strip() if item is not None else ""
        if not self.desk.attempt(lambda: self._change_side(side, column, text)):
            self.renew()

    def _change_side(self, side: str, column: int, text: str) -> None:
        draft = self.desk.draft
        if column == NAME:
            draft.edit(
                say("Name of hexside {side}", side=side), lambda s: map_ops.name_sides(s, [side], text)
            )
            return
        part = "side" if column == RUNS else "road"
        known = [key for key, _ in self.desk.kinds(part)]
        wanted = [self.desk.kind_key(part, word) for word in text.split(",") if word.strip()]
        if column == ROAD:
            if len(wanted) > 1:
                raise ValueError(tr("Only one road can cross a hexside."))
            draft.edit(
                say("Road across {side}", side=side),
                lambda s: (
                    map_ops.put_roads(s, [side], wanted[0]) if wanted else map_ops.drop_roads(s, [side])
                ),
            )
            return
        draft.edit(
            say("Hexside {side}", side=side),
            lambda s: map_ops.drop_sides(s, [side]) if not wanted else s,
            lambda s: map_ops.drop_sides(s, [side], [k for k in known if k not in wanted]),
            lambda s: map_ops.put_sides(s, [side], wanted),
        )
