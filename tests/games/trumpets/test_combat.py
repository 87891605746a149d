"""What the dice do to the units of the map: losses, elimination, engagement, cancellation (TT-CRT, TT-CAN)."""

from __future__ import annotations

import pytest

from hexbench.engine.events import Noted, Resolved, StepLost
from hexbench.games.trumpets.mission import Works
from tests.games.trumpets.combats import EVEN, ROAD, result, roll, steps, top
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    engineer,
    grenadiers,
    guns,
    hq,
    inf,
    position,
    tank,
    unit,
)


@pytest.mark.rule("trumpets", "TT-CRT-01")
@pytest.mark.rule("trumpets", "TT-ODD-13")
@pytest.mark.rule("trumpets", "TT-ODD-15")
def test_the_red_die_wears_the_attacker_down() -> None:
    now = roll({**EVEN, "b": inf("1412", er=4)}, "a b", [3, 6])  # 1/1 at red: only the left half counts
    assert result(now) == "1/"
    assert steps(now, "a", "b", "d") == [1, 0, 0]


@pytest.mark.rule("trumpets", "TT-CRT-02")
def test_the_red_die_can_cost_an_afv_step() -> None:
    units = {"a": inf("1412", er=6), "t": unit("tank_co", "1412"), "d": inf("1512", ALLIED)}
    now = roll(units, "a t", [2, 4])  # 7 to 5: 1-1, one right for ER: 3-2; red 2 has no left half
    assert result(now) == "/1*"
    now = roll(units, "a t", [4, 6])
    assert result(now) == "1*/"
    assert steps(now, "a", "t", "d") == [0, 1, 0]


@pytest.mark.rule("trumpets", "TT-CRT-03")
@pytest.mark.rule("trumpets", "TT-ODD-14")
def test_the_white_die_can_cost_the_defender_a_step() -> None:
    now = roll(EVEN, "a b", [6, 3])
    assert result(now) == "/1"
    assert steps(now, "a", "b", "d") == [0, 0, 1]


@pytest.mark.rule("trumpets", "TT-CRT-04")
def test_the_white_die_can_cost_the_defender_an_afv_step() -> None:
    units = {**EVEN, "t": unit("tank_co", "1512", ALLIED), "d": inf("1512", ALLIED), "c": inf("1412")}
    now = roll(units, "a b c", [6, 3])  # 12 to 8, AFV row and combined arms apart: 3-2; white 3 is /1
    assert result(now) == "/1"
    now = roll(units, "a b c", [6, 4])
    assert result(now) == "/1*"
    assert steps(now, "t", "d") == [1, 0]


@pytest.mark.rule("trumpets", "TT-CRT-05")
@pytest.mark.parametrize(("lost", "white", "n"), [(0, 1, 1), (1, 1, 2), (2, 2, 4), (2, 4, 2)])
def test_the_defender_retreats(lost: int, white: int, n: int) -> None:
    # 8 to 5, 4 or 2: 3-2, 2-1, 4-1
    units = {**EVEN, "d": inf("1512", ALLIED, lost=lost)}
    now = roll(units, "a b", [5, white])
    assert now.step == (ALLIED, "retreat")
    assert top(now).n == n
    assert steps(now, "d") == [lost]


@pytest.mark.rule("trumpets", "TT-CRT-06")
def test_a_hit_and_a_retreat() -> None:
    units = {"a": tank("1412"), "b": tank("1412"), "i": inf("1412"), "d": inf("1512", ALLIED)}
    now = roll(units, "a b i", [5, 2])  # 22 to 5: 4-1
    assert result(now) == "/DR4"
    now = roll(units, "a b i", [5, 1])
    assert result(now) == "/1DR1"
    assert steps(now, "d") == [1]
    assert now.step == (ALLIED, "retreat")
    assert top(now).n == 1


@pytest.mark.rule("trumpets", "TT-CRT-07")
@pytest.mark.rule("trumpets", "TT-ADV-11")
def test_the_defenders_are_eliminated() -> None:
    many = {f"t{n}": tank("1412" if n < 3 else "1411") for n in range(4)}
    units = {
        **many,
        "i": engineer("1411"),
        "x": inf("1411"),
        "d": inf("1512", ALLIED),
        "h": hq("1512", ALLIED),
    }
    now = roll(units, "t0 t1 t2 t3 x i", [6, 1])  # 41 to 6: 6-1, engineer -1: row 0
    assert result(now) == "/1DR4"
    now = roll({**units, "d": inf("1512", ALLIED, er=4)}, "t0 t1 t2 t3 x i", [6, 1])
    assert result(now) == "/DE"
    assert now.places()["d"] == now.places()["h"] == "#eliminated"
    assert now.state.steps_lost[ALLIED] == 4
    assert now.step == (GERMAN, "advance")
    assert top(now).row == "DE"


@pytest.mark.rule("trumpets", "TT-CRT-08")
@pytest.mark.rule("trumpets", "TT-ODD-16")
@pytest.mark.parametrize(("er", "white", "n"), [(5, 6, 1), (7, 6, 3)])
def test_the_attacker_retreats(er: int, white: int, n: int) -> None:
    units = {"a": inf("1412"), "d": inf("1512", ALLIED, er=er)}
    now = roll(units, "a", [6, white])  # 4 to 5: 1-2, ER 7: 1-4
    if er == 5:
        assert result(now) == "/1AR1"
        assert steps(now, "a") == [1]
    else:
        assert result(now) == "/AR3"
        assert steps(now, "a") == [0]
    assert now.step == (GERMAN, "retreat")
    assert top(now).n == n


@pytest.mark.rule("trumpets", "TT-CRT-09")
@pytest.mark.rule("trumpets", "TT-ODD-16")
def test_the_attacker_can_lose_to_both_dice() -> None:
    now = roll({"a": inf("1412"), "d": inf("1512", ALLIED)}, "a", [1, 6])
    assert result(now) == "1/1AR1"
    assert steps(now, "a") == [2]


@pytest.mark.rule("trumpets", "TT-CRT-10")
def test_the_attackers_are_eliminated() -> None:
    units = {
        "a": inf("1412"),
        "g": guns("1312"),
        "d": inf("1512", ALLIED, er=8),
        "e": engineer("1512", ALLIED),
    }
    now = position(units, phase="combat", turn="18MO").act("attack", "a", "1512").act("support", "g")
    now = now.act("fight", numbers=[5, 6])  # 7 to 7, three left: 1-4; an engineer defends: row 7
    assert result(now) == "/AE"
    assert now.places() == {"a": "#eliminated", "g": "1312", "d": "1512", "e": "1512"}
    assert now.state.steps_lost == {GERMAN: 3, ALLIED: 0}


@pytest.mark.rule("trumpets", "TT-AMB-11")
@pytest.mark.rule("trumpets", "TT-CRT-11")
@pytest.mark.rule("trumpets", "TT-ENG-01")
@pytest.mark.rule("trumpets", "TT-ENG-05")
@pytest.mark.rule("trumpets", "TT-ADV-17")
def test_engaged_is_for_all_that_took_part() -> None:
    units = {**EVEN, "h": hq("1512", ALLIED), "x": inf("1411")}
    now = roll(units, "a b", [6, 5])  # 8 to 6: 1-1
    assert result(now) == "-"
    now = roll(units, "a b", [6, 4])
    assert result(now) == "/Eng"
    assert now["a"].engaged == now["b"].engaged == ("d", "h")
    assert now["d"].engaged == now["h"].engaged == ("a", "b")
    assert now["x"].engaged == ()
    assert now.step == (GERMAN, "combat")


@pytest.mark.rule("trumpets", "TT-CRT-13")
def test_nothing_happens() -> None:
    now = roll(EVEN, "a b", [6, 6])
    assert result(now) == "-"
    assert steps(now, "a", "b", "d") == [0, 0, 0]
    assert now.step == (GERMAN, "combat")
    assert now.places() == {"a": "1412", "b": "1412", "d": "1512"}


@pytest.mark.rule("trumpets", "TT-CRT-15")
@pytest.mark.rule("trumpets", "TT-AMB-24")
def test_road_block_then_attrition_then_hits() -> None:
    block = {"1512": Works(road_block=True, owner="allied")}
    units = {
        "a": tank("1412"),
        "b": tank("1412"),
        "i": grenadiers("1412"),
        "c": inf("1411"),
        "d": inf("1512", ALLIED),
    }
    now = roll(units, "a b i c", [4, 2], ROAD, works=block)
    # 27 to 5: 5-1; the block costs a step before the white die's 1DR1 costs another
    assert result(now) == "/1DR1"
    assert [e.unit for e in now.events if isinstance(e, StepLost)] == ["d", "d"]
    assert any(isinstance(e, Noted) and e.rule == "TT-DEF-23" for e in now.events)


@pytest.mark.rule("trumpets", "TT-CRT-16")
@pytest.mark.rule("trumpets", "TT-AMB-25")
def test_dead_attackers_do_not_advance() -> None:
    units = {"a": unit("tank_co", "1412", lost=1), "d": inf("1512", ALLIED, lost=2)}
    now = roll(units, "a", [2, 1])  # 2 to 2, tanks alone against infantry: 1-2
    assert result(now) == "1*/CA"
    assert now.places()["a"] == "#eliminated"
    assert now.step == (ALLIED, "retreat")  # nobody is left to be counterattacked: DR1
    after = now.default()
    assert after.step == (GERMAN, "combat")
    assert after["d"].at != "1512"


@pytest.mark.rule("trumpets", "TT-CRT-17")
@pytest.mark.rule("trumpets", "TT-ADV-12")
def test_a_last_step_lost_to_a_hit_means_no_retreat() -> None:
    units = {"d": engineer("1512", ALLIED), "b": inf("1412", lost=2)}
    now = roll(units, "b", [1, 3])  # 2 to 2, no front line: 3-2; the engineer adds one to the dice
    assert result(now) == "/1*"
    assert now.places()["d"] == "#eliminated"
    assert now.step == (GERMAN, "advance")
    assert top(now).row == "STEP"


@pytest.mark.rule("trumpets", "TT-CRT-17")
@pytest.mark.rule("trumpets", "TT-AMB-26")
def test_a_last_step_lost_to_a_hit_with_a_retreat_keeps_the_row_of_the_retreat() -> None:
    units = {"a": tank("1412"), "b": tank("1412"), "i": inf("1412"), "d": inf("1512", ALLIED, lost=2)}
    now = roll(units, "a b i", [6, 5])  # 22 to 2: beyond 7-1
    assert result(now) == "/DR4"
    assert now.step == (ALLIED, "retreat")
    now = roll(units, "a b i", [6, 3])
    assert result(now) == "/1DR2"
    assert now.places()["d"] == "#eliminated"
    assert now.step == (GERMAN, "advance")
    assert top(now).row == "D2"


# ---- cancelled (TT-CAN) -----------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-CAN-01")
@pytest.mark.rule("trumpets", "TT-CAN-02")
@pytest.mark.rule("trumpets", "TT-CAN-05")
@pytest.mark.parametrize(
    ("weather", "squalls", "dice", "rule"),
    [
        ("Snow", (), [3, 3], "TT-CAN-01"),
        ("DenseFog", (), [1, 1], "TT-CAN-01"),
        ("Clear", ("1512",), [4, 4], "TT-CAN-01"),
        ("Fog", (), [6, 6], "TT-CAN-02"),
        ("Fog", (), [3, 3], ""),
        ("Clear", (), [6, 6], ""),
        ("Clear", ("1412",), [4, 4], ""),
    ],
)
def test_a_cancelled_attack_has_no_result_but_is_spent(
    weather: str, squalls: tuple[str, ...], dice: list[int], rule: str
) -> None:
    units = {**EVEN, "g": guns("1312")}
    now = position(units, phase="combat", turn="18MO", weather=weather, squalls={"18MO": squalls})
    now = now.act("attack", "a b", "1512").act("support", "g").act("fight", numbers=dice)
    (said,) = (e for e in now.events if isinstance(e, Resolved))
    assert said.line is not None
    assert (said.line.attack, said.line.defence, said.line.ratio) == (11, 5, "2-1"), "two of five and a gun"
    if not rule:
        assert said.result != "cancelled"
        return
    assert (said.result, said.rule) == ("cancelled", rule)
    assert steps(now, "a", "b", "d") == [0, 0, 0]
    assert now["a"].attacked
    assert now["g"].fired
    assert now.state.attacked == ("1512",)
    assert now.step == (GERMAN, "combat")
