"""Which overlays lie over the map: switched by panel, menu or key, and asked for anew when what they are about changes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from hexbench.engine.display import Overlay
from hexbench.ui.bridge import Shift
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.names import side_title


@dataclass(frozen=True)
class Choice:
    """One overlay that can be switched on. ``key`` names it; ``side`` is set for those asked about a side."""

    key: str
    kind: str
    title: str
    subject: str
    side: str = ""
    standing: bool = False


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
        self.shown: dict[str, Overlay] = {}
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

    def switch_all_off(self) -> None:
        """Clear the map of all overlays."""
        for key in list(self.on):
            self.switch(key, False)

    def restore(self, keys: list[str]) -> None:
        """Switch these on, as they were when the program was last closed."""
        self.on = dict.fromkeys((*keys, *(choice.key for choice in self.choices if choice.standing)))
        for key in self.on:
            self._draw(key)
        self.switched.emit()

    def _on_refreshed(self, shift: Shift) -> None:
        seat = self.desk.seat
        sides: tuple[str, ...] = () if seat is None else seat.rules.sides
        choices: list[Choice] = []
        for kind in () if seat is None else seat.overlays():
            if kind.subject == "pair":
                continue  # the line tool asks for these
            title = str(kind.title)
            if kind.subject == "side":
                choices += [
                    Choice(f"{kind.kind}/{s}", kind.kind, f"{title}: {side_title(s, seat)}", "side", s)
                    for s in sides
                ]
            else:
                choices.append(Choice(kind.kind, kind.kind, title, kind.subject, standing=kind.standing))
        if tuple(choices) != self.choices:
            for choice in self.choices:
                self._show(choice.key, None)
            self.choices = tuple(choices)
            self.listed.emit()
        for key in self.on:
            self._draw(key)

    def _on_units(self) -> None:
        self._draw_about("unit")

    def _on_hex(self) -> None:
        self._draw_about("hex")

    def _draw_about(self, subject: str) -> None:
        for choice in self.choices:
            if choice.subject == subject and choice.key in self.on:
                self._draw(choice.key)

    def _draw(self, key: str) -> None:
        desk = self.desk
        choice = next((c for c in self.choices if c.key == key), None)
        if choice is None or key not in self.on or desk.seat is None:
            self._show(key, None)
            return
        subject = {"side": choice.side, "unit": desk.units[0] if desk.units else "", "hex": desk.hex}
        about = subject.get(choice.subject, "")
        if choice.subject and not about:
            self._show(key, None)
        else:
            self._show(key, desk.seat.overlay(choice.kind, about))

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
