"""Dice in the window: asks for numbers the players roll themselves, shows and checks the commitment, reports
luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.values import Action, BadNumbers, NeedDice, Refused
from hexbench.session import dice
from hexbench.session.dice import FEWEST, MOST, Pledge
from hexbench.session.saved_history import Unreachable
from hexbench.store.strict import BadFile
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import number, tell, tr, why
from hexbench.ui.widgets.page import Page
from hexbench.ui.widgets.parts import PlainLabel, empty, laid, named, push, wrapped_label
from hexbench.ui.widgets.writing import where_to_write

if TYPE_CHECKING:
    from hexbench.session.dice import Luck
    from hexbench.session.session import Session
    from hexbench.ui.shell.pieces import TablePieces
    from hexbench.ui.shell.window import Window


_Probe = Callable[[Sequence[int]], NeedDice | None]
"""Numbers so far -> the number needed next; None: no more are needed."""
BUTTONS = 12
"""Dice with at most this many faces get a button for each face."""


class NumbersDialog(QDialog):
    """Asks for exactly the numbers needed, each by name. ``numbers``: those given; accepted once all are."""

    def __init__(self, title: str, probe: _Probe, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("numbers")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Roll your dice"))
        self.numbers: tuple[int, ...] = ()
        self._probe = probe
        self._need: NeedDice | None = None
        self._asked: list[NeedDice] = []
        self._taken = False
        """Enter was just consumed by the field: it must not play the dice as well."""
        head = named(wrapped_label(title), role="title")
        self.given = named(wrapped_label(), "numbers.given")
        self.why = named(wrapped_label(), "numbers.why")
        font = self.why.font()
        font.setBold(True)
        self.why.setFont(font)
        self.faces = QWidget()
        self.grid = QGridLayout(self.faces)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(6)
        self.field = named(QLineEdit(), "numbers.field")
        self.field.setMaximumWidth(120)
        self.field.returnPressed.connect(self._on_typed)
        self.wrong = named(wrapped_label(), "numbers.wrong", role="warn")
        self.back = push("numbers.back", tr("Back"), tr("Remove the last number (Backspace)"), self.step_back)
        self.play = push(
            "numbers.play", tr("Play these dice"), tr("Once played, the dice stand"), self.accept
        )
        self.cancel = push("numbers.cancel", tr("Cancel the action"), tr("Do nothing (Esc)"), self.reject)
        row = laid(QHBoxLayout(), self.cancel, None, self.back, self.play)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        laid(column, head, self.given, self.why, self.faces, self.field, self.wrong, None, row)
        self.resize(460, 260)
        self._ask()

    # ---- asking
    def _ask(self) -> None:
        """Ask for the next number, or say that these are all."""
        self._need = self._probe(self.numbers)
        need, done = self._need, zip(self._asked, self.numbers, strict=False)
        self.given.setText("\n".join(f"{_named(one)} {number}" for one, number in done))
        self.given.setVisible(bool(self.numbers))
        empty(self.grid)
        for widget in (self.field, self.faces):
            widget.setVisible(need is not None)
        self.play.setVisible(need is None)
        self.back.setVisible(bool(self.numbers))
        self.wrong.setText("")
        self.field.clear()
        if need is None:
            self.why.setText(tr("These are all the dice."))
            self.play.setDefault(True)
            self.play.setFocus()
            return
        self.why.setText(tr("{named} 1 to {faces}", named=_named(need), faces=need.faces))
        self.field.setAccessibleName(tr("{why}, a number from 1 to {faces}", why=need.why, faces=need.faces))
        self.field.setPlaceholderText(tr("1 to {faces}", faces=need.faces))
        self.faces.setVisible(need.faces <= BUTTONS)
        if need.faces <= BUTTONS:
            for face in range(1, need.faces + 1):
                button = push(
                    f"numbers.face.{face}", str(face), slot=self._on_face, title=f"{tell(need.why)}: {face}"
                )
                button.setMinimumSize(40, 40)
                self.grid.addWidget(button, (face - 1) // 6, (face - 1) % 6)
        self.field.setFocus()

    def give(self, number: int) -> None:
        """Accept a number; one that is not on the die is reported and rejected."""
        need = self._need
        if need is None:
            return
        if not 1 <= number <= need.faces:
            self.wrong.setText(
                tr(
                    "This die has no {number}: enter a number from 1 to {faces}.",
                    number=number,
                    faces=need.faces,
                )
            )
            self.field.selectAll()
            return
        self._asked[len(self.numbers) :] = [need]
        self.numbers = (*self.numbers, number)
        self._ask()

    def step_back(self) -> None:
        """Take the last number back."""
        if self.numbers:
            self.numbers = self.numbers[:-1]
            self._ask()

    def _on_typed(self) -> None:
        self._taken = True
        text = self.field.text().strip()
        if text.isascii() and text.isdecimal() and len(text) < 9:
            self.give(int(text))
        elif text and self._need is not None:
            self.wrong.setText(
                tr(
                    "“{words}” is not a number: enter one from 1 to {faces}.",
                    words=text,
                    faces=self._need.faces,
                )
            )

    def _on_face(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.give(int(button.text()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and not self.field.text():
            self.step_back()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (self._taken or self._need is not None):
            self._taken = False
            event.accept()
        else:
            super().keyPressEvent(event)


def _named(need: NeedDice) -> str:
    """What a number is for, up to the number itself."""
    why = tell(need.why)
    return why if why.endswith(("?", ".")) else f"{why}:"


class DiceDialog(QDialog):
    """Where the open game's dice come from, its commitment, and a luck report."""

    def __init__(self, session: Session, names: dict[str, str], muted: str, parent: Window) -> None:
        super().__init__(parent)
        self.setObjectName("dice")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Dice and luck"))
        self.session, self.names, self.window_ = session, names, parent
        self.words = named(wrapped_label(_how(session)), "dice.words")
        self.code = named(QLineEdit(session.header.commitment), "dice.commitment", tr("Commitment"))
        self.code.setReadOnly(True)
        self.copy = named(
            QPushButton(tr("Copy")),
            "dice.copy",
            tip=tr("Copy the commitment, to write it down or send it to the other player"),
        )
        self.copy.clicked.connect(self._on_copy)
        self.verify = named(
            QPushButton(tr("Check every roll")),
            "dice.verify",
            tip=tr(
                "Work out every number of this game again from its seed, and check the seed "
                "against the commitment"
            ),
        )
        self.verify.clicked.connect(self._on_verify)
        self.found = named(wrapped_label(), "dice.found")
        self.found.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line = laid(QHBoxLayout(), (self.code, 1), self.copy, self.verify)
        from hexbench.session.dice import luck

        self.luck = luck(session, common=parent.bridge.open_for is not None)
        self.page = named(Page(), "dice.luck", tr("Luck"))
        self.page.show_html(_luck_html(self.luck, names, muted))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        self.export = named(
            QPushButton(tr("Save the report…")), "dice.export", tip=tr("Write this report to a text file")
        )
        self.export.setEnabled(bool(self.luck))
        self.export.clicked.connect(self._on_export)
        buttons.addButton(self.export, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        laid(column, self.words, line, self.found, (self.page, 1), buttons)
        seeded = session.header.dice == "seeded" and bool(session.header.commitment)
        for widget in (self.code, self.copy, self.verify):
            widget.setVisible(seeded)
        self.found.setVisible(False)
        for button in (self.copy, self.verify, self.export):
            button.setAutoDefault(False)
        self.resize(760, 560)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.code.text())

    def _on_verify(self) -> None:
        session = self.session
        over = session.study or session.decider is None
        try:
            check = dice.check_dice(session.header, session.history, show_seed=over)
            text = " ".join(map(tell, check.lines))
        except Unreachable as fault:
            text = why(fault)
        self.found.setText(text)
        self.found.setVisible(True)

    def _on_export(self) -> None:
        start = tr("{title} luck.txt", title=self.session.title)
        path = where_to_write(self, tr("Save the report"), start, tr("Text (*.txt)"), ".txt")
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write the report to a file."""
        from hexbench.session.dice import luck_text
        from hexbench.store.canon import write_text

        try:
            write_text(
                path, f"{self.session.title}, {self.session.turn}\n\n" + luck_text(self.luck, self.names)
            )
        except BadFile as fault:
            self.window_.say_wrong(why(fault))


class Dicing(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.bridge, self.desk, self.status = at.window, at.bridge, at.desk, at.status
        self.say_wrong, self.table = at.say_wrong, at.table
        self.dialog: NumbersDialog | None = None
        at.table.acting.dice_asked.connect(self.ask)
        at.acts["game.dice"].triggered.connect(self.show)

    def ask(self, action: Action) -> None:
        """An action needs dice that the players roll themselves."""
        session = self.bridge.session
        if session is None:
            return
        label = tell(session.rules.verbs[action.verb].label)
        self._open(label, lambda numbers: dice.need(session, action, numbers))
        if self.dialog is not None:
            self.dialog.accepted.connect(lambda: self._on_given(session, action))

    def _on_given(self, session: Session, action: Action) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None and self.bridge.session is session:
            self.table.acting.do(action, dialog.numbers)

    def tell(self, session: Session) -> None:
        """A game begins: show its commitment."""
        code = session.header.commitment
        if code and not session.study:
            self.status.show_hint(
                tr(
                    "The dice are fixed; commitment {a} {b} {c} … (Game → Dice and luck)",
                    a=code[:4],
                    b=code[4:8],
                    c=code[8:12],
                )
            )

    def begin(self, start: Callable[[Sequence[int]], Session]) -> None:
        """Begin a game with typed dice; those that fall before the first decision are asked for."""

        def probe(numbers: Sequence[int]) -> NeedDice | None:
            try:
                start(numbers).close()
            except NeedDice as need:
                return need
            return None

        try:
            if probe(()) is None:
                self.window.show_session(start(()))
                return
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        self._open(tr("Before the game begins"), probe)
        if self.dialog is not None:
            self.dialog.accepted.connect(lambda: self._on_begun(start))

    def _on_begun(self, start: Callable[[Sequence[int]], Session]) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            self.window.show_session(start(dialog.numbers))

    def _open(self, title: str, probe: _Probe) -> None:
        try:
            dialog = NumbersDialog(title, probe, self.window)
        except (Refused, BadNumbers, BadFile) as fault:
            self.say_wrong(why(fault))
            return
        self.dialog = dialog
        dialog.rejected.connect(self._on_rejected)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.open()

    def _on_rejected(self) -> None:
        self.dialog = None
        if self.bridge.session is not None:
            self.table.tell(tr("The action was cancelled: no dice were rolled."))

    def show(self) -> None:
        """Show the dialog about dice and luck."""
        window = self.window
        session = self.bridge.session
        if session is None or self.bridge.covered:
            return
        names = {side: tell(session.rules.side_name(side)) for side in session.rules.sides}
        DiceDialog(session, names, self.desk.palette.chrome.muted, window).open()


def _how(session: Session) -> str:
    if session.typed:
        return tr("The players of this game roll their own dice and type in the numbers.")
    if session.header.dice == "mail":
        return tr(
            "The dice of this game come from secrets held by both players; every letter is "
            "checked when it is opened."
        )
    if not session.header.commitment:
        return tr("The dice of this game come from a seed. The game was started without a commitment.")
    return tr(
        "The dice of this game come from a seed that was fixed when it began. This "
        "commitment was made from the seed and a salt: write it down, and at the end nobody "
        "can claim that the seed was a different one."
    )


def _luck_html(found: tuple[Luck, ...], names: dict[str, str], muted: str) -> str:
    """The luck report as a table."""
    from hexbench.session.dice import SMALL, gist

    if not found:
        return f'<p style="color:{muted}">{tr("No dice have been rolled yet.")}</p>'
    cell = 'style="padding:2px 12px 2px 0" align="right"'
    heads = (
        tr("dice"),
        tr("expected"),
        tr("rolled"),
        tr("95 in 100 games"),
        tr("as low"),
        tr("as high"),
        tr("each face 1 to 6"),
    )
    top = "".join(f'<td {cell}><span style="color:{muted}">{head}</span></td>' for head in heads)
    rows = [f"<tr><td></td>{top}</tr>"]
    for one in found:
        name = names.get(one.side, one.side or tr("Nobody"))
        if one.kind:
            name = gist(tell(one.says), tell(SMALL)) or one.kind
        name = escape(name)
        head = f"<b>{name}</b>" if not one.kind else f"&nbsp;&nbsp;{name}"
        fell = f"<b>{one.actual}</b> *" if one.unusual else str(one.actual)
        values: list[Any] = [
            one.dice,
            number(one.expected, 1),
            fell,
            tr("{low} to {high}", low=one.low, high=one.high),
            f"{number(100 * one.as_low, 1)}%",
            f"{number(100 * one.as_high, 1)}%",
            " ".join(map(str, one.faces)),
        ]
        rows.append(
            f'<tr><td style="padding:2px 16px 2px 0">{head}</td>'
            + "".join(f"<td {cell}>{value}</td>" for value in values)
            + "</tr>"
        )
    foot = tr(
        "* outside the range of 95 games in 100. Whether high is good depends on the roll. "
        "Draws from cups and decks are not dice and are left out."
    )
    return f'<table cellspacing="0">{"".join(rows)}</table><p style="color:{muted}">{foot}</p>'


# Each side types letters that enter the seed, after the commitment to the rest of the seed has been shown.


class LettersDialog(QDialog):
    """Asks every side for a few letters; once accepted, ``letters`` has them all."""

    def __init__(self, pledged: Pledge, sides: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("letters")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Letters for the dice"))
        self.pledged = pledged
        words = PlainLabel(
            tr(
                "The program has chosen its part of the seed and is bound to it by the "
                "commitment below: write it down. Now each side types a few letters of its "
                "own. The dice depend on all of these together, so nobody can have chosen "
                "them."
            )
        )
        words.setWordWrap(True)
        code = " ".join(pledged.commitment[i : i + 8] for i in range(0, 64, 8))
        self.code = named(wrapped_label(code), "letters.commitment")
        self.code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.fields: dict[str, QLineEdit] = {}
        form = QFormLayout()
        for side in sides:
            field = named(QLineEdit(), f"letters.{side}")
            field.setMaxLength(MOST)
            field.setPlaceholderText(tr("At least {n} letters", n=FEWEST))
            field.textChanged.connect(self._on_typed)
            self.fields[side] = field
            form.addRow(side_title(side), field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.start = buttons.addButton(tr("Begin"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.start.setObjectName("letters.begin")
        self.start.setToolTip(tr("Mix the letters into the seed and start the game"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        laid(QVBoxLayout(self), words, self.code, form, None, buttons)
        self._on_typed()
        self.resize(520, 280)

    @property
    def letters(self) -> dict[str, str]:
        """side -> what it typed."""
        return {side: field.text().strip() for side, field in self.fields.items()}

    def _on_typed(self) -> None:
        self.start.setEnabled(all(len(text) >= FEWEST for text in self.letters.values()))
