"""The shipped font has every character that the program can show: nothing is left to whatever other fonts a system has.

Words written into code, the German file, the games' data and the manual's pages are all read; docstrings are not, and blanks
need no glyph. What the font lacks is drawn (ui/widgets/icons.py) or said in words.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtGui import QRawFont

ROOT = Path(__file__).resolve().parents[3]
GONE = re.compile(r"<message>(?:(?!</message>).)*type=\"vanished\".*?</message>", re.DOTALL)
"""A sentence that the program no longer says; its German is kept."""
FOLDERS = (
    ("resources/translations", "*.ts"),
    ("resources/games", "*"),
    ("resources/maps", "*.json"),
    ("scenarios", "*.json"),
    ("docs/help", "*.md"),
)


def words_in(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of every string of a module that is no docstring."""
    tree = ast.parse(source)
    docs = set()
    for node in ast.walk(tree):
        for one in getattr(node, "body", None) or () if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            if isinstance(one, ast.Expr):
                docs.add(id(one.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


def texts() -> Iterator[tuple[str, str]]:
    """(where, text) of everything a person may come to see."""
    for path in sorted((ROOT / "app").rglob("*.py")):
        for line, text in words_in(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(ROOT)}:{line}", text
    for folder, pattern in FOLDERS:
        for path in sorted((ROOT / folder).rglob(pattern)):
            if path.is_file():
                yield str(path.relative_to(ROOT)), GONE.sub("", path.read_text(encoding="utf-8"))


def test_the_shipped_fonts_have_a_glyph_for_every_character(qapp: object) -> None:
    fonts = [QRawFont(str(file), 12) for file in sorted((ROOT / "resources" / "fonts").glob("*.ttf"))]
    assert len(fonts) > 3
    known: dict[str, bool] = {}
    lacking: dict[str, list[str]] = {}
    for where, text in texts():
        for sign in set(text):
            if sign not in known:
                drawn = all(font.supportsCharacter(ord(sign)) for font in fonts)
                known[sign] = drawn or sign.isspace() or ord(sign) < 32
            if not known[sign]:
                lacking.setdefault(sign, []).append(where)
    assert lacking == {}
