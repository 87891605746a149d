"""A save that watches itself: whatever happens to its file while it is open, nothing is confirmed that is not on the disk."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hexbench.session.checking import replay_file
from hexbench.session.library import Library
from hexbench.session.opening import open_file, open_new
from hexbench.session.session import Session
from hexbench.store.saves import Lost
from hexbench.store.strict import CannotWrite
from tests.session import toybox
from tests.session.deeds import DEEDS, replaced


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return toybox.library(toybox.write_data(tmp_path / "data"))


@pytest.fixture
def game(library: Library, tmp_path: Path) -> Session:
    """A game with a few actions in its file."""
    (tmp_path / "games").mkdir()
    session = open_new(library, "ridge", "meeting", {}, 1, tmp_path / "games" / "a.hexgame")
    for _ in range(3):
        forward(session)
    return session


def forward(session: Session) -> None:
    """One action more."""
    default = session.seat(session.decider).prompt.default
    assert default is not None
    session.do(default)


@pytest.mark.parametrize(("deed", "told"), DEEDS.items(), ids=lambda x: getattr(x, "__name__", ""))
def test_nothing_is_confirmed_that_is_not_on_the_disk(
    game: Session, library: Library, tmp_path: Path, deed: Callable[[Path], None], told: str
) -> None:
    assert game.lost is None
    assert game.path is not None
    deed(game.path)
    before = (game.node, game.rules.digest(game.state), len(game.history.nodes))
    assert told in str(game.lost)
    acts: tuple[Callable[[], None], ...] = (
        lambda: forward(game),
        game.undo,
        lambda: game.rename("Other"),
        lambda: game.set_study(True, game.rules.sides),
    )
    for act in acts:
        with pytest.raises(Lost, match=told):
            act()
    assert (game.node, game.rules.digest(game.state), len(game.history.nodes)) == before
    assert (game.title, game.study) != ("Other", True)
    new = tmp_path / "another" / "place.hexgame"
    game.save_as(new)
    assert game.lost is None
    forward(game)
    after = game.rules.digest(game.state)
    game.close()
    again, notices = open_file(library, new)
    assert (len(again.history.nodes), again.rules.digest(again.state), notices) == (before[2] + 1, after, ())
    again.close()
    replay_file(library, new)


def test_a_file_exchanged_in_the_middle_of_a_transaction_is_not_confirmed(
    game: Session, library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """SQLite has written it, into a file that has no name any more."""
    save, path = game._save, game.path
    assert save is not None
    assert path is not None
    put = save._put

    def slow(row: object) -> None:
        put(row)  # type: ignore[arg-type]
        replaced(path)

    monkeypatch.setattr(save, "_put", slow)
    nodes = len(game.history.nodes)
    with pytest.raises(Lost):
        forward(game)
    assert len(game.history.nodes) == nodes
    monkeypatch.undo()
    with pytest.raises(Lost):  # for good: the two have parted
        forward(game)
    game.save_as(tmp_path / "b.hexgame")
    forward(game)
    game.close()
    assert f"{nodes} actions" in replay_file(library, tmp_path / "b.hexgame")


def test_a_file_put_back_is_played_on(game: Session) -> None:
    assert game.path is not None
    game.path.rename(game.path.with_name("away"))
    assert "gone" in str(game.lost)
    game.path.with_name("away").rename(game.path)
    assert str(game.lost) == "None"
    forward(game)
    game.close()


HOLDER = """
import sys
from pathlib import Path
from tests.session import toybox
from tests.session.deeds import DEEDS, replaced
from tests.session.test_lost_files import forward
from hexbench.session.opening import open_new
session = open_new(toybox.library(Path(sys.argv[1])), "ridge", "meeting", {}, 1, Path(sys.argv[2]))
for _ in range(6):
    forward(session)
print("ready", flush=True)
sys.stdin.readline()
forward(session)
print("done", len(session.history.nodes), flush=True)
"""


def test_save_as_over_a_game_that_another_process_has_open_is_refused(
    game: Session, library: Library, tmp_path: Path
) -> None:
    target = tmp_path / "held.hexgame"
    toybox.write_data(tmp_path / "theirs")
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "theirs"), str(target)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    with other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "ready\n"
        with pytest.raises(CannotWrite, match="open in another window"):
            game.save_as(target)
        assert game.path != target
        other.stdin.write("\n")
        other.stdin.flush()
        assert other.stdout.readline() == "done 8\n"
    assert "7 actions" in replay_file(library, target)
    forward(game)
    game.save_as(target)  # nobody has it open now
    game.close()
    assert "4 actions" in replay_file(library, target)


@pytest.mark.parametrize("content", [b"my letter to grandmother", b"{}", b"SQLite format 3\0" + bytes(200)])
def test_save_as_leaves_alone_what_is_no_game(game: Session, tmp_path: Path, content: bytes) -> None:
    target = tmp_path / "letter.txt"
    target.write_bytes(content)
    with pytest.raises(CannotWrite, match="not a saved game"):
        game.save_as(target)
    assert target.read_bytes() == content
    for strange in (tmp_path, Path("/dev/null")):
        with pytest.raises(CannotWrite):
            game.save_as(strange)
    forward(game)
    game.close()


def test_a_name_no_disk_takes_is_one_sentence(game: Session, tmp_path: Path) -> None:
    for name in ("n" * 300 + ".hexgame", "a\0b.hexgame"):
        with pytest.raises(CannotWrite) as told:
            game.save_as(tmp_path / name)
        assert "this is not a valid file name" in str(told.value)
    forward(game)
    game.close()


def test_a_journal_left_beside_a_new_name_is_not_rolled_back_into_it(
    game: Session, library: Library, tmp_path: Path
) -> None:
    target = tmp_path / "new.hexgame"
    target.with_name("new.hexgame-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(5000))
    game.save_as(target)
    game.close()
    assert "3 actions" in replay_file(library, target)


def test_a_hard_link_to_the_game_is_the_game(game: Session, tmp_path: Path) -> None:
    assert game.path is not None
    link = tmp_path / "link.hexgame"
    link.hardlink_to(game.path)
    game.save_as(link)
    forward(game)
    game.close()
