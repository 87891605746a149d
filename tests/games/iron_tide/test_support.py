"""10, 11.5, 11.6 and 11.71: air points and supporting artillery."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.display import Pool
from hexbench.engine.events import Declared, DiceRolled, Noted
from hexbench.engine.values import Action
from hexbench.games.iron_tide import GAME
from hexbench.games.iron_tide.combatants import stand_of
from tests.games.iron_tide.battlefield import SE, SW, Combat, D, E, W, bn, combat, gun, reg, shifts
from tests.games.iron_tide.field import ALLIED, GERMAN, PLAIN, commando, country, position
from tests.games.iron_tide.shipped import TABLES

FIGHT: dict[str, Any] = {"a": bn(E, factor=4), "d": bn(D, ALLIED, 2), "d2": bn(D, ALLIED, 2)}


def asked(units: dict[str, Any], **facts: Any) -> Combat:
    """The attacker's commitment in an attack of ``a`` on D."""
    return combat(units, **facts).attack("a", D).resolve()


# ---- 11.5: artillery -------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.5a")
@pytest.mark.rule("iron_tide", "SEQ.C.commitA")
def test_artillery_joins_from_a_distance_and_is_worth_a_column_each() -> None:
    now = asked({**FIGHT, "g": gun("3448"), "h": gun("3447")})
    assert now.step == (GERMAN, "commit")
    assert now.offered("support") == ("g", "h")
    assert shifts(now.act("support", "g").act("commit", numbers=[1, 5]).fought) == {"11.5f": 1}
    assert shifts(now.act("support", "g h").act("commit", numbers=[1, 5]).fought) == {"11.5f": 2}
    assert shifts(now.act("commit", numbers=[1, 5]).fought) == {}
    assert now.rules_against("support", "a") == ["11.5a"]


@pytest.mark.rule("iron_tide", "11.5a", "11.76b")
def test_support_and_what_it_makes_of_the_odds_are_told() -> None:
    now = asked({**FIGHT, "g": gun("3448"), "h": gun("3447")})
    worth = {
        n: [str(t) for found in now.seat.targets("support", guns) for t in found.says]
        for n, guns in ((1, ("g",)), (2, ("g", "h")))
    }
    assert worth == {1: ["One column"], 2: ["2 columns"]}
    now = now.act("support", "g h")
    assert Declared("support", ("g", "h"), D) in now.events
    told = [
        e for e in now.act("commit", numbers=[1, 5]).events if isinstance(e, Noted) and e.rule == "11.76b"
    ]
    assert [str(e.say) for e in told] == ["4 to 4 is 1-1; net shift +2: 3-1 on the clear row."]
    assert [e.refs for e in told] == [(D,)]


@pytest.mark.rule("iron_tide", "10.0b", "11.6c")
def test_a_point_that_is_over_a_combat_is_not_among_those_flown_before() -> None:
    now = asked(FIGHT, air=(2, 1))

    def heaps(now: Combat) -> dict[str, tuple[int, int]]:
        pool = next(panel for panel in now.seat.panels() if isinstance(panel, Pool))
        return {str(heap.title): (heap.ready, heap.spent) for heap in pool.heaps}

    before, after = heaps(now), heaps(now.act("fly"))
    assert before["German combat support"] == (2, 0)
    assert after["German combat support"] == (1, 0), "it is over the combat, and not spent yet"
    assert before[f"German aircraft over {D}"] == (0, 0)
    assert after[f"German aircraft over {D}"] == (0, 1)


@pytest.mark.rule("iron_tide", "10.0a", "10.0b", "10.0c")
@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (
            {"phase": "air"},
            "The Allied player now divides his points; the division holds for the whole game turn.",
        ),
        ({"air": {ALLIED: {"spent": 1}}}, "Unused points are lost at the end of the game turn."),
        ({"air": {}}, "No air points this game turn."),
    ],
)
def test_a_word_about_the_points_of_the_turn(facts: dict[str, Any], text: str) -> None:
    now = position({"a": bn("3440"), "d": bn("3459", ALLIED)}, turn="24AM", **facts)
    assert [str(panel.say) for panel in now.seat.panels() if isinstance(panel, Pool)] == [text]


@pytest.mark.rule("iron_tide", "11.0b")
def test_a_combat_that_could_be_next_is_forecast() -> None:
    units = {**FIGHT, "b": bn("3448", factor=6), "e": bn("3449", ALLIED, 2)}
    now = combat(units).attack("a").attack("b", "3449").resolve()
    assert now.offered("resolve") == (D, "3449")
    for at, ratio in ((D, "1-1"), ("3449", "3-1")):
        found = now.seat.forecast(Action("resolve", (at,)))
        assert found is not None
        assert [line.ratio for _, line in found.lines] == [ratio]
    assert now.seat.forecast(Action("resolve", ("3440",))) is None


@pytest.mark.rule("iron_tide", "11.5b")
@pytest.mark.rule("iron_tide", "11.5c")
def test_the_range_is_three_hexes_with_that_of_the_defender_and_without_its_own() -> None:
    now = asked({**FIGHT, "near": gun("3448"), "far": gun("3449")})
    assert now.offered("support") == ("near",)
    assert now.rules_against("support", "far") == ["11.5b"]
    defence = {
        "a": bn(E, factor=4),
        "d": bn(D, ALLIED, 4),
        "near": gun("3442", ALLIED),
        "far": gun("3441", ALLIED),
    }
    defender = combat(defence).attack("a").resolve()
    assert defender.step == (ALLIED, "commit")
    assert defender.offered("support") == ("near",)


@pytest.mark.rule("iron_tide", "11.5d")
def test_artillery_fires_over_unbridged_rivers() -> None:
    rules = country(river="3447/3448 3446/3447")
    assert asked({**FIGHT, "g": gun("3448")}, rules=rules).offered("support") == ("g",)


@pytest.mark.rule("iron_tide", "11.5e")
@pytest.mark.rule("iron_tide", "SEQ.C.commitD")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_defence_has_one_artillery_shift(side: str) -> None:
    other = ALLIED if side == GERMAN else GERMAN
    units = {
        "a": bn(E, side, 4),
        "d": bn(D, other, 2),
        "g": gun("3443", other),
        "h": gun("3442", other),
    }
    now = combat(units, phasing=side).attack("a").resolve()
    assert now.step == (other, "commit")
    assert "11.5e" in now.rules_against("support", "g h")
    one = now.act("support", "g")
    assert not one.is_offered("support")
    assert one.rules_against("support", "h") == ["11.5e"]
    assert shifts(one.act("commit", numbers=[1, 1]).fought) == {"11.5e": -1}


@pytest.mark.rule("iron_tide", "11.5f")
@pytest.mark.rule("iron_tide", "11.5g")
@pytest.mark.parametrize(("side", "most", "rule"), [(GERMAN, 2, "11.5f"), (ALLIED, 3, "11.5g")])
def test_an_attack_has_two_or_three_artillery_shifts(side: str, most: int, rule: str) -> None:
    other = ALLIED if side == GERMAN else GERMAN
    guns = {f"g{i}": gun(at, side) for i, at in enumerate(("3447", "3448", "3547", "3347"))}
    units = {"a": bn(E, side, 4), "d": bn(D, other, 2), "d2": bn(D, other, 2), **guns}
    now = combat(units, phasing=side).attack("a").resolve()
    assert now.rules_against("support", " ".join(guns)) == [rule]
    full = now.act("support", " ".join(list(guns)[:most]))
    assert not full.is_offered("support")
    assert shifts(full.act("commit", numbers=[1, 5]).fought) == {rule: most}


@pytest.mark.rule("iron_tide", "18.0e")
def test_there_is_no_allied_artillery_on_16am() -> None:
    units = {**FIGHT, "h": gun("3443", ALLIED)}
    after = combat(units, turn="16AM").attack("a").resolve(6, 6)
    assert after.step[1] != "commit"
    allied = {"a": bn(E, ALLIED, 4), "d": bn(D), "g": gun("3448", ALLIED)}
    assert combat(allied, turn="16AM", phasing=ALLIED, air=(0, 1)).attack("a").resolve().rules_against(
        "support", "g"
    ) == ["18.0e"]


@pytest.mark.rule("iron_tide", "11.5h")
def test_each_artillery_unit_fires_once_in_a_combat_phase() -> None:
    units = {
        "a": bn(E, factor=4),
        "b": bn(SW, factor=4),
        "d": bn(D, ALLIED, 4),
        "e": bn("3244", ALLIED, 4),
        "g": gun("3247"),
    }
    chosen = combat(units).attack("a").attack("b", "3244")
    assert [r for r, _ in chosen.unmet()] == []
    first = chosen.resolve().act("resolve", D).act("support", "g").act("commit", numbers=[1, 3])
    assert first["g"].fired
    second = first.act("pay", "d").act("stay", numbers=[1, 3])
    assert second.step == (ALLIED, "retreat")  # nobody is asked for support: the gun has fired
    again = combat({**units, "g": gun("3247", fired=True)})
    assert not again["g"].fired  # a new Combat Phase


@pytest.mark.rule("iron_tide", "11.5h")
def test_it_may_fire_again_in_the_enemy_player_turn() -> None:
    now = asked({**FIGHT, "g": gun("3448")}).act("support", "g").act("commit", numbers=[1, 5])
    later = now.until(ALLIED, "combat")
    assert not later["g"].fired


@pytest.mark.rule("iron_tide", "11.5i")
@pytest.mark.rule("iron_tide", "B51")
def test_artillery_next_to_an_enemy_uses_its_factor_and_supports_nobody() -> None:
    units = {**FIGHT, "g": gun(SE, factor=2), "h": gun("3447")}
    now = combat(units)
    assert now.line("a g").attack == 6
    support = now.attack("a").resolve()
    assert support.offered("support") == ("h",)
    assert support.rules_against("support", "g") == ["11.5i"]
    beside_another = combat({**FIGHT, "g": gun("3448"), "x": bn("3449", ALLIED)}).attack("a")
    assert beside_another.resolve(1, 5).step[1] != "commit"


@pytest.mark.rule("iron_tide", "B51")
def test_artillery_in_a_defending_hex_counts_with_its_factor_and_shares_the_result() -> None:
    units = {"a": bn(E, factor=9), "d": bn(D, ALLIED, 2), "g": gun(D, ALLIED, 1)}
    now = combat(units).attack("a").resolve(1, 3)  # 3-1, a 4: D1-(1)
    assert (now.result, now.fought.defence) == ("D1-(1)", 3)
    assert now.offered("lose") == ("d", "g")


@pytest.mark.rule("iron_tide", "11.5i")
@pytest.mark.rule("iron_tide", "B36")
def test_a_commando_does_not_put_artillery_into_the_line() -> None:
    units = {"a": bn(E, ALLIED, 4), "d": bn(D), "g": gun("3448", ALLIED), "c": commando("3449")}
    assert combat(units, phasing=ALLIED).attack("a").resolve().offered("support") == ("g",)


@pytest.mark.rule("iron_tide", "B52")
def test_supporting_artillery_suffers_no_result_and_creates_no_duty() -> None:
    units = {"a": bn(E, factor=1), "d": bn(D, ALLIED, 9), "g": gun("3448")}
    now = combat(units).attack("a")
    assert now.unmet() == []
    after = now.resolve().act("support", "g").act("commit", numbers=[6, 6])
    assert after.result == "A2-(2)"
    assert (after["a"].at, after["g"].at) == ("#eliminated", "3448")


@pytest.mark.rule("iron_tide", "17.3a")
def test_british_artillery_does_not_support_americans() -> None:
    units = {
        "a": bn(E, ALLIED, 4),
        "d": bn(D),
        "us": gun("3448", ALLIED),
        "br": gun("3447", ALLIED, nation="british"),
    }
    now = combat(units, phasing=ALLIED).attack("a").resolve()
    assert now.offered("support") == ("us",)
    assert now.rules_against("support", "br") == ["17.3a"]


@pytest.mark.rule("iron_tide", "17.3a")
@pytest.mark.rule("iron_tide", "17.3c")
def test_a_mixed_defence_may_have_the_artillery_of_either() -> None:
    units = {
        "a": bn(E, factor=4),
        "us": bn(D, ALLIED),
        "br": bn(D, ALLIED, nation="british"),
        "g": gun("3443", ALLIED),
        "h": gun("3442", ALLIED, nation="british"),
    }
    assert combat(units).attack("a").resolve().offered("support") == ("g", "h")


@pytest.mark.rule("iron_tide", "17.4a")
def test_under_the_optional_rule_armies_share_no_artillery() -> None:
    rules = GAME.open(PLAIN.atlas, TABLES, GAME.Options(army_rule=True))
    units = {
        "a": bn(E, army="5P"),
        "d": bn(D, ALLIED),
        "g": gun("3448", army="5P"),
        "h": gun("3447", army="6P"),
    }
    now = combat(units, rules).attack("a").resolve()
    assert now.offered("support") == ("g",)
    assert now.rules_against("support", "h") == ["17.4a"]


# ---- 11.6: air -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.6a")
@pytest.mark.rule("iron_tide", "11.6b")
@pytest.mark.rule("iron_tide", "11.71b")
@pytest.mark.rule("iron_tide", "SEQ.C.air")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_an_air_point_arrives_on_1_to_3(die: int) -> None:
    attack = asked(FIGHT, air=(1, 0)).act("fly").act("commit", numbers=[die, 1, 5])
    assert shifts(attack.fought) == ({"11.6a": 1} if die <= 3 else {})
    defence = asked(FIGHT, air=(0, 1))
    assert defence.step == (ALLIED, "commit")
    assert shifts(defence.act("fly").act("commit", numbers=[die, 1, 5]).fought) == (
        {"11.6a": -1} if die <= 3 else {}
    )


@pytest.mark.rule("iron_tide", "11.6c")
@pytest.mark.rule("iron_tide", "B31")
def test_each_side_makes_one_attempt_in_a_combat() -> None:
    once = asked(FIGHT, air=(2, 2)).act("fly")
    assert not once.is_offered("fly")
    assert once.rules_against("fly") == ["11.6c"]
    both = once.act("commit").act("fly").act("commit", numbers=[1, 1, 1, 5])
    assert sum(s.by for s in both.fought.shifts) == 0
    assert len(both.fought.shifts) == 2


@pytest.mark.rule("iron_tide", "11.6d")
@pytest.mark.rule("iron_tide", "10.0c")
def test_a_point_is_spent_even_when_it_does_not_arrive() -> None:
    now = asked(FIGHT, air=(1, 0)).act("fly").act("commit", numbers=[6, 1, 5])
    assert (now.state.air[GERMAN].ready, now.state.air[GERMAN].spent) == (0, 1)


@pytest.mark.rule("iron_tide", "10.0c")
def test_without_a_point_nobody_flies() -> None:
    now = asked({**FIGHT, "g": gun("3448")})
    assert not now.is_offered("fly")
    assert now.rules_against("fly") == ["10.0c"]


# ---- 11.71: order ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.71a")
@pytest.mark.rule("iron_tide", "11.71b")
def test_the_attacker_commits_everything_before_the_defender_and_dice_come_last() -> None:
    units = {**FIGHT, "g": gun("3448"), "h": gun("3442", ALLIED)}
    now = asked(units, air=(1, 1))
    assert now.step == (GERMAN, "commit")
    assert now.rules_against("support", "h") == ["11.71a"]
    then = now.act("support", "g").act("fly").act("commit")
    assert then.step == (ALLIED, "commit")
    assert not any(isinstance(e, DiceRolled) for e in then.events)
    last = then.act("support", "h").act("commit", numbers=[1, 1, 5])
    dice = [e.rule for e in last.events if isinstance(e, DiceRolled)]
    assert dice == ["11.6b", "11.77a"]
    assert shifts(last.fought) == {"11.5f": 1, "11.5e": -1, "11.6a": 1}


@pytest.mark.rule("iron_tide", "9.0e")
def test_chits_stay_hidden_while_support_is_committed() -> None:
    units = {"a": reg(E, chit=7), "d": reg(D, ALLIED, chit=7), "g": gun("3448")}
    now = asked(units)
    assert now.seat.s.chits.keys() == {"a"}
    assert now.rules.seat(now.state, ALLIED).s.chits.keys() == {"d"}


# ---- 10 and 4.21: the Air Phase --------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "10.0a")
@pytest.mark.rule("iron_tide", "4.21b")
@pytest.mark.rule("iron_tide", "SEQ.G.AIR")
def test_the_points_of_both_sides_are_set_out_in_the_german_player_turn() -> None:
    now = position({"a": bn(E), "d": bn(W, ALLIED)}, turn="23AM", phase="air")
    assert {k: v.ready for k, v in now.state.air.items()} == {"german": 1, "allied": 6, "resupply": 0}
    assert now.step == (ALLIED, "air")


@pytest.mark.rule("iron_tide", "SEQ.G.AIR")
def test_without_allied_points_nobody_is_asked() -> None:
    assert position({"a": bn(E), "d": bn(W, ALLIED)}, turn="18AM", phase="air").step[1] != "air"


@pytest.mark.rule("iron_tide", "10.0b")
@pytest.mark.rule("iron_tide", "4.21c")
def test_the_allied_player_divides_his_points_once() -> None:
    now = position({"a": bn(E), "d": bn(W, ALLIED)}, turn="23AM", phase="air")
    assert list(now.targets("allot")) == [str(n) for n in range(7)]
    assert [r.rule for r in now.seat.refuse(Action("allot", (), "7"))] == ["10.0b"]
    assert [r.rule for r in now.seat.refuse(Action("allot", (), "some"))] == ["10.0b"]
    after = now.act("allot", "", "4")
    assert {k: v.ready for k, v in after.state.air.items()} == {"german": 1, "allied": 2, "resupply": 4}
    assert after.step[1] != "air"


@pytest.mark.rule("iron_tide", "12.4a")
def test_in_bad_weather_all_points_are_for_combat() -> None:
    now = position({"a": bn(E), "d": bn(W, ALLIED)}, turn="29AM", phase="air")
    assert list(now.targets("allot")) == ["0"]
    assert [r.rule for r in now.seat.refuse(Action("allot", (), "1"))] == ["12.4a"]


@pytest.mark.rule("iron_tide", "B31")
def test_air_support_is_flown_in_overcast_weather_too() -> None:
    rules = PLAIN
    assert rules.turn(rules.turn_number("17AM")).weather == "overcast"
    assert asked(FIGHT, turn="17AM", air=(1, 0)).is_offered("fly")


@pytest.mark.rule("iron_tide", "10.0d")
@pytest.mark.rule("iron_tide", "SEQ.GT_START")
def test_what_is_not_used_is_lost_at_the_end_of_the_game_turn() -> None:
    now = position(
        {"a": bn(E), "d": bn("3442", ALLIED)},
        turn="23PM",
        phase="engineering",
        phasing=ALLIED,
        air={"german": {"ready": 3}, "allied": {"ready": 5}, "resupply": {"ready": 1, "spent": 1}},
    )
    after = now.until(GERMAN, "movement")
    turn = after.rules.turn(after.state.turn)
    assert turn.id == "24AM"
    assert {k: (v.ready, v.spent) for k, v in after.state.air.items()} == {
        "german": (turn.german_air, 0),
        "allied": (turn.allied_air, 0),
        "resupply": (0, 0),
    }


@pytest.mark.rule("iron_tide", "11.1f")
def test_of_many_units_the_regiment_and_the_two_strongest_others_defend() -> None:
    units = {"r": reg(D, ALLIED, chit=4), **{f"s{n}": bn(D, ALLIED, n) for n in (1, 3, 2)}, "a": bn(E)}
    now = combat(units, sound=False)
    assert stand_of(now.state, ("r", "s1", "s3", "s2")) == ("r", "s3", "s2")
    assert stand_of(now.state, ("s1", "s3", "s2")) == ("s1", "s3", "s2")
    assert stand_of(now.state, ("r", "s1", "s3")) == ("r", "s1", "s3")


@pytest.mark.rule("iron_tide", "11.8a")
def test_a_retreat_says_how_far_it_is() -> None:
    now = (
        combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 3), "e": bn(D, ALLIED, 1)}).attack("a").resolve(1, 2)
    )
    assert (now.result, now.step) == ("D2", (ALLIED, "retreat"))
    assert str(now.seat.prompt.say) == f"Allied units from {D}: retreat 2 hexes, or lose a step for each."
    now = now.act("retreat", "", W)
    assert str(now.seat.prompt.say) == f"Allied units from {D}: retreat one hex, or lose a step."


@pytest.mark.rule("iron_tide", "11.5h")
def test_a_gun_that_has_fired_is_refused_where_another_may_still_fire() -> None:
    units = {
        "a": bn(E, factor=4),
        "b": bn(SW, factor=4),
        "d": bn(D, ALLIED, 4),
        "e": bn("3244", ALLIED, 4),
        "g": gun("3247"),
        "h": gun("3247"),
    }
    chosen = combat(units).attack("a").attack("b", "3244")
    first = chosen.resolve().act("resolve", D).act("support", "g").act("commit", numbers=[1, 3])
    second = first.act("pay", "d").act("stay")
    assert second.offered("support") == ("h",)
    assert second.rules_against("support", "g") == ["11.5h"]
