"""The list of what a phase would be ended without: shown, gone through, gone back from, ended anyway, switched off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.session.opening import begin
from hexbench.ui.shell.checklist import Checklist
from tests.ui.yard.driver import Player, player_at


def _list(player: Player) -> Checklist:
    found = player.window.commands.phase_end.list
    assert found is not None
    return found


def _lines(player: Player) -> list[tuple[str, str]]:
    return [(check.kind, str(check.say)) for check in _list(player).checks]


def _click(player: Player, row: int, column: int = 1) -> None:
    table = _list(player).list
    item = table.item(row, column)
    assert item is not None
    middle = table.visualItemRect(item).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    player.settle()


def test_ending_a_phase_shows_what_is_left_and_goes_back(player: Player) -> None:
    player.begin()
    player.push("verb.end")
    assert player.window.bridge.decider == "red"
    assert _list(player).isVisible()
    assert _lines(player) == [
        ("unit", "Move: 6 units are still eligible."),
        ("unit", "Dig in: 6 units are still eligible."),
        ("offer", "Build a bridge: still possible."),
        ("offer", "Choose a plan: still possible."),
        ("offer", "Roll for luck: still possible."),
    ]
    player.push("checklist.back")
    assert not _list(player).isVisible()
    assert player.window.bridge.decider == "red"
    assert player.view.hasFocus()


def test_the_phase_is_ended_anyway_by_button_and_by_key(player: Player) -> None:
    player.window.settings.set("play.cover_between_players", "never")
    player.begin()
    player.act("game.default")
    assert _list(player).end.text() == "End phase anyway"
    player.push("checklist.end")
    assert player.window.bridge.decider == "blue"
    assert not _list(player).isVisible()
    player.view.setFocus()
    player.keys("Ctrl+Return")
    assert _list(player).isVisible()
    player.keys("Ctrl+Return")
    assert player.window.bridge.decider == "red"


def test_no_frame_suggests_to_leave_something_undone(player: Player) -> None:
    player.begin()
    end = player.window.table.prompt.default
    assert end is not None
    assert end is player.window.table.prompt.offers["end"]
    assert not end.isDefault()
    assert "listed first" in end.toolTip()
    player.act("game.default")
    assert not _list(player).end.isDefault()
    assert _list(player).back.isDefault()


def test_a_key_held_down_does_not_answer_the_list_it_has_raised(player: Player) -> None:
    player.begin()
    assert not player.window.acts["game.default"].autoRepeat()
    assert player.window.acts["game.next"].autoRepeat()


def test_a_click_on_a_line_goes_to_its_units_one_after_another(player: Player) -> None:
    player.begin()
    player.act("game.checklist")
    _click(player, 0)
    assert player.window.desk.units == ("r1",)
    assert player.view.cursor_hex == "0203"
    assert {"0203", "0305", "0204"} <= set(player.view.map.lit)
    _click(player, 0)
    assert player.window.desk.units == ("r2",)
    assert _list(player).isVisible()


def test_the_list_is_worked_with_keys_alone(player: Player) -> None:
    player.begin()
    player.view.setFocus()
    player.keys("Ctrl+L")
    assert _list(player).list.hasFocus()
    player.keys("Return", to=_list(player).list)
    assert player.window.desk.units == ("r1",)
    player.keys("Down", "Return", to=_list(player).list)
    assert _list(player).list.currentRow() == 1
    player.keys("Esc", to=_list(player).list)
    assert not _list(player).isVisible()
    player.keys("Ctrl+L")
    player.keys("Esc", to=player.view)
    assert not _list(player).isVisible()
    assert player.view.map.lit == ()


def test_the_list_follows_what_is_done_while_it_is_open(player: Player) -> None:
    player.begin()
    player.act("game.checklist")
    player.drag("r3", "0405")
    assert _lines(player)[0] == ("unit", "Move: 5 units are still eligible.")
    player.act("edit.undo")
    assert _lines(player)[0] == ("unit", "Move: 6 units are still eligible.")


def test_kinds_are_switched_off_in_the_menu_and_kept(player: Player) -> None:
    player.begin()
    player.act("game.checklist")
    kinds = {a.objectName(): a for a in player.window.commands.kinds.actions() if a.objectName()}
    kinds["play.check_unit"].trigger()
    assert {kind for kind, _ in _lines(player)} == {"offer"}
    kinds["play.check_offer"].trigger()
    assert _lines(player) == []
    assert "Nothing" in _list(player).hint.text()
    player.push("checklist.back")
    player.window.settings.set("play.cover_between_players", "never")
    player.act("game.default")
    assert player.window.bridge.decider == "blue"
    assert player.window.settings.get("play.check_unit") is False


def test_without_the_setting_a_phase_ends_at_once(player: Player) -> None:
    player.window.settings.set("play.cover_between_players", "never")
    player.window.prefs.change("play.confirm_phase_end", False)
    player.begin()
    player.push("verb.end")
    assert player.window.bridge.decider == "blue"


def test_the_other_player_finds_no_list(player: Player) -> None:
    player.begin(fog=True)
    player.push("verb.plan")
    player.push("chooser.take")
    player.act("game.checklist")
    player.end()
    assert player.window.bridge.covered
    assert _list(player).checks == ()
    assert _list(player).list.rowCount() == 0


# ---- on the real map
@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """A player at the first turns of the campaign, in a window of the usual size."""
    with player_at(bootstrap.catalogue(), (1600, 1000)) as player:
        yield player


def _open(player: Player, name: str) -> None:
    loaded = player.window.catalogue.load_scenario("iron_tide", name)
    player.window.show_session(begin(loaded, 1944))
    player.settle()


def test_a_duty_is_named_with_its_rule_and_does_not_let_the_phase_end(general: Player) -> None:
    _open(general, "17_december")
    session = general.window.bridge.session
    assert session is not None
    seat = session.seat(session.decider)
    duties = [check for check in seat.checklist() if check.bars]
    assert [check.rule for check in duties] == ["16.2a"], "von der Heydte has to land"
    node = session.node
    general.act("game.default")
    assert session.node == node
    rule = next(r for r, (kind, _) in enumerate(_lines(general)) if kind == "duty")
    _click(general, rule)
    assert set(duties[0].hexes) <= set(general.view.map.lit)
    _click(general, rule, 2)
    assert general.window.table.rules.at == "16.2a"
    assert _list(general).end.text() != "End the phase anyway"


def test_units_that_may_still_move_are_found_on_the_real_map(general: Player) -> None:
    _open(general, "17_december")
    general.act("game.checklist")
    row = next(r for r, c in enumerate(_list(general).checks) if c.rule == "5.0d")
    check = _list(general).checks[row]
    assert len(check.units) > 50
    _click(general, row)
    unit = general.window.desk.units[0]
    assert unit == check.units[0]
    assert general.view.cursor_hex == general.at(unit)


def test_the_list_does_not_lie_over_the_unit_it_leads_to(general: Player) -> None:
    _open(general, "17_december")
    general.act("game.checklist")
    row = next(r for r, c in enumerate(_list(general).checks) if c.rule == "5.0d")
    for _ in range(12):
        _click(general, row)
        at = general.view.cursor_hex
        assert not _list(general).geometry().contains(general.spot(at)), at


def test_the_list_goes_with_the_map_of_its_game(player: Player) -> None:
    player.begin()
    player.act("game.checklist")
    player.act("file.close")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    player.begin("muster")  # what was deleted with the first map is not asked again
    player.act("game.checklist")
    assert player.window.commands.phase_end.list is not None
    assert player.window.commands.phase_end.list.isVisible()


def test_a_dock_that_would_end_the_phase_asks_first_too(player: Player) -> None:
    player.window.settings.set("play.cover_between_players", "never")
    player.begin()
    asked = player.window.desk.action_asked
    asked.emit(Action("end"))
    assert _list(player).isVisible()
    assert player.window.bridge.decider == "red"
    player.push("checklist.back")
    asked.emit(Action("pray"))
    assert not _list(player).isVisible(), "what ends nothing is done at once"
    asked.emit(Action("end"))
    player.push("checklist.end")
    assert player.window.bridge.decider == "blue"


def test_a_dock_ends_with_the_very_answer_that_was_given_there(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin()
    done: list[Action] = []
    monkeypatch.setattr(player.window.table.acting, "do", done.append)
    laid = Action("end", how="laid")
    player.window.desk.action_asked.emit(laid)
    assert done == []
    player.push("checklist.end")
    assert done == [laid]
    player.window.desk.action_asked.emit(laid)
    player.push("checklist.back")
    player.push("verb.end")
    player.push("checklist.end")
    assert done[-1] != laid, "what was taken back is not remembered"
