"""The tables of Tide of Iron: unit values, terrain, markers, dice, damage, decks. They are data and can be replaced."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.values import Value
from hexbench.games.tide_of_iron.decks import Deck, Operation


class Weapon(Value, frozen=True, kw_only=True):
    """A range and an FPR (TI-UNIT-01)."""

    range: int
    fpr: int


class Figure(Value, frozen=True, kw_only=True):
    """An infantry figure. A mortar has ``suppressive`` and ``normal`` in place of ``inf`` and ``veh`` (B-RNG-4)."""

    name: str
    mv: int
    inf: Weapon | None = None
    veh: Weapon | None = None
    suppressive: Weapon | None = None
    normal: Weapon | None = None
    slots: int
    heavy_weapon: bool = False
    abilities: tuple[str, ...] = ()


class Vehicle(Value, frozen=True, kw_only=True):
    """A vehicle's values."""

    name: str
    weight: Literal["light", "heavy"]
    tank: bool = False
    mv: int
    av: int
    inf: Weapon
    veh: Weapon
    transport: int = 0
    abilities: tuple[str, ...] = ()


class Nation(Value, frozen=True, kw_only=True):
    """The units of one side."""

    title: str
    figures: dict[str, Figure]
    vehicles: dict[str, Vehicle]


class Specialization(Value, frozen=True, kw_only=True):
    """The abilities a specialization token gives a squad."""

    title: str
    abilities: tuple[str, ...] = ()
    veh_base_range: int = 0
    veh_fpr_bonus: int = 0
    adjacent_fpr_bonus: int = 0
    target_cover_delta: int = 0
    cover_vs_normal: int = 0
    heal_on: tuple[int, ...] = ()
    wire_exempt: bool = False
    mine_casualty_exempt: bool = False
    may_clear_wire: bool = False


class Successes(Value, frozen=True, kw_only=True):
    """The faces on which a die succeeds."""

    close: tuple[int, ...]
    normal: tuple[int, ...]
    long: tuple[int, ...]
    area: tuple[int, ...]
    area_mortar_long: tuple[int, ...]
    assault: tuple[int, ...]
    red: tuple[int, ...]


class Ground(Value, frozen=True, kw_only=True):
    """A kind of terrain. ``squad`` and ``vehicle`` are the MP to enter; None: cannot be entered."""

    title: str
    blocks: bool
    squad: int | None = None
    vehicle: int | None = None
    cover: int
    road_discount: bool = True


class Minefield(Value, frozen=True, kw_only=True):
    """The dice of a minefield (TI-FORT-21)."""

    dice: int
    hit_on: tuple[int, ...]


class Drift(Value, frozen=True, kw_only=True):
    """Drift numbers (TI-CARD-05..08)."""

    no_los: int
    los: int
    los_and_officer: int
    near: int


class Tables(Value, frozen=True, kw_only=True):
    """All tables. ``source``: parts of them are reconstructions, as ``provenance`` says."""

    source: Literal["rules", "reconstruction"]
    provenance: str
    nations: dict[str, Nation]
    specializations: dict[str, Specialization]
    success: Successes
    vehicle_damage: dict[str, tuple[str, ...]]
    """damage now ("ok", "light", "heavy") -> damage after 0, 1, 2, ... hits; the last entry holds for more."""
    suppression: dict[str, tuple[str, ...]]
    """condition now ("normal", "pinned", "disrupted") -> condition after 0, 1, 2, ... hits; "routed" destroys."""
    terrain: dict[str, Ground]
    marker_cover: dict[str, int]
    """smoke, entrenchment, pillbox, tank_trap -> cover."""
    fort_limit: int
    wire_cleared_by: int
    """Black successes of an area attack that clear razor wire (TI-FORT-13)."""
    minefield: Minefield
    drift: Drift
    decks: tuple[Deck, ...]
    operations: tuple[Operation, ...]
