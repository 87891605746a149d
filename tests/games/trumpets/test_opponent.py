"""The computer opponent: what it goes for in small positions, what it leaves, how it answers, and that it plays a whole game."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.engine.opponent import Opponent, rests
from hexbench.engine.values import Action, Say
from hexbench.games.trumpets import GAME, resolution
from hexbench.games.trumpets.battlefield import Plan
from hexbench.games.trumpets.opponent_field import Field
from hexbench.games.trumpets.opponent_odds import NOTHING, Deal, Odds
from hexbench.games.trumpets.opponent_plan import LEVELS
from hexbench.games.trumpets.strength import reckon
from hexbench.study.playout import Chance, make_opponents, play_out
from tests.games.trumpets.combats import ROAD
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    country,
    grenadiers,
    guns,
    inf,
    position,
    tank,
    unit,
)
from tests.sizes import sized

LEVEL_NAMES = tuple(LEVELS)


def goal(at: str, points: int = 5) -> dict[str, Any]:
    """An objective."""
    return {"name": f"Place {at}", "hex": at, "points": points}


def turn_of(
    now: Situation, level: str = "quick", *, most: int = 200, until: str = ""
) -> tuple[Situation, list[tuple[Action, Say]]]:
    """Let the computer play for whoever decides, as long as that side is asked; every action is judged like a player's."""
    side = now.seat.prompt.side
    assert side is not None
    opponent, chance = GAME.opponents[level](), Chance(1)
    done: list[tuple[Action, Say]] = []
    while now.state.stack and now.seat.prompt.side == side and len(done) < most:
        action, why = opponent.choose(now.seat, chance)
        assert now.seat.refuse(action) == ()
        assert str(why).endswith(".")
        done.append((action, why))
        if action.verb == until:
            return now, done
        now = Situation(now.rules, now.rules.apply(now.state, action))
    return now, done


def verbs(done: list[tuple[Action, Say]]) -> list[str]:
    return [action.verb for action, _ in done]


# ---- attacks ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-REC-18")
def test_an_attack_is_worth_what_its_36_pairs_of_dice_bring() -> None:
    now = position(
        {"a": inf("1412"), "b": inf("1412"), "d": inf("1512", ALLIED)}, phase="combat", turn="18MO"
    )
    field = Field(now.seat, GERMAN)
    at = field.index["1512"]
    deal = Odds(field, {at: 2.0}).best(at, {u: field.at(u) for u in ("a", "b")})
    fight = Odds(field, {}).fight(at, deal.plan, {u: field.at(u) for u in ("a", "b")}, ())
    one = resolution.look(PLAIN, reckon(fight, PLAIN.tables, PLAIN.options), ordinary=True)
    gain, price = resolution.steps(one, 6, 3)
    plain = gain - price + 2.0 * (one.taken + 0.6 * one.counter) - 0.15 * one.counter - 0.1 * one.engaged
    pushed = 0.12 * sum(n * p for n, p in enumerate(one.away)) * 2
    assert deal.worth == pytest.approx(plain - pushed)
    assert deal.one == one


def test_those_who_could_attack_elsewhere_leave_an_attack_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is hardly needed goes, one after the other, but not the last that it takes: nobody attacks nothing."""
    units = {
        "a": inf("1412"),
        "b": inf("1412"),
        "c": inf("1412"),
        "d": inf("1512", ALLIED),
        "e": inf("1513", ALLIED),
    }
    field = Field(position(units, phase="combat", turn="18MO").seat, GERMAN)
    at, other = field.index["1512"], field.index["1513"]
    worth = {3: 0.13, 2: 0.06}

    def best(self: Odds, target: int, places: dict[str, int], spent: object = ()) -> Deal:
        found = worth.get(len(places))
        return NOTHING if found is None else Deal(found, Plan(hex="1512", units=tuple(sorted(places))))

    monkeypatch.setattr(Odds, "best", best)
    odds, all_ = Odds(field, {}), {u: field.at(u) for u in "abc"}
    top = odds._spared(odds.best(at, all_), at, {at: all_, other: all_}, frozenset())
    assert (len(top.plan.units), top.worth) == (2, 0.06)


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_it_attacks_the_weak_and_lets_the_strong_alone() -> None:
    units = {
        "a": inf("1312"),
        "b": inf("1312"),
        "weak": unit("recon_plt", "1512", ALLIED),
        "strong": tank("1315", ALLIED),
        "wall": inf("1315", ALLIED),
    }
    _, done = turn_of(position(units, turn="18MO"), until="fight")
    assert {a.object for a, _ in done if a.verb == "attack"} == {"1512"}
    _, done = turn_of(position({"a": inf("1312"), "strong": tank("1512", ALLIED)}, turn="18MO"))
    assert "attack" not in verbs(done)


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_artillery_fires_where_it_raises_the_odds_enough() -> None:
    units = {"a": inf("1412"), "b": inf("1412"), "g": guns("1212"), "d": unit("vg_bn", "1512", ALLIED)}
    more = {"h": guns("1211"), "i": guns("1213")}
    _, done = turn_of(
        position({**units, **more}, phase="combat", turn="18MO", objectives=(goal("1512"),)), until="fight"
    )
    assert "support" in verbs(done)
    assert verbs(done)[-1] == "fight"


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_a_breakthrough_is_made_as_a_blitz_attack_where_that_is_worth_more() -> None:
    units = {
        "t": tank("1412"),
        "g": grenadiers("1412"),
        "h": grenadiers("1412"),
        "d": inf("1512", ALLIED, er=5),
    }
    state: dict[str, Any] = {"objectives": (goal("1912", 12),), "turn": "18MO"}
    _, done = turn_of(position(units, ROAD, phase="combat", **state), until="fight")
    assert [a.object for a, _ in done if a.verb == "kind"] == ["ardennes_44"]


# ---- movement --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-REC-18")
@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_the_germans_make_for_an_objective_and_take_it_when_it_is_open(level: str) -> None:
    state: dict[str, Any] = {"objectives": (goal("1412"),), "turn": "18MO"}
    now, done = turn_of(position({"a": inf("1112"), "x": inf("2020", ALLIED)}, **state), level)
    assert now["a"].at == "1412"
    assert "takes Place 1412" in str(done[0][1])
    now, _ = turn_of(position({"a": inf("1012"), "x": inf("2020", ALLIED)}, **state), level, until="end")
    assert now.rules.atlas.distance(now["a"].at, "1412") < 4


@pytest.mark.rule("trumpets", "TT-REC-18")
@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_the_allies_man_an_objective_the_germans_come_for(level: str) -> None:
    units = {"d": inf("1012", ALLIED), "a": inf("1612"), "b": inf("1612")}
    now = position(units, phasing=ALLIED, objectives=(goal("1312", 8),), turn="18MO")
    now, _ = turn_of(now, level, until="end")
    assert now["d"].at == "1312"


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_who_stays_where_the_enemy_may_come_digs_in() -> None:
    units = {"d": inf("1312", ALLIED, er=4), "a": inf("1612")}
    now = position(units, phasing=ALLIED, objectives=(goal("1312", 8),), turn="18MO")
    after, done = turn_of(now, until="end")
    assert "build" in verbs(done)
    assert after.state.building["1312"].kind == "IP5"


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_the_last_americans_go_west_where_that_counts() -> None:
    units = {"d": inf("1312", ALLIED), "a": inf("2012")}
    state: dict[str, Any] = {"turns": ("18MO",), "exit_west": 11, "phasing": ALLIED, "turn": "18MO"}
    now, _ = turn_of(position(units, **state), until="end")
    assert int(now["d"].at[:2]) <= 11


# ---- answers ---------------------------------------------------------------------------------------------------------
def _fought(units: dict[str, Any], dice: list[int], attackers: str, **state: Any) -> Situation:
    now = position(units, phase="combat", **{"turn": "18MO", **state})
    return now.act("attack", attackers, "1512").act("fight", numbers=dice)


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_guns_help_a_place_that_counts_and_save_themselves_elsewhere() -> None:
    units = {"a": inf("1412"), "b": inf("1412"), "d": inf("1512", ALLIED), "g": guns("1712", ALLIED)}
    state: dict[str, Any] = {"phase": "combat", "turn": "18MO"}
    dear = position(units, objectives=(goal("1512", 10),), **state).act("attack", "a b", "1512").act("fight")
    assert dear.step == (ALLIED, "defence")
    _, done = turn_of(dear, until="commit")
    assert verbs(done) == ["support", "commit"]


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_the_step_is_taken_by_who_can_best_spare_it() -> None:
    units = {"a": inf("1412"), "b": inf("1412", lost=2), "d": inf("1512", ALLIED)}
    now = _fought(units, [3, 5], "a b")
    if now.step[1] == "loss":
        action, _ = GAME.opponents["quick"]().choose(now.seat, Chance(1))
        assert action.subject == ("a",)
    assert now["b"].on_map


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_it_strikes_back_rather_than_give_up_what_counts() -> None:
    units = {"a": inf("1412"), "d": inf("1512", ALLIED), "t": tank("1512", ALLIED)}
    now = position(units, phase="combat", turn="18MO", objectives=(goal("1512", 8),))
    now = now.act("attack", "a", "1512")
    for white in range(1, 7):
        one = now.act("fight", numbers=[6, white])
        if one.step[1] == "counter":
            _, done = turn_of(one, until="fight")
            assert verbs(done)[0] == "attack"
            assert verbs(done)[-1] == "fight"
            return
    # a tank and infantry against one battalion: at 1-4 no die brings a counterattack, so make it likelier
    units["b"] = units["c"] = inf("1412")
    stronger = position(units, phase="combat", turn="18MO", objectives=(goal("1512", 8),)).act(
        "attack", "a b c", "1512"
    )
    found = [stronger.act("fight", numbers=[6, white]) for white in range(1, 7)]
    (one,) = [x for x in found if x.step[1] == "counter"]
    _, done = turn_of(one, until="fight")
    assert verbs(done)[-1] == "fight"


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_it_stops_before_an_attack_so_that_players_can_look() -> None:
    opponent: Opponent = GAME.opponents["middle"]()
    assert rests(opponent, Action("fight"))
    assert not rests(opponent, Action("move"))


# ---- whole games -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-REC-18")
@pytest.mark.parametrize("scenario", ["losheim", "rocherath"])
def test_it_beats_a_random_player_from_either_side(scenario: str) -> None:
    loaded = bootstrap.catalogue().load_scenario("trumpets", scenario, {})
    for names, side in ((("quick", "random"), GERMAN), (("random", "quick"), ALLIED)):
        for seed in range(sized(1, 2)):
            players = make_opponents(loaded.game, names)
            result = play_out(loaded.rules, loaded.begin(seed), players, Chance(seed))
            assert result.ended
            assert result.verdict.winner == side


@pytest.mark.rule("trumpets", "TT-REC-18")
def test_the_same_position_has_the_same_answer_whoever_has_thought_before() -> None:
    loaded = bootstrap.catalogue().load_scenario("trumpets", "losheim", {})
    rules, state = loaded.rules, loaded.begin(3).state
    old = GAME.opponents["middle"]()
    for number in range(60):
        side = rules.decider(state)
        if side is None:
            break
        seat = rules.seat(state, side)
        action, _ = old.choose(seat, Chance(9))
        assert seat.refuse(action) == ()
        if number % sized(4, 1) == 0:
            new, _ = GAME.opponents["middle"]().choose(rules.seat(state, side), Chance(1))
            assert rules.seat(state, side).refuse(new) == ()
        state = rules.apply(state, action).state
    once, again = (
        GAME.opponents["middle"]().choose(rules.seat(state, rules.decider(state)), Chance(n)) for n in (1, 2)
    )
    assert once == again


def test_rules_on_a_small_map_with_a_river_are_no_trouble() -> None:
    rules = country(river="1411/1511 1412/1512 1413/1512", bridge="1412/1512", forest="1612 1613")
    units = {"a": inf("1412"), "t": tank("1312"), "d": inf("1512", ALLIED), "e": inf("1712", ALLIED)}
    now = position(units, rules, objectives=(goal("1712"),), turn="18MO")
    for level in LEVEL_NAMES:
        _, done = turn_of(now, level, until="fight")
        assert done
