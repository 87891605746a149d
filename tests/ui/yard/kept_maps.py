"""The printed map of a window that is not about how it is printed: a map in the same colours is drawn once for all tests.

Only what nobody has changed since it was made is kept, by all that it is made from; whoever tests how a map looks makes a
``MapArt`` or a scene of his own and meets nothing of this.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec
from PySide6.QtGui import QImage

from hexbench.ui.canvas import scene
from hexbench.ui.canvas.art import MapArt
from hexbench.ui.canvas.geometry import Geometry
from hexbench.ui.canvas.zoom import Key, TileStore
from hexbench.ui.look.palette import Palette

MAPS = 12
"""Maps in all their colours; the layers of one are some megabytes."""
TILES = 600
"""Tiles; each is a quarter of a megabyte."""

_arts: OrderedDict[Any, dict[str, Any]] = OrderedDict()
_tiles: OrderedDict[Any, QImage] = OrderedDict()
_sheets: dict[int, tuple[object, bytes]] = {}
_draw = TileStore._draw


def forget() -> None:
    """Draw every map anew from now on."""
    _arts.clear()
    _tiles.clear()


def _text_of(sheet: Any) -> bytes:
    """A sheet as bytes; those that ship are one object for the whole process and are written once."""
    known = _sheets.get(id(sheet))
    if known is None or known[0] is not sheet:
        if len(_sheets) > MAPS:
            _sheets.clear()
        known = _sheets[id(sheet)] = (sheet, msgspec.msgpack.encode(sheet))
    return known[1]


def _art(geometry: Geometry, palette: Palette) -> MapArt:
    """The picture of a map as if it had been made anew."""
    made_from = (_text_of(geometry.atlas.sheet), geometry.top, repr(palette._file))
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
    """Windows that are made within this share what their maps look like."""
    with patch.object(scene, "MapArt", _art), patch.object(TileStore, "_draw", _tile):
        yield
