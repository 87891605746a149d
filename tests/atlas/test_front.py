"""The line between two sides."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexbench.atlas.atlas import front, nearer
from hexbench.atlas.hexset import bits_of, holds
from tests.games.iron_tide.field import PLAIN

ATLAS = PLAIN.atlas
places = st.sets(st.integers(0, len(ATLAS.labels) - 1), min_size=1, max_size=5)


@given(places, places, st.integers(0, 6))
def test_every_hex_belongs_to_whoever_is_nearer(ours: set[int], theirs: set[int], within: int) -> None:
    a, b, both = nearer(ATLAS, bits_of(ours), bits_of(theirs), within)
    assert not a & b
    assert not (a | b) & both
    names = ATLAS.labels
    for i, at in enumerate(names):
        mine = min(ATLAS.distance(at, names[j]) for j in ours)
        yours = min(ATLAS.distance(at, names[j]) for j in theirs)
        if mine <= within and mine < yours:
            assert holds(a, i)
        elif yours <= within and yours < mine:
            assert holds(b, i)
        elif min(mine, yours) > within:
            assert not holds(a | b | both, i)
        else:
            assert holds(both, i)


def test_between_two_neighbours_the_front_begins_at_their_hexside() -> None:
    index = ATLAS.index
    one, other = bits_of([index["3445"]]), bits_of([index["3446"]])
    assert front(ATLAS, one, other, 0) == ("3445/3446",)
    longer = front(ATLAS, one, other, 2)
    assert "3445/3446" in longer
    assert len(longer) > 3
    assert front(ATLAS, one, 0, 4) == ()
