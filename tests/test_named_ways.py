"""A way that an action names is gone hex by hex, or refused: no other is taken in its place."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.atlas.atlas import Atlas
from hexbench.engine.events import UnitMoved
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Action, Refused
from hexbench.study.playout import Chance
from tests.sizes import sized

CATALOGUE = bootstrap.catalogue()
SCENARIOS = (
    ("iron_tide", "17_december"),
    ("tigers", "19_december"),
    ("tide_of_iron", "noville"),
    ("blitzkrieg", "bastogne"),
    ("trumpets", "losheim"),
)
ACTIONS = sized(300, 3000)


def others(atlas: Atlas, start: str, via: Sequence[str], chance: random.Random) -> Iterator[tuple[str, ...]]:
    """Ways that end where this one ends, and some that do not: there and back first, by a hex beside, with a leap, beyond."""
    yield (chance.choice(atlas.near[start]), start, *via)
    beside = [at for at in atlas.near[start] if at != via[0] and via[0] in atlas.near[at]]
    if beside:
        yield (chance.choice(beside), *via)
    if len(via) > 1 and via[1] not in atlas.near[start]:
        yield tuple(via[1:])
    yield (*via, chance.choice(atlas.near[via[-1]]))
    yield ("ZZZZ", *via)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_way_that_is_named_is_gone_or_refused(game: str, scenario: str) -> None:
    loaded = CATALOGUE.load_scenario(game, scenario)
    rules, chance, think, opponent = loaded.rules, random.Random(3), Chance(4), RandomOpponent()
    near, state = rules.atlas.near, rules.new(loaded.scenario, 3).state
    seen: Counter[str] = Counter()
    for _ in range(ACTIONS):
        side = rules.decider(state)
        if side is None:
            break
        action, _why = opponent.choose(rules.seat(state, side), think)
        start = state.units[action.subject[0]].at if action.via and action.subject else ""
        if start in near and all(at in near for at in action.via):
            for via in others(rules.atlas, start, action.via, chance):
                named: Action = replace(action, via=via)
                try:
                    outcome = rules.apply(state, named)
                except Refused:
                    seen["refused"] += 1
                    continue
                seen["gone"] += 1
                assert outcome.action is not None
                assert outcome.action.via == via, named
                told = (one.to(None) for one in outcome.told)
                ways = [event.path for event in told if isinstance(event, UnitMoved)]
                assert all((start, *via)[: len(way)] == way for way in ways[:1]), (named, ways)
        state = rules.apply(state, action).state
    assert seen["refused"] > 10
