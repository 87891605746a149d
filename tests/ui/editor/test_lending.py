"""Counters made by the button where they are, called otherwise, pasted into another window, and borrowed, by mouse and key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QSpinBox, QToolButton

from hexbench.session.editor.lending import MIME
from hexbench.session.editor.starting import new_scenario
from hexbench.session.opening import begin
from hexbench.ui.editor.borrowing import BESIDE, HERE, BorrowDialog
from hexbench.ui.editor.sheet import ID
from tests.sizes import sized
from tests.ui.editor.driver import LEFT, Hand, editor_on
from tests.ui.editor.test_scenario_window import CATALOGUE, GAMES, free_hex, opened, peopled, placed


@pytest.fixture(params=sized(("tide_of_iron", "tigers"), GAMES))
def hand(request: pytest.FixtureRequest, qapp: object, tmp_path: Path) -> Iterator[Hand]:
    """An editor on a document of a game whose players build what they have, and of one that begins with what is there."""
    with editor_on(peopled(opened(request.param)), tmp_path) as found:
        yield found


@pytest.fixture
def one(qapp: object, tmp_path: Path) -> Iterator[Hand]:
    """An editor on a small scenario, for what is the same in every game."""
    with editor_on(opened("trumpets", "losheim"), tmp_path) as found:
        yield found


def heard(hand: Hand) -> str:
    """What the status bar says."""
    return hand.window.statusBar().currentMessage()


def borrowing(hand: Hand) -> BorrowDialog:
    """The dialog, opened from the menu."""
    hand.act("borrow")
    dialog = hand.window.commands.borrowing
    assert dialog is not None
    return dialog


# ---- new counters
@pytest.mark.parametrize("where", ["tables", "tray", "inspector"])
def test_a_button_makes_a_counter_where_counters_are(hand: Hand, where: str) -> None:
    panel = {"tables": hand.window.sheets, "tray": hand.window.tray, "inspector": hand.window.inspector}[
        where
    ]
    hand.front(where)
    button: QToolButton = panel.counter  # type: ignore[attr-defined]
    assert button.isVisible()
    count, before = len(hand.desk.counters), hand.draft.document
    at = free_hex(hand, placed(hand))
    hand.click(at)
    for n, side in enumerate(hand.desk.sides):
        menu = button.menu()
        action = next(one for one in menu.actions() if one.data() == side)
        assert action.text() == hand.desk.side_name(side)
        action.trigger()
        hand.settle()
        assert len(hand.desk.counters) == count + n + 1
        assert hand.desk.side_of(hand.desk.units[0]) == side
        assert (hand.desk.at(hand.desk.units[0]) == at) == (where == "inspector")
    hand.desk.choose(hand.desk.units)
    QTest.mouseClick(button, LEFT, pos=button.rect().center() - button.rect().center() * 0.5)
    hand.settle()
    assert hand.desk.side_of(hand.desk.units[0]) == hand.desk.sides[-1]
    for _ in range(len(hand.desk.sides) + 1):
        hand.act("undo")
    assert hand.draft.document == before


# ---- ids
def test_a_counter_is_called_otherwise_in_the_inspector_and_everything_follows(hand: Hand) -> None:
    unit = placed(hand)
    hand.click(unit)
    hand.front("inspector")
    line: QLineEdit = hand.window.inspector.id
    assert line.text() == unit
    before = hand.draft.document
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "Other-1")
    QTest.keyClick(line, Qt.Key.Key_Return)
    hand.settle()
    assert hand.desk.units == ("Other-1",)
    assert unit not in hand.desk.counters
    assert line.text() == "Other-1"
    hand.act("undo")
    assert hand.draft.document == before


def test_an_id_that_is_taken_is_told_and_nothing_is_lost(one: Hand) -> None:
    first, second = list(one.desk.counters)[:2]
    one.desk.choose((first,))
    one.front("inspector")
    line, before = one.window.inspector.id, one.draft.document
    for bad in (second, "", one.draft.rules.atlas.labels[0]):
        line.setFocus()
        line.selectAll()
        QTest.keyClick(line, Qt.Key.Key_Delete)
        QTest.keyClicks(line, bad)
        QTest.keyClick(line, Qt.Key.Key_Return)
        one.settle()
        assert heard(one)
        assert one.draft.document == before
        assert line.text() == first


def test_an_id_is_typed_into_the_table(one: Hand) -> None:
    one.front("tables")
    view = one.window.sheets.view
    unit = view.roll.ids[0]
    column = view.roll.columns.index(ID)
    index = view.sorted.mapFromSource(view.roll.index(0, column))
    view.setCurrentIndex(index)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Return)
    editor = view.viewport().findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, "Renamed")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    one.settle()
    assert unit not in one.desk.counters
    assert view.roll.ids[0] == "Renamed"
    assert one.desk.units == ("Renamed",)
    view.selectAll()
    assert view.roll.fill((0, 1), ID, "Both") is False
    assert "one at a time" in heard(one)
    one.act("undo")
    assert view.roll.ids[0] == unit


# ---- between windows
def test_counters_are_pasted_into_another_window_of_the_same_game(hand: Hand, tmp_path: Path) -> None:
    unit = placed(hand)
    hand.click(unit)
    hand.act("copy")
    map_ = hand.draft.bound.map
    with editor_on(new_scenario(CATALOGUE, hand.draft.game.key, map_), tmp_path) as other:
        at = hand.desk.at(unit)
        other.near(at)
        other.click(at)
        other.act("paste")
        assert list(other.desk.counters) == [unit]
        assert other.desk.at(unit) == at
        assert other.desk.units == (unit,)
        face, theirs = other.desk.face(unit), hand.desk.face(unit)
        assert face is not None
        assert theirs is not None
        assert (face.symbol, face.left, face.right) == (theirs.symbol, theirs.left, theirs.right)
        other.act("paste")
        assert len(other.desk.counters) == 2
        other.act("undo")
        other.act("undo")
        assert not other.desk.counters


def test_counters_of_another_game_are_refused_with_one_sentence(one: Hand, tmp_path: Path) -> None:
    one.click(placed(one))
    one.act("copy")
    with editor_on(opened("tigers", "19_december"), tmp_path) as other:
        before = other.draft.document
        other.click(placed(other))
        other.act("paste")
        assert heard(other).endswith(
            "cannot be pasted into Tigers in the Mist."
        ) or "cannot be pasted" in heard(other)
        assert other.draft.document == before
        data = QMimeData()
        data.setData(MIME, b"{nonsense")
        QGuiApplication.clipboard().setMimeData(data)
        other.act("paste")
        assert "does not contain counters that can be read" in heard(other)
        assert other.draft.document == before


# ---- borrowed
def test_counters_are_borrowed_from_a_scenario(hand: Hand) -> None:
    game = hand.draft.game.key
    before, count = hand.draft.document, len(hand.desk.counters)
    dialog = borrowing(hand)
    assert not dialog.borrow.isEnabled()
    paths = [info.path for info in CATALOGUE.scenarios(game)]
    path = next((p for p in paths if p != hand.draft.path), paths[0])
    row = dialog.sources.findData(str(path))
    if row >= 0:
        dialog.sources.setCurrentIndex(row)
    else:
        dialog.show_source(path)
    hand.settle()
    assert dialog.list.rowCount() > 3
    shown = [str(dialog.list.model().index(0, c).data()) for c in range(4)]
    assert all(shown)
    QTest.keyClicks(dialog.filter, shown[1].split()[0])
    hand.settle()
    dialog.where.setCurrentIndex(dialog.where.findData(BESIDE))
    dialog.list.selectRow(next(r for r in range(dialog.list.rowCount()) if not dialog.list.isRowHidden(r)))
    hand.settle()
    QTest.mouseClick(dialog.borrow, LEFT)
    hand.settle()
    assert len(hand.desk.counters) == count + 1
    assert len(hand.desk.units) == 1
    hand.act("undo")
    assert hand.draft.document == before
    hand.act("redo")
    assert len(hand.desk.counters) == count + 1


def test_several_are_chosen_by_filter_and_go_to_the_hex_under_the_cursor(one: Hand) -> None:
    at = free_hex(one, placed(one))
    one.click(at)
    dialog = borrowing(one)
    path = next(info.path for info in CATALOGUE.scenarios("trumpets") if info.name == "rocherath")
    dialog.sources.setCurrentIndex(dialog.sources.findData(str(path)))
    QTest.keyClicks(dialog.filter, "SS")
    one.settle()
    QTest.mouseClick(dialog.all, LEFT)
    chosen = dialog.chosen
    assert len(chosen) > 2
    assert all(not dialog.list.isRowHidden(row) for row in {i.row() for i in dialog.list.selectedIndexes()})
    dialog.where.setCurrentIndex(dialog.where.findData(HERE))
    QTest.mouseClick(dialog.borrow, LEFT)
    one.settle()
    assert len(one.desk.stacks[at]) == len(chosen)
    assert set(one.desk.units) == set(one.desk.stacks[at])


def test_the_position_of_a_saved_game_lends_its_units(one: Hand, tmp_path: Path) -> None:
    session = begin(CATALOGUE.load_scenario("trumpets", "rocherath"), 3, where=tmp_path / "played.hexgame")
    default = session.prompt.default
    assert default is not None
    session.do(default)
    session.close()
    content = (tmp_path / "played.hexgame").read_bytes()
    dialog = borrowing(one)
    assert dialog.show_source(tmp_path / "played.hexgame")
    count = len(one.desk.counters)
    dialog.choose(lambda _: True)
    n = len(dialog.chosen)
    assert n == len(session.state.units)
    QTest.mouseClick(dialog.borrow, LEFT)
    one.settle()
    assert len(one.desk.counters) == count + n
    assert (tmp_path / "played.hexgame").read_bytes() == content
    one.act("undo")
    assert len(one.desk.counters) == count


def test_files_that_lend_nothing_say_why(one: Hand, tmp_path: Path) -> None:
    before = one.draft.document
    dialog = borrowing(one)
    broken, save = tmp_path / "broken.json", tmp_path / "broken.hexgame"
    broken.write_text('{"format": "hexbench-scenario"')
    save.write_bytes(b"SQLite format 3\0nonsense")
    other = CATALOGUE.scenario_path("tigers", "campaign")
    for path in (broken, save, tmp_path / "nowhere.json", other):
        assert dialog.show_source(path) is False
        assert dialog.told.text()
        assert dialog.list.rowCount() == 0
        assert not dialog.chosen
    dialog.reject()
    one.settle()
    assert one.draft.document == before


# ---- rows in an entry
def test_the_squads_of_a_reinforcement_are_edited_in_a_table_of_their_own(
    qapp: object, tmp_path: Path
) -> None:
    with editor_on(opened("tide_of_iron", "noville"), tmp_path) as hand:
        sheets = hand.window.sheets
        hand.front("tables")
        n = next(k for k, view in enumerate(sheets.views) if view.roll.roll.key == "reinforcements")
        sheets.tabs.setCurrentIndex(n)
        hand.settle()
        view = sheets.view
        if not view.roll.ids:
            QTest.mouseClick(sheets.new, LEFT)
            hand.settle()
        field = next(one for one in view.roll.roll.fields if one.kind == "rows")
        before = hand.draft.document
        squads = list(view.roll.value(0, field) or ())
        column = view.roll.columns.index(field)
        view.setCurrentIndex(view.sorted.mapFromSource(view.roll.index(0, column)))
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Return)
        hand.settle()
        dialog = view.rows
        assert dialog is not None
        assert dialog.list.rowCount() == len(squads)
        QTest.mouseClick(dialog.new, LEFT)
        name = dialog.findChild(QLineEdit, f"edit.rows.{len(squads)}.name")
        assert name is not None
        name.setFocus()
        QTest.keyClicks(name, "Baker")
        QTest.keyClick(name, Qt.Key.Key_Tab)
        officers = dialog.findChild(QSpinBox, f"edit.rows.{len(squads)}.figures.officer")
        assert officers is not None
        officers.setValue(1)
        assert hand.draft.document == before
        QTest.mouseClick(dialog.ok, LEFT)
        hand.settle()
        made = view.roll.value(0, field)
        assert made == [*squads, {"name": "Baker", "figures": {"regular": 4, "officer": 1}}]
        assert "Baker" in str(view.roll.index(0, column).data())
        hand.act("undo")
        assert hand.draft.document == before
        view.open_rows(view.sorted.mapFromSource(view.roll.index(0, column)), field)
        assert view.rows is not None
        view.rows.add()
        view.rows.reject()
        hand.settle()
        assert hand.draft.document == before
