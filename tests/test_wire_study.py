"""The engine protocol on what may come: odds of a plan, games from here, and the bounds of both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap
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


# ---- positions compared, supply, review ---------------------------------------------------------------------------------
def test_games_from_two_nodes_are_pairs(engine: wire.Engine) -> None:
    for _ in range(3):
        ask(engine, do="apply", action=ask(engine, do="prompt")["prompt"]["default"])
    here = ask(engine, do="chance", games=3, opponents=["default"])
    found = ask(engine, do="chance", games=3, opponents=["default"], against=0)
    assert found["played"] == here["played"]
    assert found["compared"]["second"] == here["chance"]
    assert found["compared"]["pairs"] == 3
    assert ask(engine, do="chance", against=999)["path"] == "against"


def test_a_game_without_supply_says_so(engine: wire.Engine) -> None:
    found = ask(engine, do="supply", worst=3)
    assert (found["supply"], found["none"]) == (None, "A toy has none of it.")
    assert ask(engine, do="odds", supply=["r1"])["code"] == "request"


def test_the_game_so_far_is_gone_over(engine: wire.Engine) -> None:
    assert ask(engine, do="review")["none"] == "Nothing has been done yet."
    for _ in range(4):
        ask(engine, do="apply", action=ask(engine, do="prompt")["prompt"]["default"])
    before = ask(engine, do="state")
    found = ask(engine, do="review", side="red")["review"]
    assert found["side"] == "red"
    assert found["turns"][-1]["steps"] == 4
    assert "decisions" not in found or found["decisions"] == []
    judged = ask(engine, do="review", level="default", side="umpire")["review"]
    assert judged["judged"] == judged["phases"] > 0
    assert all("world" not in one for one in judged["decisions"])
    short = ask(engine, do="review", level="random", side="umpire", cap=1)["review"]
    assert short.get("judged", 0) < judged["judged"]
    assert ask(engine, do="review", level="nobody")["path"] == "level"
    assert ask(engine, do="state") == before


def test_supply_in_thought_over_the_wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    engine = wire.Engine(bootstrap.catalogue())
    try:
        assert ask(engine, do="new", game="tigers", scenario="19_december", seed=1)["ok"]
        found = ask(engine, do="supply", of="allied", worst=2)
        worst = found["cuts"][0]
        then = ask(engine, do="supply", of="allied", hexes=[worst["hex"]])["supply"]
        assert [one["side"] for one in then] == ["allied", "german"]
        lost = {one["unit"] for one in then[0]["changed"] if one["before"] and one.get("after") is False}
        assert lost == set(worst["units"])
        for wrong in ({"of": "nobody"}, {"worst": 51}, {"hexes": ["9999"]}, {"bridges": ["0101/0102"]}):
            assert ask(engine, do="supply", **wrong)["code"] == "request"
    finally:
        engine.close()
