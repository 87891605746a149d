"""The bar for the computer's sides: what it is doing and why, pause, single orders, continue, and who plays
which side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
)

from hexbench.engine.opponent import BALANCED
from hexbench.session.automaton import Automaton, levels, manners
from hexbench.store.strict import CannotWrite
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import as_it_is, mark, tell, tr, why
from hexbench.ui.shell.newgame import manner_title
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import PlainLabel, laid, named, push

if TYPE_CHECKING:
    from hexbench.session.session import Session
    from hexbench.ui.bridge import Shift
    from hexbench.ui.shell.window import Window

POLL = 20
"""Milliseconds between two checks for an answer."""
SPEEDS = ((mark("Slow"), 1200), (mark("Normal"), 350), (mark("Fast"), 30))
"""Milliseconds for which an order is shown before the next."""
REST = mark("It has moved and engaged. Look at its engagements, then let it continue.")


def first_viewer(session: Session) -> str | None:
    """Whose seat is shown when a game is opened: the deciding side's, or that of the first side a person
    plays. None: neither.
    """
    decider, players = session.decider, session.header.players
    if decider is None or decider not in players:
        return decider
    return next((side for side in session.rules.sides if side not in players), None)


class MachineBar(QFrame):
    """Shown while the computer plays a side of the open game. Its timer drives the computer's play."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.table)
        self.window_ = window
        self.automaton: Automaton | None = None
        self.setObjectName("machine")
        self.setAccessibleName(tr("The computer's sides"))
        self.who = named(PlainLabel(), "machine.who")
        font = self.who.font()
        font.setBold(True)
        self.who.setFont(font)
        self.why = named(PlainLabel(), "machine.why")
        self.why.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.pause = push(
            "machine.pause", tr("Pause"), tr("Pause the computer after its current order, or let it continue")
        )
        self.pause.clicked.connect(self._on_pause)
        self.once = push("machine.once", tr("One order"), tr("Let the computer give just one order"))
        self.once.clicked.connect(self._on_once)
        self.go_on = push(
            "machine.go_on", tr("Continue"), tr("Let the computer resolve what it has prepared")
        )
        self.go_on.clicked.connect(self._on_go_on)
        self.speed = named(DropDown(), "machine.speed", tr("How long each order is shown"))
        for text, pause in SPEEDS:
            self.speed.addItem(tr(text), pause)
        self.speed.setCurrentIndex(1)
        self.seats = push("machine.seats", tr("Seats"), tr("Choose who plays which side from now on"))
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(8)
        laid(row, self.who, (self.why, 1), self.go_on, self.pause, self.once, self.speed, self.seats)
        self.timer = once(self, self._on_tick)
        window.table.column.insertWidget(1, self)
        window.bridge.shifted.connect(self._on_shifted)
        window.bridge.closed.connect(self._drop)
        self.hide()

    # ---- the game on the table
    def _on_shifted(self, shift: Shift) -> None:
        session = self.window_.bridge.session
        if shift.kind == "opened":
            self._drop()
            if session is not None and session.header.players:
                self.automaton = self.make(session)
        found = self.automaton
        if found is not None and shift.kind in ("undone", "redone", "went") and found.side is not None:
            found.pause()  # a player who undoes the computer's orders does not want them done again at once
        self.refresh()

    def make(self, session: Session) -> Automaton:
        """The object that plays the computer's sides in a session."""
        return Automaton(session)

    def _drop(self) -> None:
        found, self.automaton = self.automaton, None
        self.timer.stop()
        self.hide()
        if found is not None:
            found.close()

    def set_players(self, players: dict[str, str], manners: dict[str, str] | None = None) -> None:
        """Let the computer play these sides from now on, and people the others; ``manners``: how daring (None: as before)."""
        session = self.window_.bridge.session
        if session is None:
            return
        people = self.window_.seating.people
        try:
            session.set_players(players, manners)
        except CannotWrite as fault:
            self.window_.say_wrong(why(fault))
            return
        if not players:
            self._drop()
        elif self.automaton is None:
            self.automaton = self.make(session)
        self.window_.seating.players_changed(people)
        self.refresh()

    # ---- what is shown
    def refresh(self) -> None:
        """Show what the computer is doing, and keep its timer running."""
        found = self.automaton
        session = self.window_.bridge.session
        self.setVisible(found is not None)
        if found is None or session is None:
            self.timer.stop()
            return
        mood, side = found.mood, found.side
        seat = self.window_.bridge.seat
        if side is None:
            self.who.setText(
                ", ".join(
                    tr("{side}: the computer, {n}", side=side_title(s, seat), n=tell(n))
                    for s, n in found.players.items()
                )
            )
        else:
            doing = {"thinking": tr("is thinking"), "resting": tr("waits"), "paused": tr("is paused")}.get(
                mood, ""
            )
            self.who.setText(
                tr(
                    "{side} (the computer, {players}) {doing}",
                    side=side_title(side, seat),
                    players=tell(found.players[side]),
                    doing=doing,
                )
            )
        text = tr(REST) if mood == "resting" else tell(found.fault or found.reason or "")
        self.why.setText(text)
        self.why.setToolTip(as_it_is(text))
        self.go_on.setVisible(mood == "resting")
        self.pause.setVisible(mood in ("thinking", "paused"))
        self.pause.setText(tr("Resume") if mood == "paused" else tr("Pause"))
        self.once.setVisible(mood in ("thinking", "paused"))
        self._fill_seats(session)
        if mood == "thinking" and not self.timer.isActive():
            self.timer.start(POLL)

    def _fill_seats(self, session: Session) -> None:
        old = self.seats.menu()
        menu = QMenu(self.seats)
        for side in session.rules.sides:
            menu.addSection(side_title(side, self.window_.bridge.seat))
            group = QActionGroup(menu)
            for level in ("", *levels(session.game)):
                act = QAction(
                    tr("The computer, {level}", level=tell(level)) if level else tr("A person"), menu
                )
                act.setCheckable(True)
                act.setChecked(session.header.players.get(side, "") == level)
                act.triggered.connect(lambda _=False, side=side, level=level: self._on_seat(side, level))
                group.addAction(act)
                menu.addAction(act)
            if manners(session.game) and side in session.header.players:
                menu.addMenu(self._manner_menu(session, side, menu))
        self.seats.setMenu(menu)
        if old is not None:
            old.deleteLater()

    def _manner_menu(self, session: Session, side: str, parent: QMenu) -> QMenu:
        """How daring the computer is on a side."""
        menu, now = QMenu(tr("Boldness"), parent), session.header.manners.get(side, BALANCED)
        group = QActionGroup(menu)
        for manner in manners(session.game):
            act = QAction(manner_title(manner), menu)
            act.setCheckable(True)
            act.setChecked(manner == now)
            act.triggered.connect(lambda _=False, manner=manner: self._on_manner(side, manner))
            group.addAction(act)
            menu.addAction(act)
        return menu

    # ---- what is pressed
    def _on_manner(self, side: str, manner: str) -> None:
        session = self.window_.bridge.session
        if session is not None:
            header = session.header
            self.set_players(dict(header.players), {**header.manners, side: manner})

    def _on_seat(self, side: str, level: str) -> None:
        session = self.window_.bridge.session
        if session is None:
            return
        players = {s: n for s, n in session.header.players.items() if s != side}
        if level:
            players[side] = level
        self.set_players(players)

    def _on_pause(self) -> None:
        found = self.automaton
        if found is not None:
            if found.mood == "paused":
                found.play_on()
            else:
                found.pause()
            self.refresh()

    def _on_once(self) -> None:
        if self.automaton is not None:
            self.automaton.once()
            self.timer.start(POLL)
            self.refresh()

    def _on_go_on(self) -> None:
        if self.automaton is not None:
            self.automaton.play_on()
            self.refresh()

    def _on_tick(self) -> None:
        found, bridge = self.automaton, self.window_.bridge
        if found is None or bridge.session is None:
            return
        done = False
        if not bridge.covered and bridge.past is None:
            try:
                done = found.step()
            except CannotWrite as fault:
                found.pause()
                self.window_.say_wrong(why(fault))
        wait = int(self.speed.currentData()) if done else POLL
        if found.mood == "thinking" or (found.mood == "paused" and found.waits):
            self.timer.start(wait)
        self.refresh()
