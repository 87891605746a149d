"""The attacks a side could make, ranked by what is to be expected of them; a click lights one, a double click builds it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from hexbench.engine.values import Say
from hexbench.ui.docks.desk import DeskPanel, side_title
from hexbench.ui.look.language import as_it_is, mark, number, tell, tr
from hexbench.ui.widgets.background import BackgroundTask, TaskBar
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.page import Page, rule_link
from hexbench.ui.widgets.parts import laid, named, panes, push, text_label

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.engine.what_if import Possible, Supposed
    from hexbench.ui.docks.desk import Desk

COLUMNS = (mark("Attack"), mark("Odds"), mark("Net"), mark("Chance"), mark("Worth"))
TIPS = (
    mark("What is attacked, and by which units"),
    mark(
        "Strength or dice of both sides, before and after the shifts; ~ marks the likeliest "
        "value where something is hidden"
    ),
    mark("The total of all shifts, or the range"),
    mark("The chance of any result in the attacker's favour"),
    mark(
        "The enemy's expected losses in steps, figures or factors, less the attacker's: the "
        "average over all results"
    ),
)
NARROW = 520
"""Width below which the dock shows less beside one another, in pixels."""
WORTH = Qt.ItemDataRole.UserRole + 1
NOTHING = mark("Nothing can be attacked from here.")


class _Row(QTreeWidgetItem):
    """One attack; numbers are sorted as numbers."""

    def __init__(self, found: Possible) -> None:
        super().__init__()
        self.found = found
        mark = "• " if found.now else ""
        texts = (
            f"{mark}{tell(found.say)}",
            tell(found.odds),
            tell(found.net),
            f"{found.chance} %",
            number(found.worth / 100, 2, sign=True),
        )
        for column, text in enumerate(texts):
            self.setText(column, text)
            self.setToolTip(column, as_it_is(text if column == 0 else tr(TIPS[column])))
            if column:
                self.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setData(3, WORTH, found.chance)
        self.setData(4, WORTH, found.worth)

    def __lt__(self, other: QTreeWidgetItem) -> bool:
        tree = self.treeWidget()
        column = tree.sortColumn()
        mine, theirs = self.data(column, WORTH), other.data(column, WORTH)
        if mine is None or theirs is None:
            return self.text(column) < other.text(column)
        return bool(mine < theirs)


class AttacksPanel(DeskPanel):
    """``build_asked(Supposed)``: open this one in the builder."""

    key = "attacks"
    title = mark("Attacks")
    build_asked = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.task = BackgroundTask(self)
        self._asked: tuple[object, ...] = ()
        self._quiet = False
        self._mine: str | None = None
        """Whose attacks the viewer was shown at first."""

    def lay_out(self) -> None:
        """Whose attacks, what can be done with one, the list, and what counts in the one that is chosen."""
        self.side = named(
            DropDown(),
            "attacks.side",
            tr("Whose attacks"),
            tr("The side whose attacks are worked out, from what you are allowed to know"),
        )
        self.side.currentIndexChanged.connect(self._on_choice)
        self.later = named(
            QCheckBox(tr("Also later")),
            "attacks.later",
            tip=tr("Include attacks that could be made next turn, once units have moved up or rested"),
        )
        self.later.toggled.connect(self._on_choice)
        self.build = push(
            "attacks.build",
            tr("Build"),
            tr("Open the selected attack in the combat dock and change it there (Enter or double-click)"),
            self._on_build,
        )
        self._make_list()
        self.why = named(Page(), "attacks.why", tr("What counts in this attack"))
        self.why.rule_asked.connect(self.desk.rule_asked)
        self.why.setMinimumWidth(90)
        self.note = text_label("attacks.note")
        self.note.setProperty("role", "muted")
        self.note.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self.progress = TaskBar(self.task, tr("Working out attacks"))
        self.task.ended.connect(self._on_ended)
        head = laid(QHBoxLayout(), self.side, self.later, self.build, (self.note, 3))
        split = self.split = panes(Qt.Orientation.Horizontal, self.list, self.why)
        split.setStretchFactor(0, 4)
        split.setStretchFactor(1, 1)
        self.box.setContentsMargins(6, 6, 6, 6)
        laid(self.box, head, self.progress, (split, 1))
        self._fit(self.width())
        self._on_selected()

    def _make_list(self) -> None:
        self.list = named(QTreeWidget(), "attacks.list", tr("Possible attacks, best first"))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setColumnCount(len(COLUMNS))
        self.list.setHeaderLabels([tr(column) for column in COLUMNS])
        for column, tip in enumerate(TIPS):
            self.list.headerItem().setToolTip(column, as_it_is(tip))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(36)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, len(COLUMNS)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.list.setSortingEnabled(True)
        self.list.sortByColumn(4, Qt.SortOrder.DescendingOrder)
        self.list.itemSelectionChanged.connect(self._on_selected)
        self.list.itemActivated.connect(self._on_build)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow dock what counts stands below the list, not beside it."""
        super().resizeEvent(event)
        if not self.bare:
            self._fit(event.size().width())

    def _fit(self, room: int) -> None:
        wide = room > NARROW
        self.split.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        columns = (self.list.isColumnHidden(1), self.list.isColumnHidden(2))
        if columns != (not wide, not wide):
            self.list.setColumnHidden(1, not wide)
            self.list.setColumnHidden(2, not wide)

    # ---- showing
    def renew(self) -> None:
        """What is being worked out holds no longer; behind a tab nothing is begun until it comes to the front."""
        self._asked = ()
        self.task.stop()
        super().renew()

    def catch_up(self) -> None:
        """Only where it is seen: hundreds of attacks are more work than all that an action changes."""
        if self.seen:
            super().catch_up()

    def refresh(self) -> None:
        """Work them out anew for the position as it is now."""
        seat = self.desk.seat
        if seat is None:
            self.task.stop()
            self._asked = ()
            self.list.clear()
            self.why.clear()
            self.side.clear()
            self.note.clear()
            return
        self._sides(seat)
        self._begin(seat)

    def _sides(self, seat: Seat) -> None:
        """The sides to choose from; another viewer begins with his own attacks."""
        sides, mine = tuple(seat.rules.sides), seat.side or seat.prompt.side
        if tuple(self.side.itemData(i) for i in range(self.side.count())) == sides and mine == self._mine:
            return
        self._quiet, self._mine = True, mine
        self.side.clear()
        for side in sides:
            self.side.addItem(side_title(side, seat), side)
        self.side.setCurrentIndex(max(0, self.side.findData(mine)))
        self._quiet = False

    def _begin(self, seat: Seat) -> None:
        side, far = str(self.side.currentData()), self.later.isChecked()
        if self._asked == (seat, side, far):
            return
        self._asked = (seat, side, far)
        chosen = self.possible
        self.list.clear()
        aims = seat.aims(side, far=far)
        self.note.setText("")
        self.task.begin(self._work(seat, side, aims, far=far, chosen=chosen), len(aims))

    def _work(
        self, seat: Seat, side: str, aims: tuple[str, ...], *, far: bool, chosen: Possible | None
    ) -> Iterator[None]:
        for aim in aims:
            for found in seat.attacks_on(side, aim, far=far):
                row = _Row(found)
                self.list.addTopLevelItem(row)
                if chosen is not None and (chosen.what.hexes, chosen.what.target, chosen.say) == (
                    found.what.hexes,
                    found.what.target,
                    found.say,
                ):
                    self._quiet = True
                    self.list.setCurrentItem(row)
                    self._quiet = False
            yield

    def _on_ended(self, whole: bool) -> None:
        if not whole:
            if self._asked:
                self.note.setText(
                    tr(
                        "Stopped: {n} found so far.",
                        n=self.list.topLevelItemCount(),
                    )
                )
            self._asked = ()
            return
        none = self.desk.seat.what_if() if self.desk.seat is not None else None
        if isinstance(none, Say):
            self.note.setText(tell(none))
        elif self.list.topLevelItemCount():
            self.note.setText(tr("• can be made now"))
            self.note.setToolTip(
                tr("All attacks are worked out before artillery, air and any other support is added.")
            )
        else:
            self.note.setText(tr(NOTHING))

    # ---- what is pressed
    @property
    def possible(self) -> Possible | None:
        """The chosen attack."""
        row = self.list.currentItem()
        return row.found if isinstance(row, _Row) else None

    def _on_choice(self) -> None:
        if not self._quiet and self.desk.seat is not None and self.isVisible():
            self._begin(self.desk.seat)

    def _on_selected(self) -> None:
        found = self.possible
        self.build.setEnabled(found is not None)
        if found is None:
            self.why.clear()
            return
        parts = [f"{escape(tell(c.say))} {rule_link(c.rule)}" for c in found.shifts]
        self.why.show_html("<br>".join(parts) or tr("No shifts apply."))
        if not self._quiet:
            self.desk.hexes_lit.emit(lit_by(found.what))

    def _on_build(self) -> None:
        found = self.possible
        if found is not None:
            self.build_asked.emit(found.what)


def lit_by(what: Supposed) -> tuple[str, ...]:
    """The hexes an attack is about: what is attacked, then from where."""
    return tuple(dict.fromkeys((*what.hexes, *(at for _, at in what.units))))
