"""A track as a panel: its boxes with a scroll bar, the box of now in sight, and the details of the box that was chosen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSplitter, QToolButton, QVBoxLayout, QWidget

from hexbench.engine.display import Box, Facts, Track
from hexbench.engine.values import Say
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.track_plan import is_flat
from hexbench.ui.docks.track_view import TrackView
from hexbench.ui.docks.units import UnitsView
from hexbench.ui.look.fonts import bold
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.page import Page, facts_html
from hexbench.ui.widgets.parts import PlainLabel

LEAD = 44
"""How much of what comes before the box of now stays in sight."""


class Strip(QScrollArea):
    """The boxes; laid out anew whenever the window is another size."""

    def __init__(self, view: TrackView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(view)
        view.moved.connect(self._on_moved)

    def lay(self) -> None:
        """Lay the boxes out for the room there is, scroll bars left out."""
        bar = self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent)
        room = self.size()
        # The bar that will be needed is left out from the start, so that showing it changes nothing.
        self.view.fit(QSize(room.width() - bar - 2, room.height() - bar - 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay()
        self.show_best()

    def show_best(self) -> None:
        """Bring into sight what is read: the box whose details are open, else that of now."""
        if self.view.chosen >= 0:
            self.show_box(self.view.chosen)
        else:
            self.show_now()

    def show_box(self, index: int) -> None:
        """Bring a box into sight."""
        spot = self.view.box(index)
        if not spot.isNull():
            for corner in (spot.bottomRight(), spot.topLeft()):  # the beginning of a long one, if need be
                self.ensureVisible(corner.x(), corner.y(), 8, 8)

    def show_now(self) -> None:
        """Bring the box of now into sight, with a little of what was before."""
        spot = self.view.now_box()
        if spot.isNull():
            return
        if self.view.plan.flat:
            self.horizontalScrollBar().setValue(spot.left() - LEAD)
        else:
            self.verticalScrollBar().setValue(spot.top() - LEAD)

    def _on_moved(self) -> None:
        self.show_box(self.view.at)


class Details(QWidget):
    """Everything about one box: its facts with their rules, and its units."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.title = PlainLabel()
        self.title.setObjectName("track.title")
        self.title.setFont(bold(self.title.font()))
        self.shut = QToolButton()
        self.shut.setText("×")
        self.shut.setObjectName("track.shut")
        self.shut.setAccessibleName(tr("Close the details"))
        self.shut.setToolTip(tr("Close (Esc)"))
        self.page = Page()
        self.page.setObjectName("track.page")
        self.page.setAccessibleName(tr("The box that is chosen"))
        self.page.rule_asked.connect(desk.rule_asked)
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.list = UnitsView(desk)
        self.list.setObjectName("track.units")
        self.list.setAccessibleName(tr("Units of this box"))
        self.list.selectionModel().selectionChanged.connect(self._on_selection)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.shut)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.addWidget(self.page)
        self.split.addWidget(self.list)
        self.split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 2, 2, 2)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.split, 1)
        self.page.setMinimumHeight(40)
        self.list.setMinimumHeight(40)

    def show_box(self, box: Box | None) -> None:
        """Show this box; None: nothing."""
        if box is None:
            self.title.clear()
            self.page.clear()
            self.list.units.show_faces([])
            return
        self.title.setText(tell(box.title))
        muted = self.desk.palette.chrome.muted
        self.page.show_html(facts_html(Facts(Say(box.title), box.facts), muted, heading=False))
        faces = [face for unit in box.units if (face := self.desk.face(unit)) is not None]
        self.list.units.show_faces(faces)
        self.list.setVisible(bool(faces))
        self.page.setVisible(bool(box.facts) or not faces)

    def _on_selection(self) -> None:
        units = self.list.chosen()
        if units:
            self.desk.choose(units)


class TrackArea(QWidget):
    """A track and the details of a box; these lie below a tall strip and beside a flat one."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.view = TrackView(desk)
        self.view.setObjectName("track")
        self.list = self.view
        self.strip = Strip(self.view)
        self.details = Details(desk)
        self.details.hide()
        self.details.shut.clicked.connect(self._on_shut)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.addWidget(self.strip)
        self.split.addWidget(self.details)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        self.split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.split)
        self.view.asked.connect(self._on_asked)
        desk.units_changed.connect(self.view.update)
        self._now = -1

    def show_track(self, track: Track | None) -> None:
        """Show this track; None: nothing."""
        view = self.view
        view.show_track(track)
        now = -1 if track is None else track.now
        if now != self._now:
            self._now = now
            self.strip.show_now()
        if track is None:
            view.choose(-1)
            self.details.show_box(None)
        elif 0 <= view.chosen < len(track.boxes):
            self.details.show_box(track.boxes[view.chosen])
        view.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        flat = is_flat(self.size())
        if flat == self.view.flat:
            return
        self.view.flat = flat
        way = Qt.Orientation.Horizontal if flat else Qt.Orientation.Vertical
        self.split.setOrientation(way)
        self.details.split.setOrientation(way)
        self._share()
        self.strip.lay()
        self.strip.show_best()

    def _on_asked(self, index: int) -> None:
        track = self.view.track
        there = track is not None and 0 <= index < len(track.boxes)
        was = self.details.isVisibleTo(self)
        self.details.setVisible(there)
        if there and track is not None:
            self.details.show_box(track.boxes[index])
            if not was:
                self._share()
            self.strip.show_box(index)

    def _share(self) -> None:
        """A flat strip leaves the details more than half of its width: they are read in lines."""
        if self.split.orientation() == Qt.Orientation.Horizontal:
            self.split.setSizes([self.width() * 2 // 5, self.width() * 3 // 5])
            self.details.split.setSizes([self.width() // 3, self.width() // 4])
        else:
            self.split.setSizes([self.height() * 3 // 5, self.height() * 2 // 5])

    def _on_shut(self) -> None:
        self.view.choose(-1)
        self.view.setFocus()
