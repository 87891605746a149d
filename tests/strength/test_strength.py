"""Matches in pairs: lines that survive an interruption, figures from them, refusals, and levels that say what they have shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.bootstrap import catalogue
from hexbench.games.blitzkrieg import victory
from hexbench.staff.aims import Aims, Shown
from hexbench.staff.levels import LEVELS, every, offered, players
from hexbench.staff.planner import Planner
from hexbench.study import playout
from tests.strength import candidates, figures, matches, offering
from tests.strength.__main__ import KEPT, keep, main, pairing_of, wanted
from tests.strength.matches import Pairing, Seat

LANZERATH = "tide_of_iron/lanzerath"


def line(seed: int, side: str, margin: float, mind: str = "new", **more: Any) -> dict[str, Any]:
    told = {
        "scenario": LANZERATH,
        "one": "middle",
        "other": "quick",
        "side": side,
        "seed": seed,
        "margin": margin,
        "won": "one" if margin > 0 else "other",
        "seconds": [1.0, 0.5],
        "longest": [2.0, 1.5],
        "applied": [100, 50],
        "rules": "r",
        "mind": mind,
    }
    return {**told, **more}


def both(seed: int, american: float, german: float, mind: str = "new", **more: Any) -> list[dict[str, Any]]:
    return [line(seed, "american", american, mind, **more), line(seed, "german", german, mind, **more)]


# ---- figures
def test_a_figure_is_the_mean_of_both_seats_of_a_seed() -> None:
    found = figures.figure([*both(0, 6, -2), *both(1, 8, 0), *both(2, 7, 2), line(3, "german", 50)])
    assert found.seeds == 3
    assert found.mean == pytest.approx((2 + 4 + 4.5) / 3)
    deviation = (sum((x - 3.5) ** 2 for x in (2, 4, 4.5)) / 2) ** 0.5
    assert found.half == pytest.approx(4.30 * deviation / 3**0.5)
    assert found.wins == {"american": (3, 3), "german": (2, 4)}
    assert (found.seconds, found.longest, found.applied) == ((1.0, 0.5), (2.0, 1.5), (100.0, 50.0))


def test_one_seed_says_nothing_of_its_spread() -> None:
    assert figures.figure(both(0, 3, 1)).half == float("inf")
    with pytest.raises(ValueError, match="no games"):
        figures.figure([])


def test_a_mind_that_is_clearly_worse_than_an_earlier_one_is_refused() -> None:
    old = [one for seed in range(4) for one in both(seed, 9 + seed % 2, 9, "old")]
    worse = [one for seed in range(4) for one in both(seed, 5 + seed % 2, 5)]
    wide = [one for seed in range(4) for one in both(seed, 25 * (seed % 2) - 5, 5)]
    game = {"tide_of_iron": "new"}
    assert len(figures.refused([*old, *worse], game)) == 1
    assert figures.refused([*old, *wide], game) == []
    assert figures.refused([*worse, *old], {"tide_of_iron": "old"}) == []
    assert figures.refused([*old, *worse], {"tide_of_iron": "another"}) == []


def test_what_few_seeds_had_in_the_mean_refuses_nobody() -> None:
    lucky = [one for seed in range(4) for one in both(seed, 16 * (seed % 2) + 1, 9, "old")]
    sure = [one for seed in range(4, 24) for one in both(seed, 16 * (seed % 2) - 3, 5)]
    before, now = figures.figure(lucky), figures.figure(sure)
    assert now.mean + now.half < before.mean
    assert figures.refused([*lucky, *sure], {"tide_of_iron": "new"}) == []


def test_three_games_that_happen_to_be_alike_are_not_taken_for_exact() -> None:
    alike = [one for seed in range(3) for one in both(seed, 9, 9, "old")]
    wide = [one for seed in range(5, 25) for one in both(seed, 25 * (seed % 2) - 8, 5)]
    assert figures.figure(alike).half == 0
    assert figures.refused([*alike, *wide], {"tide_of_iron": "new"}) == []


def test_seeds_that_both_have_played_are_compared_one_by_one() -> None:
    old = [one for seed in range(6) for one in both(seed, 20 * (seed % 2), 4, "old")]
    same = [one for seed in range(6) for one in both(seed, 20 * (seed % 2), 4)]
    less = [one for seed in range(6) for one in both(seed, 20 * (seed % 2) - 1 - seed % 3, 4)]
    poor = [one for seed in range(6, 20) for one in both(seed, 0, 0)]
    game = {"tide_of_iron": "new"}
    assert figures.refused([*old, *same, *poor], game) == []
    assert len(figures.refused([*old, *less], game)) == 1


def test_games_by_other_rules_are_games_of_something_else() -> None:
    old = [one for seed in range(4) for one in both(seed, 9 + seed % 2, 9, "old", rules="before")]
    worse = [one for seed in range(4) for one in both(seed, 5 + seed % 2, 5)]
    assert figures.refused([*old, *worse], {"tide_of_iron": "new"}) == []


# ---- lines
def test_a_line_that_was_cut_off_costs_itself_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    keep(path, line(0, "german", 1))
    path.write_text(path.read_text() + '{"scenario": "tide')
    keep(path, line(1, "german", 2))
    assert [one["seed"] for one in figures.read(path)] == [0, 1]


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pairing = Pairing(LANZERATH, "default", "random")
    first = wanted(pairing, range(2), [])
    assert [(seat.seed, seat.side) for seat in first] == [
        (0, "american"),
        (0, "german"),
        (1, "american"),
        (1, "german"),
    ]
    at = matches.loaded(LANZERATH)
    now = {"mind": matches.mind_digest("tide_of_iron"), "rules": matches.rules_digest(at)}
    done = line(0, "german", 1, one="default", other="random") | now
    assert len(wanted(pairing, range(2), [done])) == 3
    assert len(wanted(pairing, range(2), [done | {"mind": "another"}])) == 4
    assert len(wanted(pairing, range(2), [done | {"one": "quick"}])) == 4


def test_a_game_is_told_the_same_from_the_same_seed() -> None:
    seat = Seat(Pairing(LANZERATH, "default", "random"), 3, "german")
    first, second = matches.play_one(seat), matches.play_one(seat)
    for told in (first, second):
        told.pop("seconds")
        told.pop("longest")
    assert json.loads(json.dumps(first)) == first == second
    assert first["margin"] == first["score"]["german"] - first["score"]["american"]
    assert first["ended"] is True


def test_the_command_plays_what_is_missing_and_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lines"
    words = [LANZERATH, "default,random", "--seeds", "1", "--trial", str(path)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "default - random" in told
    assert "1 seeds" in told
    before = path.read_bytes()
    assert main(words) == 0
    assert path.read_bytes() == before
    assert main(["--trial", str(path), "--check"]) == 0
    assert "weaker" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("scenario", "players", "what"),
    [
        (LANZERATH, "quick", "two players"),
        (LANZERATH, "quick,nobody", "no opponent"),
        (LANZERATH, "quick/caution=1,quick", "--trial"),
        (LANZERATH, "quick/nothing=1,quick", "no weight"),
        (LANZERATH, "random/caution=1,quick", "Only players of the planner"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(scenario: str, players: str, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        pairing_of(scenario, players, "nothing" in players or "random" in players)


def test_a_scenario_there_is_not_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tide_of_iron/nowhere", "quick,quick"]) == 1
    assert "nowhere" in capsys.readouterr().err


def test_a_weight_is_changed_for_one_player_and_no_other() -> None:
    game = catalogue().games["tide_of_iron"]
    tuned, plain = matches.maker(game, "quick/caution=0.9")(), matches.maker(game, "quick")()
    assert isinstance(tuned, Planner)
    assert isinstance(plain, Planner)
    assert tuned.aims.caution == 0.9
    assert plain.aims.caution == type(plain.aims).caution != 0.9


# ---- what is offered
class Proud(Aims):
    """A declaration that says of its levels what a test wants to hear."""

    def goals(self, rules: Any, s: Any, board: Any) -> list[Any]:
        """No places."""
        return []

    def power(self, rules: Any, s: Any, uid: str) -> float:
        """All are equal."""
        return 1.0

    def kind(self, rules: Any, s: Any, uid: str) -> tuple[str, float]:
        """All go alike."""
        return "any", 1.0


@pytest.mark.parametrize(
    ("low", "levels"), [(0.1, ("quick", "middle")), (0.0, ("quick",)), (-0.2, ("quick",))]
)
def test_a_level_is_offered_when_all_of_its_interval_is_above_nothing(
    low: float, levels: tuple[str, ...]
) -> None:
    class Shows(Proud):
        shown = {"middle": Shown(mean=0.3, low=low, seeds=8)}

    declared = Shows()
    assert tuple(players(declared)) == levels
    assert offered(declared, "middle") is (len(levels) == 2)
    assert tuple(every(declared)) == LEVELS


def test_margins_of_scenarios_that_pay_much_and_little_count_alike() -> None:
    small = [one for seed in range(6) for one in both(seed, 1 + 3 * (seed % 2), 1 + seed % 3)]
    large = [one | {"margin": 10 * one["margin"]} for one in small]
    assert offering.scaled(small) == pytest.approx(offering.scaled(large))


def test_declarations_say_of_their_levels_what_the_matches_in_the_repository_show() -> None:
    assert offering.wrong(figures.read(KEPT)) == []


# ---- a peer to be measured against
@pytest.mark.parametrize(
    "scenario", ["tigers/19_december", LANZERATH, "trumpets/losheim", "blitzkrieg/bastogne"]
)
def test_a_greedy_peer_moves_and_attacks_in_every_game_and_plays_it_to_its_end(scenario: str) -> None:
    at = matches.loaded(scenario)
    sides = at.game.sides
    players = {side: matches.maker(at.game, "greedy" if side == sides[0] else "random")() for side in sides}
    used: set[str] = set()

    def watch(done: playout.Done) -> None:
        used.add(done.action.verb)

    found = playout.play_out(at.rules, at.begin(5), players, playout.Chance(5), watch=watch)
    assert found.ended
    assert used & {"move", "advance"}
    assert used & {"attack", "fire", "engage"}


def test_a_greedy_peer_attacks_at_two_to_one_and_goes_to_the_nearest_place_it_has_not() -> None:
    at = matches.loaded("tigers/19_december")
    rules, state, seen = at.rules, at.begin(5).state, 0
    player, aims = matches.maker(at.game, "greedy")(), matches.aims_of(at.game)
    assert aims is not None
    for number in range(250):
        side = rules.decider(state)
        if side is None:
            break
        seat = rules.seat(state, side)
        action, why = player.choose(seat, playout.Chance(number))
        assert seat.refuse(action) == ()
        if str(why) == "Greed." and action.verb == "attack":
            ours = sum(aims.power(rules, state, uid) for uid in action.subject)
            assert ours >= 2 * sum(
                aims.power(rules, state, uid) for uid in seat.board.units_at(action.object)
            )
            seen += 1
        if str(why) == "Greed." and action.verb == "move":
            places = [
                goal.hex
                for goal in aims.goals(rules, state, seat.board)
                if (goal.first if side == aims.first else goal.second) > 0 and goal.hex in rules.atlas.index
            ]
            free = [
                goal.hex
                for goal in aims.goals(rules, state, seat.board)
                if goal.hex in places and goal.held != side
            ]
            was, to = (
                min(rules.atlas.distance(at_, place) for place in free or places)
                for at_ in (state.units[action.subject[0]].at, action.object)
            )
            assert to < was
            seen += 1
        state = rules.apply(state, action).state
    assert seen > 20


# ---- who might take a thinker's place
def test_a_candidate_plays_a_game_against_the_thinker_it_might_replace() -> None:
    told = matches.play_one(Seat(pairing_of("blitzkrieg/bastogne", "planner-quick,quick", True), 3, "allied"))
    assert told["ended"] is True
    assert told["applied"][0] > 0 == told["applied"][1]
    assert abs(told["margin"]) >= 100 - abs(told["score"]["german"] - told["score"]["allied"])
    assert matches.mind_digest("blitzkrieg") != matches.mind_digest("trumpets")


def test_a_candidate_is_offered_to_nobody() -> None:
    for key, aims in candidates.CANDIDATES.items():
        game = catalogue().games[key]
        assert not any(isinstance(made(), Planner) for made in game.opponents.values()), key
        assert {type(made().aims) for made in candidates.players(key).values()} == {type(aims)}


def test_a_short_game_of_blitzkrieg_is_won_by_the_more_the_sooner() -> None:
    """Its rating tells of cities: who took the goal at once had fewer of them, and seemed to have won by less."""
    at = catalogue().load_scenario("blitzkrieg", "five_days", {})
    end = replace(at.begin(1).state, stack=(), level=victory.GOAL)
    soon, late = (matches.margin(at, replace(end, level_turn=turn)) for turn in (2, 6))
    assert soon == late + 40.0 > 100.0
    assert matches.margin(at, replace(end, level=0)) == -100.0
