"""The nine printed tables as they ship, cell by cell, and what is refused in a table of one's own."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from hexbench.engine.values import Complaint
from hexbench.games.blitzkrieg import GAME
from tests.games.blitzkrieg.field import country, inf, position, tank
from tests.games.blitzkrieg.shipped import RAW, TABLES, decode


def rows(text: str) -> tuple[tuple[str, ...], ...]:
    """A table written out: a line each roll, cells parted by bars."""
    return tuple(tuple(cell.strip() for cell in line.split("|")) for line in text.strip().splitlines())


@pytest.mark.rule("blitzkrieg", "BK-TAB-01", "BK-AMB-25")
def test_table_1() -> None:
    assert TABLES.artillery.columns == ("1-2", "1-1", "2-1", "3-1")
    assert TABLES.artillery.rows == rows(
        """
        1/6 | 1/5 | 1/4 | 1/3
        1/6 | 1/5 | 1/4 | 1/3
        1/5 | 1/4 | 1/3 | 1/3
        1/5 | 1/4 | 1/3 | 1/3
        1/4 | 1/4 | 1/3 | 1/2
        1/6 | 1/3 | 1/2 | 1/2
        """
    )


@pytest.mark.rule("blitzkrieg", "BK-TAB-02")
def test_table_2() -> None:
    table = TABLES.combat
    assert table.columns == ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
    both = rows(
        """
        nr; AE Da3 | AL1/2; Da2 Ab2 | A&DL1/4; nm | DL1/5; nm | DL1/4; Db2 Aa1 | nr; blu | nr; DE Aa4 | DL2/3; Db3 Aa3 | DL4/5; Db4 Aa4
        AL2/3; Ab2 Da2 | AL1/3; Ab3 Da3 | nr; AE Da2 | AL1/3; Db3 Aa2 | nr; blu | DL1/3; Db3 Aa3 | DL2/3; nm | nr; DE Aa4 | nr; DE Aa4
        AL1/2; Ab3 Da3 | AL1/2; Ab3 Da2 | nr; blu | A&DL1/4; Db2 Aa1 | A&DL1/4; nm | DL1/3; Db3 Aa3 | DL1/2; Db3 Aa2 | DL1/2; Db4 Aa4 | nr; DE Aa5
        nr; AE Da3 | AL2/3; Ab3 Da3 | A&DL1/4; Db1 Aa1 | AL1/4; Ab1 Da1 | nr; Db3 Aa2 | DL1/2; nm | DL1/2; Db2 Aa2 | DL4/5; Db1 Aa1 | DL4/5; Db4 Aa4
        nr; AE Da3 | nr; AE Da2 | AL1/2; Ab2 Da2 | nr; blu | A&DL1/4; Db3 Aa2 | DL1/2; Db3 Aa2 | DL1/3; Db3 Aa3 | DL1/2; Db4 Aa4 | nr; DE Aa6
        nr; AE Da4 | nr; AE Da2 | A&DL1/4; Ab2 Da1 | A&DL1/2; nm | AL1/4; Db3 Aa2 | DL1/3; Db3 Aa3 | DL1/4; Db3 Aa3 | nr; DE Aa3 | DL2/3; Db4 Aa4
        """
    )
    found = tuple(
        tuple(f"{loss}; {move}" for loss, move in zip(*pair, strict=True))
        for pair in zip(table.losses, table.moves, strict=True)
    )
    assert found == both


@pytest.mark.rule("blitzkrieg", "BK-TAB-02")
def test_what_holds_for_all_of_table_2() -> None:
    for losses, moves in zip(TABLES.combat.losses, TABLES.combat.moves, strict=True):
        for loss, move in zip(losses, moves, strict=True):
            if move == "blu" or "E" in move:
                assert loss == "nr"
            assert not ("Ab" in move and "Db" in move)
            assert not ("Ab" in move and "Aa" in move)


@pytest.mark.rule("blitzkrieg", "BK-TAB-03")
def test_table_3() -> None:
    recognised = {
        column: [roll for roll in range(1, 7) if TABLES.recognition.cell(roll, column)]
        for column in ("1-2", "3+")
    }
    assert recognised == {"1-2": [1], "3+": [1, 2, 3]}


@pytest.mark.rule("blitzkrieg", "BK-TAB-04")
def test_table_4() -> None:
    assert TABLES.bombardment == ("1/4", "1/4", "1/3", "nr", "1/4", "1/3")


@pytest.mark.rule("blitzkrieg", "BK-TAB-05")
def test_table_5() -> None:
    succeeds = {
        column: [roll for roll in range(1, 7) if TABLES.demolition.cell(roll, column)]
        for column in TABLES.demolition.columns
    }
    assert succeeds == {
        "ok": [1, 3, 4, 5, 6],
        "infiltrator_in_hex_with_allies": [1, 3, 5],
        "enemy_adjacent": [1, 3, 5, 6],
        "enemy_adjacent_and_infiltrator_in_hex": [3, 4, 5],
    }


@pytest.mark.rule("blitzkrieg", "BK-TAB-06")
def test_table_6() -> None:
    succeeds = {
        column: [roll for roll in range(1, 7) if TABLES.construction.cell(roll, column)]
        for column in TABLES.construction.columns
    }
    assert succeeds == {"ok": [1, 3, 4, 5, 6], "enemy_adjacent": [1, 3, 5, 6]}


@pytest.mark.rule("blitzkrieg", "BK-TAB-07")
def test_table_7() -> None:
    mobile = (("1/4", "1/3", "1/2"), ("1/4", "1/2", "1/2"))
    slow = (("nr", "1/4", "1/2"), ("nr", "nr", "nr"))
    found = {kind: (row.strength, row.movement) for kind, row in TABLES.isolation.items()}
    assert found == {
        "armor": (("1/4", "1/2", "2/3"), ("1/3", "2/3", "all")),
        "motor_inf": mobile,
        "artillery": mobile,
        "infantry": slow,
        "volkswerfer": slow,
        "paratrooper": slow,
    }


@pytest.mark.rule("blitzkrieg", "BK-TAB-08", "BK-ODD-09")
def test_table_8() -> None:
    order = ("plain", "forest", "mountain", "city", "siegfried")
    found = {kind: tuple(row[terrain] for terrain in order) for kind, row in TABLES.defence.items()}
    assert found == {
        "armor": (1, 1, 2, 2, 3),
        "motor_inf": (1, 2, 2, 2, 3),
        "artillery": (1, 2, 2, 2, 3),
        "infantry": (1, 3, 2, 2, 3),
        "volkswerfer": (1, 2, 2, 2, 3),
        "paratrooper": (1, 3, 2, 2, 3),
    }


@pytest.mark.rule("blitzkrieg", "BK-TAB-09", "BK-AMB-26")
def test_table_9() -> None:
    order = ("forest", "mountain", "plain", "road", "city", "siegfried")
    found = {kind: tuple(row[terrain] / 2 for terrain in order) for kind, row in TABLES.movement.items()}
    assert found == {
        "armor": (5, 3, 1, 0.5, 1, 1),
        "motor_inf": (3, 2, 1, 0.5, 1, 1),
        "artillery": (3, 2, 1, 0.5, 1, 1),
        "infantry": (2, 2, 1, 1, 1, 1),
        "volkswerfer": (2, 3, 1, 0.5, 1, 1),
        "paratrooper": (2, 2, 1, 1, 1, 1),
        "infiltrator": (3, 2, 1, 0.5, 1, 1),
    }


@pytest.mark.rule("blitzkrieg", "BK-AMB-26")
def test_cities_and_the_line_cost_one_point_off_the_road() -> None:
    now = position({"a": tank("1412"), "b": inf("1413")}, country(city="1512", siegfried="1514"))
    assert now.reach("a")["1512"] == 1
    assert now.reach("b")["1514"] == 1


def problem(change: Callable[[dict[str, Any]], None]) -> str:
    """What is said of the tables with a change."""
    raw = deepcopy(RAW)
    change(raw)
    return " ".join(GAME.check_tables(decode(raw)))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda t: t["artillery"]["columns"].pop(), "artillery: the columns must be 1-2, 1-1, 2-1, 3-1"),
        (
            lambda t: t["artillery"]["rows"].pop(),
            "there must be a row for each roll from 1 to 6, but there are 5",
        ),
        (lambda t: t["artillery"].update(rows=t["artillery"]["rows"][:1]), "6, but there is only one."),
        (lambda t: t.update(bombardment=["nr"]), "each roll from 1 to 6, but there is only one."),
        (lambda t: t["artillery"]["rows"][0].pop(), "roll 1 must have 4 results, but it has 3"),
        (lambda t: t["artillery"]["rows"][2].__setitem__(0, "half"), "artillery: roll 3 has 'half'"),
        (lambda t: t["combat"]["losses"][0].__setitem__(0, "XL1/2"), "combat.losses: roll 1 has 'XL1/2'"),
        (lambda t: t["combat"]["moves"][5].__setitem__(8, "Dx4"), "combat.moves: roll 6 has 'Dx4'"),
        (lambda t: t["combat"]["moves"][5].__setitem__(8, "Db4 Da4"), "gives one side two instructions"),
        (lambda t: t["bombardment"].pop(), "bombardment: there must be a result for each roll"),
        (lambda t: t["defence"].pop("armor"), "defence: there must be a row for each of armor"),
        (lambda t: t["movement"]["armor"].pop("road"), "movement.armor: there must be a number for each of"),
        (lambda t: t["movement"]["armor"].update(road=0), "movement.armor: every number must be 1 or more"),
        (lambda t: t["weather"].update({"15": 3}), "weather: 15 is not a day"),
        (
            lambda t: t["weather"].update({"16": 0}),
            "weather.16: give the lowest roll for clear weather, 1 to 6",
        ),
        (lambda t: t["rocket_targets"].append("paris"), "rocket_targets: there is no dump paris"),
        (lambda t: t.update(rocket_hits=[7]), "rocket_hits: give faces of a die"),
        (lambda t: t.update(gun_range=0), "gun_range: this must be 1 or more"),
        (
            lambda t: t["units"]["272_VG:980"].update(strength=0),
            "ground units must have a strength of 1 or more",
        ),
        (
            lambda t: t["units"]["272_VG:980"].update(turn=0),
            "must not be negative, and the round of arrival must be 1 or more",
        ),
        (
            lambda t: t["units"]["9_US:47"].update(at="paris"),
            '\'paris\' is not a hex, an entry, "zone" or "drop"',
        ),
        (lambda t: t["units"]["9_US:47"].update(at="1412"), "a reinforcement must arrive by an entry"),
        (
            lambda t: t["units"]["9_US:47"].update(type="volkswerfer"),
            "only the Germans have units of this class",
        ),
        (lambda t: t["units"].pop("V2:V2_Bty"), "units: there is no unit of the class v2"),
    ],
)
def test_what_does_not_make_sense_is_said_in_a_sentence(
    change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    assert sentence in problem(change)


def test_every_fault_can_be_translated() -> None:
    raw = deepcopy(RAW)
    raw["artillery"]["columns"].pop()
    raw["weather"]["16"] = 0
    raw["units"]["272_VG:980"]["turn"] = 0
    found = list(GAME.check_tables(decode(raw)))
    assert len(found) == 3
    assert all(isinstance(one, Complaint) for one in found)


def test_a_fraction_must_be_one() -> None:
    raw = deepcopy(RAW)
    raw["bombardment"][0] = "a quarter"
    with pytest.raises(msgspec.ValidationError):
        decode(raw)
