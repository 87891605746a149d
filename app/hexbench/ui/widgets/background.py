"""Long work done in slices between two events, with progress and a stop button; and panels that are redrawn when
the window has time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import shiboken6
from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QToolButton, QVBoxLayout, QWidget

from hexbench.ui.look.language import tr
from hexbench.ui.widgets.parts import PlainLabel, flush, in_sight, laid, named

SLICE = 0.02
"""Seconds of work at a stretch."""
SHOWN_AFTER = 0.25
"""Seconds after which progress is shown: what is quicker needs none."""


def once(owner: QObject, slot: Callable[[], object], after: int = 0) -> QTimer:
    """A timer that calls ``slot`` one time whenever it is started: so many milliseconds later, or as soon as all events that wait
    are through.
    """
    timer = every(owner, slot, after)
    timer.setSingleShot(True)
    return timer


def every(owner: QObject, slot: Callable[[], object], pause: int = 0) -> QTimer:
    """A timer that calls ``slot`` at this interval in milliseconds while it runs; 0: whenever the window is idle."""
    timer = QTimer(owner)
    timer.setInterval(pause)
    timer.timeout.connect(slot)
    return timer


class BackgroundTask(QObject):
    """One piece of work at a time. ``went(done)`` after a slice, ``ended(whole)``: all of it was done, or it was stopped."""

    went = Signal(int)
    ended = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: Iterator[object] | None = None
        self.done = 0
        """Steps done."""
        self.total = 0
        """Number of steps; 0: unknown."""
        self.began = 0.0
        self._timer = every(self, self.slice)

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


class TaskBar(QWidget):
    """The progress of a task and a stop button; shown only if it takes long."""

    def __init__(self, task: BackgroundTask, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.task = task
        self.setObjectName("task")
        self.text = named(PlainLabel(text), role="muted")
        self.bar = named(QProgressBar(), title=text, tip=tr("Progress: {words}", words=text))
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(10)
        self.cancel = named(
            QToolButton(),
            "task.cancel",
            tr("Stop: {words}", words=text),
            tr("Stop here and keep what has been found so far"),
        )
        self.cancel.setText(tr("Stop"))
        self.cancel.clicked.connect(task.stop)
        laid(flush(QHBoxLayout(self), 6), self.text, (self.bar, 1), self.cancel)
        self.hide()
        task.went.connect(self._on_went)
        task.ended.connect(self._on_ended)

    def say(self, text: str) -> None:
        """What is being done."""
        self.text.setText(text)
        self.bar.setAccessibleName(text)

    def _on_ended(self) -> None:
        """Clear it: the remaining progress would tell the next viewer how long it took."""
        self.hide()
        self.bar.reset()

    def _on_went(self, done: int) -> None:
        if self.isHidden() and time.monotonic() - self.task.began > SHOWN_AFTER:
            self.show()
        self.bar.setRange(0, self.task.total)
        self.bar.setValue(min(done, self.task.total))


# Panels redrawn after changes: at once if visible, behind a tab when the window has time.

USUAL = QSize(272, 236)
"""The room that a panel with a list and a few buttons asks for, in pixels."""
REST_MS = 40
"""How long nothing must have changed before unseen panels are seen to."""


class Later(QObject):
    """The waiting panels in order of request: redrawn one by one when the window is idle."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[LatePanel, None] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_time)

    def add(self, panel: LatePanel) -> None:
        """See to a panel when all has been quiet for a moment."""
        self._waiting[panel] = None
        self._timer.start(REST_MS)

    def first(self, panel: LatePanel) -> None:
        """See to a panel before all others, as soon as this event is over."""
        self._waiting = {panel: None, **self._waiting}
        self._timer.start(0)

    @property
    def waiting(self) -> bool:
        """Whether anybody waits."""
        return bool(self._waiting)

    def finish(self) -> None:
        """See to all of them now."""
        while self._waiting:
            self._on_time()

    def _on_time(self) -> None:
        """One at a time: between two of them the window answers."""
        if self._waiting:
            panel = next(iter(self._waiting))
            del self._waiting[panel]
            # The docks of a game are closed with it, and Qt deletes them later: a waiting panel may no longer
            # exist.
            if shiboken6.isValid(panel):
                panel.catch_up()
        if self._waiting:
            self._timer.start(0)
        else:
            self._timer.stop()


class _Desklike(Protocol):
    """What such a panel needs from its desk."""

    later: Later

    @property
    def dressed(self) -> SignalInstance:
        """Emitted when there are other colours."""


class LatePanel(QWidget):
    """One panel. Subclasses say in :meth:`refresh` what they show, and lay their widgets out in ``self.box``: in
    :meth:`lay_out`, or in ``__init__`` where they are always seen.

    Until it is furnished a panel is *bare*: it has no widgets and shows nothing, whatever happens. It is furnished when
    somebody first sees it (:meth:`furnish`), or asks for a part of it that is not there yet, and shows what there is at once.
    So what :meth:`lay_out` makes must not be assigned in ``__init__`` too, and what is always there must be.
    ``furnished()``: its widgets are there from now on.
    """

    furnished = Signal()
    key: ClassVar[str] = ""
    """Name of the dock in settings and of the widget in tests."""
    room: ClassVar[str] = "panel"
    """What the name of the widget begins with."""

    def __init__(self, desk: _Desklike, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._queue = desk.later
        self.stale = True
        self.bare = type(self).lay_out is not LatePanel.lay_out
        """Whether it has not been seen yet and so has no widgets."""
        if self.key:
            self.setObjectName(f"{self.room}.{self.key}")
        if title:
            self.setAccessibleName(title)
        desk.dressed.connect(self.renew)
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(8, 8, 8, 8)
        self.box.setSpacing(6)

    def lay_out(self) -> None:
        """Lay out its widgets; called once."""

    def furnish(self) -> None:
        """See that its widgets are there."""
        if self.bare:
            self.bare = False
            self.lay_out()
            if self.isVisible():
                self._show_parts()
            self.furnished.emit()
            self.refresh_now()

    def _show_parts(self) -> None:
        """What comes into a layout that is on the screen is shown when this event is over; until then it would have no size and
        take no keyboard.
        """
        self.box.activate()
        for part in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if not part.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
                part.show()

    if not TYPE_CHECKING:  # a checker knows the parts from where they are assigned

        def __getattr__(self, name: str) -> Any:
            """A part that somebody asks for before anybody has looked: only what is not there comes here."""
            if name.startswith("__") or not self.__dict__.get("bare", False):
                raise AttributeError(f"{type(self).__name__} has no part {name!r}", name=name, obj=self)
            self.furnish()
            return getattr(self, name)

    @property
    def seen(self) -> bool:
        """Whether some of it is to be seen: it is shown, and neither folded nor behind a tab."""
        return in_sight(self)

    def refresh(self) -> None:
        """Show what there is now. Never asked of a bare panel."""

    def renew(self) -> None:
        """Redraw now if visible; behind a tab, when the window has time; else when it is shown."""
        if self.bare and self.seen:
            self.furnish()
        elif self.seen:
            self.refresh_now()
        else:
            self.stale = True
            if self.isVisible() and not self.bare:
                self._queue.add(self)

    def refresh_now(self) -> None:
        """Redraw, visible or not; a bare panel waits until it is first seen."""
        self.stale = self.bare
        if not self.bare:
            self.refresh()

    def catch_up(self) -> None:
        """Draw what is out of date and could be seen; a bare one must be in front for it."""
        if not self.stale:
            return
        if self.bare and self.seen:
            self.furnish()
        elif not self.bare and self.isVisible():
            self.refresh_now()

    def sizeHint(self) -> QSize:
        """A bare panel asks for as much room as a usual one: docks are arranged before anybody sees what is in them."""
        return USUAL if self.bare else super().sizeHint()

    def come_up(self, shown: bool) -> None:
        """Its dock is shown or comes to the front: a bare panel is made before it is painted, or it would be empty for a
        moment. While docks are arranged nothing is painted, and some of those that come up then go behind others.
        """
        if shown and self.bare and self.updatesEnabled() and self.seen:
            self.furnish()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Whoever has just been brought to the front is out of date no longer than that."""
        super().paintEvent(event)
        if self.stale:
            self._queue.first(self)

    def showEvent(self, event: QShowEvent) -> None:
        """A whole arrangement may be shown at once: one after another is drawn, those that are painted first."""
        super().showEvent(event)
        if self.stale:
            self._queue.first(self)
