"""The position of A Time for Trumpets: units, positions, the turn, and the stack of steps. Nothing is hidden but the dice."""

from __future__ import annotations

from hexbench.engine.state import State
from hexbench.games.trumpets.combat import Combat
from hexbench.games.trumpets.mission import Mission, Weather
from hexbench.games.trumpets.pieces import Side, Unit
from hexbench.games.trumpets.sequence import AnyStep
from hexbench.games.trumpets.works import Building, Works


class Trumpets(State, frozen=True, kw_only=True):
    """A position."""

    stack: tuple[AnyStep, ...] = ()
    units: dict[str, Unit] = {}
    mission: Mission
    turn: int = 1
    """Counts from 1; ``mission.turns`` has the names."""
    phasing: Side = "german"
    player_turn: int = 1
    """Player turns begun so far."""
    weather: Weather = "Clear"
    works: dict[str, Works] = {}
    building: dict[str, Building] = {}
    """hex -> what is being built there."""
    air_left: dict[str, int] = {}
    """side -> air points left in this turn."""
    attacked: tuple[str, ...] = ()
    """Hexes attacked in this segment (TT-REC-06)."""
    held: dict[str, Side] = {}
    """Hex of an objective -> the side that was last in it, once somebody was (TT-REC-19)."""
    steps_lost: dict[str, int] = {}
    """side -> steps eliminated (TT-REC-19)."""
    last: tuple[Combat, ...] = ()
    """The combat fought last in this player turn, after the counterattack it called for: what the dock still shows."""
