"""The light, the safe colours and the size of the text, as the View menu has them; the settings dialog has them too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.store.settings import Settings
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.palette import Palette
from hexbench.ui.widgets.focus_ring import FocusRing
from hexbench.ui.widgets.icons import app_icon, icon

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue
    from hexbench.ui.shell.pieces import Pieces
    from hexbench.ui.shell.prefs import Preferences

LIGHTS = {"view.night": "night", "view.contrast": "contrast"}
"""Action -> the palette it switches to; off: back to day."""
LARGEST = 2.0
"""How many times as large as the system has it the menu lets text become."""


class Wardrobe:
    """The palettes, each read once: the light and the safe colours that the settings ask for, with the keys of a game."""

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
    """Of one window."""

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
