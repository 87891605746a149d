"""Packs in the window: made from the start page and from the editors, looked at before anything is kept, and taken in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QFileDialog

from hexbench import bootstrap
from hexbench.session import packing
from hexbench.session.editor.map_trace import Trace, write_trace
from hexbench.session.library import Library
from hexbench.store import canon
from hexbench.store.strict import read_raw
from hexbench.ui.shell.editing import Editing
from hexbench.ui.shell.passing import PassOnDialog, TakeInDialog, see_picture
from tests.saves.make import player_home
from tests.session.test_packing import WORDS, changed, copied
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def other(tmp_path: Path) -> Library:
    """Somebody else's home."""
    return player_home(tmp_path / "other")


@pytest.fixture
def player(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    with player_at(bootstrap.catalogue(), (1440, 900)) as found:
        found.window.show_start()
        yield found


@pytest.fixture
def pack(other: Library, tmp_path: Path) -> Path:
    out = tmp_path / "losheim.hexpack"
    packing.pass_on(other, packing.gather(other, [copied(other, "trumpets", "losheim")]), out, **WORDS)
    return out


def asked(player: Player) -> PassOnDialog:
    dialog = player.window.passing.dialog
    assert isinstance(dialog, PassOnDialog)
    return dialog


def shown(player: Player) -> TakeInDialog:
    dialog = player.window.passing.dialog
    assert isinstance(dialog, TakeInDialog)
    return dialog


def fates(dialog: TakeInDialog) -> dict[str, str]:
    table = dialog.table
    out = {}
    for n in range(table.rowCount()):
        kind, fate = table.item(n, 0), table.item(n, 2)
        assert kind is not None
        assert fate is not None
        out[kind.text()] = fate.text()
    return out


def test_a_scenario_is_passed_on_from_the_start_page(player: Player, tmp_path: Path) -> None:
    mine = player.window.catalogue
    assert isinstance(mine, Library)
    copied(mine, "trumpets", "losheim")
    player.act("file.pass_on")
    dialog = asked(player)
    assert dialog.list.count() == 2
    assert not dialog.write.isEnabled()
    dialog.list.item(0).setCheckState(Qt.CheckState.Checked)
    assert dialog.title.text() == "The Losheim gap"
    assert dialog.along.text() == "In the pack: maps/my_trumpets.json, scenarios/trumpets/my_losheim.json"
    dialog.author.setText("M. Muster")
    assert "names the author" in dialog.terms.toPlainText()
    out = tmp_path / "x.hexpack"
    assert dialog.write_to(out)
    made = packing.look(mine, out).pack
    assert (made.manifest.author, made.manifest.licence) == ("M. Muster", "CC BY 4.0")
    assert "Drawn after the printed map." in made.licence_text
    player.act("file.pass_on")
    assert asked(player).author.text() == "M. Muster"
    asked(player).reject()


def test_what_cannot_be_passed_on_is_told_in_the_dialog(player: Player, tmp_path: Path) -> None:
    mine = player.window.catalogue
    assert isinstance(mine, Library)
    path = copied(mine, "trumpets", "losheim")
    raw = read_raw(path)
    raw["scenario"]["mission"]["units"] = {"X": {"side": "nobody"}}
    canon.write(path, raw)
    player.window.passing.ask_for(str(path), player.window)
    assert asked(player).chosen == [path]
    assert not asked(player).write_to(tmp_path / "x.hexpack")
    assert "units" in asked(player).along.text()
    assert not (tmp_path / "x.hexpack").exists()
    asked(player).reject()


def test_an_editor_passes_its_document_on_as_it_stands(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = player.window.catalogue
    assert isinstance(mine, Library)
    path = copied(mine, "trumpets", "losheim")
    editing = player.window.findChild(Editing)
    assert isinstance(editing, Editing)
    editor = editing.edit_file(path)
    assert editor is not None
    editor.draft.set_header("title", "Another title")
    editor.acts["pass_on"].trigger()
    assert asked(player).chosen == [path]
    assert asked(player).title.text() == "Another title"
    assert read_raw(path)["title"] == "Another title"  # saved first
    asked(player).reject()
    editor.close()
    sheet = editing.maps.edit(mine.map_path("trumpets"), "trumpets")
    assert sheet is not None
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    sheet.acts["pass_on"].trigger()  # one that ships is saved as a copy first; here that was given up
    assert player.window.passing.dialog is None
    sheet.close()


def test_a_pack_is_looked_at_and_taken_in_and_its_scenario_is_chosen(player: Player, pack: Path) -> None:
    player.window.open_reference(str(pack))
    dialog = shown(player)
    assert fates(dialog) == {"A Time for Trumpets: scenario": "new", "map": "new"}
    assert not dialog.replace.isVisible()
    home = player.window.catalogue.places.data
    assert not (home / "maps").exists()
    player.push("take_in.take")
    assert (home / "maps" / "my_trumpets.json").is_file()
    assert player.window.start.new.scenario == "my_losheim"
    player.window.open_path(str(pack))
    assert set(fates(shown(player)).values()) == {"you already have it"}
    assert not shown(player).take.isEnabled()
    shown(player).reject()


def test_what_would_be_replaced_is_told_before_it_is(player: Player, pack: Path) -> None:
    packing.take_in(packing.look(player.window.catalogue, pack))
    sheet = player.window.catalogue.places.maps / "my_trumpets.json"
    changed(sheet, title="Mine now")
    player.window.open_path(str(pack))
    dialog = shown(player)
    assert fates(dialog)["map"] == "taken in as my_trumpets_2: a file of yours has its name"
    dialog.replace.setChecked(True)
    assert fates(dialog)["map"] == "replaces yours of the same name"
    player.push("take_in.take")
    assert read_raw(sheet)["title"] != "Mine now"
    assert read_raw(sheet.with_name("my_trumpets.json.before"))["title"] == "Mine now"


def test_what_is_no_pack_is_one_sentence(player: Player, tmp_path: Path) -> None:
    bad = tmp_path / "bad.hexpack"
    bad.write_bytes(b"#!/bin/sh\nrm -rf .\n")
    player.window.open_path(str(bad))
    dialog = player.window.teller.dialog
    assert dialog is not None
    assert dialog.sentence.text() == f"{bad}: this is not a Hexbench pack."
    dialog.close()


def test_pictures_are_opened_by_the_worker_alone(other: Library, player: Player, tmp_path: Path) -> None:
    path = copied(other, "trumpets", "losheim")
    picture = tmp_path / "scan.png"
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    assert image.save(str(picture))
    write_trace(other.places.data, "my_trumpets", Trace(image=str(picture)))
    out = tmp_path / "x.hexpack"
    gathered = packing.gather(other, [path], pictures=True, painter=see_picture)
    packing.pass_on(other, gathered, out, **WORDS)
    player.window.open_path(str(out))
    assert fates(shown(player))["picture to trace"] == "new"
    shown(player).reject()
    gathered.files["pictures/my_trumpets.png"] = b"<svg onload='x'/>"
    packing.pass_on(other, gathered, out, **WORDS)
    player.window.open_path(str(out))
    assert fates(shown(player))["picture to trace"].startswith(
        "refused: this is not a picture that can be read"
    )
    assert fates(shown(player))["map"] == "new"
    shown(player).reject()
