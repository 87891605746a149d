"""The command line: what it prints, what it says when something is wrong, and what it never loads."""

from __future__ import annotations

import functools
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap, cli
from hexbench.session import mail
from hexbench.session.library import Library
from hexbench.session.session import Session
from hexbench.store import canon, letters, tables
from hexbench.study import playout
from tests.session import toybox
from tests.toys.crossroads import GAME as CROSSROADS


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    library = toybox.library(toybox.write_data(tmp_path))
    monkeypatch.setattr(bootstrap, "catalogue", lambda: library)
    return library


@pytest.fixture
def save(library: Library) -> Path:
    session: Session = toybox.open_ridge(library)
    toybox.play(session, 15)
    assert session.path is not None
    session.close()
    return session.path


def said(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    out, err = capsys.readouterr()
    return out.splitlines(), err.splitlines()


# ---- playing out
def test_games_are_played_out_one_line_each(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "play-out",
        "ridge/contact",
        "--opponents",
        "random,random",
        "--games",
        "3",
        "--seed",
        "5",
        "--check",
    ]
    assert cli.main(command) == 0
    out, err = said(capsys)
    assert [line.split(":")[0] for line in out[:3]] == ["seed 5", "seed 6", "seed 7"]
    assert out[3].startswith("3 games, 3 ended, ")
    assert out[3].endswith(", 0 breaches of laws")
    assert not err
    assert cli.main(command) == 0
    again, _ = said(capsys)
    assert [line.split()[-1] for line in again[:3]] == [line.split()[-1] for line in out[:3]]


def test_a_game_that_does_not_end_is_a_failure(
    library: Library, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playout, "play_out", functools.partial(playout.play_out, most=3))
    assert cli.main(["play-out", "ridge/contact"]) == 1
    out, _ = said(capsys)
    assert "no end" in out[0]
    assert out[1].startswith("1 games, 0 ended")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play-out", "ridge"], "Also name a scenario: ridge/contact, ridge/meeting."),
        (["play-out", "chess/x"], 'There is no game "chess" in this Hexbench; it has ridge.'),
        (["play-out", "ridge/x"], 'Ridge has no scenario "x"; it has contact, meeting.'),
        (
            ["play-out", "ridge/contact", "--opponents", "x"],
            'Ridge has no opponent "x"; it has random, default.',
        ),
        (["replay", "nowhere.hexgame"], "nowhere.hexgame: there is no such file."),
        (["play", "chess"], 'There is no game "chess" in this Hexbench; it has ridge.'),
        (["play", "ridge/x"], 'Ridge has no scenario "x"; it has contact, meeting.'),
    ],
)
def test_what_is_wrong_is_one_sentence(
    library: Library, capsys: pytest.CaptureFixture[str], arguments: Sequence[str], sentence: str
) -> None:
    assert cli.main(arguments) == 1
    out, err = said(capsys)
    assert out == []
    assert len(err) == 1
    assert err[0].removeprefix("hexbench: ").lower() == sentence.lower()


@pytest.mark.parametrize(
    "arguments", [["dance"], ["play-out"], ["play-out", "a/b", "--games", "0"], ["map", "eat"]]
)
def test_wrong_usage_ends_with_2(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_what_may_be_left_out_may_stand_after_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["a.vsav", "b.json", "--onto", "g/s"], ["a.vsav", "--onto", "g/s", "b.json"]):
        given = cli.make_parser().parse_args(["import", *words])
        assert (given.save, given.out, given.onto) == (Path("a.vsav"), Path("b.json"), "g/s")
    given = cli.make_parser().parse_args(["import", "a.vsav", "--onto", "g/s"])
    assert (given.out, given.onto) == (None, "g/s")
    with pytest.raises(SystemExit):
        cli.make_parser().parse_args(["import", "--onto", "g/s"])
    assert "required: FILE" in capsys.readouterr().err


# ---- files
def test_files_are_checked_and_every_fault_is_told(
    library: Library, capsys: pytest.CaptureFixture[str], save: Path
) -> None:
    folder = library.places.scenarios / "ridge"
    bad = toybox.scenario("meeting")
    bad["scenario"]["units"][2]["movment"] = 3
    canon.write(folder / "bad.json", {**bad, "name": "bad"})
    newer = {**toybox.scenario("meeting"), "version": 2}
    canon.write(folder / "newer.json", newer)
    files = [folder / "meeting.json", folder / "bad.json", folder / "newer.json", save]
    assert cli.main(["check", *map(str, files)]) == 1
    out, _ = said(capsys)
    assert out[0] == f"{files[0]}: a scenario of Ridge, Meeting on the ridge"
    assert out[1].startswith(f'{files[1]}, scenario.units["r3"].movment: there is no such key')
    assert out[2].startswith(f"{files[2]}, version: this file was written by a newer version of Hexbench")
    assert out[3] == f"{save}: a saved game of Ridge, Meeting on the ridge, 15 actions"
    assert cli.main(["check", str(save)]) == 0


def test_a_save_is_replayed(library: Library, capsys: pytest.CaptureFixture[str], save: Path) -> None:
    assert cli.main(["replay", str(save)]) == 0
    assert said(capsys)[0] == [f"{save}: 15 actions and 2 positions agree"]
    save.write_bytes(save.read_bytes()[:5000])
    assert cli.main(["replay", str(save)]) == 1
    assert said(capsys)[1] == [f"hexbench: {save}: this saved game is damaged. It was left unchanged."]


def test_dice_are_verified(library: Library, capsys: pytest.CaptureFixture[str], save: Path) -> None:
    assert cli.main(["verify-dice", str(save)]) == 0
    out, _ = said(capsys)
    assert "The seed is the one that was committed to at the start" in out[0]
    assert out[-1].endswith("come from the seed, on every branch.")
    assert cli.main(["verify-dice", str(save), "00ff"]) == 1
    out, _ = said(capsys)
    assert out[0] == f"{save}: The commitment in the file is not the one that was noted down."


def test_a_game_by_mail_is_begun_and_gone_on_with(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = toybox.library(toybox.write_data(tmp_path / "guest"))
    post = {name: str(tmp_path / f"{name}.hexmail") for name in ("invitation", "answer", "first", "again")}
    assert cli.main(["mail", "invite", "ridge/contact", "blue", post["invitation"]]) == 0
    game = said(capsys)[0][0].split("game ")[1].split(";")[0]
    assert cli.main(["mail", "send", game, post["first"]]) == 1
    assert "begins with the answer to your invitation" in said(capsys)[1][0]
    monkeypatch.setattr(bootstrap, "catalogue", lambda: guest)
    assert cli.main(["mail", "answer", post["invitation"], post["answer"]]) == 0
    said(capsys)
    monkeypatch.setattr(bootstrap, "catalogue", lambda: library)
    assert cli.main(["mail", "open", post["answer"]]) == 0
    assert said(capsys)[0][-1] == "Already in contact: The other player decides now. Send letter 2."
    assert cli.main(["mail", "send", game, post["first"]]) == 0
    assert said(capsys)[0] == [f"{post['first']}: letter 2; send it"]
    assert cli.main(["mail", "send", game, post["again"], "--again"]) == 0
    assert Path(post["again"]).read_bytes() == Path(post["first"]).read_bytes()
    said(capsys)
    assert cli.main(["mail", "list"]) == 0
    assert said(capsys)[0] == [f"{game}: Already in contact, blue. Waiting for letter 3."]
    monkeypatch.setattr(bootstrap, "catalogue", lambda: guest)
    assert cli.main(["mail", "open", post["first"]]) == 0
    assert said(capsys)[0][-1].startswith("Already in contact: ")
    assert cli.main(["check", post["first"]]) == 0
    assert said(capsys)[0] == [f"{post['first']}: letter 2 of a game by mail, from blue"]
    assert cli.main(["mail", "open", post["first"]]) == 1
    assert "has already been opened" in said(capsys)[1][0]


def test_games_by_mail_are_named_and_one_without_its_key_hides_no_other(
    library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = []
    for name in ("one", "two"):
        assert cli.main(["mail", "invite", "ridge/contact", "blue", str(tmp_path / f"{name}.hexmail")]) == 0
        games.append(said(capsys)[0][0].split("game ")[1].split(";")[0])
    again = tmp_path / "again.hexmail"
    assert cli.main(["mail", "send", games[0], str(again), "--again"]) == 0
    assert said(capsys)[0] == [f"{again}: letter 0; send it"]
    assert again.read_bytes() == (tmp_path / "one.hexmail").read_bytes()
    assert cli.main(["mail", "send", "nobody", str(tmp_path / "x.hexmail")]) == 1
    assert said(capsys)[1][0].startswith('hexbench: There is no game by mail "nobody" here; there are ')
    letters.key_path(mail.folder(library) / f"{games[1]}.hexdesk").unlink()
    assert cli.main(["mail", "list"]) == 1
    lines = said(capsys)[0]
    assert f"{games[0]}: Already in contact, blue. Waiting for the answer." in lines
    assert any(line.startswith(f"{games[1]}: the key of this seat is missing") for line in lines)


# ---- odd words and odd terminals
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["play-out", "ridge/contact", "--seed", "9" * 25],
            "from -4611686018427387904 to 4611686018427387904",
        ),
        (["study", "chance", "ridge/contact", "--seed", "9" * 25], "from -4611686018427387904 to"),
        (["play-out", "ridge/contact", "--games", "many"], '"many" is not a whole number'),
        (["export", "ridge/contact", "x.pdf", "--across", "1000000"], "at most 8"),
    ],
)
def test_numbers_that_cannot_be_are_told(
    arguments: Sequence[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(arguments)
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["play", "a.vlog"], ["export", "some/a.hexdesk", "x.png"]])
def test_a_file_that_is_no_game_is_told_of_as_a_file(
    library: Library, arguments: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 1
    assert f"{arguments[1]}: this file cannot be opened here" in said(capsys)[1][0]


def test_a_check_of_no_file_is_one_of_all_that_ships(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = sorted(library.places.scenarios.rglob("*.json"))
    table = library.places.resources / "games" / "ridge" / "tables.toml"
    head = f'format = "{tables.FORMAT}"\nversion = {tables.VERSION}\ngame = "ridge"\n'
    table.write_text(head + table.read_text(encoding="utf-8"), encoding="utf-8")
    assert cli.main(["check"]) == 0
    told = said(capsys)[0]
    assert [line.partition(": ")[0] for line in told[: len(ours)]] == list(map(str, ours))
    assert [line for line in told if line.startswith(f"{table}: ")]
    ours[0].write_text("{}", encoding="utf-8")
    assert cli.main(["check"]) == 1
    assert said(capsys)[0][0].startswith(f"{ours[0]}, format: ")


def test_names_that_a_terminal_has_no_letters_for_are_printed_all_the_same(
    library: Library, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    poor = TextIOWrapper(BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", poor)
    there = save.rename(save.with_name("жук.hexgame"))
    assert cli.main(["check", str(there)]) == 0
    poor.flush()
    assert rb"\u0436\u0443\u043a.hexgame: a saved game of " in poor.buffer.getvalue()


def test_an_introduction_is_checked_with_the_game_it_lies_beside(
    library: Library, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ours = library.places.resources / "games" / "ridge" / "introduction.toml"
    ours.write_text('text = "A ridge."\nside = "red"\n', encoding="utf-8")
    alone = tmp_path / "introduction.toml"
    alone.write_text("minutes = 5\n", encoding="utf-8")
    assert cli.main(["check", str(ours), str(alone)]) == 1
    out = said(capsys)[0]
    assert out[0] == f"{ours}: the introduction of Ridge"
    assert out[1].startswith(f"{alone}, minutes: there is no such key")
    ours.write_text('side = "polish"\n', encoding="utf-8")
    assert cli.main(["check"]) == 1
    assert f'{ours}, side: ridge has no side "polish".' in said(capsys)[0]


def test_a_process_that_is_killed_ends_the_games_in_a_sentence(
    library: Library, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(futures.ProcessPoolExecutor):
        def map(self, *_: object, **__: object) -> Iterator[object]:  # type: ignore[override]
            raise BrokenProcessPool

    monkeypatch.setattr(futures, "ProcessPoolExecutor", Broken)
    assert cli.main(["play-out", "ridge/meeting", "--games", "2", "--jobs", "2"]) == 1
    assert said(capsys)[1] == ["hexbench: A process playing games has ended unexpectedly."]


def test_schemas_are_written_where_the_data_lie(library: Library, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "--write-schemas"]) == 0
    assert (library.places.resources / "schema" / "ridge.scenario.schema.json").is_file()
    assert len(said(capsys)[0]) == 8


def test_no_schema_of_a_game_from_another_package_is_written_among_ours(
    library: Library, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games: list[Any] = [*library.games.values(), CROSSROADS]
    both = Library(games, library.places, {CROSSROADS.key: Path("elsewhere")})
    monkeypatch.setattr(bootstrap, "catalogue", lambda: both)
    assert cli.main(["check", "--write-schemas"]) == 0
    assert not list((library.places.resources / "schema").glob("crossroads.*"))
    assert len(said(capsys)[0]) == 8


# ---- the desktop
@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        ([], ()),
        (["play", "ridge"], ("ridge",)),
        (["play", "ridge/contact"], ("ridge/contact",)),
        (["play", "a.hexgame"], ("a.hexgame",)),
        (["play", "a.hexmail"], ("a.hexmail",)),
        (["play", "a.hexdesk"], ("a.hexdesk",)),
        (["a.hexpack"], ("a.hexpack",)),
        (["--language", "de", "some/where/a.hexgame"], ("some/where/a.hexgame",)),
        (["play", "A.HEXGAME"], ("A.HEXGAME",)),
        (["play", "mine.json"], ("mine.json",)),
    ],
)
def test_the_desktop_is_told_what_to_open(
    library: Library, monkeypatch: pytest.MonkeyPatch, arguments: Sequence[str], passed: tuple[str, ...]
) -> None:
    told: list[Sequence[str]] = []

    def desktop(given: Sequence[str]) -> int:
        told.append(given)
        return 7

    monkeypatch.setattr(bootstrap, "desktop", desktop)
    monkeypatch.setenv("HEXBENCH_LANGUAGE", "en")  # --language changes it for the process: it is put back
    assert cli.main(arguments) == 7
    assert told == [passed]


# ---- as a process
def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hexbench", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_process_has_a_version_and_help() -> None:
    assert run("--version").stdout.startswith("Hexbench ")
    text = run("--help").stdout
    for command in ("play", "engine", "play-out", "check", "replay", "map"):
        assert command in text


def test_nothing_heavy_is_loaded_for_a_command_without_a_window() -> None:
    code = (
        "import sys; from hexbench import cli\n"
        "cli.main(['check'])\n"
        "print([m for m in ('PySide6', 'shapely', 'numpy', 'scipy', 'networkx') if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_jobs_give_the_same_games_as_one_process() -> None:
    game = bootstrap.GAMES[0].key
    scenario = next(info.name for info in bootstrap.catalogue().scenarios(game) if not info.is_position)
    common = ("play-out", f"{game}/{scenario}", "--opponents", "default", "--games", "2")
    one, two = run(*common), run(*common, "--jobs", "2")
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    digests = [[line.split()[-1] for line in done.stdout.splitlines()[:2]] for done in (one, two)]
    assert digests[0] == digests[1]


def test_a_game_that_was_left_out_is_named_before_anything_else(
    library: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = "The game strange (a.b:GAME) is left out: it has no rules."
    monkeypatch.setattr(bootstrap, "FOUND", bootstrap.FOUND._replace(left_out=(sentence,)))
    assert cli.main(["play-out", "ridge/contact"]) == 0
    out, err = said(capsys)
    assert err == [f"hexbench: {sentence}"]
    assert out


def test_scenarios_are_passed_on_and_taken_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.saves.make import player_home
    from tests.session.test_packing import copied

    mine, yours = player_home(tmp_path / "mine"), player_home(tmp_path / "yours")
    copied(mine, "trumpets", "losheim")
    out = str(tmp_path / "x.hexpack")
    (tmp_path / "terms.txt").write_text("Name me.", encoding="utf-8")
    monkeypatch.setattr(bootstrap, "catalogue", lambda: mine)
    words = ["--author", "Me", "--licence", "CC BY 4.0", "--licence-text", str(tmp_path / "terms.txt")]
    assert cli.main(["pack", out, "trumpets/my_losheim", *words]) == 0
    assert said(capsys)[0][-1] == f"{out}: 2 files"
    assert cli.main(["pack", out, "trumpets/my_losheim"]) == 1
    assert "--force" in said(capsys)[1][0]
    card = tmp_path / "card.toml"
    card.write_text(
        'format = "hexbench-own-tables"\nversion = 1\ngame = "iron_tide"\ntitle = "Card"\n'
        "[tables.commando_disruption.die]\nmisdirected = [1, 2, 3]\nno_effect = [4, 5]\ndiscovered = [6]\n",
        encoding="utf-8",
    )
    alone = str(tmp_path / "alone.hexpack")
    assert cli.main(["pack", alone, str(card)]) == 0
    assert said(capsys)[0][-1] == f"{alone}: 1 file"
    assert cli.main(["check", alone]) == 0
    assert ", 1 file; `hexbench unpack`" in said(capsys)[0][0]
    assert cli.main(["pack", out, "trumpets/losheim", "--force"]) == 1
    assert "everyone has it" in said(capsys)[1][0]
    assert cli.main(["check", out]) == 0
    capsys.readouterr()

    monkeypatch.setattr(bootstrap, "catalogue", lambda: yours)
    assert cli.main(["unpack", out]) == 0
    lines = said(capsys)[0]
    assert lines[1:4] == ["by Me", "licence CC BY 4.0", "for A Time for Trumpets (rules version 1)"]
    assert any(line.endswith("(maps/my_trumpets.json): new") for line in lines)
    assert not (tmp_path / "yours").exists()
    assert cli.main(["unpack", out, "--take-in"]) == 0
    assert sum(line.endswith(": written") for line in said(capsys)[0]) == 2
    assert yours.load_scenario("trumpets", "my_losheim").begin(1).state.units
