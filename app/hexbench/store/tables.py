"""Reading a game's tables, palette and ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from hexbench.engine.ledger import Ledger, LedgerError, parse
from hexbench.store.strict import BadFile, check_header, convert, parse_toml, read_raw, read_text

FORMAT = "hexbench-tables"
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
