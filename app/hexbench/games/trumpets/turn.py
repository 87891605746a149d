"""The start and the end of a turn: weather, supply, communication, engaged markers, positions (TURN_START, PLAYER_END)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.events import FactChanged
from hexbench.engine.values import say
from hexbench.games.trumpets import building, harm, passage, supply
from hexbench.games.trumpets.conditions import when

if TYPE_CHECKING:
    from hexbench.games.trumpets.hands import TtPlay
    from hexbench.games.trumpets.mission import Weather

ROLLED: Final[tuple[Weather, ...]] = ("Clear", "Clear", "Fog", "Fog", "DenseFog", "Snow")
"""Weather by the die (TT-REC-14)."""
CUSTOM: Final[dict[str, Weather]] = {"PD": "Fog", "EV": "Fog", "MO": "Fog", "AF": "Overcast"}
"""Weather of 16 and 17 December where a scenario gives none (TT-REC-14)."""
WORDS: Final[dict[str, str]] = {"DenseFog": "Dense Fog"}


def begin_turn(play: TtPlay) -> None:
    """Weather, aircraft, supply and communication of both sides."""
    name = play.mission.turns[play.turn - 1]
    given = play.mission.weather.get(name)
    now: Weather
    if given is not None and given != "roll":
        now = given
    elif given is None and when(name)[0] in (16, 17):
        now = CUSTOM[name[-2:]]
    else:
        now = ROLLED[play.roll(say("Weather of {turn}", turn=name), rule="TT-REC-14") - 1]
    play.set(weather=now)
    play.tell(
        FactChanged(
            "weather", now, say("The weather of {turn}: {weather}.", turn=name, weather=WORDS.get(now, now))
        )
    )
    flies = now == "Clear" and not passage.night(play)
    air = {side: n for side, n in play.mission.air.get(name, {}).items() if n} if flies else {}
    play.set(air_left=dict(air))
    harm.tidy_engaged(play)
    supply.check(play)


def end_player_turn(play: TtPlay) -> None:
    """Positions are finished; engaged markers that were put before this player turn are taken off its units (TT-ENG-04)."""
    building.progress(play)
    harm.tidy_engaged(play)
    for uid in [u for u, unit in play.units.items() if unit.engaged and unit.side == play.phasing]:
        if play.units[uid].engaged_turn < play.player_turn:
            harm.set_engaged(play, uid, ())
