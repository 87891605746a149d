"""The map: what the rules fix of it (TG-DAT), and what follows for rivers, roads, bridges and the front."""

from __future__ import annotations

import networkx as nx
import pytest

from hexbench.atlas.atlas import side_name
from hexbench.games.tigers import setup
from tests.games.tigers import shipped
from tests.games.tigers.field import ARDENNES, HEXES, campaign

ATLAS = ARDENNES.atlas
ZONES = ARDENNES.zones
RIVER = ARDENNES.hexsides["river"]
FRONT = ARDENNES.hexsides["front"]
SIEGFRIED = ARDENNES.hexsides["siegfried"]


def place(name: str) -> str:
    """The hex of a place."""
    (at,) = ATLAS.places[name].hexes
    return at


@pytest.mark.rule("tigers", "TG-DAT-01", "TG-DAT-02", "AMB-111")
def test_the_grid_of_the_rules() -> None:
    assert len(HEXES) == 149
    assert "111" not in ATLAS.index
    for at in ("210", "311", "410", "511"):
        assert at in ZONES["exit_nw"]
        assert at in ZONES["edge_n"]
    assert ZONES["exit_w_north"] == {"106", "107", "108", "109", "110"}
    assert {at for at in HEXES if at.startswith("2") and len(at) == 3} == {f"2{n:02}" for n in range(1, 11)}


@pytest.mark.rule("tigers", "TG-DAT-03")
def test_the_corners_of_the_south_edge() -> None:
    assert {"102", "1302"} <= ZONES["edge_s"]
    assert "102" in ZONES["edge_w"]
    assert {ARDENNES.home(at) for at in ("102", "1302")} == {"allied"}
    assert "1303" not in ZONES["edge_s"]


@pytest.mark.rule("tigers", "TG-DAT-04", "TG-MOV-22")
def test_the_two_broken_roads() -> None:
    for side in ("1105/1204", "1302/1303"):
        assert side in RIVER
        assert side in ARDENNES.road_sides
        assert side in FRONT
    assert [ARDENNES.home(at) for at in ("1105", "1302", "1204", "1303")] == [
        *("allied", "allied", "german", "german"),
    ]
    assert "1204" in ATLAS.near["1105"]
    assert "1203" not in ATLAS.near["1105"]


@pytest.mark.rule("tigers", "TG-DAT-05", "TG-TER-10")
def test_the_siegfried_line_is_the_front_but_for_the_schnee_eifel() -> None:
    front = {
        side_name(a, b)
        for a in HEXES
        for b in ATLAS.near[a]
        if ARDENNES.home(a) == "allied" and ARDENNES.home(b) == "german"
    }
    assert front == FRONT
    assert {side for side in FRONT if not {"1206", "1307"} & set(side.split("/"))} == SIEGFRIED
    assert len(FRONT) == 23
    assert len(SIEGFRIED) == 18
    assert {ARDENNES.home(at) for at in ("1206", "1307")} == {"allied"}


@pytest.mark.rule("tigers", "TG-DAT-06")
def test_losheim_is_german() -> None:
    assert ARDENNES.home("1407") == "german"


@pytest.mark.rule("tigers", "TG-DAT-07")
def test_the_places_the_rules_name() -> None:
    for name in ("Spa", "Malmedy", "St. Vith", "Vielsalm", "Bastogne", "Martelange", "Marche"):
        assert "town" in ATLAS.cell(place(name)).features, name
    cities = {at for at in HEXES if "city" in ATLAS.cell(at).features}
    assert cities == {place("Liège"), place("Namur"), place("Sedan")}
    assert {at for at in HEXES if ATLAS.cell(at).terrain == "venn"} == {"1109", "1208"}
    assert any(side.name == "Meuse" for side in ATLAS.sheet.hexsides)


@pytest.mark.rule("tigers", "TG-DAT-08")
def test_roads_leave_the_map_on_all_four_sides() -> None:
    out = {side.rpartition("/") for side in ARDENNES.road_sides if not side.rpartition("/")[2].isdigit()}
    ends = {at for at, _, _ in out}
    for edge in ("edge_n", "edge_s", "edge_w", "edge_e"):
        assert ends & ZONES[edge], edge


@pytest.mark.rule("tigers", "TG-DAT-09")
def test_the_edges_reinforcements_come_by() -> None:
    assert ZONES["british_entry"] <= ZONES["edge_n"]
    assert max(int(at[:-2]) for at in ZONES["british_entry"]) == 8
    assert shipped.TABLES.entry == {
        "N": "edge_n",
        "S": "edge_s",
        "W": "edge_w",
        "BR": "british_entry",
        "G": "german_side",
    }


@pytest.mark.rule("tigers", "TG-BRG-01", "TG-MOV-22")
def test_bridges_stand_where_roads_cross_rivers_but_not_on_the_front() -> None:
    found = setup.first_bridges(ARDENNES)
    assert set(found) == RIVER & ARDENNES.road_sides
    assert {side for side, bridge in found.items() if not bridge.intact} == {"1105/1204", "1302/1303"}
    assert {bridge.owner for bridge in found.values()} == {"allied"}
    assert found == campaign().s.bridges


def test_every_allied_road_leads_to_an_allied_edge_and_every_german_one_east() -> None:
    net: nx.Graph[str] = nx.Graph()
    for side in ARDENNES.road_sides - {"1105/1204", "1302/1303"}:
        a, _, b = side.partition("/")
        if b in ATLAS.index and ARDENNES.home(a) == ARDENNES.home(b):
            net.add_edge(a, b)
    for part in nx.connected_components(net):
        edges = ("edge_n", "edge_w", "edge_s") if ARDENNES.home(min(part)) == "allied" else ("edge_e",)
        assert any(part & ZONES[edge] for edge in edges), part


def test_the_meuse_parts_its_far_bank_from_the_rest() -> None:
    meuse = {side.side for side in ATLAS.sheet.hexsides if side.name == "Meuse"}
    far = ZONES["meuse_far_bank"]
    between = {side_name(a, b) for a in far for b in ATLAS.near[a] if b not in far}
    assert between == meuse
    assert ZONES["meuse"] == far | {at for side in meuse for at in side.split("/")}


def test_no_hex_is_more_than_two_hexes_from_a_road() -> None:
    near = set(ARDENNES.road_hexes)
    for _ in range(2):
        near |= {n for at in near for n in ATLAS.near[at]}
    assert near == set(HEXES)
