"""Putting things on paper through the window: each entry of the menu, files that are written or not, the frame, the printer."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from hexbench.store.saves import Note
from hexbench.ui.print.sheets import print_on
from hexbench.ui.shell.actions import EXPORTS, PAPER
from tests.ui.print.pieces import choose, form, written
from tests.ui.print.reader import read
from tests.ui.yard.driver import LEFT, NONE, PLAIN, Player


def test_the_menu_offers_what_writes_files_below_file(player: Player) -> None:
    acts = player.window.acts
    assert not any(acts[row.name].isEnabled() for row in PAPER)
    player.begin()
    below = next(a.menu() for a in acts.menus["File"].actions() if a.text().replace("&", "") == "Export")
    assert isinstance(below, QMenu)
    assert [a.objectName() for a in below.actions()] == list(EXPORTS)
    assert all(acts[row.name].isEnabled() for row in PAPER)
    assert acts.key_text("file.print") == "Ctrl+P"


@pytest.mark.parametrize(
    ("name", "ending"), [("paper.chart", ".pdf"), ("paper.study", ".pdf"), ("paper.cards", ".pdf")]
)
def test_a_pdf_is_asked_for_and_written(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, ending: str
) -> None:
    player.begin()
    opened = form(player, name)
    asked: list[str] = []

    def answer(parent: object, title: str, where: str, filters: str) -> tuple[str, str]:
        asked.append(where)
        return str(tmp_path / "out"), filters

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    player.push("paper.save")
    opened.task.finish()
    player.settle()
    assert asked[0].endswith(ending)
    assert "Meeting at the gate" in asked[0]
    pages = read((tmp_path / "out.pdf").read_bytes())
    assert pages
    assert "Meeting at the gate" in pages[0].words
    assert player.window.commands.printing.form is None


def test_a_name_without_its_ending_does_not_write_over_a_file_unasked(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin()
    form(player, "paper.chart")
    (tmp_path / "out.pdf").write_text("mine")
    names, told = iter([str(tmp_path / "out"), ""]), []

    def answer(*_: object) -> tuple[str, str]:
        return next(names), ""

    def refuse(box: QMessageBox) -> int:
        told.append(box.text())
        box.button(QMessageBox.StandardButton.Cancel).click()
        return 0

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    monkeypatch.setattr(QMessageBox, "exec", refuse)
    player.push("paper.save")
    player.settle()
    assert "out.pdf" in told[0]
    assert (tmp_path / "out.pdf").read_text() == "mine"
    assert list(names) == [], "it was asked for another name"


def test_a_picture_of_what_the_window_shows_or_of_the_whole_map(player: Player, tmp_path: Path) -> None:
    player.begin()
    player.view.set_zoom(1.5)
    player.view.centre_on("0303")
    opened = form(player, "paper.picture")
    assert opened.scale is not None
    assert opened.scale.value() == 150
    seen = opened.job.part(opened)
    image = QImage.fromData(written(player, opened, tmp_path / "view.png"))
    assert image.width() == pytest.approx(seen.width() * 1.5, abs=1)
    opened = form(player, "paper.picture")
    choose(opened, "part", "whole")
    assert opened.scale is not None
    opened.scale.setValue(50)
    opened.look()
    assert "pixels" in opened.said.text()
    image = QImage.fromData(written(player, opened, tmp_path / "whole.png"))
    assert image.width() == pytest.approx(player.view.map.geometry.sheet.width() * 0.5, abs=20)


def test_a_picture_without_counters_is_the_printed_map(player: Player, tmp_path: Path) -> None:
    player.begin()
    opened = form(player, "paper.picture")
    with_counters = written(player, opened, tmp_path / "a.png")
    opened = form(player, "paper.picture")
    opened.ticks["counters"].setChecked(False)
    without = written(player, opened, tmp_path / "b.png")
    assert with_counters != without
    session = player.window.bridge.session
    assert session is not None


@pytest.mark.parametrize("ending", [".html", ".md"])
def test_the_log_is_written_with_a_map_for_each_turn(player: Player, tmp_path: Path, ending: str) -> None:
    player.begin()
    session = player.window.bridge.session
    assert session is not None
    player.drag("r3", "0405")
    session.note(session.node, Note("A bold step"))
    opened = form(player, "paper.log")
    choose(opened, "format", ending)
    text = written(player, opened, tmp_path / f"our log{ending}").decode()
    assert "A bold step" in text
    log = opened.job.standing.log()
    for chapter in log.chapters:
        assert str(chapter.turn) in text
    if ending == ".html":
        assert text.count("data:image/png;base64,") == len(log.chapters)
    else:
        made = sorted((tmp_path / "our log-maps").iterdir())
        assert len(made) == len(log.chapters)
        for path in made:
            assert QImage(str(path)).width() > 300
            assert path.name.replace(" ", "%20") in text


def test_a_place_that_cannot_be_written_to_is_told_and_nothing_is_lost(
    player: Player, tmp_path: Path
) -> None:
    player.begin()
    opened = form(player, "paper.chart")
    (tmp_path / "file").write_text("in the way")
    printing = player.window.commands.printing
    printing.save_to(tmp_path / "file" / "map.pdf")
    opened.task.finish()
    player.settle()
    dialog = player.window.teller.dialog
    assert dialog is not None
    assert "could not be written" in opened.fault
    dialog.close()
    assert opened.isVisible()
    assert written(player, opened, tmp_path / "map.pdf")


def test_stopping_leaves_no_file_and_an_old_one_as_it_was(player: Player, tmp_path: Path) -> None:
    player.begin()
    opened = form(player, "paper.picture")
    path = tmp_path / "map.png"
    path.write_bytes(b"before")
    player.window.commands.printing.save_to(path)
    opened.task.stop()
    player.settle()
    assert path.read_bytes() == b"before"
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["map.png"]
    assert opened.isVisible()
    player.push("paper.cancel")
    assert player.window.commands.printing.form is None


def test_a_frame_drawn_on_the_map_is_the_part_that_is_meant(player: Player, tmp_path: Path) -> None:
    player.begin()
    player.view.fit_map()
    before = player.window.desk.units
    opened = form(player, "paper.chart")
    choose(opened, "part", "frame")
    assert not opened.isVisible()
    start, end = player.spot("0101"), player.spot("0403")
    player._send(QEvent.Type.MouseButtonPress, start, LEFT, LEFT, PLAIN)
    player._send(QEvent.Type.MouseMove, end, NONE, LEFT, PLAIN)
    player._send(QEvent.Type.MouseButtonRelease, end, LEFT, NONE, PLAIN)
    player.settle()
    assert opened.isVisible()
    part = opened.job.part(opened)
    geometry = player.view.map.geometry
    assert part.contains(geometry.centre("0202"))
    assert not part.contains(geometry.centre(geometry.atlas.labels[-1]))
    assert player.window.desk.units == before
    (page,) = read(written(player, opened, tmp_path / "crop.pdf"))
    assert "0202" in page.words
    assert geometry.atlas.labels[-1] not in page.words


def test_a_frame_given_up_brings_the_dialog_back_with_the_whole_map(player: Player) -> None:
    player.begin()
    opened = form(player, "paper.chart")
    choose(opened, "part", "frame")
    assert not opened.isVisible()
    player.keys("Esc", to=player.view)
    assert opened.isVisible()
    assert opened.part is not None
    assert opened.part.currentData() == "whole"
    player.push("paper.cancel")


def test_a_frame_is_drawn_by_key_too(player: Player) -> None:
    player.begin()
    opened = form(player, "paper.picture")
    choose(opened, "part", "frame")
    player.view.set_cursor("0101")
    player.keys("Return", to=player.view)
    player.view.set_cursor("0302")
    player.keys("Return", to=player.view)
    assert opened.isVisible()
    assert opened.job.frame.contains(player.view.map.geometry.centre("0202"))
    player.push("paper.cancel")


def test_the_printer_gets_the_sheets_after_a_look_at_them(player: Player, tmp_path: Path) -> None:
    player.begin()
    opened = form(player, "file.print")
    assert opened.across is not None
    opened.across.setValue(2)
    opened.look()
    player.push("paper.print")
    printing = player.window.commands.printing
    looking, printer = printing.looking, printing._printer
    assert looking is not None
    assert printer is not None
    assert looking.isVisible()
    product = opened.job.product(opened)
    assert product is not None
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    print_on(printer, product)
    looking.close()
    player.settle()
    assert printing.looking is None
    pages = read((tmp_path / "printed.pdf").read_bytes())
    assert len(pages) == product.pages > 1
    assert all(page.pictures == 0 for page in pages)
    player.push("paper.cancel")


def test_what_is_asked_for_is_the_position_it_was_asked_at_though_the_game_goes_on(
    player: Player, tmp_path: Path
) -> None:
    player.begin()
    opened = form(player, "paper.log")
    session = player.window.bridge.session
    assert session is not None
    before = opened.job.standing.log()
    default = session.seat(session.decider).prompt.default
    assert default is not None
    session.do(default)
    player.settle()
    if player.window.commands.printing.form is opened:  # the other side may have been covered in between
        assert opened.job.standing.log() == before
        player.push("paper.cancel")


def test_another_seat_puts_the_dialog_away(player: Player) -> None:
    player.window.settings.set("play.cover_between_players", "always")
    player.begin()
    form(player, "paper.chart")
    player.window.hand_over("blue")
    player.settle()
    assert player.window.commands.printing.form is None
    assert player.window.commands.printing.show("paper.chart") is None
    assert not any(player.window.acts[row.name].isEnabled() for row in PAPER)


def test_the_finder_and_the_list_of_keys_know_them(player: Player) -> None:
    from hexbench.ui.shell.finder import entries
    from hexbench.ui.shell.help import keys_html

    player.begin()
    assert "Study sheet" in keys_html(player.window.acts)
    assert "Print<" in keys_html(player.window.acts)
    assert [e for e in entries(player.window) if e.text == "Set-up cards"]


def test_by_night_paper_stays_white_and_ink_dark(player: Player, tmp_path: Path) -> None:
    player.begin()
    player.act("view.night")
    opened = form(player, "paper.study")
    image = opened.preview.image
    assert image is not None
    assert image.pixelColor(2, image.height() - 3).lightness() > 250
    dark = [
        (x, y)
        for x in range(0, image.width(), 2)
        for y in range(image.height() // 2, image.height(), 2)
        if image.pixelColor(x, y).lightness() < 120
    ]
    assert dark
    assert opened.testAttribute(Qt.WidgetAttribute.WA_WState_Visible)
    player.push("paper.cancel")
    player.act("view.night")
