"""Plain values into the types of a game, for positions described by hand: a fault is reported as the path to the key and one sentence."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import inspect

from hexbench.engine.values import Say, complaint, listed, say

_PLAIN: Final = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")
_WHERE: Final = re.compile(r"^(.*?)(?: - at `(key` in `)?\$(.*)`)?$", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(?:(\d+)|\.\.\.)\]")
_TRIES: Final = 5000
"""Entries of a dict that are tried one by one to find the faulty one; beyond that, the dict itself is named."""
BOUND: Final = re.compile(r"^Expected `(?:int|float)` (>=|<=|>|<) (\S+)$")
"""msgspec's message for a number out of bounds."""
MOST_LISTED: Final = 20
"""The most keys listed in the message about an unknown one."""

TYPES: Final = {
    "int": say("a whole number"),
    "float": say("a number"),
    "str": say("text"),
    "bool": say("true or false"),
    "array": say("a list"),
    "object": say("a set of keys and values"),
    "null": say("nothing"),
}
"""msgspec's name for a type -> the words used in sentences."""


def at(path: str, key: str) -> str:
    """The path of a key: ``position.turn``, ``position.units["G-1"]``."""
    return f"{path}.{key}" if _PLAIN.match(key) else f"{path}[{json.dumps(key, ensure_ascii=False)}]"


def misread(path: str, because: Say) -> ValueError:
    """The error for what cannot be read: its path, and a sentence that can be translated."""
    return ValueError(complaint(path, because))


def bounded(how: str, bound: str) -> Say:
    """The sentence for a number beyond ``bound``; ``how`` is the comparison msgspec requires, ``>=`` and so on."""
    if how == ">=":
        return say("this number must be at least {bound}.", bound=bound)
    if how == "<=":
        return say("this number must be at most {bound}.", bound=bound)
    if how == ">":
        return say("this number must be more than {bound}.", bound=bound)
    return say("this number must be less than {bound}.", bound=bound)


def guess(word: str, known: Iterable[str]) -> Say:
    """A guess at what was meant, as a sentence to add; empty if there is none."""
    found = difflib.get_close_matches(word, list(known), 1)
    # with quotes of its own: a key is typed as it is, and must not be translated
    return say(" Did you mean {word}?", word=f'"{found[0]}"') if found else say("")


def near(word: str, known: Iterable[str]) -> str:
    """The same as plain text."""
    return str(guess(word, known))


def no_key(path: str, key: str, known: Iterable[str]) -> ValueError:
    """The error for a key that does not exist."""
    return misread(at(path, key), say("there is no such key.{guess}", guess=guess(key, known)))


def allowed(value: object, known: Iterable[object]) -> Say:
    """The sentence for a word that is not among those allowed."""
    words = ", ".join(str(one) or '""' for one in known)
    return say("{given} is not one of the values allowed here: {known}.", given=_shown(value), known=words)


def read(raw: object, kind: Any, path: str) -> Any:
    """A value as one of a type, with unknown keys refused. Raises ValueError with the path to the key."""
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as wrong:
        message, of_key, steps = _WHERE.match(str(wrong)).groups("")  # type: ignore[union-attr]
        keys = way_to(raw, kind, str(wrong), steps, of_key=bool(of_key))
        because = say("{sentence}.", sentence=message)
        if field := re.match(r"^Object (missing required|contains unknown) field `(.*)`$", message):
            missing = field[1].startswith("missing")
            because = say("this key is missing.") if missing else _unknown(kind, keys, field[2])
            keys = (*keys, field[2])
        elif expected := re.match(r"^Expected `(.*)`, got `(.*)`$", message):
            words = [TYPES.get(word, say("{word}", word=word)) for word in expected[1].split(" | ")]
            want = (
                words[0]
                if len(words) == 1
                else say("{first} or {last}", first=listed(words[:-1]), last=words[-1])
            )
            because = say("this value must be {want}, not {got}.", want=want, got=_got(expected[2]))
        elif word := re.match(r"^Invalid (?:enum )?value '(.*)'$", message):
            because = allowed(word[1], words_at(kind, keys, of_key=bool(of_key)))
        elif bound := BOUND.match(message):
            because = bounded(bound[1], bound[2])
        for key in keys:
            path = f"{path}[{key}]" if isinstance(key, int) else at(path, key)
        raise misread(path, because) from None


def keys_at(kind: Any, keys: Sequence[str | int]) -> list[str]:
    """The keys allowed at the end of a path through a type."""
    structs = (one for one in types_at(kind, keys) if isinstance(one, inspect.StructType))
    return [field.encode_name for one in structs for field in one.fields]


def _unknown(kind: Any, keys: Sequence[str | int], word: str) -> Say:
    known = keys_at(kind, keys)
    meant = guess(word, known)
    if meant.template or not 0 < len(known) <= MOST_LISTED:
        return say("there is no such key.{guess}", guess=meant)
    return say("there is no such key; the keys are {known}.", known=", ".join(known))


def way_to(raw: Any, kind: Any, complaint: str, path: str, *, of_key: bool) -> tuple[str | int, ...]:
    """The path to what msgspec complains about, from the path in its message. It does not name keys of dicts
    (``[...]``): for each, the one is found with which alone the same message appears. ``of_key``: the last key itself
    is wrong.
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
    """The value at the end of a path through nested values; None if it leads nowhere."""
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
    """A copy of nested values with another value at the end of a path."""
    if not keys:
        return value
    copy: Any = dict(raw) if isinstance(raw, dict) else list(raw)
    copy[keys[0]] = _put(raw[keys[0]], keys[1:], value)
    return copy


def words_at(kind: Any, keys: Sequence[str | int], *, of_key: bool) -> tuple[object, ...]:
    """The words allowed for the value at the end of a path, or for its key."""
    words = [one for one in types_at(kind, keys, of_key=of_key) if isinstance(one, inspect.LiteralType)]
    return tuple(sorted({value for word in words for value in word.values}, key=str))


def types_at(kind: Any, keys: Sequence[str | int], *, of_key: bool = False) -> list[inspect.Type]:
    """The types allowed at the end of a path through a type; ``of_key``: those of its last key."""
    here = [inspect.type_info(kind)]
    for n, key in enumerate(keys, start=1):
        here = [inner for one in here for inner in _inside(one, key, of_key and n == len(keys))]
    return [one for each in here for one in _flat(each)]


def _flat(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _inside(kind: inspect.Type, key: str | int, itself: bool) -> Iterator[inspect.Type]:
    """The types allowed under a key of a value, or for that key; the tag of a struct is a word like others."""
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


def _got(word: str) -> Say:
    return say("a fraction") if word == "float" else TYPES.get(word, say("{word}", word=word))


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


# ---- units of an order of battle: what is printed on a counter, and its condition ------------------------------------
def unit_facts(
    raw: object,
    path: str,
    known: Sequence[str],
    printed: Collection[str],
    apart: Sequence[str] = ("printed",),
) -> dict[str, Any]:
    """The description of a unit: a hex alone, or an object whose keys are ``known``, or ``apart`` and read separately.

    ``printed`` are the keys of what is printed on a counter. Raises ValueError for anything else.
    """
    if isinstance(raw, str):
        raw = {"at": raw}
    if not isinstance(raw, dict):
        raise misread(path, say("give a hex or a box as text, or a set of keys and values."))
    for key in raw:
        if key not in apart and key not in known:
            where = say(" It belongs under 'printed'.") if key in printed else guess(key, (*known, *apart))
            if key == "hex" and "at" not in raw:
                where = say(" A unit's place is given as 'at'.")
            raise misread(at(path, key), say("there is no such key.{guess}", guess=where))
    return raw


def printed_facts(
    unit: Mapping[str, Any],
    listed: bool,
    path: str,
    printed: Collection[str],
    close: Callable[[], Say] = lambda: say(""),
) -> dict[str, Any] | None:
    """What is given about the counter of a unit; None: nothing, and it is ``listed`` in the order of battle.

    Raises ValueError for a key that is not ``printed`` on counters, and if nothing is given about a unit that is not
    listed; ``close`` adds a guess at which one was meant.
    """
    raw = unit.get("printed")
    if raw is None:
        if not listed:
            lack = say(
                "there is no such unit in the order of battle; describe it under 'printed'.{guess}",
                guess=close(),
            )
            raise misread(f"{path}.printed", lack)
        return None
    found: dict[str, Any] = read(raw, dict, f"{path}.printed")
    for key in found:
        if key not in printed:
            raise no_key(f"{path}.printed", key, printed)
    return found
