"""What can be done with the selected units other than dragging them: a row of buttons at the foot of the map."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from hexbench.ui.docks.walls import warn
from hexbench.ui.look.language import as_it_is, tell
from hexbench.ui.shell.acting import Acting
from hexbench.ui.shell.floats import Float
from hexbench.ui.shell.verbkeys import VerbKeys, show_keys
from hexbench.ui.widgets.parts import PlainLabel, empty

NAME = 34
"""Most letters of a name beside the buttons."""


class UnitBar(Float):
    """Shown as long as units are selected that a verb is offered for; the verbs are those of the map's menu."""

    def __init__(self, over: QWidget, acting: Acting) -> None:
        super().__init__(over, acting.desk)
        self.acting = acting
        self.name = PlainLabel()
        self.name.setProperty("role", "now")
        self.row = QHBoxLayout()
        self.row.setSpacing(6)
        line = self.line = QHBoxLayout(self)
        line.setContentsMargins(10, 6, 10, 6)
        line.setSpacing(10)
        line.addWidget(self.name)
        line.addLayout(self.row)
        acting.desk.units_changed.connect(self.refresh)
        acting.desk.refreshed.connect(self.refresh)
        over.installEventFilter(self)
        self.keys = VerbKeys(over, acting)

    def refresh(self) -> None:
        """Show the buttons of now."""
        acting, desk = self.acting, self.acting.desk
        seat, offers = desk.seat, acting.unit_offers()
        empty(self.row)
        self.setVisible(bool(offers) and seat is not None)
        if not offers or seat is None:
            self.name.clear()  # what is hidden now may not be read later: the seat may be another's
            self.name.setToolTip("")
            return
        name = acting.name_of(desk.units)
        self.name.setText(name if len(name) <= NAME else f"{name[:NAME].rstrip()}…")
        self.name.setToolTip(as_it_is(name))
        for offer in offers:
            verb = seat.rules.verbs[offer.verb]
            button = QPushButton(tell(verb.label))
            button.setObjectName(f"unit.{offer.verb}")
            button.setToolTip(as_it_is(tell(verb.help)))
            warn(button, desk, offer.verb)
            button.setAutoDefault(False)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self._on_pressed)
            self.row.addWidget(button)
            button.show()
        show_keys(self, seat)
        self._lay()

    def _lay(self) -> None:
        self.name.setVisible(True)
        self._fit()
        if self.width() > self.over.width() - 16:
            self.name.setVisible(False)
            self._fit()
        self.move(max(8, (self.over.width() - self.width()) // 2), self.over.height() - self.height() - 10)
        self.raise_()

    def _fit(self) -> None:
        """The size of what is shown now, not of what was shown before."""
        for layout in (self.row, self.line):
            layout.invalidate()
        self.line.activate()
        self.resize(self.sizeHint())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._lay()
        return False

    def _on_pressed(self) -> None:
        self.acting.use(self.sender().objectName().removeprefix("unit."), self.acting.desk.units)
