"""How cost grows: the same random play of Ridge, a toy with zones of control, with more units and on larger maps.

    python -m tests.bench growth
    python -m tests.bench.growth docs/growth.svg       the same, drawn

Map, units and chits are made for a number and go through the strict readers like any others.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import MapSheet
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import action_of
from tests.bench._chance import QuickChance
from tests.bench._timing import median_us, record
from tests.toys.ridge import game as ridge
from tests.toys.ridge import ground
from tests.toys.ridge.state import RidgeOptions, RidgeScenario

UNITS = (50, 100, 200, 400)
HEXES = (700, 1500, 3000, 6000)
ON, WITH = 3000, 200
"""The hexes on which the number of units grows, and the units with which the number of hexes does."""
SHAPES = {700: (28, 25), 1500: (50, 30), 3000: (60, 50), 6000: (75, 80)}
ACTIONS = 400
ASKED = 20
WHAT = {
    "play": "one action of random play",
    "prompt": "a view, a seat and its prompt",
    "reach": "all targets of one unit",
    "refresh": "counters and frame after an action",
}


def measure() -> Iterator[dict[str, object]]:
    """Every figure."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for units in UNITS:
        yield from _told(f"{units}_units", units, ON)
    for hexes in HEXES:
        yield from _told(f"{hexes}_hexes", WITH, hexes)


def _told(name: str, units: int, hexes: int) -> Iterator[dict[str, object]]:
    for what, spent in _costs(units, hexes).items():
        yield record(f"growth_{what}_{name}_us", spent, "us", f"{units} units, {hexes} hexes: {WHAT[what]}")


def sheet(hexes: int) -> MapSheet:
    """A map with this many hexes: every third is wood, and a road runs along every tenth row."""
    columns, rows = SHAPES[hexes]
    small = msgspec.to_builtins(ground.sheet())
    names = [f"{c:02d}{r:02d}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    roads = [
        {"side": f"{c:02d}{r:02d}/{c + 1:02d}{r:02d}"} for r in range(5, rows, 10) for c in range(1, columns)
    ]
    grid = {**small["grid"], "columns": (1, columns), "rows": (1, rows)}
    cells = {n: {"terrain": "wood" if (7 * k) % 3 == 0 else "clear"} for k, n in enumerate(names)}
    whole = {**small, "grid": grid, "cells": cells, "roads": roads, "hexsides": []}
    return msgspec.json.decode(msgspec.json.encode(whole), type=MapSheet)


def scenario(units: int, hexes: int) -> RidgeScenario:
    """This many units on a map, half for each side, along a front in the middle."""
    columns, rows = SHAPES[hexes]
    entries = []
    for k in range(units):
        red, n = k % 2 == 0, k // 2
        column = columns // 2 + (-1 - n // rows if red else 2 + n // rows)
        entries.append(
            {
                "id": f"{'r' if red else 'b'}{n}",
                "side": "red" if red else "blue",
                "name": f"{n}. unit",
                "at": f"{column:02d}{1 + n % rows:02d}",
                "mf": 4 + n % 3,
            }
        )
    whole = {
        "format": "ridge-scenario",
        "version": 1,
        "title": f"{units} units",
        "turn": 1,
        "support": {"red": 4, "blue": 4},
        "units": entries,
    }
    return msgspec.json.decode(msgspec.json.encode(whole), type=RidgeScenario)


def _costs(units: int, hexes: int) -> dict[str, float]:
    """Microseconds of processor time for each thing in WHAT."""
    tables = replace(ridge.load_tables(), cup=tuple(range(2, 8)) * units)
    rules = ridge.RidgeGame().open(Atlas(sheet(hexes)), tables, RidgeOptions(turns=99))
    state = rules.new(scenario(units, hexes), 1).state
    player, chance = RandomOpponent(), QuickChance(1)
    positions: list[Any] = []
    acted = 0
    spent = 0.0
    while acted < ACTIONS and (side := rules.decider(state)) is not None:
        begun = time.process_time()
        seat = rules.seat(state, side)
        action, _ = player.choose(seat, chance)
        after = rules.apply(state, action, trusted=True).state
        spent += time.process_time() - begun
        moving = any(offer.verb == "move" for offer in seat.prompt.offers)
        if side == "red" and moving and len(positions) < ASKED:
            positions.append(state)
        state, acted = after, acted + 1
    asked = positions

    def prompt() -> None:
        for one in asked:
            _ = rules.seat_type(rules, rules.view(one, "red"), "red").prompt

    def reach(seats: Sequence[Any]) -> int:
        found = 0
        for seat in seats:
            seat._targets.clear()
            seat.memo.clear()
            found += len(seat.targets("move", seat.offered("move").subjects[:1]))
        return found

    seats = [rules.seat(one, "red") for one in asked]
    return {
        "play": spent / acted * 1e6,
        "prompt": median_us(prompt, runs=5) / len(asked),
        "reach": median_us(lambda: reach(seats), runs=5) / len(seats),
        "refresh": _refresh(rules, asked[-1]),
    }


def _refresh(rules: Any, state: Any) -> float:
    """The counters read anew, those that changed updated, and a frame, for one moved unit after another."""
    from PySide6.QtWidgets import QApplication

    from hexbench.ui.canvas.scene import MapScene
    from hexbench.ui.canvas.view import MapView
    from tests.ui.canvas.stage import palette

    app = QApplication.instance() or QApplication([])
    scene = MapScene(rules.atlas, palette())
    view = MapView(scene)
    view.resize(1600, 1000)
    view.show()
    scene.reduce_motion = True
    seat = rules.seat(state, "red")
    before = {face.unit: (face, at) for face, at in seat.faces()}
    scene.show_faces(before)
    view.finish()
    times: list[float] = []
    for _ in range(ASKED):
        offer = seat.offered("move")
        if offer is None:
            break
        way = seat.targets("move", offer.subjects[:1])[0]
        state = rules.apply(state, action_of("move", offer.subjects[:1], way)).state
        seat = rules.seat(state, "red")
        begun = time.process_time()
        after = {face.unit: (face, at) for face, at in seat.faces()}
        changed = {uid: now for uid, now in after.items() if before.get(uid) != now}
        scene.update_faces({**changed, **{uid: None for uid in before if uid not in after}})
        view.viewport().repaint()
        times.append(time.process_time() - begun)
        before = after
    view.close()
    view.deleteLater()
    app.processEvents()
    return statistics.median(times) * 1e6


# ---- drawing ---------------------------------------------------------------------------------------------------------
INKS = ("#1f5f99", "#a33b2a", "#3d7a3a", "#8a5a00")
WIDE, HIGH, LEFT, TOP = 300, 220, 62, 40


def drawn(found: Iterable[dict[str, object]]) -> str:
    """Two charts with logarithmic axes side by side: over units, over hexes."""
    costs = {str(one["name"]): float(str(one["value"])) for one in found}
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="780" height="320" font-family="sans-serif" font-size="11">',
        '<rect width="780" height="320" fill="#ffffff"/>',
    ]
    for n, (unit, sizes, title) in enumerate(
        (("units", UNITS, f"units, on {ON} hexes"), ("hexes", HEXES, f"hexes, with {WITH} units"))
    ):
        lines = {w: [costs[f"growth_{w}_{size}_{unit}_us"] for size in sizes] for w in WHAT}
        out += _chart(LEFT + n * 380, sizes, lines, title)
    for k, (what, words) in enumerate(WHAT.items()):
        x = 14 + 185 * k
        out.append(f'<rect x="{x}" y="300" width="10" height="10" fill="{INKS[k]}"/>')
        out.append(f'<text x="{x + 14}" y="309">{escape(words if what else "")}</text>')
    return "\n".join([*out, "</svg>", ""])


def _chart(x0: int, sizes: Sequence[int], lines: dict[str, list[float]], title: str) -> Iterator[str]:
    low, high = 10.0, 100_000.0

    def x(size: float) -> float:
        return x0 + WIDE * math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0])

    def y(cost: float) -> float:
        return TOP + HIGH * (1 - math.log(cost / low) / math.log(high / low))

    for mark in (10, 100, 1000, 10_000, 100_000):
        words = f"{mark} µs" if mark < 1000 else f"{mark // 1000} ms"
        yield f'<path d="M{x0} {y(mark):.1f}h{WIDE}" stroke="#dddddd"/>'
        yield f'<text x="{x0 - 6}" y="{y(mark) + 4:.1f}" text-anchor="end">{words}</text>'
    for size in sizes:
        yield f'<text x="{x(size):.1f}" y="{TOP + HIGH + 16}" text-anchor="middle">{size}</text>'
    yield f'<text x="{x0 + WIDE / 2}" y="{TOP - 14}" text-anchor="middle" font-weight="bold">{escape(title)}</text>'
    for ink, costs in zip(INKS, lines.values(), strict=True):
        points = " ".join(f"{x(s):.1f},{y(c):.1f}" for s, c in zip(sizes, costs, strict=True))
        yield f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"/>'
        for s, c in zip(sizes, costs, strict=True):
            yield f'<circle cx="{x(s):.1f}" cy="{y(c):.1f}" r="3" fill="{ink}"/>'


if __name__ == "__main__":
    figures = list(measure())
    for figure in figures:
        print(json.dumps(figure), flush=True)
    Path(sys.argv[1]).write_text(drawn(figures), encoding="utf-8")
