"""The settings dialog: one row for each declared setting, its widget made from the setting's type, applied at once."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from hexbench.store.settings import Setting, Settings, SettingValue
from hexbench.ui.docks.tips import teach
from hexbench.ui.look.language import LANGUAGES, as_it_is, mark, tell, tr, word
from hexbench.ui.widgets.parts import PlainLabel, named, push, wrapped_label

GROUPS = {
    "look": mark("Looks"),
    "map": mark("Map"),
    "play": mark("Playing"),
    "hear": mark("Screen readers"),
    "start": mark("Start screen"),
}
"""First part of a key -> heading; another group goes by its own name."""
MOST = 1_000_000


class SettingsDialog(QDialog):
    """Every setting there is. ``changed(key, value)``: one was changed by hand and is to hold from now on."""

    changed = Signal(str, object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.fields: dict[str, QWidget] = {}
        self._quiet = False
        self.setObjectName("settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Settings"))
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(12, 8, 12, 8)
        rows.setSpacing(12)
        for group, found in self._groups().items():
            rows.addWidget(self._group(group, found))
        rows.addStretch(1)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it takes the keyboard
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.reset = push("settings.reset", tr("As they were at first"), slot=self._on_reset)
        buttons.addButton(self.reset, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        for problem in settings.problems:
            note = named(wrapped_label(problem), role="bad")
            column.addWidget(note)
        column.addWidget(area, 1)
        column.addWidget(buttons)
        self.resize(560, 620)
        teach(self)
        self.show_values()

    def _groups(self) -> dict[str, list[Setting]]:
        out: dict[str, list[Setting]] = {}
        for key, setting in self.settings.table.items():
            out.setdefault(key.partition(".")[0], []).append(setting)
        return out

    def _group(self, name: str, settings: list[Setting]) -> QGroupBox:
        box = QGroupBox(tr(GROUPS[name]) if name in GROUPS else name.replace("_", " ").capitalize())
        form = QFormLayout(box)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(7)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        for setting in settings:
            widget = self._widget(setting)
            widget.setObjectName(f"setting.{setting.key}")
            widget.setAccessibleName(tell(setting.text))
            first = {True: tr("on"), False: tr("off")}.get(setting.default, word(str(setting.default)))  # type: ignore[call-overload]
            widget.setToolTip(
                as_it_is(
                    tr(
                        "{words}\nWhen the program is new: {first}. It holds at once.",
                        words=setting.text,
                        first=first,
                    )
                )
            )
            self.fields[setting.key] = widget
            if isinstance(widget, QCheckBox):
                widget.setText(tell(setting.text))
                form.addRow(widget)
            else:
                label = PlainLabel(tell(setting.text))
                label.setWordWrap(True)
                label.setBuddy(widget)
                label.setMinimumWidth(290)
                form.addRow(label, widget)
        return box

    def _widget(self, setting: Setting) -> QWidget:
        default = setting.default
        if setting.choices:
            combo = QComboBox()
            for value in setting.choices:
                combo.addItem(LANGUAGES.get(str(value)) or word(str(value), first=True), value)
            combo.currentIndexChanged.connect(self._on_changed)
            return combo
        if isinstance(default, bool):
            box = QCheckBox()
            box.toggled.connect(self._on_changed)
            return box
        if isinstance(default, int):
            spin = QSpinBox()
            spin.setRange(int(max(setting.least, -MOST)), int(min(setting.most, MOST)))
            spin.valueChanged.connect(self._on_changed)
            return spin
        assert isinstance(default, float), "settings of free text have choices"
        real = QDoubleSpinBox()
        real.setDecimals(2)
        real.setSingleStep(0.05)
        real.setRange(max(setting.least, -MOST), min(setting.most, MOST))
        real.valueChanged.connect(self._on_changed)
        return real

    def show_values(self) -> None:
        """Show what holds now."""
        self._quiet = True
        for key, widget in self.fields.items():
            value = self.settings.get(key)
            if isinstance(widget, QCheckBox):
                widget.setChecked(value)
            elif isinstance(widget, QComboBox):
                widget.setCurrentIndex(max(0, widget.findData(value)))
            elif isinstance(widget, QSpinBox | QDoubleSpinBox):
                widget.setValue(value)
        self._quiet = False

    def _value(self, key: str) -> SettingValue:
        widget = self.fields[key]
        if isinstance(widget, QCheckBox):
            return widget.isChecked()
        if isinstance(widget, QComboBox):
            found: SettingValue = widget.currentData()
            return found
        assert isinstance(widget, QSpinBox | QDoubleSpinBox), "the dialog makes no other widgets"
        return round(widget.value(), 2) if isinstance(widget, QDoubleSpinBox) else widget.value()

    def _on_changed(self) -> None:
        if not self._quiet:
            key = self.sender().objectName().removeprefix("setting.")
            self.changed.emit(key, self._value(key))

    def _on_reset(self) -> None:
        for key, setting in self.settings.table.items():
            if self.settings.get(key) != setting.default:
                self.changed.emit(key, setting.default)
        self.show_values()
