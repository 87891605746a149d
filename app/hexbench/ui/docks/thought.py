"""The attack that is thought of: one at a time, begun from the map or a list, changed with the buttons of the combat dock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from hexbench.engine import what_if

if TYPE_CHECKING:
    from hexbench.engine.display import Combat
    from hexbench.engine.values import Action
    from hexbench.engine.what_if import Supposed
    from hexbench.ui.bridge import Shift
    from hexbench.ui.docks.desk import Desk


class Thought(QObject):
    """``changed()``: another attack is thought of, or none. What one side thought is gone when another looks."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self.what: Supposed | None = None
        self._viewer: tuple[object, ...] = ()
        self._told: tuple[object, Supposed | None, Combat | None] = (None, None, None)

    @property
    def combat(self) -> Combat | None:
        """The attack as the combat dock shows it; None when none is thought of, or it makes none now."""
        seat = self.desk.seat
        if seat is None or self.what is None:
            return None
        if self._told[0] is not seat or self._told[1] is not self.what:
            self._told = (seat, self.what, seat.suppose(self.what))
        return self._told[2]

    def think(self, what: Supposed | None) -> None:
        """Think of this attack from now on."""
        if what != self.what:
            self.what = what
            self.changed.emit()

    def begin(self, at: str, units: tuple[str, ...] = ()) -> bool:
        """Think of an attack on a hex; False when nobody is there to be attacked."""
        seat = self.desk.seat
        found = None if seat is None else seat.begin_supposing(at, units)
        if found is not None:
            self.think(found)
        return found is not None

    def act(self, action: Action) -> None:
        """Change the thought."""
        if self.what is not None:
            self.think(what_if.changed(self.what, action))

    def joining(self, units: tuple[str, ...]) -> Action | None:
        """What takes the selected units into the attack; None when they cannot be thought into it."""
        seat, what = self.desk.seat, self.what
        faces = [self.desk.face(unit) for unit in units]
        if seat is None or what is None or not units or not what.hexes:
            return None
        if any(face is None or face.side != what.side for face in faces) or set(units) <= set(what.names):
            return None
        found = seat.begin_supposing(what.hexes[0], units)
        if found is None:
            return None
        # Where each would come up to is the game's to say; they join one by one.
        more = {unit: at for unit, at in found.units if unit not in what.names}
        first = next(iter(more), "")
        return None if not first else what_if.joined(first, more[first])

    def follow(self, shift: Shift) -> None:
        """Another position: the thought stays while its own side looks."""
        bridge = self.desk.bridge
        viewer = (bridge.session, bridge.viewer, bridge.covered, bridge.open_for)
        if viewer != self._viewer or shift.kind == "opened":
            self._viewer = viewer
            self.think(None)
