"""Painting a large map in the map editor: the longest frame of a stroke, and of everything that follows until the map is redrawn.

A frame is what happens between two updates of the screen, in processor time of this process.
"""

from __future__ import annotations

import os
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench._timing import record

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

RESOURCES = Path(__file__).parents[2] / "resources"
SIZE = (1600, 1000)
STEPS = 40


def _touch(port: QWidget, step: int, point: QPoint) -> None:
    """Press (0), move (1) or release (2)."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    if step == 1:
        QTest.mouseMove(port, point)
    else:
        hand = QTest.mouseRelease if step else QTest.mousePress
        hand(port, Qt.MouseButton.LeftButton, pos=point)


def measure() -> list[dict[str, object]]:
    """Strokes of every kind on a map of 3,000 hexes, in the whole window at 1600x1000 without a screen."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from hexbench import bootstrap
    from hexbench.engine.values import say
    from hexbench.session.editor.map_doc import open_map
    from hexbench.session.editor.map_ops import grown
    from hexbench.ui.editor.desk import Ink, Shape
    from hexbench.ui.editor.map_window import MapEditor, map_palette
    from hexbench.ui.look.fonts import load_fonts

    app = QApplication.instance() or QApplication([])
    load_fonts(RESOURCES / "fonts")
    catalogue = bootstrap.catalogue()
    draft = open_map(RESOURCES / "maps" / "iron_tide.json", "iron_tide")
    draft.change(say("Grow"), grown(draft.sheet, "clear", east=6)[0])
    window = MapEditor(draft, catalogue, map_palette(catalogue, "iron_tide", "day"))
    window.ask_first = False
    window.resize(*SIZE)
    window.show()
    app.processEvents()
    canvas = window.canvas
    view = canvas.view
    view.set_zoom(1.0)
    canvas.go("2527")
    window.problems.check_all()
    window.desk.later.finish()
    canvas.finish()
    port, frames = view.viewport(), list[float]()

    def frame() -> None:
        begin = time.process_time()
        app.processEvents()
        frames.append((time.process_time() - begin) * 1000)

    def stroke(row: int) -> None:
        way = [QPoint(80 + k * 20, row + 60 * (k // 8 % 2)) for k in range(STEPS)]
        for k, point in enumerate(way):
            begin = time.process_time()
            _touch(port, min(k, 1), point)
            port.repaint()
            frames.append((time.process_time() - begin) * 1000)
        begin = time.process_time()
        QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=way[-1])
        frames.append((time.process_time() - begin) * 1000)
        quiet = 0
        while quiet < 60:
            frame()
            quiet = 0 if canvas.busy or window.problems._chore.running else quiet + 1
            if not quiet:
                continue
            time.sleep(0.01)

    out = []
    note = f"{len(draft.sheet.cells)} hexes, {SIZE[0]}x{SIZE[1]}: {STEPS} steps of the hand, the edit, and all that follows"
    for n, (name, ink, radius) in enumerate(
        (
            ("terrain", Ink("terrain", "woods"), 3),
            ("river", Ink("side", "river"), 0),
            ("road", Ink("road", "main"), 0),
            ("town", Ink("feature", "town"), 0),
            ("zone", Ink("zone", "westwall"), 2),
        )
    ):
        frames.clear()
        window.desk.take(ink)
        window.desk.set_hand(radius=radius)
        stroke(200 + 120 * n)
        out.append(record(f"paint_{name}_longest_frame_ms", max(frames), "ms", note))
        out.append(record(f"paint_{name}_median_frame_ms", statistics.median(frames), "ms", note))
    hands: tuple[tuple[str, Shape, Ink], ...] = (
        ("fill", "fill", Ink("terrain", "rough")),
        ("whole_map", "box", Ink("terrain", "marsh")),
        ("cut_hex", "brush", Ink("outline")),
    )
    for name, shape, ink in hands:
        frames.clear()
        window.desk.take(ink)
        window.desk.set_hand(shape=shape, radius=0)
        if name == "whole_map":
            view.fit_map()
            canvas.finish()
            ends = [view.mapFromScene(canvas.point_of(at)) for at in ("5001", "0160")]
        else:
            ends = [view.mapFromScene(canvas.point_of("2527"))] * 2
        for k, point in enumerate((ends[0], ends[1], ends[1])):
            begin = time.process_time()
            _touch(port, k, point)
            port.repaint()
            frames.append((time.process_time() - begin) * 1000)
        frame()
        while canvas.busy:
            frame()
        port = canvas.view.viewport()
        out.append(record(f"paint_{name}_longest_frame_ms", max(frames), "ms", note))
    frames.clear()
    while str(draft.undo_text) != "Grow":
        begin = time.process_time()
        draft.undo()
        frames.append((time.process_time() - begin) * 1000)
        frame()
        while canvas.busy:
            frame()
    out.append(record("paint_undo_longest_frame_ms", max(frames), "ms", note))
    window.close()
    app.processEvents()
    return out
