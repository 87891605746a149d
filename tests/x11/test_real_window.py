"""The real desktop in a real X window: mouse and keys come through the X server, the truth from the saved game.

A twin of the window, offscreen and of the same size, says where on the screen a hex is: both platforms draw alike, and
each test makes sure of it by comparing pictures before it touches anything.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from hexbench import bootstrap
from hexbench.session.checking import replay_file
from hexbench.session.opening import open_file, open_new
from hexbench.store.saves import SUFFIX
from hexbench.ui.shell.hand import Hand
from hexbench.ui.shell.memory import first_geometry
from tests.ui.yard.driver import Player, player_at
from tests.x11.conftest import CHECKOUT, Desktop, desktop_on
from tests.x11.screen import SIZE as ROOM
from tests.x11.screen import Screen, wait_for

pytestmark = pytest.mark.x11

POSITION = "iron_tide/17_december"
SIZE = first_geometry(QRect(QPoint(0, 0), QSize(*ROOM))).size().toTuple()
"""The window's own size at its first start, on a screen of that size."""
REGIMENT, PANZERS = "G-560VG-1130", "G-2Pz-PG304"
"""A regiment on foot and a motorized one, both at the front of the Our, each alone in its hex."""
HALF = 20
"""Half the width of the patch of a picture that is compared, in pixels."""
ALIKE, CHANGED = 1.0, 12.0
"""Pictures whose bytes differ by less on average show the same; patches that differ by more do not."""


@pytest.fixture
def twin(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """The same window, offscreen, with the same position on the table."""
    with player_at(bootstrap.catalogue(), SIZE, painted=True, start=True) as player:
        player.window.open_reference(POSITION)
        player.settle()
        yield player


class Both:
    """The real window and its twin: what is done to one is done to the other."""

    def __init__(self, desktop: Desktop, twin: Player, home: Path) -> None:
        self.desktop, self.twin, self.home = desktop, twin, home
        self.screen = desktop.screen
        self.desktop.await_game()
        self.corner = self.screen.corner(desktop.window)
        self.rest()

    def rest(self) -> None:
        """Lay the mouse aside, on the empty end of the menu bar."""
        self.screen.point(self.corner[0] + SIZE[0] - 40, self.corner[1] + 8)

    def nearer(self) -> None:
        """Go nearer by keys, until counters can be read: once the map is drawn, keys pressed before that may go nowhere."""
        self.await_map()
        self.screen.press_keys("plus", "plus", "plus")
        QTest.keyClicks(self.twin.view, "+++")
        self.twin.settle()

    def spot(self, name: str) -> tuple[int, int]:
        """Where a hex or a unit lies on the screen. Raises AssertionError when it is out of view."""
        view = self.twin.view
        at = self.twin.spot(name)
        assert view.viewport().rect().contains(at), f"{name} is out of view"
        here = view.viewport().mapTo(self.twin.window, at)
        return self.corner[0] + here.x(), self.corner[1] + here.y()

    def patch(self, name: str) -> QImage:
        """What the real screen shows about a hex or a unit."""
        x, y = self.spot(name)
        return self.screen.picture().copy(x - HALF, y - HALF, 2 * HALF, 2 * HALF)

    def await_map(self) -> None:
        """Wait until the real window shows the map as its twin does: drawn to the end, and every hex at the same place."""
        self.twin.view.finish()
        wait_for("the map as its twin", self.alike)

    def alike(self) -> bool:
        """The real window shows the map, and what lies over it, as its twin does, which lives on meanwhile as it does."""
        self.twin.settle()
        port = self.twin.view.viewport()
        there = QRect(port.mapTo(self.twin.window, QPoint(0, 0)), port.size())
        wanted = _small(self.twin.window.grab(there).toImage())
        there.translate(*self.corner)
        return _difference(_small(self.screen.picture().copy(there)), wanted) < ALIKE

    def drag(self, unit: str, to: str) -> None:
        """Drag a counter with the real mouse; the twin is not touched."""
        self.screen.carry(self.spot(unit), self.spot(to))
        self.screen.let_go()

    def keep_picture(self, name: str) -> None:
        """Keep what the window shows as a picture for the README, where that is asked for."""
        if os.environ.get("HEXBENCH_UPDATE_SCREENSHOTS"):
            folder = CHECKOUT / "docs" / "screenshots"
            folder.mkdir(parents=True, exist_ok=True)
            whole = self.screen.picture().copy(QRect(QPoint(*self.corner), self.twin.window.size()))
            assert whole.save(str(folder / name))


def _small(picture: QImage) -> QImage:
    """The picture at a quarter of its size: what is drawn where, without the last word on every pixel."""
    small = picture.scaled(
        picture.size() / 4, mode=Qt.TransformationMode.SmoothTransformation
    )  # not bound to the aspect ratio
    return small.convertToFormat(QImage.Format.Format_ARGB32)  # the fourth byte of RGB32 is anything


def _difference(one: QImage, other: QImage) -> float:
    """How much two pictures of one size differ: the mean over all bytes, 0 to 255."""
    a, b = bytes(one.constBits()), bytes(other.constBits())
    assert len(a) == len(b)
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a)


def saved(home: Path) -> Path | None:
    """The one game that the desktop has saved; None before the first action."""
    files = sorted((home / "games").glob(f"*{SUFFIX}"))
    assert len(files) <= 1, files
    return files[0] if files else None


def played(home: Path) -> tuple[dict[str, str], int]:
    """(where each unit is, how many actions there are) by the saved game, read from a copy while it is being played."""
    path = saved(home)
    assert path is not None, "nothing has been saved"
    copy = home.with_name(f"copy{SUFFIX}")
    shutil.copyfile(path, copy)
    session, notices = open_file(bootstrap.catalogue(), copy)
    assert not notices
    places = {uid: str(unit.at) for uid, unit in session.state.units.items()}
    count = len(session.history.nodes) - 1
    session.close()
    return places, count


def settled(home: Path) -> bool:
    """There is a saved game, and no action is just being written: SQLite blanks its journal after each."""
    path = saved(home)
    if path is None or not path.stat().st_size:
        return False
    journal = path.with_name(f"{path.name}-journal")
    return not journal.exists() or not any(journal.read_bytes()[:8])


def moved_to(home: Path, unit: str, to: str) -> bool:
    """The saved game has the unit there."""
    return settled(home) and played(home)[0].get(unit) == to


def legal(player: Player, unit: str) -> str:
    """A hex well in view that a unit may go to in exactly one way, as far off as possible."""
    seat = player.window.bridge.seat
    assert seat is not None
    inner = player.view.viewport().rect().adjusted(120, 120, -120, -120)
    ways = {at: w[0] for at, w in Hand(seat).ways((unit,)).items() if len(w) == 1}
    fits = [at for at in ways if inner.contains(player.spot(at)) and not player.view.map.stack(at)]
    assert fits, f"{unit} has nowhere to go"
    return max(fits, key=lambda at: (ways[at].target.cost or 0, at))


def enemy_near(player: Player, unit: str) -> str:
    """The hex in view with an enemy in it that is nearest to a unit."""
    scene = player.view.map
    side = unit.partition("-")[0]
    start = player.spot(unit)
    inner = player.view.viewport().rect().adjusted(60, 60, -60, -60)
    held = [
        at
        for at in scene.stacks.hexes
        if not any(u.startswith(f"{side}-") for u in scene.stack(at)) and inner.contains(player.spot(at))
    ]
    return min(held, key=lambda at: ((player.spot(at) - start).manhattanLength(), at))


def test_a_dragged_counter_changes_its_hex(screen: Screen, twin: Player, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with desktop_on(screen, home, "play", POSITION) as desktop:
        both = Both(desktop, twin, home)
        both.nearer()
        both.await_map()
        start, to = twin.at(REGIMENT), legal(twin, REGIMENT)
        before = both.patch(start)
        assert saved(home) is None  # nothing has been done yet

        both.drag(REGIMENT, to)
        wait_for(f"{REGIMENT} in {to}", lambda: moved_to(home, REGIMENT, to))
        places, actions = played(home)
        twin.drag(REGIMENT, to)
        assert places == {uid: twin.at(uid) for uid in places}  # that unit and no other
        wait_for("the old hex empty", lambda: _difference(both.patch(start), before) > CHANGED)

        other, held = PANZERS, enemy_near(twin, PANZERS)
        at_rest = both.patch(other)
        screen.carry(both.spot(other), both.spot(held))
        carried = both.patch(held)
        screen.let_go()
        wait_for("the counter put back", lambda: _difference(both.patch(held), carried) > CHANGED)
        screen.press_keys("Escape")  # why not has been read, and it may lie over the counter
        wait_for("the counter in its hex", lambda: _difference(both.patch(other), at_rest) < CHANGED)
        assert played(home) == (places, actions)

        again = legal(twin, other)
        screen.carry(both.spot(other), both.spot(again))  # the window lives, and its map is as it was
        both.keep_picture("x_window.png")
        screen.let_go()
        wait_for(f"{other} in {again}", lambda: moved_to(home, other, again))
        assert played(home)[1] == actions + 1
        screen.press_keys("ctrl+z")
        wait_for(f"{other} taken back", lambda: moved_to(home, other, places[other]))
        assert desktop.close() == 0
    path = saved(home)
    assert path is not None
    assert str(replay_file(bootstrap.catalogue(), path))


def test_the_manual_opens_by_its_key_over_a_game_and_started_twice_without_a_word_it_goes_on(
    screen: Screen, twin: Player, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    start, to = twin.at(REGIMENT), legal(twin, REGIMENT)
    with desktop_on(screen, home, "play", POSITION) as desktop:
        desktop.await_game()
        screen.press_keys("F1")
        wait_for("the manual", lambda: bool(screen.window("Hexbench manual")))
        screen.do("windowfocus", "--sync", screen.window("Hexbench manual"))
        screen.press_keys("s", "u", "p", "p", "l", "y", "Escape")
        wait_for("the manual gone", lambda: not screen.window("Hexbench manual"))
        screen.do("windowfocus", "--sync", desktop.window)
        screen.press_keys(*start, "Return", *to, "Return")  # by keyboard alone
        wait_for(f"{REGIMENT} in {to}", lambda: moved_to(home, REGIMENT, to))
        assert desktop.close() == 0
    places, actions = played(home)
    twin.drag(REGIMENT, to)
    start, to = twin.at(PANZERS), legal(twin, PANZERS)

    with desktop_on(screen, home) as desktop:
        desktop.await_game()
        screen.press_keys(*start, "Return", *to, "Return")
        wait_for(f"{PANZERS} in {to}", lambda: moved_to(home, PANZERS, to))
        assert desktop.close() == 0
    assert played(home) == (places | {PANZERS: to}, actions + 1)


def begun_game(folder: Path, reference: str) -> Path:
    """A saved game with one action in it."""
    game, _, name = reference.partition("/")
    session = open_new(bootstrap.catalogue(), game, name)
    default = session.seat(session.decider).prompt.default
    assert default is not None
    session.do(default)
    path = folder / f"{game}{SUFFIX}"
    session.save_as(path)
    session.close()
    return path


def test_games_are_opened_over_each_other_from_the_real_file_dialog(
    screen: Screen, hexbench_home: Path, tmp_path: Path
) -> None:
    """File > Open over an open game, twice, typed as a person does; what goes wrong a moment later is printed, and fails."""
    files = [
        (begun_game(tmp_path, "tigers/24_december"), "Tigers in the Ardennes · Hexbench"),
        (begun_game(tmp_path, "tide_of_iron/noville"), "Tide of Iron · Hexbench"),
    ]
    with desktop_on(screen, tmp_path / "home", "play", POSITION) as desktop:
        desktop.await_game()
        for path, title in files:
            screen.press_keys("ctrl+o")
            wait_for("the file dialog", lambda: bool(screen.window("Open")))
            screen.do("windowfocus", "--sync", screen.window("Open"))
            screen.do("type", "--delay", "10", str(path))
            screen.press_keys("Return")
            wait_for(title, lambda title=title: bool(screen.window(title)))  # type: ignore[misc]
            desktop.window = screen.window(title)
            screen.do("windowfocus", "--sync", desktop.window)
            time.sleep(
                1
            )  # panels behind tabs are drawn when the window has time: that is when it used to break
        assert desktop.close() == 0
