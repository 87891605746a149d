"""Strict reading: JSON and TOML into msgspec types. What does not fit is one plain sentence with the path to the key.

msgspec hides the keys of dicts in its messages (``$.units[...].mf``). They are found again by converting the value
with one entry of the dict at a time, until the same message appears.
"""

from __future__ import annotations

import difflib
import json
import math
import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec

from hexbench.engine.documents.reading import TYPES, bounded
from hexbench.engine.values import Say, say
from hexbench.store import customs
from hexbench.store.customs import BadFile, CannotWrite, Keys, brief

__all__ = [
    "BadFile",
    "CannotWrite",
    "Keys",
    "check_header",
    "convert",
    "parse_json",
    "parse_toml",
    "read_raw",
    "read_text",
    "show",
]

T = TypeVar("T")

_AT = re.compile(r"^(?P<what>.*?)(?: - at `(?P<key>key` in `)?\$(?P<path>.*)`)?$", re.DOTALL)
_FIELD = re.compile(r"^Object (?P<fault>contains unknown|missing required) field `(?P<name>.*)`$", re.DOTALL)
_PLAIN = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")


# ---- text ------------------------------------------------------------------------------------------------------------
def read_text(path: Path, most: int = customs.LARGEST) -> str:
    """The text of a file. Raises BadFile if it does not exist, may not be read, is too large or is not UTF-8."""
    try:
        return customs.take(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise BadFile(say("this is not UTF-8 text (byte {start}).", start=fault.start), str(path)) from None


class _Doubled(dict[str, Any]):
    """An object in which a key was given twice."""

    key = ""


class _Reader:
    """What JSON allows but cannot be written back is noticed during reading; only then is its place looked for."""

    def __init__(self) -> None:
        self.odd = False
        """A key was given twice, or a number may be too large."""

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object."""
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        self.odd = True
        doubled = _Doubled(found)
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                doubled.key = key
                break
            seen.add(key)
        return doubled

    def whole(self, text: str) -> int:
        """A whole number."""
        if len(text) > 18:
            self.odd = True
        return int(text)

    def broken(self, text: str) -> float:
        """Any other number."""
        found = float(text)
        if math.isinf(found):
            self.odd = True
        return found

    @staticmethod
    def constant(name: str) -> NoReturn:
        """NaN and the like, which are not JSON."""
        raise ValueError(f"{name} is not a number.")


def parse_json(text: str, file: str = "") -> Any:
    """Plain values from JSON text. Raises BadFile for what is not JSON and for a key given twice."""
    customs.count(text, file)
    reader = _Reader()
    try:
        raw = json.loads(
            text,
            object_pairs_hook=reader.pairs,
            parse_int=reader.whole,
            parse_float=reader.broken,
            parse_constant=reader.constant,
        )
    except json.JSONDecodeError as fault:
        what: Say | str = (
            say("the text ends too early")
            if fault.pos >= len(text.rstrip())
            else fault.msg[:1].lower() + fault.msg[1:]
        )
        raise BadFile(
            say("this is not JSON: {what}.", what=what), file, f"line {fault.lineno} column {fault.colno}"
        ) from None
    except RecursionError:
        raise BadFile(say("this JSON is nested too deeply for a Hexbench file."), file) from None
    except ValueError as fault:
        if "Exceeds the limit" in str(fault):  # Python's own limit for numbers of thousands of digits
            raise BadFile(say("a number in this JSON has too many digits."), file) from None
        raise BadFile(say("this is not JSON: {why}", why=brief(str(fault))), file) from None
    if reader.odd or _HALF.search(text) is not None or _too_deep(raw):
        _look_through(raw, file)
    return raw


_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""An unpaired surrogate can only occur written like this: UTF-8 does not allow one."""


def _too_deep(raw: Any) -> bool:
    """Whether it is nested too deeply: checked level by level, without the paths."""
    level = [raw] if isinstance(raw, dict | list) else []
    for _ in range(customs.DEEPEST):
        if not level:
            return False
        level = [
            inner
            for value in level
            for inner in (value.values() if isinstance(value, dict) else value)
            if isinstance(inner, dict | list)
        ]
    return bool(level)


def _look_through(raw: Any, file: str) -> None:
    """Report with its path what is wrong in plain values, if anything is."""
    for keys, value in _walk(raw):
        if len(keys) >= customs.DEEPEST:
            raise BadFile(say("this JSON is nested too deeply for a Hexbench file."), file)
        if isinstance(value, _Doubled):
            raise _bad(say("this key is given twice."), file, raw, (*keys, value.key))
        if isinstance(value, dict | list):
            _check_leaves(raw, keys, value, file)


_LARGEST_NUMBER = 2**63


def _check_leaves(raw: Any, keys: Keys, value: Any, file: str) -> None:
    """Refuse text that is not valid Unicode and numbers beyond 64 bits, in one list or object."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        reason: Say | None = None
        if isinstance(key, str) and _halved(key):
            reason = say("the name of this key contains half of a surrogate pair.")
        elif isinstance(inner, str) and _halved(inner):
            reason = say("this text contains half of a surrogate pair.")
        elif _too_large(inner):
            reason = say("this number is too large.")
        if reason is not None:
            at = (*keys, key)
            raise BadFile(reason, file, show(raw, at), at)


def _too_large(value: Any) -> bool:
    if isinstance(value, int):
        return not -_LARGEST_NUMBER <= value < 2 * _LARGEST_NUMBER
    return isinstance(value, float) and math.isinf(value)


def _halved(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _walk(raw: Any) -> Iterable[tuple[Keys, Any]]:
    """Every list and object in ``raw`` with its path, without recursion."""
    todo: list[tuple[Keys, Any]] = [((), raw)]
    while todo:
        keys, value = todo.pop()
        yield keys, value
        pairs: Iterable[tuple[str | int, Any]] = ()
        if isinstance(value, dict):
            pairs = value.items()
        elif isinstance(value, list):
            pairs = enumerate(value)
        todo.extend(((*keys, key), inner) for key, inner in pairs if isinstance(inner, dict | list))


def parse_toml(text: str, file: str = "") -> Any:
    """Plain values from TOML text. Raises BadFile for what is not TOML; TOML itself forbids keys given twice."""
    if len(text) > customs.LARGEST_TOML:
        raise BadFile(say("this file is too large to be a Hexbench file."), file)
    try:
        raw = tomllib.loads(text)
    except (RecursionError, ValueError) as fault:
        if "Exceeds the limit" in str(fault):  # Python's own limit for numbers of thousands of digits
            raise BadFile(say("a number in this TOML has too many digits."), file) from None
        raise BadFile(say("this is not TOML: {why}.", why=brief(str(fault), 160)), file) from None
    customs.measure(raw, file)
    return raw


def read_raw(path: Path) -> Any:
    """Plain values from a JSON or TOML file, according to its ending. Raises BadFile."""
    if path.suffix == ".toml":
        return parse_toml(read_text(path, customs.LARGEST_TOML), str(path))
    return parse_json(read_text(path), str(path))


# ---- headers ---------------------------------------------------------------------------------------------------------
def check_header(raw: Any, kinds: Sequence[str], newest: int, file: str = "") -> str:
    """The ``format`` of a file whose header is right. Raises BadFile, with a sentence of its own for a newer version."""
    if not isinstance(raw, dict):
        raise BadFile(say("the outermost value must be a set of keys and values."), file)
    kind = raw.get("format")
    if kind is None:
        raise BadFile(
            say('there is no such key; it must say "{known}".', known=kinds[0]), file, "format", ("format",)
        )
    if kind not in kinds:
        wanted = " or ".join(f'"{k}"' for k in kinds)
        raise BadFile(
            say(
                "this file says it is {given}, but {wanted} is needed here.",
                given=_shown(kind),
                wanted=wanted,
            ),
            file,
            "format",
            ("format",),
        )
    version = raw.get("version")
    if type(version) is not int or version < 1:
        raise BadFile(say("this must be the number of the format's version."), file, "version", ("version",))
    if version > newest:
        raise BadFile(
            say(
                "this file was written by a newer version of Hexbench (format {version}; "
                "this version reads up to {newest}).",
                version=version,
                newest=newest,
            ),
            file,
            "version",
            ("version",),
        )
    return str(kind)


# ---- typed values ----------------------------------------------------------------------------------------------------
def convert(raw: Any, kind: type[T] | Any, file: str = "", at: Keys = ()) -> T:
    """``raw`` as a value of a msgspec type, with unknown keys refused. Raises BadFile with the path to the key.

    ``at`` is the path from the file's outermost value to ``raw``.
    """
    try:
        found: T = msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as fault:
        keys, reason = _explain(raw, kind, str(fault))
        raise BadFile(reason, file, show(raw, keys, show(None, at)), (*at, *keys)) from None
    return found


def show(raw: Any, keys: Keys, out: str = "") -> str:
    """A path for people: ``units["G-1"].at``. An item of a list is named by its ``id`` if it has one."""
    for key in keys:
        if isinstance(key, int):
            item = raw[key] if isinstance(raw, list) and key < len(raw) else None
            name = item.get("id") if isinstance(item, dict) else None
            out += f'["{brief(name)}"]' if isinstance(name, str) else f"[{key}]"
            raw = item
        else:
            out += (
                (f".{brief(key)}" if out else brief(key)) if _PLAIN.match(brief(key)) else f'["{brief(key)}"]'
            )
            raw = raw.get(key) if isinstance(raw, dict) else None
    return out


def _bad(reason: Say | str, file: str, raw: Any, keys: Keys) -> BadFile:
    return BadFile(reason, file, show(raw, keys), keys)


def _explain(raw: Any, kind: Any, message: str) -> tuple[Keys, Say | str]:
    """Where the fault of a msgspec message is, and a sentence for it."""
    # only needed if something is wrong
    from hexbench.engine.documents.reading import (
        MOST_LISTED,
        keys_at,
        value_at,
        way_to,
        words_at,
    )

    match = _AT.match(message)
    assert match is not None
    what = match["what"]
    keys = way_to(raw, kind, message, match["path"] or "", of_key=bool(match["key"]))
    if field := _FIELD.match(what):
        name = field["name"]
        if field["fault"].startswith("missing"):
            return (*keys, name), say("this key is missing.")
        known = keys_at(kind, keys)
        near = difflib.get_close_matches(brief(name), known, 1)
        if near:
            return (*keys, name), say("there is no such key. Did you mean {near}?", near=f'"{near[0]}"')
        if 0 < len(known) <= MOST_LISTED:
            return (*keys, name), say("there is no such key; the keys are {known}.", known=", ".join(known))
        return (*keys, name), say("there is no such key.")
    words = words_at(kind, keys, of_key=bool(match["key"]))
    return keys, _sentence(what, value_at(raw, keys), bool(match["key"]), words)


def _sentence(what: str, value: Any, key_itself: bool, words: Sequence[object] = ()) -> Say | str:
    """A msgspec message in plain words."""
    from hexbench.engine.documents.reading import BOUND, MOST_LISTED

    if expected := re.match(r"^Expected `(?P<want>.*)`, got `(?P<got>.*)`$", what):
        want = either([TYPES.get(word, word) for word in expected["want"].split(" | ")])
        given = expected["got"]
        got = say("a fraction") if given == "float" else TYPES.get(given, given)
        if key_itself:
            return say("this key must be {want}, not {got}.", want=want, got=got)
        return say("this value must be {want}, not {got}.", want=want, got=got)
    if bound := BOUND.match(what):
        return bounded(bound[1], bound[2])
    if length := re.match(r"^Expected `array` of length (?P<want>.*), got (?P<got>\d+)$", what):
        return say(
            "the length of this list must be {want}, not {got}.",
            want=int(length["want"]),
            got=int(length["got"]),
        )
    if what.startswith(("Invalid enum value", "Invalid value")):
        if not words or len(words) > MOST_LISTED:
            return say("{given} is not one of the values allowed here.", given=_shown(value))
        known = ", ".join(str(word) or '""' for word in words)
        return say(
            "{given} is not one of the values allowed here: {known}.", given=_shown(value), known=known
        )
    what = brief(what, 200)
    return what[:1].lower() + what[1:].rstrip(".").replace("`", '"') + "."


def either(words: Sequence[Say | str]) -> Say | str:
    """Alternatives: words with "or" between them."""
    found = words[0]
    for word in words[1:]:
        found = say("{first} or {second}", first=found, second=word)
    return found


def _shown(value: Any) -> str:
    return brief(json.dumps(value, ensure_ascii=False, default=str), 60)
