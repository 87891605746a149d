"""Fields as text and back: what a cell of a spreadsheet shows, and what is meant by what is typed into one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexbench.engine.editing import Field

YES, NO = ("yes", "y", "true", "x", "1"), ("no", "n", "false", "0")


def text_of(field: Field, value: Any) -> str:
    """A value as the text of a cell; nothing for what is not written."""
    if value is None:
        return ""
    if field.kind == "flag" or isinstance(value, bool):
        return YES[0] if value else NO[0]
    if isinstance(value, str):
        return value if field.kind != "data" else json.dumps(value, ensure_ascii=False)
    if field.kind in ("words", "hexes") and isinstance(value, list | tuple):
        return " ".join(map(str, value))
    if isinstance(value, dict | list | tuple | float):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def value_of(field: Field, text: str) -> Any:
    """What is meant by the text of a cell; None: it is not written. Raises ValueError (one sentence)."""
    text = text.strip()
    if not text:
        return None
    if field.kind == "flag":
        word = text.casefold()
        if word not in (*YES, *NO):
            raise ValueError(f'{field.name} is yes or no, not "{text}".')
        return word in YES
    if field.kind == "number":
        return _number(field, text)
    if field.kind == "choice" and field.choices:
        return _choice(field, text)
    if field.kind in ("words", "hexes"):
        return text.replace(",", " ").split()
    if field.kind == "data":
        try:
            return json.loads(text)
        except json.JSONDecodeError as fault:
            raise ValueError(
                f"{field.name} is written as in the file (JSON); {fault.msg} at character {fault.pos + 1}."
            ) from None
    return text


def _number(field: Field, text: str) -> int:
    if not text.removeprefix("-").isdecimal() or not field.least <= int(text) <= field.most:
        raise ValueError(f'{field.name} is a number from {field.least} to {field.most}, not "{text}".')
    return int(text)


def _choice(field: Field, text: str) -> str:
    """By its word or by what it is called."""
    for value, name in field.choices:
        if text == value or text.casefold() == str(name).casefold():
            return value
    known = ", ".join(value or "nothing" for value, _ in field.choices[:12])
    raise ValueError(f'{field.name} is one of {known}, not "{text}".')
