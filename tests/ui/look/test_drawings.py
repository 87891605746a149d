"""Symbols, marks, chips and patterns: every one is drawn, and no two look alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from hexbench.ui.look.chips import DRAWINGS, paint_chip
from hexbench.ui.look.fonts import FAMILY, face_font, load_fonts
from hexbench.ui.look.palette import ChipStyle, MarkStyle
from hexbench.ui.look.patterns import PATTERNS, pattern_tile
from hexbench.ui.look.shapes import emblem_path, frame_path, paint_mark
from hexbench.ui.look.symbols import ECHELON_BARS, ECHELON_CROSSES, PARTS, echelon_path, paint_symbol, symbol
from tests.ui.canvas.stage import RESOURCES, palette


@pytest.fixture(autouse=True)
def _fonts(qapp):
    palette()


def picture(draw: Callable[[QPainter], None]) -> bytes:
    """What a drawing about (0, 0) looks like, as bytes."""
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.lightGray)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(32, 32)
    draw(painter)
    painter.end()
    return bytes(image.constBits())


def symbol_in(key: str, box: QRectF, painter: QPainter) -> None:
    paint_symbol(painter, key, box, "#000000", "#ffffff")


def mark_in(style: MarkStyle, painter: QPainter) -> None:
    paint_mark(painter, style, "", QPointF(), 20)


def chip_in(drawing: str, painter: QPainter) -> None:
    paint_chip(painter, ChipStyle("#ffffff", "#000000", drawing))


def test_the_font_is_bundled_with_its_licence_and_has_figures_of_one_width():
    assert load_fonts(RESOURCES / "fonts") >= 4
    assert "SIL Open Font License" in (RESOURCES / "fonts" / "IBMPlexSansCondensed-LICENSE.txt").read_text(
        "utf-8"
    )
    for weight in (400, 500, 600, 700):
        metrics = QFontMetricsF(face_font(100, weight))
        assert len({metrics.horizontalAdvance(str(d)) for d in range(10)}) == 1
    assert FAMILY in face_font(10).family()


def test_a_folder_without_fonts_is_said_to_be_one(tmp_path):
    with pytest.raises(FileNotFoundError, match="no fonts"):
        load_fonts(tmp_path)


SAME = ({"motorised", "motorized", "motorised_infantry"}, {"armor", "armour", "tank"}, {"recon", "armored_cavalry"},
        {"airborne", "parachute"}, {"leader", "officer"})  # fmt: skip
"""Symbols that are one sign under several names."""


def test_no_two_symbols_look_alike():
    box = QRectF(-30, -20, 60, 40)
    seen: dict[bytes, str] = {}
    for key in [*PARTS, "security", "police", "unheard_of"]:
        drawn = picture(partial(symbol_in, key, box))
        other = seen.setdefault(drawn, key)
        assert other == key or any({other, key} <= same for same in SAME), f"{key} looks like {other}"


def test_an_unknown_symbol_is_written():
    assert symbol("zeppelin").word == "ZEP"
    assert symbol("security").word == "SEC"
    assert symbol("").word == ""


def test_every_echelon_has_its_strokes():
    for sign, count in (*ECHELON_BARS.items(), *((s, 2 * n) for s, n in ECHELON_CROSSES.items())):
        assert echelon_path(sign).elementCount() == 2 * count
    assert echelon_path("?").isEmpty()


def test_no_two_marks_share_their_shape_and_letter_ground():
    found = palette()
    shapes = {}
    for name in (
        "diamond",
        "octagon",
        "square",
        "triangle",
        "star",
        "bar",
        "arrow",
        "drop",
        "shield",
        "circle",
    ):
        style = MarkStyle("#ffffff", "#000000", name)
        shapes[picture(partial(mark_in, style))] = name
    assert len(shapes) == 10
    assert {style.shape for style in found.marks.values()} <= set(shapes.values())


def test_no_two_chips_look_alike():
    drawn = {picture(partial(chip_in, d)) for d in DRAWINGS}
    assert len(drawn) == len(DRAWINGS)
    text = ChipStyle("#ffffff", "#000000", "text")
    assert picture(lambda p: paint_chip(p, text, "Res")) != picture(lambda p: paint_chip(p, text, "Fld"))


def test_every_chip_of_the_palette_has_a_picture_or_is_a_text():
    assert {style.draw for style in palette().chips.values()} <= {*DRAWINGS, "text"}


def test_frames_and_emblems_differ():
    assert len({frame_path(s, 30).elementCount() for s in ("cut", "round")}) == 2
    assert frame_path("round", 30) != frame_path("square", 30)
    emblems = [emblem_path(k) for k in ("cross", "star", "roundel", "bars", "chevron", "disc")]
    assert all(a != b for k, a in enumerate(emblems) for b in emblems[k + 1 :])


def test_no_two_patterns_look_alike_and_solid_is_none():
    tiles = {
        bytes(tile.constBits())
        for name in PATTERNS
        if (tile := pattern_tile(name, "#000000", 255)) is not None
    }
    assert len(tiles) == len(PATTERNS)
    assert pattern_tile("solid", "#000000", 255) is None
    assert {tone.pattern for tone in palette().tones.values()} <= {*PATTERNS, "solid"}
