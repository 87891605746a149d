"""The ledger that ships with the game: whole, in order, and nothing twice."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from hexbench.engine import ledger
from tests.games.blitzkrieg.shipped import RESOURCES

FILE: Path = RESOURCES / "games/blitzkrieg/rules.md"
LEDGER = ledger.parse(FILE.read_text(encoding="utf-8"))
WHOLE = {
    "MAP": 13,
    "MOV": 21,
    "ENG": 20,
    "ODD": 13,
    "ART": 21,
    "RES": 35,
    "SUP": 26,
    "AIR": 11,
    "V2": 6,
    "INF": 19,
    "BRG": 14,
    "JOIN": 10,
    "BEG": 5,
    "AI": 9,
    "VIC": 10,
    "OPT": 4,
    "TAB": 9,
    "SEQ": 14,
    "MIS": 14,
    "REC": 11,
}
"""How many clauses the chapters have that nothing is added to."""


def chapter(clause_id: str) -> str:
    return clause_id.split("-")[1]


def test_how_many_clauses_there_are_of_each_chapter() -> None:
    found = Counter(chapter(clause.id) for clause in LEDGER)
    assert {name: found[name] for name in WHOLE} == WHOLE
    assert found["UI"] == 35
    assert found["AMB"] >= 35
    assert set(found) == {*WHOLE, "UI", "AMB"}


@pytest.mark.parametrize("name", [*WHOLE, "AMB"])
def test_the_clauses_of_each_chapter_are_numbered_without_a_gap(name: str) -> None:
    numbers = [int(c.id.split("-")[2]) for c in LEDGER if chapter(c.id) == name]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_clause_is_a_sentence() -> None:
    for clause in LEDGER:
        assert clause.text[0].isupper() or clause.text[0].isdigit() or clause.text.startswith("BK"), clause.id
        assert clause.text.rstrip("]").endswith(".") or re.search(r"( \[[^\]]+\])+[,.]?.*\.$", clause.text), (
            clause.id
        )
        assert "  " not in clause.text, clause.id
        assert not re.search(r"\bMP\b|i\.e\.|[Aa]rmour", clause.text), clause.id


def test_rulings_say_what_they_rule_on() -> None:
    text = FILE.read_text(encoding="utf-8")
    for clause in LEDGER:
        if chapter(clause.id) == "AMB":
            after = text.split(f"- **{clause.id}**")[1].split("- **")[0]
            assert "> Rules on [BK-" in after, clause.id
