from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.rules import Outcome
from hexbench.engine.values import Problem, Reason, say
from hexbench.study import playout
from hexbench.study.playout import Chance, Done, make_opponents, play_out
from tests.toys.ridge import ground
from tests.toys.ridge.game import RidgeGame, RidgeRules, load_scenarios, load_tables
from tests.toys.ridge.movement import MoveUnits
from tests.toys.ridge.state import RidgeOptions

GAME = RidgeGame()


@pytest.fixture
def rules() -> RidgeRules:
    return GAME.open(ground.atlas(), load_tables(), RidgeOptions(turns=3))


def start(rules: RidgeRules, seed: int = 1) -> Outcome:
    return rules.new(load_scenarios()["contact"], seed)


def play(rules: RidgeRules, seed: int = 1, **more: Any) -> Any:
    return play_out(rules, start(rules, seed), make_opponents(GAME, ("random",)), Chance(seed), **more)  # type: ignore[arg-type]


def test_a_game_is_played_to_its_end_and_is_the_same_each_time(rules: RidgeRules) -> None:
    one, other = play(rules), play(rules)
    assert one == other
    assert one.ended
    assert one.verdict.over
    assert one.digest != play(rules, 2).digest


def test_checking_changes_nothing_but_the_sampling(rules: RidgeRules) -> None:
    for seed in range(3):
        found = play(rules, seed, check=True)
        assert found.breaches == ()
        assert found.ended


def test_a_game_without_end_is_stopped(rules: RidgeRules) -> None:
    found = play(rules, most=5)
    assert (found.actions, found.ended) == (5, False)


def test_who_watches_sees_every_action(rules: RidgeRules) -> None:
    seen: list[Done] = []
    found = play(rules, watch=seen.append)
    assert [done.number for done in seen] == list(range(1, found.actions + 1))
    assert seen[0].out.state is seen[1].before


def test_opponents_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(make_opponents(GAME, ("random", "default"))) == ["red", "blue"]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="name one opponent for each"):
        make_opponents(GAME, ("random",) * 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='no opponent "Rommel"; it has random, default'):
        make_opponents(GAME, ("Rommel",))  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        patch.setattr(type(GAME), "opponents", {})
        with pytest.raises(ValueError, match="it has none"):
            make_opponents(GAME, ("Rommel",))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='has no manner "bold"; it has none'):
        make_opponents(GAME, ("random:bold",))  # type: ignore[arg-type]


# ---- planted faults must be found
def faults(rules: RidgeRules) -> str:
    return " | ".join(breach for seed in range(6) for breach in play(rules, seed, check=True).breaches)


def test_an_audit_that_complains_is_heard(rules: RidgeRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RidgeRules, "audit", lambda self, state: (Problem("2.2", say("No.")),))
    assert "the audit finds: [2.2] No." in faults(rules)


def test_a_refusal_of_a_target_is_found(rules: RidgeRules, monkeypatch: pytest.MonkeyPatch) -> None:
    first = MoveUnits.reasons

    def stricter(self: MoveUnits, seat: Any, step: Any, action: Any) -> Any:
        yield from first(self, seat, step, action)
        if action.object.endswith("3"):
            yield Reason("3.3", say("Not there."))

    monkeypatch.setattr(MoveUnits, "reasons", stricter)
    state = rules.new(load_scenarios()["meeting"], 1).state
    assert any(
        "is a target, and refused" in b for b in playout.position_breaches(rules, state, Chance(1).number)
    )


def test_a_hex_that_should_be_refused_is_found(rules: RidgeRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MoveUnits, "reasons", lambda *_: iter(()))
    state = rules.new(load_scenarios()["meeting"], 1).state
    assert any(
        "is no target, and not refused" in b
        for b in playout.position_breaches(rules, state, Chance(1).number)
    )


def test_dice_in_a_view_are_found(rules: RidgeRules, monkeypatch: pytest.MonkeyPatch) -> None:
    first = RidgeRules.view
    monkeypatch.setattr(
        RidgeRules, "view", lambda self, state, side: replace(first(self, state, side), dice=state.dice)
    )
    assert "does not look like what" in faults(rules)


def test_a_chit_told_to_everybody_is_found(rules: RidgeRules, monkeypatch: pytest.MonkeyPatch) -> None:
    first = RidgeRules.hide

    def leaky(self: RidgeRules, state: Any, side: str) -> Any:
        high = sum(1 for u in state.units.values() if u.chit and u.chit > 5 and u.side != side)
        return replace(first(self, state, side), turn=state.turn * 100 + high)

    monkeypatch.setattr(RidgeRules, "hide", leaky)
    assert "does not look like what" in faults(rules)


def test_an_action_that_writes_into_its_position_is_found(
    rules: RidgeRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = MoveUnits.do

    def careless(self: MoveUnits, play: Any, step: Any, action: Any) -> None:
        play.state.lost["red"] += 1
        first(self, play, step, action)

    monkeypatch.setattr(MoveUnits, "do", careless)
    assert "changed the position it was done in" in faults(rules)
