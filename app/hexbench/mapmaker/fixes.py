"""Corrections by hand, made after compiling: hexes, hexsides and roads. Each has its reason in the recipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hexbench.atlas.sheet import Cell
from hexbench.mapmaker.frame import Frame
from hexbench.mapmaker.recipe import HexFix, RoadFix, SideFix
from hexbench.mapmaker.roads import Network


def fix_hexes(cells: dict[str, Cell], fixes: Sequence[HexFix]) -> None:
    """Set terrain and features. Raises ValueError for a hex off the map or a correction that changes nothing."""
    for fix in fixes:
        if fix.hex not in cells:
            raise ValueError(f"The recipe corrects hex {fix.hex}, which is not on the map.")
        old = cells[fix.hex]
        features = {*old.features, *fix.add} - set(fix.drop)
        new = Cell(fix.terrain or old.terrain, tuple(sorted(features)), old.elevation)
        if new == old:
            raise ValueError(f"The correction of hex {fix.hex} changes nothing.")
        cells[fix.hex] = new


def fix_sides(frame: Frame, sides: dict[str, tuple[tuple[str, ...], str]], fixes: Sequence[SideFix]) -> None:
    """Add kinds to hexsides or remove them. Raises ValueError for a bad name or a correction that changes nothing."""
    for fix in fixes:
        if fix.side not in frame.sides:
            raise ValueError(f"The recipe corrects hexside {fix.side}, which is not on the map.")
        kinds, name = sides.get(fix.side, ((), ""))
        new = (*(k for k in kinds if k not in fix.drop), *(k for k in fix.add if k not in kinds))
        if new == kinds:
            raise ValueError(f"The correction of hexside {fix.side} changes nothing.")
        if new:
            sides[fix.side] = (new, fix.name or name)
        else:
            sides.pop(fix.side, None)


def fix_roads(frame: Frame, net: Network, fixes: Sequence[RoadFix]) -> None:
    """Build roads or remove them. Raises ValueError for hexes that are not adjacent or a correction without effect."""
    for fix in fixes:
        changed = False
        for name in _sides_of(frame, fix):
            if fix.kind:
                changed = changed or net.kinds.get(name) != fix.kind
                net.kinds[name] = fix.kind
                if fix.road and len(frame.sides[name].hexes) == 1:
                    net.exits[fix.road] = (name,)
            else:
                changed = net.kinds.pop(name, None) is not None or changed
                net.crossings.pop(name, None)
        if not changed:
            raise ValueError(f"The correction of the road {'-'.join(fix.hexes)} changes nothing.")


def _sides_of(frame: Frame, fix: RoadFix) -> Iterator[str]:
    for a, b in pairwise(fix.hexes):
        direction = frame.atlas.direction(a, b)
        if direction is None:
            raise ValueError(f"The recipe corrects a road from {a} to {b}, which are not adjacent.")
        yield frame.atlas.side_of(frame.atlas.index[a], direction)
    if fix.rim:
        name = f"{fix.hexes[-1]}/{fix.rim}"
        if name not in frame.sides:
            raise ValueError(
                f"The recipe corrects a road over {name}, which is not a hexside of the map edge."
            )
        yield name


def what_hex(fix: HexFix) -> str:
    """The correction of a hex in words."""
    words = [fix.terrain.replace("_", " ")] if fix.terrain else []
    words += [f"with {k}" for k in fix.add] + [f"without {k}" for k in fix.drop]
    return f"hex {fix.hex}: {', '.join(words)}"


def what_side(fix: SideFix) -> str:
    """The correction of a hexside in words."""
    words = [f"with {k}" for k in fix.add] + [f"without {k}" for k in fix.drop]
    return f"hexside {fix.side}: {', '.join(words).replace('_', ' ')}"


def what_road(fix: RoadFix) -> str:
    """The correction of a road in words."""
    route = "-".join(fix.hexes) + (f" and out to the {fix.rim}" if fix.rim else "")
    return f"{fix.kind} road {route}" if fix.kind else f"no road {route}"
