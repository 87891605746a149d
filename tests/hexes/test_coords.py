from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hexbench.hexes import coords
from tests.hexes.grids import coordinates

directions = st.integers(0, 5)
radii = st.integers(0, 7)


@given(coordinates, directions)
def test_a_step_and_the_opposite_step_lead_back(a: coords.Axial, direction: int) -> None:
    there = coords.neighbour(a, direction)
    assert coords.distance(a, there) == 1
    assert coords.direction_to(a, there) == direction
    assert coords.neighbour(there, coords.opposite(direction)) == a
    assert coords.neighbours(a)[direction] == there


@given(coordinates, coordinates)
def test_direction_is_known_for_neighbours_alone(a: coords.Axial, b: coords.Axial) -> None:
    assert (coords.direction_to(a, b) is not None) == (coords.distance(a, b) == 1)


@given(coordinates, coordinates, coordinates)
def test_distance_is_a_distance(a: coords.Axial, b: coords.Axial, c: coords.Axial) -> None:
    assert coords.distance(a, a) == 0
    assert coords.distance(a, b) == coords.distance(b, a)
    assert coords.distance(a, c) <= coords.distance(a, b) + coords.distance(b, c)


@given(coordinates, radii)
def test_a_ring_holds_the_hexes_at_that_distance_once(a: coords.Axial, radius: int) -> None:
    found = list(coords.ring(a, radius))
    assert len(found) == len(set(found)) == (6 * radius if radius else 1)
    assert all(coords.distance(a, b) == radius for b in found)


@given(coordinates, radii)
def test_a_disk_holds_all_hexes_within_reach_nearest_first(a: coords.Axial, radius: int) -> None:
    found = list(coords.disk(a, radius))
    assert len(found) == len(set(found)) == 1 + 3 * radius * (radius + 1)
    far = [coords.distance(a, b) for b in found]
    assert far == sorted(far)


@given(coordinates, coordinates)
def test_a_line_is_a_shortest_path(a: coords.Axial, b: coords.Axial) -> None:
    found = coords.line(a, b)
    assert found[0] == a
    assert found[-1] == b
    assert len(found) == coords.distance(a, b) + 1
    assert all(coords.distance(x, y) == 1 for x, y in pairwise(found))


@given(coordinates, directions)
def test_a_corner_has_one_name_from_all_three_hexes(a: coords.Axial, direction: int) -> None:
    b, c = coords.neighbour(a, direction), coords.neighbour(a, (direction + 1) % 6)
    name = coords.corner(a, direction)
    assert [k for k in range(6) if coords.corner(b, k) == name] == [(direction + 2) % 6]
    assert [k for k in range(6) if coords.corner(c, k) == name] == [(direction + 4) % 6]


@given(coordinates, directions)
def test_both_hexes_of_a_hexside_name_the_same_ends(a: coords.Axial, direction: int) -> None:
    b = coords.neighbour(a, direction)
    mine = coords.side_corners(a, direction)
    theirs = coords.side_corners(b, coords.opposite(direction))
    assert set(mine) == set(theirs)
    assert mine == theirs[::-1], "seen from the other side it runs the other way"


@given(coordinates)
def test_a_hex_has_six_corners_and_its_neighbours_none_but_these(a: coords.Axial) -> None:
    mine = {coords.corner(a, k) for k in range(6)}
    assert len(mine) == 6
    for direction, b in enumerate(coords.neighbours(a)):
        shared = mine & {coords.corner(b, k) for k in range(6)}
        assert shared == set(coords.side_corners(a, direction))


@given(coordinates, st.floats(-0.29, 0.29), st.floats(-0.29, 0.29))
def test_a_point_near_a_centre_lies_in_that_hex(a: coords.Axial, dq: float, dr: float) -> None:
    assert coords.nearest(a[0] + dq, a[1] + dr) == a
