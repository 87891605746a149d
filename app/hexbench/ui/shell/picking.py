"""Selecting several counters with the band or its key, and stepping through a stack from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.ui.look.language import tr

if TYPE_CHECKING:
    from hexbench.ui.shell.pieces import TablePieces


class Picking(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.desk, self.table = at.desk, at.table
        self.action = at.acts["edit.band"]
        self.action.triggered.connect(self._on_band)
        at.acts["edit.pick_next"].triggered.connect(self._on_next)
        at.acts["edit.pick_previous"].triggered.connect(self._on_previous)
        at.window.shown_game.connect(self._on_game)
        at.table.laid_anew.connect(self._on_game)

    def _on_game(self) -> None:
        hands = self.table.hands
        if hands is not None:
            hands.band.keeps = self._own
            hands.band.drawn.connect(self._on_drawn)
            hands.band.ended.connect(self._on_ended)
            hands.select.together = self.together

    # ---- the band
    def _on_band(self, on: bool) -> None:
        table = self.table
        if table.hands is None:
            return
        table.hands.cancel()
        if on:
            self.action.setChecked(True)
            table.hands.band.activate()

    def _on_ended(self) -> None:
        self.action.setChecked(False)

    def _own(self, units: tuple[str, ...]) -> tuple[str, ...]:
        """Of the counters in a band those of the side that decides; where it has none in it, all."""
        desk = self.desk
        side = desk.bridge.viewer or desk.bridge.decider
        own = tuple(u for u in units if (face := desk.face(u)) is not None and face.side == side)
        return own or units

    def _on_drawn(self, units: tuple[str, ...], adding: bool) -> None:
        table, desk = self.table, self.desk
        count = len(desk.units)
        table.hinted.emit(tr("No counters there.") if not units else tr("{count} selected.", count=count))
        if units:
            desk.study(desk.at(units[0]))
            if table.view is not None:
                table.view.announce(tr("{count} selected", count=count))

    def together(self, units: tuple[str, ...]) -> bool:
        """Whether the rules take these units, of several hexes, somewhere in one go."""
        hand = self.table.acting.hand
        return hand is not None and hand.together(units)

    # ---- the stack
    def _on_next(self) -> None:
        self.pick(1)

    def _on_previous(self) -> None:
        self.pick(-1)

    def pick(self, step: int) -> None:
        """Select the next (1) or previous (-1) counter of the stack at hand, on the map or in a box."""
        table, desk = self.table, self.desk
        view = table.view
        if view is None:
            return
        chosen = desk.at(desk.units[-1]) if desk.units else ""
        at = chosen or view.cursor_hex or table.hover or desk.hex
        units = desk.units_at(at)
        if not units:
            table.tell(tr("Point at a stack first."))
            return
        now = desk.units[-1] if desk.units else ""
        top = view.map.stack(at)[-1:] or units[-1:]
        place = units.index(now) if now in units else units.index(top[0]) - step
        unit = units[(place + step) % len(units)]
        desk.choose((unit,))
        desk.study(at)
        view.map.bring_up(unit)
        face = desk.face(unit)
        if face is not None:
            table.hinted.emit(
                tr("{n} of {total}: {title}", n=units.index(unit) + 1, total=len(units), title=face.title)
            )
            view.announce(
                tr("{title}, {n} of {total}", title=face.title, n=units.index(unit) + 1, total=len(units))
            )
