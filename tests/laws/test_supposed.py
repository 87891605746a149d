"""Attacks that are only thought of, in every game: they are told from a view, change nothing, and take any thought."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexbench import bootstrap
from hexbench.engine import what_if
from hexbench.engine.rules import GameDef
from hexbench.engine.seat import Seat
from hexbench.engine.what_if import AttacksInThought, Supposed, WhatIf
from hexbench.study.playout import board_breaches
from tests.laws.case import load_case, product_names, toys, unlike_names
from tests.sizes import sized

NAMES = sized(unlike_names, product_names)()
ACTIONS = 121
EVERY = sized(120, 60)
"""Actions between two positions that are looked at."""


def _seats(name: str) -> Iterator[Seat]:
    """Everybody's seat at positions on the way of defaults."""
    case = load_case(name)
    state = case.begin(7).state
    for n in range(ACTIONS):
        decider = case.rules.decider(state)
        if decider is None:
            return
        seat = case.rules.seat(state, decider)
        if n % EVERY == 0:
            yield seat
            yield from (case.rules.seat(state, side) for side in (*case.rules.sides, None) if side != decider)
        assert seat.prompt.default is not None
        state = case.rules.apply(state, seat.prompt.default).state


@pytest.mark.parametrize("name", [*sorted(toys()), *NAMES])
def test_every_possible_attack_can_be_told_and_every_choice_taken(name: str) -> None:
    for seat in _seats(name):
        before = seat.rules.pack(seat.s)
        for side in seat.rules.sides:
            for aim in seat.aims(side)[:6]:
                for one in seat.attacks_on(side, aim):
                    told = seat.suppose(one.what)
                    assert told is not None
                    assert told.status == "supposed"
                    assert set(told.hexes) == set(one.what.hexes)
                    assert (one.what.side, 0 <= one.chance <= 100) == (side, True)
                    assert all(clause.rule for clause in one.shifts)
                    acts = [*told.choices, *(c for a in told.accounts for f in a.lines for c in f.choices)]
                    for choice in acts[:12]:
                        if choice.action.verb in what_if.VERBS:
                            after = what_if.changed(one.what, choice.action)
                            assert after is None or seat.suppose(after) is not None
                        else:
                            assert one.now
                            assert seat.refuse(choice.action) == ()
        assert seat.rules.pack(seat.s) == before


@pytest.mark.parametrize("name", NAMES)
def test_the_board_of_a_thought_is_the_board_built_anew(name: str) -> None:
    """It is patched from that of the position."""
    for seat in _seats(name):
        what = seat.what_if()
        if not isinstance(what, WhatIf):
            return
        for side in seat.rules.sides:
            for aim in what.targets(seat, side)[:4]:
                places = tuple(what.able(seat, side, aim, far=True))[:8]
                there = what.standing(seat, Supposed(side=side, hexes=(aim,), units=places))
                assert not list(board_breaches(there.board, seat.rules.make_board(there.s)))


@pytest.mark.parametrize("game", bootstrap.GAMES, ids=lambda game: game.key)
def test_every_game_works_out_attacks_or_says_that_it_does_not(game: GameDef) -> None:
    """In a sentence of its own; "nobody can be attacked" would be something else."""
    name = next(one for one in product_names() if one.startswith(game.key))
    seat = next(_seats(name))
    found = seat.what_if()
    assert seat.made("what_if")
    assert isinstance(found, AttacksInThought) or str(found) != str(Seat.what_if(seat))


@pytest.mark.parametrize("name", NAMES)
def test_a_thought_that_makes_no_sense_is_told_as_such_and_does_no_harm(name: str) -> None:
    seat = next(_seats(name))
    labels = seat.rules.atlas.labels
    unit = next(iter(seat.s.units))
    for side in (*seat.rules.sides, "nobody"):
        for hexes in ((), ("nowhere",), (labels[0],), (labels[0], "nowhere"), (labels[-1], labels[0])):
            for units in ((), (("nobody", labels[0]),), ((unit, "nowhere"),), ((unit, labels[0]),)):
                for target in ("", "nobody", unit):
                    seat.suppose(
                        Supposed(
                            side=side, hexes=hexes, target=target, units=units, switches=("what", "mode=what")
                        )
                    )
    assert seat.begin_supposing("nowhere", (unit, "nobody")) is None
    assert seat.begin_supposing(labels[0], ("nobody",)) is None or seat.board.units_at(labels[0])
