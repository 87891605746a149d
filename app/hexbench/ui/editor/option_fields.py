"""The options of a game as fields, read from their type."""

from __future__ import annotations

from typing import Any

import msgspec

from hexbench.engine.documents.editing import Field
from hexbench.engine.values import say

MOST = 999


def option_fields(kind: type) -> tuple[Field, ...]:
    """A field for every option that is a word, a number or yes and no; paths begin with ``options``."""
    struct = msgspec.inspect.type_info(kind)
    rows = struct.fields if isinstance(struct, msgspec.inspect.StructType) else ()
    return tuple(field for row in rows if (field := _field(row)) is not None)


def _field(row: msgspec.inspect.Field) -> Field | None:
    info = msgspec.inspect
    title, help_, kind = row.name.replace("_", " ").capitalize(), "", row.type
    while isinstance(kind, info.Metadata):
        schema = kind.extra_json_schema or {}
        title, help_ = schema.get("title", title), schema.get("description", help_)
        kind = kind.type
    if isinstance(kind, info.UnionType):
        rest = [one for one in kind.types if not isinstance(one, info.NoneType)]
        kind = rest[0] if len(rest) == 1 else kind
    common: dict[str, Any] = {
        "path": ("options", row.encode_name),
        "name": say("{word}", word=title),
        "help": say("{word}", word=help_),
        "blank": None if row.default is msgspec.NODEFAULT else row.default,
    }
    if isinstance(kind, info.BoolType):
        return Field(kind="flag", **common)
    if isinstance(kind, info.LiteralType):
        values = tuple((str(v), say("{word}", word=str(v).replace("_", " "))) for v in kind.values)
        return Field(kind="choice", choices=values, **common)
    if isinstance(kind, info.IntType):
        least = kind.ge if kind.ge is not None else 0
        return Field(
            kind="number", least=int(least), most=int(kind.le if kind.le is not None else MOST), **common
        )
    return Field(kind="text", **common) if isinstance(kind, info.StrType) else None
