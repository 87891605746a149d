"""What must be true of a compiled map: checked in the map itself, whatever the compiler recorded."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from hexbench.atlas.atlas import OFF, Atlas
from hexbench.mapmaker import places
from hexbench.mapmaker.places import titles
from hexbench.mapmaker.recipe import GamePlace

if TYPE_CHECKING:
    from hexbench.atlas.sheet import Line, MapSheet
    from hexbench.mapmaker.build import Story
    from hexbench.mapmaker.frame import Corner, Frame
    from hexbench.mapmaker.rivers import River


def check(sheet: MapSheet, story: Story, listed: Sequence[GamePlace]) -> list[str]:
    """Everything that is wrong with a map, each as a sentence. Raises ValueError if it is no map at all."""
    atlas = Atlas(sheet)
    frame = story.frame
    return [
        *story.problems,
        *pins(atlas, story, listed),
        *rivers(sheet, frame, story.rivers),
        *crossings(atlas),
        *network(atlas),
        *lines(
            sheet, frame, {line.name for line in story.recipe.settled.lines} if story.recipe.settled else ()
        ),
        *_partitions(atlas, story),
        *gates(atlas, story),
        *begun(story, sheet),
    ]


def pins(atlas: Atlas, story: Story, listed: Sequence[GamePlace]) -> Iterator[str]:
    """Pinned towns are in their hexes, and so is every place whose hex the rules give."""
    shown = titles(story.recipe, listed)
    wanted = {shown.get(p.name, p.name): p.hex for p in story.recipe.fit.pins if p.longitude is None}
    wanted |= {p.title: p.ledger_hex for p in listed if p.pinned}
    for name, where in wanted.items():
        place = atlas.places.get(name)
        if place is None or place.hexes != (where,):
            yield f"{name} is not in {where}."


def rivers(sheet: MapSheet, frame: Frame, streams: Mapping[str, River]) -> Iterator[str]:
    """Each river is in one piece, or in pieces separated by the outline, and only its source is inside the map."""
    by_name: dict[str, set[str]] = {}
    touching: dict[Corner, set[str]] = {}
    for side in sheet.hexsides:
        if "river" in side.kinds:
            by_name.setdefault(side.name, set()).add(side.side)
            for end in frame.sides[side.side].ends:
                touching.setdefault(end, set()).add(side.name)
    sources = {chain.corners[0] for river in streams.values() for chain in river.chains[:1]}
    for name in sorted(by_name):
        for piece in pieces(frame, by_name[name]):
            ends = _loose_ends(frame, piece)
            for end in ends:
                if end not in frame.rim and len(touching[end]) == 1 and end not in sources:
                    yield f"River {name} ends in the open beside {frame.meeting[end][0].name}."
            if len(ends) != 2:
                yield f"River {name} has a piece with {len(ends)} ends, so it branches or runs in a ring."


def pieces(frame: Frame, sides: Iterable[str]) -> list[list[str]]:
    """Hexsides grouped into connected sets."""
    left = set(sides)
    out: list[list[str]] = []
    while left:
        todo = [min(left)]
        left.discard(todo[0])
        piece: list[str] = []
        while todo:
            name = todo.pop()
            piece.append(name)
            for end in frame.sides[name].ends:
                for side in frame.meeting[end]:
                    if side.name in left:
                        left.discard(side.name)
                        todo.append(side.name)
        out.append(sorted(piece))
    return out


def _loose_ends(frame: Frame, sides: Iterable[str]) -> list[Corner]:
    """The corners that only one of the hexsides has."""
    count: dict[Corner, int] = {}
    for name in sides:
        for end in frame.sides[name].ends:
            count[end] = count.get(end, 0) + 1
    return sorted(corner for corner, n in count.items() if n == 1)


def crossings(atlas: Atlas) -> Iterator[str]:
    """A road crosses a river at a bridge or a ford and never a lake; a bridge or ford is on a river."""
    for side in atlas.sheet.hexsides:
        road = any(key in atlas.roads for key in atlas.side_keys(side.side))
        if {"bridge", "ford"} & set(side.kinds) and "river" not in side.kinds:
            yield f"The bridge or ford on {side.side} crosses no river."
        if road and "lake" in side.kinds:
            yield f"A road crosses the lake on {side.side}."
        if road and "river" in side.kinds and not {"bridge", "ford"} & set(side.kinds):
            yield f"A road crosses the {side.name} on {side.side} without bridge or ford."


def network(atlas: Atlas) -> Iterator[str]:
    """Every city and town is on a road, and all roads are connected."""
    joined: dict[int, list[int]] = {}
    for i, direction in atlas.roads:
        joined.setdefault(i, [])
        if atlas.around[i][direction] != OFF:
            joined[i].append(atlas.around[i][direction])
    parts: list[set[int]] = []
    left = dict.fromkeys(sorted(joined))
    while left:
        todo = [next(iter(left))]
        found: set[int] = set()
        while todo:
            i = todo.pop()
            if i not in found:
                found.add(i)
                left.pop(i, None)
                todo += joined[i]
        parts.append(found)
    main = max(parts, key=len, default=set())
    for part in parts:
        if part is not main:
            yield f"The road through {atlas.labels[min(part)]} ({len(part)} hexes) joins no other."
    for place in atlas.sheet.places:
        if place.kind in ("city", "town"):
            for name in place.hexes[:1]:
                if atlas.index[name] not in main:
                    yield f"{place.name} ({name}) lies on no road."


def lines(sheet: MapSheet, frame: Frame, settled: Container[str] = ()) -> Iterator[str]:
    """Every line is a chain without a gap from one edge of the map to another, unless a game has settled it."""
    for line in sheet.lines:
        if line.name in settled:
            continue
        ends = _chain_ends(line, frame)
        if ends is None:
            yield f"The line {line.name} has a gap."
        elif any(end not in frame.rim for end in ends):
            yield f"The line {line.name} does not reach the outline of the map."


def _chain_ends(line: Line, frame: Frame) -> tuple[Corner, Corner] | None:
    """The first and last corner of a line, or None if its hexsides are not connected in order."""
    sides = [frame.sides[name] for name in line.sides]
    if len(sides) < 2:
        return None
    shared = set(sides[0].ends) & set(sides[1].ends)
    if len(shared) != 1:
        return None
    here = sides[0].other(*shared)
    first = here
    for side in sides:
        if here not in side.ends:
            return None
        here = side.other(here)
    return first, here


def _partitions(atlas: Atlas, story: Story) -> Iterator[str]:
    """The parts east and west of a line share no hex and omit none, and only the line is between them."""
    zones = atlas.sheet.zones
    for spec in story.recipe.lines:
        if not (spec.east and spec.west):
            continue
        east, west = set(zones[spec.east]), set(zones[spec.west])
        if east & west or len(east) + len(west) != len(atlas.labels):
            yield f"{spec.east} and {spec.west} do not divide the map between them."
        line = next(n for n in atlas.sheet.lines if n.name == spec.name)
        between = {
            atlas.side_of(atlas.index[name], direction)
            for name in east
            for direction, j in enumerate(atlas.around[atlas.index[name]])
            if j != OFF and atlas.labels[j] in west
        }
        inner = {name for name in line.sides if len(atlas.side_keys(name)) == 2}
        if between != inner:
            yield f"{len(between ^ inner)} hexsides of {spec.name} are not where its two parts meet."


def gates(atlas: Atlas, story: Story) -> Iterator[str]:
    """A road out of the map leaves it; the friendly edges contain every hex of the named edges once."""
    zones: Mapping[str, tuple[str, ...]] = atlas.sheet.zones
    leaving = {atlas.labels[i] for i, direction in atlas.roads if atlas.around[i][direction] == OFF}
    for gate in story.recipe.gates:
        for name in zones[gate.zone]:
            if name not in leaving:
                yield f"No road leaves the map in {name} ({gate.zone})."
            if gate.part and name not in zones[gate.part]:
                yield f"{gate.zone} lies in {name}, outside {gate.part}."
    both = set(zones.get("edge.german", ())) & set(zones.get("edge.allied", ()))
    if both:
        yield f"Hex {min(both)} belongs to the friendly edges of both sides."


def begun(story: Story, sheet: MapSheet) -> Iterator[str]:
    """First contacts are adjacent, no unit starts in an enemy's hex, and each side starts on its own side of the front."""
    spec = story.recipe.starts
    at = places.start_hexes(story.frame, story.starts)
    yield from places.wrong_contacts(story.frame, at, spec)
    shared = {at[p] for p in spec.german} & {at[p] for p in spec.allied}
    for name in sorted(shared):
        yield f"Both sides have fixed starts in {name}."
    for line in story.recipe.lines:
        if line.parts:
            east = [story.frame.atlas.index[h] for h in sheet.zones[line.east]]
            yield from places.wrong_sides(story.frame, at, spec, east, line.name)
