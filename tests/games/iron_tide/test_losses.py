"""11.77 and 11.78: results are read and applied: losses, who chooses them, linked combats, B1-(1)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, Resolved, StepLost
from hexbench.games.iron_tide import results
from hexbench.games.iron_tide.charts import read_result
from hexbench.games.iron_tide.losses import TakeLosses
from tests.games.iron_tide.battlefield import NE, SE, SW, Combat, D, E, W, bn, combat, gun, kind, reg, tanks
from tests.games.iron_tide.field import ALLIED, GERMAN
from tests.games.iron_tide.shipped import TABLES

EVEN: dict[str, Any] = {
    "a": bn(E, factor=4),
    "a2": bn(E, factor=4),
    "d": bn(D, ALLIED, 4),
    "d2": bn(D, ALLIED, 4),
}
"""1-1 on clear ground: a 2 is D1-(1), 3 D2, 4 D1, 5 to 7 B1-(1), 8 and 9 A1, 10 and 11 A1-(1), 12 A2-(1)."""


def even(*dice: int, units: dict[str, Any] | None = None) -> Combat:
    """The result of an attack of ``a`` and ``a2`` at even odds."""
    return combat(units or EVEN).attack("a a2").resolve(*dice)


# ---- the table (11.77) -----------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.77a")
@pytest.mark.parametrize("dice", [(a, b) for a in range(1, 7) for b in range(a, 7)])
def test_two_dice_meet_the_column(dice: tuple[int, int]) -> None:
    assert even(*dice).result == TABLES.crt.results[str(sum(dice))][3]


@pytest.mark.rule("iron_tide", "11.77b")
@pytest.mark.rule("iron_tide", "11.78a")
@pytest.mark.rule("iron_tide", "SEQ.C.apply.D_loss")
def test_the_defender_applies_a_b_result_first() -> None:
    now = even(2, 3)
    assert now.result == "B1-(1)"
    assert now.step == (ALLIED, "take_losses")
    then = now.act("lose", "d")
    assert then.step == (ALLIED, "retreat")
    assert then.act("pay", "d2").step == (GERMAN, "take_losses")


@pytest.mark.rule("iron_tide", "11.78a")
@pytest.mark.parametrize(("dice", "first"), [((1, 3), ALLIED), ((4, 4), GERMAN)])
def test_a_hits_the_attacker_and_d_the_defender(dice: tuple[int, int], first: str) -> None:
    assert even(*dice).step == (first, "retreat")


@pytest.mark.rule("iron_tide", "11.78b")
@pytest.mark.rule("iron_tide", "11.78c")
@pytest.mark.rule("iron_tide", "11.78d")
def test_results_are_hexes_before_the_dash_and_steps_in_parentheses() -> None:
    assert (read_result("D2-(1)").retreat, read_result("D2-(1)").losses) == (2, 1)
    assert (read_result("D1").retreat, read_result("D1").losses) == (1, 0)
    assert even(1, 3).step == (ALLIED, "retreat")  # D1: no loss is asked for
    two = even(1, 2)
    assert two.result == "D2"
    assert two.top.left == 2


@pytest.mark.rule("iron_tide", "11.78c")
@pytest.mark.rule("iron_tide", "B18")
def test_a_mandatory_loss_is_owed_once_by_the_side_whatever_the_number_of_hexes() -> None:
    units = {"a": bn(E, factor=8), "d": bn(D, ALLIED, 4), "e": bn(NE, ALLIED, 4)}
    now = combat(units).attack("a").act("widen", D, NE).resolve(1, 1)
    assert now.result == "D1-(1)"
    assert now.offered("lose") == ("d", "e")
    then = now.act("lose", "d")
    assert then.step == (ALLIED, "retreat")
    assert then.top.start == NE
    assert (then["d"].at, then["e"].at) == ("#eliminated", NE)


@pytest.mark.rule("iron_tide", "B18")
def test_a_retreat_is_owed_by_each_hex() -> None:
    units = {"a": bn(E, factor=8), "d": bn(D, ALLIED, 4), "e": bn(NE, ALLIED, 4)}
    now = combat(units).attack("a").act("widen", D, NE).resolve(1, 3)
    assert (now.result, now.top.start) == ("D1", D)
    then = now.act("pay", "d")
    assert then.top.start == NE


@pytest.mark.rule("iron_tide", "B18")
def test_when_steps_run_out_all_are_eliminated() -> None:
    now = combat({"a": bn(E, factor=40), "d": bn(D, ALLIED, 4)}).attack("a").resolve(1, 1)
    assert now.result == "D4-(2)"
    assert now["d"].at == "#eliminated"
    assert now.step == (GERMAN, "advance")


# ---- who loses it (11.78e) -------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "11.78e")
@pytest.mark.rule("iron_tide", "SEQ.C.apply.A_loss")
def test_the_first_mandatory_step_of_the_attacker_comes_off_armor() -> None:
    units = {"a": bn(E, factor=2), "t": tanks(E, factor=2), "u": tanks(SE, factor=4), "d": bn(D, ALLIED, 20)}
    now = combat(units).attack("a t u").resolve(5, 6)
    assert now.result.endswith("(1)")
    assert now.result.startswith("A")
    assert now.offered("lose") == ("t", "u")
    assert now.rules_against("lose", "a") == ["11.78e"]


@pytest.mark.rule("iron_tide", "11.78e")
@pytest.mark.rule("iron_tide", "B19")
def test_the_second_step_and_voluntary_ones_come_off_anybody() -> None:
    units = {
        "a": bn(E, factor=1),
        "b": bn(E, factor=1),
        "t": tanks(E),
        "u": tanks(SE),
        "d": bn(D, ALLIED, 40),
    }
    now = combat(units).attack("a b t u").resolve(6, 6)
    assert now.result == "A2-(2)"
    second = now.act("lose", "u")
    assert second.offered("lose") == ("a", "b", "t")
    retreat = second.act("lose", "a")
    assert retreat.step == (GERMAN, "retreat")
    assert retreat.offered("pay") == ("b", "t")


@pytest.mark.rule("iron_tide", "B17")
@pytest.mark.rule("iron_tide", "11.78e")
def test_armor_that_only_stands_by_is_not_first_but_may_be_named() -> None:
    units = {"a": bn(E, factor=1), "t": tanks(E), "d": bn(D, ALLIED, 40)}
    now = combat(units).attack("a").resolve(6, 6)
    assert now.result == "A2-(2)"
    assert now.offered("lose") == ("a", "t")
    assert now.act("lose", "t")["t"].at == "#eliminated"
    one = combat({**units, "d": bn(D, ALLIED, 3)}).attack("a").resolve(5, 6)
    assert (one.result, one.offered("lose")) == ("A2-(1)", ("a", "t"))


@pytest.mark.rule("iron_tide", "11.78c")
def test_only_units_that_were_hit_may_be_named() -> None:
    now = even(1, 1)
    assert now.rules_against("lose", "a") == ["11.78c"]
    assert now.rules_against("lose", "d d2") == ["11.78c"]


# ---- what a step is (11.78f-j) ---------------------------------------------------------------------------------------
def struck(defender: dict[str, Any]) -> Combat:
    """A lone defender after one mandatory step, before its retreat: D1-(1)."""
    return combat({"a": bn(E, factor=99), "d": defender}).attack("a").resolve(6, 6)


@pytest.mark.rule("iron_tide", "11.78f")
def test_the_first_step_turns_the_chit() -> None:
    now = struck(reg(D, ALLIED, chit=7))
    assert now.result == "D1-(1)"
    assert (now["d"].reduced, now["d"].cadre, now["d"].drawn) == (True, False, True)
    assert [e for e in now.events if isinstance(e, StepLost)] == [StepLost("d", 2)]


@pytest.mark.rule("iron_tide", "11.78g")
@pytest.mark.rule("iron_tide", "7.4a")
def test_the_second_makes_a_cadre_without_zone() -> None:
    now = struck(reg(D, ALLIED, chit=7, reduced=True))
    assert (now["d"].cadre, now["d"].drawn, now["d"].reduced) == (True, False, False)
    assert [e for e in now.events if isinstance(e, StepLost)] == [StepLost("d", 1)]
    assert not now.seat.board.in_zoc(GERMAN, W)


@pytest.mark.rule("iron_tide", "11.78h")
def test_the_third_eliminates() -> None:
    now = struck(reg(D, ALLIED, cadre=True))
    assert now["d"].at == "#eliminated"


@pytest.mark.rule("iron_tide", "11.78i")
def test_a_reduced_side_of_0_makes_a_cadre_for_one_step() -> None:
    now = struck(reg(D, ALLIED, chit=3))
    assert TABLES.chits.red[kind(3)].b_reduced == 0
    assert now["d"].cadre
    assert now.state.chits == {}


@pytest.mark.rule("iron_tide", "11.78j")
@pytest.mark.parametrize("unit", [bn(D, ALLIED, 4), gun(D, ALLIED, 4)], ids=["battalion", "artillery"])
def test_battalions_and_artillery_have_one_step(unit: dict[str, Any]) -> None:
    assert struck(unit)["d"].at == "#eliminated"


@pytest.mark.rule("iron_tide", "12.3d")
def test_a_unit_eliminated_while_isolated_is_kept_apart() -> None:
    assert struck(bn(D, ALLIED, 4, supply="isolated"))["d"].at == "#eliminated/isolated"


# ---- linked combats (11.78k) -----------------------------------------------------------------------------------------
LINKED: dict[str, Any] = {
    "a": bn(E, factor=4),
    "b": bn(E, factor=4),
    "d": bn(D, ALLIED, 4),
    "e": bn("3547", ALLIED, 4),
    "far": bn("3050", factor=4),
    "f": bn("3049", ALLIED, 4),
}


@pytest.mark.rule("iron_tide", "11.78k")
@pytest.mark.rule("iron_tide", "SEQ.C.roll")
def test_linked_combats_are_rolled_before_any_result_is_applied() -> None:
    now = combat(LINKED).attack("a").attack("b", "3547").attack("far", "3049").resolve()
    assert now.offered("resolve") == (D, "3547", "3049")
    both = now.act("resolve", "3547", numbers=[1, 3, 4, 4])
    assert [e.object for e in both.events if isinstance(e, Resolved)] == [D, "3547"]
    assert both.step == (GERMAN, "choose_result")
    assert both.offered("resolve") == (D, "3547")
    assert both.rules_against("resolve", "3049") == ["11.0b"]


@pytest.mark.rule("iron_tide", "11.78k")
def test_the_attacker_chooses_the_order_of_their_results() -> None:
    both = combat(LINKED).attack("a").attack("b", "3547").attack("far", "3049").resolve()
    both = both.act("resolve", D, numbers=[1, 3, 4, 4])  # D1 against D, A1 against the other
    assert both.act("resolve", D).step == (ALLIED, "retreat")
    assert "11.78k" in both.act("resolve", D).notes, "which of the two comes first is told"
    retreat = both.act("resolve", "3547")
    assert retreat.step == (GERMAN, "retreat")
    assert retreat.top.units == ("a", "b")  # the hex goes as one (B17)


@pytest.mark.rule("iron_tide", "11.78k")
def test_combats_out_of_different_hexes_are_applied_at_once() -> None:
    now = combat(LINKED).attack("a").attack("b", "3547").attack("far", "3049").resolve()
    alone = now.act("resolve", "3049", numbers=[1, 3])
    assert alone.step == (ALLIED, "retreat")
    assert sum(isinstance(e, DiceRolled) for e in alone.events) == 1
    assert "11.78k" not in alone.notes


# ---- B1-(1) (11.78l) -------------------------------------------------------------------------------------------------
def pressed(units: dict[str, Any] | None = None) -> Combat:
    """B1-(1): the defender has lost one battalion and retreats with the other, the attacker has lost one too."""
    now = even(2, 3, units=units).act("lose", "d").act("retreat", "", W)
    return now.act("lose", "a") if now.step == (GERMAN, "take_losses") else now


@pytest.mark.rule("iron_tide", "11.78l")
@pytest.mark.rule("iron_tide", "B21")
@pytest.mark.rule("iron_tide", "SEQ.C.apply.A_retreat")
def test_with_the_hex_empty_one_more_step_takes_the_place_of_the_retreat() -> None:
    units = {**EVEN, "a": bn(E, factor=3), "a3": bn(SE, factor=1)}
    now = combat(units).attack("a a2 a3").resolve(2, 3).act("lose", "d").act("retreat", "", W)
    then = now.act("lose", "a")
    assert then.step == (GERMAN, "press_on")
    assert then.offered("press") == ("a2", "a3")
    assert then.rules_against("press", "d") == ["11.78l"]
    advance = then.act("press", "a2")
    assert advance.step == (GERMAN, "advance")
    assert str(advance.seat.prompt.say) == f"German advance into {D}?"
    assert advance.offered("advance") == ("a3",)
    assert set(advance.targets("advance", "a3")) == {D}
    assert advance.act("advance", "a3", D)["a3"].at == D


@pytest.mark.rule("iron_tide", "11.78l")
@pytest.mark.rule("iron_tide", "B21")
def test_who_declines_retreats_and_when_both_retreat_nobody_advances() -> None:
    now = pressed().act("decline")
    assert now.step == (GERMAN, "retreat")
    after = now.act("retreat", "", "3347")
    assert after.step == (GERMAN, "reserve")


@pytest.mark.rule("iron_tide", "11.78l")
def test_there_is_no_such_choice_while_the_defender_stands() -> None:
    now = even(2, 3).act("lose", "d").act("pay", "d2")
    assert now["d2"].at == "#eliminated"
    stays = (
        even(2, 3, units={**EVEN, "d2": reg(D, ALLIED, chit=4)})
        .act("lose", "d")
        .act("pay", "d2")
        .act("lose", "a")
    )
    assert stays.step == (GERMAN, "retreat")


@pytest.mark.rule("iron_tide", "B21")
def test_nobody_advances_either_when_one_of_two_defending_hexes_was_given_up() -> None:
    units = {"a": bn(E, factor=9), "a2": bn(E, factor=1), "d": bn(D, ALLIED, 5), "e": reg(NE, ALLIED, chit=5)}
    now = combat(units).attack("a a2").act("widen", D, NE).resolve(2, 3).act("lose", "e")
    gone = now.act("pay", "d").act("pay", "e")
    assert (gone["d"].at, gone["e"].at) == ("#eliminated", NE)
    back = gone.act("lose", "a2").act("decline")
    assert back.act("retreat", "", "3347").step == (GERMAN, "reserve")


@pytest.mark.rule("iron_tide", "B21")
@pytest.mark.rule("iron_tide", "11.9a")
def test_when_only_the_attacker_retreats_the_defender_may_follow() -> None:
    units = {**EVEN, "d2": reg(D, ALLIED, chit=4)}
    now = (
        even(2, 3, units=units).act("lose", "d").act("pay", "d2").act("lose", "a").act("retreat", "", "3347")
    )
    assert now.step == (ALLIED, "advance")
    assert set(now.targets("advance", "d2")) == {E}


@pytest.mark.rule("iron_tide", "11.78l")
@pytest.mark.rule("iron_tide", "B19")
def test_the_second_step_comes_off_any_unit_of_the_attacking_hexes() -> None:
    units = {"a": bn(E, factor=3), "t": tanks(E, factor=4), "b": bn(E, factor=1), "d": bn(D, ALLIED, 8)}
    now = combat({**units, "d2": bn(D, ALLIED, 8)}).attack("a t b").resolve(1, 5)
    assert now.result == "B1-(1)"  # 8 to 16 is 1-2, combined arms make it 1-1
    then = now.act("lose", "d").act("retreat", "", W)
    assert then["t"].at == "#eliminated"  # the only armor: no choice
    assert then.offered("press") == ("a", "b")
    assert SW not in then.targets("press", "a")


@pytest.mark.rule("iron_tide", "11.78a")
@pytest.mark.parametrize(
    ("left", "text"),
    [
        (1, "Allied losses: choose the unit that loses a step."),
        (2, "Allied losses: choose the units that lose 2 steps."),
    ],
)
def test_who_loses_steps_is_asked_for_one_unit_or_for_several(left: int, text: str) -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4)})
    assert str(TakeLosses(who=ALLIED, units=("d",), left=left).say(now.seat)) == text


@pytest.mark.rule("iron_tide", "12.5a")
@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("0", "No German formation goes short of fuel."),
        ("1", "1 German formation goes short of fuel."),
        ("3", "3 German formations go short of fuel."),
    ],
)
def test_how_many_go_short_of_fuel_is_told(code: str, text: str) -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4)})
    assert str(results.result(now.seat, "fuel", code)) == text
