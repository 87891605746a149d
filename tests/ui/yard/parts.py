"""Every part of a window, for tests that examine all of it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from hexbench import bootstrap
from hexbench.ui.widgets.background import LatePanel
from tests.sizes import sized

UNLIKE = sized(("iron_tide", "tide_of_iron"), tuple(bootstrap.catalogue().games))
"""Games for what the window does alike in all of them: two whose docks include every kind that any game has, or all."""


def every_part(root: QWidget) -> list[QWidget]:
    """A widget and everything below it; docks that have never been shown get their widgets first, and those their layout."""
    bare = [panel for panel in root.findChildren(LatePanel) if panel.bare]
    for panel in bare:
        panel.furnish()
    if bare:
        # layouts ask for their space after this event: until then a folded dock would have no height and count as cut off
        for _ in range(2):
            QApplication.processEvents()
    return [root, *root.findChildren(QWidget)]
