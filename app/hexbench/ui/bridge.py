"""Session events become Qt signals here and nowhere else.

A Bridge stands between one session at a time and everything that is drawn. What it tells is small: which units look
different from before, whether the phase or the decider changed. Who listens draws only that anew. While the screen is
covered between two players there is no seat at all, so that nothing can be drawn behind the cover.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject, Signal

from hexbench.engine.values import Prompt, Say, say

if TYPE_CHECKING:
    from hexbench.engine.display import Face
    from hexbench.engine.events import AnyEvent, Broadcast
    from hexbench.engine.seat import Seat
    from hexbench.session.log import LogLine
    from hexbench.session.session import Change, Session
    from hexbench.store.saves import Sketch

NOBODY = Prompt(None, "", say("No game is open."))


class Shift(msgspec.Struct, frozen=True):
    """What is different now. ``units`` are those whose counter or place is not what it was; None: draw everything anew."""

    kind: str
    units: tuple[str, ...] | None = None
    events: tuple[Any, ...] = ()
    """What the viewer was told of it."""
    turned: bool = False
    """Whether another seat is shown than before."""


def _nobody_else() -> tuple[str, bool] | None:
    """Whoever looks goes on looking."""
    return None


class Bridge(QObject):
    """One session as signals. ``shifted(Shift)``: position or viewer changed. ``saved()``. ``closed()``."""

    shifted = Signal(object)
    saved = Signal()
    closed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.covered = False
        self.past: int | None = None
        """The node that is looked back at; None: the game as it stands."""
        self.eyes: str | None = "viewer"
        """Through whose eyes one looks back: a side's, None the umpire's; "viewer": one's own."""
        self._then: tuple[int, str | None, Seat] | None = None
        self.open_for: str | None = None
        """The side that answers at an open table; None: the viewer's own seat is shown."""
        self.next_seat: Callable[[], tuple[str, bool] | None] = _nobody_else
        """Asked after every change, before anybody hears of it: which side looks now and whether at the open table, if it is
        another than before.
        """
        self._unsubscribe: Callable[[], None] | None = None
        self.counters: dict[str, tuple[Face, str]] = {}
        """unit -> its counter and its place, of all that the viewer may see, in stacking order."""
        self.stacks: dict[str, tuple[str, ...]] = {}
        """hex or box -> the units in it that the viewer may see, in stacking order."""

    # ---- which session
    def attach(self, session: Session) -> None:
        """Show another session; the one before is let go of, not closed."""
        self.detach()
        self.session = session
        self._unsubscribe = session.subscribe(self._on_change)
        self._tell(Shift("opened"))

    def detach(self) -> None:
        """Let go of the session."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._unsubscribe = None
        self.session = None
        self.covered = False
        self._forget_past()
        self.open_for = None
        self._read_counters()

    # ---- what the viewer may see
    @property
    def seat(self) -> Seat | None:
        """The viewer's seat; None without a game and under the cover."""
        if self.session is None or self.covered:
            return None
        if self.past is not None:
            if self._then is None or self._then[:2] != (self.past, self.viewer):
                self._then = (self.past, self.viewer, self.session.then(self.past, self.viewer))
            return self._then[2]
        if self.open_for is not None:
            return self.session.open_seat(self.open_for)
        return self.session.seat()

    def seat_at(self, node: int) -> Seat | None:
        """The seat that is shown, at any node: to look from. None without a game and under the cover. Raises Unreachable."""
        if self.session is None or self.covered:
            return None
        return self.session.then(node, self.viewer, open_table=self.open_for is not None)

    @property
    def prompt(self) -> Prompt:
        """The viewer's prompt."""
        seat = self.seat
        return NOBODY if seat is None else seat.prompt

    @property
    def viewer(self) -> str | None:
        """The side whose seat is shown; None: the umpire's, or nobody's."""
        if self.open_for is not None:
            return self.open_for
        if self.past is not None and self.eyes != "viewer":
            return self.eyes
        return None if self.session is None else self.session.viewer

    @property
    def may_see_all(self) -> bool:
        """Whether one may look back through anybody's eyes: in study mode, and when the game is over."""
        return self.session is not None and (self.session.study or self.session.decider is None)

    @property
    def decider(self) -> str | None:
        """The side that decides; None: the game is over, or there is none."""
        return None if self.session is None else self.session.decider

    @property
    def hides(self) -> bool:
        """Whether the open game keeps anything from a side at all."""
        from hexbench.engine.rules import Rules  # comes with the first game, and not before the first paint

        return self.session is not None and type(self.session.rules).hide is not Rules.hide

    @property
    def log(self) -> tuple[LogLine, ...]:
        """What the viewer was told up to the position that is shown; at an open table what everybody was."""
        if self.session is None or self.covered:
            return ()
        if self.open_for is not None:
            return self.session.common_log()
        return self.session.log(self.viewer, node=self.past)

    def open_table(self, side: str) -> None:
        """Let ``side`` answer before everybody's eyes, from what all know, until :meth:`look` or :meth:`cover`."""
        self.sit(side, open_table=True)

    def look(self, side: str | None) -> None:
        """Show the seat of ``side`` from now on, and take the cover away."""
        self.sit(side)

    def sit(self, side: str | None, *, open_table: bool = False) -> None:
        """Show another seat: that of ``side``, or what all know of it."""
        if self.session is not None:
            self._seat(side, open_table=open_table)
            self._tell(Shift("viewer", turned=True))

    def _seat(self, side: str | None, *, open_table: bool) -> None:
        assert self.session is not None, "a seat is a seat at a game"
        self.covered = False
        if open_table:
            self.open_for = side
        else:
            self.session.viewer = side
            self._forget_past()
            self.open_for = None

    def cover(self) -> None:
        """Show nobody's seat until :meth:`look`."""
        if self.session is not None and not self.covered:
            self.covered = True
            self._forget_past()
            self.open_for = None
            self._tell(Shift("covered"))

    def look_back(self, node: int | None, eyes: str | None = "viewer") -> None:
        """Show an earlier position as the viewer knew it, or where he may see all as another did; None: the game as it
        stands again. Raises Unreachable.

        Not at an open table: what the viewer alone knew is nobody else's business.
        """
        eyes = eyes if self.may_see_all and node is not None else "viewer"
        if self.session is None or self.covered or self.open_for is not None:
            return
        if (node, eyes) == (self.past, self.eyes):
            return
        if node is not None:
            whose = self.session.viewer if eyes == "viewer" else eyes
            self._then = (node, whose, self.session.then(node, whose))
        before, self.past, self.eyes = self.counters, node, eyes
        self._read_counters()
        self.shifted.emit(Shift("past", self._changed(before)))

    def _forget_past(self) -> None:
        self.past, self._then, self.eyes = None, None, "viewer"

    @property
    def playing(self) -> Session:
        """The session that the viewer acts in; its doors raise what they raise. There is a game, and nobody looks back."""
        assert self.session is not None, "nothing offers an action without a game"
        assert self.past is None, "a look at the past offers no action"
        return self.session

    @property
    def sketches(self) -> dict[int, Sketch]:
        """number -> what was drawn on the map from the seat that is shown; nothing under the cover and at an open table."""
        session = self.session
        if session is None or self.covered or self.open_for is not None:
            return {}
        return session.sketches.seen(self.viewer, study=session.study and self.viewer is None)

    @property
    def _open(self) -> Session | None:
        """The session while the game can be gone on with: no cover lies over it and nobody looks back."""
        return None if self.covered or self.past is not None else self.session

    @property
    def undo_label(self) -> Say | None:
        """What undo would take back, in the viewer's words; None: nothing."""
        session = self._open
        label = None if session is None else session.undo_label()
        return label if self.open_for is None or label is None else say("the last answer")

    @property
    def redo_label(self) -> Say | None:
        """What redo would do again; None: nothing."""
        session = self._open
        label = None if session is None else session.redo_label()
        return label if self.open_for is None or label is None else say("the next answer")

    @property
    def undo_refusal(self) -> Say | None:
        """Why undo stops here; None: it does not."""
        session = self._open
        return None if session is None else session.undo_refusal()

    def undo(self) -> None:
        """Take back the last action, if it may be."""
        if self.session is not None and self.undo_label is not None and self.undo_refusal is None:
            self.session.undo()

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.session is not None and self.redo_label is not None:
            self.session.redo()

    # ---- news
    def _on_change(self, change: Change) -> None:
        if change.kind == "saved":
            self.saved.emit()
        elif change.kind == "closed":
            self.detach()
            self.closed.emit()
        else:
            self.shifted.emit(self._change(change.kind, change.told))

    def _tell(self, shift: Shift) -> None:
        self._read_counters()
        self.shifted.emit(shift)

    def _read_counters(self) -> None:
        """Every counter as it looks now. Faces are compared, not units: how one looks may hang on anything."""
        seat = self.seat
        self.counters = {} if seat is None else {face.unit: (face, at) for face, at in seat.faces()}
        stacks: dict[str, list[str]] = {}
        for uid, (_, at) in self.counters.items():
            stacks.setdefault(at, []).append(uid)
        self.stacks = {at: tuple(found) for at, found in stacks.items()}

    def _change(self, kind: str, told: tuple[Broadcast, ...]) -> Shift:
        before, viewer = self.counters, self.viewer
        self._forget_past()
        found = self.next_seat()
        if found is not None:
            self._seat(found[0], open_table=found[1])
            viewer = self.viewer
        self._read_counters()
        events = () if self.covered else tuple(e for t in told if (e := self._hears(t, viewer)) is not None)
        return Shift(kind, self._changed(before), events, turned=found is not None)

    def _changed(self, before: dict[str, tuple[Face, str]]) -> tuple[str, ...]:
        """The units that look different from before, or are in another place."""
        after = self.counters
        units = [uid for uid, now in after.items() if before.get(uid) != now]
        return (*units, *(uid for uid in before if uid not in after))

    def _hears(self, told: Broadcast, viewer: str | None) -> AnyEvent | None:
        """What is shown of an event: at an open table only what is the same for everybody."""
        found = told.to(viewer)
        if self.open_for is None or self.session is None:
            return found
        return found if all(told.to(side) == found for side in self.session.rules.sides) else None
