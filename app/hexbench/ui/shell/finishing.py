"""Finish for me: choose how far, preview the actions, then do them with a progress bar and a stop button."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QElapsedTimer, QObject
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QRadioButton,
    QVBoxLayout,
)

from hexbench.session.finishing import Finish, Goal, Plan
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import as_it_is, mark, tell, tr, why
from hexbench.ui.shell.prompt import bold_width
from hexbench.ui.widgets.background import every
from hexbench.ui.widgets.icons import barrier_icon, barrier_words
from hexbench.ui.widgets.parts import PlainLabel, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.session.session import Session
    from hexbench.ui.shell.pieces import TablePieces
    from hexbench.ui.shell.window import Window

GOALS: tuple[tuple[Goal, str, str], ...] = (
    (
        "choice",
        mark("To the next decision with a real choice"),
        mark("Answers this decision, then every one that leaves no choice"),
    ),
    (
        "phase",
        mark("To the end of this phase"),
        mark("Stops as soon as another phase begins or the other side has to decide"),
    ),
    (
        "turn",
        mark("To the end of my player turn"),
        mark("Stops as soon as the other side's turn begins or it has to decide"),
    ),
)
SLICE = 25
"""Milliseconds of work at a time: the window stays awake."""


class FinishDialog(QDialog):
    """Lists the plan as it is worked out; nothing is done before the button is pressed."""

    def __init__(self, window: Window, session: Session) -> None:
        super().__init__(window)
        self.window_, self.session = window, session
        self.setObjectName("finish")
        self.setWindowTitle(tr("Finish for me"))
        self.goals: dict[Goal, QRadioButton] = {}
        column = QVBoxLayout(self)
        for goal, text, help_ in GOALS:
            button = named(QRadioButton(tr(text)), f"finish.{goal}", tip=tr(help_))
            column.addWidget(button)
            self.goals[goal] = button
        self.goals["phase"].setChecked(True)
        self.careful = named(
            QCheckBox(tr("Stop before dice are rolled or anything hidden is tested")),
            "finish.careful",
            tip=tr("If this is off, dice are rolled as well, and outside study mode they stand"),
        )
        self.careful.setChecked(True)
        column.addWidget(self.careful)
        self.heading = PlainLabel(tr("What it would do, with the default answers:"))
        column.addWidget(self.heading)
        self.list = named(QListWidget(), "finish.list", tr("What it would do"))
        column.addWidget(self.list, 1)
        self.stop = named(wrapped_label(), "finish.stop")
        self.stop.setMinimumHeight(2 * self.stop.fontMetrics().lineSpacing())
        column.addWidget(self.stop)
        self.bar = named(QProgressBar(), "finish.bar", tr("Progress"))
        column.addWidget(self.bar)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.do = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.do.setObjectName("finish.do")
        self.cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self.cancel.setObjectName("finish.cancel")
        self.buttons.accepted.connect(self._on_do)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self.resize(520, 520)
        self.plan = Plan(session, "phase")
        self.work: Finish | None = None
        self._timer = every(self, self._on_slice)
        for button in self.goals.values():
            button.toggled.connect(self._on_goal)
        self.careful.toggled.connect(self._begin)
        self._begin()

    @property
    def goal(self) -> Goal:
        """How far it is to go."""
        return next(goal for goal, button in self.goals.items() if button.isChecked())

    # ---- the plan
    def _on_goal(self, on: bool) -> None:
        if on:
            self._begin()

    def _begin(self) -> None:
        self.plan = Plan(self.session, self.goal, careful=self.careful.isChecked())
        self.list.clear()
        self.stop.clear()
        self.do.setEnabled(False)
        self.do.setText(tr("Do it"))
        self.bar.setRange(0, 0)
        self._timer.start()

    def _on_slice(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        going = True
        while going and clock.elapsed() < SLICE:
            going = self._do_one() if self.work is not None else self._plan_one()
        if self.work is not None:
            self.bar.setValue(min(self.work.done, self.bar.maximum()))
        if not going:
            self._timer.stop()
            if self.work is not None:
                self._ended()
            else:
                self._planned()

    def _plan_one(self) -> bool:
        before = len(self.plan.steps)
        going = self.plan.go_on()
        for step in self.plan.steps[before:]:
            item = QListWidgetItem(tell(step.text))
            if step.barrier:
                ink = self.window_.desk.palette.chrome.text
                item.setIcon(barrier_icon(step.barrier, True, ink, self.devicePixelRatioF()))
                item.setToolTip(as_it_is(barrier_words(step.barrier, True)))
            self.list.addItem(item)
        return going

    def _planned(self) -> None:
        count = len(self.plan.steps)
        self.bar.setRange(0, max(1, count))
        self.bar.setValue(0)
        self.stop.setText(tell(self.plan.stop or ""))
        self.do.setEnabled(count > 0 or self.plan.beyond)
        actions = tr("1 action") if count == 1 else tr("{count} actions", count=count)
        self.do.setText(
            tr("Do it: {actions}", actions=actions) + (tr(" and more") if self.plan.beyond else "")
        )
        self.do.setMinimumWidth(bold_width(self.do))

    # ---- doing it
    def _on_do(self) -> None:
        self.work = Finish(self.session, self.plan)
        for widget in (*self.goals.values(), self.careful, self.do):
            widget.setEnabled(False)
        self.cancel.setText(tr("Stop here"))
        self.heading.setText(tr("In progress:"))
        if self.plan.beyond:
            self.bar.setRange(0, 0)
        self._timer.start()

    def _do_one(self) -> bool:
        work = cast("Finish", self.work)
        try:
            return work.go_on()
        except BadFile as fault:
            self._timer.stop()
            self.window_.say_wrong(
                tr("The game could not be saved, so it stops here. {fault}", fault=why(fault))
            )
            return False

    def _ended(self) -> None:
        """Announce what was done, and close: a cover may follow, and nothing may lie over that."""
        work, self.work = self.work, None
        self.hide()
        self.accept()
        if work is not None:
            work.end()
            if work.done:
                undo = (
                    tr("undo once to reverse this")
                    if self.session.undo_refusal() is None
                    else tr("this cannot be undone")
                )
                done = tr("1 action") if work.done == 1 else tr("{done} actions", done=work.done)
                self.window_.table.tell(tr("Done for you: {done}; {undo}.", done=done, undo=undo), more=True)

    def reject(self) -> None:
        self._timer.stop()
        if self.work is not None:
            self._ended()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._timer.stop()
        if self.work is not None:
            self._ended()
        super().closeEvent(event)


class Finishing(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.bridge, self.table = at.window, at.bridge, at.table
        self.dialog: FinishDialog | None = None
        at.acts["game.finish"].triggered.connect(self._on_triggered)

    def _on_triggered(self) -> None:
        bridge, table = self.bridge, self.table
        session = bridge.session
        if session is None or bridge.past is not None or session.decider is None:
            table.tell(tr("There is nothing to do now."))
        elif bridge.viewer not in (None, session.decider):
            table.tell(tr("{side} decides now.", side=session.rules.side_name(session.decider)))
        else:
            self.dialog = FinishDialog(self.window, session)
            self.dialog.setModal(True)
            self.dialog.finished.connect(self._on_finished)
            self.dialog.open()

    def _on_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
