"""The position of Iron Tide: units, markers, the turn, and the stack of steps."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.state import State
from hexbench.games.iron_tide.air import AirPoints
from hexbench.games.iron_tide.fuel import FuelRoll
from hexbench.games.iron_tide.pieces import Printed, Side, Unit
from hexbench.games.iron_tide.sequence import AnyStep
from hexbench.games.iron_tide.tables import Weather
from hexbench.games.iron_tide.works import Work

BridgeState = Literal["destroyed", "built", "building"]
DepotState = Literal["stocked", "captured", "destroyed"]


class IronTide(State, frozen=True, kw_only=True):
    """A position. ``turn`` counts from 1 (16AM); dictionaries of markers go by hex or hexside."""

    stack: tuple[AnyStep, ...] = ()
    units: dict[str, Unit] = {}
    roster: dict[str, Printed] = {}
    """unit id -> what is printed on it; the same through a whole game."""
    cups: dict[str, tuple[int, ...]] = {}
    """colour -> how many chits of each kind lie in the cup; in a view also those that the viewer has not seen (9.0d)."""
    chits: dict[str, int] = {}
    """unit id -> the kind of chit under it, as a place in the chit table; in a view only those the viewer may know."""
    air: dict[str, AirPoints] = {}
    """The air points of this game turn by box: german, allied (combat support) and resupply (10.0a-b)."""
    turn: int = 1
    last_turn: int = 36
    phasing: Side = "german"
    bridges: dict[str, BridgeState] = {}
    """hexside -> what happened to its bridge since it was printed."""
    entrenchments: dict[str, Side] = {}
    """hex -> the side that dug in."""
    depots: dict[str, DepotState] = {}
    """Allied fuel depots by hex (3.0e-g)."""
    closed_exits: tuple[str, ...] = ()
    """Victory Point Exit roads through which a German has left (12.1g)."""
    exited: dict[str, str] = {}
    """German units that left the map -> the hex by which they left (5.3c, B47)."""
    meuse_crossed: int = 0
    """The game turn in which the first German crossed the Meuse; 0: none has (17.12b)."""
    late: tuple[str, ...] = ()
    """The late German divisions that the die has let in (17.2a)."""
    infiltrated: int = 0
    """The game turn in which the 150th Panzer Brigade first entered an enemy zone of control; 0: not yet (16.1d)."""
    queues: dict[str, int] = {}
    """Entry hex -> places taken in the queue of its road in this Movement Phase (14.0e)."""
    allied_losses: int = 0
    """Allied units eliminated so far; those rebuilt stay counted (17.12c, 20.0g, B48)."""
    works: dict[str, Work] = {}
    """Bridges (by hexside) and entrenchments (by hex) being built (13.1h, 13.3b)."""
    german_bridges: tuple[str, ...] = ()
    """Hexsides where the Germans have finished a bridge, in order (13.1k-l)."""
    held: dict[str, Side] = {}
    """Towns, cities and victory hexes that have changed hands -> who came in last (B46)."""
    fuel_skipped: int = 0
    """Fuel rolls put off so far because depots were captured (12.5b-c, B28)."""
    fuel_rolls: dict[str, FuelRoll] = {}
    """Game turn by name -> what came of its fuel roll (12.5)."""
    mech_replacement: int = 0
    """The game turn of the last German mechanized replacement; 0: none that another could follow (15.0d, B38)."""
    resupplied: tuple[str, ...] = ()
    """Hexes tried for resupply by air in this game turn (B27)."""
    weather: dict[str, Weather] = {}
    """Game turn -> its weather, where it is another than that of the Turn Record (4.21b)."""
    air_points: dict[str, dict[Side, int]] = {}
    """Game turn -> side -> air points, where they are others (10.0a)."""
    replacements: dict[str, dict[Side, int]] = {}
    """Game turn -> side -> replacements, where they are others (15.0a)."""
    first_mover: str = ""
    """The one Allied unit chosen to move on 16AM (18.0c)."""
