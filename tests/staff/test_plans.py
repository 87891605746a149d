"""Bringing units up: found from the attacks in thought, the same each time."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.what_if import Supposed
from hexbench.staff.levels import every
from hexbench.staff.plans import Plans
from hexbench.staff.value import Field
from hexbench.study.playout import Chance
from tests.staff.board import aims, positions, scales
from tests.staff.test_trying import phase


def steps(seat: Any) -> Any:
    """Judges an attack by what is to be expected of it alone."""

    def judge(what: Any, thought: Supposed) -> float:
        found = what.possible(seat, thought)
        return -1.0 if found is None else found.worth / 100

    return judge


def plans(game: str, seat: Any, most: int = 6) -> Plans:
    return Plans(seat, seat.what_if(), Field(scales(game), seat.s), steps(seat), most)


# ---- plans
@pytest.mark.parametrize("game", ["iron_tide", "tigers"])
def test_whoever_is_in_a_plan_stands_next_to_its_aim_and_in_no_other(game: str) -> None:
    seat = phase(game, "movement")
    free = next(tuple(o.subjects) for o in seat.prompt.offers if o.verb in aims(game).moves)
    found = plans(game, seat).made(free)
    assert found
    for uid, plan in found.items():
        assert plan.gain > 0
        assert plan.places[uid] in seat.rules.atlas.near[plan.aim]
        assert uid in free or plan.places[uid] == seat.s.units[uid].at
        assert all(found[other] is plan for other in plan.places)


def test_nobody_is_planned_for_who_may_not_move_unless_he_stands_there() -> None:
    seat = phase("tigers", "movement")
    offers = next(tuple(o.subjects) for o in seat.prompt.offers if o.verb in aims("tigers").moves)
    one = offers[:1]
    for uid, plan in plans("tigers", seat).made(one).items():
        assert uid in one or plan.places[uid] == seat.s.units[uid].at
    assert plans("tigers", seat).made(()) == {}


def test_strong_comes_up_for_its_attacks() -> None:
    """Four could drive the last defender out of the last objective, and went elsewhere one by one."""
    player, came = every(aims("tigers"))["strong"](), 0
    for position in range(len(positions("tigers"))):
        seat = phase("tigers", "movement", position)
        for number in range(14):
            action, why = player.choose(seat, Chance(number))
            if action.verb not in player.aims.moves:
                break
            if "moves up" in why.template:
                came += 1
                aim = next(value for name, value in why.args if name == "hex")
                assert action.object in seat.rules.atlas.near[str(aim)]
            now = seat.rules.apply(seat.s, action).state
            seat = seat.rules.seat(now, seat.side)
    assert came
