"""What a file may leave out: the fields of a game's documents and states that have a value of their own when nothing is said.

Saved games leave out what is as it always was, so that a value which changes here changes every game that was ever saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args, get_type_hints

import msgspec


def reached(game: str, *roots: type) -> list[type]:
    """The types of a game's own that its documents and its state are made of, found field by field from ``roots``."""
    found: list[type] = []

    def look(kind: Any) -> None:
        if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
            for part in get_args(kind):
                look(part)
        elif kind not in found:
            found.append(kind)
            for field in get_type_hints(kind).values():
                look(field)

    for root in roots:
        look(root)
    return [kind for kind in found if kind.__module__.startswith(f"hexbench.games.{game}.")]


def unsaid(kinds: Iterable[type]) -> dict[str, dict[str, Any]]:
    """Type by type, field by field: what it holds when nothing is said. Types without such fields are left out."""
    found: dict[str, dict[str, Any]] = {}
    for kind in kinds:
        fields = {}
        for field in msgspec.structs.fields(kind):
            if field.default is not msgspec.NODEFAULT:
                fields[field.name] = field.default
            elif field.default_factory is not msgspec.NODEFAULT:
                fields[field.name] = field.default_factory()
        if fields:
            found[kind.__name__] = fields
    return found


def off(*names: str) -> dict[str, Any]:
    """Marks that are not set."""
    return dict.fromkeys(names, False)


def none(*names: str) -> dict[str, Any]:
    """Numbers that are nought."""
    return dict.fromkeys(names, 0)


def bare(*names: str) -> dict[str, Any]:
    """Lists with nothing in them."""
    return dict.fromkeys(names, ())


def empty(*names: str) -> dict[str, Any]:
    """Tables with nothing in them."""
    return {name: {} for name in names}
