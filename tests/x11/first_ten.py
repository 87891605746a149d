"""A new user's first ten minutes with each game, in a window of a process of its own on a real screen with a window manager:
Begin here, the lesson to its little game, then a first own move and the end of a phase.

``python -m tests.x11.first_ten FOUND.json LANGUAGE GAME[:brief]...``; mouse and keys come through the X server (xdotool). What it met
is written as JSON: for each game the steps done by hand and by "Show me", and everything that was wrong.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QApplication, QDialog, QWidget

import translations
from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.ui.look import language
from hexbench.ui.shell.app import Desktop, make_app
from hexbench.ui.shell.window import Window
from tests.ui.yard.clipping import clipped
from tests.x11.conftest import BRIEF

PATIENCE = 40.0
"""Seconds that anything may take on a machine that has other things to do."""
STILL = 0.15
"""Seconds that a thing lies still before it is clicked, in a window that its manager may just be placing."""
STILL_LATER = 0.05
"""The same in the main window once it has its place."""
BREATH = 0.05
"""Seconds that a window is left alone before it is looked at."""
STEPS = 8
"""Motion events of a drag."""
MOST = 60
"""Steps of a lesson, at most."""


def middle(widget: QWidget) -> QPoint:
    """The middle of a widget on the screen."""
    return widget.mapToGlobal(widget.rect().center())


class Drops(QObject):
    """Whether a widget has met the button that was let go: what comes of it has come by then."""

    seen = False

    @contextmanager
    def on(self, widget: QWidget) -> Iterator[None]:
        """Watch this widget for a while."""
        self.seen = False
        widget.installEventFilter(self)
        try:
            yield
        finally:
            widget.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Note it, and let it pass."""
        self.seen = self.seen or event.type() == QEvent.Type.MouseButtonRelease
        return False


class User:
    """Hands and eyes."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.wrong: list[str] = []
        self.by_hand = self.shown = 0
        self.placed = False
        """Whether something was clicked in the main window: it stays where it is from then on."""
        self.dropped = Drops()

    # ---- hands
    def wait(self, ready: Callable[[], bool], most: float = PATIENCE) -> bool:
        """Let things happen until it is so; False when it never is."""
        end = time.monotonic() + most
        while time.monotonic() < end:
            QApplication.processEvents()
            if ready():
                self.settle()
                return True
            time.sleep(0.005)
        return ready()

    def settle(self) -> None:
        """Let everything happen that is due."""
        for _ in range(4):
            QApplication.processEvents()
        self.window.desk.later.finish()
        QApplication.processEvents()

    def mouse(self, *words: str) -> None:
        """One chain of commands to the real mouse or keyboard, while the window goes on living."""
        with subprocess.Popen(["xdotool", *words]) as hand:
            while hand.poll() is None:
                QApplication.processEvents()
                time.sleep(0.002)
        self.settle()

    def click(self, widget: QWidget, ready: Callable[[], bool]) -> bool:
        """Click a widget, and wait for what that brings."""
        missed = []  # told when no later click brings it either
        ours = widget.window() is self.window  # asked now: what is clicked may be gone afterwards
        for _ in range(3):  # a click on what is just being laid out may go nowhere
            at = self.still(widget)
            self.mouse("mousemove", str(at.x()), str(at.y()), "sleep", "0.03", "click", "1")
            if self.wait(ready, 6.0):
                self.placed = self.placed or ours
                return True
            under = QApplication.widgetAt(at)
            missed.append(
                f"a click at {at.toTuple()} on {widget.objectName()!r}, which lies at {middle(widget).toTuple()} "
                f"in {widget.window().frameGeometry().getRect()}, met {under.objectName() if under else None!r}"
            )
        self.wrong += missed
        return False

    def still(self, widget: QWidget) -> QPoint:
        """Where the middle of a widget lies on the screen, once it lies still.

        A window is visible before its manager has framed and placed it: where it lay until then is no place to click at.
        """
        at, since = middle(widget), time.monotonic()
        end = since + PATIENCE
        long = STILL_LATER if self.placed and widget.window() is self.window else STILL
        while time.monotonic() < min(since + long, end):
            QApplication.processEvents()
            now = middle(widget)
            if now != at:
                at, since = now, time.monotonic()
            time.sleep(0.005)
        return at

    def spot(self, name: str) -> QPoint | None:
        """Where on the screen a hex or a unit lies; the map is moved there when it is out of sight."""
        view = self.window.table.view
        if view is None:
            return None
        scene = view.map
        session = self.window.bridge.session
        assert session is not None
        at = name if name in scene.atlas.index else str(session.state.units[name].at)
        if at not in scene.atlas.index:
            return None
        for tried in range(2):
            point = scene.geometry.centre(name) if name in scene.atlas.index else scene.item(name).pos()
            where = view.mapFromScene(point)
            if QRect(30, 30, view.viewport().width() - 60, view.viewport().height() - 60).contains(where):
                covered = QApplication.widgetAt(view.viewport().mapToGlobal(where))
                if covered is view.viewport():
                    return view.viewport().mapToGlobal(where)
            if not tried:
                self.window.table.go_to(at)
                self.wait(lambda: False, 0.4)
        return None

    def point(self, name: str, *held: str) -> bool:
        """Click a hex or a counter on the map."""
        view, at = self.window.table.view, self.spot(name)
        if view is None or at is None:
            return False
        if name not in view.map.atlas.index:
            view.map.bring_up(name)
            self.settle()
        down = [part for key in held for part in ("keydown", key)]
        up = [part for key in held for part in ("keyup", key)]
        self.mouse("mousemove", str(at.x()), str(at.y()), *down, "sleep", "0.03", "click", "1", *up)
        return True

    def drag(self, units: tuple[str, ...], to: str) -> bool:
        """Carry counters to a hex."""
        view = self.window.table.view
        start, end = self.spot(units[0]), self.spot(to)
        start = self.spot(units[0]) if end is not None else None
        if view is None or start is None or end is None:
            return False
        if len(units) > 1:
            self.window.desk.choose(units)
        view.map.bring_up(units[0])
        self.settle()
        words = ["mousemove", str(start.x()), str(start.y()), "sleep", "0.03", "mousedown", "1"]
        for k in range(1, STEPS + 1):
            at = start + (end - start) * k / STEPS
            words += ["sleep", "0.01", "mousemove", str(at.x()), str(at.y())]
        with self.dropped.on(view.viewport()):
            self.mouse(*words, "sleep", "0.05", "mouseup", "1")
            self.wait(lambda: self.dropped.seen, 1.0)
        return True

    # ---- eyes
    def look(self, where: str) -> None:
        """Note what should not be there now: dialogs, words that are cut off."""
        self.wait(lambda: False, BREATH)
        self.settle()
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                self.wrong.append(f"{where}: the dialog {widget.windowTitle()!r} is open")
                widget.close()
        self.wrong += [f"{where}: {line}" for line in clipped(self.window)]
        screen = self.window.screen().availableGeometry()
        if not screen.contains(self.window.frameGeometry()):
            self.wrong.append(
                f"{where}: the window lies at {self.window.frameGeometry().getRect()}, beyond its screen"
            )

    # ---- the walk
    @property
    def nodes(self) -> int:
        """How many actions the game at the table has."""
        session = self.window.bridge.session
        return 0 if session is None else len(session.history.nodes)

    def begin(self, game: str) -> bool:
        """Begin here, from the start page."""
        window = self.window
        if window.bridge.session is not None:
            window.acts["file.close"].trigger()
        name = f"card.begin.{game}"
        if not self.wait(lambda: any(b.isVisible() for b in window.findChildren(QWidget, name)), 5.0):
            self.wrong.append(f"{game}: no card on the start page")
            return False
        button = next(b for b in window.findChildren(QWidget, name) if b.isVisible())
        self.look(f"{game}, start page")
        if not self.click(button, lambda: window.bridge.session is not None):
            self.wrong.append(f"{game}: Begin here opened nothing")
            return False
        self.wait(lambda: window.table.view is not None)
        self.look(f"{game}, begun")
        return True

    def lesson(self, game: str) -> None:
        """The first lesson of a game, up to its little game."""
        window = self.window
        window.acts["help.learn"].trigger()
        dialog = window.learning.dialog
        assert dialog is not None
        self.wait(dialog.isVisible)
        self.wrong += [f"{game}, list of lessons: {line}" for line in clipped(dialog)]
        row = next(n for n, info in enumerate(dialog.infos) if info.game == game)
        heads = [dialog.list.topLevelItem(n) for n in range(dialog.list.topLevelItemCount())]
        rows = [head.child(k) for head in heads if head is not None for k in range(head.childCount())]
        chosen = rows[row]
        assert chosen is not None
        dialog.list.setCurrentItem(chosen)
        self.settle()
        if not self.click(dialog.begin, lambda: window.learning.run is not None):
            self.wrong.append(f"{game}: the lesson did not begin")
            return
        run, bar = window.learning.run, window.learning.bar
        assert run is not None
        assert bar is not None
        self.wait(bar.isVisible)
        astray: set[str] = set()
        for _ in range(MOST):
            step = run.step
            if step is None:
                break
            self.look(f"{game}, lesson step {step.id}")
            before = (run.at, run.waits, run.strayed, self.nodes)
            moved = lambda before=before: (run.at, run.waits, run.strayed, self.nodes) != before  # noqa: E731
            if step.id not in astray and self.by_own_hand(run.shown(), moved):
                if run.step is step and run.strayed:
                    astray.add(step.id)  # the plain drag is another verb here: taken back, and shown
                self.by_hand += 1
                continue
            self.shown += 1
            if not self.click(bar.main, moved):
                self.wrong.append(f"{game}: {bar.main.text()!r} does nothing at step {step.id}")
                return
        if not run.in_game:
            self.wrong.append(f"{game}: the lesson does not come to its little game")
            return
        self.look(f"{game}, little game")

    def by_own_hand(self, shown: Any, moved: Callable[[], bool]) -> bool:
        """Do what the step asks as a user does, if a mouse on the map can."""
        if shown is None or shown.press:
            return False
        if shown.select:
            done = all(self.point(unit, *(("shift",) if n else ())) for n, unit in enumerate(shown.select))
        elif shown.look:
            done = self.point(shown.look)
        else:
            act: Action | None = shown.act or shown.refuse
            view = self.window.table.view
            on_map = (
                act is not None
                and view is not None
                and act.object in view.map.atlas.index
                and bool(act.subject)
            )
            if act is None or not on_map or act.how or act.via:
                return False
            done = self.drag(act.subject, act.object)
        if done and self.wait(moved, 0.4):  # the button was let go, and the window has seen it
            return True
        self.mouse("key", "Escape")  # what was opened on the way is put away
        return moved()

    def turn(self, game: str) -> None:
        """A first own move, and the end of the phase."""
        window = self.window
        session = window.bridge.session
        assert session is not None
        if window.pages.currentWidget() is window.cover:
            self.mouse("key", "Return")
            self.wait(lambda: window.pages.currentWidget() is not window.cover)
        if session.decider is None or window.bridge.viewer is None:
            self.wrong.append(f"{game}: nobody is at the table")
            return
        before = self.nodes
        for units, to in self.moves(session):
            if self.drag(units, to) and self.wait(lambda: self.nodes > before, 1.0):
                break
        else:
            if self.moves(session):
                self.wrong.append(f"{game}: no counter could be dragged anywhere")
        self.look(f"{game}, first move")
        before, step = self.nodes, window.bridge.prompt.step
        window.acts["game.default"].trigger()
        self.settle()
        ends = window.commands.phase_end
        if ends.list is not None and ends.list.isVisible():
            self.wrong += [f"{game}, checklist: {line}" for line in clipped(ends.list)]
            button = window.findChild(QWidget, "checklist.end")
            assert button is not None
            self.click(button, lambda: self.nodes > before)
        if not self.wait(lambda: self.nodes > before):
            self.wrong.append(f"{game}: {step} did not end")
        self.look(f"{game}, phase ended")

    @staticmethod
    def moves(session: Any) -> list[tuple[tuple[str, ...], str]]:
        """A few moves that a hand could make: one unit on the map to a hex."""
        seat = session.seat(session.decider)
        index = seat.rules.atlas.index
        found: list[tuple[tuple[str, ...], str]] = []
        for offer in seat.prompt.offers:
            for unit in offer.subjects[:6]:
                at = getattr(session.state.units.get(unit), "at", "")
                if at not in index:
                    continue
                targets = [t.object for t in seat.targets(offer.verb, (unit,)) if t.object in index]
                near = sorted(to for to in targets if to != at)[:2]
                found += [((unit,), to) for to in near]
                if len(found) > 7:
                    return found
        return found


def main(argv: list[str]) -> int:
    """Walk; 0 also when something was wrong, for that is told in the file."""
    out, spoken, *words = argv
    brief = {word.removesuffix(BRIEF) for word in words if word.endswith(BRIEF)}
    games = [word.removesuffix(BRIEF) for word in words]
    app = make_app()
    if spoken != "en":
        folder = Path(tempfile.mkdtemp())
        translations.build(into=folder, anew=True)
        os.environ[language.CHOSEN_BY] = spoken
        language.speak("system", folder)
    desktop = Desktop(bootstrap.catalogue())
    desktop.open()
    window = desktop.window
    user = User(window)
    user.wait(window.isVisible)
    user.wait(lambda: False, 0.5)
    told: dict[str, Any] = {"size": window.frameGeometry().size().toTuple(), "games": {}}
    if not window.acts["view.reduce_motion"].isChecked():
        window.acts["view.reduce_motion"].trigger()
    for game in games:
        begun = time.monotonic()
        user.by_hand = user.shown = 0
        if user.begin(game):
            if game not in brief:
                user.lesson(game)
            if game in brief or user.begin(game):
                user.turn(game)
        told["games"][game] = {
            "by hand": user.by_hand,
            "shown": user.shown,
            "wrong": user.wrong,
            "seconds": round(time.monotonic() - begun, 1),
        }
        user.wrong = []
    Path(out).write_text(json.dumps(told, indent=1, ensure_ascii=False), encoding="utf-8")
    window.close()
    app.processEvents()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
