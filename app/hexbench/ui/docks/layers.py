"""The layers: what the game can draw over the map, what the map itself draws, and the legend of what is on show."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec
from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QCheckBox, QGridLayout, QVBoxLayout, QWidget

from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Trail
from hexbench.engine.risk import RISK
from hexbench.engine.values import Say, say
from hexbench.session.replay import last_player_turn
from hexbench.ui.bridge import Shift
from hexbench.ui.docks.desk import Desk, DeskPanel, side_title
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.look.palette import Palette, colour
from hexbench.ui.look.patterns import pattern_brush
from hexbench.ui.widgets.background import BackgroundTask
from hexbench.ui.widgets.page import Page, fact_rows
from hexbench.ui.widgets.parts import PlainLabel, WordyBox, empty, heading, laid, named, scrolled

# Which overlays lie over the map: switched by panel, menu or key, and asked for anew when what they are
# about changes.

LAST_TURN = "last_turn"
"""Kind of the overlay that shows the ways gone in the last player turn."""
_LAST_HELP = mark("Arrows for every move and retreat in the previous player turn that your side knows of")
SLOW = frozenset({RISK.kind})
"""Kinds that are worked out between two events."""
ASKED = {
    "": mark("Drawn over the whole map, with its legend below"),
    "unit": mark("Drawn for the selected unit, own or enemy, with its legend below"),
    "hex": mark("Drawn for the hex you are looking at, with its legend below"),
    "side": mark("Drawn for this side, with its legend below"),
    "way": mark("Drawn from the selected unit to the hex pointed at, with its legend below"),
}
"""What is said of an overlay of which its game says nothing."""
TONES = {"retreat": "retreat"}
GONE = {"moved": say("moved"), "retreat": say("retreated")}


class Choice(msgspec.Struct, frozen=True):
    """One overlay that can be switched on. ``key`` names it; ``side`` is set for those asked about a side."""

    key: str
    kind: str
    title: str
    subject: str
    side: str = ""
    standing: bool = False
    help: str = ""


class Overlays(QObject):
    """``changed(key, Overlay or None)``: put this over the map. ``listed()``: other choices. ``switched()``: on or off."""

    changed = Signal(str, object)
    listed = Signal()
    switched = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.choices: tuple[Choice, ...] = ()
        self.on: dict[str, None] = {}
        """Keys of those switched on, in order; kept when a game does not have them."""
        self.at_first: tuple[str, ...] = ()
        """Those that the game was opened with."""
        self.pointed = ""
        """The hex under the pointer."""
        self.shown: dict[str, Overlay] = {}
        self.works: dict[str, BackgroundTask] = {}
        """key -> what works out an overlay that takes longer than a window may stand still."""
        desk.refreshed.connect(self._on_refreshed)
        desk.units_changed.connect(self._on_units)
        desk.hex_changed.connect(self._on_hex)

    def switch(self, key: str, on: bool) -> None:
        """Switch one on or off."""
        if on == (key in self.on):
            return
        if on:
            self.on[key] = None
        else:
            del self.on[key]
        self._draw(key)
        self.switched.emit()

    def step_through(self, keys: Sequence[str]) -> str:
        """Show the next of some overlays that exclude each other, after the last none; the key of the one shown, or empty."""
        have = [choice.key for choice in self.choices if choice.key in keys]
        now = next((key for key in have if key in self.on), "")
        for key in have:
            self.switch(key, on=False)
        after = have[have.index(now) + 1 :] if now else have
        if after:
            self.switch(after[0], on=True)
        return after[0] if after else ""

    def tips(self, at: str) -> str:
        """What the overlays on show tell of a hex while the pointer rests on it; empty: nothing."""
        found = (tell(s.tip) for o in self.shown.values() for s in o.shades if s.hex == at and s.tip.template)
        return " ".join(dict.fromkeys(found))

    def switch_all_off(self) -> None:
        """Clear the map of all overlays."""
        for key in list(self.on):
            self.switch(key, False)

    def restore(self, keys: list[str]) -> None:
        """Switch these on, as they were when the game was last closed."""
        self.at_first = tuple(keys)
        self.on = self._with_standing(keys)
        for key in self.on:
            self._draw(key)
        self.switched.emit()

    def put(self, keys: Sequence[str]) -> None:
        """Switch these on, beside those that are always shown, and all others off; those that stay as they are are not drawn again."""
        before, self.on = self.on, self._with_standing(keys)
        for key in {**before, **self.on}:
            if (key in before) != (key in self.on):
                self._draw(key)
        self.switched.emit()

    def _with_standing(self, keys: Sequence[str]) -> dict[str, None]:
        return dict.fromkeys((*keys, *(choice.key for choice in self.choices if choice.standing)))

    def point(self, at: str) -> None:
        """The hand points at another hex; off the map what was shown last stays."""
        if at and at != self.pointed:
            self.pointed = at
            self._draw_about("way")

    def _on_refreshed(self, shift: Shift) -> None:
        seat = self.desk.seat
        sides: tuple[str, ...] = () if seat is None else seat.rules.sides
        choices: list[Choice] = []
        for kind in () if seat is None else seat.overlays():
            if kind.subject == "pair":
                continue  # the line tool asks for these
            title = tell(kind.title)
            if kind.subject == "side":
                choices += [
                    Choice(
                        f"{kind.kind}/{s}",
                        kind.kind,
                        f"{title}: {side_title(s, seat)}",
                        "side",
                        s,
                        help=_help(kind),
                    )
                    for s in sides
                ]
            else:
                choices.append(
                    Choice(
                        kind.kind, kind.kind, title, kind.subject, standing=kind.standing, help=_help(kind)
                    )
                )
        if seat is not None:
            choices.append(
                Choice(LAST_TURN, LAST_TURN, tr("Moves of the last player turn"), "", help=tr(_LAST_HELP))
            )
        if tuple(choices) != self.choices:
            for choice in self.choices:
                self._show(choice.key, None)
            self.choices = tuple(choices)
            self.listed.emit()
        for key in self.on:
            self._draw(key)

    def _on_units(self) -> None:
        self._draw_about("unit")
        self._draw_about("way")

    def _on_hex(self) -> None:
        self._draw_about("hex")
        self.point(self.desk.hex)

    def _draw_about(self, subject: str) -> None:
        for choice in self.choices:
            if choice.subject == subject and choice.key in self.on:
                self._draw(choice.key)

    def _draw(self, key: str) -> None:
        desk = self.desk
        choice = next((c for c in self.choices if c.key == key), None)
        if key in self.works:
            self.works[key].stop()
        if choice is None or key not in self.on or desk.seat is None:
            self._show(key, None)
            return
        if choice.kind == LAST_TURN:
            self._show(key, self._last_turn())
            return
        unit = desk.units[0] if desk.units else ""
        way = f"{unit} {self.pointed}" if unit and self.pointed else ""
        subject = {"side": choice.side, "unit": unit, "hex": desk.hex, "way": way}
        about = subject.get(choice.subject, "")
        if choice.subject and not about:
            self._show(key, None)
        elif choice.kind in SLOW:
            self._work_out(key, choice.kind, about)
        else:
            self._show(key, desk.seat.overlay(choice.kind, about))

    def _work_out(self, key: str, kind: str, about: str) -> None:
        """Have an overlay worked out between two events; what was shown before was about something else, and goes at once."""
        seat = self.desk.seat
        assert seat is not None, "nothing is drawn without a seat"
        work = self.works.setdefault(key, BackgroundTask(self))

        def steps() -> Iterator[None]:
            found = None
            for found in seat.overlay_steps(kind, about):  # noqa: B007 - the last is the answer
                yield
            self._show(key, found)

        self._show(key, None)
        work.begin(steps())
        work.slice()

    def _last_turn(self) -> Overlay | None:
        """Arrows along the ways that were gone, one for each way, as the viewer was told of them."""
        bridge = self.desk.bridge
        if bridge.session is None:
            return None
        found = last_player_turn(
            bridge.session, bridge.past, common=bridge.open_for is not None, side=bridge.viewer
        )
        if found is None:
            return None
        ways = dict.fromkeys((TONES.get(how, "moved"), path) for how, path in found.moves)
        used = dict.fromkeys(tone for tone, _ in ways)
        side = side_title(found.side, self.desk.seat)
        title = say("Moves of the last player turn: {side}", side=side)
        legend = tuple(Legend(tone, say("{side}: {what}", side=side, what=GONE[tone])) for tone in used)
        facts = (Fact(Say(side), say("{n} moves", n=len(found.moves))),)
        trails = tuple(Trail(path, tone) for tone, path in ways)
        return Overlay(LAST_TURN, title, trails=trails, legend=legend, facts=facts)

    def _show(self, key: str, overlay: Overlay | None) -> None:
        if overlay is None:
            if key not in self.shown:
                return
            del self.shown[key]
        elif self.shown.get(key) == overlay:
            return
        else:
            self.shown[key] = overlay
        self.changed.emit(key, overlay)


def _help(kind: OverlayKind) -> str:
    return tell(kind.help) or tr(ASKED.get(kind.subject, ""))


_MAP_LAYERS = (
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
_ABOUT = {
    "unit": mark(" (selected unit)"),
    "hex": mark(" (hex under study)"),
    "way": mark(" (selected unit)"),
}


class LayersPanel(DeskPanel):
    """``layer_changed(name, shown)`` says what the map itself shows."""

    key: ClassVar[str] = "layers"
    title: ClassVar[str] = mark("Layers")
    layer_changed = Signal(str, bool)

    def __init__(self, desk: Desk, overlays: Overlays, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.overlays = overlays
        self.hidden: list[str] = []
        """The map's own layers that are off."""
        self.box.setContentsMargins(0, 0, 0, 0)
        overlays.listed.connect(self._on_listed)
        overlays.switched.connect(self.renew)
        overlays.changed.connect(self._on_overlay)

    def lay_out(self) -> None:
        """A box to tick for each overlay, what they mean, and a box for each layer of the map."""
        desk = self.desk
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setSpacing(3)
        column.addWidget(heading(tr("Over the map"), wraps=False))
        self.kinds = QVBoxLayout()
        self.kinds.setSpacing(2)
        laid(column, self.kinds)
        self.none = named(PlainLabel(tr("This game has none of these.")), role="muted")
        column.addWidget(self.none)
        self.legend_head = heading(tr("Legend"), wraps=False)
        column.addSpacing(6)
        column.addWidget(self.legend_head)
        self.legend = QGridLayout()
        self.legend.setHorizontalSpacing(8)
        self.legend.setVerticalSpacing(3)
        self.legend.setColumnStretch(1, 1)
        laid(column, self.legend)
        self.facts = named(Page(), "layers.facts", tr("Overlay results"))
        self.facts.rule_asked.connect(desk.rule_asked)
        self.facts.hexes_asked.connect(desk.hexes_lit)
        self.facts.setMinimumHeight(70)
        column.addWidget(self.facts)
        column.addSpacing(6)
        column.addWidget(heading(tr("The map itself"), wraps=False))
        self.boxes: dict[str, QCheckBox] = {}
        for name, text in _MAP_LAYERS:
            box = named(WordyBox(tr(text)), f"layer.{name}")
            box.setChecked(name not in self.hidden)
            box.toggled.connect(self._on_layer)
            self.boxes[name] = box
            column.addWidget(box)
        column.addStretch(1)
        scroll = scrolled(inner)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # everything in it wraps
        self.box.addWidget(scroll)
        self.kind_boxes: dict[str, QCheckBox] = {}
        self._list_kinds()

    @property
    def content(self) -> object:
        """What is on, and what it found."""
        return self.overlays.choices, tuple(self.overlays.on), tuple(self.overlays.shown.items())

    def refresh(self) -> None:
        """Tick what is on; show its legend and what it found."""
        for key, box in self.kind_boxes.items():
            box.blockSignals(True)
            box.setChecked(key in self.overlays.on)
            box.blockSignals(False)
        self._legend()

    def show_layers(self, hidden: list[str]) -> None:
        """Tick the map's own layers but those hidden."""
        for name, _ in _MAP_LAYERS:
            self.show_layer(name, name not in hidden)

    def show_layer(self, name: str, shown: bool) -> None:
        """Put one of the map's own layers on it, or take it off."""
        if shown != (name in self.hidden):
            return
        off = {*self.hidden, name} if not shown else {*self.hidden} - {name}
        self.hidden = [one for one, _ in _MAP_LAYERS if one in off]
        if not self.bare:
            self.boxes[name].setChecked(shown)
        self.layer_changed.emit(name, shown)

    @property
    def hidden_print(self) -> list[str]:
        """Those of them that are printed on the map."""
        return [name for name in self.hidden if name not in ABOVE]

    def _legend(self) -> None:
        empty(self.legend)
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
                swatch.setPixmap(_tone_swatch(self.desk.palette, line.tone, self.devicePixelRatioF()))
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
        if not self.bare:
            self._list_kinds()
            self.renew()

    def _list_kinds(self) -> None:
        empty(self.kinds)
        self.kind_boxes = {}
        for choice in self.overlays.choices:
            box = named(
                WordyBox(choice.title + tr(_ABOUT.get(choice.subject, ""))),
                f"overlay.{choice.key}",
                tip=choice.help,
            )
            box.setChecked(choice.key in self.overlays.on)
            box.toggled.connect(self._on_kind)
            self.kind_boxes[choice.key] = box
            self.kinds.addWidget(box)
        self.none.setVisible(not self.kind_boxes)
        chain = [*self.kind_boxes.values(), self.facts, *self.boxes.values()]
        for one, other in itertools.pairwise(chain):
            QWidget.setTabOrder(one, other)

    def _on_overlay(self) -> None:
        self.renew()

    def _on_kind(self, on: bool) -> None:
        self.overlays.switch(self.sender().objectName().partition(".")[2], on)

    def _on_layer(self, on: bool) -> None:
        self.show_layer(self.sender().objectName().partition(".")[2], on)


def _tone_swatch(palette: Palette, tone: str, ratio: float) -> QPixmap:
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
