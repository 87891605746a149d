"""The values of fields as text: what a cell of a table shows and takes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from hexbench.engine.documents.editing import Field
from hexbench.engine.values import Wrong, say
from hexbench.store.customs import brief

TRUE: Final = ("yes", "true", "1", "x", "ja")
FALSE: Final = ("", "no", "false", "0", "-", "nein")


def shown(field: Field, value: Any) -> str:
    """A value as text; the same text is read back by :func:`parsed`."""
    if value is None or value == field.blank:
        value = field.blank
    if value is None:
        return ""
    if field.kind == "flag":
        return "yes" if value else ""
    if field.kind in ("words", "hexes"):
        return " ".join(str(one) for one in value)
    if field.kind == "rows" and not value:
        return ""
    if field.kind in ("data", "rows"):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return str(value)


def parsed(field: Field, text: str, hexes: Sequence[str] | None = None) -> Any:
    """A value from its text; an empty one is the field's blank. Raises ValueError (one sentence)."""
    text = text.strip()
    if field.kind == "flag":
        low = text.lower()
        if low not in (*TRUE, *FALSE):
            raise Wrong(say("{field}: say yes or no, not {text}.", field=field.name, text=repr(brief(text))))
        return low in TRUE
    if not text:
        if field.needed and field.blank in (None, ""):
            raise Wrong(say("{field} must not be empty.", field=field.name))
        return field.blank
    if field.kind == "number":
        return _number(field, text)
    if field.kind == "choice":
        return _choice(field, text)
    if field.kind in ("words", "hexes"):
        return text.replace(",", " ").split()
    if field.kind in ("data", "rows"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            raise Wrong(say("{field}: this is not JSON.", field=field.name)) from None
        if field.kind == "rows" and not (
            isinstance(found, list) and all(isinstance(one, dict) for one in found)
        ):
            raise Wrong(say("{field}: this is not a list of rows.", field=field.name))
        return found
    return text


def _number(field: Field, text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise Wrong(
            say("{field} is a whole number, not {text}.", field=field.name, text=repr(brief(text)))
        ) from None
    if not field.least <= value <= field.most:
        raise Wrong(
            say(
                "{field} is a number from {least} to {most}.",
                field=field.name,
                least=field.least,
                most=field.most,
            )
        )
    return value


def _choice(field: Field, text: str) -> str:
    for value, name in field.choices:
        if text in (value, str(name)):
            return value
    for value, name in field.choices:
        if text.lower() in (value.lower(), str(name).lower()):
            return value
    known = ", ".join(value or "nothing" for value, _ in field.choices)
    raise Wrong(say("{field} is one of {known}.", field=field.name, known=known))
