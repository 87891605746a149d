"""What the computer aims at in Tide of Iron: objectives for what they will still bring, units for what they can do."""

from __future__ import annotations

import pytest

from hexbench.games.tide_of_iron.game import COMMAND, TiAims
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle

HILL = {"id": "hill", "hex": "C8", "vp_per_round": {"american": 2, "german": 1}}
UNITS = {
    "a1": squad("C5"),
    "a2": squad("D5", condition="pinned"),
    "a3": squad("E5", condition="disrupted"),
    "g1": squad("M12", "german", figures={"elite": 3}),
    "gv1": vehicle("N12", "panzer_iv"),
}


def test_an_objective_is_worth_what_the_rounds_that_are_left_bring() -> None:
    worths = []
    for n in (1, 4, 6):
        now = field.position(UNITS, mission={"rounds": 6, "objectives": [HILL]}, round=n)
        (goal,) = TiAims().goals(now.rules, now.state, now.seat.board)
        assert TiAims().left(now.state) == 7 - n
        worths.append((goal.hex, goal.first, goal.second))
    assert worths == [("C8", 12, 6), ("C8", 6, 3), ("C8", 2, 1)]


def test_who_gets_nothing_for_an_objective_does_not_want_it() -> None:
    mine = {**HILL, "vp_per_round": {"american": 2}}
    now = field.position(UNITS, mission={"rounds": 3, "objectives": [mine]})
    (goal,) = TiAims().goals(now.rules, now.state, now.seat.board)
    assert (goal.first, goal.second) == (6, 0)


def test_command_is_worth_a_little_to_either_side() -> None:
    rich = {**HILL, "command": {"side": "neutral", "amount": 2}}
    now = field.position(UNITS, mission={"rounds": 3, "objectives": [rich]})
    (goal,) = TiAims().goals(now.rules, now.state, now.seat.board)
    assert goal.first - 6 == pytest.approx(goal.second - 3) == pytest.approx(2 * 3 * COMMAND)


def test_who_keeps_his_head_down_is_worth_less_and_nobody_moves_by_value_alone() -> None:
    now = field.position(UNITS)
    aims, s = TiAims(), now.state
    fresh, pinned, disrupted = (aims.power(now.rules, s, uid) for uid in ("a1", "a2", "a3"))
    assert fresh > pinned > disrupted > 0
    assert not any(aims.moved(s, uid) for uid in UNITS)
