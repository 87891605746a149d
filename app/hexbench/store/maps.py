"""Reading maps: compiled ones that ship, the player's own files, and a few hexes written out in a position."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.engine.values import Say, say
from hexbench.store.customs import brief
from hexbench.store.strict import BadFile, check_header, convert, read_raw, show

FORMAT = "hexbench-map"
VERSION = 1


def read_map(path: Path) -> MapSheet:
    """A map from its file. Raises BadFile."""
    raw = read_raw(path)
    check_header(raw, (FORMAT,), VERSION, str(path))
    sheet: MapSheet = convert(raw, MapSheet, str(path))
    return sheet


def map_path(resources: Path, key: str) -> Path:
    """The file of the compiled map with that key."""
    return resources / "maps" / f"{key}.json"


def shipped_map(resources: Path, key: str, file: str = "") -> MapSheet:
    """A shipped map by its key. Raises BadFile; ``file`` is the file that names it."""
    path = map_path(resources, key)
    if not is_key(key) or not path.is_file():
        raise BadFile(say('there is no map "{name}".', name=brief(key)), file, "map", ("map",))
    stat = path.stat()
    return _kept(path, key, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=8)
def _kept(path: Path, key: str, _changed: int, _size: int) -> MapSheet:
    """A shipped map, read once and again when its file has changed: positions that are written out ask for its grid
    each time, and reading and checking 2,700 hexes for that took twenty times as long as everything else.
    """
    sheet = quick_map(path)
    return sheet if sheet is not None and sheet.key == key else _keyed(path, key)


def quick_map(path: Path) -> MapSheet | None:
    """A map that ships, read straight into its struct at a quarter of the cost: it is trusted not to be too large.
    None: that failed, and reading it the long way will say why.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=MapSheet)
    except (OSError, ValueError, RecursionError):
        return None


def own_map(folder: Path, key: str) -> MapSheet | None:
    """A map of the player's own by its key; None: there is none. Raises BadFile."""
    path = folder / f"{key}.json"
    return _keyed(path, key) if is_key(key) and path.is_file() else None


def is_key(key: str) -> bool:
    """Whether this can be the key of a map: a file name that cannot lead out of its folder, no longer than disks accept."""
    return (
        0 < len(key.encode(errors="replace")) <= 200
        and "\0" not in key
        and "/" not in key
        and "\\" not in key
        and not key.startswith(".")
    )


def _keyed(path: Path, key: str) -> MapSheet:
    sheet = read_map(path)
    if sheet.key != key:
        raise BadFile(
            say('this map says its key is "{name}".', name=brief(sheet.key)), str(path), "key", ("key",)
        )
    return sheet


def inline_map(raw: dict[str, Any], resources: Path, file: str = "") -> MapSheet:
    """A map written out in a position. Raises BadFile.

    Besides a whole map, a short form is accepted: only ``grid`` and ``cells`` are required, ``grid`` may be the key
    of a shipped map whose grid it shares, and a cell may be just the name of its terrain.
    """
    full: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "key": "inline",
        "title": "A few hexes",
        "source": "rules",
        "provenance": "written out in the position",
        "kilometres_per_hex": 1,
        **raw,
    }
    check_header(full, (FORMAT,), VERSION, file)
    grid = full.get("grid")
    if isinstance(grid, str):
        try:
            full["grid"] = msgspec.to_builtins(shipped_map(resources, grid, file).grid)
        except BadFile as fault:
            raise BadFile(fault.because, file, "map.grid", ("map", "grid")) from None
    cells = full.get("cells")
    if isinstance(cells, dict):
        full["cells"] = {
            name: {"terrain": cell} if isinstance(cell, str) else cell for name, cell in cells.items()
        }
    sheet: MapSheet = convert(full, MapSheet, file, ("map",))
    _check_places(sheet, file)
    return sheet


def _check_places(sheet: MapSheet, file: str) -> None:
    """Check that everything written out is on the map: the same check as in :class:`Atlas`, but with the path to the key."""
    try:
        bare = Atlas(
            msgspec.structs.replace(sheet, cells={}, hexsides=(), roads=(), places=(), zones={}, lines=())
        )
    except ValueError as fault:
        raise BadFile(str(fault), file, "map.grid", ("map", "grid")) from None
    for name in sheet.cells:
        if name not in bare.grid.axial:
            raise _off(say("this is not a hex of the grid."), file, "cells", name)
    bare = Atlas(msgspec.structs.replace(bare.sheet, cells=sheet.cells))
    for what, sides in (
        ("hexsides", [side.side for side in sheet.hexsides]),
        ("roads", [road.side for road in sheet.roads]),
    ):
        for i, name in enumerate(sides):
            try:
                bare.side_keys(name)
            except ValueError:
                raise _off(_no_side(name), file, what, i, "side") from None
    for zone, hexes in sheet.zones.items():
        for i, name in enumerate(hexes):
            if name not in bare.index:
                raise _off(say("{name} is not a hex of this map.", name=name), file, "zones", zone, i)


def _no_side(name: str) -> Say:
    return say(
        "{name} is not a hexside of this map: give two adjacent hexes, the lower number "
        'first ("3041/3042"), or at the map edge a hex and a direction ("3041/W").',
        name=name,
    )


def _off(reason: Say, file: str, *keys: str | int) -> BadFile:
    return BadFile(reason, file, show(None, ("map", *keys)), ("map", *keys))


def make_atlas(sheet: MapSheet, file: str = "") -> Atlas:
    """The map ready for use. Raises BadFile for anything that is not on its grid."""
    try:
        return Atlas(sheet)
    except ValueError as fault:
        raise BadFile(str(fault), file) from None


def digest(value: Any) -> str:
    """A short fingerprint of a map or of tables."""
    return hashlib.blake2b(msgspec.msgpack.encode(value, order="sorted"), digest_size=16).hexdigest()
