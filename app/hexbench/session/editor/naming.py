"""Names shown in the window for places in a document: the counter and the field, never the path of keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.documents.editing import Field
from hexbench.engine.values import Complaint, Say, Wrong, say
from hexbench.session.editor.document import Key, inside
from hexbench.store.strict import BadFile

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import DataTable
    from hexbench.session.editor.opened import OpenScenario

FRAME: Final = ("scenario", "position", "mission")
"""Path keys that contain everything and therefore say nothing."""

_PATH: Final = re.compile(r'([^.\[\]]+)|\["([^"]*)"\]|\[(\d+)\]')
"""One key of a path written for people: a word, a quoted one, or a number."""

HEADER: Final[dict[str, Say]] = {
    "title": say("Title"),
    "blurb": say("Notes"),
    "source": say("Source"),
    "provenance": say("Provenance"),
    "first_turn": say("First turn, in words"),
    "last_turn": say("Last turn, in words"),
    "map": say("Map"),
    "order": say("Order in lists"),
    "options": say("Options"),
    "base": say("Base scenario"),
    "include": say("Parts"),
    "name": say("File name"),
    "game": say("Game"),
    "format": say("Document type"),
}
"""Names of the fields that every document has."""


def unit_said(draft: OpenScenario, uid: str) -> Say | str:
    """The name of a counter as on the map."""
    face = draft.face(uid)
    return face.title if face is not None and str(face.title) else uid


def keys_said(draft: OpenScenario, keys: Sequence[Key]) -> Say | None:
    """The name of a place in a document; None for the document as a whole."""
    if keys and keys[0] in HEADER and keys[0] not in FRAME:
        return _with_rest(HEADER[str(keys[0])], keys[1:] if keys[0] != "map" else ())
    inner = tuple(keys[1:] if keys and keys[0] == draft.kind else keys)
    if not inner or all(key in FRAME for key in inner):
        return None
    for roll in sorted(draft.rolls, key=lambda roll: -len(roll.path)):
        n = len(roll.path)
        if inner[:n] == roll.path and len(inner) > n:
            return _entry_said(draft, roll, inner[n], inner[n + 1 :])
        if inner == roll.path:
            return roll.name
    for track in draft.tracks:
        n = len(track.path)
        if inner[:n] == track.path:
            if len(inner) == n:
                return track.name
            turn = next((t.name for t in draft.turns if t.id == inner[n]), str(inner[n]))
            return say("{track}, {turn}", track=track.name, turn=turn)
    fields = [field for form in draft.forms for field in form.fields]
    found = _field(fields, inner)
    if found is not None:
        return _with_rest(found.name, inner[len(found.path) :])
    for zones in sorted(draft.zones, key=lambda zones: -len(zones.path)):
        n = len(zones.path)
        if inner[:n] == zones.path and len(inner) > n:
            return zone_said(draft, str(inner[n]))
    return _with_rest(None, inner)


def zone_said(draft: OpenScenario, name: str) -> Say:
    """The name of a zone."""
    for zones in draft.zones:
        for key, title in (*zones.names, *zones.families):
            if name == key:
                return title
            if key and (key, title) in zones.families and name.startswith(key):
                return say("{family} {name}", family=title, name=name.removeprefix(key).replace("_", " "))
    return say("{zone}", zone=name.replace("_", " "))


def _entry_said(draft: OpenScenario, roll: DataTable, key: Key, rest: Sequence[Key]) -> Say:
    """The name of an entry, with the field that is meant."""
    who: Say | str
    if roll.counters:
        who = unit_said(draft, _id_of(draft, roll, key))
    elif roll.keyed:
        who = say("{table} {row}", table=roll.name, row=str(key))
    else:
        who = say("{table} {row}", table=roll.name, row=int(key) + 1 if isinstance(key, int) else str(key))
    if not rest:
        return say("{who}", who=who)
    field = _field(roll.fields, rest)
    if field is None:  # a printed value is named as if it were in the entry itself
        field = next((one for one in roll.fields if one.path[-1:] == tuple(rest[-1:])), None)
        return say("{who}: {field}", who=who, field=field.name if field else _words(rest))
    return say("{who}: {field}", who=who, field=_with_rest(field.name, rest[len(field.path) :], field.rows))


def _id_of(draft: OpenScenario, roll: DataTable, key: Key) -> str:
    """The id of an entry in a list."""
    if isinstance(key, int):
        table = inside(draft.document.main, (draft.kind, *roll.path))
        entry = table[key] if isinstance(table, list | tuple) and key < len(table) else {}
        return str(entry.get("id", key)) if isinstance(entry, dict) else str(key)
    return key


def _field(fields: Sequence[Field], keys: Sequence[Key]) -> Field | None:
    """The field that a path leads to or into."""
    fitting: Iterator[Field] = (field for field in fields if tuple(keys[: len(field.path)]) == field.path)
    return max(fitting, key=lambda field: len(field.path), default=None)


def _with_rest(name: Say | None, rest: Sequence[Key], rows: Sequence[Field] = ()) -> Say:
    """A name followed by the rest of the path in words."""
    if not rest:
        return name if name is not None else say("")
    inner = _field(rows, rest[1:]) if rows else None
    if name is not None and inner is not None and isinstance(rest[0], int):
        return say("{field} {n}, {inner}", field=name, n=rest[0] + 1, inner=inner.name)
    more = _words(rest)
    return say("{field}, {more}", field=name, more=more) if name is not None else say("{more}", more=more)


def _words(keys: Sequence[Key]) -> str:
    found = [
        str(key + 1) if isinstance(key, int) else key.replace("_", " ") for key in keys if key not in FRAME
    ]
    return ", ".join(found)


def told(draft: OpenScenario, keys: Sequence[Key], reason: Say | str) -> Say:
    """A sentence preceded by the place it is about."""
    where = keys_said(draft, keys)
    if where is None or not str(where):
        if isinstance(reason, Say):
            return reason
        return say("{reason}", reason=reason[:1].upper() + reason[1:])
    return say("{where}: {reason}", where=_capital(where), reason=reason)


def _capital(where: Say) -> Say:
    """With an initial capital, if it is plain text."""
    if where.template == "{more}":
        return say("{more}", more=str(where)[:1].upper() + str(where)[1:])
    return where


def keys_of(where: str) -> tuple[Key, ...]:
    """The keys of a path written for people."""
    return tuple(int(c) if c else a or b for a, b, c in _PATH.findall(where))


def complaint_said(draft: OpenScenario, sentence: str) -> tuple[tuple[Key, ...], Say]:
    """A complaint of the game's check: its place in the document, and the sentence with the names used in the
    window.
    """
    where, colon, reason = sentence.partition(": ")
    keys = keys_of(where) if colon and " " not in where.partition('["')[0] else ()
    if keys and keys[0] not in ("scenario", "position"):
        keys = (draft.kind, *keys)
    # Most can be translated; the path is given in the window's names, or left out.
    said = sentence.because if isinstance(sentence, Complaint) else None
    return keys, told(draft, keys, said or reason) if keys else said or say("{sentence}", sentence=sentence)


def fault_said(draft: OpenScenario, fault: BadFile) -> Say:
    """Why a document cannot be read, with the names used in the window; a fault in another file names that
    file.
    """
    reason = fault.because
    own = ("", "new.json", str(draft.path or ""))
    if fault.file not in own and not fault.file.endswith(
        tuple(f"/{part}" for part in draft.parts) or ("\0",)
    ):
        return say("{sentence}", sentence=str(fault))
    # What a game says about its positions already uses names for people.
    return told(draft, fault.keys or keys_of(fault.where), reason)


def why_said(draft: OpenScenario, fault: Any) -> Say | str:
    """The sentence of whatever prevented an edit."""
    if isinstance(fault, Wrong):
        return fault.say
    return fault_said(draft, fault) if isinstance(fault, BadFile) else str(fault)
