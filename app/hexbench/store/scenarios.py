"""Reading scenarios, the parts they include, and positions. Their contents are defined by the game, the frame by us.

A scenario file::

    {"format": "hexbench-scenario", "version": 1, "game": "...", "name": "campaign", "title": "...", "blurb": "...",
     "map": "<key>", "source": "rules", "provenance": "...", "options": {...}, "include": ["order_of_battle.json"],
     "scenario": {...}}

A part (``hexbench-part``) contains keys of ``scenario`` that several scenarios share. A position
(``hexbench-position``) contains ``position``, fields of the game's state and the phase to begin in, and may name a
``base`` scenario and a map.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from hexbench.atlas.sheet import Source
from hexbench.engine.values import say
from hexbench.store.strict import BadFile, Keys, check_header, convert, read_raw, show
from hexbench.store.tables import Own, merge_scenario

SCENARIO = "hexbench-scenario"
POSITION = "hexbench-position"
PART = "hexbench-part"
VERSION = 1

_PART_HEADER = ("format", "version", "title", "source", "provenance")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    version: Literal[1]
    game: str
    name: str
    title: str
    blurb: str = ""
    source: Source
    provenance: str = ""
    first_turn: str = ""
    last_turn: str = ""
    order: int = 0
    """Order in lists of scenarios; small numbers come first, then by name."""
    options: dict[str, Any] = {}


class ScenarioFile(_File, frozen=True, kw_only=True):
    """The frame of a scenario; ``scenario`` is of the game's own type."""

    format: Literal["hexbench-scenario"]
    map: str
    include: tuple[str, ...] = ()
    scenario: dict[str, Any]


class PositionFile(_File, frozen=True, kw_only=True):
    """The frame of a position; ``position`` contains fields of the game's state.

    ``map`` is a key, or a map written out; empty: the base scenario's. ``position`` may name a ``phase`` to begin in.
    """

    format: Literal["hexbench-position"]
    map: str | dict[str, Any] = ""
    base: str = ""
    position: dict[str, Any]


class ScenarioInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of scenarios shows."""

    name: str
    title: str
    blurb: str
    first_turn: str
    last_turn: str
    source: Source
    provenance: str
    is_position: bool
    options: dict[str, Any]
    path: Path


def read_file(path: Path, game: str | None = None) -> ScenarioFile | PositionFile:
    """A scenario or position without its included parts. Raises BadFile; ``game`` is the key it must be for."""
    return parse_file(read_raw(path), path, game)


def parse_file(raw: Any, path: Path, game: str | None = None) -> ScenarioFile | PositionFile:
    """The same from the contents of a file, as the editor holds them."""
    kind = check_header(raw, (SCENARIO, POSITION), VERSION, str(path))
    found: ScenarioFile | PositionFile = convert(
        raw, ScenarioFile if kind == SCENARIO else PositionFile, str(path)
    )
    if game is not None and found.game != game:
        raise BadFile(
            say('this is for the game "{other}", not "{game}".', other=found.game, game=game),
            str(path),
            "game",
            ("game",),
        )
    return found


def info_of(file: ScenarioFile | PositionFile, path: Path) -> ScenarioInfo:
    """A scenario's entry in a list."""
    return ScenarioInfo(
        name=file.name,
        title=file.title,
        blurb=file.blurb,
        first_turn=file.first_turn,
        last_turn=file.last_turn,
        source=file.source,
        provenance=file.provenance,
        is_position=isinstance(file, PositionFile),
        options=file.options,
        path=path,
    )


def list_files(folder: Path, game: str) -> tuple[tuple[ScenarioInfo, ...], tuple[BadFile, ...]]:
    """The scenarios and positions in a folder in their order, and what is wrong with the files left out."""
    found: list[tuple[int, str, ScenarioInfo]] = []
    faults: list[BadFile] = []
    for path in sorted(folder.glob("*.json")):
        try:
            stat = path.stat()
        except OSError:  # gone, or a link that leads nowhere: reading it will say so
            line = _line(path, game)
        else:
            line = _known_line(path, game, (stat.st_ino, stat.st_mtime_ns, stat.st_size))
        if isinstance(line, BadFile):
            faults.append(line)
        elif line is not None:
            found.append(line)
    return tuple(info for _, _, info in sorted(found, key=lambda line: line[:2])), tuple(faults)


_Line = tuple[int, str, ScenarioInfo] | BadFile | None
"""What a list knows about a file: its place, a fault, or nothing for a part of others."""


@lru_cache(maxsize=1024)
def _known_line(path: Path, game: str, stamp: tuple[int, int, int]) -> _Line:
    """A file's entry, cached as long as the file is the same. The start page asks a dozen times, and reading them all
    took a fifth of its time.
    """
    return _line(path, game)


def _line(path: Path, game: str) -> _Line:
    try:
        raw = read_raw(path)
        if isinstance(raw, dict) and raw.get("format") == PART:
            return None
        file = parse_file(raw, path, game)
        _named_as_file(file, path)
    except BadFile as fault:
        return fault.with_traceback(None)
    return file.order, file.name, info_of(file, path)


def _named_as_file(file: ScenarioFile | PositionFile, path: Path) -> None:
    if file.name != path.stem:
        raise BadFile(
            say('this name must match the file name, "{stem}".', stem=path.stem), str(path), "name", ("name",)
        )


# ---- putting a scenario together ------------------------------------------------------------------------------------
class _Piece(msgspec.Struct, frozen=True):
    """What one file contributed to one key: its place in that file, and which items or names of the whole are from it."""

    file: str
    at: Keys
    first: int
    names: frozenset[str]


class _Merged:
    """Keys collected from several files, and which file each piece came from.

    ``keyed`` are the keys whose values are identified by id. A file may write those as a list of objects with an
    ``id``: a list keeps its order when it is written canonically.
    """

    def __init__(self, keyed: frozenset[str]) -> None:
        self.keyed = keyed
        self.raw: dict[str, Any] = {}
        self.pieces: dict[str, list[_Piece]] = {}

    def add(self, file: str, at: Keys, given: Mapping[str, Any]) -> None:
        """Add the keys of one file; lists and objects are combined, anything else may be given once."""
        for key, value in given.items():
            self._add(file, (*at, key), key, _by_id(value, file, (*at, key)) if key in self.keyed else value)

    def _add(self, file: str, at: Keys, key: str, value: Any) -> None:
        old = self.raw.get(key)
        names = frozenset(value) if isinstance(value, dict) else frozenset()
        if key not in self.raw:
            self.raw[key] = value
        elif isinstance(old, list) and isinstance(value, list):
            self.raw[key] = [*old, *value]
        elif isinstance(old, dict) and isinstance(value, dict):
            for name in value:
                if name in old:
                    first = next(p.file for p in self.pieces[key] if name in p.names)
                    raise BadFile(
                        say("this has already been given in {first}.", first=first),
                        file,
                        show(None, (*at, name)),
                        (*at, name),
                    )
            self.raw[key] = {**old, **value}
        else:
            raise BadFile(
                say("this has already been given in {file}.", file=self.pieces[key][0].file),
                file,
                show(None, at),
                at,
            )
        first_place = len(old) if isinstance(old, list) else 0
        self.pieces.setdefault(key, []).append(_Piece(file, at, first_place, names))

    def blame(self, fault: BadFile) -> BadFile:
        """The same fault, reported for the file it came from."""
        keys = fault.keys[1:]  # the outermost key is "scenario"
        if not keys or keys[0] not in self.pieces:
            return fault
        pieces, value, rest = self.pieces[str(keys[0])], self.raw[str(keys[0])], keys[1:]
        piece = pieces[0]
        if rest and isinstance(rest[0], int) and isinstance(value, list):
            place = rest[0]
            piece = max((p for p in pieces if p.first <= place), key=lambda p: p.first)
            value, rest = value[piece.first :], (place - piece.first, *rest[1:])
        elif rest:
            piece = next((p for p in pieces if rest[0] in p.names), piece)
        return BadFile(fault.because, piece.file, show(value, rest, show(None, piece.at)), (*piece.at, *rest))


def _by_id(value: Any, file: str, at: Keys) -> Any:
    if not isinstance(value, list):
        return value
    out: dict[str, Any] = {}
    for i, item in enumerate(value):
        name = item.get("id") if isinstance(item, dict) else None
        if not isinstance(name, str):
            raise BadFile(
                say('each of these must be an object with an "id".'), file, show(None, (*at, i)), (*at, i)
            )
        if name in out:
            raise BadFile(say("this id is given twice."), file, show(None, (*at, name)), (*at, name))
        out[name] = {key: inner for key, inner in item.items() if key != "id"}
    return out


@cache
def _keyed(kind: type) -> frozenset[str]:
    """The fields of a game's scenario that contain things by name; finding them in such a type takes a millisecond."""
    info = msgspec.inspect.type_info(kind)
    fields = info.fields if isinstance(info, msgspec.inspect.StructType) else ()
    return frozenset(f.encode_name for f in fields if isinstance(f.type, msgspec.inspect.DictType))


def decode_scenario(
    file: ScenarioFile,
    path: Path,
    kind: type,
    own: Own | None = None,
    parts: Mapping[str, Any] | None = None,
) -> Any:
    """The scenario of a file with its included parts and a player's changes, as the game's own type. Raises BadFile.

    ``parts`` are those that are open in the editor, by name; the others are read.
    """
    merged = _Merged(_keyed(kind))
    merged.add(str(path), ("scenario",), file.scenario)
    for i, name in enumerate(file.include):
        if "/" in name or "\\" in name or name.startswith("."):
            raise BadFile(
                say("a part must be in the scenario's own folder."),
                str(path),
                f"include[{i}]",
                ("include", i),
            )
        part = path.parent / name
        raw = read_raw(part) if parts is None or name not in parts else parts[name]
        check_header(raw, (PART,), VERSION, str(part))
        merged.add(str(part), (), {key: value for key, value in raw.items() if key not in _PART_HEADER})
    if own is not None:
        changed = merge_scenario(merged.raw, own, kind, merged.keyed)
        try:
            return convert(changed, kind, own.file, ("scenario",))
        except BadFile as fault:
            if _written_in(own.content.scenario, fault.keys[1:]):
                raise
            raise merged.blame(BadFile(fault.because, str(path), fault.where, fault.keys)) from None
    try:
        return convert(merged.raw, kind, str(path), ("scenario",))
    except BadFile as fault:
        raise merged.blame(fault) from None


def _written_in(given: Mapping[str, Any], keys: Keys) -> bool:
    """Whether a value is in what the player gave, and not in what it is combined with."""
    inside: Any = given
    for key in keys[:2]:
        if not isinstance(inside, Mapping):
            return True
        if key not in inside:
            return False
        inside = inside[key]
    return True
