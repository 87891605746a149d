"""A combat in a real X window: attackers dragged with the real mouse, buttons of the combat dock pressed with it, and
the answers that remain given by keys, until the saved game says that the combat is over.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from hexbench import bootstrap
from hexbench.session.opening import open_file
from hexbench.store.saves import SUFFIX
from tests.ui.yard.driver import Player, player_at
from tests.x11.conftest import desktop_on
from tests.x11.screen import Screen, wait_for
from tests.x11.test_real_window import SIZE, Both, saved, settled

pytestmark = pytest.mark.x11

POSITION = "iron_tide/example_of_play"
TARGET = "3940"
IN_COMBAT = ("combat", "commit", "take_losses", "retreat", "press_on", "advance")
MOST = 20
"""Answers that one combat may need."""


@pytest.fixture
def twin(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """The same window, offscreen, with the same position on the table."""
    with player_at(bootstrap.catalogue(), SIZE, painted=True, start=True) as player:
        player.window.open_reference(POSITION)
        player.settle()
        yield player


def now(home: Path) -> tuple[str, int, tuple[str, ...]]:
    """(what is asked, how many actions there are, the sentences of the log) by a copy of the saved game."""
    path = saved(home)
    if path is None or not settled(home):
        return "", 0, ()
    copy = home.with_name(f"copy{SUFFIX}")
    shutil.copyfile(path, copy)
    session, _ = open_file(bootstrap.catalogue(), copy)
    found = session.seat(session.decider).prompt.step, len(session.history.nodes) - 1
    log = tuple(str(line.text) for line in session.log(None))
    session.close()
    return *found, log


def _done(home: Path, actions: int) -> bool:
    """So many actions have been saved, or more."""
    return now(home)[1] >= actions


def _click(both: Both, name: str) -> None:
    """Click the widget of that name with the real mouse, where the twin has it."""
    found = both.twin.window.findChild(QWidget, name)
    assert found is not None, name
    at = found.mapTo(both.twin.window, QPoint(found.width() // 2, found.height() // 2))
    both.screen.do(
        "mousemove", str(both.corner[0] + at.x()), str(both.corner[1] + at.y()), "sleep", "0.1", "click", "1"
    )


def test_a_combat_is_declared_by_mouse_and_fought_to_its_end(
    screen: Screen, twin: Player, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with desktop_on(screen, home, "play", POSITION) as desktop:
        both = Both(desktop, twin, home)
        both.await_map()
        for n, unit in enumerate(("G-667", "G-3FJ-9"), start=1):
            both.drag(unit, TARGET)
            wait_for(f"{unit} attacks", partial(_done, home, n))
            both.rest()
            twin.drag(unit, TARGET)
        _click(both, "combat.board.declare")
        twin.push("combat.board.declare")
        both.rest()
        wait_for("the list of what is left", both.alike)
        assert now(home)[:2] == ("combat", 2)  # it is asked first
        _click(both, "checklist.end")
        wait_for("support to be asked for", lambda: now(home)[0] == "commit")
        twin.push("checklist.end")
        both.rest()
        _click(both, "combat.answer.support")
        wait_for("artillery in support", lambda: now(home)[1] == 4)
        assert now(home)[0] == "commit"
        both.rest()
        for _ in range(MOST):
            step, before, _log = now(home)
            if step not in IN_COMBAT:
                break
            screen.press_keys("ctrl+Return")
            if step in (
                "commit",
                "advance",
            ):  # the list of those who could still support it, or go on, comes first
                both.rest()
                screen.press_keys("ctrl+Return")
            wait_for(f"an answer to {step}", partial(_done, home, before + 1))
        step, _, log = now(home)
        assert step not in IN_COMBAT
        assert sum(line.startswith(f"Combat against {TARGET}: ") for line in log) == 1
        assert desktop.close() == 0
