"""Small picture files: few colours, chosen so that one must look twice to see it."""

from __future__ import annotations

from PySide6.QtGui import QImage


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
