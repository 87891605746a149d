"""The parts of the compiler, each on its own."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, box

from hexbench.atlas.sheet import Cell
from hexbench.hexes.grid import GridSpec
from hexbench.mapmaker import chains, fixes, plane, rivers, roads, terrain
from hexbench.mapmaker.frame import Frame, Geography
from hexbench.mapmaker.recipe import HexFix, RoadFix, SideFix, TerrainSpec
from tests.mapmaker import countries

SPEC = GridSpec(
    orientation="pointy",
    columns=(1, 9),
    rows=(1, 8),
    rows_from="south",
    pushed="even",
    push="east",
    numbering="RRCC",
)
FRAME = Frame(SPEC)
WORLD = plane.Plane(6.0, 50.0)
TERRAIN = TerrainSpec(heavy_woods=0.9, heavy_depth=5, heavy_with_rough=0.7, rough_with_heavy=0.6, mixed=0.5)


# ------------------------------------------------------------------------------------------------------------ geography


def test_a_layer_is_sorted_and_a_shape_is_found_by_its_name(tmp_path: Path) -> None:
    geography = Geography(countries.found(tmp_path) / "geography")
    assert [s.name for s in geography.layer("rivers")] == ["Main", "Side"]
    assert geography.named("bridges", "Mill").river == "Main"
    with pytest.raises(ValueError, match="The geography has 0 shapes named 'Rhine' among its rivers"):
        geography.named("rivers", "Rhine")


# ---------------------------------------------------------------------------------------------------------------- frame


def test_hexsides_and_corners_of_a_grid() -> None:
    inner = sum(len(s.hexes) == 2 for s in FRAME.sides.values())
    assert 2 * inner + (len(FRAME.sides) - inner) == 6 * 72
    # Euler: corners - hexsides + hexes = 1 for a sheet without holes
    assert len(FRAME.meeting) - len(FRAME.sides) + 72 == 1
    assert all(len(found) in (2, 3) for found in FRAME.meeting.values())
    side = FRAME.between(FRAME.atlas.index["0303"], FRAME.atlas.index["0304"])
    assert side.name == "0303/0304"
    assert side.other(side.ends[0]) == side.ends[1]
    assert FRAME.at(FRAME.centres[FRAME.atlas.index["0505"]]) == FRAME.atlas.index["0505"]
    assert FRAME.at((-50.0, 0.0)) is None
    assert FRAME.labels[FRAME.nearest((-50.0, FRAME.centres[FRAME.atlas.index["0501"]][1]))] == "0501"


def test_the_rim_is_the_outline() -> None:
    outline = FRAME.outline.boundary
    for corner in FRAME.meeting:
        on_it = outline.distance(Point(FRAME.point(corner))) < 1e-4
        assert on_it == (corner in FRAME.rim)


# ---------------------------------------------------------------------------------------------------------------- plane


@given(st.floats(0.2, 5.0), st.floats(-60, 60), st.floats(-50, 50), st.floats(-50, 50))
def test_a_similarity_is_found_again(spacing: float, turn: float, east: float, south: float) -> None:
    a, b = math.cos(math.radians(turn)) / spacing, math.sin(math.radians(turn)) / spacing
    true = plane.Similarity(a, b, east, south)
    ground = np.array([(0.0, 0.0), (30.0, 5.0), (-12.0, 40.0), (7.0, -25.0)])
    found = plane.fit_similarity(ground, true.apply(ground))
    assert found == pytest.approx(true, abs=1e-7)
    assert found.spacing == pytest.approx(spacing, rel=1e-6)
    assert found.rotation == pytest.approx(turn, abs=1e-5)


def test_one_point_is_not_enough() -> None:
    with pytest.raises(ValueError, match="at least two pinned places"):
        plane.fit_similarity(np.zeros((1, 2)), np.zeros((1, 2)))


def test_north_is_up_and_a_degree_has_its_length() -> None:
    (x, y), (x2, y2) = WORLD.kilometres(np.array([(6.0, 50.5), (7.0, 50.0)]))
    assert (x, y) == pytest.approx((0.0, -55.5975))
    assert (x2, y2) == pytest.approx((71.475, 0.0), abs=1e-2)


def _reference(anchors: list[plane.Anchor]) -> plane.Georeference:
    x, y = FRAME.centres[FRAME.atlas.index["0404"]]
    return plane.Georeference(FRAME, WORLD, plane.Similarity(0.5, 0.0, x, y), anchors, 3.0)


def test_the_rubber_sheet_moves_a_pin_just_inside_its_hex_and_rests_far_away() -> None:
    target = FRAME.centres[FRAME.atlas.index["0405"]]
    pinned = _reference([plane.Anchor("Pin", 6.0, 50.0, "0405", target, 0.35, True)])
    x, y = pinned.point(6.0, 50.0)
    away = plane.hex_norm((target[0] - x, target[1] - y), pointy=True)
    assert away == pytest.approx(0.35, abs=1e-5)
    (residual,) = pinned.residuals
    assert (residual.raw_hex, residual.east, residual.south) == ("0404", -1.0, 0.0)
    plain = _reference([])
    assert plain.stretch_factors() == (1.0, 1.0, 0.0)
    assert pinned.stretch_factors()[2] < 0.9
    x0, y0 = FRAME.centres[FRAME.atlas.index["0404"]]
    for gx, gy in plane.ring_round(FRAME, 3.0).tolist():
        longitude = 6.0 + (gx - x0) * 2 / (plane.KILOMETRES * math.cos(math.radians(50.0)))
        latitude = 50.0 - (gy - y0) * 2 / plane.KILOMETRES
        assert pinned.point(longitude, latitude) == pytest.approx((gx, gy), abs=1e-5)


def test_a_pin_that_lies_well_already_stays() -> None:
    target = FRAME.centres[FRAME.atlas.index["0404"]]
    pinned = _reference([plane.Anchor("Pin", 6.001, 50.0, "0404", target, 0.35, True)])
    assert pinned.point(6.001, 50.0) == pytest.approx(_reference([]).point(6.001, 50.0), abs=1e-5)


def test_a_bridge_pin_lies_in_the_middle_of_its_hexside() -> None:
    side = FRAME.between(FRAME.atlas.index["0404"], FRAME.atlas.index["0405"])
    pinned = _reference([plane.Anchor("Bridge", 6.0, 50.0, "0404", FRAME.middle(side), 0.0, False)])
    assert pinned.point(6.0, 50.0) == pytest.approx(FRAME.middle(side), abs=1e-5)


@pytest.mark.parametrize(
    ("angle", "far"), [(0, 0.5), (30, 1 / math.sqrt(3)), (60, 0.5), (200, 0.5 / math.cos(math.radians(20)))]
)
def test_the_distance_to_a_hexside_is_one_in_every_direction(angle: int, far: float) -> None:
    turn = math.radians(angle)
    # at a corner the true hexside is farther away than half a pitch
    length = plane.hex_norm((math.cos(turn), math.sin(turn)), pointy=True)
    assert 1 / length == pytest.approx(far, rel=1e-6)


# --------------------------------------------------------------------------------------------------------------- chains


def _row(row: int, *, up: float = 0.433) -> LineString:
    """A straight line from west to east a little above the centres of a row."""
    y = FRAME.centres[FRAME.atlas.index[f"{row:02d}01"]][1] - up
    return LineString([(-2.0, y), (14.0, y)])


def test_a_chain_hugs_a_line_from_rim_to_rim() -> None:
    line = LineString(_row(4).intersection(FRAME.outline).coords)
    chain = chains.hug(FRAME, chains.Course(line, {}, starts=FRAME.rim, ends=FRAME.rim))
    assert chain is not None
    assert len(chain.corners) == len(chain.sides) + 1
    for name, a, b in zip(chain.sides, chain.corners, chain.corners[1:], strict=False):
        assert set(FRAME.sides[name].ends) == {a, b}
    rows = {name.partition("/")[0][:2] + name.partition("/")[2][:2] for name in chain.sides}
    assert rows <= {"0405", "0404", "0505"}
    assert len(chain.sides) in (17, 18, 19)


def test_a_held_hex_keeps_its_bank() -> None:
    line = LineString(_row(4).intersection(FRAME.outline).coords)
    hold = FRAME.atlas.index["0505"]
    course = chains.Course(line, {}, {hold: chains.RIGHT}, starts=FRAME.rim, ends=FRAME.rim)
    chain = chains.hug(FRAME, course)
    assert chain is not None
    north = FRAME.atlas.index["0801"]
    parts = chains.banks_of_chain(FRAME, chain.sides, {"north": north, "south": FRAME.atlas.index["0101"]})
    assert parts[hold] == "south"
    assert parts[FRAME.atlas.index["0502"]] == "north"
    assert len(parts) == 72


def test_the_two_banks_are_seen_along_the_line() -> None:
    line = LineString([(0.0, 0.0), (10.0, 0.0)])  # eastwards; y grows to the south
    assert chains.bank(line, (5.0, -0.5), 1.4) == chains.LEFT
    assert chains.bank(line, (5.0, 0.5), 1.4) == chains.RIGHT
    assert chains.bank(line, (5.0, 2.0), 1.4) == 0


def test_a_chain_that_ends_in_the_open_parts_nothing() -> None:
    seeds = {"a": FRAME.atlas.index["0101"], "b": FRAME.atlas.index["0808"]}
    with pytest.raises(ValueError, match="are not kept apart"):
        chains.banks_of_chain(FRAME, ["0404/0405"], seeds)


def test_a_line_off_the_map_has_no_chain() -> None:
    assert chains.hug(FRAME, chains.Course(LineString([(50.0, 50.0), (60.0, 50.0)]), {})) is None


def test_rivers_join_those_they_end_on() -> None:
    lines = {
        "Main": LineString([(0.0, 0.0), (0.0, 10.0)]),
        "Side": LineString([(5.0, 5.0), (0.1, 5.0)]),
        "Brook": LineString([(5.0, 9.0), (3.0, 5.2)]),
        "Far": LineString([(20.0, 0.0), (20.0, 9.0)]),
    }
    into = rivers.main_rivers(lines)
    assert into == {"Main": "", "Side": "Main", "Brook": "Side", "Far": ""}
    assert rivers.flow_order({n: into[n] for n in ("Brook", "Side", "Main", "Far")}) == [
        *("Main", "Far"),
        "Side",
        "Brook",
    ]
    with pytest.raises(ValueError, match="in a ring"):
        rivers.flow_order({"A": "B", "B": "A"})


def test_pieces_of_a_clipped_line() -> None:
    line = LineString([(-2.0, 0.0), (2.0, 0.0), (2.0, 5.0), (-2.0, 5.0)])
    assert [p.length for p in rivers.pieces_of(line.intersection(box(-1, -1, 1, 6)))] == [2.0, 2.0]
    assert rivers.pieces_of(line.intersection(box(10, 10, 11, 11))) == []
    assert rivers.pieces_of(line) == [line]


# -------------------------------------------------------------------------------------------------------------- terrain


@pytest.mark.parametrize(
    ("woods", "rough", "marsh", "depth", "name"),
    [
        (0.0, 0.0, 0.0, 0, "clear"),
        (0.49, 0.0, 0.0, 6, "clear"),
        (0.5, 0.0, 0.0, 6, "woods"),
        (0.9, 0.0, 0.0, 4, "woods"),
        (0.9, 0.0, 0.0, 5, "heavy_woods"),
        (0.7, 0.6, 0.0, 0, "heavy_woods"),
        (0.7, 0.59, 0.0, 0, "woods"),
        (0.4, 0.5, 0.0, 0, "rough"),
        (0.3, 0.2, 0.0, 0, "woods"),
        (0.2, 0.3, 0.0, 0, "rough"),
        (1.0, 1.0, 0.5, 6, "marsh"),
    ],
)
def test_shares_make_terrain(woods: float, rough: float, marsh: float, depth: int, name: str) -> None:
    assert terrain.terrain_of(terrain.Shares(woods, rough, marsh), depth, TERRAIN) == name


def test_a_share_is_of_the_hex_and_overlaps_count_once() -> None:
    x, y = FRAME.centres[FRAME.atlas.index["0404"]]
    half = box(x - 5, y, x + 5, y + 0.4)
    shares = terrain.cover(FRAME, [half, half])
    assert 0.4 <= shares[FRAME.atlas.index["0404"]] <= 0.45
    assert shares[FRAME.atlas.index["0804"]] == 0.0
    assert terrain.cover(FRAME, []).sum() == 0.0


def test_the_woods_go_on_beyond_the_edge() -> None:
    shares = [terrain.Shares(1.0, 0.0, 0.0)] * 72
    assert set(terrain.find_terrain(FRAME, shares, TERRAIN)) == {"heavy_woods"}


# ---------------------------------------------------------------------------------------------------------------- roads


def _stretch(*labels: str, kind: str = "main") -> roads.Stretch:
    points = [FRAME.centres[FRAME.atlas.index[n]] for n in labels]
    return roads.Stretch("-".join(labels), kind, LineString(points), (False, False))


def _lay(
    *plan: roads.Stretch, water: set[str] | None = None, barred: set[str] | None = None
) -> roads.Network:
    problems: list[str] = []
    net = roads.lay_roads(FRAME, list(plan), water or set(), barred or set(), set(), problems)
    assert problems == []
    return net


def test_a_road_runs_straight_through_adjacent_hexes() -> None:
    assert list(_lay(_stretch("0403", "0407")).kinds) == ["0403/0404", "0404/0405", "0405/0406", "0406/0407"]


def test_a_main_road_stays_one_where_a_second_joins_it() -> None:
    net = _lay(_stretch("0403", "0405"), _stretch("0404", "0406", kind="second"))
    assert net.kinds == {"0403/0404": "main", "0404/0405": "main", "0405/0406": "second"}
    assert net.users["0404/0405"] == 2


def test_a_road_goes_round_a_lake() -> None:
    net = _lay(_stretch("0403", "0407"), barred={"0404/0405"})
    assert "0404/0405" not in net.kinds
    assert len(net.kinds) == 5


def test_a_road_crosses_a_river_once_and_at_the_bridge() -> None:
    x, _ = FRAME.centres[FRAME.atlas.index["0405"]]
    course = LineString(LineString([(x - 0.4, -20.0), (x - 0.4, 20.0)]).intersection(FRAME.outline).coords)
    river = chains.hug(FRAME, chains.Course(course, {}, starts=FRAME.rim, ends=FRAME.rim))
    assert river is not None
    plan = [_stretch("0403", "0407")]
    for bridge in [name for name in river.sides if "04" in (name[:2], name[5:7])]:
        net = roads.lay_roads(FRAME, plan, river.sides, (), {bridge}, [])
        assert net.crossings == {bridge: ("0403-0407",)}
        assert [name for name in net.kinds if name in river.sides] == [bridge]


def test_a_road_that_has_no_way_is_told() -> None:
    around = {FRAME.atlas.side_of(FRAME.atlas.index["0404"], d) for d in range(6)}
    problems: list[str] = []
    roads.lay_roads(FRAME, [_stretch("0404", "0407")], set(), around, set(), problems)
    assert problems == ["Road 0404-0407: a stretch of 3.0 hexes has no way."]


def test_triangles_of_roads_are_opened_at_their_least_side() -> None:
    net = _lay(_stretch("0404", "0405"), _stretch("0404", "0505"), _stretch("0405", "0505", kind="second"))
    # 0404 and 0405 are pushed, so 0505 touches both
    assert len(net.kinds) == 3
    assert roads.untangle(FRAME, net, ()) == ["0405/0505"]
    assert set(net.kinds) == {"0404/0405", "0404/0505"}
    assert roads.untangle(FRAME, net, ()) == []


# ---------------------------------------------------------------------------------------------------------------- fixes


def test_hexes_are_corrected_by_hand() -> None:
    cells = {"0101": Cell("clear", ("town",))}
    fixes.fix_hexes(cells, [HexFix(hex="0101", terrain="rough", add=("fort",), drop=("town",), why="-")])
    assert cells["0101"] == Cell("rough", ("fort",))
    with pytest.raises(ValueError, match="The correction of hex 0101 changes nothing"):
        fixes.fix_hexes(cells, [HexFix(hex="0101", terrain="rough", why="-")])
    with pytest.raises(ValueError, match="corrects hex 9999, which is not on the map"):
        fixes.fix_hexes(cells, [HexFix(hex="9999", why="-")])


def test_hexsides_are_corrected_by_hand() -> None:
    sides: dict[str, tuple[tuple[str, ...], str]] = {"0101/0102": (("river",), "Brook")}
    fixes.fix_sides(FRAME, sides, [SideFix(side="0101/0102", add=("bridge",), why="-")])
    assert sides == {"0101/0102": (("river", "bridge"), "Brook")}
    fixes.fix_sides(FRAME, sides, [SideFix(side="0101/0102", drop=("river", "bridge"), why="-")])
    assert sides == {}
    with pytest.raises(ValueError, match="hexside 0101/0102 changes nothing"):
        fixes.fix_sides(FRAME, sides, [SideFix(side="0101/0102", drop=("river",), why="-")])
    with pytest.raises(ValueError, match="hexside 0101/0103, which is not on the map"):
        fixes.fix_sides(FRAME, sides, [SideFix(side="0101/0103", add=("river",), why="-")])


def test_roads_are_corrected_by_hand() -> None:
    net = _lay(_stretch("0402", "0404"))
    add = RoadFix(hexes=("0402", "0401"), rim="W", road="West", kind="main", why="-")
    fixes.fix_roads(FRAME, net, [add])
    assert net.kinds["0401/0402"] == net.kinds["0401/W"] == "main"
    assert net.exits == {"West": ("0401/W",)}
    fixes.fix_roads(FRAME, net, [RoadFix(hexes=("0403", "0404"), kind="", why="-")])
    assert "0403/0404" not in net.kinds
    for fix, sentence in (
        (add, "The correction of the road 0402-0401 changes nothing"),
        (RoadFix(hexes=("0403", "0404"), kind="", why="-"), "changes nothing"),
        (RoadFix(hexes=("0403", "0407"), why="-"), "from 0403 to 0407, which are not adjacent"),
        (RoadFix(hexes=("0403",), rim="W", why="-"), "over 0403/W, which is not a hexside of the map edge"),
    ):
        with pytest.raises(ValueError, match=sentence):
            fixes.fix_roads(FRAME, net, [fix])


def test_corrections_are_told_in_words() -> None:
    assert fixes.what_hex(HexFix(hex="0101", terrain="heavy_woods", add=("town",), why="")) == (
        "hex 0101: heavy woods, with town"
    )
    assert fixes.what_side(SideFix(side="0101/0102", add=("ford",), drop=("bridge",), why="")) == (
        "hexside 0101/0102: with ford, without bridge"
    )
    assert fixes.what_road(RoadFix(hexes=("0101", "0102"), rim="E", kind="main", why="")) == (
        "main road 0101-0102 and out to the E"
    )
    assert fixes.what_road(RoadFix(hexes=("0101", "0102"), kind="", why="")) == "no road 0101-0102"
