"""Games whose file is sealed with a word of each side: nothing that is played can be read off it, and nothing is lost by it."""

from __future__ import annotations

import json
import random
import re
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import cli
from hexbench.session.checking import check_file, dice_file, replay_file
from hexbench.session.dice import pledge
from hexbench.session.library import Library
from hexbench.session.opening import looked_at, open_file, open_new
from hexbench.session.reviewing import keep_line
from hexbench.session.session import Session
from hexbench.session.wire import Engine
from hexbench.store import words
from hexbench.store.saves import Note, SaveFile, Sketch
from hexbench.store.strict import BadFile
from tests.session import toybox
from tests.session.deeds import replaced
from tests.sizes import sized

WORDS = {"red": "guards by night", "blue": "snow on the ridge"}
DEAR = words._COST
"""What a word costs who says it."""
OF_OLD = words.Seal(
    sides=("blue", "red"),
    salt="a2251bc4cbb51e4c9c98c5e1297887a0",
    key="3a25d09c70beccfcb57f07664e96757a7c908d9bb1b55acca9fce26cfa32289e1021e1208b146dbb4e15ab4cea7c05e068cf577794ebba579c84027e",
)
"""As it stands in the header of a game that was sealed with ``WORDS``."""


@pytest.fixture(autouse=True)
def shut(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Words that cost little: half the time of these tests was scrypt, which is slow on purpose (``at_full_cost``)."""
    monkeypatch.setattr(words, "_COST", sized(1 << 5, DEAR))
    yield
    words._open.clear()


@pytest.fixture
def at_full_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that cost what they do for a player."""
    monkeypatch.setattr(words, "_COST", DEAR)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return toybox.library(toybox.write_data(tmp_path / "data"))


def forward(session: Session, count: int = 1) -> None:
    for _ in range(count):
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)


def game(library: Library, path: Path, said: dict[str, str] | None = None, actions: int = 40) -> Session:
    """A game of chance with remarks, a name and a drawing in it."""
    session = open_new(library, "ridge", "meeting", {"turns": 30}, 77, path, words=said or WORDS)
    forward(session, actions)
    session.remarks.put("red", 3, Note("an ambush in 0304"))
    session.name_branch(2, "the brave way")
    return session


def closed(library: Library, path: Path, said: dict[str, str] | None = None) -> tuple[str, int, words.Seal]:
    """The digest and number of nodes of a sealed game that is on the disk alone, and what its header says."""
    session = game(library, path, said)
    found = session.rules.digest(session.state), len(session.history.nodes)
    seal = session.header.sealed
    assert seal is not None
    session.close()
    words.forget(seal)
    return *found, seal


@pytest.mark.usefixtures("at_full_cost")
def test_a_seal_of_old_opens_with_its_words() -> None:
    with pytest.raises(words.Locked):
        words.unlock(OF_OLD, {**WORDS, "red": "guards by day"})
    words.unlock(OF_OLD, WORDS)


@pytest.mark.usefixtures("at_full_cost")
def test_a_sealed_game_opens_with_the_words_and_with_nothing_else(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.hexgame"
    digest, nodes, seal = closed(library, path)
    assert seal.sides == ("blue", "red")
    before = path.read_bytes()
    with pytest.raises(words.Locked, match="opened with the passwords of 2 sides"):
        open_file(library, path)
    for wrong in (
        {},
        {"red": WORDS["red"]},
        {**WORDS, "blue": "snow"},
        {"red": WORDS["blue"], "blue": WORDS["red"]},
    ):
        with pytest.raises(words.Locked, match=r"[Aa] password is wrong"):
            words.unlock(seal, wrong)
        with pytest.raises(words.Locked):
            open_file(library, path)
    assert path.read_bytes() == before
    words.unlock(seal, {side: f" {word} " for side, word in WORDS.items()})
    again, notices = open_file(library, path)
    assert notices == ()
    assert (again.rules.digest(again.state), len(again.history.nodes)) == (digest, nodes)
    assert again.remarks.seen("red")[3] == Note("an ambush in 0304")
    assert again.history.nodes[2].name == "the brave way"
    forward(again)
    again.close()
    replay_file(library, path)


def test_nothing_that_is_played_stands_readable_in_the_file(library: Library, tmp_path: Path) -> None:
    """What is found in the open file of the same game is looked for in the sealed one, in its packed parts too."""
    session = game(library, tmp_path / "sealed.hexgame")
    session.sketches.draw("red", Sketch(kind="note", hexes=("0304",), text="here they come"))
    session.close()
    data = (tmp_path / "sealed.hexgame").read_bytes()
    for secret in (
        b"ambush",
        b"here they come",
        b"the brave way",
        b'"verb"',
        b"numbers",
        b"told",
        b"0304",
        b"seed",
    ):
        assert secret not in data, secret
    db = sqlite3.connect(tmp_path / "sealed.hexgame")
    header = json.loads(db.execute("SELECT value FROM meta WHERE key = 'header'").fetchone()[0])
    assert header["scenario"] == "meeting"
    assert set(header) <= {
        *("game", "scenario", "title", "rules_version", "map", "map_digest", "tables_digest", "options"),
        *("first_turn", "program", "salt", "commitment", "sealed"),
    }
    for table, column in (
        ("records", "record"),
        ("snapshots", "state"),
        ("names", "name"),
        ("remarks", "text"),
    ):
        found = [row[0] for row in db.execute(f"SELECT {column} FROM {table}")]
        assert found
        assert all(isinstance(value, bytes) and len(value) >= 28 for value in found)
    for (state,) in db.execute("SELECT state FROM snapshots"):
        with pytest.raises(zlib.error):
            zlib.decompress(state)
    nonces = [row[0][:12] for row in db.execute("SELECT record FROM records")]
    assert len(set(nonces)) == len(nonces)
    db.close()


def test_two_sealed_files_of_one_game_have_nothing_in_common(library: Library, tmp_path: Path) -> None:
    for name in ("one", "two"):
        game(library, tmp_path / f"{name}.hexgame").close()
    rows = []
    for name in ("one", "two"):
        db = sqlite3.connect(tmp_path / f"{name}.hexgame")
        rows.append([row[0] for row in db.execute("SELECT record FROM records ORDER BY node")])
        db.close()
    assert len(rows[0]) == len(rows[1])
    assert not set(rows[0]) & set(rows[1])


def test_the_seed_from_before_the_letters_is_sealed_too(library: Library, tmp_path: Path) -> None:
    path, pledged = tmp_path / "a.hexgame", pledge("ridge", "meeting")
    letters = {"red": "abcd", "blue": "defg"}
    session = open_new(
        library, "ridge", "meeting", {}, None, path, pledged=pledged, letters=letters, words=WORDS
    )
    forward(session, 3)
    session.rename("Another title")
    session.close()
    assert str(pledged.seed).encode() not in path.read_bytes()
    assert dice_file(library, path).good
    with SaveFileOpen(path) as save:
        assert save.header().pledged == str(pledged.seed)
        assert save.header().title == "Another title"


class SaveFileOpen:
    """A save open for a look."""

    def __init__(self, path: Path) -> None:
        self.save = SaveFile.open(path)

    def __enter__(self) -> SaveFile:
        return self.save

    def __exit__(self, *_: object) -> None:
        self.save.close()


def test_one_side_alone_may_have_a_word(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.hexgame"
    _, _, seal = closed(library, path, {"blue": "only mine", "red": " "})
    assert seal.sides == ("blue",)
    with pytest.raises(words.Locked, match="the password of one side"):
        open_file(library, path)
    words.unlock(seal, {"blue": "only mine"})
    open_file(library, path)[0].close()


@pytest.mark.parametrize("said", [{}, {"red": ""}, {"red": "abc"}, {"red": "x" * 201}])
def test_words_that_are_none_are_refused(library: Library, tmp_path: Path, said: dict[str, str]) -> None:
    session = open_new(library, "ridge", "meeting", {}, 1, tmp_path / "a.hexgame")
    with pytest.raises(BadFile, match="word"):
        session.seal(said)
    assert session.header.sealed is None


def test_what_was_written_openly_is_not_sealed_afterwards(library: Library, tmp_path: Path) -> None:
    session = open_new(library, "ridge", "meeting", {}, 1, tmp_path / "a.hexgame")
    forward(session)
    with pytest.raises(BadFile, match="before its first action"):
        session.seal(WORDS)


def test_saved_as_undone_and_lost_it_stays_sealed(library: Library, tmp_path: Path) -> None:
    path, new, third = (tmp_path / f"{name}.hexgame" for name in "abc")
    session = game(library, path)
    session.set_study(True, session.rules.sides)
    session.save_as(new)
    forward(session)
    session.go(5)
    forward(session)
    replaced(new)
    session.save_as(third)
    forward(session)
    digest, seal = session.rules.digest(session.state), session.header.sealed
    session.close()
    words.forget(seal)
    for one in (path, new, third):
        if one.is_file():
            assert b'"verb"' not in one.read_bytes()
            with pytest.raises(words.Locked):
                open_file(library, one)
    assert seal is not None
    words.unlock(seal, WORDS)
    again, _ = open_file(library, third)
    assert again.rules.digest(again.state) == digest
    again.close()


def test_rows_that_were_exchanged_or_forged_do_not_open(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.hexgame"
    _, nodes, seal = closed(library, path)
    db = sqlite3.connect(path)
    rows = dict(db.execute("SELECT node, record FROM records"))
    db.execute("UPDATE records SET record = ? WHERE node = 20", (rows[21],))
    db.commit()
    db.close()
    words.unlock(seal, WORDS)
    again, notices = open_file(library, path)
    assert "is damaged" in str(notices[0])
    assert len(again.history.nodes) == 20 < nodes
    assert again.header.sealed == seal
    assert again.path is not None
    assert b'"verb"' not in again.path.read_bytes()
    again.close()


def test_a_damaged_sealed_file_is_rescued_sealed(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.hexgame"
    _, _, seal = closed(library, path)
    data, chance, opened = path.read_bytes(), random.Random(5), 0
    words.unlock(seal, WORDS)
    for _ in range(40):
        at = chance.randrange(len(data))
        path.write_bytes(data[:at] + chance.randbytes(60) + data[at + 60 :])
        try:
            again, _ = open_file(library, path)
        except BadFile:
            continue
        opened += 1
        assert again.path is not None
        assert b'"verb"' not in again.path.read_bytes()
        again.close()
    assert opened > 20


def test_checks_looks_and_copies_ask_for_the_words_first(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere" / "a.hexgame"
    _, _, seal = closed(library, path)
    for ask in (check_file, replay_file, dice_file):
        with pytest.raises(words.Locked, match=re.escape(str(path))):
            ask(library, path)
    with pytest.raises(words.Locked), looked_at(library, path):
        pass
    words.unlock(seal, WORDS)
    for ask in (check_file, replay_file, dice_file):
        ask(library, path)
    with looked_at(library, path) as session:
        assert len(session.history.nodes) == 41
    open_file(library, path)[0].close()  # by way of the worker, since it lies in no folder of ours


def test_the_engine_seals_and_opens(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "a.hexgame"
    engine = Engine(library)

    def ask(**request: object) -> dict[str, object]:
        return engine.answer(json.dumps(request).encode())

    assert ask(do="new", game="ridge", scenario="meeting", seed=3, words=WORDS)["ok"]
    assert ask(do="save", file=str(path))["ok"]
    assert ask(do="new", game="ridge", scenario="meeting")["ok"]
    locked = ask(do="load", file=str(path))
    assert (locked["ok"], locked["code"]) == (False, "data")
    assert "is sealed" in str(locked["sentence"])
    assert "password is wrong" in str(ask(do="load", file=str(path), words={"red": "nonsense"})["sentence"])
    assert ask(do="load", file=str(path), words=WORDS)["ok"]
    bad = ask(do="new", game="ridge", scenario="meeting", words={"red": "x"})
    assert "between 4 and 200" in str(bad["sentence"])


class Screen:
    """A standard input with somebody before it, or nobody."""

    def __init__(self, *, there: bool) -> None:
        self.there = there

    def isatty(self) -> bool:
        return self.there


def test_the_command_line_asks_for_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from hexbench.bootstrap import catalogue

    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path / "home"))
    path = tmp_path / "a.hexgame"
    session = open_new(catalogue(), "trumpets", "losheim", {}, 1, path, words={"german": "word one"})
    forward(session)
    seal = session.header.sealed
    session.close()
    words.forget(seal)
    monkeypatch.setattr("sys.stdin", Screen(there=False))
    assert cli.main(["replay", str(path)]) == 1
    assert "this saved game is sealed" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", Screen(there=True))
    asked: list[str] = []

    def typed(text: str) -> str:
        asked.append(text)
        return "word one" if len(asked) > 1 else "word two"

    monkeypatch.setattr("getpass.getpass", typed)

    assert cli.main(["replay", str(path)]) == 1
    assert "a password is wrong" in capsys.readouterr().err
    assert cli.main(["replay", str(path)]) == 0
    assert asked == ["Password of german: "] * 2


@pytest.mark.parametrize(
    "change",
    [
        {"salt": "zz"},
        {"salt": "00" * 15},
        {"key": ""},
        {"key": "00" * 60},
        {"sides": ()},
        {"sides": tuple("abcdefghi")},
        {"sides": ("blue",)},
    ],
)
def test_seals_that_are_none_are_one_sentence(change: dict[str, object]) -> None:
    from msgspec.structs import replace

    seal = replace(words.new_seal(WORDS), **change)
    words._open.clear()
    with pytest.raises(words.Locked, match=r"[Aa] password is wrong"):
        words.unlock(seal, WORDS)
    assert not words._open


def test_what_is_opened_for_study_is_sealed_like_the_game_it_comes_from(
    library: Library, tmp_path: Path
) -> None:
    session = game(library, tmp_path / "a.hexgame", actions=3)
    world = session.rules.pack(session.state)
    action = session.seat(session.decider).prompt.default
    assert action is not None
    path = keep_line(session, world, [(action, ())], tmp_path / "study.hexgame", title="A study")
    session.close()
    again, _ = open_file(library, path)
    assert again.node == 1
    again.close()
    words.forget(session.header.sealed)
    with pytest.raises(words.Locked):
        open_file(library, path)
