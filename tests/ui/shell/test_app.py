from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from hexbench.session.game import Catalogue
from hexbench.ui.shell.app import run
from hexbench.ui.shell.window import Window

HEAVY = ("networkx", "numpy", "scipy", "shapely")


class Visitor(QObject):
    """Waits until a game is on the table, remembers which, and closes the window."""

    def __init__(self) -> None:
        super().__init__()
        self.saw: list[str] = []
        self.hook: object = None
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._on_look)
        self.timer.start(20)

    def _on_look(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, Window) and widget.bridge.session is not None:
                self.saw.append(widget.bridge.session.scenario)
                self.hook = sys.excepthook
                self.timer.stop()
                widget.close()


@pytest.fixture
def look(qapp: QApplication) -> Iterator[None]:
    """Put the program's look back as it was."""
    sheet, palette, font = qapp.styleSheet(), qapp.palette(), qapp.font()
    yield
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    qapp.setFont(font)


@pytest.mark.parametrize(
    ("arguments", "scenario"),
    [((), "second_turn"), (("yard/muster",), "muster")],
    ids=["nothing", "a scenario"],
)
def test_the_program_opens_what_is_named_and_ends_when_its_window_is_closed(
    catalogue: Catalogue, look: None, arguments: tuple[str, ...], scenario: str
) -> None:
    before, visitor = sys.excepthook, Visitor()
    assert run(catalogue, arguments) == 0
    assert visitor.saw == [scenario]
    assert visitor.hook is not before
    assert sys.excepthook is before


def test_nothing_heavy_is_loaded_before_the_window_is_there(hexbench_home: object) -> None:
    code = (
        "import sys\n"
        "from hexbench import bootstrap\n"
        "from hexbench.ui.shell.app import make_app, make_window\n"
        "app = make_app()\n"
        "window = make_window(bootstrap.catalogue())\n"
        "window.show()\n"
        "app.processEvents()\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules])\n"
    )
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert out.stdout.strip() == "[]"
