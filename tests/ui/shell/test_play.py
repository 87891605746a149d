from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from hexbench.engine.state import Step
from hexbench.engine.values import Target
from hexbench.ui.docks.units import MIME
from hexbench.ui.shell.hand import Hand, Way
from hexbench.ui.tools.drag import REACH, ROUTE
from tests.ui.yard.driver import Player
from tests.ui.yard.game import PRAY


def test_dragging_a_counter_to_a_lit_hex_moves_the_unit(player: Player) -> None:
    player.begin()
    player.drag("r3", "0405", drop=False)
    assert REACH in player.view.map.overlays
    assert ROUTE in player.view.map.overlays
    assert "costs" in player.window.status.hint.text()
    player.drop("0405")
    assert player.at("r3") == "0405"
    assert player.view.map.where("r3") == "0405"
    assert not player.view.map.overlays
    assert player.window.desk.hex == "0405"


def test_dragging_with_shift_takes_the_whole_stack(player: Player) -> None:
    player.begin()
    player.drag("r2", "0303", Qt.KeyboardModifier.ShiftModifier)
    assert (player.at("r1"), player.at("r2")) == ("0303", "0303")
    session = player.window.bridge.session
    assert session is not None
    assert session.node == 1  # one gesture, one action


def test_a_drop_on_an_illegal_hex_returns_the_counter_and_gives_every_reason(player: Player) -> None:
    player.begin()
    player.drag("r3", "1004")
    assert player.at("r3") == "0305"
    assert player.view.map.where("r3") == "0305"
    table = player.window.table
    assert table.over is not None
    assert table.over.whynot.isVisible()
    text = table.over.whynot.page.toPlainText()
    assert "Y2.2" in text
    assert "Y3.1" in text
    assert "Y2.1" in text
    assert table.view is not None
    assert table.view.map.lit == ("1004",)
    assert "Y2.2" in table.hexes.page.toPlainText()


def test_a_rule_number_in_a_refusal_opens_the_rules_there(player: Player) -> None:
    player.begin()
    player.drag("r3", "1004")
    table = player.window.table
    assert table.over is not None
    table.over.whynot.page.anchorClicked.emit(QUrl("rule:Y2.2"))
    player.settle()
    assert table.rules.isVisible()
    assert table.rules.at == "Y2.2"
    assert "No unit enters a hex" in table.rules.page.toPlainText()
    player.keys("Esc", to=player.view)
    assert not table.over.whynot.isVisible()
    assert player.view.map.lit == ()


def test_a_unit_of_the_other_side_is_not_lifted(player: Player) -> None:
    player.begin()
    player.drag("b4", "1206")
    assert player.at("b4") == "1106"
    assert player.window.table.over is not None
    assert not player.window.table.over.whynot.isVisible()


def test_undo_and_redo_go_back_and_forth_and_say_what_they_do(player: Player) -> None:
    player.begin()
    undo, redo = player.window.acts["edit.undo"], player.window.acts["edit.redo"]
    assert not undo.isEnabled()
    player.drag("r3", "0405")
    assert "Lancers" in undo.text()
    player.act("edit.undo")
    assert player.at("r3") == "0305"
    assert player.view.map.where("r3") == "0305"
    assert redo.isEnabled()
    assert not undo.isEnabled()
    player.act("edit.redo")
    assert player.at("r3") == "0405"


def test_undo_stops_at_dice_and_says_why(player: Player) -> None:
    player.begin()
    player.push("verb.pray")
    undo = player.window.acts["edit.undo"]
    assert undo.isEnabled()
    assert "stops" in undo.text()
    assert "Dice" in undo.toolTip()
    player.act("edit.undo")
    session, table = player.window.bridge.session, player.window.table
    assert session is not None
    assert session.node == 1
    assert table.over is not None
    assert table.over.news.isVisible()
    assert "Dice" in table.over.news.text.text()


def test_the_prompt_names_side_turn_phase_and_what_can_be_done(player: Player) -> None:
    player.begin()
    prompt = player.window.table.prompt
    assert prompt.plate.side == "red"
    assert prompt.moment.text() == "Turn 1 · Move"
    assert "Move any of your units" in prompt.sentence.text()
    assert "6 units" in prompt.hint.text()
    assert set(prompt.offers) == {"span", "plan", "pray", "end"}
    assert prompt.default is prompt.offers["end"]
    assert not prompt.default.isDefault(), "six units can still move: the end is not suggested"


def test_a_verb_about_a_hexside_is_chosen_from_a_list(player: Player) -> None:
    player.begin()
    player.push("verb.span")
    assert player.window.table.over is not None
    chooser = player.window.table.over.chooser
    assert chooser.isVisible()
    assert "choice" in player.view.map.overlays
    player.keys("Down", to=chooser.list)
    assert set(player.view.map.lit) == {"0702", "0801"}
    player.push("chooser.take")
    session = player.window.bridge.session
    assert session is not None
    assert session.state.spans == ("0702/0801",)
    assert not chooser.isVisible()
    assert player.view.map.chips_at("0702")


def test_a_verb_about_a_hexside_is_chosen_by_a_click_on_the_map(player: Player) -> None:
    player.begin()
    player.push("verb.span")
    player.click("0704")
    session = player.window.bridge.session
    assert session is not None
    assert session.state.spans == ("0704/0803",)


def test_a_choice_can_be_cancelled(player: Player) -> None:
    player.begin()
    player.push("verb.plan")
    assert player.window.table.over is not None
    chooser = player.window.table.over.chooser
    player.keys("Esc", to=chooser.list)
    assert not chooser.isVisible()
    session = player.window.bridge.session
    assert session is not None
    assert session.node == 0


def test_a_verb_about_a_unit_is_in_its_menu(player: Player) -> None:
    player.begin()
    player.click("r3")
    player.view.menu_asked.emit("0305", "r3", player.view.mapToGlobal(player.spot("r3")))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    dig = next(a for a in menu.actions() if a.objectName() == "verb.dig")
    dig.trigger()
    menu.close()
    player.settle()
    session = player.window.bridge.session
    assert session is not None
    assert session.state.units["r3"].dug


def test_why_not_here_answers_for_the_selection_and_the_hex_pointed_at(player: Player) -> None:
    player.begin()
    player.click("r4")
    player.hover("1206")
    player.act("game.why")
    assert "Y2.1" in player.window.table.hexes.page.toPlainText()
    player.hover("0205")
    player.act("game.why")
    assert "may go to 0205" in player.window.table.hexes.page.toPlainText()


def test_a_whole_move_by_keyboard_alone(player: Player) -> None:
    player.begin()
    player.view.setFocus()
    player.keys("N")
    assert player.window.desk.units == ("r1",)
    player.keys("N", "N")
    assert player.window.desk.units == ("r3",)
    assert player.view.cursor_hex == "0305"
    player.keys("Return", "D", "Return")
    assert player.at("r3") == "0405"
    player.keys("Shift+N")
    assert player.window.desk.units == ("r6",)
    player.keys("Ctrl+Z")
    assert player.at("r3") == "0305"
    player.keys("Ctrl+Shift+Z")
    assert player.at("r3") == "0405"
    player.keys("Ctrl+Return", "Ctrl+Return")  # once to see what is left, once to end it anyway
    assert player.window.bridge.decider == "blue"


def test_a_refused_move_by_keyboard_is_explained(player: Player) -> None:
    player.begin()
    player.view.setFocus()
    player.view.set_cursor("0305")
    player.keys("Return")
    for digit in "1004":
        player.keys(digit)
    player.keys("Return")
    assert player.at("r3") == "0305"
    assert player.window.table.over is not None
    assert player.window.table.over.whynot.isVisible()


def test_a_unit_of_the_tray_is_put_on_the_map_by_keyboard(player: Player) -> None:
    player.begin("muster")
    tray = player.window.table.tray
    assert tray.ready == ("r5", "r6")
    assert tray.isVisible()
    player.window.desk.choose(("r5",))
    player.view.set_cursor("0207")
    player.view.setFocus()
    player.keys("Return")
    assert player.at("r5") == "0207"
    assert list(tray.ready) == ["r6"]


def test_a_unit_of_the_tray_is_dragged_onto_the_map(player: Player) -> None:
    player.begin("muster")
    data = QMimeData()
    data.setData(MIME, b"r6")
    port, spot = player.view.viewport(), player.spot("0305")
    move, buttons, none = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(port, QDragEnterEvent(spot, move, data, buttons, none))
    assert REACH in player.view.map.overlays
    QApplication.sendEvent(port, QDragMoveEvent(spot, move, data, buttons, none))
    assert player.window.status.hint.text().startswith("0305")
    QApplication.sendEvent(port, QDropEvent(QPointF(spot), move, data, buttons, none))
    assert player.at("r6") == "0305"
    assert REACH not in player.view.map.overlays
    QApplication.sendEvent(port, QDragEnterEvent(player.spot("0909"), move, data, buttons, none))
    QApplication.sendEvent(port, QDropEvent(QPointF(player.spot("0909")), move, data, buttons, none))
    assert player.at("r6") == "0305"
    assert player.window.table.over is not None
    assert player.window.table.over.whynot.isVisible()


def test_the_distance_tape_is_taken_up_and_put_away(player: Player) -> None:
    player.begin()
    player.act("game.tape")
    assert player.window.table.hands is not None
    assert player.window.table.hands.measure.active
    player.act("game.tape")
    assert not player.window.table.hands.measure.active


def test_a_click_on_a_hex_that_is_asked_for_answers_or_asks_first(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin()
    way = Way(PRAY, (), Target())
    monkeypatch.setattr(Hand, "places", {"0506": (way,)})
    session, table = player.window.bridge.session, player.window.table
    assert session is not None
    assert table.over is not None
    player.click("0506")
    assert table.over.chooser.isVisible(), "a click may only have meant to look"
    assert session.node == 0
    table.over.chooser.cancel()
    monkeypatch.setattr(Step, "open_table", True)
    player.click("0506")
    assert session.node == 1, "in a short answer the hex itself is the answer"
    player.click("0505")
    assert session.node == 1
