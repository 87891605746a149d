"""One screen for all tests of a real window, and a desktop on it for each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.x11.screen import PATIENCE, Screen, open_screen, wait_for

CHECKOUT = Path(__file__).parents[2]
BRIEF = ":brief"
"""Behind the key of a game whose lesson a new user leaves out: it is begun, and its first own move is made."""
SHOWN = "Iron Tide · Hexbench"
"""How the title ends when a game is on the table."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a screen reader of its own where somebody is listening already: each user has one."""
    if (
        not shutil.which("pgrep")
        or subprocess.run(["pgrep", "-x", "orca"], capture_output=True, check=False).returncode
    ):
        return
    out = [item for item in items if item.path.name == "test_heard.py"]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]


class Desktop:
    """The program as a user starts it, in a process of its own, on a real screen."""

    def __init__(self, screen: Screen, process: subprocess.Popen[bytes]) -> None:
        self.screen = screen
        self.process = process
        self.window = ""

    def await_game(self) -> None:
        """Wait until a game is on the table, then give its window the keyboard."""
        wait_for("a window with a game", self._found)
        self.screen.do("windowfocus", "--sync", self.window)

    def _found(self) -> bool:
        assert self.process.poll() is None, "the desktop ended by itself"
        self.window = self.screen.window(SHOWN)
        return bool(self.window)

    def close(self) -> int:
        """Ask the window to close, as a click on its X would; the exit code."""
        self.screen.ask_to_close(self.window)
        return self.process.wait(PATIENCE)


@pytest.fixture(scope="session")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """A real X server, 1600x1000."""
    with open_screen(tmp_path_factory.mktemp("screen")) as found:
        yield found


@contextmanager
def desktop_on(screen: Screen, home: Path, *arguments: str) -> Iterator[Desktop]:
    """``python -m hexbench ...``; it must have said nothing when it ends, and it is gone at the end."""
    environ = {**os.environ, "DISPLAY": screen.name, "QT_QPA_PLATFORM": "xcb", "HEXBENCH_HOME": str(home)}
    environ.pop("WAYLAND_DISPLAY", None)
    home.mkdir(exist_ok=True)
    said = home.with_name(f"{home.name}.said")
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "hexbench", *arguments],
            cwd=CHECKOUT,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
        try:
            yield Desktop(screen, process)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait(PATIENCE)
    assert said.read_text(encoding="utf-8") == ""
