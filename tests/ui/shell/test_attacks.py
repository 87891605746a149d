"""Possible attacks ranked, and the builder of an attack that is only thought of, through the window of both games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem

from hexbench import bootstrap
from hexbench.engine.what_if import Supposed
from hexbench.ui.docks.attacks import AttacksPanel
from hexbench.ui.shell.fighting import THOUGHT, WHERE
from hexbench.ui.shell.unitbar import MapMenu
from hexbench.ui.widgets.bars import Bars
from tests.ui.yard.commander import Commander
from tests.ui.yard.driver import Player, player_at

NEAR = "1742"
"""A German objective of the first morning: the Allied battalion in it has three regiments beside it."""


@pytest.fixture
def leader(qapp: object, hexbench_home: Path) -> Iterator[Commander]:
    """A commander in the Movement Phase of the position for newcomers."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        found = Commander(player)
        found.open("17_december")
        yield found


def _panel(player: Player) -> AttacksPanel:
    """The list, opened by its key and worked out."""
    player.act("game.attacks")
    panel = player.window.studying.attacks
    panel.task.finish()
    player.settle()
    return panel


def _rows(panel: AttacksPanel) -> list[QTreeWidgetItem]:
    found = [panel.list.topLevelItem(i) for i in range(panel.list.topLevelItemCount())]
    return [row for row in found if row is not None]


def _thought(player: Player) -> Supposed | None:
    return player.window.desk.thought.what


def test_the_list_is_ranked_by_what_is_to_be_expected(leader: Commander) -> None:
    panel = _panel(leader.player)
    worth = [float(row.text(4)) for row in _rows(panel)]
    assert len(worth) > 10
    assert worth == sorted(worth, reverse=True)
    assert panel.side.currentData() == "german"


def test_a_click_lights_it_and_shows_every_shift_with_its_rule(leader: Commander) -> None:
    panel = _panel(leader.player)
    item = next(row for row in _rows(panel) if row.text(0).startswith(NEAR))
    QTest.mouseClick(
        panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.list.visualItemRect(item).center()
    )
    leader.player.settle()
    assert NEAR in leader.player.view.map.lit
    assert len(leader.player.view.map.lit) > 1
    assert "11.3e" in panel.why.toPlainText()
    asked: list[str] = []
    leader.window.desk.rule_asked.connect(asked.append)
    panel.why.anchorClicked.emit("rule:11.3e")
    assert asked == ["11.3e"]


def test_a_double_click_builds_it_in_the_combat_dock_and_it_is_changed_there(leader: Commander) -> None:
    panel = _panel(leader.player)
    item = _rows(panel)[0]
    place = panel.list.visualItemRect(item).center()
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    leader.player.settle()
    assert leader.status == "supposed"
    assert leader.dock.isVisible()
    chances = leader.dock.findChildren(Bars)[0].accessibleName()
    units = [line.unit for line in leader.combat.accounts[0].lines]
    leader.follow(units[0], "✕")
    assert [line.unit for line in leader.combat.accounts[0].lines] == units[1:]
    assert leader.dock.findChildren(Bars)[0].accessibleName() != chances
    node = leader.window.bridge.session.node  # type: ignore[union-attr]
    leader.press("Discard this attack")
    assert leader.dock.combat is None
    assert leader.window.bridge.session.node == node == 0  # type: ignore[union-attr]


def test_enter_in_the_list_builds_it_too(leader: Commander) -> None:
    panel = _panel(leader.player)
    panel.list.setFocus()
    panel.list.setCurrentItem(_rows(panel)[1])
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    leader.player.settle()
    assert leader.status == "supposed"


def test_what_is_built_is_told_with_its_sums(leader: Commander) -> None:
    heard: list[str] = []
    leader.window.desk.screen_reader.heard.connect(lambda text, _: heard.append(text))
    panel = _panel(leader.player)
    panel.list.setCurrentItem(_rows(panel)[0])
    leader.player.keys("Return", to=panel.list)
    combat = leader.window.desk.thought.combat
    assert combat is not None
    said = " ".join(heard)
    assert str(combat.say) in said
    sums = [f"{account.say} {account.total}" for account in combat.accounts if account.total]
    assert len(sums) > 1
    assert ". ".join(sums) in said


def test_by_key_an_attack_is_built_on_the_hex_of_the_cursor_in_the_movement_phase(leader: Commander) -> None:
    leader.player.view.set_cursor(NEAR)
    leader.player.keys("Ctrl+B", to=leader.player.view)
    assert leader.status == "supposed"
    assert leader.combat.hexes == (NEAR,)
    assert leader.step == "movement"
    drawn = leader.player.view.map.overlays[THOUGHT]
    assert {trail.hexes[-1] for trail in drawn.trails} == {NEAR}
    assert [shade.hex for shade in drawn.shades] == [NEAR]
    leader.player.window.prefs.change("map.top", "south")
    leader.player.settle()
    assert leader.player.view.map.overlays[THOUGHT] == drawn
    leader.press("Who could move up?")
    assert any("could move up" in str(a.say).lower() for a in leader.combat.accounts)


def test_the_selected_units_are_thought_into_it_from_where_they_could_come_up(leader: Commander) -> None:
    player = leader.player
    player.view.set_cursor(NEAR)
    player.act("game.suppose")
    first = [line.unit for line in leader.combat.accounts[0].lines]
    mine = next(
        f.unit
        for f, at in leader.window.bridge.counters.values()
        if f.side == "german" and not at.startswith("#") and f.unit not in first and f.symbol == "armor"
    )
    leader.window.desk.choose((mine,))
    player.settle()
    assert leader.dock.join.isVisible()
    leader.dock.join.click()
    player.settle()
    what = _thought(player)
    assert what is not None
    assert mine in what.names
    assert leader.window.desk.at(mine) == player.at(mine)


def test_where_nobody_is_it_says_so(leader: Commander) -> None:
    leader.player.view.set_cursor("3001")
    leader.window.table.hover = ""
    leader.window.desk.study("3001")
    leader.player.act("game.suppose")
    over = leader.window.table.over
    assert over is not None
    assert WHERE in over.news.text.text()


def test_the_menu_of_a_hex_builds_an_attack_on_it(leader: Commander) -> None:
    menu = MapMenu(leader.window.table, NEAR)
    action = next(a for a in menu.actions() if a.objectName() == "suppose")
    action.trigger()
    leader.player.settle()
    assert leader.combat.hexes == (NEAR,)
    menu.close()


def test_what_one_side_thought_the_other_does_not_find(leader: Commander) -> None:
    panel = _panel(leader.player)
    leader.player.view.set_cursor(NEAR)
    leader.player.act("game.suppose")
    window = leader.window
    assert _thought(leader.player) is not None
    window.hand_over("allied")
    leader.player.settle()
    assert _thought(leader.player) is None
    assert THOUGHT not in leader.player.view.map.overlays
    assert panel.list.topLevelItemCount() == 0
    assert panel.why.toPlainText() == ""


def test_the_work_is_stopped_by_its_button(leader: Commander) -> None:
    player = leader.player
    player.act("game.attacks")
    panel = player.window.studying.attacks
    panel.task.finish()
    panel.later.setChecked(True)
    panel.task.began -= 1
    panel.task.slice()
    assert (panel.task.running, panel.progress.isVisible()) == (True, True)
    panel.progress.cancel.click()
    player.settle()
    assert (panel.task.running, panel.progress.isVisible()) == (False, False)
    assert panel.note.text().startswith("Stopped")


@pytest.fixture
def squads(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """Lanzerath in its second round, in study mode."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        player.window.begin("tide_of_iron", "lanzerath", {}, True)
        session = player.window.bridge.session
        assert session is not None
        while session.state.round < 2:
            action = session.seat(session.decider).prompt.default
            assert action is not None
            session.do(action)
        player.window.bridge.look(session.decider)
        player.settle()
        yield player


def test_fire_and_assault_are_ranked_and_built_in_the_other_game(squads: Player) -> None:
    panel = _panel(squads)
    assert any("normal" in text for text in (row.text(0) for row in _rows(panel)))
    panel.list.setCurrentItem(_rows(panel)[0])
    squads.push("attacks.build")
    view = squads.window.table.docking.game["combat"].view
    assert view is not None
    combat = view.combat  # type: ignore[attr-defined]
    assert combat.status == "supposed"
    assert combat.spreads
    acts = [a for a in view.actions_shown if a.object == "kind=assault"]  # type: ignore[attr-defined]
    assert acts
    squads.window.desk.thought.act(acts[0])
    squads.settle()
    assert "assault" in str(view.combat.say)  # type: ignore[attr-defined]


class General(Commander):
    """A player at Tigers in the Ardennes."""

    GAME = "tigers"


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """The Germans of 16 December as they put their attacks together."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        found = General(player)
        found.open("campaign", until="combat")
        yield found


def test_tigers_ranks_attacks_and_the_one_built_is_put_into_the_allocation(general: General) -> None:
    panel = _panel(general.player)
    rows = _rows(panel)
    assert len(rows) >= 8
    best = rows[0].found.what  # type: ignore[attr-defined]
    panel.list.setCurrentItem(rows[0])
    assert "TG-ODD-10" in panel.why.toPlainText()
    general.player.push("attacks.build")
    assert general.status == "supposed"
    assert [line.unit for line in general.combat.accounts[-4].lines] == list(best.names)
    assert general.dock.findChildren(Bars)
    general.press("Make this attack")
    step = general.window.bridge.session.state.stack[-1]  # type: ignore[union-attr]
    assert [(plan.attackers, plan.targets) for plan in step.plans] == [(best.names, best.hexes)]
