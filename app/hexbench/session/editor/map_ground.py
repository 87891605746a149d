"""What may be on a map of a game: as the game declares it, or gathered from maps where it declares nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexbench.atlas.sheet import MapSheet
from hexbench.engine.documents.editing import Ground, Zones, editing_of
from hexbench.engine.values import Say, say

Words = tuple[tuple[str, Say], ...]
GENERAL = Ground(
    terrains=(
        ("clear", say("Clear")),
        ("woods", say("Woods")),
        ("rough", say("Rough")),
        ("marsh", say("Marsh")),
    ),
    features=(("town", say("Town")), ("city", say("City"))),
    hexsides=(
        ("river", say("River")),
        ("bridge", say("Bridge")),
        ("ford", say("Ford")),
        ("cliff", say("Cliff")),
    ),
    with_=(("bridge", "river"), ("ford", "river")),
    roads=(("main", say("Main road")), ("second", say("Second road"))),
    lines=(("front", say("Front")), ("border", say("Border"))),
    elevations=(0, 4),
)
"""What most maps have: for a game that says nothing."""


def named(key: str) -> Say:
    """A key of a map as a name."""
    return say("{key}", key=key.replace("_", " ").replace(".", " ").capitalize())


def ground_of(game: Any, tables: Any = None, sheets: Iterable[MapSheet] = ()) -> Ground:
    """What a map of a game may hold; without a declaration what these maps hold, and what most maps do."""
    editing = editing_of(game) if game is not None else None
    if editing is not None:
        return editing.ground(tables)
    found = tuple(sheets)
    return gathered(found) if found else GENERAL


def gathered(sheets: Iterable[MapSheet]) -> Ground:
    """The words of maps as a ground."""
    terrains, features, sides, roads, lines = ({} for _ in range(5))  # type: ignore[var-annotated]
    zones: dict[str, None] = {}
    with_: dict[tuple[str, str], None] = {}
    heights = {0}
    for sheet in sheets:
        # Few kinds of hexes make up a map of thousands.
        for terrain, on, height in {(c.terrain, c.features, c.elevation) for c in sheet.cells.values()}:
            terrains[terrain] = None
            features.update(dict.fromkeys(on))
            heights.add(height)
        for side in sheet.hexsides:
            sides.update(dict.fromkeys(side.kinds))
            with_.update(
                {(k, "river"): None for k in side.kinds if k in ("bridge", "ford") and "river" in side.kinds}
            )
        roads.update({road.kind: None for road in sheet.roads})
        lines.update({line.kind: None for line in sheet.lines})
        zones.update(dict.fromkeys(sheet.zones))

    def words(kinds: Iterable[str]) -> Words:
        return tuple((kind, named(kind)) for kind in kinds)

    ordered = sorted(terrains, key=lambda kind: (kind != "clear", kind))
    return Ground(
        terrains=words(ordered) or GENERAL.terrains,
        features=words(sorted(features)),
        hexsides=words(sorted(sides)),
        with_=tuple(sorted(with_)),
        roads=words(sorted(roads)),
        lines=words(sorted(lines)),
        elevations=(min(heights), max(heights)),
        zones=Zones(
            path=("zones",),
            names=words(sorted(name for name in zones if "." not in name)),
            families=words(sorted({f"{name.partition('.')[0]}." for name in zones if "." in name})),
        ),
    )


def widened(ground: Ground, sheet: MapSheet) -> Ground:
    """The same with what is on a map besides: nothing that is there may be out of reach of the hand."""
    mine = gathered([sheet])

    def joined(a: Words, b: Words) -> Words:
        have = {key for key, _ in a}
        return (*a, *(row for row in b if row[0] not in have))

    low, high = (min(ground.elevations[0], mine.elevations[0]), max(ground.elevations[1], mine.elevations[1]))
    return Ground(
        terrains=joined(ground.terrains, tuple(r for r in mine.terrains if sheet.cells)),
        features=joined(ground.features, mine.features),
        hexsides=joined(ground.hexsides, mine.hexsides),
        with_=ground.with_,
        roads=joined(ground.roads, mine.roads),
        lines=joined(ground.lines, mine.lines),
        elevations=(low, high),
        zones=ground.zones,
    )


def same_hexside(ground: Ground, kind: str) -> tuple[str, ...]:
    """The kinds that a kind goes with: one of them must run there before it (a bridge wants a river)."""
    return tuple(other for one, other in ground.with_ if one == kind)
