"""Which counters lie on which hex, bottom to top. Plain dicts: never asked of the scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hexbench.engine.display import Face

SHOWN = 3
"""Counters of a stack that are drawn; those below them only count."""
STEP = 5.0
"""How far each counter of a stack lies up and to the right of the one below."""
GAP = 5.0
"""Between the counters of a fanned-out stack."""


class Change(NamedTuple):
    """What an update did: hexes whose stack is another now, units gone, units that came, units whose face changed."""

    hexes: dict[str, None]
    gone: list[str]
    came: list[str]
    turned: list[str]


class Stacks:
    """unit -> face and hex, hex -> units. New arrivals lie on top; the order of the others never changes by itself."""

    def __init__(self) -> None:
        self.faces: dict[str, Face] = {}
        self.at: dict[str, str] = {}
        self._units: dict[str, list[str]] = {}

    def on(self, name: str) -> tuple[str, ...]:
        """The units of a hex, bottom to top."""
        return tuple(self._units.get(name, ()))

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that hold units."""
        return tuple(self._units)

    def update(self, changed: Mapping[str, tuple[Face, str] | None], known: Mapping[str, int]) -> Change:
        """Put units where they are now; None, or a place that is not in ``known``: they are not on the map."""
        out = Change({}, [], [], [])
        for unit, new in changed.items():
            face, at = new if new is not None and new[1] in known else (None, "")
            before = self.at.get(unit, "")
            if face is None:
                if before:
                    self._take(unit, before, out)
                    del self.at[unit], self.faces[unit]
                    out.gone.append(unit)
                continue
            if before != at:
                if before:
                    self._take(unit, before, out)
                else:
                    out.came.append(unit)
                self._units.setdefault(at, []).append(unit)
                self.at[unit] = at
                out.hexes[at] = None
            if self.faces.get(unit) != face:
                self.faces[unit] = face
                out.turned.append(unit)
        return out

    def _take(self, unit: str, at: str, out: Change) -> None:
        units = self._units[at]
        units.remove(unit)
        if not units:
            del self._units[at]
        out.hexes[at] = None

    def raise_unit(self, unit: str) -> str:
        """Lay a unit on top of its stack; returns its hex."""
        at = self.at[unit]
        units = self._units[at]
        units.remove(unit)
        units.append(unit)
        return at

    def turn(self, name: str, step: int) -> tuple[str, ...]:
        """Go through a stack: ``step`` 1 puts the top counter at the bottom, -1 the bottom one on top."""
        units = self._units.get(name)
        if units and len(units) > 1:
            if step > 0:
                units.insert(0, units.pop())
            else:
                units.append(units.pop(0))
        return self.on(name)


def fan_columns(count: int) -> int:
    """How many counters stand side by side when a stack is fanned out."""
    if count <= 5:
        return count
    return (count + 1) // 2 if count <= 8 else 5 if count <= 15 else 6
