"""The scenario editor where the hand slips: nothing changes that nobody meant to change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QInputDialog,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QStyleOptionGraphicsItem,
    QWidget,
)

from hexbench import bootstrap
from hexbench.engine.documents.base import number
from hexbench.engine.documents.editing import Field
from hexbench.engine.values import Wrong, say
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import open_scenario
from hexbench.ui.editor.desk import EditDesk
from hexbench.ui.editor.fields import FieldEditor, RowsDialog, at_path
from hexbench.ui.editor.inspector import FormsPanel, HeaderPanel, InspectorPanel
from hexbench.ui.editor.record import ARRIVALS
from hexbench.ui.look.fonts import face_font
from tests.ui.editor.driver import Hand, editor_on, palette_for
from tests.ui.yard.driver import turn_wheel

CATALOGUE = bootstrap.catalogue()


def opened(game: str, name: str) -> ScenarioDraft:
    """A shipped document of a game."""
    return open_scenario(CATALOGUE, next(i.path for i in CATALOGUE.scenarios(game) if i.name == name))


@pytest.fixture
def one(qapp: object, tmp_path: Path) -> Iterator[Hand]:
    """An editor on a small scenario."""
    with editor_on(opened("trumpets", "losheim"), tmp_path) as found:
        yield found


def on_map(hand: Hand) -> str:
    """A counter that stands on the map."""
    return next(u for u, (_, at) in hand.desk.counters.items() if at and not at.startswith("#"))


def test_the_wheel_scrolls_a_dock_and_changes_nothing_in_it(one: Hand) -> None:
    one.desk.choose((on_map(one),))
    view = one.window.board.view
    assert view is not None
    before = one.draft.document
    seen = 0
    for key in ("inspector", "header", "forms"):
        one.front(key)
        view.setFocus()
        dock = one.window.docks.docks[key]
        area = dock.findChildren(QScrollArea)[0]
        for box in (*dock.findChildren(QComboBox), *dock.findChildren(QSpinBox)):
            area.ensureWidgetVisible(box)
            at = area.verticalScrollBar().value()
            turn_wheel(box)
            one.settle()
            assert one.draft.document == before, box.objectName()
            assert not box.hasFocus()
            bar = area.verticalScrollBar()
            assert bar.value() > at or at == bar.maximum(), box.objectName()
            seen += 1
    assert seen > 5


def test_the_wheel_turns_what_has_the_keyboard(one: Hand) -> None:
    one.desk.choose((on_map(one),))
    one.front("inspector")
    editor = next(
        e
        for e in one.window.inspector.editors
        if isinstance(e.widget, QComboBox)
        and e.isEnabled()
        and 0 <= e.widget.currentIndex() < e.widget.count() - 1
    )
    before = one.draft.document
    one.window.activateWindow()
    editor.widget.setFocus()
    turn_wheel(editor.widget)
    one.settle()
    assert one.draft.document != before
    one.act("undo")
    assert one.draft.document == before


def press(widget: QWidget, key: Qt.Key) -> None:
    """Give a widget the keyboard and press a key of one letter, as the window gets it."""
    widget.window().activateWindow()
    widget.setFocus()
    QTest.keyClick(widget, key)


def test_letters_and_backspace_go_into_the_cells_of_a_table(one: Hand) -> None:
    unit = on_map(one)
    one.front("tables")
    view = one.window.sheets.view
    column = next(n for n, c in enumerate(view.roll.columns) if not isinstance(c, str) and c.kind == "text")
    cell = view.sorted.mapFromSource(view.roll.index(view.roll.row_of(unit), column))
    at, before = one.desk.at(unit), one.draft.document
    view.setCurrentIndex(cell)
    assert one.desk.units == (unit,)
    press(view, Qt.Key.Key_B)
    one.settle()
    assert not one.window.zones.brush.isChecked()
    line = view.findChild(QLineEdit)
    assert line is not None
    assert line.text() == "b"
    QTest.keyClick(line, Qt.Key.Key_Return)
    one.settle()
    assert cell.data() == "b"
    free = [c if isinstance(c, str) else c.key for c in view.roll.columns].index("turn")
    view.setCurrentIndex(cell.siblingAtColumn(free))
    view.roll.fill((view.roll.row_of(unit),), view.roll.columns[free], "16AF")
    one.settle()
    press(view, Qt.Key.Key_Backspace)
    one.settle()
    assert view.currentIndex().data() == ""
    assert one.desk.at(unit) == at
    while one.window.acts["undo"].isEnabled():
        one.act("undo")
    assert one.draft.document == before


def test_backspace_empties_a_cell_of_the_record_and_takes_off_a_counter_there(one: Hand) -> None:
    unit = on_map(one)
    one.front("record")
    view = one.window.record.view
    at = one.desk.at(unit)
    one.desk.choose((unit,))
    view.setCurrentIndex(view.record.index(0, 1))
    press(view, Qt.Key.Key_Backspace)
    one.settle()
    assert one.desk.at(unit) == at
    view.setCurrentIndex(view.record.index(0, ARRIVALS))
    press(view, Qt.Key.Key_Backspace)
    one.settle()
    assert one.desk.at(unit) == ""


def test_a_letter_in_a_list_that_drops_down_is_no_key_of_a_menu(one: Hand) -> None:
    one.desk.choose((on_map(one),))
    one.front("inspector")
    combo = next(e.widget for e in one.window.inspector.editors if isinstance(e.widget, QComboBox))
    press(combo, Qt.Key.Key_B)
    one.settle()
    assert not one.window.zones.brush.isChecked()
    view = one.window.board.view
    assert view is not None
    press(view, Qt.Key.Key_B)
    one.settle()
    assert one.window.zones.brush.isChecked()


def test_cells_are_cut_with_no_counter_selected(qapp: object, tmp_path: Path) -> None:
    with editor_on(opened("iron_tide", "ten_turn"), tmp_path) as hand:
        hand.front("tables")
        sheets = hand.window.sheets
        page = next(n for n, v in enumerate(sheets.views) if v.roll.ids and not v.roll.roll.counters)
        sheets.tabs.setCurrentIndex(page)
        view = sheets.view
        hand.desk.choose(())
        view.setCurrentIndex(view.sorted.index(0, 1))
        view.setFocus()
        hand.settle()
        held = view.currentIndex().data(Qt.ItemDataRole.EditRole)
        hand.keys("Ctrl+X", to=view)
        assert QGuiApplication.clipboard().text() == held


def test_a_mistyped_place_is_shown_and_told_and_taken_back(qapp: object, tmp_path: Path) -> None:
    with editor_on(opened("blitzkrieg", "bastogne"), tmp_path) as hand:
        unit = on_map(hand)
        window, at = hand.window, hand.desk.at(unit)
        hand.front("inspector")
        hand.desk.choose((unit,))
        place = window.inspector.place
        place.setFocus()
        place.selectAll()
        QTest.keyClicks(place, "9999")
        QTest.keyClick(place, Qt.Key.Key_Return)
        hand.settle()
        assert hand.desk.at(unit) == "9999"
        assert window.isWindowModified()
        assert unit not in hand.desk.stacks.get(at, ())
        hand.act("check")
        assert any("9999" in str(found.text) for found in hand.desk.findings)
        assert window.save_to(tmp_path / "slip.json")
        again = open_scenario(CATALOGUE, tmp_path / "slip.json")
        assert again.place_of(unit) == "9999"
        hand.act("undo")
        hand.act("undo")
        assert hand.desk.at(unit) == at


def held(editor: FieldEditor) -> Any:
    """What a field shows, as it would be written."""
    widget = editor.widget
    if isinstance(widget, QSpinBox):
        return None if widget.value() == widget.minimum() else widget.value()
    return widget.currentData() if isinstance(widget, QComboBox) else None


def test_every_field_shows_what_stands_in_the_shipped_documents(qapp: object) -> None:
    seen = 0
    for game in CATALOGUE.games:
        for info in CATALOGUE.scenarios(game):
            draft = open_scenario(CATALOGUE, info.path)
            desk = EditDesk(draft, palette_for(CATALOGUE, game))
            forms, header = FormsPanel(desk), HeaderPanel(desk)
            inspector = InspectorPanel(desk, lambda: None)
            rows = []
            for panel in (forms, header):
                panel.refresh()
                rows += [(e, panel._value(e.field)) for e in panel.editors.values()]
            for editor, value in rows:
                if isinstance(editor.widget, QSpinBox | QComboBox) and value not in (
                    None,
                    editor.field.blank,
                ):
                    assert held(editor) == value, (info.name, editor.field.key)
                    seen += 1
            for unit in tuple(desk.entries)[:8]:
                desk.choose((unit,))
                inspector.refresh()
                entry = desk.entries[unit]
                for editor in inspector.editors:
                    value = at_path(entry, editor.field.path, editor.field.blank)
                    if isinstance(editor.widget, QSpinBox) and value is not None:
                        assert held(editor) == value, (info.name, unit, editor.field.key)
                        seen += 1
            desk.leave()
    assert seen > 100


def test_a_number_beyond_the_bounds_of_its_field_is_shown_and_may_come_within(one: Hand) -> None:
    field = number("points", say("Points"), least=0, most=20)
    editor = FieldEditor(field, one.desk)
    editor.show_value(24)
    assert isinstance(editor.widget, QSpinBox)
    assert editor.widget.value() == 24
    said: list[object] = []
    editor.edited.connect(said.append)
    editor.wrong.connect(said.append)
    editor.widget.stepDown()
    assert said == ["Points must be a number from 0 to 20."]
    assert editor.widget.value() == 24
    editor.widget.setValue(20)
    assert said[1:] == [20]
    editor.show_value(3)
    assert (editor.widget.minimum(), editor.widget.maximum()) == (-1, 20)


def test_cells_that_are_written_at_one_go_are_one_edit(one: Hand) -> None:
    one.front("record")
    record = one.window.record.view
    before = one.draft.document
    for row in range(3):
        index = record.record.index(row, 1)
        record.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)
    words = [value for value, _ in record.record.lanes[0].track.value.choices]
    record.paste_cells(words[-1])
    one.settle()
    assert {record.record.index(row, 1).data(Qt.ItemDataRole.EditRole) for row in range(3)} == {words[-1]}
    assert len(one.draft.history.nodes) == 2
    one.act("undo")
    assert one.draft.document == before


def test_a_block_of_cells_with_new_ids_is_pasted_as_one_edit(one: Hand) -> None:
    one.front("tables")
    view = one.window.sheets.view
    names = [c if isinstance(c, str) else c.key for c in view.roll.columns]
    assert names[:5] == ["id", "place", "side", "nation", "name"]
    before, ids = one.draft.document, view.roll.ids[:2]
    entry = one.desk.entries
    block = "\n".join(
        f"New{n}\t{one.desk.at(uid)}\t{entry[uid]['side']}\t{entry[uid]['nation']}\tName{n}"
        for n, uid in enumerate(ids)
    )
    view.setCurrentIndex(view.sorted.index(0, 0))
    assert view.paste_cells(block)
    one.settle()
    assert [one.desk.entries[f"New{n}"]["name"] for n in range(2)] == ["Name0", "Name1"]
    assert not any(uid in one.desk.entries for uid in ids)
    assert len(one.draft.history.nodes) == 2
    one.act("undo")
    assert one.draft.document == before


def test_a_long_name_of_a_zone_is_drawn_whole(one: Hand) -> None:
    board = one.window.board
    view = board.view
    assert view is not None
    middle = view.map.atlas.labels[len(view.map.atlas.labels) // 2]
    name = "Amerikanische Verstärkungen am Anfang"
    board.show_zones({"z": (name, [middle], "#1f6fb2")})
    (zone,) = board._zones.values()
    wide = QFontMetricsF(face_font(15, 700)).horizontalAdvance(name)
    assert zone.label.width() >= wide > 200
    assert zone.boundingRect().contains(zone.label)
    picture = QImage(900, 200, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    painter.translate(450 - zone.label.center().x(), 100 - zone.label.center().y())
    zone.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    left = 450 - round(zone.label.width() / 2)
    ink = [
        x
        for x in range(left, left + round(zone.label.width()))
        if any(
            (c := picture.pixelColor(x, y)).alpha() > 200 and c.red() < 120 and c.blue() > 120
            for y in range(90, 110)
        )
    ]
    assert ink[0] - left < 10
    assert left + zone.label.width() - ink[-1] < 12


def test_a_row_that_nobody_wants_after_all_is_no_fault(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with editor_on(opened("iron_tide", "ten_turn"), tmp_path) as hand:
        hand.front("tables")
        sheets = hand.window.sheets
        page = next(n for n, v in enumerate(sheets.views) if v.roll.roll.keyed and not v.roll.roll.counters)
        sheets.tabs.setCurrentIndex(page)
        failed: list[str] = []
        hand.desk.failed.connect(failed.append)
        answers = iter((("", False), ("", True)))
        monkeypatch.setattr(QInputDialog, "getText", lambda *_: next(answers))
        sheets.new.click()
        assert failed == []
        sheets.new.click()
        assert failed == ["An entry needs an id."]


def test_the_menu_of_the_map_opens_again_with_new_counters_of_every_side(one: Hand) -> None:
    commands = one.window.commands
    for _ in range(2):
        commands._on_menu("0903", "", QPoint(40, 40))
        menu = commands.menu
        assert menu is not None
        assert commands.sides.menuAction() in menu.actions()
        menu.close()
        one.settle()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    before = set(one.draft.entries())
    commands._on_menu("0903", "", QPoint(40, 40))
    commands.sides.actions()[0].trigger()
    (new,) = set(one.draft.entries()) - before
    assert one.draft.place_of(new) == "0903"


def test_pasting_from_a_clipboard_that_holds_nothing_at_all_says_so(
    one: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    one.desk.told.connect(said.append)
    monkeypatch.setattr(QGuiApplication, "clipboard", lambda: SimpleNamespace(mimeData=lambda: None))
    one.act("paste")
    assert said == ["The clipboard holds no counters: select some and copy them first."]


def test_the_row_one_writes_in_is_the_one_that_is_deleted(one: Hand) -> None:
    row = Field(path=("name",), name=say("Name"))
    field = Field(path=("rows",), name=say("Rows"), kind="rows", rows=(row,))
    dialog = RowsDialog(field, one.desk, [{"name": "first"}, {"name": "second"}], one.window)
    dialog.show()
    dialog.activateWindow()
    one.settle()
    for button, kept in (
        (dialog.drop, [{"name": "second"}]),
        (dialog.new, [{"name": "second!"}, {}]),
    ):
        cell = dialog.list.cellWidget(0, 0)
        assert isinstance(cell, FieldEditor)
        cell.widget.setFocus()
        QTest.keyClicks(cell.widget, "!")
        button.click()
        one.settle()
        assert dialog.value == kept
    dialog.close()


@pytest.mark.parametrize("key", ["Return", "Ctrl+Return"])
def test_a_counter_that_is_taken_away_while_the_hand_holds_it_is_put_down_nowhere(
    one: Hand, key: str
) -> None:
    unit = one.draft.add("german", "0903")
    one.settle()
    one.near("0903")
    one.click(unit)
    one.keys("Return")
    hands = one.window.board.hands
    assert hands is not None
    assert hands.drag.units == (unit,)
    one.act("undo")
    assert unit not in one.draft.entries()
    assert not hands.drag.active
    before = one.draft.document
    one.keys(key)
    assert one.draft.document is before
    with pytest.raises(Wrong, match=f"no counter {unit}"):
        one.draft.copy((unit,))
