"""The docks of Blitzkrieg at the Ardennes: calendar, raster, dumps, victory, tables, order of battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Box, Fact, Facts, Item, Panel, Roster, RosterEntry, Track
from hexbench.engine.values import Say, counted, say
from hexbench.games.blitzkrieg import charts, combat_board, supply, victory, weather
from hexbench.games.blitzkrieg.display import CLASSES, place
from hexbench.games.blitzkrieg.pieces import BATTERY, ELIMINATED, GERMAN, MERGED, RASTER, SIDES, SKY, due
from hexbench.games.blitzkrieg.raster import ROOM

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat


# The calendar of Blitzkrieg at the Ardennes: half days, weather, reinforcements, the rounds of decision
# (14.3, 14.4).

_SIDES_OF_DIE: Final = 6


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
    if least > _SIDES_OF_DIE:
        yield Item("cloud", say("bad"), say("The weather is bad for certain."), "", "BK-REC-04")
    elif least <= 1:
        yield Item("sun", say("clear"), say("The weather is clear for certain."), "", "BK-REC-04")
    else:
        sign = "sun" if least <= _SIDES_OF_DIE // 2 else "die"
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


STATES: Final = {
    "taken": say("taken in this turn; it must be held"),
    "held": say("held"),
    "part": say("in part"),
    "free": say("not taken"),
}
BOXES: Final = {
    ELIMINATED: say("eliminated"),
    MERGED: say("merged into another unit"),
    RASTER["german"]: say("in the raster"),
    RASTER["allied"]: say("in the raster"),
    SKY["german"]: say("ready to fly"),
    SKY["allied"]: say("ready to fly"),
    BATTERY: say("rockets"),
}


def panels(seat: BkSeat) -> tuple[Panel, ...]:
    """Every panel, in the order the docks are listed."""
    return (
        *combat_board.panels(seat),
        panel(seat),
        raster(seat),
        fuel(seat),
        score(seat),
        *(combat_board.lit_shots(seat, t) if t.key == "table_1" else t for t in charts.charts(seat.rules)),
        order_of_battle(seat),
    )


def raster(seat: BkSeat) -> Track:
    """The raster of the phasing side: the unit in hand first, then in the order they come into it (BK-UI-13, BK-UI-25)."""
    s = seat.s
    up = tuple(reversed(s.raster))
    held = tuple(u for u in s.held if s.units[u].side == s.phasing)
    boxes = [
        Box("hand", "In hand", (), up[:1], facts=_listed(seat, up[:1], "BK-UI-14")),
        Box(
            "raster",
            f"Raster, {len(s.raster)} of {ROOM}",
            (),
            up[1:],
            facts=_listed(seat, up[1:], "BK-UI-13"),
        ),
    ]
    if held:
        boxes.append(Box("held", "Held", (), held, facts=_listed(seat, held, "BK-UI-26")))
    return Track("raster", say("Raster"), tuple(boxes), 0 if up else -1)


def _listed(seat: BkSeat, units: tuple[str, ...], rule: str) -> tuple[Fact, ...]:
    return tuple(
        Fact(seat.rules.title(seat.s.roster[u]), CLASSES[seat.s.roster[u].type], (rule,)) for u in units
    )


def fuel(seat: BkSeat) -> Facts:
    """Every dump: whom it supplies, and how far (BK-SUP-03, BK-SUP-04)."""
    s, out = seat.s, []
    for key, dump in s.dumps.items():
        if not dump.number:
            value = say("destroyed for ever")
            rules: tuple[str, ...] = ("BK-SUP-06", "BK-SUP-23")
        else:
            whose = supply.supplies(s, seat.board, key)
            taken = say(", taken") if whose != dump.owner else say("")
            value = say(
                "{n} hexes from its roads, {side}{taken}",
                n=dump.number,
                side=seat.rules.side_name(whose),
                taken=taken,
            )
            rules = ("BK-SUP-04", "BK-SUP-10" if whose != dump.owner else "BK-SUP-12")
        out.append(Fact(say("{place}", place=place(key)), value, rules, (dump.hex,)))
    for side in SIDES:
        cut = [u for u, unit in s.units.items() if unit.side == side and unit.isolated and unit.on_map]
        if cut:
            name = say("{side} units isolated", side=seat.rules.side_name(side))
            hexes = tuple(dict.fromkeys(s.units[u].at for u in cut))
            out.append(Fact(name, say("{n}", n=len(cut)), ("BK-SUP-15",), hexes))
    return Facts(say("Fuel dumps"), tuple(out))


def score(seat: BkSeat) -> Facts:
    """The cities, the level reached, the rating, the losses (BK-VIC)."""
    s, rules = seat.s, seat.rules
    german = victory.rating(rules, s, seat.board)
    level = say("{level}", level=victory.LEVELS[s.level]) if s.level else say("none yet")
    out = [
        Fact(say("German level reached"), level, ("BK-VIC-07",)),
        Fact(say("Rating now"), say("German {g}, Allied {a}", g=german, a=100 - german), ("BK-VIC-10",)),
        Fact(say("The game ends with"), weather.date(s.last_turn), ("BK-VIC-06",)),
    ]
    for city, hexes, state in victory.standing(rules, s, seat.board):
        rule = {"antwerp": "BK-VIC-01", "liege": "BK-VIC-02"}.get(city, "BK-VIC-03")
        out.append(Fact(say("{place}", place=place(city)), STATES[state], (rule, "BK-VIC-05"), hexes))
    for side in SIDES:
        name = say("{side} strength points lost", side=rules.side_name(side))
        out.append(Fact(name, say("{n}", n=s.lost.get(side, 0)), ("BK-VIC-10",)))
    return Facts(say("Victory"), tuple(out))


def order_of_battle(seat: BkSeat) -> Roster:
    """Every unit by side and formation, with where it is and how."""
    entries = []
    for uid, unit in seat.s.units.items():
        printed = seat.s.roster[uid]
        path = (seat.rules.side_name(unit.side), printed.formation or str(CLASSES[printed.type]))
        entries.append(RosterEntry(uid, unit.at, status(seat, uid), path))
    return Roster("order_of_battle", say("Order of battle"), tuple(entries))


def status(seat: BkSeat, uid: str) -> Say:
    """In a few words how a unit is."""
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    if uid in seat.s.held:
        return say("held")
    if unit.at.startswith("#due/"):
        turn = int(unit.at.removeprefix("#due/"))
        return say("due {when}", when=weather.name(max(turn, seat.s.turn)))
    if not unit.on_map:
        return BOXES.get(unit.at, say("off the map"))
    if unit.isolated:
        return say("isolated, {n} of {full}", n=unit.strength, full=printed.strength)
    if unit.strength < printed.strength:
        return say("{n} of {full}", n=unit.strength, full=printed.strength)
    return say("full strength") if printed.strength else say("on the map")
