"""The replay bar over the map: what happened since one last looked, picture by picture, or the whole game from its start.

While it is open the table shows an earlier position from the viewer's own seat, and nothing can be decided there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QSizePolicy, QStyle, QToolButton

from hexbench.engine.display import Overlay, Trail
from hexbench.engine.values import say
from hexbench.session.past import Unreachable

if TYPE_CHECKING:
    from hexbench.session.replay import Picture
    from hexbench.ui.docks.desk import Desk
    from hexbench.ui.shell.table import Table

OVERLAY = "replay"
SPEEDS = (("Slow", 1800), ("Normal", 900), ("Fast", 300), ("Very fast", 90))
"""Milliseconds for each picture."""
Sign = QStyle.StandardPixmap
BUTTONS: tuple[tuple[str, str | Sign, str], ...] = (
    ("first", Sign.SP_MediaSkipBackward, "To the first picture (Home)"),
    ("back", Sign.SP_MediaSeekBackward, "One picture back (Left)"),
    ("play", Sign.SP_MediaPlay, "Play or pause (Space)"),
    ("forward", Sign.SP_MediaSeekForward, "One picture on (Right)"),
    ("last", Sign.SP_MediaSkipForward, "To the last picture (End)"),
    ("phase_back", "« Phase", "To the phase before (Page Up)"),
    ("phase_on", "Phase »", "To the next phase (Page Down)"),
)


class ReplayBar(QFrame):
    """``ended()``: the game is shown as it stands again."""

    ended = Signal()

    def __init__(self, desk: Desk, table: Table) -> None:
        super().__init__(table)
        self.desk, self.table = desk, table
        self.setObjectName("replay")
        self.setAccessibleName("Replay")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.pictures: tuple[Picture, ...] = ()
        self.begins = 0
        """The node before the first picture."""
        self.at = -1
        """The picture shown; -1: the position before the first."""
        self.title = ""
        self.head = QLabel()
        self.head.setObjectName("replay.head")
        self.head.setProperty("role", "muted")
        self.caption = QLabel()
        self.caption.setObjectName("replay.caption")
        self.caption.setWordWrap(True)
        self.caption.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(4)
        self.keys: dict[str, QToolButton] = {}
        for name, sign, tip in BUTTONS:
            button = self._button(name, sign, tip)
            self.keys[name] = button
            row.addWidget(button)
        self.keys["first"].clicked.connect(lambda: self.show_picture(-1))
        self.keys["back"].clicked.connect(lambda: self.show_picture(self.at - 1))
        self.keys["play"].clicked.connect(self.play)
        self.keys["forward"].clicked.connect(lambda: self.show_picture(self.at + 1))
        self.keys["last"].clicked.connect(lambda: self.show_picture(len(self.pictures) - 1))
        self.keys["phase_back"].clicked.connect(lambda: self._phase(-1))
        self.keys["phase_on"].clicked.connect(lambda: self._phase(1))
        self.speed = QComboBox()
        self.speed.setObjectName("replay.speed")
        self.speed.setAccessibleName("Speed of the replay")
        for text, pause in SPEEDS:
            self.speed.addItem(text, pause)
        self.speed.setCurrentIndex(1)
        self.speed.currentIndexChanged.connect(self._on_speed)
        row.addWidget(self.speed)
        row.addWidget(self.head)
        row.addWidget(self.caption, 1)
        self.done = self._button("done", "Done", "Back to the game as it stands (Esc)")
        self.done.clicked.connect(self.end)
        row.addWidget(self.done)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._on_tick)
        desk.refreshed.connect(self._on_refreshed)
        self.hide()

    def _button(self, name: str, sign: str | Sign, tip: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"replay.{name}")
        if isinstance(sign, str):
            button.setText(sign)
        else:
            button.setIcon(self.style().standardIcon(sign))
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    # ---- opening and closing
    def begin(self, title: str, after: int, *, play: bool) -> bool:
        """Show what came after a node; False when the viewer was told of nothing."""
        session = self.desk.bridge.session
        if session is None or self.desk.bridge.open_for is not None:
            return False
        from hexbench.session.replay import pictures

        self.pictures = pictures(session, after, session.node)
        if not self.pictures:
            return False
        self.begins, self.title = after, title
        self.show()
        self.setFocus()
        if not self.show_picture(-1):
            self.end()
            return False
        if play:
            self.play()
        return True

    def end(self) -> None:
        """Show the game as it stands again."""
        if self.isHidden():
            return
        self._stop()
        self.desk.bridge.look_back(None)

    def _on_refreshed(self) -> None:
        """Whatever else happened, a replay of a game that went on is over."""
        if not self.isHidden() and self.desk.bridge.past is None:
            self._stop()

    def _stop(self) -> None:
        self._pause()
        self.pictures = ()
        self.at = -1
        self.hide()
        if self.table.view is not None:
            self.table.view.map.set_overlay(OVERLAY, None)
            self.table.view.map.light(())
            self.table.view.setFocus()
        self.ended.emit()

    # ---- going through it
    @property
    def playing(self) -> bool:
        """Whether it runs by itself."""
        return self.timer.isActive()

    def play(self) -> None:
        """Run, from the start again when it stood at the end; or pause."""
        if self.playing:
            self._pause()
            return
        if self.at >= len(self.pictures) - 1:
            self.show_picture(-1)
        self.timer.start(self.speed.currentData())
        self.keys["play"].setIcon(self.style().standardIcon(Sign.SP_MediaPause))

    def _pause(self) -> None:
        self.timer.stop()
        self.keys["play"].setIcon(self.style().standardIcon(Sign.SP_MediaPlay))

    def _on_speed(self) -> None:
        if self.playing:
            self.timer.start(self.speed.currentData())

    def _on_tick(self) -> None:
        if not self.show_picture(self.at + 1) or self.at >= len(self.pictures) - 1:
            self._pause()

    def _phase(self, step: int) -> None:
        """To the first picture of the phase before or after this one."""
        moments = [("", "")] + [(p.turn, p.phase) for p in self.pictures]
        place = self.at + 1
        now = moments[place]
        while 0 <= place + step < len(moments) and moments[place] == now:
            place += step
        if step < 0:
            now = moments[place]
            while place > 0 and moments[place - 1] == now:
                place -= 1
        self.show_picture(place - 1)

    def show_picture(self, place: int) -> bool:
        """Show one; -1 is the position before the first. False when there is none, or it cannot be shown any more."""
        if not -1 <= place < len(self.pictures):
            return False
        node = self.begins if place < 0 else self.pictures[place].node
        try:
            self.desk.bridge.look_back(node)
        except Unreachable as fault:
            self._pause()
            self.caption.setText(str(fault.say))
            return False
        self.at = place
        picture = None if place < 0 else self.pictures[place]
        self._write(picture)
        self._draw(picture)
        for name, here in (("first", place > -1), ("back", place > -1), ("phase_back", place > -1)):
            self.keys[name].setEnabled(here)
        for name in ("forward", "last", "phase_on"):
            self.keys[name].setEnabled(place < len(self.pictures) - 1)
        return True

    def _write(self, picture: Picture | None) -> None:
        moment = "" if picture is None else f" · {picture.turn} {picture.phase.replace('_', ' ')}".rstrip()
        self.head.setText(f"{self.title} {self.at + 1} of {len(self.pictures)}{moment}")
        text = "" if picture is None else " ".join(str(line.text) for line in picture.lines)
        self.caption.setText(text)
        view = self.table.view
        if view is not None and text:
            view.announce(text)

    def _draw(self, picture: Picture | None) -> None:
        view = self.table.view
        if view is None:
            return
        ways = () if picture is None else picture.ways
        trails = tuple(Trail(way, "route") for way in ways)
        overlay = Overlay(OVERLAY, say("Replay"), trails=trails) if trails else None
        view.map.set_overlay(OVERLAY, overlay)
        known = view.map.atlas.index
        ends = [way[-1] for way in ways]
        refs = ends or ([] if picture is None else [ref for line in picture.lines for ref in line.refs])
        lit = [at for ref in refs if (at := self.desk.at(ref) or ref) in known]
        view.map.light(() if ends else lit)
        if lit:
            view.show_hex(lit[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        name = {
            Qt.Key.Key_Home: "first",
            Qt.Key.Key_Left: "back",
            Qt.Key.Key_Space: "play",
            Qt.Key.Key_Right: "forward",
            Qt.Key.Key_End: "last",
            Qt.Key.Key_PageUp: "phase_back",
            Qt.Key.Key_PageDown: "phase_on",
        }.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif name is not None:
            self.keys[name].click()
        else:
            super().keyPressEvent(event)
