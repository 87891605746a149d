"""Every scenario that ships is played at random under all laws; and every toy, in processes with other hash seeds."""

from __future__ import annotations

import pytest

from tests.laws.case import load_case, more_names, product_names, toys
from tests.laws.catalogue import all_laws
from tests.laws.processes import SEEDS, compare
from tests.laws.walk import LIMIT, Report, play_game, play_games
from tests.sizes import FULL, sized

GAMES = sized(1, 3)
EVERY = 30
"""Laws look at one step in so many: ``make fuzz`` looks at all."""
LONG = {
    "blitzkrieg/bastogne": sized(60, EVERY),
    "blitzkrieg/campaign": sized(240, EVERY),
    "blitzkrieg/five_days": sized(120, EVERY),
    "iron_tide/campaign": sized(180, EVERY),
    "iron_tide/twenty_turn": sized(240, EVERY),
    "iron_tide/ten_turn": sized(120, EVERY),
    "iron_tide/17_december": sized(180, EVERY),
    "tide_of_iron/lanzerath+hidden": sized(60, EVERY),
    "tide_of_iron/lanzerath+text": sized(60, EVERY),
    "tide_of_iron/noville+hidden": sized(60, EVERY),
    "tide_of_iron/stoumont": sized(60, EVERY),
    "tide_of_iron/stoumont+hidden": sized(60, EVERY),
    "tigers/19_december": sized(60, EVERY),
    "tigers/campaign": sized(60, EVERY),
    "tigers/campaign+other": sized(120, EVERY),
}
"""Games of many steps or dear ones, of which a sample looks at fewer: as many are left as in a game of a few turns."""
HEARD = sized(10, 1)
"""Other processes tell one step in so many of a shipped game, and all of them how it ended or stood after the last of these."""
HEARD_OF = sized(400, LIMIT)
"""Actions of it, enough for every phase of both sides."""


@pytest.mark.parametrize("name", product_names())
def test_random_games_keep_every_law(name: str) -> None:
    report = play_games(load_case(name), all_laws, GAMES, every=LONG.get(name, EVERY))
    assert report.games == GAMES


@pytest.mark.parametrize("name", more_names())
def test_a_random_game_of_what_tests_made_keeps_every_law(name: str) -> None:
    assert play_games(load_case(name), all_laws, 1, every=LONG.get(name, EVERY)).games == 1


@pytest.mark.parametrize("name", sorted(toys()))
def test_every_verb_of_a_toy_is_used(name: str) -> None:
    """Else the laws would look at half a game."""
    case, report = load_case(name), Report(name)
    for seed in range(60):
        play_game(case, seed, [], report=report)
        if not FULL and set(report.verbs) == set(case.rules.verbs):
            break
    assert set(report.verbs) == set(case.rules.verbs)


@pytest.mark.parametrize("name", [*sorted(toys()), *product_names()[:1]])
def test_another_process_plays_the_same(name: str) -> None:
    if name in toys():
        assert compare(name, games=1, seeds=sized(SEEDS[1:], SEEDS))
    else:
        assert compare(name, games=1, every=HEARD, seeds=sized(SEEDS[1:], SEEDS), most=HEARD_OF)
