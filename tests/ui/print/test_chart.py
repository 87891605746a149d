"""Maps on paper: lines and letters, cut where they should be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from hexbench.engine.display import Legend, Overlay, Shade, Trail
from hexbench.engine.values import say
from hexbench.store.saves import Sketch
from hexbench.ui.canvas.geometry import PITCH
from hexbench.ui.look.patterns import PATTERNS, hatch
from hexbench.ui.print.chart import OVERLAP, Chart, Wish
from hexbench.ui.print.sheets import DPI, MM, last, usable
from tests.ui.print.pieces import standing
from tests.ui.print.reader import read
from tests.ui.yard.driver import Player

REACH = Overlay(
    "reach",
    say("Reach"),
    shades=(Shade("0101", "reach", "77"), Shade("0201", "enemy_zoc", "88")),
    trails=(Trail(("0101", "0201", "0202"), "route", ("1", "2", "99")),),
    legend=(Legend("reach", say("can be reached")), Legend("supply", say("never drawn"))),
)
NOTE = Sketch(kind="note", hexes=("0202",), text="Hold the gate")


def _chart(player: Player, wish: Wish | None = None, **more: object) -> Chart:
    here = standing(player)
    scenery = here.scenery(paper=True)
    sight = replace(here.sight, overlays={"reach": REACH}, sketches=(NOTE,))
    scenery.show(sight, **more)  # type: ignore[arg-type]
    return Chart(scenery, sight, wish or Wish(scenery.whole))


def test_a_map_on_one_sheet_is_lines_and_letters_and_no_picture(player: Player) -> None:
    chart = _chart(player)
    (page,) = read(last(chart.pdf()))
    assert {round(page.width), round(page.height)} == {595, 842}
    assert page.pictures == 0
    assert any("IBMPlexSans" in font for font in page.fonts)
    for words in ("Meeting at the gate", "0101", "77", "88", "99", "Hold the gate", "can be reached", "hex"):
        assert words in page.words
    assert "never drawn" not in page.words  # nothing on the map has that tone
    names = [str(face.name) for face, at in standing(player).sight.faces.values() if not at.startswith("#")]
    assert names
    assert all(name in page.words for name in names)


def test_names_of_places_are_text(player: Player) -> None:
    atlas = standing(player).session.rules.atlas
    (page,) = read(last(_chart(player).pdf()))
    assert atlas.sheet.places
    assert all(place.name in page.words for place in atlas.sheet.places)


def test_what_is_not_wanted_is_not_there(player: Player) -> None:
    chart = _chart(player, counters=False, overlays=False, drawings=False)
    (page,) = read(last(chart.pdf()))
    assert "77" not in page.words
    assert "Hold the gate" not in page.words
    names = [str(face.name) for face, _ in standing(player).sight.faces.values()]
    assert not [name for name in names if len(name) > 2 and name in page.words]


def test_a_crop_shows_its_part_and_nothing_beyond(player: Player) -> None:
    scenery = standing(player).scenery(paper=True)
    labels = scenery.geometry.atlas.labels
    part = scenery.around(labels[:1], 0.2)
    (page,) = read(last(_chart(player, Wish(part)).pdf()))
    assert labels[0] in page.words
    assert labels[-1] not in page.words


def test_nothing_is_drawn_outside_of_its_rectangle(player: Player) -> None:
    here = standing(player)
    scenery = here.scenery(paper=True)
    scenery.show(replace(here.sight, overlays={"reach": REACH}, sketches=(NOTE,)))
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    scenery.paint(painter, QRectF(100, 100, 100, 100), scenery.around(("0101", "0202"), 0.1))
    painter.end()
    outside = [
        image.pixel(x, y) for x in range(300) for y in range(300) if not (100 <= x < 200 and 100 <= y < 200)
    ]
    assert set(outside) == {0xFFFFFFFF}
    assert image.pixel(150, 150) != 0xFFFFFFFF


@pytest.mark.parametrize("across", [2, 3])
def test_a_poster_leaves_nothing_out_and_its_sheets_overlap(player: Player, across: int) -> None:
    scenery = standing(player).scenery(paper=True)
    chart = _chart(player, Wish(scenery.whole, "A4", across))
    windows, whole = chart.windows(), chart.whole
    assert chart.across == across
    assert len(windows) == chart.pages == chart.across * chart.down
    assert windows[-1].right() >= whole.right() - 0.5
    assert windows[-1].bottom() >= whole.bottom() - 0.5
    for n, box in enumerate(windows):
        if n % across:
            assert windows[n - 1].right() - box.left() == pytest.approx(OVERLAP)
        if n >= across:
            assert windows[n - across].bottom() - box.top() == pytest.approx(OVERLAP)
    pages = read(last(chart.pdf()))
    assert len(pages) == chart.pages
    assert all("row " in page.words for page in pages)
    assert all(label in "".join(p.words for p in pages) for label in scenery.geometry.atlas.labels)


def test_one_page_is_as_large_as_its_map(player: Player) -> None:
    scenery = standing(player).scenery(paper=True)
    chart = _chart(player, Wish(scenery.whole, "map", pitch=20.0))
    assert chart.pitch == pytest.approx(20.0)
    (page,) = read(last(chart.pdf()))
    wide = scenery.whole.width() / PITCH * 20.0 * MM + 2 * usable(chart.size).left()
    assert page.width == pytest.approx(wide * 72 / DPI, abs=1)
    assert not chart.too_large
    assert _chart(player, Wish(scenery.whole, "map", pitch=4000.0)).too_large


@pytest.mark.parametrize("paper", ["A4", "A3", "Letter"])
def test_everything_fits_on_its_sheet(player: Player, paper: str) -> None:
    scenery = standing(player).scenery(paper=True)
    for part in (scenery.whole, QRectF(0, 0, 900, 60), QRectF(0, 0, 60, 900)):
        chart = _chart(player, Wish(part, paper))
        room = usable(chart.size)
        assert chart.whole.width() <= room.width() + 0.5
        assert chart.whole.height() <= room.height() + 0.5


@pytest.mark.parametrize("name", PATTERNS)
def test_every_pattern_is_drawn_as_lines_within_its_area(qapp: object, name: str) -> None:
    from PySide6.QtGui import QColor, QPainterPath

    image = QImage(120, 120, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    area = QPainterPath()
    area.addRect(QRectF(30.5, 40.5, 60, 50))
    painter = QPainter(image)
    hatch(painter, area, name, QColor("#000000"), 1.0)
    painter.end()
    inside = [image.pixel(x, y) & 0xFF for x in range(32, 89) for y in range(42, 89)]
    rim = [image.pixel(x, y) for x in range(120) for y in range(120) if not (29 <= x < 92 and 39 <= y < 92)]
    assert set(rim) == {0xFFFFFFFF}
    dark = sum(value < 128 for value in inside) / len(inside)
    assert 0.02 < dark < 0.5
    # the same in every corner: nothing is left out at a rim
    for x, y in ((33, 43), (63, 43), (33, 66), (63, 66)):
        assert min(image.pixel(x + i, y + j) & 0xFF for i in range(24) for j in range(22)) < 128
