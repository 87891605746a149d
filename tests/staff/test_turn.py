"""Moves of a turn found together, and the enemy's answer to them, on the sums alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hexbench.staff.turn import Ends, Turn
from hexbench.staff.value import Field
from tests.staff.board import aims, scales
from tests.staff.test_trying import phase

GAMES = ("iron_tide", "tigers")


def turn_of(game: str, position: int, *, share: float = 1.0, most: int = 6) -> tuple[Turn, Any]:
    """The turn of a few units in a phase of movement; a hex holds one unit of theirs more."""
    seat, measure = phase(game, "movement", position), scales(game)
    offer = next(o for o in seat.prompt.offers if o.verb in aims(game).moves)
    ends = {}
    for uid in list(offer.subjects)[:most]:
        to = sorted(
            {measure.index[t.object] for t in seat.targets(offer.verb, (uid,)) if t.object in measure.index}
        )
        ends[uid] = Ends(to, np.zeros(len(to)))
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


@pytest.mark.parametrize("game", GAMES)
def test_the_enemy_answers_with_what_is_worth_most_to_him(game: str) -> None:
    turn, seat = turn_of(game, 1)
    after = turn.now.turned()
    ends = [to for one in turn.ends.values() for to in one.to]
    enemies = turn._enemies(ends)
    assert enemies
    assert all(seat.s.units[uid].side != seat.side for uid in enemies)
    assert turn._reply(after, enemies) <= after.value * turn.sign
    assert turn._reply(after, enemies) == turn._reply(after, enemies)
    assert turn._reply(after, ()) == after.value * turn.sign
