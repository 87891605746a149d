"""Modules and saved games of VASSAL from the window and the command line, with the pictures that are really drawn."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtGui import QImage

from hexbench import cli
from hexbench.exchange.codec import unzipped
from hexbench.exchange.position_in import read_save
from hexbench.ui.widgets import chore
from tests.ui.print.pieces import form, written
from tests.ui.yard.driver import Player


def pictures(data: bytes) -> dict[str, QImage]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name.startswith("images/")]
        return {name.removeprefix("images/"): QImage.fromData(archive.read(name)) for name in names}


def test_the_window_writes_a_module_and_a_saved_game_of_it(player: Player, tmp_path: Path) -> None:
    player.begin()
    opened = form(player, "paper.module")
    assert "pixels" in opened.said.text()
    assert opened.preview.image is not None
    module = written(player, opened, tmp_path / "out.vmod")
    root = ET.fromstring(unzipped(module, ("buildFile.xml",))["buildFile.xml"])
    assert "Meeting at the gate" in root.get("name", "")
    saved = read_save(written(player, form(player, "paper.saved"), tmp_path / "out.vsav"))
    session = player.window.bridge.session
    assert session is not None
    seat = player.window.bridge.seat
    assert seat is not None
    assert {piece.key for piece in saved.found} == {face.unit for face, _ in seat.faces()}
    assert saved.source == f"{session.game.key}/{session.scenario}"


def test_writing_can_be_stopped_and_then_there_is_no_file(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chore, "SLICE", 0.0005)
    player.begin()
    opened = form(player, "paper.module")
    player.window.commands.printing.save_to(tmp_path / "out.vmod")
    opened.chore.slice()
    assert opened.chore.running
    opened.chore.stop()
    player.settle()
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize("game", ["tigers/24_december", "trumpets/losheim"])
def test_a_game_goes_out_and_comes_back_by_the_command_line(
    qapp: object, tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    module, save, back = (tmp_path / name for name in ("out.vmod", "out.vsav", "back.json"))
    assert cli.main(["export", game, str(module), "--side", "umpire"]) == 0
    assert "Not carried" in capsys.readouterr().out
    assert cli.main(["export", game, str(save), "--side", "umpire"]) == 0
    found = pictures(module.read_bytes())
    assert all(not image.isNull() for image in found.values())
    assert {image.width() for name, image in found.items() if name.startswith("c0")} == {58}
    assert found["map.png"].width() > 900
    assert cli.main(["import", str(save), str(back)]) == 0
    assert "units placed" in capsys.readouterr().out
    assert cli.main(["check", str(back)]) == 0
    assert cli.main(["import", str(save), str(back)]) == 1
    assert "--force" in capsys.readouterr().err
