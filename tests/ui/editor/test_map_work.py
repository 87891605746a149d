"""Files of the ground and recipes at the map editor: with progress, stopped, and compared; and maps chosen and recovered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QListWidget

from hexbench import bootstrap
from hexbench.session.editor.map_doc import open_map
from hexbench.session.library import Library
from hexbench.ui.editor.desk import Ink
from hexbench.ui.editor.map_import import ImportDialog, read_pins
from hexbench.ui.shell.editing import Editing
from tests.ui.editor.map_driver import MapHand, map_editor_on
from tests.ui.yard.driver import player_at
from tests.ui.yard.teaching import silent_controls


@pytest.fixture(scope="module")
def catalogue() -> Library:
    """The real installation."""
    return bootstrap.catalogue()


@pytest.fixture
def hand(qapp: object, catalogue: Library) -> Iterator[MapHand]:
    """A small map under the hand."""
    path = catalogue.places.resources / "maps" / "trumpets.json"
    with map_editor_on(open_map(path, "trumpets"), catalogue) as found:
        yield found


def ground(folder: Path) -> Path:
    """A river, a road, a wood and a town, in longitude and latitude."""
    rows = [
        ("Our", "river", "LineString", [[6.0, 50.0], [6.1, 50.1], [6.2, 50.1], [6.3, 50.3]]),
        ("", "main", "LineString", [[6.0, 50.3], [6.3, 50.0]]),
        ("", "woods", "Polygon", [[[6.0, 50.0], [6.1, 50.0], [6.1, 50.1], [6.0, 50.1], [6.0, 50.0]]]),
        ("Dasburg", "town", "Point", [6.15, 50.2]),
        ("Strange", "gas station", "Point", [6.15, 50.2]),
    ]
    features = [
        {"type": "Feature", "properties": {"name": n, "kind": k}, "geometry": {"type": t, "coordinates": c}}
        for n, k, t, c in rows
    ]
    path = folder / "ground.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    return path


def wait(hand: MapHand, bar: object) -> None:
    """Until the work is done."""
    while bar.work is not None:  # type: ignore[attr-defined]
        QApplication.processEvents()
        bar._timer.timeout.emit()  # type: ignore[attr-defined]
    hand.settle()


def test_geojson_becomes_rivers_roads_woods_and_towns_of_this_map(hand: MapHand, tmp_path: Path) -> None:
    dialog = ImportDialog(hand.desk, hand.window)
    dialog.show()
    assert not set(silent_controls(dialog))
    dialog._on_ok()
    assert "Choose files" in dialog.fault.text()
    dialog.add_files([tmp_path / "nothing.geojson"])
    assert "cannot be read" in dialog.fault.text()
    dialog.add_files([ground(tmp_path)])
    becomes = {found.kind: box.currentData() for found, box in dialog.found}
    assert becomes == {
        "river": ("side", "river"),
        "main": ("road", next(key for key, _ in hand.desk.ground.roads)),
        "woods": ("terrain", "woods"),
        "town": ("place", "town"),
        "gas station": None,
    }
    dialog.pins.setPlainText("0101 = here")
    dialog._on_ok()
    assert "is not a pin" in dialog.fault.text()
    dialog.pins.setPlainText("")
    dialog.instead.setChecked(True)
    before = hand.draft.sheet
    dialog._on_ok()
    assert dialog.progress.isVisible()
    wait(hand, dialog.progress)
    sheet = hand.draft.sheet
    assert {row.name for row in sheet.hexsides if "river" in row.kinds} == {"Our"}
    assert [place.name for place in sheet.places] == ["Dasburg"]
    assert "town" in sheet.cells[sheet.places[0].hexes[0]].features
    crossing = {row.side for row in sheet.roads} & {row.side for row in sheet.hexsides}
    assert crossing
    assert all("bridge" in row.kinds for row in sheet.hexsides if row.side in crossing)
    assert str(hand.draft.undo_text) == "Import GeoJSON"
    hand.act("undo")
    assert hand.draft.sheet == before
    dialog.deleteLater()


def test_an_import_is_stopped_and_changes_nothing(hand: MapHand, tmp_path: Path) -> None:
    dialog = ImportDialog(hand.desk, hand.window)
    dialog.show()
    dialog.add_files([ground(tmp_path)])
    dialog._on_ok()
    dialog.progress.cancel.click()
    assert "stopped" in dialog.fault.text()
    assert not hand.draft.history.can_undo
    dialog._on_ok()
    dialog.reject()
    assert dialog.progress.work is None
    dialog.deleteLater()


def test_pins_are_read() -> None:
    pins = read_pins("3041 = 50.281, 6.127\n\nA7: -1.5 2")
    assert [(pin.hex, pin.latitude, pin.longitude) for pin in pins] == [
        ("3041", 50.281, 6.127),
        ("A7", -1.5, 2.0),
    ]


def test_a_recipe_is_compiled_anew_and_compared(hand: MapHand) -> None:
    hand.desk.take(Ink("terrain", "marsh"))
    at = next(name for name, cell in hand.draft.sheet.cells.items() if cell.terrain != "marsh")
    hand.near(at)
    hand.click(at)
    hand.act("compile")
    wait(hand, hand.window.work)
    assert [one.key for one in hand.window.compare.found] == [at]
    hand.window.compare.all.click()
    hand.window.compare.back.click()
    assert hand.draft.sheet == hand.draft.opened


def test_a_map_drawn_by_hand_has_no_recipe(hand: MapHand) -> None:
    from hexbench.engine.values import say
    from hexbench.session.editor import map_ops

    hand.draft.edit(say("Key"), lambda s: map_ops.head(s, key="mine"))
    assert not hand.window.recompile.begin()
    assert "no recipe" in hand.window.statusBar().currentMessage()


def test_maps_are_chosen_kept_through_a_crash_and_closed_with_the_window(qapp: object) -> None:
    with player_at(bootstrap.catalogue(), (1200, 800)) as player:
        editing = player.window.findChild(Editing)
        assert isinstance(editing, Editing)
        maps = editing.maps
        maps.choose()
        chooser = maps.chooser
        assert chooser is not None
        chosen = chooser.findChild(QListWidget, "edit.map_choices")
        assert isinstance(chosen, QListWidget)
        row = next(n for n in range(chosen.count()) if "Stoumont" in chosen.item(n).text())
        chosen.setCurrentRow(row)
        chooser.edit.click()
        editor = maps.editors[0]
        hand = MapHand(editor)
        hand.settle()
        hand.desk.take(Ink("height", "2"))
        hand.near("H6")
        hand.click("H6")
        height = editor.draft.sheet.cells["H6"].elevation
        # A crash: the journal stays where it is.
        assert editor.journal is not None
        editor.journal.let_be()
        editor.journal = None
        editor.ask_first = False
        editor.close()
        player.settle()
        assert not maps.editors
        maps.choose()
        again = maps.chooser
        assert again is not None
        assert "Unfinished" in again.list.item(0).text()
        again.list.setCurrentRow(0)
        again.edit.click()
        back = maps.editors[0]
        MapHand(back).settle()
        assert back.draft.game == "tide_of_iron"
        assert back.draft.sheet.cells["H6"].elevation == height == 2
        assert back.draft.undo()
        assert not back.draft.dirty
        back.ask_first = False
        assert maps.close_all()
        player.settle()
