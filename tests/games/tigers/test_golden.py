"""A whole game of Tigers, action by action with its recorded numbers: it is played today as it was written down."""

from __future__ import annotations

import json
from collections import Counter

import msgspec
import pytest

from hexbench.engine.values import Action
from tests.games.tigers import golden, shipped

WRITTEN = json.loads(golden.FILE.read_text(encoding="utf-8"))


def test_a_recorded_game_is_played_again_as_it_was_written_down() -> None:
    rules = shipped.rules()
    state = rules.new(shipped.scenario(), WRITTEN["seed"]).state
    assert golden.standing(rules, state) == WRITTEN["opening"]
    turns = iter(WRITTEN["turns"])
    for raw, numbers in WRITTEN["actions"]:
        before = state.turn
        state = rules.apply(state, msgspec.convert(raw, Action), numbers).state
        assert not rules.audit(state)
        if state.turn != before or not state.stack:
            assert golden.standing(rules, state) == next(turns)
    assert not state.stack
    assert json.loads(msgspec.json.encode(rules.verdict(state))) == WRITTEN["verdict"]


VERBS = Counter(raw["verb"] for raw, _ in WRITTEN["actions"])


@pytest.mark.parametrize(
    "verb",
    [
        "hide_dump",
        "drop",
        "invoke_ruthlessness",
        "pray",
        "roll_weather",
        "enter",
        "split",
        "move",
        "attack",
        "widen",
        "allocate",
        "bomb",
        "raid",
        "intercept",
        "resolve",
        "order",
        "length",
        "further",
        "retreat",
        "advance",
        "build",
        "entrench",
        "resupply",
    ],
)
def test_the_recorded_game_is_worth_playing_again(verb: str) -> None:
    assert VERBS[verb]


def test_it_is_a_whole_campaign() -> None:
    assert [turn["turn"] for turn in WRITTEN["turns"]] == [*range(2, 13), 12]
    assert {turn["weather"] for turn in WRITTEN["turns"]} == {"Snow", "Fog", "Clear"}
    assert WRITTEN["verdict"]["over"]
