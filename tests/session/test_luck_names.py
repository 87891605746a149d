"""What rolls are called in the report of luck: words, and no holes where names were."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hexbench.session.dice import SMALL, gist

GAMES = Path(__file__).resolve().parents[2] / "app" / "hexbench" / "games"
GERMAN = "am an auf aus bei das der die für im in ist mit nach reihe spalte vom von zu"


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("Combat on {hexes}", "Combat"),
        ("{a} to {d}, column {column}", ""),
        ("{unit}: recognition, turns {column}", "Recognition, turns"),
        ("{hunter} intercepts {prey}", "Intercepts"),
        ("{card}", ""),
        ("{card}: {faces}", ""),
        ("{card}: contact on {n}+", "Contact"),
        ("How does von der Heydte land?", "How does von der Heydte land?"),
        ("Do the supplies reach {hex}?", "Do the supplies reach"),
    ],
)
def test_a_roll_is_called_by_its_words_without_its_names(template: str, found: str) -> None:
    assert gist(template, str(SMALL)) == found


def test_in_german_by_the_german_words() -> None:
    assert gist("Kampf auf {hexes}", GERMAN) == "Kampf"
    assert gist("{a} zu {d}, Spalte {column}", GERMAN) == ""


def test_no_sentence_of_any_roll_leaves_a_hole() -> None:
    rolls = []
    for path in sorted(GAMES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    rolls.append(first.value)
    assert len(rolls) > 1000
    for template in rolls:
        found = gist(template, str(SMALL))
        assert "{" not in found
        assert "…" not in found or "…" in template
