"""The stack inspector: every unit of the hex under study, and what is known of the one selected."""

from __future__ import annotations

from html import escape
from typing import ClassVar

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from hexbench.engine.seat import Seat
from hexbench.ui.docks.desk import Desk, DeskPanel, side_title
from hexbench.ui.docks.units import UnitsView
from hexbench.ui.look.language import mark, tr, word
from hexbench.ui.widgets.page import Page, facts_html, reasons_html
from hexbench.ui.widgets.parts import NoteLabel, laid, named, panes


class StackPanel(DeskPanel):
    """Selecting rows selects units on the map and the other way round."""

    key: ClassVar[str] = "stack"
    title: ClassVar[str] = mark("Stack")

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._quiet = False
        desk.hex_changed.connect(self.renew)
        desk.units_changed.connect(self._on_units)

    def lay_out(self) -> None:
        """A line about the hex, its units, and what is known of one."""
        desk = self.desk
        self.heading = named(NoteLabel(), role="muted")
        self.heading.setWordWrap(True)
        self.all = named(QToolButton(), "stack.all", tip=tr("Select every unit in this hex (Ctrl+A)"))
        self.all.setText(tr("Select all"))
        self.all.clicked.connect(self._on_all)
        laid(self.box, laid(QHBoxLayout(), (self.heading, 1), self.all))
        self.list = named(
            UnitsView(desk),
            "stack.list",
            tr("Units in this hex"),
            tr("The mouse wheel, [ and ] go through the stack; Ctrl+click adds to the selection"),
        )
        self.list.wheel_picks = True
        self.list.selectionModel().selectionChanged.connect(self._on_selection)
        self.list.units.modelReset.connect(self._on_selection_outside)
        self.page = named(Page(), "stack.facts", tr("The selected unit"))
        self.page.rule_asked.connect(desk.rule_asked)
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.split = panes(Qt.Orientation.Vertical, self.list, self.page)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        self.box.addWidget(self.split, 1)

    @property
    def says(self) -> bool:
        """Somebody stands in the hex under study."""
        return bool(self.desk.units_at(self.desk.hex))

    def refresh(self) -> None:
        """List the units of the hex."""
        desk = self.desk
        units = desk.units_at(desk.hex)
        if not units and desk.units:
            units = desk.units
        faces = [face for uid in units if (face := desk.face(uid)) is not None]
        self._quiet = True
        self.list.units.draggable = frozenset()
        self.list.units.show_faces(faces)
        self._quiet = False
        self.all.setEnabled(len(faces) > 1)
        self._on_selection_outside()
        if faces:
            count = tr("1 unit") if len(faces) == 1 else tr("{n} units", n=len(faces))
            self.heading.setText(f"{place_name(desk.at(faces[0].unit), desk.seat)} · {count}")
        elif desk.hex:
            self.heading.setText(tr("{place} · empty", place=place_name(desk.hex)))
        else:
            self.heading.setText(tr("Click a hex to see which units are in it."))
        self._facts()

    def _facts(self) -> None:
        desk = self.desk
        seat = desk.seat
        unit = desk.units[0] if desk.units else ""
        facts = seat.facts(unit) if seat is not None and unit and desk.face(unit) is not None else None
        self.page.setVisible(facts is not None)
        if facts is None:
            self.page.clear()
        else:
            self.page.show_html(facts_html(facts, desk.palette.chrome.muted))

    def _on_units(self) -> None:
        if self.bare or not self.isVisible():
            self.stale = True
            return
        unit = self.desk.units[0] if self.desk.units else ""
        if unit and self.list.units.row_of(unit) < 0:
            self.refresh()
        else:
            self._on_selection_outside()
            self._facts()

    def _on_selection_outside(self) -> None:
        """Follow the selection made elsewhere."""
        if self._quiet:
            return
        self._quiet = True
        model = self.list.selectionModel()
        model.clearSelection()
        for unit in self.desk.units:
            row = self.list.units.row_of(unit)
            if row >= 0:
                model.select(self.list.units.index(row), QItemSelectionModel.SelectionFlag.Select)
        self._quiet = False

    def _on_selection(self) -> None:
        if not self._quiet:
            self._quiet = True
            self.desk.choose(self.list.chosen())
            self._quiet = False
            self._facts()

    def _on_all(self) -> None:
        self.list.selectAll()


def place_name(at: str, seat: Seat | None = None) -> str:
    """A hex or a box as a player reads it: "3041" is "Hex 3041", "#due/19AM" is "Due 19AM". ``seat``: anybody's at the open game,
    which knows its sides by name.
    """
    if not at.startswith("#"):
        return tr("Hex {at}", at=at) if at else ""
    first, *rest = at[1:].split("/")
    sides = seat.rules.sides if seat is not None else ()
    return " ".join(
        [word(first, first=True), *(side_title(part, seat) if part in sides else word(part) for part in rest)]
    )


# The hex inspector: what the hex under study is, and why the selected units may not go there.


class HexPanel(DeskPanel):
    """Facts first, then the newest "Why not?"."""

    key: ClassVar[str] = "hex"
    title: ClassVar[str] = mark("Hex")

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        desk.hex_changed.connect(self.renew)
        desk.why_changed.connect(self.renew)

    def lay_out(self) -> None:
        """One page."""
        self.page = named(Page(), "hex.page", tr("Hex"))
        self.page.rule_asked.connect(self.desk.rule_asked)
        self.page.hexes_asked.connect(self.desk.hexes_lit)
        self.box.addWidget(self.page, 1)

    @property
    def says(self) -> bool:
        """A hex is under study, or something was refused."""
        return bool(self.desk.hex or self.desk.why)

    def refresh(self) -> None:
        """Show the hex and the reasons."""
        desk = self.desk
        seat = desk.seat
        if seat is None:
            self.page.clear()
            return
        muted = desk.palette.chrome.muted
        parts = []
        if desk.why:
            for tried, reasons in desk.why:
                colour = desk.palette.chrome.bad if reasons else desk.palette.chrome.good
                parts.append(
                    f'<p style="font-weight:600; color:{colour}; margin:0 0 3px 0">{escape(tried)}</p>'
                    + reasons_html(reasons, muted)
                )
            parts.append('<p style="margin:0">&nbsp;</p>')
        facts = seat.facts(desk.hex) if desk.hex else None
        if facts is not None:
            parts.append(facts_html(facts, muted))
        elif desk.hex:
            parts.append(f"<p>{escape(place_name(desk.hex))}</p>")
        else:
            hint = tr(
                "Click a hex to study it. With units selected, press ? over a hex to ask why "
                "they cannot go there."
            )
            parts.append(f'<p style="color:{muted}">{hint}</p>')
        self.page.show_html("".join(parts))
