"""The umpire's hand in the window: consent, dragging counters anywhere, and leaving and taking the seat
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from hexbench.engine.documents.fields import AT
from hexbench.engine.umpire import UMPIRE
from hexbench.engine.values import Action, Refused, Target
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import tell, tr, why
from hexbench.ui.tools.drag import DragRules
from hexbench.ui.widgets.parts import PlainLabel, laid, named

if TYPE_CHECKING:
    from hexbench.ui.bridge import Shift
    from hexbench.ui.shell.pieces import TablePieces


class ConsentDialog(QDialog):
    """Asks every side to tick its own line before anything happens. ``agreed(sides)``."""

    agreed = Signal(object)

    def __init__(self, window: QWidget, title: str, words: str, take: str, sides: Mapping[str, str]) -> None:
        super().__init__(window)
        self.setObjectName("consent")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        text = PlainLabel(words)
        text.setWordWrap(True)
        text.setMinimumWidth(380)
        self.boxes: dict[str, QCheckBox] = {}
        column = laid(QVBoxLayout(self), text)
        for side, name in sides.items():
            box = named(
                QCheckBox(tr("The {name} player agrees", name=name)),
                f"consent.{side}",
                tip=tr("Only this player may tick this"),
            )
            box.toggled.connect(self._on_toggled)
            self.boxes[side] = box
            column.addWidget(box)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.take = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.take.setText(take)
        self.take.setObjectName("consent.take")
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self._on_toggled()

    def _on_toggled(self) -> None:
        self.take.setEnabled(all(box.isChecked() for box in self.boxes.values()))

    def _on_accepted(self) -> None:
        self.agreed.emit(tuple(self.boxes))
        self.accept()


class _FreeHand:
    """Lets every counter go anywhere; see :class:`hexbench.ui.tools.drag.DragRules`."""

    def __init__(self, umpiring: Umpiring) -> None:
        self.umpiring = umpiring

    def may_lift(self, units: tuple[str, ...]) -> bool:
        """Any counter."""
        return True

    def targets(self, units: tuple[str, ...]) -> Mapping[str, Target]:
        """Nothing is shaded: it would be the whole map."""
        return {}

    def drop(self, units: tuple[str, ...], at: str, target: Target | None) -> bool:
        """Put them there."""
        self.umpiring.window.table.hinted.emit("")
        return bool(at) and self.umpiring.amend(Action(UMPIRE, units, at, AT))

    def hover(self, units: tuple[str, ...], at: str, target: Target | None) -> None:
        """Say where they would be put."""
        name = self.umpiring.window.table.acting.name_of(units) if at else ""
        self.umpiring.window.table.hinted.emit(tr("Umpire: {name} to {at}", name=name, at=at) if at else "")


class Umpiring(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.bridge, self.say_wrong, self.table = at.window, at.bridge, at.say_wrong, at.table
        self.on = False
        self.action = at.acts["game.umpire"]
        self.action.triggered.connect(self._on_triggered)
        self.panel = at.table.umpire
        self.panel.hand_asked.connect(self._on_triggered)
        self.panel.amended.connect(self.amend)
        self.free = _FreeHand(self)
        at.window.shown_game.connect(self._on_game)
        at.table.laid_anew.connect(self._on_laid_anew)
        at.desk.refreshed.connect(self._on_refreshed)

    # ---- taking it and putting it away
    def _on_game(self) -> None:
        self._switch(False)

    def _on_laid_anew(self) -> None:
        if self.on:
            self._switch(True)

    def _on_triggered(self, on: bool) -> None:
        session = self.bridge.session
        self.action.setChecked(self.on)
        if session is None or on == self.on:
            return
        if not on:
            self.put_away()
        elif session.study:
            self._take(session.rules.sides)
        else:
            words = tr(
                "The umpire's hand changes the position outside the rules. The log, the "
                "title and the file say so."
            )
            if session.secret:
                words += tr(" Whoever holds it sees everything, even what one side hides from the other.")
            names = {side: tell(session.rules.side_name(side)) for side in session.rules.sides}
            dialog = ConsentDialog(self.window, tr("The umpire's hand"), words, tr("Take the hand"), names)
            dialog.agreed.connect(self._take)
            dialog.open()

    def _take(self, sides: tuple[str, ...]) -> None:
        session = self.bridge.session
        if session is None:
            return
        session.consent(sides)
        self.window.historian.leave()
        self._switch(True)
        self.bridge.look(None)
        self.table.docking.front("umpire")

    def put_away(self) -> None:
        """Put the hand away; the deciding side takes its seat again, behind a cover if one side knows more."""
        session = self.bridge.session
        self._switch(False)
        if session is None or session.study:
            return
        if session.decider is not None:
            self.window.seating.seat_again()

    def _switch(self, on: bool) -> None:
        self.on = on
        session, table = self.bridge.session, self.table
        if session is not None and not on:
            session.umpire = False
        self.action.setChecked(on)
        self.panel.switch(on)
        if table.hands is not None:
            table.hands.cancel()
            rules: DragRules = self.free if on else table.acting
            table.hands.drag.rules = rules
            if on:
                table.hands.select.together = _always
            else:
                table.hands.select.together = self.window.picking.together

    def _on_refreshed(self, shift: Shift) -> None:
        """Put the hand away if the umpire's seat is no longer shown; the title says what the hand has done."""
        bridge = self.bridge
        if self.on and (bridge.session is None or bridge.covered or bridge.viewer is not None):
            self._switch(False)
        self.window.retitle()

    # ---- changing
    def amend(self, action: Action) -> bool:
        """Change the position; a refusal is explained. True: it is done."""
        table = self.table
        if self.bridge.past is not None:
            table.tell(tr("The past cannot be changed: go back to the game first."))
            return False
        try:
            self.bridge.playing.amend(action)
        except Refused as refused:
            at = action.object if action.how == AT else (action.subject or ("",))[0]
            reasons = tuple(replace(one, rule="") if one.rule == UMPIRE else one for one in refused.reasons)
            table.acting.explained.emit(((tr("Umpire's hand"), reasons),), at, None)
            return False
        except BadFile as fault:
            self.say_wrong(tr("The game could not be saved, so nothing was done. {fault}", fault=why(fault)))
            return False
        return True


def _always(units: tuple[str, ...]) -> bool:
    return True
