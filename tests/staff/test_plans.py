"""Bringing units up, and what both sides could strike at next: found from the attacks in thought, the same each time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.what_if import Supposed
from hexbench.staff.levels import every
from hexbench.staff.plans import Gathering, Plans
from hexbench.staff.value import MOST, Field, strikes, swing
from hexbench.study.playout import Chance
from tests.staff.board import aims, loaded, positions, scales
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
            if "comes up" in why.template:
                came += 1
                aim = next(value for name, value in why.args if name == "hex")
                assert action.object in seat.rules.atlas.near[str(aim)]
            now = seat.rules.apply(seat.s, action).state
            seat = seat.rules.seat(now, seat.side)
    assert came


# ---- strikes
def fought() -> list[Any]:
    return [s for s in positions("tide_of_iron", 8, 30) if loaded("tide_of_iron").rules.decider(s)]


def test_what_one_side_could_win_the_other_could_lose() -> None:
    rules, seen = loaded("tide_of_iron").rules, 0.0
    for s in fought():
        seat = rules.seat(s, None)
        first, second = (strikes(seat, side) for side in rules.sides)
        assert swing(seat, rules.sides[0]) == pytest.approx(first - second)
        assert swing(seat, rules.sides[1]) == pytest.approx(second - first)
        assert min(first, second) >= 0
        seen += first + second
    assert seen


def test_nobody_strikes_who_is_not_there_and_so_often_and_no_more() -> None:
    rules = loaded("tide_of_iron").rules
    s = max(fought(), key=lambda one: strikes(rules.seat(one, None), "american"))
    whole = strikes(rules.seat(s, None), "american")
    away = {uid: replace(unit, at="") if unit.side == "american" else unit for uid, unit in s.units.items()}
    assert strikes(rules.seat(replace(s, units=away), None), "american") == 0.0
    seat = rules.seat(s, None)
    what = seat.what_if()
    best = max(
        one.worth
        for aim in what.aims(seat, "american", far=False)
        for one in what.attacks_on(seat, "american", aim, far=True)
    )
    assert best / 100 <= whole <= MOST * best / 100


def test_games_without_attacks_in_thought_have_no_swing() -> None:
    class Blind:
        rules = loaded("tigers").rules

        @staticmethod
        def what_if() -> None:
            return None

    assert swing(Blind(), "german") == 0.0


# ---- gathering
def gathering(number: int) -> tuple[Any, Plans, tuple[str, ...]]:
    seat = phase("tigers", "movement", number)
    free = next(tuple(o.subjects) for o in seat.prompt.offers if o.verb in aims("tigers").moves)
    return seat, plans("tigers", seat), free


def test_who_gathers_is_two_turns_from_a_place_next_to_the_aim_and_is_needed_there() -> None:
    far = 0
    for number in range(len(positions("tigers"))):
        seat, found, free = gathering(number)
        for uid, drawn in found.gathered(free, (), 6).items():
            assert drawn.share > 0
            assert drawn.place in seat.rules.atlas.near[drawn.aim]
            measure = scales("tigers")
            turns = measure.turns(measure.looks(seat.s, uid).way, drawn.place)
            assert turns[measure.index[seat.s.units[uid].at]] <= 2
            assert uid in free
            far += turns[measure.index[seat.s.units[uid].at]] > 1
    assert far


def test_whoever_is_busy_with_an_attack_of_this_turn_gathers_for_none() -> None:
    _, found, free = gathering(1)
    drawn = found.gathered(free, (), 6)
    busy = sorted(drawn)[:2]
    assert busy
    assert not set(busy) & set(found.gathered(free, busy, 6))
    assert found.gathered(free, free, 6) == {}
    assert found.gathered((), (), 6) == {}


def test_a_unit_goes_to_where_it_can_come_up_from_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """To one of the ends from which its place is a turn away, however little they are worth by themselves."""
    seat, _, _ = gathering(1)
    measure, index = scales("tigers"), scales("tigers").index
    monkeypatch.setattr(Plans, "made", lambda *_: {})
    monkeypatch.setattr(Plans, "gathered", lambda *_: {})
    before, _ = every(aims("tigers"))["strong"]().choose(seat, Chance(1))
    (uid,) = before.subject
    way = measure.looks(seat.s, uid).way
    free = [t.object for t in seat.targets("move", (uid,)) if not seat.board.units_at(t.object)]
    place = next(
        at
        for at in index
        if (turns := measure.turns(way, at))[index[before.object]] > 1
        and any(turns[index[end]] <= 1 for end in free)
    )
    monkeypatch.setattr(Plans, "gathered", lambda *_: {uid: Gathering(100.0, "805", place)})
    action, why = every(aims("tigers"))["strong"]().choose(seat, Chance(1))
    assert (action.verb, action.subject) == ("move", (uid,))
    assert measure.turns(way, place)[index[action.object]] <= 1
    assert why.template == "It gathers for an attack on {hex}."
