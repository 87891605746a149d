"""No sentence has "a" before the name of a side, which may be *Allied* or *American*."""

from __future__ import annotations

import re
from pathlib import Path

GAMES = Path(__file__).parents[2] / "app" / "hexbench" / "games"
BEFORE_A_SIDE = re.compile(r"\b[Aa] \{(side|owner|whose|nation)\}[^\n]*")


def test_no_side_has_an_article_before_it() -> None:
    files = sorted(GAMES.rglob("*.py"))
    assert files
    found = [
        f"{file.relative_to(GAMES)}: {match[0]}"
        for file in files
        for match in BEFORE_A_SIDE.finditer(file.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)
