"""A lesson as the text of its file: TOML laid out as those that ship are, the frame first, then step by step.

What is written is read back equal. Conditions, actions and lists stand on one line each; lights and words of a step are tables
of their own, as is everything of the position. Comments of a file that was read are not kept.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from hexbench.engine.values import say
from hexbench.store import canon
from hexbench.store.strict import BadFile

STEPS: Final = "step"
DELETE: Final = chr(127)
"""The one sign that JSON takes as it is and TOML does not."""
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ON_ONE_LINE: Final = frozenset(("until", "also"))
"""Tables that are written on one line."""
_LAST: Final = ("de", "position", STEPS, "little_game")
"""What stands at the end of the file, in this order."""
_IN_STEP: Final = (
    "id",
    "title",
    "text",
    "why",
    "well",
    "goal",
    "computer",
    "rules",
    "hand",
    "until",
    "also",
    "do",
    "free",
    "dice",
    "light",
    "de",
)
"""The keys of a step in the order of reading."""


def lesson_text(raw: Mapping[str, Any]) -> str:
    """The text of a lesson; what is None is not written. Raises BadFile for a value that TOML cannot hold."""
    frame = {key: value for key, value in raw.items() if key not in _LAST}
    blocks = ["\n".join(_body(frame, ()))]
    for key in _LAST:
        value = raw.get(key)
        if key == STEPS:
            blocks += ["\n".join(("[[step]]", *_body(_in_order(one), (STEPS,)))) for one in value or ()]
        elif value is not None:
            blocks.append("\n".join((f"[{key}]", *_body(_in_order(value), (key,)))))
    return "\n\n".join(blocks) + "\n"


def write_lesson(path: Path, raw: Mapping[str, Any]) -> None:
    """Write a lesson to its file. Raises CannotWrite, and BadFile as :func:`lesson_text` does; the file is as it was then."""
    canon.write_text(path, lesson_text(raw))


def _in_order(step: Mapping[str, Any]) -> dict[str, Any]:
    known = [key for key in _IN_STEP if key in step]
    return {key: step[key] for key in (*known, *(key for key in step if key not in known))}


def _body(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The lines below the head of a table: plain values first, for what follows a head belongs to it."""
    inner = {}
    for key, value in table.items():
        if isinstance(value, Mapping) and key not in _ON_ONE_LINE:
            inner[key] = value
        elif value is not None:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        head = (*path, key)
        if not path or path[0] not in (STEPS, "little_game"):
            yield ""
        yield f"[{'.'.join(map(_key, head))}]"
        yield from _body(value, head)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace(DELETE, "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return repr(value)
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None)
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    raise BadFile(say("a lesson cannot hold this value: {value}.", value=repr(value)))
