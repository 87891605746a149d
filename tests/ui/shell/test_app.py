from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

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


LATER = (
    *HEAVY,
    "multiprocessing",
    "sqlite3",
    "hexbench.engine.overlays",
    "hexbench.engine.rules",
    "hexbench.session.editor",
    "hexbench.session.session",
    "hexbench.session.spelling",
    "hexbench.store.saves",
    "hexbench.study",
    "hexbench.ui.editor",
    "hexbench.ui.print",
    "hexbench.ui.shell.calculating",
    "hexbench.ui.shell.learning",
    "hexbench.ui.shell.newgame",
    "hexbench.ui.shell.table",
)
"""What neither the start page nor the page that waits for a game needs, with all that lies in it."""
BEYOND = (
    *HEAVY,
    "hexbench.session.editor",
    "hexbench.study.odds",
    "hexbench.study.review",
    "hexbench.ui.editor",
    "hexbench.ui.docks.study",
)
"""What a game on the table does not need until it is asked for."""
STARTS = f"""
import sys
from hexbench.__main__ import main
from hexbench import bootstrap
from hexbench.ui.shell.app import make_app, make_window
def loaded(rooms):
    games = [f"hexbench.games.{{game.key}}.game" for game in bootstrap.GAMES]
    return [m for m in sys.modules if m in games or any(m == r or m.startswith(r + ".") for r in rooms)]
app = make_app()
window = make_window(bootstrap.catalogue(), "a game")
window.show()
app.processEvents()
print(loaded({LATER} + ("hexbench.ui.shell.start", "hexbench.ui.shell.gallery")))
window.start.pictures.draws = False
window.show_start()
app.processEvents()
print(loaded({LATER}))
window.open_reference("iron_tide/ten_turn")
print(window.bridge.session is not None, loaded({BEYOND}))
"""


def test_what_is_not_needed_yet_is_not_loaded(hexbench_home: object) -> None:
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    out = subprocess.run([sys.executable, "-c", STARTS], capture_output=True, text=True, check=True, env=env)
    waiting, start, table = out.stdout.strip().splitlines()
    assert waiting == "[]"
    assert start == "[]"
    assert table == "True ['hexbench.games.iron_tide.game']"


COPY = """
import sys
from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtGui import QGuiApplication
from hexbench.__main__ import main
def copy():
    data = QMimeData()
    data.setText("two counters")
    data.setData("application/x-of-ours", b"1")
    QGuiApplication.clipboard().setMimeData(data)
    del data
    for window in QGuiApplication.topLevelWindows():
        window.close()
from hexbench.ui.shell import app
make = app.make_window
def making(*given):
    QTimer.singleShot(300, copy)
    return make(*given)
app.make_window = making
code = main([])
print(QGuiApplication.clipboard().text())
raise SystemExit(code)
"""


def test_what_was_copied_does_not_end_the_program_with_a_crash(tmp_path: Path) -> None:
    """Data made by Python are deleted by Qt after Python has gone; their text stays on the clipboard."""
    done = subprocess.run(
        [sys.executable, "-c", COPY],
        env={**os.environ, "HEXBENCH_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "two counters\n"), done.stderr
