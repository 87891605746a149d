"""The settings dialog: a row for each declared setting, with a widget made from its type, applied at once; and the
shortcuts dialog: every action with its keys, found by words or by a key press, changed and reset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from hexbench.store.settings import Setting, Settings, SettingValue
from hexbench.ui.docks.tips import teach
from hexbench.ui.look.language import LANGUAGES, as_it_is, mark, tell, tr, word
from hexbench.ui.shell.actions import MENUS
from hexbench.ui.widgets.choices import DropDown, FractionBox, NumberBox
from hexbench.ui.widgets.parts import (
    PlainLabel,
    WordyBox,
    laid,
    named,
    push,
    scrolled,
    search_line,
    text_label,
    wrapped_label,
)

if TYPE_CHECKING:
    from hexbench.ui.shell.window import Window


GROUPS = {
    "look": mark("Appearance"),
    "map": mark("Map"),
    "play": mark("Play"),
    "hear": mark("Screen readers"),
    "start": mark("Start page"),
}
"""First part of a key -> heading; other groups use their own name as heading."""
MOST = 1_000_000


class SettingsDialog(QDialog):
    """Every setting. ``changed(key, value)``: the player changed one; it takes effect from now on."""

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
        area = scrolled(inner)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.reset = push("settings.reset", tr("Restore defaults"), slot=self._on_reset)
        buttons.addButton(self.reset, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        for problem in settings.problems:
            note = named(wrapped_label(tell(problem)), role="bad")
            column.addWidget(note)
        laid(column, (area, 1), buttons)
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
            widget.setToolTip(
                as_it_is(
                    tr(
                        "{words}\nDefault: {first}. Takes effect at once.",
                        words=setting.text,
                        first=_shown(widget, setting.default),
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
            combo = DropDown()
            for value in setting.choices:
                combo.addItem(LANGUAGES.get(str(value)) or word(str(value), first=True), value)
            combo.currentIndexChanged.connect(self._on_changed)
            return combo
        if isinstance(default, bool):
            box = WordyBox()
            box.toggled.connect(self._on_changed)
            return box
        if isinstance(default, int):
            spin = NumberBox()
            spin.setRange(int(max(setting.least, -MOST)), int(min(setting.most, MOST)))
            spin.valueChanged.connect(self._on_changed)
            return spin
        assert isinstance(default, float), "settings of free text have choices"
        real = FractionBox()
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


def _shown(widget: QWidget, value: SettingValue) -> str:
    """A value of a setting as its widget shows it."""
    if isinstance(widget, QCheckBox):
        return tr("on") if value else tr("off")
    if isinstance(widget, QComboBox):
        return widget.itemText(widget.findData(value))
    assert isinstance(widget, QSpinBox | QDoubleSpinBox), "the dialog makes no other widgets"
    return widget.textFromValue(value)  # type: ignore[arg-type]


NAME = Qt.ItemDataRole.UserRole
_MENU = Qt.ItemDataRole.UserRole + 1
ON_THE_MAP = {
    "Left Right Up Down Q W E A D Z Y C S": mark("moves the hex cursor"),
    "Ctrl+Left Ctrl+Right Ctrl+Up Ctrl+Down Space": mark("moves the map"),
    "0 1 2 3 4 5 6 7 8 9": mark("is part of a hex number"),
    "Return Enter Shift+Return Shift+Enter": mark("picks up and drops at the cursor"),
    "F": mark("fans out a stack"),
    "+ -": mark("zooms the map"),
    "H": mark("hides the counters while it is held"),
    "Home": mark("shows the whole map"),
    "Esc": mark("cancels what was begun"),
    "Tab Shift+Tab": mark("goes to the next field"),
    "Menu": mark("opens the menu of a hex"),
    "F4": mark("opens the clause that a line of the log cites"),
}
"""Keys that mean something on the map or in every window, in words: no action may take them."""
FIXED = {QKeySequence(key).toString(): words for keys, words in ON_THE_MAP.items() for key in keys.split(" ")}


class ShortcutsDialog(QDialog):
    """Choose an action, press the keys, use them. Changes take effect at once and are saved."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.acts, self.memory = window.acts, window.memory
        self.window_ = window
        self.setObjectName("shortcuts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        window.lay_table()  # the docks have keys of their own
        self.words = search_line(
            "shortcuts.filter", tr("Filter the actions"), self._filter, shown=tr("Filter by action or key")
        )
        self.tree = named(QTreeWidget(), "shortcuts.actions", tr("Actions and their keys"))
        self.tree.setHeaderLabels([tr("Action"), tr("Keys")])
        self.tree.setAlternatingRowColors(True)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.currentItemChanged.connect(self._on_row)
        self.rows: dict[str, QTreeWidgetItem] = {}
        self._list()
        self.press = named(QKeySequenceEdit(), "shortcuts.press", tr("Press the new key"))
        self.press.setMaximumSequenceLength(1)
        self.press.setClearButtonEnabled(True)
        self.press.keySequenceChanged.connect(self._judge)
        label = PlainLabel(tr("&Press the new key:"))
        label.setBuddy(self.press)
        self.use = push("shortcuts.use", tr("&Use it"), slot=self._on_use)
        self.add = push("shortcuts.add", tr("Use it &too"), slot=self._on_add)
        self.none = push("shortcuts.none", tr("&No key"), slot=self._on_none)
        self.usual = push("shortcuts.usual", tr("&Default key"), slot=self._on_usual)
        self.verdict = text_label("shortcuts.verdict")
        self.verdict.setMinimumHeight(2 * self.verdict.fontMetrics().lineSpacing())
        press = laid(QHBoxLayout(), label, (self.press, 1))
        keys = laid(QHBoxLayout(), self.use, self.add, self.none, self.usual)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.all = push("shortcuts.all", tr("Restore all defaults"), slot=self._on_all)
        buttons.addButton(self.all, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.close)
        laid(QVBoxLayout(self), self.words, (self.tree, 1), press, keys, self.verdict, buttons)
        self.resize(680, 640)
        self.acts.keys_changed.connect(self._show_keys)
        self._show_keys()
        self.tree.setCurrentItem(next(iter(self.rows.values())))

    def _list(self) -> None:
        for menu, title in MENUS.items():
            head = QTreeWidgetItem([tr(title).replace("&", "")])
            head.setData(0, _MENU, menu)
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.tree.addTopLevelItem(head)
            for name in self.acts.by_name:
                if self.acts.menu_of[name] == menu:
                    row = QTreeWidgetItem([self.acts.title(name)])
                    row.setData(0, NAME, name)
                    head.addChild(row)
                    self.rows[name] = row
        self.tree.expandAll()

    # ---- what is shown
    @property
    def name(self) -> str:
        """The action chosen; empty: none."""
        row = self.tree.currentItem()
        return "" if row is None else row.data(0, NAME) or ""

    @property
    def key(self) -> str:
        """The key pressed last, in Qt's portable text; empty: none."""
        return self.press.keySequence().toString()

    def _show_keys(self) -> None:
        native = QKeySequence.SequenceFormat.NativeText
        for name, row in self.rows.items():
            keys = self.acts.keys(name)
            row.setText(1, ", ".join(QKeySequence(k).toString(native) for k in keys) or "—")
            font = self.tree.font()
            font.setItalic(keys != self.acts.usual[name])
            row.setFont(1, font)
            usual = ", ".join(QKeySequence(k).toString(native) for k in self.acts.usual[name]) or tr("no key")
            row.setToolTip(1, as_it_is(tr("Default: {usual}", usual=usual)))
        self._filter()
        self._judge()

    def _filter(self) -> None:
        words = self.words.text().casefold().split()
        for name, row in self.rows.items():
            menu = tr(MENUS[self.acts.menu_of[name]]).replace("&", "")
            text = f"{menu} {row.text(0)} {row.text(1)}".casefold()
            row.setHidden(not all(w in text for w in words))
        for i in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(i)
            assert head is not None, "it was counted"
            mine = (row for name, row in self.rows.items() if self.acts.menu_of[name] == head.data(0, _MENU))
            head.setHidden(all(row.isHidden() for row in mine))

    def _on_row(self) -> None:
        self.press.clear()
        self._judge()

    def _judge(self) -> None:
        """Say whose key it is, and allow what can be done."""
        key, name = self.key, self.name
        shown = self.press.keySequence().toString(QKeySequence.SequenceFormat.NativeText)
        fixed, dock, holder = tr(FIXED.get(key, "")), self._dock(key), self.acts.holder(key) if key else ""
        text = ""
        if fixed:
            text = tr("{shown} {fixed}; it cannot be assigned to an action.", shown=shown, fixed=fixed)
        elif dock:
            text = tr(
                "{shown} goes to the dock “{dock}”; it cannot be assigned to an action.",
                shown=shown,
                dock=dock,
            )
        elif holder and holder == name:
            text = tr("{shown} is already a key of this action.", shown=shown)
        elif holder:
            text = tr(
                "{shown} is the key of “{title}”; if used here, it is removed there.",
                shown=shown,
                title=self.acts.title(holder),
            )
        elif key and name:
            text = tr("{shown} is free.", shown=shown)
        self.verdict.setText(text)
        free = bool(key and name) and not fixed and not dock
        self.use.setEnabled(free)
        self.add.setEnabled(free and holder != name)
        self.none.setEnabled(bool(name) and bool(self.acts.keys(name)))
        self.usual.setEnabled(bool(name) and self.acts.keys(name) != self.acts.usual[name])

    def _dock(self, key: str) -> str:
        if not key:
            return ""
        actions = self.window_.table.docking.actions.values()
        return next((a.text() for a in actions if a.shortcut().toString() == key), "")

    # ---- what is done
    def _give(self, *keys: str) -> None:
        name = self.name
        self.acts.set_keys(name, keys, self.memory)
        self.memory.write()
        self.press.clear()

    def _on_use(self) -> None:
        self._give(self.key)

    def _on_add(self) -> None:
        self._give(*self.acts.keys(self.name), self.key)

    def _on_none(self) -> None:
        self._give()

    def _on_usual(self) -> None:
        self._give(*self.acts.usual[self.name])

    def _on_all(self) -> None:
        self.acts.reset_keys(self.memory)
        self.memory.write()
