"""Names put down as images have the dots of names that are drawn, and are made anew when those would be others."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QMarginsF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter, QTransform

from hexbench import bootstrap
from hexbench.ui.canvas import art_names
from hexbench.ui.canvas.art_names import Label, Names, Stamps, lod_of
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.look.palette import Palette

SIZE = 500
TOP = -3570.0
"""Where the map begins, in scene units."""


@pytest.fixture(scope="module")
def names(qapp: object) -> Names:
    """The names of the Ardennes, by a river and in a wood too."""
    catalogue = bootstrap.catalogue()
    palette = Palette.load(
        catalogue.places.resources / "palettes" / "day.toml", catalogue.palette("iron_tide")
    )
    return MapScene(catalogue.load_scenario("iron_tide", "17_december").atlas, palette).art.names


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of which images were made."""
    texts: list[str] = []
    make = Stamps._make

    def counting(self: Stamps, label: Label, here: QTransform, ratio: float, halo: QColor) -> object:
        texts.append(label.text)
        return make(self, label, here, ratio, halo)

    monkeypatch.setattr(Stamps, "_make", counting)
    return texts


def _dots(
    names: Names, scale: float, left: float, top: float, ratio: float, stamps: Stamps | None
) -> npt.NDArray[np.int16]:
    """What a screen of ``SIZE`` by ``SIZE`` dots shows, red, green and blue."""
    image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.darkGreen)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    way = QTransform.fromTranslate(-left, -top - math.floor(TOP * scale)).scale(scale, scale)
    painter.setWorldTransform(way)
    shown = way.inverted()[0].mapRect(QRectF(0, 0, SIZE / ratio, SIZE / ratio))
    names.draw(painter, shown, lod_of(scale * ratio), stamps)
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).reshape(SIZE, SIZE, 4)[:, :, :3].astype(np.int16)


@pytest.mark.parametrize(
    ("scale", "left", "top", "ratio"),
    [
        (1.0, 900.0, 700.0, 1.0),
        (0.4, 200.25, 300.7, 1.0),
        (1.37, 1500.5, 900.1, 1.0),
        (0.5, 300.0, 250.5, 2.0),
    ],
)
def test_the_dots_are_those_of_drawn_names(
    names: Names, made: list[str], scale: float, left: float, top: float, ratio: float
) -> None:
    drawn = _dots(names, scale, left, top, ratio, None)
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 50, "there are names to look at"
    stamps = Stamps()
    assert np.array_equal(_dots(names, scale, left, top, ratio, stamps), drawn)
    assert made == [], "a scale that is seen for the first time may be one of many"
    for _ in range(2):
        # An image holds eight bits of what the painter reckons finer: two layers may differ by one each.
        assert np.abs(_dots(names, scale, left, top, ratio, stamps) - drawn).max() <= 3
    assert made, "now they are images"
    assert len(set(made)) == len(made), "each is made once"


def test_moved_by_whole_dots_the_images_stay(names: Names, made: list[str]) -> None:
    stamps = Stamps()
    for _ in range(2):
        _dots(names, 0.5, 300.25, 200.5, 1.0, stamps)
    made.clear()
    moved = _dots(names, 0.5, 303.25, 195.5, 1.0, stamps)
    assert len(made) < 5, "only those that came in"
    assert np.abs(moved - _dots(names, 0.5, 303.25, 195.5, 1.0, None)).max() <= 3


def test_moved_by_parts_of_a_dot_they_are_made_anew(names: Names, made: list[str]) -> None:
    stamps = Stamps()
    for _ in range(2):
        _dots(names, 0.5, 300.0, 200.0, 1.0, stamps)
    moved = _dots(names, 0.5, 300.5, 200.0, 1.0, stamps)
    assert np.abs(moved - _dots(names, 0.5, 300.5, 200.0, 1.0, None)).max() <= 3


def test_another_scale_is_drawn_before_it_is_kept(names: Names, made: list[str]) -> None:
    stamps = Stamps()
    for scale in (0.5, 0.55, 0.6, 0.65):
        assert np.array_equal(
            _dots(names, scale, 300, 200, 1.0, stamps), _dots(names, scale, 300, 200, 1.0, None)
        )
    assert made == []


def test_they_do_not_grow_without_end(names: Names, made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(art_names, "KEPT_STAMPS", 10)
    stamps = Stamps()
    for left in range(0, 2000, 200):
        drawn = _dots(names, 1.0, left, 700.0, 1.0, None)
        assert np.abs(_dots(names, 1.0, left, 700.0, 1.0, stamps) - drawn).max() <= 3
        assert len(stamps._stamps) <= 10 + 30, "those of one frame more at most"


def test_paper_keeps_its_letters(names: Names, made: list[str], tmp_path: Path) -> None:
    writer = QPdfWriter(str(tmp_path / "map.pdf"))
    writer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF())
    )
    painter = QPainter(writer)
    stamps = Stamps()
    for _ in range(3):
        names.draw(painter, QRectF(0, 0, 3000, 3000), 1.0, stamps)
    painter.end()
    assert made == []
