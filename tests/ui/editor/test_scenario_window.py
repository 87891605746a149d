"""The scenario editor by mouse and key, on the real scenarios of every game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from hexbench import bootstrap
from hexbench.engine.documents.editing import editing_of
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import open_scenario
from hexbench.store import canon
from hexbench.ui.editor.record import ARRIVALS, VALUE
from hexbench.ui.editor.window import EditorWindow
from hexbench.ui.look.language import tell
from tests.sizes import sized
from tests.ui.editor.driver import CTRL, LEFT, PLAIN, Hand, editor_on

CATALOGUE = bootstrap.catalogue()
GAMES = tuple(key for key, game in CATALOGUE.games.items() if editing_of(game) is not None)


def opened(game: str, name: str = "") -> ScenarioDraft:
    """A shipped document of a game; its first without a name."""
    infos = CATALOGUE.scenarios(game)
    info = next(i for i in infos if i.name == name) if name else infos[0]
    return open_scenario(CATALOGUE, info.path)


def peopled(draft: ScenarioDraft) -> ScenarioDraft:
    """The document; where the players build what stands on the map, with a few counters of each side on it."""
    if not any(at in draft.rules.atlas.index for _, at in draft.faces().values()):
        middle = len(draft.rules.atlas.labels) // 2
        for n, side in enumerate((*draft.game.sides, *draft.game.sides)):
            draft.add(side, draft.rules.atlas.labels[middle + n])
    return draft


FEW = sized(("iron_tide", "tide_of_iron"), GAMES)
"""Games for what is one window's doing: the one with most in its tables and tracks, and the one whose players build what they have."""


@pytest.fixture(params=FEW)
def hand(request: pytest.FixtureRequest, qapp: object, tmp_path: Path) -> Iterator[Hand]:
    """An editor on a document of a game."""
    with editor_on(peopled(opened(request.param)), tmp_path) as found:
        yield found


@pytest.fixture(params=GAMES)
def each(request: pytest.FixtureRequest, qapp: object, tmp_path: Path) -> Iterator[Hand]:
    """An editor on a document of each game, for what depends on its documents."""
    with editor_on(peopled(opened(request.param)), tmp_path) as found:
        yield found


@pytest.fixture
def one(qapp: object, tmp_path: Path) -> Iterator[Hand]:
    """An editor on a small scenario, for what is the same in every game."""
    with editor_on(opened("trumpets", "losheim"), tmp_path) as found:
        yield found


def placed(hand: Hand) -> str:
    """A counter on the map that is alone in its hex, with room beside it in view."""
    alone = [
        units[0]
        for at, units in hand.desk.stacks.items()
        if at and not at.startswith("#") and len(units) == 1
    ]
    unit = alone[len(alone) // 2]
    hand.near(hand.desk.at(unit))
    return unit


def free_hex(hand: Hand, unit: str, nth: int = 0) -> str:
    """An empty hex near a counter into which it may be placed."""
    atlas, at = hand.draft.rules.atlas, hand.desk.at(unit)
    near = sorted(
        atlas.labels,
        key=lambda b: (
            abs(atlas.axial[atlas.index[b]][0] - atlas.axial[atlas.index[at]][0])
            + abs(atlas.axial[atlas.index[b]][1] - atlas.axial[atlas.index[at]][1]),
            b,
        ),
    )
    return [b for b in near if b not in hand.desk.stacks][nth]


def test_a_counter_is_dragged_and_put_back_by_undo(hand: Hand) -> None:
    unit = placed(hand)
    before, at = hand.draft.document, hand.desk.at(unit)
    to = free_hex(hand, unit)
    hand.drag(unit, to)
    assert hand.desk.at(unit) == to
    assert hand.window.board.view is not None
    assert hand.window.board.view.map.where(unit) == to
    assert hand.window.isWindowModified()
    hand.act("undo")
    assert hand.desk.at(unit) == at
    assert hand.draft.document == before
    hand.act("redo")
    assert hand.desk.at(unit) == to


def test_ctrl_and_a_drag_leave_the_counter_and_lay_a_copy(one: Hand) -> None:
    unit = placed(one)
    at, count = one.desk.at(unit), len(one.desk.counters)
    one.click(unit)
    one.drag(unit, free_hex(one, unit), mods=CTRL)
    assert one.desk.at(unit) == at
    assert len(one.desk.counters) == count + 1
    assert len(one.desk.units) == 1
    assert one.desk.units[0] != unit


def test_counters_are_copied_cut_pasted_duplicated_and_deleted_by_key(one: Hand) -> None:
    unit = placed(one)
    at, count, to = one.desk.at(unit), len(one.desk.counters), free_hex(one, unit)
    one.click(unit)
    one.act("copy")
    one.click(to)
    one.act("paste")
    assert len(one.desk.counters) == count + 1
    assert one.desk.stacks[to] == one.desk.units
    one.act("delete")
    assert len(one.desk.counters) == count
    one.click(unit)
    one.act("cut")
    assert unit not in one.desk.counters
    one.click(to)
    one.act("paste")
    assert one.desk.at(unit) == to
    assert one.desk.at(unit) != at
    one.act("duplicate")
    assert len(one.desk.counters) == count + 1


def test_the_hex_cursor_picks_up_and_puts_down(one: Hand) -> None:
    unit = placed(one)
    to = free_hex(one, unit)
    one.click(unit)
    one.keys("Return")
    assert one.window.board.view is not None
    one.window.board.view.set_cursor(to)
    one.keys("Return")
    assert one.desk.at(unit) == to


def test_what_the_keys_do_is_told_to_screen_readers(one: Hand) -> None:
    view = one.window.board.view
    assert view is not None
    heard: list[str] = []
    view.screen_reader.heard.connect(lambda text, _: heard.append(text))

    def hears() -> str:
        one.settle()
        view.screen_reader.flush()
        said = " ".join(heard)
        heard.clear()
        return said

    unit = next(u for u, (_, at) in one.desk.counters.items() if at in view.map.atlas.index)
    face = one.desk.face(unit)
    assert face is not None
    one.desk.choose((unit,))
    assert hears() == f"Selected: {tell(face.title)}."
    view.setFocus()
    one.keys("Delete")
    removed = hears()
    assert unit in removed
    one.window.acts["undo"].trigger()
    assert hears().startswith(f"Undone: {removed}")
    one.window.acts["redo"].trigger()
    assert hears().startswith(f"Redone: {removed}")
    one.window.tell("Saved as elsewhere.")
    assert hears() == "Saved as elsewhere."


def test_a_counter_is_taken_to_the_tray_and_back(hand: Hand) -> None:
    unit = placed(hand)
    hand.front("tray")
    tray = hand.window.tray
    to = free_hex(hand, unit)
    boxes = [tray.boxes.itemData(n) for n in range(tray.boxes.count())]
    for box in boxes:
        tray.show_box(box)
        hand.drag_out(unit, tray.list, QPoint(30, 30))
        if hand.desk.at(unit) not in hand.draft.rules.atlas.index:
            break
    else:
        pytest.fail("no box takes it")
    assert hand.window.board.view is not None
    hand.drop((unit,), hand.window.board.view.viewport(), hand.spot(to))
    assert hand.desk.at(unit) == to


def test_a_new_counter_comes_onto_the_hex_under_the_cursor(hand: Hand) -> None:
    to = free_hex(hand, placed(hand))
    hand.click(to)
    for side in hand.desk.sides:
        hand.window.commands.add(side, to)
        (made,) = hand.desk.units
        assert hand.desk.at(made) == to
        assert hand.desk.side_of(made) == side


def test_the_inspector_changes_every_selected_counter_at_once(hand: Hand) -> None:
    hand.front("inspector")
    panel = hand.window.inspector
    units = tuple(u for u in hand.desk.entries)[:3]
    hand.desk.choose(units)
    hand.settle()
    editor = next(e for e in panel.editors if e.field.kind in ("text", "flag") and e.field.path[-1] != "side")
    value = "Zz" if editor.field.kind == "text" else True
    before = hand.draft.document
    editor.edited.emit(value)
    hand.settle()
    if hand.draft.document != before:
        for unit in units:
            entry: Any = hand.desk.entries[unit]
            for key in editor.field.path:
                entry = entry[key]
            assert entry == value


def test_the_table_fills_copies_and_pastes_like_a_spreadsheet(hand: Hand) -> None:
    hand.front("tables")
    view = hand.window.sheets.view
    assert view.roll.roll.counters
    assert view.roll.rowCount() == len(hand.desk.counters)
    panel = hand.window.sheets
    panel._on_copy()
    text = QGuiApplication.clipboard().text()
    assert len(text.splitlines()) == len(hand.desk.counters) + 1
    before = hand.draft.document
    panel.paste_table(text)
    assert hand.draft.document == before, panel.report.text()
    field = next(f for f in view.roll.roll.fields if f.kind == "number")
    column = view.roll.columns.index(field)
    assert view.roll.fill((0, 1), field, str(field.least + 1)) in (True, False)
    assert view.roll.data(view.roll.index(0, column)) == str(field.least + 1)
    assert view.roll.data(view.roll.index(1, column)) == str(field.least + 1)


def test_every_edit_is_listed_and_a_click_goes_there(one: Hand) -> None:
    start = one.draft.document
    unit = placed(one)
    one.front("past")
    rows = one.window.past.list
    before = rows.count()
    one.drag(unit, free_hex(one, unit))
    assert rows.count() == before + 1
    rows.itemClicked.emit(rows.item(before - 1))
    one.settle()
    assert one.draft.document == start
    assert rows.item(before - 1).text().startswith("•")


def test_it_is_saved_as_it_was_opened(each: Hand, tmp_path: Path) -> None:
    source = each.draft.path
    assert source is not None
    unit = placed(each)
    each.drag(unit, free_hex(each, unit))
    while each.window.acts["undo"].isEnabled():
        each.act("undo")
    assert each.window.save_to(tmp_path / source.name)
    assert (tmp_path / source.name).read_bytes() == source.read_bytes()
    assert canon.dumps(each.draft.document.main)
    assert not each.window.isWindowModified()


def test_the_campaign_is_opened_changed_and_undone_to_the_byte(qapp: object, tmp_path: Path) -> None:
    with editor_on(opened("iron_tide", "campaign"), tmp_path) as hand:
        source = hand.draft.path
        assert source is not None
        assert len(hand.desk.counters) > 400
        unit = placed(hand)
        hand.drag(unit, free_hex(hand, unit))
        hand.act("delete")
        hand.window.commands.add("german", free_hex(hand, unit := placed(hand)))
        hand.front("forms")
        turns = next(e for path, e in hand.window.forms.editors.items() if path == ("last_turn",))
        turns.edited.emit("18AM")
        assert len(hand.draft.history.nodes) == 5
        while hand.window.acts["undo"].isEnabled():
            hand.act("undo")
        assert hand.window.save_to(tmp_path / source.name)
        for name in (source.name, *hand.draft.parts):
            assert (tmp_path / name).read_bytes() == (source.parent / name).read_bytes(), name


def test_a_formation_that_is_dragged_keeps_its_shape(one: Hand) -> None:
    unit = placed(one)
    other = next(
        u
        for u, (_, at) in one.desk.counters.items()
        if (u != unit and at in one.desk.draft.rules.atlas.near[one.desk.at(unit)])
        or (u != unit and at and not at.startswith("#"))
    )
    one.desk.choose((unit, other))
    atlas = one.draft.rules.atlas
    gap = [atlas.axial[atlas.index[one.desk.at(u)]] for u in (unit, other)]
    to = next(at for at in atlas.near[one.desk.at(unit)])
    one.drag(unit, to)
    moved = [atlas.axial[atlas.index[one.desk.at(u)]] for u in (unit, other)]
    assert one.desk.at(unit) == to
    assert (moved[1][0] - moved[0][0], moved[1][1] - moved[0][1]) == (
        gap[1][0] - gap[0][0],
        gap[1][1] - gap[0][1],
    )
    assert len(one.draft.history.nodes) == 2


def test_counters_go_between_turns_the_map_and_the_tray_of_the_record(one: Hand) -> None:
    one.front("record")
    view = one.window.record.view
    record = view.record
    rows = sorted(range(record.rowCount()), key=lambda row: -len(record.faces(row)))
    unit = record.faces(rows[0])[0].unit
    spot = view.visualRect(record.index(rows[1], ARRIVALS)).center()
    one.drop((unit,), view.viewport(), spot)
    assert one.desk.at(unit) == record.turns[rows[1]].box
    on_map = placed(one)
    one.drag_out(on_map, view.viewport(), view.visualRect(record.index(rows[0], ARRIVALS)).center())
    assert one.desk.at(on_map) == record.turns[rows[0]].box
    one.desk.choose((on_map,))
    view.setCurrentIndex(record.index(rows[2], ARRIVALS))
    one.keys("Return", to=view)
    assert one.desk.at(on_map) == record.turns[rows[2]].box


def test_values_of_tracks_change_places_when_dragged_and_are_copied_with_ctrl(one: Hand) -> None:
    one.front("record")
    view = one.window.record.view
    record = view.record
    a, b = record.index(0, 1), record.index(1, 1)
    before = [str(i.data(Qt.ItemDataRole.EditRole)) for i in (a, b)]
    assert before[0] != before[1]

    def drop(mods: Qt.KeyboardModifier) -> None:
        data = QMimeData()
        data.setData(VALUE, json.dumps([1, 0, str(a.data(Qt.ItemDataRole.EditRole))]).encode())
        spot, move = view.visualRect(b).center(), Qt.DropAction.MoveAction
        QApplication.sendEvent(view.viewport(), QDragEnterEvent(spot, move, data, LEFT, mods))
        QApplication.sendEvent(view.viewport(), QDropEvent(QPointF(spot), move, data, LEFT, mods))
        one.settle()

    drop(PLAIN)
    assert [str(i.data(Qt.ItemDataRole.EditRole)) for i in (a, b)] == before[::-1]
    one.act("undo")
    assert [str(i.data(Qt.ItemDataRole.EditRole)) for i in (a, b)] == before, "an exchange is one edit"
    one.act("redo")
    assert [str(i.data(Qt.ItemDataRole.EditRole)) for i in (a, b)] == before[::-1]
    drop(CTRL)
    assert [str(i.data(Qt.ItemDataRole.EditRole)) for i in (a, b)] == [before[1], before[1]]
    view.setCurrentIndex(b)
    view.copy_cells()
    view.clear_cells()
    assert QGuiApplication.clipboard().text() == before[1]


def test_a_zone_is_painted_by_drag_and_key_and_typed(one: Hand) -> None:
    one.front("zones")
    panel = one.window.zones
    panel.list.setCurrentRow(1)
    (zones, name, _) = panel.known[1]
    before = set(one.draft.zone(zones, name))
    one.near("0312")
    panel.brush.setChecked(True)
    one.drag("0312", "0411", "0511")
    assert {"0312", "0411", "0511"} <= set(one.draft.zone(zones, name))
    assert len(one.draft.history.nodes) == 2
    one.drag("0411", "0511")
    assert set(one.draft.zone(zones, name)) - before == {"0312", "0311"}, "the way goes over 0311"
    view = one.window.board.view
    assert view is not None
    view.set_cursor("0312")
    one.keys("Return")
    assert set(one.draft.zone(zones, name)) - before == {"0311"}
    one.press_and_lose("0312", "0312", "0514")
    painted = set(one.draft.zone(zones, name))
    assert painted - before == {"0312", "0311"}, "what is passed with no button down is not painted"
    panel.hexes.setText("0101 0102")
    panel.hexes.setModified(True)
    panel.hexes.editingFinished.emit()
    assert one.draft.zone(zones, name) == ("0101", "0102")
    assert one.window.board.zones


def test_the_designer_shows_changes_and_makes_new_counters(one: Hand) -> None:
    unit = placed(one)
    one.desk.choose((unit,))
    face, count = one.desk.face(unit), len(one.desk.counters)
    one.act("design")
    designer = one.window.commands.designer
    assert designer is not None
    assert designer.preview.face == face
    designer.editors["name"].edited.emit("Zz")
    assert designer.preview.face is not None
    assert designer.preview.face != face
    assert one.desk.face(unit) == face
    designer.new.click()
    one.settle()
    assert len(one.desk.counters) == count + 1
    (made,) = one.desk.units
    assert one.desk.entries[made]["name"] == "Zz"
    assert one.desk.face(unit) == face
    one.act("undo")
    assert len(one.desk.counters) == count
    assert not one.window.acts["undo"].isEnabled()


def test_problems_are_told_lit_and_gone_to(one: Hand) -> None:
    stack = [u for u, (_, at) in one.desk.counters.items() if at and not at.startswith("#")]
    sides = [one.desk.side_of(u) for u in stack]
    foe = next(u for u, side in zip(stack, sides, strict=True) if side != sides[0])
    one.draft.move({foe: one.desk.at(stack[0])})
    one.window.problems.check()
    one.front("problems")
    wrong = [f for f in one.desk.findings if f.level == "error"]
    assert wrong
    rows = one.window.problems.list
    row = next(n for n, f in enumerate(one.desk.findings) if foe in f.units or one.desk.at(foe) in f.hexes)
    rows.setCurrentRow(row)
    view = one.window.board.view
    assert view is not None
    assert one.desk.at(foe) in view.map.lit
    rows.itemActivated.emit(rows.item(row))
    assert view.cursor_hex == one.desk.at(foe)
    one.front("tables")
    sheet = one.window.sheets.view.roll
    assert any(str(sheet.data(sheet.index(n, 0))).startswith("! ") for n in range(sheet.rowCount()))


def test_a_pasted_table_adds_changes_and_reports(one: Hand) -> None:
    one.front("tables")
    panel, count = one.window.sheets, len(one.desk.counters)
    unit = next(iter(one.desk.counters))
    panel.paste_table(f"id;name\n{unit};Renamed\nnew-one;Fresh\n")
    one.settle()
    assert one.desk.entries[unit]["name"] == "Renamed"
    assert "1 changed" in panel.report.text()
    panel.paste_table("id;efficiency\n" + unit + ";many\n")
    assert panel.report.isVisible()
    assert "many" in panel.report.text() or "2" in panel.report.text()
    assert len(one.desk.counters) >= count


def test_closing_asks_about_what_is_not_saved(one: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    unit = placed(one)
    one.drag(unit, free_hex(one, unit))
    answers = [QMessageBox.StandardButton.Cancel]
    monkeypatch.setattr(EditorWindow, "ask", lambda self: answers[0])
    assert not one.window.close()
    assert one.window.isVisible()


def test_a_counter_the_game_cannot_draw_is_shown_plain_and_told_of(qapp: object, tmp_path: Path) -> None:
    with editor_on(peopled(opened("tide_of_iron")), tmp_path) as hand:
        unit = next(u for u in hand.desk.counters if hand.desk.side_of(u) == "american")
        kind = next(f for f in hand.desk.roll.fields if f.path == ("type",))
        hand.draft.set_field(hand.desk.roll, (unit,), kind, "opel_blitz")
        hand.window.problems.check_all()
        hand.settle()
        assert hand.desk.face(unit) is not None
        assert any(unit in one.units for one in hand.desk.findings)
        hand.act("undo")
        hand.window.problems.check_all()
        assert not any(unit in one.units for one in hand.desk.findings if one.level == "error")


def test_what_was_cut_and_brought_back_by_undo_is_pasted_as_a_copy(one: Hand) -> None:
    unit = placed(one)
    at, count, to = one.desk.at(unit), len(one.desk.counters), free_hex(one, unit)
    one.click(unit)
    one.act("cut")
    one.act("undo")
    one.click(to)
    one.act("paste")
    assert one.desk.at(unit) == at
    assert len(one.desk.counters) == count + 1
    one.act("undo")
    QGuiApplication.clipboard().setText("nobody")
    one.act("paste")
    assert len(one.desk.counters) == count
