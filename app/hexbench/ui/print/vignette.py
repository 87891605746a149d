"""Small pictures for the start page: a scenario's map where its counters are densest, drawn by another process.

They reveal nothing that a side may not know: a unit is drawn only if every side sees it, and as its enemies do.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from hexbench.processes import spawning
from hexbench.store.strict import BadFile
from hexbench.ui.look.palette import Palette
from hexbench.ui.print.scenery import Scenery, Sight

if TYPE_CHECKING:
    from hexbench.engine.display import Face
    from hexbench.session.game import Catalogue, LoadedScenario

ACROSS = 980.0
"""How much of a map is shown, in units of the scene: about twelve hexes, in which counters can still be told."""
SEED = 1944
"""Chance for what is drawn before the first decision: the picture is the same every time."""


SETTING_UP = 150
"""Default answers that a set-up may take at most."""


class Drawing(NamedTuple):
    """One picture to make: the scenario, the colours, the size in pixels, and the file."""

    key: str
    game: str
    scenario: str
    light: str
    safe: bool
    width: int
    height: int
    file: str


def begun(loaded: LoadedScenario) -> Any:
    """The position with all units on the map: that of the first decision, or the result of set-up with the default
    answers.
    """
    rules = loaded.rules
    state = loaded.begin(SEED).state
    for _ in range(SETTING_UP):
        faces = common_faces(loaded, state)
        if {face.side for face, at in faces.values() if at in loaded.atlas.index} >= set(rules.sides):
            break
        side = rules.decider(state)
        default = None if side is None else rules.seat(rules.view(state, side), side).prompt.default
        if default is None:
            break
        state = rules.apply(state, default).state
    return state


def common_faces(loaded: LoadedScenario, state: Any) -> dict[str, tuple[Face, str]]:
    """unit -> its counter and place as every side sees it: the counter as an enemy sees it."""
    rules = loaded.rules
    views: dict[str, Mapping[str, tuple[Face, str]]] = {}
    for side in rules.sides:
        seat = rules.seat(rules.view(state, side), side)
        views[side] = {face.unit: (face, at) for face, at in seat.faces()}
    out: dict[str, tuple[Face, str]] = {}
    first, *others = views.values()
    for unit, (face, at) in first.items():
        seen = [view[unit] for view in others if unit in view and view[unit][1] == at]
        if len(seen) == len(others):
            foreign = [views[side][unit] for side in views if side != face.side]
            out[unit] = foreign[0] if foreign else (face, at)
    return out


def thickest(spots: Iterable[tuple[float, float]], inside: QRectF, wide: float, high: float) -> QRectF:
    """The part of a sheet, ``wide`` by ``high``, that holds most of these points; the middle of the sheet where there are none.

    A part larger than the sheet is made smaller in proportion.
    """
    shrink = min(1.0, inside.width() / wide, inside.height() / high)
    wide, high = wide * shrink, high * shrink
    points = list(spots)
    best, most = QRectF(0, 0, wide, high), -1.0
    best.moveCenter(inside.center())
    for x, y in points:
        box = QRectF(0, 0, wide, high)
        box.moveCenter(QRectF(x, y, 0, 0).topLeft())
        box.moveLeft(max(inside.left(), min(box.left(), inside.right() - wide)))
        box.moveTop(max(inside.top(), min(box.top(), inside.bottom() - high)))
        inner = box.adjusted(40, 40, -40, -40)
        count = float(sum(inner.contains(px, py) for px, py in points))
        # of two that hold as many the one is better whose units lie about its middle
        away = abs(box.center().x() - x) + abs(box.center().y() - y)
        if count - away / 10_000 > most:
            best, most = box, count - away / 10_000
    return best


def draw(loaded: LoadedScenario, palette: Palette, width: int, height: int) -> QImage:
    """A scenario as a picture of this many pixels."""
    scenery = Scenery(loaded.atlas, palette, hidden=("numbers",))
    try:
        faces = common_faces(loaded, begun(loaded))
    except (KeyError, ValueError, RuntimeError):  # a foreign game that cannot begin still has its map
        faces = {}
    scenery.show(Sight("", "", "", (), faces))
    geometry = scenery.geometry
    on_map = [geometry.centre(at) for _, at in faces.values() if at in loaded.atlas.index]
    across = ACROSS
    part = thickest([(p.x(), p.y()) for p in on_map], geometry.sheet, across, across * height / width)
    if not on_map:
        part = thickest((), geometry.sheet, geometry.sheet.width(), geometry.sheet.width() * height / width)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scenery.paint(painter, QRectF(image.rect()), part, table=True)
    painter.end()
    return image


def make(catalogue: Catalogue, drawing: Drawing) -> None:
    """Draw one picture into its file. Raises BadFile, and OSError where it cannot be written."""
    folder = catalogue.places.resources / "palettes"
    palette = Palette.load(
        folder / f"{drawing.light}.toml",
        catalogue.palette(drawing.game),
        folder / "safe.toml" if drawing.safe else None,
    )
    image = draw(
        catalogue.load_scenario(drawing.game, drawing.scenario), palette, drawing.width, drawing.height
    )
    file = Path(drawing.file)
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_name(f"{file.stem}.{os.getpid()}.part.png")
    image.save(str(half))
    half.replace(file)


def serve(line: Connection, catalogue: Catalogue) -> None:
    """The other process: draw what is asked for, one after another, and say of each whether it is there."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtWidgets import QApplication

    from hexbench.ui.look.fonts import load_fonts

    app = QApplication.instance() or QApplication(["hexbench"])
    load_fonts(catalogue.places.resources / "fonts")
    with contextlib.suppress(EOFError, OSError):
        while True:
            drawing = Drawing(*line.recv())
            made = True
            try:
                make(catalogue, drawing)
            except (BadFile, OSError, ValueError, KeyError, RuntimeError):
                made = False  # a start page with one picture less
            line.send((drawing.key, made))
    del app


class Painter:
    """The drawing process as seen from here; started with the first request."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._process: Any = None
        self._line: Connection | None = None
        self.waiting = 0
        """Pictures asked for and not answered."""
        self.broken = False
        """Whether the process has ended although something was asked of it: it will do no better the next time."""

    def ask(self, drawing: Drawing) -> None:
        """Have a picture made."""
        if self._line is None:
            context = spawning()
            self._line, far = context.Pipe()
            plain = self._catalogue.at_home(self._catalogue.places.data)  # without what it has read so far
            self._process = context.Process(target=serve, args=(far, plain), daemon=True)
            try:
                self._process.start()
            except (OSError, RuntimeError):
                self._process, self.broken = None, True
            far.close()
        try:
            self._line.send(tuple(drawing))
            self.waiting += 1
        except OSError:
            self.broken = True

    def answers(self) -> Iterable[tuple[str, bool]]:
        """(key, whether it was made) of what is ready now; the process ends itself when nothing is left to do."""
        out: list[tuple[str, bool]] = []
        try:
            while self._line is not None and self._line.poll():
                key, made = self._line.recv()
                out.append((str(key), bool(made)))
                self.waiting -= 1
        except (EOFError, OSError):
            self.broken = True
        if self.waiting <= 0:
            self.close()
        return out

    def close(self) -> None:
        """Let go of the process, whatever it is at."""
        line, self._line = self._line, None
        process, self._process = self._process, None
        self.waiting = 0
        if line is not None:
            line.close()
        if process is not None:
            process.terminate()
            process.join(2)
