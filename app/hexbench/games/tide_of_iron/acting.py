"""What the verbs of a turn share: whether a unit may be activated, and that an action is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Reason, say

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.actions import Turn
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import Position, TiPlay, TiSeat


def unfit(seat: TiSeat, step: Turn | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Why a unit may not be activated at all: not one of ours, not in play, not fresh."""
    if len(subject) != 1:
        yield Reason("TI-SEQ-06", say("One unit is activated at a time."))
        return
    unit = seat.s.units.get(subject[0])
    if unit is None:
        yield seat.rules.missing(f"unit {subject[0]}")
        return
    if step is not None and unit.side != step.who:
        yield Reason("TI-SEQ-03", say("{unit} belongs to the other side.", unit=seat.rules.title(unit)))
        return
    if not present(seat.s, unit):
        yield Reason("TI-SEQ-06", say("{unit} is not on the map.", unit=seat.rules.title(unit)))
    elif not unit.fresh:
        what = say("fatigued") if unit.token == "fatigued" else say("in op fire mode")
        yield Reason(
            "TI-SEQ-08", say("{unit} is {what}.", unit=seat.rules.title(unit), what=what), spot(unit)
        )


def present(s: Position, unit: Unit) -> bool:
    """Whether a unit is on the map, be it in a vehicle there."""
    return unit.on_map or (bool(unit.inside) and s.units[unit.inside].on_map)


def spot(unit: Unit) -> tuple[str, ...]:
    """The hex to light when a sentence speaks of a unit."""
    return (unit.at,) if unit.on_map else ()


def spend(play: TiPlay) -> None:
    """An action of the turn is used. Call it with the Turn on top of the stack."""
    turn: Turn = play.top
    play.swap(left=turn.left if turn.alone else turn.left - 1, ready=False)
