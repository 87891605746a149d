"""Every character that the program can show lies in the fonts that ship with it: no box where a letter should be."""

from __future__ import annotations

import ast
import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from PySide6.QtGui import QRawFont
from PySide6.QtWidgets import QApplication

import translations
from hexbench import bootstrap
from tests.ui.tongue import ROOT
from translation_files import GONE, read

FONTS = sorted((ROOT / "resources" / "fonts").glob("*.ttf"))
SILENT = frozenset({"Cc", "Cf", "Zs"})
"""Kinds of characters that have no glyph: controls, marks of format, and spaces, whose width is reckoned where it is missing."""
ESCAPED = re.compile(r"\\[uUNx]")
"""How a sign of another alphabet may be written in plain letters."""


def leaves(value: object) -> Iterator[str]:
    """Every text in plain data, keys of tables among them: places and units are named by keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)


def constants(file: Path) -> Iterator[str]:
    """The texts in a module that are not there for its reader; none of one that has no sign of another alphabet: that is most."""
    source = file.read_text(encoding="utf-8")
    if source.isascii() and not ESCAPED.search(source):
        return
    tree = ast.parse(source)
    docs = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
            yield node.value


def texts(sentences: Mapping[tuple[str, str], str]) -> Iterator[tuple[str, str]]:
    """(where it stands, text) of everything a person can be shown: sentences in both languages, names on maps and counters,
    rules, lessons, tables, the manual."""
    yield from ((f"{context}: {source[:40]}", source) for context, source in sentences)
    for entry in read(translations.file_of("de")).values():
        if entry.kind != GONE:
            yield f"German: {entry.text[:40]}", entry.text
    for folder in ("resources/games", "resources/maps", "scenarios"):
        for file in sorted((ROOT / folder).rglob("*.json")):
            raw = file.read_text(encoding="utf-8")
            # Written out, its signs are those of its texts, and of plain punctuation: it need not be taken apart.
            data = json.loads(raw) if "\\u" in raw else raw
            yield from ((file.relative_to(ROOT).as_posix(), text) for text in leaves(data))
        for file in sorted((ROOT / folder).rglob("*.toml")):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            yield from ((file.relative_to(ROOT).as_posix(), text) for text in leaves(data))
    for file in sorted((ROOT / "app").rglob("*.py")):
        # signs that are no words are not collected: arrows, dots, bullets put together with what they stand beside
        yield from ((file.relative_to(ROOT).as_posix(), text) for text in constants(file))
    for folder in ("resources/games", "docs/help"):
        for file in sorted((ROOT / folder).rglob("*.md")):
            yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def places(sentences: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """character -> where it is met first."""
    found: dict[str, str] = {}
    for where, text in texts(sentences):
        for character in set(text) - found.keys():
            if unicodedata.category(character) not in SILENT:
                found[character] = where
    return found


def missing(file: Path, characters: Iterator[str] | list[str]) -> list[str]:
    """Those of the characters a font file has no glyph for."""
    font = QRawFont(str(file), 12.0)
    assert font.isValid(), file
    return [one for one in characters if not font.supportsCharacter(ord(one))]


def test_there_is_a_lot_to_look_at(places: dict[str, str]) -> None:
    assert len(places) > 100
    assert {"ä", "ß", "é", "…", "§"} <= places.keys()
    assert bootstrap.catalogue().games


@pytest.mark.parametrize("file", FONTS, ids=[file.stem for file in FONTS])
def test_every_character_that_can_be_shown_has_its_glyph(
    qapp: QApplication, places: dict[str, str], file: Path
) -> None:
    lacking = missing(file, list(places))
    told = [
        f"{one} U+{ord(one):04X} {unicodedata.name(one, '?')} in {places[one]}" for one in sorted(lacking)
    ]
    assert told == [], "\n".join(told)


def test_a_character_without_a_glyph_is_found(qapp: QApplication) -> None:
    assert missing(FONTS[0], ["a", "\u4e2d"]) == ["\u4e2d"]
