"""Compare what is drawn with a kept picture.

The bundled font, no hinting and a pinned Qt give the same pixels on every machine, so kept pictures match exactly here.
Another Qt within the bounds of pyproject.toml may round an edge otherwise: a picture still holds when no more than one
pixel in a hundred differs by more than a sixth of the scale, and the mean difference stays under one step of 255.

HEXBENCH_UPDATE_IMAGES=1 writes the pictures anew; look at them before keeping them.
"""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtGui import QImage

FOLDER = Path(__file__).parents[1] / "images"
FAR = 42
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
    pairs = list(zip(rows(kept), rows(image), strict=True))
    differences = [abs(a - b) for old, new in pairs for a, b in zip(old, new, strict=True)]
    far = sum(d > FAR for d in differences) / len(differences)
    mean = sum(differences) / len(differences)
    if far > SHARE or mean > MEAN:
        image.save(str(path.with_suffix(".new.png")))
    assert far <= SHARE, f"{name}: {far:.1%} of the picture is another"
    assert mean <= MEAN, f"{name}: the mean difference is {mean:.2f}"


def rows(image: QImage) -> list[bytes]:
    """The picture line by line, without the padding."""
    data, step, width = bytes(image.constBits()), image.bytesPerLine(), image.width() * 3
    return [data[y * step : y * step + width] for y in range(image.height())]
