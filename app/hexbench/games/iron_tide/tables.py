"""All tables of the game as values: how tables.toml decodes, and what play reads from it.

``Tables`` mirrors resources/games/iron_tide/tables.toml field by field, and the store decodes it strictly. Whether the
values make sense together is asked of ``tables_check.check``. The two great charts are in ``charts``.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from hexbench.engine import results as ladder
from hexbench.games.iron_tide.charts import DefenceMultipliers, Record, ResultsTable, Sourced, TerrainChart

Scenario: TypeAlias = Literal["ten", "twenty", "campaign"]
"""The columns of the victory tables: the 10-turn and 20-turn scenario and the Campaign (19.0b)."""
Edge: TypeAlias = Literal["north", "east", "south", "west"]
Letter: TypeAlias = Literal["A", "B", "C"]
Hex: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}$")]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Die: TypeAlias = tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...]
"""The rolls of one die that give a result."""


class DieTable(Sourced, frozen=True, kw_only=True):
    """A table for one die: each result and the rolls that give it."""

    die: dict[str, Die]

    def result(self, roll: int) -> str:
        """What a roll of 1 to 6 gives."""
        return _result(self.die, roll)


class DemolitionTable(Sourced, frozen=True, kw_only=True):
    """The Demolition Table (13.1c): one die, for engineers and for all others."""

    engineer: dict[str, Die]
    other: dict[str, Die]

    def result(self, roll: int, *, engineer: bool) -> str:
        """What a roll of 1 to 6 gives."""
        return _result(self.engineer if engineer else self.other, roll)


class DepotPlace(Record, frozen=True, kw_only=True):
    """A town that receives a fuel depot."""

    place: str
    hex: Hex


class DepotGroup(Record, frozen=True, kw_only=True):
    """The towns of one result of the depot die."""

    die: Die
    places: tuple[DepotPlace, ...]


class DepotTable(Sourced, frozen=True, kw_only=True):
    """Where the three fuel depots are put (3.0e, 3.0f, 3.0g)."""

    groups: tuple[DepotGroup, ...]

    def places(self, roll: int) -> tuple[DepotPlace, ...]:
        """The towns for a roll of 1 to 6."""
        return next(group.places for group in self.groups if roll in group.die)


class FuelRow(Record, frozen=True, kw_only=True):
    """How many formations go short at one modified roll."""

    roll: int
    formations: Count


class FuelTable(Sourced, frozen=True, kw_only=True):
    """The Fuel Shortage Table (12.5a). ``formation``, ``choice`` and ``duration`` are sentences for the player."""

    all_depots_destroyed: int
    rolls: tuple[FuelRow, ...]
    leftovers_per_formation: int
    formation: str
    choice: str
    duration: str

    def formations(self, roll: int, *, depots_destroyed: bool) -> int:
        """How many formations go short on a roll of 1 to 6, modified if the Allies destroyed all depots (12.5e)."""
        modified = roll + (self.all_depots_destroyed if depots_destroyed else 0)
        first, last = self.rolls[0], self.rolls[-1]
        inside, _ = ladder.clamp(modified, first.roll, last.roll)
        return next(row.formations for row in self.rolls if row.roll == inside)


class ChitKind(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A kind of strength chit: how many there are, and its strength on each line, full and reduced (9.0b, 11.78f)."""

    count: int
    a_full: int
    a_reduced: int
    b_full: int
    b_reduced: int
    c_full: int
    c_reduced: int

    def strength(self, letter: Letter, *, reduced: bool = False) -> int:
        """The number on one line of one side."""
        full, less = {
            "A": (self.a_full, self.a_reduced),
            "B": (self.b_full, self.b_reduced),
            "C": (self.c_full, self.c_reduced),
        }[letter]
        return less if reduced else full


class ChitTable(Sourced, frozen=True, kw_only=True):
    """What is in the two cups (3.0a)."""

    red: tuple[ChitKind, ...]
    blue: tuple[ChitKind, ...]


Weather: TypeAlias = Literal["clear", "overcast", "snow"]


class Turn(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One game turn on the Turn Record (4.21b)."""

    n: int
    id: str
    weather: Weather
    allied_air: Count
    german_air: Count
    allied_replacements: Count
    german_replacements: Count
    fuel_roll: bool

    @property
    def morning(self) -> bool:
        """Whether this is an AM turn."""
        return self.id.endswith("AM")


class TurnRecord(Sourced, frozen=True, kw_only=True):
    """All game turns in order."""

    turns: tuple[Turn, ...]

    def turn(self, turn_id: str) -> Turn:
        """The turn of an id such as "17AM"; KeyError if there is none."""
        for turn in self.turns:
            if turn.id == turn_id:
                return turn
        raise KeyError(turn_id)


class VictoryPlace(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A place of the victory point list: its clause, the hexes that must all be held, its worth (20.0c, 20.0d)."""

    clause: str
    place: str
    hexes: int
    ten: int | Literal["win"]
    twenty: int | Literal["win"]
    campaign: int | Literal["win"]
    historical: bool

    def points(self, scenario: Scenario) -> int | Literal["win"]:
        """What the place is worth in a scenario."""
        return {"ten": self.ten, "twenty": self.twenty, "campaign": self.campaign}[scenario]


class VictoryPoints(Sourced, frozen=True, kw_only=True):
    """What scores for the German player (20.0c, 20.0f)."""

    places: tuple[VictoryPlace, ...]
    exited_regiment: int
    exited_small: int


class LevelRow(Record, frozen=True, kw_only=True):
    """A level of victory and the least points it needs in each scenario."""

    level: str
    ten: int
    twenty: int
    campaign: int

    def least(self, scenario: Scenario) -> int:
        """The least points for this level."""
        return {"ten": self.ten, "twenty": self.twenty, "campaign": self.campaign}[scenario]


class VictoryLevels(Sourced, frozen=True, kw_only=True):
    """Levels of victory from the Allied best to the German best (20.0h, 20.0i)."""

    levels: tuple[LevelRow, ...]
    heavy_losses: int

    def level(self, scenario: Scenario, points: int, steps: int = 0) -> str:
        """The level for so many points, moved ``steps`` toward the German player and no further than his best."""
        reached = sum(points >= row.least(scenario) for row in self.levels) - 1
        return self.levels[min(reached + steps, len(self.levels) - 1)].level


class EntryRoad(Record, frozen=True, kw_only=True):
    """An Allied entry road (14.0c). ``column`` or ``row`` tells roughly where on its edge it enters."""

    letter: str
    edge: Edge
    road: str
    column: int | None = None
    row: int | None = None


class EntryRoads(Sourced, frozen=True, kw_only=True):
    """All Allied entry roads."""

    roads: tuple[EntryRoad, ...]


class ExitRoad(Record, frozen=True, kw_only=True):
    """A Victory Point Exit road (20.0f)."""

    id: str
    edge: Edge
    road: str


class ExitRoads(Sourced, frozen=True, kw_only=True):
    """All Victory Point Exit roads."""

    roads: tuple[ExitRoad, ...]


class DestroyedBridge(Record, frozen=True, kw_only=True):
    """A bridge that is destroyed at set-up: the river's hexside at a place, or of a hex the rules name."""

    place: str
    river: str
    hex: Hex | None = None


class HeldBack(Record, frozen=True, kw_only=True):
    """German divisions that may not move before a turn (18.0g)."""

    divisions: tuple[str, ...]
    until: str


class SetUp(Sourced, frozen=True, kw_only=True):
    """Markers placed at set-up (3.0d). Entrenchments are places, temporary zones of control are units (7.4b)."""

    bridges_destroyed: tuple[DestroyedBridge, ...]
    allied_entrenchments: tuple[str, ...]
    temporary_zones: tuple[str, ...]
    held_back: HeldBack


class Tables(Record, frozen=True, kw_only=True):
    """All tables of the game, one field for each table of tables.toml."""

    format: Literal["hexbench-tables"]
    version: Literal[1]
    crt: ResultsTable
    tec: TerrainChart
    defence: DefenceMultipliers
    demolition: DemolitionTable
    commando_disruption: DieTable
    demolition_disruption: DieTable
    air_support: DieTable
    air_resupply: DieTable
    brigade_150: DieTable
    parachute_landing: DieTable
    late_divisions: DieTable
    depots: DepotTable
    fuel_shortage: FuelTable
    chits: ChitTable
    turn_record: TurnRecord
    victory_points: VictoryPoints
    victory_levels: VictoryLevels
    entry_roads: EntryRoads
    exit_roads: ExitRoads
    set_up: SetUp


def _result(die: dict[str, Die], roll: int) -> str:
    return next(name for name, rolls in die.items() if roll in rolls)
