"""A report on a compiled map as Markdown: how it is placed on the ground, what runs where, and every decision by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.mapmaker.build import Built
from hexbench.mapmaker.recipe import GamePlace

_PREFACE = """# Maps

Every map of the program is compiled: `make maps` (or `hexbench map build KEY`) turns the one vector geography in
`resources/geography` and a recipe, `resources/maps/KEY.toml`, into `resources/maps/KEY.json`. The map editor edits that
file and a game plays on it. `hexbench map check KEY`, and a test, say when a compiled map is stale: its recipe, the
geography or the compiler has changed since.

How it is done, in this order: the grid is laid on the ground by a similarity fitted to pinned towns; a rubber sheet
(a thin-plate spline at rest all round the map) moves each pinned town into its hex and bends everything else with it, so
that a town stays on its road and on its bank; each hex takes the terrain that covers most of it; rivers become unbroken
chains of hexsides that keep towns on their true banks, tributaries end on their main river; roads join towns through
adjacent hexes and look for the known bridges, and where a road crosses a river there is a bridge or a listed ford; named
lines run along hexsides from one end of the map to the other and divide it; zones gather the hexes that rules speak of.

Where a game has settled its map hex by hex (`[settled]` in its recipe), what it lists takes the place of what the geography
gives on the same grid, and every difference stands among what was decided by hand.

A map whose hexes are known and whose lines are not is charted: `resources/maps/KEY.chart.toml` gives the terrain of every
hex row by row and the places, and the compiler lays the rivers of the geography and the roads through them. Maps that no
geography gives are drawn hex by hex: `resources/maps/KEY.drawn.toml` is the picture, compiled and checked by the same
commands. Drawn maps are not on this page, which is written by the compiler. Sources and licences of the geography: `resources/geography/SOURCES.md`.
"""


def report(built: Sequence[tuple[Built, Sequence[GamePlace]]], charted: Sequence[MapSheet] = ()) -> str:
    """The whole page for some maps, each with the places its game names, and for charted ones."""
    chapters = [*(_one_map(b, listed) for b, listed in built), *map(_one_chart, charted)]
    return _PREFACE + "".join("\n" + chapter for chapter in chapters)


def _one_chart(sheet: MapSheet) -> str:
    """The chapter of a map that is charted hex by hex."""
    parts = [
        f"## {sheet.title} (`{sheet.key}`)\n\n{sheet.provenance}\n",
        "### Grid\n\n" + _charted_grid(sheet),
        "### Terrain\n\n" + "".join(_charted_terrain(sheet)),
        "### Rivers\n\n" + "".join(_charted_rivers(sheet)),
        "### Places\n\n"
        + ", ".join(f"{place.name} {' '.join(place.hexes)}" for place in sheet.places)
        + ".\n",
    ]
    if sheet.zones:
        lines = (f"- {name}: {len(hexes)} hexes\n" for name, hexes in sheet.zones.items())
        parts.append("### Zones\n\n" + "".join(lines))
    if sheet.corrections:
        rows = ((one.what, one.why) for one in sheet.corrections)
        parts.append("### Decided by hand\n\n" + "".join(table(("what", "why"), rows)))
    return "\n".join(parts)


def _charted_grid(sheet: MapSheet) -> str:
    grid = sheet.grid
    return (
        f"{len(sheet.cells)} hexes, {grid.orientation}-top, columns {grid.columns[0]}-{grid.columns[1]}, rows "
        f"{grid.rows[0]}-{grid.rows[1]} counted from the {grid.rows_from}, {grid.pushed} lines half a hex {grid.push}, "
        f"numbered {grid.numbering}. {sheet.kilometres_per_hex} km from hex to hex.\n"
    )


def _charted_terrain(sheet: MapSheet) -> Iterator[str]:
    counts = Counter(cell.terrain for cell in sheet.cells.values())
    total = len(sheet.cells)
    rows = ((name.replace("_", " "), n, f"{n / total:.0%}") for name, n in sorted(counts.items()))
    yield from table(("terrain", "hexes", "share"), rows)


def _charted_rivers(sheet: MapSheet) -> Iterator[str]:
    """The rivers of a charted map: wherever a road crosses a river there is a bridge."""
    roads = {road.side for road in sheet.roads}
    sides: dict[str, list[str]] = {}
    for side in sheet.hexsides:
        if "river" in side.kinds:
            sides.setdefault(side.name, []).append(side.side)
    rows = (
        (name or "-", len(found), ", ".join(side for side in sorted(found) if side in roads) or "-")
        for name, found in sorted(sides.items())
    )
    yield from table(("river", "hexsides", "hexsides that a road crosses"), rows)


def _one_map(built: Built, listed: Sequence[GamePlace]) -> str:
    """The chapter of one map."""
    sheet = built.sheet
    parts = [
        f"## {sheet.title} (`{sheet.key}`)\n\n{sheet.provenance}\n",
        "### Grid and fit\n\n" + "".join(_fit(built)),
        "### Terrain\n\n" + "".join(_terrain(built)),
        "### Rivers\n\n" + "".join(_rivers(built)),
        "### Crossings\n\n" + "".join(_crossings(built)),
        "### Roads out of the map\n\n" + "".join(_exits(built)),
        "### Zones\n\n" + "".join(_zones(built)),
        "### Decided by hand\n\n" + "".join(_corrections(built)),
    ]
    if listed:
        parts += [
            "### Against the straight fit\n\n" + "".join(_ledger(built, listed)),
            "### Start places\n\n" + "".join(_starts(built)),
        ]
    return "\n".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A Markdown table, line by line."""
    yield "| " + " | ".join(head) + " |\n"
    yield "|" + " --- |" * len(head) + "\n"
    for row in rows:
        yield "| " + " | ".join(str(cell) for cell in row) + " |\n"


def _fit(built: Built) -> Iterator[str]:
    reference, grid = built.story.reference, built.sheet.grid
    low, high, shift = reference.stretch_factors()
    yield (
        f"{len(built.sheet.cells)} hexes, {grid.orientation}-top, columns {grid.columns[0]}-{grid.columns[1]}, "
        f"rows {grid.rows[0]}-{grid.rows[1]} counted from the {grid.rows_from}, {grid.pushed} lines half a hex "
        f"{grid.push}, numbered {grid.numbering}. "
        f"{reference.similarity.spacing:.3f} km from hex to hex, turned {reference.similarity.rotation:.2f} degrees. "
        f"The rubber sheet stretches areas by {low:.2f} to {high:.2f} and shifts nothing by more than {shift:.2f} "
        "hexes.\n\n"
        "How far each pinned place lies from where it must be before the rubber sheet, in hexes:\n\n"
    )
    yield from table(
        ("place", "hex", "raw hex", "east", "south"),
        ((r.name, r.hex, r.raw_hex, f"{r.east:+.2f}", f"{r.south:+.2f}") for r in reference.residuals),
    )


def _terrain(built: Built) -> Iterator[str]:
    cells = built.sheet.cells.values()
    counts = Counter(c.terrain for c in cells)
    features = Counter(f for c in cells for f in c.features)
    total = len(built.sheet.cells)
    spec = built.story.recipe.terrain
    yield (
        f"A hex is woods, rough or marsh when that covers at least {spec.woods:.0%}, {spec.rough:.0%} or "
        f"{spec.marsh:.0%} of it, or the larger of woods and rough when both together cover {spec.mixed:.0%}. "
        f"It is heavy woods when woods cover {spec.heavy_woods:.0%} and at least {spec.heavy_depth} of its neighbours "
        f"are wooded, or in a gorge: {spec.heavy_with_rough:.0%} woods on {spec.rough_with_heavy:.0%} rough ground.\n\n"
    )
    yield from table(
        ("terrain", "hexes", "share"),
        ((name.replace("_", " "), n, f"{n / total:.0%}") for name, n in sorted(counts.items())),
    )
    yield "\n" + ", ".join(f"{name}: {n} hexes" for name, n in sorted(features.items())) + ".\n"


def _rivers(built: Built) -> Iterator[str]:
    story = built.story
    kinds = {side.side: side.kinds for side in built.sheet.hexsides}

    def count(sides: Iterable[str], kind: str) -> int:
        return sum(kind in kinds.get(name, ()) for name in sides)

    yield from table(
        ("river", "flows into", "pieces", "hexsides", "bridges", "fords", "lake"),
        (
            (
                river.spec.name,
                river.into or "-",
                len(river.chains),
                len(river.sides),
                count(river.sides, "bridge"),
                count(river.sides, "ford"),
                count(river.sides, "lake"),
            )
            for river in story.rivers.values()
        ),
    )


def _crossings(built: Built) -> Iterator[str]:
    story = built.story
    roads = {r.side: r.kind for r in built.sheet.roads}
    yield from table(
        ("hexside", "river", "crossing", "road", "known as"),
        (
            (
                side.side,
                side.name,
                "ford" if "ford" in side.kinds else "bridge",
                roads.get(side.side, "none"),
                ", ".join(sorted(set(story.bridges.get(side.side, ())))),
            )
            for side in built.sheet.hexsides
            if {"bridge", "ford"} & set(side.kinds)
        ),
    )


def _exits(built: Built) -> Iterator[str]:
    gates = built.story.recipe.gates
    named: dict[str, list[str]] = {}
    for gate in gates:
        named.setdefault(built.sheet.zones[gate.zone][0], []).append(gate.zone)
    leaving = {name: road for road, names in built.story.network.exits.items() for name in names}
    kinds = {r.side: r.kind for r in built.sheet.roads}
    yield from table(
        ("hexside", "road", "kind", "named"),
        (
            (name, leaving[name], kinds[name], ", ".join(named.get(name.partition("/")[0], ())))
            for name in sorted(leaving)
            if name in kinds
        ),
    )


def _zones(built: Built) -> Iterator[str]:
    shown = {n: h for n, h in built.sheet.zones.items() if not n.startswith(("start.", "vp."))}
    yield from table(
        ("zone", "hexes", "which"),
        ((name, len(hexes), ", ".join(hexes) if len(hexes) < 3 else "") for name, hexes in shown.items()),
    )
    if not any(n.startswith("vp.") for n in built.sheet.zones):
        return
    yield "\nVictory places: "
    yield "; ".join(
        f"{n.removeprefix('vp.')} {', '.join(h)}" for n, h in built.sheet.zones.items() if n.startswith("vp.")
    )
    yield ".\n"


def _corrections(built: Built) -> Iterator[str]:
    starts = {f"start {n.place} in {n.hex}" for n in built.story.recipe.starts.nudges}
    yield from table(
        ("what", "why"), ((c.what, c.why) for c in built.sheet.corrections if c.what not in starts)
    )
    gone = built.story.untangled
    if gone:
        yield f"\nRoads taken out where three hexes were joined in a triangle: {', '.join(gone)}.\n"


def _ledger(built: Built, listed: Sequence[GamePlace]) -> Iterator[str]:
    atlas = Atlas(built.sheet)
    rows: list[tuple[str, str, str, int]] = []
    for place in listed:
        mine = atlas.places.get(place.title)
        if place.ledger_hex and mine is not None and place.ledger_hex in atlas.index:
            far = min(atlas.distance(place.ledger_hex, h) for h in mine.hexes)
            rows.append((place.title, place.ledger_hex, ", ".join(mine.hexes), far))
    apart = Counter(row[3] for row in rows)
    yield (
        "A straight fit without a rubber sheet puts places within a hex or two. "
        + ", ".join(f"{n} of {len(rows)} places {far} away" for far, n in sorted(apart.items()))
        + ". Those that differ:\n\n"
    )
    yield from table(("place", "straight fit", "this map", "hexes apart"), (row for row in rows if row[3]))


def _starts(built: Built) -> Iterator[str]:
    yield "Where a place truly lies, and the hex its units are given:\n\n"
    yield from table(
        ("place", "true hex", "start", "why"),
        (
            (s.place.title, s.true_hex or "off the map", s.hex if s.why else "", s.why)
            for s in built.story.starts
        ),
    )
