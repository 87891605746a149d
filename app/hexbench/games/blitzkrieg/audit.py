"""Everything that can be wrong with a position set up by hand, as sentences with the rule behind each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.documents.fields import game_problems, nowhere, stack_problems, step_words
from hexbench.engine.values import Problem, Say, say
from hexbench.games.blitzkrieg import fire, placing, weather
from hexbench.games.blitzkrieg.engage import engagement_of
from hexbench.games.blitzkrieg.fields import UNITS, of_the_game
from hexbench.games.blitzkrieg.pieces import (
    ALLIED,
    BATTERY,
    ELIMINATED,
    FOE,
    GERMAN_ONLY,
    GROUND,
    MERGED,
    RASTER,
    SIDES,
    SKY,
)
from hexbench.games.blitzkrieg.raster import ROOM
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.engine.state import Step
    from hexbench.games.blitzkrieg.pieces import Engagement, Printed, Unit
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg

_GONE: Final = (ELIMINATED, MERGED)


def problems(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    """Every problem of a position: first by unit, then by hex."""
    yield from _units(rules, s)
    yield from UNITS.problems(s.units)
    yield from game_problems(of_the_game(s), s)
    if any(uid not in s.roster for uid in s.units):
        return
    yield from _hexes(rules, s)
    yield from _raster(s)
    yield from _works(rules, s)
    yield from _accounts(rules, s)
    yield from stack_problems(s, lambda step: _step(s, step))


def _units(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    for uid, unit in s.units.items():
        printed = s.roster.get(uid)
        if printed is None:
            yield Problem("position", say("Unit {unit} is not in the order of battle.", unit=uid), (uid,))
            continue
        if printed.side != unit.side:
            yield Problem("position", say("Unit {unit} is on the wrong side.", unit=uid), (uid,))
        if printed.side == ALLIED and printed.type in GERMAN_ONLY:
            yield Problem(
                "BK-MIS-04",
                say("Unit {unit} is Allied but of a class that only the Germans have.", unit=uid),
                (uid,),
            )
        yield from _place(rules, uid, unit, printed)
        yield from _strength(uid, unit, printed)
        if unit.start and unit.start not in rules.atlas.index:
            text = say(
                "Unit {unit} began the turn in {hex}, which is not on the map.", unit=uid, hex=unit.start
            )
            yield Problem("BK-MOV-07", text, (uid, unit.start))
        if unit.within and printed.type != "infiltrator":
            text = say(
                "Unit {unit} is not an infiltrator and cannot have spent turns among the enemy.", unit=uid
            )
            yield Problem("BK-INF-18", text, (uid,))
    yield from nowhere(s.roster, s.units)


def _place(rules: BkRules, uid: str, unit: Unit, printed: Printed) -> Iterator[Problem]:
    if unit.on_map:
        if unit.at not in rules.atlas.index:
            text = say("Unit {unit} is in {hex}, which is not on the map.", unit=uid, hex=unit.at)
            yield Problem("BK-MAP-13", text, (uid, unit.at))
        elif printed.type in ("air", "v2"):
            text = say("Unit {unit} cannot occupy a hex.", unit=uid)
            yield Problem("BK-AIR-10", text, (uid, unit.at))
        elif unit.side == ALLIED and rules.terrain(unit.at) == "siegfried":
            text = say("Unit {unit} is in the Siegfried line, which no Allied unit may enter.", unit=uid)
            yield Problem("BK-MOV-11", text, (uid, unit.at))
    elif not _is_box(unit, printed):
        text = say("Unit {unit} is in {box}, which is not a box it can be in.", unit=uid, box=unit.at)
        yield Problem("position", text, (uid, unit.at))
    elif unit.at not in _GONE and not unit.start and _lost(rules, printed):
        text = say("Unit {unit} can never enter play: it has no way onto this map.", unit=uid)
        yield Problem("BK-REC-06", text, (uid, unit.at))


def _lost(rules: BkRules, printed: Printed) -> bool:
    """Whether a unit that belongs in hexes has no hex in which it could arrive (BK-BEG-02, BK-REC-06,
    BK-REC-07).
    """
    return printed.type in (*GROUND, "infiltrator") and not placing.ways_in(rules, printed)


def _is_box(unit: Unit, printed: Printed) -> bool:
    if unit.at in _GONE:
        return True
    if printed.type == "air":
        return unit.at == SKY[printed.side]
    if printed.type == "v2":
        return unit.at == BATTERY
    due = unit.at.removeprefix("#due/")
    return unit.at == RASTER[printed.side] or (due != unit.at and due.isdigit() and int(due) > 1)


def _strength(uid: str, unit: Unit, printed: Printed) -> Iterator[Problem]:
    """Impossible strengths (BK-RES-12, BK-SUP-16)."""
    fights = printed.type in GROUND
    if fights and unit.at not in _GONE and not 1 <= unit.strength <= printed.strength:
        text = say(
            "Unit {unit} has a strength of {n}; it must be from 1 to {most}.",
            unit=uid,
            n=unit.strength,
            most=printed.strength,
        )
        yield Problem("BK-RES-12", text, (uid,))
    elif not fights and unit.strength:
        yield Problem("BK-INF-12", say("Unit {unit} cannot have a strength.", unit=uid), (uid,))
    if bool(unit.base) != bool(unit.isolated):
        text = say("Unit {unit} must have both a full strength and turns of isolation, or neither.", unit=uid)
        yield Problem("BK-SUP-16", text, (uid,))
    elif unit.base and not unit.strength <= unit.base <= printed.strength:
        text = say(
            "Isolated unit {unit} would return to a strength of {n}; it must be from {least} to {most}.",
            unit=uid,
            n=unit.base,
            least=unit.strength,
            most=printed.strength,
        )
        yield Problem("BK-SUP-16", text, (uid,))
    if unit.whole and not max(unit.base, 1) <= unit.whole <= printed.strength * bool(unit.isolated):
        text = say(
            "Unit {unit} cannot have had a strength of {n} when it was cut off.", unit=uid, n=unit.whole
        )
        yield Problem("BK-SUP-16", text, (uid,))
    if unit.isolated and not fights:
        yield Problem("BK-SUP-01", say("Unit {unit} needs no supply.", unit=uid), (uid,))


def _hexes(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    here: dict[str, list[str]] = {}
    for uid, unit in s.units.items():
        if unit.on_map and unit.at in rules.atlas.index:
            here.setdefault(unit.at, []).append(uid)
    for at, units in here.items():
        held = {s.units[u].side for u in units if s.roster[u].type in GROUND}
        if len(held) > 1:
            yield Problem("BK-MOV-10", say("Units of both sides are in {hex}.", hex=at), (at,))
        if len(units) > LIMIT:
            text = say("{n} units are in {hex}; the limit is {most}.", n=len(units), hex=at, most=LIMIT)
            yield Problem("BK-MOV-08", text, (at,))


def _raster(s: Blitzkrieg) -> Iterator[Problem]:
    """The raster and its box must agree."""
    if len(set(s.raster)) != len(s.raster):
        yield Problem("BK-UI-13", say("A unit is in the raster twice."))
    box = RASTER[s.phasing]
    for uid in s.raster:
        if uid not in s.units or s.units[uid].at != box:
            text = say("{unit} is not in the raster of the phasing side.", unit=uid)
            yield Problem("BK-UI-13", text, (uid,))
    for uid in s.held:
        if uid not in s.units or s.units[uid].at not in RASTER.values() or uid in s.raster:
            text = say("{unit} is held but is not waiting in the raster's box.", unit=uid)
            yield Problem("BK-UI-26", text, (uid,))
    # before the first deployment and between turns the box holds more than the list, which TURN_START builds;
    # units that find the raster full wait in the box
    if 0 < len(s.raster) < ROOM:
        for uid, unit in s.units.items():
            if unit.at == box and uid not in s.raster and uid not in s.held:
                text = say("Unit {unit} is in the raster's box but not in the raster.", unit=uid)
                yield Problem("BK-UI-13", text, (uid,))


def _accounts(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    """The counters and records of the game apart from its units."""
    if s.phasing not in SIDES:
        yield Problem("position", say("{side} is not a side.", side=s.phasing))
    if bool(s.level) != bool(s.level_turn):
        text = say(
            "German level {n} does not match round {turn}: both must be 0, or neither.",
            n=s.level,
            turn=s.level_turn,
        )
        yield Problem("BK-VIC-07", text)
    elif s.level and not 1 <= s.level_turn <= s.turn:
        text = say(
            "Level {n} cannot have been reached in {turn}.", n=s.level, turn=weather.name(s.level_turn)
        )
        yield Problem("BK-VIC-07", text)
    if s.rockets > (most := rules.options.rockets):
        text = say("Rockets launched this turn: {n}; the limit is {most}.", n=s.rockets, most=most)
        yield Problem("BK-V2-03", text)
    for side, n in s.lost.items():
        if side not in SIDES:
            text = say("{side} cannot have lost {n} strength points.", side=side, n=n)
            yield Problem("BK-VIC-10", text)
    for rule, hexes in (("BK-BRG-04", s.tried), ("BK-BRG-08", s.built)):
        for at in hexes:
            if at not in rules.atlas.index:
                yield Problem(rule, say("{hex} is not a hex of this map.", hex=at), (at,))
    for name in (*s.holding, *s.goal):
        if name not in _cities(rules) and name not in rules.atlas.index:
            yield Problem("BK-VIC-05", say("{name} is not a victory city.", name=name))
    if s.quit_by and s.quit_by not in SIDES:
        yield Problem("BK-UI-27", say("{side} is not a side that can have conceded.", side=s.quit_by))


def _cities(rules: BkRules) -> tuple[str, ...]:
    return ("antwerp", "liege", *rules.tables.cities.major)


# ---- engagements, guns, bridges and dumps -----------------------------------------------------------------------------
def _works(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    """Every problem that does not concern a unit."""
    numbers = [e.number for e in s.engagements]
    if len(set(numbers)) != len(numbers) or any(not 0 <= n < s.next_engagement for n in numbers):
        yield Problem(
            "BK-ENG-12", say("Two engagements have the same number, or a number was never assigned.")
        )
    seen: set[str] = set()
    for one in s.engagements:
        yield from _engagement(rules, s, one)
        for name in (*one.attackers, *one.hexes):
            if name in seen:
                yield Problem("BK-ENG-04", say("{name} is in two engagements.", name=name), (name,))
            seen.add(name)
    yield from _guns(rules, s)
    yield from _bridges(rules, s)
    yield from _dumps(rules, s)


def _engagement(rules: BkRules, s: Blitzkrieg, one: Engagement) -> Iterator[Problem]:
    """The units of an engagement must exist, and it must cover a hex and its neighbours (BK-ENG-08)."""
    index, atlas = rules.atlas.index, rules.atlas
    if one.centre not in index or any(at not in index for at in one.hexes):
        yield Problem("BK-ENG-08", say("Engagement {n} has hexes that are not on the map.", n=one.number))
        return
    for uid in one.attackers:
        unit = s.units.get(uid)
        if unit is None or not unit.on_map or unit.side != s.phasing or s.roster[uid].type not in GROUND:
            text = say("{unit} cannot attack in engagement {n}.", unit=uid, n=one.number)
            yield Problem("BK-ENG-06", text, (uid,))
            return
    for uid in one.defenders:
        unit = s.units.get(uid)
        fights = unit is not None and unit.side == FOE[s.phasing] and s.roster[uid].type in GROUND
        if unit is None or not fights or (unit.on_map and unit.at not in one.hexes):
            text = say("{unit} cannot defend in engagement {n}.", unit=uid, n=one.number)
            yield Problem("BK-ENG-05", text, (uid,))
    # once RESOLVE has begun, units may have left one of several hexes
    empty = [] if one.defenders else [at for at in one.hexes if not _held(s, at, FOE[s.phasing])]
    if empty or not (one.attackers and one.hexes):
        text = say("Engagement {n} lacks attackers or defenders.", n=one.number)
        yield Problem("BK-ENG-20", text, tuple(empty))
    stands = {s.units[uid].at for uid in one.attackers}
    near = {atlas.labels[j] for j in atlas.around[index[one.centre]] if j >= 0}
    attacks = stands == {one.centre} and set(one.hexes) <= near
    defends = one.hexes == (one.centre,) and stands <= near
    if stands and one.hexes and not (attacks or defends):
        text = say("Engagement {n} does not consist of a hex and its neighbours.", n=one.number)
        yield Problem("BK-ENG-08", text, (one.centre,))


def _held(s: Blitzkrieg, at: str, side: str) -> bool:
    """Whether a hex contains a ground unit of a side."""
    return any(u.at == at and u.side == side and s.roster[uid].type in GROUND for uid, u in s.units.items())


def _guns(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    """Problems of artillery targets (BK-ART-02) and of defensive support (BK-ART-14)."""
    for rule, aimed, side, friend in (
        ("BK-ART-02", s.fire, s.phasing, False),
        ("BK-ART-14", s.support, ALLIED, True),
    ):
        for gun, other in aimed.items():
            target = side if friend else FOE[side]
            if (
                gun not in s.units
                or other not in s.units
                or s.roster[gun].type != "artillery"
                or s.units[gun].side != side
                or s.units[other].side != target
            ):
                text = say("{gun} cannot fire at {other} or in support of it.", gun=gun, other=other)
                yield Problem(rule, text, (gun, other))
            elif gun == other:
                text = say("{gun} cannot protect itself.", gun=gun)
                yield Problem("BK-ART-17", text, (gun,))
            elif not friend and engagement_of(s, gun) is not None:
                text = say("{gun} is in an engagement and cannot fire.", gun=gun)
                yield Problem("BK-ART-05", text, (gun,))
            else:
                yield from _range(rules, s, gun, other)


def _range(rules: BkRules, s: Blitzkrieg, gun: str, other: str) -> Iterator[Problem]:
    """A gun and its target, or the unit it protects, must be in range of each other (BK-ART-01), unless one
    of them has been bombed since.
    """
    one, two = s.units[gun], s.units[other]
    if not {one.at, two.at} <= rules.atlas.index.keys():
        return
    if not fire.in_range(rules, one.at, two.at):
        text = say("{other} is out of range of {gun}.", gun=gun, other=other)
        yield Problem("BK-ART-01", text, (gun, other))


def _bridges(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    for side, ends in s.blown.items():
        if side not in rules.bridges:
            yield Problem("BK-MAP-05", say("There is no bridge at {side}.", side=side), (side,))
        elif not ends or len(set(ends)) != len(ends) or not set(ends) <= set(side.split("/")):
            text = say("The bridge at {side} does not have those ends.", side=side)
            yield Problem("BK-MAP-05", text, (side,))


def _dumps(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    for key, dump in s.dumps.items():
        if dump.hex not in rules.atlas.index:
            text = say("The dump {name} is in {hex}, which is not on the map.", name=key, hex=dump.hex)
            yield Problem("BK-MAP-07", text, (key,))
        if dump.number < 0:
            text = say("The dump {name} has a supply number below 0.", name=key)
            yield Problem("BK-SUP-06", text, (key,))


# ---- the stack --------------------------------------------------------------------------------------------------------
def _step(s: Blitzkrieg, step: Step) -> Iterator[Say]:
    yield from step_words(step, SIDES)
    units = getattr(step, "units", ())
    if isinstance(units, tuple):
        for uid in units:
            if uid not in s.units:
                yield say("there is no unit {unit}.", unit=uid)
