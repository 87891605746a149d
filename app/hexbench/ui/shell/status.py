"""The status bar: the hex under the pointer and what lies there, what a drag would cost, and the scale."""

from __future__ import annotations

from PySide6.QtWidgets import QStatusBar, QWidget

from hexbench.ui.look.language import tr
from hexbench.ui.widgets.parts import PlainLabel, ShortLabel, named


class StatusBar(QStatusBar):
    """Left: the hex. Middle: a hint. Right: the scale. Text that does not fit ends in dots: a window cannot be narrower
    than its status bar's minimum, and long reasons against a drag used to make it wider than the screen.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.place = named(ShortLabel(), "status.place")
        self.hint = named(ShortLabel(), "status.hint")
        self.open = named(
            PlainLabel(tr("Study mode: everything is shown, nothing is hidden from anyone")),
            "status.study",
            role="warn",
        )
        self.open.hide()
        self.saved = named(ShortLabel(), "status.saved", role="muted")
        self.zoom = named(PlainLabel(), "status.zoom")
        self.zoom.setMinimumWidth(48)
        self.addWidget(self.place, 2)
        self.addWidget(self.hint, 3)
        self.addPermanentWidget(self.open)
        self.addPermanentWidget(self.saved)
        self.addPermanentWidget(self.zoom)

    def show_place(self, text: str) -> None:
        """The hex under the pointer."""
        self.place.setText(text)

    def show_hint(self, text: str) -> None:
        """What a drag would come to."""
        self.hint.setText(text)

    def show_zoom(self, zoom: float) -> None:
        """The scale; at 100 % a counter is as large as it was drawn."""
        self.zoom.setText(f"{round(zoom * 100)} %")

    def show_saved(self, text: str) -> None:
        """Where the game is saved."""
        self.saved.setText(text)

    def show_open(self, study: bool) -> None:
        """Say, as long as it is so, that study mode shows everything."""
        self.open.setVisible(study)

    def empty(self) -> None:
        """Nothing of any game."""
        for label in (self.place, self.hint, self.saved, self.zoom):
            label.clear()
