"""The request that reckons a combat on no map: what it gives, and what it does not take."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.session.wire import Engine

UNITS: list[dict[str, Any]] = [
    {"party": "attackers", "kind": "inf_bn", "values": {"af": 4}},
    {"party": "defenders", "kind": "inf_bn"},
]


def ask(**request: Any) -> dict[str, Any]:
    """One line to a fresh engine with no game open."""
    line = json.dumps({"do": "calculate", "game": "trumpets", **request}).encode()
    return Engine(bootstrap.catalogue()).answer(line)


def test_without_a_sheet_the_blank_is_given() -> None:
    blank = ask()["blank"]
    assert {"kind", "weather", "counter", "afv"} <= {field["key"] for field in blank["settings"]}
    assert [party["key"] for party in blank["parties"]][:2] == ["attackers", "defenders"]


def test_a_sheet_is_answered_and_resolved() -> None:
    answer = ask(settings={"day": 20}, units=UNITS)["answer"]
    assert answer["combat"]["say"] == "1-2, no shift, dice +0: column 1-2"
    assert "found" not in answer
    assert ask(settings={"day": 20}, units=UNITS, rolled=[1, 4])["answer"]["found"]


@pytest.mark.parametrize(
    ("request_", "code", "path"),
    [
        ({"game": "chess"}, "data", "game"),
        ({"game": "tigers"}, "data", "game"),
        ({"settings": {"moon": "full"}}, "request", "settings.moon"),
        ({"settings": {"day": 99}}, "request", "settings.day"),
        ({"units": [{"party": "crowd", "kind": "inf_bn"}]}, "request", "units[0].party"),
        ({"units": [{**UNITS[0], "values": {"wings": 2}}]}, "request", "units[0].values.wings"),
        ({"units": UNITS, "rolled": [7, 1]}, "numbers", "rolled"),
        ({"units": UNITS, "rolled": [1]}, "numbers", "rolled"),
        ({"settings": {}, "rolled": [1, 1]}, "numbers", "rolled"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_path(request_: dict[str, Any], code: str, path: str) -> None:
    answer = ask(**request_)
    assert (answer["ok"], answer["code"], answer["path"]) == (False, code, path)
    assert answer["sentence"].endswith(".")
