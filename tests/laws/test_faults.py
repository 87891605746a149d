"""Every planted fault is caught: the laws are worth what they find."""

from __future__ import annotations

import pytest

from tests.laws import walk
from tests.laws.case import load_case, toys
from tests.laws.catalogue import LAWS, all_laws
from tests.laws.faults import FAULTS
from tests.laws.processes import Transcript, compare
from tests.laws.walk import LawBroken, play_games
from tests.sizes import sized

GAMES = 80
SOUND = sized(1, 3)
"""Games in which nothing may be found."""
SOONEST = {
    "attack_not_judged": 19,
    "choose_all_but_one": 9,
    "choose_anything": 19,
    "clause_unknown": 2,
    "cut_line_as_whole": 6,
    "decider_on_hidden": 25,
    "march_without_room": 8,
    "pick_anybody": 10,
    "pick_several": 15,
    "press_names_units": 2,
    "reach_avoids_hidden": 57,
    "round_ends_by_itself": 58,
    "taken_back_from_nothing": 14,
    "widened_too_far": 3,
    "window_on_hidden_grounds": 41,
}
"""Fault -> the seed of a game in which it shows early. Where it no longer does, the games after that are played as ever; and in
full size all begin with the first, so that what a law finds is not a matter of the games chosen for it.
"""
INSIDE = sorted(name for name, fault in FAULTS.items() if fault.law is not Transcript)
OUTSIDE = sorted(name for name, fault in FAULTS.items() if fault.law is Transcript)


@pytest.mark.parametrize("name", INSIDE)
def test_a_planted_fault_is_caught_by_its_law_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "LIMIT", 2_000)
    fault = FAULTS[name]
    with fault.plant(), pytest.raises(LawBroken):
        play_games(load_case(fault.case), lambda: [fault.law()], GAMES, seed=sized(SOONEST.get(name, 0), 0))


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_fault_that_only_other_processes_show_is_caught(name: str) -> None:
    with pytest.raises(LawBroken):
        compare(FAULTS[name].case, games=3, fault=name)


def test_games_are_chosen_for_faults_that_there_are() -> None:
    assert set(SOONEST) <= set(INSIDE)


def test_every_law_has_found_something() -> None:
    assert {fault.law for fault in FAULTS.values()} == {*LAWS, Transcript}


@pytest.mark.parametrize("name", sorted(toys()))
def test_nothing_is_found_where_nothing_is_planted(name: str) -> None:
    report = play_games(load_case(name), all_laws, SOUND)
    assert report.games == SOUND
    assert set(report.checks) == {law.name for law in LAWS}
