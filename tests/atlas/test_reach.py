"""The fast reach and the model of record give the same answers, and every path it shows can be walked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexbench.atlas.arcs import Arcs, compile_arcs
from hexbench.atlas.atlas import OFF, Atlas
from hexbench.atlas.reach import (
    FREE,
    NEVER,
    First,
    Moods,
    Obstacles,
    Party,
    Reach,
    Shift,
    nearest,
    reach,
    reach_together,
    walk,
)
from hexbench.atlas.sheet import Cell, MapSheet
from hexbench.hexes.grid import Grid, GridSpec
from tests.atlas import maps

Table = tuple[tuple[tuple[Shift, ...], ...], ...]


@st.composite
def queries(
    draw: st.DrawFn,
) -> tuple[Atlas, list[int], frozenset[int], Table, int, int, int, list[First] | None]:
    """A map, zones, closed hexes, a mood table, start, mood, budget and first steps, all at random."""
    atlas = draw(maps.atlases())
    size = len(atlas.labels)
    table = draw(maps.tables())
    zone = st.integers(0, len(table[0]) - 1)
    zones = draw(st.lists(zone, min_size=size, max_size=size))
    closed = frozenset(draw(st.sets(st.integers(0, size - 1), max_size=size // 3)))
    start = draw(st.integers(0, size - 1))
    mood = draw(st.integers(0, len(table) - 1))
    budget = draw(st.integers(0, 130))
    first = None
    if draw(st.booleans()):
        way = st.builds(First, st.sampled_from(maps.on_map(atlas, start)), st.integers(1, 130), st.booleans())
        first = draw(st.lists(way, max_size=7))
    return atlas, zones, closed, table, start, mood, budget, first


@given(queries())
def test_the_fast_reach_agrees_with_the_model_of_record(
    query: tuple[Atlas, list[int], frozenset[int], Table, int, int, int, list[First] | None],
) -> None:
    atlas, zones, closed, table, start, mood, budget, first = query
    arcs, ground, moods = maps.priced(atlas), Obstacles(zones, closed), Moods(table)
    found = reach(arcs, ground, moods, start, budget, mood=mood, first=first)
    record = maps.costs_of(maps.product(atlas, zones, closed, table, start, mood, first), budget)
    for i, label in enumerate(atlas.labels):
        wanted = {m: record[label, m] for m in range(len(table)) if (label, m) in record}
        if i == start:
            wanted[mood] = 0
            assert found.costs[i] == 0
        else:
            assert found.costs.get(i) == maps.cheapest(record, label)
        assert found.moods_at(i) == wanted
        assert (i in found) == (i in found.costs) == bool(wanted)
        for m, cost in wanted.items():
            route = found.path(i, m)
            followed = walk(arcs, ground, moods, start, route, budget, mood=mood, first=first)
            assert followed.halt is None
            assert not (route and route[-1] != i)
            if route:
                assert (followed.steps[-1].cost, followed.steps[-1].mood) == (cost, m)
    assert list(found.costs.values()) == sorted(found.costs.values()), "cheapest first"


@given(queries(), st.data())
def test_a_search_towards_goals_finds_all_from_which_they_can_still_be_paid_for(
    query: tuple[Atlas, list[int], frozenset[int], Table, int, int, int, list[First] | None],
    data: st.DataObject,
) -> None:
    atlas, zones, closed, table, start, mood, budget, first = query
    arcs, ground, moods = maps.priced(atlas), Obstacles(zones, closed), Moods(table)
    goals = data.draw(st.sets(st.integers(0, len(atlas.labels) - 1), max_size=4))
    left = nearest(arcs, sorted(goals))
    whole = reach(arcs, ground, moods, start, budget, mood=mood, first=first)
    found = reach(arcs, ground, moods, start, budget, mood=mood, first=first, left=left)
    assert found.costs.keys() <= whole.costs.keys()
    for i, cost in whole.costs.items():
        if cost + left[i] < budget:
            assert found.costs[i] == cost
            assert found.path(i) == whole.path(i)


@given(queries())
def test_ties_are_settled_by_hexes_then_by_reading_order(
    query: tuple[Atlas, list[int], frozenset[int], Table, int, int, int, list[First] | None],
) -> None:
    atlas, zones, closed, table, start, mood, budget, first = query
    arcs, ground, moods = maps.priced(atlas), Obstacles(zones, closed), Moods(table)
    found = reach(arcs, ground, moods, start, budget, mood=mood, first=first)
    best = {(i, m): (cost, len(found.path(i, m))) for i in found for m, cost in found.moods_at(i).items()}
    best[start, mood] = (0, 0)
    for (i, m), (cost, hexes) in best.items():
        # a way that comes back to its start after a first step of its own kind is another matter
        if hexes < 2 or (first is not None and start in found.path(i, m)):
            continue
        # every predecessor that gives the same cost: the path must come by the least of them
        *_, before, _ = found.path(i, m)
        ways = [
            (best[j, k][1] + 1, k, j)
            for (j, k) in best
            if (j, k) != (start, mood) or first is None
            for price in [arcs.between(j, i)]
            for shift in [moods.shift(k, zones[j], ground.entry[i])]
            if price is not None and shift is not None and shift[1] == m
            if best[j, k][0] + price + shift[0] == cost
        ]
        least = min(ways)
        assert hexes == least[0]
        assert before == least[2]
        assert found.path(i, m)[:-1] == found.path(before, least[1])


def test_the_cheapest_mood_is_told_and_its_path_is_the_default() -> None:
    # In mood 0 a step costs 12; mood 1 is entered free of charge in zone 1 and left for nothing.
    atlas = _plain(3, 3)
    arcs = compile_arcs(atlas, lambda link: 12)
    zones = [0] * 9
    middle = atlas.index["0202"]
    zones[middle] = 1
    moods = Moods(((((0, 0), (5, 1)), ((0, 0), None)), (((0, 1), None), ((0, 1), None))))
    found = reach(arcs, Obstacles(zones), moods, atlas.index["0201"], 60)
    assert found.mood_at(middle) == 1
    assert found.costs[middle] == 17
    assert found.moods_at(atlas.index["0201"]) == {0: 0, 1: 29}
    assert found.path(atlas.index["0201"]) == ()
    assert found.path(atlas.index["0201"], 1) == (middle, atlas.index["0201"])
    with pytest.raises(KeyError):
        found.path(middle, 0)
    with pytest.raises(KeyError):
        found.path(middle, 7)


def _plain(columns: int, rows: int) -> Atlas:
    spec = GridSpec(
        orientation="pointy",
        columns=(1, columns),
        rows=(1, rows),
        rows_from="south",
        pushed="even",
        push="east",
        numbering="RRCC",
    )
    return Atlas(
        MapSheet(
            format="hexbench-map",
            version=1,
            key="plain",
            title="Plain",
            source="reconstruction",
            provenance="made up",
            kilometres_per_hex=1.0,
            grid=spec,
            cells=dict.fromkeys(Grid(spec).axial, Cell("clear")),
        )
    )


# An enemy zone of control stops a move; leaving one costs 12 more and forbids any other.
ZOC = Moods(
    (
        (((0, 0), (0, 1)), ((12, 2), None)),
        ((None, None), (None, None)),
        (((0, 2), None), (None, None)),
    )
)


def _zoc_map() -> tuple[Atlas, Arcs, Obstacles]:
    """A plain with an enemy in 0204 and his zone round him."""
    atlas = _plain(6, 3)
    enemy = atlas.index["0204"]
    zones = [0] * len(atlas.labels)
    for j in maps.on_map(atlas, enemy):
        zones[j] = 1
    return atlas, compile_arcs(atlas, lambda link: 12), Obstacles(zones, (enemy,))


def _labels(atlas: Atlas, found: Reach) -> set[str]:
    return {atlas.labels[i] for i in found}


def test_a_zone_of_control_stops_a_move() -> None:
    atlas, arcs, ground = _zoc_map()
    found = reach(arcs, ground, ZOC, atlas.index["0201"], 120)
    assert found.mood_at(atlas.index["0203"]) == 1
    assert _labels(atlas, found) == {
        *("0101", "0102", "0103", "0104"),
        *("0201", "0202", "0203"),
        *("0301", "0302", "0303", "0304"),
    }


def test_disengaging_costs_more_and_bars_every_other_zone() -> None:
    atlas, arcs, ground = _zoc_map()
    found = reach(arcs, ground, ZOC, atlas.index["0203"], 36)
    assert found.costs[atlas.index["0202"]] == 24
    assert found.moods_at(atlas.index["0202"]) == {2: 24}
    assert atlas.index["0103"] in found, "0103 lies outside the zone"
    assert atlas.index["0104"] not in found, "from zone to zone is closed"


def test_the_first_step_may_cost_the_whole_movement_factor_and_absorb_what_is_added() -> None:
    atlas, arcs, ground = _zoc_map()
    start, west = atlas.index["0203"], atlas.index["0202"]
    found = reach(arcs, ground, ZOC, start, 20, first=[First(west, 20, absorbs=True)])
    assert found.costs == {start: 0, west: 20}
    assert reach(arcs, ground, ZOC, start, 20, first=[First(west, 20)]).costs == {start: 0}
    assert reach(arcs, ground, ZOC, start, 40, first=[]).costs == {start: 0}
    assert found.path(west) == (west,)


def test_a_search_without_hindrance() -> None:
    atlas = _plain(5, 5)
    arcs = compile_arcs(atlas, lambda link: 12)
    found = reach(arcs, Obstacles.empty(25), FREE, atlas.index["0303"], 24)
    assert len(found) == 19
    assert next(iter(found)) == atlas.index["0303"]


@pytest.mark.parametrize(
    ("route", "budget", "halt", "refused"),
    [
        (["0202", "0203"], 24, None, None),
        (["0202", "0203", "0303"], 60, "mood", "0303"),
        (["0203"], 60, "apart", "0203"),
        (["0202", "0203"], 20, "budget", "0203"),
        (["0202", "0302", "0303", "0204"], 60, "apart", "0204"),
        (["0202", "0302", "0303", "0304", "0204"], 90, "closed", "0204"),
    ],
)
def test_a_route_is_followed_until_it_breaks(
    route: list[str], budget: int, halt: str | None, refused: str | None
) -> None:
    atlas, arcs, ground = _zoc_map()
    if halt == "closed":  # without the zones, so that the unit itself is what bars the way
        ground = Obstacles([0] * len(atlas.labels), (atlas.index["0204"],))
    way = [atlas.index[name] for name in route]
    found = walk(arcs, ground, ZOC, atlas.index["0201"], way, budget)
    assert found.halt == halt
    assert found.refused == (None if refused is None else atlas.index[refused])
    assert [s.cost for s in found.steps] == [12 * (k + 1) for k in range(len(found.steps))]
    assert found.short == (4 if halt == "budget" else 0)


def test_a_closed_hexside_breaks_a_route() -> None:
    atlas, arcs, ground = _zoc_map()
    a, b = atlas.index["0201"], atlas.index["0202"]
    shut = arcs.patched({(a, 0): None})
    assert walk(shut, ground, ZOC, a, [b], 60).halt == "price"
    assert walk(arcs, ground, ZOC, a, [b], 60, first=[First(b, 7), First(b, 5)]).steps[0].cost == 5
    assert walk(arcs, ground, ZOC, a, [b], 60, first=[]).halt == "price"


def test_of_two_first_steps_to_one_hex_the_cheaper_in_the_end_counts() -> None:
    atlas, arcs, ground = _zoc_map()
    start, west = atlas.index["0203"], atlas.index["0202"]
    both = [First(west, 12), First(west, 20, absorbs=True)]
    found = reach(arcs, ground, ZOC, start, 30, first=both)
    assert found.costs[west] == 20
    assert walk(arcs, ground, ZOC, start, [west], 30, first=both).steps[0].cost == 20


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ((), "at least one mood"),
        (((),), "at least one mood"),
        (((((0, 0), (0, 0)),),), "does not have 2 x 2|does not have 1 x 1"),
        (((((0, 1),),),), "cannot be"),
        (((((-1, 0),),),), "cannot be"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(table: Table, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Moods(table)


def test_a_first_step_costs_something() -> None:
    _, arcs, ground = _zoc_map()
    with pytest.raises(ValueError, match="at least one twelfth"):
        reach(arcs, ground, ZOC, 0, 12, first=[First(1, 0)])


@given(maps.atlases(), st.data())
def test_a_move_that_begins_off_the_map_enters_by_its_first_hexes(atlas: Atlas, data: st.DataObject) -> None:
    size = len(atlas.labels)
    arcs, ground = maps.priced(atlas), Obstacles.empty(size)
    ways = data.draw(
        st.lists(
            st.builds(First, st.integers(0, size - 1), st.integers(1, 40)),
            max_size=4,
            unique_by=lambda f: f.end,
        )
    )
    found = reach(arcs, ground, FREE, OFF, 60, first=ways)
    wanted: dict[int, int] = {}
    for end, price, _ in ways:
        if price <= 60:
            for i, cost in reach(arcs, ground, FREE, end, 60 - price).costs.items():
                wanted[i] = min(wanted.get(i, NEVER), cost + price)
    assert found.costs == wanted
    for i, names in found.routes(atlas.labels).items():
        route = [atlas.index[name] for name in names]
        assert route == list(found.path(i))
        assert route[0] in {f.end for f in ways}
        followed = walk(arcs, ground, FREE, OFF, route, 60, first=ways)
        assert followed.halt is None
        assert followed.steps[-1].cost == found.costs[i]
    elsewhere = next((i for i in range(size) if i not in {f.end for f in ways}), None)
    if elsewhere is not None:
        assert walk(arcs, ground, FREE, OFF, [elsewhere], 60, first=ways).halt == "apart"
    joint = reach_together([Party(arcs, ground, FREE, 60, tuple(ways))], OFF)
    assert {i: one.costs[0] for i, one in joint.items()} == wanted


@given(maps.atlases(), st.data())
def test_a_stack_on_its_way_to_goals_finds_all_from_which_its_first_member_can_pay(
    atlas: Atlas, data: st.DataObject
) -> None:
    size = len(atlas.labels)
    start, ground = data.draw(st.integers(0, size - 1)), Obstacles.empty(size)
    parties = [
        Party(arcs, ground, FREE, budget, tuple(First(j, cost) for cost, j in arcs.out[start]))
        for arcs, budget in ((maps.priced(atlas), 60), (compile_arcs(atlas, lambda link: 14), 70))
    ]
    left = nearest(parties[0].arcs, sorted(data.draw(st.sets(st.integers(0, size - 1), max_size=4))))
    whole, found = reach_together(parties, start), reach_together(parties, start, left)
    assert found.keys() <= whole.keys()
    for i, one in whole.items():
        if one.costs[0] + left[i] <= 60:
            assert found[i] == one


@given(maps.atlases(), st.data())
def test_what_the_way_to_the_nearest_goal_costs(atlas: Atlas, data: st.DataObject) -> None:
    size = len(atlas.labels)
    arcs = maps.priced(atlas)
    goals = data.draw(st.sets(st.integers(0, size - 1), max_size=4))
    found = nearest(arcs, sorted(goals))
    for i in range(size):
        costs = reach(arcs, Obstacles.empty(size), FREE, i, 600).costs
        assert found[i] == min((costs[goal] for goal in goals if goal in costs), default=NEVER)
