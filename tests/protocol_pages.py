"""The pages of the engine protocol that list the keys of a unit and of its counter, written from the table of its game.

``python -m tests.protocol_pages`` writes them anew; tests/test_protocol_pages.py fails if a page is out of date. The
meaning of a key is the docstring of its field in the struct; values, bounds and who changes it come from the table.
"""

from __future__ import annotations

import ast
import itertools
import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from inspect import getsource
from pathlib import Path
from typing import Any

import msgspec

from hexbench import bootstrap
from hexbench.engine.documents.fields import EditableField, FieldTable

ROOT = Path(__file__).resolve().parent.parent
NEEDED = "needed"


def table_of(game: str) -> FieldTable:
    """The table of a game."""
    found: FieldTable = import_module(f"hexbench.games.{game}.fields").UNITS
    return found


def page_of(game: str) -> Path:
    """The page of a game."""
    return ROOT / "docs" / f"engine-protocol-{game.replace('_', '-')}.md"


def docstrings(struct: type) -> Mapping[str, str]:
    """The meanings of the fields of a struct, including those of its bases."""
    found: dict[str, str] = {}
    for one in reversed(struct.__mro__):
        if not issubclass(one, msgspec.Struct) or one is msgspec.Struct:
            continue
        module = sys.modules[one.__module__]
        body = next(
            node.body
            for node in ast.parse(getsource(module)).body
            if isinstance(node, ast.ClassDef) and node.name == one.__name__
        )
        for field, after in itertools.pairwise(body):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
            ):
                found[field.target.id] = " ".join(str(after.value.value).split())
    return found


def rows(struct: type, fields: tuple[EditableField, ...], hand: bool) -> Iterator[str]:
    """The lines of one table."""
    told = docstrings(struct)
    required = {one.name for one in msgspec.structs.fields(struct) if one.required}
    yield f"| key | values | left out |{' hand |' if hand else ''}"
    yield f"|---|---|---|{'---|' if hand else ''}"
    for one in fields:
        means = one.doc or told.get(one.key, "") or str(one.help) or str(one.name)
        parts = [part for part in (_values(one), means.rstrip(".").replace("``", "`")) if part]
        out = one.unsaid or (NEEDED if one.key in required else _blank(one))
        secret = "; the other side does not see it" if one.secret else ""
        changed = f" {'yes' if one.shown and one.hand else ''} |" if hand else ""
        yield f"| `{one.key}` | {': '.join(parts)}{secret} | {out} |{changed}"


def _values(one: EditableField) -> str:
    if one.kind == "flag":
        return "" if one.doc else "true"
    if one.kind == "choice":
        return ", ".join(f"`{value}`" for value, _ in one.choices if value)
    return f"{one.least} to {one.most}" if one.kind == "number" else ""


def _blank(one: EditableField) -> str:
    blank: Any = one.blank
    if one.kind == "flag":
        return str(bool(blank)).lower()
    if one.kind == "number":
        return "none" if blank is None else str(blank)
    return f"`{blank}`" if isinstance(blank, str) and blank else "none"


def written(game: str, text: str) -> str:
    """The page with its tables up to date. Raises ValueError for a page without a place for one."""
    table = table_of(game)
    parts = {"unit": "\n".join(rows(table.unit, table.stands, hand=True))}
    if table.printed is not None:
        parts["counter"] = "\n".join(rows(table.printed, (*table.counter, *table.begins), hand=False))
    for name, lines in parts.items():
        mark = re.compile(rf"(<!-- fields: {name} -->\n).*?(\n<!-- end -->)", re.DOTALL)
        if not mark.search(text):
            raise ValueError(f"The page of {game} has no place for the fields of a {name}.")
        text = mark.sub(lambda found, lines=lines: f"{found[1]}{lines}{found[2]}", text)  # type: ignore[misc]
    return text


def games() -> tuple[str, ...]:
    """The shipped games with a table."""
    return tuple(
        game.key for game in bootstrap.GAMES if find_spec(f"hexbench.games.{game.key}.fields") is not None
    )


def main() -> None:
    """Write every page anew."""
    for game in games() if len(sys.argv) < 2 else sys.argv[1:]:
        page = page_of(game)
        page.write_text(written(game, page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
