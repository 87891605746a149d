"""Drawing: warm frames of the real campaign map with every counter of the order of battle, and one step of a drag."""

from __future__ import annotations

import json
import os
import statistics
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import msgspec

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.engine.display import Face
from hexbench.engine.values import Say
from tests.bench._timing import record

ROOT = Path(__file__).parents[2]
RESOURCES = ROOT / "resources"
SIZE = (1600, 1000)
RUNS = 40


def _faces(atlas: Atlas) -> dict[str, tuple[Face, str]]:
    """All units of the order of battle, some in stacks, spread over the map always in the same way."""
    path = ROOT / "scenarios" / "iron_tide" / "order_of_battle.json"
    units = json.loads(path.read_text(encoding="utf-8"))["units"]
    out: dict[str, tuple[Face, str]] = {}
    rows = list(units.items()) if isinstance(units, dict) else [(u["id"], u) for u in units]
    step = len(atlas.labels) / (len(rows) * 0.7)
    for k, (key, unit) in enumerate(rows):
        german = unit["side"] == "german"
        face = Face(
            unit=key,
            side=unit["side"],
            title=Say(key),
            colour="german.heer" if german else "us",
            symbol=unit.get("type", "infantry"),
            echelon="III" if unit.get("size") == "regiment" else "II",
            name=unit.get("name", key),
            parent=unit.get("division", ""),
            bar=f"bar.{1 + k // 8}",
            box="red" if german else "blue",
            letter="B" if unit.get("size") == "regiment" else "",
            left=str(unit.get("factor", 1)),
            right=str(unit.get("movement", 5)),
        )
        out[key] = (face, atlas.labels[int((k % (len(rows) * 0.7)) * step)])
    return out


def _median_ms(work: Callable[[], object]) -> float:
    """The median time of a call."""
    work()
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1000


def measure() -> list[dict[str, object]]:
    """Warm frames at three scales and one step of a dragged counter, at 1600x1000 without a screen."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QPointF
    from PySide6.QtWidgets import QApplication

    from hexbench.ui.canvas.scene import MapScene
    from hexbench.ui.canvas.view import MapView
    from hexbench.ui.look.fonts import load_fonts
    from hexbench.ui.look.palette import Palette

    app = QApplication.instance() or QApplication([])
    load_fonts(RESOURCES / "fonts")
    colours = tomllib.loads((RESOURCES / "games" / "iron_tide" / "palette.toml").read_text(encoding="utf-8"))
    sheet = msgspec.json.decode((RESOURCES / "maps" / "iron_tide.json").read_bytes(), type=MapSheet)
    atlas = Atlas(sheet)
    begin = time.perf_counter()
    scene = MapScene(atlas, Palette.load(RESOURCES / "palettes" / "day.toml", colours))
    view = MapView(scene)
    opened = (time.perf_counter() - begin) * 1000
    view.resize(*SIZE)
    view.show()
    scene.reduce_motion = True
    faces = _faces(atlas)
    scene.show_faces(faces)
    app.processEvents()
    note = f"{len(atlas.labels)} hexes, {len(faces)} counters, {SIZE[0]}x{SIZE[1]}, warm"
    out = [
        record("canvas_open_ms", opened, "ms", "scene and view of the campaign map, before the first frame")
    ]
    middle = scene.geometry.sheet.center()
    for name, zoom in (("frame_ms_025", 0.25), ("frame_ms_1", 1.0), ("frame_ms_2", 2.0)):
        view.set_zoom(zoom)
        view.centerOn(middle)
        view.finish()
        out.append(record(name, _median_ms(view.viewport().repaint), "ms", note))
    view.set_zoom(1.0)
    view.centerOn(middle)
    view.finish()
    unit = next(u for u, (_, at) in faces.items() if view.seen.contains(scene.geometry.centre(at)))
    scene.lift((unit,))
    start = scene.geometry.centre(scene.where(unit))
    steps = iter(range(10**6))

    def drag() -> None:
        scene.carry(start + QPointF(next(steps) % 200, 0))
        app.processEvents()

    out.append(record("drag_step_ms", _median_ms(drag), "ms", "a lifted counter moves a pixel and is drawn"))
    while view._imagine():
        pass
    view.set_zoom(0.5)
    view.finish()
    zooms = iter((0.55, 0.6, 0.66, 0.73, 0.8, 0.88, 0.97, 1.07) * 40)

    def turn() -> None:
        view.set_zoom(next(zooms))
        view.viewport().repaint()

    out.append(record("wheel_step_ms", _median_ms(turn), "ms", "one notch of the wheel, drawn"))
    view.close()
    view.deleteLater()
    return out
