"""Names that a client of the engine protocol spells otherwise than the game does, and what is refused with the right ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.session import wire

CATALOGUE = bootstrap.catalogue()
TIGERS: dict[str, Any] = {
    "game": "tigers",
    "base": "campaign",
    "position": {
        "turn": 3,
        "units": {"2Pz": "1105", "26VG": "1204", "28ID": "1003"},
        "bridges": {"1105/1204": {"owner": "german", "marker": True}},
        "markers": {"german": 7},
    },
}
TRUMPETS: dict[str, Any] = {
    "game": "trumpets",
    "base": "losheim",
    "position": {"units": {"12_Pi": "1115", "1-394": "1114"}},
}
TIDE: dict[str, Any] = {
    "game": "tide_of_iron",
    "base": "lanzerath",
    "position": {"initiative": "german", "units": {"a1": "F4", "g1": "I4"}},
}
IRON: dict[str, Any] = {
    "game": "iron_tide",
    "base": "campaign",
    "position": {"turn": "20AM", "units": {"G-26VG-77": "3043"}},
}
BLITZKRIEG: dict[str, Any] = {
    "game": "blitzkrieg",
    "base": "campaign",
    "position": {"turn": "19AM", "units": {"2_Pz:PzR_3": "1930"}},
}


@pytest.fixture
def engine() -> Iterator[wire.Engine]:
    found = wire.Engine(CATALOGUE)
    yield found
    found.close()


def ask(engine: wire.Engine, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = engine.answer(json.dumps(request).encode())
    return answer


def load(engine: wire.Engine, position: dict[str, Any], **more: Any) -> None:
    found = ask(engine, do="load", **{**position, **more})
    assert found["ok"], found


@pytest.mark.parametrize(
    ("position", "as_meant", "as_written"),
    [
        (TIGERS, ("move", "2Pz", "904", []), ("move", "2pz", "0904", [])),
        (TRUMPETS, ("move", "12_Pi", "1116", []), ("move", "12 Pi", "1116", [])),
        (TIDE, ("advance", "g1", "H4", []), ("advance", "g1", "h4", [])),
        (IRON, ("move", "G-26VG-77", "3042", []), ("move", "g-26vg-77", "3042", [])),
        (BLITZKRIEG, ("move", "2_Pz:PzR_3", "1929", []), ("move", "2_pz:pzr_3", "1929", [])),
        (TIGERS, ("move", "2Pz", "1004", ["1004"]), ("move", "2Pz", "1004", ["1105", "1004"])),
        (TRUMPETS, ("move", "12_Pi", "1116", ["1116"]), ("move", "12_Pi", "1116", ["1115", "1116"])),
        (TIDE, ("advance", "g1", "H4", ["H4"]), ("advance", "g1", "H4", ["I4", "H4"])),
        (IRON, ("move", "G-26VG-77", "3042", ["3042"]), ("move", "G-26VG-77", "3042", ["3043", "3042"])),
        (
            BLITZKRIEG,
            ("move", "2_Pz:PzR_3", "1929", ["1929"]),
            ("move", "2_Pz:PzR_3", "1929", ["1930", "1929"]),
        ),
    ],
)
def test_a_name_written_otherwise_and_a_route_with_its_start_are_understood(
    engine: wire.Engine, position: dict[str, Any], as_meant: Any, as_written: Any
) -> None:
    answers = []
    for verb, unit, where, via in (as_meant, as_written):
        action = {"verb": verb, "subject": [unit], "object": where, "via": via}
        load(engine, position, numbers=None, seed=3)
        assert ask(engine, do="refuse", action=action) == {"ok": True, "reasons": []}
        answers.append(ask(engine, do="apply", action=action))
        assert answers[-1]["ok"], answers[-1]
    assert answers[0] == answers[1]


def test_a_hexside_is_understood_from_either_hex(engine: wire.Engine) -> None:
    load(engine, {**TIGERS, "position": {"turn": 4, "phase": "supply", "units": {"2Pz": "1105"}}})
    for name in ("1105/1204", "1204/1105"):
        assert ask(engine, do="refuse", action={"verb": "build", "object": name})["reasons"] == []
        assert [one["key"] for one in ask(engine, do="levers", of="side", ref=name)["levers"]] == ["bridge"]


@pytest.mark.parametrize("position", [TIGERS, TRUMPETS, TIDE, IRON, BLITZKRIEG])
@pytest.mark.parametrize("ref", ["", "9999", "nowhere", "#eliminated", "3041/9999", "9998/9999"])
def test_levers_of_what_is_not_there_are_refused(
    engine: wire.Engine, position: dict[str, Any], ref: str
) -> None:
    load(engine, position)
    for of in ("unit", "hex", "side"):
        found = ask(engine, do="levers", of=of, ref=ref)
        assert (found["ok"], found["code"], found.get("path")) == (False, "request", "ref")
        assert f'"{ref}"' in found["sentence"]


def test_what_is_asked_about_is_understood_too(engine: wire.Engine) -> None:
    load(engine, TIGERS)
    assert ask(engine, do="facts", ref="0904") == ask(engine, do="facts", ref="904")
    assert ask(engine, do="facts", ref="2PZ") == ask(engine, do="facts", ref="2Pz")
    assert ask(engine, do="levers", of="unit", ref="2PZ") == ask(engine, do="levers", of="unit", ref="2Pz")
    reach = ask(engine, do="overlay", kind="reach", subject="2PZ")
    assert reach == ask(engine, do="overlay", kind="reach", subject="2Pz")
    assert ask(engine, do="targets", verb="move", subject=["2PZ"])["targets"]
    found = ask(engine, do="amend", subject=["2PZ"], to="0904", consent=["german", "allied"])
    assert (found["action"]["subject"], found["action"]["object"]) == (["2Pz"], "904")
    odds = ask(engine, do="odds", units=["2PZ"], hexes=["0904"], fields=["at"], worlds=1, cap=5, samples=1)
    assert odds["ok"], odds


def test_a_name_of_the_game_is_never_another_one(engine: wire.Engine) -> None:
    """In this game G1 is a hex and g1 a squad."""
    load(engine, TIDE)
    found = ask(engine, do="refuse", action={"verb": "advance", "subject": ["G1"], "object": "H4"})
    assert found["reasons"][0]["text"] == "There is no unit G1."


def test_a_number_is_no_hex(engine: wire.Engine) -> None:
    """A choice of so many points stays what it is, whatever the hexes are called."""
    load(engine, IRON)
    found = ask(engine, do="refuse", action={"verb": "allot", "object": "2"})
    assert all("0002" not in reason["text"] for reason in found["reasons"])


def test_an_action_without_odds_says_why(engine: wire.Engine) -> None:
    load(engine, TIGERS)
    none = ask(engine, do="forecast", action={"verb": "attack", "subject": ["nobody"], "object": "1003"})
    assert none["forecast"] is None
    assert "There is no unit nobody." in none["none"]
    none = ask(engine, do="forecast", action={"verb": "move", "subject": ["2Pz"], "object": "1004"})
    assert none == {"ok": True, "forecast": None, "none": "No odds are given for it in advance."}


def test_only_keys_of_the_request_are_suggested(engine: wire.Engine) -> None:
    found = ask(engine, do="load", game="tigers", units={})
    assert found["path"] == "units"
    assert found["sentence"].startswith("There is no such key; the keys are game, position,")
    found = ask(engine, do="apply", action={"verb": "end"}, dice=[1])
    assert found["sentence"] == "There is no such key; the keys are side, action, numbers."


def test_a_position_is_read_as_it_is_meant(engine: wire.Engine) -> None:
    said = {
        "units": {"2Pz": "0904", "28ID": {"at": "0905"}},
        "held": {"0804": "german"},
        "bridges": {"1204/1105": {"owner": "german", "marker": True}},
    }
    meant = {
        "units": {"2Pz": "904", "28ID": {"at": "905"}},
        "held": {"804": "german"},
        "bridges": {"1105/1204": {"owner": "german", "marker": True}},
    }
    states = []
    for position in (said, meant):
        load(engine, {**TIGERS, "position": {"turn": 3, "phase": "supply", **position}})
        states.append(ask(engine, do="state"))
    assert states[0] == states[1]
    load(engine, {**TIDE, "position": {"units": {"a1": "f4", "g1": "I4"}}})
    assert ask(engine, do="state")["state"]["units"]["a1"]["at"] == "F4"


def test_what_is_said_of_a_hexside_twice_is_refused(engine: wire.Engine) -> None:
    found = ask(
        engine,
        do="load",
        game="tigers",
        base="campaign",
        position={"bridges": {"1204/1105": {"owner": "german"}, "1105/1204": None}},
    )
    assert (found["code"], found["path"]) == ("data", 'position.bridges["1105/1204"]')


def test_the_path_of_a_problem_is_the_key_as_it_was_written(engine: wire.Engine) -> None:
    found = ask(
        engine,
        do="load",
        game="blitzkrieg",
        base="campaign",
        position={"units": {"2_Pz:PzR_3": "1731"}, "blown": {"1715/1615": ["1615"]}},
    )
    assert (found["code"], found["path"]) == ("position", 'position.blown["1715/1615"]')


def test_a_unit_that_is_not_listed_is_answered_with_one_that_is(engine: wire.Engine) -> None:
    found = ask(engine, do="load", game="tigers", base="campaign", position={"units": {"2pz": "904"}})
    assert found["sentence"].endswith("describe it under 'printed'. Did you mean \"2Pz\"?")
    found = ask(
        engine, do="load", game="tigers", base="campaign", position={"units": {"2Pz": {"hex": "904"}}}
    )
    assert found["sentence"] == "There is no such key. A unit's place is given as 'at'."


def test_what_a_file_says_itself_is_not_taken_from_the_request(engine: wire.Engine, tmp_path: Path) -> None:
    """Options that changed nothing were answered as if they had."""
    load(engine, TRUMPETS)
    file = str(tmp_path / "a.hexgame")
    assert ask(engine, do="save", file=file)["ok"]
    for key, value in (
        ("game", "tigers"),
        ("base", "losheim"),
        ("map", "trumpets"),
        ("options", {"german_tot": True}),
        ("seed", 4),
        ("numbers", [1]),
        ("study", True),
        ("tables", "mine.toml"),
    ):
        found = ask(engine, do="load", file=file, **{key: value})
        assert (found["ok"], found["code"], found["path"]) == (False, "request", key)
    assert ask(engine, do="load", file=file)["ok"]


def test_a_map_that_is_written_out_may_name_its_hexsides_from_either_hex(engine: wire.Engine) -> None:
    states = []
    for side in ("3041/3042", "3042/3041"):
        sheet = {
            "grid": "iron_tide",
            "cells": {"3041": "clear", "3042": "clear"},
            "hexsides": [{"side": side, "kinds": ["river"]}],
            "roads": [{"side": side, "kind": "main"}],
        }
        position = {"turn": "20AM", "bridges": {"3042/3041": "built"}}
        load(engine, {"game": "iron_tide", "map": sheet, "position": position})
        states.append((ask(engine, do="facts", ref="3041"), ask(engine, do="state")))
    assert states[0] == states[1]


def test_an_overlay_of_something_else_is_told_what_it_is_asked_about(engine: wire.Engine) -> None:
    load(engine, TIDE)
    found = ask(engine, do="overlay", kind="sightline", subject="C7")
    assert found["sentence"].endswith('it is asked about two hexes, such as "C7 F9".')
