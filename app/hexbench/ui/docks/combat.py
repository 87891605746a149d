"""The combat dock: one combat at a time with its steps, its factors and clauses, its chances, and a button for every answer."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine import what_if
from hexbench.engine.display import Account, Choice, Combat, CombatBoard, Factor
from hexbench.engine.values import Action
from hexbench.ui.docks.desk import Desk, side_title, wall, warn
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.widgets.bars import Bars, bar_label, forecast_lines
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.icons import barrier_image, barrier_words, icon_image
from hexbench.ui.widgets.page import hex_link, rule_link
from hexbench.ui.widgets.parts import WordyButton, empty, flush, heading, inside, laid, markup_label, named

# A combat as rich text for its dock: stages, accounts with their factors and clauses, and links for what
# can be pressed.

MARKS = {"done": "✓", "now": "→", "ahead": "·"}
Keep = Callable[[Choice], int]
"""Remembers a choice and gives the number its link goes by."""


def _stages_html(combat: Combat, desk: Desk) -> str:
    """The steps of a combat: over, at hand, and those ahead in a line."""
    chrome, rows, ahead = desk.palette.chrome, [], []
    for stage in combat.stages:
        title = escape(tell(stage.say))
        if stage.state == "ahead":
            ahead.append(title)
            continue
        found = escape(tell(stage.found))
        if stage.state == "now":
            title = f'<b style="color:{chrome.accent}">{title}</b>'
        rows.append(
            f'<tr><td style="padding-right:5px">{MARKS[stage.state]}</td>'
            f'<td style="padding-right:8px">{title}</td><td>{found}</td></tr>'
        )
    text = f'<table cellspacing="0" cellpadding="1">{"".join(rows)}</table>'
    if ahead:
        text += f'<p style="margin:2px 0 0 0; color:{chrome.muted}">{tr("Then: {stages}.", stages=", ".join(ahead))}</p>'
    return text


def accounts_html(combat: Combat, desk: Desk, keep: Keep) -> str:
    """Every account with its lines and their clauses."""
    return "".join(_account_html(account, desk, keep) for account in combat.accounts)


def _account_html(account: Account, desk: Desk, keep: Keep) -> str:
    chrome = desk.palette.chrome
    side = f" · {escape(side_title(account.side, desk.seat))}" if account.side else ""
    rows = [
        (
            f'<tr><td style="padding-top:5px"><b>{escape(tell(account.say))}</b>'
            f'<span style="color:{chrome.muted}">{side}</span></td>'
            f'<td align="right" style="padding-top:5px"><b>{escape(account.total)}</b></td></tr>'
        )
    ]
    rows += [_factor_html(line, desk, keep) for line in account.lines]
    if not account.lines:
        rows.append(f'<tr><td style="color:{chrome.muted}">{tr("none")}</td><td></td></tr>')
    return f'<table width="100%" cellspacing="0" cellpadding="1">{"".join(rows)}</table>'


def _factor_html(factor: Factor, desk: Desk, keep: Keep) -> str:
    chrome = desk.palette.chrome
    words = hex_link(factor.hexes, tell(factor.say)) if factor.hexes else escape(tell(factor.say))
    notes = " ".join(
        f'<span style="color:{chrome.muted}">{escape(tell(c.say))}</span> {rule_link(c.rule)}'
        for c in factor.clauses
    )
    acts = " ".join(_act_html(choice, desk, keep) for choice in factor.choices)
    was = f'<span style="color:{chrome.muted}">{escape(factor.was)} → </span>' if factor.was else ""
    below = " ".join(x for x in (notes, acts) if x)
    return (
        f'<tr><td style="padding-left:8px">{words}{"&nbsp; " + below if below else ""}</td>'
        f'<td align="right" style="padding-left:6px; white-space:nowrap">{was}{escape(factor.amount)}</td></tr>'
    )


def _act_html(choice: Choice, desk: Desk, keep: Keep) -> str:
    chrome = desk.palette.chrome
    ink = chrome.bad if choice.back else chrome.good
    text = icon_image("cross" if choice.back else "plus", ink)
    if not choice.back:
        text += f" {escape(tell(choice.say))}"
    sign = barrier_image(*wall(desk, choice.action.verb), chrome.warn)
    link = f'<a href="act:{keep(choice)}" style="text-decoration:none; color:{ink}">{text}</a>'
    return f"{link} {sign}" if sign else link


_SUPPOSED = "supposed"
"""Key of the attack that is only thought of."""
_JOIN_TIP = mark("Add the selected units to the combat shown")
STATUS = {
    "possible": mark("not attacked"),
    "draft": mark("drafted"),
    "waiting": mark("waiting"),
    "now": mark("now"),
    "over": mark("resolved"),
    "supposed": mark("hypothetical"),
}


class CombatView(QWidget):
    """Shows a :class:`CombatBoard`. What is pressed in it goes out as a wish of the Desk."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.board: CombatBoard | None = None
        self._given: CombatBoard | None = None
        """The board without what is only thought of."""
        self.chosen = ""
        """Key of the combat that is shown."""
        self._now = ""
        self._drafts: dict[str, tuple[str, ...]] = {}
        """For each drafted combat its hexes and the units that may still be taken out of it."""
        self._acts: list[Action] = []
        self._words: list[str] = []
        """For each action what pressing it means."""
        self._main: QPushButton | None = None
        self._asked = ("", "")
        self._quiet = False
        self.which = named(DropDown(), "combat.which", tr("Which combat"))
        self.which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.which.setMinimumContentsLength(12)
        self.which.currentIndexChanged.connect(self._on_which)
        self.say = markup_label("combat.say")
        self.say.setProperty("role", "now")
        self.join = self._joiner()
        self.stages = self._text("combat.stages")
        self.answers = flush(QVBoxLayout(), 4)
        self.text = self._text("combat.text")
        self.spreads = flush(QVBoxLayout(), 3)
        self.undoing = flush(QVBoxLayout(), 3)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(2, 2, 6, 2)
        column.setSpacing(6)
        laid(column, self.say, self.join, self.answers, self.stages, self.text)
        laid(column, self.spreads, self.undoing, None)
        self.area = named(QScrollArea(), title=tr("Combat"))
        self.area.setWidget(inside)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(6)
        laid(flush(QVBoxLayout(self), 4), self.which, (self.area, 1), self.buttons)
        desk.hex_changed.connect(self._on_hex)
        desk.units_changed.connect(self._on_units)
        desk.thought.changed.connect(self._on_thought)

    def _joiner(self) -> QPushButton:
        """The button that takes the selected units into the combat, hidden as long as none can join."""
        button = named(QPushButton(), "combat.join")
        button.clicked.connect(self._on_join)
        button.installEventFilter(self)
        button.hide()
        return button

    def _text(self, name: str) -> QLabel:
        label = markup_label(name)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        label.linkActivated.connect(self._on_link)
        label.linkHovered.connect(self._on_pointed)
        return label

    # ---- showing
    def show_board(self, board: CombatBoard | None) -> None:
        """Show this board; None: nothing of any game. An attack that is thought of comes before those in hand."""
        thought, self._given = self.desk.thought.combat, board
        if board is not None and thought is not None:
            board = replace(board, combats=(thought, *board.combats))
        self.board = board
        now = next((c.key for c in board.combats if c.status == "now"), "") if board is not None else ""
        if now and now != self._now:
            self.chosen = now
        self._now = now
        drafts = (
            {c.key: _drafted(c) for c in board.combats if c.status == "draft"} if board is not None else {}
        )
        changed = [key for key, units in drafts.items() if self._drafts.get(key) != units]
        self._drafts = drafts
        if changed:
            self.chosen = changed[0]  # what was just done is what one wants to see
        elif board is not None and not now:
            self._follow_hex()
        self._show()

    def _follow_hex(self) -> None:
        """The combat on the hex under study is the one that is meant."""
        at = self.desk.hex
        found = next((c for c in self.board.combats if at in c.hexes), None) if self.board and at else None
        if found is not None:
            self.chosen = found.key

    @property
    def combat(self) -> Combat | None:
        """The combat that is shown."""
        combats = self.board.combats if self.board is not None else ()
        found = next((c for c in combats if c.key == self.chosen), None)
        if found is None:  # an attack that took in another hex goes by its first one
            at = self.chosen.rpartition("/")[2]
            found = next((c for c in combats if at in c.hexes), None)
        return found or next((c for c in combats if c.status != "possible"), None)

    @property
    def actions_shown(self) -> tuple[Action, ...]:
        """What can be pressed now, in the order of links and buttons."""
        return tuple(self._acts)

    def _show(self) -> None:
        """Draw the combat that is meant. Whoever pressed a button that goes finds the next one under the keyboard."""
        focus = QApplication.focusWidget()
        pressed = isinstance(focus, QPushButton) and self.isAncestorOf(focus)
        self._acts, self._main, self._words = [], None, []
        board, combat = self.board, self.combat
        self.desk.look_at(combat)
        asked = (combat.key if combat else "", tell(self.desk.seat.prompt.say) if self.desk.seat else "")
        if asked != self._asked:
            self._asked = asked
            self.area.verticalScrollBar().setValue(0)
        self._list(combat)
        empty(self.answers)
        empty(self.spreads)
        empty(self.undoing)
        empty(self.buttons)
        self._say(combat)
        self._join(combat)
        self.stages.setVisible(combat is not None and bool(combat.stages))
        self.stages.setText("" if combat is None else _stages_html(combat, self.desk))
        self.text.setText("" if combat is None else accounts_html(combat, self.desk, self._keep))
        if board is None:
            return
        if combat is not None:
            for choice in combat.choices:
                where = self.answers if not choice.back else self.undoing
                where.addWidget(self._button(choice, "answer"))
            for spread in combat.spreads:
                self.spreads.addWidget(heading(tell(spread.say)))
                bars = named(Bars(), "combat.bars")
                bars.show_rows((bar_label(bar), bar.weight, bar.lit) for bar in spread.bars)
                self.spreads.addWidget(bars)
        for choice in board.choices:
            self.buttons.addWidget(self._button(choice, "board"))
        if pressed:
            self._focus_main()

    def take_keyboard(self) -> bool:
        """Give the keyboard to the button that brings the matter on; False when nothing here can be pressed."""
        self._focus_main()
        focus = QApplication.focusWidget()
        return isinstance(focus, QPushButton) and self.isAncestorOf(focus)

    def _focus_main(self) -> None:
        button = self._main or next(iter(inside(self.answers) or inside(self.buttons)), None)
        if button is not None:
            button.show()
            button.setFocus()

    def _list(self, combat: Combat | None) -> None:
        """The combats to choose from: those that might be declared only when one is being looked at."""
        self._quiet = True
        self.which.clear()
        combats = self.board.combats if self.board is not None else ()
        for one in combats:
            if one.status != "possible" or one is combat or tell(one.note):
                mark = "" if one.status == "possible" else f"  ({tr(STATUS[one.status])})"
                self.which.addItem(f"{tell(one.say)}{mark}", one.key)
        if combat is not None:
            self.which.setCurrentIndex(self.which.findData(combat.key))
        self.which.setVisible(self.which.count() > 0)
        self.which.setEnabled(self.which.count() > 1)
        self._quiet = False

    def _say(self, combat: Combat | None) -> None:
        board, desk = self.board, self.desk
        seat = desk.seat
        if board is None or seat is None:
            self.say.setText("")
            return
        lines = []
        if combat is None:
            lines.append(escape(tell(board.nothing)))
        elif combat.status == "now" and seat.prompt.side is not None:
            who = escape(side_title(seat.prompt.side, seat))
            decides = tr("{side} decides.", side=who)
            lines.append(f"<b>{decides}</b> {escape(tell(seat.prompt.say))}")
        if combat is not None and combat.result.template:
            lines.append(f"<b>{escape(tell(combat.result))}</b>")
        if combat is not None and tell(combat.note):
            lines.append(
                f'<span style="color:{desk.palette.chrome.muted}">{escape(tell(combat.note))}</span>'
            )
        self.say.setText("<br>".join(lines))
        self.say.setVisible(bool(lines))

    def _join(self, combat: Combat | None) -> None:
        """The button that takes the selected units into the combat that is shown."""
        action = self._joining(combat)
        self.join.setVisible(action is not None)
        if action is None:
            self.join.setText("")  # what is not seen could still be read, by the other side
            self.join.setToolTip(as_it_is(tr(_JOIN_TIP)))
            return
        desk = self.desk
        face = desk.face(action.subject[0])
        name = tell(face.title) if face is not None else action.subject[0]
        more = tr(" and {n} more", n=len(action.subject) - 1) if len(action.subject) > 1 else ""
        self.join.setText(tr("Add {name}{more}", name=name, more=more))
        seat = desk.seat
        words = "" if seat is None else forecast_lines(seat.forecast(action), seat)
        self.join.setToolTip(as_it_is(words or tr(_JOIN_TIP)))

    def _joining(self, combat: Combat | None) -> Action | None:
        seat, units = self.desk.seat, self.desk.units
        if combat is not None and combat.status == "supposed":
            return self.desk.thought.joining(units)
        if combat is None or not combat.verb or seat is None or not units:
            return None
        offer = next((o for o in seat.prompt.offers if o.verb == combat.verb), None)
        if offer is None or any(u not in offer.subjects for u in units):
            return None
        at = combat.hexes[0] if combat.hexes else ""
        fits = (t.object for t in seat.targets(combat.verb, units) if t.object in (at, ""))
        found = next(fits, None)
        return None if found is None else Action(combat.verb, units, found)

    def _button(self, choice: Choice, kind: str) -> QPushButton:
        button = named(WordyButton(tell(choice.say)), f"combat.{kind}.{choice.action.verb}")
        button.setProperty("n", self._keep(choice))
        if choice.main:
            self._main = button
        button.setToolTip(as_it_is(tell(choice.help) or self._help(choice)))
        warn(button, self.desk, choice.action.verb)
        button.setDefault(choice.main and not self._leaves_undone(choice.action))
        button.setAutoDefault(False)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.setMinimumWidth(40)
        button.clicked.connect(self._on_button)
        button.installEventFilter(self)
        return button

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A button the pointer or the keyboard comes to weighs what it would do: the tables light up for it."""
        kind = event.type()  # asked once: many events pass here
        if kind in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self._weigh(watched.property("n"))
        elif kind in (QEvent.Type.Leave, QEvent.Type.FocusOut, QEvent.Type.Hide):
            self.desk.weighed.emit({})
        return super().eventFilter(watched, event)

    def _weigh(self, n: object) -> None:
        """Light up the tables for what can be pressed; nothing lights up for what the rules refuse."""
        action = self._acts[n] if isinstance(n, int) and n < len(self._acts) else self._joining(self.combat)
        seat = self.desk.seat
        fits = action is not None and seat is not None and action.verb not in what_if.VERBS
        self.desk.weighed.emit(
            seat.weighed(action)
            if fits and seat is not None and action is not None and not seat.refuse(action)
            else {}
        )

    def _leaves_undone(self, action: Action) -> bool:
        """Whether an answer would end the question with something undone: such a button is not framed, here or anywhere."""
        seat = self.desk.seat
        ending = None if seat is None else seat.ending
        return seat is not None and ending is not None and action.verb == ending.name and seat.framed is None

    def _help(self, choice: Choice) -> str:
        """What the game says of the verb, where it says nothing of this answer."""
        seat = self.desk.seat
        verb = None if seat is None else seat.rules.verbs.get(choice.action.verb)
        return "" if verb is None else tell(verb.help)

    def _keep(self, choice: Choice) -> int:
        self._acts.append(choice.action)
        warning = barrier_words(*wall(self.desk, choice.action.verb))
        self._words.append("\n".join(x for x in (tell(choice.help) or tell(choice.say), warning) if x))
        return len(self._acts) - 1

    # ---- what is pressed
    def _on_which(self, row: int) -> None:
        if self._quiet or row < 0:
            return
        self.chosen = str(self.which.itemData(row))
        combat = self.combat
        self._show()
        if combat is not None:
            self.desk.hexes_lit.emit(combat.hexes)

    def _on_hex(self) -> None:
        if self.board is not None and not self._now:
            before = self.combat
            self._follow_hex()
            if self.combat is not before:
                self._show()

    def _on_units(self) -> None:
        if self.board is not None:
            self._join(self.combat)

    def _on_join(self) -> None:
        action = self._joining(self.combat)
        if action is not None:
            self._wish(action)

    def _on_button(self) -> None:
        self._act(int(self.sender().property("n")))

    def _on_link(self, link: str) -> None:
        kind, _, what = link.partition(":")
        if kind == "act":
            self._act(int(what))
        elif kind == "rule":
            self.desk.rule_asked.emit(what)
        elif kind == "hexes":
            self.desk.hexes_lit.emit(tuple(h for h in what.split(",") if h))

    def _on_pointed(self, link: str) -> None:
        kind, _, what = link.partition(":")
        if kind == "act" and int(what) < len(self._words):
            QToolTip.showText(QCursor.pos(), as_it_is(self._words[int(what)]), self)
            self._weigh(int(what))
        else:
            QToolTip.hideText()
            self.desk.weighed.emit({})

    def _act(self, n: int) -> None:
        if n < len(self._acts):
            self._wish(self._acts[n])

    def _wish(self, action: Action) -> None:
        if action.verb in what_if.VERBS:
            self.desk.thought.act(action)
        else:
            self.desk.action_asked.emit(action)

    def _on_thought(self) -> None:
        if self._given is not None:
            if self.desk.thought.combat is not None:
                self.chosen = _SUPPOSED
            self.show_board(self._given)


def _drafted(combat: Combat) -> tuple[str, ...]:
    lines = (line for account in combat.accounts for line in account.lines)
    return (*combat.hexes, *(line.unit for line in lines if any(choice.back for choice in line.choices)))
