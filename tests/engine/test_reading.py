"""Plain values into the types of a game: what does not fit is named with the way to it, through dicts as well."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from hexbench.engine.documents import reading
from hexbench.engine.documents.reading import read

Side = Literal["red", "blue"]


class _Move(msgspec.Struct, forbid_unknown_fields=True, tag_field="step", tag="move"):
    at: str


class _Fight(msgspec.Struct, forbid_unknown_fields=True, tag_field="step", tag="fight"):
    side: Side = "red"


class _Position(msgspec.Struct, forbid_unknown_fields=True):
    side: Side = "red"
    weather: dict[str, Literal["rain", "sun"]] = {}
    points: dict[str, dict[Side, int]] = {}
    cups: dict[str, tuple[int, ...]] = {}
    pair: tuple[int, Side] = (0, "red")
    stack: tuple[_Move | _Fight, ...] = ()


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a word": ({"side": "x"}, 'p.side: "x" is not one of the values allowed here: blue, red.'),
    "a word in a dict": (
        {"weather": {"1": "sun", "2 am": "fog", "3": "rain"}},
        'p.weather["2 am"]: "fog" is not one of the values allowed here: rain, sun.',
    ),
    "a number in a dict of dicts": (
        {"points": {"1": {"red": 1}, "2": {"red": 1, "blue": "x"}}},
        'p.points["2"].blue: this value must be a whole number, not text.',
    ),
    "a key that is a word": (
        {"points": {"1": {}, "2": {"red": 1, "green": 1}}},
        'p.points["2"].green: "green" is not one of the values allowed here: blue, red.',
    ),
    "a number in a list": (
        {"cups": {"a": [], "b": [1, None]}},
        "p.cups.b[1]: this value must be a whole number, not nothing.",
    ),
    "a word in a pair": (
        {"pair": [1, "x"]},
        'p.pair[1]: "x" is not one of the values allowed here: blue, red.',
    ),
    "a kind of step": (
        {"stack": [{"step": "move", "at": "1"}, {"step": "sit"}]},
        'p.stack[1].step: "sit" is not one of the values allowed here: fight, move.',
    ),
    "a word of a step": (
        {"stack": [{"step": "fight", "side": "x"}]},
        'p.stack[0].side: "x" is not one of the values allowed here: blue, red.',
    ),
    "a key of a step": ({"stack": [{"step": "move"}]}, "p.stack[0].at: this key is missing."),
    "a key nobody knows": ({"sied": "red"}, 'p.sied: there is no such key. Did you mean "side"?'),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_fit_is_named_with_its_keys_and_the_words_it_may_be(name: str) -> None:
    raw, sentence = WRONG[name]
    with pytest.raises(ValueError, match=r"^p\.") as found:
        read(raw, _Position, "p")
    assert str(found.value) == sentence


def test_a_value_by_itself_is_named_by_the_path_alone() -> None:
    with pytest.raises(ValueError, match=r'^p: "x" is not one of the values allowed here: blue, red\.$'):
        read("x", Side, "p")


def test_of_more_entries_than_are_tried_the_dict_itself_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_TRIES", 2)
    raw = {"weather": {"1": "sun", "2": "sun", "3": "fog"}}
    with pytest.raises(ValueError, match=r'^p\.weather: "fog" is not one of the values allowed here'):
        read(raw, _Position, "p")
