"""The docks of A Time for Trumpets: the turn record, points, the charts, the order of battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Box, Fact, Facts, Item, Panel, Roster, RosterEntry, Table, Track
from hexbench.engine.values import Say, counted, say
from hexbench.games.trumpets import charts, combat_display, odds_report, sequence, victory
from hexbench.games.trumpets.fight import NIGHT, when
from hexbench.games.trumpets.inspect import box_name
from hexbench.games.trumpets.pieces import SIDES

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat

_SKY: Final = {
    "Clear": ("sun", say("Clear")),
    "Overcast": ("cloud", say("Clear but overcast: no aircraft fly")),
    "Fog": ("cloud", say("Fog: double six cancels an attack")),
    "DenseFog": ("cloud", say("Dense Fog: doubles cancel an attack")),
    "Snow": ("snow", say("Snow: doubles cancel an attack")),
    "roll": ("die", say("Weather by die roll")),
}


def panels(seat: TtSeat) -> tuple[Panel, ...]:
    """Every panel, in dock order."""
    return (
        record(seat),
        points(seat),
        combat_display.board(seat),
        *_charts(seat),
        order_of_battle(seat),
    )


def _charts(seat: TtSeat) -> Iterator[Table]:
    """Every chart, with cells highlighted for the current combat or the last one fought."""
    one = combat_display.focus(seat) or combat_display.last(seat)
    tables = seat.rules.tables
    lit = None if one is None else odds_report.lit_table(one.fight, tables, one.found, one.dice)
    for chart in charts.tables(tables):
        yield lit if lit is not None and lit.key == chart.key else chart


def record(seat: TtSeat) -> Track:
    """The turns of the scenario with their weather, aircraft and reinforcements."""
    s = seat.s
    boxes = []
    for n, name in enumerate(s.mission.turns, 1):
        weather = s.weather if n == s.turn else _expected(seat, name)
        sign, text = _SKY[weather]
        items = [Item(sign, Say(sequence.WORDS.get(weather, weather)), text, rule="TT-REC-14")]
        if name[-2:] in NIGHT:
            items.append(
                Item("star", say("night"), say("Night: MF halved, one column shift left"), rule="TT-GEN-07")
            )
        if s.mission.squalls.get(name):
            squall = say("Doubles cancel attacks in {hexes}", hexes=", ".join(s.mission.squalls[name]))
            items.append(Item("snow", say("squall"), squall, rule="TT-CAN-01"))
        for side in SIDES:
            air = s.mission.air.get(name, {}).get(side, 0)
            if air:
                words = counted(
                    air,
                    say("1 air point, if the weather is clear"),
                    say("{n} air points, if the weather is clear", n=air),
                )
                items.append(Item("aircraft", say("{n} air", n=air), words, side, "TT-REC-10"))
        coming = tuple(uid for uid, unit in s.units.items() if unit.at == f"#due/{name}")
        facts = tuple(Fact(item.text, item.say, (item.rule,) if item.rule else ()) for item in items)
        boxes.append(Box(name, name, units=coming, items=tuple(items), facts=facts))
    return Track("turn_record", say("Turn record"), tuple(boxes), s.turn - 1)


def _expected(seat: TtSeat, name: str) -> str:
    """The weather of a turn on the record: given, that of 16 and 17 December by default, or rolled
    (TT-REC-14).
    """
    given = seat.s.mission.weather.get(name)
    if given is not None:
        return given
    return sequence.CUSTOM[name[-2:]] if when(name)[0] in (16, 17) else "roll"


def points(seat: TtSeat) -> Facts:
    """Every line of both sides' points, and the level if the game ended now (TT-REC-19)."""
    rules, s = seat.rules, seat.s
    sums = victory.scores(rules, s)
    lines = [
        Fact(
            say("{side}", side=rules.side_name(side)),
            counted(sums[side], say("1 point"), say("{n} points", n=sums[side])),
            ("TT-REC-19",),
        )
        for side in SIDES
    ]
    found = victory.verdict(rules, s)
    difference = sums["german"] - sums["allied"]
    level = say("{level}, with a difference of {n}", level=found.level, n=difference)
    lines.append(Fact(say("Level now"), level, ("TT-REC-19",)))
    levels = s.mission.levels
    scale = say(
        "draw from {draw}, German minor from {minor}, major from {major}",
        draw=levels.draw,
        minor=levels.german_minor,
        major=levels.german_major,
    )
    lines.append(Fact(say("Levels"), scale, ("TT-REC-19",)))
    for one in victory.account(rules, s):
        text = say("{n} for {side}", n=one.points, side=rules.side_name(one.side))
        lines.append(Fact(one.text, text, ("TT-REC-19",), (one.at,) if one.at else ()))
    for goal in s.mission.objectives:
        if s.held.get(goal.hex) != "german":
            text = say("{n} for the Germans if they take it", n=goal.points)
            lines.append(Fact(say("{place}", place=goal.name), text, ("TT-REC-19",), (goal.hex,)))
    return Facts(say("Points"), tuple(lines))


def _steps(left: int, full: int) -> Say:
    return counted(full, say("{n} of 1 step", n=left), say("{n} of {full} steps", n=left, full=full))


def order_of_battle(seat: TtSeat) -> Roster:
    """Every unit by side and division, with its place and state."""
    s, rules = seat.s, seat.rules
    entries: list[RosterEntry] = []
    for uid, unit in s.units.items():
        printed = s.mission.units[uid]
        left, full = rules.steps(printed) - unit.lost, rules.steps(printed)
        status = _steps(left, full) if unit.on_map else box_name(unit.at)
        path = (rules.side_name(unit.side), printed.division or "Corps")
        entries.append(RosterEntry(uid, unit.at, status, path))
    return Roster("order_of_battle", say("Order of battle"), tuple(entries))
