"""Learn by playing: the list of all lessons, by game, with what each teaches and whether it was gone through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hexbench.store.lessons import LessonInfo
from hexbench.ui.look.language import as_it_is, tr
from hexbench.ui.look.tongues import spoken
from hexbench.ui.widgets.parts import HintLabel

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
        """``lessons``: title of a game -> its lessons; ``done``: (game, name) of those gone through; ``first``: the game to begin at."""
        super().__init__(parent)
        self.setObjectName("lessons")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Learn by playing"))
        self.infos: list[LessonInfo] = []
        intro = HintLabel(
            tr("A small battle on the map, step by step: what to do and why, and a little game at the end.")
        )
        intro.setProperty("role", "muted")
        self.list = QTreeWidget()
        self.list.setObjectName("lessons.list")
        self.list.setAccessibleName(tr("Lessons"))
        self.list.setToolTip(tr("Choose a lesson; Enter or a double click begins it"))
        self.list.setHeaderLabels([tr("Lesson"), tr("Takes"), tr("Gone through")])
        self.list.setRootIsDecorated(False)
        self.list.setAllColumnsShowFocus(True)
        self.blurb = HintLabel()
        self.blurb.setObjectName("lessons.blurb")
        self.faults = HintLabel("\n".join(left_out))
        self.faults.setObjectName("lessons.left_out")
        self.faults.setProperty("role", "muted")
        self.faults.setVisible(bool(left_out))
        buttons = QDialogButtonBox()
        self.begin = buttons.addButton(tr("Begin the lesson"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.begin.setObjectName("lessons.begin")
        self.begin.setToolTip(as_it_is(tr("Begin it; a game that is open is saved already")))
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
