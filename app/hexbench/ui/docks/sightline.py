"""The line of sight: the cut through the map from one hex to another, and what the rules say of everything it meets."""

from __future__ import annotations

from html import escape
from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from hexbench.engine.display import Facts, Overlay, Profile
from hexbench.ui.docks.desk import Desk, DeskPanel
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.page import Page, facts_html, rule_link
from hexbench.ui.widgets.parts import MarkupLabel, flush, laid, named, wrapped_label

# A cut through the map along a line of sight: ground, what stands on it, and where the line is blocked.


class ProfileView(QWidget):
    """One :class:`Profile`, drawn and in words."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.profile: Profile | None = None
        self.cut = _Cut(self)
        self.words = named(MarkupLabel(), "profile.words")
        self.words.setWordWrap(True)
        self.words.linkActivated.connect(self._on_link)
        laid(flush(QVBoxLayout(self)), (self.cut, 1), self.words)

    def show_profile(self, profile: Profile | None) -> None:
        """Show this cut; None: nothing."""
        self.profile = profile
        self.cut.update()
        if profile is None:
            self.words.setText("")
            return
        blocked = [p for p in profile.points if p.blocks]
        if profile.clear:
            text = tr("The line of sight is clear.")
        else:
            at = ", ".join(f"{escape(p.hex)} ({rule_link(p.blocks)})" for p in blocked)
            text = tr("Blocked in {at}.", at=at) if blocked else tr("The line of sight is blocked.")
        self.words.setText(text)
        self.cut.setAccessibleName(
            ", ".join(
                tr("{hex}: ground {ground}, top {top}", hex=p.hex, ground=p.ground, top=p.top)
                for p in profile.points
            )
        )

    def _on_link(self, link: str) -> None:
        self.desk.rule_asked.emit(link.partition(":")[2])


class _Cut(QWidget):
    """The drawing: a column for each hex, the line from eye to target above."""

    def __init__(self, owner: ProfileView) -> None:
        super().__init__(owner)
        self.owner = owner
        self.setMinimumHeight(90)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(220, 130)

    def paintEvent(self, event: QPaintEvent) -> None:
        profile = self.owner.profile
        if profile is None or not profile.points:
            return
        chrome, metrics = self.owner.desk.palette.chrome, self.fontMetrics()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = profile.points
        low = min(p.ground for p in points) - 1
        high = max(p.top for p in points) + 1
        foot = self.height() - metrics.height() - 4
        wide = self.width() / len(points)

        def y(level: int) -> float:
            return 4 + (foot - 4) * (high - level) / (high - low)

        every = max(1, -(-(metrics.horizontalAdvance("0000") + 6) // max(1, int(wide))))
        for n, point in enumerate(points):
            left = n * wide
            painter.setPen(Qt.PenStyle.NoPen)
            if point.top > point.ground:
                painter.setBrush(colour(chrome.bad if point.blocks else chrome.good))
                painter.drawRect(
                    QRectF(left + wide * 0.15, y(point.top), wide * 0.7, y(point.ground) - y(point.top))
                )
            painter.setBrush(
                colour(chrome.bad if point.blocks and point.top == point.ground else chrome.border)
            )
            painter.drawRect(QRectF(left, y(point.ground), wide + 0.5, foot - y(point.ground)))
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            if n % every == 0:
                box = QRectF(left, foot + 2, wide * every, metrics.height())
                painter.drawText(box, Qt.AlignmentFlag.AlignLeft, point.hex)
        ends = QPolygonF(
            [QPointF(wide / 2, y(points[0].top) - 5), QPointF(self.width() - wide / 2, y(points[-1].top) - 5)]
        )
        painter.setPen(QPen(colour(chrome.good if profile.clear else chrome.bad), 2, Qt.PenStyle.DashLine))
        painter.drawPolyline(ends)
        painter.end()


HINT = mark("Press L, then click two hexes to check the line between them against the rules.")
NONE = mark("Nothing in this game depends on line of sight.")


def pair_kind(desk: Desk) -> str:
    """The overlay of the open game that is about two hexes; empty when it has none."""
    seat = desk.seat
    return "" if seat is None else next((k.kind for k in seat.overlays() if k.subject == "pair"), "")


class SightPanel(DeskPanel):
    """Shows the newest line; it is judged anew when the position changes."""

    key: ClassVar[str] = "sight"
    title: ClassVar[str] = mark("Line of sight")

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.ends: tuple[str, str] | None = None
        self.overlay: Overlay | None = None

    def lay_out(self) -> None:
        """A line about it, the cut, and what it meets."""
        desk = self.desk
        self.head = named(wrapped_label(), "sight.head")
        self.profile = ProfileView(desk)
        self.page = named(Page(), "sight.page", tr("What lies along the line"))
        self.page.rule_asked.connect(desk.rule_asked)
        self.page.hexes_asked.connect(desk.hexes_lit)
        laid(self.box, self.head, (self.profile, 2), (self.page, 3))

    def judge(self, a: str, b: str) -> Overlay | None:
        """Ask the rules about a line; None when they know of no such thing."""
        self.ends = (a, b)
        self.furnish()
        self.refresh_now()
        return self.overlay

    def forget(self) -> None:
        """Put the line away."""
        self.ends = None
        self.refresh_now()

    def refresh(self) -> None:
        """Judge the line at the position that is shown."""
        desk, kind = self.desk, pair_kind(self.desk)
        seat = desk.seat
        self.overlay = (
            seat.overlay(kind, " ".join(self.ends)) if seat is not None and kind and self.ends else None
        )
        found = self.overlay
        self.profile.setVisible(found is not None and found.profile is not None)
        if found is None:
            self.head.setText("" if seat is None else tr(HINT if kind else NONE))
            self.profile.show_profile(None)
            self.page.clear()
            return
        self.head.setText(tell(found.title))
        self.profile.show_profile(found.profile)
        facts = Facts(found.title, found.facts)
        self.page.show_html(facts_html(facts, desk.palette.chrome.muted, heading=False))
