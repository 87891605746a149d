"""Every control of every game has a name, actions have theirs, Tab goes as one reads and is caught nowhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialog, QMenu, QWidget
from shiboken6 import isValid

from hexbench import bootstrap
from hexbench.session.opening import begin
from hexbench.ui.look.contrast import ratio
from hexbench.ui.widgets.focus_ring import Ring
from hexbench.ui.widgets.icons import SIZE
from hexbench.ui.widgets.parts import in_sight
from tests.ui.yard.access import (
    LINKS,
    marked_up,
    nameless,
    nameless_actions,
    nameless_docks,
    out_of_order,
    roleless,
    steps,
    traps,
    where,
)
from tests.ui.yard.driver import Player, player_at
from tests.ui.yard.parts import UNLIKE
from tests.ui.yard.walking import each_in_front

GAMES = tuple(bootstrap.catalogue().games)
DIALOGS = (
    *("edit.settings", "edit.keys", "edit.find", "help.keys", "help.manual", "help.about", "file.mail"),
    *("game.checklist", "game.dice", "game.replay", "game.umpire", "game.calculator", "game.attacks"),
    *("game.suppose", "game.finish"),
)
SEED = 1944


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation."""
    with player_at(bootstrap.catalogue(), (1440, 900), start=True) as found:
        yield found
        found.view_hands_off()


def opened(player: Player, game: str) -> None:
    """The game's first scenario, with all of it to be seen, a unit selected and its hex looked at."""
    catalogue = player.window.catalogue
    loaded = catalogue.load_scenario(game, catalogue.scenarios(game)[0].name)
    session = begin(loaded, SEED, study=True)
    for _ in range(400):  # through the set-up, to where there is something to do
        seat = session.seat(session.decider)
        if "setup" not in seat.prompt.step and "place" not in seat.prompt.step and seat.faces():
            break
        if seat.prompt.default is None:
            break
        session.do(seat.prompt.default)
    player.window.show_session(session)
    player.settle()
    player.act("game.next")


def surfaces(player: Player) -> Iterator[tuple[str, QWidget]]:
    """The window with every dock once in front, then every dialog."""
    window = player.window
    for shown in each_in_front(player):
        for dock in shown:
            yield f"dock {dock.objectName()}", dock.widget()
    yield "prompt", window.table.prompt
    for name in DIALOGS:
        if not window.acts[name].isEnabled():
            continue
        player.act(name)
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible():
                yield name, dialog
                dialog.close()
        player.settle()


def _wordless(player: Player) -> Iterator[str]:
    """Actions and docks that have no words or no name, those of menus within menus as well."""
    window = player.window
    yield from nameless_docks(window.table.docking.docks, window.table.docking.actions)
    for menu in window.acts.menus.values():
        yield from nameless_actions(menu)
        for inner in (a.menu() for a in menu.actions()):
            if isinstance(inner, QMenu):
                inner.aboutToShow.emit()
                yield from nameless_actions(inner)


@pytest.mark.parametrize("game", UNLIKE)
def test_all_of_a_game_is_named_and_goes_as_one_reads_and_nothing_catches_the_tab_key(
    player: Player, game: str
) -> None:
    opened(player, game)
    player.window.activateWindow()
    missing: dict[str, None] = dict.fromkeys(f"no words: {line}" for line in _wordless(player))
    wrong: list[str] = []
    caught: list[str] = []
    seen: list[str] = []
    for name, root in surfaces(player):
        seen.append(name)
        spoken = (*nameless(root), *roleless(root), *marked_up(root))
        missing.update({f"{name}: {line}": None for line in spoken})
        if isinstance(root, QDialog) and not root.windowTitle():
            missing[f"{name} has no title"] = None
        pressed = steps(root)
        wrong += [f"{name}: {line}" for line in out_of_order(root, pressed)]
        caught += [f"{name}: {line}" for line in traps(pressed)]
    missing.update({f"window: {line}": None for line in nameless(player.window)})
    assert len(seen) > 20
    assert not missing, "\n".join(missing)
    assert not wrong, "\n".join(wrong)
    assert not caught, "\n".join(caught)


def test_the_start_screen_has_names_and_an_order_for_every_game(player: Player) -> None:
    player.window.show_start()
    start = player.window.start
    player.settle()
    assert start.pages.currentWidget() is start.gallery
    assert sorted(start.gallery.cards) == sorted(GAMES)
    assert not list(nameless(start))
    pressed = steps(start)
    assert not out_of_order(start, pressed)
    assert not list(traps(pressed))
    for game in GAMES:
        player.window.start.new.choose_game(game)
        player.settle()
        assert start.pages.currentWidget() is start.new
        assert not list(nameless(start))
        pressed = steps(start)
        assert not out_of_order(start, pressed)
        assert not list(traps(pressed))
        assert len(pressed) > 4
        details = player.window.start.new.details
        assert (details.on_map, details.start) in pressed  # it stands below all options


def test_f6_goes_round_map_and_docks_and_back_the_other_way(player: Player) -> None:
    opened(player, GAMES[0])
    player.window.activateWindow()
    player.view.setFocus()
    there: list[str] = []
    for _ in range(30):
        player.act("view.next_pane")
        focus = player.window.focusWidget()
        there.append(where(focus))
        if focus is player.view:
            break
    assert len(there) > 4
    assert there[-1].startswith("MapView")
    back: list[str] = []
    for _ in there:
        player.act("view.last_pane")
        back.append(where(player.window.focusWidget()))
    assert back == [*there[-2::-1], there[-1]]


def test_tab_goes_from_the_map_round_what_can_be_seen_and_nothing_else_and_back(player: Player) -> None:
    opened(player, GAMES[0])
    for name in list(player.window.table.docking.docks)[
        :12
    ]:  # they have their widgets; most lie behind others
        player.window.table.docking.front(name)
        player.settle()
    player.window.activateWindow()
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        _go_round(player, key)


def _go_round(player: Player, key: Qt.Key) -> None:
    player.view.setFocus()
    stops: list[str] = []
    policies = {w: w.focusPolicy() for w in player.window.findChildren(QWidget)}
    for _ in range(LINKS):
        focus = player.window.focusWidget()
        assert focus is not None, key
        assert in_sight(focus), (key, where(focus))
        if where(focus) not in stops[-1:]:
            stops.append(where(focus))
        QTest.keyClick(focus, key)
        if player.window.focusWidget() is player.view:
            break
    assert player.window.focusWidget() is player.view, f"{key} is caught"
    assert len(stops) > 4, key
    assert all(w.focusPolicy() == policy for w, policy in policies.items() if isValid(w)), key


def rings_of(player: Player) -> list[Ring]:
    return [ring for ring in player.window.findChildren(Ring) if not ring.isHidden()]


def test_the_map_says_what_it_is_and_has_a_ring_when_one_comes_to_it_with_the_keyboard(
    player: Player,
) -> None:
    opened(player, GAMES[0])
    found = QAccessible.queryAccessibleInterface(player.view)
    assert found.text(QAccessible.Text.Name) == "Map"
    assert "Arrow keys" in found.text(QAccessible.Text.Description)
    player.window.activateWindow()
    player.view.setFocus()
    QTest.keyClick(player.view, Qt.Key.Key_Down)
    player.settle()
    (ring,) = rings_of(player)
    assert ring.geometry().contains(QRect(player.view.mapTo(player.window, QPoint()), player.view.size()))
    QTest.mouseClick(player.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, 40))
    player.settle()
    assert not rings_of(player), "whoever plays with the mouse has no frame round the map"
    player.window.prefs.change("look.palette", "contrast")
    player.settle()
    assert len(rings_of(player)) == 1


def test_the_buttons_on_the_title_of_a_dock_are_seen_and_have_words_in_every_light(player: Player) -> None:
    opened(player, GAMES[0])
    for light in ("day", "night", "contrast"):
        player.window.prefs.change("look.palette", light)
        player.settle()
        _title_buttons(player, light)


def _title_buttons(player: Player, light: str) -> None:
    dock = player.window.table.docking.docks["minimap"]  # alone, and so with a title
    for name in ("qt_dockwidget_floatbutton", "qt_dockwidget_closebutton"):
        button = dock.findChild(QAbstractButton, name)
        assert button is not None, light
        assert button.isVisible(), (light, name)
        assert button.toolTip(), (light, name)
        assert button.accessibleName(), (light, name)
        image = button.icon().pixmap(SIZE, SIZE).toImage()
        inks = {
            image.pixelColor(x, y).name()
            for x in range(SIZE)
            for y in range(SIZE)
            if image.pixelColor(x, y).alpha() == 255
        }
        ground = player.window.desk.palette.chrome.button
        assert inks, (light, name)
        assert min(ratio(ink, ground) for ink in inks) >= 4.5, (light, name)


def test_two_games_have_docks_of_every_kind_there_is() -> None:
    """What looks at two games in place of all leaves out no kind of dock."""
    catalogue = bootstrap.catalogue()
    kinds: dict[str, set[type]] = {}
    for game in GAMES:
        session = begin(catalogue.load_scenario(game, catalogue.scenarios(game)[0].name), SEED)
        kinds[game] = {type(panel) for panel in session.seat(session.decider).panels()}
    assert set().union(*(kinds[game] for game in UNLIKE)) == set().union(*kinds.values())
