"""The tables, cell by cell as the rules give them, and the order of battle (TG-GEN, TG-CRT-01, TG-DAT)."""

from __future__ import annotations

import pytest

from hexbench.engine.values import say
from hexbench.games.tigers import tables
from tests.games.tigers.field import Situation, campaign
from tests.games.tigers.shipped import TABLES

UNITS = TABLES.units
CRT = """
D/AE D    D    D2   D2   D2 D2 D3 DE DE DE DE
AE   AD   -    D1   D1   D1 D2 D2 D3 DE DE DE
AE   D/AE AD   -    D    D1 D1 D2 D2 D3 DE DE
AE   AE   D/AE AD   -    D  D1 D1 D2 D2 DE DE
AE   AE   AE   D/AE AD   -  D  D1 D1 D2 D3 DE
AE   AE   AE   AE   D/AE AD -  D  D1 D1 D2 DE
"""
CELLS = [line.split() for line in CRT.strip().splitlines()]


# ---- dice -----------------------------------------------------------------------------------------------------------
def rolled(now: Situation, face: int) -> int:
    """The row of a die."""
    found: list[int] = []
    now.do(lambda play: found.append(tables.row(play, say("a die"), "TG-GEN-01")), (face,))
    return found[0]


@pytest.mark.rule("tigers", "TG-GEN-01", "TG-GEN-02", "AMB-01")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_two_indices_mirror_each_other(face: int) -> None:
    assert rolled(campaign(), face) == face
    assert rolled(campaign(die_index="B"), face) == 7 - face


@pytest.mark.rule("tigers", "AMB-01")
@pytest.mark.parametrize("index", ["A", "B"])
def test_the_pips_of_a_die_go_by_no_index(index: str) -> None:
    found: list[int] = []
    now = campaign(die_index=index)
    now.do(lambda play: found.append(tables.pips(play, say("a die"), "TG-TIG-01")), (2,))
    assert found == [2]


@pytest.mark.rule("tigers", "TG-GEN-02", "AMB-01")
@pytest.mark.parametrize(
    ("index", "highest", "words"),
    [("A", 2, "1 or 2"), ("A", 4, "1 to 4"), ("B", 2, "5 or 6"), ("B", 4, "3 to 6")],
)
def test_the_faces_of_a_chance_are_those_of_the_index(index: str, highest: int, words: str) -> None:
    assert str(tables.faces(campaign(die_index=index).rules, highest)) == words


@pytest.mark.rule("tigers", "TG-GEN-03")
@pytest.mark.parametrize("index", ["A", "B"])
@pytest.mark.parametrize("highest", [2, 3, 4, 5])
def test_a_chance_is_as_many_rows_out_of_six(highest: int, index: str) -> None:
    now = campaign(die_index=index)
    found: list[bool] = []
    for face in range(1, 7):
        now.do(
            lambda play: found.append(tables.success(play, say("a die"), "TG-GEN-03", highest)),
            (face,),
        )
    assert found == [face <= highest if index == "A" else 7 - face <= highest for face in range(1, 7)]
    assert sum(found) == highest


# ---- results --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-CRT-01", "TG-GEN-02")
@pytest.mark.parametrize("row", range(1, 7))
@pytest.mark.parametrize("column", range(12))
def test_every_cell_of_the_combat_results(row: int, column: int) -> None:
    assert TABLES.results.code(row, column) == CELLS[row - 1][column]


@pytest.mark.rule("tigers", "TG-CRT-01")
def test_the_columns_and_how_good_results_are() -> None:
    assert TABLES.results.columns == (
        *("1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"),
    )
    assert TABLES.results.severity == ("DE", "D3", "D2", "D1", "D", "-", "AD", "D/AE", "AE")


# ---- units ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-MOV-03", "AMB-119")
def test_the_movement_factor_follows_from_the_class() -> None:
    by_type = {"inf": 2, "abn": 3, "para": 3, "pzgren": 3, "arm": 4, "pz": 4, "cav": 4, "tiger": 4}
    by_type |= {"skorzeny": 4, "vdh": 0}
    for uid, printed in UNITS.items():
        assert printed.omf == by_type[printed.type], uid


@pytest.mark.rule("tigers", "TG-GEN-04", "TG-KGP-12")
def test_a_unit_has_one_combat_factor() -> None:
    assert UNITS["1SSPz"].factor == 2
    assert UNITS["vdH"].factor == 0
    assert all(printed.factor > 0 for uid, printed in UNITS.items() if uid != "vdH")


@pytest.mark.rule("tigers", "TG-GEN-05", "AMB-119", "TG-SPC-06", "AMB-33", "AMB-42")
def test_classes_and_who_is_elite() -> None:
    pure = {uid for uid, p in UNITS.items() if p.pure}
    assert {"KGPeiper", "501SS", "506Pz", "2Pz", "FuhBegBde", "9ArmCCA", "7ArmDiv", "CC1"} <= pure
    assert not pure & {"Skorzeny", "3PzGr", "14CavGp", "28ID", "82Abn"}
    foot = {uid for uid, p in UNITS.items() if p.foot}
    assert {"28ID", "82Abn", "3FJ", "3PzGr", "Br6AbnDiv"} <= foot
    assert not foot & {"Skorzeny", "501SS", "14CavGp", "7ArmDiv"}
    assert {uid for uid, p in UNITS.items() if p.ss} == {
        *("KGPeiper", "1SSPz", "12SSPz", "501SS", "2SSPz", "9SSPz"),
    }
    elite = {uid for uid, p in UNITS.items() if p.elite}
    assert {"3FJ", "5FJ", "82Abn", "101Abn", "17Abn", "KGPeiper"} <= elite
    assert not elite & {"Br6AbnDiv", "vdH", "Skorzeny", "2Pz"}
    brigades = {uid for uid, p in UNITS.items() if p.size == "bde"}
    assert brigades == {
        *("14CavGp", "102CavGp", "6CavGp", "Br29ArmBde", "FuhBegBde", "FuhGrenBde"),
    }


@pytest.mark.rule("tigers", "TG-GEN-06", "TG-DAT-11")
def test_everybody_the_rules_name_is_there() -> None:
    names = {printed.name for printed in UNITS.values()}
    assert {
        "5th Armored Division",
        "9th Armored Division",
        "Führer-Grenadier-Brigade",
        "Kampfgruppe Peiper",
        "1. SS-Panzer-Division (less Peiper)",
        "501. SS Tiger-Abteilung",
        "506. Tiger-Bataillon",
        "9. Panzer-Division",
        "15. Panzergrenadier-Division",
        "von der Heydte",
    } <= names
    british = [printed.name for printed in UNITS.values() if printed.nation == "british"]
    assert british
    assert all(name.startswith("Br ") for name in british)
    assert {UNITS[f"{n}ID"].type for n in (1, 4, 9, 28, 106)} == {"inf"}


@pytest.mark.rule("tigers", "TG-AIR-12", "TG-KGP-13")
def test_who_has_flak() -> None:
    flak = {uid for uid, p in UNITS.items() if p.aa}
    assert flak == {
        uid
        for uid, p in UNITS.items()
        if p.side == "german" and (p.size == "div" and p.type in ("pz", "pzgren", "para"))
    } | {"KGPeiper"}


@pytest.mark.rule("tigers", "TG-DAT-12", "TG-BRG-03", "TG-AIR-30")
def test_bridges_and_air_units() -> None:
    assert TABLES.markers == {"allied": 14, "german": 8}
    kinds = [group.type for group in TABLES.air_units.values()]
    assert kinds.count("FW-190") == 2
    assert kinds.count("P-47") + kinds.count("P-51") > 4
    assert {"P-47", "P-51"} < set(kinds)


@pytest.mark.rule("tigers", "TG-DAT-10", "AMB-87", "TG-VIC-09")
def test_the_calendar_runs_from_the_16th_to_the_27th() -> None:
    days = [(day.turn, day.date) for day in TABLES.calendar]
    assert days == [(n, f"1944-12-{15 + n}") for n in range(1, 13)]


@pytest.mark.rule("tigers", "TG-SET-02", "AMB-89")
def test_who_begins_entrenched() -> None:
    assert {uid for uid, p in UNITS.items() if p.entrenched} == {"9ID", "106ID", "28ID", "4ID"}
