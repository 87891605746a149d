"""Going through the history: what the history dock and the log ask for is done here, and refusals are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.session.session import Stopped
from hexbench.store.saves import Note
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import tell, tr
from hexbench.ui.shell.cover import Secrecy

_COMPARE = "compare"
"""Kind of the overlay that shows two fronts."""

if TYPE_CHECKING:
    from hexbench.engine.display import Overlay
    from hexbench.ui.shell.pieces import TablePieces


class Historian(QObject):
    """Bound to one window for as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.settings, self.bridge, self.say_wrong, self.table = (
            at.settings,
            at.bridge,
            at.say_wrong,
            at.table,
        )
        self.secrecy = Secrecy(at)
        table = at.table
        table.history.go_asked.connect(self.go)
        table.history.note_asked.connect(self._on_note)
        table.history.name_asked.connect(self._on_name)
        table.log.moment_asked.connect(self.go)
        table.history.comparing.drawn.connect(self._on_drawn)
        at.acts["game.replay"].triggered.connect(self.replay_all)
        at.acts["game.replay_turn"].triggered.connect(self.replay_turn)
        self._seen: dict[str | None, int] = {}
        """side -> the last position its player has looked at."""

    def _on_drawn(self, overlay: Overlay | None) -> None:
        """The front of both positions that are compared."""
        view = self.table.view
        if view is not None:
            view.map.set_overlay(_COMPARE, overlay)

    # ---- replay
    def leave(self) -> None:
        """The player at the screen looks away."""
        session = self.bridge.session
        if session is not None:
            self._seen[session.viewer] = session.node
            self.secrecy.leave(session.viewer)

    def forget(self) -> None:
        """Another game: nobody has seen anything of it."""
        self._seen = {}
        self.secrecy.begin()

    def welcome(self, side: str | None) -> None:
        """The player of ``side`` is back: show him what happened while he looked away, if he wants to see it."""
        self.secrecy.welcome(side)
        after = self._seen.get(side)
        if after is not None and self.settings.get("play.replay_turns"):
            self._replay(tr("While you looked away:"), after, play=True)

    def since(self, node: int) -> None:
        """A letter was opened: show what is in it, if the player wants to see such things."""
        if self.settings.get("play.replay_turns"):
            self._replay(tr("In the letter:"), node, play=True)

    def replay_all(self) -> None:
        """The whole game from its beginning."""
        if not self._replay(tr("Replay:"), 0, play=False):
            self.table.tell(tr("Nothing has happened yet."))

    def replay_turn(self) -> None:
        """What has happened since this side last decided before the one that decides now, or since the turn began."""
        session = self.bridge.session
        if session is None:
            return
        line = session.history.line()
        turn = session.turn_at(session.node)[0]
        after = next((n.number for n in reversed(line) if session.turn_at(n.number)[0] != turn), 0)
        if not self._replay(f"{turn}:", after, play=False):
            self.table.tell(tr("Nothing has happened yet in this turn."))

    def _replay(self, title: str, after: int, *, play: bool) -> bool:
        return self.table.replay.begin(title, after, play=play)

    # ---- going to positions
    def go(self, node: int) -> None:
        """Stand at a position, or say why that cannot be."""
        session = self.bridge.session
        if session is not None and node != session.node:
            self._try(lambda: session.go(node))

    def _on_note(self, node: int, text: str, mark: bool) -> None:
        session = self.bridge.session
        if session is not None:
            self._try(lambda: session.note(node, Note(text, mark)))
            self.table.history.refresh()

    def _on_name(self, node: int, name: str) -> None:
        session = self.bridge.session
        if session is not None:
            self._try(lambda: session.name_branch(node, name))
            self.table.history.refresh()

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Stopped as stopped:
            self.table.tell(tell(stopped.say))
        except BadFile as fault:
            self.say_wrong(str(fault))
