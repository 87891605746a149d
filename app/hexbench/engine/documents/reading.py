"""Plain values into the types of a game, for positions described by hand: what does not fit is the path to the key and one sentence."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import inspect

_PLAIN: Final = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")
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
    listed = ", ".join(str(one) for one in known)
    return f"{_shown(value)} is not one of the values allowed here: {listed}."


def read(raw: object, kind: Any, path: str) -> Any:
    """A value as one of a type, unknown keys refused. Raises ValueError with the path to the key."""
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as wrong:
        message, _, where = str(wrong).partition(" - at `$")
        where = where.rstrip("`")
        if field := re.match(r"^Object (missing required|contains unknown) field `(.*)`$", message):
            missing = field[1].startswith("missing")
            where += f".{field[2]}"
            message = "this key is missing." if missing else "there is no such key."
        elif expected := re.match(r"^Expected `(.*)`, got `(.*)`$", message):
            want = " or ".join(_WORDS.get(word, word) for word in expected[1].split(" | "))
            message = f"this value must be {want}, not {_got(expected[2])}."
        elif word := re.match(r"^Invalid (?:enum )?value '(.*)'$", message):
            message = allowed(word[1], _literals(kind, where))
        else:
            message = f"{message}."
        raise ValueError(f"{path}{where}: {message}") from None


def _literals(kind: Any, where: str) -> tuple[object, ...]:
    """The words a field, or the value itself, may hold."""
    info = inspect.type_info(kind)
    if isinstance(info, inspect.StructType):
        info = next((f.type for f in info.fields if f".{f.encode_name}" == where), info)
    if isinstance(info, inspect.LiteralType):
        return info.values
    if isinstance(kind, type) and "stack" in where:
        steps = next(f.type for f in inspect.type_info(kind).fields if f.name == "stack")  # type: ignore[attr-defined]
        inner = steps.item_type.types
        return tuple(sorted(step.tag for step in inner))
    return ()


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
        raise ValueError(f"{path}: give a hex, or an object.")
    for key in raw:
        if key not in apart and key not in known:
            where = " It belongs under 'printed'." if key in printed else near(key, (*known, *apart))
            raise ValueError(f"{at(path, key)}: there is no such key.{where}")
    return raw


def printed_facts(
    unit: Mapping[str, Any], listed: bool, path: str, printed: Collection[str]
) -> dict[str, Any] | None:
    """What is given of the counter of a unit; None: nothing, and it is ``listed`` in the order of battle.

    Raises ValueError for a key that is not ``printed`` on counters, and for nothing given of a unit that is not listed.
    """
    raw = unit.get("printed")
    if raw is None:
        if not listed:
            raise ValueError(
                f"{path}.printed: there is no such unit in the order of battle; describe it under 'printed'."
            )
        return None
    found: dict[str, Any] = read(raw, dict, f"{path}.printed")
    for key in found:
        if key not in printed:
            raise ValueError(f"{at(f'{path}.printed', key)}: there is no such key.{near(key, printed)}")
    return found
