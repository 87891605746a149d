"""The umpire's hand in an open game: who allows it, what it does, and that its use is never forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from hexbench.engine.umpire import UMPIRE, against
from hexbench.engine.values import Action, Reason, Refused, Say, say

if TYPE_CHECKING:
    from hexbench.engine.events import Broadcast
    from hexbench.engine.history import History
    from hexbench.engine.rules import Outcome, Rules
    from hexbench.session.log import Logbook, LogLine
    from hexbench.store.saves import SaveHeader


AMENDED: Final = " · amended"
"""What is added to the title of a game that the umpire's hand has changed."""
LESSON: Final = " · lesson"
"""What is added to the title of a game that is a lesson, or was begun as one."""
_NO_CONSENT: Final = (
    Reason(UMPIRE, say("The umpire's hand can be used in study mode, or with the consent of all sides.")),
)


def listed_title(header: SaveHeader) -> str:
    """The title of a game as lists of games show it: marked if it is a lesson, and if the umpire's hand has changed it."""
    return header.title + (LESSON if header.lesson else "") + (AMENDED if header.amended else "")


class Umpired:
    """The part of a session that answers the umpire's hand."""

    rules: Rules[Any, Any, Any]
    history: History[Any]
    header: SaveHeader
    umpire: bool = False
    """All sides let the umpire's hand change the position, until it is put away."""

    if TYPE_CHECKING:

        @property
        def study(self) -> bool:
            """Study mode."""

        @property
        def state(self) -> Any:
            """The whole position."""

        def announce_done(self, told: Iterable[Broadcast]) -> None:
            """Tell the listeners."""

        def _keep(self, side: str | None, action: Action, out: Outcome, follows: bool) -> None: ...
        def _set_header(self, header: SaveHeader) -> None: ...
        def _remember(self) -> None: ...

    def consent(self, sides: Iterable[str]) -> None:
        """Let the umpire's hand change the position, with the consent of every side. Raises Refused without it."""
        given = frozenset(sides)
        missing = [side for side in self.rules.sides if side not in given]
        if missing and not self.study:
            names = ", ".join(str(self.rules.side_name(side)) for side in missing)
            text = say(
                "The umpire's hand needs the consent of all sides; still missing: {names}.", names=names
            )
            raise Refused((Reason(UMPIRE, text),))
        self.umpire = True

    @property
    def amended(self) -> bool:
        """Whether the umpire's hand changed the game on its way to the current position."""
        if not self.header.amended:  # in no branch: the line need not be searched
            return False
        return any(record.action.verb == UMPIRE for record in self.history.records())

    def amend_refusal(self, nodes: Iterable[int]) -> Say | None:
        """Why nodes may not be visited again: only the umpire's hand may redo what it did; None: they may."""
        if self.umpire or self.study:
            return None
        records = (self.history.nodes[number].record for number in nodes)
        if any(record is not None and record.action.verb == UMPIRE for record in records):
            return say("This was done by the umpire's hand, and only the umpire's hand can redo it.")
        return None

    def amend(self, action: Action) -> Outcome:
        """Change the position by the umpire's hand, whoever decides. Raises Refused, CannotWrite, and then nothing has changed."""
        why = against(self.rules, self.state, action) if self.umpire or self.study else _NO_CONSENT
        if why:
            raise Refused(why)
        out = self.rules.apply(self.state, action, (), trusted=True)
        if not self.header.amended:
            self._set_header(replace(self.header, amended=True))
        self._keep(None, action, out, follows=False)
        self._remember()
        self.announce_done(out.told)
        return out


# The log of an open game, and the names of its actions, in the words of what the viewer was told.


class Telling:
    """The part of a session that puts into words what happened."""

    rules: Rules[Any, Any, Any]
    history: History[Any]
    viewer: str | None
    _book: Logbook

    if TYPE_CHECKING:

        @property
        def node(self) -> int:
            """The current node of the history."""

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
        """One line for some nodes: what the viewer was told of the action, or the text of the button."""
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
        """What undo would take back, in the words of what the viewer was told; None if there is nothing."""
        return self._label(self._undone())

    def redo_label(self) -> Say | None:
        """What redo would do again, in the words of what the viewer was told; None if there is nothing."""
        return self._label(self._redone())

    def label(self, node: int) -> Say | None:
        """The action that led to a node, in the words of what the viewer was told; None at the root."""
        return self._label((node,) if node else ())

    def turn_at(self, node: int) -> tuple[str, str]:
        """(turn, phase) after a node."""
        return self._book.turn_at(node)
