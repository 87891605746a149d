"""The walkthroughs are whole: every picture they show is there, is small, and can be drawn anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = sorted(DOCS.glob("walkthrough-*.md"))
MOST = 300_000
"""Bytes of one picture."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_pictures_of_a_walkthrough_are_there_and_small(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert len(pictures) >= 5
    script = (DOCS.parent / "tests" / "walkthrough.py").read_text(encoding="utf-8")
    for name in pictures:
        path = page.parent / name
        assert path.stat().st_size < MOST, name
        assert f'"{path.stem}"' in script, f"nothing draws {name}"
