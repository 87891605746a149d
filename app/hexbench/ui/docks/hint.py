"""The dock of a hint: the steps an opponent would take, each with its reason, and the buttons that take them over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QWidget,
)

from hexbench.session.automaton import adviser
from hexbench.session.hinting import MOST, Goal
from hexbench.ui.docks.desk import DeskPanel
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.bars import forecast_lines, forecast_words
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.icons import barrier_icon, barrier_words
from hexbench.ui.widgets.parts import Across, WrappedRow, laid, named, push, text_label

if TYPE_CHECKING:
    from hexbench.session.hinting import Hint, HintStep
    from hexbench.ui.docks.desk import Desk

_SCOPES: tuple[tuple[str, Goal, int], ...] = (
    (mark("One order"), "phase", 1),
    (mark("The rest of this phase"), "phase", MOST),
    (mark("The rest of my player turn"), "turn", MOST),
)
"""(words, how far, actions at most)."""
NOTHING = mark("Ask a computer opponent what it would do in your place. The game itself does not change.")
_IMAGINED = mark(
    "From the preceding die roll or test onwards, this is only one possible outcome: the real one may differ."
)


class _Steps(QListWidget):
    """A list whose chosen row stays in sight when what is told about it takes room from it."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.currentItem() is not None:
            self.scrollToItem(self.currentItem())


class HintPanel(DeskPanel):
    """``asked()``, ``stop_asked()``, ``away_asked()``, ``taken(number)``: do this step, ``all_taken()``; ``pointed(number)``: a
    step is looked at, -1 none.
    """

    key: ClassVar[str] = "hint"
    title: ClassVar[str] = mark("Hint")
    asked = Signal()
    stop_asked = Signal()
    away_asked = Signal()
    taken = Signal(int)
    all_taken = Signal()
    pointed = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._hint: Hint | None = None
        self._busy = False
        self._levels: tuple[str, ...] = ()
        self._note = ""

    def lay_out(self) -> None:
        """Who is asked and how far, the steps, and what can be done with them."""
        self.level = self._box("level", tr("Opponent to ask"))
        self.scope = self._box("scope", tr("How far the hint goes"))
        for text, _, _ in _SCOPES:
            self.scope.addItem(tr(text))
        self.scope.setCurrentIndex(1)
        self.ask = push("hint.ask", tr("Ask"), tr("Let the opponent think about the current position"))
        self.ask.clicked.connect(self.asked)
        self.stop = push("hint.stop", tr("Stop"), tr("Stop here and keep what has been found so far"))
        self.stop.clicked.connect(self.stop_asked)
        self.bar = named(QProgressBar(), "hint.bar", tr("Working out the hint"))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.note = text_label("hint.note")
        self.note.setProperty("role", "muted")
        self.list = _Steps()
        self.list.setObjectName("hint.list")
        self.list.setAccessibleName(tr("The suggested actions"))
        self.list.setToolTip(
            tr(
                "Click an action to show it on the map; press Enter or double-click to carry "
                "it out, Esc to close the hint"
            )
        )
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(1)
        self.list.setMinimumHeight(24)  # in a low dock the list gives way, not the buttons
        self.list.currentRowChanged.connect(self._on_row)
        self.list.itemActivated.connect(self._on_do)
        self.more = text_label("hint.more")
        self.do = push(
            "hint.do", tr("Do this"), tr("Carry out the selected action, if the rules still allow it")
        )
        self.do.clicked.connect(self._on_do)
        self.all = push(
            "hint.all",
            tr("Do all"),
            tr(
                "Carry out the actions one after another for as long as everything turns out "
                "as expected; a single undo reverses them all"
            ),
        )
        self.all.clicked.connect(self.all_taken)
        self.away = push("hint.away", tr("Close"), tr("Remove the arrows without doing anything (Esc)"))
        self.away.clicked.connect(self.away_asked)
        self._lay()
        self._list_levels()
        self._list_steps()

    def _lay(self) -> None:
        work = laid(QHBoxLayout(), (self.bar, 1), self.stop)
        head = WrappedRow((self.level, self.scope, self.ask), self.scope)
        buttons = Across((self.do, self.all, self.away))
        laid(self.box, head, work, self.note, (self.list, 1), self.more, buttons)

    def _box(self, name: str, words: str) -> QComboBox:
        box = named(DropDown(), f"hint.{name}", words)
        box.setMinimumContentsLength(5)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def point_at(self, units: Sequence[str]) -> None:
        """Choose the next action of these units, if there is one."""
        hint = self._hint
        for n, step in enumerate(() if hint is None else hint.steps):
            if hint is not None and n >= hint.done and set(units) & set(step.action.subject):
                self.list.setCurrentRow(n)
                return

    # ---- what is asked for
    @property
    def chosen_level(self) -> str:
        """The level that is to be asked; empty: the game has none."""
        return str(self.level.currentData() or "")

    @property
    def goal(self) -> Goal:
        """How far the hint is to go."""
        return _SCOPES[self.scope.currentIndex()][1]

    @property
    def most(self) -> int:
        """Actions at most."""
        return _SCOPES[self.scope.currentIndex()][2]

    def show_levels(self, levels: Sequence[str]) -> None:
        """The levels of the open game to choose from."""
        if tuple(levels) == self._levels:
            return
        self._levels = tuple(levels)
        if not self.bare:
            self._list_levels()
            self._follow()

    def _list_levels(self) -> None:
        self.level.clear()
        for name in self._levels:
            self.level.addItem(tell(name), name)
        self.level.setCurrentIndex(self.level.findData(adviser(self._levels)))

    # ---- what is shown
    def show_hint(self, hint: Hint | None, note: str = "") -> None:
        """Show a hint from its beginning, or none; ``note`` says why there is none."""
        self._hint, self._note = hint, note
        if not self.bare:
            self._list_steps()

    def _list_steps(self) -> None:
        self.list.clear()
        self.note.setText(self._note or tr(NOTHING) if self._hint is None else "")
        self.grow()

    def grow(self) -> None:
        """Show the steps that were found since, and whether it still thinks."""
        hint = self._hint
        for n, step in enumerate(hint.steps if hint is not None else ()):
            if n >= self.list.count():
                self.list.addItem(self._item(n, step))
        if hint is not None:
            self._say_how_far(hint)
            if hint.stop is not None and self.list.currentRow() < 0:
                self.list.setCurrentRow(min(hint.done, self.list.count() - 1))
        self._follow()

    def _say_how_far(self, hint: Hint) -> None:
        n = len(hint.steps)
        if hint.stop is None:
            self.note.setText(tr("Thinking; actions so far: {n}", n=n))
            return
        count = tr("1 action") if n == 1 else tr("{count} actions", count=n)
        self.note.setText(f"{count}. {tell(hint.stop)}")

    def _item(self, n: int, step: HintStep) -> QListWidgetItem:
        item = QListWidgetItem(f"{n + 1}. {tell(step.text)}\n{tell(step.why)}")
        if step.barrier:
            ink = self.desk.palette.chrome.text
            item.setIcon(barrier_icon(step.barrier, True, ink, self.devicePixelRatioF()))
            item.setToolTip(as_it_is(barrier_words(step.barrier, True)))
        if not step.sure:
            font = item.font()
            font.setItalic(True)
            item.setFont(font)
        return item

    def follow(self) -> None:
        """Some steps are done, or were taken back: those behind are muted, and the next one is chosen."""
        hint = self._hint
        if hint is None:
            return
        chrome = self.desk.palette.chrome
        for n in range(self.list.count()):
            item = self.list.item(n)
            ink = chrome.muted if n < hint.done else chrome.text
            item.setForeground(QBrush(colour(ink)))
            done = tr("Done: {step}", step=tell(hint.steps[n].text))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, done if n < hint.done else item.text())
        if hint.done < self.list.count():
            self.list.setCurrentRow(hint.done)
        self._follow()

    def be_busy(self, busy: bool) -> None:
        """Steps are being done: nothing else can be asked for."""
        self._busy = busy
        self.refresh_now()

    def refresh(self) -> None:
        """What may be pressed now."""
        self._follow()

    def _follow(self) -> None:
        hint, seat = self._hint, self.desk.seat
        thinks = hint is not None and hint.stop is None
        free = seat is not None and self.desk.bridge.past is None and not thinks and not self._busy
        row = self.list.currentRow()
        self.bar.setVisible(thinks or self._busy)
        self.bar.setRange(0, 0)
        self.stop.setVisible(thinks or self._busy)
        self.ask.setEnabled(free and bool(self._levels))
        for box in (self.level, self.scope):
            box.setEnabled(free and bool(self._levels))
        self.do.setEnabled(free and hint is not None and row >= hint.done)
        self.all.setEnabled(free and hint is not None and hint.next is not None)
        self.away.setEnabled(hint is not None)
        step = hint.steps[row] if hint is not None and 0 <= row < len(hint.steps) else None
        self.more.setText("" if step is None else self._told(step))
        self.more.setVisible(bool(self.more.text()))

    def _told(self, step: HintStep) -> str:
        seat = self.desk.seat
        ahead = forecast_words(step.forecast) if seat is None else forecast_lines(step.forecast, seat)
        lines = [ahead, barrier_words(step.barrier, True)]
        if not step.sure:
            lines.append(tr(_IMAGINED))
        return "\n".join(line for line in lines if line)

    # ---- what is pressed
    def _on_row(self, row: int) -> None:
        self._follow()
        self.pointed.emit(row)

    def _on_do(self) -> None:
        if self.do.isEnabled():
            self.taken.emit(self.list.currentRow())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts the hint away."""
        if event.key() == Qt.Key.Key_Escape and self._hint is not None:
            self.away_asked.emit()
        else:
            super().keyPressEvent(event)
