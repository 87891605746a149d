from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench.engine.events import Broadcast, Noted
from hexbench.engine.history import Record
from hexbench.engine.values import Action, say
from hexbench.store.saves import SUFFIX, Contents, Damaged, Row, SaveFile, SaveHeader, free_name
from hexbench.store.strict import BadFile, CannotWrite

HEADER = SaveHeader(
    game="toy",
    scenario="one",
    title="One",
    rules_version=1,
    map="toy",
    map_digest="m",
    tables_digest="t",
    options={"turns": 3},
)
OPENING = (Broadcast(all=Noted("1.1", say("It begins."))),)


def row(node: int, parent: int | None = None) -> Row:
    return Row(
        node,
        node - 1 if parent is None else parent,
        Record(side="red", action=Action("move", ("a",)), digest=f"d{node}"),
    )


@pytest.fixture
def save(tmp_path: Path) -> Iterator[SaveFile]:
    found = SaveFile.create(
        tmp_path / "a.hexgame",
        Contents(header=HEADER, opening=OPENING, rows=(row(1),), here=1),
        {0: b"start"},
    )
    yield found
    found.close()


def reopened(save: SaveFile) -> Contents:
    save.close()
    again = SaveFile.open(save.path)
    contents = again.read()
    again.close()
    return contents


def test_a_save_holds_what_was_put_into_it(save: SaveFile) -> None:
    save.append(row(2), (1, b"second"))
    save.append(row(3, 1))
    save.stand(2, {1: 2})
    save.name(3, "other")
    found = reopened(save)
    assert found == Contents(
        header=HEADER,
        opening=OPENING,
        rows=(row(1), row(2), row(3, 1)),
        here=2,
        latest={1: 2},
        names={3: "other"},
        snapshots=(0, 2),
    )


def test_positions_are_fetched_one_by_one(save: SaveFile) -> None:
    save.snapshot(1, 4, b"first" * 100)
    assert save.state(0) == (1, b"start")
    assert save.state(1) == (4, b"first" * 100)
    assert save.state(2) is None


def test_a_new_action_takes_over_redo(save: SaveFile) -> None:
    save.append(row(2))
    save.stand(1, {1: 2})
    save.append(row(3, 1))
    assert reopened(save).latest == {}


def test_a_name_can_be_taken_away_and_a_header_changed(save: SaveFile) -> None:
    save.name(1, "x")
    save.name(1, "")
    save.set_header(
        SaveHeader(**{**{f: getattr(HEADER, f) for f in HEADER.__struct_fields__}, "title": "Two"})
    )
    found = reopened(save)
    assert (found.names, found.header.title) == ({}, "Two")


def test_a_failed_write_leaves_everything(save: SaveFile) -> None:
    with pytest.raises(CannotWrite, match="could not be written"):
        save.append(row(1))  # there is a row 1 already
    assert [r.node for r in reopened(save).rows] == [1]


def test_nothing_is_written_over_a_file_that_is_there(save: SaveFile) -> None:
    with pytest.raises(CannotWrite, match="there is already a file with this name"):
        SaveFile.create(save.path, Contents(header=HEADER, opening=(), rows=(), here=0), {0: b""})


def test_a_copy_is_whole(save: SaveFile, tmp_path: Path) -> None:
    copy = tmp_path / "new" / "b.hexgame"
    save.copy_to(copy)
    assert [p.name for p in copy.parent.iterdir()] == ["b.hexgame"]
    other = SaveFile.open(copy)
    assert other.read() == save.read()
    other.close()


def test_a_copy_that_fails_leaves_the_old_file(
    save: SaveFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "b.hexgame"
    SaveFile.create(target, Contents(header=HEADER, opening=OPENING, rows=(), here=0), {0: b"old"}).close()
    old = target.read_bytes()

    def full(self: Path, other: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(CannotWrite, match="the disk is full"):
        save.copy_to(target)
    assert target.read_bytes() == old
    assert not list(tmp_path.glob("*.part"))


def test_only_one_may_have_it_open(save: SaveFile) -> None:
    with pytest.raises(BadFile, match="open in another window"):
        SaveFile.open(save.path)


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE records SET record = 'x'",
        "UPDATE records SET parent = 5",
        "UPDATE meta SET value = '9' WHERE key = 'here'",
        "DELETE FROM meta WHERE key = 'header'",
        "DELETE FROM snapshots",
        "UPDATE snapshots SET state = x'00'",
        "DROP TABLE names",
    ],
)
def test_a_save_that_contradicts_itself_is_damaged(save: SaveFile, fault: str) -> None:
    save.close()
    db = sqlite3.connect(save.path)
    db.execute(fault)
    db.commit()
    db.close()
    with pytest.raises(Damaged, match=r"this saved game is damaged\. It was left unchanged"):
        SaveFile.open(save.path).read()


def test_free_names(tmp_path: Path) -> None:
    assert free_name(tmp_path, "a").name == "a" + SUFFIX
    (tmp_path / "a.hexgame").touch()
    (tmp_path / "a-2.hexgame").touch()
    assert free_name(tmp_path, "a").name == "a-3.hexgame"


@pytest.mark.parametrize(
    "stem",
    [
        "../evil",
        "a/../../../evil",
        "C:\\evil",
        "..",
        "",
        "a" * 5000,
        "\U0001f600" * 300,
        "nul\0",
        "line\nbreak",
        "\ud800",
    ],
)
def test_a_free_name_lies_in_its_folder_whatever_it_is_made_of(tmp_path: Path, stem: str) -> None:
    path = free_name(tmp_path / "games", stem)
    assert path.resolve().parent == (tmp_path / "games").resolve()
    path.parent.mkdir()
    path.write_bytes(b"")
    assert free_name(path.parent, stem) != path
