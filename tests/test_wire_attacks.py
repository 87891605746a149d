"""The engine protocol on attacks that are only thought of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexbench import bootstrap
from hexbench.session import wire
from tests.session.toybox import library, write_data


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[wire.Engine]:
    """An engine with what ships, at the position for newcomers."""
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    found = wire.Engine(bootstrap.catalogue())
    assert ask(found, do="new", game="iron_tide", scenario="17_december", seed=1)["ok"]
    yield found
    found.close()


def ask(engine: wire.Engine, **request: Any) -> dict[str, Any]:
    """One request and its answer, over JSON as a client would."""
    answer: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(engine.answer(msgspec.json.encode(request)))
    )
    return answer


def test_attacks_are_ranked_and_one_of_them_is_told_in_full(engine: wire.Engine) -> None:
    found = ask(engine, do="attacks")["attacks"]
    assert len(found) > 10
    worth = [one["worth"] for one in found]
    assert worth == sorted(worth, reverse=True)
    assert found[0]["shifts"][0]["rule"] == "11.3e"
    combat = ask(engine, do="suppose", what=found[0]["what"])["combat"]
    assert combat["status"] == "supposed"
    assert sum(bar["weight"] for bar in combat["spreads"][0]["bars"]) > 0
    assert any(choice["action"]["verb"].startswith("suppose_") for choice in combat["choices"])


GAMES = [
    ("iron_tide", "17_december"),
    ("tide_of_iron", "stoumont"),
    ("tigers", "19_december"),
    ("blitzkrieg", "bastogne"),
    ("trumpets", "rocherath"),
]


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_every_game_ranks_attacks_and_tells_them_in_the_same_form(
    engine: wire.Engine, game: str, scenario: str
) -> None:
    assert ask(engine, do="new", game=game, scenario=scenario, seed=1)["ok"]
    sides = next(one for one in ask(engine, do="games")["games"] if one["key"] == game)["sides"]
    for side in (sides[0], sides[-1]):
        for far in (False, True):
            found = ask(engine, do="attacks", by=side, side=side, far=far)["attacks"]
            assert isinstance(found, list)
            assert [one["worth"] for one in found] == sorted((one["worth"] for one in found), reverse=True)
            for one in found[:2]:
                combat = ask(engine, do="suppose", what=one["what"], side=side)["combat"]
                assert (combat["key"], combat["status"]) == ("supposed", "supposed")
                assert combat["choices"][-1]["action"]["verb"] == "suppose_nothing"


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_who_and_what_is_named_twice_is_thought_of_once(
    engine: wire.Engine, game: str, scenario: str
) -> None:
    assert ask(engine, do="new", game=game, scenario=scenario, seed=1)["ok"]
    while not (found := ask(engine, do="attacks", by="german", far=True)["attacks"]):
        assert ask(engine, do="apply", action=ask(engine, do="prompt")["prompt"]["default"])["ok"]
    what = found[0]["what"]
    told = ask(engine, do="suppose", what=what)
    twice = {key: what[key] * 2 for key in ("hexes", "units")}
    assert told["combat"]["spreads"]
    assert ask(engine, do="suppose", what={**what, **twice}) == told


def test_in_the_odds_of_an_attack_nobody_counts_twice(engine: wire.Engine) -> None:
    assert ask(engine, do="new", game="blitzkrieg", scenario="bastogne", seed=1)["ok"]
    what = ask(engine, do="attacks", by="german")["attacks"][0]["what"]
    action = {"verb": "engage", "subject": [unit for unit, _ in what["units"]], "object": what["hexes"][0]}
    told = ask(engine, do="forecast", action=action)
    assert told["forecast"]["lines"]
    assert ask(engine, do="forecast", action={**action, "subject": action["subject"] * 2}) == told


def test_a_game_without_attacks_in_thought_says_so(tmp_path: Path) -> None:
    """Instead of telling that nobody can be attacked."""
    found = wire.Engine(library(write_data(tmp_path)))
    assert ask(found, do="new", game="ridge", scenario="contact", seed=1)["ok"]
    none = "A ridge is too small to work out attacks beforehand."
    assert ask(found, do="attacks") == {"ok": True, "attacks": None, "none": none}
    what = {"side": "red", "hexes": ["0101"]}
    assert ask(found, do="suppose", what=what) == {"ok": True, "combat": None, "none": none}
    found.close()


def test_the_other_side_is_asked_for_from_what_one_side_knows(engine: wire.Engine) -> None:
    allied = ask(engine, do="attacks", by="allied", side="german")["attacks"]
    assert allied
    assert all(one["what"]["side"] == "allied" for one in allied)
    unknown = ask(engine, do="attacks", by="nobody")
    assert (unknown["ok"], unknown["code"], unknown["path"]) == (False, "request", "by")


def test_a_thought_of_nobody_is_none_and_a_bad_one_is_refused(engine: wire.Engine) -> None:
    nobody = {"side": "german", "hexes": ["9999"], "units": [["ghost", "9999"]]}
    assert ask(engine, do="suppose", what=nobody) == {"ok": True, "combat": None}
    bad = ask(engine, do="suppose", what={"side": "german", "hex": "1742"})
    assert (bad["ok"], bad["code"]) == (False, "request")
