"""Options of a game as it declares them: the clauses each is about, a sentence for every reading, and the reason for the default.

A field of a game's options type has all of it in its annotation::

    army_rule: Annotated[
        bool,
        rule("Units of different armies keep apart", ("17.4a",), no="...", yes="...", why="The rules call it optional."),
    ] = False

Everything that lists or prints options reads them from there: the start page, the editor, the schemas and
docs/rulings.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal

import msgspec
from msgspec.inspect import BoolType, Field, LiteralType, Metadata, NoneType, StructType, UnionType, type_info

Kind = Literal["rule", "ruling", "balance"]
"""``rule``: an optional rule. ``ruling``: a sentence that may be read in more than one way. ``balance``: a number or
a chance that players may change to make the sides more equal.
"""
_KEY: Final = "option"
_FLAG: Final[Mapping[str, bool | str]] = {"no": False, "yes": True}


class Reading(msgspec.Struct, frozen=True):
    """What one value of an option means, as a sentence."""

    value: bool | str
    text: str


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option. ``title`` names the question and ``text`` explains it if no ``readings`` do; all are English
    sentences that translations know.
    """

    key: str
    title: str
    kind: Kind = "rule"
    clauses: tuple[str, ...] = ()
    """The ledger's clauses it is about."""
    readings: tuple[Reading, ...] = ()
    text: str = ""
    why: str = ""
    """Why the default is the default."""
    default: Any = None
    type: Any = None
    """The values it takes (:mod:`msgspec.inspect`), without remarks and without None."""

    @property
    def values(self) -> tuple[bool | str, ...]:
        """The values to choose from; empty for numbers and texts."""
        if self.readings:
            return tuple(one.value for one in self.readings)
        if isinstance(self.type, BoolType):
            return (False, True)
        values = self.type.values if isinstance(self.type, LiteralType) else ()
        return tuple(value for value in values if isinstance(value, str))

    def reading(self, value: object) -> str:
        """The sentence for a value, or the general text."""
        return next((one.text for one in self.readings if one.value == value), self.text)


def rule(title: str, clauses: tuple[str, ...], *, why: str, **readings: str) -> msgspec.Meta:
    """The annotation of an optional rule: see :class:`Option`. Each value is given with its sentence, the default
    first; ``no`` and ``yes`` are those of a flag, and a value that is a Python keyword ends in ``_``.
    """
    return _annotation(_declared("rule", title, clauses, why, readings))


def ruling(title: str, clauses: tuple[str, ...], *, why: str, **readings: str) -> msgspec.Meta:
    """The annotation of a ruling, with the same arguments as :func:`rule`."""
    return _annotation(_declared("ruling", title, clauses, why, readings))


def balance(
    title: str,
    clauses: tuple[str, ...],
    *,
    why: str,
    text: str = "",
    ge: int | None = None,
    le: int | None = None,
    multiple_of: int | None = None,
    **readings: str,
) -> msgspec.Meta:
    """The annotation of an option that balances the sides, with the same arguments as :func:`rule`, or a number with
    its ``text`` and bounds.
    """
    told = _declared("balance", title, clauses, why, readings, text)
    return _annotation(told, ge, le, multiple_of)


def _declared(
    kind: Kind, title: str, clauses: tuple[str, ...], why: str, readings: Mapping[str, str], text: str = ""
) -> Option:
    told = tuple(Reading(_FLAG.get(value, value.rstrip("_")), words) for value, words in readings.items())
    return Option(key="", title=title, kind=kind, clauses=clauses, readings=told, text=text, why=why)


def _annotation(
    told: Option, ge: int | None = None, le: int | None = None, multiple_of: int | None = None
) -> msgspec.Meta:
    spelt = " ".join(f"{_plain(one.value)}: {one.text}" for one in told.readings)
    words, more = spelt or told.text, {_KEY: told}
    return msgspec.Meta(
        title=told.title, description=words, ge=ge, le=le, multiple_of=multiple_of, extra=more
    )


@cache
def options_of(kind: type) -> tuple[Option, ...]:
    """The options of a game's options type, in order; a field that declares none has only its name."""
    struct = type_info(kind)
    return tuple(_option(row) for row in struct.fields) if isinstance(struct, StructType) else ()


def _option(row: Field) -> Option:
    found = Option(key="", title=row.name.replace("_", " "))
    kind = row.type
    while isinstance(kind, Metadata):
        schema = kind.extra_json_schema or {}
        declared = (kind.extra or {}).get(_KEY)
        if isinstance(declared, Option):
            found = declared
        elif "title" in schema or "description" in schema:
            found = msgspec.structs.replace(
                found, title=schema.get("title", found.title), text=schema.get("description", found.text)
            )
        kind = kind.type
    if isinstance(kind, UnionType):
        rest = [one for one in kind.types if not isinstance(one, NoneType)]
        kind = rest[0] if len(rest) == 1 else kind
    default = row.default
    if default is msgspec.NODEFAULT:
        default = None if row.default_factory is msgspec.NODEFAULT else row.default_factory()
    return msgspec.structs.replace(found, key=row.encode_name, default=default, type=kind)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
