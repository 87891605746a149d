"""Decides whose seat is shown next, before anything is drawn, so that everything is drawn once and for that
viewer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject

from hexbench.engine.checklist import only_ending
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import tr
from hexbench.ui.shell.machine import first_viewer

if TYPE_CHECKING:
    from hexbench.ui.bridge import Shift
    from hexbench.ui.shell.pieces import TablePieces

Way = Literal["cover", "look", "open"]
"""How the seat comes to another side: under a cover, at once, or to an answer before everybody's eyes."""


class Seating(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.settings, self.bridge, self.table = at.window, at.settings, at.bridge, at.table
        at.bridge.next_seat = self.next_seat
        at.desk.refreshed.connect(self._on_refreshed)

    @property
    def people(self) -> int:
        """How many sides of the game are played by people."""
        session = self.bridge.session
        return 0 if session is None else sum(s not in session.header.players for s in session.rules.sides)

    def first_cover(self) -> str | None:
        """The side whose player must confirm being present before an opened game is shown; None: anybody may look.

        The person who opens a game need not be the one who decides in it: it may have been closed under the cover.
        """
        session = self.bridge.session
        if session is None or session.path is None or session.owner is not None or session.header.lesson:
            return None
        if session.viewer is None or self.people < 2 or not session.secret:
            return None
        return None if self.settings.get("play.cover_between_players") == "never" else session.viewer

    def seat_again(self) -> None:
        """A viewer who saw everything becomes a player again: at the deciding side's seat, or at a person's while the
        computer decides; under a cover if one side knows more than another.
        """
        session = self.bridge.session
        if session is not None:
            self._change(session.owner or first_viewer(session), shared=self.people > 1)

    def players_changed(self, people: int) -> None:
        """The computer plays other sides than before, when ``people`` sides were played by people: show a person's seat, and where
        that is not the seat of whoever looked, under a cover.
        """
        session = self.bridge.session
        if session is not None and not session.study and first_viewer(session) != session.viewer:
            self._change(first_viewer(session), shared=people > 1 and not session.header.lesson)

    def _change(self, side: str | None, *, shared: bool) -> None:
        session, cover = self.bridge.session, self.settings.get("play.cover_between_players")
        assert session is not None, "somebody sits at a game"
        secret = cover == "always" or (cover != "never" and session.secret)
        if side is not None and shared and session.owner is None and secret:
            self.window.hand_over(side)
        else:
            self.bridge.look(side)

    def _due(self) -> tuple[Way, str] | None:
        """How the seat must change hands now, and to which side; None: no change."""
        bridge, session = self.bridge, self.bridge.session
        if session is None or bridge.covered or bridge.viewer is None or bridge.past is not None:
            return None
        if session.owner is not None or self.window.taught:
            return None  # the other player sits somewhere else, or is the lesson
        decider = bridge.decider
        if decider is None or decider in session.header.players:
            return None
        if decider == bridge.viewer and (bridge.open_for is None or session.is_open):
            return None
        choice, secret = self.settings.get("play.cover_between_players"), session.secret
        # no cover just to confirm being done: there must be something to decide, or to hide
        if choice == "always" and (secret or only_ending(session.seat(decider)) is None):
            return "cover", decider
        if choice == "never" or not secret:
            return "look", decider
        return "open" if session.is_open else "cover", decider

    def next_seat(self) -> tuple[str, bool] | None:
        """The side that looks from now on, and whether at the open table; None: no other than before, or under a cover, which
        comes when those who look have seen what happened.
        """
        due = self._due()
        return None if due is None or due[0] == "cover" else (due[1], due[0] == "open")

    def _on_refreshed(self, shift: Shift) -> None:
        """Everything is drawn: say who decides now, or cover it."""
        if shift.kind in ("viewer", "opened"):
            return
        if shift.turned:
            self._tell_decider()
            return
        due = self._due()
        if due is None:
            return
        way, side = due
        if way == "cover":
            self.window.hand_over(side)
            return
        self.bridge.sit(
            side, open_table=way == "open"
        )  # one came back from the past: nobody was seated before
        self._tell_decider()

    def _tell_decider(self) -> None:
        bridge = self.bridge
        if bridge.viewer is not None:
            name = side_title(bridge.viewer, bridge.seat)
            words = tr("{side} decides: {question}", side=name, question=bridge.prompt.say)
            self.table.tell(words, more=True, topic="prompt")
