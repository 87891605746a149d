"""Playing on: rivals meet the same worlds, both sides have their turn, and luck of a few worlds decides little."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.values import Action
from hexbench.staff.playing import PRIOR, PlayedOn
from hexbench.staff.trying import Purse
from hexbench.staff.value import Field
from hexbench.study.playout import Chance
from tests.staff.board import aims, loaded, planner, positions, scales


def asked() -> Any:
    """The seat of whoever chooses his next action in Tide of Iron."""
    rules = loaded("tide_of_iron").rules
    for s in positions("tide_of_iron", 8, 30):
        side = rules.decider(s)
        if side is not None and rules.step_name(s.stack[-1]) in aims("tide_of_iron").ponders:
            return rules.seat(s, side)
    raise AssertionError("nobody is asked for an action in any of the positions")


def played(seat: Any, purse: int = 5000) -> PlayedOn:
    measure = scales("tide_of_iron")
    return PlayedOn(measure, seat, Chance(5).number, Purse(purse), Field(measure, seat.s))


def choice(seat: Any) -> Action:
    action, _ = planner("tide_of_iron").choose(seat, Chance(1))
    return action


def test_it_goes_on_until_the_other_side_has_had_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = asked()
    rules, on = seat.rules, played(seat)
    asks: list[str] = []
    real = on._choice

    def seen(at: Any, number: Any) -> Any:
        asks.append(at.side)
        return real(at, number)

    monkeypatch.setattr(on, "_choice", seen)
    end = on._after(choice(seat), 0)
    assert asks[-1] != seat.side
    assert rules.decider(end) == seat.side
    assert type(end.stack[-1]) is type(seat.step)


def test_what_it_finds_is_the_same_from_nothing() -> None:
    seat = asked()
    action = choice(seat)
    first, second = played(seat), played(seat)
    second.worth(
        Action("fatigue", (seat.prompt.offers[0].subjects[0],)), 2
    )  # whoever is first asks nothing else of the dice
    assert first.worth(action, 2) == second.worth(action, 2)


def test_it_stops_when_the_purse_is_empty_and_keeps_to_what_was_best_before() -> None:
    seat = asked()
    action, other = choice(seat), Action("end_phase")
    on = played(seat, purse=7)
    assert on.best([(1.0, action), (0.5, other)], 4) == action
    assert on.purse.spent == 7


@pytest.mark.parametrize(("found", "best"), [(-0.9, "a"), (-1.1, "b")])
def test_what_leaders_were_worth_before_counts_for_so_many_worlds(found: float, best: str) -> None:
    """A lead of one point is made up for by as many worlds that say one point less, and by no fewer."""
    on = played(asked())
    on.worth = lambda action, worlds: found if action.verb == "a" else 0.0  # type: ignore[method-assign]
    assert on.best([(1.0, Action("a")), (0.0, Action("b"))], PRIOR) == Action(best)


def test_the_better_half_is_played_on_again() -> None:
    on, asks = played(asked()), []

    def worth(action: Action, worlds: int) -> float:
        asks.append((action.verb, worlds))
        return {"a": 0.0, "b": 1.0, "c": 3.0, "d": 2.0, "e": -1.0}[action.verb]

    on.worth = worth  # type: ignore[method-assign]
    assert on.best([(0.0, Action(name)) for name in "abcde"], 4) == Action("c")
    assert [asks.count((name, 4)) for name in "abcde"] == [1] * 5
    assert sorted(name for name, worlds in asks if worlds == 8) == ["b", "c", "d"]
    assert sorted(name for name, worlds in asks if worlds == 16) == ["c", "d"]
