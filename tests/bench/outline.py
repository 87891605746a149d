"""Changes to the outline of a large map in the map editor: how long the user waits for a hex that is cut out, and for a map that grows.

Measured is the edit until the window responds again, in processor time; the layers of the picture follow between
events.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.bench._timing import record

RESOURCES = Path(__file__).parents[2] / "resources"
SIZE = (1600, 1000)
ROUNDS = 9


def measure() -> list[dict[str, object]]:
    """The median of some rounds on the map of Iron Tide, in the whole window without a screen."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from msgspec.structs import replace
    from PySide6.QtWidgets import QApplication

    from hexbench import bootstrap
    from hexbench.engine.values import say
    from hexbench.session.editor.map_doc import open_map
    from hexbench.session.editor.map_ops import grown
    from hexbench.ui.editor.map_window import MapEditor, map_palette
    from hexbench.ui.look.fonts import load_fonts

    app = QApplication.instance() or QApplication([])
    load_fonts(RESOURCES / "fonts")
    catalogue = bootstrap.catalogue()
    draft = open_map(RESOURCES / "maps" / "iron_tide.json", "iron_tide")
    window = MapEditor(draft, catalogue, map_palette(catalogue, "iron_tide", "day"))
    window.ask_first = False
    window.resize(*SIZE)
    window.show()
    app.processEvents()
    window.canvas.view.set_zoom(1.0)
    window.canvas.go("2527")
    window.canvas.finish()

    def timed(edit: Callable[[], object]) -> float:
        begin = time.process_time()
        edit()
        spent = (time.process_time() - begin) * 1000
        window.canvas.finish()
        app.processEvents()
        return spent

    cut_, back, grow = list[float](), list[float](), list[float]()
    for n in range(ROUNDS):
        at = draft.atlas.labels[1000 + 7 * n]
        less = replace(draft.sheet, cells={k: v for k, v in draft.sheet.cells.items() if k != at})
        more = grown(draft.sheet, "clear", east=2)[0]
        cut_.append(timed(partial(draft.change, say("Cut"), less)))
        back.append(timed(draft.undo))
        grow.append(timed(partial(draft.change, say("Grow"), more)))
        draft.undo()
        window.canvas.finish()
    note = f"{len(draft.sheet.cells)} hexes, {SIZE[0]}x{SIZE[1]}: the edit itself, median of {ROUNDS}"
    out = [
        record("outline_cut_ms", statistics.median(cut_), "ms", note),
        record("outline_cut_undone_ms", statistics.median(back), "ms", note),
        record("outline_grown_ms", statistics.median(grow), "ms", note),
    ]
    window.close()
    app.processEvents()
    return out
