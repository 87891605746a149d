"""A document as the editor changes it: the plain content of one file and of the parts it includes.

This module knows nothing about what the content means. A change is a few patches, each at a path of keys in
one of the files. A document is immutable, so every earlier version stays available.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import msgspec

from hexbench.atlas.sheet import MapSheet
from hexbench.engine.documents.editing import DataTable, Format
from hexbench.engine.values import Problem, Say, Value, Wrong, say
from hexbench.session.game import Bound, Catalogue, LoadedScenario
from hexbench.session.library import compose
from hexbench.store import maps, scenarios
from hexbench.store.scenarios import POSITION, PositionFile, ScenarioFile
from hexbench.store.strict import BadFile

MAIN: Final = ""
"""The name of the main file; parts go by the names they are included under."""

Key = str | int


class Patch(Value, frozen=True, kw_only=True):
    """One change: ``set`` the value at ``keys`` (an object's key may be new), ``drop`` it, ``insert`` before
    that place of a list, or ``rename`` it: its key becomes ``value`` and keeps its place in the object.
    Without keys the patch applies to the part itself.
    """

    keys: tuple[Key, ...]
    value: Any = None
    do: Literal["set", "drop", "insert", "rename"] = "set"
    file: str = MAIN


class Document(Value, frozen=True):
    """The files of a document by name; treat their content as frozen."""

    files: dict[str, Any]

    @property
    def main(self) -> Any:
        """The content of the main file."""
        return self.files[MAIN]

    def get(self, keys: Sequence[Key], default: Any = None, file: str = MAIN) -> Any:
        """The value at a path, or ``default`` if there is none."""
        found: Any = self.files.get(file)
        for key in keys:
            if not (key in found if isinstance(found, Mapping) else _in_list(found, key)):
                return default
            found = found[key]
        return found


def _in_list(found: Any, key: Key) -> bool:
    return isinstance(found, list | tuple) and isinstance(key, int) and 0 <= key < len(found)


def patched(document: Document, patches: Iterable[Patch]) -> Document:
    """The document with the changes applied in order. Raises ValueError (one sentence) for a path that does
    not exist.
    """
    files = dict(document.files)
    for patch in patches:
        if patch.file not in files:
            raise Wrong(say('There is no part "{part}" in this document.', part=patch.file))
        if patch.do == "rename" and not patch.keys:
            files = {str(patch.value) if name == patch.file else name: one for name, one in files.items()}
            continue
        files[patch.file] = _at(files[patch.file], patch.keys, patch, patch.keys)
    return Document(files)


def _at(old: Any, keys: tuple[Key, ...], patch: Patch, whole: tuple[Key, ...]) -> Any:
    """A copy of ``old`` with the patch applied; only the containers on the path are copied."""
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
    return Wrong(
        say("There is nothing at {place} to be changed.", place=".".join(map(str, keys)))
        if keys
        else say("There is nothing at the beginning to be changed.")
    )


def packed(patches: Sequence[Patch]) -> str:
    """Patches encoded as the text an action carries."""
    return msgspec.json.encode(list(patches)).decode()


def unpacked(text: str) -> tuple[Patch, ...]:
    """Patches decoded from that text."""
    return tuple(msgspec.json.decode(text, type=list[Patch]))


# The content of a scenario or position document with its included parts merged in, and the file in which each
# thing is found.

HEADER = frozenset(("format", "version", "title", "source", "provenance"))
"""Keys of a part that do not belong to the scenario itself."""


class Spot(NamedTuple):
    """A place in one of a document's files."""

    file: str
    keys: tuple[Key, ...]


def kind_of(document: Document) -> Format:
    """Whether the document is a scenario or a position."""
    return "position" if document.get(("format",)) == POSITION else "scenario"


def sources(document: Document) -> Iterator[tuple[str, tuple[Key, ...], Mapping[str, Any]]]:
    """Yields (file, path at which its content begins, content), the main file first."""
    kind = kind_of(document)
    yield MAIN, (kind,), document.get((kind,), {})
    for name, content in document.files.items():
        if name != MAIN and isinstance(content, Mapping):
            yield name, (), content


def merged(document: Document, keyed: Iterable[str] = ()) -> dict[str, Any]:
    """The merged content of all files; the top-level keys in ``keyed`` are indexed by id even where they are
    written as lists.
    """
    by_id = frozenset(keyed)
    out: dict[str, Any] = {}
    for file, _, content in sources(document):
        for key, value in content.items():
            if file != MAIN and key in HEADER:
                continue
            new = _by_id(value) if key in by_id else value
            old = out.get(key)
            if isinstance(old, list) and isinstance(new, list):
                out[key] = [*old, *new]
            elif isinstance(old, Mapping) and isinstance(new, Mapping):
                out[key] = {**new, **old}
            else:
                out[key] = new if old is None else old
    return out


def _by_id(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return {
        str(one["id"]): {key: inner for key, inner in one.items() if key != "id"}
        for one in value
        if isinstance(one, Mapping) and "id" in one
    }


def place_of(document: Document, path: tuple[str, ...]) -> Spot:
    """Where a path of the content is found, or where it would be placed if it does not exist yet."""
    first: Spot | None = None
    for file, start, _ in sources(document):
        spot = Spot(file, (*start, *path))
        first = first or spot
        if document.get(spot.keys, file=file) is not None:
            return spot
    for file, start, content in sources(document):
        if path and path[0] in content:
            return Spot(file, (*start, *path))
    assert first is not None, "the document itself is always there"
    return first


def entries_of(document: Document, roll: DataTable) -> dict[str, tuple[Spot, Any]]:
    """Every entry of a table by its id (in a list: its index), with its place."""
    found: dict[str, tuple[Spot, Any]] = {}
    count = 0
    for file, start, _ in sources(document):
        here = (*start, *roll.path)
        table = document.get(here, file=file)
        if isinstance(table, Mapping):
            for name, entry in table.items():
                found.setdefault(name, (Spot(file, (*here, name)), entry))
        elif isinstance(table, list | tuple):
            for i, entry in enumerate(table):
                name = (
                    str(entry.get("id", count)) if roll.keyed and isinstance(entry, Mapping) else str(count)
                )
                found.setdefault(name, (Spot(file, (*here, i)), entry))
                count += 1
    return found


def doubled(document: Document, roll: DataTable) -> list[tuple[str, Spot]]:
    """Ids that occur in the document more than once, with the place of each occurrence but the first."""
    seen: set[str] = set()
    out: list[tuple[str, Spot]] = []
    for file, start, _ in sources(document):
        here = (*start, *roll.path)
        table = document.get(here, file=file)
        pairs: list[tuple[Key, str]] = []
        if isinstance(table, Mapping):
            pairs = [(name, name) for name in table]
        elif isinstance(table, list | tuple):
            pairs = [
                (i, str(one["id"])) for i, one in enumerate(table) if isinstance(one, Mapping) and "id" in one
            ]
        for key, name in pairs:
            if name in seen:
                out.append((name, Spot(file, (*here, key))))
            seen.add(name)
    return out


def new_spot(document: Document, roll: DataTable, name: str) -> tuple[Spot, bool]:
    """Where a new entry goes, and whether it has to be inserted into a list."""
    spot = place_of(document, roll.path)
    table = document.get(spot.keys, file=spot.file)
    if isinstance(table, list | tuple) or (table is None and not roll.keyed):
        return Spot(spot.file, (*spot.keys, len(table or ()))), True
    return Spot(spot.file, (*spot.keys, name)), False


def inside(entry: Any, path: tuple[str, ...], default: Any = None) -> Any:
    """The value at a path of an entry, or ``default``."""
    for key in path:
        if not isinstance(entry, Mapping) or key not in entry:
            return default
        entry = entry[key]
    return entry


def put(entry: Mapping[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """A copy of an entry with another value at a path; ``None`` removes it."""
    out = dict(entry)
    if len(path) > 1:
        inner = put(out.get(path[0]) or {}, path[1:], value)
        if inner or value is not None:
            out[path[0]] = inner
        else:
            out.pop(path[0], None)
    elif value is None:
        out.pop(path[0], None)
    else:
        out[path[0]] = value
    return out


NOWHERE: Final = Path("new.json")
"""The path of a document that has no file yet."""


@dataclass(frozen=True)
class Compiled:
    """The result of compiling a document.

    ``state`` is the opening position, run to its first decision; None if ``fault`` says why there is none.
    ``complaints`` are the game's sentences about the scenario, ``problems`` those of its audit: with either,
    the scenario can be shown but not played. Next to a fault, the complaints say what the game would have
    failed on.
    """

    bound: Bound | None
    loaded: LoadedScenario | None
    state: Any
    fault: BadFile | None
    complaints: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


class Compiler:
    """Compiles documents of one catalogue. Maps and base scenarios are cached, since they rarely change
    between edits.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._bound: tuple[Any, Bound] | None = None
        self._bases: dict[tuple[str, str], LoadedScenario] = {}

    def forget(self) -> None:
        """Drop the cached maps and base scenarios because they have been edited in the meantime."""
        self._bound = None
        self._bases.clear()

    def compile(self, document: Document, path: Path | None) -> Compiled:
        """Compile a document. Never raises: every fault is part of the result."""
        bound: Bound | None = None
        complaints: tuple[str, ...] = ()
        where = path or NOWHERE
        try:
            file = scenarios.parse_file(document.main, where)
            bound = self._bind(file, str(where))
            loaded, complaints = self._load(file, document, where, bound)
            state = _begun(loaded, str(where))
        except BadFile as fault:
            return Compiled(bound, None, None, fault, complaints)
        except Exception as fault:  # noqa: BLE001 - what is half made may trip the game that reads it, too
            return Compiled(bound, None, None, BadFile(_not_begun(fault), str(where)), complaints)
        return Compiled(bound, loaded, state, None, complaints, _audited(loaded, state))

    def _bind(self, file: ScenarioFile | PositionFile, where: str) -> Bound:
        base = self._base(file.game, file.base, where) if isinstance(file, PositionFile) else None
        options = {**(base.info.options if base else {}), **file.options}
        own_map = file.map or (base.bound.sheet or base.bound.map if base else "")
        if not own_map:
            raise BadFile(
                say("a position without a base scenario must name its map."), where, "map", ("map",)
            )
        key = (file.game, own_map, options)
        if self._bound is not None and self._bound[0] == key:
            return self._bound[1]
        sheet: str | MapSheet = (
            maps.inline_map(own_map, self.catalogue.places.resources, where)
            if isinstance(own_map, dict)
            else own_map
        )
        bound = self.catalogue.bind(file.game, sheet, options, where)
        self._bound = key, bound
        return bound

    def _base(self, game: str, name: str, where: str) -> LoadedScenario | None:
        if not name:
            return None
        if (game, name) not in self._bases:
            found = self.catalogue.load_scenario(game, name)
            if found.info.is_position:
                raise BadFile(
                    say('"{name}" is itself a position; a base must be a scenario.', name=name),
                    where,
                    "base",
                    ("base",),
                )
            self._bases[game, name] = found
        return self._bases[game, name]

    def _load(
        self, file: ScenarioFile | PositionFile, document: Document, where: Path, bound: Bound
    ) -> tuple[LoadedScenario, tuple[str, ...]]:
        info = scenarios.info_of(file, where)
        if isinstance(file, PositionFile):
            base = self._base(file.game, file.base, str(where))
            state = compose(
                bound.game, bound.rules, file.position, base.scenario if base else None, str(where)
            )
            return LoadedScenario(
                bound, info, base.scenario if base else None, state, catalogue=self.catalogue
            ), ()
        parts: Mapping[str, Any] = {name: content for name, content in document.files.items() if name != MAIN}
        scenario = scenarios.decode_scenario(file, where, bound.game.Scenario, bound.own, parts)
        check = getattr(bound.game, "check_scenario", None)
        complaints = tuple(check(bound.rules, scenario)) if check is not None else ()
        return LoadedScenario(bound, info, scenario, catalogue=self.catalogue), complaints


def _begun(loaded: LoadedScenario, where: str) -> Any:
    """The opening position; the position as described if the game cannot start from it."""
    try:
        return loaded.begin(0).state
    except Exception as fault:  # noqa: BLE001 - whatever it trips over: the player is told why it cannot begin
        if loaded.position is not None:
            return loaded.position
        raise BadFile(_not_begun(fault), where) from None


def _not_begun(fault: Exception) -> Say:
    """Why a game cannot start. A failed look-up is mostly a hex that was removed from the map."""
    if isinstance(fault, KeyError) and fault.args:
        what = str(fault.args[0])
        return say(
            "the game cannot start from this document: {what} is neither on its map nor in its tables.",
            what=what,
        )
    return say(
        "the game cannot start from this document ({name}: {fault}).",
        name=type(fault).__name__,
        fault=str(fault),
    )


def _audited(loaded: LoadedScenario, state: Any) -> tuple[Problem, ...]:
    try:
        return tuple(loaded.rules.audit(loaded.position if loaded.position is not None else state))
    except Exception as fault:  # noqa: BLE001 - what is half set up may trip an audit; the player is told
        return (Problem("position", say("This cannot be checked yet ({what}).", what=str(fault))),)
