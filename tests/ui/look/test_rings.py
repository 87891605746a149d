"""Borders of groups, the bar of the strength that is left, squares: all can be told apart, without colour too."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from hexbench.engine.display import Face, Tag
from hexbench.engine.values import Say
from hexbench.ui.canvas.face import paint_face
from hexbench.ui.look.shapes import SHARE, TAGS
from tests.ui.canvas.stage import palette

RINGS = tuple(f"ring.{n}" for n in range(1, 13))
SIZE = 140


def _face(**changes: object) -> QImage:
    face = Face(unit="u", side="german", title=Say("u"), colour="german", symbol="armor", **changes)  # type: ignore[arg-type]
    image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
    image.fill(QColor("#d8d0b8"))
    painter = QPainter(image)
    painter.translate(SIZE / 2, SIZE / 2)
    paint_face(painter, face, palette())
    painter.end()
    return image


def _at(image: QImage, x: float, y: float) -> QColor:
    return image.pixelColor(round(SIZE / 2 + x), round(SIZE / 2 + y))


@pytest.mark.parametrize("name", ["day", "night", "contrast"])
def test_twelve_borders_differ_in_colour_and_neighbours_in_hue_by_their_dashes(
    qapp: object, name: str
) -> None:
    found = palette(name)
    styles = [found.ring(key) for key in RINGS]
    assert len({style.colour for style in styles}) == 12
    for a, b in itertools.combinations(styles, 2):
        one, other = QColor(a.colour), QColor(b.colour)
        apart = sum(abs(x - y) for x, y in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))  # type: ignore[index]
        assert apart > 90 or a.dash != b.dash, (a, b)


def test_every_border_is_drawn_and_no_two_look_alike(qapp: object) -> None:
    faces = [_face(ring=key) for key in ("", *RINGS)]  # held, since bits do not keep their image alive
    drawn = {bytes(face.constBits()) for face in faces}
    assert len(drawn) == 13


def test_the_bar_at_the_left_edge_is_filled_as_far_as_strength_is_left(qapp: object) -> None:
    middle = SHARE.center().x()
    for percent in (100, 60, 25):
        image = _face(share=percent)
        full = SHARE.bottom() - SHARE.height() * percent / 100
        assert _at(image, middle, full + 4).lightness() > 120, percent
        if percent < 100:
            assert _at(image, middle, full - 4).lightness() < 110, percent
    assert _at(_face(), middle, 0) != _at(_face(share=100), middle, 0)


def test_squares_lie_in_the_corner_and_a_third_down_the_edge_in_their_groups_colour(qapp: object) -> None:
    plain = palette().ring("").colour
    for at in ("corner", "edge"):
        spot = TAGS[at].center()
        tag = Tag(at, "ring.2", Say("x"))
        assert _at(_face(tags=(tag,)), spot.x(), spot.y()).name() == palette().ring("ring.2").colour
        bare = Tag(at, "", Say("x"))
        assert _at(_face(tags=(bare,)), spot.x(), spot.y()).name() == plain
    assert TAGS["corner"].center().y() < -35
    assert -50 / 3 - 10 < TAGS["edge"].center().y() < 0
