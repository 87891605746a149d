"""What can be wrong with a position that was set up by hand, as sentences with the rule behind each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.documents.fields import game_problems
from hexbench.engine.values import Problem, say
from hexbench.games.trumpets.audit_stack import stack_problems
from hexbench.games.trumpets.fields import UNITS, boxes, of_the_game
from hexbench.games.trumpets.pieces import ELIMINATED, EXITED, SIDES

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Printed, Unit
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets


def problems(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    """Every problem of a position: units, then hexes, positions, numbers, the stack."""
    roster = s.mission.units
    for uid, unit in s.units.items():
        printed = roster.get(uid)
        if printed is None or printed.type not in rules.tables.templates:
            text = say("Unit {unit} is not in the order of battle, or of no known type.", unit=uid)
            yield Problem("position", text, (uid,))
            return
        yield from _place(rules, s, uid, unit)
        yield from _facts(rules, s, uid, unit, printed)
    for uid in roster:
        if uid not in s.units:
            yield Problem("position", say("Unit {unit} of the order of battle is nowhere.", unit=uid), (uid,))
    yield from UNITS.problems(s.units)
    yield from game_problems(of_the_game(s), s)
    yield from _hexes(rules, s)
    yield from _works(rules, s)
    yield from _accounts(rules, s)
    yield from stack_problems(rules, s)


# ---- units -----------------------------------------------------------------------------------------------------------
def _place(rules: TtRules, s: Trumpets, uid: str, unit: Unit) -> Iterator[Problem]:
    if unit.on_map:
        if unit.at not in rules.atlas.index:
            text = say("Unit {unit} is in {hex}, which is not on the map.", unit=uid, hex=unit.at)
            yield Problem("position", text, (uid, unit.at))
        elif s.mission.area and unit.at not in s.mission.area:
            text = say("Unit {unit} is in {hex}, outside the area in play.", unit=uid, hex=unit.at)
            yield Problem("position", text, (uid, unit.at))
    elif unit.at not in (at for at, _ in boxes(s.mission.turns)):
        text = say("Unit {unit} is in {box}, which is no box of this game.", unit=uid, box=unit.at)
        yield Problem("position", text, (uid, unit.at))
    elif unit.at not in (ELIMINATED, EXITED) and s.mission.units[uid].at not in rules.atlas.index:
        text = say("Unit {unit} is still to come and has no hex on the map to come in by.", unit=uid)
        yield Problem("TT-REC-02", text, (uid, unit.at))


def _facts(rules: TtRules, s: Trumpets, uid: str, unit: Unit, printed: Printed) -> Iterator[Problem]:
    if printed.side != unit.side:
        yield Problem("position", say("Unit {unit} is on the wrong side.", unit=uid), (uid,))
    full = rules.steps(printed)
    if unit.lost > full or (unit.lost == full) != (unit.at == ELIMINATED):
        text = say("Unit {unit} cannot have lost {n} of {full} steps here.", unit=uid, n=unit.lost, full=full)
        yield Problem("TT-LOSS-03", text, (uid,))
    most = 2 * rules.template(printed).mf
    if unit.spent > most:
        text = say("Unit {unit} cannot have spent {n} halves of its MF.", unit=uid, n=unit.spent)
        yield Problem("TT-REC-03", text, (uid,))
    artillery = rules.template(printed).category == "artillery"
    if (unit.fired or unit.tot_day) and not artillery:
        yield Problem("TT-REC-08", say("Unit {unit} is no artillery and fires at nobody.", unit=uid), (uid,))
    if unit.tot_day and not rules.fires_tot(printed):
        text = say("Unit {unit} does not fire time on target.", unit=uid)
        yield Problem("TT-REC-08", text, (uid,))
    if unit.engaged and not unit.on_map:
        yield Problem("TT-ENG-01", say("Unit {unit} is engaged and not on the map.", unit=uid), (uid,))
    for foe in unit.engaged:
        if foe not in s.units or s.units[foe].side == unit.side:
            text = say("Unit {unit} is engaged with {foe}, which is no enemy.", unit=uid, foe=foe)
            yield Problem("TT-ENG-01", text, (uid,))


# ---- hexes -----------------------------------------------------------------------------------------------------------
def _hexes(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    here: dict[str, list[str]] = {}
    for uid, unit in s.units.items():
        if unit.on_map and unit.at in rules.atlas.index:
            here.setdefault(unit.at, []).append(uid)
    most = rules.tables.stack_front, rules.tables.stack_other
    for at, units in here.items():
        if len({s.units[u].side for u in units}) > 1:
            yield Problem("position", say("Enemies stand together in {hex}.", hex=at), (at,))
        front = sum(rules.template(s.mission.units[u]).category == "front_line" for u in units)
        if front > most[0] or len(units) - front > most[1]:
            text = say(
                "{front} front line units and {others} others stand in {hex}; {most} and {rest} may.",
                front=front,
                others=len(units) - front,
                hex=at,
                most=most[0],
                rest=most[1],
            )
            yield Problem("TT-REC-02", text, (at,))


def _works(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    for at, works in s.works.items():
        if at not in rules.atlas.index:
            yield Problem("position", say("{hex} is not a hex of this map.", hex=at), (at,))
        elif works.bare:
            yield Problem("TT-DEF-21", say("The positions of {hex} are none.", hex=at), (at,))
        elif works.road_block and not rules.road_at(at):
            yield Problem("TT-DEF-HEX-RB", say("There is no road in {hex} to block.", hex=at), (at,))
    for at, begun in s.building.items():
        builder = s.units.get(begun.builder)
        if at not in rules.atlas.index:
            yield Problem("position", say("{hex} is not a hex of this map.", hex=at), (at,))
        elif builder is None:
            yield Problem("TT-DEF-20", say("Nobody builds in {hex}.", hex=at), (at,))
        elif begun.since > s.player_turn:
            yield Problem("TT-REC-15", say("The work in {hex} is begun later than now.", hex=at), (at,))


# ---- numbers ---------------------------------------------------------------------------------------------------------
def _accounts(rules: TtRules, s: Trumpets) -> Iterator[Problem]:
    if s.phasing not in SIDES:
        yield Problem("position", say("{side} is no side.", side=s.phasing))
    for what, counts in (("air points", s.air_left), ("steps", s.steps_lost)):
        for side, n in counts.items():
            if side not in SIDES:
                text = say("{side} cannot have {n} {what}.", side=side, n=n, what=what)
                yield Problem("position", text)
    goals = {goal.hex for goal in s.mission.objectives}
    for at in s.held:
        if at not in goals:
            yield Problem("TT-REC-19", say("{hex} is no objective.", hex=at), (at,))
    for at in s.attacked:
        if at not in rules.atlas.index:
            yield Problem("TT-REC-06", say("{hex} is not a hex of this map.", hex=at), (at,))
