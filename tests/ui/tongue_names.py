"""Which words of a window need no translation: names, codes and numbers; and all the texts of a widget and what it holds."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QWidget

from hexbench import bootstrap
from hexbench.session.about import LIBRARIES
from tests.ui.tongue import bare, words_of
from tests.ui.yard.listening import rows_of_all
from tests.ui.yard.listening import words_of as texts_of
from tests.ui.yard.parts import every_part
from translation_sources import NAMES

ROOT = Path(__file__).resolve().parents[2]
ALWAYS = """
    Hexbench English Deutsch Ctrl Shift Alt Return Enter Esc Home End PgUp PgDown Del Backspace Space Tab Ins Menu
    Luftwaffe USAAF AMB January December Januar Dezember Mon Tue Wed Thu Fri Sat Sun drm
"""
"""Names, keys as Qt writes them, what QLocale writes, and a sign of the printed charts."""
PER_GAME = {
    "tide_of_iron": "Squad Reserve section Pioneers Observers Team Assault Group Engineers Heavy Mortar Armd Inf"
    " Foxholes Church Schoolhouse Ridge Platoon Farm Regimental Column",
    "blitzkrieg": "blu all FBB",
    "trumpets": "Adv AFA AAA Werfer KGP charts crt blitz tot stg assault terrain positions hit from",
    "tigers": "AAm AAmc AAc Skorz Gds FBB FGB",
    "iron_tide": "SEC Guards Armoured Inf Div",
}
"""Units named in scenarios, and codes of the printed tables."""
NOT_WORDS = re.compile(
    r"<a href=\"rule:[^>]*>[^<]*</a>|\b[A-Z]{2,4}-\d+\b|⟦[^⟧]*…$|^…[^⟦⟧]*⟧|\b[A-Z]{2,4}-[A-Z]{2,5}(?:-\d+)?[a-z]?\b|\b[0-9a-f]{4}\b|[\w-]*…|\w* [\w-]*…|[\w-]+\.hexgame\b"
)
"""Numbers of rules, parts of commitments, what was cut off for want of room, and the files of games."""
ENGLISH_ON_PURPOSE = (
    "rules.page",
    "start.recent",
    "rule:",
    "found: ⟦Rule⟧",
    "found: ⟦Regel⟧",
    "dice.commitment",
    "picture of",
)


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for part in data.values():
            yield from _strings(part)
    elif isinstance(data, list):
        for part in data:
            yield from _strings(part)


def _named(data: object, keys: frozenset[str]) -> Iterator[str]:
    """Every string below one of these keys."""
    if isinstance(data, dict):
        for key, part in data.items():
            yield from _strings(part) if key in keys else _named(part, keys)
    elif isinstance(data, list):
        for part in data:
            yield from _named(part, keys)


def names_of(game: str) -> set[str]:
    """Words of names: of units, places and games, and keys of the keyboard."""
    catalogue = bootstrap.catalogue()
    tables = tomllib.loads((ROOT / f"resources/games/{game}/tables.toml").read_text(encoding="utf-8"))
    found = [*_named(tables, NAMES | {"nations"}), ALWAYS, PER_GAME[game], "Python", *LIBRARIES]
    found += [other.title for other in catalogue.games.values()]
    for file in (ROOT / "resources/maps").glob("*.json"):
        found += _named(
            json.loads(file.read_text(encoding="utf-8")), frozenset({"name", "places", "zones", "names"})
        )
    for file in (ROOT / "scenarios" / game).glob("*.json"):
        found += _named(
            json.loads(file.read_text(encoding="utf-8")), frozenset({"units", "squads", "name", "names"})
        )
    return words_of(found)


def shown(root: QWidget) -> Iterator[str]:
    for widget in every_part(root):
        name = f"{type(widget).__name__} {widget.objectName()}"
        yield from (f"{name}: {words}" for words in (*texts_of(widget), *rows_of_all(widget)))


def untranslated(text: str, names: set[str]) -> list[str]:
    if any(mark in text.partition("⟦")[0] or text.startswith(mark) for mark in ENGLISH_ON_PURPOSE):
        return []
    said = text
    for _ in range(2):  # what widget and which of its texts
        head, colon, rest = said.partition(": ")
        said = rest if colon and "⟦" not in head else said
    return bare(NOT_WORDS.sub(" ", said), names)
