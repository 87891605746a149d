from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPointF

from hexbench.ui.canvas.geometry import PITCH, Geometry, noise
from tests.ui.canvas.stage import small_atlas


@pytest.fixture(params=["pointy", "flat"])
def geometry(request):
    return Geometry(small_atlas(request.param))


def test_every_middle_lies_in_its_hex(geometry):
    for name in geometry.atlas.labels:
        assert geometry.at(geometry.centre(name)) == name
    assert geometry.at(QPointF(-5000, 0)) == ""


def test_adjacent_middles_lie_one_pitch_apart(geometry):
    for other in geometry.atlas.near["0606"]:
        way = geometry.centre(other) - geometry.centre("0606")
        assert (way.x() ** 2 + way.y() ** 2) ** 0.5 == pytest.approx(PITCH)


def test_a_hexside_lies_half_way_between_its_hexes(geometry):
    for other in geometry.atlas.near["0606"]:
        side = f"{min('0606', other)}/{max('0606', other)}"
        half = (geometry.centre("0606") + geometry.centre(other)) / 2
        assert geometry.place(side).x() == pytest.approx(half.x())
        assert geometry.place(side).y() == pytest.approx(half.y())


def test_the_outline_of_a_region_walks_each_hexside_of_its_rim_once(geometry):
    index = geometry.atlas.index
    assert [len(loop) for loop in geometry.loops({index["0606"]})] == [6]
    ring = {index[n] for n in geometry.atlas.near["0606"]}
    assert sorted(len(loop) for loop in geometry.loops(ring)) == [6, 18]
    whole = geometry.outline(geometry.atlas.labels)
    assert all(whole.contains(geometry.centre(name)) for name in geometry.atlas.labels)
    assert not geometry.outline(geometry.atlas.near["0606"]).contains(geometry.centre("0606"))


def test_two_hexes_that_touch_at_no_side_have_two_outlines(geometry):
    index = geometry.atlas.index
    assert len(geometry.loops({index["0202"], index["0707"]})) == 2


def test_noise_is_even_and_always_the_same():
    values = [noise("tree", k) for k in range(2000)]
    assert values == [noise("tree", k) for k in range(2000)]
    assert all(-1 <= v <= 1 for v in values)
    assert abs(sum(values) / len(values)) < 0.05
    neighbours = sum(a * b for a, b in itertools.pairwise(values)) / len(values)
    assert abs(neighbours) < 0.05
