"""A map as a PNG, drawn and written strip by strip: only one strip and the file are in memory, however large
it is.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from hexbench.engine.values import Say, say
from hexbench.ui.print.scenery import Scenery

_STRIP = 256
"""Rows of pixels drawn at a time."""
PIECE = 2048
"""Pixels of them drawn in one step: the window stays awake."""
BEYOND = 48
"""Scene units round a piece that are drawn with it: what stands there may reach into it."""
LONGEST, MOST = 30_000, 250_000_000
"""Pixels of a side, and in all: what programs that show pictures still open."""
SHARPEST, COARSEST = 2.0, 0.25


def size_of(part: QRectF, scale: float) -> tuple[int, int]:
    """Width and height in pixels of a part of the map at a scale."""
    return max(1, round(part.width() * scale)), max(1, round(part.height() * scale))


def too_large(part: QRectF, scale: float) -> Say | None:
    """Why a picture of this size is not made, and which scale would do; None: it is."""
    width, height = size_of(part, scale)
    if max(width, height) <= LONGEST and width * height <= MOST:
        return None
    fits = min(LONGEST / max(part.width(), part.height()), (MOST / (part.width() * part.height())) ** 0.5)
    return say(
        "A picture of {width} × {height} pixels is too large for other programs to open. "
        "Choose a smaller part, or a scale of {fits} % at most.",
        width=width,
        height=height,
        fits=int(100 * fits),
    )


def steps_of(part: QRectF, scale: float) -> int:
    """How many steps :func:`png` takes."""
    width, height = size_of(part, scale)
    return -(-height // _STRIP) * (-(-width // PIECE) + 1) + 2


def png(scenery: Scenery, part: QRectF, scale: float, title: str) -> Iterator[bytes]:
    """A part of the map as the bytes of a PNG: pieces that make the file one after another, many of them empty."""
    width, height = size_of(part, scale)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    words = b"Title\0\0\0en\0\0" + title.encode()
    yield b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"iTXt", words)
    press = zlib.compressobj(6)
    before = bytes(3 * width)
    for top in range(0, height, _STRIP):
        rows = min(_STRIP, height - top)
        image = QImage(width, rows, QImage.Format.Format_RGB888)
        image.fill(QColor(scenery.palette.map.surround))
        for left in range(0, width, PIECE):
            _paint(image, scenery, part, scale, QPoint(left, top))
            yield b""
        packed, before = _filtered(image, before)
        data = press.compress(packed)
        if top + rows == height:
            data += press.flush()
        yield _chunk(b"IDAT", data) if data else b""
    yield _chunk(b"IEND", b"")


def _paint(image: QImage, scenery: Scenery, part: QRectF, scale: float, corner: QPoint) -> None:
    """Draw one piece of a strip; ``corner`` is its upper left one in the whole picture."""
    piece = QRectF(corner.x(), 0, min(PIECE, image.width() - corner.x()), image.height())
    grow = BEYOND * scale
    target = piece.adjusted(-grow, -grow, grow, grow)
    source = QRectF(
        part.left() + target.left() / scale,
        part.top() + (corner.y() + target.top()) / scale,
        target.width() / scale,
        target.height() / scale,
    )
    painter = QPainter(image)
    painter.setClipRect(piece)
    scenery.paint(painter, target, source, table=True)
    painter.end()


def _filtered(image: QImage, before: bytes) -> tuple[bytes, bytes]:
    """The rows, each as its difference from the one above (PNG's filter 2), and the last row as it is."""
    import numpy as np

    width, rows = image.width(), image.height()
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(rows, image.bytesPerLine())[:, : 3 * width]
    above = np.vstack([np.frombuffer(before, np.uint8)[None, :], raw[:-1]])
    out = np.empty((rows, 3 * width + 1), np.uint8)
    out[:, 0] = 2
    out[:, 1:] = raw - above
    return out.tobytes(), raw[-1].tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


# Small picture files: few colours, chosen so that one must look twice to see it.


def few_colours(picture: QImage) -> QImage:
    """The picture in 256 colours, the commonest of it: a fraction of the size, and one must look twice to see it."""
    import numpy as np

    whole = picture.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(whole.constBits(), np.uint8).reshape(whole.height(), whole.width(), 4)
    coarse = (pixels[..., :3] >> 3).astype(np.uint32)
    keys = coarse[..., 0] << 10 | coarse[..., 1] << 5 | coarse[..., 2]
    found, where, counts = np.unique(keys, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")[:256]
    flat = pixels[..., :3].reshape(-1, 3).astype(np.float64)
    sums = np.stack([np.bincount(where.ravel(), flat[:, k], len(found)) for k in range(3)], axis=1)
    means = sums / counts[:, None]
    chosen = means[order]
    nearest = ((means[:, None, :] - chosen[None, :, :]) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
    wide = -(-whole.width() // 4) * 4
    rows = np.zeros((whole.height(), wide), np.uint8)
    rows[:, : whole.width()] = nearest[where.ravel()].reshape(whole.height(), whole.width())
    indexed = QImage(rows.tobytes(), whole.width(), whole.height(), wide, QImage.Format.Format_Indexed8)
    indexed.setColorTable([(255 << 24) | int(r) << 16 | int(g) << 8 | int(b) for b, g, r in chosen.round()])
    return indexed.copy()
