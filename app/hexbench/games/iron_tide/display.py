"""Counters and markers of Iron Tide as display values (2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.display import Chip, Face, Mark
from hexbench.engine.values import Say, counted, say
from hexbench.games.iron_tide.names import division_name, full_name
from hexbench.games.iron_tide.pieces import GERMAN, Printed, Unit
from hexbench.games.iron_tide.works import is_bridge

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat

_BRANCHES: Final = {"ss": "german.ss", "luftwaffe": "german.lw", "grossdeutschland": "german.gd"}
"""2.31a: the branches of German units whose counters are not field grey."""

ARMIES: Final = {
    "5P": say("5th Panzer Army"),
    "6P": say("6th Panzer Army"),
    "7A": say("7th Army"),
    "1A": say("US First Army"),
    "3A": say("US Third Army"),
    "BR": say("British XXX Corps"),
}


def colour(printed: Printed) -> str:
    """2.31a: the palette key of a counter."""
    if printed.nationality == "german":
        return _BRANCHES.get(printed.service, "german.heer")
    return printed.nationality


def bars(seat: ItSeat) -> dict[str, str]:
    """division -> palette key of its bar (2.31d), in the order of the order of battle; the same all game long."""
    found: dict[str, str] = kept_of(seat, "bars")
    if not found:
        names = dict.fromkeys(p.division for p in seat.s.roster.values() if p.division)
        found.update((division, f"bar.{1 + i}") for i, division in enumerate(names))
    return found


def echelon(printed: Printed, unit: Unit) -> str:
    """The size sign: X for brigades, III for regiments and combat commands, II for battalions."""
    if printed.size != "regiment":
        return "II"
    return "X" if "Bde" in printed.name or printed.name in ("Führer B", "Führer G") else "III"


def steps(printed: Printed, unit: Unit) -> tuple[int, int]:
    """Steps now and at full strength: a regiment has full, reduced and cadre (11.78f-h), anything else one (11.78j)."""
    if printed.size != "regiment":
        return 1, 1
    return (1 if unit.cadre else 2 if unit.reduced else 3), 3


def marks(seat: ItSeat, unit: Unit, printed: Printed) -> tuple[Mark, ...]:
    """The states that are marked on the counter."""
    out: list[Mark] = []
    if unit.supply == "out":
        out.append(
            Mark(
                "out_of_supply",
                "S",
                say("Out of supply: attack halved; mechanized movement halved."),
                "12.2a",
            )
        )
        if unit.short:
            out.append(
                Mark("out_of_supply", "F", say("Short of fuel until the next German Supply Phase."), "12.5a")
            )
    elif unit.supply == "isolated":
        out.append(
            Mark("isolated", "I", say("Isolated: attack and defence halved; may move only one hex."), "12.3a")
        )
    if unit.zoc:
        out.append(Mark("note", "Z", say("Temporary zone of control while it stays in this hex."), "7.4b"))
    if unit.reserve:
        out.append(Mark("note", "V", say("In reserve: may move only in the Reserve Phase."), "6.0b"))
    if unit.frozen:
        out.append(Mark("building", "R", say("Took a replacement: may not move."), "5.0e"))
    if unit.attacked and seat.s.phasing != unit.side:
        out.append(
            Mark("note", "A", say("Already attacked this game turn: may not be attacked again."), "11.0d")
        )
    if unit.fired:
        out.append(Mark("note", "F", say("This artillery unit has fired this Combat Phase."), "11.5h"))
    if unit.retreated:
        out.append(
            Mark(
                "disrupted",
                "O",
                say("Overstacked by a retreat: adds nothing to the defence until corrected."),
                "8.2b",
            )
        )
    return tuple(out)


def kept_of(seat: ItSeat, name: str) -> dict[Any, Any]:
    """A named cache that displays keep between positions; emptied when the order of battle changes."""
    kept = seat.rules.memo
    found: tuple[Any, dict[Any, Any]] | None = kept.get(name)
    if found is None or found[0] is not seat.s.roster:
        found = kept[name] = (seat.s.roster, {})
    return found[1]


def face(seat: ItSeat, uid: str) -> Face | None:
    """The counter of a unit. Most are unchanged after an action, so each is cached with everything it depends on: the unit,
    its chit if visible, and whose player turn it is.
    """
    unit = seat.s.units.get(uid)
    return None if unit is None else _kept_face(seat, uid, unit, kept_of(seat, "faces"))


def faces(seat: ItSeat) -> Iterator[tuple[Face, str]]:
    """Every counter with its place: all are asked for after each action, and nearly all are as they were."""
    known = kept_of(seat, "faces")
    for uid, unit in seat.s.units.items():
        yield _kept_face(seat, uid, unit, known), unit.at


def _kept_face(
    seat: ItSeat, uid: str, unit: Unit, known: dict[str, tuple[Unit, int | None, str, Face]]
) -> Face:
    s = seat.s
    found, chit = known.get(uid), s.chits.get(uid)
    if found is None or found[0] is not unit or found[1] != chit or found[2] != s.phasing:
        found = known[uid] = (unit, chit, s.phasing, _face(seat, uid, unit))
    return found[3]


def _face(seat: ItSeat, uid: str, unit: Unit) -> Face:
    from hexbench.games.iron_tide import (
        combat_display,  # what it shows of combat is built on names, as this is
    )

    printed = seat.s.roster[uid]
    regiment = printed.size == "regiment" and not unit.cadre
    movement = str(printed.movement)
    return Face(
        unit=uid,
        side=unit.side,
        title=full_name(printed, unit),
        colour=colour(printed),
        symbol="airborne" if printed.division.endswith("AB") and printed.type == "infantry" else printed.type,
        echelon=echelon(printed, unit),
        name=printed.name,
        parent=division_name(printed.division) if printed.division else "",
        bar=bars(seat).get(printed.division, "") if printed.integrity or regiment else "",
        box=printed.cup if regiment else "",
        letter=printed.letter if regiment else "",
        left=combat_display.factor(seat, uid, unit, printed),
        right=movement,
        steps=steps(printed, unit),
        back=unit.cadre or unit.reduced,
        spent=unit.moved and unit.side == seat.s.phasing,
        marks=marks(seat, unit, printed),
        group="/".join(
            x for x in (str(ARMIES.get(printed.army, printed.army)), division_name(printed.division)) if x
        ),
    )


SKIES: Final = {"clear": say("clear"), "overcast": say("overcast"), "snow": say("snow")}
"""The weather of the Turn Record in words."""


def headline(seat: ItSeat) -> Say:
    """The top line: date, half day and weather of the Turn Record (2.4b)."""
    turn = seat.rules.turn(seat.s.turn, seat.s)
    day = int(turn.id[:-2])
    late = day < 16  # the record begins on 16 December and ends in the first days of January
    return say(
        "{date} {year}, {part}, {sky}",
        date=f"{day} January" if late else f"{day} December",
        year=1945 if late else 1944,
        part=say("morning") if turn.morning else say("afternoon"),
        sky=SKIES[turn.weather],
    )


def chips(seat: ItSeat) -> tuple[Chip, ...]:
    """Depots, bridges and entrenchments."""
    s = seat.s
    out: list[Chip] = []
    for at, state in s.depots.items():
        if state == "stocked":
            out.append(Chip("depot", at, "", say("Allied fuel depot."), "3.0e"))
        elif state == "destroyed":
            out.append(Chip("depot_destroyed", at, "", say("The fuel depot is destroyed."), "13.2c"))
    names = {
        "destroyed": ("bridge_destroyed", say("The bridge is destroyed: the river is unbridged."), "13.1e"),
        "built": ("bridge", say("A bridge built by engineers."), "13.1i"),
        "building": ("building_bridge", say("A bridge is being built."), "13.1h"),
    }
    for side, what in s.bridges.items():
        key, text, rule = names[what]
        out.append(Chip(key, side, "", text, rule))
    for at, side_name in s.entrenchments.items():
        whose = say("German entrenchment.") if side_name == GERMAN else say("Allied entrenchment.")
        out.append(Chip("entrenchment", at, "", whose, "11.22a"))
    for target, work in s.works.items():
        if not is_bridge(target):
            text = counted(
                work.left,
                say("An entrenchment is being built: one more Engineering Phase to go."),
                say("An entrenchment is being built: {n} more Engineering Phases to go.", n=work.left),
            )
            out.append(Chip("building_entrenchment", target, str(work.left), text, "13.3b"))
    return tuple(out)
