"""The layers: what the game can draw over the map, what the map itself draws, and the legend of what is on show."""

from __future__ import annotations

import itertools
from typing import ClassVar

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.overlays import Overlays
from hexbench.ui.docks.panel import DeskPanel
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.look.patterns import pattern_brush
from hexbench.ui.widgets.page import Page, fact_rows
from hexbench.ui.widgets.parts import PlainLabel

MAP_LAYERS = (
    ("counters", mark("Counters and markers")),
    ("sketches", mark("Pins, notes and arrows")),
    ("numbers", mark("Hex numbers")),
    ("names", mark("Names")),
    ("roads", mark("Roads")),
    ("lines", mark("Lines")),
    ("grid", mark("Hex grid")),
)
"""What of the map itself can be taken off: the canvas's own names and ours."""
ABOVE = ("counters", "sketches")
"""Those of them that lie on the printed map."""
ABOUT = {"unit": mark(" (selected unit)"), "hex": mark(" (hex under study)"), "way": mark(" (selected unit)")}


class LayersPanel(DeskPanel):
    """``layer_changed(name, shown)`` says what the map itself shows."""

    key: ClassVar[str] = "layers"
    title: ClassVar[str] = mark("Layers")
    layer_changed = Signal(str, bool)

    def __init__(self, desk: Desk, overlays: Overlays, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.overlays = overlays
        self.box.setContentsMargins(0, 0, 0, 0)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setSpacing(3)
        column.addWidget(_heading(tr("Over the map")))
        self.kinds = QVBoxLayout()
        self.kinds.setSpacing(2)
        column.addLayout(self.kinds)
        self.none = PlainLabel(tr("This game draws none here."))
        self.none.setProperty("role", "muted")
        column.addWidget(self.none)
        self.legend_head = _heading(tr("Legend"))
        column.addSpacing(6)
        column.addWidget(self.legend_head)
        self.legend = QGridLayout()
        self.legend.setHorizontalSpacing(8)
        self.legend.setVerticalSpacing(3)
        self.legend.setColumnStretch(1, 1)
        column.addLayout(self.legend)
        self.facts = Page()
        self.facts.setObjectName("layers.facts")
        self.facts.setAccessibleName(tr("What the overlays found"))
        self.facts.rule_asked.connect(desk.rule_asked)
        self.facts.hexes_asked.connect(desk.hexes_lit)
        self.facts.setMinimumHeight(70)
        column.addWidget(self.facts)
        column.addSpacing(6)
        column.addWidget(_heading(tr("The map itself")))
        self.boxes: dict[str, QCheckBox] = {}
        for name, text in MAP_LAYERS:
            box = QCheckBox(tr(text))
            box.setObjectName(f"layer.{name}")
            box.setChecked(True)
            box.toggled.connect(self._on_layer)
            self.boxes[name] = box
            column.addWidget(box)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it takes the keyboard
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        self.box.addWidget(scroll)
        self.kind_boxes: dict[str, QCheckBox] = {}
        overlays.listed.connect(self._on_listed)
        overlays.switched.connect(self.renew)
        overlays.changed.connect(self._on_overlay)
        self._on_listed()

    @property
    def content(self) -> object:
        """What is on, and what it found."""
        return tuple(self.kind_boxes), tuple(self.overlays.on), tuple(self.overlays.shown.items())

    def refresh(self) -> None:
        """Tick what is on; show its legend and what it found."""
        for key, box in self.kind_boxes.items():
            box.blockSignals(True)
            box.setChecked(key in self.overlays.on)
            box.blockSignals(False)
        self._legend()

    def show_layers(self, hidden: list[str]) -> None:
        """Tick the map's own layers but those hidden."""
        for name, box in self.boxes.items():
            box.setChecked(name not in hidden)

    @property
    def hidden(self) -> list[str]:
        """The map's own layers that are off."""
        return [name for name, box in self.boxes.items() if not box.isChecked()]

    @property
    def hidden_print(self) -> list[str]:
        """Those of them that are printed on the map."""
        return [name for name in self.hidden if name not in ABOVE]

    def _legend(self) -> None:
        clear(self.legend)
        row = 0
        rows: list[str] = []
        seen: dict[str, None] = {}
        for overlay in self.overlays.shown.values():
            for line in overlay.legend:
                key = f"{line.tone}/{tell(line.text)}"
                if key in seen:
                    continue
                seen[key] = None
                swatch = PlainLabel()
                swatch.setPixmap(tone_swatch(self.desk.palette, line.tone, self.devicePixelRatioF()))
                text = PlainLabel(tell(line.text))
                text.setWordWrap(True)
                self.legend.addWidget(swatch, row, 0, Qt.AlignmentFlag.AlignTop)
                self.legend.addWidget(text, row, 1)
                row += 1
            if overlay.facts:
                rows.append(fact_rows(overlay.facts, self.desk.palette.chrome.muted))
        self.legend_head.setVisible(row > 0)
        self.facts.setVisible(bool(rows))
        self.facts.show_html(f'<table cellspacing="0">{"".join(rows)}</table>' if rows else "")

    def _on_listed(self) -> None:
        clear(self.kinds)
        self.kind_boxes = {}
        for choice in self.overlays.choices:
            box = QCheckBox(choice.title + tr(ABOUT.get(choice.subject, "")))
            box.setObjectName(f"overlay.{choice.key}")
            box.setToolTip(as_it_is(choice.help))
            box.setChecked(choice.key in self.overlays.on)
            box.toggled.connect(self._on_kind)
            self.kind_boxes[choice.key] = box
            self.kinds.addWidget(box)
        self.none.setVisible(not self.kind_boxes)
        chain = [*self.kind_boxes.values(), self.facts, *self.boxes.values()]
        for one, other in itertools.pairwise(chain):
            QWidget.setTabOrder(one, other)
        self.renew()

    def _on_overlay(self) -> None:
        self.renew()

    def _on_kind(self, on: bool) -> None:
        self.overlays.switch(self.sender().objectName().partition(".")[2], on)

    def _on_layer(self, on: bool) -> None:
        self.layer_changed.emit(self.sender().objectName().partition(".")[2], on)


def _heading(text: str) -> QLabel:
    label = PlainLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label


def clear(layout: QVBoxLayout | QGridLayout) -> None:
    """Take every widget out of a layout and delete it."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def tone_swatch(palette: Palette, tone: str, ratio: float) -> QPixmap:
    """A small picture of a tone: its colour with its pattern."""
    style = palette.tone(tone)
    pixmap = QPixmap(round(26 * ratio), round(16 * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(colour(palette.map.paper))
    painter = QPainter(pixmap)
    box = QRectF(0.5, 0.5, 25, 15)
    painter.fillRect(box, colour(style.fill, max(style.alpha, 120)))
    brush = pattern_brush(style.pattern, style.ink, 190, 1.0, ratio)
    if brush.style() != Qt.BrushStyle.NoBrush:
        painter.fillRect(box, brush)
    painter.setPen(QPen(colour(style.ink), 1))
    painter.drawRect(box)
    painter.end()
    return pixmap
