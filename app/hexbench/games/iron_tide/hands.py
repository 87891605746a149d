"""The typed Play and Seat of Iron Tide: what verbs and stages of this game read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.play import Play
from hexbench.games.iron_tide.seat import ItSeat

if TYPE_CHECKING:
    from hexbench.games.iron_tide.air import AirPoints
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.fuel import FuelRoll
    from hexbench.games.iron_tide.pieces import Printed, Side, Unit
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import BridgeState, DepotState
    from hexbench.games.iron_tide.tables import Weather
    from hexbench.games.iron_tide.works import Work

__all__ = ["ItPlay", "ItSeat"]


class ItPlay(Play):
    """A position of Iron Tide being changed; the fields are those of IronTide."""

    rules: ItRules
    board: ItBoard
    units: dict[str, Unit]
    roster: dict[str, Printed]
    cups: dict[str, tuple[int, ...]]
    chits: dict[str, int]
    air: dict[str, AirPoints]
    turn: int
    last_turn: int
    phasing: Side
    bridges: dict[str, BridgeState]
    entrenchments: dict[str, Side]
    depots: dict[str, DepotState]
    closed_exits: tuple[str, ...]
    exited: dict[str, str]
    meuse_crossed: int
    late: tuple[str, ...]
    infiltrated: int
    queues: dict[str, int]
    allied_losses: int
    works: dict[str, Work]
    german_bridges: tuple[str, ...]
    held: dict[str, Side]
    fuel_skipped: int
    fuel_rolls: dict[str, FuelRoll]
    mech_replacement: int
    resupplied: tuple[str, ...]
    weather: dict[str, Weather]
    air_points: dict[str, dict[Side, int]]
    replacements: dict[str, dict[Side, int]]
    first_mover: str
