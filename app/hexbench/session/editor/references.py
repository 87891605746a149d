"""Where a document names its counters and other entries, so that a new id is followed everywhere.

A document says of no word whether it is an id. What the game declares to be text, a number, a choice or a place is none
(a division may be called as its id is); everything else that is written exactly as the id is: keys of objects, words of
lists, units that wait in a box bearing another's name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from hexbench.session.editor import document as _document
from hexbench.session.editor.document import Key, Patch

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import Field
    from hexbench.session.editor.opened import OpenScenario

NAMING: Final = ("unit", "words", "data", "rows")
"""Kinds of fields that may name entries."""
_ANY: Final = "*"

Path = tuple[str, ...]


def followed(draft: OpenScenario, renames: Mapping[str, str]) -> tuple[Patch, ...]:
    """The patches after which everything of the document that named the old ids names the new ones."""
    told = {old: new for old, new in renames.items() if old not in structural(draft)}
    if not told:
        return ()
    plain = _plain_paths(draft)
    kept = {draft.editing.left_out} if draft.kind == "scenario" and draft.editing.left_out else set()
    return tuple(
        patch
        for file, start, content in _document.sources(draft.document)
        for key, value in content.items()
        if not (file and key in _document.HEADER)
        for patch in _within(value, file, (*start, key), (key,), told, plain, kept)
    )


def renamed(
    value: Any, renames: Mapping[str, str], plain: frozenset[Path] = frozenset(), at: Path = ()
) -> Any:
    """A value with the new ids in it; ``plain`` are the paths of what is no id."""
    if at in plain:
        return _box(value, renames)
    if isinstance(value, Mapping):
        return {
            renames.get(key, key): renamed(inner, renames, plain, (*at, str(key)))
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [renamed(inner, renames, plain, at) for inner in value]
    return _word(value, renames) if isinstance(value, str) else value


def plain_fields(fields: tuple[Field, ...]) -> frozenset[Path]:
    """The paths of an entry's fields that name nobody."""
    return frozenset(field.path for field in fields if field.kind not in NAMING)


def structural(draft: OpenScenario) -> frozenset[str]:
    """Words that a document is built of: as keys they stand for themselves, whatever a counter is called."""
    words: set[str] = set(draft.game.sides)
    for roll in draft.rolls:
        words.update(roll.path, *(field.path for field in roll.fields))
    for track in draft.tracks:
        words.update(track.path)
    for form in draft.forms:
        words.update(*(field.path for field in form.fields))
    for zones in draft.zones:
        words.update(zones.path, (name for name, _ in zones.names))
    return frozenset(words)


def _plain_paths(draft: OpenScenario) -> frozenset[Path]:
    """Paths from the content to what is no id; an asterisk stands for any entry."""
    out: set[Path] = set()
    for roll in draft.rolls:
        out.update((*roll.path, _ANY, *path) for path in plain_fields(roll.fields) if not roll.plain)
    out.update((*track.path, _ANY) for track in draft.tracks)
    out.update(path for form in draft.forms for path in plain_fields(form.fields))
    out.update((*zones.path, _ANY) for zones in draft.zones)
    return frozenset(out)


def _within(
    value: Any,
    file: str,
    keys: tuple[Key, ...],
    at: Path,
    renames: Mapping[str, str],
    plain: frozenset[Path],
    kept: set[Path],
) -> Iterator[Patch]:
    if at in kept:
        return
    if _is_plain(at, plain):
        box = _box(value, renames)
        if box != value:
            yield Patch(keys=keys, value=box, file=file)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _within(inner, file, (*keys, key), (*at, key), renames, plain, kept)
            if key in renames and renames[key] not in value:
                yield Patch(keys=(*keys, key), do="rename", value=renames[key], file=file)
    elif isinstance(value, list | tuple):
        for n, inner in enumerate(value):
            yield from _within(inner, file, (*keys, n), (*at, str(n)), renames, plain, kept)
    elif isinstance(value, str):
        new = _word(value, renames)
        if new != value:
            yield Patch(keys=keys, value=new, file=file)


def _is_plain(at: Path, plain: frozenset[Path]) -> bool:
    """Whether a path is one of those, its entries' ids and places being any."""
    return at in plain or any((*at[:n], _ANY, *at[n + 1 :]) in plain for n in range(len(at)))


def _word(text: str, renames: Mapping[str, str]) -> str:
    """An id, or a box that bears one."""
    return renames[text] if text in renames else str(_box(text, renames))


def _box(value: Any, renames: Mapping[str, str]) -> Any:
    """A box that bears an id (``#aboard/V1``): it does so even where only places are written."""
    if not isinstance(value, str) or not value.startswith("#") or "/" not in value:
        return value
    return "/".join(renames.get(part, part) for part in value.split("/"))
