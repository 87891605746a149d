from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexbench.atlas.arcs import POINT, Arcs, compile_arcs
from hexbench.atlas.atlas import OFF, Atlas, Link
from tests.atlas import maps


@given(maps.atlases())
def test_every_edge_of_the_graph_is_a_link_once(atlas: Atlas) -> None:
    found = [(atlas.labels[k.start], atlas.labels[k.end]) for k in atlas.links]
    assert len(found) == len(set(found))
    assert set(found) == set(atlas.graph.edges)
    for link in atlas.links:
        data = atlas.graph.edges[atlas.labels[link.start], atlas.labels[link.end]]
        assert (link.direction, link.kinds, link.road) == (data["direction"], data["kinds"], data["road"])
        assert link.leaves == atlas.cells[link.start]
        assert link.enters == atlas.cells[link.end]
        assert atlas.link(link.start, link.direction) == link


@given(maps.atlases())
def test_prices_are_kept_for_each_step(atlas: Atlas) -> None:
    arcs = maps.priced(atlas)
    assert len(arcs) == len(atlas.labels)
    for link in atlas.links:
        cost = maps.price(link)
        assert arcs.cost(link.start, link.direction) == arcs.between(link.start, link.end) == cost
        assert ((cost, link.end) in arcs.out[link.start]) == (cost is not None)
    for i, ways in enumerate(arcs.out):
        assert [c for c, _ in ways] == sorted(c for c, _ in ways), "cheapest first"
        for direction, j in enumerate(atlas.around[i]):
            if j == OFF:
                assert arcs.cost(i, direction) is None
    assert arcs.between(0, 0) is None
    assert arcs.between(0, OFF) is None


@given(maps.atlases(), st.data())
def test_patched_arcs_equal_arcs_compiled_anew_and_share_the_rest(atlas: Atlas, data: st.DataObject) -> None:
    arcs = maps.priced(atlas)
    keys = [(k.start, k.direction) for k in atlas.links]
    changes = data.draw(st.dictionaries(st.sampled_from(keys), st.none() | st.integers(1, 99), max_size=5))

    def price(link: Link) -> int | None:
        key = (link.start, link.direction)
        return changes[key] if key in changes else maps.price(link)

    before = [tuple(ways) for ways in arcs.out]
    patched, anew = arcs.patched(changes), compile_arcs(atlas, price)
    assert patched.out == anew.out
    assert [patched.cost(*key) for key in keys] == [anew.cost(*key) for key in keys]
    assert [tuple(ways) for ways in arcs.out] == before, "the old ones are as they were"
    touched = {i for i, _ in changes}
    assert all(patched.out[i] is arcs.out[i] for i in range(len(arcs)) if i not in touched)


@pytest.mark.parametrize("cost", [0, -12])
def test_a_step_costs_at_least_a_twelfth(cost: int) -> None:
    atlas = maps.corner()
    with pytest.raises(ValueError, match="at least one twelfth"):
        compile_arcs(atlas, lambda link: cost)
    arcs: Arcs = compile_arcs(atlas, lambda link: POINT)
    with pytest.raises(ValueError, match="at least one twelfth"):
        arcs.patched({(0, next(d for d, j in enumerate(atlas.around[0]) if j != OFF)): cost})
