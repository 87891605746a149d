"""The combat calculator: a combat in any game that supports it, put together by hand without a map."""

from __future__ import annotations

import itertools
import secrets
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.calculator import Calculator, Sheet
from hexbench.engine.outline import reckons
from hexbench.store.strict import BadFile
from hexbench.ui.docks.answering import AnswerView, Editor, PartyView, editor_of, value_of, watch
from hexbench.ui.look.language import as_it_is, joined, tell, tr, why
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import (
    Across,
    PlainLabel,
    WrappedRow,
    empty,
    flush,
    laid,
    markup_label,
    named,
    panes,
    resize_within,
    scrolled,
    stops,
    wrapped_label,
)

if TYPE_CHECKING:
    from hexbench.engine.ledger import Ledger
    from hexbench.ui.docks.desk import Desk
    from hexbench.ui.shell.pieces import Pieces

ACROSS = 5
"""Settings side by side, where there is room."""
SHEET = 480
"""The least width of the sheet in pixels."""


class CalculatorDialog(QDialog):
    """One calculator: the sheet on the left, its answer on the right, both dice below."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("calculator")
        self.setWindowTitle(tr("Combat calculator"))
        self.calculator: Calculator | None = None
        self.ledger: Ledger | None = None
        self.settings: dict[str, Editor] = {}
        self.parties: dict[str, PartyView] = {}
        self.games = named(
            DropDown(), "calculator.game", tr("Game"), tr("The game whose rules apply to the combat")
        )
        self.clear = named(
            QPushButton(tr("Start again")),
            "calculator.clear",
            tip=tr("Remove all units and reset every setting"),
        )
        self.clear.clicked.connect(self.begin_anew)
        head = laid(QHBoxLayout(), PlainLabel(tr("Rules of")), self.games, None, self.clear)
        self.sheet_box = QWidget()
        self.rows = QVBoxLayout(self.sheet_box)
        self.rows.setContentsMargins(2, 2, 10, 2)
        self.rows.setSpacing(12)
        sheet = scrolled(self.sheet_box)
        sheet.setObjectName("calculator.sheet")
        sheet.setMinimumWidth(SHEET)
        self.answer = AnswerView(desk)
        self.answer.rule_asked.connect(self.show_rule)
        self.rule = markup_label("calculator.rule")
        self.rule.hide()
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 0, 0, 0)
        self.wrong = named(wrapped_label(), "calculator.wrong", role="warn")
        self.wrong.hide()
        laid(column, self._dice_row(), self.wrong, (self.answer, 1), self.rule)
        split = panes(Qt.Orientation.Horizontal, sheet, right)
        split.setSizes([790, 450])
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 0)
        laid(QVBoxLayout(self), head, (split, 1))
        resize_within(self, 1240, 760)

    def _dice_row(self) -> WrappedRow:
        self.roll = named(
            QPushButton(tr("Roll the dice")),
            "calculator.roll",
            tip=tr("The program rolls; the result is not recorded"),
        )
        self.roll.clicked.connect(self._on_roll)
        self.typed = named(QLineEdit(), "calculator.typed", tr("Your own dice"))
        self.typed.returnPressed.connect(self._on_typed)
        self.use = named(
            QPushButton(tr("Use my dice")),
            "calculator.use",
            tip=tr("Look up the result of the numbers typed on the left"),
        )
        self.use.clicked.connect(self._on_typed)
        for button in (self.roll, self.use, self.clear):
            button.setAutoDefault(False)
        return WrappedRow((self.roll, self.typed, self.use), self.typed)

    def _say_wrong(self, words: str) -> None:
        """Say what is wrong with the dice typed; empty: nothing."""
        self.wrong.setText(words)
        self.wrong.setVisible(bool(words))

    # ---- the sheet
    def show_calculator(self, calculator: Calculator, ledger: Ledger | None) -> None:
        """Begin a new sheet of this calculator."""
        self.calculator, self.ledger = calculator, ledger
        empty(self.rows)
        blank = calculator.blank()
        self.settings, self.parties = {}, {}
        boxes: list[QWidget] = []
        for field in blank.settings:
            editor = editor_of(field)
            editor.setObjectName(f"calculator.set.{field.key}")
            editor.setAccessibleName(tell(field.title))
            editor.setToolTip(
                as_it_is(tr("{title}: change it, and the result is updated at once", title=field.title))
            )
            watch(editor, self._on_changed)
            self.settings[field.key] = editor
            boxes.append(box := QWidget())
            laid(flush(QVBoxLayout(box), 3), PlainLabel(tell(field.title)), editor, None)
        self.rows.addWidget(Across(boxes, ACROSS))
        for party in blank.parties:
            view = PartyView(party)
            view.changed.connect(self._on_changed)
            self.parties[party.key] = view
            self.rows.addWidget(view)
        self.rows.addStretch(1)
        for one, other in itertools.pairwise(
            (self.clear, *stops(self.sheet_box), self.roll, self.typed, self.use, self.answer.area)
        ):
            QWidget.setTabOrder(one, other)  # the sheet is rebuilt, and must still come before its answer
        self._on_changed()

    def filled(self) -> Sheet:
        """The sheet as it is filled in."""
        return Sheet(
            settings=tuple((key, value_of(editor)) for key, editor in self.settings.items()),
            entries=tuple(entry for view in self.parties.values() for entry in view.entries()),
        )

    def _on_changed(self, _: object = None) -> None:
        if self.calculator is None:
            return
        found = self.calculator.reckon(self.filled())
        self._say_wrong("")
        self.answer.show_answer(found)
        dice = [tell(die.title) for die in found.dice]
        for widget in (self.roll, self.use, self.typed):
            widget.setEnabled(bool(dice))
        self.typed.setPlaceholderText(", ".join(dice) if len(dice) <= 2 else tr("{n} numbers", n=len(dice)))
        self.typed.setToolTip(as_it_is(tr("{dice}: separate numbers", dice=joined(dice)) if dice else ""))

    def begin_anew(self) -> None:
        """Take all units out, and put every setting back."""
        if self.calculator is not None:
            self.typed.clear()
            self.rule.hide()
            self.show_calculator(self.calculator, self.ledger)

    # ---- dice
    def _on_roll(self) -> None:
        answer = self.answer.answer
        if answer is not None and answer.dice:
            self._resolve([secrets.randbelow(die.faces) + 1 for die in answer.dice])

    def _on_typed(self) -> None:
        words = self.typed.text().replace(",", " ").replace("+", " ").split()
        if not words or any(not word.isdecimal() for word in words):
            self._say_wrong(tr("Type the die faces as separate numbers, such as 3 5."))
            return
        self._resolve([int(word) for word in words])

    def _resolve(self, rolled: list[int]) -> None:
        if self.calculator is None:
            return
        try:
            found = self.calculator.resolve(self.filled(), rolled)
        except ValueError as fault:
            self._say_wrong(why(fault))
            return
        self._say_wrong("")
        self.typed.setText(" ".join(map(str, rolled)))
        self.answer.show_answer(found)

    # ---- rules
    def show_rule(self, rule: str) -> None:
        """Show a clause below the answer."""
        clause = self.ledger.find(rule) if self.ledger is not None else None
        text = clause.text if clause is not None else tr("This clause is not in the rules of the game.")
        self.rule.setText(f"<b>{escape(rule)}</b> {escape(text)}")
        self.rule.show()


class Calculating(QObject):
    """Opens the calculator from the menu and the start page. The sheet keeps its content until the seat
    changes.
    """

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue, self.bridge, self.desk = at.window, at.catalogue, at.bridge, at.desk
        self.say_wrong = at.say_wrong
        self.dialog: CalculatorDialog | None = None
        self.keys = [key for key, game in at.catalogue.games.items() if reckons(game)]

    def show(self) -> None:
        """Show the calculator, of the game on the table or the one chosen to begin with where that has one."""
        if not self.keys:
            return
        if self.dialog is None:
            self.dialog = CalculatorDialog(self.desk, self.window)
            for key in self.keys:
                self.dialog.games.addItem(self.catalogue.games[key].title, key)
            self.dialog.games.setCurrentIndex(max(self.dialog.games.findData(self.window.game_at_hand), 0))
            self.dialog.games.currentIndexChanged.connect(self._on_game)
            self._on_game()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def forget(self) -> None:
        """Start a new sheet: what one side calculated must not be seen by the other."""
        if self.dialog is not None:
            self.dialog.begin_anew()

    def _on_game(self, _: int = 0) -> None:
        if self.dialog is None:
            return
        catalogue, key = self.catalogue, str(self.dialog.games.currentData())
        try:
            found = catalogue.calculator(key)
            ledger = catalogue.rules_text(key)
        except BadFile as fault:
            self.say_wrong(why(fault))
            return
        if found is not None:
            self.dialog.show_calculator(found, ledger)
