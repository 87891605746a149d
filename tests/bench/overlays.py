"""The overlays on the real maps: how long a game takes to calculate one anew, and the canvas to draw it over the map.

Each is requested from a fresh seat, as after an action; ``_worst`` is the most expensive of the subjects tried,
without the first, which also builds what a session keeps.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Any

from tests.bench._timing import record
from tests.laws.case import load_case

CASES = ("iron_tide/campaign", "iron_tide/17_december", "tide_of_iron/noville")
SUBJECTS = 40


def measure() -> Iterator[dict[str, object]]:
    """Every figure of the overlays."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in CASES:
        case = load_case(name)
        state = case.begin(4).state
        side = case.rules.decider(state)
        for kind in case.rules.seat(state, side).overlays():
            times = list(_times(case.rules, state, side, kind.kind, kind.subject))[1:]
            if times:
                key = f"overlay_{name.replace('/', '_')}_{kind.kind}"
                yield record(f"{key}_ms", statistics.median(times), "ms", f"{name}: {kind.title}, median")
                yield record(f"{key}_worst_ms", max(times), "ms", f"{name}: {kind.title}, the dearest")
    yield from _laying()


def _times(rules: Any, state: Any, side: str | None, kind: str, subject: str) -> Iterator[float]:
    for what in _subjects(rules, state, subject):
        seat = rules.seat(state, side)
        begun = time.process_time()
        seat.overlay(kind, what)
        yield (time.process_time() - begun) * 1000


def _subjects(rules: Any, state: Any, subject: str) -> Sequence[str]:
    units = [(u, x.at) for u, x in state.units.items() if x.on_map]
    step = max(1, len(units) // SUBJECTS)
    some = units[::step]
    if subject == "unit":
        return [u for u, _ in some]
    if subject == "hex":
        return [at for _, at in some]
    if subject == "side":
        return [*rules.sides, *rules.sides]
    if subject == "way":
        atlas = rules.atlas
        return [
            f"{u} {h}" for u, at in some for h in [x for x in atlas.labels if atlas.distance(at, x) == 4][:1]
        ]
    return [""] * 4


def _laying() -> Iterator[dict[str, object]]:
    """The overlays with most to draw, put over the campaign map and drawn once."""
    from PySide6.QtWidgets import QApplication

    from hexbench.ui.canvas.scene import MapScene
    from hexbench.ui.canvas.view import MapView
    from tests.ui.canvas.stage import palette

    app = QApplication.instance() or QApplication([])
    case = load_case("iron_tide/campaign")
    state = case.begin(4).state
    scene = MapScene(case.rules.atlas, palette())
    view = MapView(scene)
    view.resize(1600, 1000)
    view.show()
    view.set_zoom(0.35)
    view.finish()
    app.processEvents()
    seat = case.rules.seat(state, None)
    tank = max(
        (u for u, x in state.units.items() if x.on_map and state.roster[u].mobility == "M"),
        key=lambda u: len(seat.overlay("reach", u).shades),
    )
    for kind, what in (("reach", tank), ("supply_net", ""), ("front", ""), ("both_zoc", "")):
        found = seat.overlay(kind, what)
        assert found is not None
        times = []
        for _ in range(9):
            begun = time.process_time()
            scene.set_overlay("bench", found)
            view.viewport().repaint()
            times.append((time.process_time() - begun) * 1000)
            scene.set_overlay("bench", None)
            view.viewport().repaint()
        note = "campaign: laid over the map and drawn, 1600x1000"
        yield record(f"lay_{kind}_ms", statistics.median(times), "ms", note)
    view.close()
