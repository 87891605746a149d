"""The page for what if: units and bridges gone, hexes taken, supply before and after, and the hexes that cut most."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from hexbench.engine.display import Legend, Overlay, Shade, Trail
from hexbench.engine.parity import lacks
from hexbench.engine.values import say
from hexbench.study.severing import Cut, Severed, Thought
from hexbench.ui.docks.desk import Desk, side_title
from hexbench.ui.docks.study_parts import Lines, StudyPage, head_html
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.widgets.page import hex_link
from hexbench.ui.widgets.parts import Across, laid, named

if TYPE_CHECKING:
    from hexbench.engine.display import Face
    from hexbench.study.severing import Rerouted

KIND = "study.supply"
"""Kind of the overlay with the lines before and after."""
START = mark(
    "Suppose that a unit or bridge is gone, or that the enemy has taken a hex: see which "
    "units are then in supply, and by which line. Nothing on the map changes."
)
SHOWN = 40


class SupplyPage(StudyPage):
    """``thought()``: other things are thought otherwise; ``drawn(Overlay or None)``: put this over the map."""

    key = "supply"
    thought = Signal()
    drawn = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.changes: list[Thought] = []
        self.cuts: tuple[Cut, ...] = ()
        self.side = self.choice(
            "side",
            tr("Whose supply"),
            tr("The side that loses units and hexes, and whose supply is shown first"),
        )
        self.side.currentIndexChanged.connect(self._on_side)
        self.unit = self.button("unit", tr("Unit gone"), tr("Suppose that the selected units are gone"))
        self.unit.clicked.connect(self.think_units)
        self.hex = self.button(
            "hex",
            tr("Hex taken"),
            tr("Suppose that the enemy holds the hex under study and that the units in it are gone"),
        )
        self.hex.clicked.connect(self.think_hex)
        self.bridge = self.button(
            "bridge", tr("Bridges gone"), tr("Suppose that the bridges at the hex under study are gone")
        )
        self.bridge.clicked.connect(self.think_bridges)
        self.none = self.button("clear", tr("Clear"), tr("Remove all assumptions"))
        self.none.clicked.connect(self.forget)
        self.list = named(
            Lines(),
            "study.supply.thoughts",
            tr("Assumptions"),
            tr("What is assumed to be different; Delete removes a line"),
        )
        self.list.dropped.connect(self.drop)
        self.list.setMaximumHeight(64)
        self.run.setText(tr("Worst hexes to lose"))
        self.run.setToolTip(
            as_it_is(
                tr("Every hex that the enemy could take, and how many units that would cut off, worst first")
            )
        )
        self.worst = named(
            QListWidget(),
            "study.supply.cuts",
            tr("The worst hexes to lose"),
            tr(
                "Click to highlight the hex and the units it cuts off; press Enter or "
                "double-click to assume that it is taken"
            ),
        )
        self.worst.currentRowChanged.connect(self._on_cut)
        self.worst.itemActivated.connect(self._on_take)
        self.worst.setWordWrap(True)
        self.worst.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.worst.hide()
        self.page.setMinimumHeight(140)
        self.page.setAccessibleName(tr("Supply before and after"))
        laid(
            self.column,
            self.side,
            Across((self.unit, self.hex, self.bridge, self.none), 2),
            self.list,
            self.work_row(),
            self.note,
            (self.worst, 2),
            (self.page, 3),
        )
        self._sides: tuple[str, ...] = ()
        self.forget()

    # ---- what is thought
    @property
    def whose(self) -> str:
        """The side that is looked at."""
        return str(self.side.currentData() or "")

    def none_here(self) -> str:
        """The game's sentence where it has no supply; empty: it has."""
        seat = self.desk.seat
        found = None if seat is None else lacks(seat.rules, "supply")
        return "" if found is None else tell(found)

    def show_game(self) -> None:
        """The sides of the open game; the viewer's first."""
        seat = self.desk.seat
        sides = () if seat is None else seat.rules.sides
        if seat is not None and sides != self._sides:
            self._sides = sides
            self.side.blockSignals(True)
            self.side.clear()
            for one in sides:
                self.side.addItem(side_title(one, seat), one)
            mine = seat.side or seat.prompt.side
            self.side.setCurrentIndex(max(0, self.side.findData(mine)))
            self.side.blockSignals(False)
            self.forget()

    def _on_side(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Think nothing otherwise."""
        self.changes = []
        self._changed()

    def think_units(self) -> None:
        """The selected units are gone."""
        units = [unit for unit in self.desk.units if not self.desk.at(unit).startswith("#")]
        self._think([Thought("unit", unit) for unit in units], tr("Select a unit on the map first."))

    def think_hex(self) -> None:
        """The hex under study is taken."""
        seat = self.desk.seat
        found = (
            []
            if seat is None or self.desk.hex not in seat.rules.atlas.index
            else [Thought("hex", self.desk.hex)]
        )
        self._think(found, tr("Point at a hex of the map first."))

    def think_bridges(self) -> None:
        """The bridges at the hex under study are gone."""
        seat = self.desk.seat
        standing = {} if seat is None else seat.rules.standing_bridges(seat.s)
        found = [
            Thought("bridge", one) for one in standing if self.desk.hex and self.desk.hex in one.split("/")
        ]
        self._think(found, tr("There is no bridge at the hex under study."))

    def think(self, *more: Thought) -> None:
        """Think this too."""
        self._think(more, "")

    def _think(self, more: Sequence[Thought], none: str) -> None:
        if not more:
            self.say(self.none_here() or none)
            return
        self.changes = [*dict.fromkeys((*self.changes, *more))]
        self._changed()

    def drop(self, row: int) -> None:
        """Take one line out."""
        if 0 <= row < len(self.changes):
            del self.changes[row]
            self._changed()

    def _changed(self) -> None:
        self.list.clear()
        for one in self.changes:
            item = QListWidgetItem(self._words(one))
            item.setToolTip(as_it_is(self._words(one)))
            self.list.addItem(item)
        self.list.setVisible(bool(self.changes))
        if not self.changes:
            self.page.clear()
            self.say(self.none_here() or tr(START))
            self.drawn.emit(None)
        self.follow()
        self.thought.emit()

    def _words(self, one: Thought) -> str:
        if one.about == "unit":
            return tr("{unit} is gone", unit=self._name(one.ref))
        if one.about == "bridge":
            return tr("The bridge {side} is gone", side=one.ref)
        return tr("The enemy has {hex}", hex=one.ref)

    def _name(self, unit: str) -> str:
        face: Face | None = self.desk.face(unit)
        return unit if face is None else tell(face.title)

    # ---- what came of it
    def show_severed(self, found: Sequence[Severed]) -> None:
        """Supply before and after, on the page and on the map."""
        self.say("")
        parts = []
        for one in found:
            title = tr(
                "{side}: in supply {fed} of {units} now, {left} of {remain} then",
                side=side_title(one.side, self.desk.seat), fed=one.fed, units=one.units, left=one.left, remain=one.remain,
            )  # fmt: skip
            parts.append(head_html(title))
            rows = [self._row(unit) for unit in one.changed[:SHOWN]]
            if not rows:
                rows = [f"<tr><td>{escape(tr('Supply is unchanged.'))}</td></tr>"]
            parts.append(f"<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>")
            if len(one.changed) > SHOWN:
                parts.append(f"<p>{escape(tr('And {n} more.', n=len(one.changed) - SHOWN))}</p>")
        self.page.show_html("".join(parts))
        self.drawn.emit(self._overlay(found))
        cut = sum(unit.before and unit.after is False for unit in found[0].changed)
        self.desk.screen_reader.say(tr("1 unit is cut off." if cut == 1 else "{n} units are cut off.", n=cut))

    def _row(self, one: Rerouted) -> str:
        chrome = self.desk.palette.chrome
        if one.after is None:
            what, ink = tr("gone"), chrome.muted
        elif one.before and not one.after:
            what, ink = tr("cut off"), chrome.bad
        elif one.after and not one.before:
            what, ink = tr("in supply again"), chrome.good
        else:
            what, ink = tr("by another line"), chrome.text
        at = self.desk.at(one.unit)
        name = (
            hex_link((at,), self._name(one.unit))
            if at and not at.startswith("#")
            else escape(self._name(one.unit))
        )
        lines = [
            hex_link(line, text)
            for line, text in ((one.line, tr("line before")), (one.other, tr("line after")))
            if line
        ]
        return (
            f"<tr><td style='padding-right:8px'>{name}</td><td style='color:{ink}; padding-right:8px'>{escape(what)}</td>"
            f"<td>{' · '.join(lines)}</td></tr>"
        )

    def _overlay(self, found: Sequence[Severed]) -> Overlay:
        trails: dict[tuple[tuple[str, ...], str], None] = {}
        shades: dict[str, Shade] = {}
        for one in found:
            for unit in one.changed:
                if unit.after is False and unit.before:
                    if len(unit.line) > 1:
                        trails[unit.line, "cut"] = None
                    shades[self.desk.at(unit.unit)] = Shade(self.desk.at(unit.unit), "cut")
                elif unit.after and len(unit.other) > 1:
                    trails[unit.other, "supply"] = None
        for change in self.changes:
            for at in change.ref.split("/") if change.about != "unit" else ():
                shades[at] = Shade(at, "target")
        legend = (
            Legend("cut", say("units cut off, and the lines they lose")),
            Legend("supply", say("new supply line")),
            Legend("target", say("assumed to be different")),
        )
        return Overlay(
            KIND, say("What if"), tuple(one for at, one in shades.items() if at and at[0] != "#"),
            tuple(Trail(line, tone) for line, tone in trails), legend=legend,
        )  # fmt: skip

    def show_cuts(self, found: Sequence[Cut]) -> None:
        """The hexes that cut most."""
        self.cuts = tuple(found)
        self.worst.clear()
        for one in found:
            n = len(one.units)
            text = tr("{hex}: cuts off 1 unit" if n == 1 else "{hex}: cuts off {n} units", hex=one.hex, n=n)
            held = ", ".join(map(self._name, one.held))
            text = tr("{what}; held by {units}", what=text, units=held) if held else text
            item = QListWidgetItem(text)
            item.setToolTip(as_it_is(", ".join(map(self._name, one.units))))
            self.worst.addItem(item)
        self.worst.setVisible(bool(found))
        self.say("" if found else tr("There is no single hex whose loss would cut off a unit."))

    def _on_cut(self, row: int) -> None:
        if 0 <= row < len(self.cuts):
            one = self.cuts[row]
            places = (at for unit in one.units if (at := self.desk.at(unit)) and at[0] != "#")
            self.desk.hexes_lit.emit((one.hex, *dict.fromkeys(places)))

    def _on_take(self) -> None:
        row = self.worst.currentRow()
        if 0 <= row < len(self.cuts):
            self.changes = [Thought("hex", self.cuts[row].hex)]
            self._changed()

    def clear(self) -> None:
        super().clear()
        self.cuts = ()
        self.worst.clear()
        self.worst.hide()
        self.forget()

    def follow(self) -> None:
        """What may be pressed now."""
        super().follow()
        has = not self.none_here()
        for part in (self.side, self.unit, self.hex, self.bridge):
            part.setEnabled(has and self.desk.seat is not None)
        self.none.setEnabled(bool(self.changes))
        self.run.setEnabled(self.run.isEnabled() and has)
