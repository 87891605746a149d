"""Tables of a document as comma-separated values, for export to a spreadsheet and back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexbench.engine.documents.editing import DataTable, Field
from hexbench.engine.values import Say, Wrong, listed, say
from hexbench.session.editor.document import inside
from hexbench.session.editor.scenario import ScenarioDraft, unsaid
from hexbench.store.customs import brief

# Field values as text, as shown and accepted by table cells.

_TRUE: Final = ("yes", "true", "1", "x", "ja")
_FALSE: Final = ("", "no", "false", "0", "-", "nein")


def shown(field: Field, value: Any) -> str:
    """A value as text; the same text is read back by :func:`parsed`."""
    if value is None or value == field.blank:
        value = field.blank
    if value is None:
        return ""
    if field.kind == "flag":
        return "yes" if value else ""
    if field.kind in ("words", "hexes"):
        return value if isinstance(value, str) else " ".join(str(one) for one in value)
    if field.kind == "rows" and not value:
        return ""
    if field.kind in ("data", "rows"):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return str(value)


def parsed(field: Field, text: str, hexes: Sequence[str] | None = None) -> Any:
    """A value parsed from its text; empty text gives the field's blank. Raises ValueError (one sentence)."""
    text = text.strip()
    if field.kind == "flag":
        low = text.lower()
        if low not in (*_TRUE, *_FALSE):
            raise Wrong(
                say("{field} must be yes or no, not {text}.", field=field.name, text=repr(brief(text)))
            )
        return low in _TRUE
    if not text:
        if field.needed and field.blank in (None, ""):
            raise Wrong(say("{field} must not be empty.", field=field.name))
        return field.blank
    if field.kind == "number":
        return _number(field, text)
    if field.kind == "choice":
        return _choice(field, text)
    if field.kind in ("words", "hexes"):
        found = text.replace(",", " ").split()
        # Instead of a list, the name of a zone is allowed: lower case, unlike any hex number.
        return (
            text if field.kind == "hexes" and field.choices and text.islower() and len(found) == 1 else found
        )
    if field.kind in ("data", "rows"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            raise Wrong(say("{field} is not valid JSON.", field=field.name)) from None
        if field.kind == "rows" and not (
            isinstance(found, list) and all(isinstance(one, dict) for one in found)
        ):
            raise Wrong(say("{field} must be a list of rows.", field=field.name))
        return found
    return text


def _number(field: Field, text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise Wrong(
            say("{field} must be a whole number, not {text}.", field=field.name, text=repr(brief(text)))
        ) from None
    if not field.least <= value <= field.most:
        raise Wrong(
            say(
                "{field} must be a number from {least} to {most}.",
                field=field.name,
                least=field.least,
                most=field.most,
            )
        )
    return value


def _choice(field: Field, text: str) -> str:
    for value, name in field.choices:
        if text in (value, str(name)):
            return value
    for value, name in field.choices:
        if text.lower() in (value.lower(), str(name).lower()):
            return value
    known = listed([name if str(name) else say("nothing") for _, name in field.choices])
    raise Wrong(say("{field} must be one of {known}.", field=field.name, known=known))


ID = "id"
"""The column that holds the ids."""
ROWS = 20_000
SHOWN = 50
"""Problems reported for a pasted table at most."""
LONGEST = 4_000_000
"""Maximum size of a pasted table, in characters."""
ROW = "row"
"""The same for a list, whose entries are identified by position."""


@dataclass(frozen=True)
class Report:
    """The result of pasting a table: ids added and changed, and one sentence with its row for each thing
    skipped.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    problems: tuple[Say, ...] = ()


def write_csv(draft: ScenarioDraft, roll: DataTable) -> str:
    """A table as comma-separated values: a line of keys, then one line per entry."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_first(roll), *(field.key for field in roll.fields)])
    for uid, entry in draft.entries(roll).items():
        writer.writerow(
            [uid, *(shown(field, inside(entry, field.path, field.blank)) for field in roll.fields)]
        )
    return out.getvalue()


def _first(roll: DataTable) -> str:
    return ID if roll.keyed else ROW


def paste_csv(draft: ScenarioDraft, roll: DataTable, text: str) -> Report:
    """Paste a table as one edit: known ids are changed, new ones added; what does not fit is reported and skipped.

    Raises ValueError (one sentence) for a table that cannot be read at all.
    """
    rows = [row for row in cells(text, _delimiter(text)) if any(map(str.strip, row))]
    if len(rows) > ROWS:
        raise Wrong(say("This table is larger than the editor allows."))
    if not rows:
        raise Wrong(say("There is no table to paste."))
    columns, problems = _columns(roll, rows[0])
    there = draft.entries(roll)
    changes: dict[str, dict[str, Any]] = {}
    new: dict[str, dict[str, Any]] = {}
    seen: set[str] = set()
    for number, row in enumerate(rows[1:], start=2):
        facts, faults = _facts(number, row, columns)
        problems += faults
        uid = facts.pop("", "") or str(len(there) + len(new))
        if faults:
            continue
        if uid in seen:
            problems.append(say("Row {n}: the id {who} is used twice.", n=number, who=brief(uid)))
        elif uid in there:
            differing = _differing(roll, there[uid], facts)
            if differing:
                changes[uid] = differing
        else:
            try:
                new[uid] = _entry(draft, roll, uid, facts)
            except ValueError as fault:
                problems.append(
                    say(
                        "Row {n}: {fault}",
                        n=number,
                        fault=fault.say if isinstance(fault, Wrong) else str(fault),
                    )
                )
        seen.add(uid)
    if len(problems) > SHOWN:
        problems = [*problems[:SHOWN], say("And {n} more.", n=len(problems) - SHOWN)]
    n = len(changes) + len(new)
    what = say("Paste 1 row into {table}" if n == 1 else "Paste {n} rows into {table}", n=n, table=roll.name)
    draft.set_entries(what, roll, changes, new)
    return Report(tuple(new), tuple(changes), tuple(problems))


def cells(text: str, mark: str) -> list[list[str]]:
    """The cells of a table given as text with the delimiter ``mark``. Raises ValueError (one sentence)."""
    if len(text) > LONGEST:
        raise Wrong(say("This table is larger than the editor allows."))
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    try:
        return list(csv.reader(io.StringIO(plain), delimiter=mark))
    except csv.Error:
        raise Wrong(
            say("This is not a table: one of its cells is too long, or a quotation mark is never closed.")
        ) from None


def _delimiter(text: str) -> str:
    first = text.splitlines()[0] if text.splitlines() else ""
    return max("\t;,", key=first.count)


def _columns(roll: DataTable, head: list[str]) -> tuple[dict[int, Field | None], list[Say]]:
    """Column index -> its field, with None for the id column; and the problems found."""
    known = {name.lower(): field for field in roll.fields for name in (field.key, str(field.name))}
    found: dict[int, Field | None] = {}
    problems: list[Say] = []
    for i, name in enumerate(head):
        word = name.strip().lower()
        if word == _first(roll):
            found[i] = None
        elif word in known:
            found[i] = known[word]
        elif word:
            problems.append(
                say(
                    "The column {name} does not belong to this table and was skipped.",
                    name=brief(name.strip()),
                )
            )
    if None not in found.values() and roll.keyed:
        raise Wrong(say('The first line must name the columns, and one of them must be "id".'))
    return found, problems


def _facts(
    number: int, row: list[str], columns: Mapping[int, Field | None]
) -> tuple[dict[str, Any], list[Say]]:
    facts: dict[str, Any] = {}
    faults: list[Say] = []
    for i, text in enumerate(row):
        if i not in columns:
            continue
        field = columns[i]
        if field is None:
            facts[""] = text.strip()
            continue
        try:
            facts[field.key] = parsed(field, text)
        except ValueError as fault:
            faults.append(
                say("Row {n}: {fault}", n=number, fault=fault.say if isinstance(fault, Wrong) else str(fault))
            )
    return facts, faults


def _differing(roll: DataTable, entry: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """The values in which a row differs from the entry."""
    out: dict[str, Any] = {}
    for field in roll.fields:
        if field.key in facts and shown(field, facts[field.key]) != shown(
            field, inside(entry, field.path, field.blank)
        ):
            out[field.key] = facts[field.key]
    return out


def _entry(draft: ScenarioDraft, roll: DataTable, uid: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A new entry. Raises ValueError (one sentence)."""
    given = {field.key: unsaid(field, facts[field.key]) for field in roll.fields if field.key in facts}
    given = {key: value for key, value in given.items() if value is not None}
    if not roll.counters:
        return draft.made_entry(roll, given)
    side = str(facts.get("side") or facts.get("printed.side") or "")
    if side not in draft.game.sides:
        raise Wrong(
            say(
                "{name} is new: its side must be one of {known}.",
                name=brief(uid),
                known=", ".join(draft.game.sides),
            )
        )
    draft.check_new(uid)
    return draft.made(side, uid, "", given)
