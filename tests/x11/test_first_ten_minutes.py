"""A new user's first ten minutes with each game, on a small and on a large screen, under a window manager: Begin here, the
lesson to its little game, a first own move. No dialog that nobody asked for, no words cut off, no window beyond its screen.

``make test`` begins each game once and makes its first move, with three on the small screen, in German, whose words are longer, and
with two on the large one; the lesson, in between, is gone through with the two games that differ most, one on each.
``HEXBENCH_FULL=1``, as in ``make fuzz``, goes the whole way with all of them on both in both languages.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexbench import bootstrap
from tests.sizes import FULL
from tests.x11.conftest import BRIEF, CHECKOUT
from tests.x11.screen import PATIENCE, open_screen

pytestmark = pytest.mark.x11

SMALL, LARGE = (1280, 800), (1920, 1080)
GAMES = tuple(bootstrap.catalogue().games)
SAMPLE = (
    (SMALL, "de", ("iron_tide:brief", "tide_of_iron", "blitzkrieg:brief")),
    (LARGE, "en", ("tigers", "trumpets:brief")),
)
WHOLE = tuple((size, language, GAMES) for size in (SMALL, LARGE) for language in ("en", "de"))
CASES = WHOLE if FULL else SAMPLE
BY_HAND = {"iron_tide": 6, "tide_of_iron": 2, "tigers": 7, "blitzkrieg": 6, "trumpets": 6}
"""Steps of each lesson that are done by mouse on the map, at least; the others by "Show me" and "Next"."""
LONG = 400.0
"""Seconds for one walk on a machine that has other things to do."""


@pytest.mark.parametrize(
    ("size", "language", "games"), CASES, ids=[f"{case[0][0]}-{case[1]}" for case in CASES]
)
def test_the_first_ten_minutes_of_a_new_user(
    tmp_path: Path, size: tuple[int, int], language: str, games: tuple[str, ...]
) -> None:
    found = tmp_path / "found.json"
    with open_screen(tmp_path, size) as screen:
        environ = {
            **os.environ,
            "DISPLAY": screen.name,
            "QT_QPA_PLATFORM": "xcb",
            "HEXBENCH_HOME": str(tmp_path / "home"),
        }
        environ.pop("WAYLAND_DISPLAY", None)
        environ["PYTHONPATH"] = os.pathsep.join(
            (str(CHECKOUT), str(CHECKOUT / "app"), str(CHECKOUT / "packaging"))
        )
        manager = subprocess.Popen(
            ["openbox", "--sm-disable"],
            env={**environ, "XDG_CONFIG_HOME": str(tmp_path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            walk = subprocess.run(
                [sys.executable, "-m", "tests.x11.first_ten", str(found), language, *games],
                cwd=CHECKOUT,
                env=environ,
                capture_output=True,
                text=True,
                check=False,
                timeout=LONG,
            )
        finally:
            manager.terminate()
            manager.wait(PATIENCE)
    assert walk.returncode == 0, walk.stderr
    told = json.loads(found.read_text(encoding="utf-8"))
    assert set(told["games"]) == {game.removesuffix(BRIEF) for game in games}
    assert [line for one in told["games"].values() for line in one["wrong"]] == []
    for game, one in told["games"].items():
        assert f"{game}{BRIEF}" in games or one["by hand"] >= BY_HAND[game], (game, one)
