"""The menu of a hex: what can be done with the units selected and with the place itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from hexbench.ui.docks.walls import warn
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.shell.verbkeys import show_keys

if TYPE_CHECKING:
    from hexbench.ui.shell.table import Table


class MapMenu(QMenu):
    """One menu for one click; it deletes itself."""

    def __init__(self, table: Table, at: str) -> None:
        super().__init__(table)
        self.table, self.at = table, at
        self.setObjectName("map.menu")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setToolTipsVisible(True)
        desk, acting = table.desk, table.acting
        if desk.units:
            head = self.addAction(acting.name_of(desk.units))
            head.setEnabled(False)
            hand = acting.hand
            for offer in acting.unit_offers():
                verb = desk.seat.rules.verbs[offer.verb] if desk.seat is not None else None
                if verb is not None:
                    warn(self._add(f"verb.{offer.verb}", tell(verb.label), tell(verb.help)), desk, offer.verb)
            if hand is not None and hand.ways(desk.units) and not desk.at(desk.units[0]).startswith("#"):
                self._add("move", tr("{label}: pick up", label=hand.verb(hand.drags[0]).label))
            if at:
                own = at == desk.at(desk.units[0])
                self._add("why", tr("Why not act?") if own else tr("Why not to {at}?", at=at))
            self.addSeparator()
        if at:
            if len(desk.units_at(at)) > 1:
                self._add("stack", tr("Select the stack"))
                self._add("fan", tr("Fan the stack"))
            if desk.units_at(at):
                self._add("suppose", tr("Build an attack on {at}", at=at))
            self._add("centre", tr("Centre on {at}", at=at))
        self._add("fit", tr("Whole map"))
        show_keys(self, desk.seat)
        self.triggered.connect(self._on_triggered)

    def _add(self, name: str, text: str, help_: str = "") -> QAction:
        action = self.addAction(text)
        action.setToolTip(as_it_is(help_ or text))
        action.setObjectName(name)
        return action

    def _on_triggered(self, action: QObject) -> None:
        table, view, name = self.table, self.table.view, action.objectName()
        if view is None:
            return
        if name.startswith("verb."):
            table.use(name.removeprefix("verb."))
        elif name == "move" and table.hands is not None:
            view.set_cursor(table.desk.at(table.desk.units[0]))
            view.setFocus()
            table.hands.drag.begin(table.desk.units, by_key=True)
        elif name == "why":
            table.acting.ask_why(table.desk.units, self.at)
        elif name == "suppose":
            table.suppose_asked.emit(self.at)
        elif name == "stack":
            table.desk.choose(table.desk.units_at(self.at))
        elif name == "fan":
            view.fan(self.at)
        elif name == "centre":
            view.centre_on(self.at)
        elif name == "fit":
            view.fit_map()


def map_menu(table: Table, at: str) -> QMenu:
    """The menu for a click at a hex (empty: off the map)."""
    return MapMenu(table, at)
