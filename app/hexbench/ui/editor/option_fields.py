"""The options of a game as fields, read from their type."""

from __future__ import annotations

from typing import Any

from msgspec import inspect

from hexbench.engine.documents.editing import Field
from hexbench.engine.options import Option, options_of
from hexbench.engine.values import say

MOST = 999


def option_fields(kind: type) -> tuple[Field, ...]:
    """A field for every option that is a word, a number or yes and no; paths begin with ``options``."""
    return tuple(field for option in options_of(kind) if (field := _field(option)) is not None)


def _field(option: Option) -> Field | None:
    kind, title = option.type, option.title[:1].upper() + option.title[1:]
    common: dict[str, Any] = {
        "path": ("options", option.key),
        "name": say("{word}", word=title),
        "help": say("{word}", word=option.text),
        "blank": option.default,
    }
    if isinstance(kind, inspect.BoolType):
        if option.readings:
            common["help"] = say("No: {no} Yes: {yes}", no=option.reading(False), yes=option.reading(True))
        return Field(kind="flag", **common)
    if isinstance(kind, inspect.LiteralType):
        values = tuple(
            (str(v), say("{word}", word=option.reading(v) or str(v).replace("_", " "))) for v in option.values
        )
        return Field(kind="choice", choices=values, **common)
    if isinstance(kind, inspect.IntType):
        least = kind.ge if kind.ge is not None else 0
        return Field(
            kind="number", least=int(least), most=int(kind.le if kind.le is not None else MOST), **common
        )
    return Field(kind="text", **common) if isinstance(kind, inspect.StrType) else None
