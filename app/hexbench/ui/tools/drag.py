"""Drag: lift counters, show where they can go and what it costs, and hand the drop to the rules.

The tool knows no rules; it asks a :class:`DragRules` that the shell supplies. The same class serves the mouse and the
keyboard: with keys, the counters follow the hex cursor until Enter drops them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QPointF

from hexbench.engine.display import Overlay, Shade, Trail
from hexbench.engine.values import TWELFTHS, Target, say
from hexbench.ui.canvas.view import MapView

# Movement costs as a player writes them: twelfths as whole numbers and the usual fractions.

_PARTS = {0: "", 2: "⅙", 3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾", 10: "⅚"}


def cost_text(twelfths: int) -> str:
    """18 -> "1½"; a fraction without its own character is written out: 7 -> "7/12"."""
    whole, part = divmod(twelfths, TWELFTHS)
    sign = _PARTS.get(part, f"{part}/12")
    if not whole:
        return sign or "0"
    return f"{whole}{sign}" if len(sign) < 2 else f"{whole} {sign}"


REACH, ROUTE = "drag.reach", "drag.route"
"""Kinds of the overlays shown while dragging."""


class DragRules(Protocol):
    """What the shell answers while counters are dragged."""

    def may_lift(self, units: tuple[str, ...]) -> bool:
        """Whether these counters may be picked up, even if only to learn why they cannot go anywhere."""

    def targets(self, units: tuple[str, ...]) -> Mapping[str, Target]:
        """hex -> how to get there: its cost and route. Asked once, when the counters are lifted."""

    def drop(self, units: tuple[str, ...], at: str, target: Target | None) -> bool:
        """The counters were dropped on a hex (empty: off the map). ``target`` None: it is not one of the targets.

        True: it was done, and ``update_faces`` was or will be called. False: they go back; the shell says why.
        """

    def hover(self, units: tuple[str, ...], at: str, target: Target | None) -> None:
        """The counters are held over another hex: update the hint in the status bar."""


class DragTool:
    """One drag at a time."""

    def __init__(self, view: MapView, rules: DragRules) -> None:
        self._view = view
        self.rules = rules
        self.by_key = False
        self.units: tuple[str, ...] = ()
        self.start = ""
        self._over = ""
        self._targets: Mapping[str, Target] = {}

    @property
    def active(self) -> bool:
        """Counters are in the hand."""
        return bool(self.units)

    def begin(self, units: tuple[str, ...], *, by_key: bool = False) -> bool:
        """Lift counters of one hex; False when the rules do not let them."""
        if not units or not self.rules.may_lift(units):
            return False
        scene = self._view.map
        self.units, self.by_key = units, by_key
        self.start = self._over = scene.where(units[0])
        self._targets = self.rules.targets(units)
        scene.lift(units)
        scene.set_overlay(REACH, self._reach())
        if by_key:
            scene.carry(scene.geometry.centre(self.start))
            self._view.cursor_moved.connect(self._on_cursor)
        return True

    def _reach(self) -> Overlay | None:
        if not self._targets:
            return None
        shades = tuple(
            Shade(name, "reach", "" if target.cost is None else cost_text(target.cost))
            for name, target in self._targets.items()
        )
        return Overlay(REACH, say("Where it can go"), shades=shades)

    def over(self, name: str, point: QPointF) -> None:
        """Hold the counters over a point; the route to its hex is shown when it is another hex than before."""
        self._view.map.carry(point)
        if name != self._over:
            self._over = name
            target = self._targets.get(name)
            self._view.map.set_overlay(ROUTE, self._route(name, target))
            self.rules.hover(self.units, name, target)

    def _route(self, name: str, target: Target | None) -> Overlay | None:
        """The way there with what has been paid at each hex; a straight line in another tone when it is no target."""
        if not name or name == self.start:
            return None
        if target is None:
            trail = Trail((self.start, name), "route_bad", broken=name)
            return Overlay(ROUTE, say("Not there"), trails=(trail,))
        hexes = (self.start, *(target.via or (name,)))
        if hexes[-1] != name:
            hexes = (*hexes, name)
        return Overlay(ROUTE, say("Route"), trails=(Trail(hexes, "route", self._paid(hexes, target)),))

    def _paid(self, hexes: tuple[str, ...], target: Target) -> tuple[str, ...]:
        """What has been paid on reaching each hex, where that is known for certain: it never falls along a route."""
        out, most = [""], 0
        for step in hexes[1:-1]:
            known = self._targets.get(step)
            cost = known.cost if known is not None else None
            if cost is None or cost < most or (target.cost is not None and cost > target.cost):
                out.append("")
                continue
            most = cost
            out.append(cost_text(cost))
        out.append("" if target.cost is None else cost_text(target.cost))
        return tuple(out)

    def drop(self, name: str) -> None:
        """Drop on a hex; nothing happens on the hex they came from."""
        units, target = self.units, self._targets.get(name)
        by_key = self.by_key
        self._end()
        scene = self._view.map
        if name == self.start:
            scene.put_back()
        elif self.rules.drop(units, name, target):
            scene.put_down()
        else:
            scene.put_back()
            if by_key:
                self._view.set_cursor(self.start)

    def cancel(self) -> None:
        """Give up: the counters go back."""
        if self.active:
            by_key = self.by_key
            self._end()
            self._view.map.put_back()
            if by_key:
                self._view.set_cursor(self.start)

    def _end(self) -> None:
        if self.by_key:
            self._view.cursor_moved.disconnect(self._on_cursor)
        self.rules.hover(self.units, "", None)
        self.units, self._targets, self.by_key = (), {}, False
        self._view.map.set_overlay(REACH, None)
        self._view.map.set_overlay(ROUTE, None)

    def _on_cursor(self, name: str) -> None:
        """The hex cursor moved while it holds counters."""
        if name:
            self.over(name, self._view.map.geometry.centre(name))
