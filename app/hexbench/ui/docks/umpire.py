"""The umpire's hand: everything that may be changed of the selected units, the hex under study and the game as a whole."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.documents.fields import AT, YES, FieldValue, field_values
from hexbench.engine.umpire import UMPIRE
from hexbench.engine.values import Action
from hexbench.ui.docks.desk import Desk, DeskPanel
from hexbench.ui.docks.stack import place_name
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.widgets.choices import ChoiceBox, NumberBox
from hexbench.ui.widgets.parts import Across, NoteLabel, PlainLabel, WordyButton, laid, named

IDLE = mark(
    "The umpire's hand lets you move any counter anywhere and change steps, states, markers "
    "and numbers. Everyone can see that it was used: in the log, in the title and in the "
    "file. In study mode it is always available; otherwise all players must agree first."
)
_BUSY = mark("Drag any counter to any hex, or change the values below. Every change can be undone.")

Row = tuple[tuple[str, ...], FieldValue]
"""(subjects, lever as it stands for the first of them)."""


class UmpirePanel(DeskPanel):
    """``amended(Action)``: change this. ``hand_asked(bool)``: take the hand, or put it away."""

    key: ClassVar[str] = "umpire"
    title: ClassVar[str] = mark("Umpire")
    amended = Signal(object)
    hand_asked = Signal(bool)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.on = False
        desk.units_changed.connect(self.renew)
        desk.hex_changed.connect(self.renew)

    def lay_out(self) -> None:
        """What it is for, the button that takes it, and room for all that may be changed."""
        self.note = named(NoteLabel(), role="muted")
        self.hand = named(
            WordyButton(),
            "umpire.hand",
            tip=tr(
                "Needs the agreement of all players, or study mode; after that you can "
                "change the position freely"
            ),
        )
        self.hand.clicked.connect(self._on_hand)
        self.area = QScrollArea()
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it takes the keyboard
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        laid(self.box, self.note, self.hand, (self.area, 1))
        self._shape: object = None
        """Which rows stand there now: as long as they stay the same only their values change."""
        self._widgets: dict[str, QWidget] = {}
        self._rows: dict[str, tuple[tuple[str, ...], str]] = {}
        """name of a widget -> (subjects, lever)."""
        self._quiet = False
        self.place: QComboBox | None = None
        self._say()

    def switch(self, on: bool) -> None:
        """The hand is taken or put away."""
        self.on = on
        if not self.bare:
            self._say()  # at once: behind a tab the rest may wait
        self.renew()

    def _say(self) -> None:
        self.note.setText(tr(_BUSY if self.on else IDLE))
        self.hand.setText(tr("Put the umpire's hand away") if self.on else tr("Take the umpire's hand…"))

    # ---- what is shown
    @property
    def _units(self) -> tuple[str, ...]:
        return tuple(uid for uid in self.desk.units if self.desk.face(uid) is not None)

    def refresh(self) -> None:
        """Show what may be changed now."""
        seat = self.desk.seat
        if not self.on or seat is None or seat.side is not None:
            self._shape = None
            self._widgets = {}
            self.place = None
            self._put_in(QWidget())
            return
        sections = self._sections()
        at = self.desk.at(self._units[0]) if self._units else ""
        shape = [(title, [(refs, k.key, k.choices, k.most) for refs, k in rows]) for title, rows in sections]
        whole = (shape, self._units, seat.rules.boxes(seat.s))
        if whole != self._shape:
            self._build(sections)
            self._shape = whole
        self._quiet = True
        for _, rows in sections:
            for refs, field in rows:
                _set(self._widgets[_name(refs, field)], field)
        if self.place is not None:
            found = self.place.findData(at)
            self.place.setCurrentIndex(found)
            self.place.setEditText(self.place.itemText(found) if found >= 0 else at)
        self._quiet = False

    def _sections(self) -> list[tuple[str, list[Row]]]:
        seat, desk = self.desk.seat, self.desk
        assert seat is not None, "asked only with a seat"
        rules, state, units = seat.rules, seat.s, self._units
        out: list[tuple[str, list[Row]]] = []
        if units:
            face = desk.face(units[0])
            name = tell(face.title) if face is not None else units[0]
            title = name if len(units) == 1 else tr("{name} and {n} more", name=name, n=len(units) - 1)
            common = [{k.key for k in field_values(rules, state, "unit", uid)} for uid in units]
            shown = [
                k for k in field_values(rules, state, "unit", units[0]) if all(k.key in one for one in common)
            ]
            out.append((title, [(units, field) for field in shown]))
        at = desk.hex
        atlas = rules.atlas
        if at in atlas.index:
            rows: list[Row] = [((at,), field) for field in field_values(rules, state, "hex", at)]
            i = atlas.index[at]
            for way, j in enumerate(atlas.around[i]):
                if j >= 0:
                    side = atlas.side_of(i, way)
                    rows += [((side,), field) for field in field_values(rules, state, "side", side)]
            if rows:
                out.append((tr("Hex {at}", at=at), rows))
        out.append((tr("The game"), [((), field) for field in field_values(rules, state, "game")]))
        return out

    def _build(self, sections: list[tuple[str, list[Row]]]) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 6, 0)
        self._widgets, self._rows = {}, {}
        self.place = None
        for n, (title, rows) in enumerate(sections):
            head = PlainLabel(title)
            head.setWordWrap(True)
            font = head.font()
            font.setBold(True)
            head.setFont(font)
            column.addWidget(head)
            form = QFormLayout()
            form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
            form.setVerticalSpacing(4)
            if n == 0 and self._units:
                self._add_place(form)
            for refs, field in rows:
                widget = self._widget(refs, field)
                self._widgets[_name(refs, field)] = widget
                side = f" {refs[0]}" if field.of == "side" else ""
                label = f"{tell(field.say)}{side}"
                widget.setAccessibleName(label)
                widget.setToolTip(as_it_is(tr("{label}: change it with the umpire's hand", label=label)))
                form.addRow(label, widget)
            laid(column, form)
        column.addStretch(1)
        self._put_in(inner)

    def _put_in(self, inner: QWidget) -> None:
        """Show other widgets; those of before may be the very ones that ask for it, so they go later."""
        old = self.area.takeWidget()
        if old is not None:
            old.hide()
            old.deleteLater()
        self.area.setWidget(inner)

    def _add_place(self, form: QFormLayout) -> None:
        seat = self.desk.seat
        assert seat is not None, "asked only with a seat"
        self.place = place = ChoiceBox()
        place.setObjectName("umpire.at")
        place.setEditable(True)
        place.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        place.setAccessibleName(tr("Place"))
        place.setToolTip(tr("A hex number or a box; press Enter to put the units there"))
        place.setMinimumContentsLength(10)
        place.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        boxes = seat.rules.boxes(seat.s)
        for box in boxes:
            place.addItem(place_name(box, seat), box)
        put = named(
            QPushButton(tr("Put there")), "umpire.put", tip=tr("Move the selected units to that hex or box")
        )
        put.clicked.connect(self._on_put)
        off = named(
            QPushButton(tr("Take off the map")),
            "umpire.off",
            tip=tr("Move the selected units to the box {place}", place=place_name(boxes[0], seat))
            if boxes
            else tr("No box"),
        )
        off.setEnabled(bool(boxes))
        off.clicked.connect(self._on_off)
        edit = place.lineEdit()
        assert edit is not None, "it is editable"
        edit.returnPressed.connect(self._on_put)
        form.addRow(tr("Place"), place)
        form.addRow(Across((put, off)))

    def _widget(self, refs: tuple[str, ...], field: FieldValue) -> QWidget:
        if field.kind == "flag":
            box = QCheckBox()
            box.toggled.connect(self._on_flag)
            widget: QWidget = box
        elif field.kind == "number":
            spin = NumberBox()
            spin.setRange(field.least, field.most)
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(self._on_number)
            widget = spin
        else:
            combo = ChoiceBox()
            for value, title in field.choices:
                combo.addItem(tell(title), value)
            combo.activated.connect(self._on_choice)
            widget = combo
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.setObjectName(f"umpire.{_name(refs, field)}")
        self._rows[widget.objectName()] = (refs, field.key)
        return widget

    # ---- what is done
    def _on_hand(self) -> None:
        self.hand_asked.emit(not self.on)

    def _on_flag(self, on: bool) -> None:
        self._changed(YES if on else "")

    def _on_number(self, n: int) -> None:
        self._changed(str(n))

    def _on_choice(self, n: int) -> None:
        combo = self.sender()
        assert isinstance(combo, QComboBox), "only these are connected"
        self._changed(str(combo.itemData(n)))

    def _changed(self, value: str) -> None:
        if not self._quiet:
            refs, key = self._rows[self.sender().objectName()]
            self._amend(Action(UMPIRE, refs, value, key))

    def _on_put(self) -> None:
        if self.place is None or not self._units:
            return
        text = self.place.currentText().strip()
        found = self.place.findText(text, Qt.MatchFlag.MatchFixedString)
        at = str(self.place.itemData(found)) if found >= 0 else text.upper()
        if any(
            self.desk.at(uid) != at for uid in self._units
        ):  # a box hands its line Enter on: it comes twice
            self._amend(Action(UMPIRE, self._units, at, AT))

    def _on_off(self) -> None:
        seat = self.desk.seat
        if seat is not None and self._units:
            self._amend(Action(UMPIRE, self._units, seat.rules.boxes(seat.s)[0], AT))

    def _amend(self, action: Action) -> None:
        self.amended.emit(action)
        self.renew()  # where it was refused, the values go back


def _name(refs: tuple[str, ...], field: FieldValue) -> str:
    return f"{field.key}@{refs[0]}" if field.of == "side" else field.key


def _set(widget: QWidget, field: FieldValue) -> None:
    if isinstance(widget, QCheckBox):
        widget.setChecked(bool(field.value))
    elif isinstance(widget, QSpinBox):
        widget.setValue(int(field.value))
    elif isinstance(widget, QComboBox):
        widget.setCurrentIndex(widget.findData(field.value))
