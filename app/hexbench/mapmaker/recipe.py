"""A recipe: everything a map needs beyond the geography, as data in ``resources/maps/<key>.toml``, decoded strictly.

Every decision by hand is in it with its reason (``why``); the reasons go into the compiled map and the report.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from hexbench.atlas.sheet import Source
from hexbench.hexes.grid import GridSpec


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of a recipe: unknown keys are refused."""


class PlaneSpec(_Part, frozen=True, kw_only=True):
    """The point round which the world is projected onto a plane."""

    longitude: float
    latitude: float


class Pin(_Part, frozen=True, kw_only=True):
    """A place that must be in a hex: a town of the geography, or a point given here (which only bends the sheet)."""

    name: str
    hex: str
    keep: float = 0.35
    """How far from the centre it may be: 1.0 is the hexside."""
    toward: str = ""
    """It must be exactly in the middle of the hexside to this hex (a bridge)."""
    longitude: float | None = None
    latitude: float | None = None


class FitSpec(_Part, frozen=True, kw_only=True):
    """How the grid is placed on the ground: a similarity fitted to the pins, which must come out as expected."""

    spacing: float
    """Expected kilometres from hex to hex; the build fails if the fit is more than 1 % off."""
    rotation: float
    """Expected degrees; the build fails if the fit is more than half a degree off."""
    margin: float = 3.0
    """How far outside the map (hexes) the rubber sheet is fixed."""
    pins: tuple[Pin, ...]


class TerrainSpec(_Part, frozen=True, kw_only=True):
    """From shares of a hex's area to its terrain."""

    woods: float = 0.5
    rough: float = 0.5
    marsh: float = 0.5
    heavy_woods: float
    """Woods make a hex heavy woods from this share on, ..."""
    heavy_depth: int
    """... if at least this many of the six adjacent hexes are wooded too: the middle of a forest, not its edge."""
    heavy_with_rough: float
    """A wooded gorge is heavy woods too: from this share of woods on ..."""
    rough_with_heavy: float
    """... if at least this share of it is rough."""
    mixed: float
    """If woods and rough together cover less than this, the hex is clear. Otherwise the larger of the two names it."""


class BankSpec(_Part, frozen=True, kw_only=True):
    """Hexes that must be on one bank, looking downstream."""

    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    why: str


class RiverSpec(_Part, frozen=True, kw_only=True):
    """One river: the lines of the geography it is drawn from, source first."""

    name: str
    lines: tuple[str, ...] = ()
    before: tuple[tuple[float, float], ...] = ()
    """Longitudes and latitudes of a course upstream of the lines, or of the whole river if there are none."""
    after: tuple[tuple[float, float], ...] = ()
    """The same downstream of them."""
    kinds: tuple[str, ...] = ("river",)
    source: tuple[float, float] | None = None
    """Longitude and latitude of the point where the game's river begins; what is upstream of it is omitted."""
    on_rim: bool = False
    """It begins on the outline of the map even though its course continues outside along it."""
    banks: tuple[BankSpec, ...] = ()
    why: str = ""
    """For a river that is on no list of the game."""


class LakeSpec(_Part, frozen=True, kw_only=True):
    """A reservoir of the geography, and the river whose hexsides it fills."""

    name: str
    river: str


class FordSpec(_Part, frozen=True, kw_only=True):
    """A ford: its point on the river and its name. The nearest hexside of that river becomes a ford."""

    name: str
    river: str
    at: tuple[float, float]
    why: str


class BridgeSpec(_Part, frozen=True, kw_only=True):
    """A bridge that rules or set-up name: zone "bridge.<place>" contains the two hexes of its hexside.

    It is built if it is missing. ``hex`` is one of the two hexes, if a source gives it.
    """

    place: str
    river: str
    hex: str = ""
    side: str = ""
    """The hexside itself, if a ruling gives it."""
    why: str


class RoadSpec(_Part, frozen=True, kw_only=True):
    """Which roads of the geography are on the map."""

    kinds: tuple[str, ...] = ("main", "second")
    omit: tuple[str, ...] = ()


class Gate(_Part, frozen=True, kw_only=True):
    """A road out of the map that a rule names: a zone of one hex."""

    zone: str
    road: str
    hex: str = ""
    """Where it leaves, for a road that leaves more than once."""
    part: str = ""
    """The zone its hex must be in."""
    why: str


class Rename(_Part, frozen=True, kw_only=True):
    """A name of the geography and the one the map prints."""

    name: str
    shown: str


class Sprawl(_Part, frozen=True, kw_only=True):
    """A city of several hexes."""

    name: str
    hexes: tuple[str, ...]
    why: str


class Landmark(_Part, frozen=True, kw_only=True):
    """A place that the geography does not name."""

    name: str
    kind: Literal["city", "town", "village", "crossroads", "landmark"]
    at: tuple[float, float]
    rank: int = 3


class LineSpec(_Part, frozen=True, kw_only=True):
    """A line along hexsides, north to south: points given here, then pieces of the geography, connected."""

    name: str
    kind: str
    pieces: tuple[str, ...] = ()
    points: tuple[tuple[float, float], ...] = ()
    river: str = ""
    """The line is this river's chain."""
    along: tuple[str, ...] = ()
    """Rivers whose hexsides it follows where it runs beside them."""
    east: str = ""
    """Name of the zone of all hexes east of it."""
    west: str = ""
    belt: str = ""
    """Feature (and zone) of the hexes adjacent to it on the east."""
    parts: bool = False
    """Start places named as German or Allied must be on their own side of it."""


class Nudge(_Part, frozen=True, kw_only=True):
    """A start place put into another hex than its true one."""

    place: str
    hex: str
    why: str


class Contact(_Part, frozen=True, kw_only=True):
    """Two start places (or hexes) whose units are in adjacent hexes when play begins."""

    german: str
    allied: str


class StartSpec(_Part, frozen=True, kw_only=True):
    """Start places, from ``<key>.places.toml``."""

    german: tuple[str, ...]
    """Places of German units with a fixed start."""
    allied: tuple[str, ...]
    nudges: tuple[Nudge, ...] = ()
    contacts: tuple[Contact, ...] = ()


class HexFix(_Part, frozen=True, kw_only=True):
    """Terrain or features of one hex, set by hand."""

    hex: str
    terrain: str = ""
    add: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    why: str


class SideFix(_Part, frozen=True, kw_only=True):
    """One hexside, set by hand: kinds added or removed."""

    side: str
    add: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    name: str = ""
    why: str


class RoadFix(_Part, frozen=True, kw_only=True):
    """A road, built or removed by hand, hex by hex. A side at the edge of the map may follow the last hex ("E")."""

    hexes: tuple[str, ...]
    rim: str = ""
    road: str = ""
    """The road of the geography that leaves the map there."""
    kind: Literal["main", "second", ""] = "second"
    """An empty kind removes it."""
    why: str


class Fixes(_Part, frozen=True, kw_only=True):
    """Hand corrections, made after everything else."""

    hexes: tuple[HexFix, ...] = ()
    sides: tuple[SideFix, ...] = ()
    roads: tuple[RoadFix, ...] = ()


class SettledPlace(_Part, frozen=True, kw_only=True):
    """A place that is where a game says."""

    name: str
    kind: Literal["city", "town", "village", "crossroads", "landmark"]
    hex: str
    rank: int = 2
    town: str = ""
    """Its name among the towns of the geography, where it differs."""


class SettledLine(_Part, frozen=True, kw_only=True):
    """A line to be drawn along listed hexsides."""

    name: str
    kind: str
    sides: tuple[str, ...]


class Settled(_Part, frozen=True, kw_only=True):
    """What a game has settled hex by hex; it replaces what the geography gives (:mod:`charted`)."""

    why: str
    otherwise: str = "clear"
    """The terrain of every hex that is not listed."""
    terrain: dict[str, tuple[str, ...]]
    names: dict[str, str] = {}
    """Terrain as the compiler names it -> as this game does."""
    rivers: dict[str, tuple[str, ...]]
    """Name of a river of the recipe -> its hexsides, source first."""
    roads: dict[str, tuple[str, ...]]
    """Name -> its hexes in order; a hexside at the edge of the map among them is where it leaves the map."""
    road_kind: Literal["main", "second"] = "main"
    sides: dict[str, tuple[str, ...]] = {}
    """Further kind of hexside -> the hexsides."""
    lines: tuple[SettledLine, ...] = ()
    places: tuple[SettledPlace, ...]


class Recipe(_Part, frozen=True, kw_only=True):
    """A whole recipe."""

    format: Literal["hexbench-recipe"]
    version: Literal[1]
    key: str
    title: str
    source: Source
    provenance: str
    credits: tuple[str, ...] = ()
    grid: GridSpec
    plane: PlaneSpec
    fit: FitSpec
    terrain: TerrainSpec
    rivers: tuple[RiverSpec, ...]
    lakes: tuple[LakeSpec, ...] = ()
    fords: tuple[FordSpec, ...] = ()
    roads: RoadSpec = RoadSpec()
    gates: tuple[Gate, ...] = ()
    renames: tuple[Rename, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    sprawls: tuple[Sprawl, ...] = ()
    bridges: tuple[BridgeSpec, ...] = ()
    lines: tuple[LineSpec, ...] = ()
    starts: StartSpec = StartSpec(german=(), allied=())
    zones: dict[str, tuple[str, ...]] = {}
    """Further named sets of hexes."""
    fixes: Fixes = Fixes()
    settled: Settled | None = None


class GamePlace(_Part, frozen=True, kw_only=True):
    """A place that the rules, tables or order of battle of a game name, and where it really is."""

    name: str
    """As the game's tables write it."""
    title: str
    """As a player reads it."""
    lat: float
    lon: float
    ledger_hex: str = ""
    """The hex by a straight fit, kept for comparison."""
    pinned: bool = False
    """The rules give that hex."""
    victory_hexes: int = 0
    """How many hexes it has on the victory point list; 0: it is not on it."""
    start: Literal["", "fixed", "free"] = ""
    """Whether units begin here: in exactly this hex, or near it."""
    town: str = ""
    """The same place among the towns of the geography."""


class PlaceList(_Part, frozen=True, kw_only=True):
    """``resources/maps/<key>.places.toml``."""

    format: Literal["hexbench-places"]
    version: Literal[1]
    source: Source
    provenance: str
    places: tuple[GamePlace, ...]


def read_recipe(path: Path) -> Recipe:
    """The recipe in a file. Raises msgspec.ValidationError with the path of a wrong or unknown key."""
    return msgspec.toml.decode(path.read_bytes(), type=Recipe)


def read_places(path: Path) -> tuple[GamePlace, ...]:
    """The places in a file; none if the map has no such file."""
    if not path.exists():
        return ()
    return msgspec.toml.decode(path.read_bytes(), type=PlaceList).places
