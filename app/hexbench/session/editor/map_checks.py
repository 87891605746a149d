"""What is wrong with a map being edited: one sentence each, with the hexes to look at.

Some checks apply to every map (a river in pieces, a road to nowhere). The rest use the vocabulary a game
declares, and the game itself, which is asked to open the map.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from hexbench.atlas.atlas import OFF, Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.engine.documents.editing import MapVocabulary
from hexbench.engine.values import Say, say
from hexbench.hexes.coords import Axial
from hexbench.session.editor.document import Key
from hexbench.session.editor.draft import Finding, in_order
from hexbench.session.editor.map_difference import hexes_of_side
from hexbench.session.editor.map_pen import Vertices
from hexbench.store.strict import BadFile, either

_CROSSED: Final = ("bridge", "ford")
"""Kinds of hexside that let a road cross water."""
_FLOWING: Final = ("river", "stream", "canal", "brook")
SHOWN: Final = 6
"""Number of hexes named in a sentence at most."""

Ask = Callable[[MapSheet], object]
"""Opens the map as the game does; raises BadFile if it is not a map of that game."""


def findings(
    sheet: MapSheet, atlas: Atlas, ground: MapVocabulary, ask: Ask | None = None
) -> tuple[Finding, ...]:
    """Everything wrong with a map, errors first."""
    return in_order([one for step in steps(sheet, atlas, ground, ask) for one in step])


def steps(
    sheet: MapSheet, atlas: Atlas, ground: MapVocabulary, ask: Ask | None = None
) -> Iterator[tuple[Finding, ...]]:
    """The same, one check at a time, so that a window stays responsive in between."""
    yield tuple(strays(sheet, atlas))
    yield tuple(unknown(sheet, ground))
    yield tuple(crossings(sheet, atlas, ground))
    yield tuple(rivers(sheet, atlas, ground))
    yield tuple(roads(sheet, atlas))
    yield tuple(parts(atlas))
    yield tuple(missing(sheet, atlas, ground))
    yield tuple(names(sheet))
    if ask is not None:
        yield tuple(judged(sheet, atlas, ask))


# ---- where things are ------------------------------------------------------------------------------------------------
def strays(sheet: MapSheet, atlas: Atlas) -> Iterator[Finding]:
    """Things that are off the map, or on it twice."""
    grid = atlas.grid.axial
    for name in sheet.cells:
        if name not in grid:
            yield _error(say("Hex {hex} is not on the grid.", hex=name), keys=("cells", name))
    for part in ("hexsides", "roads"):
        seen: dict[str, int] = {}
        for i, row in enumerate(getattr(sheet, part)):
            text = say("{side} is not a hexside of this map.", side=row.side)
            try:
                atlas.side_keys(row.side)
            except ValueError:
                yield _error(
                    text, tuple(h for h in hexes_of_side(row.side) if h in atlas.index), (part, i, "side")
                )
            if row.side in seen:
                yield _error(
                    say(
                        "{side} is listed twice among the hexsides."
                        if part == "hexsides"
                        else "{side} is listed twice among the roads.",
                        side=row.side,
                    ),
                    hexes_of_side(row.side),
                    (part, i, "side"),
                )
            seen[row.side] = i
    for i, place in enumerate(sheet.places):
        off = [name for name in place.hexes if name not in atlas.index]
        if off or not place.hexes:
            yield _error(
                say(
                    "{place} lies off the map ({hexes}).",
                    place=place.name or "A place",
                    hexes=_few(off) or "no hex",
                ),
                tuple(h for h in place.hexes if h in atlas.index),
                ("places", i, "hexes"),
            )
    for zone, hexes in sheet.zones.items():
        off = [name for name in hexes if name not in atlas.index]
        if off:
            yield _error(
                say(
                    "The zone {zone} contains a hex that is off the map: {hexes}."
                    if len(off) == 1
                    else "The zone {zone} contains {n} hexes that are off the map: {hexes}.",
                    zone=zone,
                    n=len(off),
                    hexes=_few(off),
                ),
                keys=("zones", zone),
            )
    for i, line in enumerate(sheet.lines):
        for side in line.sides:
            try:
                atlas.side_keys(side)
            except ValueError:
                yield _error(
                    say(
                        "The line {line} runs along {side}, which is not a hexside.",
                        line=line.name,
                        side=side,
                    ),
                    keys=("lines", i, "sides"),
                )


def unknown(sheet: MapSheet, ground: MapVocabulary) -> Iterator[Finding]:
    """Keys that the game does not know."""
    at: dict[tuple[Say, str], list[str]] = {}
    terrain, feature_, level = say("terrain"), say("feature"), say("level")
    terrains, features = {k for k, _ in ground.terrains}, {k for k, _ in ground.features}
    low, high = ground.elevations
    for name, cell in sheet.cells.items():
        if cell.terrain not in terrains:
            at.setdefault((terrain, cell.terrain), []).append(name)
        for feature in cell.features:
            if feature not in features:
                at.setdefault((feature_, feature), []).append(name)
        if not low <= cell.elevation <= high:
            at.setdefault((level, str(cell.elevation)), []).append(name)
    for what, known, rows in (
        (
            say("kind of hexside"),
            {k for k, _ in ground.hexsides},
            [(k, s.side) for s in sheet.hexsides for k in s.kinds or ("nothing",)],
        ),
        (say("kind of road"), {k for k, _ in ground.roads}, [(r.kind, r.side) for r in sheet.roads]),
        (say("kind of line"), {k for k, _ in ground.lines}, [(n.kind, *n.sides[:1]) for n in sheet.lines]),
    ):
        for word, *sides in rows:
            if word not in known:
                at.setdefault((what, word), []).extend(h for side in sides for h in hexes_of_side(side)[:1])
    for (what, word), hexes in at.items():
        where = [h for h in hexes if h in sheet.cells]
        text = (
            say(
                "1 hex has no terrain: {hexes}."
                if len(where) == 1
                else "{n} hexes have no terrain: {hexes}.",
                n=len(where),
                hexes=_few(where),
            )
            if what == terrain and not word
            else say(
                'This game has no {what} "{word}" ({hexes}).',
                what=what,
                word=word,
                hexes=_few(where) or "-",
            )
        )
        yield _error(text, tuple(dict.fromkeys(where)))


# ---- rivers and roads ------------------------------------------------------------------------------------------------
def flowing(ground: MapVocabulary, sheet: MapSheet) -> frozenset[str]:
    """The kinds of hexside that are flowing water: those that bridges need, and those named like it."""
    kinds = {kind for kind, _ in ground.hexsides} | {k for side in sheet.hexsides for k in side.kinds}
    told = {other for one, other in ground.with_ if one in _CROSSED}
    return frozenset(k for k in kinds if k in told or k.split("_")[-1] in _FLOWING)


def crossings(sheet: MapSheet, atlas: Atlas, ground: MapVocabulary) -> Iterator[Finding]:
    """A bridge must span something and carry a road, and a road must not cross water without one."""
    water = flowing(ground, sheet)
    wanted: dict[str, set[str]] = {}
    for one, other in ground.with_:
        wanted.setdefault(one, set()).add(other)
    bridged = [kind for kind, _ in ground.hexsides if kind in _CROSSED]
    road_sides = {road.side for road in sheet.roads}
    for i, side in enumerate(sheet.hexsides):
        hexes = hexes_of_side(side.side)
        for kind in side.kinds:
            others = wanted.get(kind)
            if others and not others & set(side.kinds):
                yield _error(
                    say(
                        "There is no {other} on {side} to go with the {kind}.",
                        kind=_plain(kind),
                        side=side.side,
                        other=either(sorted(map(_plain, others))),
                    ),
                    hexes,
                    ("hexsides", i, "kinds"),
                )
        if "bridge" in side.kinds and sheet.roads and side.side not in road_sides:
            yield _warning(
                say("No road crosses the bridge on {side}.", side=side.side), hexes, ("hexsides", i)
            )
    yield from _unbridged(sheet, water, road_sides, bridged=bool(bridged))


def _unbridged(
    sheet: MapSheet, water: frozenset[str], road_sides: set[str], *, bridged: bool
) -> Iterator[Finding]:
    """Roads that cross water: if most crossings have a bridge, the others lack one; otherwise it is this
    map's convention.
    """
    wet = [side for side in sheet.hexsides if side.side in road_sides and water & set(side.kinds)]
    bare = [side.side for side in wet if not set(_CROSSED) & set(side.kinds)]
    if not bridged or not bare:
        return
    if 2 * len(bare) > len(wet) > 1:
        yield Finding(
            level="note",
            text=say("{n} roads cross water without a bridge or ford.", n=len(bare)),
            hexes=tuple(dict.fromkeys(h for side in bare for h in hexes_of_side(side))),
        )
        return
    for side in bare:
        text = say("The road through {side} crosses water without a bridge or ford.", side=side)
        yield _warning(text, hexes_of_side(side))


def rivers(sheet: MapSheet, atlas: Atlas, ground: MapVocabulary) -> Iterator[Finding]:
    """A river should be one chain with at most one loose end (its source); its other ends meet the map edge
    or other water.
    """
    water = flowing(ground, sheet)
    found = Vertices(atlas)
    sides: dict[str, list[str]] = {}
    meeting: dict[Axial, list[str]] = {}
    for side in sheet.hexsides:
        if water & set(side.kinds) and _on(atlas, side.side):
            sides.setdefault(side.name, []).append(side.side)
            for end in found.ends(side.side):
                meeting.setdefault(end, []).append(side.side)
    rim = {
        end
        for i, around in enumerate(atlas.around)
        for direction, j in enumerate(around)
        if j == OFF
        for end in found.ends(atlas.side_of(i, direction))
    }
    for name, mine in sides.items():
        pieces = list(_pieces(found, mine))
        open_ends: list[tuple[Axial, str]] = []
        for piece in pieces:
            count: dict[Axial, list[str]] = {}
            for at in piece:
                for end in found.ends(at):
                    count.setdefault(end, []).append(at)
            tips = [end for end, there in count.items() if len(there) == 1]
            loose = [(end, count[end][0]) for end in tips if len(meeting[end]) == 1 and end not in rim]
            if name:
                open_ends += loose
            elif len(loose) > 1:
                yield _warning(
                    say(
                        "This water of 1 hexside has more than one loose end."
                        if len(piece) == 1
                        else "This water of {n} hexsides has more than one loose end.",
                        n=len(piece),
                    ),
                    _hexes_at(atlas, [side for _, side in loose]),
                )
        if name and len(open_ends) > 1:
            where = _hexes_at(atlas, [side for _, side in open_ends])
            text = say(
                "The {river} is broken into {n} pieces with {ends} loose ends ({hexes}).",
                river=name,
                n=len(pieces),
                ends=len(open_ends),
                hexes=_few(where),
            )
            one = say("The {river} has more than one loose end ({hexes}).", river=name, hexes=_few(where))
            if len(pieces) > 1:
                yield _warning(text, where)
            else:
                yield Finding(level="note", text=one, hexes=where)


def _pieces(found: Vertices, sides: Iterable[str]) -> Iterator[list[str]]:
    left = dict.fromkeys(sides)
    at: dict[Axial, list[str]] = {}
    for side in left:
        for end in found.ends(side):
            at.setdefault(end, []).append(side)
    while left:
        todo, piece = [next(iter(left))], list[str]()
        del left[todo[0]]
        while todo:
            side = todo.pop()
            piece.append(side)
            for end in found.ends(side):
                for other in at[end]:
                    if other in left:
                        del left[other]
                        todo.append(other)
        yield piece


def roads(sheet: MapSheet, atlas: Atlas) -> Iterator[Finding]:
    """A road must lead somewhere: to a place, a junction, or the map edge."""
    arms: dict[int, list[int]] = {}
    leaves: set[int] = set()
    for i, direction in atlas.roads:
        j = atlas.around[i][direction]
        arms.setdefault(i, []).append(j)
        if j == OFF or OFF in atlas.around[i]:
            leaves.add(i)
    places = {name for place in sheet.places for name in place.hexes}
    for i in sorted(arms):
        name = atlas.labels[i]
        if len(arms[i]) == 1 and i not in leaves and name not in places and not atlas.cells[i].features:
            yield _warning(say("The road ends in {hex}, where there is nothing.", hex=name), (name,))


# ---- the whole -------------------------------------------------------------------------------------------------------
def parts(atlas: Atlas) -> Iterator[Finding]:
    """The map must be connected."""
    left = dict.fromkeys(range(len(atlas.labels)))
    found: list[list[int]] = []
    while left:
        todo = [next(iter(left))]
        del left[todo[0]]
        piece: list[int] = []
        while todo:
            i = todo.pop()
            piece.append(i)
            for j in atlas.around[i]:
                if j in left:
                    del left[j]
                    todo.append(j)
        found.append(piece)
    for piece in sorted(found, key=len, reverse=True)[1:]:
        hexes = tuple(atlas.labels[i] for i in sorted(piece))
        yield _warning(
            say(
                "1 hex is not connected to the rest of the map: {hexes}."
                if len(piece) == 1
                else "{n} hexes are not connected to the rest of the map: {hexes}.",
                n=len(piece),
                hexes=_few(hexes),
            ),
            hexes,
        )
    if not atlas.labels:
        yield _error(say("A map needs at least one hex."))


def missing(sheet: MapSheet, atlas: Atlas, ground: MapVocabulary) -> Iterator[Finding]:
    """Hexes of the grid that are not on the map, and zones of the game without a hex."""
    lacking = [n for n in atlas.grid.axial if n not in sheet.cells]
    if lacking:
        yield Finding(
            level="note",
            text=say(
                "1 hex of the grid is not on the map: {hexes}."
                if len(lacking) == 1
                else "{n} hexes of the grid are not on the map: {hexes}.",
                n=len(lacking),
                hexes=_few(lacking),
            ),
        )
    for zone, title in ground.zones.names:
        if not sheet.zones.get(zone):
            yield _warning(
                say("{zone} ({key}) contains no hexes.", zone=title, key=zone), keys=("zones", zone)
            )
    known = {zone for zone, _ in ground.zones.names}
    families = tuple(beginning for beginning, _ in ground.zones.families)
    for zone, hexes in sheet.zones.items():
        if (known or families) and zone not in known and not zone.startswith(families or ("\0",)):
            text = say("This game has no zone {zone}.", zone=zone)
            yield Finding(level="note", text=text, hexes=tuple(hexes), keys=("zones", zone))


def names(sheet: MapSheet) -> Iterator[Finding]:
    """Places must have names, each a different one."""
    seen: Mapping[str, list[int]] = {}
    seen = dict[str, list[int]]()
    for i, place in enumerate(sheet.places):
        if not place.name.strip():
            yield _error(
                say("A place in {hexes} has no name.", hexes=_few(place.hexes)), place.hexes, ("places", i)
            )
        seen.setdefault(place.name, []).append(i)
    for name, at in seen.items():
        if name.strip() and len(at) > 1:
            hexes = tuple(h for i in at for h in sheet.places[i].hexes)
            yield _warning(
                say("{n} places are named {name}.", n=len(at), name=name), hexes, ("places", at[-1])
            )


def judged(sheet: MapSheet, atlas: Atlas, ask: Ask) -> Iterator[Finding]:
    """What the game itself says about the map."""
    try:
        ask(sheet)
    except BadFile as fault:
        reason = fault.because
        if not isinstance(reason, Say):
            reason = reason[:1].upper() + reason[1:]
        keys: tuple[Key, ...] = fault.keys
        text = (
            say("{where}: {reason}", where=fault.where, reason=reason)
            if fault.where
            else say("{reason}", reason=reason)
        )
        yield Finding(
            level="error", text=text, hexes=mentioned(f"{fault.where} {fault.reason}", atlas), keys=keys
        )


def mentioned(sentence: str, atlas: Atlas) -> tuple[str, ...]:
    """The hexes mentioned in a sentence."""
    return tuple(dict.fromkeys(word for word in re.findall(r"[A-Z]*\d+", sentence) if word in atlas.index))


def _on(atlas: Atlas, side: str) -> bool:
    try:
        return bool(atlas.side_keys(side))
    except ValueError:
        return False


def _hexes_at(atlas: Atlas, sides: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(h for side in sides for h in hexes_of_side(side) if h in atlas.index))


def _few(hexes: Iterable[str]) -> Say | str:
    every = list(hexes)
    shown = ", ".join(every[:SHOWN])
    return say("{hexes} and {n} more", hexes=shown, n=len(every) - SHOWN) if len(every) > SHOWN else shown


def _plain(kind: str) -> str:
    return kind.replace("_", " ")


def _error(text: Say, hexes: Iterable[str] = (), keys: tuple[Key, ...] = ()) -> Finding:
    return Finding(level="error", text=text, hexes=tuple(hexes), keys=keys)


def _warning(text: Say, hexes: Iterable[str] = (), keys: tuple[Key, ...] = ()) -> Finding:
    return Finding(level="warning", text=text, hexes=tuple(hexes), keys=keys)
