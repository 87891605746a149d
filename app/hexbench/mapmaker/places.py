"""Towns, crossroads and cities on the grid: which hex each is in, and how important its name is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from hexbench.atlas.sheet import Place
from hexbench.hexes.layout import Point
from hexbench.mapmaker.frame import Frame, Geography
from hexbench.mapmaker.lines import Divide
from hexbench.mapmaker.plane import Georeference
from hexbench.mapmaker.recipe import GamePlace, Recipe, StartSpec
from hexbench.mapmaker.roads import Network

Kind = Literal["city", "town", "village", "crossroads", "landmark"]
KINDS: Final[dict[str, Kind]] = {
    "city": "city",
    "town": "town",
    "village": "village",
    "crossroads": "crossroads",
}
RANKS: Final[dict[str, int]] = {"city": 1, "town": 2, "crossroads": 4, "village": 4, "landmark": 4}
_VICTORY_RANK: Final = 2
"""A place of the victory table is never less important than this."""


class Spot(NamedTuple):
    """One place where it really is."""

    name: str
    kind: Kind
    rank: int
    point: Point
    hex: int | None
    """The index of its hex; None off the map."""
    scores: bool
    """It is on the victory point list."""


def titles(recipe: Recipe, listed: Sequence[GamePlace]) -> dict[str, str]:
    """Name in the geography -> name the map prints, where they differ."""
    return {**{p.town: p.title for p in listed if p.town}, **{r.name: r.shown for r in recipe.renames}}


def find_spots(
    frame: Frame, reference: Georeference, geography: Geography, recipe: Recipe, listed: Sequence[GamePlace]
) -> tuple[Spot, ...]:
    """Every place of the geography and of the recipe, by its name in the geography; the most important first."""
    victory = frozenset(p.town for p in listed if p.victory_hexes)
    found: list[Spot] = []
    for shape in geography.layer("towns"):
        (lon, lat), *_ = shape.shape.coords
        point = reference.point(float(lon), float(lat))
        kind = KINDS[shape.kind]
        scores = shape.name in victory
        rank = min(RANKS[kind], _VICTORY_RANK) if scores else RANKS[kind]
        found.append(Spot(shape.name, kind, rank, point, frame.at(point), scores))
    for mark in recipe.landmarks:
        point = reference.point(*mark.at)
        found.append(Spot(mark.name, mark.kind, mark.rank, point, frame.at(point), False))
    return tuple(sorted(found, key=lambda s: (s.rank, s.name)))


def homes(spots: tuple[Spot, ...]) -> dict[str, int]:
    """Name in the geography -> index of its hex, for the places on the map."""
    return {s.name: s.hex for s in spots if s.hex is not None}


def bank_points(spots: Sequence[Spot], listed: Sequence[GamePlace]) -> dict[int, Point]:
    """hex -> the point of its most important town, which decides the bank of a river it is on.

    A village counts only if the game names it.
    """
    named = frozenset(p.town for p in listed)
    out: dict[int, Point] = {}
    for spot in spots:
        if spot.hex is not None and (spot.rank <= _VICTORY_RANK or spot.name in named):
            out.setdefault(spot.hex, spot.point)
    return out


def print_places(
    frame: Frame, recipe: Recipe, listed: Sequence[GamePlace], spots: Sequence[Spot]
) -> tuple[Place, ...]:
    """The places as the map prints them. Raises ValueError for a city or a victory place that is not on the map."""
    shown = titles(recipe, listed)
    sprawl: Mapping[str, tuple[str, ...]] = {s.name: s.hexes for s in recipe.sprawls}
    out: list[Place] = []
    for spot in spots:
        name = shown.get(spot.name, spot.name)
        if spot.hex is not None:
            out.append(Place(name, spot.kind, sprawl.get(name, (frame.labels[spot.hex],)), spot.rank))
    at = {p.name: p.hexes for p in out}
    for name in sprawl:
        if name not in at:
            raise ValueError(f"The recipe speaks of {name}, which is not on the map.")
    for place in listed:
        if place.victory_hexes and len(at.get(place.title, ())) != place.victory_hexes:
            raise ValueError(
                f"{place.title} has {len(at.get(place.title, ()))} hexes, not {place.victory_hexes}."
            )
    return tuple(out)


def built_up(spots: Sequence[Spot], printed: Sequence[Place]) -> dict[str, str]:
    """hex -> "city" or "town": cities, towns, and every place that scores, whatever its size."""
    out: dict[str, str] = {}
    for spot, place in zip([s for s in spots if s.hex is not None], printed, strict=True):
        if spot.kind in ("city", "town") or spot.scores:
            for name in place.hexes:
                out.setdefault(name, "city" if spot.kind == "city" else "town")
    return out


# Where the units of the order of battle begin: the hex of each place.


class Start(NamedTuple):
    """One start place: where it really is, the hex of that point, and the hex it is given."""

    place: GamePlace
    point: Point
    true_hex: str
    """Empty off the map."""
    hex: str
    why: str


def find_starts(
    frame: Frame,
    reference: Georeference,
    places: Sequence[GamePlace],
    towns: Mapping[str, Point],
    spec: StartSpec,
) -> tuple[Start, ...]:
    """Every start place, by name; one that is a town is where the town is.

    Raises ValueError for a place off the map without a nudge, or a nudge for an unknown place.
    """
    nudges = {n.place: n for n in spec.nudges}
    out: list[Start] = []
    for place in sorted((p for p in places if p.start), key=lambda p: p.name):
        point = towns[place.town] if place.town else reference.point(place.lon, place.lat)
        index = frame.at(point)
        true_hex = "" if index is None else frame.labels[index]
        nudge = nudges.pop(place.name, None)
        if nudge is None and not true_hex:
            raise ValueError(f"The start place {place.name} lies off the map.")
        if nudge is not None and nudge.hex not in frame.atlas.index:
            raise ValueError(
                f"The start place {place.name} is put into {nudge.hex}, which is not on the map."
            )
        out.append(
            Start(place, point, true_hex, nudge.hex if nudge else true_hex, nudge.why if nudge else "")
        )
    if nudges:
        raise ValueError(f"The recipe moves {min(nudges)}, which is not a start place.")
    return tuple(out)


def start_hexes(frame: Frame, starts: Sequence[Start]) -> dict[str, str]:
    """place -> hex. A hex label stands for itself, so that lists may contain units whose start hex the rules give."""
    return {**{label: label for label in frame.labels}, **{s.place.name: s.hex for s in starts}}


def sides_of(frame: Frame, at: Mapping[str, str], spec: StartSpec) -> dict[int, bool]:
    """hex -> whether it must be east of the front: the fixed starts, Germans east."""
    west = {frame.atlas.index[at[p]]: False for p in spec.allied}
    return {**west, **{frame.atlas.index[at[p]]: True for p in spec.german}}


def wrong_contacts(frame: Frame, at: Mapping[str, str], spec: StartSpec) -> list[str]:
    """The pairs that should be adjacent and are not, each as a sentence."""
    return [
        f"{c.german} ({at[c.german]}) and {c.allied} ({at[c.allied]}) are {far} hexes apart, not adjacent."
        for c in spec.contacts
        if (far := frame.atlas.distance(at[c.german], at[c.allied])) != 1
    ]


def wrong_sides(
    frame: Frame, at: Mapping[str, str], spec: StartSpec, east: Sequence[int], line: str
) -> list[str]:
    """Fixed starts on the wrong side of a line, each as a sentence."""
    eastern = {frame.labels[i] for i in east}
    return [
        *(f"{p} ({at[p]}) is German and lies west of {line}." for p in spec.german if at[p] not in eastern),
        *(f"{p} ({at[p]}) is Allied and lies east of {line}." for p in spec.allied if at[p] in eastern),
    ]


# Named sets of hexes: friendly edges, banks, entry and exit roads, the hexes of victory places and of start places.


def edges(frame: Frame) -> dict[str, tuple[int, ...]]:
    """The hexes of the first and last row and column: "north", "south", "west", "east"."""
    (c0, c1), (r0, r1) = frame.atlas.sheet.grid.columns, frame.atlas.sheet.grid.rows
    top, bottom = (r0, r1) if frame.atlas.sheet.grid.rows_from == "north" else (r1, r0)
    where = [frame.atlas.grid.offset_of(a) for a in frame.atlas.axial]
    return {
        "north": tuple(i for i, (_, r) in enumerate(where) if r == top),
        "south": tuple(i for i, (_, r) in enumerate(where) if r == bottom),
        "west": tuple(i for i, (c, _) in enumerate(where) if c == c0),
        "east": tuple(i for i, (c, _) in enumerate(where) if c == c1),
    }


def divided(frame: Frame, divides: Sequence[Divide]) -> dict[str, tuple[int, ...]]:
    """The parts and belts of the lines, under the names the recipe gives them."""
    return {
        name: hexes
        for d in divides
        for name, hexes in ((d.spec.east, d.east), (d.spec.west, d.west), (d.spec.belt, d.belt))
        if name
    }


def friendly_edges(frame: Frame, eastern: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The edges of the two sides.

    The German side has the east edge and the ``eastern`` hexes of north and south; the Allied side has the rest.
    """
    rim = edges(frame)
    part = frozenset(eastern)
    north_south = (*rim["north"], *rim["south"])
    german = {*rim["east"], *(i for i in north_south if i in part)}
    allied = {*rim["west"], *(i for i in north_south if i not in part)}
    return {"edge.german": tuple(sorted(german)), "edge.allied": tuple(sorted(allied - german))}


def gates(recipe: Recipe, net: Network) -> dict[str, tuple[str, ...]]:
    """The hexes of the roads out of the map that rules name. Raises ValueError if a road does not leave exactly once."""
    out: dict[str, tuple[str, ...]] = {}
    for gate in recipe.gates:
        rims = [r for r in net.exits.get(gate.road, ()) if gate.hex in ("", r.partition("/")[0])]
        if len(rims) != 1:
            raise ValueError(
                f"The road {gate.road} of {gate.zone} leaves the map {len(rims)} times, not once."
            )
        out[gate.zone] = (rims[0].partition("/")[0],)
    return out


def road_hexes(frame: Frame, roads: Mapping[str, str]) -> frozenset[int]:
    """Every hex with a road in it."""
    return frozenset(i for name in roads for i in frame.sides[name].hexes)


def victory(listed: Sequence[GamePlace], places: Sequence[Place]) -> dict[str, tuple[str, ...]]:
    """Zone "vp.<name>" -> the hexes of that place, under the name the game's tables use."""
    at = {p.name: p.hexes for p in places}
    return {f"vp.{p.name}": at[p.title] for p in listed if p.victory_hexes}


def in_order(frame: Frame, hexes: Sequence[str]) -> tuple[str, ...]:
    """Labels in reading order, each once."""
    return tuple(sorted(set(hexes), key=lambda h: frame.atlas.index[h]))
