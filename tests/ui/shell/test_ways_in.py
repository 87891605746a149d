"""Every way into a game, from the states the window may be in, twice each: nothing breaks, now or a moment later.

In full size every way is gone from every state; a sample goes every way from one of them, and once more from the game it came to.

The moment later matters: panels behind tabs are drawn when the window has time, and by then the game before and its panels
are gone. So these tests let real time pass and finish nothing by hand. What breaks meanwhile fails the test, as everything
does that is raised inside Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from hexbench import bootstrap
from hexbench.session import mail
from hexbench.session.opening import open_new
from hexbench.store.saves import SUFFIX
from hexbench.ui.shell.editing import Editing
from hexbench.ui.shell.errors import ErrorDialog
from tests.sizes import sized
from tests.ui.yard.driver import Player, player_at

MOMENT = 60
"""Milliseconds: longer than panels wait before they ask whether they are to be drawn."""
EDITED = "tigers/24_december"
OTHER = "tide_of_iron/noville"
BEFORE = "iron_tide/example_of_play"


def two(reference: str) -> tuple[str, str]:
    """Game and scenario."""
    game, _, name = reference.partition("/")
    return game, name


class Doors:
    """One window, and files to go in by."""

    def __init__(self, player: Player, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.player, self.window, self.folder = player, player.window, folder
        self.next = ""
        patch.setattr(QFileDialog, "getOpenFileName", lambda *_: (self.next, ""))

    def rest(self, what: Callable[[], None] = lambda: None) -> None:
        """Do something and let a moment pass, both in a loop of events as the program's own; nothing is wrong at its end.

        Only within such a loop does Qt delete what was put away as soon as it does in the program.
        """
        loop, watch = QEventLoop(), QTimer()
        watch.setInterval(MOMENT)
        later = self.window.desk.later
        watch.timeout.connect(lambda: None if later.waiting else loop.quit())
        QTimer.singleShot(0, what)
        QTimer.singleShot(1, watch.start)
        loop.exec()
        wrong = [d.sentence.text() for d in self.window.findChildren(ErrorDialog) if d.isVisible()]
        assert wrong == []

    def act(self, name: str) -> None:
        """Trigger an action of the menus, and finish nothing."""
        self.window.acts[name].trigger()

    @property
    def editing(self) -> Editing:
        """What opens the editors."""
        found = self.window.findChild(Editing)
        assert found is not None
        return found

    def saved(self) -> str:
        """A saved game with an action in it, another each time."""
        path = self.folder / f"saved{len(list(self.folder.iterdir()))}{SUFFIX}"
        session = open_new(self.window.catalogue, *two(OTHER))
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
        session.save_as(path)
        session.close()
        return str(path)

    def letters(self) -> str:
        """An invitation of mine and the other player's answer to it, a new game each time; the answer."""
        n = len(list(self.folder.glob("*.hexmail")))
        one, two = self.folder / f"{n}.hexmail", self.folder / f"{n + 1}.hexmail"
        game, name = BEFORE.split("/")
        catalogue = self.window.catalogue
        mail.invite(catalogue, game, name, next(iter(catalogue.games[game].sides)), one)
        home, patch = self.folder / f"home{n}", pytest.MonkeyPatch()
        patch.setenv("HEXBENCH_HOME", str(home))
        try:
            mail.answer(bootstrap.catalogue(), one, two)
        finally:
            patch.undo()
        return str(two)


# ---- states
def at_start(doors: Doors) -> None:
    doors.act("file.new")


def in_a_game(doors: Doors) -> None:
    doors.window.open_reference(BEFORE)


def in_an_editor(doors: Doors) -> None:
    doors.window.open_reference(BEFORE)
    doors.act("tools.position")
    assert doors.editing.editors


def by_mail(doors: Doors) -> None:
    doors.window.open_path(doors.letters())
    session = doors.window.bridge.session
    assert session is not None
    assert session.owner is not None


def in_a_replay(doors: Doors) -> None:
    doors.window.open_path(doors.saved())
    doors.act("game.replay")
    assert doors.window.bridge.past is not None


def at_the_calculator(doors: Doors) -> None:
    doors.act("file.new")
    doors.window.start.new.choose_game("trumpets")
    doors.window.start.calculate.click()
    assert doors.window.calculating.dialog is not None


def under_a_cover(doors: Doors) -> None:
    doors.window.open_reference(OTHER)
    doors.window.hand_over(doors.window.bridge.viewer or "")
    assert doors.window.bridge.covered


# ---- ways in
def by_the_start_page(doors: Doors) -> None:
    doors.act("file.new")
    doors.window.start.new.choose_game("tide_of_iron")
    doors.window.start.new.details.start.click()


def by_the_file_dialog(doors: Doors) -> None:
    doors.next = doors.saved()
    doors.act("file.open")


def by_a_scenario_file(doors: Doors) -> None:
    game, name = OTHER.split("/")
    doors.next = str(doors.window.catalogue.places.scenarios / game / f"{name}.json")
    doors.act("file.open")


def by_an_answer(doors: Doors) -> None:
    doors.next = doors.letters()
    doors.act("file.open")


def by_f5_in_the_editor(doors: Doors) -> None:
    if not doors.editing.editors:
        game, name = EDITED.split("/")
        doors.editing.edit_file(doors.window.catalogue.places.scenarios / game / f"{name}.json")
    editor = doors.editing.editors[-1]
    doors.rest()
    editor.activateWindow()
    assert QTest.qWaitForWindowActive(editor)
    assert editor.board.view is not None
    QTest.keyClick(editor.board.view, Qt.Key.Key_F5)


def by_a_replay_of_trial_games(doors: Doors) -> None:
    if not doors.editing.editors:
        game, name = EDITED.split("/")
        doors.editing.edit_file(doors.window.catalogue.places.scenarios / game / f"{name}.json")
    doors.editing.editors[-1].replay_asked.emit(doors.saved())


def by_the_practice_position(doors: Doors) -> None:
    doors.window.open_practice()


STATES: tuple[Callable[[Doors], None], ...] = (
    at_start,
    in_a_game,
    in_an_editor,
    by_mail,
    in_a_replay,
    at_the_calculator,
    under_a_cover,
)
WAYS: tuple[Callable[[Doors], None], ...] = (
    by_the_start_page,
    by_the_file_dialog,
    by_a_scenario_file,
    by_an_answer,
    by_f5_in_the_editor,
    by_a_replay_of_trial_games,
    by_the_practice_position,
)


def pairs() -> list[tuple[Callable[[Doors], None], Callable[[Doors], None]]]:
    """The states and the ways that are tried from them: all, or a sample that has each once."""
    return [
        (state, way)
        for i, state in enumerate(STATES)
        for j, way in enumerate(WAYS)
        if sized((i - j) % len(WAYS) == 3, True)
    ]


@pytest.fixture
def doors(
    qapp: object, hexbench_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Doors]:
    """A player at the real installation, with a home of the test's own."""
    with player_at(bootstrap.catalogue()) as player:
        found = Doors(player, tmp_path, monkeypatch)
        yield found
        for editor in found.editing.editors[:]:
            editor.ask_first = False
            editor.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize(("state", "way"), pairs(), ids=lambda f: f.__name__)
def test_a_game_is_opened(doors: Doors, state: Callable[[Doors], None], way: Callable[[Doors], None]) -> None:
    doors.rest(partial(state, doors))
    for _ in range(2):
        before = doors.window.bridge.session
        doors.rest(partial(way, doors))
        session = doors.window.bridge.session
        assert session is not None
        assert session is not before
        assert doors.window.pages.currentWidget() is doors.window.table
        assert doors.window.table.view is not None


def test_the_game_on_the_table_is_opened_again_and_stays_there(doors: Doors) -> None:
    path = doors.saved()
    doors.rest(lambda: doors.window.open_path(path))
    session = doors.window.bridge.session
    doors.next = path
    for _ in range(2):
        doors.rest(lambda: doors.act("file.open"))
        assert doors.window.bridge.session is session
    doors.rest(lambda: doors.act("game.replay"))
    doors.rest(lambda: doors.act("file.open"))
    assert doors.window.bridge.session is session
    over = doors.window.table.over
    assert over is not None
    assert over.news.text.text() == "This game is already open."
