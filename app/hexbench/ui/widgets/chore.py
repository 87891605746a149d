"""Work that would hold up the window: done in slices between two events, with progress to watch and a button to stop it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QToolButton, QWidget

from hexbench.ui.look.language import tr
from hexbench.ui.widgets.parts import PlainLabel, named

SLICE = 0.02
"""Seconds of work at a stretch."""
SHOWN_AFTER = 0.25
"""Seconds after which progress is shown: what is quicker needs none."""


class Chore(QObject):
    """One piece of work at a time. ``went(done)`` after a slice, ``ended(whole)``: all of it was done, or it was stopped."""

    went = Signal(int)
    ended = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: Iterator[object] | None = None
        self.done = 0
        """Steps done."""
        self.total = 0
        """Steps there are; 0: nobody knows."""
        self.began = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.slice)

    @property
    def running(self) -> bool:
        """Whether there is work left."""
        return self._work is not None

    def begin(self, work: Iterable[object], total: int = 0) -> None:
        """Do this from now on, a step for each thing it yields; what was being done is stopped."""
        self.stop()
        self._work, self.done, self.total = iter(work), 0, total
        self.began = time.monotonic()
        self._timer.start()

    def slice(self) -> None:
        """Work for a moment."""
        until = time.monotonic() + SLICE
        while self._work is not None and time.monotonic() < until:
            work = self._work
            try:
                next(work)
            except StopIteration:
                self._end(whole=True)
                return
            except BaseException:
                self._end(whole=False)
                raise
            self.done += 1
        if self._work is not None:
            self.went.emit(self.done)

    def finish(self) -> None:
        """Do all the rest at once."""
        while self._work is not None:
            self.slice()

    def stop(self) -> None:
        """Leave the rest undone."""
        if self._work is not None:
            self._end(whole=False)

    def _end(self, *, whole: bool) -> None:
        self._work = None
        self._timer.stop()
        self.ended.emit(whole)


class ChoreBar(QWidget):
    """How far a chore has come, and the button that stops it; there only while it takes long."""

    def __init__(self, chore: Chore, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chore = chore
        self.setObjectName("chore")
        self.text = PlainLabel(text)
        self.text.setProperty("role", "muted")
        self.bar = named(QProgressBar(), title=text, tip=tr("How far it has come: {words}", words=text))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.cancel = named(
            QToolButton(),
            "chore.cancel",
            tr("Stop: {words}", words=text),
            tr("Stop here; what was found so far stays"),
        )
        self.cancel.setText(tr("Stop"))
        self.cancel.clicked.connect(chore.stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.text)
        row.addWidget(self.bar, 1)
        row.addWidget(self.cancel)
        self.hide()
        chore.went.connect(self._on_went)
        chore.ended.connect(self._on_ended)

    def say(self, text: str) -> None:
        """What is being done."""
        self.text.setText(text)
        self.bar.setAccessibleName(text)

    def _on_ended(self) -> None:
        """Nothing is left of it: how far it came would tell the next reader how long it took."""
        self.hide()
        self.bar.reset()

    def _on_went(self, done: int) -> None:
        if self.isHidden() and time.monotonic() - self.chore.began > SHOWN_AFTER:
            self.show()
        self.bar.setRange(0, self.chore.total)
        self.bar.setValue(min(done, self.chore.total))
