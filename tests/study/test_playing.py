"""Games of opponents from a position: the same in any number of processes, told one by one, and stopped at any time."""

from __future__ import annotations

import multiprocessing
import os
from typing import Any

import pytest

from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.engine.values import Action, Say
from hexbench.study.playing import (
    Played,
    ProcessLost,
    Start,
    compared,
    one_game,
    play_games,
    standing,
    wilson,
)
from hexbench.study.playout import makers_of
from tests.laws.case import Case, load_case
from tests.toys.ridge.game import RidgeGame

RANDOM: dict[str, Any] = {"red": RandomOpponent, "blue": DefaultOpponent}


class Careless:
    """Notes whether it was asked to hurry."""

    asked = 0

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """The default."""
        Careless.asked += bool(think.cancelled())
        return DefaultOpponent().choose(seat, think)


def begun(case: Case, seed: int = 1) -> tuple[Any, Start]:
    """A scenario as its first side sees it."""
    state = case.begin(seed).state
    side = case.rules.decider(state)
    assert side is not None
    return state, Start.of(case.rules, case.rules.view(state, side), side)


def test_two_processes_play_the_games_of_one() -> None:
    case = load_case("ridge/contact")
    _, start = begun(case)
    one = list(play_games(case.rules, RANDOM, start, range(10, 17)))
    assert [game.number for game in one] == list(range(10, 17))
    assert len({game.digest for game in one}) > 1
    assert list(play_games(case.rules, RANDOM, start, range(10, 17), processes=2)) == one
    assert list(play_games(case.rules, RANDOM, start, range(12, 14))) == one[2:4]
    assert not multiprocessing.active_children()


def test_who_has_seen_enough_stops_and_no_process_is_left() -> None:
    case = load_case("ridge/contact")
    _, start = begun(case)
    seen: list[Played] = []
    games = play_games(case.rules, RANDOM, start, range(10_000), processes=2, stop=lambda: len(seen) >= 3)
    while (game := next(games, None)) is not None:
        seen.append(game)
    assert [game.number for game in seen] == [0, 1, 2]
    closed = play_games(case.rules, RANDOM, start, range(10_000), processes=2)
    assert next(closed) == seen[0]
    closed.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_a_game_is_stopped_between_two_actions_and_opponents_are_told() -> None:
    case = load_case("ridge/contact")
    _, start = begun(case)
    looks = iter(range(1000))
    assert not list(play_games(case.rules, RANDOM, start, range(5), stop=lambda: next(looks) > 6))
    Careless.asked = 0
    looks = iter(range(1000))
    makers: dict[str, Any] = {"red": Careless, "blue": Careless}
    assert not list(play_games(case.rules, makers, start, (0,), stop=lambda: next(looks) > 0))
    assert Careless.asked


class Dying(DefaultOpponent):
    """Takes its process with it, if that is another than ours."""

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """The end."""
        os._exit(3)


def test_a_process_that_is_killed_is_told_of_in_one_sentence() -> None:
    case = load_case("ridge/contact")
    _, start = begun(case)
    makers: dict[str, Any] = {"red": Dying, "blue": Dying}
    with pytest.raises(ProcessLost, match="ended unexpectedly"):
        list(play_games(case.rules, makers, start, range(5), processes=2))
    assert not multiprocessing.active_children()


def test_the_games_hang_on_nothing_the_side_cannot_see() -> None:
    case = load_case("patrol/ambush")
    rules = case.rules
    state, start = begun(case)
    side = start.side
    assert side is not None
    from hexbench.study.playout import Chance

    twin = rules.imagine(rules.view(state, side), side, Chance(9).number)
    assert rules.pack(twin) != rules.pack(state)
    there = Start.of(rules, rules.view(twin, side), side)
    assert there == start
    known = Start.of(rules, state, None)
    assert list(play_games(rules, RANDOM, known, range(4))) != list(
        play_games(rules, RANDOM, start, range(4))
    )


def test_the_figures_are_those_of_the_games() -> None:
    def game(number: int, winner: str | None, red: int, ended: bool = True) -> Played:
        score = (("red", red), ("blue", 1))
        return Played(number=number, winner=winner, score=score, actions=5, ended=ended, digest="")

    found = standing(
        ("red", "blue"), [game(0, "red", 4), game(1, "red", 2), game(2, "blue", 0), game(3, None, 2, False)]
    )
    assert (found.games, found.cut) == (4, 1)
    assert [(rate.side, rate.wins) for rate in found.rates] == [("red", 2), ("blue", 1), (None, 1)]
    for rate in found.rates:
        assert (rate.low, rate.high) == wilson(rate.wins, 4)
        assert rate.chance == rate.wins / 4
    red, blue = found.scores
    assert (red.side, red.mean, round(red.error or 0, 4)) == ("red", 2.0, 0.8165)
    assert (blue.mean, blue.error) == (1.0, 0.0)
    assert standing(("red", "blue"), []).rates[0].high == 1.0


def test_a_long_game_is_cut_off_and_nobody_has_won_it() -> None:
    case = load_case("ridge/contact")
    _, start = begun(case)
    (cut,) = play_games(case.rules, RANDOM, start, (1,), most=4)
    assert (cut.actions, cut.ended, cut.winner) == (4, False, None)


def test_levels_are_named_by_side() -> None:
    makers = makers_of(RidgeGame(), ("random", "default"))  # type: ignore[arg-type]
    assert list(makers) == ["red", "blue"]
    with pytest.raises(ValueError, match="no opponent"):
        makers_of(RidgeGame(), ("Rommel",))  # type: ignore[arg-type]


# ---- two positions on common dice -------------------------------------------------------------------------------------
def played(number: int, winner: str | None, red: int = 0) -> Played:
    return Played(
        number=number, winner=winner, score=(("red", red),), actions=1, ended=True, digest=str(number)
    )


def test_pairs_are_compared_game_by_game_and_what_has_no_partner_is_left_out() -> None:
    first = [played(0, "red", 3), played(1, "blue", 1), played(2, "red", 2), played(3, "red", 9)]
    second = [played(0, "red", 4), played(1, "red", 2), played(2, "red", 3)]
    found = compared(("red", "blue"), first, second)
    assert (found.pairs, found.turned) == (3, 1)
    assert found.first == standing(("red", "blue"), first[:3])
    assert found.second == standing(("red", "blue"), second)
    red, blue = found.chances
    assert red.mean == pytest.approx(1 / 3)
    assert blue.mean == pytest.approx(-1 / 3)
    (score,) = found.scores
    assert (score.mean, score.error) == (1.0, 0.0)
    assert (score.low, score.high) == (None, None), "pairs that all agree show no spread to bound it by"


def test_pairs_that_agree_prove_nothing_about_the_chance_but_more_of_them_more() -> None:
    widths = []
    for count in (3, 30, 300):
        games = [played(number, "red") for number in range(count)]
        gap = compared(("red", "blue"), games, games).chances[0]
        assert gap.mean == 0
        assert gap.low is not None
        assert gap.high is not None
        assert gap.low < 0 < gap.high
        widths.append(gap.high - gap.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.03
    one = compared(("red",), [played(0, "red", 1)], [played(0, "red", 5)])
    assert (one.scores[0].mean, one.scores[0].low, one.scores[0].error) == (4.0, None, None)


def test_a_position_compared_with_itself_differs_in_no_pair() -> None:
    case = load_case("ridge/contact")
    _, start = begun(case)
    first = list(play_games(case.rules, RANDOM, start, range(6)))
    found = compared(case.rules.sides, first, list(play_games(case.rules, RANDOM, start, range(6))))
    assert found.pairs == 6
    assert found.turned == 0
    assert all(gap.mean == 0 for gap in (*found.chances, *found.scores))


def test_a_game_that_was_counted_is_the_same_when_it_is_looked_at() -> None:
    case = load_case("ridge/contact")
    _, start = begun(case)
    seen: list[Any] = []
    again = one_game(case.rules, RANDOM, start, 4, 50_000, lambda: False, seen.append)
    assert again == next(play_games(case.rules, RANDOM, start, [4]))
    assert again is not None
    assert len(seen) == again.actions
    assert case.rules.digest(seen[-1].out.state) == again.digest
