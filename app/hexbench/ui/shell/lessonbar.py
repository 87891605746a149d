"""The lesson bar over the map: what to do and why, the rules, and buttons to show the step, go back and
leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hexbench.store.lessons import LessonInfo
from hexbench.ui.look.language import as_it_is, spoken, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import (
    HintLabel,
    PlainLabel,
    ShortLabel,
    laid,
    markup_label,
    named,
    push,
    text_label,
)

if TYPE_CHECKING:
    from hexbench.session.lessons import LessonRun
    from hexbench.ui.docks.desk import Desk


HIGHEST = 16777215
"""What Qt calls no bound of a height."""
LEFT, RIGHT = 9, 8
EDGE = 5
"""Width of the stripe at the left edge, in pixels."""


class LessonBar(QFrame):
    """``next_asked()``, ``show_asked()``, ``back_asked()``, ``undo_asked()`` (undo what strays),
    ``leave_asked()``.
    """

    next_asked = Signal()
    show_asked = Signal()
    back_asked = Signal()
    undo_asked = Signal()
    leave_asked = Signal()

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setObjectName("lesson")
        self.setAccessibleName(tr("Lesson"))
        self.count = named(PlainLabel(), "lesson.count", role="muted")
        self.head = named(ShortLabel(), "lesson.title")
        font = self.head.font()
        font.setBold(True)
        self.head.setFont(font)
        self.note = text_label("lesson.note")
        bold = self.note.font()
        bold.setBold(True)
        self.note.setFont(bold)
        self.text = text_label("lesson.text")
        self.text.setProperty("role", "prompt")
        self.why = markup_label("lesson.why")
        self.why.setProperty("role", "muted")
        self.why.linkActivated.connect(self._on_link)
        self.undo = push("lesson.undo", tr("Take it &back"), tr("Undo what the lesson did not ask for"))
        self.undo.clicked.connect(self.undo_asked)
        self.next = push("lesson.next", tr("&Next"), tr("Go to the next step"))
        self.next.clicked.connect(self.next_asked)
        self.show_me = push("lesson.show", tr("Sho&w me"), tr("The lesson does this step for you"))
        self.show_me.clicked.connect(self.show_asked)
        self.back = push(
            "lesson.back", tr("Step bac&k"), tr("Go to the previous step and undo everything done since")
        )
        self.back.clicked.connect(self.back_asked)
        self.leave = push(
            "lesson.leave", tr("&Leave"), tr("End the lesson; you can start it again at any time")
        )
        self.leave.clicked.connect(self.leave_asked)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._lay()
        self.hide()

    def _lay(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        laid(head, self.count, (self.head, 1), self.undo, self.next, self.show_me, self.back, self.leave)
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE + LEFT, 6, RIGHT, 6)
        column.setSpacing(3)
        laid(column, head, self.note, self.text, self.why)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A stripe distinguishes it from the bars of the game."""
        super().paintEvent(event)
        chrome = self.desk.palette.chrome
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(chrome.alternate))
        painter.fillRect(0, 0, EDGE, self.height(), colour(chrome.highlight))
        painter.fillRect(0, self.height() - 1, self.width(), 1, colour(chrome.border))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Make it just high enough for its text at the current width; the map gets the rest."""
        # hidden it has not been laid out yet: at the width of nothing it would be so high that the window grew with it
        above = self.parentWidget()
        laid = self if above is None or not self.isHidden() else above
        room = max(120, laid.width() - EDGE - LEFT - RIGHT)
        for label in (self.note, self.text, self.why):
            label.setMinimumHeight(0)  # what it was fixed at would be the answer
            label.setMaximumHeight(HIGHEST)
            label.setFixedHeight(max(label.heightForWidth(room), label.fontMetrics().lineSpacing()))

    # ---- what is shown
    def show_run(self, run: LessonRun, playing: bool) -> None:
        """Show the state of a lesson; ``playing``: the little game has started."""
        language = spoken()
        words = run.words(language)
        total = len(run.lesson.step)
        self.count.setText("" if run.step is None else tr("{n} of {total}", n=run.at + 1, total=total))
        self.head.setText(tr("Lesson over") if run.won else words.title)
        self.text.setText(words.text)
        step = run.step
        rules = run.lesson.little_game.rules if step is None else step.rules
        links = " ".join(_linked(rule) for rule in rules)
        self.why.setText(" &nbsp; ".join(x for x in (escape(words.why), links) if x))
        self.why.setVisible(bool(words.why or links))
        note = " ".join(x for x in ("" if run.note is None else tell(run.note), run.praise(language)) if x)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        strayed = run.strayed
        self.undo.setVisible(strayed)
        goes = (run.waits or run.plays) and not strayed
        begins = run.in_game and not run.ended and not playing
        self.next.setVisible(goes or begins)
        if begins:
            self.next.setText(tr("&Play on against the computer") if run.computer else tr("&Play on"))
        else:
            self.next.setText(tr("&Continue") if run.plays else tr("&Next"))
        self.show_me.setVisible(step is not None and not goes)
        self.back.setEnabled(run.may_back)
        for button in (self.undo, self.next, self.show_me):
            button.setDefault(False)
        self.main.setDefault(True)
        self.setAccessibleDescription(
            ". ".join(x for x in (note, self.head.text(), words.text, words.why) if x)
        )
        self._fit()

    @property
    def main(self) -> QPushButton:
        """The button that brings the lesson on, or back to its way."""
        found = (b for b in (self.undo, self.next, self.show_me) if not b.isHidden())
        return next(found, self.leave)

    def _on_link(self, link: str) -> None:
        kind, _, rule = link.partition(":")
        if kind == "rule":
            self.desk.rule_asked.emit(rule)


def _linked(rule: str) -> str:
    """A rule's number as a link."""
    return f'<a href="rule:{escape(rule)}" style="text-decoration:none">{escape(rule)}</a>'


# Learn by playing: the list of all lessons, by game, with what each teaches and whether it was gone
# through.

ROW = Qt.ItemDataRole.UserRole + 1


class LessonsDialog(QDialog):
    """``chosen(LessonInfo)``: begin this one."""

    chosen = Signal(object)

    def __init__(
        self,
        lessons: Mapping[str, Sequence[LessonInfo]],
        done: frozenset[tuple[str, str]],
        left_out: Sequence[str],
        first: str,
        parent: QWidget,
    ) -> None:
        """``lessons``: title of a game -> its lessons; ``done``: (game, name) of completed ones; ``first``:
        game shown first.
        """
        super().__init__(parent)
        self.setObjectName("lessons")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Learn by playing"))
        self.infos: list[LessonInfo] = []
        intro = HintLabel(
            tr("A small battle on the map, step by step: what to do and why, with a little game at the end.")
        )
        intro.setProperty("role", "muted")
        self.list = named(
            QTreeWidget(),
            "lessons.list",
            tr("Lessons"),
            tr("Choose a lesson; Enter or a double click starts it"),
        )
        self.list.setHeaderLabels([tr("Lesson"), tr("Takes"), tr("Completed")])
        self.list.setRootIsDecorated(False)
        self.list.setAllColumnsShowFocus(True)
        self.blurb = named(HintLabel(), "lessons.blurb")
        self.faults = named(HintLabel("\n".join(left_out)), "lessons.left_out", role="muted")
        self.faults.setVisible(bool(left_out))
        buttons = QDialogButtonBox()
        self.begin = buttons.addButton(tr("Start the lesson"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.begin.setObjectName("lessons.begin")
        self.begin.setToolTip(as_it_is(tr("Start it; a game that is open is already saved")))
        buttons.addButton(QDialogButtonBox.StandardButton.Close)
        buttons.accepted.connect(self._on_begin)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        for part in (intro, self.list, self.blurb, self.faults, buttons):
            column.addWidget(part, 1 if part is self.list else 0)
        self.resize(620, 520)
        self._fill(lessons, done, first)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.itemActivated.connect(self._on_begin)
        self._on_current()

    def _fill(
        self, lessons: Mapping[str, Sequence[LessonInfo]], done: frozenset[tuple[str, str]], first: str
    ) -> None:
        language = spoken()
        wanted: QTreeWidgetItem | None = None
        for title, infos in lessons.items():
            head = QTreeWidgetItem(self.list, [title])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.setFirstColumnSpanned(True)
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            for info in infos:
                minutes = tr("1 minute") if info.minutes == 1 else tr("{n} minutes", n=info.minutes)
                gone = tr("yes") if (info.game, info.name) in done else ""
                row = QTreeWidgetItem(head, [info.title.get(language, info.title["en"]), minutes, gone])
                row.setData(0, ROW, len(self.infos))
                self.infos.append(info)
                if wanted is None or (info.game == first and self.info_of(wanted).game != first):
                    wanted = row
        self.list.expandAll()
        if wanted is not None:
            self.list.setCurrentItem(wanted)
        self.list.resizeColumnToContents(0)

    def info_of(self, item: QTreeWidgetItem) -> LessonInfo:
        """The lesson of a row."""
        return self.infos[int(item.data(0, ROW))]

    @property
    def info(self) -> LessonInfo | None:
        """The lesson that is chosen; None: none is."""
        item = self.list.currentItem()
        return None if item is None or item.data(0, ROW) is None else self.info_of(item)

    def _on_current(self) -> None:
        info = self.info
        self.begin.setEnabled(info is not None)
        self.blurb.setText("" if info is None else info.blurb.get(spoken(), info.blurb["en"]))

    def _on_begin(self) -> None:
        info = self.info
        if info is not None:
            self.close()
            self.chosen.emit(info)
