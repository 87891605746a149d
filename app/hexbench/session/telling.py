"""What an open game tells: its log, and what its actions are called, in the words of what the viewer was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hexbench.engine.values import Say, say

if TYPE_CHECKING:
    from hexbench.engine.history import History
    from hexbench.engine.rules import Rules
    from hexbench.session.log import Logbook, LogLine


class Telling:
    """The part of a session that puts into words what happened."""

    rules: Rules[Any, Any, Any]
    history: History[Any]
    viewer: str | None
    _book: Logbook

    if TYPE_CHECKING:

        @property
        def node(self) -> int:
            """The node of the history we stand at."""

        def _undone(self) -> list[int]: ...
        def _redone(self) -> list[int]: ...

    def log(self, side: str | None = "viewer", node: int | None = None) -> tuple[LogLine, ...]:
        """Every line from the beginning to here, or to ``node``, as a side may read it; None the umpire's."""
        return self._book.lines(
            self.node if node is None else node, self.viewer if side == "viewer" else side
        )

    def lines_at(self, node: int, side: str | None = "viewer") -> tuple[LogLine, ...]:
        """The lines of one node, as a side may read them."""
        return self._book.lines_at(node, self.viewer if side == "viewer" else side)

    def common_log(self) -> tuple[LogLine, ...]:
        """The lines that every side may read."""
        return self._book.common(self.node, self.rules.sides)

    def _label(self, nodes: Sequence[int]) -> Say | None:
        """One line for some nodes: what the viewer was told of the action, or what the button said."""
        if not nodes:
            return None
        first = min(nodes)
        line = self._book.headline(first, self.viewer)
        if line is not None:
            return line.text
        record = self.history.nodes[first].record
        if record is None or (self.viewer is not None and record.side != self.viewer):
            return say("An action of the other side")
        verb = self.rules.verbs.get(record.action.verb)
        return say("The umpire's hand") if verb is None else verb.label

    def undo_label(self) -> Say | None:
        """What undo would take back, in the words of what the viewer was told; None when there is nothing."""
        return self._label(self._undone())

    def redo_label(self) -> Say | None:
        """What redo would do again, in the words of what the viewer was told; None when there is nothing."""
        return self._label(self._redone())

    def label(self, node: int) -> Say | None:
        """What the action that led to a node was, in the words of what the viewer was told; None at the root."""
        return self._label((node,) if node else ())

    def turn_at(self, node: int) -> tuple[str, str]:
        """(turn, phase) after a node."""
        return self._book.turn_at(node)
