from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from hexbench.ui.docks.boxes import PoolArea
from hexbench.ui.docks.game import CardsView
from hexbench.ui.docks.grid import GridView
from hexbench.ui.docks.log import LINE
from hexbench.ui.docks.roster import UNIT, RosterView
from hexbench.ui.docks.track import TrackArea
from hexbench.ui.widgets.page import Page
from tests.ui.yard.driver import Player


# ---- stack
def test_the_stack_lists_the_units_of_the_hex_with_factors_and_marks(player: Player) -> None:
    player.begin()
    player.click("0203")
    stack = player.window.table.stack
    assert [face.unit for face in stack.list.units.faces] == ["r1", "r2"]
    assert stack.heading.text() == "Hex 0203 · 2 units"
    player.window.table.acting.use("dig", ("r1",))
    player.settle()
    tip = stack.list.units.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "1st Guard (Red Army/Guard)\nRed Army · Guard\n4–4\nDug in  [Y8.1]"


def test_selecting_in_the_stack_selects_on_the_map_and_back(player: Player) -> None:
    player.begin()
    player.window.desk.study("0203")
    player.settle()  # it unfolds, and is drawn when there is time
    stack = player.window.table.stack
    index = stack.list.units.index(0)
    stack.list.selectionModel().select(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    assert player.view.map.selected == ("r1",)
    stack.all.click()
    assert player.window.desk.units == ("r1", "r2")
    player.click("r3")
    assert stack.list.chosen() == ("r3",)


# ---- hex
def test_the_hex_panel_shows_facts_whose_hexes_and_rules_can_be_clicked(player: Player) -> None:
    player.begin()
    player.click("0506")
    page = player.window.table.hexes.page
    assert "rough" in page.toPlainText()
    page.anchorClicked.emit(QUrl("hexes:0505,0606"))
    assert set(player.view.map.lit) == {"0505", "0606"}
    page.anchorClicked.emit(QUrl("rule:Y2.1"))
    assert player.window.table.rules.at == "Y2.1"


# ---- log
def _log(player: Player) -> list[str]:
    found = player.window.table.log.found
    return [str(found.index(r, 0).data()) for r in range(found.rowCount())]


def test_the_log_heads_lines_with_turn_and_phase_and_goes_back_with_undo(player: Player) -> None:
    player.begin()
    player.drag("r3", "0405")
    assert _log(player) == ["Turn 1", "Lancers (Red Army/Horse) moved from 0305 to 0405."]
    player.end()
    player.push("cover.ready")
    assert _log(player)[-1] == "Turn 1 · Movement of blue"


def test_the_log_can_be_filtered_by_words_and_by_kind(player: Player) -> None:
    player.begin()
    player.drag("r3", "0405")
    player.push("verb.pray")
    log = player.window.table.log
    log.words.setText("lancers")
    assert _log(player) == ["Lancers (Red Army/Horse) moved from 0305 to 0405."]
    log.words.clear()
    log.kinds.setCurrentIndex(log.kinds.findData("Combat and dice"))
    assert len(_log(player)) == 1
    assert _log(player)[0].startswith("Luck")
    log.kinds.setCurrentIndex(0)
    assert len(_log(player)) == 4


def test_a_click_in_the_log_shows_where_it_happened(player: Player) -> None:
    player.begin()
    player.drag("r3", "0405")
    player.window.desk.choose(())
    log = player.window.table.log
    row = next(r for r in range(log.found.rowCount()) if log.found.index(r, 0).data(LINE) is not None)
    log.list.setCurrentIndex(log.found.index(row, 0))
    assert player.window.desk.units == ("r3",)
    assert {"0305", "0405"} <= set(player.view.map.lit)
    assert player.view.cursor_hex == "0405"


# ---- layers and overlays
def test_overlays_follow_what_they_are_about(player: Player) -> None:
    player.begin()
    table = player.window.table
    table.docking.go("layers")
    keys = [c.key for c in table.overlays.choices]
    assert keys == ["reach", "enemy_zones/red", "enemy_zones/blue", "supply", "range", "last_turn"]
    table.layers.kind_boxes["reach"].click()
    assert "layer.reach" not in player.view.map.overlays
    player.click("r3")
    before = player.view.map.overlays["layer.reach"]
    player.drag("r3", "0405")
    assert player.view.map.overlays["layer.reach"] != before
    player.click("r4")
    assert player.view.map.overlays["layer.reach"] != before
    table.layers.kind_boxes["reach"].click()
    assert "layer.reach" not in player.view.map.overlays


def test_the_legend_names_what_is_on_show(player: Player) -> None:
    player.begin()
    layers = player.window.table.layers
    player.window.table.docking.go("layers")
    assert not layers.legend_head.isVisible()
    player.window.table.overlays.switch("supply", True)
    assert layers.legend_head.isVisible()
    assert layers.legend.count() == 2
    player.act("view.overlays_off")
    assert not layers.legend_head.isVisible()


def test_the_maps_own_layers_are_taken_off_and_put_back(player: Player) -> None:
    player.begin()
    layers = player.window.table.layers
    player.window.table.docking.go("layers")
    layers.boxes["numbers"].click()
    assert player.view.map.art.hidden == {"numbers"}
    layers.boxes["numbers"].click()
    assert not player.view.map.art.hidden
    player.act("view.counters")
    assert not player.view.map.item("r3").isVisible()
    assert not layers.boxes["counters"].isChecked()
    player.act("view.counters")
    assert player.view.map.item("r3").isVisible()


# ---- rules
def test_the_rules_are_searched_and_read_back_and_forth(player: Player) -> None:
    player.begin()
    rules = player.window.table.rules
    player.window.table.docking.go("rules")
    assert "Movement" in rules.page.toPlainText()
    rules.words.setText("enemy")
    assert "1 clauses" in rules.page.toPlainText() or "Y2.2" in rules.page.toPlainText()
    rules.words.setText("Y3.1")
    QTest.keyClick(rules.words, Qt.Key.Key_Return)
    assert rules.at == "Y3.1"
    rules.page.anchorClicked.emit(QUrl("rule:Y2.2"))
    assert "Not even to pass through." in rules.page.toPlainText()
    rules.back.click()
    assert rules.at == "Y3.1"
    rules.open_rule("Z9")
    assert "no rule Z9" in rules.page.toPlainText()


# ---- minimap
def test_a_click_on_the_minimap_goes_there(player: Player) -> None:
    player.begin()
    player.view.set_zoom(2.0)
    small = player.window.table.minimap.list
    corner = QPoint(small.width() - 20, small.height() // 2)
    press = QMouseEvent(
        QEvent.Type.MouseButtonPress, QPointF(corner), QPointF(small.mapToGlobal(corner)),
        Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    before = player.view.seen.center().x()
    QApplication.sendEvent(small, press)
    assert player.view.seen.center().x() > before
    player.view.set_zoom(2.0)
    there = player.view.seen.center().x()
    QTest.keyClick(small, Qt.Key.Key_Left)
    assert player.view.seen.center().x() < there


# ---- panels of the game
def _game(player: Player, key: str) -> object:
    table = player.window.table
    table.docking.go(f"game.{key}")
    player.settle()
    return table.docking.game[key].view


def test_every_kind_of_display_value_has_its_own_panel(player: Player) -> None:
    player.begin()
    assert set(player.window.table.docking.game) == {"turns", "luck", "hits", "plans", "order", "facts/score"}
    track = _game(player, "turns")
    assert isinstance(track, TrackArea)
    assert track.view.track is not None
    assert track.view.track.now == 0
    assert not track.view.now_box().isNull()
    luck = _game(player, "luck")
    assert isinstance(luck, PoolArea)
    assert [luck.view.tally(heap) for heap in luck.view.heaps] == ["2 ready · 1 spent"] * 2
    assert len(luck.view.token_spots("red")) == 3
    hits = _game(player, "hits")
    assert isinstance(hits, GridView)
    assert hits.cells.index(1, 1).data() == "hit"
    panel = player.window.table.docking.game["hits"]
    assert panel.note.text() == "<b>Reconstruction</b>: made up for the tests"
    score = _game(player, "facts/score")
    assert isinstance(score, Page)
    assert "6 units" in score.toPlainText()
    plans = _game(player, "plans")
    assert isinstance(plans, CardsView)
    assert plans.frames == []


def test_the_track_moves_on_with_the_turn(player: Player) -> None:
    player.begin(study=True)
    track = _game(player, "turns")
    assert isinstance(track, TrackArea)
    for _ in range(2):
        player.end()
    assert track.view.track is not None
    assert track.view.track.now == 1


def test_the_order_of_battle_finds_units_by_name_and_on_the_map(player: Player) -> None:
    player.begin()
    roster = _game(player, "order")
    assert isinstance(roster, RosterView)
    assert roster.model.index(0, 0).data() == "Red  (6)"
    roster.words.setText("panzer")
    blue = roster.found.index(0, 0)
    assert blue.data() == "Blue  (6)"
    leaf = roster.found.index(0, 0, roster.found.index(0, 0, roster.found.index(0, 0, blue)))
    assert leaf.data(UNIT) == "b4"
    assert leaf.siblingAtColumn(1).data() == "1106"
    roster.tree.setCurrentIndex(leaf)
    assert player.window.desk.units == ("b4",)
    roster.tree.activated.emit(leaf)
    assert player.view.cursor_hex == "1106"
    player.click("r3")
    roster.words.clear()
    rows = roster.tree.selectionModel().selectedRows(0)
    assert [row.data(UNIT) for row in rows] == ["r3"]


def test_a_heading_of_the_order_of_battle_selects_all_below_it(player: Player) -> None:
    player.begin()
    roster = _game(player, "order")
    assert isinstance(roster, RosterView)
    roster.tree.setCurrentIndex(roster.found.index(0, 0))
    assert player.window.desk.units == ("r1", "r2", "r3", "r4", "r5", "r6")


# ---- tray
def test_the_tray_shows_boxes_and_what_may_be_placed(player: Player) -> None:
    player.begin("muster")
    tray = player.window.table.tray
    assert [tray.boxes.itemText(i) for i in range(tray.boxes.count())] == [
        "Ready to place", "Tray Red (2)", "Eliminated (1)",
    ]  # fmt: skip
    assert [f.unit for f in tray.list.units.faces] == ["r5", "r6"]
    flags = tray.list.units.flags(tray.list.units.index(0))
    assert flags & Qt.ItemFlag.ItemIsDragEnabled
    tray.boxes.setCurrentIndex(2)
    assert [f.unit for f in tray.list.units.faces] == ["b6"]
    assert not tray.list.units.flags(tray.list.units.index(0)) & Qt.ItemFlag.ItemIsDragEnabled
    player.window.table.go_to("#tray/red")
    assert [f.unit for f in tray.list.units.faces] == ["r5", "r6"]
