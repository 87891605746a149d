"""Set-up cards: for each side its formations and reinforcements, every unit as its counter with its hex or its turn of entry.

Everything comes from a seat at the start of the game: what a side does not know then is on none of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from hexbench.engine.display import Face, Roster, Track
from hexbench.ui.canvas.counter import paint_counter
from hexbench.ui.canvas.geometry import COUNTER
from hexbench.ui.docks.desk import side_title
from hexbench.ui.docks.stack import place_name
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.language import tell, tr
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.print.sheets import INK, MM, MUTED, Flow, Words, columns, paper, pdf, usable

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat

SIDE = 14 * MM
"""Of a counter on a card."""
GAP = 3 * MM
_MOST_HEXES = 120
"""A set-up zone larger than this is as good as anywhere."""
BELOW = 7.7 * MM
"""The most there is under a counter: where it begins, in two lines."""
HEAD = 9.5 * MM
PAD = 3 * MM
TYPE = 14


@dataclass
class Group:
    """The units of one card: those of a formation that start on the map or enter together."""

    side: str
    path: tuple[str, ...]
    entry: str
    """When they arrive, in words; empty: they start on the map."""
    units: list[tuple[Face, str, str]] = field(default_factory=list)
    """Face, place, and how it arrives there."""
    hexes: tuple[str, ...] = ()
    """Where they may be set up, where they are yet to be."""


def groups(seat: Seat) -> list[Group]:
    """Every unit a seat knows of, by side and formation; those off the map by arrival. In the order of
    battle's order.
    """
    faces = {face.unit: (face, at) for face, at in seat.faces()}
    known = {
        entry.unit: (entry.path, tell(entry.status))
        for panel in seat.panels()
        if isinstance(panel, Roster)
        for entry in panel.entries
    }
    order = [uid for uid in known if uid in faces] + [uid for uid in faces if uid not in known]
    found: dict[tuple[str, tuple[str, ...], str], Group] = {}
    for uid in order:
        face, at = faces[uid]
        path, status = known.get(uid, ((), ""))
        aside = at.startswith("#")
        entry = (status or place_name(at, seat)) if aside else ""
        path = tuple(tell(word) for word in path[1:]) if path else (face.parent,) * bool(face.parent)
        key = (face.side, path, at if aside else "")
        group = found.setdefault(key, Group(face.side, path, entry))
        group.units.append((face, at, _way_in(seat, uid) if aside else ""))
    sides = {side: n for n, side in enumerate(seat.rules.sides)}
    when = _order_of_entry(seat)

    def place_in_order(group: Group) -> tuple[int, int]:
        first = group.units[0]
        due = 1 + when.get(first[0].unit, len(when)) if first[1].startswith("#") else 0
        return sides.get(group.side, len(sides)), due

    return sorted(found.values(), key=place_in_order)


def _order_of_entry(seat: Seat) -> dict[str, int]:
    """unit -> its box on a turn record."""
    return {
        unit: n
        for panel in seat.panels()
        if isinstance(panel, Track)
        for n, box in enumerate(panel.boxes)
        for unit in box.units
    }


def _way_in(seat: Seat, unit: str) -> str:
    """The entry hexes of a unit, if its game gives them in its facts."""
    facts = seat.facts(unit)
    entry = next((f for f in facts.facts if f.hexes), None) if facts is not None else None
    return "" if entry is None else tell(entry.value)


def set_up_hexes(seat: Seat, unit: str) -> tuple[str, ...]:
    """Where a unit beside the map may be put, as the first decision offers it; empty: it is not asked, or almost anywhere."""
    known = seat.rules.atlas.index
    found: dict[str, None] = {}
    for offer in seat.prompt.offers:
        if unit in offer.subjects:
            found.update((t.object, None) for t in seat.targets(offer.verb, (unit,)) if t.object in known)
    return tuple(sorted(found, key=known.__getitem__)) if len(found) <= _MOST_HEXES else ()


def in_ranges(names: tuple[str, ...]) -> str:
    """Hexes in brief: consecutive numbers as "2718–2722"."""
    numbers = sorted(names, key=lambda name: (len(name), name))
    out: list[list[str]] = []
    for name in numbers:
        last = out[-1][-1] if out else ""
        if name.isdigit() and last.isdigit() and len(last) == len(name) and int(name) == int(last) + 1:
            out[-1].append(name)
        else:
            out.append([name])
    parts = (run if len(run) < 3 else [f"{run[0]}–{run[-1]}"] for run in out)
    return ", ".join(name for part in parts for name in part)


class Card:
    """One card, ``width`` dots wide: its heading, its counters and the text under them."""

    def __init__(self, group: Group, seat: Seat, palette: Palette, width: float, part: str = "") -> None:
        self._group, self._palette, self._width = group, palette, width
        self._place = seat.rules.atlas
        formation = " · ".join(group.path)
        self._title = formation or side_title(group.side, seat)
        self._about = " · ".join(
            x for x in (side_title(group.side, seat), group.entry or tr("starts on the map"), part) if x
        )
        self._across = max(1, int((width - 2 * PAD + GAP) // (SIDE + GAP)))
        rows = -(-len(group.units) // self._across)
        words = [self._where(place, way) for _, place, way in group.units]
        lines = 2 if any(second for _, second in words) else 1 if any(first for first, _ in words) else 0
        zone = in_ranges(group.hexes)
        self._zone = (
            Words(f"<p>{escape(tr('Set up in {hexes}', hexes=zone))}</p>", width - 2 * PAD, 13)
            if zone
            else None
        )
        self._below = (1.5 + 3.1 * lines) * MM + (GAP if not lines else 0)
        self.height = HEAD + PAD + rows * (SIDE + self._below) + 0.5 * PAD
        if self._zone is not None:
            self.height += self._zone.height

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        painter.save()
        painter.translate(at)
        look = self._palette.side(self._group.side)
        box = QRectF(0, 0, self._width, self.height)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(MUTED), 0.9, Qt.PenStyle.DashLine))  # cut here
        painter.drawRect(box)
        head = QRectF(1.5 * MM, 1.5 * MM, self._width - 3 * MM, HEAD - 1.5 * MM)
        painter.fillRect(head, colour(look.ground))
        ink = look.ink if look.ink != look.ground else ink_on(look.ground)
        painter.setPen(colour(ink))
        inner = head.adjusted(2 * MM, 0.4 * MM, -2 * MM, -0.4 * MM)
        _line(
            painter,
            QRectF(inner.left(), inner.top(), inner.width(), inner.height() * 0.58),
            self._title,
            20,
            700,
        )
        low = inner.top() + inner.height() * 0.55
        _line(painter, QRectF(inner.left(), low, inner.width(), inner.height() * 0.45), self._about, 14, 500)
        for n, (face, place, way) in enumerate(self._group.units):
            row, column = divmod(n, self._across)
            x, y = PAD + column * (SIDE + GAP), HEAD + PAD + row * (SIDE + self._below)
            painter.save()
            painter.translate(x + SIDE / 2, y + SIDE / 2)
            k = SIDE / COUNTER
            painter.scale(k, k)
            paint_counter(painter, face, self._palette, max(k, 1.0))
            painter.restore()
            painter.setPen(QColor(INK))
            first, second = self._where(place, way)
            wide = QRectF(x - GAP / 2 + 3, y + SIDE + 0.9 * MM, SIDE + GAP - 6, 3.2 * MM)
            _line(painter, wide, first, TYPE, 600, Qt.AlignmentFlag.AlignHCenter)
            painter.setPen(QColor(MUTED))
            _line(painter, wide.translated(0, 3.0 * MM), second, 13, 500, Qt.AlignmentFlag.AlignHCenter)
        if self._zone is not None:
            self._zone.paint(painter, QPointF(PAD, self.height - 0.5 * PAD - self._zone.height))
        painter.restore()

    def _where(self, place: str, way: str) -> tuple[str, str]:
        """The text under a counter: its hex and place, or how it enters."""
        if place.startswith("#"):
            first, _, second = way.partition(" ")
            return (first, second) if first in self._place.index else (way, "")
        names = self._place.places_at.get(place, ()) if place in self._place.index else ()
        return place, names[0].name if names else ""


def _line(
    painter: QPainter,
    box: QRectF,
    text: str,
    size: int,
    weight: int,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """One line; made narrower, and at last cut short, where it is too long for its box."""
    width = text_width(text, size, weight)
    if not text:
        return
    if width > box.width() * 1.4:
        while len(text) > 1 and text_width(text + "…", size, weight) > box.width() * 1.4:
            text = text[:-1].rstrip()
        text += "…"
        width = text_width(text, size, weight)
    painter.save()
    painter.setFont(face_font(size, weight))
    squeeze = min(1.0, box.width() / width)
    painter.translate(box.left(), box.center().y())
    painter.scale(squeeze, 1.0)
    inner = QRectF(0, -box.height() / 2, box.width() / squeeze, box.height())
    painter.drawText(inner, align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, text)
    painter.restore()


class Cards:
    """All cards of a seat, laid out in two columns on sheets of a format. Each side begins a page of its own."""

    def __init__(
        self,
        seat: Seat,
        palette: Palette,
        *,
        title: str,
        about: str,
        notes: tuple[str, ...],
        sides: tuple[str, ...] = (),
        form: str = "A4",
    ) -> None:
        """``sides``: only these; empty: every one the seat knows units of."""
        sheet = paper(form)
        self.title, self.size = title, QSizeF(sheet.width, sheet.height)
        room = usable(self.size)
        asked = tell(seat.prompt.say)
        begins = tr("The first decision: {what}", what=asked) if asked else ""
        words = "".join(f"<p class='muted'>{escape(note)}</p>" for note in (begins, *notes) if note)
        self._head = Words(
            f"<h2>{escape(tr('Set-up cards: {title}', title=title))}</h2><p class='muted'>{escape(about)}</p>{words}",
            room.width(),
            14,
        )
        below = self._head.height + 3 * MM
        gap = 4 * MM
        self.flow = Flow((columns(room.adjusted(0, below, 0, 0), 2, gap), columns(room, 2, gap)), gap)
        width = columns(room, 2, gap)[0].width()
        found = [group for group in groups(seat) if not sides or group.side in sides]
        for group in found:
            if group.entry:
                group.hexes = set_up_hexes(seat, group.units[0][0].unit)
        side = ""
        for group in found:
            if side and group.side != side:
                self._turn_page()
            side = group.side
            for card in self._split(group, seat, palette, width, room.height() - below):
                self.flow.add(card)
        self.cards = len(self.flow.placed)

    def _turn_page(self) -> None:
        page = self.flow.placed[-1].page
        while self.flow.here == page:
            self.flow.turn()

    @staticmethod
    def _split(group: Group, seat: Seat, palette: Palette, width: float, most: float) -> Iterator[Card]:
        """A group as one card, or as several where it is too long for a column."""
        whole = Card(group, seat, palette, width)
        if whole.height <= most:
            yield whole
            return
        across = max(1, int((width - 2 * PAD + GAP) // (SIDE + GAP)))
        each = max(1, int((most - HEAD - 2 * PAD) // (SIDE + BELOW))) * across
        parts = -(-len(group.units) // each)
        for n in range(parts):
            units = group.units[n * each : (n + 1) * each]
            some = Group(group.side, group.path, group.entry, units, () if n else group.hexes)
            yield Card(some, seat, palette, width, tr("{n} of {all}", n=n + 1, all=parts))

    @property
    def pages(self) -> int:
        """How many sheets."""
        return self.flow.pages

    def paint(self, painter: QPainter, page: int) -> None:
        """Draw one sheet."""
        if page == 0:
            self._head.paint(painter, usable(self.size).topLeft())
        self.flow.paint(painter, page)

    def pdf(self) -> Iterator[bytes]:
        """The file, sheet by sheet."""
        return pdf(self.title, self.size, self.pages, self.paint)
