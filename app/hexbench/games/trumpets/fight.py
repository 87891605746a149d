"""One combat as a value: units, hexes and support. Made from the map or by the calculator; all odds are
calculated from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal

from hexbench.engine.values import Value
from hexbench.games.trumpets.mission import Weather, Works
from hexbench.games.trumpets.pieces import Category, Nation, Side

if TYPE_CHECKING:
    from hexbench.games.trumpets.tables import Tables


Kind = Literal["normal", "ardennes_44", "tigers_in_the_mist"]
BLITZ: Final = ("ardennes_44", "tigers_in_the_mist")
Water = Literal["", "stream", "river"]
Base = Literal["clear", "woods", "broken", "forest", "marsh"]
Built = Literal["", "village", "town", "city"]
NIGHT: Final = ("PD", "EV")


class Fighter(Value, frozen=True, kw_only=True):
    """A unit that fights with its own factors. ``af`` and ``df`` are those of the steps it has left (TT-REC-11)."""

    unit: str
    name: str
    side: Side
    nation: Nation
    division: str = ""
    category: Category
    tags: tuple[str, ...] = ()
    af: int = 0
    df: int = 0
    er: int = 0
    at: str = ""
    """The hex it fights from; attackers from one hex share the same value."""
    water: Water = ""
    """The water an attacker attacks across."""
    ground: Base = "clear"
    """The base terrain of an attacker's own hex (TT-TER-24)."""
    supplied: bool = True
    linked: bool = True
    """In communication (TT-REC-13)."""

    def has(self, tag: str) -> bool:
        """Whether it carries a capability tag."""
        return tag in self.tags

    @property
    def front_line(self) -> bool:
        """Whether it is a front line unit."""
        return self.category == "front_line"


class Gun(Value, frozen=True, kw_only=True):
    """Artillery firing in support. ``tot`` is the factor it adds a second time (TT-REC-08)."""

    unit: str
    name: str
    kind: Literal["fa", "nw"]
    factor: int
    tot: int = 0


class Fight(Value, frozen=True, kw_only=True):
    """One combat (TT-GEN-01)."""

    kind: Kind = "normal"
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    attacking_guns: tuple[Gun, ...] = ()
    defending_guns: tuple[Gun, ...] = ()
    attacking_aircraft: int = 0
    """Air points (TT-REC-10)."""
    defending_aircraft: int = 0
    base: Base = "clear"
    built: Built = ""
    works: Works = Works()
    turn: str = "16MO"
    weather: Weather = "Clear"
    squall: bool = False
    """The combat lies in a Snow Squall area (TT-GEN-08)."""

    @property
    def night(self) -> bool:
        """PD and EV are night (TT-GEN-07)."""
        return self.turn[-2:] in NIGHT

    @property
    def snow(self) -> bool:
        """A Snow turn, or a squall here (TT-WPN-35)."""
        return self.weather == "Snow" or self.squall

    @property
    def fog(self) -> bool:
        """Fog or Dense Fog (TT-WPN-35)."""
        return self.weather in ("Fog", "DenseFog")

    @property
    def manned(self) -> bool:
        """A road block is manned by a front line unit or an engineer (TT-DEF-27)."""
        return any(d.front_line or d.has("engineer") for d in self.defenders)

    @property
    def positions(self) -> tuple[str, ...]:
        """The positions in effect, as column keys of the positions chart (TT-DEF-21, TT-DEF-27)."""
        found = (self.works.main, "RB" if self.works.road_block and self.manned else "")
        return tuple(key for key in found if key)

    @property
    def waters(self) -> Water:
        """The water that all attackers attack across; a stream if any of them does (TT-TER-27, TT-TER-28)."""
        kinds = {a.water for a in self.attackers}
        if not kinds or "" in kinds:
            return ""
        return "stream" if "stream" in kinds else "river"


# The conditions of the weapons effects chart by the names its rows use (TT-WPN): each looks at a Fight,
# never at a unit's name.

Condition = Callable[[Fight], bool]
_AA: Final = ("aa_light", "aa_heavy", "aa_aw")
_SCARE: Final = "tiger_scare"
_CODES: Final = ("PD", "MO", "AF", "EV")


def when(turn: str) -> tuple[int, int]:
    """A turn as a sortable pair: (day, part of the day)."""
    return int(turn[:-2]), _CODES.index(turn[-2:])


def within(turn: str, first: str, last: str) -> bool:
    """Whether a turn is between two others, inclusive."""
    return when(first) <= when(turn) <= when(last)


def includes(units: Iterable[Fighter], tag: str) -> bool:
    """Whether any of them carries a tag."""
    return any(tag in u.tags for u in units)


def front_line(units: Iterable[Fighter]) -> bool:
    """Whether any of them is a front line unit."""
    return any(u.front_line for u in units)


def _always(_: Fight) -> bool:
    return True


def _poor_visibility(f: Fight) -> bool:
    return f.fog or f.snow or f.night


def _scares(units: Iterable[Fighter], others: Iterable[Fighter]) -> bool:
    """A German tank on one side and Americans on the other (TT-WPN-36)."""
    return any(u.side == "german" and u.has("tiger_scare") for u in units) and any(
        o.nation == "american" for o in others
    )


def _both_nations(units: Iterable[Fighter]) -> bool:
    return {"american", "british"} <= {u.nation for u in units}


def _german_surprise(f: Fight, t: Tables) -> bool:
    return f.turn == t.surprise and bool(f.attackers) and all(a.nation == "german" for a in f.attackers)


def _surprised(f: Fight, t: Tables) -> bool:
    return any(d.nation == "american" for d in f.defenders) and all(
        d.division != t.surprise_excluded for d in f.defenders
    )


def _scare_turn(f: Fight, t: Tables) -> bool:
    return within(f.turn, t.tiger_scare.first, t.tiger_scare.last)


def _dry_engineer(f: Fight) -> bool:
    return includes(f.attackers, "infantry") and any(a.has("engineer") and not a.water for a in f.attackers)


def _flanked(f: Fight) -> bool:
    """Front line units from three hexes or more, over no water (TT-WPN-10)."""
    return len({a.at for a in f.attackers if a.front_line and not a.water}) >= 3


def _supplied_by_works(f: Fight) -> bool:
    """TT-WPN-26."""
    return f.works.main == "SP" and f.built in ("town", "city")


ATTACKER: Final[Mapping[str, Condition]] = {
    "any": _always,
    "any_front_line": lambda f: front_line(f.attackers),
    "no_front_line": lambda f: not front_line(f.attackers),
    "afv_with_infantry": lambda f: includes(f.attackers, "afv") and includes(f.attackers, "infantry"),
    "afv_without_infantry": lambda f: includes(f.attackers, "afv") and not includes(f.attackers, "infantry"),
    "infantry_without_afv": lambda f: includes(f.attackers, "infantry") and not includes(f.attackers, "afv"),
    "tigers_in_the_mist": lambda f: f.kind == "tigers_in_the_mist",
    "ardennes_44": lambda f: f.kind == "ardennes_44",
    "infantry_and_dry_engineer": _dry_engineer,
    "front_line_from_3_dry_hexes": _flanked,
    "low_visibility_fsn": lambda f: _poor_visibility(f) and includes(f.attackers, "low_visibility"),
    "blitz_specialist_a44": lambda f: f.kind == "ardennes_44" and includes(f.attackers, "blitz_specialist"),
    "blitz_specialist_titm": lambda f: (
        f.kind == "tigers_in_the_mist" and includes(f.attackers, "blitz_specialist")
    ),
    "er": _always,
    "out_of_comm": lambda f: any(not a.linked for a in f.attackers),
    "out_of_supply": lambda f: any(not a.supplied for a in f.attackers),
    "american_and_british": lambda f: _both_nations(f.attackers),
    "aircraft_factors": lambda f: f.attacking_aircraft > 0,
}
"""Attacker conditions by name, as used in the rows of the weapons chart."""

DEFENDER: Final[Mapping[str, Condition]] = {
    "any": _always,
    "no_front_line": lambda f: not front_line(f.defenders),
    "any_front_line": lambda f: front_line(f.defenders),
    "afv_without_infantry": lambda f: includes(f.defenders, "afv") and not includes(f.defenders, "infantry"),
    "includes_infantry": lambda f: includes(f.defenders, "infantry"),
    "out_of_comm": lambda f: any(not d.linked for d in f.defenders),
    "out_of_supply_not_sp_town": lambda f: (
        any(not d.supplied for d in f.defenders) and not _supplied_by_works(f)
    ),
    "american_and_british": lambda f: _both_nations(f.defenders),
    "front_line_and_light_aa_or_aw": lambda f: (
        front_line(f.defenders) and (includes(f.defenders, "aa_light") or includes(f.defenders, "aa_aw"))
    ),
    "any_aa": lambda f: any(includes(f.defenders, tag) for tag in _AA),
    "engineer": lambda f: includes(f.defenders, "engineer"),
    "low_visibility_fsn": lambda f: _poor_visibility(f) and includes(f.defenders, "low_visibility"),
    "blitz_specialist": lambda f: includes(f.defenders, "blitz_specialist"),
    "er": _always,
}
"""Defender conditions by name, as used in the rows of the weapons chart."""


def holds(f: Fight, t: Tables, attacker: str, defender: str) -> bool:
    """Whether a row's conditions on both sides are met. Raises KeyError for an unknown condition."""
    return _attacker(f, t, attacker) and _defender(f, t, defender)


def _attacker(f: Fight, t: Tables, name: str) -> bool:
    if name == "front_line_from_3_dry_hexes" and not all(t.positions[k].flank_attack for k in f.positions):
        return False  # TT-DEF FLANK
    if name == "german_surprise":
        return _german_surprise(f, t)
    if name == _SCARE:
        return _scare_turn(f, t) and _scares(f.attackers, f.defenders)
    return ATTACKER[name](f)


def _defender(f: Fight, t: Tables, name: str) -> bool:
    if name == "american_not_4id":
        return _surprised(f, t)
    if name == _SCARE:
        return _scare_turn(f, t) and _scares(f.defenders, f.attackers)
    return DEFENDER[name](f)


def is_blitz(f: Fight) -> bool:
    """Whether the attack is resolved on the Blitzkrieg table."""
    return f.kind in BLITZ
