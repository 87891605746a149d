"""Contract values as plain JSON values for people and scripts: sentences as text, what has its default left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import msgspec

from hexbench.engine.values import BadNumbers, NeedDice, Problem, Reason, Refused, Say
from hexbench.session.game import BadPosition
from hexbench.session.session import Stopped
from hexbench.store.customs import LONGEST_SENTENCE, brief
from hexbench.store.strict import BadFile, CannotWrite, show


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Cached: msgspec evaluates every annotation at each call, which took most of the time of an answer."""
    return msgspec.structs.fields(kind)


def plain(value: Any) -> Any:
    """A value as JSON data; every Say becomes its English sentence."""
    if isinstance(value, Say):
        return str(value)
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        out = {config.tag_field: config.tag} if config.tag_field is not None else {}
        for field in _fields(type(value)):
            inner = getattr(value, field.name)
            if not (config.omit_defaults and _is_default(field, inner)):
                out[field.encode_name] = plain(inner)
        return out
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if type(value) is int and not -(2**63) <= value < 2**64:
        return float(value)  # numbers of ways exceed what JSON readers accept as a whole number
    return value


def _is_default(field: msgspec.structs.FieldInfo, value: Any) -> bool:
    if field.default is not msgspec.NODEFAULT:
        return bool(value == field.default)
    return field.default_factory is not msgspec.NODEFAULT and not value


# What the engine protocol answers if something is wrong: a code, a sentence, and the path to the key.

Answer = dict[str, Any]


class Bad(Exception):
    """A request that cannot be answered; ``more`` goes into the answer beside code and sentence."""

    def __init__(self, code: str, sentence: str, **more: Any) -> None:
        sentence = brief(sentence, LONGEST_SENTENCE)
        super().__init__(sentence)
        self.answer: Answer = {
            "ok": False,
            "code": code,
            "sentence": sentence,
            **{k: v for k, v in more.items() if v},
        }


@contextmanager
def named(key: str) -> Iterator[None]:
    """Whatever the library cannot find, and reports without a path, was named by this key of the request."""
    try:
        yield
    except BadFile as fault:
        if fault.file or fault.where or isinstance(fault, BadPosition):
            raise
        raise BadFile(fault.reason, "", key, (key,)) from None


def bad_position(fault: BadPosition, position: dict[str, Any]) -> Bad:
    """An impossible position, with the path to what its first problem refers to."""
    refs = [ref for problem in fault.problems[:1] for ref in problem.refs]
    # a hexside may have been named from its other hex
    paths = [_path_of(ref, position) or _path_of("/".join(ref.split("/")[::-1]), position) for ref in refs]
    path = max(paths, key=len, default="")
    return Bad("position", _sentences(fault.problems), path=path, problems=plain(fault.problems))


def _path_of(ref: str, position: dict[str, Any]) -> str:
    """Where a position refers to a unit, a hex or a hexside: as a key, as a value, or as a unit's place."""
    groups = [(key, inner) for key, inner in position.items() if isinstance(inner, dict)]
    if ref in position:
        return show(position, (ref,), "position")
    for key, inner in groups:
        if ref in inner:
            return show(position, (key, ref), "position")
    for key, inner in position.items():
        if inner == ref:
            return show(position, (key,), "position")
        if isinstance(inner, list) and ref in inner:
            return show(position, (key, inner.index(ref)), "position")
    for key, inner in groups:
        for name, one in inner.items():
            if one == ref:
                return show(position, (key, name), "position")
            if isinstance(one, dict) and one.get("at") == ref:
                return show(position, (key, name, "at"), "position")
    return ""


def refusal(fault: Exception) -> Answer:
    """Anything that went wrong, as an answer."""
    match fault:
        case Bad():
            return fault.answer
        case Refused():
            return Bad("refused", _sentences(fault.reasons), reasons=plain(fault.reasons)).answer
        case BadPosition():
            return Bad("position", _sentences(fault.problems), problems=plain(fault.problems)).answer
        case NeedDice():
            return Bad("dice", str(fault), why=str(fault.why), faces=fault.faces).answer
        case BadNumbers():
            return Bad("numbers", capital(str(fault)), path="numbers").answer
        case Stopped():
            return Bad("stopped", str(fault)).answer
        case CannotWrite():
            return Bad("write", str(fault)).answer
        case BadFile():
            return Bad("data", capital(fault.reason), file=fault.file, path=fault.where).answer
        case OSError():
            return Bad("data", f"This file could not be read ({fault.strerror}).").answer
        case _:
            return Bad(
                "internal",
                f"Something went wrong inside ({type(fault).__name__}: {brief(str(fault), 200)}). Nothing has changed.",
            ).answer


def _sentences(found: Iterable[Reason | Problem]) -> str:
    texts: list[Say] = [one.text for one in found]
    return " ".join(str(text) for text in texts) or "That is not possible."


def capital(text: str) -> str:
    """A sentence with a capital first letter."""
    return text[:1].upper() + text[1:]
