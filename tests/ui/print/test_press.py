"""`hexbench export`: the same paper with no window."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from hexbench import bootstrap, cli
from hexbench.session.opening import open_new
from tests.ui.print.reader import is_sound, read


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("trumpets/losheim", ()),
        ("tigers/24_december", ("--side", "german", "--sheet", "study")),
        ("tide_of_iron/noville", ("--side", "american", "--sheet", "cards", "--paper", "Letter")),
        ("blitzkrieg/bastogne", ("--across", "2")),
        ("iron_tide/ten_turn", ("--side", "umpire", "--paper", "map")),
    ],
)
def test_a_scenario_of_every_game_is_put_on_paper(
    qapp: object, tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, more: tuple[str, ...]
) -> None:
    out = tmp_path / "out.pdf"
    assert cli.main(["export", game, str(out), *more]) == 0
    pages = read(out.read_bytes())
    said = capsys.readouterr().out
    assert said.startswith(f"{out}: {len(pages)} sheet")
    assert all(page.pictures == 0 for page in pages)
    assert is_sound(out.read_bytes())
    key, _, name = game.partition("/")
    info = next(i for i in bootstrap.catalogue().scenarios(key) if i.name == name)
    assert info.title in pages[0].words
    if "german" in more:
        assert "as the German side knows it" in pages[0].words


def test_a_saved_game_is_put_on_paper_and_stays_as_it_was(
    qapp: object, tmp_path: Path, hexbench_home: Path
) -> None:
    library = bootstrap.catalogue()
    session = open_new(library, "trumpets", "losheim", {}, 3)
    for _ in range(12):
        assert session.decider is not None
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    assert session.path is not None
    path, told = session.path, [str(line.text) for line in session.log(None)]
    session.close()
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    recent = (hexbench_home / "recent.json").read_bytes()
    assert cli.main(["export", str(path), str(tmp_path / "log.md")]) == 0
    assert cli.main(["export", str(path), str(tmp_path / "map.png"), "--scale", "25"]) == 0
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert (hexbench_home / "recent.json").read_bytes() == recent
    text = (tmp_path / "log.md").read_text(encoding="utf-8")
    assert len(told) > 5
    assert sum(f"- {line}"[:20] in text for line in told) > 3
    assert list((tmp_path / "log-maps").glob("*.png"))
    assert QImage(str(tmp_path / "map.png")).width() > 300


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("iron_tide/campaign", "x.pdf"), "name one of the sides german, allied, umpire"),
        (("iron_tide/campaign", "x.pdf", "--side", "blue"), 'no side "blue"'),
        (("iron_tide/campaign", "x.doc", "--side", "german"), "there are .png, .pdf, .html, .md"),
        (("iron_tide/campaign", "x.png", "--side", "german", "--scale", "900"), "Choose a smaller part"),
        (("iron_tide", "x.pdf"), "iron_tide/campaign"),
        (("nowhere.hexgame", "x.pdf"), "nowhere.hexgame"),
    ],
)
def test_what_cannot_be_made_is_one_sentence(
    qapp: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", *words]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert len(err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_log_whose_module_cannot_be_written_is_not_left_without_it(
    qapp: object, tmp_path: Path, hexbench_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x-log.vmod").mkdir()
    assert cli.main(["export", "trumpets/losheim", str(tmp_path / "x.vlog"), "--force"]) == 1
    assert "a folder with this name is in the way" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["x-log.vmod"]
