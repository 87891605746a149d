"""What a test may leave alive: nothing. No widgets, timers, animations, threads or child processes, no mouse button
that is down, and no wrapper of a layout's item.

Qt is examined only if something imported it; nothing here imports it by itself, so the tests of the core stay free of
it. Timers, animations and Qt threads cannot be listed, so their `start` is wrapped to remember them weakly.
"""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import multiprocessing.resource_tracker
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PATIENCE = 3.0
"""Seconds that a thread or a process has to end by itself."""

TOLERATED_WIDGETS = frozenset({"QTipLabel"})
"""Qt's one tooltip window hides and deletes itself by its own timer."""

_started: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
"""By id. What is collected while this is read is removed after the reading: a plain dictionary of weak references
would change size during it.
"""


def _module(name: str) -> Any:
    """The module, if this process has imported it."""
    return sys.modules.get(name)


def _remember(kind: Any) -> None:
    """Wrap `kind.start` so that whatever is started is known."""
    start: Callable[..., Any] = kind.start

    def remembering(self: Any, *args: Any, **kwargs: Any) -> Any:
        _started[id(self)] = self
        return start(self, *args, **kwargs)

    kind.start = remembering


def _watch_starts() -> None:
    """Wrap the `start` methods once Qt is imported."""
    core = _module("PySide6.QtCore")
    if core is not None and not hasattr(core, "_hexbench_watched"):
        core._hexbench_watched = True
        for kind in (core.QTimer, core.QThread, core.QAbstractAnimation):
            _remember(kind)


def _running() -> Iterator[tuple[int, str, Any]]:
    """Timers, animations and Qt threads that are running: id, name, object."""
    core = _module("PySide6.QtCore")
    if core is None:
        return
    valid = importlib.import_module("shiboken6").isValid
    for key, thing in list(_started.items()):
        if not valid(thing):
            continue
        if isinstance(thing, core.QTimer):
            runs = thing.isActive()
        elif isinstance(thing, core.QThread):
            runs = thing.isRunning()
        else:
            runs = thing.state() == core.QAbstractAnimation.State.Running
        if runs:
            yield key, f"running {type(thing).__name__} {thing.objectName()!r}", thing


def _widgets() -> Iterator[tuple[int, str, Any]]:
    """Top-level widgets that exist: address, name, widget."""
    widgets = _module("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return
    address = importlib.import_module("shiboken6").getCppPointer
    for widget in widgets.QApplication.topLevelWidgets():
        if widget.metaObject().className() not in TOLERATED_WIDGETS:
            yield address(widget)[0], f"widget {type(widget).__name__} {widget.objectName()!r}", widget


def layout_items() -> list[Any]:
    """What shiboken still keeps of the items of layouts.

    C++ deletes such an item without notice, and the wrapper of freed memory crashes whatever object is later put
    there; ``hexbench.ui.widgets.parts.nest`` and ``inside`` release them.
    """
    widgets = _module("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return []
    kept = importlib.import_module("shiboken6").Shiboken.getAllValidWrappers()
    # Late in a run there are tens of thousands, after every test: their few types are looked through first, as a rule in vain.
    kinds = tuple(
        kind
        for kind in set(map(type, kept))
        if issubclass(kind, widgets.QLayoutItem) and not issubclass(kind, widgets.QLayout)
    )
    return [wrapper for wrapper in kept if isinstance(wrapper, kinds)] if kinds else []


def _released() -> bool:
    """Release every mouse button; returns whether one was down. While one is, docks do not fold, in later tests too."""
    widgets = _module("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return False
    buttons = _module("PySide6.QtCore").Qt.MouseButton
    held = widgets.QApplication.mouseButtons()
    if held == buttons.NoButton:
        return False
    nobody = widgets.QWidget()
    nobody.show()
    for button in buttons:
        if button in held and button not in (buttons.NoButton, buttons.AllButtons, buttons.MouseButtonMask):
            importlib.import_module("PySide6.QtTest").QTest.mouseRelease(nobody, button)
    nobody.close()
    nobody.deleteLater()
    return True


def _settle() -> None:
    """Let Qt delete what is marked for deletion."""
    widgets = _module("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return
    core = _module("PySide6.QtCore")
    core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)
    core.QCoreApplication.processEvents()


def _threads() -> dict[int, threading.Thread]:
    """Python threads by id, without the dummy threads that appear when a Qt thread runs Python code."""
    return {
        id(thread): thread
        for thread in threading.enumerate()
        if not isinstance(thread, threading._DummyThread) and thread.is_alive()
    }


def _children() -> dict[int, str]:
    """Living child processes by process id, without the helper that multiprocessing keeps for itself."""
    if hasattr(os, "waitid"):
        try:  # a single call, answered at once, if there are none at all
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return {}
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        return {child.pid: child.name for child in multiprocessing.active_children() if child.pid}
    tracker = getattr(multiprocessing.resource_tracker._resource_tracker, "_pid", None)
    found = {}
    for task in tasks.iterdir():
        try:
            pids = [int(word) for word in (task / "children").read_text().split()]
        except OSError:  # the thread ended in the meantime
            continue
        for pid in pids:
            name = _name_of(pid)
            if name is not None and pid != tracker:
                found[pid] = name
    return found


def _name_of(pid: int) -> str | None:
    """The command line of a process; None if it has ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return None
    return None if state == "Z" else b" ".join(words).decode(errors="replace").strip()[:120]


class Watch:
    """Records what is alive when it is made; `left` says what has been added since and is still alive.

    ``windows``: whether Qt is examined. A test of the core cannot leave any, and in a process that has shown a window
    before, examining it takes as long as most of those tests.
    """

    def __init__(self, *, windows: bool = True) -> None:
        self.windows = windows
        self.before: set[int] = set()
        if windows:
            _watch_starts()
            self.before = {key for key, _, _ in (*_widgets(), *_running())}
        self.threads = set(_threads())
        self.children = set(_children())

    def left(self, patience: float = PATIENCE) -> list[str]:
        """Name what is left alive, and end it so that the next test starts clean."""
        names = self._left_of_qt() if self.windows else []
        end = time.monotonic() + patience
        while (self._new_threads() or self._new_children()) and time.monotonic() < end:
            time.sleep(0.01)
        names += [f"thread {thread.name}" for thread in self._new_threads()]
        for pid, name in self._new_children().items():
            names.append(f"process {name}")
            os.kill(pid, signal.SIGTERM)
        return names

    def _left_of_qt(self) -> list[str]:
        _watch_starts()
        held = ["a mouse button that is down"] if _released() else []
        _settle()
        if self._qt():
            gc.collect()
            _settle()
        names = [*held, *(name for name, _ in self._qt())]
        for item in layout_items():
            names.append(f"wrapper of a {type(item).__name__}")
            importlib.import_module("shiboken6").Shiboken.invalidate(item)
        for _, thing in self._qt():
            _end(thing)
        return names

    def _qt(self) -> list[tuple[str, Any]]:
        return [(name, thing) for key, name, thing in (*_widgets(), *_running()) if key not in self.before]

    def _new_threads(self) -> list[threading.Thread]:
        return [thread for key, thread in _threads().items() if key not in self.threads]

    def _new_children(self) -> dict[int, str]:
        return {pid: name for pid, name in _children().items() if pid not in self.children}


def _end(thing: Any) -> None:
    """Close a widget, stop a timer or an animation, end a Qt thread."""
    if hasattr(thing, "quit"):
        thing.quit()
        thing.wait(1000)
    elif hasattr(thing, "stop"):
        thing.stop()
    else:
        thing.hide()
        thing.deleteLater()
    _settle()
