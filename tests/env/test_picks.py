"""An action in short picks: nothing legal is left out, nothing illegal can be picked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Action, action_of
from hexbench.env.picks import Pick, Picking, load
from hexbench.study.playout import Chance

SCENARIOS = (
    "iron_tide/example_of_play",
    "tide_of_iron/lanzerath",
    "tigers/24_december",
    "blitzkrieg/bastogne",
    "trumpets/losheim",
)


def positions(scenario: str, count: int, every: int) -> Iterator[Any]:
    """Seats that decide, along a random game."""
    loaded = load(scenario, None)
    rules, state = loaded.rules, loaded.begin(0).state
    chance, opponent = Chance(5), RandomOpponent()
    for n in range(count * every):
        side = rules.decider(state)
        if side is None:
            return
        seat = rules.seat(state, side)
        if n % every == 0:
            yield seat
        action, _ = opponent.choose(seat, chance)
        state = rules.apply(state, rules.settle(state, action)).state


def reached(picking: Picking) -> set[Action]:
    """Every action with one unit that picks lead to, all pages gone through."""
    found: set[Action] = set()
    begun: set[tuple[str, tuple[str, ...], int]] = set()
    todo = [picking]
    while todo:
        here = todo.pop()
        key = (here.verb, here.subject, here.page)
        if key in begun:
            continue
        begun.add(key)
        for n, pick in enumerate(here.picks):
            if pick.kind in ("back", "along"):
                continue
            there = here.take(n)
            if isinstance(there, Picking):
                todo.append(there)
            elif pick.kind != "default":
                found.add(there)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_picks_lead_to_every_legal_action_of_one_unit_and_to_no_other(scenario: str) -> None:
    for seat in positions(scenario, count=4, every=17):
        wide = 0
        legal: set[Action] = set()
        for verb in seat.forward:
            offer = seat.offered(verb)
            assert offer is not None
            for unit in offer.subjects or ("",):
                subject = (unit,) if unit else ()
                targets = seat.targets(verb, subject)
                wide = max(wide, len(targets))
                legal |= {action_of(verb, subject, target) for target in targets}
        assert reached(Picking(seat, 7)) == legal
        assert reached(Picking(seat, 100_000)) == legal


def test_a_list_goes_on_over_pages_and_begins_again() -> None:
    seat = next(positions("trumpets/losheim", 1, 1))
    whole = Picking(seat, 10_000).picks
    assert len(whole) > 4
    page = Picking(seat, 4)
    seen: list[Pick] = []
    for _ in range(-(-len(whole) // 3)):
        assert len(page.picks) <= 4
        assert page.picks[-1].kind == "more"
        seen += page.picks[:-1]
        there = page.take(len(page.picks) - 1)
        assert isinstance(there, Picking)
        page = there
    assert tuple(seen) == whole
    assert page.page == 0


def test_units_are_taken_along_and_named_in_their_own_order() -> None:
    rng = random.Random(3)
    for seat in positions("iron_tide/example_of_play", 40, 1):
        picking = Picking(seat, 500)
        joint = [n for n, pick in enumerate(picking.picks) if pick.kind == "who"]
        for n in rng.sample(joint, min(5, len(joint))):
            there = picking.take(n)
            along = (
                [k for k, p in enumerate(there.picks) if p.kind == "along"]
                if isinstance(there, Picking)
                else []
            )
            if along:
                assert isinstance(there, Picking)
                both = there.take(along[-1])
                subject = both.subject
                assert len(subject) == 2
                rank = seat.board.rank
                assert list(subject) == sorted(subject, key=rank.__getitem__)
                if isinstance(both, Picking) and not seat.targets(both.verb, subject):
                    assert both.picks[-1].kind == "back"
                return
    pytest.fail("nobody could be taken along")


def test_places_that_are_empty_and_lists_too_short_are_told() -> None:
    seat = next(positions("trumpets/losheim", 1, 1))
    picking = Picking(seat, 10_000)
    with pytest.raises(IndexError, match="is empty"):
        picking.take(len(picking.picks))
    with pytest.raises(ValueError, match="two places"):
        Picking(seat, 1)
    with pytest.raises(ValueError, match="names no scenario"):
        load("trumpets", bootstrap.catalogue())
