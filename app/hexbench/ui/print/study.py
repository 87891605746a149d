"""A study sheet: a piece of the map with calculations about it, on one page or a few.

The crop is at the top; below and on further pages, in two columns: the combat with its factors and chances, the
table used, notes and drawings, the units there, the state of the game, and the latest events.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from hexbench.engine.display import Combat, Facts, Table
from hexbench.engine.seat import Seat
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.language import tell, tr
from hexbench.ui.print.chart import Footer
from hexbench.ui.print.scenery import Scenery, Sight
from hexbench.ui.print.sheets import (
    MM,
    MUTED,
    Bars,
    Block,
    Counters,
    Flow,
    Heading,
    Words,
    account_html,
    columns,
    combat_html,
    facts_html,
    paper,
    pdf,
    table_html,
    usable,
)

_LAST_LINES = 14
"""Lines of the log at the end of a sheet."""
_MOST_UNITS = 24
TABLE = 14
"""Size of type in the game's tables."""
GAP = 1.4 * MM
BETWEEN = 6 * MM


@dataclass(frozen=True)
class Matter:
    """The subject of a study sheet."""

    sight: Sight
    part: QRectF
    """The crop, in the scene's units."""
    hexes: tuple[str, ...] = ()
    """Whose units are listed."""
    combat: Combat | None = None
    tables: tuple[Table, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    """The log: (moment, sentence), the oldest first."""
    comments: tuple[str, ...] = ()
    """What was written to this position and to those just before it."""
    form: str = "A4"


class StudySheet:
    """A subject laid out on sheets of paper."""

    def __init__(self, matter: Matter, scenery: Scenery, seat: Seat) -> None:
        self._matter, self._scenery, self._seat = matter, scenery, seat
        sheet = paper(matter.form)
        self.size = QSizeF(sheet.width, sheet.height)
        room = usable(self.size)
        sight = matter.sight
        about = " · ".join(x for x in (sight.about, sight.whose) if x)
        self._head = Words(
            f"<h1>{escape(sight.title)}</h1><p class='muted'>{escape(about)}</p>", room.width()
        )
        part, most = matter.part, room.height() * 0.4
        width = min(room.width(), most * part.width() / part.height())
        if width < room.width():  # a tall crop is given more of the map at its sides, as far as there is any
            part = scenery.part(
                part.adjusted(
                    -(part.height() * room.width() / most - part.width()) / 2, 0,
                    (part.height() * room.width() / most - part.width()) / 2, 0,
                )
            )  # fmt: skip
            width = min(room.width(), most * part.width() / part.height())
        self._part = part
        left = room.left() + (room.width() - width) / 2
        top = room.top() + self._head.height + 1 * MM
        self._map = QRectF(left, top, width, width * part.height() / part.width())
        km = scenery.geometry.atlas.sheet.kilometres_per_hex
        self._foot = Footer(sight, scenery.palette, room.width(), width / part.width(), km, legend=True)
        below = self._map.bottom() + self._foot.height + 2 * MM - room.top()
        foot = 6 * MM
        first = columns(room.adjusted(0, below, 0, -foot), 2, BETWEEN)
        self._width = first[0].width()
        self._tables()
        # A table too wide for a column goes across the top of the second page.
        second = columns(room.adjusted(0, self._across(room), 0, -foot), 2, BETWEEN)
        self.flow = Flow((first, second, columns(room.adjusted(0, 0, 0, -foot), 2, BETWEEN)), GAP)
        self._fill()

    @property
    def pages(self) -> int:
        """How many sheets."""
        return max(self.flow.pages, 2 if self._wide else 1)

    def paint(self, painter: QPainter, page: int) -> None:
        """Draw one sheet."""
        room = usable(self.size)
        if page == 0:
            self._head.paint(painter, room.topLeft())
            self._scenery.paint(painter, self._map, self._part)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(MUTED), 1.2))
            painter.drawRect(self._map)
            self._foot.paint(painter, QPointF(room.left(), self._map.bottom()))
        y = room.top()
        for block in self._wide if page == 1 else ():
            block.paint(painter, QPointF(room.left(), y))
            y += block.height + GAP
        self.flow.paint(painter, page)
        painter.setPen(QColor(MUTED))
        painter.setFont(face_font(13))
        box = QRectF(room.left(), room.bottom() - 4 * MM, room.width(), 4 * MM)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft, self._matter.sight.title)
        number = tr("page {n} of {all}", n=page + 1, all=self.pages)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight, number)

    def pdf(self) -> Iterator[bytes]:
        """The file, sheet by sheet."""
        return pdf(self._matter.sight.title, self.size, self.pages, self.paint)

    # ---- what is on it
    def _section(self, title: str, blocks: list[Block]) -> None:
        if not blocks:
            return
        self.flow.space(2.5 * MM)
        self.flow.add(Heading(title, self._width), keep=blocks[0].height + GAP)
        for block in blocks:
            self.flow.add(block)

    def _tables(self) -> None:
        """Make the tables: those that a column takes, and those that need the width of a page."""
        self._narrow: list[Block] = []
        self._wide: list[Block] = []
        room = usable(self.size).width()
        for table in self._matter.tables:
            html = table_html(table)
            words = Words(html, self._width, TABLE, whole=True)
            if words.shrunk:
                self._wide.append(Words(html, room, TABLE, whole=True))
            else:
                self._narrow.append(words)
        if self._wide:
            self._wide.insert(0, Heading(tr("Tables used"), room))

    def _across(self, room: QRectF) -> float:
        """Height of the tables across a page; those that would leave no room for anything else are omitted."""
        high = 0.0
        for n, block in enumerate(self._wide):
            if high + block.height + GAP > room.height() * 0.7:
                del self._wide[n:]
                break
            high += block.height + GAP
        return high + (2 * MM if high else 0)

    def _words(self, html: str) -> Words:
        return Words(html, self._width)

    def _fill(self) -> None:
        self._section(tr("The combat"), self._combat())
        self._section(tr("Tables used"), self._narrow)
        self._section(tr("Notes"), self._notes())
        self._section(tr("Units there"), self._units())
        facts = [panel for panel in self._seat.panels() if isinstance(panel, Facts) and panel.facts]
        self._section(
            tr("State of the game"), [self._words(html) for page in facts for html in facts_html(page)]
        )
        self._section(tr("Latest events"), self._log())

    def _combat(self) -> list[Block]:
        combat = self._matter.combat
        if combat is None:
            return []
        blocks: list[Block] = [self._words(combat_html(combat))]
        blocks += [self._words(account_html(account, self._seat)) for account in combat.accounts]
        blocks += [Bars(spread, self._width) for spread in combat.spreads if spread.bars]
        return blocks

    def _notes(self) -> list[Block]:
        matter, geometry = self._matter, self._scenery.geometry
        blocks: list[Block] = [self._words(f"<p>{escape(text)}</p>") for text in matter.comments]
        for sketch in matter.sight.sketches:
            known = [name for name in sketch.hexes if name in geometry.atlas.index]
            if not any(self._part.contains(geometry.centre(name)) for name in known):
                continue
            where = " → ".join(dict.fromkeys((known[0], known[-1])))
            if sketch.kind == "note":
                text = tr("{hex}: {words}", hex=where, words=sketch.text)
            elif sketch.kind == "arrow":
                text = tr("Arrow {hexes}", hexes=where)
            else:
                text = tr("Pin in {hex}", hex=where)
            if sketch.kind != "note" and sketch.text:
                text = f"{text}: {sketch.text}"
            blocks.append(self._words(f"<p>{escape(text)}</p>"))
        return blocks

    def _units(self) -> list[Block]:
        matter = self._matter
        there = [(face, at) for face, at in matter.sight.faces.values() if at in matter.hexes]
        there.sort(key=lambda one: matter.hexes.index(one[1]))
        blocks: list[Block] = []
        for face, at in there[:_MOST_UNITS]:
            facts = self._seat.facts(face.unit)
            told = (
                [f"{tell(f.label)}: {tell(f.value)}" for f in facts.facts[1:4]] if facts is not None else []
            )
            about = " · ".join((at, *told))
            blocks.append(Counters(face, about, self._scenery.palette, self._width))
        if len(there) > _MOST_UNITS:
            blocks.append(
                self._words(f"<p class='muted'>{escape(tr('and {n} more', n=len(there) - _MOST_UNITS))}</p>")
            )
        return blocks

    def _log(self) -> list[Block]:
        blocks: list[Block] = []
        before = ""
        for moment, text in self._matter.lines[-_LAST_LINES:]:
            head = f"<p class='muted'>{escape(moment)}</p>" if moment != before else ""
            before = moment
            blocks.append(self._words(f"{head}<p>{escape(text)}</p>"))
        return blocks
