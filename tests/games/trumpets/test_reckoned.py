"""What a reckoning shows: accounts that add up, exact chances, and the lights of both tables."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from hexbench.engine.display import Spread
from hexbench.games.trumpets.fight import Fight
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.odds_report import BLITZ_COLUMNS, accounts, lit_table, result_name, spreads
from hexbench.games.trumpets.resolution import Outcome, blitz_code, cancelled, halves
from hexbench.games.trumpets.strength import COLUMNS
from tests.games.trumpets.combats import cannon, fight, foe, one, reckoned
from tests.games.trumpets.shipped import TABLES

KINDS = ("normal", "ardennes_44")
RESULTS = {
    "": "no result",
    "-": "no result",
    "1": "1: defender loses a step",
    "1*": "1*: defender loses an AFV step",
    "Eng": "Eng: engaged",
    "CA": "CA: counterattack",
    "DE": "DE: defenders eliminated",
    "AE": "AE: attackers eliminated",
    **{f"DR{n}": f"DR{n}: defenders retreat {n}" for n in range(1, 5)},
    **{f"1DR{n}": f"1DR{n}: a step lost, defenders retreat {n}" for n in range(1, 5)},
    **{f"AR{n}": f"AR{n}: attackers retreat {n}" for n in range(1, 4)},
    "1AR1": "1AR1: a step lost, attackers retreat 1",
    **{f"Adv{n}": f"Adv{n}: attackers advance {n}" for n in range(1, 5)},
    "A1": "A1: attackers retreat 1",
    "A2": "A2: attackers retreat 2",
}
ATTRITION = {"": "no attrition", "1": "1: attacker loses a step", "1*": "1*: attacker loses an AFV step"}


def fast(af: int) -> Fight:
    """A blitz attack of so many factors on five."""
    return fight((one("pz_bn", af=af - 1), one("inf_bn", af=1)), foe(df=5), kind="ardennes_44")


def fights() -> list[Fight]:
    """Combats of every make: guns that count in part, halved by a position, factors multiplied, aircraft, both kinds."""
    armies: list[Any] = [one("inf_bn"), (one("pz_bn"), one("inf_bn", er=7)), one("inf_bn", af=50)]
    places: list[dict[str, Any]] = [
        {},
        {"built": "town"},
        {"built": "city", "turn": "19EV"},
        {"built": "village"},
        {"works": Works(main="FT", owner="allied")},
    ]
    support: list[dict[str, Any]] = [
        {},
        {"attacking_guns": (cannon(5, tot=3), cannon(7, "nw")), "defending_guns": (cannon(9),)},
        {"attacking_aircraft": 2, "defending_aircraft": 1, "defending_guns": (cannon(2),)},
    ]
    return [
        fight(army, foe(df=4), kind=kind, **place, **back)
        for army, place, back, kind in product(armies, places, support, KINDS)
    ]


@pytest.mark.rule("trumpets", "TT-ODD-01", "TT-ODD-02", "TT-ODD-05", "TT-ODD-06")
def test_the_lines_of_every_account_add_up_to_what_is_reckoned() -> None:
    for f in fights():
        found = reckoned(f)
        sums = Counter[str]()
        for part in found.lines:
            sums[part.of] += part.amount
        assert (sums["attack"], sums["defence"]) == (found.attack, found.defence), f
        assert (sums["shift"], sums["drm"]) == (found.shift, found.drm), f
        attack, defence, shifts, modifiers = accounts(f, found)
        for account in (attack, defence):
            assert sum(int(row.amount) for row in account.lines) == int(account.total), f
        assert (attack.side, defence.side) == ("german", "allied")
        columns = [int(row.amount[:-1]) * (1 if row.amount[-1] == "R" else -1) for row in shifts.lines]
        assert sum(columns) == found.shift
        assert str(shifts.say) == f"Column shifts from {found.odds}"
        assert modifiers.total == f"{sum(int(row.amount) for row in modifiers.lines):+d}"


def test_an_account_of_nobody_is_of_no_side() -> None:
    """The calculator shows accounts before anybody is entered."""
    nobody = Fight(attackers=(), defenders=(foe(),), turn="19MO")
    assert [account.side for account in accounts(nobody, reckoned(nobody))][:2] == ["", "allied"]
    alone = Fight(attackers=(one("inf_bn"),), defenders=(), turn="19MO")
    assert [account.side for account in accounts(alone, reckoned(alone))][:2] == ["german", ""]


def test_every_result_of_both_tables_is_told_in_words() -> None:
    printed = {cell.split("/")[-1] for cells in TABLES.crt.rows.values() for cell in cells}
    printed |= {cell for cells in TABLES.blitz.rows.values() for cell in cells}
    assert printed | {""} == set(RESULTS)
    assert {code: str(result_name(code)) for code in RESULTS} == RESULTS


def weights(spread: Spread) -> dict[str, Fraction]:
    """What each bar says -> its chance; every bar says something else."""
    whole = sum(bar.weight for bar in spread.bars)
    assert all(bar.weight > 0 for bar in spread.bars)
    assert [bar.weight for bar in spread.bars] == sorted((bar.weight for bar in spread.bars), reverse=True)
    found = {str(bar.say): Fraction(bar.weight, whole) for bar in spread.bars}
    assert len(found) == len(spread.bars)
    return found


@pytest.mark.rule("trumpets", "TT-ODD-10", "TT-ODD-11", "TT-CAN-01", "TT-CAN-02")
@pytest.mark.parametrize("weather", ["Clear", "Fog", "Snow"])
@pytest.mark.parametrize("af", [2, 5, 9, 15, 40])
def test_the_chances_shown_are_those_of_the_36_pairs_of_dice(weather: Any, af: int) -> None:
    f = fight(one("inf_bn", af=af), foe(df=5), built="village", weather=weather)
    found = reckoned(f)
    white, red, both = (Counter[str]() for _ in range(3))
    for a, b in product(range(1, 7), repeat=2):
        if cancelled(found, a, b):
            told, lost = "attack cancelled", "cancelled"
            both[told] += 1
        else:
            lost = ATTRITION[halves(TABLES, a + found.drm, found.column)[0]]
            told = RESULTS[halves(TABLES, b + found.drm, found.column)[1]]
            both[f"{lost}; {told}"] += 1
        white[told] += 1
        red[lost] += 1
    shown = spreads(f, TABLES, found)
    for spread, counted in zip(shown, (white, red, both), strict=True):
        assert weights(spread) == {text: Fraction(n, 36) for text, n in counted.items()}
        assert not any(bar.lit for bar in spread.bars)


@pytest.mark.rule("trumpets", "TT-BLZ-05")
def test_the_chances_of_a_blitz_attack_are_those_of_its_one_die() -> None:
    f = fast(11)
    found = reckoned(f)
    column = found.blitz_column
    assert column is not None
    counted = Counter(RESULTS[blitz_code(TABLES, die + found.drm, column)] for die in range(1, 7))
    (spread,) = spreads(f, TABLES, found)
    assert weights(spread) == {text: Fraction(n, 6) for text, n in counted.items()}
    low = fight(one("pz_bn", af=1), foe(), kind="ardennes_44")
    assert spreads(low, TABLES, reckoned(low)) == ()


def test_what_the_dice_brought_is_lit_in_every_distribution() -> None:
    f = fight(one("inf_bn", af=8), foe(df=5), weather="Snow")
    found = reckoned(f)
    for rolled, lit in (
        (Outcome(False, "", "DR1"), ["DR1: defenders retreat 1", "no attrition", "no attrition; DR1: defenders retreat 1"]),
        (Outcome(True, "", ""), ["attack cancelled", "cancelled", "attack cancelled"]),
    ):  # fmt: skip
        shown = spreads(f, TABLES, found, rolled)
        assert [[str(bar.say) for bar in spread.bars if bar.lit] for spread in shown] == [[t] for t in lit]
    blitz = fast(11)
    (spread,) = spreads(blitz, TABLES, reckoned(blitz), "Adv1")
    assert [str(bar.say) for bar in spread.bars if bar.lit] == ["Adv1: attackers advance 1"]


def column_lit(column: int, odds: str, drm: int, rows: tuple[int, int], dice: object) -> list[Any]:
    """The column that is read and, while no die has been cast, every cell of it that one could hit."""
    words = f"after shifts {odds}"
    if dice:
        return [(-1, column, "to", words)]
    lowest, highest = rows
    cells = sorted({min(max(die + drm, lowest), highest) - lowest for die in range(1, 7)})
    return [(-1, column, "band", words), *((row, column, "to", "") for row in cells)]


@pytest.mark.rule("trumpets", "TT-ODD-12", "TT-ODD-13", "TT-ODD-14")
def test_the_table_is_lit_at_the_column_before_and_after_and_where_the_dice_hit() -> None:
    """Odds on and beyond the table, with and without a shift, and rolls beyond its first and its last row."""
    seen = set()
    for af, er, drm, dice in product((1, 5, 9, 60), (5, 8), (-2, 0, 1), (None, (1, 6), (6, 2))):
        f = fight(one("inf_bn", af=af, er=er), foe(df=5))
        found = reckoned(f)._replace(drm=4 * drm)
        table = lit_table(f, TABLES, found, dice or ())
        before = min(max(found.begins, 0), 10)
        wanted: list[Any] = [(-1, before, "from", f"odds {found.odds}")] if before != found.column else []
        wanted += column_lit(found.column, COLUMNS[found.column], 4 * drm, (-3, 10), dice)
        for name, die in zip(("red", "white"), dice or (), strict=False):
            row = min(max(die + 4 * drm, -3), 10) + 3
            key, cells = table.rows[row]
            assert cells[found.column].strip("-") in (
                "/".join(halves(TABLES, die + 4 * drm, found.column)),
                "",
            )
            wanted.append((row, -1, "band", ""))
            wanted.append((row, found.column, "hit", f"{name} die {die}, row {key}"))
            seen.add(row)
        assert [(x.row, x.column, x.tone, str(x.say)) for x in table.lights] == wanted
    assert {0, 13} <= seen


@pytest.mark.rule("trumpets", "TT-BLZ-05", "TT-BLZ-06")
def test_the_blitz_table_is_lit_at_its_column_and_where_the_die_hit() -> None:
    for af, drm, die in product((11, 16, 30), (-8, 0, 8), (0, 1, 6)):
        f = fast(af)
        found = reckoned(f)._replace(drm=drm)
        column = found.blitz_column
        assert column is not None
        table = lit_table(f, TABLES, found, (die,) if die else ())
        wanted = column_lit(column, BLITZ_COLUMNS[column], drm, (-2, 9), die)
        if die:
            row = min(max(die + drm, -2), 9) + 2
            wanted += [(row, -1, "band", ""), (row, column, "hit", f"die {die}, row {table.rows[row][0]}")]
            assert table.rows[row][1][column] == blitz_code(TABLES, die + drm, column)
        assert [(x.row, x.column, x.tone, str(x.say)) for x in table.lights] == wanted
    low = fight(one("pz_bn", af=1), foe(), kind="ardennes_44")
    assert lit_table(low, TABLES, reckoned(low), (3,)).lights == ()
