"""The customs post: whatever a file may be or hold, one sentence comes back, soon, and in little memory."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from pathlib import Path

import msgspec
import pytest

from hexbench.engine.values import Say, say
from hexbench.store import customs, letters, worker
from hexbench.store.rescue import open_save, rescue
from hexbench.store.saves import SaveFile
from hexbench.store.strict import BadFile, convert, parse_json, parse_toml, read_text
from tests.store.test_saves import HEADER, row, save  # noqa: F401 - the fixture

READERS: tuple[Callable[[Path], object], ...] = (
    read_text,
    customs.take,
    letters.read_letter,
    lambda path: open_save(path, path.parent),
)


@pytest.mark.parametrize("reader", READERS)
def test_devices_pipes_and_folders_are_no_files(tmp_path: Path, reader: Callable[[Path], object]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (Path("/dev/zero"), pipe, tmp_path):
        with pytest.raises(BadFile, match="not a file"):
            reader(path)
    with pytest.raises(BadFile, match="no such file"):
        reader(tmp_path / "none")
    with pytest.raises(BadFile):
        reader(tmp_path / ("n" * 5000))


def test_a_file_that_grows_while_it_is_read_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(200)
    assert len(customs.take(path, 200)) == 200
    with pytest.raises(BadFile, match="too large"):
        customs.take(path, 199)
    with pytest.raises(BadFile, match="too large"):
        customs.bring(path, tmp_path / "copy", 199)
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[" * 70 + "]" * 70,
        '{"a":' * 70 + "1" + "}" * 70,
        "[" + "[]," * 1_000_001 + "[]]",
        '{"a": ' + "9" * 5000 + "}",
        '"' + "x" * 100 + "\\ud800" + '"',
        "\x00",
    ],
)
def test_deep_and_endless_json_is_a_sentence(text: str) -> None:
    with pytest.raises(BadFile) as told:
        parse_json(text if text.startswith("[") else f"[{text}]", "file.json")
    _one_short_sentence(str(told.value))


@pytest.mark.parametrize(
    "text", ["a = " + "9" * 5000, "a = " + "[" * 5000, "a." * 2000 + "b = 1", "x" * 2_000_000]
)
def test_deep_and_endless_toml_is_a_sentence(text: str) -> None:
    with pytest.raises(BadFile) as told:
        parse_toml(text, "file.toml")
    _one_short_sentence(str(told.value))


def test_what_is_repeated_is_short_and_plain() -> None:
    evil = "k" * 50_000 + "\n\x1b[2J\u202e"
    for raw in ({evil: 1}, {"one": evil}, {"many": {evil: "x"}}):
        with pytest.raises(BadFile) as told:
            convert(raw, _Shape, "file")
        _one_short_sentence(str(told.value))


def _one_short_sentence(text: str) -> None:
    assert text.isprintable(), ascii(text)
    assert len(text) < 500, len(text)


class _Shape(msgspec.Struct, forbid_unknown_fields=True):
    one: int = 0
    many: dict[str, int] = {}
    kind: str = ""


def test_a_packed_position_is_unpacked_only_so_far(save: SaveFile) -> None:  # noqa: F811
    bomb = zlib.compress(bytes(4 * customs.LARGEST_STATE))
    with pytest.raises(zlib.error):
        customs.inflate(bomb)
    save.close()
    db = sqlite3.connect(save.path)
    db.execute("INSERT INTO snapshots VALUES (1, 1, ?)", (bomb,))
    db.commit()
    db.close()
    again, contents, notices = open_save(save.path, save.path.parent)
    assert contents.snapshots == (0, 1)
    with pytest.raises(BadFile, match="damaged"):
        again.state(1)
    again.close()
    found, contents, notices = rescue(save.path, save.path.parent)
    assert (contents.snapshots, len(contents.rows), len(notices)) == ((0,), 1, 1)
    found.close()


@pytest.mark.parametrize(
    "evil",
    [
        "CREATE VIEW more AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
        "CREATE TRIGGER more AFTER INSERT ON records BEGIN DELETE FROM records; END",
        "CREATE INDEX more ON records (parent)",
        "CREATE TABLE more (a)",
    ],
)
def test_what_is_no_table_of_ours_stays_outside(save: SaveFile, evil: str) -> None:  # noqa: F811
    save.close()
    db = sqlite3.connect(save.path)
    db.execute(evil)
    db.commit()
    db.close()
    with pytest.raises(BadFile, match='that no Hexbench saved game has, "more"'):
        SaveFile.open(save.path)
    found, contents, notices = open_save(save.path, save.path.parent)
    assert len(contents.rows) == 1
    assert notices
    found.append(row(2))
    found.close()


def test_an_endless_view_in_the_place_of_a_table_is_a_sentence(save: SaveFile) -> None:  # noqa: F811
    save.close()
    db = sqlite3.connect(save.path)
    db.execute("DROP TABLE records")
    db.execute(
        "CREATE VIEW records AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
        " SELECT x AS node, 0 AS parent, '' AS record, 0 AS auto FROM n"
    )
    db.commit()
    db.close()
    with pytest.raises(BadFile):
        SaveFile.open(save.path)


@pytest.mark.parametrize("at", [16, 60, 100, 101, 3000, 3900, 4000, 4050, 4090])
def test_a_damaged_first_page_costs_nothing(save: SaveFile, at: int) -> None:  # noqa: F811
    for n in range(2, 40):
        save.append(row(n), (1, b"later") if n == 32 else None)
    save.close()
    data = bytearray(save.path.read_bytes())
    end = min(at + 40, 4096)
    data[at:end] = bytes((byte ^ 0xA5) for byte in data[at:end])
    save.path.write_bytes(data)
    again, contents, _ = open_save(save.path, save.path.parent)
    assert len(contents.rows) == 39
    again.close()


def test_a_game_whose_first_position_is_lost_begins_at_the_next(save: SaveFile) -> None:  # noqa: F811
    for n in range(2, 40):
        save.append(row(n), (1, b"later") if n == 32 else None)
    save.append(row(40, 5))
    save.name(35, "main")
    save.close()
    db = sqlite3.connect(save.path)
    db.execute("UPDATE snapshots SET state = x'00' WHERE node = 0")
    db.execute("UPDATE snapshots SET rules_version = 'x' WHERE node = 99")
    db.execute("INSERT INTO names VALUES (36, x'ff00')")
    db.commit()
    db.close()
    again, contents, _ = open_save(save.path, save.path.parent)
    assert [one.record.digest for one in contents.rows] == [f"d{n}" for n in range(33, 40)]
    assert contents.names == {3: "main"}
    assert again.state(0) == (HEADER.rules_version, b"later")
    again.close()


def _greedy(what: str) -> bytes:
    if what == "memory":
        return bytes(4 * worker.MEMORY)
    if what == "fault":
        raise BadFile(say("no good."))
    if what == "bug":
        raise RuntimeError("x" * 500)
    while what == "time":
        pass
    return what.encode()


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("memory", "more time or memory"),
        ("time", "more time or memory"),
        ("fault", "no good"),
        ("bug", "RuntimeError"),
    ],
)
def test_a_worker_may_take_so_much_and_no_more(what: str, told: str) -> None:
    assert worker.ask(_greedy, "bytes", file="f") == b"bytes"
    # Only the one that never ends is given little time: on a busy machine the others may need more than that.
    seconds = 1 if what == "time" else worker.SECONDS
    with pytest.raises(BadFile, match=told) as caught:
        worker.ask(_greedy, what, file="f", seconds=seconds)
    assert isinstance(caught.value.because, Say), "it can be translated"


def test_a_worker_that_cannot_be_started_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def lack(_: object) -> None:
        raise OSError("no room for another process")

    monkeypatch.setattr(SpawnProcess, "start", lack)
    with pytest.raises(BadFile, match="could not start a process"):
        worker.ask(_greedy, "bytes", file="f")
