"""The checklist over the map: what ending a phase would leave undone. The player goes to a line, back, or
ends it anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from hexbench.engine.display import Pool
from hexbench.engine.values import Action, Check
from hexbench.ui.docks.boxes import PoolArea
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.shell.floats import Float
from hexbench.ui.widgets.parts import LEAST, PlainLabel, WordyButton, laid, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.engine.verb import AnyVerb
    from hexbench.store.settings import Settings
    from hexbench.ui.shell.table import Table

WIDE, ROWS = 460, 9
OF_LINE = 24
"""Minimum width, in line heights: so large text does not need more lines."""
KINDS: Final = {
    "duty": mark("Duty"),
    "unit": mark("Units"),
    "point": mark("Points"),
    "stack": mark("Stack"),
    "offer": mark("Open"),
}
"""The label in front of each line."""
_SETTING: Final = "play.check_{}"
"""The setting for a kind. Duties have none: the rules do not let them be skipped."""
_MASTER: Final = "play.confirm_phase_end"


class Checklist(Float):
    """The list. ``went(Check)``: show where it is; ``ended()``: end it anyway; ``closed()``: go back; ``ruled(id)``."""

    went = Signal(object)
    ended = Signal()
    closed = Signal()
    ruled = Signal(str)

    def __init__(self, over: QWidget, desk: Desk, kinds: QMenu) -> None:
        super().__init__(over, desk)
        self.checks: tuple[Check, ...] = ()
        self.heading = PlainLabel()
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.heading.setObjectName("checklist.heading")
        self.hint = named(wrapped_label(), "checklist.hint", role="muted")
        self.list = named(QTableWidget(0, 3), "checklist.list", tr("What would be left undone"))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setShowGrid(False)
        self.list.setWordWrap(True)
        self.list.setTabKeyNavigation(False)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.horizontalHeader().hide()
        self.list.verticalHeader().hide()
        head = self.list.horizontalHeader()
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.list.cellClicked.connect(self._on_clicked)
        self.kinds = named(QToolButton(), "checklist.kinds", tip=tr("Choose which kinds of lines are listed"))
        self.kinds.setText(tr("What is listed"))
        self.kinds.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.kinds.setMenu(kinds)
        self.back = named(QPushButton(tr("Go back")), "checklist.back", tip=tr("Esc"))
        self.back.clicked.connect(self.dismiss)
        self.end = named(WordyButton(), "checklist.end")
        self.end.clicked.connect(self.ended)
        buttons = self.buttons = QHBoxLayout()
        laid(buttons, self.kinds, None, self.back, self.end)
        column = self.column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        laid(column, self.heading, self.hint, self.list, buttons)

    def rim(self, palette: Palette) -> str:
        return palette.chrome.highlight

    def show_checks(self, label: str, checks: tuple[Check, ...], onward: str) -> None:
        """Show these lines. ``onward`` is the text of the button that continues; empty: there is no such
        button.
        """
        self.checks = checks
        barred = any(check.bars for check in checks)
        self.heading.setText(tr("{label}: what is left to do", label=label))
        if barred:
            hint = tr("The rules do not let you continue until every duty is met. Choose a line to go there.")
        elif checks:
            hint = tr("Choose a line to go there; choose it again for the next unit.")
        else:
            hint = tr("Nothing is left undone.")
        self.hint.setText(hint)
        self._fill()
        self.end.setText(onward)
        self.end.setVisible(bool(onward))
        loses = bool(checks) and not barred
        self.back.setDefault(loses)  # the frame never suggests to leave something undone
        self.end.setDefault(not loses)
        wide = max(WIDE, OF_LINE * self.fontMetrics().lineSpacing())
        self.setFixedWidth(min(wide, self.over.width() - 28))
        self._widen()
        self.list.setVisible(bool(checks))
        self._fit()

    def _widen(self) -> None:
        """Give the button that continues one line of text, or as few as the buttons beside it leave room for."""
        taken = sum(b.sizeHint().width() + self.buttons.spacing() for b in (self.kinds, self.back))
        edges = self.contentsMargins() + self.column.contentsMargins()
        room = self.width() - edges.left() - edges.right() - taken - self.buttons.spacing()
        self.end.setFixedWidth(max(LEAST, min(self.end.wide(1), room)))

    def _fill(self) -> None:
        chrome = self.desk.palette.chrome
        row_was = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.setRowCount(len(self.checks))
        for row, check in enumerate(self.checks):
            kind = QTableWidgetItem(tr(KINDS[check.kind]))
            bold = kind.font()
            bold.setBold(True)
            kind.setFont(bold)
            kind.setForeground(colour(chrome.bad if check.bars else chrome.muted))
            rule = QTableWidgetItem(check.rule)
            rule.setForeground(colour(chrome.highlight))
            rule.setToolTip(tr("Open the rule") if check.rule else "")
            for column, item in enumerate((kind, QTableWidgetItem(tell(check.say)), rule)):
                item.setTextAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
                self.list.setItem(row, column, item)
        if 0 <= row_was < len(self.checks):
            self.list.selectRow(row_was)
        self.list.blockSignals(False)

    def _fit(self) -> None:
        """Make it as high as its lines need, within the map, and place it at the upper right."""
        self.list.setFixedHeight(60)
        self.adjustSize()
        self.list.resizeRowsToContents()
        high = sum(self.list.rowHeight(r) for r in range(min(ROWS, self.list.rowCount()))) + 4
        self.list.setFixedHeight(max(40, min(high, self.over.height() - 160)))
        self.adjustSize()
        self.column.activate()  # only now does the button know its width and number of lines
        self.adjustSize()
        self.move(self.over.width() - self.width() - 14, 14)

    def empty(self) -> None:
        """Clear everything that came from a position."""
        self.checks = ()
        self.list.setRowCount(0)
        self.heading.clear()
        self.hint.clear()
        self.end.setText("")
        self.hide()

    def open(self) -> None:
        """Come up and take the keyboard."""
        self.show()
        self._fit()
        self.raise_()
        if self.list.isVisible():
            self.list.setFocus()
            if not self.list.selectedItems():
                self.list.selectRow(0)
        else:
            self.end.setFocus()

    def avoid(self, spot: QPoint) -> None:
        """Move to the other side of the map if the list covers this point."""
        if self.geometry().adjusted(-40, -40, 40, 40).contains(spot):
            right = self.over.width() - self.width() - 14
            self.move(14 if self.x() > right // 2 else right, 14)

    def dismiss(self) -> None:
        """Go back."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def _on_clicked(self, row: int, column: int) -> None:
        check = self.checks[row]
        if column == 2 and check.rule:
            self.ruled.emit(check.rule)
        else:
            self.went.emit(check)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.list.currentRow()
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= row < len(self.checks):
            self.went.emit(self.checks[row])
        else:
            super().keyPressEvent(event)


class PhaseEnd(QObject):
    """Ends phases for mouse and keyboard, showing the checklist first if the settings say so."""

    def __init__(self, table: Table, settings: Settings, kinds: QMenu) -> None:
        super().__init__(table)
        self.table, self.settings, self.kinds = table, settings, kinds
        self.list: Checklist | None = None
        self._turn: tuple[Check, int] | None = None
        self._shares: tuple[str, ...] = ()
        self._meant: Action | None = None
        table.desk.refreshed.connect(self._on_refreshed)
        table.desk.action_asked.connect(self.answer)

    # ---- what is left
    @property
    def seat(self) -> Seat | None:
        """The viewer's seat."""
        return self.table.desk.seat

    def wanted(self, kind: str) -> bool:
        """Whether lines of a kind are listed."""
        return kind == "duty" or bool(self.settings.get(_SETTING.format(kind)))

    def checks(self) -> tuple[Check, ...]:
        """The lines the settings ask for."""
        seat = self.seat
        return () if seat is None else tuple(c for c in seat.checklist() if self.wanted(c.kind))

    # ---- ending
    def key(self) -> None:
        """The key of the default: end the phase, or give the plainest answer. Pressed twice, it ignores what
        is left undone.
        """
        seat = self.seat
        default, ending = (None, None) if seat is None else (seat.prompt.default, seat.ending)
        if ending is None or self._open() or not self._asks(default, ending):
            self.dismiss()
            self._default()
            return
        self.show()

    def button(self) -> None:
        """The default's own button: duties stop it only when it is the one that ends the step."""
        seat = self.seat
        default = None if seat is None else seat.prompt.default
        if seat is None or default is None or seat.ending is None or default.verb != seat.ending.name:
            self._default()
        else:
            self.use(default.verb)

    def _default(self) -> None:
        """Give the default answer; if points have been laid out for it, use them as they lie."""
        default = None if self.seat is None else self.seat.prompt.default
        for panel in self.table.docking.game.values():
            pool = panel.view
            if isinstance(pool, PoolArea) and default is not None and any(pool.view.pushes.laid.values()):
                laid = pool.view.pushes.done
                if laid is not None and laid.verb == default.verb:
                    self.table.acting.do(laid)
                    return
        self.table.acting.do_default()

    def use(self, verb: str) -> None:
        """A verb's button or menu line: the one that ends the step asks first."""
        if self._asks_first(verb):
            self.show()
            return
        self.dismiss()
        self.table.use(verb)

    def answer(self, action: Action) -> None:
        """What a dock's own button answers: one that ends the step asks first, as the verb's button does."""
        if self._asks_first(action.verb):
            self.show()
            self._meant = action  # ended anyway, it is this answer that is given: points may lie in it
            return
        self.dismiss()
        self.table.acting.do(action)

    def _asks_first(self, verb: str) -> bool:
        """Whether a verb would end the step with something undone that has not been shown yet."""
        seat = self.seat
        ends = seat is not None and seat.ending is not None and verb == seat.ending.name
        return ends and not self._open() and self._stops(barred_too=False)

    def _open(self) -> bool:
        return self.list is not None and not self.list.isHidden()

    def _stops(self, *, barred_too: bool) -> bool:
        """Whether something must be shown first."""
        if not self.settings.get(_MASTER):
            return False
        return any(barred_too or not check.bars for check in self.checks())

    def _asks(self, default: Action | None, ending: AnyVerb) -> bool:
        """Whether the key shows the list first: for anything undone if the default ends the step, else only
        for duties.
        """
        if default is not None and default.verb == ending.name:
            return self._stops(barred_too=True)
        return bool(self.settings.get(_MASTER)) and any(check.bars for check in self.checks())

    def show(self) -> None:
        """Show what is left, regardless of the settings."""
        table, seat = self.table, self.seat
        if table.view is None or seat is None:
            return
        if seat.ending is None:
            table.tell(tr("There is nothing to end here."))
            return
        if self.list is None or self.list.over is not table.view:
            made = Checklist(table.view, table.desk, self.kinds)
            made.went.connect(self._on_went)
            made.ended.connect(self._on_ended)
            made.closed.connect(self._on_closed)
            made.ruled.connect(table.desk.rule_asked)
            table.view.installEventFilter(self)
            self.list = made
        if table.over is not None:
            table.over.clear()
        self._fill()
        self.list.end.setToolTip(as_it_is(table.prompt.end_keys))
        self.list.open()
        table.view.announce("; ".join(tell(check.say).rstrip(".") for check in self.list.checks))

    def _fill(self) -> None:
        seat, list_ = self.seat, self.list
        if seat is None or list_ is None or seat.ending is None:
            return
        checks = self.checks()
        label = tell(seat.ending.label)
        default = seat.prompt.default
        onward = ""
        if not any(check.bars for check in checks):
            onward = tr("{label} anyway", label=label) if checks else label
        elif default is not None:
            onward = tell(seat.rules.verbs[default.verb].label)
        list_.show_checks(label, checks, onward)

    def dismiss(self) -> None:
        """Take the list away."""
        if self.list is not None:
            self.list.dismiss()

    def refill(self) -> None:
        """Another kind is listed, or one no more."""
        if self._open():
            self._fill()

    # ---- from the list
    def _on_went(self, check: Check) -> None:
        """Go to the first unit of a line, or to the next one when it is asked for again; light where it is about."""
        table, desk = self.table, self.table.desk
        known = tuple(u for u in check.units if desk.face(u) is not None)
        n = self._turn[1] + 1 if self._turn is not None and self._turn[0] == check else 0
        self._turn = (check, n)
        hexes = check.hexes or tuple(
            dict.fromkeys(at for u in known if not (at := desk.at(u)).startswith("#"))
        )
        if hexes:
            desk.hexes_lit.emit(hexes)
        if known:
            unit = known[n % len(known)]
            desk.choose((unit,))
            table.go_to(desk.at(unit))
            if table.view is not None and table.view.map.where(unit):
                table.view.map.bring_up(unit)
            desk.study(desk.at(unit))
        elif hexes:
            table.go_to(hexes[n % len(hexes)])
        view = table.view
        if self.list is not None and view is not None:
            if view.cursor_hex:
                self.list.avoid(view.mapFromScene(view.map.geometry.centre(view.cursor_hex)))
            self.list.raise_()

    def _on_ended(self) -> None:
        seat = self.seat
        checks = self.list.checks if self.list is not None else ()
        ending = None if seat is None else seat.ending
        meant = self._meant
        self.dismiss()
        if ending is not None and not any(check.bars for check in checks):
            if meant is not None and meant.verb == ending.name:
                self.table.acting.do(meant)
            else:
                self.table.use(ending.name)
        else:
            self._default()

    def _on_closed(self) -> None:
        self._turn = self._meant = None
        if self.table.view is not None:
            self.table.view.map.light(())
            self.table.view.setFocus()

    def _on_refreshed(self) -> None:
        seat = self.seat
        if self.list is not None and not isValid(self.list):
            self.list = None  # it went with the map of the game before
        if seat is None and self.list is not None:
            self.list.empty()
        self._front_boxes()
        if not self._open():
            return
        if seat is None or seat.ending is None:
            self.dismiss()
        else:
            self._fill()

    def begin(self) -> None:
        """Another game is on the table, and its docks have found their places."""
        self._shares = ()
        self._front_boxes()

    def _front_boxes(self) -> None:
        """Bring the boxes up whose points are to be shared out now."""
        seat = self.seat
        offers = () if seat is None else seat.prompt.offers
        shares = next((offer.shares for offer in offers if offer.shares), ())
        if shares and shares != self._shares:
            for panel in self.table.desk.panels:
                if isinstance(panel, Pool) and any(heap.key in shares for heap in panel.heaps):
                    self.table.docking.front(f"game.{panel.key}")
        self._shares = shares

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self._open()
        ):
            self.dismiss()
            return True
        return False


def kinds_menu(parent: QMenu, settings: Settings) -> QMenu:
    """The menu that switches the kinds of lines on and off; its actions are named after their settings."""
    menu = QMenu(tr("&Before a phase ends"), parent)
    menu.setObjectName("menu.checklist")
    menu.setToolTipsVisible(True)
    for key in (_MASTER, *(_SETTING.format(kind) for kind in KINDS if kind != "duty")):
        action = QAction(tell(settings.table[key].text), menu)
        action.setObjectName(key)
        action.setCheckable(True)
        action.setChecked(settings.get(key))
        action.setToolTip(tr("For the list shown before a phase ends; duties are always listed"))
        menu.addAction(action)
        if key == _MASTER:
            menu.addSeparator()
    return menu
