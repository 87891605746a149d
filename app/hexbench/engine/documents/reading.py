"""Plain values into the types of a game, for positions described by hand: what does not fit is the path to the key and one sentence."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import inspect

_PLAIN: Final = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")
_WHERE: Final = re.compile(r"^(.*?)(?: - at `(key` in `)?\$(.*)`)?$", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(?:(\d+)|\.\.\.)\]")
_TRIES: Final = 5000
"""Entries of a dict that are tried one by one to find the one that is complained of; beyond, the dict itself is named."""
BOUND: Final = re.compile(r"^Expected `(?:int|float)` (>=|<=|>|<) (\S+)$")
"""msgspec's complaint of a number out of bounds."""
BOUNDS: Final = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
MOST_LISTED: Final = 20
"""Keys that are listed where one is unknown."""

_WORDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a set of keys and values",
    "null": "nothing",
}


def at(path: str, key: str) -> str:
    """The path of a key: ``position.turn``, ``position.units["G-1"]``."""
    return f"{path}.{key}" if _PLAIN.match(key) else f"{path}[{json.dumps(key, ensure_ascii=False)}]"


def near(word: str, known: Iterable[str]) -> str:
    """A guess at what was meant, as a sentence to add; empty when there is none."""
    found = difflib.get_close_matches(word, list(known), 1)
    return f' Did you mean "{found[0]}"?' if found else ""


def allowed(value: object, known: Iterable[object]) -> str:
    """The sentence for a word that is none of those there are."""
    listed = ", ".join(str(one) or '""' for one in known)
    return f"{_shown(value)} is not one of the values allowed here: {listed}."


def read(raw: object, kind: Any, path: str) -> Any:
    """A value as one of a type, unknown keys refused. Raises ValueError with the path to the key."""
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as wrong:
        message, of_key, steps = _WHERE.match(str(wrong)).groups("")  # type: ignore[union-attr]
        keys = way_to(raw, kind, str(wrong), steps, of_key=bool(of_key))
        if field := re.match(r"^Object (missing required|contains unknown) field `(.*)`$", message):
            missing = field[1].startswith("missing")
            message = "this key is missing." if missing else _unknown(kind, keys, field[2])
            keys = (*keys, field[2])
        elif expected := re.match(r"^Expected `(.*)`, got `(.*)`$", message):
            want = " or ".join(_WORDS.get(word, word) for word in expected[1].split(" | "))
            message = f"this value must be {want}, not {_got(expected[2])}."
        elif word := re.match(r"^Invalid (?:enum )?value '(.*)'$", message):
            message = allowed(word[1], words_at(kind, keys, of_key=bool(of_key)))
        elif bound := BOUND.match(message):
            message = f"this number must be {BOUNDS[bound[1]]} {bound[2]}."
        else:
            message = f"{message}."
        for key in keys:
            path = f"{path}[{key}]" if isinstance(key, int) else at(path, key)
        raise ValueError(f"{path}: {message}") from None


def keys_at(kind: Any, keys: Sequence[str | int]) -> list[str]:
    """The keys that what lies at the end of a way through a type may have."""
    structs = (one for one in types_at(kind, keys) if isinstance(one, inspect.StructType))
    return [field.encode_name for one in structs for field in one.fields]


def _unknown(kind: Any, keys: Sequence[str | int], word: str) -> str:
    known = keys_at(kind, keys)
    guess = near(word, known)
    if guess or not 0 < len(known) <= MOST_LISTED:
        return f"there is no such key.{guess}"
    return f"there is no such key; there are {', '.join(known)}."


def way_to(raw: Any, kind: Any, complaint: str, path: str, *, of_key: bool) -> tuple[str | int, ...]:
    """The way to what msgspec complains of, from the path in its sentence. It names no keys of dicts (``[...]``): each is the one
    with which alone the same complaint comes. ``of_key``: the last key itself is wrong.
    """
    steps = [name or (int(place) if place else None) for name, place in _STEP.findall(path)]
    keys: list[str | int] = []
    for step in (*steps, *([None] if of_key else [])):
        if step is not None:
            keys.append(step)
            continue
        inside = value_at(raw, keys)
        for key in islice(inside, _TRIES) if isinstance(inside, dict) else ():
            alone = _put(raw, keys, {key: inside[key]})
            if _complaint(alone, kind) == complaint:
                raw = alone
                keys.append(key)
                break
        else:
            break
    return tuple(keys)


def value_at(raw: Any, keys: Sequence[str | int]) -> Any:
    """What lies at the end of a way through nested values; None where it leads nowhere."""
    for key in keys:
        try:
            raw = raw[key]
        except (KeyError, IndexError, TypeError):
            return None
    return raw


def _complaint(raw: object, kind: Any) -> str:
    try:
        msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as wrong:
        return str(wrong)
    return ""


def _put(raw: Any, keys: Sequence[str | int], value: object) -> Any:
    """A copy of nested values with another one at the end of a way."""
    if not keys:
        return value
    copy: Any = dict(raw) if isinstance(raw, dict) else list(raw)
    copy[keys[0]] = _put(raw[keys[0]], keys[1:], value)
    return copy


def words_at(kind: Any, keys: Sequence[str | int], *, of_key: bool) -> tuple[object, ...]:
    """The words that the value at the end of a way may be, or its key."""
    words = [one for one in types_at(kind, keys, of_key=of_key) if isinstance(one, inspect.LiteralType)]
    return tuple(sorted({value for word in words for value in word.values}, key=str))


def types_at(kind: Any, keys: Sequence[str | int], *, of_key: bool = False) -> list[inspect.Type]:
    """What may lie at the end of a way through a type; ``of_key``: what its last key may be."""
    here = [inspect.type_info(kind)]
    for n, key in enumerate(keys, start=1):
        here = [inner for one in here for inner in _inside(one, key, of_key and n == len(keys))]
    return [one for each in here for one in _flat(each)]


def _flat(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _inside(kind: inspect.Type, key: str | int, itself: bool) -> Iterator[inspect.Type]:
    """What may stand under a key of a value, or be that key; the tag of a struct is a word like others."""
    for one in _flat(kind):
        if isinstance(one, inspect.StructType):
            if key == one.tag_field:
                yield inspect.LiteralType((one.tag,))
            yield from (field.type for field in one.fields if field.encode_name == key)
        elif isinstance(one, inspect.DictType):
            yield one.key_type if itself else one.value_type
        elif isinstance(one, inspect.ListType | inspect.VarTupleType):
            yield one.item_type
        elif isinstance(one, inspect.TupleType) and isinstance(key, int):
            yield from one.item_types[key : key + 1]


def _got(word: str) -> str:
    return "a fraction" if word == "float" else _WORDS.get(word, word)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


# ---- units of an order of battle: what is printed on a counter apart from how it stands ------------------------------
def unit_facts(
    raw: object,
    path: str,
    known: Sequence[str],
    printed: Collection[str],
    apart: Sequence[str] = ("printed",),
) -> dict[str, Any]:
    """How a unit is described: a hex alone, or an object whose keys are ``known``, or ``apart`` and read by themselves.

    ``printed`` are the keys of what is printed on a counter. Raises ValueError for anything else.
    """
    if isinstance(raw, str):
        raw = {"at": raw}
    if not isinstance(raw, dict):
        raise ValueError(f"{path}: give a hex or a box as text, or a set of keys and values.")
    for key in raw:
        if key not in apart and key not in known:
            where = " It belongs under 'printed'." if key in printed else near(key, (*known, *apart))
            if key == "hex" and "at" not in raw:
                where = " Where a unit stands is 'at'."
            raise ValueError(f"{at(path, key)}: there is no such key.{where}")
    return raw


def printed_facts(
    unit: Mapping[str, Any],
    listed: bool,
    path: str,
    printed: Collection[str],
    close: Callable[[], str] = str,
) -> dict[str, Any] | None:
    """What is given of the counter of a unit; None: nothing, and it is ``listed`` in the order of battle.

    Raises ValueError for a key that is not ``printed`` on counters, and for nothing given of a unit that is not listed;
    ``close`` adds a guess at which one was meant.
    """
    raw = unit.get("printed")
    if raw is None:
        if not listed:
            raise ValueError(
                f"{path}.printed: there is no such unit in the order of battle; describe it under 'printed'."
                + close()
            )
        return None
    found: dict[str, Any] = read(raw, dict, f"{path}.printed")
    for key in found:
        if key not in printed:
            raise ValueError(f"{at(f'{path}.printed', key)}: there is no such key.{near(key, printed)}")
    return found
