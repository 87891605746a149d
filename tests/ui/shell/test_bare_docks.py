"""Docks that nobody has looked at: they have a name, a place and an action, and no widgets; looked at, they show what there is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from hexbench.ui.docks.desk import DeskPanel
from hexbench.ui.docks.roster import RosterView
from tests.ui.yard.driver import LEFT, Player, player_at, yard_catalogue

SEEN = {"minimap", "log"}
"""What the yard's first arrangement shows of its docks: the others are folded, behind tabs, or not there."""


@pytest.fixture
def player(qapp: object, tmp_path: Path) -> Iterator[Player]:
    """A player at the yard."""
    with player_at(yard_catalogue(tmp_path), painted=True) as found:
        found.begin()
        yield found


def _panels(player: Player) -> dict[str, DeskPanel]:
    found = {key: dock.widget() for key, dock in player.window.table.docking.docks.items()}
    return {key: panel for key, panel in found.items() if isinstance(panel, DeskPanel)}


def _bare(player: Player) -> set[str]:
    return {key for key, panel in _panels(player).items() if panel.bare}


def _tab(player: Player, title: str) -> tuple[QTabBar, int]:
    for tabs in player.window.table.docking.rows():
        for n in range(tabs.count()):
            if tabs.tabText(n) == title:
                return tabs, n
    raise AssertionError(f"no tab {title}")


def test_docks_out_of_sight_have_no_widgets_whatever_happens(player: Player) -> None:
    window, docks = player.window, player.window.table.docking.docks
    assert _bare(player) == set(docks) - SEEN
    player.drag("r3", "0405")
    player.act("edit.undo")
    window.settings.set("look.text_size", 13)
    window.dress()  # another style for all
    window.desk.dress(window.desk.palette)
    window.desk.explain((("Go there", ()),))
    assert window.bridge.session is not None
    side = window.bridge.session.decider
    window.bridge.look(None)
    window.bridge.cover()
    window.bridge.look(side)
    player.act("view.counters")
    player.act("view.counters")
    player.settle()
    bare = _bare(player)
    assert bare >= set(docks) - SEEN - {"stack"}, "who was dragged stands in the stack, which unfolds"
    for key in bare:
        assert not docks[key].widget().findChildren(QWidget), key
        assert docks[key].windowTitle(), key
        assert docks[key].widget().accessibleName(), key


@pytest.mark.parametrize("way", ["tab", "go", "front", "part", "alone"])
def test_a_dock_that_is_looked_at_for_the_first_time_shows_the_position_of_now(
    player: Player, way: str
) -> None:
    docking = player.window.table.docking
    panel = docking.game["order"]
    player.drag("r3", "0405")
    player.window.desk.choose(("r3",))
    assert panel.bare
    if way == "tab":
        tabs, n = _tab(player, panel.accessibleName())
        QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(n).center())
        docking.folding.open("game.order", keep=True)
    elif way == "alone":
        docking.docks["game.order"].setFloating(True)
    elif way != "part":
        getattr(docking, way)("game.order")
    if way == "alone":
        player.settle()
    if way == "go":
        focus = QApplication.focusWidget()
        assert focus is not None
        assert panel.isAncestorOf(focus), "the keyboard is in it at once"
    assert way == "part" or not panel.bare
    roster = panel.view
    assert isinstance(roster, RosterView)
    assert not panel.stale
    chosen = roster.tree.selectionModel().selectedRows(0)
    assert [row.siblingAtColumn(1).data() for row in chosen] == ["0405"]


def test_every_dock_is_furnished_before_its_first_paint(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is never seen empty, and what it shows is up to date."""
    painted: list[tuple[str, bool, bool]] = []
    paint = DeskPanel.paintEvent

    def look(panel: DeskPanel, event: QPaintEvent) -> None:
        painted.append((panel.objectName(), panel.bare, panel.stale))
        paint(panel, event)

    monkeypatch.setattr(DeskPanel, "paintEvent", look)
    panels = _panels(player)
    for key, panel in panels.items():
        bare = panel.bare
        player.window.table.docking.front(key)
        QApplication.processEvents()
        QApplication.processEvents()
        assert not panel.bare, key
        assert not panel.stale, key
        assert any(part.isVisible() for part in panel.findChildren(QWidget)), key
        seen = [one for one in painted if one[0] == panel.objectName()]
        assert not bare or (seen and not any(is_bare or stale for _, is_bare, stale in seen)), key


def test_what_was_remembered_is_arranged_as_it_was_and_made_as_far_as_it_is_seen(player: Player) -> None:
    docking = player.window.table.docking
    docking.go("rules")
    docking.go("sight")
    player.settle()
    shown = {key for key, dock in docking.docks.items() if not dock.isHidden()}
    player.window.show_start()
    player.window.close()
    with player_at(player.window.catalogue) as again:
        again.begin()
        docks = again.window.table.docking.docks
        assert {key for key, dock in docks.items() if not dock.isHidden()} == shown
        assert "sight" not in _bare(again)
        assert _bare(again) >= {"rules", "history", "layers", "hint", "study", "umpire", "attacks"}


def test_the_layers_are_taken_off_and_put_back_before_there_is_a_box_to_tick(player: Player) -> None:
    layers = player.window.table.layers
    told: list[tuple[str, bool]] = []
    layers.layer_changed.connect(lambda *news: told.append(news))
    player.act("view.counters")
    assert layers.bare
    assert layers.hidden == ["counters"]
    assert not player.view.map.item("r3").isVisible()
    assert told == [("counters", False)]
    player.window.table.docking.go("layers")
    assert not layers.boxes["counters"].isChecked()
    layers.boxes["counters"].click()
    assert told == [("counters", False), ("counters", True)]
    assert layers.hidden == []
    assert player.window.acts["view.counters"].isChecked()


def test_under_the_cover_a_dock_that_comes_up_shows_nothing(player: Player) -> None:
    """Nothing waits behind the cover, in docks that nobody has looked at neither."""
    player.window.desk.study("0203")
    player.window.bridge.cover()
    stack = player.window.table.stack
    assert stack.list.units.faces == []
    assert "0203" not in stack.heading.text()
    roster = player.window.table.docking.game["order"].view
    assert not isinstance(roster, RosterView) or roster.model.rowCount() == 0


def test_a_part_that_is_nowhere_is_an_error_and_makes_no_panel_twice(player: Player) -> None:
    rules = player.window.table.rules
    made: list[None] = []
    rules.furnished.connect(lambda: made.append(None))
    for _ in range(2):
        with pytest.raises(AttributeError, match="no part 'nonsense'"):
            getattr(rules, "nonsense")  # noqa: B009 - a checker knows that it is nowhere
    assert rules.words.text() == ""
    assert made == [None]
    assert rules.words.toolTip(), (
        "what stands in it says what it is for, as if it had been there from the start"
    )
    assert rules.words.focusPolicy() & Qt.FocusPolicy.TabFocus
