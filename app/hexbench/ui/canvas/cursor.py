"""The hex cursor: moved by keys along the directions of the sheet, or by typing a hex number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.background import once

if TYPE_CHECKING:
    from hexbench.ui.canvas.view import MapView

_TYPING_MS = 1500
"""A hex number must be typed within this time."""
_PAN = 120
K = Qt.Key
# Directions 0..5 are E NE NW W SW SE on a pointy-top sheet and SE NE N NW SW S on a flat-top one.
_POINTY = {
    K.Key_Left: 3,
    K.Key_Right: 0,
    K.Key_A: 3,
    K.Key_D: 0,
    K.Key_Q: 2,
    K.Key_E: 1,
    K.Key_Z: 4,
    K.Key_Y: 4,
    K.Key_C: 5,
}
FLAT = {K.Key_Up: 2, K.Key_Down: 5, K.Key_W: 2, K.Key_S: 5, K.Key_Q: 3, K.Key_E: 1, K.Key_A: 4, K.Key_D: 0}
# Keys between two directions go along one of them and come back along the other: they keep their column or row.
_POINTY_BETWEEN = {K.Key_Up: (1, 2), K.Key_W: (1, 2), K.Key_Down: (5, 4), K.Key_S: (5, 4)}
_FLAT_BETWEEN = {K.Key_Left: (3, 4), K.Key_Right: (1, 0)}


class Cursor(QObject):
    """The keys of a view that move the cursor, the map and the stack."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self.at = ""
        self._typed = ""
        self._typing = once(self, self._on_typing_over, _TYPING_MS)

    def put(self, name: str) -> bool:
        """Set the cursor on a hex (empty: none); False when it is there already or the hex is not on the map."""
        scene = self._view.map
        if name == self.at or (name and name not in scene.atlas.index):
            return False
        self.at = name
        scene.cursor.setVisible(bool(name))
        if name:
            scene.cursor.setPos(scene.geometry.centre(name))
        return True

    def key(self, key: int, modifiers: Qt.KeyboardModifier, text: str) -> bool:
        """Answer a key; False when it means nothing here."""
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            return self._pan(key)
        if modifiers & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier):
            return False
        if self._type(text, modifiers):
            return True
        direction = self._direction(key)
        if direction is not None:
            self._step(direction)
            return True
        return self._other(key, text)

    def _other(self, key: int, text: str) -> bool:
        view = self._view
        if text in ("[", "]"):
            if self.at:
                unit = view.map.turn_stack(self.at, 1 if text == "]" else -1)
                face = view.map.face(unit)
                if face is not None:
                    view.announce(tell(face.title), "picked")
            return True
        if key == K.Key_F and self.at:
            view.fan(self.at)
        elif key in (K.Key_Plus, K.Key_Equal, K.Key_Minus):
            view.set_zoom(view.zoom * (2**-0.25 if key == K.Key_Minus else 2**0.25))
        elif key == K.Key_Home:
            view.fit_map()
        elif key == K.Key_Escape and view.map.fanned:
            view.map.fold()
        else:
            return False
        return True

    def _pan(self, key: int) -> bool:
        ways = {K.Key_Left: (_PAN, 0), K.Key_Right: (-_PAN, 0), K.Key_Up: (0, _PAN), K.Key_Down: (0, -_PAN)}
        if key not in ways:
            return False
        self._view.pan(*ways[K(key)])
        return True

    def _direction(self, key: int) -> int | None:
        """The direction a key means from where the cursor is."""
        pointy = self._view.map.geometry.pointy
        plain, between = (_POINTY, _POINTY_BETWEEN) if pointy else (FLAT, _FLAT_BETWEEN)
        real = self._view.map.geometry.direction
        if key in plain:
            return real(plain[K(key)])
        if key in between:
            first, second = map(real, between[K(key)])
            return first if self._keeps(first) else second
        return None

    def _keeps(self, direction: int) -> bool:
        """A step there keeps the column (of a pointy-top sheet, whichever way it lies) or the row (of a flat-top one)."""
        atlas = self._view.map.atlas
        if not self.at:
            return True
        i = atlas.index[self.at]
        j = atlas.around[i][direction]
        if j < 0:
            return False
        line = 0 if atlas.sheet.grid.orientation == "pointy" else 1
        return atlas.grid.offset_of(atlas.axial[i])[line] == atlas.grid.offset_of(atlas.axial[j])[line]

    def _step(self, direction: int) -> None:
        view = self._view
        if not self.at:
            centre = view.map.hex_at(view.seen.center())
            view.set_cursor(centre or view.map.atlas.labels[0])
            return
        atlas = view.map.atlas
        j = atlas.around[atlas.index[self.at]][direction]
        if j >= 0:
            view.set_cursor(atlas.labels[j])
        else:
            view.announce(tr("The map ends here"), "edge")

    def _type(self, text: str, modifiers: Qt.KeyboardModifier) -> bool:
        """Gather a hex number; a letter begins one only with Shift, because plain letters steer."""
        shifted = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        if len(text) != 1 or not text.isascii() or not (text.isdigit() or (text.isalpha() and shifted)):
            return False
        labels = self._view.map.atlas.index
        for typed in (self._typed + text.upper(), text.upper()):
            going_on = [name for name in labels if name.startswith(typed)]
            if not going_on:
                continue
            self._typed = typed
            self._typing.start()
            if len(going_on) == 1 and going_on[0] == typed:
                self._on_typing_over()
            return True
        self._typed = ""
        return text.isdigit()

    def _on_typing_over(self) -> None:
        """Jump to the number that was typed."""
        self._typing.stop()
        typed, self._typed = self._typed, ""
        if typed in self._view.map.atlas.index:
            self._view.set_cursor(typed)
