"""The scenario editor by mouse and key, on the real scenarios of every game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from hexbench import bootstrap
from hexbench.engine.editing import editing_of
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import open_scenario
from hexbench.store import canon
from tests.ui.editor.driver import CTRL, Hand, editor_on

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


@pytest.fixture(params=GAMES)
def hand(request: pytest.FixtureRequest, qapp: object, tmp_path: Path) -> Iterator[Hand]:
    """An editor on a document of each game."""
    with editor_on(peopled(opened(request.param)), tmp_path) as found:
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


def test_ctrl_and_a_drag_leave_the_counter_and_lay_a_copy(hand: Hand) -> None:
    unit = placed(hand)
    at, count = hand.desk.at(unit), len(hand.desk.counters)
    hand.click(unit)
    hand.drag(unit, free_hex(hand, unit), mods=CTRL)
    assert hand.desk.at(unit) == at
    assert len(hand.desk.counters) == count + 1
    assert len(hand.desk.units) == 1
    assert hand.desk.units[0] != unit


def test_counters_are_copied_cut_pasted_duplicated_and_deleted_by_key(hand: Hand) -> None:
    unit = placed(hand)
    at, count, to = hand.desk.at(unit), len(hand.desk.counters), free_hex(hand, unit)
    hand.click(unit)
    hand.act("copy")
    hand.click(to)
    hand.act("paste")
    assert len(hand.desk.counters) == count + 1
    assert hand.desk.stacks[to] == hand.desk.units
    hand.act("delete")
    assert len(hand.desk.counters) == count
    hand.click(unit)
    hand.act("cut")
    assert unit not in hand.desk.counters
    hand.click(to)
    hand.act("paste")
    assert hand.desk.at(unit) == to
    assert hand.desk.at(unit) != at
    hand.act("duplicate")
    assert len(hand.desk.counters) == count + 1


def test_the_hex_cursor_picks_up_and_puts_down(hand: Hand) -> None:
    unit = placed(hand)
    to = free_hex(hand, unit)
    hand.click(unit)
    hand.keys("Return")
    assert hand.window.board.view is not None
    hand.window.board.view.set_cursor(to)
    hand.keys("Return")
    assert hand.desk.at(unit) == to


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


def test_every_edit_is_listed_and_a_click_goes_there(hand: Hand) -> None:
    start = hand.draft.document
    unit = placed(hand)
    hand.front("past")
    rows = hand.window.past.list
    before = rows.count()
    hand.drag(unit, free_hex(hand, unit))
    assert rows.count() == before + 1
    rows.itemClicked.emit(rows.item(before - 1))
    hand.settle()
    assert hand.draft.document == start
    assert rows.item(before - 1).text().startswith("●")


def test_it_is_saved_as_it_was_opened(hand: Hand, tmp_path: Path) -> None:
    source = hand.draft.path
    assert source is not None
    unit = placed(hand)
    hand.drag(unit, free_hex(hand, unit))
    while hand.window.acts["undo"].isEnabled():
        hand.act("undo")
    assert hand.window.save_to(tmp_path / source.name)
    assert (tmp_path / source.name).read_bytes() == source.read_bytes()
    assert canon.dumps(hand.draft.document.main)
    assert not hand.window.isWindowModified()
