from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexbench.store import canon
from hexbench.store.strict import CannotWrite, parse_json

KEYS = st.text(max_size=8)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=24,
)


@given(JSON)
def test_what_is_written_reads_back(value: Any) -> None:
    assert parse_json(canon.dumps(value)) == value


@given(st.dictionaries(KEYS, JSON, max_size=5))
def test_the_same_value_gives_the_same_text(value: dict[str, Any]) -> None:
    turned = dict(reversed(value.items()))
    assert canon.dumps(value) == canon.dumps(turned) == canon.dumps(parse_json(canon.dumps(value)))


def test_one_unit_stands_on_one_line() -> None:
    text = canon.dumps(
        {
            "version": 1,
            "units": {
                "b": {"side": "red", "at": "0101", "tags": ["x", "y"]},
                "a": {"side": "blue", "at": "0202"},
            },
            "cells": {},
            "grid": {"columns": [1, 7], "push": "east"},
            "zones": {"west": ["0101", "0102"]},
            "list": [{"id": 1}, {"id": 2}],
        }
    )
    assert text == (
        "{\n"
        '  "cells": {},\n'
        '  "grid": {"columns": [1, 7], "push": "east"},\n'
        '  "list": [\n'
        '    {"id": 1},\n'
        '    {"id": 2}\n'
        "  ],\n"
        '  "units": {\n'
        '    "a": {"at": "0202", "side": "blue"},\n'
        '    "b": {"at": "0101", "side": "red", "tags": ["x", "y"]}\n'
        "  },\n"
        '  "version": 1,\n'
        '  "zones": {\n'
        '    "west": ["0101", "0102"]\n'
        "  }\n"
        "}\n"
    )


def test_a_long_object_gives_each_of_its_items_a_line() -> None:
    places = {f"unit-{i}": "3041" for i in range(9)}
    text = canon.dumps({"position": {"phase": "movement", "turn": 3, "units": places}})
    assert text.count("\n") == 1 + 1 + 2 + 1 + 9 + 1 + 1 + 1
    assert '    "phase": "movement",\n' in text
    assert '      "unit-3": "3041",\n' in text


def test_text_is_utf8_and_structs_are_taken() -> None:
    class Town(msgspec.Struct):
        name: str

    assert canon.dumps({"a": Town("Büllingen")}) == '{\n  "a": {"name": "Büllingen"}\n}\n'


def test_writing_makes_the_folder_and_replaces_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.json"
    canon.write(path, {"a": 1})
    path.chmod(0o640)
    canon.write(path, {"a": 2})
    assert path.read_text(encoding="utf-8") == '{\n  "a": 2\n}\n'
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [p.name for p in path.parent.iterdir()] == ["a.json"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    canon.write(path, {"a": 1})

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotWrite) as caught:
        canon.write(path, {"a": 2})
    assert str(caught.value) == (
        f"{path}: this could not be written: the disk is full. Nothing was lost; save it somewhere else."
    )
    assert path.read_text(encoding="utf-8") == '{\n  "a": 1\n}\n'
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_read_only_folder_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):  # root may write anywhere

        def closed(**_: Any) -> tuple[int, str]:
            raise PermissionError(errno.EACCES, "Permission denied")

        monkeypatch.setattr("tempfile.mkstemp", closed)
    with pytest.raises(CannotWrite, match=r"this folder is read-only\. Nothing was lost"):
        canon.write(folder / "a.json", {})


def test_a_file_in_the_way_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(CannotWrite, match="a file is in the way where a folder is needed"):
        canon.write(tmp_path / "file" / "a.json", {})
