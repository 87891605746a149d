"""A form generated from a game's options type: each option gets a widget that fits it.

It is folded at first, since most players never need it. Optional rules and balance come first, then the rulings:
sentences that can be read in more than one way, with a plain sentence for each reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, inspect
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QRadioButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.options import Option, options_of
from hexbench.store.strict import BadFile
from hexbench.ui.look.language import as_it_is, tell, tr, word
from hexbench.ui.widgets.choices import DropDown, FractionBox, NumberBox
from hexbench.ui.widgets.parts import HintLabel, PlainLabel, broken, empty, flush, laid, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue

MOST = 999
MARK = 30
"""What the mark of a radio button and its margins take of the width, in pixels."""
WORDY = 40
"""Letters from which on the values of an option are sentences, too long for a list that drops down."""
BETWEEN, BELOW = 3, 6
"""Pixels between readings and below the last."""
FIRST = 320
"""The width sentences are broken to before the form has one."""


class OptionsForm(QWidget):
    """One row for each option; ``values`` is plain data for the game to decode. ``changed()``: a value
    changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = QFormLayout()
        self.fold = named(
            QToolButton(),
            "options.fold",
            tip=tr(
                "Show or hide optional rules and disputed rules: both readings of each, the "
                "clauses, and why one is the default."
            ),
        )
        self.fold.setAutoRaise(True)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.clicked.connect(self._on_fold)
        self.folded = QWidget()
        inner = QVBoxLayout(self.folded)
        self.disputed = named(wrapped_label(), role="muted")
        self.rulings = QVBoxLayout()
        laid(flush(QVBoxLayout(self), 6), self.fold, self.folded)
        inner.setContentsMargins(12, 0, 0, 0)
        inner.setSpacing(8)
        laid(inner, self.form, self.disputed, self.rulings)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(14)
        self.form.setVerticalSpacing(6)
        self.rulings.setContentsMargins(0, 0, 0, 0)
        self.rulings.setSpacing(4)
        self.count = 0
        """How many rulings there are."""
        self.fields: dict[str, QWidget] = {}
        self._defaults: dict[str, Any] = {}

    def show_options(self, kind: type, given: dict[str, Any]) -> None:
        """Show the options of a game; ``given`` are the scenario's own values."""
        while self.form.rowCount():
            self.form.removeRow(0)
        empty(self.rulings)
        self.fields, self._defaults = {}, {}
        for option in options_of(kind):
            default = given.get(option.key, option.default)
            widget = self._widget(option, default)
            if widget is None:
                continue
            title = tell(_title(option))
            widget.setObjectName(f"option.{option.key}")
            widget.setAccessibleName(title)
            widget.setToolTip(as_it_is(_hint(option)))
            self.fields[option.key] = widget
            self._defaults[option.key] = default
            if isinstance(widget, QCheckBox):
                widget.setText(title)
                self.form.addRow(widget)
            elif isinstance(widget, Readings):
                head = PlainLabel(title)
                head.setWordWrap(True)
                for part in (head, widget):
                    if option.kind == "ruling":
                        self.rulings.addWidget(part)
                    else:
                        self.form.addRow(part)
            else:
                self.form.addRow(title, widget)
            help_ = option.text or (option.reading(True) if isinstance(widget, QCheckBox) else "")
            if help_:
                note = named(HintLabel(tell(help_)), role="muted")
                self.form.addRow(note)
        self.count = self.rulings.count() // 2
        self.disputed.setText(
            tr("1 rule that can be read in two ways")
            if self.count == 1
            else tr("{n} rules that can be read in two ways", n=self.count)
        )
        self.disputed.setVisible(self.count > 0)
        self.fold.setVisible(bool(self.fields))
        self._unfold(False)

    def _on_fold(self) -> None:
        self._unfold(self.folded.isHidden())

    def _unfold(self, unfolded: bool) -> None:
        self.fold.setArrowType(Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow)
        self.fold.setText(tr("Rules and disputed points"))
        self.folded.setVisible(unfolded and bool(self.fields))

    def _widget(self, option: Option, default: Any) -> QWidget | None:
        kind = option.type
        wordy = any(len(reading.text) > WORDY for reading in option.readings)
        if option.readings and (
            option.kind == "ruling" or (wordy and not isinstance(kind, inspect.BoolType))
        ):
            readings = Readings(option, default)
            readings.changed.connect(self.changed)
            return readings
        if isinstance(kind, inspect.BoolType):
            box = QCheckBox()
            box.setChecked(bool(default))
            box.toggled.connect(self.changed)
            return box
        if isinstance(kind, inspect.LiteralType | inspect.EnumType):
            combo = DropDown()
            # a closed list may be narrower than its sentences: the form must not grow with them
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(12)
            values = option.values or [member.value for member in getattr(kind, "cls", ())]
            for value in values:
                said = option.reading(value) if option.readings else ""
                combo.addItem(tell(said) if said else word(str(value), first=True), value)
            combo.setCurrentIndex(max(0, combo.findData(default)))
            combo.currentIndexChanged.connect(self.changed)
            return combo
        if isinstance(kind, inspect.IntType):
            spin = _StepSpin()
            spin.setSingleStep(int(kind.multiple_of or 1))
            least = kind.ge if kind.ge is not None else (kind.gt + 1 if kind.gt is not None else 0)
            most = kind.le if kind.le is not None else (kind.lt - 1 if kind.lt is not None else MOST)
            spin.setRange(int(least), int(most))
            spin.setValue(int(default or 0))
            spin.valueChanged.connect(self.changed)
            return spin
        if isinstance(kind, inspect.FloatType):
            real = FractionBox()
            real.setRange(kind.ge if kind.ge is not None else 0.0, kind.le if kind.le is not None else MOST)
            real.setValue(float(default or 0.0))
            real.valueChanged.connect(self.changed)
            return real
        if isinstance(kind, inspect.StrType):
            line = QLineEdit(str(default or ""))
            line.textChanged.connect(self.changed)
            return line
        return None

    @property
    def stops(self) -> list[QWidget]:
        """Where the Tab key stops, in the order things stand in."""
        rules, rulings = list[QWidget](), list[QWidget]()
        for widget in self.fields.values():
            if isinstance(widget, Readings):
                marks = list(widget.marks.values())
                (rulings if self.rulings.indexOf(widget) >= 0 else rules).extend(marks)
            else:
                rules.append(widget)
        return [self.fold, *rules, *rulings] if self.fields else []

    @property
    def values(self) -> dict[str, Any]:
        """What differs from the scenario's own values, as plain data."""
        out: dict[str, Any] = {}
        for name, widget in self.fields.items():
            value = _value(widget)
            if value != self._defaults[name]:
                out[name] = value
        return out


class Readings(QWidget):
    """The readings of one sentence of the rules, of which one applies. ``changed()``: another one was chosen."""

    changed = Signal()

    def __init__(self, option: Option, default: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.group = QButtonGroup(self)
        self.marks: dict[Any, QRadioButton] = {}
        self._texts: dict[QRadioButton, str] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, BELOW)
        column.setSpacing(BETWEEN)
        for reading in option.readings:
            mark = named(QRadioButton(), f"option.{option.key}.{reading.value}".lower(), tip=_hint(option))
            text = tell(reading.text)
            if reading.value == option.default:
                text = tr("{reading} (default)", reading=text)
            mark.setAccessibleName(text)
            mark.setChecked(reading.value == default)
            # a sentence is broken where the form ends; unbroken it would make the form as wide as itself
            mark.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._texts[mark] = text
            self.marks[reading.value] = mark
            self.group.addButton(mark)
            column.addWidget(mark)
        self.group.buttonClicked.connect(self.changed)
        self._break(FIRST)

    def value(self) -> Any:
        """The reading that holds."""
        return next((value for value, mark in self.marks.items() if mark.isChecked()), None)

    def choose(self, value: Any) -> None:
        """Let a reading hold. Raises KeyError for one that there is not."""
        self.marks[value].setChecked(True)
        self.changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._break(self.width())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "marks"):
            self._break(self.width())

    def _break(self, room: int) -> None:
        for mark, text in self._texts.items():
            mark.setText(broken(text, mark.fontMetrics(), max(room - MARK, MARK)))
        # said outright: layouts around it ask for its height before they know its width
        high = sum(mark.sizeHint().height() for mark in self._texts)
        self.setFixedHeight(high + BETWEEN * (len(self._texts) - 1) + BELOW)


class _StepSpin(NumberBox):
    """Accepts only multiples of its step: other input is rounded."""

    def valueFromText(self, text: str) -> int:
        step = self.singleStep()
        return step * round(super().valueFromText(text) / step)


def _value(widget: QWidget) -> Any:
    if isinstance(widget, Readings):
        return widget.value()
    if isinstance(widget, QCheckBox):
        return widget.isChecked()
    if isinstance(widget, QComboBox):
        return widget.currentData()
    if isinstance(widget, QSpinBox | QDoubleSpinBox):
        return widget.value()
    assert isinstance(widget, QLineEdit), "the form makes no other widgets"
    return widget.text()


def _title(option: Option) -> str:
    """Its title with a capital, as fields without one of their own are called by their key."""
    return option.title[:1].upper() + option.title[1:]


def _hint(option: Option) -> str:
    """Why the default is the default, and which clauses it implements."""
    why = tell(option.why) if option.why else ""
    clauses = ", ".join(option.clauses)
    return f"{why} [{clauses}]" if clauses else why or tell(option.text)


class _NoOptions(Struct):
    """Stands in for the options of a game that cannot be loaded."""


def options_in(catalogue: Catalogue, game: str) -> type:
    """The type of a game's options; an empty one if its rules cannot be loaded: starting the game reports
    why.
    """
    try:
        return catalogue.whole(game).Options
    except BadFile:
        return _NoOptions
