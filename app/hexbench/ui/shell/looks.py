"""The light, the safe colours and the size of the text, as the View menu has them; the settings dialog has them too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.ui.look.palette import Palette
from hexbench.ui.widgets.focus_ring import FocusRing

if TYPE_CHECKING:
    from hexbench.ui.shell.window import Window

LIGHTS = {"view.night": "night", "view.contrast": "contrast"}
"""Action -> the palette it switches to; off: back to day."""
LARGEST = 2.0
"""How many times as large as the system has it the menu lets text become."""


class Looks(QObject):
    """Of one window."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        for name in LIGHTS:
            window.acts[name].triggered.connect(self._on_light)
        self.ring = FocusRing(window)
        window.acts["view.safe_colours"].triggered.connect(self._on_safe)
        window.acts["view.text_larger"].triggered.connect(self._on_larger)
        window.acts["view.text_smaller"].triggered.connect(self._on_smaller)

    def follow(self, palette: Palette) -> None:
        """Let the menu show what is worn."""
        acts, size = self.window.acts, self._points
        for name, light in LIGHTS.items():
            acts[name].setChecked(palette.name == light)
        acts["view.safe_colours"].setChecked(palette.safe)
        self.ring.dress(palette.chrome.focus, palette.bold)
        acts["view.text_larger"].setEnabled(size < self._most)
        acts["view.text_smaller"].setEnabled(size > self.window.system_size)

    @property
    def _points(self) -> float:
        return float(self.window.settings.get("look.text_size")) or self.window.system_size

    @property
    def _most(self) -> float:
        return self.window.system_size * LARGEST

    def _on_light(self, on: bool) -> None:
        light = LIGHTS[self.sender().objectName()]
        self.window.prefs.change("look.palette", light if on else "day")

    def _on_safe(self, on: bool) -> None:
        self.window.prefs.change("look.safe_colours", on)

    def _on_larger(self) -> None:
        self.window.prefs.change("look.text_size", int(min(self._points + 1, self._most)))

    def _on_smaller(self) -> None:
        size = self._points - 1
        self.window.prefs.change("look.text_size", 0 if size <= self.window.system_size else int(size))
