"""A document as the editor changes it: the plain content of one file and of the parts it includes.

Nothing is known of its meaning here. A change is a few patches, each at a path of keys in one of the files; a document is
a value, so that every earlier one stays what it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from hexbench.engine.values import Value

MAIN: Final = ""
"""The name of the file itself; parts go by the names they are included under."""

Key = str | int


class Patch(Value, frozen=True, kw_only=True):
    """One change: ``set`` what is at ``keys`` (an object's key may be new), ``drop`` it, ``insert`` before that place of a list,
    or ``rename`` it: its key becomes ``value`` and keeps its place in the object; without keys, the part itself.
    """

    keys: tuple[Key, ...]
    value: Any = None
    do: Literal["set", "drop", "insert", "rename"] = "set"
    file: str = MAIN


class Document(Value, frozen=True):
    """The files of a document by name; treat what is in them as frozen."""

    files: dict[str, Any]

    @property
    def main(self) -> Any:
        """The content of the file itself."""
        return self.files[MAIN]

    def get(self, keys: Sequence[Key], default: Any = None, file: str = MAIN) -> Any:
        """What is at a path; ``default`` where there is nothing."""
        found: Any = self.files.get(file)
        for key in keys:
            if not (key in found if isinstance(found, Mapping) else _in_list(found, key)):
                return default
            found = found[key]
        return found


def _in_list(found: Any, key: Key) -> bool:
    return isinstance(found, list | tuple) and isinstance(key, int) and 0 <= key < len(found)


def patched(document: Document, patches: Iterable[Patch]) -> Document:
    """The document with changes made one after the other. Raises ValueError (one sentence) for a path that leads nowhere."""
    files = dict(document.files)
    for patch in patches:
        if patch.file not in files:
            raise ValueError(f"There is no part {patch.file!r} in this document.")
        if patch.do == "rename" and not patch.keys:
            files = {str(patch.value) if name == patch.file else name: one for name, one in files.items()}
            continue
        files[patch.file] = _at(files[patch.file], patch.keys, patch, patch.keys)
    return Document(files)


def _at(old: Any, keys: tuple[Key, ...], patch: Patch, whole: tuple[Key, ...]) -> Any:
    """A copy of ``old``, shallow but for the path, with the patch made."""
    if not keys:
        return patch.value
    key, rest = keys[0], keys[1:]
    if isinstance(old, dict) and isinstance(key, str):
        if not rest and patch.do == "rename":
            if key not in old or patch.value in old:
                raise _nowhere(whole)
            return {patch.value if name == key else name: one for name, one in old.items()}
        made = dict(old)
        if not rest and patch.do == "drop":
            if key not in made:
                raise _nowhere(whole)
            del made[key]
        else:
            made[key] = _at(made.get(key, {} if rest else None), rest, patch, whole)
        return made
    if isinstance(old, list | tuple) and isinstance(key, int) and 0 <= key <= len(old):
        row = list(old)
        if not rest and patch.do == "insert":
            row.insert(key, patch.value)
        elif key == len(row):
            raise _nowhere(whole)
        elif not rest and patch.do == "drop":
            del row[key]
        else:
            row[key] = _at(row[key], rest, patch, whole)
        return row
    raise _nowhere(whole)


def _nowhere(keys: tuple[Key, ...]) -> ValueError:
    return ValueError(f"There is nothing at {'.'.join(map(str, keys)) or 'the beginning'} to be changed.")


def packed(patches: Sequence[Patch]) -> str:
    """Patches as the text an action carries."""
    return msgspec.json.encode(list(patches)).decode()


def unpacked(text: str) -> tuple[Patch, ...]:
    """Patches from that text."""
    return tuple(msgspec.json.decode(text, type=list[Patch]))
