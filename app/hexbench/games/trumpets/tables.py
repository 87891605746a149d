"""The charts of A Time for Trumpets as decoded from tables.toml. They are data and may be replaced."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from hexbench.engine.values import Value
from hexbench.games.trumpets.pieces import Move, Side, Template

Code = Annotated[str, msgspec.Meta(max_length=8)]


class Note(Value, frozen=True, kw_only=True):
    """A note on a cell that was repaired, ruled on or looks wrong, shown with its table."""

    cell: str
    kind: Literal["repaired", "ruled", "suspect"]
    text: str


class WeaponRow(Value, frozen=True, kw_only=True):
    """One row of the weapons effects chart (TT-WPN): named conditions and the effect."""

    id: str
    attacker: str
    defender: str
    text: str
    """The row as the table shows it."""
    shift: int = 0
    """Columns to the right; negative: left."""
    drm: int = 0
    by_er: bool = False


class Efficiency(Value, frozen=True, kw_only=True):
    """The effect of a difference in efficiency ratings (TT-ER-03)."""

    per_point: int
    cap: int


class Position(Value, frozen=True, kw_only=True):
    """One column of the defensive positions chart (TT-DEF)."""

    name: str
    builder: Literal["front_line", "engineer", "never"]
    where: Literal["any", "road", "has_IP6", "at_start_only"]
    combined_arms: bool
    flank_attack: bool
    stg_assault: bool
    overrun: bool
    er: int
    """0: unchanged."""
    fa: int
    """Divisor of field artillery fired into the hex."""
    nw: int
    tot: int
    shift: int
    hit_from: str
    """The final column from which the defender takes an extra hit (TT-DEF-23); empty: none."""
    ignores_counterattack: bool
    advance: Literal["none", "stop", "basic"]


class Effect(Value, frozen=True, kw_only=True):
    """A cell of the terrain chart: shift (negative: left), drm, multiple of DF."""

    shift: int = 0
    drm: int = 0
    df: int = 1


class Terrain(Value, frozen=True, kw_only=True):
    """One row of the terrain chart (TT-TER, TT-NGT)."""

    name: str
    day: Effect
    night: Effect
    superior_attack: Effect
    superior_defence: Effect
    combined_arms: int
    stg_assault: int


class Cost(Value, frozen=True, kw_only=True):
    """Halves of a movement factor (TT-REC-03); None: only along a road."""

    foot: int | None = None
    wheeled: int | None = None
    tracked: int | None = None


class Crt(Value, frozen=True, kw_only=True):
    """The results table: rows "-3" to "10+" (TT-CRT). Cells are "left/right"."""

    columns: tuple[str, ...]
    rows: dict[str, tuple[Code, ...]]


class Losses(Value, frozen=True, kw_only=True):
    """The four priority lists (TT-LOSS-10..13): classes of tags, with "!" before a tag it must not have."""

    attacker_afv: tuple[tuple[str, ...], ...]
    attacker_any: tuple[tuple[str, ...], ...]
    defender_afv: tuple[tuple[str, ...], ...]
    defender_any: tuple[tuple[str, ...], ...]


class Advance(Value, frozen=True, kw_only=True):
    """The advance chart (TT-ADV): result -> hexes in the recon, road and basic column."""

    recon: tuple[str, ...]
    road: tuple[str, ...]
    never: tuple[str, ...]
    rows: dict[str, tuple[int, int, int]]


class Span(Value, frozen=True, kw_only=True):
    """A range of turns such as "16AF", inclusive."""

    first: str
    last: str


class Tables(Value, frozen=True, kw_only=True):
    """All charts. ``source``: parts of them are reconstructions, as ``provenance`` says."""

    source: Literal["rules", "reconstruction"]
    provenance: str
    notes: tuple[Note, ...] = ()
    weapons: tuple[WeaponRow, ...]
    tiger_scare: Span
    surprise: str
    surprise_excluded: str
    """The division that is not surprised (TT-WPN-37)."""
    efficiency: Efficiency
    positions: dict[str, Position]
    terrain: dict[str, Terrain]
    superior_divisions: tuple[str, ...]
    crt: Crt
    blitz: Crt
    loss: Losses
    advance: Advance
    doubles_cancel: tuple[str, ...]
    boxcars_cancel: tuple[str, ...]
    templates: dict[str, Template]
    icons: dict[str, tuple[str, ...]]
    """Maps the tag of a doubtful icon to the tags of the units that carry it (1.1)."""
    costs: dict[str, Cost]
    stream: dict[Move, int]
    stack_front: int
    stack_other: int
    aircraft: int
    """Attack or defence factors of one air point (TT-REC-10)."""
    supply_reach: int
    comm_day: int
    comm_night: int
    first: Side
