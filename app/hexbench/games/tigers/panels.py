"""The docks of Tigers in the Ardennes: combat, calendar, standing, air forces, bridges, the printed tables
and the order of battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import (
    Box,
    Fact,
    Facts,
    Item,
    Light,
    Points,
    Pool,
    Roster,
    RosterEntry,
    Table,
    Track,
)
from hexbench.engine.results import joined, read_in
from hexbench.engine.values import Action, Say, say
from hexbench.games.tigers import air, combat_board, dump, results, victory, walking, zoc
from hexbench.games.tigers.air_phase import POOL, box_key
from hexbench.games.tigers.display import GROUPS
from hexbench.games.tigers.ground import holder
from hexbench.games.tigers.pieces import (
    ALLIED,
    BROKEN,
    ELIMINATED,
    EXITED,
    GERMAN,
    PLANE,
    SIDES,
    SUBSTITUTES,
    TRAYS,
    due,
)
from hexbench.games.tigers.weather import certain

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.games.tigers.seat import TgSeat
    from hexbench.games.tigers.tables import Day


# The calendar as a track: weather, arrivals and special rules of each day (TG-RFT-06, TG-DAT-10).

SIGNS: Final = {"Snow": "snow", "Fog": "cloud", "Clear": "sun"}
TONES: Final = {"Snow": "weather.snow", "Fog": "weather.overcast", "Clear": "weather.clear"}
WEATHERS: Final = {"Snow": say("snow"), "Fog": say("morning fog"), "Clear": say("clear")}


def calendar(seat: TgSeat) -> Track:
    """One box per day, up to the last turn of the scenario."""
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
    """The weather of a day (TG-WEA): today's, a later day's where it is known, or the group it will be rolled
    in.
    """
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


# How the game stands: what has been used, the fuel limit, exits and towns held, and who would win now
# (TG-VIC).


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
    """What can be used once per game."""
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
        "hidden": say("location secret"),
        "found": say("known, in Allied hands"),
        "taken": say("in German hands"),
        "destroyed": say("destroyed"),
    }
    spot = (s.dump,) if s.dump else ()
    yield Fact(say("Fuel dump"), words[s.dump_state], ("TG-FUL-02",), spot)
    if dump.limited(s):
        limit = say("German movement limited to {cap}", cap=dump.CAP)
    elif s.turn >= s.limit:
        limit = say("lifted this turn: Germans hold the dump")
    else:
        limit = say("from turn {turn} on", turn=s.limit)
    yield Fact(say("German fuel limit"), limit, ("TG-FUL-01", "TG-FUL-05"))


def _score(seat: TgSeat) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    quarters = victory.score(rules, s)
    text = say("{n} of {enough} quarter divisions", n=quarters, enough=victory.ENOUGH)
    yield Fact(say("Left in supply by the exits"), text, ("TG-VIC-01", "TG-VIC-02"))
    places = {
        at: place.name
        for at in rules.zones["german_objectives"] | rules.zones["allied_objectives"]
        for place in rules.atlas.places_at.get(at, ())[:1]
    }
    for at, name in sorted(places.items(), key=lambda pair: pair[::-1]):
        rule = "TG-VIC-06" if at in rules.zones["german_objectives"] else "TG-VIC-08"
        held = say("{side}", side=rules.side_name(holder(rules, s, at)))
        yield Fact(say("{name}", name=name), held, (rule,), (at,))
    side, level = victory.standing(rules, s)
    now: Say = say("{side} {level}", side=rules.side_name(side), level=level)
    yield Fact(say("If the game ended now"), now, ("TG-VIC-06", "TG-VIC-07", "TG-VIC-08"))


# The air forces and the engineer bridges as boxes of points (TG-AIR-30, TG-BRG-03).


def _uses(seat: TgSeat) -> dict[str, Say]:
    """Aircraft type -> what is said of it (TG-AIR-11, TG-AIR-14, TG-AIR-21 to TG-AIR-23)."""
    return {
        "P-47": say(
            "P-47 groups: ground fire shoots them down on AA only, not on AAm. An FW-190 that "
            "intercepts them is shot down on a die roll of {die} only.",
            die=die(seat, 6),
        ),
        "P-51": say("P-51 groups: ground fire shoots them down on AAm as well as AA."),
        "FW-190": say("FW-190s: permanently lost once shot down."),
    }


def _air_forces(seat: TgSeat) -> Pool:
    """One box per type: units that may fly now face up, units that have flown face down; then units shot
    down.
    """
    s, uses = seat.s, _uses(seat)
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
                Points(box_key(type_), title, able + again, used, side, "aircraft", uses[type_], "TG-AIR-30")
            )
        heaps.extend(_grounded(seat, side))
        heaps.extend(_down(seat, side))
    return Pool(POOL, say("Air forces"), tuple(heaps), "TG-AIR-01", _word(seat))


def _grounded(seat: TgSeat, side: str) -> list[Points]:
    """Units that are available and have not flown, when the weather allows no more of them to fly."""
    s = seat.s
    if not air.grounded(seat.rules, s, side):
        return []
    n = sum(unit.side == side and air.present(s, unit) and not unit.flown for unit in s.air.values())
    title = say("Grounded by the weather")
    text = say("They have not flown, and the weather allows no more of them to fly this turn.")
    return [Points(f"{POOL}.grounded.{side}", title, 0, n, side, "aircraft", text, "TG-AIR-29")] if n else []


def _down(seat: TgSeat, side: str) -> list[Points]:
    """Units that were shot down, with the turn in which they return."""
    s = seat.s
    if side == GERMAN:
        lost = sum(unit.lost for unit in s.air.values() if unit.side == side)
        title = say("Lost")
        return (
            [Points(f"{POOL}.lost", title, 0, lost, side, "aircraft", say("Permanently lost."), "TG-AIR-23")]
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
    """Engineer bridges in hand; destroyed German ones are shown face down until they return (TG-BRG-14)."""
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
                say(
                    "In hand. Each one placed on the map serves as a bridge until it is "
                    "destroyed or taken up."
                ),
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
        weather_table(seat),
        air_table(seat),
        movement_table(seat),
        order_of_battle(seat),
    )


AIR_WORDS: Final = {
    "BUST": "destroyed",
    "DEF_DOWN": "defender down",
    "INTERCEPTED": "turned back",
    "ATT_DOWN_IF_NOT_P47_TARGET": "attacker down, except FW-190 vs P-47",
    "ATT_DOWN": "attacker down",
    "SUPPLIED": "supplied",
}


def die(seat: TgSeat, row: int) -> str:
    """The die roll that reads a row, by the index of this game (AMB-01)."""
    return str(row if seat.rules.options.die_index == "A" else 7 - row)


def weather_table(seat: TgSeat) -> Table:
    """TG-WEA-02: both groups of turns; the current one is lit."""
    table, s = seat.rules.tables.weather, seat.s
    rows = tuple((die(seat, n), (table.early[str(n)], table.late[str(n)])) for n in range(1, 7))
    columns = (f"Turns 3 to {table.late_from - 1}", f"Turns {table.late_from} to {s.last_turn}")
    now = int(s.turn >= table.late_from)
    sure = certain(seat.rules, s, s.turn) is not None
    lights = () if sure else (Light(-1, now, "band", say("turn {turn}", turn=s.turn)),)
    return Table("weather", say("Weather"), columns, rows, rule="TG-WEA-02", lights=lights)


def air_table(seat: TgSeat) -> Table:
    """TG-AIR-05..26."""
    columns = (
        "Bridge, dump",
        "Clear, town, armor on road",
        "City, forest, entrenched",
        "Interception",
        "Supply",
    )
    rows = []
    for n in range(1, 7):
        row = seat.rules.tables.air[str(n)]
        zoc = (row.bridge, row.open, row.cover, row.intercept, row.resupply)
        rows.append((die(seat, n), tuple(AIR_WORDS.get(cell, cell) for cell in zoc)))
    kinds = (
        results.RAID,
        results.STRIKE,
        results.STRIKE,
        results.INTERCEPTION,
        results.RESUPPLY,
    )
    return Table("air_table", say("Air operations"), columns, tuple(rows), rule="TG-AIR-05", results=kinds)


def movement_table(seat: TgSeat) -> Table:
    """TG-MOV-03..11, TG-RIV-01..04: the movement factor of each class of unit, and what it pays."""
    no, road = "1/3", "-"
    rows = (
        ("Infantry", ("2", "1", "1", "1", road, "+1")),
        ("Parachute, airborne", ("3", "1", "1", "1", road, "+1")),
        ("Panzer grenadier", ("3", "1", "2", "3", no, "+2, bridge")),
        ("US armor, cavalry", ("4", "1", "2", "3", no, "+2, bridge")),
        ("Panzer, Tiger", ("4", "1", "2", "3", no, "no")),
        ("Skorzeny", ("4", "1", "2", "3", no, "+2, bridge")),
    )
    columns = ("Factor", "Clear, town, city", "Forest", "Venn", "Road", "River")
    return Table("movement", say("Movement"), columns, rows, rule="TG-MOV-03")


def order_of_battle(seat: TgSeat) -> Roster:
    """Every unit by side and branch, with its location and state."""
    s = seat.s
    entries = []
    for uid, unit in s.units.items():
        path = (seat.rules.side_name(unit.side), str(GROUPS[s.roster[uid].type]).capitalize())
        entries.append(RosterEntry(uid, unit.at, status(seat, uid), path))
    return Roster("order_of_battle", say("Order of battle"), tuple(entries))


_BOXES: Final = {
    ELIMINATED: say("eliminated"),
    EXITED: say("left the map"),
    BROKEN: say("split into combat commands"),
    SUBSTITUTES: say("not in use"),
    PLANE: say("waits for the drop"),
    **dict.fromkeys(TRAYS.values(), say("to be placed")),
}


def status(seat: TgSeat, uid: str) -> Say:
    """The state of a unit, in a word or two."""
    unit = seat.s.units[uid]
    if unit.at in _BOXES:
        return _BOXES[unit.at]
    if unit.at.startswith("#due/"):
        return say("due in turn {turn}", turn=unit.at.rpartition("/")[2])
    if unit.disrupted:
        return say("disrupted")
    return say("entrenched") if unit.entrenched else say("ready")


# What lights up in the zones table while a move is considered: the cells that apply to its steps (TG-ZOC-20..33,
# TG-ZOC-36).

ENTER, LEAVE, GAP, SLIDE = range(4)
"""Rows of the table."""
STRONG, WEAK = 0, 1
CELLS: Final = {
    "TG-ZOC-20": (ENTER, STRONG),
    "TG-ZOC-21": (ENTER, STRONG),
    "TG-ZOC-23": (LEAVE, STRONG),
    "TG-ZOC-24": (GAP, STRONG),
    "TG-ZOC-25": (GAP, STRONG),
    "AMB-37": (GAP, STRONG),
    "TG-ZOC-27": (SLIDE, STRONG),
    "TG-ZOC-28": (SLIDE, STRONG),
    "TG-ZOC-29": (ENTER, WEAK),
    "TG-ZOC-31": (GAP, WEAK),
    "TG-ZOC-32": (SLIDE, WEAK),
    "TG-ZOC-33": (SLIDE, WEAK),
}
"""Clause -> (row, column) of its cell."""


def weighed(seat: TgSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The lit cells of the zones table for a legal move, and those of the results table for an attack."""
    lights = read_in(seat, action)
    if action.verb != "move" or not action.subject or seat.step is None:
        return lights
    settled = action if action.via else seat.rules.verbs["move"].settle(seat, seat.step, action)
    rules, s, board = seat.rules, seat.s, seat.board
    group = walking.party(rules, s, board, settled.subject)
    stages, _ = walking.follow(rules, s, board, group, settled.via)
    clauses = dict.fromkeys(clause for stage in stages for clause in stage.effect.clauses)
    zones = tuple(Light(*CELLS[clause], "to", zoc.WORDS[clause]) for clause in clauses)
    return joined(lights, "zones", zones)
