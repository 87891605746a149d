"""Saved games of VASSAL opened in the window: told first, then played, studied, mended, and written out again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from hexbench import bootstrap
from hexbench.exchange.module import Module
from hexbench.exchange.position_in import read_save
from hexbench.ui.shell.bringing import OPEN, BringDialog
from hexbench.ui.shell.editing import Editing
from tests.exchange.paint import of_scenario
from tests.exchange.test_position_in import SAVED, moved
from tests.ui.print.pieces import form, written
from tests.ui.yard.driver import Player, player_at

NAME = "tigers/24_december"


@pytest.fixture
def player(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    with player_at(bootstrap.catalogue(), (1440, 900)) as found:
        found.window.show_start()
        yield found


def opened(player: Player, path: Path) -> BringDialog:
    player.window.open_path(str(path))
    player.settle()
    dialog = player.window.bringing.dialog
    assert isinstance(dialog, BringDialog)
    return dialog


def lines(dialog: BringDialog) -> list[str]:
    return [dialog.list.item(n).text() for n in range(dialog.list.count())]


def saved(module: Module, path: Path) -> Path:
    path.write_bytes(module.vsav())
    return path


def a_move(name: str) -> tuple[Module, str, str, str]:
    """A module in which one counter was moved to a hex beside it: (it, the counter, from, to)."""
    module = of_scenario(name).module
    sheet = module.sheets[0]
    grid = sheet.grid
    assert grid is not None
    taken = {grid.at(stack.x, stack.y) for stack in sheet.stacks}
    for stack in sheet.stacks:
        here = grid.at(stack.x, stack.y)
        for x, y in ((0, 80), (69, 40), (69, -40), (0, -80)):
            there = grid.at(stack.x + x, stack.y + y)
            if there is not None and there not in taken:
                key = stack.pieces[0].key
                return moved(module, key, stack.x + x, stack.y + y), key, str(here), there
    raise AssertionError("nobody has a free hex beside him")


def test_it_is_told_first_and_then_played_from_there(player: Player, tmp_path: Path) -> None:
    module, unit, here, there = a_move(NAME)
    dialog = opened(player, saved(module, tmp_path / "played.vsav"))
    assert dialog.onto.currentData() == NAME
    assert "units placed with certainty: 82 of 82" in dialog.said.text()
    assert dialog.brought is not None
    assert not dialog.brought.faults
    dialog.play.click()
    player.settle()
    assert player.window.bringing.dialog is None
    session = player.window.bridge.session
    assert session is not None
    assert session.game.key == "tigers"
    assert player.at(unit) == there != here
    session.set_players({session.rules.sides[0]: "default"})
    assert session.header.players


def test_the_game_on_the_table_is_read_onto_and_written_out_again(player: Player, tmp_path: Path) -> None:
    player.window.begin("tigers", "24_december", {}, study=True)
    player.settle()
    first = read_save(written(player, form(player, "paper.saved"), tmp_path / "one.vsav"))
    dialog = opened(player, tmp_path / "one.vsav")
    assert dialog.onto.currentData() == OPEN
    assert not any("a different position" in line for line in lines(dialog))
    dialog.play.click()
    player.settle()
    again = read_save(written(player, form(player, "paper.saved"), tmp_path / "two.vsav"))
    one, two = (
        {(p.key, p.x, p.y, p.level) for p in save.found if p.sheet == "Map" and p.key[0] != "#"}
        for save in (first, again)
    )
    assert one == two
    dump = (
        "#marker/depot"  # the study saw it; the game that begins has sides, and the Germans do not know of it
    )
    assert [any(p.key.startswith(dump) for p in save.found) for save in (first, again)] == [True, False]


def test_what_has_no_place_is_listed_and_faults_are_mended_in_the_editor(
    player: Player, tmp_path: Path
) -> None:
    """Every counter of one side in one hex: far beyond any stacking, and one between two hexes."""
    module = of_scenario("iron_tide/17_december").module
    sheet = module.sheets[0]
    assert sheet.grid is not None
    x, y = sheet.grid.centre("3047")
    heap = tuple(piece for stack in sheet.stacks for piece in stack.pieces if piece.side == "allied")
    rest = tuple(
        replace(stack, pieces=kept)
        for stack in sheet.stacks
        if (kept := tuple(piece for piece in stack.pieces if piece.side != "allied"))
    )
    lost = replace(rest[0], x=rest[0].x + 40)
    stacks = (lost, *rest[1:], replace(rest[0], x=x, y=y, pieces=heap))
    module = replace(module, sheets=(replace(sheet, stacks=stacks), *module.sheets[1:]))
    dialog = opened(player, saved(module, tmp_path / "heap.vsav"))
    text = "\n".join(lines(dialog))
    assert dialog.brought is not None
    assert "cannot be assigned to a hex or box" in text
    assert any(line.startswith("[") for line in dialog.brought.faults), "a clause is named"
    assert not dialog.play.isEnabled()
    dialog.mend.click()
    player.settle()
    editing = player.window.findChild(Editing)
    assert isinstance(editing, Editing)
    (editor,) = editing.editors
    draft = editor.draft
    assert draft.problems or draft.complaints or draft.fault is not None
    assert draft.place_of(heap[0].key) == "3047"
    assert draft.move({piece.key: "#eliminated" for piece in heap})
    assert not any("3047" in str(problem) for problem in draft.problems)
    draft.save(tmp_path / "mended.json")
    editor.close()


def test_the_file_dialog_offers_them_and_strange_ones_are_one_sentence(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    said: list[str] = []

    def choose(parent: object, title: str, folder: str, kinds: str) -> tuple[str, str]:
        asked.append(kinds)
        return str(tmp_path / "odd.vsav"), kinds

    (tmp_path / "odd.vsav").write_bytes(b"PK nothing")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", choose)
    monkeypatch.setattr(player.window.bringing, "say_wrong", said.append)
    player.window.browse()
    assert "*.vsav" in asked[0]
    assert said == ["odd.vsav: this archive is damaged, or it is not an archive."]
    assert player.window.bringing.dialog is None


def test_a_save_that_vassal_wrote_opens(player: Player) -> None:
    dialog = opened(player, SAVED)
    assert dialog.onto.currentData() == "iron_tide/17_december"
    assert "174 of" in dialog.said.text()
    dialog.reject()
