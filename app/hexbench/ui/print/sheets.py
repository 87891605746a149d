"""Sheets of paper and lengths on them. Everything on paper is measured in dots, ``DPI`` to the inch, whatever
the printer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QPen,
    QTextDocument,
    QTextOption,
)

from hexbench.engine.display import Account, Combat, Face, Facts, Spread, Table
from hexbench.engine.seat import Seat
from hexbench.ui.canvas.counter import paint_counter
from hexbench.ui.canvas.geometry import COUNTER
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.language import tell, tr
from hexbench.ui.look.palette import Palette
from hexbench.ui.widgets.bars import bar_label, per_cent

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter


DPI = 144
"""Dots to the inch: half points, so that type of nine points is eighteen dots high."""
MM = DPI / 25.4
"""Dots to the millimetre."""
MARGIN = 10 * MM
INK, MUTED, RULE, WASH = "#1c1b18", "#5f5a50", "#b9b09a", "#f3eee0"
"""On paper: words, lesser words, lines and pale grounds."""
_CREATOR = "Hexbench"


class Paper(NamedTuple):
    """A paper format in portrait: its key, and its sides in dots."""

    key: str
    width: float
    height: float


_PAPERS = (
    Paper("A4", 210 * MM, 297 * MM),
    Paper("A3", 297 * MM, 420 * MM),
    Paper("Letter", 215.9 * MM, 279.4 * MM),
)


def paper(key: str) -> Paper:
    """A format by its key. Raises KeyError."""
    return {one.key: one for one in _PAPERS}[key]


def usable(sheet: QSizeF) -> QRectF:
    """What of a sheet is printed on."""
    return QRectF(MARGIN, MARGIN, sheet.width() - 2 * MARGIN, sheet.height() - 2 * MARGIN)


def pdf(title: str, size: QSizeF, pages: int, paint: Callable[[QPainter, int], None]) -> Iterator[bytes]:
    """Write a PDF page by page: yields nothing after each page, and at the end the whole file.

    ``paint`` draws a page by its number; the painter's units are dots, (0, 0) is the corner of the sheet.
    """
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator(_CREATOR)
    writer.setResolution(DPI)
    points = QSizeF(size.width() * 72 / DPI, size.height() * 72 / DPI)
    page = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter(writer)
    try:
        for n in range(pages):
            if n:
                writer.newPage()
            painter.save()
            paint(painter, n)
            painter.restore()
            yield b""
    finally:
        painter.end()
        buffer.close()
    yield bytes(data.data())


def last(steps: Iterator[bytes]) -> bytes:
    """Do all the steps at once; what the last of them gives."""
    return list(steps)[-1]


def _rule_line(painter: QPainter, x: float, y: float, width: float) -> None:
    """A fine line across."""
    painter.setPen(QPen(QColor(RULE), 1.0))
    painter.drawLine(QRectF(x, y, width, 0).topLeft(), QRectF(x, y, width, 0).topRight())


# Words on paper: a block of rich text of a given width that knows its height and stays text in a PDF.

SIZE = 17
"""Of plain type, in dots: eight and a half points."""
_STYLE = (
    f"body {{ color: {INK}; }} .muted {{ color: {MUTED}; }} h1 {{ font-size: 28px; margin: 0; }} "
    f"h2 {{ font-size: 21px; margin: 0; }} h3 {{ font-size: 18px; margin: 0; }} p {{ margin: 0 0 3px 0; }} "
    f"td, th {{ padding: 1px 5px; }} .rule {{ color: {MUTED}; font-size: 14px; }} td.line {{ border-bottom: 1px solid {RULE}; }}"
)


class Words:
    """A block of rich text ``width`` dots wide. ``whole``: words are never broken, as in table cells."""

    def __init__(self, html: str, width: float, size: int = SIZE, *, whole: bool = False) -> None:
        self._text = QTextDocument()
        self._text.setDocumentMargin(0)
        self._text.setDefaultFont(face_font(size))
        self._text.setDefaultStyleSheet(_STYLE)
        option = QTextOption()
        modes = QTextOption.WrapMode
        option.setWrapMode(modes.WordWrap if whole else modes.WrapAtWordBoundaryOrAnywhere)
        self._text.setDefaultTextOption(option)
        self._text.setHtml(f"<body>{html}</body>")
        self._text.setTextWidth(width)
        self.width = width
        laid = self._text.size()
        # A table of many columns does not fold: then all of the block is made smaller.
        self.shrunk = laid.width() > width + 1
        self._k = min(1.0, width / laid.width()) if laid.width() > 0 else 1.0
        self.height = laid.height() * self._k

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        painter.save()
        painter.translate(at)
        painter.scale(self._k, self._k)
        how = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, QColor(INK))  # the screen may be dressed for the night
        how.palette = palette
        how.clip = QRectF(0, 0, self.width / self._k, self.height / self._k)
        self._text.documentLayout().draw(painter, how)
        painter.restore()


# Blocks set in columns: each knows its height, none is split, and what does not fit goes to the next
# column or page.


class Block(Protocol):
    """Something of a fixed height, as wide as its column."""

    @property
    def height(self) -> float:
        """In dots."""

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""


@dataclass(frozen=True)
class Placed:
    """A block with its position."""

    block: Block
    page: int
    at: QPointF


class Flow:
    """Fills columns from top to bottom. ``pages`` are the columns of each page; all later pages are like the last of them."""

    def __init__(self, pages: Iterable[tuple[QRectF, ...]], gap: float) -> None:
        self._pages, self._gap = tuple(pages), gap
        self.placed: list[Placed] = []
        self._page, self._column, self._y = 0, 0, 0.0

    @property
    def _columns(self) -> tuple[QRectF, ...]:
        return self._pages[min(self._page, len(self._pages) - 1)]

    @property
    def pages(self) -> int:
        """How many pages are used."""
        return max((one.page for one in self.placed), default=0) + 1

    @property
    def here(self) -> int:
        """The page the next block goes on, if it fits."""
        return self._page

    @property
    def room(self) -> float:
        """The space left in the current column."""
        return self._columns[self._column].height() - self._y

    def add(self, block: Block, keep: float = 0.0) -> None:
        """Place a block; ``keep``: it is a heading, and so much of what follows must fit below it."""
        if self._y > 0 and block.height + keep > self.room:
            self.turn()
        box = self._columns[self._column]
        self.placed.append(Placed(block, self._page, QPointF(box.left(), box.top() + self._y)))
        self._y += block.height + self._gap

    def turn(self) -> None:
        """Go on at the top of the next column."""
        self._column, self._y = self._column + 1, 0.0
        if self._column == len(self._columns):
            self._page, self._column = self._page + 1, 0

    def space(self, height: float) -> None:
        """Leave something free, but not at the top of a column."""
        if self._y > 0:
            self._y += height

    def paint(self, painter: QPainter, page: int) -> None:
        """Draw the blocks of a page."""
        for one in self.placed:
            if one.page == page:
                one.block.paint(painter, one.at)


def columns(box: QRectF, count: int, gap: float) -> tuple[QRectF, ...]:
    """A box in columns of the same width."""
    width = (box.width() - (count - 1) * gap) / count
    return tuple(QRectF(box.left() + n * (width + gap), box.top(), width, box.height()) for n in range(count))


# Blocks that are not plain words: bars of a distribution, and counters with their names.

ROW = 4.4 * MM
TYPE = 16
_LIT = "#e3c66a"
TONES = {"band": "#f1ead2", "from": "#eadba6", "to": _LIT, "hit": "#d98a6a"}
"""Grounds of a lit cell on paper."""
SHORT = 14
"""Letters of an entry of a table that is not folded."""
PIECE = 24
"""Rows of facts in one block."""
ORDER = ("band", "from", "to", "hit")
"""Lights from the weakest to the strongest."""
MARKS = {"done": "✓", "now": "→", "ahead": "·"}


class Heading:
    """The title of what follows, with a line under it."""

    def __init__(self, text: str, width: float) -> None:
        self._words, self._width = Words(f"<h3>{escape(text)}</h3>", width), width
        self.height = self._words.height + 1.4 * MM

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        self._words.paint(painter, at)
        _rule_line(painter, at.x(), at.y() + self._words.height + 0.4 * MM, self._width)


class Bars:
    """A distribution: one row per outcome, its share as a bar and in per cent; the actual result is
    emphasised.
    """

    def __init__(self, spread: Spread, width: float) -> None:
        total = sum(bar.weight for bar in spread.bars) or 1
        self._rows = [(bar_label(bar), bar.weight / total, bar.lit) for bar in spread.bars]
        self._title = Words(f"<b>{escape(tell(spread.say))}</b>", width)
        self._width = width
        self.height = self._title.height + ROW * len(self._rows) + 1.5 * MM

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        self._title.paint(painter, at)
        painter.save()
        painter.translate(at + QPointF(0, self._title.height))
        painter.setFont(face_font(TYPE))
        left = min(
            self._width * 0.55, max((text_width(label, TYPE) for label, *_ in self._rows), default=0) + 10
        )
        right = text_width("> 99 %", TYPE) + 6
        most = max((share for _, share, _ in self._rows), default=1.0) or 1.0
        room = max(10.0, self._width - left - right)
        for n, (label, share, lit) in enumerate(self._rows):
            box = QRectF(0, n * ROW, self._width, ROW)
            if lit:
                painter.fillRect(box, QColor(_LIT))
            painter.fillRect(
                QRectF(left, box.top() + 4, max(1.5, room * share / most), ROW - 8), QColor("#6f8297")
            )
            painter.setPen(QColor(INK))
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0, box.top(), left - 6, ROW), middle, label)
            painter.drawText(
                QRectF(self._width - right, box.top(), right, ROW),
                middle | Qt.AlignmentFlag.AlignRight,
                per_cent(share),
            )
        painter.restore()


class Counters:
    """Counters in rows, each with its name and a short text beside it."""

    SIDE = 9.0 * MM

    def __init__(self, face: Face, about: str, palette: Palette, width: float) -> None:
        self._face, self._palette = face, palette
        self._words = Words(
            f"<b>{escape(tell(face.title))}</b><br><span class='muted'>{escape(about)}</span>",
            width - self.SIDE - 2 * MM,
            15,
        )
        self.height = max(self.SIDE, self._words.height) + 0.6 * MM

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        painter.save()
        painter.translate(at.x() + self.SIDE / 2, at.y() + self.SIDE / 2)
        painter.scale(self.SIDE / COUNTER, self.SIDE / COUNTER)
        paint_counter(painter, self._face, self._palette, 1.0)
        painter.restore()
        down = max(0.0, (self.SIDE - self._words.height) / 2)
        self._words.paint(painter, at + QPointF(self.SIDE + 2 * MM, down))


def combat_html(combat: Combat) -> str:
    """What a combat is, its note, and its stages as far as they are decided."""
    out = [f"<p><b>{escape(tell(combat.say))}</b></p>"]
    if combat.result.template:
        out.append(f"<p>{escape(tell(combat.result))}</p>")
    if str(combat.note):
        out.append(f"<p class='muted'>{escape(tell(combat.note))}</p>")
    rows = "".join(
        f"<tr><td>{MARKS[stage.state]}</td><td>{escape(tell(stage.say))}</td><td>{escape(tell(stage.found))}</td></tr>"
        for stage in combat.stages
        if stage.state != "ahead"
    )
    return "".join(out) + (f"<table cellspacing='0'>{rows}</table>" if rows else "")


def account_html(account: Account, seat: Seat) -> str:
    """One account: every unit or rule that counts, how much, by which clauses, and the total."""
    side = f" · {escape(side_title(account.side, seat))}" if account.side else ""
    rows = [
        (
            f"<tr bgcolor='{WASH}'><td><b>{escape(tell(account.say))}</b><span class='muted'>{side}</span></td>"
            f"<td align='right'><b>{escape(account.total)}</b></td></tr>"
        )
    ]
    for line in account.lines:
        notes = ", ".join(
            f"{escape(tell(c.say))} <span class='rule'>{escape(c.rule)}</span>" for c in line.clauses
        )
        was = f"<span class='muted'>{escape(line.was)} → </span>" if line.was else ""
        rows.append(
            f"<tr><td>{escape(tell(line.say))}{'&nbsp; <span class=muted>' + notes + '</span>' if notes else ''}</td>"
            f"<td align='right'>{was}{escape(line.amount)}</td></tr>"
        )
    if not account.lines:
        rows.append(f"<tr><td class='muted'>{escape(tr('nothing'))}</td><td></td></tr>")
    return f"<table width='100%' cellspacing='0'>{''.join(rows)}</table>"


def table_html(table: Table) -> str:
    """A printed table with its lit cells, and what the lights mean."""
    tones: dict[tuple[int, int], str] = {}
    lights = [(light.row, light.column, light.tone) for light in table.lights]
    lights += [(row, column, "hit") for row, column in table.lit]
    for row, column, tone in sorted(lights, key=lambda one: ORDER.index(one[2])):
        for r in range(len(table.rows)) if row < 0 else (row,):
            for c in range(len(table.columns)) if column < 0 else (column,):
                tones[r, c] = TONES[tone]
    head = "".join(f"<th align='center'>{_cell(tell(c))}</th>" for c in table.columns)
    rows = []
    for r, (label, cells) in enumerate(table.rows):
        inner = "".join(
            f"<td align='center'{_ground(tones.get((r, c), ''))}>{_cell(tell(cell))}</td>"
            for c, cell in enumerate(cells)
        )
        rows.append(f"<tr><th align='left'>{_cell(tell(label))}</th>{inner}</tr>")
    meant = "; ".join(dict.fromkeys(tell(light.say) for light in table.lights if str(light.say)))
    source = f" ({escape(tr('a reconstruction'))})" if table.source == "reconstruction" else ""
    return (
        f"<p><b>{escape(tell(table.title))}</b><span class='muted'>{source}</span></p>"
        f"<table cellspacing='0' cellpadding='1' border='1' "
        f"bordercolor='{RULE}' width='100%'><tr><th></th>{head}</tr>{''.join(rows)}</table>"
        + (f"<p class='muted'>{escape(meant)}</p>" if meant else "")
    )


def _ground(tone: str) -> str:
    return f" bgcolor='{tone}'" if tone else ""


def facts_html(facts: Facts) -> list[str]:
    """A page of facts, label and value, in pieces that fit a column."""
    rows = [
        f"<tr><td style='color:{MUTED}'>{escape(tell(fact.label))}</td><td>{escape(tell(fact.value))}</td></tr>"
        for fact in facts.facts
    ]
    tables = [
        f"<table cellspacing='0'>{''.join(rows[n : n + PIECE])}</table>" for n in range(0, len(rows), PIECE)
    ]
    return [f"<p><b>{escape(tell(facts.title))}</b></p>{tables[0]}", *tables[1:]] if tables else []


def _cell(text: str) -> str:
    """The content of a cell; a short entry stays on one line."""
    plain = escape(text)
    return f"<p style='white-space:nowrap'>{plain}</p>" if len(text) <= SHORT else plain


# Anything laid out on sheets of paper, and how it gets onto a printer or into a small picture.


class Product(Protocol):
    """Sheets of one size, drawn one by one in dots."""

    @property
    def size(self) -> QSizeF:
        """Of a sheet, in dots."""

    @property
    def pages(self) -> int:
        """How many sheets."""

    def paint(self, painter: QPainter, page: int, /) -> None:
        """Draw a sheet by its number."""

    def pdf(self) -> Iterator[bytes]:
        """The file, a step for each sheet, and at last all of it."""


def thumbnail(product: Product, width: int) -> QImage:
    """The first sheet as a small image."""
    k = width / product.size.width()
    image = QImage(width, max(1, round(product.size.height() * k)), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(k, k)
    product.paint(painter, 0)
    painter.end()
    return image


def make_printer(product: Product) -> QPrinter:
    """A printer set to the sheets of a product; needs a QApplication."""
    from PySide6.QtCore import QMarginsF
    from PySide6.QtGui import QPageLayout, QPageSize
    from PySide6.QtPrintSupport import QPrinter

    printer = QPrinter(QPrinter.PrinterMode.ScreenResolution)
    printer.setResolution(DPI)
    printer.setFullPage(True)
    wide = product.size.width() > product.size.height()
    points = QSizeF(product.size.width() * 72 / DPI, product.size.height() * 72 / DPI)
    form = QPageSize(points.transposed() if wide else points, QPageSize.Unit.Point)
    way = QPageLayout.Orientation.Landscape if wide else QPageLayout.Orientation.Portrait
    printer.setPageLayout(QPageLayout(form, way, QMarginsF()))
    return printer


def print_on(printer: QPrinter, product: Product) -> None:
    """Draw every sheet on a printer; smaller where its paper is smaller than was meant."""
    painter = QPainter(printer)
    paper = QRectF(printer.paperRect(printer.Unit.DevicePixel))
    k = min(paper.width() / product.size.width(), paper.height() / product.size.height())
    first, last = printer.fromPage() or 1, printer.toPage() or product.pages
    begun = False
    for page in range(max(1, first) - 1, min(last, product.pages)):
        if begun:
            printer.newPage()
        begun = True
        painter.save()
        painter.scale(k, k)
        product.paint(painter, page)
        painter.restore()
    painter.end()
