"""A whole game of Tide of Iron, action by action with its recorded numbers: it is played today as it was written down."""

from __future__ import annotations

import json
from collections import Counter

import msgspec

from hexbench.engine.values import Action
from tests.games.tide_of_iron import golden, shipped

WRITTEN = json.loads(golden.FILE.read_text(encoding="utf-8"))


def test_a_recorded_game_is_played_again_as_it_was_written_down() -> None:
    rules = shipped.rules(WRITTEN["scenario"])
    state = rules.new(shipped.scenario(WRITTEN["scenario"]), WRITTEN["seed"]).state
    assert golden.standing(state) == WRITTEN["opening"]
    rounds = iter(WRITTEN["rounds"])
    for raw, numbers in WRITTEN["actions"]:
        before = state.round
        state = rules.apply(state, msgspec.convert(raw, Action), numbers).state
        assert not rules.audit(state)
        if state.round != before or not state.stack:
            assert golden.standing(state) == next(rounds)
    assert not state.stack
    assert json.loads(msgspec.json.encode(rules.verdict(state))) == WRITTEN["verdict"]


def test_the_recorded_game_is_worth_playing_again() -> None:
    """It is no idle game: fire, op fire, movement, assaults and cards all happen in it."""
    verbs = Counter(raw["verb"] for raw, _ in WRITTEN["actions"])
    for verb in (
        "advance",
        "fire",
        "roll",
        "shoot",
        "play_card",
        "fire_move",
        "assault",
        "lose",
        "draw",
        "bombard",
    ):
        assert verbs[verb], verb
    assert len(WRITTEN["rounds"]) == 8
    assert WRITTEN["verdict"]["over"]
