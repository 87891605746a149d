"""One combat as a value: who fights where, with what. The map makes it, the calculator makes it; only this is reckoned."""

from __future__ import annotations

from typing import Final, Literal

from hexbench.engine.values import Value
from hexbench.games.trumpets.mission import Weather
from hexbench.games.trumpets.pieces import Category, Nation, Side
from hexbench.games.trumpets.works import Works

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
    """The hex it fights from; attackers of one hex have the same."""
    water: Water = ""
    """What an attacker attacks over."""
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
        """Of the front line."""
        return self.category == "front_line"


class Gun(Value, frozen=True, kw_only=True):
    """Artillery that fires in support. ``tot``: the factor it adds once more (TT-REC-08)."""

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
        """The positions in effect, by their column of the chart (TT-DEF-21, TT-DEF-27)."""
        found = (self.works.main, "RB" if self.works.road_block and self.manned else "")
        return tuple(key for key in found if key)

    @property
    def waters(self) -> Water:
        """The water all attackers attack over; a stream if there is any (TT-TER-27, TT-TER-28)."""
        kinds = {a.water for a in self.attackers}
        if not kinds or "" in kinds:
            return ""
        return "stream" if "stream" in kinds else "river"
