"""What a position is worth: places, strength, peril, and that a move is weighed as the position after it would be."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from msgspec.structs import replace

from hexbench.staff import ways
from hexbench.staff.value import Field, Scales, beaten
from hexbench.staff.ways import FAR, points_to, steps_into
from tests.staff.board import SCENARIOS, aims, loaded, positions, scales

GAMES = tuple(SCENARIOS)


def on_map(s: Any, measure: Scales) -> list[str]:
    return [uid for uid, unit in s.units.items() if unit.at in measure.index]


def put(s: Any, uid: str, at: str) -> Any:
    """The same position with a unit somewhere else."""
    return replace(s, units={**s.units, uid: replace(s.units[uid], at=at)})


# ---- ways
def test_turns_of_way_are_those_of_the_cheapest_ways_of_the_graph() -> None:
    rules, declared = loaded("iron_tide").rules, aims("iron_tide")
    kind = ("german", "M")
    arcs = declared.arcs(rules, kind)
    assert arcs is not None
    graph: Any = nx.DiGraph()
    for i in range(len(arcs)):
        graph.add_weighted_edges_from((i, j, price) for price, j in arcs.out[i])
    goal = rules.atlas.index["1729"]
    found = points_to(steps_into(rules.atlas, arcs), goal)
    known = nx.single_source_dijkstra_path_length(graph.reverse(), goal)
    for i in Random(1).sample(range(len(found)), 200):
        assert found[i] == pytest.approx(known[i] / 12 if i in known else np.inf)


def test_without_prices_every_hex_costs_a_point() -> None:
    atlas = loaded("tigers").rules.atlas
    found = points_to(steps_into(atlas, None), atlas.index["805"])
    for at in ("805", "806", "1010", "505"):
        assert found[atlas.index[at]] == atlas.distance("805", at)


# ---- peril
def test_what_counts_as_lost_grows_with_the_odds() -> None:
    lost = beaten(np.array([0.0, 1.0, 2.0, 4.0, 9.0]))
    assert list(lost) == pytest.approx([0.0, 0.2, 0.5, 0.8, 81 / 85])


def wary(game: str, ground: float = 1.0) -> Scales:
    """A measure to which enemies two and three hexes away count as well, and who can walk into an empty place."""
    declared = copy(aims(game))
    declared.threat, declared.walk, declared.ground = 0.4, 0.7, ground  # type: ignore[misc]
    return Scales(loaded(game).rules, declared)


def test_what_can_be_brought_up_counts_the_less_the_farther_it_is() -> None:
    measure, atlas = wary("tigers", ground=0.0), loaded("tigers").rules.atlas
    power, start = np.zeros(measure.size + 1), "805"
    power[measure.index[start]] = 10.0
    against = measure.against(power, np.arange(measure.size))
    for at in atlas.labels:
        far = atlas.distance(start, at)
        assert against[measure.index[at]] == pytest.approx({1: 10.0, 2: 4.0, 3: 1.6}.get(far, 0.0)), at
    near = copy(aims("tigers"))
    near.ground = 0.0  # type: ignore[misc]
    assert Scales(measure.rules, near).against(power, np.arange(measure.size)).sum() == 60.0


@pytest.mark.parametrize("game", GAMES)
def test_the_ground_takes_from_whoever_attacks_over_it(game: str) -> None:
    """What stands next to a hex counts against it by what the declaration says of that hex and the way in; nobody is better off in the open."""
    measure, rules = scales(game), loaded(game).rules
    chance, power, shares = Random(2), np.zeros(measure.size + 1), set()
    for start in chance.sample(rules.atlas.labels, 40):
        power[:] = 0.0
        power[measure.index[start]] = 6.0
        against = measure.against(power, np.arange(measure.size))
        for at in rules.atlas.near[start]:
            share = 1 / measure.aims.shelter(rules, at, start)
            assert against[measure.index[at]] == pytest.approx(6.0 * share), (start, at)
            assert 0.1 < share <= 1.0
            shares.add(round(share, 3))
    assert len(shares) > 2


@pytest.mark.parametrize(
    ("game", "trees"), [("tigers", "forest"), ("iron_tide", "woods"), ("tide_of_iron", "woods")]
)
def test_whoever_stands_in_the_woods_is_in_less_danger(game: str, trees: str) -> None:
    """One unit and one enemy, in every clear hex and every wood beside him that no water parts from him."""
    measure, s = scales(game), positions(game)[0]
    atlas = measure.rules.atlas
    first, second = measure.aims.first, measure.aims.second
    own, foe = (next(u for u in on_map(s, measure) if s.units[u].side == side) for side in (first, second))
    alone = {u: replace(unit, at="#away") for u, unit in s.units.items() if u not in (own, foe)}

    def danger(at: str, start: str) -> float:
        units = {**alone, own: replace(s.units[own], at=at), foe: replace(s.units[foe], at=start)}
        return Field(measure, replace(s, units=units))._danger

    seen = 0
    for start in atlas.labels:
        dry = [
            at
            for at in atlas.near[start]
            if not atlas.side_kinds.get((atlas.index[start], atlas.direction(start, at)))
            and not atlas.cell(at).features
        ]
        clear = [at for at in dry if atlas.cell(at).terrain == "clear"]
        wood = [at for at in dry if atlas.cell(at).terrain == trees]
        if clear and wood and atlas.cell(start).terrain == "clear" and not atlas.cell(start).features:
            seen += 1
            assert danger(wood[0], start) > danger(clear[0], start), (start, wood[0], clear[0])
        if seen == 5:
            break
    assert seen == 5


# ---- time
def test_who_comes_after_the_end_is_a_pull_and_no_more() -> None:
    measure, atlas = scales("tigers"), loaded("tigers").rules.atlas
    way, goal = (("foot", False), 2.0), ("805",)
    soon, ever = measure.near(goal, 2.0)[way][0], measure.near(goal)[way][0]
    steps = steps_into(atlas, measure.aims.arcs(measure.rules, way[0]))
    points = points_to(steps, measure.index["805"])
    turns = np.minimum(points / way[1], FAR)
    for i in range(measure.size):
        assert soon[i] == pytest.approx(ever[i] * (measure.aims.late if turns[i] > 2 else 1))
    assert (turns > 2).any()
    assert soon[-1] == ever[-1] == 0.0


@pytest.mark.parametrize("game", GAMES)
def test_turns_that_are_left_run_out(game: str) -> None:
    start = loaded(game).begin(3).state
    left = [aims(game).left(s) for s in (start, *positions(game))]
    assert left == sorted(left, reverse=True)
    assert all(1 <= one < FAR for one in left)


# ---- whole positions
@pytest.mark.parametrize("game", GAMES)
def test_a_value_for_one_side_is_the_same_against_the_other(game: str) -> None:
    measure = scales(game)
    for s in positions(game):
        first, second = (measure.value(s, side) for side in (measure.aims.first, measure.aims.second))
        assert first == pytest.approx(-second)


@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_weighed_as_the_position_after_it(game: str, far: bool) -> None:
    """The arrays of ``moved`` are a short way to what the whole sum would say; held places and stacks apart, which only the
    whole sum sees.
    """
    measure, chance = wary(game) if far else scales(game), Random(5)
    for s in positions(game):
        units = on_map(s, measure)
        field = Field(measure, s)
        held = {goal.hex: goal.held for goal in measure.aims.goals(measure.rules, s, measure.rules.board(s))}
        for uid in chance.sample(units, min(6, len(units))):
            side = s.units[uid].side
            ends = [at for at in chance.sample(measure.rules.atlas.labels, 8) if at not in held]
            ends = [at for at in ends if not measure.rules.board(s).units_at(at)]
            if s.units[uid].at in held or not ends:
                continue
            found = field.moved(uid, [measure.index[at] for at in ends])
            for at, worth in zip(ends, found, strict=True):
                after = put(s, uid, at)
                goals = measure.aims.goals(measure.rules, after, measure.rules.board(after))
                if {goal.hex: goal.held for goal in goals} == held:
                    assert measure.value(after, side) == pytest.approx(worth), (uid, at)


def test_who_comes_into_a_place_of_the_enemy_has_it() -> None:
    """Three of four objectives in hand, the fourth empty, two divisions beside it on the last day: nobody went there."""
    measure, rules, seen = wary("tigers"), loaded("tigers").rules, 0
    for s in positions("tigers"):
        board, field = rules.board(s), Field(measure, s)
        empty = [goal.hex for goal in measure.aims.goals(rules, s, board) if not board.units_at(goal.hex)]
        for at in empty:
            for side in rules.sides:
                uid = next(u for u in on_map(s, measure) if s.units[u].side == side and u != "vdH")
                after = replace(put(s, uid, at), held={**s.held, at: side})
                worth = field.moved(uid, [measure.index[at]])[0]
                assert worth == pytest.approx(measure.value(after, side)), (uid, at)
                seen += 1
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_in_its_own_hex_changes_nothing(game: str) -> None:
    measure = scales(game)
    for s in positions(game):
        field = Field(measure, s)
        for uid in on_map(s, measure)[:12]:
            worth = field.moved(uid, [measure.index[s.units[uid].at]])[0]
            assert worth == pytest.approx(field.value * measure.sign(s.units[uid].side))


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_reckoned_from_one_like_it_as_from_nothing(game: str) -> None:
    measure = scales(game)
    first, *others = (Field(measure, s) for s in positions(game))
    for field in (first, *others):
        followed = Field(measure, field.s, first)
        assert followed.value == pytest.approx(field.value)
        for side, army in field.armies.items():
            for name in ("power", "bulk", "there", "pull", "reach"):
                assert getattr(followed.armies[side], name) == pytest.approx(getattr(army, name)), name


# ---- who can walk in
def guarded(*, walk: float, guard: bool, near: bool = True) -> float:
    """What the Allies have of an objective of theirs in Tigers: with a guard in it or none, an enemy a turn away or farther."""
    measure, rules = wary("tigers"), loaded("tigers").rules
    measure.aims.walk = walk  # type: ignore[misc]
    s, atlas = positions("tigers")[0], rules.atlas
    at = min(rules.zones["german_objectives"])
    sides = {
        side: [u for u in on_map(s, measure) if s.units[u].side == side and u != "vdH"]
        for side in rules.sides
    }
    units = {uid: replace(unit, at="#away") for uid, unit in s.units.items()}
    foe = sides["german"][0]
    turns = measure._ways.turns(measure.looks(s, foe).way, at)
    label = next(one for one in atlas.labels if one != at and (turns[measure.index[one]] <= 1) == near)
    units[foe] = replace(s.units[foe], at=label)
    if guard:
        units[sides["allied"][0]] = replace(s.units[sides["allied"][0]], at=at)
    field = Field(measure, replace(s, units=units, held={**s.held, at: "allied"}, phasing="allied"))
    own, foes = (field.armies[side] for side in ("allied", "german"))
    stand, _ = field._stands(
        (own, foes), (own.held, foes.held), (own.there[field._at], foes.there[field._at]), own.reach
    )
    return float(stand[field.hexes.index(at)])


def test_an_empty_place_that_the_enemy_can_walk_into_is_hardly_held() -> None:
    """Objectives were left empty before an enemy who walked into them."""
    kept = guarded(walk=0.0, guard=False)
    assert guarded(walk=0.6, guard=True) == kept
    assert guarded(walk=0.6, guard=False, near=False) == kept
    assert guarded(walk=0.6, guard=False) == pytest.approx(0.5 + 0.4 * (kept - 0.5))


@pytest.mark.parametrize("game", GAMES)
def test_an_enemy_that_is_gone_is_worth_something(game: str) -> None:
    measure = scales(game)
    for s in positions(game):
        for uid in on_map(s, measure)[:10]:
            if measure.looks(s, uid).bulk <= 0:
                continue
            side = s.units[uid].side
            goals = measure.aims.goals(measure.rules, s, measure.rules.board(s))
            if s.units[uid].at in {goal.hex for goal in goals}:
                continue
            away = put(s, uid, "#away")
            assert measure.value(away, side) < measure.value(s, side), uid


@pytest.mark.parametrize("game", GAMES)
def test_ways_are_kept_and_the_same_when_they_are_found_again(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = positions(game)[0]
    scales(game).value(s, aims(game).first)
    # a second player of the game on its map searches for none again
    monkeypatch.setattr(ways, "points_to", None)
    fresh = Scales(loaded(game).rules, aims(game))
    assert fresh.value(s, fresh.aims.first) == scales(game).value(s, fresh.aims.first)
    assert fresh.value(s, fresh.aims.first) == fresh.value(s, fresh.aims.first)
