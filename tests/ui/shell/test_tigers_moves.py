"""Operational movement of Tigers by mouse: plain drags, choices between ways, refusals and what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hexbench import bootstrap
from hexbench.ui.docks.game import GamePanel
from hexbench.ui.docks.grid import GridView
from tests.ui.shell.test_tigers_turn import General
from tests.ui.yard.driver import player_at


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """A general at a window."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        yield General(player)


def moving(general: General, side: str, **units: str) -> None:
    general.open_position(units=units | {"4ID": "1302"}, phase="movement", phasing=side, turn=4, rest="due")
    assert (general.side, general.step) == (side, "movement")


def test_a_plain_drag_along_a_road_keeps_the_unit_fit_to_fight(general: General) -> None:
    moving(general, "german", PzLehr="1405")
    general.drag("PzLehr", "1204")  # road mode would be cheaper and disrupt it
    unit = general.state.units["PzLehr"]
    assert unit.at == "1204"
    assert not unit.disrupted
    assert not unit.road_mode


def test_where_every_way_has_its_price_one_is_asked(general: General) -> None:
    moving(general, "allied", **{"1ID": "1009"})
    general.drag("1ID", "710")
    over = general.window.table.over
    assert over is not None
    assert over.chooser.isVisible()
    lines = [over.chooser.list.item(n).text() for n in range(over.chooser.list.count())]
    assert len(lines) == 3
    assert "Uses the bonus" in lines[0]
    assert "lift" in lines[1]
    assert general.state.units["1ID"].at == "1009"
    (line,) = over.chooser.list.findItems("costs 1⅔", Qt.MatchFlag.MatchContains)
    over.chooser.list.setCurrentItem(line)
    QTest.mouseClick(over.chooser.take, Qt.MouseButton.LeftButton)
    general.player.settle()
    unit = general.state.units["1ID"]
    assert unit.at == "710"
    assert unit.lifted
    assert not unit.bonus


def test_a_drag_that_is_refused_tells_the_clause(general: General) -> None:
    moving(general, "german", PzLehr="1403")
    general.drag("PzLehr", "1302")
    assert general.state.units["PzLehr"].at == "1403"
    assert "AMB-98" in general.refused()


def test_the_zones_table_lights_up_while_a_move_is_weighed(general: General) -> None:
    moving(general, "german", PzLehr="1405")  # 1303 lies in the strong zone of the 4th Division
    docking = general.window.table.docking
    docking.front("game.zones")
    general.player.settle()
    panel = next(p for p in general.window.findChildren(GamePanel) if p.panel_key == "zones")
    assert isinstance(panel.view, GridView)
    assert panel.view.table is not None
    assert not panel.view.table.lights
    general.player.drag("PzLehr", "1303", drop=False)
    assert {(one.row, one.column) for one in panel.view.table.lights} == {(0, 0)}
    assert not panel.view.legend.isHidden()
    general.player.drop("1405")
    assert not panel.view.table.lights
