"""The map that ships: its size, its terrain, its places and dumps, the line, bridges with their ends."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import networkx as nx
import pytest
from msgspec.structs import replace

from hexbench.atlas.sheet import Cell, Hexside
from hexbench.games.blitzkrieg import GAME
from hexbench.games.blitzkrieg.checks import check_map
from hexbench.games.blitzkrieg.passage import open_bridge
from hexbench.games.blitzkrieg.state import Scenario
from hexbench.games.blitzkrieg.tables import Terrain
from tests.games.blitzkrieg.field import ALLIED, GERMAN, country, inf, position, tank
from tests.games.blitzkrieg.shipped import SHEET, TABLES, ardennes

ATLAS = ardennes().atlas
PLACES = {place.name: place.hexes for place in SHEET.places}


@pytest.mark.rule("blitzkrieg", "BK-MAP-01", "BK-MIS-01", "BK-REC-01")
def test_the_map_has_1700_hexes() -> None:
    assert len(SHEET.cells) == 1700
    assert (SHEET.grid.columns, SHEET.grid.rows) == ((0, 33), (0, 49))
    assert (SHEET.grid.orientation, SHEET.grid.pushed, SHEET.grid.push) == ("pointy", "odd", "east")
    assert SHEET.kilometres_per_hex == 5.5


@pytest.mark.rule("blitzkrieg", "BK-MAP-02", "BK-MIS-01")
def test_each_hex_has_one_of_five_terrains() -> None:
    found = Counter(cell.terrain for cell in SHEET.cells.values())
    assert set(found) == set(get_args(Terrain))
    assert not any(cell.features for cell in SHEET.cells.values())
    assert found == {"plain": 1407, "forest": 132, "mountain": 78, "city": 23, "siegfried": 60}


@pytest.mark.rule("blitzkrieg", "BK-MIS-02", "BK-MAP-08")
def test_the_named_places_are_there() -> None:
    for name in ("Bastogne", "Maastricht", "Givet", "Dinant", "Namur", "Huy", "Liège", "Stavelot"):
        assert name in PLACES, name
    assert len(PLACES["Antwerp"]) == 3
    assert "Meuse" in {side.name for side in SHEET.hexsides}


@pytest.mark.rule("blitzkrieg", "BK-MAP-10", "BK-MIS-03")
def test_four_dumps_are_allied_and_two_german() -> None:
    owners = {key: spec.owner for key, spec in TABLES.dumps.items()}
    assert [key for key, owner in owners.items() if owner == ALLIED] == [
        "antwerp",
        "liege",
        "stavelot",
        "bastogne",
    ]
    german = [TABLES.dumps[key].hex for key, owner in owners.items() if owner == GERMAN]
    rows = sorted(int(at[2:]) for at in german)
    assert rows[0] < 10
    assert rows[1] > 40
    for key, name in (
        ("antwerp", "Antwerp"),
        ("liege", "Liège"),
        ("stavelot", "Stavelot"),
        ("bastogne", "Bastogne"),
    ):
        assert TABLES.dumps[key].hex in PLACES[name]


@pytest.mark.rule("blitzkrieg", "BK-MAP-12", "BK-MIS-03", "BK-MIS-02")
def test_the_line_parts_the_german_dumps_from_the_west() -> None:
    open_land: nx.Graph[str] = nx.Graph()
    for i, at in enumerate(ATLAS.labels):
        if SHEET.cells[at].terrain == "siegfried":
            continue
        open_land.add_node(at)
        for j in ATLAS.around[i]:
            if j >= 0 and SHEET.cells[ATLAS.labels[j]].terrain != "siegfried":
                open_land.add_edge(at, ATLAS.labels[j])
    west = nx.node_connected_component(open_land, TABLES.dumps["antwerp"].hex)
    for key, spec in TABLES.dumps.items():
        assert (spec.hex in west) == (spec.owner == ALLIED), key


@pytest.mark.rule("blitzkrieg", "BK-MAP-07")
def test_a_dump_and_the_end_of_a_bridge_may_share_a_hex() -> None:
    hexes = {spec.hex for spec in TABLES.dumps.values()}
    ends = {at for side in ardennes().bridges for at in side.split("/")}
    assert hexes & ends
    assert {dump.hex for dump in ardennes().begin(Scenario(), 0).dumps.values()} == hexes


@pytest.mark.rule("blitzkrieg", "BK-MAP-05", "BK-MIS-01")
def test_a_bridge_is_where_a_road_crosses_a_river() -> None:
    rules = ardennes()
    assert rules.bridges == rules.rivers & rules.road_sides
    drawn = {side.side for side in SHEET.hexsides if "bridge" in side.kinds}
    assert rules.bridges == drawn
    assert len(drawn) == 48
    for side in rules.bridges:
        assert all(at in SHEET.cells for at in side.split("/"))


@pytest.mark.rule("blitzkrieg", "BK-MAP-06")
@pytest.mark.parametrize("ends", [(), ("1412",), ("1512",), ("1412", "1512")])
def test_a_bridge_carries_traffic_only_while_both_ends_stand(ends: tuple[str, ...]) -> None:
    rules = country(river="1412/1512", roads=("1312 1412 1512",))
    blown = {"1412/1512": ends} if ends else {}
    now = position({"a": tank("1312")}, rules, blown=blown)
    assert open_bridge(rules, now.state, "1412/1512") is (not ends)
    assert (now.reach("a").get("1512") == 1) is (not ends)


@pytest.mark.rule("blitzkrieg", "BK-MAP-04", "BK-MAP-03")
def test_rivers_and_roads_lie_on_hexsides() -> None:
    rules = country(river="1412/1512", roads=("1312 1412",), forest="1412")
    now = position({"a": inf("1413")}, rules)
    assert now.reach("a")["1412"] == 2  # the forest has no river on this side
    road = position({"a": tank("1312")}, rules)
    assert road.reach("a")["1412"] == pytest.approx(0.5)
    beside = position({"a": tank("1311")}, rules)
    assert beside.reach("a")["1412"] == 1.5  # onto the road first


@pytest.mark.rule("blitzkrieg", "BK-MAP-13")
def test_nobody_moves_off_the_map() -> None:
    now = position({"a": tank("1010")})
    assert now.refused("a", "0910") == ["BK-MAP-13"]
    assert all(at in now.rules.atlas.index for at in now.reach("a"))


@pytest.mark.rule("blitzkrieg", "BK-MAP-09")
def test_there_are_six_major_cities() -> None:
    assert len(TABLES.cities.major) == 6
    assert not {"antwerp", "liege"} & set(TABLES.cities.major)


@pytest.mark.rule("blitzkrieg", "BK-MAP-11")
def test_both_german_dumps_lie_in_the_bottom_corners_with_west_at_the_top() -> None:
    last, bottom = SHEET.grid.columns[1], SHEET.grid.rows[1]
    for key, top in (("neuss", True), ("wadern", False)):
        at = TABLES.dumps[key].hex
        column, row = int(at[:2]), int(at[2:])
        assert column > last * 0.85  # west-up puts the last columns at the bottom
        assert row < bottom * 0.2 if top else row > bottom * 0.8


@pytest.mark.rule("blitzkrieg", "BK-MIS-02")
def test_the_roads_join_the_cities_and_the_dumps() -> None:
    net: nx.Graph[str] = nx.Graph()
    for side in ardennes().road_sides:
        net.add_edge(*side.split("/"))
    cities = [at for hexes in TABLES.cities.major.values() for at in hexes]
    dumps = [spec.hex for spec in TABLES.dumps.values()]
    assert nx.has_path(net, cities[0], dumps[0])
    assert all(nx.has_path(net, dumps[0], at) for at in (*cities, *dumps))


def test_the_map_is_accepted() -> None:
    check_map(SHEET)
    assert list(GAME.check_tables(TABLES)) == []
    assert list(GAME.check_scenario(ardennes(), Scenario())) == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cells": {}}, "map.cells: a map needs at least one hex."),
        ({"cells": {"0000": Cell("swamp")}}, 'map.cells["0000"].terrain: there is no terrain "swamp"'),
        ({"cells": {"0000": Cell("plain", ("town",))}}, 'there is no feature "town"'),
        ({"hexsides": (Hexside("0000/0100", ("lake",)),)}, 'there is no kind of hexside "lake"'),
        (
            {"hexsides": (Hexside("0000/0100", ("river",)), Hexside("0000/0100", ("river",)))},
            "0000/0100 is listed twice",
        ),
        ({"hexsides": (Hexside("0000/0100", ("bridge",)),)}, "a bridge must be where a road crosses a river"),
        ({"zones": {"home": ("0000",)}}, 'map.zones["home"]: there is no zone "home"'),
    ],
    ids=str,
)
def test_maps_that_are_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError) as wrong:
        check_map(replace(SHEET, **change))
    assert sentence in str(wrong.value)


@pytest.mark.rule("blitzkrieg", "BK-MIS-14", "BK-MIS-04")
def test_the_classes_of_both_sides() -> None:
    kinds = {side: {p.type for p in TABLES.units.values() if p.side == side} for side in (GERMAN, ALLIED)}
    common = {"armor", "motor_inf", "artillery", "infantry", "paratrooper", "air"}
    assert kinds[GERMAN] == common | {"volkswerfer", "infiltrator", "v2"}
    assert kinds[ALLIED] == common


@pytest.mark.rule("blitzkrieg", "BK-MIS-05", "BK-MIS-07", "BK-MOV-01")
def test_what_the_classes_are_like() -> None:
    by: dict[str, list[tuple[int, int]]] = {}
    for p in TABLES.units.values():
        by.setdefault(p.type, []).append((p.strength, p.mp))
    assert max(s for s, _ in by["armor"]) > max(s for s, _ in by["motor_inf"])
    assert min(m for _, m in by["motor_inf"]) > max(m for _, m in by["infantry"])
    assert {m for _, m in by["volkswerfer"]} == {2}
    assert min(s for s, _ in by["volkswerfer"]) > max(s for s, _ in by["infantry"])
    assert max(TABLES.defence["infantry"].values()) == TABLES.defence["infantry"]["forest"]
    assert all(m >= 5 for _, m in by["armor"])
    assert TABLES.movement["armor"]["forest"] == 10


@pytest.mark.rule("blitzkrieg", "BK-MIS-06")
def test_three_units_can_add_up_to_the_example() -> None:
    german = sorted(p.strength for p in TABLES.units.values() if p.side == GERMAN)
    allied = [p.strength for p in TABLES.units.values() if p.side == ALLIED and p.strength]
    assert sum(german[-3:]) >= 30
    assert any(a + b == 10 for a in allied for b in allied)


@pytest.mark.rule("blitzkrieg", "BK-MAP-10")
def test_the_order_of_battle_is_whole() -> None:
    total: Counter[tuple[str, bool]] = Counter()
    for p in TABLES.units.values():
        total[p.side, p.turn == 1] += p.strength
    assert len(TABLES.units) == 235
    assert total == {
        (GERMAN, True): 441,
        (GERMAN, False): 190,
        (ALLIED, True): 168,
        (ALLIED, False): 596,
    }
