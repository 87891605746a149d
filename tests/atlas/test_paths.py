"""All ways at once are the ways one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexbench.atlas.arcs import POINT, compile_arcs
from hexbench.atlas.reach import FREE, First, Moods, Obstacles, reach
from tests.toys.ridge import ground
from tests.toys.ridge.movement import ZONES

ATLAS = ground.atlas()
ARCS = compile_arcs(ATLAS, ground.price)
SIZE = len(ATLAS.labels)
HEXES = st.integers(0, SIZE - 1)
BONUS = Moods((((((0, 0)), (0, 1)), ((6, 0), (12, 1))), (((3, 1), None), ((6, 0), None))))
"""A table in which the cheapest way to a hex is not the beginning of the cheapest way through it."""


@given(
    start=HEXES,
    zones=st.lists(st.integers(0, 1), min_size=SIZE, max_size=SIZE),
    closed=st.lists(HEXES, max_size=6),
    budget=st.integers(0, 8 * POINT),
    moods=st.sampled_from((ZONES, BONUS)),
    first=st.booleans(),
)
def test_paths_are_what_path_gives(
    start: int, zones: list[int], closed: list[int], budget: int, moods: Moods, first: bool
) -> None:
    out = [First(j, 7) for j in ATLAS.around[start] if j >= 0] if first else None
    found = reach(ARCS, Obstacles(zones, closed), moods, start, budget, first=out)
    assert found.paths() == {i: found.path(i) for i in found.costs}
    assert list(found.paths()) == list(found.costs)


def test_where_nothing_hinders() -> None:
    found = reach(ARCS, Obstacles.empty(SIZE), FREE, 0, 99 * POINT)
    assert found.paths() == {i: found.path(i) for i in range(SIZE)}
