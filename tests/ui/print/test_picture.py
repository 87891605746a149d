"""Pictures of the map: as large as one wants, in strips that join without a seam."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from hexbench.ui.print import picture
from tests.ui.print.pieces import standing
from tests.ui.yard.driver import Player


def _dots(image: QImage) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The colours of every pixel, without what fills up a line."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].astype(np.int64)


@pytest.mark.parametrize("scale", [0.25, 1.0, 2.0])
def test_a_picture_is_what_would_be_drawn_in_one_go(player: Player, scale: float) -> None:
    here = standing(player)
    scenery = here.scenery(paper=False)
    scenery.show(here.sight)
    part = scenery.whole
    data = b"".join(picture.png(scenery, part, scale, here.sight.title))
    image = QImage.fromData(data)
    width, height = picture.size_of(part, scale)
    assert (image.width(), image.height()) == (width, height)
    assert image.text("Title") == here.sight.title
    once = QImage(width, height, QImage.Format.Format_RGB888)
    once.fill(QColor(scenery.palette.map.surround))
    painter = QPainter(once)
    source = QRectF(part.left(), part.top(), width / scale, height / scale)
    scenery.paint(painter, QRectF(0, 0, width, height), source, table=True)
    painter.end()
    drawn = image.convertToFormat(QImage.Format.Format_RGB888)
    apart = np.abs(_dots(drawn) - _dots(once))
    assert apart.max() < 12  # rounding where a soft edge meets the rim of a strip, and no seam
    assert (apart > 0).mean() < 0.005


def test_a_step_for_every_strip(player: Player) -> None:
    here = standing(player)
    scenery = here.scenery(paper=False)
    pieces = list(picture.png(scenery, scenery.whole, 1.0, ""))
    assert abs(len(pieces) - picture.steps_of(scenery.whole, 1.0)) <= 1


def test_what_no_program_can_open_is_refused_with_the_scale_that_fits(qapp: object) -> None:
    assert picture.too_large(QRectF(0, 0, 4500, 3700), 2.0) is None
    refused = picture.too_large(QRectF(0, 0, 40_000, 20_000), 2.0)
    assert refused is not None
    assert "80000 × 40000" in str(refused)
    fits = int(str(refused).rpartition(" %")[0].rpartition(" ")[2])
    assert picture.too_large(QRectF(0, 0, 40_000, 20_000), fits / 100) is None
