"""A cut through the map along a line of sight: ground, what stands on it, and where the line is blocked."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from hexbench.engine.display import Profile
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.page import rule_link
from hexbench.ui.widgets.parts import MarkupLabel


class ProfileView(QWidget):
    """One :class:`Profile`, drawn and in words."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.profile: Profile | None = None
        self.cut = _Cut(self)
        self.words = MarkupLabel()
        self.words.setObjectName("profile.words")
        self.words.setWordWrap(True)
        self.words.linkActivated.connect(self._on_link)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.cut, 1)
        column.addWidget(self.words)

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
