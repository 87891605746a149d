"""A line is worth the time it takes the enemy to come past it, and a unit is worth less where it is cut off."""

from __future__ import annotations

from copy import copy
from typing import Any

import networkx as nx
import pytest
from msgspec.structs import replace

from hexbench.atlas.arcs import POINT
from hexbench.staff.levels import every
from hexbench.staff.line import Line
from hexbench.staff.planner import Planner
from hexbench.staff.supply import Supply
from hexbench.staff.value import Field, Scales
from hexbench.study.playout import Chance
from tests.staff.board import aims, loaded, positions, scales
from tests.staff.test_trying import phase
from tests.staff.test_value import put


def line(s: Any, side: str = "allied") -> Line:
    return Line(Field(scales("tigers"), s), side)


def lone(turn: int = 1) -> tuple[Any, str, str]:
    """(position, German, Ally): nobody else is left on the map, the German stands a hex from the road to Malmedy."""
    s = positions("tigers")[1]
    german, ally = (
        next(
            uid
            for uid, u in s.units.items()
            if u.side == side and u.at in scales("tigers").index and s.roster[uid].factor > 3
        )
        for side in ("german", "allied")
    )
    far = {uid: replace(u, at="#gone") for uid, u in s.units.items() if uid not in (german, ally)}
    return replace(s, units={**s.units, **far}, turn=turn), german, ally


def test_nobody_in_the_way_and_he_is_there_when_his_cheapest_way_says() -> None:
    s, german, _ = lone()
    found, measure = line(s), scales("tigers")
    costs, before = found._search({})
    kind, speed = measure.looks(s, german).way
    arcs = aims("tigers").arcs(measure.rules, kind)
    assert arcs is not None
    graph: Any = nx.DiGraph()
    per = 24 / (POINT * speed)
    for i in range(len(arcs)):
        graph.add_weighted_edges_from((i, j, max(1, round(price * per))) for price, j in arcs.out[i])
    start = measure.index[s.units[german].at]
    known = nx.single_source_dijkstra_path_length(graph, start)
    late = [i for i, cost in enumerate(costs) if i != start and cost <= found._last]
    assert len(late) > 50
    assert all(costs[i] == known[i] for i in late)
    assert all(before[i] >= 0 for i in late)


def test_a_line_gains_most_in_his_way_and_the_more_the_stronger_it_is() -> None:
    s, german, ally = lone()
    found, measure = line(s), scales("tigers")
    press = found.press({})
    held = max((i for i in press if i != measure.index[s.units[german].at]), key=lambda i: (press[i], i))
    weak, strong, aside = found.worth({held: 1.0}), found.worth({held: 9.0}), found.worth({})
    assert strong >= weak > aside
    gains = found.gains(ally, list(range(measure.size)), [0.0] * measure.size, 12)  # type: ignore[arg-type]
    assert len(gains) <= 12
    assert max(gains.values()) > 0


def test_where_nothing_is_to_be_kept_from_him_a_line_gains_nothing() -> None:
    s, german, _ = lone()
    everything = {uid: u for uid, u in s.units.items() if u.side == "german"}
    assert line(replace(s, units=everything), "german").gains(german, [3, 4], [0.0, 0.0], 8) == {}  # type: ignore[arg-type]


# ---- supply
def cutting() -> Scales:
    declared = copy(aims("tigers"))
    declared.cut = 0.5  # type: ignore[misc]
    return Scales(loaded("tigers").rules, declared)


@pytest.mark.parametrize("side", ["german", "allied"])
def test_a_move_is_worth_what_it_changes_of_who_is_cut_off(side: str) -> None:
    measure, s = cutting(), positions("tigers")[2]
    rules = measure.rules
    own = [uid for uid, fed in rules.supplies(s, side).fed().items() if fed]
    supply, seen = Supply(measure, s, side), 0
    for uid in own[:6]:
        for at in list(measure.index)[::40]:
            now = put(s, uid, at)
            lost = {
                one: sum(
                    measure.looks(s, u).bulk for u, fed in rules.supplies(now, one).fed().items() if not fed
                )
                for one in rules.sides
            }
            before = {
                one: sum(
                    measure.looks(s, u).bulk for u, fed in rules.supplies(s, one).fed().items() if not fed
                )
                for one in rules.sides
            }
            change = {one: lost[one] - before[one] for one in rules.sides}
            wanted = sum(n * (-1.0 if one == side else 1.0) for one, n in change.items())
            assert supply.moved(uid, at) == pytest.approx(0.5 * measure.aims.bulk_worth * wanted)
            seen += wanted < 0
    assert seen


def test_a_unit_is_not_moved_to_where_it_is_cut_off_for_a_trifle() -> None:
    """With much at stake the ends that are looked at put a fed hex before one out of supply."""
    declared = copy(aims("tigers"))
    declared.cut = 50.0  # type: ignore[misc]
    player = Planner(declared, every(aims("tigers"))["middle"]().level)
    seat = phase("tigers", "movement", 2)
    for number in range(8):
        action, _ = player.choose(seat, Chance(number))
        if action.verb not in declared.moves:
            break
        now = seat.rules.apply(seat.s, action).state
        fed = seat.rules.supplies(now, seat.side).fed()
        assert all(fed.get(uid, True) for uid in action.subject)
        seat = seat.rules.seat(now, seat.side)
