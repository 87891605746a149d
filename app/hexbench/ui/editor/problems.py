"""Problems with the scenario while it is being edited: listed, highlighted on the map, with a way to go
there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QListWidgetItem

from hexbench.engine.history import Node
from hexbench.session.editor import map_checks
from hexbench.session.editor.document import Document
from hexbench.session.editor.draft import in_order, said
from hexbench.session.editor.problems import findings, quick_and_all
from hexbench.ui.editor.desk import DraftDesk, EditDesk, EditPanel, GoList, MapDesk
from hexbench.ui.look.contrast import ink_on
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.background import BackgroundTask, once
from hexbench.ui.widgets.icons import icon_pixmap
from hexbench.ui.widgets.parts import WrappedRow, laid, named, tool, wrapped_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexbench.atlas.sheet import MapSheet
    from hexbench.session.editor.draft import Finding


ROW = Qt.ItemDataRole.UserRole + 1
SOON_MS, IDLE_MS = 120, 2500
"""Delays after an edit in milliseconds: for the quick checks, and for those that take longer."""
SIGN: Final = 18
LETTERS: Final = {"error": "!", "warning": "?", "note": "i"}


class ProblemsPanel(EditPanel[EditDesk]):
    """Errors first, then what can be played but is hardly intended, then notes."""

    key: ClassVar[str] = "problems"
    title: ClassVar[str] = mark("Problems")
    help: ClassVar[str] = mark(
        "What is wrong with the scenario, checked after every edit; click to highlight it, "
        "double-click to go there"
    )

    def __init__(self, desk: EditDesk) -> None:
        super().__init__(desk)
        self.sum = named(wrapped_label(), "edit.problems.sum")
        self.again = tool(
            "edit.problems_check",
            tr("Check all"),
            tr("Run every check now, including those that take a while"),
            self.check_all,
        )
        self.list = named(GoList(), "edit.problems.list", tr("Problems"))
        self.list.setWordWrap(True)
        self.list.setIconSize(QSize(SIGN, SIGN))
        self.list.currentItemChanged.connect(self._on_row)
        self.list.itemClicked.connect(self._on_row)
        self.list.itemActivated.connect(self._on_go)
        laid(self.box, WrappedRow((self.sum, self.again), self.sum), (self.list, 1))
        self._slow: tuple[Finding, ...] = ()
        """What only the slow checks have found."""
        self._soon = once(self, self.check, SOON_MS)
        self._idle = once(self, self.check_all, IDLE_MS)
        desk.found.connect(self.renew)

    def _on_changed(self, _: object) -> None:
        self._soon.start()
        self._idle.start()

    def stop(self) -> None:
        """Stop checking."""
        self._soon.stop()
        self._idle.stop()

    def check(self) -> None:
        """Run the quick checks."""
        self._soon.stop()
        quick = findings(self.desk.draft)
        # What only the slow checks find stays until they have run again, so that the list does not flicker.
        self.desk.find(in_order([*quick, *(one for one in self._slow if one not in quick)]))

    def check_all(self) -> None:
        """Run every check."""
        self.stop()
        quick, every = quick_and_all(self.desk.draft)
        self._slow = tuple(one for one in every if one not in quick)
        self.desk.find(every)

    def refresh(self) -> None:
        """List what was found."""
        found = self.desk.findings
        chosen = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        for one in found:
            rule = f"  [{one.rule}]" if one.rule else ""
            item = QListWidgetItem(self._sign(one.level), f"{tell(one.text)}{rule}")
            item.setData(ROW, one)
            item.setToolTip(as_it_is(self._where(one)))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{self._level(one.level)}: {tell(one.text)}")
            self.list.addItem(item)
        if 0 <= chosen < len(found):
            self.list.setCurrentRow(chosen)
        self.list.blockSignals(False)
        errors = sum(one.level == "error" for one in found)
        warnings = sum(one.level == "warning" for one in found)
        counted = tr(
            "Errors: {errors} · warnings: {warnings} · notes: {notes}",
            errors=errors,
            warnings=warnings,
            notes=len(found) - errors - warnings,
        )
        self.sum.setText(counted if found else tr("No problems found."))
        self.sum.setProperty(
            "role", "bad" if errors else "warn" if warnings else "good" if not found else "muted"
        )
        self.sum.style().polish(self.sum)

    def _level(self, level: str) -> str:
        return {"error": tr("Error"), "warning": tr("Warning"), "note": tr("Note")}[level]

    def _where(self, one: Finding) -> str:
        places = " ".join((*one.hexes[:12], *one.units[:6]))
        return "\n".join(x for x in (self._level(one.level), places, self.desk.called(one.keys)) if x)

    def _sign(self, level: str) -> QIcon:
        chrome = self.desk.palette.chrome
        ground = {"error": chrome.bad, "warning": chrome.warn, "note": chrome.accent}[level]
        picture = QPixmap(2 * SIGN, 2 * SIGN)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(ground))
        painter.drawEllipse(2, 2, 2 * SIGN - 4, 2 * SIGN - 4)
        painter.setPen(colour(ink_on(ground)))
        painter.setFont(face_font(24, 700))
        painter.drawText(picture.rect(), Qt.AlignmentFlag.AlignCenter, LETTERS[level])
        painter.end()
        return QIcon(picture)

    def _on_row(self, item: QListWidgetItem | None, _: object = None) -> None:
        if item is not None:
            self.show_finding(item.data(ROW))

    def show_finding(self, one: Finding) -> None:
        """Highlight where a finding is and select the units it is about."""
        units = tuple(u for u in one.units if u in self.desk.counters)
        places = tuple(at for u in units if (at := self.desk.at(u)) and not at.startswith("#"))
        self.desk.hexes_lit.emit(one.hexes or places)
        if units:
            self.desk.choose(units)

    def _on_go(self, item: QListWidgetItem) -> None:
        one: Finding = item.data(ROW)
        self.show_finding(one)
        if one.hexes:
            self.desk.place_asked.emit(one.hexes[0])
        elif one.units:
            self.desk.place_asked.emit(one.units[0])


# Problems with the map while it is being edited: the checks run one step at a time while the user is idle.

REST_MS = 350
"""How long the user must be idle before anything is checked, in milliseconds."""


class MapProblemsPanel(ProblemsPanel):
    """The same list as in the scenario editor, filled by the map checks."""

    key: ClassVar[str] = "problems"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)  # type: ignore[arg-type]
        self._map = desk
        self._chore = BackgroundTask(self)
        self._soon.setInterval(REST_MS)

    def _on_changed(self, _: object) -> None:
        self._chore.stop()
        self._soon.start()

    def stop(self) -> None:
        """Stop checking."""
        self._chore.stop()
        super().stop()

    def check(self) -> None:
        """Start checking, one step at a time."""
        self._soon.stop()
        self._chore.begin(self._steps())

    def check_all(self) -> None:
        """Check everything now."""
        self.check()
        self._chore.finish()

    def _steps(self) -> Iterator[None]:
        draft = self._map.draft
        found: list[Finding] = []
        for some in map_checks.steps(draft.sheet, draft.atlas, self._map.base, self._ask()):
            found += some
            yield
        self._map.find(in_order(found))

    def _ask(self) -> Any:
        desk = self._map
        if desk.game is None:
            return None

        def ask(sheet: MapSheet) -> object:
            return desk.catalogue.bind(desk.draft.game, sheet, {})

        return ask


# The history of edits: every one since the document was opened, including undone ones and other branches; a
# click goes there.

_NODE = Qt.ItemDataRole.UserRole + 1


class PastPanel(EditPanel[DraftDesk]):
    """The current line of edits to its end; where another branch leaves it, a row leads to that branch's end."""

    key: ClassVar[str] = "past"
    title: ClassVar[str] = mark("Edits")
    help: ClassVar[str] = mark(
        "Every edit of this document, with undone edits and other branches; click one to go there"
    )

    def __init__(self, desk: DraftDesk) -> None:
        super().__init__(desk)
        self.list = named(GoList(), "edit.past.list", tr("Edits"))
        self.list.setWordWrap(True)
        self.list.itemClicked.connect(self._on_go)
        self.list.itemActivated.connect(self._on_go)
        self.box.addWidget(self.list, 1)

    def line(self) -> list[Node[Document]]:
        """The nodes from the first through the current one to the end of its line."""
        history = self.desk.draft.history
        node, out = history.node, [history.node]
        while node.parent is not None:
            node = history.nodes[node.parent]
            out.insert(0, node)
        node = history.node
        while node.latest is not None:
            node = history.nodes[node.latest]
            out.append(node)
        return out

    def refresh(self) -> None:
        """List the edits."""
        history, line = self.desk.draft.history, self.line()
        ahead = False
        self.list.clear()
        here: QListWidgetItem | None = None
        for k, node in enumerate(line):
            text = tell(said(node.record)) if node.record is not None else tr("As it was opened")
            item = self._row(text, node.number, ahead=ahead)
            if node.number == history.here:
                font = QFont(item.font())
                font.setWeight(QFont.Weight.DemiBold)
                item.setFont(font)
                item.setText(f"• {text}")
                here, ahead = item, True
            follow = line[k + 1].number if k + 1 < len(line) else None
            for child in node.children:
                if child != follow:
                    end, count = self._end(child)
                    words = tr("1 other edit") if count == 1 else tr("{n} other edits", n=count)
                    row = self._row(words, end, ahead=True)
                    row.setIcon(QIcon(icon_pixmap("branch", self.desk.palette.chrome.muted)))
        if here is not None:
            self.list.setCurrentItem(here)
            self.list.scrollToItem(here)

    def _end(self, number: int) -> tuple[int, int]:
        nodes, count = self.desk.draft.history.nodes, 1
        while (then := nodes[number].latest) is not None:
            number, count = then, count + 1
        return number, count

    def _row(self, text: str, node: int, *, ahead: bool) -> QListWidgetItem:
        item = QListWidgetItem(text)
        item.setData(_NODE, node)
        if ahead:
            font = QFont(item.font())
            font.setItalic(True)
            item.setFont(font)
            item.setForeground(colour(self.desk.palette.chrome.muted))
        self.list.addItem(item)
        return item

    def _on_go(self, item: QListWidgetItem) -> None:
        node = int(item.data(_NODE))
        if node != self.desk.draft.history.here:
            self.desk.draft.go(node)
