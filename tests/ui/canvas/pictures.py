"""Compare what is drawn with a kept picture.

The bundled font, no hinting and a pinned Qt give the same pixels on every machine, so kept pictures match exactly here.
Another Qt within the bounds of pyproject.toml may round an edge otherwise: a picture still holds when no more than one
pixel in a hundred differs by more than a sixth of the scale, and the mean difference stays under one step of 255.

HEXBENCH_UPDATE_IMAGES=1 writes the pictures anew; look at them before keeping them.
"""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtGui import QImage, QPainter

FOLDER = Path(__file__).parents[1] / "images"
FAR = 42
NEAR = bytes(range(FAR + 1))
SHARE = 0.01
MEAN = 1.0


def check(image: QImage, name: str) -> None:
    """Fail unless ``image`` is the kept picture ``name``; a failing one is left beside it as ``name.new.png``."""
    path = FOLDER / f"{name}.png"
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    if os.environ.get("HEXBENCH_UPDATE_IMAGES"):
        FOLDER.mkdir(exist_ok=True)
        assert image.save(str(path))
        return
    assert path.exists(), f"There is no picture {path.name}; HEXBENCH_UPDATE_IMAGES=1 writes it."
    kept = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB888)
    assert kept.size() == image.size(), f"{name}: {image.size().toTuple()} instead of {kept.size().toTuple()}"
    if kept == image:
        return
    differences = between(kept, image)
    far = len(differences.translate(None, NEAR)) / len(differences)
    mean = sum(differences) / len(differences)
    if far > SHARE or mean > MEAN:
        image.save(str(path.with_suffix(".new.png")))
    assert far <= SHARE, f"{name}: {far:.1%} of the picture is another"
    assert mean <= MEAN, f"{name}: the mean difference is {mean:.2f}"


def between(kept: QImage, image: QImage) -> bytes:
    """How far each red, green and blue is from what it was."""
    drawn = kept.convertToFormat(QImage.Format.Format_RGB32)
    over = image.convertToFormat(QImage.Format.Format_RGB32)
    over.setDevicePixelRatio(drawn.devicePixelRatio())  # pixel upon pixel
    painter = QPainter(drawn)  # byte by byte in Python is a second for each picture
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, over)
    painter.end()
    return b"".join(rows(drawn.convertToFormat(QImage.Format.Format_RGB888)))


def rows(image: QImage) -> list[bytes]:
    """The picture line by line, without the padding."""
    data, step, width = bytes(image.constBits()), image.bytesPerLine(), image.width() * 3
    return [data[y * step : y * step + width] for y in range(image.height())]
