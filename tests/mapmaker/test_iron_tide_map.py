"""The shipped Iron Tide map: up to date, the same wherever it is built, and what the rules and the order of battle need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexbench.atlas.atlas import OFF, Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.atlas.trace import flood, reversed_ways, ways
from hexbench.mapmaker import make
from hexbench.mapmaker.build import build
from hexbench.mapmaker.make import check_map, map_keys, maps_page
from hexbench.mapmaker.recipe import read_places
from hexbench.store.canon import dumps

HOME = Path(__file__).parents[2]
RESOURCES = HOME / "resources"

_BUILT = cache(build)
PINNED = {
    "Spa": "4133",
    "St. Vith": "3041",
    "Manhay": "3129",
    "La Roche": "2625",
    "Bastogne": "1729",
    "Vielsalm": "3035",
    "Büllingen": "3645",
    "Werbomont": "3628",
    "Martelange": "0829",
}

# Who touches whom on the first turn (A.7): units of the order of battle.
CONTACTS = {
    "G-272VG-981": ("A-78-310",),
    "G-326VG-753": ("A-38AC",),
    "G-326VG-751": ("A-99-395a",),
    "G-326VG-752": ("A-99-395a",),
    "G-277VG-989": ("A-99-393",),
    "G-277VG-990": ("A-99-393",),
    "G-277VG-991": ("A-99-395b",),
    "G-12VG-48": ("A-99-394",),
    "G-12VG-27F": ("A-99-394",),
    "G-3FJ-9": ("A-18AC",),
    "G-3FJ-5": ("A-18AC",),
    "G-18VG-295": ("A-18AC",),
    "G-18VG-294": ("A-106-422",),
    "G-18VG-293": ("A-106-423", "A-820TD"),
    "G-62VG-183": ("A-106-424",),
    "G-62VG-190": ("A-106-424",),
    "G-116Pz-PG156": ("A-28-112",),
    "G-560VG-1130": ("A-28-112",),
    "G-2Pz-PG304": ("A-28-1/110",),
    "G-26VG-77": ("A-28-3/110",),
    "G-26VG-39F": ("A-28-3/110",),
    "G-5FJ-14": ("A-28-2/109",),
    "G-5FJ-15": ("A-28-2/109",),
    "G-352VG-915": ("A-28-3/109",),
    "G-352VG-916": ("A-28-3/109",),
    "G-276VG-986": ("A-9A-CCA",),
    "G-276VG-988": ("A-9A-CCA",),
    "G-212VG-423": ("A-4-12",),
    "G-212VG-320": ("A-4-12",),
}


@pytest.fixture(scope="module")
def sheet() -> MapSheet:
    return msgspec.json.decode((RESOURCES / "maps/iron_tide.json").read_bytes(), type=MapSheet)


@pytest.fixture(scope="module")
def atlas(sheet: MapSheet) -> Atlas:
    return Atlas(sheet)


@pytest.fixture(scope="module")
def fixed(sheet: MapSheet) -> dict[str, tuple[dict[str, Any], str]]:
    """unit -> (its entry in the order of battle, its hex), for the units that start on a hex of their own."""
    path = HOME / "scenarios/iron_tide/order_of_battle.json"
    units: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["units"]
    return {
        uid: (unit, unit.get("hex") or sheet.zones[f"start.{unit['place']}"][0])
        for uid, unit in units.items()
        if unit.get("arrives", "16AM") == "16AM" and not unit.get("free")
    }


@pytest.fixture(autouse=True)
def built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map that one test has had compiled in full is not compiled again for the next in this process."""
    monkeypatch.setattr(make, "build", _BUILT)


@pytest.mark.parametrize("key", map_keys(RESOURCES))
def test_the_shipped_maps_are_what_their_recipes_make(key: str) -> None:
    assert check_map(key, RESOURCES, dumps) == []


def test_another_process_builds_the_same_bytes() -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from hexbench.mapmaker.build import build\n"
        "from hexbench.store.canon import dumps\n"
        "sys.stdout.buffer.write(dumps(build('iron_tide', Path(sys.argv[1])).sheet).encode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(RESOURCES)],
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=True,
    )
    assert done.stdout == (RESOURCES / "maps/iron_tide.json").read_bytes()


def test_the_page_about_maps_is_up_to_date() -> None:
    assert (HOME / "docs/maps.md").read_text(encoding="utf-8") == maps_page(RESOURCES)


@pytest.mark.parametrize(("name", "where"), PINNED.items())
def test_the_nine_towns_lie_where_the_rules_say(atlas: Atlas, name: str, where: str) -> None:
    assert atlas.places[name].hexes == (where,)
    assert "town" in atlas.cell(where).features


@pytest.mark.rule("iron_tide", "ER.a")
@pytest.mark.rule("iron_tide", "B49")
def test_the_bridge_of_the_errata(atlas: Atlas) -> None:
    assert set(atlas.kinds("1046", "1047")) == {"river", "bridge"}
    assert atlas.road("1046", "1047")


def test_hexes_that_other_rules_name(atlas: Atlas, sheet: MapSheet) -> None:
    assert atlas.places["Baraque Michel"].hexes == ("4339",)
    assert any((atlas.index["3450"], d) in atlas.roads for d in range(6)), "1st SS starts on a road"
    assert "3450" in sheet.zones["east_of_westwall"]
    assert set(atlas.kinds("0649", "0750")) == {"river", "bridge"}
    assert sheet.zones["bridge.Echternach"] == ("0649", "0750")


def test_the_words_of_the_map_are_those_of_the_terrain_chart(sheet: MapSheet) -> None:
    assert {c.terrain for c in sheet.cells.values()} == {"clear", "rough", "woods", "heavy_woods", "marsh"}
    assert {f for c in sheet.cells.values() for f in c.features} == {"town", "city", "westwall"}
    kinds = {k for s in sheet.hexsides for k in s.kinds}
    assert kinds == {"river", "major_river", "bridge", "ford", "lake"}
    assert {s.name for s in sheet.hexsides if "major_river" in s.kinds} == {"Meuse"}
    assert all("river" in s.kinds for s in sheet.hexsides)
    assert {r.kind for r in sheet.roads} == {"main", "second"}
    assert len(sheet.cells) == 2700


def test_the_ardennes_look_like_themselves(sheet: MapSheet) -> None:
    counts = Counter(c.terrain for c in sheet.cells.values())
    share = {name: n / 2700 for name, n in counts.items()}
    assert 0.55 < share["clear"] < 0.75
    assert 0.08 < share["heavy_woods"] < 0.15
    assert 0.12 < share["woods"] < 0.25
    assert sheet.cells["4339"].terrain == "marsh", "the High Fens"
    assert sheet.cells["1729"].terrain == "clear", "the plateau of Bastogne"


@pytest.mark.rule("iron_tide", "20.0d")
def test_every_victory_place_is_there_with_its_hexes(sheet: MapSheet) -> None:
    listed = [p for p in read_places(RESOURCES / "maps/iron_tide.places.toml") if p.victory_hexes]
    assert len(listed) == 34
    for place in listed:
        hexes = sheet.zones[f"vp.{place.name}"]
        assert len(hexes) == place.victory_hexes
        assert all({"town", "city"} & set(sheet.cells[h].features) for h in hexes)
    assert {p.name: p.victory_hexes for p in listed if p.victory_hexes > 1} == {
        "Liege": 3,
        "Namur": 2,
        "Verviers": 2,
    }


def test_cities_hang_together(atlas: Atlas) -> None:
    for place in atlas.places.values():
        if len(place.hexes) > 1:
            assert all(any(atlas.distance(a, b) == 1 for b in place.hexes) for a in place.hexes)


@pytest.mark.rule("iron_tide", "12.1c")
@pytest.mark.rule("iron_tide", "12.1d")
def test_the_friendly_edges_meet_at_the_westwall(atlas: Atlas, sheet: MapSheet) -> None:
    german, allied = set(sheet.zones["edge.german"]), set(sheet.zones["edge.allied"])
    rim = {name for i, name in enumerate(atlas.labels) if OFF in atlas.around[i]}
    assert german | allied == rim
    assert not german & allied
    east = set(sheet.zones["east_of_westwall"])
    for name in rim:
        row, column = int(name[:2]), int(name[2:])
        if column == 54:
            assert name in german
        elif row in (1, 50):
            assert (name in german) == (name in east)
        else:
            assert column == 1
            assert name in allied


def test_the_westwall_runs_unbroken_from_north_to_south(atlas: Atlas, sheet: MapSheet) -> None:
    east, west = set(sheet.zones["east_of_westwall"]), set(sheet.zones["west_of_westwall"])
    assert not east & west
    assert len(east | west) == 2700
    belt = set(sheet.zones["westwall"])
    assert belt == {n for n, c in sheet.cells.items() if "westwall" in c.features}
    assert belt == {n for n in east if any(m in west for m in atlas.near[n])}
    for row in ("50", "01"):
        assert any(n.startswith(row) for n in belt)
    line = next(x for x in sheet.lines if x.name == "westwall")
    assert {n[:2] for n in (line.sides[0], line.sides[-1])} <= {"50", "49", "01", "02"}


def test_exits_lie_beyond_the_meuse_and_entries_on_the_allied_edges(sheet: MapSheet) -> None:
    zones = sheet.zones
    far, near = set(zones["meuse.west"]), set(zones["meuse.east"])
    assert not far & near
    assert len(far | near) == 2700
    for k in range(1, 8):
        (where,) = zones[f"exit.X{k}"]
        assert where in far
        assert where in zones["edge.allied"]
    for letter in "ABCDEFGH":
        (where,) = zones[f"entry.{letter}"]
        assert where in zones["edge.allied"]
    assert set(zones["entry.german"]) <= set(zones["edge.german"])
    assert len(zones["entry.german"]) >= 8
    assert {"3129", "1729", "3041"} <= near


def test_every_road_out_of_the_map_leaves_over_the_rim(atlas: Atlas, sheet: MapSheet) -> None:
    leaving = {atlas.labels[i] for i, d in atlas.roads if atlas.around[i][d] == OFF}
    gates = [h for z, h in sheet.zones.items() if z.startswith(("exit.X",)) or (z[:-1] == "entry.")]
    assert all(where in leaving for (where,) in gates)
    assert leaving <= set(sheet.zones["edge.german"]) | set(sheet.zones["edge.allied"])


def test_supply_roads_reach_every_town_of_both_sides(atlas: Atlas, sheet: MapSheet) -> None:
    def carries(kinds: tuple[str, ...], road: str) -> bool:
        return bool(road) and ("river" not in kinds or "bridge" in kinds)

    roads = ways(atlas, lambda link: 0 if carries(link.kinds, link.road) else None)
    leaving = {i for i, d in atlas.roads if atlas.around[i][d] == OFF}
    for zone, part in (("edge.german", "east_of_westwall"), ("edge.allied", "west_of_westwall")):
        heads = [atlas.index[n] for n in sheet.zones[zone] if atlas.index[n] in leaving]
        served = flood(reversed_ways(roads), heads)
        for name in sheet.zones[part]:
            if {"town", "city"} & set(atlas.cell(name).features):
                assert atlas.index[name] in served, name


def test_fixed_units_stand_where_they_may(
    atlas: Atlas, sheet: MapSheet, fixed: dict[str, tuple[dict[str, Any], str]]
) -> None:
    here: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for uid, (unit, where) in fixed.items():
        here[where][unit["side"]].append(uid)
        side = "east_of_front" if unit["side"] == "german" else "west_of_front"
        assert where in sheet.zones[side], uid
        on_road = any((atlas.index[where], d) in atlas.roads for d in range(6))
        if unit["mobility"] == "M" and not on_road:
            assert atlas.cell(where).terrain not in ("heavy_woods", "marsh"), uid
    for where, sides in here.items():
        assert len(sides) == 1, where
        assert all(len(units) <= 3 for units in sides.values()), where


@pytest.mark.parametrize(("german", "allied"), [(g, a) for g, foes in CONTACTS.items() for a in foes])
def test_the_first_contacts_touch(
    atlas: Atlas, fixed: dict[str, tuple[dict[str, Any], str]], german: str, allied: str
) -> None:
    assert atlas.distance(fixed[german][1], fixed[allied][1]) == 1


def test_every_start_place_has_a_hex(sheet: MapSheet) -> None:
    path = HOME / "scenarios/iron_tide/order_of_battle.json"
    units = json.loads(path.read_text(encoding="utf-8"))["units"]
    for uid, unit in units.items():
        if unit.get("place"):
            assert f"start.{unit['place']}" in sheet.zones, uid


def test_blown_bridges_and_entrenchments_of_the_set_up_have_their_place(
    atlas: Atlas, sheet: MapSheet
) -> None:
    for name in ("Dasburg", "Gemund-Our", "Vianden", "Roth-Our", "Bollendorf", "Echternach"):
        a, b = sheet.zones[f"bridge.{name}"]
        assert "bridge" in atlas.kinds(a, b), name
