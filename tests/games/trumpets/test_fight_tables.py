"""The two tables of the card, cell by cell, for every column, die and shift, against a copy of the ledger."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from itertools import product

import pytest

from hexbench.games.trumpets.resolution import (
    attrition,
    blitz_chances,
    blitz_code,
    cancelled,
    chances,
    halves,
    read,
    result,
    row_of,
)
from hexbench.games.trumpets.strength import COLUMNS, column_of, name_of
from tests.games.trumpets.combats import cannon, fight, foe, one, reckoned
from tests.games.trumpets.shipped import TABLES

CRT = """
-3  /DR2   /DR3   /DR4   /1DR1  /1DR1  /1DR2  /1DR3  /DE    /DE    /DE    /DE
-2  /DR1   /DR2   /DR3   /DR4   /DR4   /1DR1  /1DR2  /1DR4  /DE    /DE    /DE
-1  1/CA   /DR1   /DR2   /DR3   /DR3   /DR4   /1DR1  /1DR3  /1DR4  /DE    /DE
0   1*/1   1/CA   /DR1   /DR2   /DR2   /DR3   /DR4   /1DR2  /1DR3  /1DR4  /DE
1   /Eng   1*/1   1/CA   /DR1   /DR1   /DR2   /DR3   /1DR1  /1DR2  /1DR3  /1DR4
2   -      /Eng   1*/1   1/CA   /CA    /DR1   /DR2   /DR4   /1DR1  /1DR2  /1DR3
3   /AR1   -      /Eng   1*/1*  1/1    1/CA   /DR1   /DR3   /DR4   /1DR1  /1DR2
4   /1AR1  /AR1   -      /Eng   1*/1*  1*/1*  1/CA   /DR2   /DR3   /DR4   /1DR1
5   /AR2   /1AR1  /AR1   -      /Eng   /Eng   1*/1*  /DR1   /DR2   /DR3   /DR4
6   /AR3   /AR2   /1AR1  /AR1   -      -      /Eng   1/CA   /DR1   /DR2   /DR3
7   /AE    /AR3   /AR2   /1AR1  /AR1   /AR1   -      1*/1*  1/CA   /DR1   /DR2
8   /AE    /AE    /AR3   /AR2   /1AR1  /1AR1  /AR1   /Eng   1*/1*  1/CA   /DR1
9   /AE    /AE    /AE    /AR3   /AR2   /AR2   /1AR1  -      /Eng   1*/1*  1/CA
10+ /AE    /AE    /AE    /AE    /AR3   /AR3   /AR2   /1AR1  -      /Eng   1*/1*
"""
BLITZ = """
-2 Adv3 Adv3 Adv4 Adv4
-1 Adv2 Adv3 Adv4 Adv4
0  Adv2 Adv2 Adv3 Adv4
1  Adv1 Adv2 Adv3 Adv3
2  Adv1 Adv1 Adv2 Adv3
3  -    Adv1 Adv2 Adv2
4  -    -    Adv1 Adv2
5  Eng  -    Adv1 Adv1
6  A1   Eng  -    Adv1
7  A1   A1   -    -
8  A2   A1   Eng  -
9  A2   A2   A1   Eng
"""
CELLS = {
    (row, i): cell for row, *cells in map(str.split, CRT.split("\n")[1:-1]) for i, cell in enumerate(cells)
}
FAST = {
    (row, i): cell for row, *cells in map(str.split, BLITZ.split("\n")[1:-1]) for i, cell in enumerate(cells)
}
SERIES = [
    "DE",
    "1DR4",
    "1DR3",
    "1DR2",
    "1DR1",
    "DR4",
    "DR3",
    "DR2",
    "DR1",
    "CA",
    "1",
    "1*",
    "Eng",
    "-",
    "AR1",
    "1AR1",
    "AR2",
    "AR3",
    "AE",
]


def clamped(roll: int) -> str:
    return "-3" if roll < -3 else "10+" if roll >= 10 else str(roll)


@pytest.mark.rule("trumpets", "TT-ODD-12")
@pytest.mark.rule("trumpets", "TT-ODD-13")
@pytest.mark.rule("trumpets", "TT-ODD-14")
@pytest.mark.rule("trumpets", "TT-ODD-17")
def test_every_cell_for_every_column_die_and_modifier() -> None:
    assert len(CELLS) == 154
    seen = set()
    for column, die, drm in product(range(11), range(1, 7), range(-12, 13)):
        row = clamped(die + drm)
        assert row_of(die + drm) == row
        left, right = ("", "") if CELLS[row, column] == "-" else CELLS[row, column].split("/")
        assert halves(TABLES, die + drm, column) == (left, right)
        assert attrition(TABLES, die + drm, column) == left
        assert result(TABLES, die + drm, column).code == right
        seen.add((row, column))
    assert seen == set(CELLS)


@pytest.mark.rule("trumpets", "TT-BLZ-05")
@pytest.mark.rule("trumpets", "TT-BLZ-06")
def test_every_cell_of_the_blitz_table_for_every_column_die_and_modifier() -> None:
    assert len(FAST) == 48
    for column, die, drm in product(range(4), range(1, 7), range(-12, 13)):
        assert blitz_code(TABLES, die + drm, column) == FAST[str(min(max(die + drm, -2), 9)), column]


@pytest.mark.rule("trumpets", "TT-CRT-14")
@pytest.mark.parametrize("column", range(11))
def test_every_column_runs_through_the_series_in_order(column: int) -> None:
    rights = [cell.split("/")[-1] for (_, i), cell in CELLS.items() if i == column]
    places = [SERIES.index(right) for right in rights]
    assert places == sorted(places)
    for right in rights:
        what = read("" if right == "-" else right)
        assert not (what.attacker_retreat and what.defender_retreat)


@pytest.mark.rule("trumpets", "TT-AMB-01")
@pytest.mark.rule("trumpets", "TT-ODD-03")
@pytest.mark.rule("trumpets", "TT-ODD-04")
def test_the_odds_round_down_for_the_defender() -> None:
    def named(attack: int, defence: int) -> str:
        return name_of(column_of(attack, defence))

    assert [named(*pair) for pair in ((29, 10), (15, 10), (14, 10), (9, 10), (9, 27))] == [
        "2-1",
        "3-2",
        "1-1",
        "1-2",
        "1-3",
    ]
    assert tuple(name_of(i) for i in range(11)) == COLUMNS == tuple(TABLES.crt.columns)
    listed = [Fraction(1, n) for n in range(99, 1, -1)] + [Fraction(1), Fraction(3, 2)]
    listed += [Fraction(n) for n in range(2, 99)]
    assert listed == sorted(listed)
    for attack, defence in product(range(1, 80), range(1, 40)):
        best = listed[bisect_right(listed, Fraction(attack, defence)) - 1]
        name = f"{best.numerator}-{best.denominator}"
        assert named(attack, defence) == name


def test_nothing_to_defend_with_is_the_last_column_and_nothing_to_attack_with_is_off_the_table() -> None:
    assert column_of(1, 0) == column_of(0, 0) == 10
    assert column_of(0, 1) == -99


@pytest.mark.rule("trumpets", "TT-AMB-02")
@pytest.mark.rule("trumpets", "TT-ODD-07")
@pytest.mark.rule("trumpets", "TT-ODD-08")
def test_odds_beyond_the_table_are_kept_until_the_shifts_are_made() -> None:
    strong = fight(one("inf_bn", af=50), foe(df=5), base="broken")  # 10-1, one left
    assert (reckoned(strong).odds, reckoned(strong).column) == ("10-1", COLUMNS.index("7-1"))
    assert reckoned(strong).reaches == COLUMNS.index("7-1") + 2
    assert reckoned(strong, clamp_before_shift=True).column == COLUMNS.index("6-1")
    weak = fight(one("inf_bn", af=1, er=6), foe(df=6))  # 1-6, one right
    assert (reckoned(weak).odds, reckoned(weak).reaches, reckoned(weak).column) == ("1-6", -1, 0)
    assert reckoned(weak, clamp_before_shift=True).column == 1


@pytest.mark.parametrize(("start", "er"), list(product(range(-4, 16), range(2, 9))))
def test_the_final_column_for_every_start_and_shift(start: int, er: int) -> None:
    attack, defence = (
        (1, 4 - start) if start < 3 else (1, 1) if start == 3 else (3, 2) if start == 4 else (start - 3, 1)
    )
    f = fight(one("inf_bn", af=attack, er=er), foe(df=defence))
    shift = max(-3, min(3, er - 5))
    found = reckoned(f)
    assert (found.begins, found.shift) == (start, shift)
    assert found.column == min(max(start + shift, 0), 10)
    over = start + shift - 5
    assert found.blitz_column == (min(over, 3) if over >= 0 else None)


@pytest.mark.rule("trumpets", "TT-ODD-10")
@pytest.mark.rule("trumpets", "TT-ODD-11")
@pytest.mark.rule("trumpets", "TT-ODD-15")
def test_the_joint_distribution_is_that_of_36_pairs_of_dice() -> None:
    f = fight(one("inf_bn", af=10), foe(df=5), built="village")
    found = reckoned(f)
    assert (found.drm, COLUMNS[found.column]) == (1, "2-1")
    counted: dict[tuple[str, str], int] = {}
    for red, white in product(range(1, 7), repeat=2):
        left = CELLS[clamped(red + 1), 5].split("/")[0].replace("-", "")
        right = CELLS[clamped(white + 1), 5].split("/")[-1].replace("-", "")
        counted[left, right] = counted.get((left, right), 0) + 1
    got = {(out.attrition, out.result): chance for out, chance in chances(TABLES, found).items()}
    assert got == {key: Fraction(n, 36) for key, n in counted.items()}


@pytest.mark.rule("trumpets", "TT-AMB-23")
@pytest.mark.parametrize(
    ("weather", "squall", "rule", "pairs"),
    [
        ("Clear", False, "TT-CAN-03", 0),
        ("Overcast", False, "TT-CAN-03", 0),
        ("Fog", False, "TT-CAN-02", 1),
        ("DenseFog", False, "TT-CAN-01", 6),
        ("Snow", False, "TT-CAN-01", 6),
        ("Clear", True, "TT-CAN-01", 6),
        ("Fog", True, "TT-CAN-06", 6),
    ],
)
@pytest.mark.rule("trumpets", "TT-CAN-01")
@pytest.mark.rule("trumpets", "TT-CAN-02")
@pytest.mark.rule("trumpets", "TT-CAN-03")
@pytest.mark.rule("trumpets", "TT-CAN-04")
@pytest.mark.rule("trumpets", "TT-CAN-06")
def test_what_cancels_an_attack(weather: str, squall: bool, rule: str, pairs: int) -> None:
    f = fight(one("inf_bn"), foe(), weather=weather, squall=squall, built="village")  # drm +1 does not matter
    found = reckoned(f)
    off = [(r, w) for r, w in product(range(1, 7), repeat=2) if cancelled(found, r, w)]
    assert off == [(6, 6)] if pairs == 1 else off == [(n, n) for n in range(1, 7)][:pairs]
    lost = sum((c for out, c in chances(TABLES, found).items() if out.cancelled), Fraction(0))
    assert lost == Fraction(pairs, 36), rule


@pytest.mark.rule("trumpets", "TT-BLZ-18")
def test_a_blitz_attack_is_never_cancelled() -> None:
    f = fight(one("pz_bn", af=30), foe(), weather="Snow", kind="tigers_in_the_mist")
    assert reckoned(f).cancels == ""
    assert sum(blitz_chances(TABLES, reckoned(f)).values()) == 1


def test_a_blitz_attack_at_low_odds_has_no_chances() -> None:
    f = fight(one("pz_bn", af=1), foe(), kind="ardennes_44", attacking_guns=(cannon(),))
    with pytest.raises(ValueError, match="TT-BLZ-07"):
        blitz_chances(TABLES, reckoned(f))
