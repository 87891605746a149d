"""Reading a game's tables, palette and ledger, and a player's own tables (docs/own-tables.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from hexbench.engine.documents.reading import guess
from hexbench.engine.ledger import Ledger, LedgerError, parse
from hexbench.engine.values import say
from hexbench.store.strict import (
    BadFile,
    Keys,
    check_header,
    convert,
    parse_toml,
    read_raw,
    read_text,
    show,
)

FORMAT = "hexbench-tables"
OWN = "hexbench-own-tables"
VERSION = 1


def read_tables(path: Path, kind: type) -> Any:
    """The tables of a game. The header (format, version, game) is checked and, unless the type has it, left out.

    Raises BadFile.
    """
    raw = read_raw(path)
    known = {field.encode_name for field in msgspec.structs.fields(kind)}
    if isinstance(raw, dict) and ("format" in raw or "version" in raw):
        check_header(raw, (FORMAT,), VERSION, str(path))
        raw = {
            key: value
            for key, value in raw.items()
            if key in known or key not in ("format", "version", "game")
        }
    return convert(raw, kind, str(path))


PALETTE: Final = "palette.toml"
"""The colours of a game, in the folder of its data."""


def read_palette(path: Path) -> dict[str, Any]:
    """A palette: names to colours, in groups. Raises BadFile."""
    raw = parse_toml(read_text(path), str(path))
    assert isinstance(raw, dict)
    return raw


def read_ledger(path: Path) -> Ledger:
    """The rules of a game. Raises BadFile with the first fault."""
    try:
        return parse(read_text(path))
    except LedgerError as fault:
        raise BadFile(fault.problems[0], str(path)) from None


# ---- a player's own tables -------------------------------------------------------------------------------------------
class OwnTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Tables that replace shipped ones, and changes to what scenarios set up.

    ``tables`` go by the names of the game's tables, each of them complete. ``scenario`` contains keys of the game's
    scenarios: what is identified by id is combined with what ships, unit by unit, unless ``whole`` names the key;
    false leaves an id out.
    """

    format: Literal["hexbench-own-tables"]
    version: Literal[1]
    game: str
    title: str
    tables: dict[str, Any] = {}
    scenario: dict[str, Any] = {}
    whole: tuple[str, ...] = ()


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """A player's tables, and the file they were read from, which faults name."""

    file: str
    content: OwnTables


def read_own(path: Path) -> Own:
    """A player's own tables, not yet checked against a game. Raises BadFile."""
    raw = read_raw(path)
    check_header(raw, (OWN,), VERSION, str(path))
    content: OwnTables = convert(raw, OwnTables, str(path))
    if not content.tables and not content.scenario:
        raise BadFile(say("this file replaces nothing: it needs tables or a scenario."), str(path))
    return Own(file=str(path), content=content)


LARGEST_NUMBER = 10_000
"""In a player's own tables: beyond any map, and small enough for every calculation with it to come to an end."""


def check_numbers(own: Own) -> None:
    """Raise BadFile for a number that makes no sense in a table. Tables also come in other people's invitations and saved games."""
    whole = {"tables": own.content.tables, "scenario": own.content.scenario}
    todo: list[tuple[Keys, Any]] = [((), whole)]
    while todo:
        keys, value = todo.pop()
        if isinstance(value, dict):
            todo += [((*keys, str(key)), one) for key, one in value.items()]
        elif isinstance(value, list | tuple):
            todo += [((*keys, n), one) for n, one in enumerate(value)]
        elif isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            raise BadFile(
                say("a number in tables may be at most {most}.", most=LARGEST_NUMBER),
                own.file,
                show(whole, keys),
                keys,
            )


def merge_tables(shipped: Any, own: Own) -> Any:
    """The shipped tables of a game with the player's replacements, marked as such. Raises BadFile, which names the player's file."""
    kind = type(shipped)
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    raw: dict[str, Any] = msgspec.to_builtins(shipped)
    for name, given in own.content.tables.items():
        if name not in known or name in ("format", "version"):
            raise BadFile(
                say("this game has no such table.{guess}", guess=guess(name, known)),
                own.file,
                f"tables.{name}",
                ("tables", name),
            )
        sourced = isinstance(given, dict) and isinstance(raw[name], dict) and "source" in raw[name]
        provenance = {"provenance": f"{own.content.title}."}
        raw[name] = {**provenance, **given, "source": "own"} if sourced else given
    return convert(raw, kind, own.file, ("tables",))


def merge_scenario(raw: Mapping[str, Any], own: Own, kind: type, keyed: Iterable[str]) -> dict[str, Any]:
    """What a scenario sets up, with the player's changes. ``keyed`` are the keys identified by id. Raises BadFile."""
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    out = dict(raw)
    by_id = frozenset(keyed)
    for key in own.content.whole:
        if key not in own.content.scenario:
            raise BadFile(
                say("there is no scenario.{key} in this file.", key=key), own.file, "whole", ("whole",)
            )
    for key, given in own.content.scenario.items():
        where = f"scenario.{key}"
        if key not in known:
            raise BadFile(
                say("scenarios have no such key.{guess}", guess=guess(key, known)),
                own.file,
                where,
                ("scenario", key),
            )
        if key not in by_id:
            out[key] = given
            continue
        if not isinstance(given, dict):
            raise BadFile(say("this must be a set of ids."), own.file, where, ("scenario", key))
        joined = {} if key in own.content.whole else dict(out.get(key) or {})
        for name, facts in given.items():
            if facts is False:
                if joined.pop(name, None) is None:
                    raise BadFile(
                        say("there is no unit of this name to leave out.{guess}", guess=guess(name, joined)),
                        own.file,
                        f'{where}["{name}"]',
                        ("scenario", key, name),
                    )
            elif isinstance(facts, dict) and isinstance(joined.get(name), dict):
                joined[name] = {**joined[name], **facts}
            else:
                joined[name] = facts
        out[key] = joined
    return out
