"""Sets of hexes as whole numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexbench.atlas import hexset
from hexbench.atlas.hexset import Links, bits_of, bits_where, holds
from tests.atlas import maps

SIZE = 40
steps = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=60)
hexes = st.sets(st.integers(0, SIZE - 1), max_size=12)


def members(held: int) -> set[int]:
    return {i for i in range(SIZE + 1) if holds(held, i)}


@given(hexes)
def test_a_set_holds_what_was_put_in(found: set[int]) -> None:
    assert members(bits_of(sorted(found))) == found
    assert hexset.members(bits_of(found)) == sorted(found)
    labels = [f"{i:02}" for i in range(SIZE)]
    assert hexset.named(bits_of(found), labels) == [labels[i] for i in sorted(found)]


@given(st.lists(st.integers(0, 255), max_size=SIZE))
def test_counts_other_than_none_make_a_set(counts: list[int]) -> None:
    assert members(bits_where(counts)) == {i for i, n in enumerate(counts) if n}


@given(steps, hexes)
def test_growing_adds_the_ends_of_the_steps(pairs: list[tuple[int, int]], start: set[int]) -> None:
    grown = Links(pairs).grown(bits_of(sorted(start)))
    assert members(grown) == start | {j for i, j in pairs if i in start}


@given(steps, hexes, hexes)
def test_spreading_goes_on_through_free_hexes(
    pairs: list[tuple[int, int]], start: set[int], closed: set[int]
) -> None:
    free = set(range(SIZE)) - closed
    found = start & free
    while more := {j for i, j in pairs if i in found and j in free} - found:
        found |= more
    assert members(Links(pairs).spread(bits_of(sorted(start)), bits_of(sorted(free)))) == found


@given(steps, steps, steps)
def test_steps_are_taken_away_and_added(
    pairs: list[tuple[int, int]], shut: list[tuple[int, int]], opened: list[tuple[int, int]]
) -> None:
    before = Links(pairs)
    after = before.changed(shut, opened)
    wanted = (set(pairs) - set(shut)) | set(opened)
    for i in range(SIZE):
        assert after.ends(i) == sorted({j for k, j in wanted if k == i})
        assert before.ends(i) == sorted({j for k, j in pairs if k == i})


@given(steps, steps, hexes)
def test_steps_out_of_a_set_are_all_kept_or_not(
    pairs: list[tuple[int, int]], shut: list[tuple[int, int]], held: set[int]
) -> None:
    before = Links(pairs)
    gone = {(i, j) for i, j in set(pairs) & set(shut) if i in held}
    assert before.changed(shut, ()).keeps(before, bits_of(sorted(held))) == (not gone)


def test_the_hexes_around_one_on_a_map() -> None:
    atlas = maps.corner()
    middle = len(atlas.labels) // 2
    start = atlas.labels[middle]
    held = bits_of([middle])
    for within in (1, 2, 3):
        held = atlas.steps.grown(held)
        wanted = [i for i, at in enumerate(atlas.labels) if atlas.distance(start, at) <= within]
        assert hexset.members(held) == wanted
    far = [atlas.distance(start, at) for at in atlas.nearest_first(start)]
    assert far == sorted(far)
    assert sorted(atlas.nearest_first(start)) == sorted(atlas.labels)


def test_the_ends_of_all_hexes_are_those_of_each() -> None:
    steps = Links([(0, 1), (1, 0), (1, 2), (5, 3), (2, 9), (1, 9)])
    assert steps.all_ends() == {i: steps.ends(i) for i in (0, 1, 2, 5)}
    changed = steps.changed([(1, 2)], [(7, 3)])
    assert changed.all_ends() == {i: changed.ends(i) for i in (0, 1, 2, 5, 7)}
