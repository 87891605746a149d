"""Moves of a turn found together, on the sums alone."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.staff.turn import Ends, Turn
from hexbench.staff.value import Field
from tests.staff.board import aims, scales
from tests.staff.test_trying import phase

GAMES = ("iron_tide", "tigers")


def turn_of(game: str, position: int, most: int = 6) -> tuple[Turn, Any]:
    """The turn of a few units in a phase of movement; a hex holds one unit of theirs more."""
    seat, measure = phase(game, "movement", position), scales(game)
    offer = next(o for o in seat.prompt.offers if o.verb in aims(game).moves)
    ends = {}
    for uid in list(offer.subjects)[:most]:
        to = sorted(
            {measure.index[t.object] for t in seat.targets(offer.verb, (uid,)) if t.object in measure.index}
        )
        ends[uid] = Ends(to, [0.0] * len(to))
    return Turn(Field(measure, seat.s), seat.side, ends, lambda uid, to, more: not more), seat


@pytest.mark.parametrize("game", GAMES)
def test_when_all_are_settled_nobody_would_go_elsewhere(game: str) -> None:
    went = 0
    for position in range(3):
        turn, _ = turn_of(game, position)
        turn.settle({})
        assert turn.now.value * turn.sign >= turn.field.value * turn.sign
        assert len(set(turn.places.values())) == len(turn.places)
        before = dict(turn.places)
        if turn.settled:
            assert not any(turn._asked(uid) for uid in turn.ends)
            assert turn.places == before
        went += len(turn.places)
    assert went


def test_an_end_that_stands_fast_is_kept_and_its_room_is_taken() -> None:
    turn, _ = turn_of("tigers", 1)
    uid, ends = next((uid, ends) for uid, ends in turn.ends.items() if ends.to)
    turn.settle({uid: ends.to[0]})
    assert turn.places[uid] == ends.to[0]
    assert all(to != ends.to[0] for one, to in turn.places.items() if one != uid)


def test_two_ways_to_ask_are_no_worse_than_the_first() -> None:
    for position in range(3):
        turn, _ = turn_of("tigers", position)
        turn._ascend({}, list(turn.ends))
        first = turn._total()
        turn.settle({})
        assert turn._total() >= first
        assert sum(turn.gain(uid) > 0 for uid in turn.places) == len(turn.places)
