"""What a tactical map shows: water through hexes, houses, heights and cliffs; men and vehicles on counters."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from hexbench.atlas.atlas import Atlas
from hexbench.engine.display import Face
from hexbench.engine.values import Say
from hexbench.store.maps import read_map
from hexbench.ui.canvas.art import MapArt
from hexbench.ui.canvas.counter import BOX, paint_counter
from hexbench.ui.canvas.geometry import Geometry
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.figures import DRAWINGS, VEHICLES
from hexbench.ui.look.palette import Palette
from tests.ui.canvas.stage import RESOURCES

MAPS = ("lanzerath", "noville", "stoumont")
NEAR = 12
"""How far a colour may be off in each channel: the paper has a grain."""


@cache
def look() -> Palette:
    """The day palette in the colours of the game."""
    game = tomllib.loads((RESOURCES / "games" / "tide_of_iron" / "palette.toml").read_text(encoding="utf-8"))
    return Palette.load(RESOURCES / "palettes" / "day.toml", game)


@cache
def atlas_of(name: str) -> Atlas:
    """A map of the game."""
    return Atlas(read_map(RESOURCES / "maps" / f"tide_of_iron_{name}.json"))


def pixels(image: QImage) -> np.ndarray:
    """height x width x (blue, green, red)."""
    whole = image.convertToFormat(QImage.Format.Format_RGB32)
    found = np.frombuffer(whole.constBits(), np.uint8).reshape(whole.height(), whole.width(), 4)
    return found[..., :3].astype(int)


def around(atlas: Atlas, at: str, wide: float = 60.0) -> np.ndarray:
    """The middle of a hex as it is drawn."""
    return middle(MapArt(Geometry(atlas), look()), at, wide)


def middle(art: MapArt, at: str, wide: float) -> np.ndarray:
    """The middle of a hex of a map that is laid out already."""
    box = QRectF(0, 0, wide, wide)
    box.moveCenter(art.geometry.centre(at))
    return pixels(art.picture(1.0, box))


def share(picture: np.ndarray, ink: str) -> float:
    """How much of a picture has about this colour."""
    want = QColor(ink)
    off = np.abs(picture - np.array([want.blue(), want.green(), want.red()]))
    return float((off.max(axis=2) <= NEAR).mean())


def hexes(atlas: Atlas, terrain: str, level: int | None = None) -> list[str]:
    """The hexes of a terrain, on one level or on any."""
    return [
        at
        for at in atlas.labels
        if atlas.cell(at).terrain == terrain and level in (None, atlas.cell(at).elevation)
    ]


@pytest.mark.parametrize("name", MAPS)
def test_water_flows_through_its_hexes_and_no_others(name, qapp, qtlog):
    atlas = atlas_of(name)
    streams = [k for k in ("stream_shallow", "stream_deep", "stream_flooded") if hexes(atlas, k)]
    assert streams
    dry = around(atlas, hexes(atlas, "clear", 0)[0])
    wet: list[tuple[float, float]] = []
    for kind in streams:
        style = look().terrain(kind)
        found = min(share(around(atlas, at), style.ground) for at in hexes(atlas, kind)[:3])
        assert found > 0.3 * style.width / 60, kind
        assert share(dry, style.ground) == 0, kind
        wet.append((style.width, found))
    assert wet == sorted(wet), "the deeper the water the wider"
    assert not qtlog.records


def test_every_building_hex_has_roofs(qapp, qtlog):
    atlas = atlas_of("stoumont")
    roof = mix(look().terrain("building").ink, "#ffffff", 0.16)
    assert all(share(around(atlas, at, 80), roof) > 0.01 for at in hexes(atlas, "building"))
    assert share(around(atlas, hexes(atlas, "clear", 1)[0], 80), roof) == 0
    assert not qtlog.records


def test_each_level_is_darker_than_the_one_below(qapp, qtlog):
    atlas = atlas_of("stoumont")
    plain = [at for at in atlas.labels if atlas.cell(at).terrain == "clear"]
    levels = sorted({atlas.cell(at).elevation for at in plain})
    assert len(levels) >= 3
    art = MapArt(Geometry(atlas), look())
    light = [
        np.mean([middle(art, at, 24).mean() for at in plain if atlas.cell(at).elevation == level])
        for level in levels
    ]
    assert light == sorted(light, reverse=True)
    assert not qtlog.records


def test_a_cliff_is_drawn_at_its_hexsides_alone(qapp, qtlog):
    atlas = atlas_of("stoumont")
    sides = [s for s in atlas.sheet.hexsides if "cliff" in s.kinds]
    assert sides
    bare = Atlas(replace(atlas.sheet, hexsides=tuple(s for s in atlas.sheet.hexsides if s not in sides)))
    at = sides[0].side.partition("/")[0]
    assert (around(atlas, at, 120) != around(bare, at, 120)).any(axis=2).mean() > 0.01
    far = hexes(atlas, "stream_deep")[0]
    assert (around(atlas, far, 120) == around(bare, far, 120)).all()
    assert not qtlog.records


def _counter(**changes: object) -> np.ndarray:
    fields: dict[str, object] = {
        "unit": "x",
        "side": "german",
        "title": Say("x"),
        "colour": "german",
        "symbol": "infantry",
        **changes,
    }
    image = QImage(round(2 * BOX.width()), round(2 * BOX.height()), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(2, 2)
    painter.translate(-BOX.topLeft())
    paint_counter(painter, Face(**fields), look(), 2.0)  # type: ignore[arg-type]
    painter.end()
    return pixels(image)


def test_every_vehicle_has_a_silhouette_of_its_own(qapp, qtlog):
    drawn = {name: _counter(symbol=name) for name in VEHICLES}
    for one, other in combinations(drawn, 2):
        assert (drawn[one] != drawn[other]).any(axis=2).mean() > 0.002, (one, other)
    assert not qtlog.records


def test_every_kind_of_man_is_told_from_the_others_and_each_is_counted(qapp, qtlog):
    drawn = {kind: _counter(crew=(kind,), room=4) for kind in DRAWINGS}
    for one, other in combinations(drawn, 2):
        assert (drawn[one] != drawn[other]).any(axis=2).mean() > 0.002, (one, other)
    ink = [(_counter(crew=("regular",) * n, room=4).min(axis=2) < 60).sum() for n in (1, 2, 3, 4)]
    assert ink == sorted(ink)
    assert ink[0] < ink[3]
    assert not qtlog.records
