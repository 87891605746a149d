"""The combat calculator in the window: opened with no game on the table, filled in, answered, rolled and told by rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QScrollArea, QSpinBox

from hexbench import bootstrap
from hexbench.engine.calculator import Answer
from hexbench.ui.look import language
from hexbench.ui.shell.calculating import CalculatorDialog
from tests.ui.yard.clipping import clipped
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def player(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """A player who has just started the program."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as player:
        yield player


@pytest.fixture
def sheet(player: Player) -> CalculatorDialog:
    """The calculator of A Time for Trumpets, opened from the start page."""
    start = player.window.start
    start.new.choose_game("trumpets")
    start.calculate.click()
    player.settle()
    dialog = player.window.calculating.dialog
    assert dialog is not None
    return dialog


def choose(dialog: CalculatorDialog, key: str, value: str) -> None:
    """Fill in a setting as a hand does."""
    editor = dialog.settings[key]
    if isinstance(editor, QComboBox):
        assert editor.findText(value) >= 0
        editor.setCurrentText(value)
    elif isinstance(editor, QSpinBox):
        editor.setValue(int(value))


def add(dialog: CalculatorDialog, party: str, title: str) -> None:
    """Add a unit by its name and the button."""
    view = dialog.parties[party]
    assert view.kinds.findText(title) >= 0
    view.kinds.setCurrentText(title)
    view.more.click()


def answer_of(dialog: CalculatorDialog) -> Answer:
    """What is shown."""
    found = dialog.answer.answer
    assert found is not None
    return found


def headline(dialog: CalculatorDialog) -> str:
    """The combat in a line."""
    found = answer_of(dialog)
    assert found.combat is not None, dialog.answer.say.text()
    return str(found.combat.say)


def test_an_empty_sheet_says_what_it_lacks_and_has_no_dice(sheet: CalculatorDialog) -> None:
    assert sheet.isVisible()
    assert "There are no attackers" in sheet.answer.say.text()
    assert "TT-GEN-01" in sheet.answer.say.text()
    assert not sheet.roll.isEnabled()


def test_every_change_is_answered_at_once(sheet: CalculatorDialog) -> None:
    choose(sheet, "day", "20")
    add(sheet, "attackers", "Infantry battalion")
    add(sheet, "attackers", "Infantry battalion")
    add(sheet, "defenders", "Volksgrenadier battalion")
    assert headline(sheet) == "2-1, no shift, dice +0: column 2-1"
    choose(sheet, "base", "Forest")
    assert headline(sheet) == "2-1, 1L, dice +0: column 3-2"
    choose(sheet, "position", "Fort")
    assert headline(sheet) == "2-1, 4L, dice +0: column 1-3"
    er = sheet.parties["attackers"].editor(0, "er")
    assert isinstance(er, QSpinBox)
    er.setValue(9)
    assert headline(sheet) == "2-1, no shift, dice +0: column 2-1"


def test_dice_of_ones_own_light_the_table_and_tell_who_is_hit(sheet: CalculatorDialog) -> None:
    choose(sheet, "day", "20")
    add(sheet, "attackers", "Infantry battalion")
    add(sheet, "defenders", "Volksgrenadier battalion")
    assert headline(sheet) == "1-1, no shift, dice +0: column 1-1"
    sheet.typed.setText("2 3")
    sheet.use.click()
    found = sheet.answer.found.text()
    assert "1: inf bn loses a step" in found
    assert "TT-LOSS-12" in found
    assert "1*" in found
    assert "TT-LOSS-11" in found
    table = sheet.answer.table.table
    assert table is not None
    hit = {(light.row, light.column) for light in table.lights if light.tone == "hit"}
    assert {(table.rows[r][0], table.columns[c]) for r, c in hit} == {("2", "1-1"), ("3", "1-1")}
    sheet.typed.setText("2 7")
    sheet.use.click()
    assert sheet.wrong.text() == "7 is not a die roll: give numbers from 1 to 6."
    sheet.typed.setText("two")
    sheet.use.click()
    assert "numbers" in sheet.wrong.text()


def test_the_program_rolls_too(sheet: CalculatorDialog) -> None:
    add(sheet, "attackers", "Panzer battalion")
    add(sheet, "defenders", "Infantry battalion")
    sheet.roll.click()
    faces = [int(word) for word in sheet.typed.text().split()]
    assert len(faces) == 2
    assert all(1 <= face <= 6 for face in faces)
    assert answer_of(sheet).found


def test_a_blitz_attack_takes_one_die(sheet: CalculatorDialog) -> None:
    choose(sheet, "kind", "Ardennes 44")
    add(sheet, "attackers", "Panzer battalion")
    add(sheet, "defenders", "Infantry battalion")
    assert answer_of(sheet).combat is None
    assert "TT-BLZ-07" in sheet.answer.say.text()
    defender = sheet.parties["defenders"].editor(0, "df")
    assert isinstance(defender, QSpinBox)
    defender.setValue(3)
    assert [die.key for die in answer_of(sheet).dice] == ["blitz"]
    sheet.typed.setText("1")
    sheet.typed.returnPressed.emit()
    assert "Adv" in sheet.answer.found.text()
    assert sheet.answer.table.table is not None
    assert sheet.answer.table.table.key == "blitz"
    choose(sheet, "weather", "Fog")
    assert "TT-BLZ-01" in sheet.answer.say.text()


def test_a_clause_that_is_clicked_is_told(sheet: CalculatorDialog) -> None:
    add(sheet, "attackers", "Panzer battalion")
    add(sheet, "defenders", "Infantry battalion")
    assert 'href="rule:TT-WPN-01"' in sheet.answer.text.text()
    sheet.answer.text.linkActivated.emit("rule:TT-WPN-01")
    assert not sheet.rule.isHidden()
    assert "TT-WPN-01" in sheet.rule.text()
    assert len(sheet.rule.text()) > 40


def test_units_are_taken_out_and_the_sheet_begun_anew(sheet: CalculatorDialog) -> None:
    add(sheet, "attackers", "Panzer battalion")
    add(sheet, "attackers", "StuG company")
    view = sheet.parties["attackers"]
    view._rows[0][2].click()
    assert [entry.kind for entry in view.entries()] == ["stug_co"]
    choose(sheet, "weather", "Snow")
    sheet.clear.click()
    assert sheet.filled().entries == ()
    assert sheet.filled().get("weather") == "Clear"


def test_what_is_typed_wrong_is_told_and_nothing_is_lost(sheet: CalculatorDialog) -> None:
    add(sheet, "attackers", "Panzer battalion")
    add(sheet, "defenders", "Infantry battalion")
    tags = sheet.parties["attackers"].editor(0, "tags")
    assert isinstance(tags, QLineEdit)
    before = tags.text()
    tags.setText(before + ", flying")
    assert 'there is no tag "flying"' in sheet.answer.say.text().replace("&quot;", '"')
    tags.setText(before)
    assert headline(sheet)


def test_it_opens_from_the_menu_and_stays_as_it_was(player: Player, sheet: CalculatorDialog) -> None:
    add(sheet, "attackers", "Panzer battalion")
    sheet.close()
    player.act("game.calculator")
    assert sheet.isVisible()
    assert len(sheet.filled().entries) == 1


def test_a_counterattack_is_reckoned_and_fought_below_the_attack(sheet: CalculatorDialog) -> None:
    choose(sheet, "day", "20")
    for _ in range(2):
        add(sheet, "attackers", "Infantry battalion")
    add(sheet, "defenders", "Infantry battalion")
    assert sheet.answer.after_say.isHidden()
    choose(sheet, "counter", "A")
    assert "Counterattack on hex A: 1-3" in sheet.answer.after_say.text()
    assert sheet.typed.placeholderText() == "4 numbers"
    sheet.typed.setText("6 2 1 1")
    sheet.use.click()
    assert "TT-CA-03" in sheet.answer.found.text()
    table = sheet.answer.after_table.table
    assert table is not None
    assert "hit" in {light.tone for light in table.lights}
    sheet.roll.click()
    assert len(sheet.typed.text().split()) == 4
    choose(sheet, "counter", "none")
    assert sheet.answer.after_say.isHidden()


def test_the_afv_rules_that_are_live_are_shown_before_the_dice(sheet: CalculatorDialog) -> None:
    add(sheet, "attackers", "Tiger company")
    add(sheet, "defenders", "SP tank destroyer company")
    assert "Enhanced AFV combat" not in sheet.answer.text.text()
    choose(sheet, "afv", "yes")
    assert "TT-AFV-02" in sheet.answer.text.text()


def test_another_player_who_sits_down_finds_a_new_sheet(player: Player, sheet: CalculatorDialog) -> None:
    sheet.close()
    player.window.begin("iron_tide", "17_december", {}, False)
    player.settle()
    blank = sheet.filled()
    party = next(iter(sheet.parties))
    sheet.parties[party].more.click()
    assert sheet.filled() != blank
    player.window.hand_over("allied")
    player.settle()
    assert sheet.filled() == blank


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_with_text_twice_its_size_it_fits_a_small_screen(
    player: Player, german_files: Path, monkeypatch: pytest.MonkeyPatch, spoken: str
) -> None:
    """Settings stand in fewer columns, and a table of units too wide for the sheet scrolls; no words are cut off."""
    monkeypatch.setenv(language.CHOSEN_BY, spoken)
    language.speak("system", german_files)
    try:
        window = player.window
        window.prefs.change("look.text_size", round(2 * window.system_size))
        window.calculating.show()
        dialog = window.calculating.dialog
        assert dialog is not None
        for party in dialog.parties.values():
            party.more.click()
        dialog.resize(1008, 700)
        player.settle()
        assert dialog.width() == 1008
        sheet = dialog.findChild(QScrollArea, "calculator.sheet")
        assert sheet is not None
        assert sheet.horizontalScrollBar().maximum() == 0
        for party in dialog.parties.values():
            inner = party.grid.viewport().rect()
            assert inner.height() >= sum(party.grid.rowHeight(n) for n in range(party.grid.rowCount()))
        assert [*clipped(dialog)] == []
        dialog.typed.setText("x")
        dialog.use.click()
        player.settle()
        assert dialog.wrong.isVisible()
        assert [*clipped(dialog)] == []
        dialog.close()
    finally:
        monkeypatch.setenv(language.CHOSEN_BY, "en")
        language.speak("en", german_files)
