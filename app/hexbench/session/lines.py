"""One line of the engine protocol as plain values. What could not be written back in an answer is refused here."""

from __future__ import annotations

from typing import Any

from hexbench.store.strict import BadFile, Keys, parse_json, show

LARGEST = 2**63
"""Whole numbers lie below this, either way."""


def parse_line(line: bytes) -> dict[str, Any]:
    """The object on a line. Raises BadFile for what is no JSON object and for text and numbers nobody can answer."""
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise BadFile(f"the line is not UTF-8 (byte {fault.start}).") from None
    try:
        raw = parse_json(text)
    except BadFile as fault:
        if "Exceeds the limit" in fault.reason:  # Python's own guard against numbers of thousands of digits
            raise BadFile("this is not JSON of ours: a number has too many digits.") from None
        raise
    if not isinstance(raw, dict):
        raise BadFile("a line holds one JSON object.")
    _check(raw)
    return raw


def _check(raw: dict[str, Any]) -> None:
    """Refuse text that is no Unicode, the NUL character, and numbers beyond 64 bits, with the path to them."""
    todo: list[tuple[Keys, Any]] = [((), raw)]
    while todo:
        keys, value = todo.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                if reason := _fault(key):
                    raise _bad(f"the name of this key {reason}", raw, (*keys, key))
                todo.append(((*keys, key), inner))
        elif isinstance(value, list):
            todo.extend(((*keys, i), inner) for i, inner in enumerate(value))
        elif isinstance(value, str):
            if reason := _fault(value):
                raise _bad(f"this text {reason}", raw, keys)
        elif isinstance(value, int | float) and not -LARGEST < value < LARGEST:
            raise _bad("this number is too large.", raw, keys)


def _fault(text: str) -> str:
    if "\0" in text:
        return "holds a NUL character."
    try:
        text.encode()
    except UnicodeEncodeError:
        return "holds half of a surrogate pair."
    return ""


def _bad(reason: str, raw: Any, keys: Keys) -> BadFile:
    where = show(raw, keys).encode(errors="backslashreplace").decode().replace("\0", "\\0")
    return BadFile(reason, "", where, keys)
