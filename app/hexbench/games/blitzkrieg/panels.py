"""The docks of Blitzkrieg at the Ardennes: calendar, raster, dumps, victory, tables, order of battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Box, Fact, Facts, Panel, Roster, RosterEntry, Track
from hexbench.engine.values import Say, say
from hexbench.games.blitzkrieg import calendar, charts, combat_display, dumps, victory, weather
from hexbench.games.blitzkrieg.display import CLASSES, place
from hexbench.games.blitzkrieg.pieces import BATTERY, ELIMINATED, MERGED, RASTER, SIDES, SKY
from hexbench.games.blitzkrieg.raster import ROOM

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat

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
        *combat_display.panels(seat),
        calendar.panel(seat),
        raster(seat),
        fuel(seat),
        score(seat),
        *(combat_display.lit_shots(seat, t) if t.key == "table_1" else t for t in charts.charts(seat.rules)),
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
            whose = dumps.supplies(s, seat.board, key)
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
