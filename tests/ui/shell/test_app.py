from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from hexbench.session.game import Catalogue
from hexbench.ui.shell.app import Desktop, run
from hexbench.ui.shell.window import Window

HEAVY = ("networkx", "numpy", "scipy", "shapely")


class Visitor(QObject):
    """Waits until a game is on the table, remembers which, and closes the window."""

    def __init__(self, *, acts: bool = False) -> None:
        super().__init__()
        self.acts = acts
        """It does something first, so that the game is kept."""
        self.saw: list[str] = []
        self.pages: list[str] = []
        self.hook: object = None
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._on_look)
        self.timer.start(20)

    def _on_look(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, Window) and widget.isVisible():
                page = widget.pages.currentWidget()
                self.pages.append("" if page is None else page.objectName())
            if isinstance(widget, Window) and widget.bridge.session is not None:
                session = widget.bridge.session
                self.saw.append(session.scenario)
                if self.acts:
                    default = session.seat(session.decider).prompt.default
                    assert default is not None
                    session.do(default)
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


@pytest.mark.parametrize("again", [False, True], ids=["a scenario", "the last game"])
def test_the_program_opens_what_is_named_or_the_last_game_and_shows_no_other_page_on_the_way(
    catalogue: Catalogue, look: None, again: bool
) -> None:
    if again:
        first = Visitor(acts=True)
        assert run(catalogue, ("yard/muster",)) == 0
        assert first.saw == ["muster"]
        assert catalogue.recent.last is not None
    before, visitor = sys.excepthook, Visitor()
    assert run(catalogue, () if again else ("yard/muster",)) == 0
    assert visitor.saw == ["muster"]
    assert set(visitor.pages) <= {"waiting", "table"}
    assert visitor.hook is not before
    assert sys.excepthook is before


def test_the_first_start_shows_where_to_begin(catalogue: Catalogue, look: None) -> None:
    desktop = Desktop(catalogue)
    try:
        desktop.window.start.pictures.draws = False
        desktop.open()
        for _ in range(8):
            QApplication.processEvents()
        window = desktop.window
        assert window.bridge.session is None
        assert window.pages.currentWidget() is window.start
        assert window.start.gallery.isVisible()
        window.close()
    finally:
        desktop.end()


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
