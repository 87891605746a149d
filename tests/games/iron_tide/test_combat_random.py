"""Random combats on a crowded front: the laws that hold at every step, whatever is done."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hexbench.engine.events import Revealed
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Action
from hexbench.games.iron_tide.combat_dock import DOCK
from hexbench.games.iron_tide.seat import ItSeat
from tests.games.iron_tide.melee import front, melee

SLOW = ("end", "declare", "commit", "stay", "decline")
"""What a player does last who wants to see everything."""


class Chance:
    """An opponent's own chance, from a seed."""

    def __init__(self, seed: int) -> None:
        self._pick = random.Random(seed)

    def number(self, n: int) -> int:
        """1..n."""
        return self._pick.randint(1, n)

    def cancelled(self) -> bool:
        """Nobody asks to stop."""
        return False


def eager(seat: ItSeat, chance: Chance) -> Action | None:
    """Something that goes on with the fight, if there is anything."""
    offers = [o for o in seat.prompt.offers if not o.back and o.verb not in SLOW]
    while offers and chance.number(20) > 1:
        offer = offers.pop(chance.number(len(offers)) - 1)
        subjects: list[tuple[str, ...]] = [(one,) for one in offer.subjects] or [()]
        for _ in range(min(4, len(subjects))):
            subject = subjects.pop(chance.number(len(subjects)) - 1)
            targets = seat.targets(offer.verb, subject)
            if targets:
                found = targets[chance.number(len(targets)) - 1]
                return Action(offer.verb, subject, found.object, found.how, found.via)
    return None


CASES = [
    (seed, turn, side)
    for seed, (turn, side) in enumerate(
        [("16AM", "german"), ("18AM", "allied"), ("23AM", "german"), ("17AM", "german"), ("27AM", "allied")]
    )
]


@pytest.mark.parametrize(("seed", "turn", "side"), CASES)
def test_the_laws_hold_at_every_step(seed: int, turn: str, side: str) -> None:
    rules, chance, opponent = front(), Chance(seed), RandomOpponent()
    out = rules.resume(melee(seed, turn, phasing=side))
    state = out.state
    seen: Counter[str] = Counter()
    for _ in range(160):
        decider = rules.decider(state)
        if decider is None:
            break
        seat = rules.seat(state, decider)
        default = seat.prompt.default
        assert default is not None
        assert seat.refuse(default) == ()
        action = eager(seat, chance) or opponent.choose(seat, chance)[0]
        assert seat.refuse(action) == ()
        seen[seat.prompt.step] += 1
        before = rules.pack(state)
        out = rules.apply(state, action)
        assert rules.pack(state) == before
        again = rules.apply(rules.unpack(before), action, out.numbers)
        assert rules.digest(again.state) == rules.digest(out.state)
        assert [str(p) for p in rules.audit(out.state)] == []
        assert rules.make_board(out.state).compared() == rules.board(out.state).compared()
        for viewer in rules.sides:
            view = rules.view(out.state, viewer)
            world = rules.imagine(view, viewer, chance.number)
            assert rules.pack(rules.view(world, viewer)) == rules.pack(view)
            twin_state = rules.imagine(rules.view(state, viewer), viewer, chance.number)
            known = viewer == decider or not rules.seat(twin_state, decider).refuse(action)
            if not out.barrier and known:
                twin = rules.apply(twin_state, action)
                assert rules.pack(rules.view(twin.state, viewer)) == rules.pack(view)
                assert [t.to(viewer) for t in twin.told] == [t.to(viewer) for t in out.told]
        if any(isinstance(t.all, Revealed) for t in out.told):
            assert out.barrier
        state = out.state
    assert seen["combat"]
    assert seen["commit"] + seen["retreat"] + seen["advance"] > 5


@pytest.mark.rule("iron_tide", "SEQ.DEFAULT")
@pytest.mark.parametrize("seed", range(3))
def test_following_the_defaults_ends_the_game(seed: int) -> None:
    rules, chance = front(), Chance(seed)
    state = rules.resume(melee(seed, "2PM", phasing="german")).state
    for _ in range(25):  # somewhere in the middle of things
        decider = rules.decider(state)
        if decider is None:
            break
        seat = rules.seat(state, decider)
        action = eager(seat, chance)
        if action is None:
            break
        state = rules.apply(state, action).state
    for _ in range(500):
        decider = rules.decider(state)
        if decider is None:
            return
        default = rules.seat(state, decider).prompt.default
        assert default is not None
        state = rules.apply(state, default).state
    raise AssertionError("the defaults do not end the game")


def test_random_play_ends() -> None:
    rules, chance, opponent = front(), Chance(5), RandomOpponent()
    state = rules.resume(melee(5, "1PM")).state
    for _ in range(3000):
        decider = rules.decider(state)
        if decider is None:
            return
        state = rules.apply(state, opponent.choose(rules.seat(state, decider), chance)[0], trusted=True).state
    raise AssertionError("random play does not end")


def test_what_is_kept_of_the_reckonings_is_what_they_come_to_anew() -> None:
    rules, chance, opponent = front(), Chance(1), RandomOpponent()
    state = rules.resume(melee(1, "18AM", phasing="allied")).state
    asked = shared = 0
    for _ in range(80):
        decider = rules.decider(state)
        if decider is None:
            break
        seat = rules.seat(state, decider)
        before = rules.memo.get("reckoned")
        found = DOCK.board(seat)
        last = rules.memo.pop("reckoned", None)
        assert DOCK.board(seat) == found
        if last is not None:
            rules.memo["reckoned"] = last
            shared += last is before
        asked += 1
        state = rules.apply(state, eager(seat, chance) or opponent.choose(seat, chance)[0]).state
    assert asked > 40
    assert shared > 10  # while attacks are drafted all else of the position is as it was
