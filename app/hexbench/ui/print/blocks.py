"""Blocks that are not plain words: bars of a distribution, and counters with their names."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from hexbench.engine.display import Account, Combat, Face, Facts, Spread, Table
from hexbench.engine.seat import Seat
from hexbench.ui.canvas.counter import paint_counter
from hexbench.ui.canvas.geometry import COUNTER
from hexbench.ui.docks.names import side_title
from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.language import tell, tr
from hexbench.ui.look.palette import Palette
from hexbench.ui.print.sheets import INK, MM, MUTED, RULE, WASH, rule_line
from hexbench.ui.print.words import Words
from hexbench.ui.widgets.bars import per_cent
from hexbench.ui.widgets.odds import bar_label

ROW = 4.4 * MM
TYPE = 16
LIT = "#e3c66a"
TONES = {"band": "#f1ead2", "from": "#eadba6", "to": LIT, "hit": "#d98a6a"}
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
        rule_line(painter, at.x(), at.y() + self._words.height + 0.4 * MM, self._width)


class Bars:
    """A distribution: one row an outcome, its share in length and in per cent; what came of it stands out."""

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
                painter.fillRect(box, QColor(LIT))
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
    """Counters in rows, each with its name and a word about it beside."""

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
    """What stands in a cell; a short entry stays on one line."""
    plain = escape(text)
    return f"<p style='white-space:nowrap'>{plain}</p>" if len(text) <= SHORT else plain
