"""Pictures that come from outside: read by a worker that may take so much time and memory, in the few formats they have.

A drawing in SVG is a program of a kind, and one that refers to itself never ends: it is no picture here.
"""

from __future__ import annotations

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageReader

from hexbench.engine.values import say
from hexbench.store import customs, worker
from hexbench.store.strict import BadFile

_FORMATS = (b"png", b"jpeg", b"jpg", b"bmp", b"webp", b"gif")
_HEAD = struct.Struct("<II")


def foreign_picture(path: Path, largest: int) -> QImage:
    """A picture from a file, no side of it longer than ``largest`` pixels. Raises BadFile."""
    data = worker.ask(_read, str(path), largest, file=str(path))
    width, height = _HEAD.unpack_from(data)
    image = QImage(data[_HEAD.size :], width, height, 4 * width, QImage.Format.Format_RGBA8888)
    return image.copy()  # the bytes are not kept by the picture made of them


def _read(name: str, largest: int) -> bytes:
    """In the worker: width, height and the points."""
    data = customs.take(Path(name))
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    if bytes(reader.format().data()) not in _FORMATS:
        raise BadFile(say("this is not a picture that can be read here (PNG, JPEG, BMP, WebP or GIF)."), name)
    reader.setAutoTransform(True)
    size = reader.size()
    if max(size.width(), size.height()) > largest:
        reader.setScaledSize(size.scaled(largest, largest, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise BadFile(
            say("this picture cannot be read ({why}).", why=customs.brief(reader.errorString())), name
        )
    if max(image.width(), image.height()) > largest:
        image = image.scaled(largest, largest, Qt.AspectRatioMode.KeepAspectRatio)
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return (
        _HEAD.pack(image.width(), image.height())
        + bytes(image.constBits())[: 4 * image.width() * image.height()]
    )
