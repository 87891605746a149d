"""Pictures from outside are read by a worker, in a few formats, and never larger than asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from hexbench.store.strict import BadFile
from hexbench.ui.look.pictures import foreign_picture

NESTED = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="9" height="9"><defs>{}</defs></svg>'


def test_a_picture_comes_back_as_it_was_and_no_larger_than_asked(qapp: object, tmp_path: Path) -> None:
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    image.setPixelColor(3, 4, QColor("blue"))
    for name in ("a.png", "a.bmp"):
        image.save(str(tmp_path / name))
        found = foreign_picture(tmp_path / name, 100)
        assert (found.width(), found.height()) == (40, 20)
        assert found.pixelColor(3, 4) == QColor("blue")
        assert found.pixelColor(4, 4) == QColor("red")
    small = foreign_picture(tmp_path / "a.png", 10)
    assert (small.width(), small.height()) == (10, 5)


def test_what_is_no_picture_is_a_sentence(qapp: object, tmp_path: Path) -> None:
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    image.save(str(tmp_path / "whole.png"))
    cut = (tmp_path / "whole.png").read_bytes()[:60]
    links = "".join(
        f'<g id="a{n}">' + f'<use x:href="#a{n - 1}"/>' * 10 + "</g>" if n else '<g id="a0"/>'
        for n in range(30)
    )
    for data in (b"", b"no picture", cut, NESTED.format(links).encode()):
        path = tmp_path / "picture.png"
        path.write_bytes(data)
        with pytest.raises(BadFile, match="picture"):
            foreign_picture(path, 100)
