"""Date, time and weather (BK-REC-04, BK-AMB-35)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hexbench.engine.events import DiceRolled, FactChanged
from hexbench.engine.values import Say, Wrong, say

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.options import Options
    from hexbench.games.blitzkrieg.seat import BkPlay
    from hexbench.games.blitzkrieg.tables import Tables

FACES: Final = 6
NEVER: Final = 7
EVEN: Final = 4
"""Random weather: clear on this roll or higher."""


def morning(turn: int) -> bool:
    """Whether a round is an AM round."""
    return turn % 2 == 1


def day(turn: int) -> int:
    """The day of December; 32 is 1 January."""
    return 16 + (turn - 1) // 2


def name(turn: int) -> str:
    """The name of a round in the calendar: "16AM"."""
    number = day(turn)
    return f"{number if number <= 31 else number - 31:02d}{'AM' if morning(turn) else 'PM'}"


def date(turn: int) -> Say:
    """A round in full: "16 December 1944, AM"."""
    number = day(turn)
    month, year = ("December", 1944) if number <= 31 else ("January", 1945)
    half = "AM" if morning(turn) else "PM"
    day_number = number if number <= 31 else number - 31
    return say("{date} {year}, {half}", date=f"{day_number} {month}", year=year, half=half)


def round_of(text: str) -> int:
    """The round of a name such as "17AM". Raises ValueError (one sentence)."""
    number, half = text[:-2], text[-2:].upper()
    if not number.isdigit() or half not in ("AM", "PM"):
        raise Wrong(
            say('There is no round {text}; rounds have names such as "16AM" or "31PM".', text=repr(text))
        )
    days = int(number) - 16 if int(number) >= 16 else int(number) + 15
    return 2 * days + (1 if half == "AM" else 2)


def fixed(turn: int, skies: Mapping[str, str]) -> str | None:
    """The fixed weather of the day of a round; None: it is rolled for."""
    return skies.get(str(turn if morning(turn) else turn - 1))


def clear_on(tables: Tables, options: Options, turn: int, skies: Mapping[str, str] | None = None) -> int:
    """The lowest roll that gives clear weather on the day of a round: 1 always, 7 never. ``skies``: what the
    scenario fixes.
    """
    sky = fixed(turn, skies or {})
    if sky is not None:
        return 1 if sky == "clear" else NEVER
    if options.weather == "historical":
        return tables.weather.get(str(day(turn)), NEVER)
    return {"random": EVEN, "always_bad": NEVER, "always_clear": 1}[options.weather]


def roll(play: BkPlay) -> None:
    """Roll once a day before the AM German turn, for the whole day; no die is rolled if the day leaves no
    choice.
    """
    least = clear_on(play.rules.tables, play.rules.options, play.turn, play.skies)
    clear = least <= 1
    if 1 < least < NEVER:
        why = say("Weather of {day} December", day=day(play.turn))
        face = play.number(why, FACES)
        play.tell(DiceRolled(why, (face,), "BK-REC-04"))
        clear = face >= least
    play.set(clear=clear)
    text = say("The weather is clear: aircraft fly.") if clear else say("The weather is bad: nothing flies.")
    play.tell(FactChanged("weather", "clear" if clear else "bad", text))
