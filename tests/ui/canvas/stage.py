"""A small map and a few counters for tests of the canvas and its tools."""

from __future__ import annotations

import tomllib
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Cell, Hexside, Line, MapSheet, Place, Road
from hexbench.engine.display import Face, Mark
from hexbench.engine.values import Say
from hexbench.hexes.grid import GridSpec
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.canvas.view import MapView
from hexbench.ui.look.fonts import load_fonts
from hexbench.ui.look.palette import Palette

RESOURCES = Path(__file__).parents[3] / "resources"
GAME = tomllib.loads((RESOURCES / "games" / "iron_tide" / "palette.toml").read_text(encoding="utf-8"))


def palette(name: str = "day") -> Palette:
    """A desktop palette with the keys of a real game."""
    load_fonts(RESOURCES / "fonts")
    return Palette.load(RESOURCES / "palettes" / f"{name}.toml", GAME)


def small_atlas(orientation: str = "pointy") -> Atlas:
    """12 x 10 hexes with a little of everything."""
    pointy = orientation == "pointy"
    spec = GridSpec(
        orientation="pointy" if pointy else "flat",
        columns=(1, 12),
        rows=(1, 10),
        rows_from="south",
        pushed="even",
        push="east" if pointy else "south",
        numbering="RRCC",
    )
    names = [f"{row:02d}{column:02d}" for row in range(1, 11) for column in range(1, 13)]
    cells = {name: Cell("clear") for name in names}
    for name in ("0502", "0503", "0602", "0603", "0604", "0703"):
        cells[name] = Cell("woods")
    for name in ("0503", "0603"):
        cells[name] = Cell("heavy_woods")
    for name in ("0308", "0309", "0408"):
        cells[name] = Cell("rough")
    cells["0810"] = cells["0811"] = Cell("marsh")
    cells["0606"] = Cell("clear", ("town",))
    cells["0409"] = Cell("rough", ("westwall",))
    cells["0410"] = Cell("clear", ("westwall",))
    bare = Atlas(_sheet(spec, cells))
    river = [side_name("0507", n) for n in bare.near["0507"][:3]]
    roads = [
        Road(side_name(f"06{c:02d}", f"06{c + 1:02d}"), "main" if c < 7 else "second") for c in range(1, 12)
    ]
    sides = tuple(
        Hexside(side, ("river", "bridge") if k == 1 else ("river",), "Salm") for k, side in enumerate(river)
    )
    places = (
        Place("Bastogne", "town", ("0606",), 1),
        Place("Noville", "village", ("0704",), 4),
        Place("Foy", "village", ("0705",), 4),
    )
    lines = (Line("the front", "front", tuple(side_name(f"03{c:02d}", f"04{c:02d}") for c in (5, 6))),)
    return Atlas(_sheet(spec, cells, sides, tuple(roads), places, lines if pointy else ()))


def _sheet(
    spec: GridSpec,
    cells: dict[str, Cell],
    sides: tuple[Hexside, ...] = (),
    roads: tuple[Road, ...] = (),
    places: tuple[Place, ...] = (),
    lines: tuple[Line, ...] = (),
) -> MapSheet:
    return MapSheet(
        format="hexbench-map",
        version=1,
        key="small",
        title="A small map",
        source="reconstruction",
        provenance="drawn for tests",
        kilometres_per_hex=2.5,
        grid=spec,
        cells=cells,
        hexsides=sides,
        roads=roads,
        places=places,
        lines=lines,
    )


def a_face(unit: str, **changes: object) -> Face:
    """A counter with everything on it; ``changes`` replace fields."""
    fields: dict[str, object] = {
        "unit": unit,
        "side": "german",
        "title": Say(f"Regiment {unit}"),
        "colour": "german.heer",
        "symbol": "infantry",
        "echelon": "III",
        "name": unit,
        "parent": "12 VG",
        "bar": "bar.3",
        "box": "red",
        "letter": "B",
        "left": "4",
        "right": "4",
    }
    return Face(**{**fields, **changes})  # type: ignore[arg-type]


U_MARK = Mark("out_of_supply", "S", Say("Out of supply."))


def stage(
    qtbot: QtBot, orientation: str = "pointy", size: tuple[int, int] = (800, 600), top: str = "north"
) -> tuple[MapScene, MapView]:
    """A shown view of the small map at scale 1, everything drawn, nothing moving by itself."""
    scene = MapScene(small_atlas(orientation), palette(), top=top)
    scene.reduce_motion = True
    view = MapView(scene)
    # The closing keeps both alive until then: a view that only its own circle holds may be collected in its own slot.
    qtbot.addWidget(view, before_close_func=partial(_let_go, (scene, view)))
    view.resize(*size)
    view.show()
    qtbot.waitExposed(view)
    view.set_zoom(1.0)
    view.centre_on("0606")
    view.finish()
    return scene, view


def _let_go(kept: tuple[MapScene, MapView], _widget: QWidget) -> None:
    """Nothing more is to be drawn."""
    kept[1].tiles.stop()


def pixel(view: MapView, name: str) -> QPoint:
    """Where the middle of a hex is in the viewport."""
    return view.mapFromScene(view.map.geometry.centre(name))


def turn_wheel(view: MapView, at: QPoint, notches: int) -> None:
    """Turn the mouse wheel over a point, away from the hand for positive notches."""
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.viewport().mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)
