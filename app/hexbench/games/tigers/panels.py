"""The docks of Tigers in the Ardennes: calendar, standing, air forces, bridges, the attack, the tables, the order of battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Box, Fact, Facts, Item, Points, Pool, Track
from hexbench.engine.values import Say, say
from hexbench.games.tigers import air, charts, combat_board, dump, victory
from hexbench.games.tigers.air_phase import POOL, box_key
from hexbench.games.tigers.ground import holder
from hexbench.games.tigers.pieces import ALLIED, GERMAN, SIDES, due
from hexbench.games.tigers.weather import certain

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.games.tigers.seat import TgSeat
    from hexbench.games.tigers.tables import Day


# The calendar as a track: the weather, who arrives, and what each day brings (TG-RFT-06, TG-DAT-10).

SIGNS: Final = {"Snow": "snow", "Fog": "cloud", "Clear": "sun"}
TONES: Final = {"Snow": "weather.snow", "Fog": "weather.overcast", "Clear": "weather.clear"}
WEATHERS: Final = {"Snow": say("snow"), "Fog": say("morning fog"), "Clear": say("clear")}


def calendar(seat: TgSeat) -> Track:
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


# How the game stands: what has been used, the fuel limit, exits and towns held, and who would win now (TG-
# VIC).


def standing(seat: TgSeat) -> Facts:
    """One page of facts."""
    return Facts(say("Standing"), (*_clock(seat), *_once(seat), *_fuel(seat), *_score(seat)))


def _clock(seat: TgSeat) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    if not s.stack:
        yield Fact(say("Turn"), say("the game is over"), ("TG-VIC-09",))
        return
    if any(step.phase == "setup" for step in s.stack):
        yield Fact(say("Turn"), say("set-up"), ("TG-SET-01",))
        return
    words = {1: say("first pass"), 2: say("Blitzkrieg") if s.phasing == "german" else say("Breakthrough")}
    text = say(
        "{turn} of {last}; {side} player turn, {part}",
        turn=s.turn,
        last=s.last_turn,
        side=rules.side_name(s.phasing),
        part=words[s.round],
    )
    yield Fact(say("Turn"), text, ("TG-SEQ-01", "TG-SEQ-06", "TG-SEQ-11"))


def _once(seat: TgSeat) -> Iterator[Fact]:
    """What can be done once a game."""
    s = seat.s
    prayer = say("used in turn {turn}", turn=s.prayed) if s.prayed else say("not used")
    yield Fact(say("Patton's prayer"), prayer, ("TG-WEA-03",))
    if not s.ruthless:
        ruthless = say("not invoked")
    elif s.ruthless == s.turn:
        ruthless = say("this turn: +1 column for attacks with SS")
    else:
        ruthless = say("in turn {turn}: -1 column for attacks with SS", turn=s.ruthless)
    yield Fact(say("Waffen-SS Ruthlessness"), ruthless, ("TG-SPC-07", "TG-SPC-08", "TG-SPC-11"))


def _fuel(seat: TgSeat) -> Iterator[Fact]:
    s = seat.s
    words = {
        "none": say("none"),
        "hidden": say("its place is secret"),
        "found": say("known, in Allied hands"),
        "taken": say("in German hands"),
        "destroyed": say("destroyed"),
    }
    spot = (s.dump,) if s.dump else ()
    yield Fact(say("Fuel dump"), words[s.dump_state], ("TG-FUL-02",), spot)
    if dump.limited(s):
        limit = say("German factors are {cap} at most", cap=dump.CAP)
    elif s.turn >= s.limit:
        limit = say("lifted this turn: they sit on the dump")
    else:
        limit = say("from turn {turn} on", turn=s.limit)
    yield Fact(say("German fuel limit"), limit, ("TG-FUL-01", "TG-FUL-05"))


def _score(seat: TgSeat) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    quarters = victory.score(rules, s)
    text = say("{n} of {enough} quarters of a division", n=quarters, enough=victory.ENOUGH)
    yield Fact(say("Left by the exits in supply"), text, ("TG-VIC-01", "TG-VIC-02"))
    places = {
        at: place.name
        for at in rules.zones["german_objectives"] | rules.zones["allied_objectives"]
        for place in rules.atlas.places_at.get(at, ())[:1]
    }
    for at, name in sorted(places.items(), key=lambda pair: pair[1]):
        rule = "TG-VIC-06" if at in rules.zones["german_objectives"] else "TG-VIC-08"
        held = say("{side}", side=rules.side_name(holder(rules, s, at)))
        yield Fact(say("{name}", name=name), held, (rule,), (at,))
    side, level = victory.standing(rules, s)
    now: Say = say("{side} {level}", side=rules.side_name(side), level=level)
    yield Fact(say("If it ended now"), now, ("TG-VIC-06", "TG-VIC-07", "TG-VIC-08"))


# The air forces and the engineer bridges as boxes of points (TG-AIR-30, TG-BRG-03).

_USES = {
    "P-47": say(
        "P-47 groups: shot down over the ground by AA only; below the height of fighters (rows 5 and 6)."
    ),
    "P-51": say("P-51 groups: shot down over the ground by AAm as well as AA."),
    "FW-190": say("FW-190s: lost for good once shot down."),
}


def _air_forces(seat: TgSeat) -> Pool:
    """One box for each type: those that may fly now face up, those that have flown face down; then those shot down."""
    s = seat.s
    heaps: list[Points] = []
    for side in SIDES:
        limit = air.cap(seat.rules, s, side)
        flown = sum(unit.flown for unit in s.air.values() if unit.side == side)
        room = len(s.air) if limit is None else max(0, limit - flown)
        for type_ in air.TYPES[side]:
            kind = [unit for unit in s.air.values() if unit.side == side and unit.type == type_]
            here = [unit for unit in kind if air.present(s, unit)]
            waiting = sum(not unit.flown for unit in here)
            able = min(waiting, room)
            again = sum(unit.again for unit in here)
            used = sum(unit.flown and not unit.again for unit in here)
            title = say("{type}", type=type_)
            heaps.append(
                Points(box_key(type_), title, able + again, used, side, "aircraft", _USES[type_], "TG-AIR-30")
            )
        heaps.extend(_grounded(seat, side))
        heaps.extend(_down(seat, side))
    return Pool(POOL, say("Air forces"), tuple(heaps), "TG-AIR-01", _word(seat))


def _grounded(seat: TgSeat, side: str) -> list[Points]:
    """Those that are there and have not flown when the weather lets none of them up."""
    s = seat.s
    if not air.grounded(seat.rules, s, side):
        return []
    n = sum(unit.side == side and air.present(s, unit) and not unit.flown for unit in s.air.values())
    title = say("Kept down by the weather")
    text = say("They have not flown and the weather lets no more of them fly in this turn.")
    return [Points(f"{POOL}.grounded.{side}", title, 0, n, side, "aircraft", text, "TG-AIR-29")] if n else []


def _down(seat: TgSeat, side: str) -> list[Points]:
    """Those that were shot down, with the turn in which they are back."""
    s = seat.s
    if side == GERMAN:
        lost = sum(unit.lost for unit in s.air.values() if unit.side == side)
        title = say("Lost")
        return (
            [Points(f"{POOL}.lost", title, 0, lost, side, "aircraft", say("Lost for good."), "TG-AIR-23")]
            if lost
            else []
        )
    back: dict[int, int] = {}
    for unit in s.air.values():
        if unit.side == side and unit.back > s.turn:
            back[unit.back] = back.get(unit.back, 0) + 1
    return [
        Points(
            f"{POOL}.back.{turn}",
            say("Back in turn {turn}", turn=turn),
            0,
            n,
            side,
            "aircraft",
            say("Shot down; back in turn {turn}.", turn=turn),
            "TG-AIR-13",
        )
        for turn, n in sorted(back.items())
    ]


def _word(seat: TgSeat) -> Say:
    """What the weather allows, and what is left of it."""
    s, rules = seat.s, seat.rules
    parts = []
    for side in SIDES:
        limit = air.cap(rules, s, side)
        name = "USAAF" if side == ALLIED else "Luftwaffe"
        if limit is None:
            parts.append(say("{name}: all", name=name))
        else:
            flown = sum(unit.flown for unit in s.air.values() if unit.side == side)
            parts.append(say("{name}: {flown} of {limit} flown", name=name, flown=flown, limit=limit))
    return say("{weather}. {a}; {b}.", weather=s.weather, a=parts[0], b=parts[1])


def bridges(seat: TgSeat) -> Pool:
    """Engineer bridges in hand; the German ones destroyed lie face down until they come back (TG-BRG-14)."""
    s = seat.s
    heaps = []
    for side in SIDES:
        away = len(s.returning) if side == GERMAN else 0
        heaps.append(
            Points(
                f"markers.{side}",
                say("{side} engineer bridges", side=seat.rules.side_name(side)),
                s.markers.get(side, 0),
                away,
                side,
                "bridge",
                say("In hand; each one on the map is a bridge until it is destroyed or taken up."),
                "TG-BRG-03",
            )
        )
    if s.returning:
        turns = ", ".join(str(t) for t in sorted(s.returning))
        return Pool(
            "bridges",
            say("Bridges in hand"),
            tuple(heaps),
            "TG-BRG-14",
            say("German bridges return in turn {turns}.", turns=turns),
        )
    return Pool("bridges", say("Bridges in hand"), tuple(heaps), "TG-BRG-03")


def panels(seat: TgSeat) -> tuple[Panel, ...]:
    """Every panel, in the order the docks are listed."""
    return (
        *combat_board.panels(seat),
        calendar(seat),
        standing(seat),
        _air_forces(seat),
        bridges(seat),
        charts.weather_table(seat),
        charts.air_table(seat),
        charts.movement_table(seat),
        charts.order_of_battle(seat),
    )
