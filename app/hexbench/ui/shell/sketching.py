"""Drawing on the map: a bar with tools and colours, notes edited in place, and who can see the drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QToolButton, QWidget

from hexbench.session.sketches import LONGEST
from hexbench.store.saves import Sketch
from hexbench.store.strict import BadFile
from hexbench.ui.canvas.sketch import COLOURS
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import mark, tr, why
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.shell.floats import Float
from hexbench.ui.widgets.parts import PlainLabel, named

if TYPE_CHECKING:
    from hexbench.ui.bridge import Shift
    from hexbench.ui.shell.pieces import TablePieces

_CRAYONS = {
    "red": mark("red"),
    "orange": mark("orange"),
    "yellow": mark("yellow"),
    "green": mark("green"),
    "blue": mark("blue"),
    "black": mark("black"),
}
KINDS = {"pin": mark("pin"), "note": mark("note"), "arrow": mark("arrow"), "erase": mark("eraser")}
_TOOLS = ("pin", "note", "arrow", "erase")
WORDS = {
    "pin": mark("Pin: click a hex"),
    "note": mark("Note: click a hex"),
    "arrow": mark("Arrow: drag from hex to hex"),
    "erase": mark("Eraser: click a drawing"),
}


class _SketchBar(Float):
    """Shown while a drawing tool is active. ``coloured(name)``: another colour; ``done()``: put the tool
    away.
    """

    coloured = Signal(str)
    done = Signal()

    def __init__(self, over: QWidget, desk: Desk) -> None:
        super().__init__(over, desk)
        self.words = named(PlainLabel(), "sketch.words")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 5, 8, 5)
        row.addWidget(self.words)
        self.group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        for name in COLOURS:
            button = named(
                QToolButton(),
                f"sketch.colour.{name}",
                tr("Draw in {colour}", colour=tr(_CRAYONS[name])),
                tr("Draw in {colour}", colour=tr(_CRAYONS[name])),
            )
            button.setCheckable(True)
            button.setIcon(_crayon(name, self.devicePixelRatioF()))
            button.setIconSize(QSize(18, 18))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self._on_colour)
            self.group.addButton(button)
            self.buttons[name] = button
            row.addWidget(button)
        self.stop = named(QToolButton(), "sketch.done", tip=tr("Put it away (Esc)"))
        self.stop.setText(tr("Done"))
        self.stop.clicked.connect(self.done)
        row.addWidget(self.stop)

    def rim(self, palette: Palette) -> str:
        return palette.chrome.highlight

    def show_tool(self, kind: str, crayon: str) -> None:
        """What is in the hand, and its colour."""
        self.words.setText(tr(WORDS[kind]))
        self.buttons[crayon].setChecked(True)
        for button in self.buttons.values():
            button.setVisible(kind != "erase")
        self.adjustSize()
        self.move(14, 14)
        self.show()
        self.raise_()

    def _on_colour(self) -> None:
        self.coloured.emit(self.sender().objectName().rpartition(".")[2])


class _NoteEdit(Float):
    """Edits the text of a note in its hex. ``written(hex, words)``; Esc leaves it as it was."""

    written = Signal(str, str)
    closed = Signal()

    def __init__(self, over: QWidget, desk: Desk) -> None:
        super().__init__(over, desk)
        self.at = ""
        self.line = named(
            QLineEdit(),
            "sketch.note",
            tr("Text of the note"),
            tr("Enter keeps the note, Esc leaves it as it was, an empty text erases it"),
        )
        self.line.setPlaceholderText(tr("A note; Enter keeps it"))
        self.line.setMaxLength(LONGEST)
        self.line.setMinimumWidth(260)
        self.line.returnPressed.connect(self._on_return)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.addWidget(self.line)

    def rim(self, palette: Palette) -> str:
        return palette.chrome.highlight

    def ask(self, at: str, words: str, spot: QPoint) -> None:
        """Write at a hex."""
        self.at = at
        self.line.setText(words)
        self.line.selectAll()
        self.put_near(spot)
        self.show()
        self.raise_()
        self.line.setFocus()

    def dismiss(self) -> None:
        """Close and clear the text: the next seat may be the other player's."""
        self.at = ""
        self.line.clear()
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _on_return(self) -> None:
        at, words = self.at, " ".join(self.line.text().split())
        self.dismiss()
        self.written.emit(at, words)


class Sketching(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.bridge, self.desk, self.acts = at.bridge, at.desk, at.acts
        self.say_wrong, self.table = at.say_wrong, at.table
        self.crayon = "red"
        self.bar: _SketchBar | None = None
        self.note: _NoteEdit | None = None
        acts = at.acts
        for kind in _TOOLS:
            acts[f"draw.{kind}"].triggered.connect(self._on_tool)
        acts["draw.undo"].triggered.connect(self._on_undo)
        acts["draw.redo"].triggered.connect(self._on_redo)
        acts["draw.clear"].triggered.connect(self._on_clear)
        acts["draw.show"].triggered.connect(self._on_show)
        acts["draw.show"].setChecked("sketches" not in at.table.layers.hidden)
        at.table.layers.layer_changed.connect(self._on_layer)
        at.window.shown_game.connect(self._on_game)
        at.table.laid_anew.connect(self._on_game)
        at.desk.refreshed.connect(self._on_refreshed)

    def _on_game(self) -> None:
        view, hands = self.table.view, self.table.hands
        if view is None or hands is None:
            return
        self.bar = _SketchBar(view, self.desk)
        self.bar.coloured.connect(self._on_colour)
        self.bar.done.connect(hands.sketch.finish)
        self.note = _NoteEdit(view, self.desk)
        self.note.written.connect(self._on_written)
        self.note.closed.connect(view.setFocus)
        view.installEventFilter(self)
        hands.sketch.made.connect(self._on_made)
        hands.sketch.ended.connect(self._on_ended)
        self.show()

    # ---- what is seen
    def _on_refreshed(self, shift: Shift) -> None:
        if shift.turned or shift.kind in ("covered", "closed", "opened"):
            if self.note is not None and self.table.view is not None:
                self.note.dismiss()
            hands = self.table.hands
            if hands is not None:
                hands.sketch.cancel()
        self.show()

    def show(self) -> None:
        """Draw what may be seen from the seat that is shown, and let the menu say what can be done."""
        view, bridge, acts = self.table.view, self.bridge, self.acts
        if view is not None:
            view.map.set_sketches(bridge.sketches.values())
        session = bridge.session
        free = session is not None and not bridge.covered and bridge.open_for is None
        for name in (*_TOOLS, "clear"):
            acts[f"draw.{name}"].setEnabled(free)
        acts["draw.undo"].setEnabled(
            free and session is not None and session.sketches.can_undo(bridge.viewer)
        )
        acts["draw.redo"].setEnabled(
            free and session is not None and session.sketches.can_redo(bridge.viewer)
        )

    def _on_show(self, on: bool) -> None:
        self.table.layers.show_layer("sketches", on)

    def _on_layer(self, name: str, shown: bool) -> None:
        if name == "sketches":
            self.acts["draw.show"].setChecked(shown)

    # ---- the tools
    def _on_tool(self, on: bool) -> None:
        kind = self.sender().objectName().removeprefix("draw.")
        hands = self.table.hands
        if hands is None:
            return
        hands.cancel()
        if on:
            self.table.layers.show_layer("sketches", True)
            hands.sketch.activate(kind)
            for name in _TOOLS:
                self.acts[f"draw.{name}"].setChecked(name == kind)
            self._show_bar()

    def _show_bar(self) -> None:
        hands = self.table.hands
        if self.bar is not None and hands is not None and hands.sketch.active:
            self.bar.show_tool(hands.sketch.kind, self.crayon)

    def _on_ended(self) -> None:
        for name in _TOOLS:
            self.acts[f"draw.{name}"].setChecked(False)
        if self.bar is not None:
            self.bar.hide()

    def _on_colour(self, name: str) -> None:
        self.crayon = name
        self._show_bar()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc at the map closes a note that is being written."""
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.note is not None
            and self.note.isVisible()
        ):
            self.note.dismiss()
            return True
        return False

    # ---- drawing
    def _on_made(self, kind: str, hexes: tuple[str, ...]) -> None:
        view = self.table.view
        if view is None or self.note is None:
            return
        if kind == "erase":
            found = self._found(hexes[0])
            if found:
                self._do("erase", found[-1])
            else:
                self.table.tell(tr("There is nothing drawn in {hex}.", hex=hexes[0]))
        elif kind == "note":
            old = self._found(hexes[0], "note")
            words = self.bridge.sketches[old[-1]].text if old else ""
            self.note.ask(hexes[0], words, view.mapFromScene(view.map.geometry.centre(hexes[0])))
        elif kind == "pin":
            self._do("draw", Sketch(kind="pin", hexes=hexes, colour=self.crayon))
        else:
            self._do("draw", Sketch(kind="arrow", hexes=hexes, colour=self.crayon))
        view.announce(tr("{kind} in {where}", kind=tr(KINDS[kind]), where=tr(" to ").join(hexes)))

    def _found(self, at: str, kind: str = "") -> list[int]:
        """The drawings of a hex that can be seen, in the order drawn."""
        seen = self.bridge.sketches.items()
        return [n for n, one in seen if at in one.hexes and (not kind or one.kind == kind)]

    def _on_written(self, at: str, words: str) -> None:
        old = self._found(at, "note")
        if old and not words:
            self._do("erase", old[-1])
        elif old:
            before = self.bridge.sketches[old[-1]]
            if (before.text, before.colour) != (words, self.crayon):
                self._do("change", old[-1], replace(before, text=words, colour=self.crayon))
        elif words:
            self._do("draw", Sketch(kind="note", hexes=(at,), text=words, colour=self.crayon))

    def _on_undo(self) -> None:
        self._do("undo")

    def _on_redo(self) -> None:
        self._do("redo")

    def _on_clear(self) -> None:
        self._do("erase", *self.bridge.sketches)

    def _do(self, what: str, *parts: Any) -> None:
        bridge = self.bridge
        if bridge.session is None or bridge.covered or bridge.open_for is not None:
            return
        try:
            getattr(bridge.session.sketches, what)(bridge.viewer, *parts)
        except BadFile as fault:
            self.say_wrong(
                tr("The drawing could not be saved, so nothing was drawn. {fault}", fault=why(fault))
            )
        self.show()


def _crayon(name: str, ratio: float) -> QIcon:
    pixmap = QPixmap(round(18 * ratio), round(18 * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour("#808080"), 1))
    painter.setBrush(colour(COLOURS[name]))
    painter.drawEllipse(QRectF(1.5, 1.5, 15, 15))
    painter.end()
    return QIcon(pixmap)
