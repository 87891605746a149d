"""The tables of Tigers in the Ardennes, as decoded from tables.toml. They are data and may be replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from hexbench.engine.events import DiceRolled
from hexbench.engine.values import Say, Value, say
from hexbench.games.tigers.pieces import Edge, Printed, Side

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import TgPlay


Code = Literal["DE", "D3", "D2", "D1", "D", "-", "AD", "D/AE", "AE"]
Row = Annotated[str, msgspec.Meta(pattern=r"^[1-6]$")]
Weather = Literal["Snow", "Fog", "Clear"]
Strength = Literal["Strong", "Weak", "None"]


class Results(Value, frozen=True, kw_only=True):
    """The combat results table (TG-CRT). Rows go by index A."""

    columns: tuple[str, ...]
    rows: dict[Row, tuple[Code, ...]]
    severity: tuple[Code, ...]
    """From best to worst for the attacker."""

    def code(self, row: int, column: int) -> Code:
        """The result at a row (1..6) and a column (from 0)."""
        return self.rows[str(row)][column]


class Effects(Value, frozen=True, kw_only=True):
    """The effect of one strength of zone of control on each kind of step (TG-ZOC-20..40), as text for the
    displayed table.
    """

    enter: str
    leave: str
    gap: str
    slide: str
    combat: str
    supply: str


class Sky(Value, frozen=True, kw_only=True):
    """What a kind of weather allows; ``None`` means no limit."""

    usaaf: int | None = None
    luftwaffe: int | None = None
    attacks: int = 1
    """Ground attacks per mission (TG-WEA-07)."""


class WeatherTable(Value, frozen=True, kw_only=True):
    """TG-WEA-01..07. Rows go by index A."""

    automatic: dict[str, Weather]
    early: dict[Row, Weather]
    late: dict[Row, Weather]
    late_from: int
    skies: dict[Weather, Sky]


class AirRow(Value, frozen=True, kw_only=True):
    """One row of the air table."""

    bridge: str
    open: str
    cover: str
    intercept: str
    resupply: str


class Day(Value, frozen=True, kw_only=True):
    """One turn of the calendar."""

    turn: int
    date: str
    day: str
    note: str = ""


class Group(Value, frozen=True, kw_only=True):
    """An air unit of the order of battle."""

    side: Side
    type: Literal["P-47", "P-51", "FW-190"]
    from_turn: int


class Tables(Value, frozen=True, kw_only=True):
    """All tables. ``source``: parts of them are reconstructions, as ``provenance`` says."""

    source: Literal["rules", "reconstruction"]
    provenance: str
    results: Results
    zones: dict[Strength, Effects]
    weather: WeatherTable
    air: dict[Row, AirRow]
    calendar: tuple[Day, ...]
    units: dict[str, Printed]
    """The order of battle, including substitutes, in listing order."""
    air_units: dict[str, Group]
    markers: dict[Side, int]
    """Engineer bridge markers (TG-BRG-03)."""
    capture: dict[Side, tuple[int, ...]]
    """The highest row that takes an unguarded bridge, by turn; the last holds for later turns (TG-BRG-08, TG-BRG-09)."""
    movement_bonus: int
    """TG-MOV-05, in movement factors."""
    entry: dict[Edge, str]
    """Edge -> the map zone that holds its hexes."""


# The die, read through index A or B (TG-GEN-01..03).


def row(play: TgPlay, why: Say, rule: str) -> int:
    """Roll a die and return its row, 1..6, by the index chosen for the game (AMB-01)."""
    face = play.number(why, 6)
    play.tell(DiceRolled(why, (face,), rule))
    return face if play.rules.options.die_index == "A" else 7 - face


def faces(rules: TgRules, highest: int) -> Say:
    """The die rolls that give one of the rows 1 to ``highest``, by the index chosen for the game (AMB-01)."""
    a, b = (1, highest) if rules.options.die_index == "A" else (7 - highest, 6)
    return say("{a} or {b}", a=a, b=b) if b == a + 1 else say("{a} to {b}", a=a, b=b)


def pips(play: TgPlay, why: Say, rule: str) -> int:
    """Roll a die and return its pips, whatever the index (TG-TIG-01, AMB-81)."""
    face = play.number(why, 6)
    play.tell(DiceRolled(why, (face,), rule))
    return face


def success(play: TgPlay, why: Say, rule: str, highest: int) -> bool:
    """Roll for a chance of ``highest`` in six (TG-GEN-03)."""
    return row(play, why, rule) <= highest
