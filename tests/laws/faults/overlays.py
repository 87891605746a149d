"""Planted faults in the standard overlays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from hexbench.engine import overlays
from hexbench.engine.display import Shade
from hexbench.engine.overlays import Overlays
from tests.laws.drawing import Drawn
from tests.laws.faults.plant import fault, patched

TOY = "crossroads/village"
GAME = "tigers/24_december"


@fault("where two zones lie over each other only one is drawn", TOY, Drawn)
def zones_hide_each_other() -> Iterator[None]:
    """The hexes of both are given to the first."""
    honest = overlays.overlaid

    def overlaid(atlas: Any, first: Any, second: Any, tones: tuple[str, str, str]) -> tuple[Shade, ...]:
        return honest(atlas, first, {h: t for h, t in second.items() if h not in first}, tones)

    with patched(overlays, overlaid=overlaid):
        yield


@fault("a reach is dearer than the way", TOY, Drawn)
def reach_too_dear() -> Iterator[None]:
    """A point is added to everything."""
    honest = Overlays._turns

    def turns(self: Any, uid: str) -> Any:
        return {i: (n, cost + 12) for i, (n, cost) in honest(self, uid).items()}

    with patched(Overlays, _turns=turns):
        yield


@fault("the hex a unit stands in belongs to its reach", TOY, Drawn)
def reach_of_where_it_stands() -> Iterator[None]:
    """It is not left out."""
    honest = Overlays.reach

    def reach(self: Any, uid: str) -> Any:
        found, at = honest(self, uid), self.s.units[uid].at
        return replace(found, shades=(*found.shades, Shade(at, "reach", "0")))

    with patched(Overlays, reach=reach):
        yield


@fault("a way leaves out its last hex", TOY, Drawn)
def way_too_short() -> Iterator[None]:
    """It ends before the goal."""
    honest = Overlays.route

    def route(self: Any, subject: str) -> Any:
        found = honest(self, subject)
        if found is None or not found.trails:
            return found
        trail = found.trails[0]
        short = replace(trail, hexes=trail.hexes[:-1], texts=trail.texts[:-1])
        return replace(found, trails=(short,))

    with patched(Overlays, route=route):
        yield


@fault("a unit is threatened by its own side", TOY, Drawn)
def friends_threaten() -> Iterator[None]:
    """The other side is mistaken for this one."""
    with patched(Overlays, foe=lambda self, side: side):
        yield


@fault("an attacker with a way to go does not count", TOY, Drawn)
def threat_added_wrong() -> Iterator[None]:
    """The sum is that of the adjacent units."""
    honest = Overlays.threat

    def threat(self: Any, at: str) -> Any:
        found = honest(self, at)
        shades = [replace(s, text="1") if s.tone == "target" else s for s in found.shades]
        return replace(found, shades=tuple(shades))

    with patched(Overlays, threat=threat):
        yield


@fault("there is never a front", TOY, Drawn)
def no_front() -> Iterator[None]:
    """There are no units."""
    with patched(Overlays, held=lambda self, side: 0):
        yield


@fault("anybody may be asked about", TOY, Drawn)
def hexes_not_looked_up() -> Iterator[None]:
    """What is not a hex is threatened too."""
    honest = Overlays.draw

    def draw(self: Any, kind: str, subject: str = "") -> Any:
        return honest(self, kind, subject) or honest(self, "front")

    with patched(Overlays, draw=draw):
        yield


@fault("who is cut off is drawn as fed where a friend is fed", GAME, Drawn)
def cut_off_as_fed() -> Iterator[None]:
    """Only the lines decide."""
    honest = Overlays.supply

    def supply(self: Any) -> Any:
        found = honest(self)
        return replace(found, shades=tuple(replace(one, tone="supplied") for one in found.shades))

    with patched(Overlays, supply=supply):
        yield


@fault("a line of supply that is cut is drawn as whole", GAME, Drawn)
def cut_line_as_whole() -> Iterator[None]:
    """It is not said where it is broken."""
    honest = Overlays.trail

    def trail(self: Any, uid: str) -> Any:
        found = honest(self, uid)
        return found if found is None else replace(found, broken="")

    with patched(Overlays, trail=trail):
        yield


@fault("a legend leaves out a tone", GAME, Drawn)
def legend_too_short() -> Iterator[None]:
    """That of the later turns is missing."""
    honest = Overlays.reach

    def reach(self: Any, uid: str) -> Any:
        found = honest(self, uid)
        return replace(found, legend=found.legend[:1])

    with patched(Overlays, reach=reach):
        yield
