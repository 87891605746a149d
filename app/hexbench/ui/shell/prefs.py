"""The player's preferences: changes are saved and take effect at once wherever they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup

from hexbench.store.settings import Settings
from hexbench.store.strict import BadFile
from hexbench.ui.docks.tips import teach
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.language import as_it_is, mark, spoken, tr, wanted, why
from hexbench.ui.look.palette import Palette
from hexbench.ui.widgets.focus_ring import FocusRing
from hexbench.ui.widgets.icons import app_icon, icon

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue
    from hexbench.ui.shell.pieces import Pieces
    from hexbench.ui.shell.settings import SettingsDialog


_COVERS = (
    (
        "hidden",
        mark("When something is hidden"),
        mark("When both sides know the same, the other player simply continues"),
    ),
    ("always", mark("Always"), mark("At every change of seat, whether or not there is anything to hide")),
    ("never", mark("Never"), mark("For players who trust each other, or who play against themselves")),
)


class Preferences(QObject):
    """The settings of one window. ``followed()``: all that depends on them has taken them over."""

    followed = Signal()

    def __init__(self, at: Pieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue = at.window, at.catalogue
        self.settings, self.bridge = at.settings, at.bridge
        self.acts, self.say_wrong = at.acts, at.say_wrong
        self.dialog: SettingsDialog | None = None
        self.covers = self._cover_menu()
        at.acts["edit.find"].triggered.connect(self._on_find)
        at.acts["edit.keys"].triggered.connect(self._on_shortcuts)

    def _cover_menu(self) -> QActionGroup:
        menu = self.acts.menus["Game"].addMenu(tr("Co&ver between players"))
        group = QActionGroup(self)
        menu.setToolTipsVisible(True)
        for value, text, help_ in _COVERS:
            action = QAction(tr(text), group)
            action.setToolTip(as_it_is(tr(help_)))
            action.setObjectName(f"game.cover.{value}")
            action.setCheckable(True)
            action.setData(value)
            menu.addAction(action)
        group.triggered.connect(self._on_cover_choice)
        return group

    def _on_cover_choice(self, action: QAction) -> None:
        self.change("play.cover_between_players", action.data())

    def show(self) -> None:
        """Open the settings dialog; what is changed there holds at once."""
        from hexbench.ui.shell.settings import SettingsDialog

        if self.dialog is None:
            self.dialog = SettingsDialog(self.settings, self.window)
            self.dialog.changed.connect(self.change)
            self.dialog.finished.connect(self._on_closed)
        self.dialog.open()
        self.dialog.raise_()

    def _on_find(self) -> None:
        from hexbench.ui.shell.finder import Finder

        if not self.bridge.covered:
            Finder(self.window).show()

    def _on_shortcuts(self) -> None:
        from hexbench.ui.shell.settings import ShortcutsDialog

        dialog = ShortcutsDialog(self.window)
        teach(dialog)
        dialog.open()

    def close(self) -> None:
        """Put the settings dialog away."""
        if self.dialog is not None:
            self.dialog.close()

    def _on_closed(self) -> None:
        self.dialog = None

    def change(self, key: str, value: Any) -> None:
        """Change a setting and apply it; a settings file that cannot be written is reported."""
        settings = self.settings
        if settings.get(key) != value:
            try:
                settings.set(key, value)
            except BadFile as fault:
                self.say_wrong(tr("The setting could not be saved. {fault}", fault=why(fault)))
        self.follow()

    def follow(self) -> None:
        """Take over every setting that something on show depends on."""
        window = self.window
        window.dress()
        self.catalogue.recent.most = self.settings.get("start.recent_games")
        for action in self.covers.actions():
            action.setChecked(action.data() == self.settings.get("play.cover_between_players"))
        window.follow_settings()
        if wanted(self.settings.get("look.language")) != spoken():
            window.language_asked.emit()
        if self.dialog is not None:
            self.dialog.show_values()
        self.followed.emit()


# The light, the safe colours and the size of the text, as the View menu has them; the settings dialog has
# them too.

LIGHTS = {"view.night": "night", "view.contrast": "contrast"}
"""Action -> the palette it switches to; off: back to day."""
LARGEST = 2.0
"""How many times as large as the system has it the menu lets text become."""


class Wardrobe:
    """The palettes, each read once: the light and safe colours chosen in the settings, with a game's keys."""

    def __init__(self, settings: Settings, catalogue: Catalogue) -> None:
        self._settings, self._catalogue = settings, catalogue
        self._hung: dict[tuple[str, str, bool], Palette] = {}

    def palette(self, game: str) -> Palette:
        """The palette for a game; for none (empty) the desktop's own."""
        key = self._settings.get("look.palette"), game, self._settings.get("look.safe_colours")
        if key not in self._hung:
            folder = self._catalogue.places.resources / "palettes"
            keys = self._catalogue.palette(game) if game else None
            safe = folder / "safe.toml" if key[2] else None
            self._hung[key] = Palette.load(folder / f"{key[0]}.toml", keys, safe)
        return self._hung[key]


class Looks(QObject):
    """One per window: applies palette, text size and style."""

    def __init__(self, at: Pieces, prefs: Preferences) -> None:
        super().__init__(at.window)
        self.system_size = at.window.system_size
        self.window = at.window
        self.prefs = prefs
        self.settings, self.acts = at.settings, at.acts
        for name in LIGHTS:
            at.acts[name].triggered.connect(self._on_light)
        self.ring = FocusRing(at.window)
        at.acts["view.safe_colours"].triggered.connect(self._on_safe)
        at.acts["view.text_larger"].triggered.connect(self._on_larger)
        at.acts["view.text_smaller"].triggered.connect(self._on_smaller)

    def follow(self, palette: Palette) -> None:
        """Let icons and menu show what is worn."""
        acts, size, chrome = self.acts, self._points, palette.chrome
        self.window.setWindowIcon(app_icon(palette.terrain("forest").ground, chrome.text, chrome.text))
        for name in ("undo", "redo"):
            acts[f"edit.{name}"].setIcon(icon(name, chrome.text, mix(chrome.text, chrome.window, 0.65)))
        for name, light in LIGHTS.items():
            acts[name].setChecked(palette.name == light)
        acts["view.safe_colours"].setChecked(palette.safe)
        self.ring.dress(chrome.focus, palette.bold)
        acts["view.text_larger"].setEnabled(size < self._most)
        acts["view.text_smaller"].setEnabled(size > self.system_size)

    @property
    def _points(self) -> float:
        return float(self.settings.get("look.text_size")) or self.system_size

    @property
    def _most(self) -> float:
        return self.system_size * LARGEST

    def _on_light(self, on: bool) -> None:
        light = LIGHTS[self.sender().objectName()]
        self.prefs.change("look.palette", light if on else "day")

    def _on_safe(self, on: bool) -> None:
        self.prefs.change("look.safe_colours", on)

    def _on_larger(self) -> None:
        self.prefs.change("look.text_size", int(min(self._points + 1, self._most)))

    def _on_smaller(self) -> None:
        size = self._points - 1
        self.prefs.change("look.text_size", 0 if size <= self.system_size else int(size))
