"""The map editor by hand and key: every ink drawn and rubbed out, one stroke one undo, and what is saved opens again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QListWidget, QTableWidget

from hexbench import bootstrap
from hexbench.atlas.sheet import MapSheet
from hexbench.engine.values import say
from hexbench.hexes.grid import GridSpec
from hexbench.session.editor.map_doc import MapDraft, new_map, open_map
from hexbench.session.editor.map_ops import grown
from hexbench.session.library import Library
from hexbench.store.maps import read_map
from hexbench.ui.canvas.scene import MapScene
from hexbench.ui.editor.desk import Ink, base_ground
from hexbench.ui.editor.map_dialogs import AboutMapDialog, GridDialog, NewMapDialog, usual_map
from hexbench.ui.editor.map_places import PlaceDialog
from hexbench.ui.editor.map_window import map_palette
from tests.sizes import sized
from tests.ui.editor.map_driver import SHIFT, MapHand, map_editor_on, text_at, write_at
from tests.ui.yard.teaching import silent_actions, silent_controls, silent_tabs

GAMES = ("iron_tide", "tide_of_iron", "tigers", "blitzkrieg", "trumpets")


@pytest.fixture(scope="module")
def catalogue() -> Library:
    """The real installation."""
    return bootstrap.catalogue()


def shipped(catalogue: Library, key: str, game: str) -> MapDraft:
    """A map of the program, open."""
    return open_map(catalogue.places.resources / "maps" / f"{key}.json", game)


@pytest.fixture
def hand(qapp: object, catalogue: Library) -> Iterator[MapHand]:
    """The campaign map under the hand, near St. Vith."""
    with map_editor_on(shipped(catalogue, "iron_tide", "iron_tide"), catalogue) as found:
        found.near("3041")
        yield found


def test_a_brush_stroke_is_one_edit_and_one_undo(hand: MapHand) -> None:
    hand.desk.take(Ink("terrain", "marsh"))
    hand.act("size_1")
    hand.drag("3041", "3043")
    cells = hand.draft.sheet.cells
    assert all(
        cells[at].terrain == "marsh" for at in ("3040", "3041", "3042", "3043", "3044", "3141", "2942")
    )
    assert cells["3041"].features == ("town",)
    assert len(hand.draft.history.nodes) == 2
    assert "marsh" in hand.window.acts["undo"].text().lower()
    hand.act("undo")
    assert hand.draft.document == hand.draft.history.nodes[0].state
    hand.act("redo")
    assert hand.draft.sheet.cells["3042"].terrain == "marsh"


def test_a_stroke_whose_button_comes_up_elsewhere_ends_there(hand: MapHand) -> None:
    hand.desk.take(Ink("terrain", "marsh"))
    hand.press_and_lose("3041", "3041", "3043")
    assert hand.window.hands.stroke is None
    assert not hand.window.canvas.drawing
    cells = hand.draft.sheet.cells
    assert cells["3041"].terrain == "marsh"
    assert cells["3043"].terrain != "marsh"
    hand.desk.take(Ink())
    view = hand.window.canvas.view
    hand.press_and_lose("3041", "3042", "3044")
    assert not hand.window.hands.pan.active
    assert view.gestures is hand.window.hands


def test_what_is_drawn_is_seen_at_once_and_then_on_the_map_itself(hand: MapHand) -> None:
    hand.look()
    view = hand.window.canvas.view
    before = view.grab().toImage().pixelColor(hand.spot("2941"))
    hand.desk.take(Ink("terrain", "heavy_woods"))
    hand.act("size_2")
    hand.drag("2941")
    assert hand.window.canvas.stroke.empty
    after = view.grab().toImage().pixelColor(hand.spot("2941") + (hand.spot("2940") - hand.spot("2941")) / 4)
    assert after != before
    assert after.green() > after.blue()


def test_row_box_and_fill(hand: MapHand) -> None:
    hand.desk.take(Ink("terrain", "rough"))
    hand.act("row")
    hand.drag("3038", "3042")
    assert all(hand.draft.sheet.cells[f"30{c}"].terrain == "rough" for c in range(38, 43))
    hand.act("undo")
    hand.act("box")
    hand.drag("3038", "3140")
    changed = {one.key for one in hand.draft.changed}
    assert changed <= {f"{r}{c}" for r in (30, 31) for c in (38, 39, 40)}
    hand.act("undo")
    hand.act("fill")
    hand.click("3041")
    assert len(hand.draft.changed) > 40
    assert all(one.old.terrain == "clear" for one in hand.draft.changed)


def test_a_river_snaps_to_corners_and_is_rubbed_out_with_its_bridges(hand: MapHand) -> None:
    hand.front("inks")
    hand.desk.take(Ink("side", "river"))
    hand.window.inks.name.setText("Braunlauf")
    hand.drag(hand.corner("2941/3041", 0), hand.corner("2942/3042", 0))
    new = [one for one in hand.draft.changed if one.part == "hexsides"]
    assert new
    assert {one.new.name for one in new} == {"Braunlauf"}
    vertices = hand.window.canvas.vertices
    ends = [end for one in new for end in vertices.ends(one.key)]
    assert sum(ends.count(end) == 1 for end in set(ends)) == 2, "one chain"
    side = new[0].key
    hand.desk.take(Ink("side", "bridge"))
    hand.click(side)
    assert next(r for r in hand.draft.sheet.hexsides if r.side == side).kinds == (
        "river",
        "bridge",
    )
    hand.desk.take(Ink("side", "river"))
    hand.click(side, mods=SHIFT)
    assert all(row.side != side for row in hand.draft.sheet.hexsides)
    hand.window.problems.check_all()
    assert any("Braunlauf" in str(one.text) for one in hand.desk.findings)


def test_a_road_runs_from_hex_to_hex_and_is_rubbed_out(hand: MapHand) -> None:
    hand.desk.take(Ink("road", "second"))
    hand.drag("2840", "2839", "2739")
    have = {road.side: road.kind for road in hand.draft.sheet.roads}
    assert have["2839/2840"] == have["2739/2839"] == "second"
    hand.act("rub")
    hand.drag("2840", "2839")
    assert "2839/2840" not in {road.side for road in hand.draft.sheet.roads}
    assert "2739/2839" in {road.side for road in hand.draft.sheet.roads}


def test_a_whole_river_is_named_at_once_and_a_fill_stops_at_it(hand: MapHand) -> None:
    river = [row.side for row in hand.draft.sheet.hexsides if row.name == "Our"]
    side = river[len(river) // 2]
    at = side.split("/")[0]
    hand.near(at)
    hand.window.commands.name_chain("Uhr")
    named = {row.name for row in hand.draft.sheet.hexsides if row.side in river}
    assert "Uhr" in named
    assert str(hand.draft.undo_text) == "Name it Uhr"
    hand.desk.take(Ink("terrain", "marsh"))
    hand.act("fill")
    hand.act("banks")
    clear = next(name for name in hand.draft.atlas.labels if hand.draft.sheet.cells[name].terrain == "clear")
    hand.near(clear)
    hand.click(clear)
    stopped = len([one for one in hand.draft.changed if one.part == "cells"])
    hand.act("undo")
    hand.act("banks")
    hand.click(clear)
    assert len([one for one in hand.draft.changed if one.part == "cells"]) > stopped


def test_a_line_is_drawn_goes_on_and_is_rubbed_out(hand: MapHand) -> None:
    hand.front("zones")
    hand.window.zones.add_line("Stop line")
    corner = hand.corner("2941/3041", 0)
    hand.drag(corner, hand.corner("2942/3042", 0))
    line = next(row for row in hand.draft.sheet.lines if row.name == "Stop line")
    hand.drag(hand.corner("2942/3042", 0), hand.corner("2943/3043", 0))
    longer = next(row for row in hand.draft.sheet.lines if row.name == "Stop line")
    assert len(longer.sides) > len(line.sides)
    assert longer.kind == hand.desk.ground.lines[0][0]
    hand.act("rub")
    for side in longer.sides:
        hand.click(side)
    assert all(row.name != "Stop line" for row in hand.draft.sheet.lines)


def test_another_light_keeps_the_map_and_the_hand(hand: MapHand, catalogue: Library) -> None:
    hand.desk.take(Ink("terrain", "marsh"))
    hand.click("3041")
    zoom, at = hand.window.canvas.view.zoom, hand.window.canvas.view.cursor_hex
    hand.desk.dress(map_palette(catalogue, "iron_tide", "night"))
    hand.look()
    view = hand.window.canvas.view
    assert (view.zoom, view.cursor_hex) == (zoom, at)
    assert view.grab().toImage().pixelColor(hand.spot("2940")).lightness() < 128
    hand.click("3042")
    assert hand.draft.sheet.cells["3042"].terrain == "marsh"


def test_a_road_leaves_the_map_over_the_rim(hand: MapHand) -> None:
    hand.near("3054")
    hand.desk.take(Ink("road", "main"))
    east = hand.spot("3054") + (hand.spot("3054") - hand.spot("3053"))
    hand.drag("3053", "3054", east)
    assert any(road.side == "3054/E" for road in hand.draft.sheet.roads)


def test_everything_goes_by_key(hand: MapHand) -> None:
    hand.desk.take(Ink("terrain", "marsh"))
    hand.keys("Return")
    assert hand.draft.sheet.cells["3041"].terrain == "marsh"
    hand.keys("Right", "Return")
    assert hand.draft.sheet.cells["3042"].terrain == "marsh"
    hand.keys("Shift+Return")
    assert hand.draft.sheet.cells["3042"].terrain == "clear"
    hand.act("row")
    hand.keys("Return", "Right", "Right", "Return")
    assert hand.draft.sheet.cells["3044"].terrain == "marsh"
    hand.desk.take(Ink("road", "main"))
    hand.near("2840")
    hand.keys("Return", "Left", "Return", "Left", "Return", "Escape")
    assert {"2839/2840", "2838/2839"} <= {road.side for road in hand.draft.sheet.roads}
    hand.desk.take(Ink("side", "river"))
    hand.keys("Return", "Right", "Return", "Escape")
    assert any(row.side == "2838/2839" and "river" in row.kinds for row in hand.draft.sheet.hexsides)
    hand.keys("Escape")
    assert hand.desk.ink == Ink()


def test_heights_zones_lines_and_the_outline(qapp: object, catalogue: Library) -> None:
    with map_editor_on(shipped(catalogue, "tide_of_iron_noville", "tide_of_iron"), catalogue) as hand:
        hand.near("H6")
        hand.desk.take(Ink("height", "up"))
        before = hand.draft.sheet.cells["H6"].elevation
        hand.click("H6")
        assert hand.draft.sheet.cells["H6"].elevation == min(2, before + 1)
        hand.desk.take(Ink("height", "2"))
        hand.click("H6")
        hand.window.commands.steep("cliff", 2)
        cliffs = {row.side for row in hand.draft.sheet.hexsides if "cliff" in row.kinds}
        assert cliffs
        hand.front("zones")
        hand.window.zones.add_zone("objective")
        hand.drag("H6", "I6")
        assert set(hand.draft.sheet.zones["objective"]) == {"H6", "I6"}
        hand.window.zones.rename_to(Ink("zone", "objective"), "goal")
        assert "goal" in hand.draft.sheet.zones
        hand.desk.take(Ink("outline"))
        hand.click("A1")
        assert "A1" not in hand.draft.sheet.cells
        hand.act("back")
        assert "A1" in hand.draft.sheet.cells


def test_places_are_named_moved_and_changed_in_the_table(hand: MapHand) -> None:
    hand.desk.take(Ink("place"))
    hand.click("2940")
    dialog = hand.window.commands.dialog
    assert isinstance(dialog, PlaceDialog)
    dialog.name.setText("St. Vith")
    dialog.buttons.accepted.emit()
    assert "already" in dialog.fault.text()
    dialog.name.setText("Neundorf")
    dialog.buttons.accepted.emit()
    hand.settle()
    assert hand.draft.atlas.places["Neundorf"].hexes == ("2940",)
    hand.drag("2940", "2939")
    assert hand.draft.atlas.places["Neundorf"].hexes == ("2939",)
    hand.front("places")
    table = hand.window.findChild(QTableWidget, "edit.places")
    assert isinstance(table, QTableWidget)
    row = next(r for r in range(table.rowCount()) if text_at(table, r, 0) == "Neundorf")
    write_at(table, row, 1, "village")
    hand.settle()
    assert hand.draft.atlas.places["Neundorf"].kind == "village"
    write_at(table, row, 2, "9999")
    hand.settle()
    assert "9999" in hand.window.statusBar().currentMessage()
    assert hand.draft.atlas.places["Neundorf"].hexes == ("2939",)
    write_at(table, row, 3, "\u00b2")
    hand.settle()
    assert "from 1 to 9" in hand.window.statusBar().currentMessage()


def test_the_hex_is_changed_by_its_fields(hand: MapHand) -> None:
    hand.front("hex")
    hand.near("3040")
    terrain = hand.window.findChild(QComboBox, "edit.hex_terrain")
    assert isinstance(terrain, QComboBox)
    terrain.setCurrentIndex(terrain.findData("rough"))
    terrain.activated.emit(terrain.currentIndex())
    assert hand.draft.sheet.cells["3040"].terrain == "rough"
    hand.window.hex.checks["city"].setChecked(True)
    assert hand.draft.sheet.cells["3040"].features == ("city",)
    hand.settle()
    sides = hand.window.hex.sides
    write_at(sides, 0, 1, "river, ford")
    hand.settle()
    assert next(r for r in hand.draft.sheet.hexsides if r.side == "3040/3041").kinds == ("river", "ford")
    write_at(sides, 0, 1, "moat")
    hand.settle()
    assert "moat" in hand.window.statusBar().currentMessage()
    assert text_at(sides, 0, 1) == "river, ford"


def test_problems_are_listed_lit_and_gone_to(hand: MapHand) -> None:
    hand.desk.take(Ink("road", "main"))
    atlas = hand.draft.atlas
    bare = [
        name
        for name in atlas.labels
        if name not in atlas.places_at
        and not atlas.cell(name).features
        and not any((atlas.index[name], d) in atlas.roads for d in range(6))
        and len(atlas.near[name]) == 6
    ]
    start = next(name for name in bare if set(atlas.near[name]) & set(bare))
    hand.near(start)
    hand.drag(start, next(n for n in atlas.near[start] if n in bare))
    hand.window.problems.check_all()
    hand.front("problems")
    found = [one for one in hand.desk.findings if "ends in" in str(one.text)]
    assert found
    listed = hand.window.findChild(QListWidget, "edit.problems.list")
    assert isinstance(listed, QListWidget)
    row = next(n for n in range(listed.count()) if "ends in" in listed.item(n).text())
    listed.itemActivated.emit(listed.item(row))
    assert hand.window.canvas.scene.lit == found[0].hexes
    assert hand.window.canvas.view.cursor_hex == found[0].hexes[0]


def test_differences_are_listed_taken_back_and_told(hand: MapHand) -> None:
    hand.desk.take(Ink("terrain", "woods"))
    hand.click("3041")
    hand.click("3042")
    hand.front("compare")
    panel = hand.window.compare
    assert [one.key for one in panel.found] == ["3041", "3042"]
    panel.list.setCurrentRow(0)
    assert hand.window.canvas.scene.lit == ("3041",)
    panel.tell(panel.found, "Seen on an older map.")
    assert any(c.why == "Seen on an older map." for c in hand.draft.sheet.corrections)
    panel.list.item(0).setSelected(True)
    panel.back.click()
    assert hand.draft.sheet.cells["3041"].terrain == "clear"
    assert hand.draft.sheet.cells["3042"].terrain == "woods"


def test_the_grid_grows_with_everything_in_its_place(hand: MapHand) -> None:
    dialog = GridDialog(hand.desk, hand.window)
    dialog.edges["west"].setValue(2)
    dialog.edges["south"].setValue(1)
    assert "2856" in dialog.note.text()
    dialog.buttons.accepted.emit()
    hand.settle()
    assert hand.draft.atlas.places["St. Vith"].hexes == ("3143",)
    assert hand.window.canvas.scene.atlas is hand.draft.atlas
    hand.near("3143")
    hand.desk.take(Ink("terrain", "marsh"))
    hand.click("3143")
    assert hand.draft.sheet.cells["3143"].terrain == "marsh"
    while hand.draft.undo():
        pass
    hand.settle()
    assert not hand.draft.dirty
    assert hand.draft.atlas.places["St. Vith"].hexes == ("3041",)
    dialog.deleteLater()


def test_lines_with_other_numbers_lie_as_they_lay(hand: MapHand) -> None:
    before = hand.draft.sheet
    dialog = GridDialog(hand.desk, hand.window)
    for box in (dialog.grid.first_column, dialog.grid.first_row):
        box.setValue(box.value() + 1)
        sheet, lost = dialog.result_of()
        assert lost.nothing
        assert len(sheet.roads) == len(before.roads)
        assert len(sheet.hexsides) == len(before.hexsides)
        box.setValue(box.value() - 1)
    assert dialog.grid.spec == replace(before.grid, absent=())
    dialog.deleteLater()


def test_a_picture_is_aligned_by_three_hexes(hand: MapHand, tmp_path: Path) -> None:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#00ff00"))
    path = tmp_path / "scan.png"
    assert image.save(str(path))
    panel = hand.window.trace
    hand.front("trace")
    assert panel.load(path)
    view = hand.window.canvas.view
    panel.opacity.setValue(100)
    hand.look()
    assert view.grab().toImage().pixelColor(hand.spot("3041")).green() > 240
    panel.align.click()
    pairs = (((0.0, 0.0), "3440"), ((400.0, 0.0), "3443"), ((0.0, 300.0), "2940"))
    for spot, at in pairs:
        assert panel.trace is not None
        point = panel.trace.place.point(*spot)
        hand.window.hands.point_touched.emit(QPointF(*point))
        hand.click(at)
    assert not hand.window.hands.pointing
    assert panel.trace is not None
    for spot, at in pairs:
        x, y = panel.trace.place.point(*spot)
        middle = hand.window.canvas.point_of(at)
        assert (x, y) == pytest.approx((middle.x(), middle.y()))
    panel.where.setCurrentIndex(1)
    panel.where.activated.emit(1)
    panel.opacity.setValue(60)
    hand.settle()
    assert panel.trace.over is False
    kept = json.loads((hand.desk.catalogue.places.data / "traces" / "iron_tide.json").read_text())
    assert kept["opacity"] == 0.6
    panel.remove.click()
    assert not (hand.desk.catalogue.places.data / "traces" / "iron_tide.json").exists()


def test_what_the_program_brings_is_saved_elsewhere_and_opens_again(hand: MapHand, tmp_path: Path) -> None:
    hand.desk.take(Ink("terrain", "marsh"))
    hand.click("3041")
    assert hand.window.isWindowModified()
    assert hand.window.save_to(tmp_path / "mine.json")
    assert not hand.window.isWindowModified()
    assert read_map(tmp_path / "mine.json") == hand.draft.sheet
    hand.act("undo")
    assert hand.window.isWindowModified()


@pytest.mark.parametrize("game", GAMES)
def test_a_new_map_of_each_game_is_drawn_checked_saved_and_bound(
    qapp: object, catalogue: Library, game: str, tmp_path: Path
) -> None:
    asking = NewMapDialog(catalogue, game)
    asking.key.setText("Not a key")
    asking.buttons.accepted.emit()
    assert "lower-case letters" in asking.fault.text()
    asking.key.setText(f"mine_{game}")
    asking.grid.columns.setValue(16)
    asking.grid.rows.setValue(12)
    asking.buttons.accepted.emit()
    draft = asking.draft
    assert draft is not None
    asking.deleteLater()
    with map_editor_on(draft, catalogue) as hand:
        assert hand.draft.sheet.grid.orientation == usual_map(catalogue, game).grid.orientation  # type: ignore[union-attr]
        middle = hand.draft.atlas.labels[len(hand.draft.atlas.labels) // 2]
        hand.near(middle)
        kinds = [key for key, _ in hand.desk.ground.terrains]
        hand.desk.take(Ink("terrain", kinds[1]))
        hand.act("size_1")
        hand.click(middle)
        assert hand.draft.sheet.cells[middle].terrain == kinds[1]
        for name, _ in hand.desk.base.zones.names:
            hand.window.zones.add_zone(name) if name not in hand.draft.sheet.zones else None
            hand.desk.take(Ink("zone", name))
            hand.click(middle)
        hand.window.problems.check_all()
        assert not [one for one in hand.desk.findings if one.level == "error"], hand.desk.findings
        path = tmp_path / f"mine_{game}.json"
        assert hand.window.save_to(path)
    bound = catalogue.bind(game, read_map(path), {})
    assert bound.rules.atlas.sheet.cells[middle].terrain == kinds[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_control_tab_and_menu_entry_says_more_than_its_name(
    qapp: object, catalogue: Library, game: str
) -> None:
    key = {"tide_of_iron": "tide_of_iron_noville"}.get(game, game)
    with map_editor_on(shipped(catalogue, key, game), catalogue) as hand:
        for dock in hand.window.docks.docks:
            hand.front(dock)
        silent = {*silent_controls(hand.window), *silent_tabs(hand.window)}
        for menu in hand.window.acts.menus.values():
            silent |= set(silent_actions(menu))
            assert menu.toolTipsVisible()
        for dialog in (
            GridDialog(hand.desk, hand.window),
            AboutMapDialog(hand.desk, hand.window),
            NewMapDialog(catalogue, game, hand.window),
            PlaceDialog(hand.desk, None, hand.draft.atlas.labels[0], hand.window),
        ):
            dialog.show()
            silent |= set(silent_controls(dialog))
            keys = [
                m[1].lower() for one in dialog.findChildren(QLabel) if (m := re.search(r"&(\w)", one.text()))
            ]
            assert len(set(keys)) == len(keys), (dialog.objectName(), keys)
            dialog.close()
            dialog.deleteLater()
        assert not silent


def test_the_ground_of_every_game_names_what_its_maps_hold(catalogue: Library) -> None:
    for game in GAMES:
        sheet = usual_map(catalogue, game)
        assert sheet is not None
        ground = base_ground(catalogue, game, sheet)
        for field in msgspec.structs.fields(ground):
            assert getattr(ground, field.name) is not None
        assert {c.terrain for c in sheet.cells.values()} <= {key for key, _ in ground.terrains}
        assert {k for s in sheet.hexsides for k in s.kinds} <= {key for key, _ in ground.hexsides}
        assert {r.kind for r in sheet.roads} <= {key for key, _ in ground.roads}


def test_a_large_map_is_painted_without_its_tiles_being_forgotten(qapp: object, catalogue: Library) -> None:
    spec = GridSpec(
        orientation="flat",
        columns=(1, 60),
        rows=(1, 50),
        rows_from="north",
        pushed="even",
        push="south",
        numbering="CCRR",
    )
    sheet = usual_map(catalogue, "blitzkrieg")
    draft = new_map("large", "Large", spec, base_ground(catalogue, "blitzkrieg", sheet), game="blitzkrieg")
    assert len(draft.sheet.cells) == 3000
    with map_editor_on(draft, catalogue) as hand:
        hand.look()
        hand.near("3025", 1.0)
        tiles = hand.window.canvas.view.tiles
        before = dict(tiles._tiles)
        hand.desk.take(
            Ink(
                "terrain",
                "forest" if "forest" in dict(hand.desk.ground.terrains) else hand.desk.ground.terrains[1][0],
            )
        )
        hand.act("size_3")
        hand.drag("3025", "3030")
        assert before.keys() <= tiles._tiles.keys()
        assert any(tiles._tiles[key] is not image for key, image in before.items())
        assert not [key for key in tiles._stale if key[0] == 1.0]


def test_the_status_bar_names_hex_and_hand(hand: MapHand) -> None:
    hand.desk.take(Ink("side", "river"))
    label = hand.window.findChild(QLabel, "edit.hand")
    assert isinstance(label, QLabel)
    assert label.text() == "Draw: River"
    hand.act("rub")
    assert label.text() == "Erase: River"
    where = hand.window.describe("3041")
    assert "St. Vith" in where
    name = hand.window.findChild(QLineEdit, "edit.ink_name")
    assert isinstance(name, QLineEdit)
    assert name.isEnabled()
    assert Qt.CursorShape.CrossCursor == hand.window.canvas.view.viewport().cursor().shape()


OUTLINED = (("tigers", "806"), ("trumpets", "0913"), ("iron_tide", "3041"))
"""Maps and a hex in the middle of each: rivers between flat hexes, streams and roads between pointed ones, and both with lakes."""


@pytest.mark.parametrize(("key", "at"), sized(OUTLINED[:2], OUTLINED))
def test_another_outline_leaves_scene_and_view_and_the_picture_is_that_of_a_map_opened_anew(
    qapp: object, catalogue: Library, key: str, at: str
) -> None:
    with map_editor_on(shipped(catalogue, key, key), catalogue) as hand:
        hand.near(at)
        outlined(hand, at)


def outlined(hand: MapHand, at: str) -> None:
    """Another outline, with and without a hex, and back."""
    canvas, draft = hand.window.canvas, hand.draft
    scene, view = canvas.scene, canvas.view
    wider, _ = grown(draft.sheet, "clear", east=2, north=1)
    spot = scene.geometry.centre(at)

    def cut() -> None:
        hand.desk.take(Ink("outline"), erasing=False)
        hand.click(at)

    steps: tuple[tuple[Callable[[], object], bool], ...] = (
        (cut, False),
        (draft.undo, True),
        (lambda: draft.change(say("Grow"), wider), True),
        (draft.undo, True),
        (draft.redo, True),
    )
    anew: list[tuple[MapSheet, QImage]] = []
    for step, there in steps:
        step()
        hand.settle()
        canvas.finish()
        assert (canvas.scene, canvas.view) == (scene, view)
        assert (at in draft.atlas.index) == there == (scene.hex_at(spot) == at)
        fresh = MapScene(draft.atlas, hand.desk.palette)
        fresh.art.names_apart = scene.art.names_apart
        assert scene.sceneRect() == fresh.sceneRect()
        drawn = next((picture for sheet, picture in anew if sheet == draft.sheet), None)
        if drawn is None:  # where a step leads back, it is the same map
            drawn = fresh.art.picture(0.25)
            anew.append((draft.sheet, drawn))
        assert scene.art.picture(0.25) == drawn
