"""A small made-up country: geography, recipe and places for maps that are compiled in a blink."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

LON, LAT = 6.0, 50.0
KM_NORTH = 111.195
KM_EAST = 71.475  # at 50 degrees
HEX = 2.0
ROW = HEX * 0.8660254


def at(column: float, row: float) -> tuple[float, float]:
    """Longitude and latitude of a point of the grid: column and row of an unpushed row, in hexes."""
    return LON + (column - 1) * HEX / KM_EAST, LAT + (row - 1) * ROW / KM_NORTH


def feature(
    name: str, kind: str, geometry: str, points: list[tuple[float, float]], **more: str
) -> dict[str, Any]:
    """One GeoJSON feature; points are in columns and rows."""
    moved = [list(at(*p)) for p in points]
    shapes: dict[str, Any] = {"Point": moved[0], "LineString": moved, "Polygon": [moved]}
    return {
        "type": "Feature",
        "properties": {"name": name, "kind": kind, **more},
        "geometry": {"type": geometry, "coordinates": shapes[geometry]},
    }


LAYERS: dict[str, list[dict[str, Any]]] = {
    "borders": [],
    "towns": [
        feature("Aburg", "town", "Point", [(2.0, 3.0)]),
        feature("Bedorf", "city", "Point", [(8.0, 7.0)]),
        feature("Cestadt", "town", "Point", [(8.0, 3.0)]),
        feature("Dehof", "village", "Point", [(3.0, 7.0)]),
        feature("Mill", "crossroads", "Point", [(6.0, 3.0)]),
    ],
    "rivers": [
        feature("Main", "river", "LineString", [(5.7, 12.0), (5.5, 8.0), (5.5, 5.0), (5.6, -1.0)]),
        feature("Side", "minor", "LineString", [(14.0, 5.1), (7.0, 5.0), (5.5, 5.0)]),
    ],
    "roads": [
        feature("East road", "main", "LineString", [(2.0, 3.0), (6.0, 3.0), (8.0, 3.0), (14.0, 3.2)]),
        feature("North road", "second", "LineString", [(8.0, 3.0), (8.0, 7.0)]),
        feature("West road", "second", "LineString", [(2.0, 3.0), (3.0, 7.0)]),
    ],
    "bridges": [feature("Mill", "bridge", "Point", [(5.55, 3.0)], river="Main")],
    "woods": [
        feature("Wood", "woods", "Polygon", [(0.5, 8.2), (4.2, 8.2), (4.2, 12.5), (0.5, 12.5), (0.5, 8.2)])
    ],
    "rough": [
        feature("Hill", "rough", "Polygon", [(7.5, 8.5), (9.6, 8.5), (9.6, 10.6), (7.5, 10.6), (7.5, 8.5)])
    ],
    "water": [
        feature("Pond", "reservoir", "Polygon", [(5.4, 6.7), (5.7, 6.7), (5.7, 7.3), (5.4, 7.3), (5.4, 6.7)])
    ],
    "lines": [feature("Front", "front", "LineString", [(5.7, 12.0), (5.5, 8.0), (5.5, 5.0), (5.6, -1.0)])],
}

RECIPE = """
format = "hexbench-recipe"
version = 1
key = "country"
title = "A small country"
source = "reconstruction"
provenance = "Made up."

[grid]
orientation = "pointy"
columns = [1, 9]
rows = [1, 10]
rows_from = "south"
pushed = "even"
push = "east"
numbering = "RRCC"

[plane]
longitude = 6.0
latitude = 50.0

[fit]
spacing = 2.0
rotation = 0.0
pins = [
  { name = "Aburg", hex = "0302" },
  { name = "Bedorf", hex = "0708" },
  { name = "Cestadt", hex = "0308" },
]

[terrain]
heavy_woods = 0.9
heavy_depth = 5
heavy_with_rough = 0.7
rough_with_heavy = 0.6
mixed = 0.5

[[rivers]]
name = "Main"
lines = ["Main"]

[[rivers]]
name = "Side"
lines = ["Side"]
why = "It makes a fork."

[[lakes]]
name = "Pond"
river = "Main"

[[lines]]
name = "front"
kind = "front"
pieces = ["Front"]
along = ["Main"]
east = "east_of_westwall"
west = "west_of_westwall"
belt = "westwall"
parts = true

[[gates]]
zone = "exit.X1"
road = "East road"
part = "edge.german"
why = "The only road out."

[starts]
german = ["Mill"]
allied = ["Ford"]
contacts = [{ german = "Mill", allied = "Ford" }]
nudges = [{ place = "Ford", hex = "0305", why = "Across the bridge." }]
"""

PLACES = """
format = "hexbench-places"
version = 1
source = "reconstruction"
provenance = "Made up."
places = [
  { name = "Bedorf", title = "Bedorf am Berg", lat = 50.0935, lon = 6.1959, victory_hexes = 1, town = "Bedorf" },
  { name = "Mill", title = "The mill", lat = 50.0312, lon = 6.1399, start = "fixed", town = "Mill" },
  { name = "Ford", title = "The ford", lat = 50.0312, lon = 6.0839, start = "fixed", ledger_hex = "0304" },
]
"""


def found(folder: Path, recipe: str = RECIPE, places: str = PLACES, **layers: list[dict[str, Any]]) -> Path:
    """Write the country under a folder and return it: a ``resources`` folder with one map, "country"."""
    geography, maps = folder / "geography", folder / "maps"
    for part in (geography, maps):
        part.mkdir(parents=True, exist_ok=True)
    for name, features in {**LAYERS, **layers}.items():
        text = json.dumps({"type": "FeatureCollection", "features": features})
        (geography / f"{name}.geojson").write_text(text, encoding="utf-8")
    (maps / "country.toml").write_text(recipe, encoding="utf-8")
    (maps / "country.places.toml").write_text(places, encoding="utf-8")
    return folder
