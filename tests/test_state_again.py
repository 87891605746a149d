"""The answer to ``state`` is the whole position: loaded again it is the same, on its scenario and on the map alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from hexbench.session import wire
from hexbench.study.playout import Chance
from tests.sizes import sized
from tests.test_wire_attacks import ask

CATALOGUE = bootstrap.catalogue()
SCENARIOS = [
    (game, info.name)
    for game in CATALOGUE.games
    for info in CATALOGUE.scenarios(game)
    if not info.is_position
]
ACTIONS = sized(200, 2000)
EVERY = 10


@pytest.fixture
def engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[wire.Engine, wire.Engine]]:
    """One that plays and one that loads."""
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    pair = wire.Engine(CATALOGUE), wire.Engine(CATALOGUE)
    yield pair
    for one in pair:
        one.close()


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_state_is_loaded_again_as_it_was(
    engines: tuple[wire.Engine, wire.Engine], game: str, scenario: str
) -> None:
    plays, loads = engines
    assert ask(plays, do="new", game=game, scenario=scenario, seed=5)["ok"]
    options = msgspec.to_builtins(plays.session.bound.options)
    grounds = ({"base": scenario}, {"map": plays.session.bound.map})
    think, opponent = Chance(7), RandomOpponent()
    for n in range(ACTIONS):
        side = plays.session.decider
        if side is None:
            break
        if n % EVERY == 0:
            told = ask(plays, do="state")
            for ground in grounds:
                again = ask(loads, do="load", game=game, options=options, position=told["state"], **ground)
                assert again["ok"], again
                assert ask(loads, do="state") == told
        action, _ = opponent.choose(plays.session.seat(side), think)
        plays.session.do(action)
