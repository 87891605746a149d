"""Towns, crossroads and cities on the grid: which hex each lies in, and how important its name is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from hexbench.atlas.sheet import Place
from hexbench.hexes.layout import Point
from hexbench.mapmaker.frame import Frame
from hexbench.mapmaker.geodata import Geography
from hexbench.mapmaker.plane import Georeference
from hexbench.mapmaker.recipe import GamePlace, Recipe

Kind = Literal["city", "town", "village", "crossroads", "landmark"]
KINDS: Final[dict[str, Kind]] = {
    "city": "city",
    "town": "town",
    "village": "village",
    "crossroads": "crossroads",
}
RANKS: Final[dict[str, int]] = {"city": 1, "town": 2, "crossroads": 4, "village": 4, "landmark": 4}
VICTORY_RANK: Final = 2
"""A place of the victory table is never less than this important."""


class Spot(NamedTuple):
    """One place as it truly lies."""

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
        rank = min(RANKS[kind], VICTORY_RANK) if scores else RANKS[kind]
        found.append(Spot(shape.name, kind, rank, point, frame.at(point), scores))
    for mark in recipe.landmarks:
        point = reference.point(*mark.at)
        found.append(Spot(mark.name, mark.kind, mark.rank, point, frame.at(point), False))
    return tuple(sorted(found, key=lambda s: (s.rank, s.name)))


def homes(spots: tuple[Spot, ...]) -> dict[str, int]:
    """Name in the geography -> index of its hex, for the places on the map."""
    return {s.name: s.hex for s in spots if s.hex is not None}


def bank_points(spots: Sequence[Spot], listed: Sequence[GamePlace]) -> dict[int, Point]:
    """hex -> the point of its most important town, which tells the bank of a river it lies on.

    A village has a say only when the game names it.
    """
    named = frozenset(p.town for p in listed)
    out: dict[int, Point] = {}
    for spot in spots:
        if spot.hex is not None and (spot.rank <= VICTORY_RANK or spot.name in named):
            out.setdefault(spot.hex, spot.point)
    return out


def print_places(
    frame: Frame, recipe: Recipe, listed: Sequence[GamePlace], spots: Sequence[Spot]
) -> tuple[Place, ...]:
    """The places as the map prints them. Raises ValueError for a city or a victory place that the map lacks."""
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
