"""Every part of a window, for tests that look at all of it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from hexbench.ui.widgets.background import LatePanel


def every_part(root: QWidget) -> list[QWidget]:
    """A widget and everything below it; the docks that nobody has looked at get their widgets first."""
    for panel in root.findChildren(LatePanel):
        panel.furnish()
    return [root, *root.findChildren(QWidget)]
