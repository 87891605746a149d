"""The calculator's nested counterattack, its AFV rules and its rulings about blitz attacks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexbench.engine.calculator import Answer
from hexbench.games.trumpets.calculator_sheet import read
from hexbench.games.trumpets.resolution import chances
from tests.games.trumpets.shipped import TABLES
from tests.games.trumpets.test_calculator import CALCULATOR, att, dfn, faults, lines, sheet, unit

EVEN = (att(), att(), dfn())
"""8 to 5: 3-2, whose white 2 is a counterattack without attrition."""


def after(answer: Answer) -> list[str]:
    """Attack, defence, shifts, modifiers of the counterattack."""
    assert answer.after is not None, [str(fault) for fault in answer.faults]
    return [account.total for account in answer.after.accounts[:4]]


def told(answer: Answer) -> list[str]:
    """The clauses of what was found."""
    return [rule for _, rule in answer.found]


@pytest.mark.rule("trumpets", "TT-CA-02", "TT-CA-03")
def test_the_defenders_strike_one_hex_with_odds_of_their_own() -> None:
    """4 to 5 from the hex with one battalion, 4 to 10 where two stand."""
    alone = CALCULATOR.reckon(sheet(att(from_="A"), att(from_="B"), dfn(), counter="B"))
    assert after(alone)[:2] == ["4", "5"]
    both = CALCULATOR.reckon(sheet(*EVEN, counter="A"))
    assert after(both)[:3] == ["4", "10", "0 → 1-3"]
    assert "hex A" in str(both.after.say if both.after else "")


@pytest.mark.rule("trumpets", "TT-CA-03")
def test_the_ground_is_that_of_the_attackers_hex_and_the_water_the_same() -> None:
    found = read(
        sheet(
            att(from_="A"),
            dfn(),
            unit("origins", "A", ground="Forest", built="Town", over="Stream"),
            counter="A",
            base="Woods",
            position="Improved, ER 6",
            attacking_air=2,
        ),
        TABLES,
    ).after
    assert found is not None
    assert (found.fight.base, found.fight.built, found.fight.waters) == ("forest", "town", "stream")
    assert found.fight.attackers[0].ground == "woods"
    assert found.fight.positions == ()
    assert found.fight.attacking_aircraft == found.fight.defending_aircraft == 0


@pytest.mark.rule("trumpets", "TT-CA-03")
def test_only_artillery_that_has_not_fired_supports_it_on_either_side() -> None:
    guns = (
        unit("defending_guns", "fa_105", factor=3),
        unit("counter_guns", "fa_155", factor=4),
        unit("counter_guns", "fa_105", factor=3, **{"for": "its defence"}),
    )
    assert after(CALCULATOR.reckon(sheet(*EVEN, *guns, counter="A")))[:2] == ["8", "13"]


@pytest.mark.rule("trumpets", "TT-CA-02")
def test_headquarters_and_guns_in_the_hex_do_not_strike_back() -> None:
    units = (att(), dfn(), dfn("hq", af=2), dfn("fa_105", af=2))
    assert after(CALCULATOR.reckon(sheet(*units, counter="A")))[0] == "4"
    assert faults(att(), dfn("hq"), counter="A") == ["TT-CA-02"]
    assert faults(att(from_="B"), dfn(), counter="A") == ["TT-CA-02"]


@pytest.mark.rule("trumpets", "TT-CA-01")
def test_a_strong_point_ignores_the_result_and_a_blitz_attack_knows_none() -> None:
    answer = CALCULATOR.reckon(sheet(*EVEN, counter="A", position="Strong point"))
    assert answer.after is None
    assert answer.combat is not None
    assert "TT-CA-01" in str(answer.combat.note)
    blitz = CALCULATOR.reckon(sheet(att("pz_bn"), dfn(df=2), counter="A", kind="Ardennes 44"))
    assert (blitz.after, len(blitz.dice)) == (None, 1)


def test_both_combats_together_are_exact_over_all_four_dice() -> None:
    found = read(sheet(*EVEN, counter="A"), TABLES)
    answer = CALCULATOR.reckon(sheet(*EVEN, counter="A"))
    assert found.after is not None
    assert found.reckoning is not None
    assert answer.after is not None
    bars = answer.after.spreads[-1].bars
    total = sum(bar.weight for bar in bars)
    called = sum(bar.weight for bar in bars if str(bar.say).startswith("counterattack, then"))
    first = chances(TABLES, found.reckoning)
    assert Fraction(called, total) == sum(p for one, p in first.items() if one.result == "CA")
    lost = sum(bar.weight for bar in bars if str(bar.say).endswith("attackers eliminated"))
    then = chances(TABLES, found.after.reckoning)
    gone = sum(p for one, p in then.items() if one.result == "AE")
    assert Fraction(lost, total) == Fraction(called, total) * gone


@pytest.mark.rule("trumpets", "TT-CA-04", "TT-CA-05")
def test_four_dice_resolve_both_and_two_will_do_when_nothing_is_called_for() -> None:
    plain = sheet(*EVEN, counter="A")
    assert [die.key for die in CALCULATOR.reckon(plain).dice] == [
        "red",
        "white",
        "counter_red",
        "counter_white",
    ]
    struck = CALCULATOR.resolve(plain, (6, 2, 1, 1))  # 1-3: white 1 costs the struck a step
    assert "TT-CA-03" in told(struck)
    assert "TT-LOSS-13" in told(struck)
    again = CALCULATOR.resolve(sheet(att(), dfn(af=8), counter="A"), (6, 3, 1, 3))
    assert struck.after is not None
    lit = [str(bar.say) for bar in struck.after.spreads[-1].bars if bar.lit]
    assert len(lit) == 1
    assert lit[0].startswith("counterattack, then")
    assert told(again)[-1]
    waits = CALCULATOR.resolve(plain, (6, 2))
    assert told(waits)[-1] == "TT-CA-03"
    spare = CALCULATOR.resolve(plain, (6, 6, 1, 1))
    assert told(spare)[-1] == "TT-CA-05"
    with pytest.raises(ValueError, match="takes 4 dice"):
        CALCULATOR.resolve(plain, (1, 2, 3))


@pytest.mark.rule("trumpets", "TT-CA-04")
def test_a_counterattack_in_a_counterattack_is_nothing_and_its_advance_one_hex() -> None:
    units = (att(), att(), dfn(af=15))  # 15 to 10: 3-2 both ways
    first = CALCULATOR.resolve(sheet(*units, counter="A"), (6, 2, 6, 2))
    assert told(first)[-1] == "TT-CA-04"
    pushed = CALCULATOR.resolve(sheet(*units, counter="A"), (6, 2, 6, 1))
    assert told(pushed)[-1] == "TT-CA-04"
    assert "one hex" in str(pushed.found[-1][0])


@pytest.mark.rule("trumpets", "TT-CAN-01")
def test_a_counterattack_can_be_cancelled_by_the_weather_too() -> None:
    answer = CALCULATOR.resolve(sheet(*EVEN, counter="A", weather="Snow"), (6, 2, 4, 4))
    assert told(answer)[-1] == "TT-CAN-01"


# ---- AFV rules -------------------------------------------------------------------------------------------------------
def hits(clause: str, *units: Any, **settings: Any) -> list[str]:
    """All clauses told by the dice that bring a loss by this list; there must be some."""
    rolls = [(red, white) for red in range(1, 7) for white in range(1, 7)]
    found = [told(CALCULATOR.resolve(sheet(*units, **settings), one)) for one in rolls]
    out = [rule for one in found if clause in one for rule in one]
    assert out
    return out


@pytest.mark.rule("trumpets", "TT-AFV-01", "TT-AFV-02")
def test_superior_german_guns_cost_an_allied_afv_two_steps() -> None:
    tanks = dfn("tank_co", df=5)
    assert "TT-AFV-01" in hits("TT-LOSS-11", att("jpz_co", af=4), att(), tanks, afv="yes")
    assert "TT-AFV-01" not in hits("TT-LOSS-11", att("jpz_co", af=4), att(), tanks)
    assert "TT-AFV-01" not in hits("TT-LOSS-11", att("stug_co", af=4), att(), tanks, afv="yes")
    assert "TT-AFV-01" not in hits("TT-LOSS-11", att("jpz_co", af=4), att(), dfn(df=5), afv="yes")


@pytest.mark.rule("trumpets", "TT-AFV-03", "TT-AFV-04")
def test_heavy_armor_loses_nothing_where_no_improved_gun_faces_it() -> None:
    tigers = att("tiger_co", af=8)
    assert "TT-AFV-03" in hits("TT-LOSS-10", tigers, dfn(df=5), afv="yes")
    assert "TT-AFV-03" not in hits("TT-LOSS-10", tigers, dfn(df=3), dfn("td_sp_co", df=2), afv="yes")
    assert "TT-AFV-03" not in hits("TT-LOSS-10", att("pz_bn", af=8), dfn(df=5), afv="yes")


@pytest.mark.rule("trumpets", "TT-AFV-05")
def test_which_afv_rules_are_live_stands_in_the_accounts_before_the_dice() -> None:
    answer = CALCULATOR.reckon(sheet(att("tiger_co"), dfn("td_sp_co"), afv="yes"))
    assert answer.combat is not None
    account = answer.combat.accounts[-1]
    assert str(account.say) == "Enhanced AFV combat"
    assert [line.amount for line in account.lines] == ["yes", "yes"]
    assert "TT-AFV-02" not in lines(CALCULATOR.reckon(sheet(att("tiger_co"), dfn())))


# ---- blitz attacks ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-BLZ-15")
@pytest.mark.parametrize(("ruling", "word"), [("retreats", "retreat"), ("steps lost", "loses a step")])
def test_a1_of_the_blitzkrieg_table_is_a_retreat_or_a_step(ruling: str, word: str) -> None:
    units = (att("pz_bn", af=4), dfn("eng_co", df=2, tags="engineer"))
    settings = {"kind": "Ardennes 44", "base": "Clear", "built": "Village", "blitz_a": ruling}
    answer = CALCULATOR.resolve(sheet(*units, **settings), (6,))
    assert told(answer)[-1] == "TT-BLZ-15"
    assert word in str(answer.found[-1][0])


@pytest.mark.rule("trumpets", "TT-BLZ-03", "TT-BLZ-18")
def test_an_attack_of_tigers_in_the_mist_shifts_once_and_is_never_cancelled() -> None:
    units = (att("pz_bn", af=9), dfn(df=3))
    answer = CALCULATOR.reckon(sheet(*units, kind="Tigers in the Mist", weather="Fog"))
    assert lines(answer)["TT-WPN-08"] == "1R"
    for die in range(1, 7):
        found = CALCULATOR.resolve(sheet(*units, kind="Tigers in the Mist", weather="Fog"), (die,))
        assert not {"TT-CAN-01", "TT-CAN-02"} & set(told(found))
