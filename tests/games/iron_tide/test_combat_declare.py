"""11.0, 11.1 and 8.3: who may attack what, with whom, and what must be attacked."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexbench.engine.events import Noted, Resolved
from tests.games.iron_tide.battlefield import NE, NW, SE, SW, D, E, W, bn, combat, gun, reg, shifts, tanks
from tests.games.iron_tide.field import ALLIED, GERMAN, commando, country


def other_enemy() -> dict[str, object]:
    """A defender in D, another one next to E but not to SE."""
    return {"d": bn(D, ALLIED, 4), "far": bn("3547", ALLIED, 1)}


# ---- 11.0: adjacency, once, the duty ---------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.0a")
def test_units_attack_enemies_next_to_them_and_nobody_has_to() -> None:
    now = combat({"a": bn(E), "away": bn("3448"), "d": bn(D, ALLIED)})
    assert now.offered("attack") == ("a",)
    assert set(now.targets("attack", "a")) == {D}
    assert now.rules_against("attack", "away", D) == ["11.0a", "11.1c"]
    assert now.rules_against("attack", "a", "3547") == ["11.0a"]
    assert now.unmet() == []
    assert now.resolve().step == (GERMAN, "reserve")


@pytest.mark.rule("iron_tide", "4.25a")
def test_only_the_phasing_player_declares() -> None:
    now = combat({"a": bn(E), "d": bn(D, ALLIED)})
    assert now.step == (GERMAN, "combat")
    assert now.rules_against("attack", "d", E)[0] == "4.25a"
    assert combat({"a": bn(E), "d": bn(D, ALLIED)}, phasing=ALLIED).offered("attack") == ("d",)


@pytest.mark.rule("iron_tide", "11.0c")
@pytest.mark.rule("iron_tide", "11.1a")
def test_a_unit_attacks_once() -> None:
    now = combat({"a": bn(E), "d": bn(D, ALLIED), "d2": bn("3547", ALLIED)}).attack("a")
    assert not now.is_offered("attack")
    assert now.rules_against("attack", "a", "3547") == ["11.0c"]
    assert combat({"a": bn(E), "d": bn(D, ALLIED)}).rules_against("attack", "a a", D) == ["11.1a"]


@pytest.mark.rule("iron_tide", "11.0d")
@pytest.mark.rule("iron_tide", "B16")
def test_a_hex_is_attacked_with_all_its_units_and_only_once() -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4), "d2": bn(D, ALLIED, 4)})
    after = now.attack("a").resolve(1, 5)
    assert [after[u].attacked for u in ("d", "d2", "a")] == [True, True, False]
    again = combat({"a": bn(E), "d": bn(D, ALLIED, attacked=True)})
    assert again.rules_against("attack", "a", D) == ["11.0d"]


@pytest.mark.rule("iron_tide", "11.0d")
def test_the_mark_of_an_attack_is_taken_off_with_the_next_game_turn() -> None:
    now = combat({"d": bn(D, ALLIED, attacked=True)}, phasing=ALLIED)
    assert not now.until(GERMAN, "movement")["d"].attacked


@pytest.mark.rule("iron_tide", "11.0e")
@pytest.mark.rule("iron_tide", "B09")
@pytest.mark.rule("iron_tide", "SEQ.P.COMBAT.declare")
def test_every_enemy_next_to_an_attacker_must_be_attacked() -> None:
    now = combat({"a": bn(E, factor=3), "b": bn("3447"), "by": bn(E), **other_enemy()})
    one = now.attack("a")
    assert one.unmet() == [("11.0e", ("3547", E))]
    assert "declare" not in [o.verb for o in one.seat.prompt.offers]
    assert one.attack("b", "3547").unmet() == []
    assert one.attack("by", "3547").unmet() == []


@pytest.mark.rule("iron_tide", "11.0e")
def test_an_enemy_that_two_attackers_leave_alone_is_named_once() -> None:
    now = combat({"a": bn(E, factor=3), "b": bn(E, factor=3, name="second"), **other_enemy()})
    assert now.attack("a b").unmet() == [("11.0e", ("3547", E))]


@pytest.mark.rule("iron_tide", "4.25a")
def test_a_combat_phase_says_how_many_attacks_there_are() -> None:
    none = combat({"a": bn(E, factor=3), "b": bn("3447"), **other_enemy()})
    assert str(none.seat.prompt.say).endswith("declare your attacks, if any.")
    one = none.attack("a")
    assert str(one.seat.prompt.say).endswith("one attack so far.")
    assert str(one.attack("b", "3547").seat.prompt.say).endswith("2 attacks so far.")


@pytest.mark.rule("iron_tide", "B09")
def test_units_that_take_no_part_create_no_duty() -> None:
    now = combat({"a": bn(SE), "by": bn(E), **other_enemy()})
    assert now.attack("a").unmet() == []


@pytest.mark.rule("iron_tide", "11.0e")
@pytest.mark.rule("iron_tide", "B36")
def test_a_commando_is_nobody_who_must_be_attacked_and_attacks_nobody() -> None:
    now = combat({"a": bn(D, ALLIED), "c": commando("3444"), "d": bn(E)}, phasing=ALLIED).attack("a", E)
    assert now.unmet() == []
    german = combat({"a": bn(D, ALLIED), "c": commando("3446")})
    assert "16.4i" in german.rules_against("attack", "c", D)


@pytest.mark.rule("iron_tide", "11.0f")
@pytest.mark.parametrize("ground", ["town", "city"])
def test_attackers_in_a_town_or_city_choose_their_directions(ground: str) -> None:
    rules = country(**{ground: E})
    now = combat({"a": bn(E), **other_enemy()}, rules)
    assert now.attack("a").unmet() == []
    assert now.attack("a", "3547").unmet() == []


@pytest.mark.rule("iron_tide", "11.0f")
def test_attackers_in_an_entrenchment_choose_their_directions() -> None:
    now = combat({"a": bn(E), **other_enemy()}, entrenchments={E: GERMAN})
    assert now.attack("a").unmet() == []


@pytest.mark.rule("iron_tide", "11.0g")
def test_germans_in_the_westwall_choose_their_directions_and_allies_there_do_not() -> None:
    rules = country(westwall=f"{E} {D}")
    assert combat({"a": bn(E), **other_enemy()}, rules).attack("a").unmet() == []
    allied = combat({"a": bn(D, ALLIED), "d": bn(E), "far": bn(W)}, rules, phasing=ALLIED)
    assert [rule for rule, _ in allied.attack("a", E).unmet()] == ["11.0e"]


@pytest.mark.rule("iron_tide", "11.0b")
@pytest.mark.rule("iron_tide", "SEQ.C.order")
def test_the_attacker_chooses_which_combat_is_next() -> None:
    units = {
        "a": bn(E, factor=4),
        "b": bn("3050", factor=4),
        "d": bn(D, ALLIED, 4),
        "e": bn("3049", ALLIED, 4),
    }
    now = combat(units).attack("a").attack("b", "3049").resolve()
    assert now.step == (GERMAN, "choose")
    assert now.offered("resolve") == (D, "3049")
    assert now.rules_against("resolve", E) == ["11.0b"]
    second = now.act("resolve", "3049", numbers=[1, 3])
    assert [e.object for e in second.events if isinstance(e, Resolved)] == ["3049"]


@pytest.mark.rule("iron_tide", "B10")
def test_all_attacks_are_declared_first_and_can_be_taken_back() -> None:
    units = {"a": bn(E), "b": bn(SE), "d": bn(D, ALLIED)}
    now = combat(units).attack("a").attack("b")
    assert [p.attackers for p in now.top.plans] == [("a", "b")]
    assert [p.attackers for p in now.act("back", "a").top.plans] == [("b",)]
    assert now.act("back", "a b").top.plans == ()
    assert now.act("clear").top.plans == ()
    assert now.rules_against("back", "d") == ["B10"]
    assert combat(units).rules_against("clear") == ["B10"]


@pytest.mark.rule("iron_tide", "B10")
def test_a_combat_whose_defenders_are_gone_is_void() -> None:
    units = {
        "a": bn(E, factor=4),
        "b": reg("3344", chit=6),
        "d": bn(D, ALLIED, 4),
        "e": bn("3244", ALLIED, 1, retreated=True),
    }
    both = combat({**units, "e": bn("3244", ALLIED, 1)}).attack("a").attack("b", "3244").resolve()
    assert both.step == (GERMAN, "choose")
    gone = replace(both.state.units["e"], at="#eliminated")  # before its turn comes
    state = replace(both.state, units={**both.state.units, "e": gone}, stack=both.state.stack[:-1])
    told = both.rules.resume(state, [1, 3]).told
    assert next(e.all.rule for e in told if isinstance(e.all, Noted)) == "B10"
    assert [e.all.object for e in told if isinstance(e.all, Resolved)] == [D]


@pytest.mark.rule("iron_tide", "6.0d")
def test_units_in_reserve_neither_attack_nor_fire() -> None:
    now = combat({"a": bn(E, reserve=True), "b": bn(SE), "g": gun("3447", reserve=True), "d": bn(D, ALLIED)})
    assert now.rules_against("attack", "a", D) == ["6.0d"]
    assert now.attack("b").resolve(1, 1).step[1] != "commit"


# ---- 11.1 and 8.3: how many, and together with whom ------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "8.3a")
@pytest.mark.rule("iron_tide", "11.1b")
def test_one_regiment_attacks_out_of_a_hex_in_all_its_combats() -> None:
    units = {"r1": reg(E), "r2": reg(E), "s": bn(E), **other_enemy()}
    now = combat(units)
    assert now.rules_against("attack", "r1 r2", D) == ["8.3a"]
    one = now.attack("r1")
    assert one.rules_against("attack", "r2", D) == ["8.3a"]
    assert one.rules_against("attack", "r2", "3547") == ["8.3a"]
    assert one.attack("s", "3547").unmet() == []


@pytest.mark.rule("iron_tide", "8.3b")
@pytest.mark.rule("iron_tide", "8.3c")
@pytest.mark.rule("iron_tide", "11.1f")
def test_a_regiment_and_two_small_units_or_three_small_units_attack_out_of_a_hex() -> None:
    with_regiment = combat({"r": reg(E, chit=6), "s": bn(E), "t": bn(E), "d": bn(D, ALLIED)})
    assert with_regiment.line("r s t").attack == 8
    small = combat({"r": reg(E, chit=6, cadre=False), "d": bn(D, ALLIED)})
    assert small.line("r").attack == 6
    three = combat({"s": bn(E), "t": bn(E), "u": bn(E), "d": bn(D, ALLIED)})
    assert three.line("s t u").attack == 3
    four = combat({"s": bn(E), "t": bn(E), "u": bn(E), "v": bn(E), "d": bn(D, ALLIED)}, sound=False)
    assert four.rules_against("attack", "s t u v", D) == ["11.1f"]
    assert four.attack("s t u").rules_against("attack", "v", D) == ["11.1f"]


@pytest.mark.rule("iron_tide", "8.3a")
def test_a_cadre_is_no_regiment_here() -> None:
    now = combat({"r": reg(E, chit=6), "k": reg(E, cadre=True, cadre_factor=2), "d": bn(D, ALLIED)})
    assert now.line("r k").attack == 8


@pytest.mark.rule("iron_tide", "11.1c")
def test_every_attacker_is_next_to_every_defending_hex() -> None:
    units = {"a": bn(E), "b": bn(SE), "d": bn(D, ALLIED), "far": bn(NE, ALLIED)}
    now = combat(units).attack("a")
    wide = now.act("widen", D, NE)
    assert [p.hexes for p in wide.top.plans] == [(D, NE)]
    assert wide.rules_against("attack", "b", D) == ["11.1c"]
    assert now.attack("b").rules_against("widen", D, NE) == ["11.1c"]


@pytest.mark.rule("iron_tide", "11.1c")
def test_two_attacks_become_one_when_all_are_next_to_all() -> None:
    units = {"a": bn(E), "b": bn(E), "c": bn(SE), "d": bn(D, ALLIED), "far": bn(NE, ALLIED)}
    now = combat(units).attack("a").attack("b", NE).act("widen", D, NE)
    assert [(p.hexes, p.attackers) for p in now.top.plans] == [((D, NE), ("a", "b"))]
    apart = combat(units).attack("a c").attack("b", NE)
    assert apart.rules_against("widen", D, NE) == ["11.1c"]
    assert apart.rules_against("widen", D, D) == ["11.1d"]


@pytest.mark.rule("iron_tide", "11.1d")
def test_several_defending_hexes_fight_with_the_sum_of_their_strengths() -> None:
    units = {"a": bn(E, factor=9), "d": bn(D, ALLIED, 2), "e": bn(NE, ALLIED, 1)}
    now = combat(units).attack("a")
    wide = now.forecast(D, NE, "widen").lines[0][1]
    assert (wide.attack, wide.defence, wide.ratio) == (9, 3, "3-1")
    assert now.act("widen", D, NE).resolve(6, 6).fought.defence == 3


@pytest.mark.rule("iron_tide", "11.1e")
@pytest.mark.rule("iron_tide", "8.3e")
@pytest.mark.rule("iron_tide", "SEQ.C.defreg")
def test_the_defender_names_his_regiment_before_any_chit_is_shown() -> None:
    units = {
        "a": bn(E, factor=6),
        "r1": reg(D, ALLIED, chit=4),
        "r2": reg(D, ALLIED, chit=6),
        "s": bn(D, ALLIED, 1),
    }
    asked = combat(units).attack("a").resolve()
    assert asked.step == (ALLIED, "name_defenders")
    assert str(asked.seat.prompt.say) == f"Hex {D} is attacked: choose the regiment that defends it."
    assert asked.offered("name") == ("r1", "r2")
    assert asked.rules_against("name", "r1 r2") == ["8.3a"]
    assert asked.rules_against("name", "s") == ["11.1e"]
    assert asked.rules_against("name", "a") == ["11.1e", "11.1e"]
    assert asked.act("name", "r1", numbers=[6, 6]).fought.defence == 5
    assert asked.act("name", "r2 s", numbers=[6, 6]).fought.defence == 7


@pytest.mark.rule("iron_tide", "11.1e")
def test_a_lone_regiment_defends_unasked_with_the_small_units_of_its_hex() -> None:
    units = {"a": bn(E, factor=6), "r": reg(D, ALLIED, chit=4), "s": bn(D, ALLIED), "t": bn(D, ALLIED)}
    assert combat(units).attack("a").resolve(6, 6).fought.defence == 6


@pytest.mark.rule("iron_tide", "11.1f")
def test_of_more_than_three_units_the_defender_names_three() -> None:
    units = {"a": bn(E, factor=6), **{u: bn(D, ALLIED, n) for n, u in enumerate("stuv", 1)}}
    asked = combat(units, sound=False).attack("a").resolve()
    assert asked.step == (ALLIED, "name_defenders")
    words = f"Hex {D} is attacked: choose the units that defend it, at most three."
    assert str(asked.seat.prompt.say) == words  # there is no regiment
    assert asked.rules_against("name", "s t u v") == ["11.1f"]
    assert asked.act("name", "s t u", numbers=[6, 6]).fought.defence == 6


@pytest.mark.rule("iron_tide", "8.3d")
@pytest.mark.rule("iron_tide", "B17")
def test_units_that_stand_by_share_the_result() -> None:
    units = {"a": bn(E, factor=9), "r1": reg(D, ALLIED, chit=4), "r2": reg(D, ALLIED, chit=4)}
    hit = combat(units).attack("a").resolve().act("name", "r1", numbers=[1, 1])  # 2-1, a 2: D2-(1)
    assert hit.result == "D2-(1)"
    assert hit.step == (ALLIED, "take_losses")
    assert hit.offered("lose") == ("r1", "r2")
    fled = hit.act("lose", "r2").act("retreat", "", W)
    assert (fled["r1"].at, fled["r2"].at) == (W, W)
    assert fled["r2"].reduced


# ---- 17.3 and 17.4 ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "17.3a")
@pytest.mark.rule("iron_tide", "B45")
def test_british_and_american_units_do_not_attack_together() -> None:
    units = {
        "us": bn(E, ALLIED),
        "bel": bn(E, ALLIED, nation="belgian"),
        "br": bn(SE, ALLIED, nation="british"),
        "d": bn(D),
    }
    now = combat(units, phasing=ALLIED)
    assert now.rules_against("attack", "us br", D) == ["17.3a"]
    assert now.attack("us").rules_against("attack", "br", D) == ["17.3a"]
    assert now.attack("us bel").unmet() == []


@pytest.mark.rule("iron_tide", "17.3a")
def test_their_two_attacks_do_not_become_one() -> None:
    units = {"us": bn(E, ALLIED), "br": bn(E, ALLIED, nation="british"), "d": bn(D), "e": bn(NE)}
    now = combat(units, phasing=ALLIED).attack("us").attack("br", NE)
    assert now.rules_against("widen", D, NE) == ["17.3a"]


@pytest.mark.rule("iron_tide", "17.3c")
def test_mixed_units_may_defend_together() -> None:
    units = {"a": bn(E, factor=4), "us": bn(D, ALLIED, 1), "br": bn(D, ALLIED, 1, nation="british")}
    assert combat(units).line("a").defence == 2


@pytest.mark.rule("iron_tide", "17.4a")
def test_under_the_optional_rule_armies_do_not_attack_together() -> None:
    from hexbench.games.iron_tide import GAME
    from tests.games.iron_tide.field import PLAIN
    from tests.games.iron_tide.shipped import TABLES

    rules = GAME.open(PLAIN.atlas, TABLES, GAME.Options(army_rule=True))
    units = {"p5": bn(E, army="5P"), "p6": bn(SE, army="6P"), "d": bn(D, ALLIED)}
    assert combat(units, rules).rules_against("attack", "p5 p6", D) == ["17.4a"]
    assert combat(units).line("p5 p6").attack == 2


def test_an_attack_on_nobody_is_refused_with_the_hex() -> None:
    now = combat({"a": bn(E), "d": bn(D, ALLIED)})
    found = now.reasons("attack", "a", NE)
    assert [(r.rule, r.hexes) for r in found] == [("11.0a", (NE,))]
    assert now.reasons("attack", "a", "9999")
    assert now.reasons("attack", "", D)
    assert now.reasons("attack", "nobody", D)


def test_the_default_declares_what_is_complete_and_begins_again_otherwise() -> None:
    now = combat({"a": bn(E), **other_enemy()})
    assert now.seat.prompt.default is not None
    assert now.seat.prompt.default.verb == "declare"
    incomplete = now.attack("a").seat.prompt.default
    assert incomplete is not None
    assert incomplete.verb == "clear"


def test_a_forecast_of_an_attack_counts_those_that_attack_already() -> None:
    now = combat({"a": bn(E, factor=4), "b": tanks(SE, factor=4), "d": bn(D, ALLIED, 4)})
    assert now.line("b").attack == 4
    assert now.attack("a").line("b").attack == 8
    assert shifts(now.attack("a").line("b")) == {}
    assert {NW, SW} <= set(now.rules.atlas.near[D])
