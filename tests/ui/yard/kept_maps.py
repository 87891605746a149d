"""The printed map and the counters of windows in tests that are not about drawing: in the same colours each is drawn once for all tests.

Only what nobody has changed since it was made is kept, by everything it is made from; a test of how a map or a
counter looks makes a ``MapArt``, a scene or ``Pictures`` of its own and is not affected.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec
from PySide6.QtGui import QImage

from hexbench.engine.display import Face
from hexbench.ui.canvas import scene
from hexbench.ui.canvas.art import MapArt
from hexbench.ui.canvas.counter import Pictures
from hexbench.ui.canvas.geometry import Geometry
from hexbench.ui.canvas.zoom import Key, TileStore
from hexbench.ui.look.palette import Palette

MAPS = 12
"""The most maps kept, each in all its colours; the layers of one are some megabytes."""
TILES = 600
"""The most tiles kept; each is a quarter of a megabyte."""

COUNTERS = 6000
"""The most counters kept, at one of their three sizes; the largest is some twenty kilobytes."""

_arts: OrderedDict[Any, dict[str, Any]] = OrderedDict()
_tiles: OrderedDict[Any, QImage] = OrderedDict()
_sheets: dict[int, tuple[object, bytes]] = {}
_counters: OrderedDict[tuple[str, Face, float], QImage] = OrderedDict()
_looks: dict[int, tuple[Palette, str]] = {}
_draw = TileStore._draw
_make = Pictures.make


def forget() -> None:
    """Draw every map anew from now on."""
    _arts.clear()
    _tiles.clear()
    _counters.clear()


def _text_of(sheet: Any) -> bytes:
    """A sheet as bytes; a shipped sheet is one object for the whole process and is written once."""
    known = _sheets.get(id(sheet))
    if known is None or known[0] is not sheet:
        if len(_sheets) > MAPS:
            _sheets.clear()
        known = _sheets[id(sheet)] = (sheet, msgspec.msgpack.encode(sheet))
    return known[1]


def _look_of(palette: Palette) -> str:
    """All the colours of a palette, written once for each."""
    known = _looks.get(id(palette))
    if known is None or known[0] is not palette:
        if len(_looks) > MAPS:
            _looks.clear()
        known = _looks[id(palette)] = (palette, repr(palette._file))
    return known[1]


def _counter(pictures: Pictures, face: Face, scale: float) -> None:
    """The image of a counter as it was drawn before."""
    size = next((s for s in pictures.SCALES if s >= scale * 0.99), pictures.SCALES[-1])
    if (face, size) in pictures._images:
        return
    named = (_look_of(pictures.palette), face, size)
    found = _counters.get(named)
    if found is None:
        _make(pictures, face, size)
        _counters[named] = pictures._images[face, size]
        while len(_counters) > COUNTERS:
            _counters.popitem(last=False)
        return
    _counters.move_to_end(named)
    pictures._images[face, size] = found


def _art(geometry: Geometry, palette: Palette) -> MapArt:
    """The picture of a map as if it had been made anew."""
    made_from = (_text_of(geometry.atlas.sheet), geometry.top, _look_of(palette))
    parts = _arts.get(made_from)
    if parts is None:
        # On a geometry of its own: a window may give its own another map.
        fresh = MapArt(Geometry(geometry.atlas, geometry.top), palette)
        parts = _arts[made_from] = vars(fresh)
        while len(_arts) > MAPS:
            _arts.popitem(last=False)
    _arts.move_to_end(made_from)
    art = MapArt.__new__(MapArt)
    vars(art).update(parts, geometry=geometry, palette=palette, hidden=frozenset(), names_apart=False)
    vars(art)["_kept_by"] = (made_from, geometry.atlas)
    return art


def _tile(store: TileStore, key: Key) -> None:
    """A tile as it was drawn before."""
    art = store.art
    made_from, atlas = vars(art).get("_kept_by", (None, None))
    if made_from is None or art.revision or art.geometry.atlas is not atlas:
        _draw(store, key)
        return
    named = (*made_from, art.hidden, art.names_apart, store._ratio, key)
    found = _tiles.get(named)
    if found is None:
        _draw(store, key)
        _tiles[named] = store._tiles[key]
        while len(_tiles) > TILES:
            _tiles.popitem(last=False)
        return
    _tiles.move_to_end(named)
    store._wanted.pop(key, None)
    store._tiles[key] = found
    store._stale.discard(key)


@contextmanager
def kept_maps() -> Iterator[None]:
    """Windows made within this context share the pictures of their maps."""
    with (
        patch.object(scene, "MapArt", _art),
        patch.object(TileStore, "_draw", _tile),
        patch.object(Pictures, "make", _counter),
    ):
        yield
