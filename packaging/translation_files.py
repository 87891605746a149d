"""Files of translations as Qt Linguist keeps them (`.ts`): read, brought up to date, written so that git can merge them.

Messages are sorted by their source and name the file they were found in but no line, so that a change touches few lines.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from xml.sax.saxutils import escape

Key = tuple[str, str]
"""(context, source)."""
OPEN, DONE, GONE = "unfinished", "", "vanished"
"""Kinds of a translation as Linguist writes them: to be done, done, of a source that is no longer there."""


@dataclass(frozen=True)
class Entry:
    """One message: its translation, where it stands in the sources, and its kind."""

    text: str = ""
    place: str = ""
    kind: str = OPEN


def read(file: Path) -> dict[Key, Entry]:
    """The messages of a file; none when there is no such file. Raises ValueError, naming it, for what is no such file."""
    if not file.exists():
        return {}
    try:
        tree = ET.fromstring(file.read_text(encoding="utf-8"))  # noqa: S314 - our own file, from the checkout
    except ET.ParseError as fault:
        raise ValueError(f"{file} is no file of translations: {fault}.") from fault
    out: dict[Key, Entry] = {}
    for context in tree.iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            location, found = message.find("location"), message.find("translation")
            place = "" if location is None else location.get("filename", "")
            kind = OPEN if found is None else found.get("type", DONE)
            text = "" if found is None else found.text or ""
            out[name, message.findtext("source", "")] = Entry(text, place, kind)
    return out


def merged(before: Mapping[Key, Entry], found: Mapping[Key, str]) -> dict[Key, Entry]:
    """The messages brought up to date with the sources: what is new is open, what is gone keeps its translation."""
    out: dict[Key, Entry] = {}
    for key, place in found.items():
        old = before.get(key, Entry())
        out[key] = Entry(old.text, place, DONE if old.text else OPEN)
    for key, old in before.items():
        if key not in found and old.text:
            out[key] = replace(old, place="", kind=GONE)
    return out


def written(entries: Mapping[Key, Entry], language: str) -> str:
    """The file as text."""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        "<!DOCTYPE TS>",
        f'<TS version="2.1" language="{language}" sourcelanguage="en">',
    ]
    for context in sorted({context for context, _ in entries}):
        lines += ["<context>", f"    <name>{context}</name>"]
        for key in sorted(key for key in entries if key[0] == context):
            entry = entries[key]
            kind = f' type="{entry.kind}"' if entry.kind else ""
            lines.append("    <message>")
            if entry.place:
                lines.append(f'        <location filename="{escape(entry.place)}"/>')
            lines.append(f"        <source>{_text(key[1])}</source>")
            lines.append(f"        <translation{kind}>{_text(entry.text)}</translation>")
            lines.append("    </message>")
        lines.append("</context>")
    return "\n".join([*lines, "</TS>", ""])


def _text(text: str) -> str:
    return escape(text, {"'": "&apos;", '"': "&quot;"})
