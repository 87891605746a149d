"""What the verbs of an activation share: whether a squad may act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Reason, say

if TYPE_CHECKING:
    from tests.toys.patrol.kit import PatrolPlay, PatrolSeat


def fresh(seat: PatrolSeat, side: str) -> tuple[str, ...]:
    """The squads of a side that may still act [1.4]."""
    return tuple(x for x, u in seat.s.units.items() if u.side == side and u.fresh)


def unfit(seat: PatrolSeat, side: str | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Why a squad may not act. ``side`` None: it is asked about at the wrong time."""
    if len(subject) != 1:
        yield Reason("1.4", say("One squad acts at a time."))
        return
    unit = seat.s.units.get(subject[0])
    if unit is None:
        yield seat.rules.missing(f"squad {subject[0]}")
        return
    if side is not None and unit.side != side:
        yield Reason("1.1", say("{squad} belongs to the other side.", squad=unit.name))
        return
    if not unit.on_map:
        yield Reason("4.3", say("{squad} is not on the map.", squad=unit.name))
    elif not unit.fresh:
        yield Reason("1.4", say("{squad} has acted in this round.", squad=unit.name))


def spend(play: PatrolPlay) -> None:
    """An action of the activation is used [1.1]."""
    play.swap(left=play.top.left - 1)
