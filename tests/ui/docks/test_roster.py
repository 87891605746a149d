"""The order of battle and the tray: found, summed up, held back, placed."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication

from hexbench.ui.docks.roster import UNIT, RosterView
from hexbench.ui.docks.units import units_of
from hexbench.ui.tools.drag import REACH
from tests.ui.yard.driver import LEFT, PLAIN, Player


def _roster(player: Player) -> RosterView:
    view = player.window.table.docking.game["order"].view
    assert isinstance(view, RosterView)
    return view


def _units(roster: RosterView, above: QModelIndex | None = None) -> set[str]:
    above = above or QModelIndex()
    found: set[str] = set()
    for row in range(roster.found.rowCount(above)):
        index = roster.found.index(row, 0, above)
        found |= {index.data(UNIT)} if index.data(UNIT) else _units(roster, index)
    return found


def test_words_and_state_narrow_the_order_of_battle_together(player: Player) -> None:
    player.begin()
    roster = _roster(player)
    player.drag("r3", "0405")
    roster.states.setCurrentIndex(roster.states.findData("moved"))
    assert _units(roster) == {"r3"}
    roster.states.setCurrentIndex(roster.states.findData("ready"))
    roster.words.setText("red horse")
    assert "r3" not in _units(roster)
    roster.states.setCurrentIndex(0)
    assert "r3" in _units(roster)
    assert all(unit.startswith("r") for unit in _units(roster))
    roster.words.clear()
    assert len(_units(roster)) == 12


def test_a_state_that_nobody_is_in_any_more_is_asked_for_no_longer(player: Player) -> None:
    player.begin()
    roster = _roster(player)
    player.drag("r3", "0405")
    roster.states.setCurrentIndex(roster.states.findData("moved"))
    player.act("edit.undo")
    assert roster.states.currentData() == ""
    assert len(_units(roster)) == 12


def test_every_heading_sums_up_units_and_steps(player: Player) -> None:
    player.begin("muster")
    roster = _roster(player)
    desk = player.window.desk
    red = roster.found.index(0, 0)
    faces = [face for face, _ in player.window.bridge.counters.values() if face.side == "red"]
    on = [f for f in faces if not desk.at(f.unit).startswith("#")]
    now, full = sum(f.steps[0] for f in faces), sum(f.steps[1] for f in faces)
    assert red.data() == f"Red  ({len(faces)})"
    assert red.siblingAtColumn(1).data() == f"{len(on)} on map"
    assert red.siblingAtColumn(2).data() == f"{now}/{full}"
    assert f"{now} of {full} steps" in red.data(Qt.ItemDataRole.ToolTipRole)
    desk.choose(("r5",))
    player.view.set_cursor("0207")
    player.keys("Return", to=player.view)
    assert roster.found.index(0, 1).data() == f"{len(on) + 1} on map"


def test_a_waiting_unit_is_dragged_from_the_order_of_battle(player: Player) -> None:
    player.begin("muster")
    roster = _roster(player)
    row = roster.model.index_of(roster._rows["r6"])
    roster.tree.setCurrentIndex(roster.found.mapFromSource(row))
    data = roster.tree.carried()
    assert data is not None
    assert units_of(data) == ("r6",)
    port, spot = player.view.viewport(), player.spot("0305")
    enter = QDragEnterEvent(spot, Qt.DropAction.MoveAction, data, LEFT, PLAIN)
    QApplication.sendEvent(port, enter)
    drop = QDropEvent(QPointF(spot), Qt.DropAction.MoveAction, data, LEFT, PLAIN)
    QApplication.sendEvent(port, drop)
    assert player.at("r6") == "0305"
    assert roster.tree.carried() is None


def test_next_goes_through_the_waiting_units_and_passes_over_the_held(player: Player) -> None:
    player.begin("muster")
    tray, desk = player.window.table.tray, player.window.desk
    player.push("tray.next")
    assert desk.units == ("r5",)
    player.push("tray.next")
    assert desk.units == ("r6",)
    player.push("tray.hold")
    assert desk.held == {"r6"}
    assert tray.list.units.faces[-1].unit == "r6"
    assert "(on hold)" in str(tray.list.units.faces[-1].title)
    for _ in range(2):
        player.push("tray.next")
        assert desk.units == ("r5",)
    for _ in range(8):
        player.act("game.next")
        assert desk.units != ("r6",)
    desk.choose(("r6",))
    assert tray.hold.isChecked()
    player.push("tray.hold")
    assert not desk.held


def test_where_a_waiting_unit_may_be_put_is_shown_and_enter_puts_it_there(player: Player) -> None:
    player.begin("muster")
    player.push("tray.next")
    player.push("tray.home")
    assert REACH in player.view.map.overlays
    at = player.view.cursor_hex
    assert at[:2] in ("01", "02", "03")
    player.keys("Return", to=player.view)
    assert player.at("r5") == at
    assert REACH not in player.view.map.overlays


def test_where_is_put_away_with_escape(player: Player) -> None:
    player.begin("muster")
    QTest.mouseClick(player.window.table.tray.next, LEFT)
    player.push("tray.home")
    player.keys("Esc", to=player.view)
    assert REACH not in player.view.map.overlays


def test_rows_are_what_qt_asks_of_a_model(player: Player, qtlog: Any) -> None:
    player.begin("muster")
    roster = _roster(player)
    warn = QAbstractItemModelTester.FailureReportingMode.Warning
    testers = [QAbstractItemModelTester(model, warn) for model in (roster.model, roster.found)]
    shown = roster.roster
    roster.words.setText("red")
    roster.show_roster(None)
    assert roster.found.rowCount() == 0
    roster.show_roster(shown)
    roster.words.clear()
    assert [r.message for r in qtlog.records if "FAIL" in r.message] == []
    assert len(testers) == 2
    assert len(_units(roster)) == 12


def test_only_units_can_be_dragged_from_the_order_of_battle(player: Player) -> None:
    player.begin("muster")
    roster = _roster(player)
    heading = roster.found.index(0, 0)
    unit = roster.found.mapFromSource(roster.model.index_of(roster._rows["r6"]))
    drag = Qt.ItemFlag.ItemIsDragEnabled
    assert (bool(heading.flags() & drag), bool(unit.flags() & drag)) == (False, True)
