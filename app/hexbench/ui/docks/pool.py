"""A pool as a panel: its boxes, and below them what the points laid out come to, with the button that shares them out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from hexbench.engine.display import Pool
from hexbench.ui.docks.boxes import BoxesView
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.fonts import bold
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.parts import PlainLabel


class PoolArea(QWidget):
    """Boxes with a scroll bar and a bar of words and buttons."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.view = BoxesView(desk)
        self.view.setObjectName("boxes")
        self.view.laid.connect(self._bar)
        area = QScrollArea()
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self.view)
        self.list = self.view
        self.outcome = PlainLabel()
        self.outcome.setObjectName("boxes.outcome")
        self.outcome.setFont(bold(self.outcome.font()))
        self.outcome.setWordWrap(True)
        self.word = PlainLabel()
        self.word.setObjectName("boxes.word")
        self.word.setProperty("role", "muted")
        self.word.setWordWrap(True)
        self.back = QPushButton(tr("Lay back"))
        self.back.setObjectName("boxes.back")
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self._on_back)
        self.done = QPushButton()
        self.done.setObjectName("boxes.done")
        self.done.setAutoDefault(False)
        self.done.clicked.connect(self._on_done)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.back)
        buttons.addWidget(self.done)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area, 1)
        column.addWidget(self.outcome)
        column.addWidget(self.word)
        column.addLayout(buttons)
        self._bar()

    def show_pool(self, pool: Pool | None) -> None:
        """Show this pool; None: nothing."""
        self.view.show_pool(pool)
        self._bar()

    def _bar(self) -> None:
        view = self.view
        pushes, pool = view.pushes, view.pool
        verb = pushes.sharing
        self.done.setVisible(verb is not None)
        self.back.setVisible(verb is not None)
        self.back.setEnabled(any(pushes.laid.values()))
        outcome = ""
        words = [] if pool is None else [tell(pool.say)]
        if verb is not None:
            self.done.setText(tell(verb.label))
            self.done.setEnabled(pushes.done is not None)
            outcome = "; ".join(tell(s) for s in pushes.says)
            words = [tr("Drag points from box to box (with Shift: all), or press Enter on a box.")]
        elif any(pushes.to(heap.key) for heap in view.heaps):
            words.append(tr("Drag a point to where it is wanted, or press Enter on its box."))
        if view.aim:
            words = [
                tr("Enter puts it down: {aim}. Arrows choose another place, Esc puts it back.", aim=view.aim)
            ]
        self.outcome.setText(outcome)
        self.outcome.setVisible(bool(outcome))
        self.word.setText(" ".join(w for w in words if w))
        self.word.setVisible(bool(self.word.text()))

    def _on_back(self) -> None:
        self.view.let_go()
        self.view.pushes.take_back()
        self.view.show_pool(self.view.pool)
        self._bar()

    def _on_done(self) -> None:
        action = self.view.pushes.done
        if action is not None:
            self.desk.action_asked.emit(action)
