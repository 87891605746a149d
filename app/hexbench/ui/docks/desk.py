"""The Desk: what all panels share. The open game, what is selected, what is pointed at, and what somebody asks to see.

Panels know the Desk and nothing of the window; the window listens to the same signals and moves the map.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace as with_
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from hexbench.engine.display import CombatBoard
from hexbench.ui.bridge import Bridge, Shift
from hexbench.ui.docks.tips import teach
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.widgets.background import LatePanel, Later
from hexbench.ui.widgets.icons import barrier_icon, barrier_words

if TYPE_CHECKING:
    from hexbench.engine.display import Choice, Combat, Face, Light, Panel, Table
    from hexbench.engine.ledger import Ledger
    from hexbench.engine.seat import Seat
    from hexbench.engine.values import Action, Barrier, Reason
    from hexbench.engine.what_if import Supposed
    from hexbench.ui.docks.units import CounterPictures
    from hexbench.ui.look.palette import Palette
    from hexbench.ui.widgets.screen_reader import ScreenReader


# The attack that is thought of: one at a time, begun from the map or a list, changed with the buttons of
# the combat dock.


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
            from hexbench.engine import what_if

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
        if not first:
            return None
        from hexbench.engine import what_if

        return what_if.joined(first, more[first])

    def follow(self, shift: Shift) -> None:
        """Another position: the thought stays while its own side looks."""
        bridge = self.desk.bridge
        viewer = (bridge.session, bridge.viewer, bridge.covered, bridge.open_for)
        if viewer != self._viewer or shift.kind == "opened":
            self._viewer = viewer
            self.think(None)


def lit_for(table: Table, combat: Combat | None) -> Table:
    """A table with the lights of a combat in place of its own, where the combat has lights for it."""
    lights = None if combat is None else dict(combat.lights).get(table.key)
    if lights is None or lights == table.lights:
        return table
    cells = tuple((one.row, one.column) for one in lights if one.row >= 0 and one.column >= 0)
    return with_(table, lights=lights, lit=cells)


class Desk(QObject):
    """Signals, all of them after the fact:

    ``refreshed(Shift)`` the position or the viewer changed; ``units_changed()`` another selection; ``hex_changed()``
    another hex under study; ``why_changed()`` other reasons to show; ``dressed()`` other colours; and the wishes of
    panels: ``rule_asked(id)``, ``hexes_lit(tuple)``, ``place_asked(hex or box)``, ``action_asked(Action)``: do this;
    ``told(sentence)``: say this; ``meant_changed()``: another combat is looked at. While the hand holds a point of a pool: ``points_held(hexes)`` where it may be let go
    on the map, ``point_dropped(panel, global point)`` that it was let go outside the panel, whose ``put(hex)`` takes it
    there.
    """

    refreshed = Signal(object)
    units_changed = Signal()
    hex_changed = Signal()
    why_changed = Signal()
    dressed = Signal()
    rule_asked = Signal(str)
    hexes_lit = Signal(object)
    place_asked = Signal(str)
    action_asked = Signal(object)
    told = Signal(str)
    points_held = Signal(object)
    point_dropped = Signal(object, object)
    weighed = Signal(object)
    meant_changed = Signal()

    def __init__(self, bridge: Bridge, palette: Palette, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.palette = palette
        self._pictures: CounterPictures | None = None
        self.ledger: Ledger | None = None
        self.units: tuple[str, ...] = ()
        self.ready: tuple[str, ...] = ()
        """Units beside the map that may be put on it now."""
        self.held: frozenset[str] = frozenset()
        """Those of them that the player keeps back: "next" passes them over."""
        self.hex = ""
        self.meant = ""
        """Key of the combat that is looked at in a combat dock."""
        self._lights: tuple[tuple[str, tuple[Light, ...]], ...] = ()
        self.why: tuple[tuple[str, tuple[Reason, ...]], ...] = ()
        """(what was tried, why it may not be done): the newest answer to "Why not?"."""
        self.thought = Thought(self)
        self.later = Later(self)
        self._panels: tuple[Seat | None, tuple[Panel, ...]] = (None, ())
        bridge.shifted.connect(self._on_shifted)

    def _speaker(self) -> QWidget | None:
        """Whoever has the keyboard tells it: that is where a screen reader looks."""
        parent = self.parent()
        return QApplication.focusWidget() or (parent if isinstance(parent, QWidget) else None)

    # ---- what is shown
    @property
    def seat(self) -> Seat | None:
        """The viewer's seat; None: show nothing."""
        return self.bridge.seat

    def face(self, unit: str) -> Face | None:
        """The counter of a unit as the viewer may see it; None when he does not know of it."""
        found = self.bridge.counters.get(unit)
        return None if found is None else found[0]

    def at(self, unit: str) -> str:
        """Where a unit is; empty when the viewer does not know of it."""
        found = self.bridge.counters.get(unit)
        return "" if found is None else found[1]

    def units_at(self, place: str) -> tuple[str, ...]:
        """The units in a hex or box that the viewer may see, in stacking order."""
        return self.bridge.stacks.get(place, ())

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The game's own panels, worked out once for each seat."""
        seat = self.seat
        if self._panels[0] is not seat:
            self._panels = (seat, () if seat is None else seat.panels())
        return self._panels[1]

    @property
    def boards(self) -> tuple[CombatBoard, ...]:
        """The combat docks among the panels."""
        return tuple(panel for panel in self.panels if isinstance(panel, CombatBoard))

    @property
    def combats(self) -> tuple[Combat, ...]:
        """Every combat in hand."""
        return tuple(combat for board in self.boards for combat in board.combats)

    def clause(self, rule: str) -> str:
        """A clause of the rules as it is told while the pointer rests on its number; empty for one that is not there."""
        found = None if self.ledger is None else self.ledger.find(rule)
        return "" if found is None else found.text

    def look_at(self, combat: Combat | None) -> None:
        """A combat dock shows this combat, or none."""
        before = self.meant, self._lights
        self.meant = "" if combat is None else combat.key
        self._lights = () if combat is None else combat.lights
        if before != (self.meant, self._lights):
            self.meant_changed.emit()

    def lit(self, table: Table) -> Table:
        """A table with the lights of the combat that is looked at, where that one has lights for it."""
        thought = self.thought.combat
        combats = self.combats if thought is None else (thought, *self.combats)
        return lit_for(table, next((one for one in combats if one.key == self.meant), None))

    @property
    def closing(self) -> Choice | None:
        """The button of a combat dock that brings the matter on."""
        return next((choice for board in self.boards for choice in board.choices if choice.main), None)

    def saying(self, action: Action) -> str:
        """What a combat dock calls an answer that it marks as the main one; empty when it has no such button."""
        for choice in (c for combat in self.combats for c in combat.choices):
            if choice.main and (choice.action.verb, choice.action.object) == (action.verb, action.object):
                return tell(choice.say)
        return ""

    # ---- what is chosen
    def choose(self, units: tuple[str, ...]) -> None:
        """Select units (nothing happens when they are selected already)."""
        if units != self.units:
            self.units = units
            self.units_changed.emit()

    def study(self, place: str) -> None:
        """Put a hex (or a box) under the inspectors."""
        if place != self.hex:
            self.hex = place
            self.hex_changed.emit()

    def explain(self, why: tuple[tuple[str, tuple[Reason, ...]], ...]) -> None:
        """Show why something may not be done; empty: nothing to explain any more."""
        if why != self.why:
            self.why = why
            self.why_changed.emit()

    @cached_property
    def screen_reader(self) -> ScreenReader:
        """What a screen reader is told."""
        from hexbench.ui.widgets.screen_reader import ScreenReader

        return ScreenReader(self._speaker, self)

    @property
    def pictures(self) -> CounterPictures:
        """Pictures of counters in the colours of now."""
        if self._pictures is None:
            from hexbench.ui.docks.units import CounterPictures

            self._pictures = CounterPictures(self.palette)
        return self._pictures

    def dress(self, palette: Palette) -> None:
        """Other colours from now on."""
        self.palette = palette
        self._pictures = None
        self.dressed.emit()

    def _on_shifted(self, shift: Shift) -> None:
        seat = self.seat
        self.explain(())  # whatever was refused, the position is another now
        if seat is None:
            self._panels = (None, ())
            self.choose(())
            self.study("")
        else:
            self.choose(tuple(uid for uid in self.units if self.face(uid) is not None))
        if shift.kind == "opened":
            self.choose(())
            self.study("")
        self.thought.follow(shift)
        self.refreshed.emit(shift)


# What sides are called: by their game where it says so, else by their key.


def side_title(side: str | None, seat: Any = None) -> str:
    """A side's name as a player reads it; None is the umpire. ``seat``: anybody's at the open game."""
    if side is None:
        return tr("Umpire")
    if seat is not None and side in seat.rules.sides:
        return tell(seat.rules.side_name(side))
    return tell(side.replace("_", " ").title())


class DeskPanel(LatePanel):
    """One panel of the desk. ``says_changed()``: it may have something to say now, or nothing any more."""

    says_changed = Signal()

    title: ClassVar[str] = ""
    least_lines: ClassVar[int] = 5
    """Lines of text that it has room for while it is open, however large text is."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, tr(self.title) if self.title else "", parent)
        self.desk = desk
        self._drawn: object = object()
        """What :attr:`content` was when it was drawn last."""
        desk.refreshed.connect(self._on_refreshed)

    @property
    def says(self) -> bool:
        """Whether there is anything in it to look at now. Where nothing of a group has, it is folded to its names."""
        return False

    @property
    def calls(self) -> bool:
        """Whether the player is asked for something here: where that begins, the panel comes by itself."""
        return False

    @property
    def content(self) -> object:
        """All that a refresh would draw, to be compared: as long as it is equal, another position draws nothing anew.

        Asked only while there is a seat. By default it is equal to nothing.
        """
        return object()

    def furnish(self) -> None:
        """See that its widgets are there, and say what they are for."""
        if self.bare:
            super().furnish()
            teach(self)

    def refresh_now(self) -> None:
        """Draw anew, seen or unseen, and remember what was drawn."""
        super().refresh_now()
        self._drawn = object() if self.bare or self.desk.seat is None else self.content

    def _on_refreshed(self, shift: Shift) -> None:
        # What must not be seen is taken off at once, seen or unseen: nothing waits behind the cover.
        if self.desk.seat is None:
            self.refresh_now()
        elif self.stale or self.content != self._drawn:
            self.renew()


def wall(desk: Desk, verb: str) -> tuple[Barrier, bool]:
    """(what will or may stop undo after a use of an offered verb, whether that is certain); empty where nothing does."""
    seat, session = desk.seat, desk.bridge.session
    if seat is None or session is None or session.study:
        return "", True
    if all(offer.verb != verb for offer in seat.prompt.offers):
        return "", True
    found: tuple[Barrier, bool] = seat.rules.verbs[verb].undo_barrier(seat, seat.step)
    return found


def warn(thing: QAbstractButton | QAction, desk: Desk, verb: str) -> str:
    """Put the sign on a button or a menu entry for an offered verb, and return its words; empty: undo reaches behind it.

    In study mode nothing stops undo, and what is not offered now would be refused anyway: both are left without a sign.
    """
    barrier, certain = wall(desk, verb)
    words = barrier_words(barrier, certain)
    if not words:
        return ""
    ratio = thing.devicePixelRatioF() if isinstance(thing, QAbstractButton) else 2.0
    thing.setIcon(barrier_icon(barrier, certain, desk.palette.chrome.warn, ratio))
    thing.setToolTip(as_it_is("\n".join(x for x in (thing.toolTip(), words) if x)))
    if isinstance(thing, QAbstractButton):
        thing.setAccessibleDescription(words)
    return words
