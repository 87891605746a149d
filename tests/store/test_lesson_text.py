"""Lessons as text: whatever is written reads back equal."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hexbench.store.lessons import lesson_text, write_lesson
from hexbench.store.strict import BadFile

SHIPPED = sorted((Path(__file__).parents[2] / "scenarios").glob("*/lessons/*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parts[-3])
def test_a_shipped_lesson_is_written_as_it_was_read(path: Path) -> None:
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    assert tomllib.loads(lesson_text(raw)) == raw


def test_odd_words_and_keys_come_back() -> None:
    raw = {
        "title": 'He said "no"\\ and\tleft\n' + chr(127),
        "position": {"a b": {"1103/1202": {"x": [1, -2, 0.5], "": True}}, "none": {}},
        "step": [{"id": "a", "until": {"unit_in": {"2 Pz": ["1004", "1005"]}}, "light": {"units": []}}],
        "little_game": {"until": {}},
    }
    assert tomllib.loads(lesson_text(raw)) == raw


def test_the_steps_lie_in_the_order_one_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    step = {
        "do": [{"verb": "end"}],
        "until": {"next": True},
        "text": "T",
        "title": "A",
        "id": "a",
        "left": None,
    }
    write_lesson(path, {"little_game": {"title": "G"}, "step": [step], "format": "f"})
    lines = path.read_text(encoding="utf-8").splitlines()
    keys = [line.split(" = ")[0] for line in lines if line]
    assert keys == ["format", "[[step]]", "id", "title", "text", "until", "do", "[little_game]", "title"]


def test_what_toml_cannot_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("as it was")
    with pytest.raises(BadFile, match="cannot contain"):
        write_lesson(path, {"seed": float("inf")})
    assert path.read_text() == "as it was"
