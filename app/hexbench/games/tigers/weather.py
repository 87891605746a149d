"""The weather of a game turn: automatic, or rolled after the choice about Patton's prayer (A_WEATHER;
TG-WEA).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tigers import casualties, tables
from hexbench.games.tigers.pieces import ALLIED

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgPlay, TgSeat
    from hexbench.games.tigers.sequence import Campaign
    from hexbench.games.tigers.tables import Sky, Weather, WeatherTable

WORDS: dict[Weather, Say] = {
    "Snow": say("Snow: no USAAF, one Luftwaffe unit."),
    "Fog": say("Morning fog: up to four USAAF groups, both Luftwaffe units."),
    "Clear": say("Clear: all air units may fly, and may make two ground attacks each."),
}


def sky(s: Position, table: WeatherTable) -> Sky:
    """What the current weather allows (TG-WEA-04..07)."""
    return table.skies[s.weather]


def certain(rules: TgRules, s: Position, turn: int) -> Weather | None:
    """The weather of a turn if it needs no roll, by the scenario or the table (TG-WEA-01); else None."""
    return s.skies.get(str(turn)) or rules.tables.weather.automatic.get(str(turn))


def read(table: WeatherTable, turn: int, row: int) -> Weather:
    """The weather at a row (1..6) for a turn that is rolled for (TG-WEA-02)."""
    group = table.late if turn >= table.late_from else table.early
    return group[str(row)]


def weather_phase(play: TgPlay, step: Campaign) -> None:
    """TG-WEA-01, TG-WEA-02: automatic, or a roll, before which the Allied player may pray once in the game (AMB-83)."""
    _new_day(play)
    found = certain(play.rules, play, play.turn)
    if found is not None:
        settle(play, found)
    elif play.prayed:
        roll(play, better=0)
    else:
        play.push(Weathering(who=ALLIED))


def _new_day(play: TgPlay) -> None:
    """Reset the missions of all air units (TG-AIR-01) and return groups that were shot down (TG-AIR-13)."""
    air = play.edit("air")
    for key, unit in air.items():
        if unit.flown or unit.again or 0 < unit.back <= play.turn:
            air[key] = replace(unit, flown=False, again=0, back=0 if unit.back <= play.turn else unit.back)


def roll(play: TgPlay, *, better: int) -> None:
    """Roll one die; a prayer improves it by one row, row 1 being the best (TG-WEA-03, AMB-83)."""
    row = tables.row(play, say("What is the weather?"), "TG-WEA-02")
    settle(play, read(play.rules.tables.weather, play.turn, max(1, row - better)))


def settle(play: TgPlay, weather: Weather) -> None:
    """Set and announce the weather."""
    play.set(weather=weather)
    casualties.set_fact(play, "weather", weather, WORDS[weather])


class Roll(Verb["TgSeat", "Weathering", "TgPlay"]):
    """Roll for the weather as it is."""

    name = "roll_weather"
    label = say("Roll for the weather")
    help = say("Save General Patton's prayer for another turn.")
    barrier = "dice"

    def reasons(self, seat: TgSeat, step: Weathering | None, action: Action) -> Iterator[Reason]:
        """Only at the start of a turn."""
        if step is None:
            yield Reason("TG-WEA-02", say("The weather roll is made at the start of a game turn."))

    def do(self, play: TgPlay, step: Weathering, action: Action) -> None:
        play.pop()
        roll(play, better=0)


class Pray(Press["TgSeat", "Weathering", "TgPlay"]):
    """Invoke the prayer and roll."""

    name = "pray"
    label = say("Patton's prayer")
    help = say("Once per game: the weather is read one row better.")
    barrier = "dice"
    rule = "TG-WEA-03"

    def against(self, seat: TgSeat, step: Weathering | None) -> Iterator[Reason]:
        """Only once per game, and only before the roll."""
        if seat.s.prayed:
            text = say("The prayer was already used in turn {turn}.", turn=seat.s.prayed)
            yield Reason("TG-WEA-03", text)
        if step is None:
            yield Reason("AMB-83", say("The prayer must be used before the weather roll."))

    def warnings(self, seat: TgSeat, step: Weathering) -> tuple[Say, ...]:
        return (say("one row better, this turn only"),)

    def do(self, play: TgPlay, step: Weathering, action: Action) -> None:
        """Use up the prayer, whatever the roll, and roll."""
        play.pop()
        play.set(prayed=play.turn)
        casualties.set_fact(play, "prayer", str(play.turn), say("General Patton prays for good weather."))
        roll(play, better=1)


ROLL, PRAY = Roll(), Pray()


class Weathering(Ask, frozen=True, kw_only=True):
    """The Allied player rolls, with or without the prayer."""

    verbs: ClassVar = (PRAY, ROLL)
    phase: ClassVar[str] = "weather"

    def say(self, seat: TgSeat) -> Say:
        """The prompt, with the turn."""
        return say("Turn {turn}: roll for the weather.", turn=seat.s.turn)
