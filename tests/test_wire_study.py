"""The engine protocol on what may come: odds of a plan, games from here, and the bounds of both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexbench.session import wire
from tests.session import toybox

PLAN = [
    {"verb": "end_movement"},
    {"verb": "attack", "subject": ["r1", "r2"], "object": "0404"},
    {"verb": "declare"},
]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[wire.Engine]:
    found = wire.Engine(toybox.library(toybox.write_data(tmp_path)))
    assert ask(found, do="new", game="ridge", scenario="contact", seed=1)["ok"]
    yield found
    found.close()


def ask(engine: wire.Engine, **request: Any) -> dict[str, Any]:
    answer = engine.answer(json.dumps(request).encode())
    found: dict[str, Any] = json.loads(json.dumps(answer))
    return found


def test_odds_change_nothing_and_are_the_same_again(engine: wire.Engine) -> None:
    before = ask(engine, do="state")
    one, other = (
        ask(engine, do="odds", plan=PLAN, hexes=["0404"], units=["r1"], score=True) for _ in range(2)
    )
    assert one == other
    found = one["odds"]
    assert found["exact"]
    assert [answer["question"]["about"] for answer in found["answers"]] == ["hex", "unit", "score"]
    assert ask(engine, do="state") == before
    assert [a["question"]["about"] for a in ask(engine, do="odds")["odds"]["answers"]] == ["score"]


def test_the_other_side_asks_with_what_it_sees(engine: wire.Engine) -> None:
    mine = ask(engine, do="odds", hexes=["0404"], until="4")["odds"]
    yours = ask(engine, do="odds", hexes=["0404"], until="4", side="blue")["odds"]
    assert (mine["side"], yours["side"]) == ("red", "blue")
    assert mine["worlds"] > 1
    whole = ask(engine, do="odds", hexes=["0404"], until="4", side="umpire")["odds"]
    assert (whole["side"], whole["worlds"]) == ("red", 1)
    assert "notes" not in whole


def test_games_from_here_are_the_same_again_and_end_with_the_work_allowed(engine: wire.Engine) -> None:
    one, other = (ask(engine, do="chance", games=4, opponents=["random", "default"]) for _ in range(2))
    assert one == other
    assert one["chance"]["games"] == len(one["played"]) == 4
    assert sum(rate["wins"] for rate in one["chance"]["rates"]) == 4
    first = one["played"][0]["actions"]
    cut = ask(engine, do="chance", games=4, opponents=["random", "default"], cap=first + 2)
    assert [game["ended"] for game in cut["played"]] == [True, False]
    assert cut["played"][1]["actions"] == 2
    assert cut["chance"]["cut"] == 1


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        ({"do": "odds", "worlds": 33}, "worlds"),
        ({"do": "odds", "cap": 20_001}, "cap"),
        ({"do": "odds", "samples": 0}, "samples"),
        ({"do": "odds", "hexes": ["0101"] * 65}, "hexes"),
        ({"do": "odds", "luck": 1}, "luck"),
        ({"do": "odds", "hexes": ["0999"]}, None),
        ({"do": "odds", "units": ["nobody"]}, None),
        ({"do": "odds", "until": "tea"}, None),
        ({"do": "odds", "enemy": "Rommel"}, None),
        ({"do": "chance", "games": 1_001}, "games"),
        ({"do": "chance", "cap": 0}, "cap"),
        ({"do": "chance", "opponents": ["Rommel"]}, "opponents"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_place(
    engine: wire.Engine, request_: dict[str, Any], path: str | None
) -> None:
    found = ask(engine, **request_)
    assert not found["ok"]
    assert found["code"] in ("request", "data")
    assert found.get("path") == path
    assert found["sentence"].endswith(".")


def test_a_plan_that_cannot_begin_has_its_reasons(engine: wire.Engine) -> None:
    found = ask(engine, do="odds", plan=PLAN[1:])
    assert (found["code"], found["reasons"][0]["rule"]) == ("refused", "1.1")


def test_a_game_that_is_over_has_no_odds(engine: wire.Engine) -> None:
    while ask(engine, do="prompt")["prompt"]["side"] is not None:
        default = ask(engine, do="prompt")["prompt"]["default"]
        assert ask(engine, do="apply", action=default)["ok"]
    for do in ("odds", "chance"):
        assert ask(engine, do=do)["sentence"] == "The game is over."
