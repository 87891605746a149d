"""The ledger that ships with the game: whole, in order, and nothing twice."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from hexbench.engine import ledger
from hexbench.games.iron_tide.tables import VictoryPlace
from tests.games.iron_tide.shipped import TABLES

FILE = Path(__file__).resolve().parents[3] / "resources/games/iron_tide/rules.md"
LEDGER = ledger.parse(FILE.read_text(encoding="utf-8"))


def family(clause_id: str) -> str:
    return "rules" if clause_id[0].isdigit() else re.split(r"[.\d]", clause_id)[0]


def test_how_many_clauses_there_are_of_each_kind() -> None:
    assert Counter(family(clause.id) for clause in LEDGER) == {
        "rules": 366,
        "ER": 4,
        "VP": 34,
        "EX": 10,
        "SEQ": 39,
        "B": 74,
        "R": 32,
    }


def test_the_clauses_of_each_paragraph_are_lettered_without_a_gap() -> None:
    letters: dict[str, str] = {}
    for clause in LEDGER:
        if match := re.fullmatch(r"(\d+\.\d+|ER|EX\.?)\.?([a-z])", clause.id):
            letters[match[1]] = letters.get(match[1], "") + match[2]
    assert {
        p: found for p, found in letters.items() if found != "abcdefghijklmnopqrstuvwxyz"[: len(found)]
    } == {}
    for prefix, last in (("B", 74), ("R", 32), ("VP.", 34)):
        numbers = [c.id for c in LEDGER if re.fullmatch(re.escape(prefix) + r"\d\d", c.id)]
        assert numbers == [f"{prefix}{n:02}" for n in range(1, last + 1)]


def test_every_clause_is_a_sentence() -> None:
    for clause in LEDGER:
        assert clause.text[0].isupper() or clause.text[0].isdigit(), clause.id
        assert clause.text.rstrip("]").endswith(".") or re.search(r"( \[[^\]]+\])+\.?$", clause.text), (
            clause.id
        )
        assert "EZOC" not in clause.text
        assert "  " not in clause.text


def test_every_clause_can_be_tested() -> None:
    assert [clause.id for clause in LEDGER if not clause.testable] == []
    assert [clause.id for clause in LEDGER if clause.inferred] == ["5.1b", "5.1e", "9.0c", "15.0f", "16.1b"]


@pytest.mark.parametrize("row", TABLES.victory_points.places, ids=lambda row: row.clause)
def test_the_victory_point_clauses_say_what_the_table_says(row: VictoryPlace) -> None:
    clause = LEDGER.find(row.clause)
    assert clause is not None
    if row.ten == "win":
        assert "wins the game" in clause.text
    elif row.ten == row.twenty == row.campaign:
        assert f"worth {row.ten} point" in clause.text
        assert "in every scenario" in clause.text
    else:
        assert (
            f"worth {row.ten} points in the 10-turn scenario, {row.twenty} in the 20-turn scenario"
            in clause.text
        )
        assert f"and {row.campaign} in the Campaign" in clause.text
    assert ("historically" in clause.text) == row.historical
