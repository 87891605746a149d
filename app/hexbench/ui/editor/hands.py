"""The hand in the editor: counters go anywhere, Ctrl leaves a copy behind, and with a brush a drag paints hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPoint, Qt

from hexbench.engine.values import Target
from hexbench.ui.canvas.view import MapView, Touch
from hexbench.ui.look.language import tr, why
from hexbench.ui.tools.hands import LEFT, Hands

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.ui.editor.desk import EditDesk

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Anywhere(Mapping[str, Target]):
    """Every hex is a target, and none is worth a shade."""

    def __getitem__(self, at: str) -> Target:
        return Target(at)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Moving:
    """What the drag gesture asks: every counter may be lifted and put down anywhere, several together in their order."""

    def __init__(self, desk: EditDesk, view: MapView) -> None:
        self.desk, self.view = desk, view
        self.copying = False
        """The hand leaves the counters where they are and puts copies down."""

    def may_lift(self, units: tuple[str, ...]) -> bool:
        """Always."""
        return True

    def targets(self, units: tuple[str, ...]) -> Mapping[str, Target]:
        """Anywhere."""
        return Anywhere()

    def hover(self, units: tuple[str, ...], at: str, target: Target | None) -> None:
        """Nothing is to be said on the way."""

    def drop(self, units: tuple[str, ...], at: str, target: Target | None) -> bool:
        """Put them down; off the map they go beside it, placed nowhere."""
        return self.put(units, at, copy=self.copying)

    def put(self, units: tuple[str, ...], at: str, *, copy: bool = False) -> bool:
        """Place counters, or copies of them; those of several hexes keep their places to one another."""
        draft = self.desk.draft
        try:
            places = self.places(units, at)
        except ValueError as fault:
            self.desk.failed.emit(why(fault))
            return False
        if copy:
            made: list[str] = []
            if self.desk.attempt(lambda: made.extend(draft.copy(places))):
                self.desk.choose(made)
                return True
            return False
        return self.desk.attempt(lambda: draft.move(places))

    def places(self, units: tuple[str, ...], at: str) -> dict[str, str]:
        """unit -> its new place. Raises ValueError when one of them would leave the map."""
        scene = self.view.map
        return shifted(scene.atlas, {unit: scene.where(unit) for unit in units}, at)


def shifted(atlas: Atlas, here: Mapping[str, str], at: str) -> dict[str, str]:
    """Counters in new places, the first of them at ``at`` and the others as they stood to it; those that were not all on
    the map, all of them there. Raises ValueError when one of them would leave the map.
    """
    old = list(here.values())
    if not at or at.startswith("#") or len(set(old)) <= 1 or any(one not in atlas.index for one in old):
        return dict.fromkeys(here, at)
    label = {axial: name for name, axial in zip(atlas.labels, atlas.axial, strict=True)}
    aq, ar = atlas.axial[atlas.index[old[0]]]
    bq, br = atlas.axial[atlas.index[at]]
    out: dict[str, str] = {}
    for unit, one in here.items():
        q, r = atlas.axial[atlas.index[one]]
        new = label.get((q + bq - aq, r + br - ar))
        if new is None:
            raise ValueError(tr("From there one of the counters would stand off the map."))
        out[unit] = new
    return out


class Brush(Protocol):
    """Somebody who takes hexes a drag goes over."""

    def begin(self, at: str) -> None:
        """The first hex."""

    def go_on(self, at: str) -> None:
        """Another hex of the same stroke."""

    def end(self) -> None:
        """The stroke is over."""


class EditHands(Hands):
    """The gestures of the table, where everything may be taken anywhere; with a ``brush`` in hand a drag paints."""

    def __init__(self, view: MapView, moving: Moving) -> None:
        super().__init__(view, moving)
        self.moving = moving
        self.asks = False
        self.select.together = _always
        self.brush: Brush | None = None
        self.outside: Callable[[tuple[str, ...], QPoint], bool] | None = None
        """Asked where counters are let go beside the map's window: whether a panel there took them."""
        self._painting = False

    # ---- mouse
    def press(self, touch: Touch) -> bool:
        """With a brush the left button begins a stroke."""
        if self.brush is not None and touch.button == LEFT and not self._space:
            self.view.setFocus(Qt.FocusReason.MouseFocusReason)
            if touch.hex:
                self._painting = True
                self.brush.begin(touch.hex)
                self.view.set_cursor(touch.hex)
            return True
        self.moving.copying = touch.adding
        return super().press(touch)

    def move(self, touch: Touch) -> bool:
        """Paint on, or go on as ever."""
        if self._painting:
            if self.brush is not None and touch.hex:
                self.brush.go_on(touch.hex)
            return True
        if self.drag.active:
            self.moving.copying = touch.adding
        return super().move(touch)

    def release(self, touch: Touch) -> bool:
        """End a stroke; or put down what is in the hand, on the map or on a panel beside it."""
        if self._painting:
            self._end_stroke()
            return True
        if self.drag.active and not self.drag.by_key:
            self.moving.copying = touch.adding
            if not self.view.viewport().rect().contains(touch.pixel):
                units, spot = self.drag.units, self.view.viewport().mapToGlobal(touch.pixel)
                self._start = None
                self.drag.cancel()
                if self.outside is not None:
                    self.outside(units, spot)
                return True
        return super().release(touch)

    # ---- keys
    def key(self, key: int, modifiers: Qt.KeyboardModifier, text: str) -> bool:
        """Enter paints with a brush; with Ctrl it puts a copy down; with nothing in the hand it places what waits beside the map."""
        at = self.view.cursor_hex
        if key in ENTER:
            self.moving.copying = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
            if self.brush is not None and at:
                self.brush.begin(at)
                self.brush.end()
                return True
            waiting = tuple(u for u in self.moving.desk.units if not self.view.map.where(u))
            if waiting and at and not self.drag.active:
                return self.moving.put(waiting, at)
        return super().key(key, modifiers, text)

    def cancel(self) -> None:
        """Give up: a stroke ends where it is."""
        if self._painting:
            self._end_stroke()
        super().cancel()

    def _end_stroke(self) -> None:
        self._painting = False
        if self.brush is not None:
            self.brush.end()


def _always(_: tuple[str, ...]) -> bool:
    """Counters of any hexes may be taken anywhere together."""
    return True
