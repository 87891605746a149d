"""The dialog before printing or exporting: which part, how large, on which sheets, with a preview."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QCloseEvent, QImage, QPainter
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from hexbench.store.strict import BadFile
from hexbench.ui.look.language import as_it_is, tr, why
from hexbench.ui.print.chart import WIDE, Preview
from hexbench.ui.widgets.background import BackgroundTask, TaskBar, once
from hexbench.ui.widgets.choices import DropDown, FractionBox, NumberBox
from hexbench.ui.widgets.parts import PlainLabel, laid, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.ui.shell.paperjobs import Job

_DELAY = 120
"""Milliseconds after the last change before the preview is drawn anew."""
PARTS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("view", lambda: tr("What the window shows")),
    ("whole", lambda: tr("The whole map")),
    ("chosen", lambda: tr("Around the selection")),
    ("frame", lambda: tr("A frame drawn on the map")),
)


class PaperForm(QDialog):
    """One job with its choices. ``frame_asked()``: a frame must be drawn on the map; ``print_asked()``;
    ``written(path)``.
    """

    frame_asked = Signal()
    print_asked = Signal()
    save_asked = Signal()
    written = Signal(str)

    def __init__(self, job: Job, parent: QWidget) -> None:
        super().__init__(parent)
        self.job = job
        self.setObjectName("paper")
        self.setWindowTitle(job.title)
        self.form = QFormLayout()
        self.preview = Preview()
        self.preview.setToolTip(tr("A small preview of the result with these choices"))
        self.said = named(wrapped_label(), "paper.said")
        self.said.setMinimumWidth(250)
        self.part = self._part() if "part" in job.fields else None
        self.scale = (
            self._number("scale", tr("Scale"), 25, 200, job.scale, " %") if "scale" in job.fields else None
        )
        self.paper = self._papers() if "paper" in job.fields else None
        self.across = (
            self._number("across", tr("Sheets side by side"), 1, 8, 1, "") if "across" in job.fields else None
        )
        self.pitch = self._pitch() if "across" in job.fields else None
        self.side = self._sides() if "side" in job.fields else None
        self.format = self._formats() if "format" in job.fields else None
        self.ticks: dict[str, QCheckBox] = {}
        for name, text, help_ in _ticks():
            if name in job.fields:
                self.ticks[name] = self._tick(name, text, help_, on=job.ticked.get(name, True))
        main = self._buttons(job)
        self.task = BackgroundTask(self)
        self.task.ended.connect(self._on_ended)
        self.bar = TaskBar(self.task, tr("Drawing"))
        self._path = Path()
        self.fault = ""
        """Why the last file could not be written."""
        self.bar.cancel.setToolTip(tr("Stop now; no file is written"))
        self.choices = QWidget()
        self.choices.setLayout(self.form)
        self.form.setContentsMargins(0, 0, 0, 0)
        left = laid(QVBoxLayout(), self.choices, self.said, None)
        both = laid(QHBoxLayout(), (left, 1), self.preview)
        buttons = laid(QHBoxLayout(), None)
        for button in (self.print, self.save, self.cancel):
            button.setAutoDefault(button is main)
            buttons.addWidget(button)
        laid(QVBoxLayout(self), (both, 1), self.bar, buttons)
        self._later = once(self, self.look, _DELAY)
        self.look()

    def _buttons(self, job: Job) -> QPushButton:
        """Make the buttons; the one that is pressed by Enter."""
        self.save = named(
            QPushButton(tr("Save as…")), "paper.save", tip=tr("Choose a file name and write the file")
        )
        self.save.clicked.connect(self.save_asked)
        self.print = named(
            QPushButton(tr("Print preview…")),
            "paper.print",
            tip=tr("See every sheet as it will be printed, then print"),
        )
        self.print.clicked.connect(self.print_asked)
        self.print.setVisible(job.sheets)
        self.cancel = named(
            QPushButton(tr("Cancel")), "paper.cancel", tip=tr("Close without writing anything")
        )
        self.cancel.clicked.connect(self.reject)
        main = self.print if job.prints else self.save
        main.setDefault(True)
        return main

    # ---- the choices
    def _row(self, name: str, label: str, widget: QWidget, help_: str) -> None:
        widget.setObjectName(f"paper.{name}")
        widget.setAccessibleName(label)
        widget.setToolTip(as_it_is(help_))
        text = PlainLabel(label)
        text.setBuddy(widget)
        self.form.addRow(text, widget)

    def _part(self) -> QComboBox:
        box = DropDown()
        for key, words in PARTS:
            if key != "chosen" or self.job.has_chosen:
                box.addItem(words(), key)
        box.setCurrentIndex(max(0, box.findData(self.job.part_key)))
        box.activated.connect(self._on_part)
        self._row("part", tr("Part of the map"), box, tr("The whole map, or only part of it"))
        return box

    def _papers(self) -> QComboBox:
        box = DropDown()
        for key in ("A4", "A3", "Letter"):
            box.addItem(key, key)
        if "across" in self.job.fields:
            box.addItem(tr("One page as large as the map"), "map")
        box.currentIndexChanged.connect(self.changed)
        self._row("paper", tr("Paper"), box, tr("The paper size; portrait or landscape is chosen to fit"))
        return box

    def _number(self, name: str, label: str, least: int, most: int, value: int, suffix: str) -> QSpinBox:
        box = NumberBox()
        box.setRange(least, most)
        box.setValue(value)
        box.setSuffix(suffix)
        box.valueChanged.connect(self.changed)
        if name == "scale":
            box.setSingleStep(25)
            help_ = tr("At 100 % a counter has its full size: 58 pixels")
        else:
            help_ = tr("More than one makes a poster: sheets that overlap, with cutting marks")
        self._row(name, label, box, help_)
        return box

    def _pitch(self) -> QDoubleSpinBox:
        box = FractionBox()
        box.setRange(4.0, 40.0)
        box.setDecimals(1)
        box.setValue(14.0)
        box.setSuffix(" mm")
        box.valueChanged.connect(self.changed)
        self._row(
            "pitch",
            tr("Hex width"),
            box,
            tr("From the centre of one hex to that of the next, on the single large page"),
        )
        return box

    def _sides(self) -> QComboBox:
        box = DropDown()
        box.addItem(tr("All that you know of"), "")
        for side, name in self.job.sides:
            box.addItem(name, side)
        box.currentIndexChanged.connect(self.changed)
        self._row("side", tr("Whose units"), box, tr("Cards for one side only, or for both"))
        return box

    def _formats(self) -> QComboBox:
        box = DropDown()
        box.addItem(tr("One HTML page, maps included"), ".html")
        box.addItem(tr("Markdown, maps in a folder beside it"), ".md")
        box.currentIndexChanged.connect(self.changed)
        self._row(
            "format",
            tr("Format"),
            box,
            tr("HTML opens in any browser; Markdown is plain text for notes and forums"),
        )
        return box

    def _tick(self, name: str, text: str, help_: str, *, on: bool) -> QCheckBox:
        box = named(QCheckBox(text), f"paper.{name}", tip=help_)
        box.setChecked(on)
        box.toggled.connect(self.changed)
        self.form.addRow("", box)
        return box

    def ticked(self, name: str) -> bool:
        """Whether a box is ticked; one that is not there is."""
        return name not in self.ticks or self.ticks[name].isChecked()

    def _on_part(self) -> None:
        assert self.part is not None, "it was just used"
        if self.part.currentData() == "frame":
            self.frame_asked.emit()
        else:
            self.changed()

    def changed(self) -> None:
        """Something was chosen: look at it soon."""
        self._later.start()

    def look(self) -> None:
        """Show what would be made now, and say how large it gets."""
        self._later.stop()
        one_page = self.paper is not None and self.paper.currentData() == "map"
        if self.across is not None and self.pitch is not None:
            self.across.setEnabled(not one_page)
            self.pitch.setEnabled(one_page)
        words, wrong, image, boxes = self.job.look(self, WIDE * 2)
        self.said.setText(words)
        self.said.setProperty("role", "bad" if wrong else "muted")
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.preview.show_image(image, boxes)
        for button in (self.save, self.print):
            button.setEnabled(not wrong)

    # ---- doing it
    def begin(self, path: Path) -> None:
        """Write it, with a bar and a way to stop."""
        self._path, self.fault = path, ""
        work, steps = self.job.work(self, path)
        for widget in (self.save, self.print, self.choices):
            widget.setEnabled(False)
        self.task.begin(self._careful(work), steps)

    def _careful(self, work: Iterator[object]) -> Iterator[object]:
        try:
            yield from work
        except BadFile as fault:
            self.fault = why(fault)

    def _on_ended(self, whole: bool) -> None:
        for widget in (self.save, self.print, self.choices):
            widget.setEnabled(True)
        if whole and not self.fault:
            self.accept()
            self.written.emit(str(self._path))

    def done(self, result: int) -> None:
        self._later.stop()
        self.task.stop()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._later.stop()
        self.task.stop()
        super().closeEvent(event)


def _ticks() -> tuple[tuple[str, str, str], ...]:
    return (
        ("counters", tr("Counters and markers"), tr("Off: only the printed map, to play on or write on")),
        (
            "overlays",
            tr("What is shown over the map"),
            tr("Reach, zones, supply and whatever else is now switched on"),
        ),
        ("drawings", tr("Pins, notes and arrows"), tr("Your own drawings on the map")),
        (
            "legend",
            tr("Legend and notes"),
            tr("Below the map: what the shading means and what is a reconstruction"),
        ),
        (
            "maps",
            tr("A small map for each turn"),
            tr("Drawn as your side knew the position at the end of that turn"),
        ),
    )


def sheet_image(paint: Callable[[QPainter, QRectF], None], whole: QRectF, width: int) -> QImage:
    """Something laid out in dots as a small image."""
    k = width / max(whole.width(), whole.height())
    image = QImage(
        max(1, round(whole.width() * k)), max(1, round(whole.height() * k)), QImage.Format.Format_RGB32
    )
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(k, k)
    painter.translate(-whole.topLeft())
    paint(painter, whole)
    painter.end()
    return image
