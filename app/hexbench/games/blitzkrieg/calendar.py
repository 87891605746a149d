"""The calendar of Blitzkrieg at the Ardennes: half days, weather, reinforcements, the rounds of decision (14.3, 14.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Box, Fact, Item, Track
from hexbench.engine.values import Say, counted, say
from hexbench.games.blitzkrieg import weather
from hexbench.games.blitzkrieg.display import place
from hexbench.games.blitzkrieg.pieces import GERMAN, RASTER, SIDES, due

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat

SIDES_OF_DIE: Final = 6


def panel(seat: BkSeat) -> Track:
    """A box for each round to the last."""
    s = seat.s
    waiting: dict[str, list[str]] = {}
    for uid, unit in s.units.items():
        waiting.setdefault(unit.at, []).append(uid)
    boxes = tuple(_box(seat, turn, waiting) for turn in range(1, s.last_turn + 1))
    return Track("calendar", say("Calendar"), boxes, s.turn - 1, "reconstruction")


def _box(seat: BkSeat, turn: int, waiting: dict[str, list[str]]) -> Box:
    units = tuple(waiting.get(due(turn), ()))
    if turn == seat.s.turn:
        units += tuple(u for u in seat.s.held if seat.s.units[u].at in RASTER.values())
    items = (*_sky(seat, turn), *_arrivals(seat, turn, units), *_end(seat, turn))
    facts = [Fact(say("Round"), weather.date(turn), ("BK-SEQ-01",))]
    facts += [Fact(item.text, item.say, (item.rule,) if item.rule else ()) for item in items]
    facts += [Fact(seat.rules.title(seat.s.roster[uid]), _entry(seat, uid), ("BK-REC-06",)) for uid in units]
    return Box(weather.name(turn), weather.name(turn), (), units, "", items, tuple(facts))


def _entry(seat: BkSeat, uid: str) -> Say:
    """Where a reinforcement comes in."""
    at = seat.s.roster[uid].at
    found = seat.rules.tables.entries.get(at)
    if found is None:
        return say("comes down in its drop zone") if at == "drop" else say("{at}", at=at)
    return say("comes in at {place}, {hex}", place=place(at.removeprefix("entry_")), hex=found)


def _sky(seat: BkSeat, turn: int) -> Iterator[Item]:
    """The weather of a day, in its morning: as it is, or what the die must be."""
    if not weather.morning(turn):
        return
    s = seat.s
    if weather.day(turn) == weather.day(s.turn):
        if s.clear:
            yield Item(
                "sun", say("clear"), say("The weather is clear: aircraft fly."), "", "BK-AIR-01", lit=True
            )
        else:
            yield Item("cloud", say("bad"), say("The weather is bad: nothing flies."), "", "BK-AIR-01")
        return
    if turn < s.turn:
        return
    least = weather.clear_on(seat.rules.tables, seat.rules.options, turn, s.skies)
    if least > SIDES_OF_DIE:
        yield Item("cloud", say("bad"), say("The weather is bad for certain."), "", "BK-REC-04")
    elif least <= 1:
        yield Item("sun", say("clear"), say("The weather is clear for certain."), "", "BK-REC-04")
    else:
        sign = "sun" if least <= SIDES_OF_DIE // 2 else "die"
        tell = say("Clear on a roll of {n} or more.", n=least)
        yield Item(sign, say("{n}+", n=least), tell, "", "BK-REC-04")


def _arrivals(seat: BkSeat, turn: int, units: tuple[str, ...]) -> Iterator[Item]:
    """How many come to each side, and how strong they are."""
    s = seat.s
    for side in SIDES:
        coming = [u for u in units if s.units[u].side == side]
        if coming:
            points = sum(s.units[u].strength for u in coming)
            tell = say(
                "{side} reinforcements: {units}, {points}.",
                side=seat.rules.side_name(side),
                units=counted(len(coming), say("1 unit"), say("{n} units", n=len(coming))),
                points=counted(points, say("1 strength point"), say("{n} strength points", n=points)),
            )
            yield Item("arrow", say("{n}", n=len(coming)), tell, side, "BK-SEQ-06")


def _end(seat: BkSeat, turn: int) -> Iterator[Item]:
    s = seat.s
    if s.level and turn == s.level_turn:
        text = say("A German victory of level {n} was reached.", n=s.level)
        yield Item("star", say("level {n}", n=s.level), text, GERMAN, "BK-VIC-07", lit=True)
    if turn == s.last_turn:
        text = say("The game ends after this round.")
        yield Item("flag", say("last round"), text, "", "BK-VIC-07")
