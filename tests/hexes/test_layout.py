from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexbench.hexes.coords import Axial, corner, neighbour
from hexbench.hexes.grid import Grid, GridSpec
from hexbench.hexes.layout import Layout
from tests.hexes import grids

layouts = st.builds(
    Layout,
    st.sampled_from(["pointy", "flat"]),
    st.sampled_from([0.5, 1.0, 12.0, 37.5, 128.0]),
    st.tuples(st.floats(-500, 500), st.floats(-500, 500)),
)


@given(layouts, grids.coordinates)
def test_the_centre_of_a_hex_lies_in_it(layout: Layout, a: Axial) -> None:
    assert layout.at(*layout.centre(a)) == a


@given(layouts, st.integers(0, 3), st.lists(grids.coordinates, max_size=20))
def test_the_centres_of_many_hexes_are_those_of_each(layout: Layout, turn: int, many: list[Axial]) -> None:
    layout.turn = turn
    assert layout.centres(many) == tuple(layout.centre(a) for a in many)


@given(layouts, grids.coordinates, st.integers(0, 359), st.floats(0, 0.98))
def test_points_inside_the_hexsides_lie_in_the_hex(
    layout: Layout, a: Axial, angle: int, share: float
) -> None:
    x, y = layout.centre(a)
    far = layout.pitch / 2 * share
    turn = math.radians(angle)
    assert layout.at(x + far * math.cos(turn), y + far * math.sin(turn)) == a


@given(layouts, grids.coordinates, st.integers(0, 5))
def test_neighbours_are_a_pitch_apart_and_the_hexside_lies_between(layout: Layout, a: Axial, d: int) -> None:
    b = neighbour(a, d)
    (ax, ay), (bx, by) = layout.centre(a), layout.centre(b)
    assert math.hypot(ax - bx, ay - by) == pytest.approx(layout.pitch)
    (px, py), (qx, qy) = layout.side(a, d)
    assert ((px + qx) / 2, (py + qy) / 2) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))
    assert math.hypot(px - qx, py - qy) == pytest.approx(layout.radius)


@given(layouts, grids.coordinates, st.integers(0, 5))
def test_a_corner_has_the_point_of_its_name(layout: Layout, a: Axial, k: int) -> None:
    assert layout.corners(a)[k] == pytest.approx(layout.corner_point(corner(a, k)))
    assert math.dist(layout.corners(a)[k], layout.centre(a)) == pytest.approx(layout.radius)


@given(grids.specs(), st.sampled_from([1.0, 40.0]))
def test_labels_to_pixels_and_back(spec: GridSpec, pitch: float) -> None:
    grid, layout = Grid(spec), Layout(spec.orientation, pitch)
    for name, a in grid.axial.items():
        assert grid.label[layout.at(*layout.centre(a))] == name


def test_north_is_up_and_east_is_right() -> None:
    pointy, flat = Layout("pointy", 10.0), Layout("flat", 10.0)
    x0, y0 = pointy.centre((0, 0))
    x, y = pointy.centre(neighbour((0, 0), 1))
    assert x > x0
    assert y < y0, "direction 1 of a pointy-top sheet is north-east"
    x, y = flat.centre(neighbour((0, 0), 2))
    assert (x, y) == pytest.approx((0.0, -10.0)), "direction 2 of a flat-top sheet is north"


@pytest.mark.parametrize(
    ("spec", "low", "high"),
    [
        (grids.IRON_TIDE, "0101", "0201"),
        (grids.TIGERS, "103", "104"),
    ],
)
def test_rows_counted_from_the_south_rise(spec: GridSpec, low: str, high: str) -> None:
    grid, layout = Grid(spec), Layout(spec.orientation, 20.0)
    assert layout.centre(grid.number(high))[1] < layout.centre(grid.number(low))[1]


def test_pushed_rows_and_columns_lie_where_they_are_pushed() -> None:
    def centre(spec: GridSpec, name: str) -> tuple[float, float]:
        return Layout(spec.orientation, 1.0).centre(Grid(spec).number(name))

    assert centre(grids.IRON_TIDE, "0201")[0] == pytest.approx(centre(grids.IRON_TIDE, "0101")[0] + 0.5)
    assert centre(grids.BLITZKRIEG, "0001")[0] == pytest.approx(centre(grids.BLITZKRIEG, "0000")[0] + 0.5)
    assert centre(grids.TIGERS, "205")[1] == pytest.approx(centre(grids.TIGERS, "305")[1] - 0.5)
    assert centre(grids.TIDE_OF_IRON, "B3")[1] == pytest.approx(centre(grids.TIDE_OF_IRON, "A3")[1] + 0.5)
