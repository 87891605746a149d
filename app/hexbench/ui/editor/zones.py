"""Zones of a scenario: named sets of hexes, painted on the map by mouse or keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QLineEdit, QListWidget, QListWidgetItem

from hexbench.ui.editor.board import Board, zone_ink
from hexbench.ui.editor.desk import EditDesk, EditPanel
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import laid, named, tool, wrapped_label

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import Zones

KEY = Qt.ItemDataRole.UserRole + 1
SWATCH = 14


class _Known(NamedTuple):
    """One zone: its family, its name in the document, and its displayed name."""

    zones: Zones
    name: str
    title: str

    @property
    def key(self) -> str:
        """A key that is unique among all zones."""
        return "/".join((*self.zones.path, self.name))


class ZonesPanel(EditPanel[EditDesk]):
    """The list, the visible zones, and the brush. ``painting(bool)``: the brush is picked up or put away."""

    key: ClassVar[str] = "zones"
    title: ClassVar[str] = mark("Zones")
    help: ClassVar[str] = mark(
        "Entry, deployment and other named sets of hexes: select one, pick up the brush and "
        "paint it on the map"
    )
    painting = Signal(bool)

    def __init__(self, desk: EditDesk, board: Board) -> None:
        super().__init__(desk)
        self.board = board
        self.known: tuple[_Known, ...] = ()
        self.list = named(
            QListWidget(),
            "edit.zones",
            tr("Zones"),
            tr("Tick a zone to show it on the map; the brush paints the selected one"),
        )
        self.list.setIconSize(QSize(SWATCH, SWATCH))
        self.list.currentRowChanged.connect(self._on_row)
        self.list.itemChanged.connect(self._on_ticked)
        self.list.itemActivated.connect(self._on_activated)
        self.brush = tool(
            "edit.zone_brush",
            tr("Paint"),
            tr(
                "Drag over the map to add hexes, or to remove them if the drag starts in the "
                "zone. By keyboard: Enter at the cursor. Esc puts the brush away"
            ),
            self._on_brush,
            check=True,
        )
        self.new = tool(
            "edit.zone_new",
            tr("New…"),
            tr("Add a zone of one of the families the rules know"),
            self._on_new,
        )
        self.clear = tool(
            "edit.zone_clear", tr("Clear"), tr("Remove every hex from the selected zone"), self._on_clear
        )
        head = laid(QHBoxLayout(), self.brush, self.new, self.clear, None)
        self.hexes = named(
            QLineEdit(),
            "edit.zone_hexes",
            tr("Hexes of the zone"),
            tr("The numbers of its hexes, separated by spaces; you can also type them"),
        )
        self.hexes.editingFinished.connect(self._on_typed)
        self.nothing = named(
            wrapped_label(tr("The documents of this game have no zones; its map may have some.")),
            role="muted",
        )
        laid(self.box, head, (self.list, 1), self.hexes, self.nothing)
        self.hidden_ones: set[str] = set()
        self._stroke: dict[str, None] | None = None
        self._adding = True
        board.laid.connect(self._on_laid)

    # ---- the list
    def _read(self) -> tuple[_Known, ...]:
        draft, out = self.desk.draft, []
        for zones in draft.zones:
            titles = {name: tell(title) for name, title in zones.names}
            for name in draft.zone_names(zones):
                family = next((tell(t) for f, t in zones.families if name.startswith(f)), "")
                words = name.replace("_", " ")
                out.append(
                    _Known(zones, name, titles.get(name) or (f"{family} ({words})" if family else words))
                )
        return tuple(out)

    @property
    def chosen(self) -> _Known | None:
        """The zone being painted."""
        row = self.list.currentRow()
        return self.known[row] if 0 <= row < len(self.known) else None

    def hexes_of(self, one: _Known) -> tuple[str, ...]:
        """Its hexes, including those of the current stroke."""
        if self._stroke is not None and one == self.chosen:
            return tuple(self._stroke)
        return self.desk.draft.zone(one.zones, one.name)

    def refresh(self) -> None:
        """List the zones, and show those that are ticked."""
        known = self._read()
        row = self.list.currentRow()
        with QSignalBlocker(self.list):
            if known != self.known:
                self.known = known
                self.list.clear()
                for n, zone in enumerate(known):
                    item = QListWidgetItem(self._swatch(zone_ink(n)), "")
                    item.setData(KEY, zone.key)
                    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                    self.list.addItem(item)
                self.list.setCurrentRow(min(max(row, 0), len(known) - 1))
            for n, zone in enumerate(known):
                item = self.list.item(n)
                item.setText(f"{zone.title}  ({len(self.hexes_of(zone))})")
                state = Qt.CheckState.Unchecked if zone.key in self.hidden_ones else Qt.CheckState.Checked
                item.setCheckState(state)
        there = bool(self.desk.draft.zones)
        for widget in (self.list, self.hexes, self.brush, self.new, self.clear):
            widget.setVisible(there)
        self.nothing.setVisible(not there)
        self.new.setEnabled(any(zones.families for zones in self.desk.draft.zones))
        for widget in (self.brush, self.clear, self.hexes):
            widget.setEnabled(self.chosen is not None)
        one = self.chosen
        self.hexes.setText(" ".join(self.hexes_of(one)) if one is not None else "")
        self.hexes.setModified(False)
        self.show_on_map()

    def renew(self) -> None:
        """Redraw what is on the map at once, whether or not the dock is visible."""
        self.stale = False
        self.refresh()

    def show_on_map(self) -> None:
        """Draw the ticked zones over the map and under its counters."""
        one = self.chosen
        shown = {
            known.key: (known.title, self.hexes_of(known), zone_ink(n))
            for n, known in enumerate(self.known)
            if known.key not in self.hidden_ones
        }
        self.board.show_zones(shown, one.key if one is not None and self.brush.isChecked() else "")

    def _swatch(self, ink: str) -> QIcon:
        picture = QPixmap(SWATCH, SWATCH)
        picture.fill(colour(ink))
        return QIcon(picture)

    def _on_row(self) -> None:
        self.refresh()

    def _on_ticked(self, item: QListWidgetItem) -> None:
        key = str(item.data(KEY))
        (self.hidden_ones.discard if item.checkState() == Qt.CheckState.Checked else self.hidden_ones.add)(
            key
        )
        self.show_on_map()

    def _on_activated(self, _: QListWidgetItem) -> None:
        one = self.chosen
        if one is not None:
            self.desk.hexes_lit.emit(self.hexes_of(one))

    # ---- the brush
    def _on_laid(self) -> None:
        self._give()
        self.show_on_map()

    def _give(self) -> None:
        if self.board.hands is not None:
            self.board.hands.brush = self if self.brush.isChecked() else None
        view = self.board.view
        if view is not None:
            if self.brush.isChecked():
                view.viewport().setCursor(Qt.CursorShape.CrossCursor)
            else:
                view.viewport().unsetCursor()

    def _on_brush(self, on: bool) -> None:
        one = self.chosen
        if on and one is not None:
            self.hidden_ones.discard(one.key)
        self._give()
        self.refresh()
        self.painting.emit(on)

    def put_away(self) -> bool:
        """Put the brush away; False if it was not picked up."""
        if not self.brush.isChecked():
            return False
        self.brush.setChecked(False)
        return True

    def begin(self, at: str) -> None:
        """Begin a stroke: starting in the zone it removes hexes, outside it adds them."""
        one = self.chosen
        if one is None:
            return
        self._stroke = dict.fromkeys(self.desk.draft.zone(one.zones, one.name))
        self._adding = at not in self._stroke
        self.go_on(at)

    def go_on(self, at: str) -> None:
        """Continue the stroke to a hex."""
        if self._stroke is None or (at in self._stroke) == self._adding:
            return
        if self._adding:
            self._stroke[at] = None
        else:
            del self._stroke[at]
        self.show_on_map()

    def end(self) -> None:
        """Turn the stroke into one edit."""
        stroke, self._stroke = self._stroke, None
        one = self.chosen
        if stroke is not None and one is not None:
            self._set(one, tuple(stroke))

    def _set(self, one: _Known, hexes: tuple[str, ...]) -> None:
        if not self.desk.attempt(lambda: self.desk.draft.set_zone(one.zones, one.name, hexes)):
            self.refresh()

    def _on_clear(self) -> None:
        one = self.chosen
        if one is not None:
            self._set(one, ())

    def _on_typed(self) -> None:
        one = self.chosen
        if one is None or not self.hexes.isModified():
            return
        self.hexes.setModified(False)
        words = tuple(dict.fromkeys(self.hexes.text().replace(",", " ").split()))
        off = [word for word in words if word not in self.desk.draft.rules.atlas.index]
        if off:
            self.desk.failed.emit(tr("Hex {at} is not on this map.", at=off[0]))
            self.refresh()
        else:
            self._set(one, words)

    def _on_new(self) -> None:
        families = [(z, f, tell(t)) for z in self.desk.draft.zones for f, t in z.families]
        if not families:
            return
        title, ok = QInputDialog.getItem(
            self, tr("New zone"), tr("Its family:"), [t for *_, t in families], 0, False
        )
        if not ok:
            return
        zones, family, _ = next(one for one in families if one[2] == title)
        rest, ok = QInputDialog.getText(
            self, tr("New zone"), as_it_is(tr("Its name begins with {family}", family=family)), text=family
        )
        if ok and rest.strip():
            self.make(zones, rest.strip() if rest.startswith(family) else family + rest.strip())

    def make(self, zones: Zones, name: str) -> None:
        """Add a zone with the hex under the cursor in it."""
        at = self.desk.hex or self.desk.draft.rules.atlas.labels[0]
        if self.desk.attempt(lambda: self.desk.draft.set_zone(zones, name, (at,))):
            row = next((n for n, one in enumerate(self.known) if one.name == name), 0)
            self.list.setCurrentRow(row)
