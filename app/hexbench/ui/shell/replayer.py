"""Looking at the past: requests of the history dock and the log, and the replay bar over the map.

While the bar is open the table shows an earlier position from the viewer's own seat, and nothing can be decided there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QSlider,
    QStyle,
    QToolButton,
    QVBoxLayout,
)

from hexbench.engine.display import Overlay, Trail
from hexbench.engine.values import say
from hexbench.session.replay import By, parting, pictures, stops
from hexbench.session.saved_history import Unreachable
from hexbench.session.session import Stopped
from hexbench.store.saves import Note
from hexbench.store.strict import BadFile
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import as_it_is, mark, tell, tr, why, word
from hexbench.ui.shell.cover import Secrecy
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import PlainLabel, laid, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.session.log import LogLine
    from hexbench.session.replay import Picture
    from hexbench.session.session import Session
    from hexbench.ui.docks.desk import Desk
    from hexbench.ui.shell.table import Table


OVERLAY = "replay"
SPEEDS = ((mark("Slow"), 1800), (mark("Normal"), 900), (mark("Fast"), 300), (mark("Very fast"), 90))
"""Milliseconds for each picture."""
_Sign = QStyle.StandardPixmap
BUTTONS: tuple[tuple[str, _Sign, str], ...] = (
    ("first", _Sign.SP_MediaSkipBackward, mark("To the first picture (Home)")),
    (
        "back",
        _Sign.SP_MediaSeekBackward,
        mark("One step back (Left); by phase: Page Up, by turn: Ctrl+Page Up"),
    ),
    ("play", _Sign.SP_MediaPlay, mark("Play or pause (Space)")),
    (
        "forward",
        _Sign.SP_MediaSeekForward,
        mark("One step forward (Right); by phase: Page Down, by turn: Ctrl+Page Down"),
    ),
    ("last", _Sign.SP_MediaSkipForward, mark("To the last picture (End)")),
)
STEPS: tuple[tuple[str, By], ...] = (
    (mark("by action"), "action"),
    (mark("by phase"), "phase"),
    (mark("by turn"), "turn"),
)


class ReplayBar(QFrame):
    """``ended()``: the current position is shown again."""

    ended = Signal()

    def __init__(self, desk: Desk, table: Table) -> None:
        super().__init__(table)
        self.desk, self.table = desk, table
        self.setObjectName("replay")
        self.setAccessibleName(tr("Replay"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.pictures: tuple[Picture, ...] = ()
        self.begins = 0
        """The node before the first picture."""
        self.at = -1
        """The picture shown; -1: the position before the first."""
        self.upto = 0
        """The node of the last picture."""
        self.title = ""
        self._quiet = False
        self._label()
        self.line = self._slider()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 2, 8, 4)
        column.setSpacing(2)
        top = QHBoxLayout()
        top.setSpacing(8)
        laid(top, (self.line, 1), self.head)
        laid(column, top)
        row = QHBoxLayout()
        row.setSpacing(4)
        laid(column, row)
        self.keys: dict[str, QToolButton] = {}
        for name, sign, tip in BUTTONS:
            button = self._button(name, sign, tr(tip))
            self.keys[name] = button
            row.addWidget(button)
        self.keys["first"].clicked.connect(lambda: self.show_picture(-1))
        self.keys["back"].clicked.connect(lambda: self.go(-1))
        self.keys["play"].clicked.connect(self.play)
        self.keys["forward"].clicked.connect(lambda: self.go(1))
        self.keys["last"].clicked.connect(lambda: self.show_picture(len(self.pictures) - 1))
        self.steps = self._box("steps", tr("Step of the replay"), STEPS)
        self.steps.setToolTip(tr("Step and play by single actions, by phases or by game turns"))
        self.speed = self._box("speed", tr("Speed of the replay"), SPEEDS)
        self.speed.setToolTip(tr("How long each step is shown during play"))
        self.speed.setCurrentIndex(1)
        self.speed.currentIndexChanged.connect(self._on_speed)
        self.eyes = self._box("eyes", tr("Whose view of the game is replayed"), ())
        self.eyes.setToolTip(tr("See it as one side knew it then, or as the umpire, who knows everything"))
        self.eyes.currentIndexChanged.connect(self._on_eyes)
        laid(row, self.steps, self.speed, self.eyes, None)
        self.done = self._button("done", tr("Done"), tr("Back to the current position (Esc)"))
        self.done.clicked.connect(self.end)
        row.addWidget(self.done)
        column.addWidget(self.caption)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._on_tick)
        desk.refreshed.connect(self._on_refreshed)
        table.laid_anew.connect(self._on_laid_anew)
        self.hide()

    def _label(self) -> None:
        self.head = named(PlainLabel(), "replay.head", role="muted")
        self.caption = named(wrapped_label(), "replay.caption")
        self.caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.caption.setFixedHeight(2 * self.caption.fontMetrics().lineSpacing() + 2)
        self.caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def _slider(self) -> QSlider:
        line = named(
            QSlider(Qt.Orientation.Horizontal),
            "replay.line",
            tr("Place in the replay"),
            tr("Drag to go to any picture"),
        )
        line.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        line.valueChanged.connect(self._on_line)
        return line

    def _box(self, name: str, title: str, rows: Iterable[tuple[str, object]]) -> QComboBox:
        box = named(DropDown(), f"replay.{name}", title)
        box.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        for text, what in rows:
            box.addItem(tr(text), what)
        return box

    def _button(self, name: str, sign: str | _Sign, tip: str) -> QToolButton:
        button = named(QToolButton(), f"replay.{name}")
        if isinstance(sign, str):
            button.setText(sign)
        else:
            button.setIcon(self.style().standardIcon(sign))
        button.setToolTip(as_it_is(tip))
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    # ---- opening and closing
    def begin(self, title: str, after: int, *, play: bool) -> bool:
        """Show what came after a node; False if the viewer was told of nothing."""
        session = self.desk.bridge.session
        if session is None or self.desk.bridge.open_for is not None:
            return False
        self.upto = session.node
        self._fill_eyes(session)
        self.pictures = pictures(session, after, self.upto, self._whose())
        if not self.pictures:
            return False
        self.begins, self.title = parting(session, after, self.upto), title
        self.line.setRange(0, len(self.pictures))
        self.show()
        self.setFocus()
        if not self.show_picture(-1):
            self.end()
            return False
        if play:
            self.play()
        return True

    def _fill_eyes(self, session: Session) -> None:
        """Whose view may be chosen: only the viewer's own if anything is hidden from that side."""
        self._quiet = True
        self.eyes.clear()
        seat, viewer = session.seat(), session.viewer
        if self.desk.bridge.may_see_all:
            for side in (*session.rules.sides, None):
                self.eyes.addItem(tr("as {side} saw it", side=side_title(side, seat)), side)
            self.eyes.setCurrentIndex(max(0, self.eyes.findData(viewer)) if viewer else self.eyes.count() - 1)
        self.eyes.setVisible(self.eyes.count() > 0)
        self._quiet = False

    def _whose(self) -> str | None:
        """Whose view is shown: a side's, None the umpire's, "viewer" one's own."""
        found: str | None = self.eyes.currentData() if self.eyes.count() else "viewer"
        return found

    def _on_eyes(self) -> None:
        """The same moment in another view; there are no pictures of what that side was not told."""
        session = self.desk.bridge.session
        if self._quiet or session is None or self.isHidden():
            return
        node = self.begins if self.at < 0 else self.pictures[self.at].node
        self.pictures = pictures(session, self.begins, self.upto, self._whose())
        place = max((i for i, p in enumerate(self.pictures) if p.node <= node), default=-1)
        self._quiet = True
        self.line.setRange(0, len(self.pictures))
        self._quiet = False
        self.show_picture(place)

    def _on_line(self, value: int) -> None:
        if not self._quiet and value - 1 != self.at:
            self.show_picture(value - 1)

    def end(self) -> None:
        """Show the current position again."""
        if self.isHidden():
            return
        self._stop()
        self.desk.bridge.look_back(None)

    def _on_refreshed(self) -> None:
        """If the game went on in any way, the replay is over."""
        if not self.isHidden() and self.desk.bridge.past is None:
            self._stop()

    def _on_laid_anew(self) -> None:
        """The map was turned: what the picture draws over it was on the one before."""
        if self.pictures:
            self._draw(self.pictures[self.at] if self.at >= 0 else None)

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
        self.keys["play"].setIcon(self.style().standardIcon(_Sign.SP_MediaPause))

    def _pause(self) -> None:
        self.timer.stop()
        self.keys["play"].setIcon(self.style().standardIcon(_Sign.SP_MediaPlay))

    def _on_speed(self) -> None:
        if self.playing:
            self.timer.start(self.speed.currentData())

    def _on_tick(self) -> None:
        if not self.go(1) or self.at >= len(self.pictures) - 1:
            self._pause()

    def go(self, step: int, by: By | None = None) -> bool:
        """One step on (1) or back (-1), by actions, phases or turns (None: as chosen). Back from within a phase leads to
        the beginning of the one before.
        """
        places = stops(self.pictures, by or self.steps.currentData())
        if step > 0:
            ahead = [place for place in places if place > self.at]
            return self.show_picture(ahead[0] if ahead else len(self.pictures) - 1)
        behind = [place for place in places if place <= self.at]
        return self.show_picture(behind[-2] if len(behind) > 1 else -1)

    def show_picture(self, place: int) -> bool:
        """Show one; -1 is the position before the first. False when there is none, or it cannot be shown any more."""
        if not -1 <= place < len(self.pictures):
            return False
        node = self.begins if place < 0 else self.pictures[place].node
        try:
            self.desk.bridge.look_back(node, self._whose())
        except Unreachable as fault:
            self._pause()
            self.caption.setText(tell(fault.say))
            return False
        self.at = place
        picture = None if place < 0 else self.pictures[place]
        self._write(picture)
        self._draw(picture)
        self._quiet = True
        self.line.setValue(place + 1)
        self._quiet = False
        for name in ("first", "back"):
            self.keys[name].setEnabled(place > -1)
        for name in ("forward", "last"):
            self.keys[name].setEnabled(place < len(self.pictures) - 1)
        return True

    def _write(self, picture: Picture | None) -> None:
        moment = "" if picture is None else f" · {tell(picture.turn)} {word(picture.phase)}".rstrip()
        self.head.setText(
            tr(
                "{title} {n} of {total}{moment}",
                title=self.title,
                n=self.at + 1,
                total=len(self.pictures),
                moment=moment,
            )
        )
        text = " ".join(tell(line.text) for line in self._lines(picture))
        self.caption.setText(text)
        self.caption.setToolTip(as_it_is(text))
        view = self.table.view
        if view is not None and text:
            view.announce(text)

    def _lines(self, picture: Picture | None) -> tuple[LogLine, ...]:
        session = self.desk.bridge.session
        if picture is None or session is None:
            return ()
        return session.lines_at(picture.node, self._whose())

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
        refs = ends or [ref for line in self._lines(picture) for ref in line.refs]
        lit = [at for ref in refs if (at := self.desk.at(ref) or ref) in known]
        view.map.light(() if ends else lit)
        if lit:
            view.show_hex(lit[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        held = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        name = {
            Qt.Key.Key_Home: "first",
            Qt.Key.Key_Left: "back",
            Qt.Key.Key_Space: "play",
            Qt.Key.Key_Right: "forward",
            Qt.Key.Key_End: "last",
        }.get(key)
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif name is not None:
            self.keys[name].click()
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.go(1 if key == Qt.Key.Key_PageDown else -1, "turn" if held else "phase")
        else:
            super().keyPressEvent(event)


_COMPARE = "compare"
"""Kind of the overlay that shows two fronts."""

if TYPE_CHECKING:
    from hexbench.engine.display import Overlay
    from hexbench.ui.shell.pieces import TablePieces


class Historian(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.settings, self.bridge = at.settings, at.bridge
        self.say_wrong, self.table = at.say_wrong, at.table
        self.secrecy = Secrecy(at)
        table = at.table
        table.history.go_asked.connect(self.go)
        table.history.note_asked.connect(self._on_note)
        table.history.name_asked.connect(self._on_name)
        table.log.moment_asked.connect(self.go)
        table.history.drawn.connect(self._on_drawn)
        at.acts["game.replay"].triggered.connect(self.replay_all)
        at.acts["game.replay_turn"].triggered.connect(self.replay_turn)
        self._seen: dict[str | None, int] = {}
        """side -> the last position its player has looked at."""

    def _on_drawn(self, overlay: Overlay | None) -> None:
        """The front of both positions that are compared."""
        view = self.table.view
        if view is not None:
            view.map.set_overlay(_COMPARE, overlay)

    # ---- replay
    def leave(self) -> None:
        """The player at the screen looks away."""
        session = self.bridge.session
        if session is not None:
            self._seen[session.viewer] = session.node
            self.secrecy.leave(session.viewer)

    def forget(self) -> None:
        """Another game: forget what has been seen."""
        self._seen = {}
        self.secrecy.begin()

    def welcome(self, side: str | None) -> None:
        """The player of ``side`` is back: show what happened meanwhile, if the settings say so."""
        self.secrecy.welcome(side)
        after = self._seen.get(side)
        if after is not None and self.settings.get("play.replay_turns"):
            self._replay(tr("While you looked away:"), after, play=True)

    def since(self, node: int) -> None:
        """A letter was opened: show what is in it, if the player wants to see such things."""
        if self.settings.get("play.replay_turns"):
            self._replay(tr("In the letter:"), node, play=True)

    def replay_all(self) -> None:
        """The whole game from its beginning."""
        if not self._replay(tr("Replay:"), 0, play=False):
            self.table.tell(tr("Nothing has happened yet."))

    def replay_turn(self) -> None:
        """What has happened since this side last decided before the one that decides now, or since the turn began."""
        session = self.bridge.session
        if session is None:
            return
        line = session.history.line()
        turn = session.turn_at(session.node)[0]
        after = next((n.number for n in reversed(line) if session.turn_at(n.number)[0] != turn), 0)
        if not self._replay(f"{turn}:", after, play=False):
            self.table.tell(tr("Nothing has happened yet this turn."))

    def _replay(self, title: str, after: int, *, play: bool) -> bool:
        return self.table.replay.begin(title, after, play=play)

    # ---- going to positions
    def go(self, node: int) -> None:
        """Stand at a position, or say why that cannot be."""
        session = self.bridge.session
        if session is not None and node != session.node:
            self._try(lambda: session.go(node))

    def _on_note(self, node: int, text: str, mark: bool) -> None:
        session = self.bridge.session
        if session is not None:
            self._try(lambda: session.note(node, Note(text, mark)))
            self.table.history.refresh_now()

    def _on_name(self, node: int, name: str) -> None:
        session = self.bridge.session
        if session is not None:
            self._try(lambda: session.name_branch(node, name))
            self.table.history.refresh_now()

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Stopped as stopped:
            self.table.tell(tell(stopped.say))
        except BadFile as fault:
            self.say_wrong(why(fault))
