"""Each check bites: a sound map is spoilt in one place, and that is told."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from hexbench.atlas.atlas import OFF, Atlas
from hexbench.atlas.sheet import Hexside, MapSheet, Place, Road
from hexbench.mapmaker.build import Built, build
from hexbench.mapmaker.checks import check
from hexbench.mapmaker.recipe import GamePlace, read_places
from tests.mapmaker import countries


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build("country", countries.found(tmp_path_factory.mktemp("country")))


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> tuple[GamePlace, ...]:
    return read_places(countries.found(tmp_path_factory.mktemp("places")) / "maps/country.places.toml")


def test_a_sound_map_has_nothing_to_tell(built: Built, listed: tuple[GamePlace, ...]) -> None:
    assert check(built.sheet, built.story, listed) == []


def without_river(built: Built) -> MapSheet:
    gone = built.story.rivers["Main"].sides[5]
    return replace(built.sheet, hexsides=tuple(s for s in built.sheet.hexsides if s.side != gone))


def branching_river(built: Built) -> MapSheet:
    frame, sheet = built.story.frame, built.sheet
    corner = built.story.rivers["Main"].chains[0].corners[3]
    known = {s.side for s in sheet.hexsides}
    spur = next(s.name for s in frame.meeting[corner] if s.name not in known)
    return replace(sheet, hexsides=(*sheet.hexsides, Hexside(spur, ("river",), "Main")))


def floating_river(built: Built) -> MapSheet:
    gone = set(built.story.rivers["Side"].sides[-1:])
    return replace(built.sheet, hexsides=tuple(s for s in built.sheet.hexsides if s.side not in gone))


def unbridged_road(built: Built) -> MapSheet:
    def bare(side: Hexside) -> Hexside:
        return replace(side, kinds=tuple(k for k in side.kinds if k != "bridge"))

    return replace(built.sheet, hexsides=tuple(bare(s) for s in built.sheet.hexsides))


def dry_bridge(built: Built) -> MapSheet:
    return replace(built.sheet, hexsides=(*built.sheet.hexsides, Hexside("0101/0102", ("bridge",))))


def road_over_a_lake(built: Built) -> MapSheet:
    def flooded(side: Hexside) -> Hexside:
        return replace(side, kinds=(*side.kinds, "lake")) if "bridge" in side.kinds else side

    return replace(built.sheet, hexsides=tuple(flooded(s) for s in built.sheet.hexsides))


def lone_road(built: Built) -> MapSheet:
    return replace(built.sheet, roads=(*built.sheet.roads, Road("1001/1002")))


def no_road_to_town(built: Built) -> MapSheet:
    atlas = Atlas(built.sheet)
    town = atlas.index["0708"]
    gone = {atlas.side_of(town, d) for d in range(6)}
    return replace(built.sheet, roads=tuple(r for r in built.sheet.roads if r.side not in gone))


def moved_town(built: Built) -> MapSheet:
    places = tuple(replace(p, hexes=("0303",)) if p.name == "Aburg" else p for p in built.sheet.places)
    return replace(built.sheet, places=places)


def lost_town(built: Built) -> MapSheet:
    places = tuple(p for p in built.sheet.places if p.name != "Aburg")
    return replace(built.sheet, places=(*places, Place("Elsewhere", "village", ("0101",))))


def line_with_gap(built: Built) -> MapSheet:
    (line,) = built.sheet.lines
    return replace(built.sheet, lines=(replace(line, sides=line.sides[:4] + line.sides[5:]),))


def line_in_the_open(built: Built) -> MapSheet:
    (line,) = built.sheet.lines
    return replace(built.sheet, lines=(replace(line, sides=line.sides[:-1]),))


def hex_of_both_parts(built: Built) -> MapSheet:
    zones = built.sheet.zones
    west = (*zones["west_of_westwall"], "0309")
    return replace(built.sheet, zones={**zones, "west_of_westwall": west})


def hex_on_the_wrong_side(built: Built) -> MapSheet:
    zones = built.sheet.zones
    east = tuple(n for n in zones["east_of_westwall"] if n != "0309")
    west = (*zones["west_of_westwall"], "0309")
    return replace(built.sheet, zones={**zones, "west_of_westwall": west, "east_of_westwall": east})


def gate_without_road(built: Built) -> MapSheet:
    atlas = Atlas(built.sheet)
    kept = tuple(
        r for r in built.sheet.roads if not any(atlas.around[i][d] == OFF for i, d in atlas.side_keys(r.side))
    )
    return replace(built.sheet, roads=kept)


def edge_of_both_sides(built: Built) -> MapSheet:
    zones = built.sheet.zones
    edge = (*zones["edge.allied"], zones["edge.german"][0])
    return replace(built.sheet, zones={**zones, "edge.allied": edge})


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (without_river, "River Main ends in the open beside"),
        (branching_river, "River Main has a piece with 3 ends"),
        (floating_river, "River Side ends in the open beside"),
        (unbridged_road, r"A road crosses the Main on 0305/0306 without bridge or ford"),
        (dry_bridge, "The bridge or ford on 0101/0102 crosses no river"),
        (road_over_a_lake, r"A road crosses the lake on 0305/0306"),
        (lone_road, r"The road through 1001 \(2 hexes\) joins no other"),
        (no_road_to_town, r"Bedorf am Berg \(0708\) lies on no road"),
        (moved_town, "Aburg is not in 0302"),
        (lost_town, "Aburg is not in 0302"),
        (line_with_gap, "The line front has a gap"),
        (line_in_the_open, "The line front does not reach the outline of the map"),
        (hex_of_both_parts, "east_of_westwall and west_of_westwall do not divide the map between them"),
        (hex_on_the_wrong_side, "hexsides of front are not where its two parts meet"),
        (gate_without_road, r"No road leaves the map in 0309 \(exit\.X1\)"),
        (edge_of_both_sides, "belongs to the friendly edges of both sides"),
    ],
)
def test_what_is_wrong_is_told(
    built: Built, listed: tuple[GamePlace, ...], spoil: Callable[[Built], MapSheet], told: str
) -> None:
    found = check(spoil(built), built.story, listed)
    assert any(re.search(told, sentence) for sentence in found), found
