"""Random combats on a crowded front: what holds at every step, whatever is done."""

from __future__ import annotations

from collections import Counter

import pytest

from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Action, action_of
from hexbench.games.tigers.pieces import ELIMINATED
from hexbench.games.tigers.seat import TgSeat
from hexbench.games.tigers.state import Tigers
from tests.games.tigers.field import ARDENNES
from tests.games.tigers.test_oracle_combat import scattered
from tests.laws.walk import Chance

SLOW = ("end", "allocate", "stay")
"""What a player does last who wants to see everything."""
FIGHT = ("combat", "air", "resolution", "no_retreat", "losses", "how_far", "retreat", "farther", "advance")


def eager(seat: TgSeat, chance: Chance) -> Action | None:
    """Something that goes on with the fight, if there is anything."""
    offers = [o for o in seat.prompt.offers if not o.back and o.verb not in SLOW]
    while offers and chance.number(12) > 1:
        offer = offers.pop(chance.number(len(offers)) - 1)
        for one in chance.sample(offer.subjects, 4) or [""]:
            subject = (one,) if one else ()
            targets = seat.targets(offer.verb, subject)
            if targets:
                return action_of(offer.verb, subject, targets[chance.number(len(targets)) - 1])
    return None


@pytest.mark.parametrize("seed", range(6))
def test_what_holds_at_every_step(seed: int) -> None:
    rules, chance, opponent = ARDENNES, Chance(seed), RandomOpponent()
    state = scattered(seed + 100).state
    seen: Counter[str] = Counter()
    for _ in range(150):
        decider = rules.decider(state)
        assert decider is not None
        seat = rules.seat(state, decider)
        step = seat.prompt.step
        if step not in FIGHT:
            break
        seen[step] += 1
        default = seat.prompt.default
        assert default is not None
        assert seat.refuse(default) == ()
        action = eager(seat, chance) or opponent.choose(seat, chance)[0]
        assert seat.refuse(action) == ()
        before = rules.pack(state)
        out = rules.apply(state, action)
        assert rules.pack(state) == before
        again = rules.apply(rules.unpack(before), action, out.numbers)
        assert rules.digest(again.state) == rules.digest(out.state)
        assert rules.make_board(out.state).compared() == rules.board(out.state).compared()
        _sound(out.state)
        state = out.state
    assert seen["combat"] > 3


def _sound(s: Tigers) -> None:
    """No enemies share a hex, who is lost stays lost, and nobody attacks that is disrupted or gone."""
    units = s.units
    sides: dict[str, set[str]] = {}
    for uid, unit in units.items():
        if unit.on_map and uid != "vdH":
            sides.setdefault(unit.at, set()).add(unit.side)
        assert not (unit.disrupted and unit.entrenched), uid
    assert all(len(found) == 1 for found in sides.values())
    for attack in s.attacks:
        assert all(units[u].on_map and units[u].at != ELIMINATED for u in attack.attackers)
        assert not any(units[u].disrupted for u in attack.attackers)


@pytest.mark.parametrize("seed", range(3))
def test_following_the_defaults_ends_the_game_from_the_middle_of_a_combat(seed: int) -> None:
    rules, chance = ARDENNES, Chance(seed)
    state = scattered(seed + 200).state
    for _ in range(30):
        decider = rules.decider(state)
        if decider is None:
            return
        action = eager(rules.seat(state, decider), chance)
        if action is None:
            break
        state = rules.apply(state, action).state
    for _ in range(1500):
        decider = rules.decider(state)
        if decider is None:
            return
        default = rules.seat(state, decider).prompt.default
        assert default is not None
        state = rules.apply(state, default).state
    raise AssertionError("the defaults do not end the game")
