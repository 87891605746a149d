"""The answer of a calculator: what is against it, or its accounts, chances, table and what the dice brought."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.calculator import Answer, Entry, Kind, Party
from hexbench.engine.display import Account, Combat, Field
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.grid import GridView
from hexbench.ui.look.language import as_it_is, tell, tr
from hexbench.ui.widgets.bars import Bars, bar_label
from hexbench.ui.widgets.choices import DropDown, NumberBox
from hexbench.ui.widgets.page import reasons_html, rule_link
from hexbench.ui.widgets.parts import empty, flush, heading, laid, markup_label, named, scrolled


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
        self.spreads = flush(QVBoxLayout(), 3)
        self.table = GridView(desk, tr("The table this is read from"))
        self.table.setObjectName("calculator.table")
        self.table.setMinimumHeight(300)
        self.after_say = markup_label("calculator.after.say")
        self.after_say.setProperty("role", "now")
        self.after_text = markup_label("calculator.after.text")
        self.after_text.linkActivated.connect(self._on_link)
        self.after_spreads = flush(QVBoxLayout(), 3)
        self.after_table = GridView(desk, tr("The table the second combat is read from"))
        self.after_table.setObjectName("calculator.after.table")
        self.after_table.setMinimumHeight(300)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(2, 2, 8, 2)
        column.setSpacing(6)
        laid(column, self.say, self.found, self.text, self.spreads, self.table)
        column.addSpacing(10)
        laid(column, self.after_say, self.after_text, self.after_spreads, self.after_table, None)
        self.area = scrolled(inner)
        self.area.setAccessibleName(tr("The answer"))
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # there may be nothing but words in it
        laid(flush(QVBoxLayout(self)), self.area)

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
        bars = named(Bars(), "calculator.bars")
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


# Units of a calculator's party: a row for each, with an editor for each thing that is asked of it.

Editor = QComboBox | QSpinBox | QLineEdit
SHORT = 60
"""Width of a line of text for a word, in pixels."""
ROW = 28
"""Height of a row in pixels at the usual size of type."""


def editor_of(field: Field, value: str = "") -> Editor:
    """An editor for a field: a box of choices, a number within its bounds, or a line of text."""
    value = value or field.value
    if field.choices:
        box = DropDown()
        box.addItems([tell(choice) for choice in field.choices])
        box.setCurrentIndex(max(box.findText(value), 0))
        return box
    if field.most > field.least:
        spin = NumberBox()
        spin.setRange(field.least, field.most)
        spin.setValue(int(value) if value.isdecimal() else field.least)
        return spin
    return QLineEdit(value)


def value_of(editor: Editor) -> str:
    """What stands in an editor."""
    if isinstance(editor, QComboBox):
        return editor.currentText()
    return str(editor.value()) if isinstance(editor, QSpinBox) else editor.text()


def watch(editor: Editor, slot: object) -> None:
    """Call ``slot`` when something else is filled in."""
    if isinstance(editor, QComboBox):
        editor.currentTextChanged.connect(slot)
    elif isinstance(editor, QSpinBox):
        editor.valueChanged.connect(slot)
    else:
        editor.textChanged.connect(slot)


class PartyView(QWidget):
    """One :class:`Party`. ``changed()``: a unit came, went, or is another than before."""

    changed = Signal()

    def __init__(self, party: Party, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.party = party
        self._rows: list[tuple[Kind, dict[str, Editor], QToolButton]] = []
        name = f"calculator.{party.key}"
        self.kinds = named(
            DropDown(), f"{name}.kind", tr("{title}: what to add", title=party.title), tell(party.help)
        )
        self.kinds.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.kinds.setMinimumContentsLength(8)  # the longest name would widen the sheet where text is large
        for kind in party.kinds:
            self.kinds.addItem(tell(kind.title), kind.key)
        self.more = named(
            QPushButton(tr("Add")),
            f"{name}.add",
            tr("Add to {title}", title=party.title),
            tr("Add this to {title}; you can change each entry afterwards", title=tell(party.title)),
        )
        self.more.clicked.connect(self._on_more)
        title = heading(tell(party.title))
        title.setToolTip(as_it_is(tell(party.help)))
        title.setMinimumWidth(150)
        head = laid(QHBoxLayout(), title, (self.kinds, 1), self.more)
        self.grid = named(QTableWidget(0, len(party.fields) + 2), name, tell(party.title))
        self.grid.setTabKeyNavigation(False)
        self.grid.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.grid.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.grid.setHorizontalHeaderLabels(["", *(tell(field.title) for field in party.fields), ""])
        self.grid.verticalHeader().setMinimumSectionSize(10)
        header = self.grid.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        wide = [n for n, field in enumerate(party.fields, 1) if not field.choices and not field.most]
        self._wide = wide[-1] if wide else 0
        """The column that takes what room there is: the last line of text, or the name."""
        header.setSectionResizeMode(self._wide, QHeaderView.ResizeMode.Stretch)
        self.grid.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.grid.setHorizontalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        self.grid.horizontalScrollBar().rangeChanged.connect(self._fit)
        laid(flush(QVBoxLayout(self), 4), head, self.grid)
        self._fit()

    def entries(self) -> tuple[Entry, ...]:
        """The units as they are filled in."""
        return tuple(
            Entry(
                party=self.party.key,
                kind=kind.key,
                values=tuple((key, value_of(editor)) for key, editor in editors.items()),
            )
            for kind, editors, _ in self._rows
        )

    def add(self, key: str, **values: str) -> None:
        """Add a unit of a kind, with these values in place of the kind's."""
        kind = next(kind for kind in self.party.kinds if kind.key == key)
        if len(self._rows) >= self.party.most:
            return
        row = len(self._rows)
        given = {**dict(kind.values), **values}
        self.grid.insertRow(row)
        self.grid.setItem(row, 0, QTableWidgetItem(f"{row + 1}: {tell(kind.title)}"))
        editors: dict[str, Editor] = {}
        for n, field in enumerate(self.party.fields, 1):
            editor = editor_of(field, given.get(field.key, ""))
            editor.setFrame(False)
            if isinstance(editor, QLineEdit) and n != self._wide:
                editor.setMaximumWidth(SHORT)
            if isinstance(editor, QLineEdit):
                editor.setCursorPosition(0)  # what is longer than its column shows its beginning
            editor.setAccessibleName(f"{tell(kind.title)}: {tell(field.title)}")
            editor.setToolTip(as_it_is(f"{tell(kind.title)}: {tell(field.title)}"))
            watch(editor, self._on_edited)
            self.grid.setCellWidget(row, n, editor)
            editors[field.key] = editor
        away = named(QToolButton(), title=tr("Remove {title}", title=kind.title), tip=tr("Remove it"))
        away.setText("×")
        away.setAutoRaise(True)
        away.clicked.connect(self._on_away)
        self.grid.setCellWidget(row, len(self.party.fields) + 1, away)
        self._rows.append((kind, editors, away))
        self._fit()
        self.changed.emit()

    def editor(self, row: int, key: str) -> Editor:
        """The editor of one field of one unit."""
        return self._rows[row][1][key]

    def clear(self) -> None:
        """Take all units out."""
        self.grid.setRowCount(0)
        self._rows.clear()
        self._fit()
        self.changed.emit()

    def _fit(self) -> None:
        """As high as its rows, so that the whole sheet scrolls and not each party by itself."""
        high = max(ROW, self.fontMetrics().height() + 10)
        self.grid.verticalHeader().setDefaultSectionSize(high)
        self.grid.verticalHeader().hide()
        self.grid.setVisible(bool(self._rows))
        head = self.grid.horizontalHeader().sizeHint().height() + 2 * self.grid.frameWidth()
        across = self.grid.horizontalScrollBar()  # there are more columns than a small window has room for
        bar = across.sizeHint().height() if across.maximum() > 0 else 0
        self.grid.setFixedHeight(head + high * len(self._rows) + bar)
        self.more.setEnabled(len(self._rows) < self.party.most)
        self._share()

    def _share(self) -> None:
        """Give the widest column what room is left, or what it needs where there is not enough for all."""
        header, modes = self.grid.horizontalHeader(), QHeaderView.ResizeMode
        need = sum(
            max(header.sectionSizeHint(n), self.grid.sizeHintForColumn(n)) for n in range(header.count())
        )
        fits = need <= self.grid.viewport().width()
        header.setSectionResizeMode(self._wide, modes.Stretch if fits else modes.ResizeToContents)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _on_more(self) -> None:
        self.add(str(self.kinds.currentData()))

    def _on_edited(self, _: object = None) -> None:
        self.changed.emit()

    def _on_away(self) -> None:
        sender = self.sender()
        row = next((n for n, (_, _, away) in enumerate(self._rows) if away is sender), -1)
        if row < 0:
            return
        self.grid.removeRow(row)
        del self._rows[row]
        for n, (kind, _, _) in enumerate(self._rows):
            self.grid.setItem(n, 0, QTableWidgetItem(f"{n + 1}: {tell(kind.title)}"))
        self._fit()
        self.changed.emit()
