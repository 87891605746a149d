"""Contact that obliges to fight: what it is worth to stand next to an enemy, alone and with others (BK-ENG-02, BK-ENG-03)."""

from __future__ import annotations

import numpy as np
import pytest

from hexbench.engine.what_if import Supposed
from hexbench.games.blitzkrieg import GAME
from hexbench.staff.contact import Contacts
from hexbench.staff.value import Scales
from hexbench.study.playout import Chance
from tests.games.blitzkrieg.field import ALLIED, Situation, country, inf, position, spy, tank
from tests.strength.candidates import CANDIDATES
from tests.strength.matches import maker


def contacts(now: Situation, gains: dict[tuple[str, frozenset[str]], float]) -> Contacts:
    """Contacts whose attacks promise what ``gains`` says: by the hex that is attacked and who attacks it."""

    def judge(thought: Supposed) -> float:
        return gains[thought.hexes[0], frozenset(uid for uid, _ in thought.units)]

    return Contacts(now.seat, Scales(now.rules, CANDIDATES["blitzkrieg"]), judge)


def two() -> Situation:
    """Two of ours, one of them next to an enemy already; another enemy stands beside him."""
    units = {"a": tank("1414"), "b": tank("1210"), "e": inf("1514", ALLIED), "f": inf("1515", ALLIED)}
    return position(units, country())


def test_nothing_comes_of_a_place_without_enemies_beside_it() -> None:
    assert contacts(two(), {}).worth("b", "1210") == 0.0


def test_whoever_touches_an_enemy_alone_has_to_fight_him() -> None:
    now = position({"a": tank("1210"), "e": inf("1514", ALLIED)}, country())
    lost, won = (contacts(now, {("1514", frozenset("a")): gain}) for gain in (-3.0, 2.0))
    assert lost.worth("a", "1414") == -3.0
    assert won.worth("a", "1414") == 2.0


def test_whoever_joins_a_fight_is_worth_what_he_adds_to_it_and_fights_whoever_is_beside_him_alone() -> None:
    gains = {
        ("1514", frozenset("a")): -1.0,
        ("1514", frozenset("ab")): 2.5,
        ("1515", frozenset("b")): -1.0,
    }
    # he adds 3.5 to the fight for 1514 and brings the one for 1515, which nobody had to fight before
    assert contacts(two(), gains).worth("b", "1415") == 3.5 - 1.0
    assert contacts(two(), gains | {("1515", frozenset("b")): 9.0}).worth("b", "1415") == 9.0, "one of them"


def test_infiltrators_fight_nobody() -> None:
    now = position({"s": spy("1210"), "e": inf("1514", ALLIED)}, country())
    assert contacts(now, {}).worth("s", "1414") == 0.0


def test_only_the_places_in_contact_that_look_best_are_judged_and_the_others_left_alone() -> None:
    now = position({"a": tank("1210"), "e": inf("1514", ALLIED), "f": inf("2014", ALLIED)}, country())
    ring = [at for foe in ("1514", "2014") for at in now.rules.atlas.near[foe]]
    ends = ["1110", *ring]
    judged = contacts(now, {(foe, frozenset("a")): 1.0 for foe in ("1514", "2014")})
    found = judged.worths("a", ends, np.arange(float(len(ends))))
    assert found[0] == 0.0
    assert list(found[-6:]) == [1.0] * 6, "the last look best"
    assert all(worth < -1000 for worth in found[1:-6])


@pytest.mark.rule("blitzkrieg", "BK-ENG-02")
@pytest.mark.rule("blitzkrieg", "BK-ENG-03")
def test_a_unit_does_not_walk_up_to_what_it_would_have_to_fight_alone() -> None:
    """Without the duty the hex nearest to a city that counts is the best there is."""
    rules = country(city="1714", major=(("huy", "1714"),))
    now = position({"a": inf("1114", strength=3), "d": tank("1714", ALLIED, 12)}, rules)
    action, _ = maker(GAME, "planner-strong")().choose(now.seat, Chance(1))
    assert action.object not in rules.atlas.near["1714"]
