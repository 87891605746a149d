"""Modules and saved games of VASSAL from the window and the command line, with the pictures that are really drawn."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtGui import QImage

from hexbench import bootstrap, cli
from hexbench.engine.opponent import RandomOpponent
from hexbench.exchange.codec import ESCAPE, clear, decode, unzipped
from hexbench.exchange.position_in import read_save
from hexbench.session.opening import open_new
from hexbench.study.playout import Chance
from hexbench.ui.look.language import speak, tell
from hexbench.ui.print import vassal
from hexbench.ui.print.vassal import Pictures
from hexbench.ui.widgets import background
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
    units = {piece.key for piece in saved.found if not piece.key.startswith("#")}
    assert units == {face.unit for face, _ in seat.faces()}
    assert saved.source == f"{session.game.key}/{session.scenario}"


def test_the_window_writes_a_log_with_the_sentences_of_its_own(player: Player, tmp_path: Path) -> None:
    player.begin()
    opened = form(player, "paper.steps")
    assert not opened.save.isEnabled(), "nothing has been done yet"
    opened.reject()
    player.end()
    opened = form(player, "paper.steps")
    data = written(player, opened, tmp_path / "out.vlog")
    session = player.window.bridge.session
    assert session is not None
    text = clear(unzipped(data, ("savedGame",))["savedGame"])
    steps = decode(text, ESCAPE)
    said = [
        part.removeprefix("LOG\tCHAT* ") for step in steps for part in decode(step, ESCAPE) if "CHAT" in part
    ]
    lines = [tell(line.text) for line in session.log("viewer") if line.node]
    assert lines
    assert said == lines
    module = (tmp_path / "out-log.vmod").read_bytes()
    assert set(unzipped(module, ("buildFile.xml", "images/map.png"))) == {"buildFile.xml", "images/map.png"}


def test_a_saved_game_goes_out_as_a_log_by_the_command_line(
    qapp: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "game.hexgame"
    session = open_new(bootstrap.catalogue(), "tigers", "24_december", seed=1, where=saved)
    mind, luck = RandomOpponent(), Chance(1)
    for _ in range(12):
        session.do(mind.choose(session.seat(session.decider), luck)[0])
    session.close()
    out = tmp_path / "game.vlog"
    assert cli.main(["export", str(saved), str(out), "--side", "umpire"]) == 0
    told = capsys.readouterr().out
    assert "with steps" in told
    assert "game-log.vmod" in told
    assert read_save(out.read_bytes()).source.startswith("tigers/")
    assert cli.main(["export", str(saved), str(out), "--side", "umpire"]) == 1
    out.unlink()
    assert cli.main(["export", str(saved), str(out), "--side", "umpire"]) == 1
    assert "game-log.vmod" in capsys.readouterr().err


def test_equal_positions_give_equal_bytes_in_every_language(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What players see on both sides of the net is one file: it is written in English, whatever the window speaks."""
    # The outlines of the map's own names, which no language changes, differ by a shade when they are drawn a second time.
    monkeypatch.setattr(Pictures, "board", lambda self, grid: iter((b"",)))
    made = []
    for language in ("en", "de"):
        monkeypatch.setenv("HEXBENCH_LANGUAGE", language)
        speak(language, bootstrap.catalogue().places.resources / "translations")
        try:
            out = tmp_path / f"{language}.vmod"
            assert cli.main(["export", "tide_of_iron/stoumont", str(out), "--side", "german"]) == 0
        finally:
            speak("en", bootstrap.catalogue().places.resources / "translations")
        with zipfile.ZipFile(out) as archive:
            made.append({name: archive.read(name) for name in archive.namelist()})
    english, german = made
    assert list(english) == list(german)
    assert [name for name in english if english[name] != german[name]] == []


def test_writing_can_be_stopped_and_then_there_is_no_file(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "SLICE", 0.0005)
    player.begin()
    opened = form(player, "paper.module")
    player.window.commands.printing.save_to(tmp_path / "out.vmod")
    opened.task.slice()
    assert opened.task.running
    opened.task.stop()
    player.settle()
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize("game", ["tigers/24_december", "trumpets/losheim"])
def test_a_game_goes_out_and_comes_back_by_the_command_line(
    qapp: object,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
) -> None:
    module, save, back = (tmp_path / name for name in ("out.vmod", "out.vsav", "back.json"))
    assert cli.main(["export", game, str(module), "--side", "umpire"]) == 0
    assert "Not included" in capsys.readouterr().out
    assert cli.main(["export", game, str(save), "--side", "umpire"]) == 0
    with monkeypatch.context() as patch:
        patch.setattr(vassal, "Unpainted", Pictures)
        patch.setattr(Pictures, "board", lambda self, grid: iter((b"",)))
        painted = tmp_path / "painted.vsav"
        assert cli.main(["export", game, str(painted), "--side", "umpire"]) == 0
    assert save.read_bytes() == painted.read_bytes(), (
        "a saved game is the same without the pictures of its module"
    )
    found = pictures(module.read_bytes())
    assert all(not image.isNull() for image in found.values())
    assert {image.width() for name, image in found.items() if name.startswith("c0")} == {58}
    assert found["map.png"].width() > 900
    assert cli.main(["import", str(save), str(back)]) == 0
    assert "units placed" in capsys.readouterr().out
    assert cli.main(["check", str(back)]) == 0
    assert cli.main(["import", str(save), str(back)]) == 1
    assert "--force" in capsys.readouterr().err
