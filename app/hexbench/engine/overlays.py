"""Overlays that mean the same in every game with zones of control and movement points: a game hands in what it knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from hexbench.atlas.arcs import POINT
from hexbench.atlas.atlas import Atlas
from hexbench.engine.display import Legend, Overlay, OverlayKind, Shade
from hexbench.engine.values import Say, say
from hexbench.engine.zones import ZoneCounts

REACH = OverlayKind(
    "reach", say("Reach of a unit"), "unit", help=say("Every hex the selected unit can come to.")
)
ZONES = OverlayKind("zones", say("Zones of control"), help=say("The hexes next to the units of both sides."))


def reach(atlas: Atlas, costs: Mapping[int, int], name: Say | str) -> Overlay:
    """Where a unit can come to, with what it costs. ``costs``: hex index -> twelfths of a movement point."""
    shades = tuple(Shade(atlas.labels[i], "reach", f"{cost / POINT:g}") for i, cost in costs.items())
    return Overlay("reach", say("Reach of {unit}", unit=name), shades)


def zones(own: ZoneCounts, enemy: ZoneCounts) -> Overlay:
    """The zones of control of two sides, and where they lie over each other."""
    tones = {(True, False): "own_zoc", (False, True): "enemy_zoc", (True, True): "both_zoc"}
    shades = tuple(
        Shade(at, tones[own.holds(i), enemy.holds(i)])
        for i, at in enumerate(own.atlas.labels)
        if own.holds(i) or enemy.holds(i)
    )
    return Overlay("zones", say("Zones of control"), shades, legend=(Legend("both_zoc", say("both")),))


# Supply as every game that has it tells of it: who is in supply now, by which line, and which bridges lines
# go over.


class Supplies(ABC):
    """The supply of one side at one position."""

    @abstractmethod
    def fed(self) -> Mapping[str, bool]:
        """Unit -> whether it is in supply: those of the side on the map that need it, in their order."""

    @abstractmethod
    def line(self, uid: str) -> tuple[str, ...]:
        """The hexes of the line that supplies a unit, from its own hex on; empty where no line does."""
