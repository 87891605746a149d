"""What applies to every test: no real screen, no real home, nothing left alive, and a core that needs no Qt.

`--no-qt` (or HEXBENCH_NO_QT=1) blocks Qt and leaves out the tests that need it: what remains is the core.
HEXBENCH_REQUIRE_X11=1 makes a missing X server an error instead of leaving its tests out.
"""

from __future__ import annotations

import gc
import importlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest

from setup_env import missing_libraries
from system_packages import PROGRAMS_FOR
from tests import blocker
from tests.leaks import Watch

NO_QT = "HEXBENCH_NO_QT"
REQUIRE_X11 = "HEXBENCH_REQUIRE_X11"
TESTS = Path(__file__).parent
DESKTOP = TESTS / "ui"
MEMORY = Path("/dev/shm")
"""Linux's disk in memory."""
LONGEST_FIRST = (
    "x11/",
    "ui/test_clipped.py",
    "ui/test_languages",
    "ui/",
    "laws/",
)
"""What takes long begins first: a minute's test at the end would keep one worker busy while the others are idle."""
QT_FIXTURES = frozenset({"qapp", "qtbot", "qtlog", "qtmodeltester"})
IMPORTS_QT = re.compile(rb"^(?:from|import) (?:PySide6|shiboken6|pytestqt|hexbench\.ui)\b", re.MULTILINE)

# Before anything imports Qt: a platform without a screen, and no settings of this desktop.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["HEXBENCH_LANGUAGE"] = "en"  # what tests expect to read, whatever the language of this system
for name in (
    "HEXBENCH_HOME",  # games and settings of the person who runs the tests: a catalogue made while tests are collected takes its home from here
    "QT_SCALE_FACTOR",
    "QT_SCREEN_SCALE_FACTORS",
    "QT_FONT_DPI",
    "QT_STYLE_OVERRIDE",
    "QT_QPA_PLATFORMTHEME",
):
    os.environ.pop(name, None)
if "--no-qt" in sys.argv:
    os.environ[NO_QT] = "1"  # so that the workers of xdist get it too
WITHOUT_QT = os.environ.get(NO_QT, "") not in {"", "0"}

# Nothing random or timed where a verdict depends on it; on a developer's machine every run tries new examples.
hypothesis.settings.register_profile(
    "ci", derandomize=True, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile("desk", deadline=None, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Declare our options; without Qt, also take pytest-qt out before it imports it (its settings stay known)."""
    parser.addoption("--no-qt", action="store_true", help="block PySide6 and run the core's tests only")
    if WITHOUT_QT:
        blocker.block()
        plugin = sys.modules.get("pytestqt.plugin")
        if plugin is not None and pluginmanager.is_registered(plugin):
            pluginmanager.unregister(plugin)


def pytest_configure(config: pytest.Config) -> None:
    """Keep the settings of the person who runs the tests out of them, and theirs out of the tests."""
    os.fsync = _no_sync
    # Tests, games and maps are half a million objects that stay: going through all of them repeatedly took a tenth of
    # a run. What a window leaves is collected after each test (`nothing_left_alive`), while it is young and that is
    # cheap. If they were frozen, code that asks the collector for live objects (`tests.mutants`) would not find them.
    gc.set_threshold(20_000, 50, 100)
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ and _in_memory():
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)
    home = tempfile.TemporaryDirectory(prefix="hexbench-tests-")
    config.add_cleanup(home.cleanup)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        os.environ[variable] = str(Path(home.name) / variable.lower())


def _in_memory() -> bool:
    """Whether what tests write fits into memory: SQLite and Qt wait for the disk at every saved action, a third of
    the time of ``tests/store`` on a busy disk. A run writes some 150 MB, and pytest keeps that of three runs.
    """
    try:
        return os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2 * 2**30
    except OSError:  # a system without it
        return False


def _no_sync(fd: object) -> None:
    """What a test writes need not survive a power cut; a full disk is simulated where it is tested."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Without Qt, do not even import the tests that start with it."""
    if not WITHOUT_QT:
        return None
    if collection_path == DESKTOP:
        return True
    if collection_path.suffix != ".py":
        return None
    return True if IMPORTS_QT.search(collection_path.read_bytes()) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs a QApplication, and leave out what cannot run here."""
    for item in items:
        if QT_FIXTURES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.gui)
    out = [item for item in items if WITHOUT_QT and item.get_closest_marker("gui")]
    x11 = [item for item in items if item.get_closest_marker("x11")]
    if x11 and (lack := _x11_lacks()):
        if os.environ.get(REQUIRE_X11):
            raise pytest.UsageError(f"The tests of a real X window cannot run: no {lack}.")
        out += x11
    if out:
        config.hook.pytest_deselected(items=out)
        gone = set(out)
        items[:] = [item for item in items if item not in gone]
    # A stable order, so that the tests of a file stay together and share what it makes.
    items.sort(key=lambda item: _rank(item.path))


def _rank(path: Path) -> int:
    """The position of a file in the order: as in LONGEST_FIRST, then the others."""
    name = path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else ""
    return next((n for n, room in enumerate(LONGEST_FIRST) if name.startswith(room)), len(LONGEST_FIRST))


def pytest_sessionfinish() -> None:
    """End a run that copied something in a window as the program ends."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        importlib.import_module("hexbench.ui.shell.app").leave_clipboard()


def pytest_report_header() -> str:
    """Say what is left out, if anything."""
    if WITHOUT_QT:
        return "Qt: blocked, and what needs it left out"
    lack = _x11_lacks()
    return (
        f"real X window: left out, no {lack} (`packaging/setup_env.py --for x11`)"
        if lack
        else "real X window: tested"
    )


def _x11_lacks() -> str:
    """Say what a real X window would need and this machine lacks; empty if nothing is missing."""
    if WITHOUT_QT:
        return "Qt"
    lacks = [program for program in PROGRAMS_FOR["x11"] if not shutil.which(program)]
    core = importlib.import_module("PySide6").__file__
    plugin = Path(str(core)).parent / "Qt/plugins/platforms/libqxcb.so"
    return ", ".join([*lacks, *missing_libraries([plugin])])


def _shows(item: pytest.Item) -> bool:
    """Whether a test may make a window."""
    return item.path.is_relative_to(DESKTOP) or item.get_closest_marker("gui") is not None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Collect what a window leaves as soon as nothing of its test is referenced: then it is young and cheap to collect."""
    done = yield
    # A started program freezes what it has loaded: what this test made would never be collected, nor found by code
    # that asks for live objects.
    gc.unfreeze()
    if _shows(item):
        gc.collect(1)
    return done


@pytest.fixture(autouse=True)
def nothing_left_alive(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a top-level widget, a timer, a thread or a child process behind."""
    watch = Watch(windows=_shows(request.node))
    yield
    left = watch.left()
    if left:
        pytest.fail(f"left alive: {'; '.join(left)}", pytrace=False)


@pytest.fixture(autouse=True)
def hexbench_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a home of its own (settings, autosaves, recent games), created only when something is written to it."""
    homes = tmp_path_factory.getbasetemp() / "homes"
    home = homes / str(next(_counter))
    monkeypatch.setenv("HEXBENCH_HOME", str(home))
    return home


_counter = iter(range(10**9))
