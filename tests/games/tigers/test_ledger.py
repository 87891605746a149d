"""The ledger that ships with the game: whole, in order, and nothing twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from hexbench.engine import ledger

FILE = Path(__file__).resolve().parents[3] / "resources/games/tigers/rules.md"
LEDGER = ledger.parse(FILE.read_text(encoding="utf-8"))


def test_how_many_clauses_there_are_of_each_kind() -> None:
    assert Counter(clause.id.rpartition("-")[0] for clause in LEDGER) == {
        "TG-GEN": 7,
        "TG-CRT": 21,
        "TG-ODD": 14,
        "TG-ATK": 15,
        "TG-DIS": 17,
        "TG-ZOC": 35,
        "TG-RET": 13,
        "TG-ADV": 12,
        "TG-SPC": 13,
        "TG-KGP": 13,
        "TG-TIG": 5,
        "TG-SEQ": 16,
        "TG-STK": 11,
        "TG-MOV": 22,
        "TG-RFT": 15,
        "TG-TER": 14,
        "TG-RIV": 8,
        "TG-BRG": 16,
        "TG-WEA": 7,
        "TG-AIR": 30,
        "TG-SUP": 11,
        "TG-FUL": 7,
        "TG-SET": 7,
        "TG-FT1": 6,
        "TG-VDH": 8,
        "TG-VIC": 9,
        "TG-DAT": 12,
        "AMB": 118,
    }


def test_the_numbers_of_each_chapter_go_up() -> None:
    last: dict[str, int] = {}
    for clause in LEDGER:
        chapter, _, number = clause.id.rpartition("-")
        assert int(number) > last.get(chapter, 0), clause.id
        last[chapter] = int(number)
