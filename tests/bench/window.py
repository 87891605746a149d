"""The window: how long until it is on the screen, how long until a game is open in it, and its memory then.

Each start is a process of its own, begun like ``python -m hexbench``; its clock is the system's, read just before it
is started. Under Xvfb, if installed, the same is measured in a real X window.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.bench._timing import record

CHECKOUT = Path(__file__).parents[2]
SCENARIO = "iron_tide/campaign"
EMPTY = """
import sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        print(time.process_time() * 1000)
        QTimer.singleShot(0, self.close)
app = QApplication([])
window = Window()
window.resize(int(sys.argv[1]), int(sys.argv[2]))
window.show()
app.exec()
"""
"""An empty window of the same size: the cost of Python, Qt and a first paint, whatever the program does."""
RUNS = 5
PATIENCE = 60.0

CHILD = """
import sys, time
from pathlib import Path
begun = float(sys.argv[1])
from hexbench.__main__ import main
from hexbench.store.paths import find_places
from hexbench.ui.shell import loading
loading.load(find_places().cache)
from hexbench.ui.shell import app
from PySide6.QtCore import QEvent, QObject, QTimer

def passed():
    return (time.clock_gettime(time.CLOCK_MONOTONIC) - begun) * 1000

class Look(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and "shown" not in figures:
            figures["shown"] = passed()
            figures["cpu"] = time.process_time() * 1000
            figures["width"], figures["height"] = watched.width(), watched.height()
            figures["early"] = sorted(m for m in ("networkx", "numpy", "scipy", "shapely") if m in sys.modules)
        return False

def on_game():
    game.window().table.view.viewport().repaint()
    figures["game"] = passed()
    figures["game_cpu"] = time.process_time() * 1000
    QTimer.singleShot(1500, on_end)

def on_end():
    lines = Path("/proc/self/status").read_text().splitlines()
    figures["mb"] = int(next(x for x in lines if x.startswith("VmRSS")).split()[1]) / 1024
    game.window().close()

figures, found = {}, []
look = Look()
class game:
    window = staticmethod(lambda: found[0])
make = app.make_window
def making(*given):
    made = make(*given)
    made.installEventFilter(look)
    if len(sys.argv) > 2:
        made.shown_game.connect(lambda: QTimer.singleShot(0, on_game))
    else:
        QTimer.singleShot(1500, made.close)
    found.append(made)
    return made
app.make_window = making
code = main(["play", *sys.argv[2:]] if len(sys.argv) > 2 else [])
import json
print(json.dumps(figures))
raise SystemExit(code)
"""
"""What the started process does: the desktop's own start, reading the clock at its first paint."""


def measure() -> Iterator[dict[str, object]]:
    """Every figure of the window, offscreen and if possible in a real X window. Modules are compiled, and what the program keeps
    of a start (what PySide6 compiles, which games there are) is kept, by a start that is not counted, as they are when the
    program is started a second time, whatever this environment says.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        _start({"QT_QPA_PLATFORM": "offscreen"})
        yield from _everywhere()


def _everywhere() -> Iterator[dict[str, object]]:
    yield from _figures("", {"QT_QPA_PLATFORM": "offscreen"}, "offscreen")
    if shutil.which("Xvfb") is None:
        return
    with ExitStack() as stack:
        yield from _figures("x_", {"QT_QPA_PLATFORM": "xcb", "DISPLAY": _screen(stack)}, "Xvfb")


def _screen(stack: ExitStack) -> str:
    """The name of an X server of our own, ended with the stack."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    stack.callback(server.wait, PATIENCE)
    stack.callback(server.terminate)
    os.close(writing)
    with os.fdopen(reading) as said:
        return f":{said.readline().strip()}"


def _figures(prefix: str, environ: dict[str, str], where: str) -> Iterator[dict[str, object]]:
    cold = _cold_start(environ)
    starts: list[dict[str, float]] = []
    for _ in range(RUNS):  # alternately: the machine is the same for both
        starts.append(_start(environ))
        starts[-1]["start_cpu"] = _start(environ, scenario="")["cpu"]
        starts[-1]["empty"] = _empty(environ, starts[-1])
        for key in ("cpu", "start_cpu", "game_cpu"):
            starts[-1][f"{key}_ratio"] = starts[-1][key] / starts[-1]["empty"]
    keys = ("shown", "cpu", "game", "mb", "empty", "cpu_ratio", "start_cpu_ratio", "game_cpu_ratio")
    shown, cpu, game, mb, empty, first, page, table = (
        statistics.median(run[key] for run in starts) for key in keys
    )
    note = f"{where}: process start to first paint, median of {RUNS}"
    yield record(f"{prefix}window_ms", shown, "ms", note)
    yield record(
        f"{prefix}window_cpu_ms", cpu, "ms", f"{where}: processor time of the same, on a busy machine too"
    )
    ratio = f"{where}: processor time beside that of an empty PySide6 window of the same size ({empty:.0f} ms), in turns"
    yield record(f"{prefix}window_ratio", first, "x", f"{ratio}: to the first paint")
    yield record(f"{prefix}start_ratio", page, "x", f"{ratio}: to the first paint of the start page")
    yield record(f"{prefix}game_ratio", table, "x", f"{ratio}: to the campaign on the table")
    if cold is not None:
        yield record(f"{prefix}window_cold_ms", cold, "ms", f"{where}: the same, nothing in the disk's cache")
    yield record(f"{prefix}game_ms", game, "ms", f"{where}: process start to the campaign on the table")
    yield record(f"{prefix}window_mb", mb, "MB", f"{where}: resident with the campaign open")


def _empty(environ: dict[str, str], like: dict[str, float]) -> float:
    """Milliseconds of processor time until an empty window is painted."""
    done = subprocess.run(
        [sys.executable, "-c", EMPTY, str(int(like["width"])), str(int(like["height"]))],
        env={**os.environ, **environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=PATIENCE,
    )
    return float(done.stdout.split()[0])


def _cold_start(environ: dict[str, str]) -> float | None:
    """The first paint with an empty disk cache; None if we may not empty it."""
    os.sync()
    try:
        Path("/proc/sys/vm/drop_caches").write_text("3", encoding="ascii")
    except OSError:
        return None
    return _start(environ)["shown"]


def _start(environ: dict[str, str], scenario: str = SCENARIO) -> dict[str, float]:
    """Start the desktop once, with a scenario or (empty) with the start page; milliseconds and megabytes.

    Raises AssertionError if a heavy library was imported too early.
    """
    kept = Path(os.environ["PYTHONPYCACHEPREFIX"], "kept")
    with tempfile.TemporaryDirectory() as home:
        if kept.is_dir():
            shutil.copytree(kept, Path(home, "cache"))
        begun = time.clock_gettime(time.CLOCK_MONOTONIC)
        done = subprocess.run(
            [sys.executable, "-c", CHILD, repr(begun), *([scenario] if scenario else [])],
            env={**os.environ, **environ, "HEXBENCH_HOME": home},
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
            timeout=PATIENCE,
        )
        if not kept.is_dir():  # the start that is not counted
            kept.mkdir()
            for file in Path(home, "cache").glob("*"):
                if file.is_file():
                    shutil.copy(file, kept)
    figures: dict[str, float] = {}
    for key, value in json.loads(done.stdout).items():
        if key == "early":
            assert not value, f"imported before the first paint: {', '.join(value)}"
        else:
            figures[key] = float(value)
    return figures
