"""Contract values as plain JSON values for people and scripts: sentences as text, what has its default left out."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from hexbench.engine.values import Say


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Kept: msgspec evaluates every annotation at each call, which took most of the time of an answer."""
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
        return float(value)  # counts of ways outgrow what JSON readers take for a whole number
    return value


def _is_default(field: msgspec.structs.FieldInfo, value: Any) -> bool:
    if field.default is not msgspec.NODEFAULT:
        return bool(value == field.default)
    return field.default_factory is not msgspec.NODEFAULT and not value
