"""Every part of a window, for tests that look at all of it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from hexbench import bootstrap
from hexbench.ui.widgets.background import LatePanel
from tests.sizes import sized

UNLIKE = sized(("iron_tide", "tide_of_iron"), tuple(bootstrap.catalogue().games))
"""Games for what the window does alike in all of them: two whose docks are of every kind that any game has, or all."""


def every_part(root: QWidget) -> list[QWidget]:
    """A widget and everything below it; the docks that nobody has looked at get their widgets first, and those their places."""
    bare = [panel for panel in root.findChildren(LatePanel) if panel.bare]
    for panel in bare:
        panel.furnish()
    if bare:
        # layouts ask for their room when this event is over: until then what is folded would have no height and be called cut off
        for _ in range(2):
            QApplication.processEvents()
    return [root, *root.findChildren(QWidget)]
