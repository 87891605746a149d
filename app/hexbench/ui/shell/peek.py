"""A look at the ground: while H is held down over the map, no counter is drawn."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from hexbench.ui.canvas.view import MapView
from hexbench.ui.docks.layers import LayersPanel

ENDS = (QEvent.Type.FocusOut, QEvent.Type.Hide)


class Peek(QObject):
    """Listens at one view; when it ends, the counters are as the layers say."""

    def __init__(self, view: MapView, layers: LayersPanel) -> None:
        super().__init__(view)
        self.view, self.layers = view, layers
        self.on = False
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in ENDS:
            self._show()
        elif isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_H and not event.modifiers():
            if event.type() == QEvent.Type.KeyPress:
                if not self.on and not self.view.map.carried:
                    self.on = True
                    self.view.map.set_hidden(True)
                return True
            if event.type() == QEvent.Type.KeyRelease:
                if not event.isAutoRepeat():
                    self._show()
                return True
        return False

    def _show(self) -> None:
        if self.on:
            self.on = False
            self.view.map.set_hidden("counters" in self.layers.hidden)
