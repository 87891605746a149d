"""A panel of the game's own: whatever display value it is made of is drawn here, and nothing is known of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.display import (
    Bench,
    Card,
    Cards,
    Choice,
    CombatBoard,
    Facts,
    Field,
    Form,
    Holding,
    Light,
    Panel,
    Pool,
    Profile,
    Roster,
    Table,
    Track,
    Workshop,
)
from hexbench.ui.docks.boxes import PoolArea
from hexbench.ui.docks.combat import CombatView
from hexbench.ui.docks.desk import Desk, DeskPanel, side_title, warn
from hexbench.ui.docks.grid import GridView
from hexbench.ui.docks.roster import RosterView
from hexbench.ui.docks.sightline import ProfileView
from hexbench.ui.docks.tips import teach
from hexbench.ui.docks.track import TrackArea
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.language import as_it_is, mark, paragraph, tell, tr, why, word
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.bars import Bars
from hexbench.ui.widgets.choices import DropDown, NumberBox
from hexbench.ui.widgets.page import Page, facts_html, rule_link
from hexbench.ui.widgets.parts import (
    PlainLabel,
    empty,
    flush,
    heading,
    laid,
    markup_label,
    named,
    scrolled,
    text_label,
    wrapped_label,
)

# A workshop: units put together from parts, with a pair of buttons for every part that can be added or taken away.

HIGH = 22
"""Height of a button, in pixels."""


class WorkshopView(QWidget):
    """Shows a :class:`Workshop`. What is pressed in it goes out as a wish of the Desk."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.workshop: Workshop | None = None
        self._acts: list[Choice] = []
        self.note = text_label("workshop.note")
        inside = self.inside = QWidget()
        self._dress()
        desk.dressed.connect(self._dress)
        self.grid = QGridLayout(inside)
        self.grid.setContentsMargins(2, 2, 6, 2)
        self.grid.setHorizontalSpacing(12)
        self.grid.setVerticalSpacing(2)
        self.area = scrolled(inside)
        laid(flush(QVBoxLayout(self), 4), self.note, (self.area, 1))

    def _dress(self) -> None:
        palette = self.desk.palette
        chrome, off = palette.chrome, "dashed" if palette.bold > 1 else "solid"
        self.inside.setStyleSheet(
            f"QToolButton {{ border: 1px solid {chrome.border}; border-radius: 4px; padding: 0 5px; }}"
            f"QToolButton:enabled {{ background: {chrome.base}; }}"
            f"QToolButton:disabled {{ border-style: {off}; }}"
        )

    @property
    def buttons(self) -> dict[str, QAbstractButton]:
        """What each button that can be pressed means -> the button."""
        found = [b for b in self.area.findChildren(QAbstractButton) if b.accessibleName()]
        return {b.accessibleName(): b for b in found if b.isEnabled() and b.isVisibleTo(self)}

    def show_workshop(self, workshop: Workshop | None) -> None:
        """Show this workshop; None: no game. Whoever pressed a button finds its successor under the keyboard."""
        focus = QApplication.focusWidget()
        pressed = focus.accessibleName() if focus is not None and self.isAncestorOf(focus) else ""
        self.workshop = workshop
        self._acts = []
        bars = (self.area.verticalScrollBar(), self.area.horizontalScrollBar())
        before = [bar.value() for bar in bars]
        self.inside.hide()
        empty(self.grid)
        for column in range(self.grid.columnCount()):
            self.grid.setColumnStretch(column, 0)
        for row in range(self.grid.rowCount()):
            self.grid.setRowStretch(row, 0)
        if workshop is None:
            self.note.clear()
            return
        self.note.setText(tell(workshop.note if workshop.rows else workshop.nothing))
        self.note.setVisible(bool(self.note.text()))
        if not workshop.rows:
            return
        for n, title in enumerate(workshop.columns, start=1):
            label = heading(tell(title))
            label.setWordWrap(False)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self.grid.addWidget(label, 0, n)
        for n, bench in enumerate(workshop.rows, start=1):
            self._row(n, bench, len(workshop.columns))
        self.grid.setColumnStretch(len(workshop.columns) + 2, 1)
        self.grid.setRowStretch(len(workshop.rows) + 1, 1)
        # Shown at once: else they are shown only later, and take no keyboard till then. All with what holds them: one by one
        # each would be laid out by itself: 20 of the 80 ms that eleven rows take.
        self.inside.show()
        # A button that goes hands the keyboard to the next, and the area goes where that one is.
        for bar, value in zip(bars, before, strict=True):
            bar.setValue(value)
        if pressed in self.buttons:
            self.buttons[pressed].setFocus()

    def _row(self, n: int, row: Bench, columns: int) -> None:
        name = PlainLabel(tell(row.say))
        name.setToolTip(as_it_is(tell(row.say)))
        self.grid.addWidget(name, n, 0)
        for k, cell in enumerate(row.cells, start=1):
            self.grid.addWidget(self._cell(cell), n, k)
        if row.choices:
            beside = QWidget()
            line = flush(QHBoxLayout(beside), 4)
            for choice in row.choices:
                button = QToolButton()
                button.setText(tell(choice.say))
                button.setMinimumHeight(HIGH)
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                self._ready(button, choice)
                line.addWidget(button)
            line.addStretch(1)
            self.grid.addWidget(beside, n, columns + 1)

    def _cell(self, cell: Holding) -> QWidget:
        out = QWidget()
        line = flush(QHBoxLayout(out), 2)
        both = cell.less is not None or cell.more is not None
        number = PlainLabel(", ".join(tell(part) for part in cell.text.split(", ")))
        number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        number.setMinimumWidth(max(18, number.sizeHint().width()))
        line.addStretch(1)
        if both:
            line.addWidget(self._sign("−", cell.less))
        line.addWidget(number)
        if both:
            line.addWidget(self._sign("+", cell.more))
        line.addStretch(1)
        return out

    def _sign(self, text: str, choice: Choice | None) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setMinimumSize(HIGH, HIGH)
        button.setEnabled(choice is not None)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if choice is not None:
            self._ready(button, choice)
        else:
            button.setToolTip(tr("Not possible here now: there are none left, or there is no room"))
        return button

    def _ready(self, button: QAbstractButton, choice: Choice) -> None:
        button.setObjectName(f"workshop.{choice.action.verb}")
        button.setAccessibleName(tell(choice.help) or tell(choice.say))
        button.setToolTip(as_it_is(tell(choice.help) or tell(choice.say)))
        button.setProperty("n", len(self._acts))
        self._acts.append(choice)
        button.clicked.connect(self._on_pressed)

    def _on_pressed(self) -> None:
        n = int(self.sender().property("n"))
        self.desk.action_asked.emit(self._acts[n].action)


# Cards laid out side by side, each with its text and a button for everything that can be done with it now.

WIDE = 216
"""The least width of a card, in pixels."""


class Price(QWidget):
    """What a card costs, in a disc."""

    def __init__(self, desk: Desk, text: str, side: str) -> None:
        super().__init__()
        self.desk, self.text, self.side = desk, text, side
        self.setFixedSize(28, 28)
        self.setToolTip(as_it_is(tr("Costs {words}", words=text)))
        self.setAccessibleName(tr("Costs {words}", words=text))

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = self.desk.palette.side(self.side).ground if self.side else self.desk.palette.chrome.accent
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(ground))
        painter.drawEllipse(1, 1, 26, 26)
        painter.setPen(colour(ink_on(ground)))
        painter.setFont(face_font(16, 700))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text)
        painter.end()


class _CardFrame(QFrame):
    """One card."""

    def __init__(self, desk: Desk, card: Card, side: str) -> None:
        super().__init__()
        self.desk, self.card = desk, card
        self.setObjectName("card")
        self.setAccessibleName(f"{tell(card.title)}. {tell(card.text)}")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        chrome = desk.palette.chrome
        rim = chrome.good if card.usable or card.choices else chrome.border
        self.setStyleSheet(
            f"QFrame#card {{ background: {chrome.base}; border: 2px solid {rim}; border-radius: 7px; }}"
        )
        head = laid(QHBoxLayout(), (heading(tell(card.title)), 1))
        if card.cost:
            head.addWidget(Price(desk, card.cost, side), 0, Qt.AlignmentFlag.AlignTop)
        text = text_label("card.text")
        text.setText(tell(card.text))
        column = QVBoxLayout(self)
        column.setContentsMargins(9, 7, 9, 8)
        column.setSpacing(4)
        laid(column, head, (text, 1))
        self.buttons: list[QPushButton] = []
        for choice in card.choices:
            button = named(QPushButton(tell(choice.say)), f"card.{choice.action.verb}", tip=tell(choice.help))
            warn(button, desk, choice.action.verb)
            button.setAutoDefault(False)
            button.clicked.connect(self._on_pressed)
            self.buttons.append(button)
            column.addWidget(button)

    def _on_pressed(self) -> None:
        pressed = self.sender()
        for button, choice in zip(self.buttons, self.card.choices, strict=True):
            if button is pressed:
                self.desk.action_asked.emit(choice.action)


class CardsView(QScrollArea):
    """Shows :class:`Cards`, as many beside each other as there is room for."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.cards: Cards | None = None
        self.frames: list[_CardFrame] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        self.grid = QGridLayout(inside)
        self.grid.setContentsMargins(0, 0, 4, 0)
        self.grid.setSpacing(6)
        self.setWidget(inside)

    def show_cards(self, cards: Cards | None) -> None:
        """Show these; None: no game."""
        self.cards = cards
        empty(self.grid)
        self.frames = [_CardFrame(self.desk, card, cards.side) for card in cards.cards] if cards else []
        self._lay()

    def _lay(self) -> None:
        columns = max(1, self.viewport().width() // WIDE)
        while self.grid.count():
            self.grid.takeAt(0)
        for k in range(self.grid.rowCount()):
            self.grid.setRowStretch(k, 0)
        for k in range(self.grid.columnCount()):
            self.grid.setColumnStretch(k, 0)
        for k, frame in enumerate(self.frames):
            self.grid.addWidget(frame, k // columns, k % columns)
        if not self.frames and self.cards is not None:
            none = named(PlainLabel(tr("No cards.")), role="muted")
            self.grid.addWidget(none, 0, 0)
        for k in range(columns):
            self.grid.setColumnStretch(k, 1)
        self.grid.setRowStretch(max(1, -(-len(self.frames) // columns)), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.frames and event.size().width() // WIDE != event.oldSize().width() // WIDE:
            self._lay()


# A form of a game: numbers and choices to fill in, and what the rules make of them.

Editor = QSpinBox | QComboBox | QLineEdit


class FormView(QWidget):
    """One :class:`Form`; its odds below it, anew with every change."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.form: Form | None = None
        self.editors: dict[str, Editor] = {}
        self.rows = QFormLayout()
        self.rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.answer = named(wrapped_label(), "form.answer")
        self.bars = named(Bars(), "form.bars")
        inner = QWidget()
        laid(flush(QVBoxLayout(inner)), self.rows, self.answer, self.bars, None)
        scroll = scrolled(inner)  # a low dock shows a part of it, and squeezes nothing
        laid(flush(QVBoxLayout(self)), scroll)

    def show_form(self, form: Form | None) -> None:
        """Show this form. One with the same fields keeps what was filled in."""
        before, self.form = self.form, form
        if form is None or before is None or _shape(form) != _shape(before):
            while self.rows.rowCount():
                self.rows.removeRow(0)
            self.editors = {}
            for field in form.fields if form is not None else ():
                editor = self._editor(field)
                editor.setObjectName(f"form.{field.key}")
                editor.setAccessibleName(tell(field.title))
                editor.setToolTip(
                    as_it_is(tr("{title}: change it to update the chances below at once", title=field.title))
                )
                self.editors[field.key] = editor
                self.rows.addRow(tell(field.title), editor)
        self._ask()

    def _editor(self, field: Field) -> Editor:
        if field.choices:
            box = DropDown()
            box.addItems([word(choice, first=True) for choice in field.choices])
            if field.value in field.choices:
                box.setCurrentIndex(field.choices.index(field.value))
            box.currentIndexChanged.connect(self._ask)
            return box
        if field.most > field.least:
            spin = NumberBox()
            spin.setRange(field.least, field.most)
            spin.setValue(int(field.value or field.least))
            spin.valueChanged.connect(self._ask)
            return spin
        line = QLineEdit(field.value)
        line.textChanged.connect(self._ask)
        return line

    def filled(self) -> Form | None:
        """The form with what stands in its fields now."""
        if self.form is None:
            return None
        fields = tuple(replace(field, value=self._value(field)) for field in self.form.fields)
        return replace(self.form, fields=fields)

    def _value(self, field: Field) -> str:
        editor = self.editors[field.key]
        if isinstance(editor, QComboBox):
            return field.choices[editor.currentIndex()]
        if isinstance(editor, QSpinBox):
            return str(editor.value())
        return editor.text()

    def _ask(self) -> None:
        form, seat = self.filled(), self.desk.seat
        self.bars.show_rows(())
        self.answer.setText("")
        if form is None or seat is None:
            return
        try:
            found = seat.forecast(form)
        except ValueError as fault:
            self.answer.setText(why(fault))
            return
        if found is None or not found.lines:
            return
        line = found.lines[0][1]
        self.answer.setText(
            tr(
                "{attack} to {defence} is {ratio}, column {column}.",
                attack=line.attack,
                defence=line.defence,
                ratio=line.ratio,
                column=line.column,
            )
        )
        self.bars.show_rows((name, ways, False) for name, ways in line.results)


def _shape(form: Form) -> tuple[object, ...]:
    return (form.key, *((f.key, f.choices, f.least, f.most) for f in form.fields))


LONG = 60
"""A provenance longer than this is told when the pointer rests on it: a table needs the room."""
SOURCES = {"reconstruction": mark("Reconstruction"), "own": mark("Your own table")}
"""What is said of a table that is not the rules' own."""


_VIEWS: dict[type, Any] = {
    Track: TrackArea,
    Roster: RosterView,
    Table: GridView,
    CombatBoard: CombatView,
    Form: FormView,
    Profile: ProfileView,
    Cards: CardsView,
    Pool: PoolArea,
    Workshop: WorkshopView,
}
"""What draws each kind of display value; the others are pages of text."""
_DRAW = (
    "show_track",
    "show_roster",
    "show_table",
    "show_board",
    "show_form",
    "show_profile",
    "show_cards",
    "show_pool",
    "show_workshop",
)


def _drawn_by(view: QWidget) -> Callable[[Any], None]:
    """The method of a view that shows its value, or nothing."""
    found: Callable[[Any], None] = next(getattr(view, name) for name in _DRAW if hasattr(view, name))
    return found


def panel_key(panel: Panel) -> str:
    """The name of a panel's dock: its own key; a page of facts, which has none, goes by its title's template."""
    if isinstance(panel, Facts | Profile):
        return "facts/" + panel.title.template.casefold().replace(" ", "_")
    return panel.key


class GamePanel(DeskPanel):
    """The dock of one of the game's display values, found again by its key whenever the position changes."""

    def __init__(self, desk: Desk, key: str, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.panel_key = key
        self.setObjectName(f"panel.game.{key}")
        self.setAccessibleName(title)
        self.box.setContentsMargins(6, 6, 6, 6)

    def lay_out(self) -> None:
        """Room for what the game shows, the mark of where it is from, and words for when there is nothing."""
        self.shown: Panel | None = None
        self.stack = QStackedLayout()
        laid(self.box, (self.stack, 1))
        self.note = markup_label("game.note")
        self.note.setProperty("role", "muted")
        self.note.hide()
        self.box.addWidget(self.note)
        self.nothing = named(PlainLabel(tr("Nothing here now.")), role="muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.stack.addWidget(self.nothing)
        self.view: QWidget | None = None
        self._weighing = False
        self.desk.weighed.connect(self._on_weighed)
        self.desk.meant_changed.connect(self._on_meant)

    @property
    def calls(self) -> bool:
        """Something is being put together here, or a combat is being fought."""
        panel = next((p for p in self.desk.panels if panel_key(p) == self.panel_key), None)
        if isinstance(panel, Workshop):
            return bool(panel.rows)
        return isinstance(panel, CombatBoard) and bool(panel.combats or panel.choices)

    def _on_weighed(self, lights: Mapping[str, tuple[Light, ...]]) -> None:
        """A move is being weighed: a table lights up what it falls under, until the hand lets go."""
        if not isinstance(self.shown, Table) or not isinstance(self.view, GridView):
            return
        more = lights.get(self.shown.key, ())
        if more or self._weighing:
            self._weighing = bool(more)
            table = self.desk.lit(self.shown)
            self.view.show_table(replace(table, lights=(*table.lights, *more)))

    def _on_meant(self) -> None:
        """Another combat is looked at: a table lights up for that one."""
        if isinstance(self.shown, Table) and isinstance(self.view, GridView):
            self.view.show_table(self.desk.lit(self.shown))

    @property
    def content(self) -> object:
        """Pages and tables are drawn from the value alone; whatever else there is draws counters too, and what may be done."""
        panel = next((p for p in self.desk.panels if panel_key(p) == self.panel_key), None)
        if isinstance(panel, Table) and not self._weighing:
            return self.desk.lit(panel), panel.source
        return panel if isinstance(panel, Facts | Profile) else object()

    def refresh(self) -> None:
        """Find the value of now and draw it."""
        panel = next((p for p in self.desk.panels if panel_key(p) == self.panel_key), None)
        if panel is None:
            if isinstance(self.view, Page):
                self.view.clear()
            elif self.view is not None:
                _drawn_by(self.view)(None)
            self.stack.setCurrentWidget(self.nothing)
            self.note.hide()
            self.shown = None
            return
        self.shown = panel
        self._show(panel)
        self._mark(panel)

    def _show(self, panel: Panel) -> None:
        if isinstance(panel, Facts):
            page = self.view if isinstance(self.view, Page) else self._new_page()
            self._put(page)
            page.show_html(facts_html(panel, self.desk.palette.chrome.muted, heading=False))
            return
        if not isinstance(self.view, _VIEWS[type(panel)]):
            view = (
                GridView(self.desk, tell(panel.title))
                if isinstance(panel, Table)
                else _VIEWS[type(panel)](self.desk)
            )
            self._put(view)
        assert self.view is not None, "it was just put"
        self.stack.setCurrentWidget(self.view)
        _drawn_by(self.view)(self.desk.lit(panel) if isinstance(panel, Table) else panel)

    def _new_page(self) -> Page:
        page = Page()
        page.rule_asked.connect(self.desk.rule_asked)
        page.hexes_asked.connect(self.desk.hexes_lit)
        return page

    def _put(self, view: QWidget) -> None:
        """Show this widget in place of the one before."""
        if self.view is not view:
            if self.view is not None:
                self.stack.removeWidget(self.view)
                self.view.deleteLater()
            self.view = view
            self.stack.addWidget(view)
            teach(view)
            if not view.accessibleName():
                view.setAccessibleName(self.accessibleName())
        self.stack.setCurrentWidget(view)

    def _mark(self, panel: Panel) -> None:
        """The source mark and the rule, where the game gives them."""
        parts = []
        rule = panel.rule if isinstance(panel, Table | Pool | Workshop) else ""
        if rule:
            parts.append(tr("Rule {rule}", rule=rule_link(rule)))
        if isinstance(panel, Table | Track) and panel.source in SOURCES:
            why = tell(panel.provenance) if isinstance(panel, Table) else ""
            parts.append(f"<b>{tr(SOURCES[panel.source])}</b>" + (f": {escape(why)}" if why else ""))
        if isinstance(panel, Cards) and panel.side:
            parts.append(escape(side_title(panel.side, self.desk.seat)))
        self.note.setToolTip("")
        self.note.setAccessibleDescription("")
        if isinstance(panel, Table) and len(tell(panel.provenance)) > LONG:
            parts[-1] = tr("<b>Reconstruction</b> (hover here to see why)")
            self.note.setToolTip(paragraph(tell(panel.provenance)))
            self.note.setAccessibleDescription(tell(panel.provenance))  # the tip is markup
        self.note.setText(" · ".join(parts))
        self.note.setVisible(bool(parts))
        self.note.linkActivated.connect(self._on_link, Qt.ConnectionType.UniqueConnection)

    def _on_link(self, link: str) -> None:
        self.desk.rule_asked.emit(link.partition(":")[2])
