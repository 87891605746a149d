"""The prompt bar: whose decision it is, the place in the sequence of play, the question, and a button for
every answer.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.values import Action, Offer
from hexbench.ui.docks.desk import Desk, side_title, wall, warn
from hexbench.ui.look.fonts import face_font, text_width
from hexbench.ui.look.language import as_it_is, tell, tr, word
from hexbench.ui.look.palette import colour
from hexbench.ui.look.shapes import emblem_path
from hexbench.ui.shell.hand import Hand
from hexbench.ui.shell.unitbar import show_keys
from hexbench.ui.widgets.parts import ShortLabel, WordyButton, empty, inside, laid, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.engine.values import Barrier

SHOWN = 5
"""Buttons beside the default; more go into a menu of their own."""

LARGE, SMALL = 18, 10
"""Letters on the plate of the side, in pixels: the usual and the smallest."""

OF_BAR = 55
"""Per cent of the bar that its buttons may take."""


class _SidePlate(QWidget):
    """The side that decides, in its colours and with its emblem."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.side: str | None = None
        self.title = ""
        self.setFixedWidth(132)
        self.setMinimumHeight(46)

    def show_side(self, side: str | None) -> None:
        """Show this side; None: no side decides."""
        self.side = side
        self.title = "" if side is None else side_title(side, self.desk.seat)
        self.setAccessibleName("" if side is None else tr("{title} decides", title=self.title))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(132, 50)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.side is None:
            return
        look = self.desk.palette.side(self.side)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0, 0, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(look.ground))
        painter.drawRoundedRect(box, 5, 5)
        painter.setBrush(colour(look.ink))
        painter.save()
        painter.translate(QPointF(22, box.center().y()))
        painter.scale(11, 11)
        painter.drawPath(emblem_path(look.emblem))
        painter.restore()
        painter.setPen(colour(look.ink))
        room = box.adjusted(42, 0, -6, 0)
        painter.setFont(face_font(self.letters(room.width()), 600))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.title)
        painter.end()

    def letters(self, room: float) -> int:
        """The size of its letters, in pixels: smaller where a long name would be cut."""
        fits = (size for size in range(LARGE, SMALL, -1) if text_width(self.title, size, 600) <= room)
        return next(fits, SMALL)


class PromptBar(QFrame):
    """``verb_asked(name)``: a button was pressed. ``default_asked()``: the default's button. ``look_asked()``: the
    player who answers at an open table first wants to see that side's own view.
    """

    verb_asked = Signal(str)
    default_asked = Signal()
    look_asked = Signal()

    def __init__(self, desk: Desk, undo: QAction, redo: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setObjectName("prompt")
        self.setAccessibleName(tr("Prompt"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.end_keys = ""
        self._end_help = ""
        self.plate = _SidePlate(desk)
        self.moment = named(ShortLabel(), "prompt.moment", role="muted")
        self.sentence = named(wrapped_label(), "prompt.sentence", role="prompt")
        self.sentence.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.hint = named(ShortLabel(), "prompt.hint", role="muted")
        words = QVBoxLayout()
        words.setSpacing(0)
        laid(words, self.moment, self.sentence, self.hint)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(6)
        self.undo = _tool(undo)
        self.redo = _tool(redo)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.setSpacing(12)
        laid(row, self.plate, (words, 1), self.buttons, _rule(), self.undo, self.redo)
        self.offers: dict[str, QPushButton] = {}
        self.default: QPushButton | None = None
        self._wide: list[int] = []
        """Width of each button with its text in one line."""
        self._row: tuple[object, list[_Button]] = (None, [])
        """The rules the buttons were made from, and their contents."""
        desk.refreshed.connect(self._on_refreshed)
        desk.units_changed.connect(self._on_units)
        desk.dressed.connect(self.plate.update)
        desk.dressed.connect(self._on_dressed)

    def _on_dressed(self) -> None:
        """Signs and widths of buttons are those of the look."""
        self._row = (self, [])
        self._on_refreshed()

    def _on_refreshed(self) -> None:
        desk = self.desk
        seat = desk.seat
        session = desk.bridge.session
        if seat is None or session is None:
            self.plate.show_side(None)
            for label in (self.moment, self.sentence, self.hint):
                label.clear()
            self._put_buttons((), None)
            return
        hand = Hand(seat)
        prompt = hand.prompt
        self.plate.show_side(prompt.side)
        self.moment.setText(moment(desk))
        waiting = prompt.side is not None and not prompt.offers
        sentence = tell(prompt.say)
        if waiting:
            sentence = tr(
                "{side} decides: {sentence}",
                side=side_title(prompt.side, seat),
                sentence=sentence,
            )
        self.sentence.setText(sentence)
        self._put_buttons((*hand.plain, *hand.chosen_elsewhere), hand)
        self._hint(hand)

    def _on_units(self) -> None:
        seat = self.desk.seat
        if seat is not None:
            self._hint(Hand(seat))

    def _hint(self, hand: Hand) -> None:
        """A line about verbs without buttons: what to do with units, and how many can still act."""
        parts = []
        ready = hand.ready
        if self.desk.bridge.open_for is not None:
            parts.append(tr("Open table: only what both sides know is shown."))
        if hand.places:
            parts.append(tr("Click a lit hex, or use the buttons."))
        if ready:
            plain = [o for o in hand.drags if hand.verb(o).plain] or hand.drags
            label = " / ".join(tell(hand.verb(o).label) for o in plain)
            number = tr("1 unit") if len(ready) == 1 else tr("{n} units", n=len(ready))
            parts.append(
                tr(
                    "{label}: drag a counter, or press Enter at the cursor. {number} can act (N: next).",
                    label=label,
                    number=number,
                )
            )
        elif hand.able:
            number = tr("1 unit") if len(hand.able) == 1 else tr("{n} units", n=len(hand.able))
            parts.append(tr("{number} can act (N: next).", number=number))
        self.hint.setText(" ".join(parts))
        self.hint.setVisible(bool(parts))

    def _put_buttons(self, offers: tuple[Offer, ...], hand: Hand | None) -> None:
        """The buttons of now. Those that are there already stay when nothing about any of them is another."""
        row = [] if hand is None else self._buttons_of(offers, hand)
        rules = None if hand is None else hand.seat.rules
        if (rules, row) == self._row:
            return
        self._row = (rules, row)
        focus = QApplication.focusWidget()
        pressed = isinstance(focus, QPushButton) and focus.parent() is self
        empty(self.buttons)
        self.offers = {}
        self.default = None
        self._wide = []
        if hand is None:
            return
        for one in row:
            button = self._add(one.name, one.label, one.help, one.is_default, one.framed)
            if one.wall is not None:
                self._warn(button, one.verb)
            if one.name == f"verb.{one.verb}":
                self.offers[one.verb] = button
        self._measure()
        show_keys(self, hand.seat)
        for before, after in itertools.pairwise([*inside(self.buttons), self.undo, self.redo]):
            QWidget.setTabOrder(before, after)  # they are made anew: still they come before undo and redo
        if pressed:
            self._focus_default()

    def _measure(self) -> None:
        """How wide the buttons are that have just been made, with their words in one line."""
        buttons = self._pushed()
        for button in buttons:
            button.ensurePolished()
        self._wide = [max(button.minimumWidth(), button.wide(1)) for button in buttons]
        self._fit_buttons()

    def _pushed(self) -> list[WordyButton]:
        return [button for button in inside(self.buttons) if isinstance(button, WordyButton)]

    def _fit_buttons(self) -> None:
        """Words in one line where there is room beside the sentence; where there is none, the longest go in two lines or in three."""
        buttons, wide = self._pushed(), list(self._wide)
        room = self.width() * OF_BAR // 100
        for lines in (2, 3):
            for n in sorted(range(len(wide)), key=lambda n: -self._wide[n]):
                if sum(wide) + self.buttons.spacing() * len(wide) > room:
                    wide[n] = min(wide[n], buttons[n].wide(lines))
        for button, pixels in zip(buttons, wide, strict=True):
            button.setFixedWidth(pixels)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_buttons()

    def _buttons_of(self, offers: tuple[Offer, ...], hand: Hand) -> list[_Button]:
        """The current buttons, in order."""
        default, framed = hand.answer, hand.seat.framed is not None
        row: list[_Button] = []
        for offer in offers:
            verb = hand.verb(offer)
            is_default = default is not None and default == Action(offer.verb)
            row.append(
                _Button(
                    f"verb.{offer.verb}",
                    tell(verb.label),
                    tell(verb.help),
                    is_default,
                    framed,
                    offer.verb,
                    wall(self.desk, offer.verb),
                )
            )
        closing = self.desk.closing
        if default is None and closing is not None and closing.action.verb not in [one.verb for one in row]:
            # It may be tried although it is not offered: the rules then say what is still to be done.
            row.append(_Button("verb.closing", tell(closing.say), tell(closing.help), True))
        elif default is not None and not any(one.is_default for one in row):
            # The default has a subject: it still gets its button, labelled with the verb.
            said = self.desk.saying(default) or self._words(hand, default)
            help_ = tr("Let the rules choose the plainest legal answer")
            row.append(
                _Button("verb.default", said, help_, True, True, default.verb, wall(self.desk, default.verb))
            )
        if self.desk.bridge.open_for is not None:
            name = side_title(hand.prompt.side, hand.seat)
            help_ = tr("Cover the screen first, then show what only this side knows")
            row.append(_Button("prompt.look", tr("{name} view", name=name), help_, False))
        return row

    def _words(self, hand: Hand, action: Action) -> str:
        """A button's words for an action about a unit or a hex."""
        verb = hand.seat.rules.verbs[action.verb]
        face = self.desk.face(action.subject[0]) if action.subject else None
        about = tell(face.name or face.title) if face is not None else ""
        where = action.object if verb.object in ("hex", "side") else ""
        return f"{tell(verb.label)}: {tr(' to ').join(x for x in (about, where) if x)}".removesuffix(": ")

    def _focus_default(self) -> None:
        """When a button disappears, the focus must not pass to undo."""
        if self.default is not None:
            self.default.show()
            self.default.setFocus()

    def _add(self, name: str, label: str, help_: str, is_default: bool, framed: bool = True) -> QPushButton:
        """Put one more button. The default has a frame, unless it leaves something undone and so asks first."""
        button = named(WordyButton(label), name, label)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if is_default:
            button.setDefault(framed)
            button.setMinimumWidth(bold_width(button))
            self._end_help = (
                help_ if framed else f"{help_}\n{tr('Anything left undone is listed first.')}".strip()
            )
            button.setToolTip(as_it_is(f"{self._end_help}\n{self.end_keys}".strip()))
            button.clicked.connect(self.default_asked)
            self.default = button
        else:
            button.setToolTip(as_it_is(help_))
            button.clicked.connect(self.look_asked if name == "prompt.look" else self._on_button)
        self.buttons.addWidget(button)
        return button

    def show_end_keys(self, keys: str) -> None:
        """The default's button is pressed by these keys too."""
        self.end_keys = keys
        if self.default is not None:
            self.default.setToolTip(as_it_is(f"{self._end_help}\n{keys}".strip()))

    def _warn(self, button: QPushButton, verb: str) -> None:
        """A sign on the button and a sentence in its tooltip, if undo cannot, or may not, go back behind it."""
        if warn(button, self.desk, verb) and button.minimumWidth():
            button.setMinimumWidth(button.minimumWidth() + 24)

    def _on_button(self) -> None:
        self.verb_asked.emit(self.sender().objectName().removeprefix("verb."))


class _Button(NamedTuple):
    """The text of a prompt button, and the undo barrier behind it."""

    name: str
    label: str
    help: str
    is_default: bool
    framed: bool = True
    verb: str = ""
    wall: tuple[Barrier, bool] | None = None


def bold_width(button: QPushButton) -> int:
    """The width a button needs when its text is drawn bold, as that of a default is."""
    font = button.font()
    font.setBold(True)
    return QFontMetrics(font).horizontalAdvance(button.text()) + 34


def moment(desk: Desk) -> str:
    """The game turn and the phase, as the log heads them, and what the game adds: date, weather."""
    session = desk.bridge.session
    if session is None or desk.seat is None:
        return ""
    phase = word(desk.seat.prompt.step, first=True)
    past = desk.bridge.past
    turn = session.turn if past is None else session.turn_at(past)[0]
    return " · ".join(x for x in (tell(turn), phase, tell(desk.seat.headline())) if x)


def _tool(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setIconSize(QSize(20, 20))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _rule() -> QFrame:
    line = named(QFrame(), "rule")
    line.setFixedWidth(1)
    return line
