"""Two versions of a map, part by part: what an edit changed, what was changed by hand after compilation, and
the way back.

A difference is one hex, hexside, road, place, zone, line, correction or header field that is not the same.
Undo, the redrawing of changes and the comparison with the compiled original are all based on these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from hexbench.atlas.sheet import MapSheet
from hexbench.engine.values import Say, Value, say
from hexbench.session.editor.document import Key, Patch

Part = Literal["cells", "hexsides", "roads", "places", "zones", "lines", "corrections", "head"]
HEAD: Final = (
    "key",
    "title",
    "source",
    "provenance",
    "credits",
    "kilometres_per_hex",
    "grid",
    "recipe_digest",
)
ROWS: Final[dict[str, Callable[[Any], str]]] = {
    "hexsides": lambda row: str(row.side),
    "roads": lambda row: str(row.side),
    "places": lambda row: str(row.name),
    "lines": lambda row: str(row.name),
    "corrections": lambda row: str(row.what),
}
"""The parts that are lists, and the function that names a row of each."""
MANY: Final = 150
"""From this many changed hexes on, they become one patch, because each patch copies the table of hexes."""


class Difference(Value, frozen=True):
    """One thing that differs: ``old`` or ``new`` is None if it does not exist in that version."""

    part: Part
    key: str
    old: Any = None
    new: Any = None

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes to highlight for it."""
        found: dict[str, None] = {}
        for row in (self.old, self.new):
            for name in _hexes(self.part, self.key, row):
                found[name] = None
        return tuple(found)


def _hexes(part: Part, key: str, row: Any) -> Iterable[str]:
    if row is None:
        return ()
    if part == "cells":
        return (key,)
    if part in ("hexsides", "roads"):
        return hexes_of_side(row.side)
    if part == "places":
        return tuple(row.hexes)
    if part == "zones":
        return tuple(row)
    if part == "lines":
        return tuple(name for side in row.sides for name in hexes_of_side(side))
    return ()


def hexes_of_side(side: str) -> tuple[str, ...]:
    """The hexes named by a hexside; on the map edge there is only one."""
    first, _, second = side.partition("/")
    return (first, second) if second[-1:].isdigit() else (first,)


def _rows_by_name(part: str, rows: Iterable[Any]) -> dict[str, Any]:
    """A list part indexed by row names; a repeated name gets a number appended."""
    name, out = ROWS[part], dict[str, Any]()
    for row in rows:
        key, n = name(row), 2
        while key in out:
            key, n = f"{name(row)}#{n}", n + 1
        out[key] = row
    return out


def differences(old: MapSheet, new: MapSheet) -> tuple[Difference, ...]:
    """Everything that differs between two maps, part by part."""
    out: list[Difference] = []
    if old.cells is not new.cells:
        out += _unlike("cells", old.cells, new.cells)
    for part in ROWS:
        before, after = getattr(old, part), getattr(new, part)
        if before is not after and before != after:
            out += _unlike(part, _rows_by_name(part, before), _rows_by_name(part, after))  # type: ignore[arg-type]
    if old.zones is not new.zones:
        out += _unlike("zones", old.zones, new.zones)
    for field in HEAD:
        before, after = getattr(old, field), getattr(new, field)
        if before != after:
            out.append(Difference("head", field, before, after))
    return tuple(out)


def _unlike(part: Part, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Difference]:
    gone = [Difference(part, key, row, new.get(key)) for key, row in old.items() if new.get(key) != row]
    come = [Difference(part, key, None, row) for key, row in new.items() if key not in old]
    return gone + come


# ---- differences and reverting them ----------------------------------------------------------------------------------
def taken_back(sheet: MapSheet, changes: Iterable[Difference]) -> MapSheet:
    """The map with these differences reverted to their old values."""
    by_part: dict[str, dict[str, Any]] = {}
    for one in changes:
        by_part.setdefault(one.part, {})[one.key] = one.old
    fields: dict[str, Any] = {}
    for part, wanted in by_part.items():
        if part == "head":
            fields |= wanted
        elif part in ROWS:
            fields[part] = with_rows(getattr(sheet, part), part, wanted)
        else:
            kept = {**getattr(sheet, part), **wanted}
            fields[part] = {key: row for key, row in kept.items() if row is not None}
    return replace(sheet, **fields)


def with_rows(rows: Sequence[Any], part: str, wanted: Mapping[str, Any]) -> tuple[Any, ...]:
    """A list part with rows replaced, removed (None) or added: in sorted order if the list was sorted,
    otherwise at the end.
    """
    name, known = ROWS[part], _rows_by_name(part, rows)
    in_order = _sorted(list(known))
    out = {key: wanted.get(key, row) for key, row in known.items()}
    out |= {key: row for key, row in wanted.items() if key not in known}
    kept = [row for row in out.values() if row is not None]
    if in_order and part in ("hexsides", "roads"):
        kept.sort(key=name)
    return tuple(kept)


def _sorted(keys: list[str]) -> bool:
    return all(a <= b for a, b in pairwise(keys))


# ---- patches ---------------------------------------------------------------------------------------------------------
def patches(old: MapSheet, new: MapSheet, raw: Mapping[str, Any]) -> list[Patch]:
    """The patches that turn the old map's file into the new one's, one for each thing that differs."""
    out: list[Patch] = []
    for part in ("cells", "zones"):
        before, after = getattr(old, part), getattr(new, part)
        if before is after or before == after:
            continue
        gone = [key for key in before if key not in after]
        come = [key for key, row in after.items() if before.get(key) != row]
        if part not in raw or (part == "zones" and not after) or len(gone) + len(come) > MANY:
            out.append(_whole(part, after))
            continue
        out += [Patch(keys=(part, key), do="drop") for key in gone]
        out += [Patch(keys=(part, key), value=_plain(after[key])) for key in come]
    for part in ROWS:
        before, after = getattr(old, part), getattr(new, part)
        if before != after:
            if part not in raw or not after:
                out.append(_whole(part, after))
            else:
                out += _rows_patches((part,), before, after)
    for field in HEAD:
        before, after = getattr(old, field), getattr(new, field)
        if before != after:
            out.append(_whole(field, after))
    return out


def _whole(part: str, value: Any) -> Patch:
    if value in ((), {}, "") and part not in ("title", "key", "provenance", "cells"):
        return Patch(keys=(part,), do="drop")
    return Patch(keys=(part,), value=_plain(value))


def _rows_patches(at: tuple[Key, ...], old: Sequence[Any], new: Sequence[Any]) -> list[Patch]:
    """A few patches that turn one list into another, leaving equal rows at both ends alone."""
    first, last = 0, 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    a, b = list(old[first : len(old) - last]), list(new[first : len(new) - last])
    kept = _in_step(a, b)
    if kept is None:
        return [Patch(keys=at, value=_plain(list(new)))]
    stayed = set(kept.values())
    gone = [Patch(keys=(*at, first + i), do="drop") for i in range(len(a) - 1, -1, -1) if i not in kept]
    come = [
        Patch(keys=(*at, first + j), value=_plain(row), do="insert")
        for j, row in enumerate(b)
        if j not in stayed
    ]
    return gone + come


def _in_step(a: Sequence[Any], b: Sequence[Any]) -> dict[int, int] | None:
    """Index in ``a`` -> index in ``b`` of the rows common to both; None if their order differs."""
    where = {row: j for j, row in enumerate(b)}
    kept, at = dict[int, int](), -1
    for i, row in enumerate(a):
        j = where.get(row)
        if j is None:
            continue
        if j <= at:
            return None
        kept[i] = at = j
    return kept


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


# ---- in words --------------------------------------------------------------------------------------------------------
def told(one: Difference) -> Say:
    """A difference as a sentence."""
    if one.part == "cells":
        return _hex_told(one)
    if one.part == "zones":
        return _zone_told(one)
    what = _thing(one)
    if one.old is None:
        return say("{what}: new, {new}", what=what, new=_words(one.part, one.new))
    if one.new is None:
        return say("{what}: removed, was {old}", what=what, old=_words(one.part, one.old))
    return say(
        "{what}: {new}, was {old}", what=what, new=_words(one.part, one.new), old=_words(one.part, one.old)
    )


def _thing(one: Difference) -> Say:
    """What differs, other than hexes and zones, as its sentence begins."""
    return {
        "hexsides": say("Hexside {key}", key=one.key),
        "roads": say("Road across {key}", key=one.key),
        "places": say("{key}", key=one.key),
        "lines": say("Line {key}", key=one.key),
        "corrections": say("Correction: {key}", key=one.key),
        "head": say("{key}", key=one.key.replace("_", " ").capitalize()),
    }[one.part]


_HOW: Final = re.compile(
    r"new, .+|removed.*|.+, was .+|\d+ added, \d+ removed .+"
    # as earlier versions put it
    r"|.+, new|gone, it .+|taken off the map"
)


def tells_of(sentence: str, one: Difference) -> bool:
    """Whether a sentence in a map's list of corrections is about the thing that differs, whatever it says of it: the sentence
    of this version or of an earlier one, but not a player's own words.
    """
    titles = {"cells": "Hex", "zones": "Zone"}
    begins = [f"{titles[one.part]} {one.key}" if one.part in titles else str(_thing(one))]
    if one.part == "roads":
        begins.append(f"Road over {one.key}")  # as earlier versions put it
    return any(
        sentence.startswith(f"{begin}: ") and _HOW.fullmatch(sentence.removeprefix(f"{begin}: ")) is not None
        for begin in begins
    )


def _hex_told(one: Difference) -> Say:
    if one.old is None:
        return say("Hex {key}: new, {new}", key=one.key, new=_words("cells", one.new))
    if one.new is None:
        return say("Hex {key}: removed from the map", key=one.key)
    return say(
        "Hex {key}: {new}, was {old}",
        key=one.key,
        new=_words("cells", one.new),
        old=_words("cells", one.old),
    )


def _zone_told(one: Difference) -> Say:
    if one.old is None:
        n = len(one.new)
        return say("Zone {key}: new, 1 hex" if n == 1 else "Zone {key}: new, {n} hexes", key=one.key, n=n)
    if one.new is None:
        n = len(one.old)
        return say(
            "Zone {key}: removed, had 1 hex" if n == 1 else "Zone {key}: removed, had {n} hexes",
            key=one.key,
            n=n,
        )
    come, gone = sorted(set(one.new) - set(one.old)), sorted(set(one.old) - set(one.new))
    return say(
        "Zone {key}: {come} added, {gone} removed ({which})",
        key=one.key,
        come=len(come),
        gone=len(gone),
        which=", ".join((come + gone)[:6]),
    )


ROADS: Final[Mapping[str, Say]] = {
    "main": say("main road"),
    "second": say("secondary road"),
    "minor": say("minor road"),
    "road": say("road"),
}
"""Names of kinds of road in any game; any other kind is its own name."""


def _words(part: str, row: Any) -> Say | str:
    if part == "cells":
        said = _one_by_one([row.terrain, *row.features])
        return say("{what} ↑{level}", what=said, level=row.elevation) if row.elevation else said
    if part == "hexsides":
        said = _one_by_one(row.kinds, comma=True)
        return say("{what} ({name})", what=said, name=row.name) if row.name else said
    if part == "roads":
        return ROADS.get(row.kind, str(row.kind))
    if part == "places":
        return say("{kind} in {hexes}, rank {rank}", kind=row.kind, hexes=", ".join(row.hexes), rank=row.rank)
    if part == "lines":
        n = len(row.sides)
        return say("{kind}, 1 hexside" if n == 1 else "{kind}, {n} hexsides", kind=row.kind, n=n)
    if part == "corrections":
        return str(row.why)
    return _short(row)


def _one_by_one(kinds: Sequence[str], *, comma: bool = False) -> Say | str:
    """Kinds of terrain, each a word that can be translated."""
    found: Say | str = kinds[0].replace("_", " ") if kinds else ""
    for kind in kinds[1:]:
        more = kind.replace("_", " ")
        found = (
            say("{first}, {more}", first=found, more=more)
            if comma
            else say("{first} {more}", first=found, more=more)
        )
    return found


def _short(value: Any) -> str:
    text = str(msgspec.to_builtins(value))
    return text if len(text) <= 60 else text[:57] + "..."
