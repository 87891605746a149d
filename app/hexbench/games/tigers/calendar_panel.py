"""The calendar as a track: the weather, who arrives, and what each day brings (TG-RFT-06, TG-DAT-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Box, Fact, Item, Track
from hexbench.engine.values import Say, say
from hexbench.games.tigers.pieces import SIDES, due
from hexbench.games.tigers.weather import certain

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat
    from hexbench.games.tigers.tables import Day

SIGNS: Final = {"Snow": "snow", "Fog": "cloud", "Clear": "sun"}
TONES: Final = {"Snow": "weather.snow", "Fog": "weather.overcast", "Clear": "weather.clear"}
WEATHERS: Final = {"Snow": say("snow"), "Fog": say("morning fog"), "Clear": say("clear")}


def panel(seat: TgSeat) -> Track:
    """One box a day, to the last turn of the scenario."""
    days = [day for day in seat.rules.tables.calendar if day.turn <= seat.s.last_turn]
    return Track(
        "calendar",
        say("Calendar"),
        tuple(_box(seat, day) for day in days),
        next((i for i, day in enumerate(days) if day.turn == seat.s.turn), -1),
        seat.rules.tables.source,
    )


def _box(seat: TgSeat, day: Day) -> Box:
    s = seat.s
    coming = tuple(
        uid for side in SIDES for uid in seat.board.units_at(due(day.turn)) if s.units[uid].side == side
    )
    items = _weather(seat, day)
    facts = [Fact(say("Date"), say("{day} {date}", day=day.day, date=day.date), ("TG-DAT-10",))]
    facts += [Fact(say("Weather"), item.say if str(item.say) else item.text, (item.rule,)) for item in items]
    if day.note:
        facts.append(Fact(say("Rules"), Say(day.note)))
    for uid in coming:
        facts.append(_arrival(seat, uid))
    return Box(
        str(day.turn),
        f"{day.turn}: {day.day} {int(day.date[-2:])}",
        (),
        coming,
        TONES[s.weather] if day.turn == s.turn else "",
        items,
        tuple(facts),
    )


def _weather(seat: TgSeat, day: Day) -> tuple[Item, ...]:
    """TG-WEA: what it is today, what it will be where that is known, and by which group it is rolled for."""
    s, table = seat.s, seat.rules.tables.weather
    done = day.turn < s.turn
    if day.turn == s.turn:
        return (Item(SIGNS[s.weather], WEATHERS[s.weather], say("today"), "", "TG-WEA-02", False, True),)
    sure = certain(seat.rules, s, day.turn)
    if sure is not None:
        return (Item(SIGNS[sure], WEATHERS[sure], say("without a roll"), "", "TG-WEA-01", done),)
    if done:
        return ()
    group = "B" if day.turn >= table.late_from else "A"
    return (Item("note", say("group {group}", group=group), say("a roll"), "", "TG-WEA-02"),)


def _arrival(seat: TgSeat, uid: str) -> Fact:
    printed = seat.s.roster[uid]
    edges = {
        "N": say("north edge"),
        "S": say("south edge"),
        "W": say("west edge"),
        "BR": say("west half of the north edge"),
        "G": say("behind the German front"),
    }
    return Fact(seat.rules.title(printed), edges.get(printed.edge, say("-")), ("TG-RFT-06",))
