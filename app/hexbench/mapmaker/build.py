"""From a recipe and the geography to a compiled map and a record of how it was made."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hexbench.atlas.sheet import Cell, Correction, Hexside, Line, MapSheet, Place, Road
from hexbench.mapmaker import charted, fixes, lines, places, rivers, roads, terrain
from hexbench.mapmaker.frame import Frame, Geography, Step, quiet
from hexbench.mapmaker.plane import Anchor, Georeference, Plane, fit_similarity
from hexbench.mapmaker.recipe import GamePlace, Pin, Recipe, read_places, read_recipe

VERSION = 1
"""Raised whenever the same recipe and geography give a different map, so that every compiled map is known to be out of date."""


class Story(NamedTuple):
    """What the compiler did, for the report."""

    recipe: Recipe
    frame: Frame
    reference: Georeference
    rivers: dict[str, rivers.River]
    network: roads.Network
    bridges: dict[str, tuple[str, ...]]
    untangled: tuple[str, ...]
    starts: tuple[places.Start, ...]
    problems: tuple[str, ...]


class Built(NamedTuple):
    """A compiled map and how it was made."""

    sheet: MapSheet
    story: Story


def paths_of(key: str, resources: Path) -> tuple[Path, Path, Path]:
    """(recipe, start places, compiled map) of a map."""
    maps = resources / "maps"
    return maps / f"{key}.toml", maps / f"{key}.places.toml", maps / f"{key}.json"


def recipe_digest(key: str, resources: Path) -> str:
    """Digest of everything a map is made from: recipe, start places, geography, and the version of the compiler."""
    recipe, place_list, _ = paths_of(key, resources)
    digest = hashlib.sha256(f"mapmaker {VERSION}\n".encode())
    for path in (recipe, place_list, *sorted((resources / "geography").glob("*.geojson"))):
        if path.exists():
            # line ends are not content: a checkout may convert them
            data = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{path.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()


STEPS = 7
"""The number of steps of a build, for showing progress."""


def build(key: str, resources: Path, step: Step = quiet) -> Built:
    """Compile one map. Raises ValueError or msgspec.ValidationError (one sentence) if the recipe cannot be fulfilled."""
    step(0, STEPS, "Laying the grid on the ground")
    recipe_path, places_path, _ = paths_of(key, resources)
    recipe = read_recipe(recipe_path)
    geography = Geography(resources / "geography")
    frame = Frame(recipe.grid)
    reference = refer(frame, recipe, geography)
    step(1, STEPS, "Towns")
    problems: list[str] = []
    told: list[Correction] = []
    """What a game has settled differently from the geography."""
    listed = read_places(places_path)
    spots = places.find_spots(frame, reference, geography, recipe, listed)
    printed = (
        charted.settle_places(frame, spots, recipe.settled, told)
        if recipe.settled
        else places.print_places(frame, recipe, listed, spots)
    )
    begun = places.find_starts(frame, reference, listed, {s.name: s.point for s in spots}, recipe.starts)
    bank_points = places.bank_points(spots, listed)
    step(2, STEPS, "Rivers")
    streams = rivers.lay_rivers(frame, reference, geography, recipe.rivers, bank_points, problems)
    if recipe.settled:
        streams = charted.settle_rivers(frame, streams, recipe.settled, told)
    sides = _river_sides(frame, reference, geography, recipe, streams)
    given = {b.place: b.side for b in recipe.bridges if b.side}
    bridges = roads.known_bridges(frame, reference, geography, streams, places.homes(spots), given)
    step(3, STEPS, "Roads")
    plan = roads.stretches(frame, reference, geography, recipe.roads, {p.town for p in listed})
    water = {name for name, (kinds, _) in sides.items() if "river" in kinds and "ford" not in kinds}
    lakes = {name for name, (kinds, _) in sides.items() if "lake" in kinds}
    net = roads.lay_roads(frame, plan, water, lakes, bridges, problems)
    untangled = roads.untangle(frame, net, frozenset())
    if recipe.settled:
        charted.settle_roads(frame, net, sides, recipe.settled, told)
    fixes.fix_roads(frame, net, recipe.fixes.roads)
    named_bridges = roads.named_bridges(frame, reference, recipe.bridges, listed, streams, net)
    for name in sorted({*net.kinds, *named_bridges.values()} & water):
        kinds, river = sides[name]
        sides[name] = ((*kinds, "bridge"), river)
    step(4, STEPS, "Lines")
    divides = [
        lines.lay_line(
            frame,
            reference,
            geography,
            spec,
            streams,
            places.sides_of(frame, places.start_hexes(frame, begun), recipe.starts) if spec.parts else {},
        )
        for spec in recipe.lines
    ]
    fixes.fix_sides(frame, sides, recipe.fixes.sides)
    built_up = {} if recipe.settled else places.built_up(spots, printed)
    step(5, STEPS, "Terrain")
    cells = make_cells(frame, reference, geography, recipe, built_up, divides)
    drawn = [Line(d.spec.name, d.spec.kind, d.chain.sides) for d in divides]
    if recipe.settled:
        charted.settle_cells(frame, cells, recipe.settled, told)
        charted.settle_sides(frame, sides, recipe.settled)
        drawn += charted.lines_of(frame, recipe.settled)
    step(6, STEPS, "Zones")
    named = _make_zones(frame, recipe, listed, printed, divides, net, begun)
    named |= {f"bridge.{place}": tuple(name.split("/")) for place, name in named_bridges.items()}
    sheet = MapSheet(
        format="hexbench-map",
        version=1,
        key=recipe.key,
        title=recipe.title,
        source=recipe.source,
        provenance=recipe.provenance,
        credits=recipe.credits,
        kilometres_per_hex=round(reference.similarity.spacing, 3),
        grid=recipe.grid,
        recipe_digest=recipe_digest(key, resources),
        cells=cells,
        hexsides=tuple(Hexside(name, kinds, river) for name, (kinds, river) in sorted(sides.items())),
        roads=tuple(Road(name, kind) for name, kind in sorted(net.kinds.items())),
        places=printed,
        zones={name: named[name] for name in sorted(named)},
        lines=tuple(drawn),
        corrections=(*corrections(recipe), *told),
    )
    step(STEPS, STEPS, "Done")
    story = Story(recipe, frame, reference, streams, net, bridges, tuple(untangled), begun, tuple(problems))
    return Built(sheet, story)


def refer(frame: Frame, recipe: Recipe, geography: Geography) -> Georeference:
    """Fit the grid to the ground. Raises ValueError if the fit is not the one the recipe expects."""
    anchors = [_anchor_of(frame, pin, geography) for pin in recipe.fit.pins]
    plane = Plane(recipe.plane.longitude, recipe.plane.latitude)
    fitted = [a for a in anchors if a.fits]
    similarity = fit_similarity(
        plane.kilometres(np.array([(a.longitude, a.latitude) for a in fitted])),
        np.array([frame.centres[frame.atlas.index[a.hex]] for a in fitted]),
    )
    spec = recipe.fit
    if abs(similarity.spacing / spec.spacing - 1) > 0.01 or abs(similarity.rotation - spec.rotation) > 0.5:
        raise ValueError(
            f"The fit gives {similarity.spacing:.3f} km a hex turned {similarity.rotation:.2f} degrees; "
            f"the recipe expects {spec.spacing:.3f} km and {spec.rotation:.2f} degrees."
        )
    return Georeference(frame, plane, similarity, anchors, spec.margin)


def _anchor_of(frame: Frame, pin: Pin, geography: Geography) -> Anchor:
    """Where a pinned place is in the world and on the grid. A point given by the recipe does not influence the fit."""
    target = frame.centres[frame.atlas.index[pin.hex]]
    keep = pin.keep
    if pin.toward:
        x, y = frame.centres[frame.atlas.index[pin.toward]]
        target, keep = ((target[0] + x) / 2, (target[1] + y) / 2), 0.0
    if pin.longitude is not None and pin.latitude is not None:
        return Anchor(pin.name, pin.longitude, pin.latitude, pin.hex, target, keep, False)
    (lon, lat), *_ = geography.named("towns", pin.name).shape.coords
    return Anchor(pin.name, float(lon), float(lat), pin.hex, target, keep, True)


def _river_sides(
    frame: Frame,
    reference: Georeference,
    geography: Geography,
    recipe: Recipe,
    streams: dict[str, rivers.River],
) -> dict[str, tuple[tuple[str, ...], str]]:
    """hexside -> (kinds, name) of everything that flows, without bridges."""
    out: dict[str, tuple[tuple[str, ...], str]] = {}
    for river in streams.values():
        for name in river.sides:
            out.setdefault(name, (river.spec.kinds, river.spec.name))
    for lake in recipe.lakes:
        for name in rivers.lake_sides(frame, reference, geography, lake, streams[lake.river]):
            out[name] = ((*out[name][0], "lake"), out[name][1])
    for ford in recipe.fords:
        name = rivers.ford_side(frame, reference, ford, streams[ford.river])
        out[name] = ((*out[name][0], "ford"), out[name][1])
    return out


def make_cells(
    frame: Frame,
    reference: Georeference,
    geography: Geography,
    recipe: Recipe,
    built_up: dict[str, str],
    divides: list[lines.Divide],
) -> dict[str, Cell]:
    """The hexes: terrain by majority, towns and cities, the belts of fortified lines, and what was set by hand."""
    shares = terrain.find_shares(frame, reference, geography)
    kinds = terrain.find_terrain(frame, shares, recipe.terrain)
    features = [[built_up[name]] if name in built_up else [] for name in frame.labels]
    for divide in divides:
        if divide.spec.belt:
            for i in divide.belt:
                features[i].append(divide.spec.belt)
    cells = {
        name: Cell(kind, tuple(sorted(found)))
        for name, kind, found in zip(frame.labels, kinds, features, strict=True)
    }
    fixes.fix_hexes(cells, recipe.fixes.hexes)
    return cells


def _make_zones(
    frame: Frame,
    recipe: Recipe,
    listed: tuple[GamePlace, ...],
    printed: tuple[Place, ...],
    divides: list[lines.Divide],
    net: roads.Network,
    begun: tuple[places.Start, ...],
) -> dict[str, tuple[str, ...]]:
    """Every named set of hexes, its hexes in reading order. A settled map has those of its recipe."""
    if recipe.settled:
        return {name: places.in_order(frame, recipe.zones[name]) for name in sorted(recipe.zones)}
    parts = places.divided(frame, divides)
    border = places.friendly_edges(frame, parts.get("east_of_westwall", ()))
    on_road = places.road_hexes(frame, net.kinds)
    arrivals = tuple(i for i in border["edge.german"] if i in on_road)
    named = {
        name: tuple(frame.labels[i] for i in hexes)
        for name, hexes in {**parts, **border, "entry.german": arrivals}.items()
    }
    named.update(places.gates(recipe, net))
    named.update(places.victory(listed, printed))
    named.update({f"start.{s.place.name}": (s.hex,) for s in begun})
    named.update(recipe.zones)
    return {name: places.in_order(frame, named[name]) for name in sorted(named)}


def corrections(recipe: Recipe) -> tuple[Correction, ...]:
    """Everything decided by hand, with its reason."""
    fix = recipe.fixes
    return (
        *(Correction(f"river {r.name}", r.why) for r in recipe.rivers if r.why),
        *(
            Correction(
                f"{', '.join((*b.left, *b.right))} on the {'left' if b.left else 'right'} bank of the {r.name}",
                b.why,
            )
            for r in recipe.rivers
            for b in r.banks
        ),
        *(Correction(f"{s.name} covers {', '.join(s.hexes)}", s.why) for s in recipe.sprawls),
        *(Correction(f"ford {f.name} on the {f.river}", f.why) for f in recipe.fords),
        *(Correction(f"bridge.{b.place}: {b.side or b.hex or b.river}", b.why) for b in recipe.bridges),
        *(Correction(f"{g.zone}: the road {g.road}", g.why) for g in recipe.gates),
        *(Correction(f"start {n.place} in {n.hex}", n.why) for n in recipe.starts.nudges),
        *(Correction(fixes.what_hex(h), h.why) for h in fix.hexes),
        *(Correction(fixes.what_side(s), s.why) for s in fix.sides),
        *(Correction(fixes.what_road(r), r.why) for r in fix.roads),
    )
