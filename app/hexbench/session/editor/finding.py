"""What is wrong with an open document: one sentence each, where on the map it is, and where in the document."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.values import Say, Value
from hexbench.session.editor.document import Key

Level = Literal["error", "warning", "note"]
"""``error``: it cannot be played so. ``warning``: it can, and is hardly meant. ``note``: something to know."""
LEVELS: tuple[Level, ...] = ("error", "warning", "note")


class Finding(Value, frozen=True, kw_only=True):
    """One thing found. ``hexes`` and ``units`` are where to look, ``keys`` lead to it in the document."""

    level: Level
    text: Say
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    rule: str = ""


def in_order(found: list[Finding]) -> tuple[Finding, ...]:
    """Errors first, else as they were found; each once."""
    once = list(dict.fromkeys(found))
    return tuple(sorted(once, key=lambda one: LEVELS.index(one.level)))
