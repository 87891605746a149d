"""No words are cut off: in the real window of every game with each dock in front, in its dialogs and in both editors, in both
languages, by day and in high contrast, with text of three sizes. And none is there that was not asked for in the language chosen: what
was asked for stands between two signs that nobody sees (``tongue.py``), so that one walk through a window is enough for both.

``make test`` looks at the hardest of these for each game; ``HEXBENCH_FULL=1``, as in ``make fuzz``, at all of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHeaderView,
    QLabel,
    QPushButton,
    QTabBar,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)

from hexbench import bootstrap
from hexbench.session.editor.map_doc import open_map
from hexbench.ui.look import language
from hexbench.ui.shell.window import Window
from hexbench.ui.widgets.parts import NoteLabel, WordyButton, few_lines, text_label
from tests.sizes import FULL, sized
from tests.ui.editor.driver import editor_on
from tests.ui.editor.map_driver import map_editor_on
from tests.ui.editor.test_scenario_window import opened
from tests.ui.tongue import bare, brackets, painted, seen
from tests.ui.tongue_names import NOT_WORDS, names_of, untranslated
from tests.ui.tongue_names import shown as read_off
from tests.ui.yard.clipping import clipped
from tests.ui.yard.driver import Player, player_at
from tests.ui.yard.listening import everything
from tests.ui.yard.walking import each_in_front, walked

CATALOGUE = bootstrap.catalogue()
DIALOGS = (
    *("edit.settings", "edit.keys", "edit.find", "help.keys", "help.about", "game.checklist", "game.dice"),
    *("game.finish", "game.calculator", "help.tour", "file.mail", "game.attacks", "game.replay"),
    "file.pass_on",
)
OF_A_GAME = tuple(name for name in DIALOGS if name.startswith("game."))
"""Those that say what a game says; the others are the same whatever is played."""
SCREENS = ((1280, 800), (1920, 1080))
SIZES = (1.0, 1.25, 1.5)
"""How many times its usual size text is."""
Look = tuple[str, str, float, tuple[int, int]]
"""(language, colours, size of text, window)."""
SMALL, LARGE = SCREENS
HARDEST: tuple[tuple[str, Look], ...] = (
    ("iron_tide", ("de", "contrast", 1.5, SMALL)),
    ("tide_of_iron", ("en", "day", 1.5, SMALL)),
    ("tigers", ("de", "day", 1.25, SMALL)),
    ("blitzkrieg", ("de", "contrast", 1.5, SMALL)),
    ("trumpets", ("en", "contrast", 1.0, LARGE)),
)
EVERY = tuple(
    itertools.product(CATALOGUE.games, itertools.product(("en", "de"), ("day", "contrast"), SIZES, SCREENS))
)
CASES = EVERY if FULL else HARDEST
WITH_ALL_DIALOGS = sized(("iron_tide", "tide_of_iron"), tuple(CATALOGUE.games))
"""Games in which dialogs that are the same in every game are looked at too: the hardest look of either language."""


@pytest.fixture
def tongue(qapp: QApplication, german_files: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Speaks a language; English again afterwards."""

    def speak(spoken: str) -> None:
        monkeypatch.setenv(language.CHOSEN_BY, spoken)
        assert language.speak("system", german_files) == spoken

    yield speak
    speak("en")


def in_turn(walk: Iterable[QWidget]) -> Iterator[QWidget]:
    """A walk without the table where a dialog has just lain before it: nobody has touched it since it was looked at."""
    before: QWidget | None = None
    for place in walk:
        if FULL or not isinstance(before, QDialog) or isinstance(place, QDialog):
            yield place
        before = place


def cut_off(player: Player, place: QWidget) -> Iterator[str]:
    """What is cut off in one place of a walk: in the window also in every dock, each in front."""
    yield from clipped(place)
    if place is player.window:
        for docks in each_in_front(player):
            for dock in docks:
                yield from clipped(dock)


def wrong_in(player: Player, game: str, names: set[str], drawn: set[str]) -> Iterator[str]:
    """What is cut off, and what was not asked for in the language chosen, anywhere in the walk through a game. Each text is told in the
    place where it is met first.
    """
    dialogs = DIALOGS if game in WITH_ALL_DIALOGS else OF_A_GAME
    met: set[str] = set()
    for place in in_turn(walked(player, game, dialogs)):
        where = f"{type(place).__name__} {seen(place.windowTitle()) or place.objectName()}"
        yield from (f"{where}: {seen(fault)}" for fault in cut_off(player, place))
        read = set(everything(place) if isinstance(place, Window) else read_off(place)) - met
        met |= read
        for text in map(seen, read):
            if words := untranslated(text, names):
                yield f"{where}: not asked for: {', '.join(words)} <- {text[:160]}"
    for text in map(seen, drawn):
        if words := bare(NOT_WORDS.sub(" ", text), names):
            yield f"painted, not asked for: {', '.join(words)} <- {text[:160]}"


@pytest.mark.parametrize(
    ("game", "look"),
    CASES,
    ids=[f"{game}-{'-'.join(map(str, look[:3]))}-{look[3][0]}" for game, look in CASES],
)
def test_no_words_are_cut_off_in_the_window_of_a_game_and_each_was_asked_for(
    hexbench_home: Path, tongue, sentences: Mapping[tuple[str, str], str], game: str, look: Look
) -> None:
    language, colours, size, screen = look
    tongue(language)
    QGuiApplication.clipboard().clear()  # what an earlier test has copied
    for recent in CATALOGUE.recent.games():  # and played: the catalogue is that of all tests of this process
        CATALOGUE.recent.forget(Path(recent.path))
    with (
        brackets(sentences, silent=True),
        painted() as drawn,
        player_at(CATALOGUE, screen, start=True) as player,
    ):
        prefs = player.window.prefs
        prefs.change("look.palette", colours)
        prefs.change("look.text_size", round(player.window.system_size * size) if size != 1.0 else 0)
        player.settle()
        found = sorted(set(wrong_in(player, game, names_of(game), drawn)))
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(("game", "size"), [("iron_tide", 1.5), ("tigers", 2.0)])
def test_no_words_are_cut_off_in_the_docks_of_a_small_window(
    hexbench_home: Path, tongue, game: str, size: float
) -> None:
    tongue("de")
    with player_at(CATALOGUE, (1024, 700)) as player:
        window = player.window
        window.prefs.change("look.text_size", round(window.system_size * size))
        window.begin(game, CATALOGUE.scenarios(game)[0].name, {}, True)
        player.settle()
        docking = window.table.docking
        found = set()
        for key, dock in docking.docks.items():
            docking.go(key)
            player.settle()
            found |= set(clipped(dock))
        assert (window.width(), window.height()) == (1024, 700)
    assert found == set(), "\n".join(sorted(found))


@pytest.fixture
def lettered(qapp: QApplication) -> Iterator[object]:
    """Makes text so many times its usual size; as it was afterwards."""
    usual = qapp.font()

    def large(size: float) -> None:
        font = qapp.font()
        font.setPointSizeF(font.pointSizeF() * size)
        qapp.setFont(font)

    yield large
    qapp.setFont(usual)


@pytest.mark.parametrize(("language", "size"), [("en", 1.0), ("de", 1.5)])
def test_no_words_are_cut_off_in_the_editors(
    hexbench_home: Path, tmp_path: Path, tongue, lettered, language: str, size: float
) -> None:
    tongue(language)
    lettered(size)
    found: set[str] = set()
    with editor_on(opened("trumpets", "losheim"), tmp_path, (1280, 800)) as hand:
        for key, dock in hand.window.docks.docks.items():
            hand.front(key)
            found |= set(clipped(dock))
        found |= set(clipped(hand.window))
    with map_editor_on(
        open_map(CATALOGUE.places.resources / "maps" / "trumpets.json", "trumpets"), CATALOGUE
    ) as hand:
        for key, dock in hand.window.docks.docks.items():
            hand.window.docks.front(key)
            hand.settle()
            found |= set(clipped(dock))
        found |= set(clipped(hand.window))
    assert found == set(), "\n".join(sorted(found))


# ---- the finder itself, and what it found mended
def shown(*parts: QWidget, size: tuple[int, int]) -> QWidget:
    """A small window of these parts, one above the other."""
    frame = QWidget()
    column = QVBoxLayout(frame)
    for part in parts:
        column.addWidget(part)
    frame.show()
    frame.setFixedSize(*size)
    QApplication.processEvents()
    return frame


def test_the_finder_finds_what_is_cut_off(qapp: QApplication) -> None:
    label, button, tabs, tree = QLabel("words " * 20), QPushButton("words " * 20), QTabBar(), QTreeWidget()
    label.setFixedWidth(60)
    button.setFixedWidth(60)
    tabs.addTab("a title of many words")
    tabs.setFixedWidth(50)
    tabs.setStyleSheet("QTabBar::tab { width: 30px; }")
    tree.setHeaderLabels(["a head of many words", "b"])
    tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    tree.header().resizeSection(0, 20)
    frame = shown(label, button, tabs, tree, size=(300, 300))
    found = list(clipped(frame))
    assert sum("'words" in one for one in found) == 2
    assert sum("tab 'a title" in one for one in found) == 1
    assert sum("head 'a head" in one for one in found) == 1
    frame.deleteLater()


def test_a_note_without_room_ends_in_dots_and_its_tip_has_all_of_it(qapp: QApplication) -> None:
    note = text_label("note")
    assert isinstance(note, NoteLabel)
    words = "Drag a unit onto the map, or select it, move the cursor to a hex and press Enter. " * 3
    note.setText(words)
    frame = shown(note, size=(240, 60))
    assert note.cut is True
    assert "press Enter" in note.toolTip()
    assert note.text() == words
    assert list(clipped(frame)) == []
    lines = few_lines(words, note.fontMetrics(), note.width(), 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert all(note.fontMetrics().horizontalAdvance(line) <= note.width() for line in lines)
    frame.setFixedSize(240, 600)
    QApplication.processEvents()
    assert (note.cut, note.toolTip()) == (False, "")
    frame.deleteLater()


def test_a_button_of_many_words_is_broken_as_soon_as_it_is_seen(qapp: QApplication) -> None:
    button = WordyButton("Regiment 752 loses a step instead of going back two hexes")
    button.setFixedWidth(160)
    frame = shown(button, size=(200, 200))
    assert "\n" in QPushButton.text(button)
    assert list(clipped(frame)) == []
    frame.deleteLater()
