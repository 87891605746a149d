"""What the engine protocol answers when something is wrong: a code, a sentence, and the path to the key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from hexbench.engine.values import BadNumbers, NeedDice, Problem, Reason, Refused, Say
from hexbench.session.game import BadPosition
from hexbench.session.session import Stopped
from hexbench.session.to_json import plain
from hexbench.store.customs import LONGEST_SENTENCE, brief
from hexbench.store.strict import BadFile, CannotWrite, show

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
    """What the library cannot find, and has no path for, was named by this key of the request."""
    try:
        yield
    except BadFile as fault:
        if fault.file or fault.where or isinstance(fault, BadPosition):
            raise
        raise BadFile(fault.reason, "", key, (key,)) from None


def bad_position(fault: BadPosition, position: dict[str, Any]) -> Bad:
    """A position that cannot be, with the path to what its first problem speaks of."""
    paths = [_path_of(ref, position) for problem in fault.problems[:1] for ref in problem.refs]
    path = max(paths, key=len, default="")
    return Bad("position", _sentences(fault.problems), path=path, problems=plain(fault.problems))


def _path_of(ref: str, position: dict[str, Any]) -> str:
    """Where a position speaks of a unit, a hex or a hexside: under its name, as a value, or as somebody's place."""
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
    """A sentence with its first letter large."""
    return text[:1].upper() + text[1:]
