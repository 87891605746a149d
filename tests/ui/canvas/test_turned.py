"""The map with another side at the top: every hex is found where it is drawn, and keys steer as one sees."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hexbench.ui.canvas.geometry import TOPS, Geometry
from tests.ui.canvas.stage import small_atlas, stage

K = Qt.Key
AHEAD = {"north": (0, -1), "west": (-1, 0), "south": (0, 1), "east": (1, 0)}
"""Which way on a sheet with north at the top each side lies."""
TURNS = tuple(itertools.product(("pointy", "flat"), TOPS))


@pytest.mark.parametrize(("orientation", "top"), TURNS)
def test_the_named_side_lies_at_the_top_and_nothing_is_mirrored(orientation: str, top: str) -> None:
    atlas = small_atlas(orientation)
    plain, turned = Geometry(atlas), Geometry(atlas, top)
    x, y = AHEAD[top]
    for a, b in itertools.pairwise(atlas.labels):
        way, now = plain.centre(b) - plain.centre(a), turned.centre(b) - turned.centre(a)
        assert -now.y() == pytest.approx(way.x() * x + way.y() * y)
        assert now.x() == pytest.approx(-way.x() * y + way.y() * x)


@pytest.mark.parametrize(("orientation", "top"), TURNS)
def test_every_point_finds_its_hex_and_hexsides_lie_between_theirs(orientation: str, top: str) -> None:
    turned = Geometry(small_atlas(orientation), top)
    for name in turned.atlas.labels:
        assert turned.at(turned.centre(name)) == name
        corner = turned.polygon(name).at(0)
        assert turned.at(turned.centre(name) * 0.1 + corner * 0.9) == name
    for other in turned.atlas.near["0606"]:
        half = (turned.centre("0606") + turned.centre(other)) / 2
        side = turned.place(f"{min('0606', other)}/{max('0606', other)}")
        assert side.x() == pytest.approx(half.x())
        assert side.y() == pytest.approx(half.y())


@pytest.mark.parametrize(("orientation", "top"), TURNS)
def test_keys_move_the_cursor_as_one_sees_the_map(qtbot: QtBot, orientation: str, top: str) -> None:
    scene, view = stage(qtbot, orientation, top=top)
    pointy = scene.geometry.pointy
    straight = {K.Key_D: (1, 0), K.Key_A: (-1, 0)} if pointy else {K.Key_W: (0, -1), K.Key_S: (0, 1)}
    slanted = {K.Key_Q: (-1, -1), K.Key_E: (1, -1)}
    for key, (x, y) in {**straight, **slanted}.items():
        view.set_cursor("0606")
        before = scene.geometry.centre("0606")
        QTest.keyClick(view, key)
        way = scene.geometry.centre(view.cursor_hex) - before
        assert _sign(way) == (x, y), key
    view.set_cursor("0606")
    start = scene.geometry.centre("0606")
    for key in (K.Key_Up, K.Key_Up, K.Key_Left, K.Key_Left):
        QTest.keyClick(view, key)
    way = scene.geometry.centre(view.cursor_hex) - start
    assert _sign(way) == (-1, -1)


def _sign(way: QPointF) -> tuple[int, int]:
    """-1, 0 or 1 along each axis."""
    return tuple(0 if abs(v) < 1 else 1 if v > 0 else -1 for v in (way.x(), way.y()))  # type: ignore[return-value]
