"""The typed Play and Seat of A Time for Trumpets: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from hexbench.engine.play import Play
from hexbench.games.trumpets.seat import TtSeat

if TYPE_CHECKING:
    from hexbench.games.trumpets.board import TtBoard
    from hexbench.games.trumpets.combat import Combat
    from hexbench.games.trumpets.mission import Mission, Weather
    from hexbench.games.trumpets.pieces import Side, Unit
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets
    from hexbench.games.trumpets.works import Building, Works

__all__ = ["Position", "TtPlay", "TtSeat"]


class TtPlay(Play):
    """A position being changed; the fields are those of Trumpets."""

    rules: TtRules
    board: TtBoard
    units: dict[str, Unit]
    mission: Mission
    turn: int
    phasing: Side
    player_turn: int
    weather: Weather
    works: dict[str, Works]
    building: dict[str, Building]
    air_left: dict[str, int]
    attacked: tuple[str, ...]
    held: dict[str, Side]
    steps_lost: dict[str, int]
    last: tuple[Combat, ...]


if TYPE_CHECKING:
    Position: TypeAlias = Trumpets | TtPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""
