"""What the desktop's painters draw for a VASSAL module: the printed map, counters, tables and the sheet of
boxes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QImageWriter, QPainter, QPen

from hexbench.engine.display import Card, Chip, Face, Points, Table
from hexbench.engine.values import Say, say
from hexbench.exchange.grid import PITCH as PIXELS
from hexbench.exchange.grid import HexGrid
from hexbench.exchange.log_out import GameLog, Moment, logging
from hexbench.exchange.module import CARD
from hexbench.exchange.module import COUNTER as SIDE
from hexbench.exchange.position_out import HIGH, WIDE, Exported, Origin, at_once, exporting
from hexbench.exchange.things import Cell
from hexbench.session.saved_history import Unreachable
from hexbench.store.strict import BadFile
from hexbench.ui.canvas.counter import paint_counter
from hexbench.ui.canvas.geometry import COUNTER, PITCH
from hexbench.ui.look.chips import chip_width, paint_chip, paint_point
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.language import in_english, tell
from hexbench.ui.print.picture import png
from hexbench.ui.print.scenery import Scenery

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.session.log import LogLine
    from hexbench.session.session import Session

R = TypeVar("R")
LOG = ".vlog"
VASSAL = (".vmod", ".vsav")
"""Endings of modules and saved games; :data:`LOG` of games as logs, with which a module goes."""
INK, PAPER, LINE, QUIET = "#1d1a16", "#f3ecdc", "#6f675b", "#574f45"
_HEAD, _TEXT, _ROW = 20, 15, 26
POINT = 36
"""Pixels of a point of a pool."""
_SHADOW = 0.9
"""Of a counter's picture: the rest is room for its shadow."""


class Pictures:
    """The painter of :mod:`hexbench.exchange.position_out`."""

    def __init__(self, scenery: Scenery) -> None:
        self.scenery = scenery

    def board(self, grid: HexGrid) -> Iterator[bytes]:
        """The printed map; the crop is adjusted so that the first hex is on a whole pixel."""
        geometry, scale = self.scenery.geometry, PIXELS / PITCH
        name = next(iter(grid.raw))
        across, along = (grid.y0, grid.x0) if grid.sideways else (grid.x0, grid.y0)
        nx, ny = grid.raw[name]
        u, v = nx * grid.dx, ny * grid.dy + (nx % 2) * grid.dy / 2
        x, y = (across + v, along + u) if grid.sideways else (across + u, along + v)
        middle = geometry.centre(name)
        part = QRectF(middle.x() - x / scale, middle.y() - y / scale, grid.width / scale, grid.height / scale)
        yield from png(self.scenery, part, scale, "Hexbench")

    def counter(self, face: Face) -> bytes:
        """A counter with its shadow."""
        image = _image(SIDE, SIDE)
        painter = QPainter(image)
        painter.translate(SIDE / 2, SIDE / 2)
        scale = SIDE / COUNTER * _SHADOW
        painter.scale(scale, scale)
        paint_counter(painter, face, self.scenery.palette, 1.0)
        painter.end()
        return _png(image)

    def chip(self, chip: Chip) -> bytes:
        """A marker, with the shadow it has on the map."""
        style = self.scenery.palette.chip(chip.key)
        image = _image(round(chip_width(style, chip.text)) + 6, 28)
        painter = QPainter(image)
        painter.translate(image.width() / 2, image.height() / 2)
        paint_chip(painter, style, chip.text)
        painter.end()
        return _png(image)

    def point(self, heap: Points, *, down: bool) -> bytes:
        """A point as a small counter."""
        image = _image(POINT, POINT)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self.scenery.palette.side(heap.side) if heap.side else None
        ground, ink = (side.ground, side.ink) if side is not None else (PAPER, INK)
        paint_point(painter, QRect(0, 0, POINT, POINT), heap.sign, ground, ink, down=down)
        painter.end()
        return _png(image)

    def card(self, card: Card | None, side: str) -> bytes:
        """A card with its title, price and text; its back is hatched."""
        image = _image(*CARD, PAPER if card is not None else LINE)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(1, 1, CARD[0] - 2, CARD[1] - 2)
        painter.setPen(QPen(QColor(INK), 2))
        painter.drawRect(box)
        if card is None:
            painter.setPen(QPen(QColor(PAPER), 2))
            for x in range(-CARD[1], CARD[0], 12):
                painter.drawLine(x, CARD[1], x + CARD[1], 0)
        else:
            head, text = face_font(14, 700), face_font(11, 500)
            painter.setFont(head)
            price = QFontMetricsF(head).horizontalAdvance(card.cost) + 8 if card.cost else 0
            _line(painter, tell(card.title), QPointF(8, 20), CARD[0] - 16 - price)
            painter.drawText(
                box.adjusted(0, 4, -8, 0), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, card.cost
            )
            painter.setFont(text)
            wrapped = int(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft) | int(
                Qt.TextFlag.TextWordWrap
            )
            painter.drawText(box.adjusted(7, 28, -7, -4), wrapped, tell(card.text))
        painter.end()
        return _png(image)

    def token(self, colour: str, lines: tuple[str, ...]) -> bytes:
        """A chit in the colours of its cup, a line for each of its strengths; its back is plain, with a frame."""
        image = _image(SIDE, SIDE)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        style = self.scenery.palette.box(colour)
        box = QRectF(3, 3, SIDE - 6, SIDE - 6)
        painter.setPen(QPen(QColor(INK), 1.5))
        painter.setBrush(QColor(style.ground))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(QPen(QColor(style.ink), 2))
        if not lines:
            painter.drawRoundedRect(box.adjusted(8, 8, -8, -8), 3, 3)
        else:
            painter.setFont(face_font(14, 700))
            high = (box.height() - 6) / len(lines)
            for n, line in enumerate(lines):
                row = QRectF(box.left(), box.top() + 3 + n * high, box.width(), high)
                painter.drawText(row, Qt.AlignmentFlag.AlignCenter, line)
        painter.end()
        return _png(image)

    def table(self, table: Table) -> bytes:
        """A table with its title, each column as wide as its longest cell."""
        head, text = face_font(_HEAD, 700), face_font(_TEXT, 500)
        measure = QFontMetricsF(text)
        rows = [("", table.columns), *table.rows]
        columns = max(len(cells) for _, cells in rows)
        widths = [max(40.0, *(measure.horizontalAdvance(name) + 16 for name, _ in rows))]
        widths += [
            max(40.0, *(measure.horizontalAdvance(cells[n]) + 16 for _, cells in rows if n < len(cells)))
            for n in range(columns)
        ]
        title = tell(table.title)
        width = max(sum(widths), QFontMetricsF(head).horizontalAdvance(title)) + 24
        image = _image(round(width), _ROW * len(rows) + 54, PAPER)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(INK)))
        painter.setFont(head)
        painter.drawText(QPointF(12, 30), title)
        painter.setFont(text)
        for r, (name, cells) in enumerate(rows):
            x = 12.0
            for c, cell in enumerate((name, *cells)):
                box = QRectF(x, 42 + r * _ROW, widths[c], _ROW)
                painter.setPen(QPen(QColor(LINE)))
                painter.drawRect(box)
                painter.setPen(QPen(QColor(INK)))
                left = Qt.AlignmentFlag.AlignLeft if c == 0 else Qt.AlignmentFlag.AlignHCenter
                painter.drawText(box.adjusted(6, 0, -6, 0), Qt.AlignmentFlag.AlignVCenter | left, cell)
                x += widths[c]
        painter.end()
        return _png(image)

    def boxes(self, title: str, cells: tuple[Cell, ...], size: tuple[int, int]) -> bytes:
        """The sheet of boxes with their titles; what arrives is written into the line below."""
        image = _image(*size, PAPER)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(face_font(24, 700))
        painter.setPen(QPen(QColor(INK)))
        painter.drawText(QPointF(12, 34), title)
        head, small = face_font(18, 700), face_font(13, 500)
        for cell in cells:
            painter.setPen(QPen(QColor(LINE), 2))
            painter.drawRect(QRectF(cell.x, cell.y, WIDE, HIGH))
            painter.setPen(QPen(QColor(INK)))
            painter.setFont(head)
            _line(painter, cell.title, QPointF(cell.x + 8, cell.y + 20), WIDE - 16)
            painter.setPen(QPen(QColor(QUIET)))
            painter.setFont(small)
            _line(painter, cell.line, QPointF(cell.x + 8, cell.y + 35), WIDE - 16)
        painter.end()
        return _png(image)

    def seal(self) -> bytes:
        """A plain counter with our letter on it."""
        image = _image(SIDE, SIDE)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(4, 4, SIDE - 8, SIDE - 8)
        painter.setPen(QPen(QColor(LINE), 2))
        painter.setBrush(QColor(PAPER))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QPen(QColor(INK)))
        painter.setFont(face_font(30, 700))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "H")
        painter.end()
        return _png(image)

    def words(self, text: Say | str) -> str:
        """A text in the player's language."""
        return tell(text)


class Unpainted(Pictures):
    """Names its pictures and draws none: a saved game refers to those of its module."""

    def board(self, grid: HexGrid) -> Iterator[bytes]:
        yield from ()

    def counter(self, face: Face) -> bytes:
        return b""

    def chip(self, chip: Chip) -> bytes:
        return b""

    def point(self, heap: Points, *, down: bool) -> bytes:
        return b""

    def card(self, card: Card | None, side: str) -> bytes:
        return b""

    def token(self, colour: str, lines: tuple[str, ...]) -> bytes:
        return b""

    def table(self, table: Table) -> bytes:
        return b""

    def boxes(self, title: str, cells: tuple[Cell, ...], size: tuple[int, int]) -> bytes:
        return b""

    def seal(self) -> bytes:
        return b""


def making(
    session: Session, seat: Seat, scenery: Scenery, *, drawn: bool = True
) -> Generator[None, None, Exported]:
    """The module of the position a seat of a session sees, in steps. ``scenery`` has its north at the top; what lies on it is
    taken off. ``drawn``: with its pictures, which its saved game has no need of. Raises BadFile for a map that cannot be told to
    VASSAL.
    """
    scenery.scene.show_faces({})
    scenery.scene.set_chips(())
    origin = Origin(_english(session.title), f"{session.game.key}/{session.scenario}")
    pictures = Pictures(scenery) if drawn else Unpainted(scenery)
    return _in_english(exporting(session.game, seat, origin, pictures, session.seat))


def stepping(
    session: Session,
    side: str | None,
    lines: Iterable[LogLine],
    scenery: Scenery,
    upto: int,
    *,
    common: bool = False,
) -> Generator[None, None, GameLog]:
    """The game up to a node as a log, with these lines of its own log, in steps. Raises BadFile, also for a position
    that cannot be restored.
    """
    scenery.scene.show_faces({})
    scenery.scene.set_chips(())
    told: dict[int, list[str]] = {}
    for line in lines:
        told.setdefault(line.node, []).append(_english(line.text))

    def moments() -> Iterator[Moment]:
        for step in session.history.line(upto):
            node = step.number
            try:
                seat = session.then(node, side, open_table=common)
            except Unreachable as fault:
                raise BadFile(tell(fault.say)) from None

            def enemy(other: str, node: int = node) -> Seat:
                return session.then(node, other)

            yield Moment(seat, enemy, tuple(told.get(node, ())))

    origin = Origin(_english(session.title), f"{session.game.key}/{session.scenario}")
    return _in_english(logging(session.game, moments(), origin, Pictures(scenery)))


def module_of(log: Path) -> Path:
    """Where the module of a log is written: beside it, under a name that no module of a position has."""
    return log.with_name(f"{log.stem}-log.vmod")


def exported(session: Session, side: str | None, scenery: Scenery, *, drawn: bool = True) -> Exported:
    """The same as ``side`` knows the game (None: the umpire), at once."""
    return at_once(making(session, session.seat(side), scenery, drawn=drawn))


def _in_english(work: Generator[None, None, R]) -> Generator[None, None, R]:
    """Work in steps, each of them in English: equal positions are to give equal bytes on both sides of the net."""
    while True:
        try:
            with in_english():
                next(work)
        except StopIteration as end:
            made: R = end.value
            return made
        yield


def _english(text: Say | str) -> str:
    with in_english():
        return tell(text)


def told(out: Exported) -> str:
    """What was made, in a line."""
    counters = sum(1 for _ in out.module.pieces()) - 1
    return tell(say("for VASSAL, with counters: {n}", n=counters))


def _image(width: int, height: int, ground: str = "") -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(ground) if ground else Qt.GlobalColor.transparent)
    return image


def _line(painter: QPainter, text: str, at: QPointF, width: float) -> None:
    fitting = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(width))
    painter.drawText(at, fitting)


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())
