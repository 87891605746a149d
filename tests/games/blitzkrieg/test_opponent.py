"""The computer opponent in small positions: what it goes for, what it leaves, and why."""

from __future__ import annotations

import pytest

from hexbench.engine.values import Action, Say
from hexbench.games.blitzkrieg import GAME
from hexbench.games.blitzkrieg.opponent_clash import Clash, Reckoner, Taste, column
from hexbench.games.blitzkrieg.opponent_map import Field
from hexbench.games.blitzkrieg.opponent_plan import LEVELS
from hexbench.games.blitzkrieg.opponent_worth import TASTE, Weights, Worth
from hexbench.study.playout import Chance
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    along,
    country,
    dump,
    guns,
    inf,
    motor,
    plane,
    position,
    spy,
    tank,
)
from tests.strength.matches import maker

WALL = " ".join(
    f"{a}/{b}" for a, near in PLAIN.atlas.near.items() for b in near if a[:2] == "14" and b[:2] == "15"
)
"""A river from north to south, between columns 14 and 15."""
EVEN_TASTE = Taste(killed=1.0, lost=1.0, pushed=0.35)


@pytest.fixture(params=["quick", "strong", "planner-strong"])
def level(request: pytest.FixtureRequest) -> str:
    """The thinker at its first level and its last, and the planner that may take its place once it is shown to be stronger: all keep the same clauses."""
    found: str = request.param
    return found


def turn_of(now: Situation, level: str, *, most: int = 200) -> tuple[Situation, list[tuple[Action, Say]]]:
    """Let the computer play for whoever decides, as long as that side is asked; every action is judged like a player's."""
    side = now.seat.prompt.side
    assert side is not None
    opponent, chance = maker(GAME, level)(), Chance(1)
    done: list[tuple[Action, Say]] = []
    while now.state.stack and now.seat.prompt.side == side and len(done) < most:
        action, why = opponent.choose(now.seat, chance)
        assert now.seat.refuse(action) == ()
        done.append((action, why))
        if action.verb == "resolve":
            return now, done
        now = Situation(now.rules, now.rules.apply(now.state, action))
    return now, done


def verbs(done: list[tuple[Action, Say]]) -> list[str]:
    return [action.verb for action, _ in done]


# ---- expectation ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AI-05")
def test_an_engagement_is_worth_what_the_six_rolls_bring() -> None:
    # 2-1 with 8 against 4: DL1/4 Db2; exchange; A&DL1/4; Db3; A&DL1/4 Db3; AL1/4 Db3
    reckon = Reckoner(PLAIN, EVEN_TASTE)
    rolls = (1 + 0.7, 4 - 8, 1 - 2, 3 * 0.35, 1 - 2 + 3 * 0.35, -2 + 3 * 0.35)
    assert reckon.worth(Clash(4, (8,), (4,), False, 0, 0.0)) == pytest.approx(sum(rolls) / 6)
    # the ground is won by every roll but the third
    assert reckon.worth(Clash(4, (8,), (4,), False, 0, 6.0)) == pytest.approx((sum(rolls) + 30) / 6)
    # who cannot retreat is lost by every Db
    shut = (4 + 0, 4 - 8, 1 - 2, 4, 4 - 2, 4 - 2)
    assert reckon.worth(Clash(4, (8,), (4,), True, 0, 0.0)) == pytest.approx(sum(shut) / 6)


@pytest.mark.rule("blitzkrieg", "BK-AI-05")
def test_an_attacker_without_a_way_back_loses_all_by_a_retreat() -> None:
    # 1-1: DL1/5; AL1/3 Db3; A&DL1/4 Db2; AL1/4 Ab1; exchange; A&DL1/2
    reckon = Reckoner(PLAIN, EVEN_TASTE)
    free, cut = (reckon.worth(Clash(3, (8,), (8,), False, n, 0.0)) for n in (0, 1))
    assert cut - free == pytest.approx((-6 + 0.35) / 6)


@pytest.mark.rule("blitzkrieg", "BK-AI-05")
@pytest.mark.parametrize(
    ("attack", "quarters", "found"),
    [
        (8, 0, 8),
        (0, 4, 0),
        (8, 32, 3),
        (8, 33, 2),
        (15, 32, 3),
        (16, 32, 4),
        (47, 32, 7),
        (48, 32, 8),
        (90, 32, 8),
        (2, 33, 0),
    ],
)
def test_the_column_is_that_of_the_odds(attack: int, quarters: int, found: int) -> None:
    assert column(attack, quarters) == found


@pytest.mark.rule("blitzkrieg", "BK-AI-05")
def test_it_attacks_where_the_expectation_is_best(level: str) -> None:
    # one way to three to one, and the same against two to one
    now = position(
        {
            "a": tank("1214", strength=12),
            "b": tank("1215", strength=12),
            "weak": inf("1614", ALLIED, 4),
            "strong": inf("1617", ALLIED, 20),
        },
        country(),
    )
    _, done = turn_of(now, level)
    assert [a.object for a, _ in done if a.verb == "engage"] == ["1614"]


@pytest.mark.rule("blitzkrieg", "BK-AI-05")
def test_it_lets_alone_what_it_cannot_beat(level: str) -> None:
    now = position({"a": inf("1214", strength=3), "d": tank("1414", ALLIED, 20)}, country())
    after, done = turn_of(now, level)
    assert "engage" not in verbs(done)
    assert verbs(done)[-1] == "resolve"
    assert not after.state.engagements


@pytest.mark.rule("blitzkrieg", "BK-AI-05")
def test_a_level_may_weigh_places_and_enemies_driven_back_otherwise() -> None:
    rules = country(city="2014", major=(("huy", "2014"),), roads=(along("1014", "2014"),))
    now = position({"a": tank("1214"), "far": inf("1021", ALLIED)}, rules)
    field = Field(now.rules, now.state, now.rules.board(now.state), GERMAN)
    plain, other = Worth(field, 0.05), Worth(field, 0.05, weights=Weights(pull=2.0, prize=3.0))
    city, here = (now.rules.atlas.index[at] for at in ("2014", "1214"))
    assert other.prize(city) == 3 * plain.prize(city) > 0
    assert other.at("a", here) == 2 * plain.at("a", here) < 0
    assert Weights(pushed=2.0).taste(GERMAN) == TASTE[GERMAN]._replace(pushed=2 * TASTE[GERMAN].pushed)


# ---- the duty -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AI-07")
def test_a_unit_that_cannot_leave_engages_everybody_it_touches(level: str) -> None:
    now = position(
        {
            "a": inf("1414", strength=2, fixed=True),
            "w": tank("1314", ALLIED, 8),
            "e": tank("1514", ALLIED, 8),
            "n": tank("1413", ALLIED, 8),
        },
        country(),
    )
    after, done = turn_of(now, level)
    assert verbs(done)[-1] == "resolve"
    (made,) = after.state.engagements
    assert set(made.hexes) == {"1314", "1514", "1413"}
    assert made.attackers == ("a",)


@pytest.mark.rule("blitzkrieg", "BK-AI-07")
def test_who_stands_badly_next_to_the_enemy_goes_away(level: str) -> None:
    now = position({"a": inf("1414", strength=2), "e": tank("1514", ALLIED, 12)}, country())
    after, done = turn_of(now, level)
    assert not after.state.engagements
    assert after["a"].at not in after.rules.atlas.near["1514"]
    assert any("breaks away" in str(why) for _, why in done)


# ---- the Germans ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AI-09")
def test_germans_drive_into_an_open_city(level: str) -> None:
    rules = country(city="2014", major=(("huy", "2014"),), roads=(along("1014", "2014"),))
    now = position({"a": tank("1214"), "far": inf("1021", ALLIED)}, rules)
    after, done = turn_of(now, level)
    assert after["a"].at == "2014"
    assert any(("2014" if level == "planner-strong" else "Huy") in str(why) for _, why in done)


@pytest.mark.rule("blitzkrieg", "BK-AI-09")
def test_somebody_stays_in_a_city_that_was_won(level: str) -> None:
    rules = country(
        city="1414 2214", major=(("huy", "1414"), ("namur", "2214")), roads=(along("1014", "2414"),)
    )
    now = position({"a": tank("1414"), "b": tank("1314"), "far": inf("1021", ALLIED)}, rules)
    after, _ = turn_of(now, level)
    assert [u for u in ("a", "b") if after[u].at == "1414"]


@pytest.mark.rule("blitzkrieg", "BK-AI-09")
def test_infiltrators_go_among_the_enemy(level: str) -> None:
    now = position(
        {"s": spy("1214"), "one": inf("1614", ALLIED, 3), "big": tank("1615", ALLIED, 12)}, country()
    )
    after, done = turn_of(now, level)
    moved = [a for a, _ in done if a.subject == ("s",)]
    assert [a.object for a in moved] == ["1615"]
    assert after.state.units["s"].at in ("1615", "#eliminated")


@pytest.mark.rule("blitzkrieg", "BK-AI-05")
def test_germans_build_the_bridge_they_need(level: str) -> None:
    rules = country(
        city="2214",
        major=(("huy", "2214"),),
        roads=(along("1014", "2214"),),
        river=WALL,
    )
    now = position({"a": inf("1414"), "far": inf("2021", ALLIED)}, rules, blown={"1414/1514": ("1414",)})
    _, done = turn_of(now, level)
    assert done[0][0] == Action("bridge", ("a",), "1514")


# ---- the Allies -----------------------------------------------------------------------------------------------------
def bridge(german: str, *more: str) -> Situation:
    rules = country(
        city="1014",
        liege="1014",
        roads=(along("1014", "2414"),),
        river=WALL,
    )
    units = {"d": inf("1414", ALLIED), "g": tank(german)}
    units |= {f"beyond{n}": inf(at, ALLIED) for n, at in enumerate(more)}
    return position(units, rules, phasing=ALLIED)


@pytest.mark.rule("blitzkrieg", "BK-AI-06")
def test_allies_blow_a_bridge_a_german_could_reach(level: str) -> None:
    _, done = turn_of(bridge("1914"), level)
    assert done[0][0] == Action("demolish", ("d",), "1514")
    assert "bridge" in str(done[0][1])


@pytest.mark.rule("blitzkrieg", "BK-AI-06")
def test_allies_do_not_blow_a_bridge_their_own_need(level: str) -> None:
    _, done = turn_of(bridge("1914", "1614", "1615"), level)
    assert "demolish" not in verbs(done)


def fuel(german: str, *more: str) -> Situation:
    """A dump with a weak guard, ``more`` dumps elsewhere, and all the tanks of an army so far from it."""
    rules = country(city="1014", liege="1014", roads=(along("1014", "2414"),))
    units = {"d": inf("1414", ALLIED, 2)}
    units |= {f"g{n}": tank(at) for n, at in enumerate((german, german, german))}
    dumps = {"own": dump("1414"), **{f"more{n}": dump(at) for n, at in enumerate(more)}}
    return position(units, rules, phasing=ALLIED, dumps=dumps)


@pytest.mark.rule("blitzkrieg", "BK-AI-06")
@pytest.mark.rule("blitzkrieg", "BK-SUP-22")
def test_allies_destroy_a_dump_that_is_about_to_fall_if_they_have_others(level: str) -> None:
    assert turn_of(fuel("1914", "1010", "1020"), level)[1][0][0] == Action("demolish", ("d",), "1414")
    assert "demolish" not in verbs(turn_of(fuel("1914", "1010"), level)[1])
    assert "demolish" not in verbs(turn_of(fuel("1714", "1010", "1020"), level)[1]), (
        "an enemy is within three hexes"
    )


@pytest.mark.rule("blitzkrieg", "BK-AI-06")
@pytest.mark.rule("blitzkrieg", "BK-VIC-05")
def test_allies_drive_germans_out_of_a_city_before_they_win_by_it(level: str) -> None:
    rules = country(
        liege="1014",
        major=(("huy", "1810"), ("namur", "2020"), ("dinant", "2320")),
        roads=(along("1014", "2414"),),
    )
    held = {f"g{n}": inf(at, GERMAN, 4) for n, at in enumerate(("1014", "1810", "2020", "2320"))}
    force = {f"a{n}": tank("1514", ALLIED, 9) for n in range(3)}
    now = position({**held, **force, "x": tank("2414", ALLIED, 2)}, rules, phasing=ALLIED, holding=("liege",))
    _, done = turn_of(now, level)
    engaged = {action.object for action, _ in done if action.verb == "engage"}
    assert engaged & {"1014", "1810", "2020", "2320"}


@pytest.mark.rule("blitzkrieg", "BK-AI-06")
@pytest.mark.rule("blitzkrieg", "BK-VIC-05")
def test_allies_drive_germans_out_of_a_hex_that_is_the_goal_of_a_short_game(level: str) -> None:
    force = {f"a{n}": tank("1514", ALLIED, 9) for n in range(3)}
    held = {"g": inf("1810", GERMAN, 4), "h": inf("1816", GERMAN, 4)}
    rules = country(roads=(along("1014", "2414"),))
    now = position({**held, **force}, rules, phasing=ALLIED, goal=("1810",), holding=("1810",))
    _, done = turn_of(now, level)
    assert {action.object for action, _ in done if action.verb == "engage"} == {"1810"}


@pytest.mark.rule("blitzkrieg", "BK-AI-06")
def test_allied_guns_stand_back_and_fire(level: str) -> None:
    now = position(
        {
            "g": guns("1414", ALLIED, 6),
            "i": tank("1514", ALLIED, 12),
            "garrison": inf("1014", ALLIED, 9),
            "e": inf("1614", GERMAN, 4),
        },
        country(city="1014", liege="1014"),
        phasing=ALLIED,
    )
    after, done = turn_of(now, level)
    assert after["g"].at not in after.rules.atlas.near["1614"]
    assert [a.object for a, _ in done if a.verb == "aim"] == ["e"]


@pytest.mark.rule("blitzkrieg", "BK-AI-06")
def test_a_garrison_stays_where_germans_could_come(level: str) -> None:
    rules = country(city="1614", liege="1614", roads=(along("1014", "2414"),))
    now = position({"d": inf("1614", ALLIED, 6), "g": tank("2214"), "h": tank("2215")}, rules, phasing=ALLIED)
    after, _ = turn_of(now, level)
    assert after["d"].at == "1614"


@pytest.mark.rule("blitzkrieg", "BK-AI-06")
def test_allies_strike_back_at_good_odds(level: str) -> None:
    now = position(
        {"a": tank("1414", ALLIED, 12), "b": motor("1415", ALLIED, 9), "e": inf("1614", GERMAN, 3)},
        country(city="1014", liege="1014"),
        phasing=ALLIED,
    )
    after, _ = turn_of(now, level)
    (made,) = after.state.engagements
    assert made.hexes == ("1614",)


# ---- other questions ------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AI-03")
@pytest.mark.parametrize("level", [*sorted(LEVELS), "planner-strong"])
def test_it_lets_everybody_look_before_it_resolves_and_at_no_other_time(level: str) -> None:
    opponent = maker(GAME, level)()
    rest = [verb.name for verb in PLAIN.all_verbs if opponent.rests(Action(verb.name))]
    assert rest == ["resolve"]


@pytest.mark.rule("blitzkrieg", "BK-AI-04")
def test_a_player_is_asked_for_his_retreats_in_the_computers_turn(level: str) -> None:
    now = position({"a": tank("1414", strength=12), "d": inf("1514", ALLIED, 4)}, country())
    now, done = turn_of(now, level)
    assert verbs(done)[-1] == "resolve"
    fought = now.act("resolve").act("fight", "a", numbers=[2])  # 3-1: DL1/3, Db3
    assert fought.step == (ALLIED, "retreat")


@pytest.mark.rule("blitzkrieg", "BK-AI-02")
def test_it_bombs_the_dump_that_feeds_the_enemy_or_his_strongest(level: str) -> None:
    now = position(
        {"p": plane(), "weak": inf("1614", ALLIED, 2), "big": tank("1814", ALLIED, 12)},
        country(),
        phase="air",
        clear=True,
        turn=15,
    )
    _, done = turn_of(now, level, most=1)
    assert done[0][0] == Action("bomb", ("p",), "big")


@pytest.mark.rule("blitzkrieg", "BK-AI-02")
def test_in_an_exchange_it_gives_up_its_weakest(level: str) -> None:
    now = position(
        {"a": tank("1414", strength=12), "b": inf("1414", strength=3), "d": inf("1514", ALLIED, 5)}, country()
    )
    now = now.act("engage", "a b", "1514").act("resolve").act("fight", "a", numbers=[1])
    assert now.step[0] == GERMAN
    action, why = maker(GAME, level)().choose(now.seat, Chance(1))
    assert action == Action("give_up", ("b",))
    assert level == "planner-strong" or str(why) == "It is the weakest unit."


@pytest.mark.rule("blitzkrieg", "BK-AI-05")
@pytest.mark.parametrize("goal", ["huy", "namur", "1711", "1719"])
def test_in_a_short_game_they_make_for_its_goal(goal: str, level: str) -> None:
    where = {"huy": "1711", "namur": "1719"}
    rules = country(city="1711 1719", major=tuple(where.items()))
    now = position({"a": tank("1715"), "far": inf("1021", ALLIED)}, rules, goal=(goal,))
    after, _ = turn_of(now, level)
    assert after["a"].at == where.get(goal, goal)
