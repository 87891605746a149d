"""How much of the window is map, and when docks fold and come."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QTabBar

from hexbench import bootstrap
from hexbench.session.game import Catalogue
from hexbench.ui.docks.tray import TrayPanel
from hexbench.ui.docks.units import COUNTER
from hexbench.ui.shell.memory import first_geometry
from hexbench.ui.shell.prompt import _Button
from hexbench.ui.widgets.parts import WordyButton, in_sight
from tests.ui.yard.clipping import clipped
from tests.ui.yard.driver import LEFT, Player, player_at
from tests.ui.yard.parts import UNLIKE

SHARES = [((1280, 800), 0.60), ((1920, 1080), 0.70)]


@pytest.fixture
def home(qapp: object, hexbench_home: Path) -> Catalogue:
    """The games that ship, in a folder of nobody's."""
    return bootstrap.catalogue()


@pytest.fixture
def general(home: Catalogue) -> Iterator[Player]:
    """A player at a big map."""
    with player_at(home, (1280, 800)) as player:
        player.window.open_reference("iron_tide/17_december")
        player.settle()
        yield player


def _share(player: Player) -> float:
    view, window = player.view, player.window
    return view.width() * view.height() / (window.width() * window.height())


def _play_on(player: Player) -> None:
    """Through the set-up, as far as nothing is being put together beside the map any more."""
    session = player.window.bridge.session
    assert session is not None
    for _ in range(40):
        docking = player.window.table.docking
        if not any(panel.calls for key, panel in docking.game.items() if key != docking.combat):
            return
        side = session.decider
        assert side is not None
        default = session.seat(side).prompt.default
        assert default is not None
        session.do(default)
        player.settle()


@pytest.mark.parametrize("game", UNLIKE)
def test_most_of_the_window_is_map_in_every_game(home: Catalogue, game: str) -> None:
    """In the first layout, at the sizes that most screens have."""
    with player_at(home, SHARES[0][0]) as player:
        player.window.open_reference(f"{game}/{home.scenarios(game)[-1].name}")
        player.settle()
        _play_on(player)
        for size, least in SHARES:
            player.window.resize(*size)
            player.act("view.reset")
            window = player.window
            assert (window.width(), window.height()) == size, (
                "a game must not push the window beyond its size"
            )
            assert _share(player) >= least, size


def test_with_large_text_neither_a_game_nor_a_lesson_grows_beyond_a_small_screen(home: Catalogue) -> None:
    with player_at(home, (1366, 768)) as player:
        window = player.window
        window.prefs.change("look.text_size", round(1.5 * window.system_size))
        window.open_reference("iron_tide/17_december")  # its first question is the longest there is
        player.settle()
        assert window.table.prompt.sentence.height() > window.table.prompt.sentence.fontMetrics().height()
        assert (window.width(), window.height()) == (1366, 768)
        for game in home.games:
            window.learning.begin(home.lessons(game)[0])
            player.settle()
            bar = window.learning.bar
            assert bar is not None
            assert bar.isVisible()
            assert bar.text.height() >= bar.text.heightForWidth(bar.text.width())
            assert (window.width(), window.height()) == (1366, 768), game


def _tabs(player: Player, title: str) -> tuple[QTabBar, int]:
    for tabs in player.window.table.docking.rows():
        for n in range(tabs.count()):
            if tabs.tabText(n) == title and tabs.isVisible():
                return tabs, n
    raise AssertionError(f"no tab {title}")


def _click(player: Player, title: str) -> None:
    tabs, n = _tabs(player, title)
    QTest.mouseClick(tabs, LEFT, Qt.KeyboardModifier.NoModifier, tabs.tabRect(n).center())
    player.settle()


@pytest.mark.parametrize("larger", [1.5, 2.0])
def test_docks_that_a_low_window_has_no_room_for_take_turns(home: Catalogue, larger: float) -> None:
    """The window never grows for a dock that is opened: one of its column folds, and never the one asked for last."""
    small = (1024, 700)
    with player_at(home, small) as player:
        window, docking = player.window, player.window.table.docking
        window.prefs.change("look.text_size", round(larger * window.system_size))
        window.open_reference("iron_tide/17_december")
        player.settle()
        for key in docking.docks:
            docking.go(key)
            player.settle()
            assert (window.width(), window.height()) == small, key
            dock = docking.docks[key]
            assert not docking.folding.folded(key), key
            assert dock.widget().height() >= dock.widget().minimumHeight(), key
        docking.go("hint")
        docking.go("stack")
        player.settle()
        assert docking.folding.folded("hint") == (larger > 1.5)
        window.resize(1024, 1100)
        player.settle()
        assert not docking.folding.folded("hint")
        assert not docking.folding.folded("stack")
        window.resize(*small)
        player.settle()
        assert (window.width(), window.height()) == small
        assert not docking.folding.folded("stack")


def test_large_text_leaves_a_low_tray_a_whole_unit_and_layers_wrap(home: Catalogue) -> None:
    with player_at(home, (1024, 700)) as player:
        player.window.prefs.change("look.text_size", 14)
        player.window.begin("iron_tide", "campaign", {}, True)
        player.settle()
        docking = player.window.table.docking
        for key in ("tray", "layers"):
            docking.go(key)
            player.settle()
        tray, layers = docking.docks["tray"].widget(), docking.docks["layers"].widget()
        assert isinstance(tray, TrayPanel)
        assert not docking.folding.folded("tray")
        assert tray.list.height() >= tray.list.gridSize().height()
        lines = 2 * tray.list.fontMetrics().lineSpacing()
        assert tray.list.gridSize().height() > max(COUNTER, lines), "no unit lies over the one before"
        assert [area.horizontalScrollBar().maximum() for area in layers.findChildren(QScrollArea)] == [0]


def test_docks_with_nothing_to_say_are_a_row_of_names_and_a_click_opens_and_folds_them(
    general: Player,
) -> None:
    docking = general.window.table.docking
    assert docking.folding.folded("game.crt")
    high = general.view.height()
    _click(general, "Combat results")
    assert not docking.folding.folded("game.crt")
    panel = docking.game["crt"]
    assert panel.height() >= 100
    assert not panel.visibleRegion().isEmpty()
    assert general.view.height() < high
    _click(general, "Combat results")
    assert docking.folding.folded("game.crt")
    assert general.view.height() == high


def test_only_a_click_of_the_left_button_on_one_name_opens_it(general: Player) -> None:
    """Not the right button, not a name the mouse was dragged away from or along on, and every click anew."""
    folding = general.window.table.docking.folding
    tabs, n = _tabs(general, "Combat results")
    middle, plain = tabs.tabRect(n).center(), Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(tabs, Qt.MouseButton.RightButton, plain, middle)
    general.settle()
    assert folding.folded("game.crt")
    for away in (middle + QPoint(0, 200), tabs.tabRect(1 - n if n < 2 else 0).center()):
        QTest.mousePress(tabs, LEFT, plain, middle)
        QTest.mouseRelease(tabs, LEFT, plain, away)
        general.settle()
        assert folding.folded("game.crt"), away
    far = QPoint(3 * QApplication.startDragDistance() // 4, 0)
    QTest.mousePress(tabs, LEFT, plain, middle - far)
    QTest.mouseMove(tabs, middle - far)
    QTest.mouseRelease(tabs, LEFT, plain, middle + far)
    general.settle()
    assert folding.folded("game.crt"), "dragged along its own name"
    _click(general, "Combat results")
    assert not folding.folded("game.crt")


def test_where_the_pointer_lies_when_a_game_opens_keeps_no_dock_open(home: Catalogue) -> None:
    """It was over what began the game, and now over a dock: nobody is at work there."""
    with player_at(home) as player:
        player.window.open_reference("tigers/campaign")
        player.settle()
        _click(player, "Combat results")
        panel = player.window.table.docking.game["crt"]
        QCursor.setPos(panel.mapToGlobal(panel.rect().center()))
        player.settle()
        assert panel.underMouse()
        player.window.open_reference("iron_tide/17_december")
        player.settle()
        assert player.window.table.docking.folding.folded("game.crt")
        assert _share(player) >= SHARES[0][1]


def test_what_a_player_opened_stays_open_in_the_next_game_too(home: Catalogue) -> None:
    with player_at(home) as player:
        player.window.open_reference("iron_tide/17_december")
        player.settle()
        _click(player, "Terrain chart")
        high = player.window.table.docking.game["terrain"].height()
        player.window.open_reference("tigers/campaign")
        player.settle()
        assert player.window.table.docking.folding.folded("game.crt"), "each game has its own layout"
        player.window.open_reference("iron_tide/campaign")
        player.settle()
        assert not player.window.table.docking.folding.folded("game.terrain")
        assert abs(player.window.table.docking.game["terrain"].height() - high) <= 40
    with player_at(home) as player:
        player.window.open_reference("iron_tide/17_december")
        player.settle()
        assert not player.window.table.docking.folding.folded("game.terrain")
        player.act("view.reset")
        assert player.window.table.docking.folding.folded("game.terrain")


def test_the_workshop_comes_when_there_is_something_to_build_and_goes_afterwards(home: Catalogue) -> None:
    with player_at(home) as player:
        player.window.open_reference("tide_of_iron/lanzerath")
        player.settle()
        folding = player.window.table.docking.folding
        assert not folding.folded("game.building")
        assert not player.window.table.docking.docks["game.building"].visibleRegion().isEmpty()
        _play_on(player)
        assert folding.folded("game.building")


def test_a_dock_the_player_folded_comes_only_when_it_calls(home: Catalogue) -> None:
    with player_at(home) as player:
        player.window.open_reference("tide_of_iron/lanzerath")
        player.settle()
        folding = player.window.table.docking.folding
        _click(player, "Squads")
        assert folding.folded("game.building")
        player.window.table.desk.study("C4")
        player.settle()
        assert folding.folded("game.building"), "the same squads wait still: that is no news"


def test_the_stack_comes_with_a_hex_that_is_looked_at(general: Player) -> None:
    table = general.window.table
    folding = table.docking.folding
    general.window.begin("iron_tide", "example_of_play", {}, study=False)
    general.settle()
    assert folding.folded("stack")
    width = general.view.width()
    general.window.desk.study(general.view.map.stacks.hexes[0])
    general.settle()
    assert not folding.folded("stack")
    assert general.view.width() == width, "the map does not move under the hand"
    general.window.desk.study("")
    general.settle()
    assert folding.folded("stack")


def test_nothing_folds_while_somebody_works_in_it(general: Player) -> None:
    table = general.window.table
    general.window.desk.study(general.view.map.stacks.hexes[0])
    general.settle()
    general.window.activateWindow()
    table.docking.docks["stack"].raise_()
    table.stack.list.setFocus()
    general.window.desk.study("")
    general.settle()
    if not table.tray.calls:
        assert not table.docking.folding.folded("stack")


def test_the_minimap_folds_while_the_whole_map_is_in_view(general: Player) -> None:
    folding = general.window.table.docking.folding
    general.view.set_zoom(1.0)
    general.settle()
    assert not folding.folded("minimap")
    general.act("view.fit")
    assert folding.folded("minimap")


def test_one_key_gives_the_map_the_window_and_brings_the_docks_back(general: Player) -> None:
    docking = general.window.table.docking
    before = {key: dock.isHidden() for key, dock in docking.docks.items()}
    share = _share(general)
    general.keys("F9", to=general.view)
    assert all(dock.isHidden() for dock in docking.docks.values())
    assert _share(general) > max(0.85, share)
    assert general.window.acts["view.map_only"].isChecked()
    general.keys("F9", to=general.view)
    assert {key: dock.isHidden() for key, dock in docking.docks.items()} == before
    assert _share(general) == pytest.approx(share, abs=0.01)
    general.act("view.map_only")
    docking.go("log")
    assert not docking.docks["log"].isHidden(), "whoever asks for a dock wants the docks"
    assert not general.window.acts["view.map_only"].isChecked()


@pytest.mark.parametrize(
    ("wide", "high"), [(800, 600), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440), (5120, 2880)]
)
def test_the_first_window_lies_on_its_screen_and_takes_most_of_it(wide: int, high: int) -> None:
    room = QRect(40, 30, wide, high)
    box = first_geometry(room)
    assert room.contains(box)
    assert box.height() < high, "there is room for the frame"
    if wide <= 2400:
        assert box.width() * box.height() >= 0.85 * wide * high


def test_the_study_dock_gets_the_column_and_what_it_folded_comes_when_it_calls_again(home: Catalogue) -> None:
    with player_at(home, (1280, 800)) as player:
        player.window.open_reference("tigers/24_december")
        player.settle()
        docking = player.window.table.docking
        folding = docking.folding
        assert not folding.folded("tray"), "it has units to place"
        player.act("game.study_dock")
        player.settle()
        assert folding.folded("tray")
        assert not folding.folded("study")
        work_out = player.window.study_tasks.panel
        assert work_out.height() > 500
        docking.front("tray")
        player.settle()
        assert not folding.folded("tray")


def test_long_words_in_the_status_bar_never_widen_the_window(player):
    player.begin("meeting")
    window = player.window
    least, wide = window.minimumSizeHint().width(), window.width()
    words = "The unit may not go there, for it has moved already in this phase. " * 8
    window.status.show_hint(words)
    window.status.show_place(words)
    window.status.show_saved(words)
    player.settle()
    assert window.minimumSizeHint().width() == least
    assert window.width() == wide
    assert window.status.hint.toolTip().startswith("The unit may not go there")


def _lies(player: Player) -> tuple[list[int], dict[str, int]]:
    """Where the rows of tabs lie that can be seen, and how high the docks are."""
    table = player.window.table
    rows = [bar.y() for bar in table.findChildren(QTabBar) if bar.parent() is table and bar.isVisible()]
    docks = table.docking.docks
    return sorted(rows), {key: dock.height() for key, dock in docks.items() if in_sight(dock)}


def test_a_game_opened_again_and_again_finds_its_docks_as_they_were(home: Catalogue) -> None:
    """No row of tabs of the time before is left, and no dock has grown at the cost of another."""
    found = []
    with player_at(home, (1280, 800), painted=True) as player:
        window = player.window
        for _ in range(4):
            window.begin("tigers", "24_december", {}, False)
            player.settle()
            for key in ("minimap", "game.movement", "tray", "rules"):  # open, and each in front
                window.table.docking.front(key)
                player.settle()
            found.append(_lies(player))
    rows, _ = found[0]
    assert len(rows) == 3
    assert found == [found[0]] * 4


def test_in_a_low_tray_the_hint_gives_way_and_the_buttons_stay_whole(general: Player) -> None:
    tray = general.window.table.tray
    general.window.table.docking.front("tray")
    general.settle()
    line = tray.hint.fontMetrics().lineSpacing()
    seen = {}
    for high in range(220, 80, -1):
        tray.setFixedHeight(high)
        general.settle()
        seen[high] = tray.hint.height() // line if tray.hint.isVisible() else 0
        if tray.list.height() > tray.list.minimumHeight():
            assert tray.next.height() >= tray.next.sizeHint().height(), high
    assert {0, 1, 2} <= set(seen.values())
    assert list(seen.values()) == sorted(seen.values(), reverse=True)
    tray.setFixedHeight(220)
    general.settle()
    assert tray.hint.height() // line == seen[220]


def test_an_open_dock_beside_the_map_is_never_so_low_that_its_buttons_are_squeezed(general: Player) -> None:
    docking = general.window.table.docking
    for key in ("hint", "history", "tray"):
        docking.go(key)
        general.settle()
        dock = docking.docks[key]
        general.window.table.resizeDocks([dock], [1], Qt.Orientation.Vertical)
        general.settle()
        shown = [button for button in dock.findChildren(QPushButton) if button.isVisible()]
        assert shown or key == "tray"
        assert all(button.height() >= button.minimumSizeHint().height() for button in shown), key
        assert [*clipped(dock)] == []
        docking.folding.kept.discard(key)


LONG = ("Attack both hexes together", "Take all of them back", "Allocate", "Do not attack this hex", "One")


def test_long_words_on_the_prompt_s_buttons_go_in_two_lines_where_there_is_no_room(general: Player) -> None:
    bar = general.window.table.prompt
    bar._buttons_of = lambda offers, hand: [  # type: ignore[method-assign]
        _Button(f"verb.{n}", words, "", is_default=n == 2) for n, words in enumerate(LONG)
    ]
    for text, lines in ((0, 1), (round(general.window.system_size * 1.5), 2)):
        general.window.prefs.change("look.text_size", text)
        bar._on_dressed()
        general.settle()
        assert general.window.width() == 1280
        buttons = [button for button in bar.findChildren(WordyButton) if button.isVisible()]
        assert [button.text() for button in buttons] == list(LONG)
        assert max(1 + QPushButton.text(button).count("\n") for button in buttons) == lines
        assert [*clipped(bar)] == []
        ends = [(button.geometry().left(), button.geometry().right()) for button in buttons]
        assert all(after > before for (_, before), (after, _) in itertools.pairwise(ends)), "side by side"
        assert ends[-1][1] < bar.undo.geometry().left()
