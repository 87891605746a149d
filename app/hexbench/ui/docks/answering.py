"""The answer of a calculator: what is against it, or its accounts, chances, table and what the dice brought."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from hexbench.engine.calculator import Answer
from hexbench.engine.display import Account, Combat
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.grid import GridView
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.bars import Bars
from hexbench.ui.widgets.odds import bar_label
from hexbench.ui.widgets.page import reasons_html, rule_link
from hexbench.ui.widgets.parts import column_of, empty, heading, markup_label


class AnswerView(QWidget):
    """Shows an :class:`Answer`. ``rule_asked(id)``: a clause was clicked."""

    rule_asked = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.answer: Answer | None = None
        self.say = markup_label("calculator.say")
        self.say.setProperty("role", "now")
        self.found = markup_label("calculator.found")
        self.text = markup_label("calculator.text")
        for label in (self.say, self.found, self.text):
            label.linkActivated.connect(self._on_link)
        self.spreads = column_of(3)
        self.table = GridView(desk, tr("The table this is read on"))
        self.table.setObjectName("calculator.table")
        self.table.setMinimumHeight(300)
        self.after_say = markup_label("calculator.after.say")
        self.after_say.setProperty("role", "now")
        self.after_text = markup_label("calculator.after.text")
        self.after_text.linkActivated.connect(self._on_link)
        self.after_spreads = column_of(3)
        self.after_table = GridView(desk, tr("The table the second combat is read on"))
        self.after_table.setObjectName("calculator.after.table")
        self.after_table.setMinimumHeight(300)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(2, 2, 8, 2)
        column.setSpacing(6)
        for widget in (self.say, self.found):
            column.addWidget(widget)
        column.addWidget(self.text)
        column.addLayout(self.spreads)
        column.addWidget(self.table)
        column.addSpacing(10)
        column.addWidget(self.after_say)
        column.addWidget(self.after_text)
        column.addLayout(self.after_spreads)
        column.addWidget(self.after_table)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setAccessibleName(tr("The answer"))
        self.area.setWidget(inner)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.area)

    def show_answer(self, answer: Answer | None) -> None:
        """Show this; None: nothing."""
        self.answer = answer
        empty(self.spreads)
        self._show_after(answer)
        combat = answer.combat if answer is not None else None
        for widget in (self.text, self.table):
            widget.setVisible(combat is not None)
        self.found.setVisible(answer is not None and bool(answer.found))
        if answer is None:
            self.say.setText("")
            return
        if combat is None:
            self.say.setText(reasons_html(answer.faults, self.desk.palette.chrome.muted))
            return
        note = f"<br>{escape(tell(combat.note))}" if tell(combat.note) else ""
        self.say.setText(f"<b>{escape(tell(combat.say))}</b>{note}")
        self.found.setText(
            "<br>".join(f"{escape(tell(text))} {rule_link(rule)}" for text, rule in answer.found)
        )
        self.text.setText(accounts_html(combat, self.desk.palette.chrome.muted))
        _show_spreads(self.spreads, combat)
        self.table.show_table(answer.tables[0] if answer.tables else None)

    def _show_after(self, answer: Answer | None) -> None:
        """The second combat, below the first."""
        after = answer.after if answer is not None else None
        empty(self.after_spreads)
        for widget in (self.after_say, self.after_text, self.after_table):
            widget.setVisible(after is not None)
        if answer is None or after is None:
            return
        self.after_say.setText(f"<b>{escape(tell(after.say))}</b><br>{escape(tell(after.note))}")
        self.after_text.setText(accounts_html(after, self.desk.palette.chrome.muted))
        _show_spreads(self.after_spreads, after)
        self.after_table.show_table(answer.tables[-1] if answer.tables else None)

    def _on_link(self, link: str) -> None:
        kind, _, what = link.partition(":")
        if kind == "rule":
            self.rule_asked.emit(what)


def _show_spreads(column: QVBoxLayout, combat: Combat) -> None:
    """The exact chances of a combat as bars."""
    for spread in combat.spreads:
        column.addWidget(heading(tell(spread.say)))
        bars = Bars()
        bars.setObjectName("calculator.bars")
        bars.show_rows((bar_label(bar), bar.weight, bar.lit) for bar in spread.bars)
        column.addWidget(bars)


def accounts_html(combat: Combat, muted: str) -> str:
    """Every account with its lines and their clauses."""
    return "".join(_account(account, muted) for account in combat.accounts)


def _account(account: Account, muted: str) -> str:
    rows = [
        (
            f'<tr><td style="padding-top:5px"><b>{escape(tell(account.say))}</b></td>'
            f'<td align="right" style="padding-top:5px"><b>{escape(account.total)}</b></td></tr>'
        )
    ]
    for line in account.lines:
        rules = " ".join(rule_link(clause.rule) for clause in line.clauses)
        rows.append(
            f'<tr><td style="padding-left:8px">{escape(tell(line.say))} &nbsp;{rules}</td>'
            f'<td align="right" style="padding-left:6px">{escape(line.amount)}</td></tr>'
        )
    if not account.lines:
        rows.append(f'<tr><td style="padding-left:8px; color:{muted}">{tr("none")}</td><td></td></tr>')
    return f'<table width="100%" cellspacing="0" cellpadding="1">{"".join(rows)}</table>'
