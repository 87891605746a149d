"""The log of a game as a file to read: Markdown with its maps in a folder beside it, or one page of HTML with its maps inside.

The maps show the position at the end of each turn as the reader's side saw it, and nothing else.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLocale, QRectF
from PySide6.QtGui import QImage, QImageWriter

from hexbench.session import chronicle
from hexbench.session.saved_history import Unreachable
from hexbench.ui.look.language import tell
from hexbench.ui.print.picture import few_colours
from hexbench.ui.print.scenery import Scenery, sight_at

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.session.chronicle import Chronicle
    from hexbench.session.session import Session

_WIDTH = 900
"""Pixels of a small map."""
Then = Callable[[int], "Seat | None"]
"""node -> the seat that reads the log, there. May raise Unreachable."""


@dataclass(frozen=True)
class Files:
    """What is to be written: the log itself, and pictures by their path relative to it."""

    text: str
    pictures: dict[str, bytes]


def _png_bytes(image: QImage) -> bytes:
    """An image as a small PNG file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"png")
    writer.setCompression(90)
    writer.write(few_colours(image))
    buffer.close()
    return bytes(data.data())


def maps(session: Session, log: Chronicle, scenery: Scenery, then: Then) -> Iterator[tuple[int, bytes]]:
    """A small map for each chapter: its number and its PNG. A turn whose position cannot be restored has
    none.
    """
    part: QRectF = scenery.whole
    ground = scenery.ground(part, _WIDTH)
    for n, chapter in enumerate(log.chapters):
        try:
            seat = then(chapter.node)
        except Unreachable:
            seat = None
        if seat is None:
            yield n, b""
            continue
        scenery.show(sight_at(session, seat, chapter.node))
        yield n, _png_bytes(scenery.picture(part, _WIDTH, ground))


def write_story(
    session: Session, log: Chronicle, scenery: Scenery, then: Then, path: Path
) -> Iterator[Files | None]:
    """The files of a log, in steps: one per map, then the files. ``path``: where the log will be; ``.md`` or
    HTML.
    """
    found: dict[int, bytes] = {}
    for n, data in maps(session, log, scenery, then):
        if data:
            found[n] = data
        yield None
    if path.suffix.lower() in (".md", ".markdown"):
        folder = f"{path.stem}-maps"
        names = {n: f"{folder}/{n + 1:02}-{_safe(log.chapters[n].turn)}.png" for n in found}
        text = chronicle.markdown(log, names, tell)
        yield Files(text, {names[n]: data for n, data in found.items()})
        return
    inside = {n: "data:image/png;base64," + base64.b64encode(data).decode() for n, data in found.items()}
    yield Files(chronicle.html(log, inside, tell, QLocale.languageToCode(QLocale().language())), {})


def _safe(name: str) -> str:
    return re.sub(r"[^\w-]+", "_", name).strip("_") or "turn"
