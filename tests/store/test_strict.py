from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from hexbench.engine.values import Value
from hexbench.store.strict import BadFile, check_header, convert, parse_json, parse_toml, read_raw, read_text


class Unit(Value, frozen=True, kw_only=True):
    side: str
    movement: int = 0
    tags: dict[str, int] = {}


class Position(Value, frozen=True, kw_only=True):
    units: dict[str, Unit] = {}
    order: tuple[Unit, ...] = ()
    by_turn: dict[int, str] = {}
    pair: tuple[int, int] = (0, 0)


def fault(raw: Any) -> BadFile:
    with pytest.raises(BadFile) as caught:
        convert(raw, Position, "oob.json")
    return caught.value


def test_what_fits_is_converted() -> None:
    found: Position = convert({"units": {"G-1": {"side": "german", "movement": 4}}}, Position)
    assert found == Position(units={"G-1": Unit(side="german", movement=4)})


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (
            {"units": {"A": {"side": "x"}, "G-1SS-PG1": {"side": "german", "movment": 4}}},
            'oob.json, units["G-1SS-PG1"].movment: there is no such key. Did you mean "movement"?',
        ),
        (
            {"units": {"a": {"side": 3}}},
            "oob.json, units.a.side: this value must be text, not a whole number.",
        ),
        ({"units": {"a": {}}}, "oob.json, units.a.side: this key is missing."),
        (
            {"units": {"a": {"side": "x"}, "b": {"side": "x", "tags": {"q": 1, "z": "no"}}}},
            "oob.json, units.b.tags.z: this value must be a whole number, not text.",
        ),
        (
            {"order": [{"side": "x"}, {"side": None}]},
            "oob.json, order[1].side: this value must be text, not nothing.",
        ),
        (
            {"order": [{"id": "U-1", "side": "x"}]},
            'oob.json, order["U-1"].id: there is no such key. Did you mean "side"?',
        ),
        ({"pair": [1]}, "oob.json, pair: the length of this list must be 2, not 1."),
        ({"unitz": {}}, 'oob.json, unitz: there is no such key. Did you mean "units"?'),
        (
            {"zzz": {}},
            "oob.json, zzz: there is no such key; the keys are units, order, by_turn, pair.",
        ),
        ([], "oob.json: this value must be a set of keys and values, not a list."),
    ],
)
def test_a_fault_is_one_sentence_with_the_path_to_the_key(raw: Any, sentence: str) -> None:
    assert str(fault(raw)) == sentence


def test_a_bad_key_of_a_dict_is_named() -> None:
    bad = fault({"by_turn": {"1": "x", "two": "y"}})
    assert bad.keys == ("by_turn", "1")  # JSON keys are text; strict reading wants numbers
    assert bad.reason == "this key must be a whole number, not text."


def test_the_first_of_two_like_faults_is_named() -> None:
    assert fault({"units": {"a": {"side": "x"}, "b": {"side": 1}, "c": {"side": 2}}}).keys == (
        "units",
        "b",
        "side",
    )


def test_the_path_starts_where_the_value_lies_in_its_file() -> None:
    with pytest.raises(BadFile) as caught:
        convert({"units": {"a": 1}}, Position, "x.json", ("scenario", "3041"))
    assert caught.value.where == 'scenario["3041"].units.a'
    assert caught.value.keys == ("scenario", "3041", "units", "a")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "f, b.c: this key is given twice."),
        ('{"a": [1, {"x": 1, "x": 1}]}', "f, a[1].x: this key is given twice."),
        ('{"a": ', "f, line 1 column 7: this is not JSON: the text ends too early."),
        (
            "{'a': 1}",
            "f, line 1 column 2: this is not JSON: expecting property name enclosed in double quotes.",
        ),
        ('{"a": NaN}', "f: this is not JSON: NaN is not a number."),
        ("", "f, line 1 column 1: this is not JSON: the text ends too early."),
        ("[" * 100_000, "f: this JSON is nested too deeply for a Hexbench file."),
        ("[" + "9" * 5000 + "]", "f: a number in this JSON has too many digits."),
        ('{"a": [0, 18446744073709551616]}', "f, a[1]: this number is too large."),
        ('{"a": -1e999}', "f, a: this number is too large."),
        ('{"a": ["\\uD800"]}', "f, a[0]: this text contains half of a surrogate pair."),
        ('{"\\udc00": 1}', 'f, ["\\udc00"]: the name of this key contains half of a surrogate pair.'),
    ],
)
def test_json_that_is_none_or_could_not_be_written_again(text: str, sentence: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse_json(text, "f")
    assert str(caught.value) == sentence


def test_toml_that_is_none() -> None:
    with pytest.raises(BadFile, match=r"^f: this is not TOML: .*twice|overwrite"):
        parse_toml("a = 1\na = 2\n", "f")


def test_a_newer_file_says_so() -> None:
    with pytest.raises(BadFile) as caught:
        check_header({"format": "hexbench-map", "version": 9}, ("hexbench-map",), 1, "m.json")
    assert str(caught.value) == (
        "m.json, version: this file was written by a newer version of Hexbench (format 9; this version reads up to 1)."
    )


@pytest.mark.parametrize(
    ("raw", "where", "words"),
    [
        ([1], "", "set of keys and values"),
        ({}, "format", 'must say "hexbench-map"'),
        ({"format": "else"}, "format", 'says it is "else"'),
        ({"format": "hexbench-map"}, "version", "number of the format's version"),
        ({"format": "hexbench-map", "version": "1"}, "version", "number of the format's version"),
        ({"format": "hexbench-map", "version": True}, "version", "number of the format's version"),
    ],
)
def test_a_header_that_is_wrong(raw: Any, where: str, words: str) -> None:
    with pytest.raises(BadFile, match=words) as caught:
        check_header(raw, ("hexbench-map",), 1, "m.json")
    assert caught.value.where == where


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"nothing\.json: there is no such file"):
        read_raw(tmp_path / "nothing.json")
    with pytest.raises(BadFile, match="this is a folder"):
        read_raw(tmp_path)
    (tmp_path / "bytes.json").write_bytes(b'{"a": "\xff"}')
    with pytest.raises(BadFile, match=r"not UTF-8 text \(byte 7\)"):
        read_raw(tmp_path / "bytes.json")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "closed.json"
    path.write_text("{}", encoding="utf-8")
    if os.access(path, os.R_OK) and os.geteuid() == 0:  # nothing is closed to root

        def closed(path: Path, flags: int) -> int:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(os, "open", closed)
    else:
        path.chmod(0)
    with pytest.raises(BadFile, match="no permission to read"):
        read_text(path)


def test_json_and_toml_are_told_apart_by_the_ending(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": 1}', encoding="utf-8")
    (tmp_path / "a.toml").write_text("a = 1", encoding="utf-8")
    assert read_raw(tmp_path / "a.json") == read_raw(tmp_path / "a.toml") == {"a": 1}


def test_a_sentence_without_a_file_begins_large() -> None:
    assert str(BadFile("there is none.")) == "There is none."


def test_unions_by_tag_name_the_tag() -> None:
    class A(msgspec.Struct, tag="a", tag_field="do"):
        x: int

    class B(msgspec.Struct, tag="b", tag_field="do"):
        y: int

    with pytest.raises(BadFile) as caught:
        convert({"do": "c"}, A | B)
    assert str(caught.value) == 'do: "c" is not one of the values allowed here: a, b.'


def test_what_only_looks_suspicious_is_read() -> None:
    text = '{"a": [9223372036854775807, -9223372036854775808, 1e300, "\\ud83d\\ude00", "u0000"]}'
    assert parse_json(text) == {"a": [2**63 - 1, -(2**63), 1e300, "\U0001f600", "u0000"]}


def test_a_number_out_of_bounds_and_a_word_that_is_none_are_told_what_may_be() -> None:
    class Options(msgspec.Struct):
        rockets: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
        share: Annotated[float, msgspec.Meta(gt=0, lt=1)] = 0.5
        weather: Literal["fog", "sun"] = "sun"

    def told(**raw: Any) -> str:
        with pytest.raises(BadFile) as caught:
            convert(raw, Options)
        return str(caught.value)

    assert told(rockets=4) == "rockets: this number must be at most 3."
    assert told(rockets=-1) == "rockets: this number must be at least 0."
    assert told(rockets=1.5) == "rockets: this value must be a whole number, not a fraction."
    assert told(share=0.0).startswith("share: this number must be more than 0")
    assert told(share=1.0).startswith("share: this number must be less than 1")
    assert told(weather="hail") == 'weather: "hail" is not one of the values allowed here: fog, sun.'
