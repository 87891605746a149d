"""The typed Play and Seat of Tigers in the Ardennes: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from hexbench.engine.play import Play
from hexbench.games.tigers.seat import TgSeat

if TYPE_CHECKING:
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.pieces import Printed, Side, Unit
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.state import Tigers
    from hexbench.games.tigers.tables import Weather
    from hexbench.games.tigers.works import AirUnit, Attack, Bridge, DumpState

__all__ = ["Position", "TgPlay", "TgSeat"]


class TgPlay(Play):
    """A position being changed; the fields are those of Tigers."""

    rules: TgRules
    board: TgBoard
    units: dict[str, Unit]
    roster: dict[str, Printed]
    turn: int
    last_turn: int
    phasing: Side
    round: int
    weather: Weather
    prayed: int
    ruthless: int
    bridges: dict[str, Bridge]
    markers: dict[str, int]
    returning: tuple[int, ...]
    tries: tuple[str, ...]
    refused: tuple[str, ...]
    air: dict[str, AirUnit]
    attacks: tuple[Attack, ...]
    fought: tuple[Attack, ...]
    dump: str
    dump_state: DumpState
    limit: int
    airlifted: dict[str, Side]
    held: dict[str, Side]
    exited: dict[str, str]
    early_edges: bool
    split: dict[str, tuple[str, ...]]


if TYPE_CHECKING:
    Position: TypeAlias = Tigers | TgPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""
