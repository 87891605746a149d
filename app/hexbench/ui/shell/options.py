"""A form made from a game's options type: whatever fields it has become the widgets that fit them."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from hexbench.ui.look.language import tell, word

MOST = 999


class OptionsForm(QWidget):
    """One row a field; ``values`` are plain data for the game to decode. ``changed()``: another value."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(14)
        self.form.setVerticalSpacing(6)
        self.fields: dict[str, QWidget] = {}
        self._defaults: dict[str, Any] = {}

    def show_options(self, kind: type, given: dict[str, Any]) -> None:
        """Show the fields of a msgspec type; ``given`` are the scenario's own values."""
        while self.form.rowCount():
            self.form.removeRow(0)
        self.fields, self._defaults = {}, {}
        struct = msgspec.inspect.type_info(kind)
        for field in struct.fields if isinstance(struct, msgspec.inspect.StructType) else ():
            default = given.get(field.encode_name, _default(field))
            title, help_ = _words(field)
            widget = self._widget(_bare(field.type), default)
            if widget is None:
                continue
            widget.setObjectName(f"option.{field.encode_name}")
            widget.setAccessibleName(title)
            widget.setToolTip(help_)
            self.fields[field.encode_name] = widget
            self._defaults[field.encode_name] = default
            if isinstance(widget, QCheckBox):
                widget.setText(title)
                self.form.addRow(widget)
            else:
                self.form.addRow(title, widget)
            if help_:
                note = QLabel(help_)
                note.setProperty("role", "muted")
                note.setWordWrap(True)
                self.form.addRow(note)

    def _widget(self, kind: Any, default: Any) -> QWidget | None:
        info = msgspec.inspect
        if isinstance(kind, info.BoolType):
            box = QCheckBox()
            box.setChecked(bool(default))
            box.toggled.connect(self.changed)
            return box
        if isinstance(kind, info.LiteralType | info.EnumType):
            combo = QComboBox()
            values = kind.values if isinstance(kind, info.LiteralType) else [m.value for m in kind.cls]
            for value in values:
                combo.addItem(word(str(value), first=True), value)
            combo.setCurrentIndex(max(0, combo.findData(default)))
            combo.currentIndexChanged.connect(self.changed)
            return combo
        if isinstance(kind, info.IntType):
            spin = StepSpin()
            spin.setSingleStep(int(kind.multiple_of or 1))
            least = kind.ge if kind.ge is not None else (kind.gt + 1 if kind.gt is not None else 0)
            most = kind.le if kind.le is not None else (kind.lt - 1 if kind.lt is not None else MOST)
            spin.setRange(int(least), int(most))
            spin.setValue(int(default or 0))
            spin.valueChanged.connect(self.changed)
            return spin
        if isinstance(kind, info.FloatType):
            real = QDoubleSpinBox()
            real.setRange(kind.ge if kind.ge is not None else 0.0, kind.le if kind.le is not None else MOST)
            real.setValue(float(default or 0.0))
            real.valueChanged.connect(self.changed)
            return real
        if isinstance(kind, info.StrType):
            line = QLineEdit(str(default or ""))
            line.textChanged.connect(self.changed)
            return line
        return None

    @property
    def values(self) -> dict[str, Any]:
        """What differs from the scenario's own values, as plain data."""
        out: dict[str, Any] = {}
        for name, widget in self.fields.items():
            value = _value(widget)
            if value != self._defaults[name]:
                out[name] = value
        return out


class StepSpin(QSpinBox):
    """Takes multiples of its step only: whatever is typed is rounded to one."""

    def valueFromText(self, text: str) -> int:
        step = self.singleStep()
        return step * round(super().valueFromText(text) / step)


def _value(widget: QWidget) -> Any:
    if isinstance(widget, QCheckBox):
        return widget.isChecked()
    if isinstance(widget, QComboBox):
        return widget.currentData()
    if isinstance(widget, QSpinBox | QDoubleSpinBox):
        return widget.value()
    assert isinstance(widget, QLineEdit), "the form makes no other widgets"
    return widget.text()


def _default(field: msgspec.inspect.Field) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else None


def _bare(kind: Any) -> Any:
    """A type without the words about it, and without a None that may stand in its place."""
    while isinstance(kind, msgspec.inspect.Metadata):
        kind = kind.type
    if isinstance(kind, msgspec.inspect.UnionType):
        rest = [t for t in kind.types if not isinstance(t, msgspec.inspect.NoneType)]
        return _bare(rest[0]) if len(rest) == 1 else kind
    return kind


def _words(field: msgspec.inspect.Field) -> tuple[str, str]:
    """The title and the help of a field: from its type's schema words, else from its name."""
    title, help_ = word(field.name, first=True), ""
    kind = field.type
    while isinstance(kind, msgspec.inspect.Metadata):
        schema = kind.extra_json_schema or {}
        title = schema.get("title", title)
        help_ = schema.get("description", help_)
        kind = kind.type
    return tell(title), tell(help_)
