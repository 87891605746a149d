"""The typed Play and Seat of Tigers in the Ardennes: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from hexbench.engine.play import Play
from hexbench.games.tigers import dump, holding
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
    skies: dict[str, Weather]
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
    fueled: bool
    airlifted: dict[str, Side]
    held: dict[str, Side]
    exited: dict[str, str]
    meuse: bool
    early_edges: bool
    split: dict[str, tuple[str, ...]]

    def put(self, uid: str, **changes: Any) -> Unit:
        """Change a unit; a unit that comes into a hex holds it, and finds or takes the dump (AMB-86, TG-FUL-04)."""
        unit: Unit = super().put(uid, **changes)
        if "at" in changes and unit.on_map:
            holding.occupy(self, uid, (unit.at,))
            dump.entered(self, uid, unit.at)
        return unit


if TYPE_CHECKING:
    Position: TypeAlias = Tigers | TgPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""
